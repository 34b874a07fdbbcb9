#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Sites that are edited at random: after every few edits the incremental build
# has left what a clean build of the same sources makes, byte for byte, and
# has said the same. The scripts of tests/incremental/cases/ come first: what
# was found so, or by hand (one whose comment starts "To do: " may fail). Replay.pm has the format.
#
#   STEPS=100000 SEED=7 ONLY=rich prove -v tests/run/edits.t
#   CASES=0: without the scripts of edits that went wrong
#
# makes more builds, of the site tests/incremental/sites/rich.txt alone. All
# follows from the seed. THEME=builtin leaves the sites without those templates
# that the built-in theme has. A script that fails is made as short as it gets
# within SHRINK seconds, shown, and kept in build/edits/.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Edits;
use Harness;
use Replay;
use Test::More;
use Time::HiRes qw(time);

my $STEPS  = $ENV{STEPS}  // ($ENV{SHORT} ? 30 : 240);
my $SEED   = $ENV{SEED}   // 1;
my $SHRINK = $ENV{SHRINK} // 60;
# The number of builds of one site, before another one starts with the next seed.
my $ROUND = $STEPS < 120 ? 10 : 40;

my $replay;

# Why a script fails, and after how many steps; '' if it doesn't.
sub trial {
    my (@steps) = @_;
    replay_clear($replay);
    for my $n (1 .. @steps) {
        my $wrong = replay_step($replay, $steps[$n - 1]);
        return ($wrong, $n) if $wrong;
    }
    return ('', scalar @steps);
}

# A script that forgets .crumb at another moment than the whole one finds its
# own files in its way: that is another failure.
sub kind_of {
    my ($wrong) = @_;
    my $kind = $wrong =~ /^((?:other|ends) \w+)/ ? $1 : 'files';
    return $wrong =~ /foreign-file/ ? "$kind, foreign" : $kind;
}

# After how many steps a script goes wrong in that way, or 0. What hangs on
# the moment gets a second chance.
sub fails {
    my ($kind, @steps) = @_;
    for (1 .. 2) {
        my ($wrong, $n) = trial(@steps);
        return $n if $wrong && kind_of($wrong) eq $kind;
    }
    return 0;
}

# Reduces @things while $fails stays true of the rest: leaves out halves, quarters
# and so on down to single things.
sub without_needless {
    my ($end, $fails, @things) = @_;
    for (my $size = @things >> 1 || 1; $size; $size >>= 1) {
        for (my $at = 0; $at < @things && time < $end;) {
            my @rest = @things;
            splice @rest, $at, $size;
            if   ($fails->(@rest)) { @things = @rest }
            else                   { $at += $size }
        }
    }
    return @things;
}

sub shrink {
    my ($kind, @steps) = @_;
    my $end = time + $SHRINK;
    my $n   = fails($kind, @steps) or return @steps;
    @steps = @steps[0 .. $n - 1];
    @steps = without_needless($end, sub { fails($kind, @_) }, @steps)
        for 1 .. 2;
    for my $step (@steps) {
        my $whole = $step->{text};
        my @lines = without_needless($end, sub {
            $step->{text} = join '', @_;
            return fails($kind, @steps);
        }, $whole =~ /.*\n/g);
        $step->{text} = join '', @lines;
    }
    return @steps;
}

sub report_failure {
    my ($name, $wrong, @steps) = @_;
    fail($name);
    diag($wrong);
    my @short = shrink(kind_of($wrong), @steps);
    ($wrong) = trial(@short);
    my $text = script_text(@short);
    my $path = "$TOP/build/edits/" . $name =~ s/\W+/-/gr . '.txt';
    spew($path, $wrong =~ s/^/# /mgr . "\n$text");
    diag("$text\nwhich is now $path:\n$wrong");
}

# One site, one seed, so many builds.
sub edit_site {
    my ($site, $seed, $builds) = @_;
    my $name   = "$site, seed $seed";
    my @steps  = grep { !edits_leave_out($_->{words}[1]) }
        script_read(slurp("$TESTS/incremental/sites/$site.txt"));
    my $edits  = edits_new($seed, @steps);
    my $failed = 0;
    my @next = (@steps, {words => ['build', '--now', $NOW], text => ''});
    my @done;
    replay_clear($replay);
    for (0 .. $builds) {
        for my $step (@next) {
            push @done, $step;
            my $wrong = replay_step($replay, $step);
            return report_failure("$name, step " . @done, $wrong, @done)
                if $wrong;
        }
        $failed += $replay->{status};
        @next = edits_next($edits, $replay->{status});
    }
    pass("$name: $builds builds, $failed with errors");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
$replay = replay_open();
for my $name (($ENV{CASES} // 1) ? texts('incremental/cases') : ()) {
    my $script = slurp("$TESTS/incremental/cases/$name.txt");
    my ($wrong) = trial(script_read($script));
    local our $TODO = $1 if $script =~ /\ATo do: (.*)/;
    is($wrong, '', $name);
}
my @sites = texts('incremental/sites');
my $builds = 0;
for (my $seed = $SEED; @sites && $builds < $STEPS; $seed++) {
    for my $site (@sites) {
        edit_site($site, $seed, $ROUND) if $builds < $STEPS;
        $builds += $ROUND;
    }
}
done_testing();
