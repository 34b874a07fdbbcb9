#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# crumb mv that is killed at a call, each in turn (tests/faults/faults.c), and a
# command that undoes what it left is killed too. Either all of the move is done,
# or every file of content/ is as it was, and nothing else is there.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";

sub write_site {
    my ($dir) = @_;
    spew("$dir/site.yaml", "title: S\nurl: https://rye.example\n");
    spew("$dir/content/a/post.md", "---\ntitle: P\n---\n[b](b.md)\n");
    spew("$dir/content/a/b.md", "# B\n\n[p](post.md)\n");
    spew("$dir/content/c/d.md", "# D\n\n[p](../a/post.md)\n");
}

sub move {
    my ($dir, %env) = @_;
    return run({TZ => 'UTC', %env}, $CRUMB, 'mv', '-C', $dir, 'a/post.md',
        'new/er/');
}

# The files that people see: leftovers that a broken disk keeps are hidden.
sub content {
    my ($dir) = @_;
    my $tree = tree("$dir/content");
    delete @$tree{grep { m{(^|/)\.[^/]*\.crumb-(new|old)$} } keys %$tree};
    return $tree;
}

sub with_fault {
    my ($mode, $at, $log) = @_;
    my $dir = scratch();
    write_site($dir);
    my ($status, $out, $error) = move($dir, LD_PRELOAD => $FAULTS,
        FAULT_MODE => $mode, FAULT_AT => $at, FAULT_LOG => $log);
    return ($status, $error, content($dir), $dir);
}

# All that is there, hidden files too.
sub all_or_nothing {
    my ($dir, $old, $new) = @_;
    my $all = tree("$dir/content");
    return '' if difference($all, $new) eq '';
    return difference($all, $old) || (-e "$dir/content/new" ? 'a folder' : '');
}

sub recover {
    my ($dir, %env) = @_;
    return run({TZ => 'UTC', %env}, $CRUMB, 'why', '-C', $dir);
}

sub check_killed {
    my ($calls, $old, $new) = @_;
    my (@wrong, %seen);
    for my $at (1 .. $calls) {
        my ($status, $error, $got, $dir) = with_fault('kill', $at, '/dev/null');
        my ($out, $said);
        ($status, $out, $said) = recover($dir);
        my $wrong = all_or_nothing($dir, $old, $new);
        push @wrong, "call $at: $wrong" if $wrong;
        $seen{$said =~ /^crumb: .* is undone$/m ? 'undone' : 'other'}++;
        ($status, $out, $error) = recover($dir);
        push @wrong, "call $at: twice: $error" if $error =~ /undone/;
    }
    is(join("\n", @wrong), '', 'kill: all or nothing');
    cmp_ok($seen{undone} // 0, '>', 5, 'kill: it is said');
}

# Killed, and then again while that is undone.
sub check_killed_twice {
    my ($calls, $old, $new) = @_;
    my @wrong;
    for my $at (map { 3 * $_ } 1 .. $calls / 3) {
        for my $then (1 .. 40) {
            my ($status, $error, $got, $dir) =
                with_fault('kill', $at, '/dev/null');
            recover($dir, LD_PRELOAD => $FAULTS, FAULT_MODE => 'kill',
                FAULT_AT => $then, FAULT_LOG => "$dir/reached");
            last if !-e "$dir/reached";
            recover($dir);
            my $wrong = all_or_nothing($dir, $old, $new);
            push @wrong, "call $at, then $then: $wrong" if $wrong;
        }
    }
    is(join("\n", @wrong), '', 'killed twice: all or nothing');
}

# Edits that people made after the kill stay.
sub check_changed {
    my ($calls, $old, $new) = @_;
    my (@wrong, $said);
    for my $at (1 .. $calls) {
        my ($status, $error, $got, $dir) = with_fault('kill', $at, '/dev/null');
        spew("$dir/content/c/d.md", "Mine.\n");
        my $out;
        ($status, $out, $error) = recover($dir);
        my $all = tree("$dir/content");
        my $mine = {'c/d.md' => "Mine.\n"};
        push @wrong, "call $at: " . difference($all, {%$old, %$mine})
            if difference($all, {%$old, %$mine}) && difference($all, {%$new,
            %$mine});
        $said ||= $error =~ m{content/c/d\.md was changed since};
    }
    is(join("\n", @wrong), '', 'changed since: it stays');
    ok($said, 'changed since: it is said');
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'faults are made on Linux'
    unless -e $FAULTS && $^O eq 'linux';
# Their runtimes must be the first library of all, and catch calls themselves.
plan skip_all => 'not with the address or thread sanitizer'
    if ($ENV{OBJECTS} // '') =~ /asan|tsan/;
my $log = scratch() . '/log';
my ($status, $error, $new) = with_fault('count', 0, $log);
is($status, 0, 'the post moves') or diag($error);
my %calls = map { split } split /\n/, slurp($log);
my $calls = 0;
$calls += $calls{$_} for qw(open write mkdir rename link unlink sync);
my $dir = scratch();
write_site($dir);
my $old = content($dir);
check_killed($calls, $old, $new);
check_killed_twice($calls, $old, $new);
check_changed($calls, $old, $new);
done_testing();
