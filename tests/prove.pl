#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Hands the tests that are wanted to prove: for `make test`, which says in VARIANT
# what to test.
#
#   ROOM=site         what tests/rooms.txt has for a room of src/, or several
#   ONLY=pagination   a case, wherever it is (tests/*/pagination), or the file
#                     of tests that is called so; run/why where it is both
#   JOBS=2            so many files at once
#   LIMIT=300         so many seconds for each
#   TMPDIR            where they work; in memory, if there is room
use strict;
use warnings;
use Cwd qw(getcwd);
use FindBin;
use lib "$FindBin::Bin/run";
use Harness ();    # which sets TMPDIR
use Rooms;

chdir "$FindBin::Bin/.." or die;
my $out = 'build/' . ($ENV{VARIANT} //= 'release');
my $top = getcwd();

sub fail { print STDERR "make test: @_\n"; exit 2 }

my @table = rooms();
my %known = map { $_->{name} => 1 } @table;
for my $row (@table) {
    fail("tests/rooms.txt has $row->{name}, which is not there")
        unless $row->{file};
}

sub of_room {
    my ($room) = @_;
    my @rooms = map { m{/([^/]+)$} } grep { -d } glob 'src/*';
    fail("there is no room src/$room; there are: @rooms")
        unless grep { $_ eq $room } @rooms;
    my @tests = grep { $_->{rooms}{$room} } @table;
    fail("nothing tests src/$room: give it a line in tests/rooms.txt")
        unless @tests;
    return @tests;
}

# The rows for a name, and the name of the case if it is one.
sub of_name {
    my ($name) = @_;
    my ($folder, $case) = $name =~ m{^(?:tests/)?(?:(.+)/)?([^/]+?)(?:\.t|\.txt|\.c)?$};
    my @cases = grep { (!defined $folder || $folder eq $_->{cases})
        && has_case($_, $case) } @table;
    return ($case, @cases) if @cases;
    my @files = grep { $_->{name} =~ m{(?:^|/)(?:test_)?\Q$case\E$}
        && $_->{name} =~ m{^\Q@{[$folder // '']}\E} } @table;
    fail("no case and no file of tests is called $name") unless @files;
    return (undef, @files);
}

my @wanted = @table;
delete $ENV{ONLY} if ($ENV{ONLY} // '') eq '';
if (($ENV{ROOM} // '') ne '') {
    my %seen;
    @wanted = grep { !$seen{$_->{name}}++ } map { of_room($_) }
        split /[\s,]+/, $ENV{ROOM};
}
if (defined $ENV{ONLY}) {
    (my $case, @wanted) = of_name($ENV{ONLY});
    delete $ENV{ONLY};
    $ENV{ONLY} = $case if defined $case;
}

$ENV{CRUMB}   = "$top/$out/crumb";
$ENV{OBJECTS} = $out;
$ENV{FUZZERS} = "$out/fuzz";
$ENV{FAULTS}  = "$top/$out/faults.so";
$ENV{PERL5LIB} = join ':', 'tests/run', $ENV{PERL5LIB} // ();
# Side by side is what a rule names; the others follow, one by one.
exec 'prove', qw(--quiet --merge --timer --formatter Report --exec),
    "$^X tests/run/limit.pl", '--jobs', $ENV{JOBS} || 1,
    (map { ('--rules', 'par=' . ($_->{alone} ? 'none' : $_->{file})) } @wanted),
    map { $_->{file} } @wanted
    or fail('prove is missing: run make deps test');
