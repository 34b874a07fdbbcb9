#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Drawings: the answers of "subnet" are those of Python's ipaddress
# (tests/drawing/subnets.py; COUNT=20000 SEED=7: more).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

sub markdown {
    my ($text) = @_;
    my $dir = scratch();
    spew("$dir/x.md", $text);
    return run({}, $CRUMB, 'markdown', "$dir/x.md");
}

# The rows of a table, their cells with bars between them.
sub rows_of {
    my ($html) = @_;
    my @rows;
    for my $row ($html =~ m{^<tr>(.*?)</tr>$}gm) {
        push @rows, join '|', $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}g;
    }
    return @rows;
}

sub subnets {
    my $count = $ENV{COUNT} // 400;
    my $seed = $ENV{SEED} // 1;
    my ($status, $asked) = run({}, 'python3', "$TESTS/drawing/subnets.py",
        $count, $seed);
    is($status, 0, 'questions') or return;
    my @questions = map { [split /\n/] } split /\n\n/, $asked;
    my $text = join "\n", map { "```subnet\n$_->[0]\n```\n\n* * *\n" } @questions;
    my (undef, $html, $error) = markdown($text);
    is($error, '', 'no question is a mistake');
    my @answers = split m{<hr>}, $html;
    my $wrong = 0;
    for my $i (0 .. $#questions) {
        my ($question, @expected) = @{$questions[$i]};
        my @rows = rows_of($answers[$i]);
        next if "@rows" eq "@expected" || $wrong++ > 3;
        diag("SEED=$seed: $question\n got: ", join("\n      ", @rows),
            "\nwant: ", join("\n      ", @expected));
    }
    is($wrong, 0, "$count answers");
}

subnets();
done_testing;
