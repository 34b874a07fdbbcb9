#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb check` of sites that are edited at random finds the same as a check of a
# new copy of the site: before the build of an edit, when it makes a site of its
# own, and after it, of the published one. Replay.pm says what a step is.
#
#   STEPS=2000 SEED=7 ONLY=rich prove -v tests/run/check_edits.t
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Edits;
use Harness;
use Replay;
use Test::More;

my $STEPS = $ENV{STEPS} // ($ENV{SHORT} ? 24 : 120);
my $SEED  = $ENV{SEED}  // 1;
my $ROUND = $STEPS < 120 ? 8 : 20;

# --- edits that a check finds something in ---

# Parts of posts; {} is the number of a post.
my @PIECES = (
    '<a href="/zcheck/p{}/">a post, or none</a>',
    '<a href="/zcheck/p{}/#there">a part</a> <a href="../p{}/#part">too</a>',
    '<a href="#there">below</a> <a href="#nowhere">nowhere</a>',
    '<p id="there">x</p>', '<p id="there">twice</p><p id="there"></p>',
    '<a name="part"></a>', '<a href="https://example.org/gone/">gone</a>',
    '<img src="/one{}.png"> <img src="two.png" alt="">',
    'http://localhost:4000/ and /home/ana/site', 'password: hunter2x',
    '<a href="http://localhost/{}">mine</a>', 'The first draft of number {}.',
    'Names: data{}.bin and data{}.bin.gz', '<a href="/files/data{}.bin">x</a>',
    '<script src="http://cdn.example/x{}.js"></script>',
    '<a href="mailto:ann@example.org">ann</a> <a href="/d{}/">a draft?</a>',
    "## There\n\n[up](#there)", '<a href="/%7Bnone%7D/?q=1#x">none</a>',
);

sub post {
    my ($edits) = @_;
    my $n     = sub { Edits::below($edits, 4) };
    my $draft = Edits::below($edits, 2) ? '' : "draft: true\n";
    my $title = $draft ? 'The first draft of number ' . $n->() : 'P ' . $n->();
    my @body  = map { Edits::pick($edits, @PIECES) =~ s/\{\}/$n->()/ger }
        0 .. Edits::below($edits, 4);
    my $recipe = Edits::below($edits, 6) ? '' : "recipe: {serves: 4}\n";
    return ("content/zcheck/p" . $n->() . '.md',
        "---\ntitle: $title\ndate: 2025-01-0" . (1 + $n->()) . "\n$draft$recipe"
            . "---\n" . join("\n\n", @body) . "\n");
}

# All of it in one post, and a draft that it leads to: each is met at least once.
sub first_posts {
    my $head = "date: 2025-01-01\n";
    return map { {words => ['write', "content/zcheck/$_->[0].md"], text => $_->[1]} }
        ['p0', "---\ntitle: P 0\n$head---\n" . join("\n\n", @PIECES) =~ s/\{\}/1/gr . "\n"],
        ['p1', "---\ntitle: The first draft of number 1\n${head}draft: true\n---\nOne.\n"];
}

sub own_edit {
    my ($edits) = @_;
    my $n = Edits::below($edits, 4);
    my $what = Edits::below($edits, 8);
    return {words => ['write', 'content/zcheck/_index.md'],
        text => "---\ntitle: Z $n\n---\n" . Edits::pick($edits, @PIECES)}
        if $what == 0;
    return {words => ['write', 'static/files/data' . $n
        . Edits::pick($edits, '.bin', '.bin.gz', '.js')],
        text => 'x' x $n . Edits::pick($edits, 'data1.bin', 'data2.bin', '')}
        if $what < 3;
    return {words => ['remove', Edits::pick($edits, "content/zcheck/p$n.md",
        "static/files/data$n.bin")], text => ''} if $what == 3;
    my ($path, $text) = post($edits);
    return {words => ['write', $path], text => $text};
}

# --- the checks ---

# Standard output without the time, and standard error.
sub check {
    my ($dir, @args) = @_;
    my ($status, $out, $error) =
        run({TZ => 'UTC'}, $CRUMB, 'check', '-C', $dir, '--no-sync',
        '--now', $NOW, @args);
    $out =~ s/, in \d+ ms$//m;
    $error =~ s/^.*\.crumb.*\n//mg;
    return "status $status\n$out$error";
}

# The steps of one build, and the checks. '' if all is well.
sub round {
    my ($replay, $seen, @steps) = @_;
    my $early;
    for my $step (@steps) {
        # Not all edits can be checked before they are built.
        $early = check($replay->{one}, '--jobs=2')
            if $step->{words}[0] eq 'build' && @{$step->{words}} <= 3;
        my $wrong = replay_step($replay, $step);
        return $wrong if $wrong;
    }
    return '' if $replay->{status};
    my $want = check($replay->{other}, '--jobs=1');
    $seen->{$_}++ for $want =~ /^\S.*: (?:error|warning)\[([a-z-]+)\]/mg;
    for ($early, check($replay->{one}, '--jobs=2')) {
        return line_difference($_, $want) if defined && $_ ne $want;
    }
    return '';
}

sub edit_site {
    my ($replay, $seen, $site, $seed, $builds) = @_;
    my @steps = script_read(slurp("$TESTS/incremental/sites/$site.txt"));
    my $edits = edits_new($seed, @steps);
    my @next  = (@steps, first_posts(), {words => ['build', '--now', $NOW], text => ''});
    my @done;
    my $checked = 0;
    replay_clear($replay);
    for my $n (0 .. $builds) {
        push @done, @next;
        my $wrong = round($replay, $seen, @next);
        if ($wrong) {
            my $path = "$TOP/build/edits/check-$site-$seed.txt";
            spew($path, script_text(@done));
            fail("$site, seed $seed, build $n");
            return diag("$wrong\nthe edits are in $path");
        }
        $checked += !$replay->{status};
        @next = edits_next($edits, $replay->{status});
        # Without .crumb crumb's own files would be in the way of others.
        next if grep { "@{$_->{words}}" eq 'remove .crumb' } @next;
        my ($build) = grep { $next[$_]{words}[0] eq 'build' } 0 .. $#next;
        splice @next, $build // @next, 0,
            map { own_edit($edits) } 0 .. Edits::below($edits, 3);
    }
    pass("$site, seed $seed: $builds builds, $checked checked");
    return $checked;
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my @sites = texts('incremental/sites');
my $replay = replay_open();
my %seen;
my ($builds, $checked) = (0, 0);
for (my $seed = $SEED; $builds < $STEPS; $seed++) {
    for my $site (@sites) {
        $checked += edit_site($replay, \%seen, $site, $seed, $ROUND) || 0;
        $builds += $ROUND;
    }
}
cmp_ok($checked, '>', $builds / 4, "checked: $checked of $builds");
# Fewer edits need not have come to all.
ok($STEPS < 120 || $seen{$_}, "found: $_") for qw(dead-link dead-fragment duplicate-id
    leaked-draft local-address missing-alt mixed-content secret unused-file);
done_testing();
