#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb check --external`, against a server of our own. In a network of its own,
# where that can be had, this machine has a public address too.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Outside;
use Test::More;

my $public = '198.41.0.4';
my $setup = "PATH=\$PATH:/sbin:/usr/sbin; ip link set lo up && "
    . "ip addr add $public/32 dev lo";
if (!$ENV{OWN_NETWORK} && system("unshare -rn sh -c '$setup' 2>/dev/null") == 0) {
    @ENV{qw(OWN_NETWORK CRUMB)} = (1, $CRUMB);
    exec 'unshare', '-rn', 'sh', '-c', "$setup && exec \"\$@\"", 'sh', $^X, $0;
}

sub check {
    my ($dir, @args) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'check', '-C', $dir, '--now', $NOW, @args);
}

# A site of one post with these links.
sub site {
    my ($dir, @links) = @_;
    spew("$dir/site.yaml", "title: T\nurl: https://blog.test\n");
    spew("$dir/content/life/a.md", "---\ntitle: A\ndate: 2025-01-01\n---\n"
        . join "\n\n", map { "<a href=\"$_\">x</a>" } @links);
}

# The methods and paths that were asked for, sorted; when, on one port.
sub asked { return join ' ', sort $_[0] =~ m{^((?:HEAD|GET) .*)$}mg }
sub when { return $_[0] =~ m{^at (\S+) $_[1]$}mg }

sub check_external {
    my $dir = scratch();
    my ($child, @ports) = outside("$dir/log");
    plan skip_all => 'no server' unless $child;
    # The first port has more than one address.
    my @paths = qw(ok gone none busy down later private moved found);
    my @base = map { "http://127.0.0.1:$_" } @ports;
    my @links = ("$base[0]/ok#part", "$base[0]/nohead",
        map { "$base[$_]/$paths[$_]" } 0 .. $#paths);
    site("$dir/site", @links);
    my ($status, $out, $error) = check("$dir/site", '--external',
        '--include-private');
    if ($error =~ /built without libcurl/) {
        kill 'TERM', $child;
        waitpid $child, 0;
        diag('built without libcurl: outside links are not tested');
        return;
    }
    is($status, 0, 'outside links never fail the check');
    my @dead = $error =~ m{external-link\]: \S+/(\w+ answers \d+)$}mg;
    is_deeply([sort @dead], ['down answers 503', 'gone answers 410',
        'later answers 503', 'none answers 404'], 'the dead ones are named')
        or diag($error);
    is(() = $error =~ /moved-link\]/g, 1, 'the permanent redirect is named');
    like($error, qr{write \Q$base[7]\E/ok$}m, 'with where it leads to');
    like($error, qr{in content/life/a\.md:5:}, 'and the source');
    like($out, qr/^10 outside links, 10 of them asked for, 1 without a clear/m,
        'each address once');
    my $log = slurp("$dir/log");
    is(asked($log), 'GET /nohead GET /none HEAD /busy HEAD /busy HEAD /down '
        . 'HEAD /down HEAD /down HEAD /found HEAD /gone HEAD /later HEAD /moved '
        . 'HEAD /nohead HEAD /none HEAD /ok HEAD /ok HEAD /ok HEAD /private',
        'GET where HEAD is refused, and again what may be over soon');
    like($log, qr/^sent \d MB$/m, 'what GET would bring is not taken');
    my @at = when($log, $ports[0]);
    is(scalar(grep { $at[$_] - $at[$_ - 1] < 0.5 } 1 .. $#at), 0,
        'between the requests to a host is a pause');
    @at = when($log, $ports[4]);
    cmp_ok($at[1] - $at[0], '>=', 1, 'as long as it asks for');
    cmp_ok($at[2] - $at[1], '>=', 2, 'and longer each time');
    like($log, qr/^User-Agent: crumb/m, 'it says who asks');
    like(slurp("$dir/site/.crumb/links"), qr{^200 \d+ \Q$base[0]\E/ok$}m,
        'what is well is remembered');
    # One was asked more than a week ago, one less, one by a clock that was put back since.
    spew("$dir/site/.crumb/links", slurp("$dir/site/.crumb/links")
        =~ s{ (\d+) (?=\S+/busy)}{' ' . ($1 - 8 * 86_400) . ' '}er
        =~ s{ (\d+) (?=\S+/nohead)}{' ' . ($1 - 6 * 86_400) . ' '}er
        =~ s{ (\d+) (?=\S+/found)}{' ' . ($1 + 86_400) . ' '}er);
    unlink "$dir/log";
    site("$dir/site", grep { !/down/ } @links);
    my (undef, undef, $again) = check("$dir/site", '--external',
        '--include-private', '--strict');
    like($again, qr{moved-link\]: .*\n.*\n.* write \Q$base[7]\E/ok$}m,
        'the same is said from what is remembered');
    is(asked(slurp("$dir/log")), 'GET /none HEAD /busy HEAD /found HEAD /gone '
        . 'HEAD /later HEAD /none HEAD /ok HEAD /private', 'the rest is asked again');
    kill 'TERM', $child;
    waitpid $child, 0;
}

