#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The sites of edits.t, edited at random under `crumb serve`, while `crumb build`
# is run by hand in the same folder, some of it at the same time: after every few
# edits the one answers at each address what clean builds of the same sources make,
# and the other has made it, byte for byte; at the end both still run, and no lock
# is left. COUNT=200 SEED=7 ONLY=rich: more of them, or of one site alone.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Edits;
use Harness;
use POSIX ();
use Preview;
use Replay;
use Test::More;

my $COUNT = $ENV{COUNT} // ($ENV{SHORT} ? 4 : 6);    # of each site
my $SEED  = $ENV{SEED}  // 1;

my $replay = replay_open();
my ($one, $other) = @$replay{qw(one other)};

sub build {
    my ($dir, @options) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW,
        '--no-sync', @options);
}

# While edits go on.
sub build_meanwhile {
    my $child = fork // die "fork: $!";
    return $child if $child;
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    exec {$CRUMB} $CRUMB, 'build', '-C', $one, '--now', $NOW, '--no-sync'
        or POSIX::_exit(127);
}

# Returns whether the sources have an error, and errors of the answers.
sub look {
    my ($preview) = @_;
    my ($files) = clean_build($preview, $other);
    my $wrong = $files ? settled($preview, $files) : '';
    my ($status, undef, $error) = build($one);
    my ($clean) = build($other, '--clean');
    $wrong .= "build ends with $status, a clean one with $clean\n$error"
        if $status != $clean;
    $wrong .= compare_trees("$one/public", "$other/public") if !$status;
    return (!$files || $status, $wrong);
}

# .crumb/ stays: what the preview has made it makes again when something is edited.
sub apply {
    my ($step) = @_;
    replay_files($replay, $step) unless "@{$step->{words}}" eq 'remove .crumb';
}

sub edit_under_preview {
    my ($site) = @_;
    my @steps = script_read(slurp("$TESTS/incremental/sites/$site.txt"));
    my $edits = edits_new($SEED, @steps);
    replay_clear($replay);
    apply($_) for @steps;
    my $preview = serve($one, '--now', $NOW);
    my $failed  = 0;
    for my $n (1 .. $COUNT) {
        my $child = $n % 3 ? 0 : build_meanwhile();
        apply($_) for edits_next($edits, $failed);
        if ($child) {
            waitpid $child, 0;
            ok($? == 0 || $? == 256, "$site, step $n: a build beside it ends")
                or diag $?;
        }
        ($failed, my $wrong) = look($preview);
        is($wrong, '', "$site, seed $SEED, step $n") or last;
    }
    is(serve_stop($preview), 0, "$site: its end");
    is_deeply([grep { /\.(?:stage|journal)$/ } glob "$one/.crumb/*"], [],
        "$site: nothing is left behind");
    my $again = serve($one, '--now', $NOW);
    is(serve_stop($again), 0, "$site: and again");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
edit_under_preview($_) for texts('incremental/sites');
done_testing();
