#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `make test` itself (tests/prove.pl), in a small repository with files of tests
# that fail in each way there is: which are run for a room or a name, what the
# end says of them, and that no process and no file stays.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;
use Time::HiRes qw(sleep time);

plan skip_all => 'once is enough' if $ENV{SHORT};
my $top = scratch() . '/ein Häuschen';
my $work = scratch();
copy_tree("$TESTS/run", "$top/tests/run");
unlink glob "$top/tests/run/*.t";
spew("$top/tests/prove.pl", slurp("$TESTS/prove.pl"));
spew("$top/src/$_/x.c", '') for qw(hall attic);
spew("$top/tests/sites/$_.txt", '') for qw(one two);

my %tests = (
    sites  => 'is("a\nb\nc", "a\nB\nc", "$_: text") for '
        . 'grep { !$ENV{ONLY} || $_ eq $ENV{ONLY} } qw(one two)',
    good   => 'ok 1; like $ENV{TMPDIR}, qr{^\Q$ENV{WORK}\E/}; '
        . 'open my $f, ">", "$ENV{TMPDIR}/left"; ok -e "$ENV{TMPDIR}/left"',
    skips  => 'SKIP: { skip "no moon", 1 }',
    dies   => 'ok 1, "before"; kill SEGV => $$',
    hangs  => 'ok 1, "asleep"; symlink $$, $ENV{PID} if $ENV{PID}; sleep 60',
    short  => 'plan tests => 3; ok 1, "only"; exit 0',
    leaves => 'ok 1; system "sleep 60 &"',
    last   => 'is join(" ", sort map { m{([^/]+)$} } '
        . 'glob "$ENV{WORK}/*"), $ENV{TMPDIR} =~ s{.*/}{}r, "alone"',
);
spew("$top/tests/run/$_.t", "use Test::More; $tests{$_}; done_testing;\n")
    for keys %tests;
my $table = join '', map { "run/$_ hall" . ($_ eq 'last' ? " alone\n" : "\n") }
    'last', grep { $_ ne 'last' } sort keys %tests;
spew("$top/tests/rooms.txt", $table);

sub suite {
    my (%environment) = @_;
    my ($status, $out, $error) = run({ROOM => '', ONLY => '', EXCEPT => '',
        JOBS => 3, VARIANT => 'release', TMPDIR => $work, WORK => $work, LIMIT => 2,
        PERL5LIB => '', %environment}, $^X, "$top/tests/prove.pl");
    is_deeply([glob "$work/*"], [], 'no file stays');
    return ($status, $out . $error);
}

sub says {
    my ($said, @lines) = @_;
    my $text = join "\n", map { "    $_" } @lines;
    ok(index($said, "$text\n") >= 0, $lines[0]) or diag($said);
}

# --- which cases run ---

my ($status, $said) = suite(ROOM => 'attic');
is($status, 2, 'a room without tests is an error');
like($said, qr{nothing tests src/attic: give it a line in tests/rooms.txt},
    'and says so');
($status, $said) = suite(ROOM => 'cellar');
is($status, 2, 'so is one that is not there');
like($said, qr{no room src/cellar; there are: attic hall}, 'but others are');
($status, $said) = suite(ONLY => 'threee');
is($status, 2, 'no test of a name is an error');
like($said, qr/no case and no file of tests is called threee/, 'and says so');
($status, $said) = suite(ONLY => 'good');
is($status, 0, 'a file of tests') or diag($said);
like($said, qr/^Files=1, Tests=3,/m, 'alone');
($status, $said) = suite(ONLY => 'run/good run/sites', EXCEPT => 'sites');
is($status, 0, 'a file that is left out') or diag($said);
like($said, qr/^Files=1, Tests=3,/m, 'beside one that is not');
($status, $said) = suite(ONLY => 'good', EXCEPT => 'run');
is($status, 2, 'nothing to run is an error');
spew("$top/tests/rooms.txt", $table . "run/good attic\n" =~ s/hall//r);
($status, $said) = suite(ROOM => 'attic');
like($said, qr/^Files=1, Tests=3,/m, 'a room');
spew("$top/tests/rooms.txt", $table =~ s/^run\/good.*\n//mr);
($status, $said) = suite(ONLY => 'good');
is($status, 0, 'a file that the table has not');
spew("$top/tests/rooms.txt", $table);

# --- the report ---

($status, $said) = suite(ONLY => 'two');
is($status, 1, 'a case that fails');
like($said, qr{^Failed: tests/run/sites.t: two: text$}m, 'is named');
says($said, 'from line 2 on:', 'expected: B', '     got: b',
    'make test ONLY=sites/two');
($status, $said) = suite(VARIANT => 'asan', ONLY => 'sites');
is($status, 1, 'two of them');
says($said, 'make test-asan ONLY=sites/one');

($status, $said) = suite();
is($status, 1, 'all of it');
like($said, qr/^Failed: tests\/run\/$_\.t$/m, "$_.t is named")
    for qw(dies hangs short leaves);
says($said, 'died of signal 11', 'make test ONLY=run/dies');
like($said, qr/ends without a plan, after 1 tests, .* after "before"$/m,
    'and what it did last');
says($said, 'no end after 2 seconds (LIMIT=2)', 'make test ONLY=run/hangs');
like($said, qr/plans 3 tests and runs 1, .* after "only"$/m, 'a plan');
says($said, 'left behind: sleep 60', 'make test ONLY=run/leaves');
like($said, qr{^Skipped:\n  tests/run/skips\.t: no moon }m, 'what is skipped');
unlike($said, qr{^Failed: tests/run/(?:good|last)\.t}m, 'the rest is well');
like($said, qr/^Files=8, .*\nResult: FAIL\n/m, 'the closing lines of prove');

# --- interrupted ---

sub there { return scalar(my @all = glob "$work/*") }

my $child = fork // die "fork: $!";
if (!$child) {
    @ENV{qw(ROOM ONLY LIMIT TMPDIR VARIANT PID)}
        = ('', 'hangs', 60, $work, 'release', "$top/pid");
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    exec $^X, "$top/tests/prove.pl";
}
my $end = time + 20;
sleep 0.05 until readlink "$top/pid" || time > $end;
my $asleep = readlink "$top/pid";
kill 'TERM', $child;
waitpid $child, 0;
sleep 0.05 while there() && time < $end;
is(there(), 0, 'interrupted, no file stays');
ok($asleep && !kill(0, $asleep), 'and no process');
done_testing();
