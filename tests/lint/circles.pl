#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A header and its .c are one unit. Units don't include each other around.
use strict;
use warnings;
use File::Find;
use FindBin;

chdir "$FindBin::Bin/../../src" or die;

my %includes;
find({no_chdir => 1, wanted => sub {
    my ($unit) = m{^\./(.*)\.[ch]$} or return;
    open my $in, '<', $_ or die "$_: $!";
    while (<$in>) {
        $includes{$unit}{$1} = 1 if /^\s*#\s*include\s*"(.*)\.h"/;
    }
}}, '.');

# All that a unit leads to.
sub reached {
    my ($from) = @_;
    my (%seen, @left);
    @left = keys %{$includes{$from}};
    while (defined(my $unit = pop @left)) {
        push @left, keys %{$includes{$unit} || {}} unless $seen{$unit}++;
    }
    return \%seen;
}

my %reached = map { $_ => reached($_) } keys %includes;
my ($bad, %told) = (0);
for my $unit (sort keys %includes) {
    my @circle = grep { $_ eq $unit || ($reached{$unit}{$_}
        && $reached{$_}{$unit}) } sort keys %includes;
    my $circle = "@circle";
    next if @circle < 2 || $told{$circle}++;
    print "these include each other around: $circle\n";
    $bad = 1;
}
exit $bad;
