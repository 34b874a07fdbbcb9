#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb check`. Each folder tests/check/CODE (or CODE.VARIANT) is a site with
# one thing that the check finds, and:
#
#   expected.txt   standard error, all of it
#   args           more options (--strict makes a warning status 1)
#   prepare        a shell script that runs in the copy of the site
#
# tests/check/good and good.* find nothing. One thread and eight say the same, and
# nothing is published. `ACCEPT=1` writes the expected.txt that are missing:
# read each one aloud.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use IO::Socket::INET;
use Test::More;

my @extra = qw(expected.txt args prepare);

sub check {
    my ($dir, $jobs, @args) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'check', '-C', $dir, '--now', $NOW,
        '--jobs', $jobs, @args);
}

sub check_case {
    my ($name) = @_;
    my $case = "$TESTS/check/$name";
    my $dir = scratch() . '/site';
    copy_tree($case, $dir, @extra);
    run({}, 'sh', '-c', "cd '$dir' && sh '$case/prepare'")
        if -e "$case/prepare";
    my @args = words_of("$case/args");
    my ($status, $out, $error) = check($dir, 1, @args);
    my ($status8, $out8, $error8) = check($dir, 8, @args);
    is($error8, $error, "$name: eight threads say what one does");
    ok(!-e "$dir/public/index.html", "$name: nothing is published");
    my ($code) = $name =~ /^([^.]+)/;
    my @codes = $error =~ /^(?:\S.*: )?(?:error|warning)\[([a-z0-9-]+)\]: /mg;
    my $bad = grep { /^error/ } $error =~ /^\S.*: ((?:error|warning))\[/mg;
    is($status, $bad || "@args" =~ /--strict/ ? 1 : 0, "$name: status");
    spew("$case/expected.txt", $error)
        if $ENV{ACCEPT} && !-e "$case/expected.txt";
    is($error, slurp("$case/expected.txt"), "$name: the text");
    return if $code eq 'good';
    ok(scalar(grep { $_ eq $code } @codes), "$name: $code is found");
    is_deeply([grep { $_ ne $code } @codes], [], "$name: and nothing else");
}

# This repository's own blog.
sub check_own {
    my $dir = scratch() . '/site';
    copy_tree("$TOP/$_", "$dir/$_") for grep { -d "$TOP/$_" }
        qw(content static templates data);
    spew("$dir/site.yaml", slurp("$TOP/site.yaml"));
    my ($status, $out, $error) = check($dir, 2, '--strict');
    is($error, '', 'this blog: nothing is found');
    is($status, 0, 'this blog: status');
    like($out, qr/^[1-9]\d* pages, [1-9]\d* links, .*: nothing is wrong, in /m,
        'this blog: it was looked at');
}

# --- outside links, against a server of our own ---

# Answers by path; a file per request tells what was asked for.
sub serve {
    my ($log) = @_;
    my $server = IO::Socket::INET->new(Listen => 20, ReuseAddr => 1,
        LocalAddr => '127.0.0.1', Proto => 'tcp') or return;
    my $port = $server->sockport;
    my $child = fork // die "fork: $!";
    return ($child, $port) if $child;
    alarm 120;
    my %seen;
    while (my $client = $server->accept) {
        my $line = <$client> // next;
        while (my $header = <$client>) {
            open my $file, '>>', $log or die;
            print $file $header if $header =~ /^User-Agent/;
            last if $header =~ /^\r?\n$/;
        }
        my ($method, $path) = $line =~ m{^(\S+) (\S+)} or next;
        open my $file, '>>', $log or die;
        print $file "$method $path\n";
        close $file;
        my $n = ++$seen{$path};
        my $answer =
              $path eq '/ok'      ? '200 OK'
            : $path eq '/gone'    ? '410 Gone'
            : $path eq '/nohead'  ? ($method eq 'HEAD' ? '405 No' : '200 OK')
            : $path eq '/busy'    ? ($n == 1
                ? "429 Wait\r\nRetry-After: 1" : '200 OK')
            : $path eq '/down'    ? "503 Down\r\nRetry-After: 1"
            : $path eq '/private' ? '401 No'
            : $path eq '/moved'   ? "301 Moved\r\nLocation: /ok"
            : $path eq '/found'   ? "302 Found\r\nLocation: /ok"
            :                       '404 Not Found';
        print $client "HTTP/1.1 $answer\r\nContent-Length: 0\r\n"
            . "Connection: close\r\n\r\n";
        close $client;
    }
    exit 0;
}

sub check_external {
    my $dir = scratch();
    my ($child, $port) = serve("$dir/log");
    plan skip_all => 'no server' unless $child;
    my $base = "http://127.0.0.1:$port";
    spew("$dir/site/site.yaml", "title: T\nurl: https://blog.test\n");
    spew("$dir/site/content/life/a.md", "---\ntitle: A\ndate: 2025-01-01\n"
        . "---\n" . join(' ', map { "[$_]($base/$_)" }
            'ok#part', qw(ok gone nohead busy down private moved found none))
        . "\n");
    my ($status, $out, $error) = check("$dir/site", 2, '--external');
    if ($error =~ /built without libcurl/) {
        kill 'TERM', $child;
        waitpid $child, 0;
        diag('built without libcurl: outside links are not tested');
        return;
    }
    is($status, 0, 'outside links never fail the check');
    my %said = $error =~ m{\[((?:external|moved)-link)\]: (.*)$}mg;
    my @dead = $error =~ m{external-link\]: \S+/(\w+ answers \d+)$}mg;
    is_deeply([sort @dead],
        ['down answers 503', 'gone answers 410', 'none answers 404'],
        'the dead ones are named') or diag($error);
    is(() = $error =~ /moved-link\]/g, 1, 'the permanent redirect is named');
    like($error, qr{write \Q$base\E/ok$}m, 'with where it leads to');
    like($error, qr{in content/life/a\.md:5:}, 'and the source');
    like($out, qr/^9 outside links, 9 of them asked for, 1 of which nothing/m,
        'each address once');
    my $log = slurp("$dir/log");
    is(() = $log =~ m{^\w+ /nohead$}mg, 2, 'GET where HEAD is refused');
    is(() = $log =~ m{^HEAD /down$}mg, 3, 'three tries of what is down');
    like($log, qr/^User-Agent: crumb/m, 'it says who asks');
    like(slurp("$dir/site/.crumb/links"), qr{^200 \d+ \Q$base\E/ok$}m,
        'what is well is remembered');
    unlink "$dir/log";
    my ($status2, $out2, $error2) = check("$dir/site", 2, '--external',
        '--strict');
    is($error2, $error, 'the same is said from what is remembered');
    my $again = slurp("$dir/log");
    unlike($again, qr{/(ok|nohead|busy|found)\b.*\n(?!.*)}, 'not asked again');
    unlike($again, qr{^HEAD /nohead$}m, 'nor HEAD of it');
    kill 'TERM', $child;
    waitpid $child, 0;
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my @cases = folders('check');
check_case($_) for @cases;
check_own()      unless $ENV{ONLY};
check_external() unless $ENV{ONLY};
done_testing();
