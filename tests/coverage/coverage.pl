#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The lines that the tests entered, as gcov counted them in build/coverage: lines
# and branches for each room of src/, and the functions that were never entered.
# For `make coverage`.
use strict;
use warnings;
use FindBin;
use JSON::PP qw(decode_json);

chdir "$FindBin::Bin/../.." or die;
my (%lines, %branches, %functions);

# A header's code is in several objects, and counts once.
sub add {
    my ($file) = @_;
    my $path = $file->{file};
    return if $path !~ m{^src/};
    for my $line (@{$file->{lines}}) {
        my $at = "$path:$line->{line_number}";
        $lines{$at} += $line->{count};
        my $n = 0;
        $branches{$at . ' ' . $n++} += $_->{count} for @{$line->{branches}};
    }
    $functions{"$path:$_->{start_line}: $_->{name}"} += $_->{execution_count}
        for @{$file->{functions}};
}

sub share {
    my ($counts, $room) = @_;
    my @counts = map { $counts->{$_} } grep { m{^src/\Q$room\E} } keys %$counts;
    return @counts ? 100 * (grep { $_ } @counts) / @counts : 100;
}

my @notes = map { glob s{^src}{build/coverage}r . '/*.gcno' } glob 'src/* src/*/*';
open my $gcov, '-|', qw(gcov --json-format --stdout --branch-probabilities),
    @notes or die "gcov: $!";
while (my $json = <$gcov>) {
    add($_) for @{decode_json($json)->{files}};
}
my %rooms = map { m{^src/([^/]+/)} ? ($1 => 1) : () } keys %lines;
printf "\n%-8s%8s%10s\n", '', qw(lines branches);
printf "%-8s%7.1f%%%9.1f%%\n", $_ ? substr $_, 0, -1 : 'all',
    share(\%lines, $_), share(\%branches, $_) for sort(keys %rooms), '';
my @never = grep { !$functions{$_} } sort keys %functions;
print "\nno test enters:\n", map { "  $_\n" } @never if @never;
