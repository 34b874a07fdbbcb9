#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Sites that are large in one way (Growth.pm), so large that a build whose time
# grew with the square would take several times the CPU seconds that it gets
# here, and one whose time grows with the site a small part of them.
# tests/bench/linear.pl has the numbers.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Growth;
use Harness;
use Test::More;

# name => [how many times its size, fewer than so many CPU seconds].
my %MOST = (
    one_tag   => [6, 6],
    own_tags  => [8, 6],
    sections  => [16, 6],
    series    => [16, 6],
    large     => [4, 8],
    linked    => [40, 4],
    all       => [8, 4],
    dots      => [16, 10],
    fence     => [16, 10],
    marks     => [16, 10],
    marks_far => [16, 10],
    dollars   => [16, 10],
    openers   => [16, 10],
    brackets  => [16, 10],
    zola      => [16, 10],
    foreign   => [8, 10],
    comments  => [16, 10],
    wikilinks => [16, 10],
    formulas  => [8, 10],
    formula   => [16, 10],
    percents  => [30, 3],
    endless   => [8, 10],
    fenced    => [8, 20],
    toml_twice => [16, 6],
    endings   => [16, 4],
    addresses => [16, 4],
    cjk       => [16, 10],
    terms     => [16, 10],
    toml      => [8, 6],
    one_alias => [4, 4],
    abbreviated => [16, 10],
    open_lists => [16, 10],
    lists     => [10, 10],
    contents  => [8, 10],
    callouts  => [16, 10],
    kinds     => [10, 10],
    boxes     => [16, 10],
    boxed     => [8, 10],
    links     => [20, 10],
    line      => [16, 10],
    fragments => [10, 10],
    slips     => [10, 8],
    aliases   => [20, 6],
    constants => [12, 10],
    locals    => [12, 2],
    macros    => [12, 6],
    names     => [40, 4],
    blocks    => [20, 3],
    columns   => [40, 8],
    refs      => [8, 4],
    refs_gone => [4, 5],
    gone      => [4, 4],
    pictures  => [4, 3],
    rooted    => [4, 3],
    recipe_groups => [8, 4],
    recipe_line   => [16, 4],
    recipe_step   => [8, 4],
);

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'sanitizers take their own time' if $ENV{SHORT};
my $dir = scratch();
for my $name (grep { !$ENV{ONLY} || $_ eq $ENV{ONLY} } sort keys %MOST) {
    my ($times, $most) = @{$MOST{$name}};
    growth_write("$dir/site", $name, $times);
    my $seconds = growth_time("$dir/site", 300) // 'inf';
    cmp_ok($seconds, '<', $most, "$name: $times times $GROWTH{$name}[0]");
}
done_testing();
