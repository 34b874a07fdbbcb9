#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A .crumb/ that somebody else has made: a ledger with changes at random and a
# checksum that is right. crumb takes it or it doesn't; it does not crash, and
# writes nothing but the output and its own state, and a clean build heals.
#
#   FORGED=2000 SEED=1 prove -v tests/run/forged.t
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Replay;
use Test::More;

my $FORGED = $ENV{FORGED} // ($ENV{SHORT} ? 40 : 150);
my $SEED   = $ENV{SEED}   // 1;
my $forge  = ($ENV{OBJECTS} // 'build/release') . '/unit/forge';
$forge = "$TOP/$forge" unless $forge =~ m{^/};

my $DIR  = (-w '/dev/shm' && !$ENV{TMPDIR} ? replay_open()->{dir} : scratch());
my $SITE = "$DIR/parent/site";
my $KEPT = "$DIR/kept";
my $POST = "$SITE/content/baking/rye/index.md";

sub crumb {
    my ($command, @args) = @_;
    my @now = $command eq 'build' ? ('--now', $NOW) : ();
    return run({TZ => 'UTC'}, $CRUMB, $command, '-C', $SITE, @now, @args);
}

# All that crumb has no business with.
sub sources {
    my $all = tree("$DIR/parent");
    delete @$all{grep { m{^site/(?:public|\.crumb)/} } keys %$all};
    return $all;
}

sub restore {
    system 'rm', '-rf', "$SITE/.crumb", "$SITE/public";
    system('cp', '-a', "$KEPT/.crumb", "$KEPT/public", "$SITE/") == 0 or die $!;
}

sub trouble {
    my ($what, $status, $out, $error) = @_;
    my $bad = $status > 1 || $status < 0 || "$out$error" =~
        /runtime error|Sanitizer|out of memory/;
    return $bad ? "$what: status $status: $error\n" : '';
}

# One forged ledger, and what is done with it. A text that changed makes the
# build look into all of it.
sub try_seed {
    my ($seed, $sources) = @_;
    restore();
    my ($ledger) = glob "$SITE/.crumb/*.ledger";
    system($forge, $ledger, $seed) == 0 or return "forge fails on $seed";
    my $wrong = '';
    $wrong .= trouble('why', crumb('why'));
    $wrong .= trouble('why /', crumb('why', '/'));
    $wrong .= trouble('why post', crumb('why', 'content/baking/rye/index.md'))
        if $seed % 4 == 0;
    my @args = $seed % 3 == 0 ? '--hash-all' : ();
    utime undef, undef, $POST if $seed % 3 == 1;
    spew("$SITE/static/more.txt", "more\n") if $seed % 3 == 2;
    $wrong .= trouble('build', crumb('build', @args));
    $wrong .= trouble('next',  crumb('build'));
    unlink "$SITE/static/more.txt";
    $wrong .= difference(sources(), $sources);
    return $wrong;
}

my ($rich) = slurp("$TESTS/incremental/sites/rich.txt");
my $replay = {one => $SITE, other => "$DIR/other"};
for my $step (script_read($rich)) {
    my ($what, @words) = @{$step->{words}};
    spew("$SITE/$words[0]", $step->{text}) if $what eq 'write';
    spew("$SITE/$words[0]", png(@words[1 .. 3])) if $what eq 'image';
}
my ($status, $out, $error) = crumb('build');
is($status, 0, 'the site builds') or diag($error);
sleep 1; # what is as young as the ledger is read again
($status, $out, $error) = crumb('build', '--clean');
my $clean = tree("$SITE/public");
system 'mkdir', $KEPT;
system 'cp', '-a', "$SITE/.crumb", "$SITE/public", $KEPT;

# Of another program none would be believed.
my ($own) = glob "$SITE/.crumb/*.ledger";
is(system($forge, $own, 0), 0, 'a ledger is written once more');
($status, $out, $error) = crumb('why', '/');
is($status, 0, 'and believed') or diag($error);

my $sources = sources();
my @failed;
for my $seed ($SEED .. $SEED + $FORGED - 1) {
    my $wrong = try_seed($seed, $sources);
    push @failed, $seed if $wrong;
    diag("seed $seed: $wrong") if $wrong && @failed < 6;
}
is("@failed", '', "$FORGED forged ledgers");
($status, $out, $error) = crumb('build', '--clean');
is($status, 0, 'a clean build') or diag($error);
is(difference(tree("$SITE/public"), $clean), '', 'and all is as it was');
done_testing();
