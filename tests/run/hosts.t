#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The nginx and Caddy configurations of docs/deploy.md, with other paths and ports,
# in front of a site.
use strict;
use warnings;
use Cwd qw(realpath);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);

my $page = slurp("$TOP/docs/deploy.md");

# A block of code by the name after its fence.
sub block {
    my ($name) = @_;
    my ($text) = $page =~ /^```[^\n]*\b\Q$name\E\n(.*?)^```$/ms;
    return $text // die "docs/deploy.md: no $name";
}

my $policy = block('csp');
chomp $policy;
my @said = $page =~ /Content-Security-Policy:?\s+"?(default-src[^"\n]*)/g;
is(scalar @said, 3, 'the policy stands in three configurations');
is($_, $policy, 'the same') for @said;

sub find {
    my ($name) = @_;
    return grep { -x } map { "$_/$name" } split(/:/, $ENV{PATH}), "/usr/sbin";
}

my $dir = realpath(scratch());
my $site = "$dir/site";
spew("$site/site.yaml", "title: Blog\nurl: https://your.host\nredirects: [pages, nginx]\n");
spew("$site/content/life/one.md",
    "---\ntitle: One\ndate: 2026-01-01\naliases: [/old/]\n---\nText.\n");
spew("$site/content/bare.md", "---\ntitle: Bare\nurl: /bare\n---\nText.\n");
spew("$site/static/own.css", "body { margin: 0 }\n");
spew("$site/templates/page.html", "{{ asset('own.css') }}");
my ($status, undef, $error) = run({}, $CRUMB, 'build', '-C', $site, '--now', $NOW,
    '--output', 'public');
is($status, 0, 'a site') or diag $error;
my $asset = slurp("$site/public/bare.html");
my $port = 5300 + $$ % 600;

# (status, head, body)
sub ask {
    my ($path, @headers) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port,
        Timeout => 5) // return (0, '', '');
    print $socket join("\r\n", "GET $path HTTP/1.1", 'Host: your.host',
        'Connection: close', @headers, '', '');
    my ($head, $body) = split /\r\n\r\n/, do { local $/; <$socket> } // '', 2;
    my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d+)};
    return ($status // 0, $head // '', $body // '');
}

my $alias; # the answer to /old/

sub examine {
    my ($server) = @_;
    for (1 .. 500) { last if (ask('/'))[0]; sleep 0.02 }
    my ($status, $head, $body) = ask('/life/one/');
    is($status, 200, "$server: a page");
    like($head, qr/^Content-Type: text\/html; charset=utf-8\r?$/mi, 'is HTML in UTF-8');
    like($head, qr/^Cache-Control: no-cache\r?$/mi, 'asked for each time');
    like($head, qr/^Content-Security-Policy: \Q$policy\E\r?$/mi, 'the policy');
    like($head, qr/^X-Content-Type-Options: nosniff\r?$/mi, 'nosniff');
    like($head, qr/^Referrer-Policy: /mi, 'referrers');
    my ($tag) = $head =~ /^ETag: (.*?)\r?$/mi;
    is((ask('/life/one/', "If-None-Match: $tag"))[0], 304, 'not sent twice');
    ($alias) = ask('/old/');
    ($status, $head) = ask('/life/one');
    like($status, qr/^30[18]$/, 'to the slash');
    like($head, qr{^Location: \S*/life/one/\r?$}mi, 'which is named');
    is((ask('/bare'))[0], 200, 'an address without a slash');
    ($status, $head, $body) = ask('/nothing/');
    is($status, 404, 'nothing');
    is($body, slurp("$site/public/404.html"), "the site's own page");
    like($head, qr/^Content-Security-Policy: /mi, 'with the policy');
    ($status, $head) = ask($asset);
    is($status, 200, 'a file with a fingerprint');
    like($head, qr/^Cache-Control: .*immutable\r?$/mi, 'is kept');
    ($status, $head) = ask('/style.css', 'Accept-Encoding: gzip');
    like($head, qr/^Content-Encoding: gzip\r?$/mi, 'compressed');
    like($head, qr/^Content-Type: text\/css/mi, 'a style sheet');
    ($status, $head) = ask('/feed.xml', 'Accept-Encoding: gzip');
    like($head, qr/^Content-Encoding: gzip\r?$/mi, 'a feed too');
    return;
}

# Starts it, looks at it, ends it.
sub try_server {
    my ($server, @command) = @_;
    my $child = fork // die "fork: $!";
    if (!$child) {
        $ENV{HOME} = $ENV{XDG_DATA_HOME} = $ENV{XDG_CONFIG_HOME} = $dir;
        open STDOUT, '>', "$dir/log";
        open STDERR, '>&', \*STDOUT;
        exec @command or POSIX::_exit(127);
    }
    examine($server);
    kill 'TERM', $child;
    waitpid $child, 0;
    return;
}

SKIP: {
    my ($nginx) = find('nginx');
    skip 'no nginx here', 1 unless $nginx;
    my $conf = block('blog.conf');
    $conf =~ s/listen 80;/listen 127.0.0.1:$port;/ or die;
    $conf =~ s{root /var/www/blog;}{root $site/public;} or die;
    my ($map, $rule) = slurp("$TOP/docs/addresses.md")
        =~ /^```nginx\n(map [^\n]*)\nserver \{\n(.*?)\n\}\n```/ms or die;
    $map =~ s{/srv/www/example.org/}{$site/public/} or die;
    $conf =~ s/^server \{\n/$map\nserver {\n$rule\n/m or die;
    my $types = (grep { -e } "$dir/../mime.types", '/etc/nginx/mime.types',
        ($nginx =~ s{/usr/sbin/nginx$}{/etc/nginx/mime.types}r))[0];
    spew("$dir/nginx.conf", <<"END");
daemon off; pid $dir/pid; error_log $dir/error.log; user root;
events {}
http {
access_log off; include $types;
client_body_temp_path $dir/t1; proxy_temp_path $dir/t2; fastcgi_temp_path $dir/t3;
uwsgi_temp_path $dir/t4; scgi_temp_path $dir/t5;
$conf
}
END
    try_server('nginx', $nginx, '-c', "$dir/nginx.conf", '-e', "$dir/error.log");
    is($alias, 301, 'an alias is a redirect');
}

SKIP: {
    my ($caddy) = find('caddy');
    skip 'no caddy here', 1 unless $caddy;
    my $conf = block('Caddyfile');
    $conf =~ s/^your\.host \{/http:\/\/your.host:$port {/m or die;
    $conf =~ s{root \* /var/www/blog}{root * $site/public} or die;
    spew("$dir/Caddyfile", "{\n\tadmin off\n}\n$conf");
    try_server('Caddy', $caddy, 'run', '--config', "$dir/Caddyfile", '--adapter', 'caddyfile');
}
done_testing();