# A site with these links, checked; what was said, and what was asked for. In
# them PORT is the server's, PORT1 another of its ports.
sub check_links {
    my ($links, @options) = @_;
    my $dir = scratch();
    my ($child, @ports) = outside("$dir/log");
    spew("$dir/log", '');
    site("$dir/site", map { s/PORT(\d*)/$ports[$1 || 0]/r } @$links);
    my $proxy = "@options" =~ /private/ ? '' : "http://127.0.0.1:$ports[0]";
    my ($status, $out, $error) = run({http_proxy => $proxy},
        $CRUMB, 'check', '-C', "$dir/site", '--external', @options);
    kill 'TERM', $child;
    waitpid $child, 0;
    my $any = join '|', @ports;
    return ($error =~ s/:(?:$any)\b/:PORT/gr, slurp("$dir/log"), $out);
}

# More hosts than a process may have open files.
sub check_many {
    my $dir = scratch();
    my ($child, @ports) = outside("$dir/log", 90);
    site("$dir/site", map { "http://127.0.0.1:$_/kept" } @ports);
    my ($status, $out, $error) = run({TZ => 'UTC'}, 'sh', '-c',
        'ulimit -S -n 100; exec "$@"', 'sh', $CRUMB, 'check', '-C', "$dir/site",
        '--external', '--include-private');
    kill 'TERM', $child;
    waitpid $child, 0;
    return if $error =~ /without libcurl/;
    unlike($error, qr/external-link/, 'no host is left connected');
    like($out, qr/^90 outside links, 90 of them asked for$/m, 'all are asked');
}

# A library of that name with nothing of curl in it.
sub check_other_library {
    my $faults = $ENV{FAULTS} // "$TOP/build/release/faults.so";
    my $dir = scratch();
  SKIP: {
        skip 'the dynamic linker of Linux', 2 unless -e $faults && $^O eq 'linux';
        symlink $faults, "$dir/libcurl.so.4" or die;
        symlink $faults, "$dir/libcurl-gnutls.so.4" or die;
        site("$dir/site", 'http://127.0.0.1:1/');
        my ($status, $out, $error) = run({TZ => 'UTC', LD_LIBRARY_PATH => $dir},
            $CRUMB, 'check', '-C', "$dir/site", '--external', '--include-private');
        is($status, 0, 'a library that is another is none');
        like($error, qr/^outside links were not checked: there is no libcurl/m,
            'and it says so');
    }
}

sub check_private {
    my %is = ('127.0.0.1' => 'a loopback address', '0.0.0.0' => 'an unspecified address',
        '169.254.169.254' => 'a link-local address', '10.0.0.1' => 'a private address',
        '[::ffff:127.0.0.1]' => 'an IPv4-mapped address', '[::1]' => 'a loopback address',
        '[fe80::1]' => 'a link-local address', '100.64.0.1' => 'an address shared by a provider\'s customers');
    my @spelled = ('localhost', '127.1', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1');
    my @links = map { "http://$_:PORT/ok" } sort(keys %is), @spelled;
    my ($error, $log, $out) = check_links(\@links);
    return if $error =~ /built without libcurl/;
    is($log, '', 'nobody was asked, nor the proxy');
    my %why = $error =~ m{private-link\]: http://(\S+):PORT/ok was not asked for: \S+ is (.*)}g;
    is($why{$_}, $is{$_}, $_) for sort keys %is;
    # Which of both "localhost" is, is the machine's to say.
    ok($why{$_}, $_) for @spelled;
    like($error, qr/--include-private asks for it/, 'and how to ask');
    like($out, qr/^13 outside links, 0 of them asked for$/m, 'they are counted');

    ($error, $log) = check_links(['http://127.0.0.1:PORT/ok',
        'http://ann:geheim@127.0.0.1:PORT1/ok?1', '//eve@127.0.0.1:PORT/ok',
        'http://127.0.0.1:PORT2/secret'], '--include-private', '--base-url',
        'http://blog.test');
    my %asked = map { $_ => 1 } $log =~ m{^HEAD \S*?(/\S*)$}mg;
    is(join(' ', sort keys %asked), '/ok /ok?1 /secret', 'all are asked if told to');
    unlike($log, qr/Authorization|Cookie|Referer/i, 'without a name, password or cookie');
    my @told = $error =~ /link-password\]: .*: (\S+) was asked for/g;
    is("@told", 'http://127.0.0.1:PORT/ok?1 http://127.0.0.1:PORT/ok', 'those are named');
}

sub check_inward {
    my ($error, $log) = check_links(["http://$public:PORT/ok",
        "http://$public:PORT1/inward"]);
    my @asked = $log =~ m{^HEAD (/\S*)$}mg;
    is(join(' ', sort @asked), '/inward /ok', 'a public address is asked');
    like($error, qr{private-link\]: \S+/inward was not asked for: 127\.0\.0\.1 is},
        'and not where it leads to');
    is(() = $error =~ /warning/g, 1, 'nothing else is wrong') or diag($error);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check_external();
check_many();
check_other_library();
check_private();
$ENV{OWN_NETWORK} ? check_inward()
    : diag('no network of its own: redirects to loopback are not tested');
done_testing();
