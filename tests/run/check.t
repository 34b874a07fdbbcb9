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
    return diag("$name: built without libcurl") if $error =~ /without libcurl/;
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

# Thirty libraries come with libcurl: no other command waits for them.
sub check_loaded {
    my ($status, $out) = run({LD_TRACE_LOADED_OBJECTS => 1}, $CRUMB, '--version');
    SKIP: {
        skip 'what is loaded is told in the way of glibc only', 1
            unless $out =~ /libyaml/;
        unlike($out, qr/libcurl/, 'libcurl is not loaded at the start');
    }
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

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my @cases = folders('check');
check_case($_) for @cases;
check_own() unless $ENV{ONLY};
done_testing();
