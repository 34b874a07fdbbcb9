#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# First mistakes. Each archive tests/mistakes/NAME.txt (Archive.pm) is a mistake
# that a beginner may make: a line about it, the files of the site (without
# site.yaml the title is "My blog"; without any file there is no site), and:
#
#   run      the command line (build)
#   status   the exit status (1)
#   says     texts that standard error must hold, one a line: the place, and
#            what to write instead
#
# Each message must end with a cure: a caret or an indented line with words after
# it, or "did you mean". `ONLY=NAME prove tests/run/mistakes.t` runs one.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

# Each diagnostic has a cure: words after its carets, or a line of their own
# below a message without a line.
sub has_cures {
    my ($error) = @_;
    my @messages = split /^(?=\S.*(?:error|warning)\[[a-z0-9-]+\]: )/m, $error;
    for my $message (grep { /\[[a-z0-9-]+\]: / } @messages) {
        return 0 unless $message =~ /\^ \S/ || $message =~ /^  \S/m
            || $message =~ /: expected '|' is missing$/m;
    }
    return 1;
}

sub check {
    my ($name) = @_;
    my ($case, @files) = case_parts("mistakes/$name", qw(run status says));
    my $dir = scratch();
    spew("$dir/site.yaml", "title: My blog\n") if @files;
    archive_unpack($dir, @files);
    my ($command, @args) = split ' ', $case->{run} // 'build';
    my @now = $command eq 'build' ? ('--now', $NOW) : ();
    unshift @now, '-C', $dir
        if $command eq 'build' && !grep { $_ eq '-C' } @args;
    my ($status, $out, $error) = run({}, $CRUMB, $command, @now, @args);
    my $wanted = ($case->{status} // 1) + 0;
    is($status, $wanted, "$name: status") or diag($error);
    for my $text (split /\n/, $case->{says}) {
        ok(index($error, $text) >= 0, "$name: says $text") or diag($error);
    }
    ok(has_cures($error), "$name: says what to write instead")
        or diag($error);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check($_) for texts('mistakes');
done_testing();
