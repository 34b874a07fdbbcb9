#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# tests/rooms.txt: every room of src/ has tests, every file of tests has a line,
# and every line a file.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../run";
use Rooms;

chdir "$FindBin::Bin/../.." or die;
my $bad = 0;
sub complain { print 'tests/rooms.txt: ', @_, "\n"; $bad = 1 }

my %rooms = map { m{/([^/]+)$} ? ($1 => 0) : () } grep { -d } glob 'src/*';
for my $row (rooms()) {
    complain("give $row->{name} a line") if $row->{new};
    complain("$row->{name} is not there") unless $row->{file};
    for my $room (keys %{$row->{rooms}}) {
        complain("$row->{name} tests $room, but there is no src/$room")
            unless exists $rooms{$room};
        $rooms{$room}++;
    }
}
complain("nothing tests src/$_") for grep { !$rooms{$_} } sort keys %rooms;
exit $bad;
