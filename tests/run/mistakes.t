#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# First mistakes. Each file tests/mistakes/NAME.txt is what somebody new to
# crumb may do wrong: a line that says what, and then sections:
#
#   == PATH     a file of the site; without site.yaml the site is "My blog",
#               and with no file at all there is no site
#   == run      the command line (build)
#   == status   the exit status (1)
#   == says     texts that standard error must hold, one a line: the place,
#               and what to write instead
#
# Whatever is said must end with a cure: a caret or an indented line with words
# behind it, or "did you mean". `ONLY=NAME prove tests/run/mistakes.t` runs one.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my %special = map { $_ => 1 } qw(run status says);

sub parse {
    my ($text) = @_;
    my ($title, @parts) = split /^== (.+)\n/m, $text;
    return {@parts};
}

sub lay_out {
    my ($dir, $parts) = @_;
    my @files = grep { !$special{$_} } keys %$parts;
    spew("$dir/site.yaml", "title: My blog\n") if @files;
    spew("$dir/$_", $parts->{$_}) for @files;
}

# Each diagnostic has a cure: words behind its carets, or a line of their own
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
    my $parts = parse(slurp("$TESTS/mistakes/$name.txt"));
    my $dir   = scratch();
    lay_out($dir, $parts);
    my ($command, @args) = split ' ', $parts->{run} // 'build';
    my @now = $command eq 'build' ? ('--now', $NOW) : ();
    unshift @now, '-C', $dir
        if $command eq 'build' && !grep { $_ eq '-C' } @args;
    my ($status, $out, $error) = run({}, $CRUMB, $command, @now, @args);
    my $wanted = ($parts->{status} // 1) + 0;
    is($status, $wanted, "$name: status") or diag($error);
    for my $text (split /\n/, $parts->{says}) {
        ok(index($error, $text) >= 0, "$name: says $text") or diag($error);
    }
    ok(has_cures($error), "$name: says what to write instead")
        or diag($error);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check($_) for texts('mistakes');
done_testing();
