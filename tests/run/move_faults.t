#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# crumb mv while one call goes wrong, each in turn (tests/faults/faults.c): the
# disk is full or broken there, or half of a write is done. Either all of the
# move is done, or every file of content/ is as it was. Killed, no file is torn
# or gone.
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

# What people see: what a broken disk keeps from being swept is hidden.
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

# Every file is the old one or the new one, and the post is somewhere.
sub torn {
    my ($got, $old, $new) = @_;
    my @torn = grep {
        $got->{$_} ne ($old->{$_} // '') && $got->{$_} ne ($new->{$_} // '')
            && $got->{$_} ne ($new->{'new/er/post.md'})
    } sort keys %$got;
    push @torn, 'the post is gone'
        unless $got->{'a/post.md'} || $got->{'new/er/post.md'};
    return join ' ', @torn;
}

sub check {
    my ($mode, $calls, $old, $new) = @_;
    my ($failed, @wrong) = 0;
    for my $at (1 .. $calls) {
        my ($status, $error, $got, $dir) = with_fault($mode, $at, '/dev/null');
        my $want = $status == 0 ? $new : $old;
        my $wrong = $mode eq 'kill' ? torn($got, $old, $new)
            : difference($got, $want);
        $wrong ||= 'says nothing' if $mode ne 'kill' && $status && !$error;
        $wrong ||= 'a folder is left' if $mode ne 'kill' && $mode ne 'io'
            && $status && -e "$dir/content/new";
        push @wrong, "call $at, status $status: $wrong\n$error" if $wrong;
        $failed += $status != 0;
    }
    is(join("\n", @wrong), '', "$mode: all or nothing");
    return if $mode eq 'short'; # what is left of a write is written
    cmp_ok($failed, '>', 0, "$mode: $failed of $calls fail");
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
my ($calls) = slurp($log) =~ /(\d+)/;
my $dir = scratch();
write_site($dir);
my $old = content($dir);
check($_, $calls, $old, $new) for qw(nospace io full short kill);
done_testing();
