#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb check`. Each archive tests/check/CODE.txt (or CODE.VARIANT.txt; Archive.pm)
# is a site with one thing that the check finds, and:
#
#   expected.txt   standard error, all of it
#   args           more options (--strict makes a warning status 1)
#
# tests/check/good and good.* find nothing. One thread and eight say the same, and
# nothing is published. `ACCEPT=1` writes expected.txt into the archive: read each
# one aloud.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

my $TSAN = ($ENV{OBJECTS} // '') =~ /tsan/;

sub check {
    my ($dir, $jobs, @args) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'check', '-C', $dir, '--now', $NOW,
        '--jobs', $jobs, @args);
}

sub check_case {
    my ($name) = @_;
    my ($case, @site) = case_parts("check/$name", qw(expected.txt args));
    my $dir = scratch() . '/site';
    archive_unpack($dir, @site);
    my @args = split ' ', $case->{args} // '';
    my ($status, $out, $error) = check($dir, 8, @args);
    return diag("$name: built without $1") if $error =~ /built without (lib\w+)/;
    # With one thread the thread sanitizer has nothing to find.
    my (undef, undef, $alone) = $TSAN ? (0, '', $error) : check($dir, 1, @args);
    is($alone, $error, "$name: one thread says what eight do");
    ok(!-e "$dir/public/index.html", "$name: nothing is published");
    my ($code) = $name =~ /^([^.]+)/;
    my @codes = $error =~ /^(?:\S.*: )?(?:error|warning|hint)\[([a-z0-9-]+)\]: /mg;
    my $bad = grep { /^error/ } $error =~ /^\S.*: ((?:error|warning))\[/mg;
    is($status, $bad || "@args" =~ /--strict/ ? 1 : 0, "$name: status");
    case_set("check/$name", 'expected.txt', $error) if $ENV{ACCEPT};
    is($error, $case->{'expected.txt'}, "$name: the text") unless $ENV{ACCEPT};
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
    like($out, qr/^[1-9]\d* pages, [1-9]\d* links, .*: nothing is wrong, (?:\d+ hints: --hints shows them, )?in /m,
        'this blog: it was looked at');
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check_case($_) for texts('check');
check_own() unless $ENV{ONLY};
done_testing();
