#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A .crumb/ that a stranger has made: ledgers with random changes and a checksum
# that is right; manifests, journals and lists of deployed files that name other
# files. crumb accepts them or not; no command crashes, prints bytes that steer a
# terminal, or changes a file that is not its own; a clean build heals.
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

# In rsync's place: notes what it may remove, and copies nothing.
my $RULES = "$DIR/rules";
spew("$DIR/bin/rsync", <<"END");
#!/bin/sh
for word; do
    case \$word in
    "--filter=merge "*) cat "\${word#--filter=merge }" >> '$RULES' ;;
    esac
done
END
chmod 0755, "$DIR/bin/rsync";

sub crumb {
    my ($command, @args) = @_;
    my @now = $command =~ /^(?:build|check|deploy)$/ ? ('--now', $NOW) : ();
    my %environment = (TZ => 'UTC', HOME => $DIR, PATH => "$DIR/bin:$ENV{PATH}",
        DEPLOY => 'me@host:/var/www/blog/');
    return run(\%environment, $CRUMB, $command, '-C', $SITE, @now, @args);
}

# All that crumb has no business with; with a word, what not even commands that
# change posts have to do with.
sub sources {
    my ($posts) = @_;
    my $all = tree("$DIR/parent");
    my $own = $posts ? qr{public|\.crumb|templates|content(?!/\.)} : qr{public|\.crumb};
    delete @$all{grep { m{^site/(?:(?:$own)/|urls\.txt$)} } keys %$all};
    return $all;
}

my @OWN = qw(.crumb public content templates site.yaml);

sub restore {
    system 'rm', '-rf', map { "$SITE/$_" } @OWN;
    system('cp', '-a', (map { "$KEPT/$_" } @OWN), "$SITE/") == 0 or die $!;
}

sub trouble {
    my ($what, $status, $out, $error) = @_;
    my $bad = $status > 1 || $status < 0 || "$out$error" =~
        /runtime error|Sanitizer|out of memory|[\x00-\x09\x0b-\x1f\x7f]/;
    return $bad ? "$what: status $status: $out$error\n" : '';
}

# Runs the commands on one forged ledger. A changed text makes the build read all
# of it.
sub try_seed {
    my ($seed, $sources) = @_;
    restore();
    for my $ledger (glob "$SITE/.crumb/*.ledger") {
        system($forge, $ledger, $seed) == 0 or return "forge fails on $seed";
    }
    my $wrong = '';
    $wrong .= trouble('why', crumb('why'));
    $wrong .= trouble('why /', crumb('why', '/'));
    $wrong .= trouble('why post', crumb('why', 'content/baking/rye/index.md'))
        if $seed % 4 == 0;
    $wrong .= trouble('check', crumb('check')) if $seed % 4 == 1;
    my @args = $seed % 3 == 0 ? '--hash-all' : ();
    utime undef, undef, $POST if $seed % 3 == 1;
    spew("$SITE/static/more.txt", "more\n") if $seed % 3 == 2;
    $wrong .= trouble('build', crumb('build', @args));
    $wrong .= trouble('next',  crumb('build'));
    unlink "$SITE/static/more.txt";
    $wrong .= difference(sources(), $sources);
    return $wrong;
}

# --- files that name files ---

# Targets of forged paths: outside of the output and the site, hidden files, and
# files in the output that are not crumb's.
my @elsewhere = ('../outside.txt', '../../outside.txt', "$DIR/parent/outside.txt",
    '../site.yaml', '../.hidden/kept', '%2E%2E/.hidden/kept', 'mine/notes.txt',
    'mine', 'mine/notes.txt/x', 'mine/../../site.yaml', 'link/kept',
    'index.html/x', './index.html', '.crumb-stage/new/x', 'x%0A%1B[2K',
    '.hidden/kept', 'a/' x 3000 . 'x', '');

sub one_of { return $_[rand @_] }

# The hash of a published file that has the bytes of those that are to stay.
sub forge_manifest {
    my ($text) = @_;
    my ($first, @lines) = split /\n/, $text;
    pop @lines;
    my ($known) = map { /^(\S+ \S+) kept\.txt$/ } @lines;
    for (0 .. rand 6) {
        my $i = int rand @lines;
        my $what = int rand 5;
        my ($hash, $size, $path) = split / /, $lines[$i], 3;
        if ($what == 0) { splice @lines, $i, 1 }
        elsif ($what == 1) { $lines[$i] = "$hash $size " . one_of(@elsewhere) }
        elsif ($what == 2) { $lines[$i] = "$hash 18446744073709551615 $path" }
        else { push @lines, "$known " . one_of(@elsewhere) }
    }
    my %lines = map { (split / /, $_, 3)[2] => $_ } @lines;
    @lines = @lines{sort keys %lines} if rand > 0.1;
    my $count = @lines + (rand > 0.1 ? 0 : int rand 3);
    return join "\n", $first, @lines, "end $count", '';
}

sub forge_deployed {
    my ($text) = @_;
    my @odd = ('- /', '!', "a\n+ /x", 'other/', "x\e[2K", '*', '[a]/**');
    return $text . join '', map { one_of(@elsewhere, @odd) . "\0" } 0 .. rand 6;
}

