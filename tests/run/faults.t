#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Builds in which one call goes wrong: the disk is full or broken there, half
# of a write is done, or the program is killed (tests/faults/faults.c). The
# build fails, says where and why, and leaves what was published as it was,
# byte for byte; or it succeeds, and then all is as it should be. The next
# build is as if nothing had happened.
#
#   COUNT=n  so many calls of each kind of fault, at random (5)
#   SEED=n   which ones
#   ALL=1    every call
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use List::Util qw(shuffle);
use Test::More;

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";
my $COUNT  = $ENV{COUNT}  // ($ENV{SHORT} ? 2 : 5);
my @MODES  = qw(kill nospace io full short);

# Nothing here is to be waited for.

# Two states of a small site: posts that change, stay, come and go, a file
# that becomes a folder, static files, a template of its own.
sub write_site {
    my ($dir, $state) = @_;
    my $new = $state eq 'new';
    spew("$dir/site.yaml", "title: Faults\nurl: https://rye.example\n");
    spew("$dir/content/life/same.md",   "---\ntitle: Same\n---\nText.\n");
    spew("$dir/content/life/edited.md", "# Edited\n\n" . "$state " x 3000);
    spew("$dir/content/life/$state.md", "---\ntags: [$state]\n---\nText.\n");
    spew("$dir/content/$state/post.md", "A folder that comes or goes.\n");
    spew("$dir/content/about.md",       "# About\n\n[one](life/same.md)\n");
    spew("$dir/static/" . ($new ? 'place/file.txt' : 'place'), "A place.\n");
    spew("$dir/static/kept.txt", "Kept.\n");
    spew("$dir/templates/partials/own.html", "<p>Own.</p>\n");
}

sub build {
    my ($dir, %env) = @_;
    return run({TZ => 'UTC', %env}, $CRUMB, 'build', '-C', $dir, '--now', $NOW,
        '--jobs', 1);
}

my %CLEAN;    # the output of a clean build, by state
my %START;    # folders from which a build starts

sub prepare {
    for my $state (qw(old new)) {
        my $dir = scratch();
        write_site($dir, $state);
        my ($status, $out, $error) = build($dir);
        is($status, 0, "the $state state builds") or diag($error);
        $CLEAN{$state} = tree("$dir/public");
        $START{rebuild} = $dir if $state eq 'old';
    }
    system 'rm', '-rf', "$START{rebuild}/content", "$START{rebuild}/static";
    write_site($START{rebuild}, 'new');
    spew("$START{rebuild}/public/life/mine.txt", "Not crumb's.\n");
    $START{first} = scratch();
    write_site($START{first}, 'new');
    prepare_edit();
}

# One body in another place: a few files, which are waited for one by one.
sub prepare_edit {
    my $dir = $START{edit} = scratch();
    write_site($dir, 'new');
    spew("$dir/content/life/edited.md", "# Edited\n\n" . 'again ' x 3000);
    my ($status, $out, $error) = build($dir);
    is($status, 0, 'the edited state builds') or diag($error);
    $CLEAN{edit} = tree("$dir/public");
    write_site($dir, 'new');
}

# What has to be published before a build, and after it.
sub wanted {
    my ($start) = @_;
    return ({}, $CLEAN{new}) if $start eq 'first';
    return ($CLEAN{edit}, $CLEAN{new}) if $start eq 'edit';
    my @mine = ('life/mine.txt' => "Not crumb's.\n");
    return ({%{$CLEAN{old}}, @mine}, {%{$CLEAN{new}}, @mine});
}

# Files that are neither the old one nor the new one, all of it.
sub torn {
    my ($got, $old, $new) = @_;
    return join ' ', grep {
        $got->{$_} ne ($old->{$_} // '') && $got->{$_} ne ($new->{$_} // '')
    } sort keys %$got;
}

# What is wrong after a build with a fault; '' if nothing is.
sub complaint {
    my ($mode, $status, $error, $got, $old, $new) = @_;
    return torn($got, $old, $new) if $mode eq 'kill';
    return 'new: ' . difference($got, $new)
        if $status == 0 && difference($got, $new) ne '';
    return '' if $status == 0;
    return "status $status" if $status != 1 || $mode eq 'short';
    return "no error: $error" unless $error =~ /^\S+: error\[[a-z-]+\]: ./m;
    return "no cure: $error" if $error =~ /error\[output-f.*\n(?!  )/;
    return 'old: ' . difference($got, $old) if difference($got, $old) ne '';
    return '';
}

sub leftovers {
    my ($dir) = @_;
    return join ' ', grep { /stage|journal|\.new$/ } keys %{tree($dir)};
}

# One build with a fault and the next one. False: the fault was never reached.
sub check {
    my ($start, $mode, $at) = @_;
    my ($old, $new) = wanted($start);
    my $dir = scratch() . '/site';
    system 'cp', '-a', $START{$start}, $dir;
    my ($status, $out, $error) = build($dir, LD_PRELOAD => $FAULTS,
        FAULT_MODE => $mode, FAULT_AT => $at, FAULT_LOG => "$dir/reached");
    my $reached = -e "$dir/reached";
    my $wrong = complaint($mode, $status, $error, tree("$dir/public"), $old,
        $new);
    ($status, $out, $error) = build($dir);
    $wrong .= "next build: $error" if $status;
    $wrong .= difference(tree("$dir/public"), $new);
    $wrong .= leftovers($dir);
    system 'rm', '-rf', $dir;
    if ($reached && $wrong ne '') {
        is($wrong, '', "$start: $mode at call $at");
    }
    return $reached;
}

# How many calls there are, and how many writes among them.
sub count_calls {
    my ($start) = @_;
    my $dir = scratch() . '/site';
    system 'cp', '-a', $START{$start}, $dir;
    build($dir, LD_PRELOAD => $FAULTS, FAULT_MODE => 'count',
        FAULT_LOG => "$dir/calls");
    return split ' ', slurp("$dir/calls") // '0 0';
}

sub check_all {
    my ($start, $mode, $calls) = @_;
    my @at = shuffle(1 .. $calls);
    splice @at, $COUNT unless $ENV{ALL} || @at < $COUNT;
    my @reached = grep { check($start, $mode, $_) } sort { $a <=> $b } @at;
    ok(@reached > 0, "$start: $mode is reached");
    note("$start: $mode: " . @reached . " of $calls calls");
}

# What another version of a library would make of the same sources may differ.
sub check_versions {
    my $dir = scratch();
    write_site($dir, 'new');
    build($dir);
    for my $name (qw(yaml utf8proc cmark)) {
        build($dir);
        my ($status, $out) = run({}, $CRUMB, 'why', '-C', $dir);
        is($out, '', "$name: there was nothing to do");
        build($dir, LD_PRELOAD => $FAULTS, FAULT_VERSION => "$name=0.0");
        ($status, $out) = run({}, $CRUMB, 'why', '-C', $dir);
        like($out, qr/^index\.html: the settings or options changed$/m,
            "another $name: all is made anew");
        build($dir);
    }
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'no faults.so: calls are caught in the way of Linux only'
    unless -e $FAULTS && $^O eq 'linux';
# Their runtimes must be the first library of all, and catch calls themselves.
plan skip_all => 'not with the address or thread sanitizer'
    if ($ENV{OBJECTS} // '') =~ /asan|tsan/;
srand($ENV{SEED} // 1);
check_versions();
prepare();
for my $start (qw(first rebuild edit)) {
    my ($calls, $writes) = count_calls($start);
    check_all($start, $_, $_ eq 'short' ? $writes : $calls) for @MODES;
}
done_testing();
