#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The scripts of tests/incremental/cases/ under `crumb serve`. Where a script has a
# build, the preview answers each address with the file of a clean build of the
# same sources, and an event has named each address that changed, but for the index
# of the search, which no page shows; sources with an error make it report one. The
# preview has the options of the script's builds: as readers see the site, or with
# --drafts all of it; other options start another preview, which loads the ledger of
# the one before. So do damage to the ledger, and a commit, as the preview does not
# watch .git. What a script does to files of the output is left out.
# ONLY=menu-renamed runs one.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use Preview;
use Replay;
use Test::More;

my $replay = replay_open();
my $now = {};    # the preview that runs, its options, stream and last good build

# The preview's options for those of a build. Its threads stay as many.
sub options_of {
    my @options = grep { !/^--(?:hash-all|jobs=\d+)$/ } @_;
    return grep { $_ ne '--drafts' } @options if grep { $_ eq '--drafts' } @options;
    return (@options, '--no-drafts');
}

# Ends the preview. Returns a complaint, or '' if it ends well.
sub stop {
    my ($signal) = @_;
    my $preview = $now->{preview} or return '';
    my $status = serve_stop($preview, $signal);
    my $errors = slurp("$preview->{dir}.err");
    $now = {};
    return $status && !$signal || $errors =~ /Sanitizer|runtime error:/
        ? "ends with $status\n$errors" : '';
}

sub start {
    my (@options) = @_;
    my $preview = serve($replay->{one}, @options);
    $now = {preview => $preview, options => "@options", stream => events($preview)};
}

# Waits for an error to be reported, now or before.
sub misses_error {
    my $stream = events($now->{preview});
    return $stream->{hello} =~ /"errors":\{/ || next_event($stream, 'errors') ? ''
        : 'reports no error';
}

sub compare {
    my (@options) = @_;
    my $wrong = "@options" ne ($now->{options} // '') ? stop() : '';
    start(@options) unless $now->{preview};
    my ($files) = clean_build($now->{preview}, $replay->{other});
    return $wrong . misses_error() if !$files;
    my @changed = $now->{good} ? changes($now->{good}, $files) : ();
    @changed = grep { !m{\bsearch/[^/]*\.(?:json|bin)$} } @changed;
    my @untold = untold($now->{preview}, $now->{stream}, \@changed);
    $now->{good} = $files;
    $wrong .= "no event names: @untold\n" if @untold;
    return $wrong . settled($now->{preview}, $files, 'wide');
}

# One step of a script. Returns a complaint, or '' if all is well.
sub step {
    my ($step) = @_;
    my ($name, @words) = @{$step->{words}};
    return compare(options_of(@words)) if $name eq 'build';
    return compare(split ' ', $now->{options} // '') if $name eq 'again';
    return stop('KILL') if $name eq 'killed';
    my $wrong = $name =~ /^(?:damage|commit)$/ ? stop() : '';
    return $wrong . replay_step($replay, $step) if $name eq 'damage';
    replay_files($replay, $step) unless "$name @words" eq 'remove .crumb';
    return $wrong;
}

sub script {
    my ($text) = @_;
    replay_clear($replay);
    my $n = 0;
    for my $step (script_read($text)) {
        $n++;
        my $wrong = step($step) or next;
        stop();
        return "step $n, @{$step->{words}}:\n$wrong";
    }
    return stop();
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
for my $name (texts('incremental/cases')) {
    my $text = slurp("$TESTS/incremental/cases/$name.txt");
    local our $TODO = $1 if $text =~ /\ATo do: (.*)/;
    is(script($text), '', $name);
}
done_testing();
