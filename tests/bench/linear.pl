#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# linear.pl [NAME...]: what takes time that should grow as its input does
# (tests/run/Growth.pm), at one, two and four times a size: CPU seconds, and the
# second and third as multiples of the first. 2 and 4 are linear, 4 and 16 the
# square; where a case takes next to nothing they say little. Started by
# `make bench`.
#
#   CRUMB   the program (build/crumb)
#   ROUNDS  how often each thing is measured; the best counts (3)
#   MOST    seconds after which a build is given up (60)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../run";
use File::Temp ();
use Growth;
use Harness;

my $ROUNDS = $ENV{ROUNDS} // 3;
my $MOST   = $ENV{MOST}   // 60;
my $base   = -w '/dev/shm' ? '/dev/shm' : '/tmp';
my $dir    = File::Temp::tempdir('crumb-linear-XXXXXX', DIR => $base,
    CLEANUP => 1);

sub best {
    my @all = map { growth_time("$dir/site", $MOST) // return } 1 .. $ROUNDS;
    return (sort { $a <=> $b } @all)[0];
}

sub measure {
    my ($name) = @_;
    my @seconds;
    for my $times (1, 2, 4) {
        growth_write("$dir/site", $name, $times);
        push @seconds, best() // return @seconds;
    }
    return @seconds;
}

print "| | size | 1 | 2 | 4 | 2 / 1 | 4 / 1 |\n|---|---|---|---|---|---|---|\n";
for my $name (@ARGV ? @ARGV : sort keys %GROWTH) {
    my @seconds = measure($name);
    my @cells = map { $_ < @seconds ? sprintf '%.2f', $seconds[$_] : 'long' }
        0 .. 2;
    push @cells, map { $_ < @seconds && $seconds[0]
            ? sprintf '%.1f', $seconds[$_] / $seconds[0] : '' } 1, 2;
    print join(' | ', "| $name", $GROWTH{$name}[0], @cells), " |\n";
}