my %forge = (
    manifest => \&forge_manifest,
    journal  => \&forge_manifest,
    deployed => \&forge_deployed,
);

# Where a manifest is forged most builds fail: a deploy has the list alone.
sub forge_texts {
    my ($seed, $deploys) = @_;
    srand $seed;
    for my $manifest ($deploys ? () : glob "$SITE/.crumb/*.manifest") {
        my $text = slurp($manifest);
        spew($manifest, $forge{manifest}->($text));
        spew($manifest =~ s/manifest$/journal/r, $forge{journal}->($text))
            if $seed % 3 == 0;
    }
    for my $list (glob "$SITE/.crumb/deployed-*") {
        spew($list, $forge{deployed}->(slurp($list)));
    }
    system $forge, "$SITE/.crumb/edit.journal", $seed if $seed % 2 == 0;
}

my @commands = (
    ['clean'], ['check'], ['deploy', '--dry-run'], ['deploy'],
    ['mv', 'about.md', 'life/'], ['publish', 'networking/lab/draft.md'],
    ['new', 'life', 'A post'], ['eject', 'archive.html'], ['why'], ['build'],
);

# No rule lets rsync remove a thing but a path below the destination.
sub bad_rules {
    my @bad = grep { !m{^R /[^/]}s || m{(?:^|/)\.\.?(?:/|\z)}s }
        split /\0/, slurp($RULES) // '';
    unlink $RULES;
    return @bad ? "rules: @bad\n" : '';
}

sub try_texts {
    my ($seed, $outside) = @_;
    restore();
    spew("$SITE/public/mine/notes.txt", "not crumb's\n");
    symlink '../.hidden', "$SITE/public/link";
    my @command = @{$commands[$seed / 2 % @commands]};
    forge_texts($seed, $command[0] eq 'deploy');
    my $wrong = trouble("@command", crumb(@command));
    $wrong .= trouble('the build after it', crumb('build'));
    $wrong .= bad_rules();
    $wrong .= "mine/notes.txt is gone\n"
        if (slurp("$SITE/public/mine/notes.txt") // '') ne "not crumb's\n";
    # A journal of moves may undo what it likes in the site.
    my $now = sources(1);
    delete $$now{'site/site.yaml'}, delete $$outside{'site/site.yaml'}
        if $seed % 2 == 0;
    $wrong .= difference($now, $outside);
    return $wrong;
}

# --- all of it ---

my ($rich) = slurp("$TESTS/incremental/sites/rich.txt");
my $replay = {one => $SITE, other => "$DIR/other"};
for my $step (script_read($rich)) {
    my ($what, @words) = @{$step->{words}};
    # crumb deploys no site whose url is an example.
    $step->{text} =~ s{^url: https://example\.org}{url: https://rye.example}m;
    spew("$SITE/$words[0]", $step->{text}) if $what eq 'write';
    spew("$SITE/$words[0]", png(@words[1 .. 3])) if $what eq 'image';
}
# The forged paths lead to files with the bytes of a published one.
spew("$SITE/static/kept.txt", "kept\n");
spew($_, "kept\n") for "$DIR/parent/outside.txt", "$SITE/.hidden/kept",
    "$SITE/content/.hidden/kept";
my ($status, $out, $error) = crumb('build');
is($status, 0, 'the site builds') or diag($error);
is((crumb('deploy'))[0], 0, 'is deployed');
is((crumb('check'))[0] & ~1, 0, 'and checked');
sleep 1; # files as young as the ledger are read again
($status, $out, $error) = crumb('build', '--clean');
my $clean = tree("$SITE/public");
system 'mkdir', $KEPT;
system 'cp', '-a', (map { "$SITE/$_" } @OWN), $KEPT;

# Of another program none would be believed.
is(system($forge, $_, 0), 0, 'a ledger is written once more')
    for glob "$SITE/.crumb/*.ledger";
($status, $out, $error) = crumb('why', '/');
is($status, 0, 'and believed') or diag($error);

# Memory is asked for by the bytes that are there.
for my $count ('sets=4294967295', 'keys=4294967295', 'sets=18446744073709551615') {
    restore();
    system($forge, $_, $count) for glob "$SITE/.crumb/*.ledger";
    is(trouble('why', crumb('why', '/')) . trouble('build', crumb('build')), '',
        "a ledger with $count");
}

my $sources = sources();
my @failed;
for my $seed ($SEED .. $SEED + $FORGED - 1) {
    my $wrong = try_seed($seed, $sources);
    push @failed, "$seed: $wrong" if $wrong && @failed < 6;
}
is("@failed", '', "$FORGED forged ledgers");

my $outside = sources(1);
my $texts = int($FORGED / 3);
@failed = ();
for my $seed ($SEED .. $SEED + $texts - 1) {
    my $wrong = try_texts($seed, {%$outside});
    push @failed, "$seed: $wrong" if $wrong && @failed < 6;
}
is("@failed", '', "$texts forged manifests, journals and lists");
restore();
($status, $out, $error) = crumb('build', '--clean');
is($status, 0, 'a clean build') or diag($error);
is(difference(tree("$SITE/public"), $clean), '', 'and all is as it was');
done_testing();
