#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Hands the tests that are wanted to prove: for `make test`, which says in VARIANT
# what to test.
#
#   ROOM=site         what tests/rooms.txt has for a room of src/, or several
#   ONLY=pagination   a case, wherever it is (tests/*/pagination), or a file of
#                     tests or folder of such, or several; run/why if it is both
#   EXCEPT=unit       files of tests or folders of such that are left out
#   JOBS=2            so many files at once; of a room twice as many, for half of
#                     their time they wait
#   LIMIT=300         so many seconds for each
#   FIRST=1           the quick ones first, and no more after one that failed
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

# The rows for a file of tests or a folder of such.
sub files_of {
    my ($name) = @_;
    return grep { "$_->{name}/" =~ m{(?:^|/)(?:test_)?\Q$name\E/}
        || $name eq $_->{file} } @table;
}

my %cases;

# The rows for a name: those that have such a case, or files.
sub of_name {
    my ($name) = @_;
    $name =~ s{^tests/|\.(?:t|txt|c)$}{}g;
    my ($folder, $case) = $name =~ m{^(?:(.+)/)?([^/]+)$};
    my @cases = grep { (!defined $folder || $folder eq $_->{cases})
        && has_case($_, $case) } @table;
    $cases{$case} = 1 if @cases;
    my @files = files_of($name);
    fail("no case and no file of tests is called $name") unless @cases || @files;
    return @cases ? @cases : @files;
}

my @wanted = @table;
sub unique { my %seen; return grep { !$seen{$_->{name}}++ } @_ }

my ($room, $only, $except) =
    map { delete $ENV{$_} // '' } qw(ROOM ONLY EXCEPT);
@wanted = unique(map { of_room($_) } split /[\s,]+/, $room) if $room ne '';
@wanted = unique(map { of_name($_) } split /[\s,]+/, $only) if $only ne '';
my ($case, @more) = keys %cases;
my %without = map { $_->{name} => 1 } map { files_of($_) } split /[\s,]+/, $except;
@wanted = grep { !$without{$_->{name}} } @wanted;
fail("nothing is left to run") unless @wanted;
fail("one case, or files of tests: say run/NAME for those of: $only")
    if @more || ($case && $only =~ /[\s,]/);
$ENV{ONLY} = $case if $case;
@wanted = reverse @wanted if $ENV{FIRST};

$ENV{CRUMB}   = "$top/$out/crumb";
$ENV{OBJECTS} = $out;
$ENV{FUZZERS} = "$out/fuzz";
$ENV{FAULTS}  = "$top/$out/faults.so";
$ENV{ASAN_OPTIONS} //= 'handle_sigill=1';    # says where the trap is
$ENV{MALLOC_PERTURB_} //= 165;    # memory that was given back holds no text any more
$ENV{PERL5LIB} = join ':', 'tests/run', $ENV{PERL5LIB} // ();
# Side by side is what a rule names; the others follow, one by one.
exec 'prove', qw(--quiet --merge --timer --formatter Report --exec),
    "$^X tests/run/limit.pl", '--jobs', ($ENV{JOBS} || 1) * ($room eq '' ? 1 : 2),
    (map { ('--rules', 'par=' . ($_->{alone} ? 'none' : $_->{file})) } @wanted),
    map { $_->{file} } @wanted
    or fail('prove is missing: run make deps test');
