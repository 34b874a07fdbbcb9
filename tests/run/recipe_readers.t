#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Others' readers of recipes: recipe_scrapers (tests/recipe/scrape.py) reads the title,
# the yield, the times, each ingredient and each step of this blog's recipes, and of one
# with all times, as their Markdown has them.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Encode qw(decode_utf8);
use Harness;
use JSON::PP;
use Test::More;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);
plan skip_all => 'once is enough' if $ENV{SHORT};

# Debian's, not another one on PATH.
my $python = '/usr/bin/python3';
plan skip_all => 'recipe_scrapers is not installed: make deps test'
    if !-x $python || (run({}, $python, '-c', 'import recipe_scrapers'))[0];

my $dir = scratch();
copy_tree("$TOP/content", "$dir/content");
spew("$dir/site.yaml", slurp("$TOP/site.yaml"));
spew("$dir/content/baking/rolls.md", <<'END');
---
title: Rolls & "butter"
date: 2024-01-01
recipe: {yield: Serves 4, prep: 1 h 15 min, cook: 25 min, total: 2 days}
---
## Ingredients

### Dough

- 500 g flour

### Glaze

- 1 egg

## Method

1. Mix & knead.
2. Bake.
END
my ($status, undef, $error) = run({}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is($status, 0, 'the blog is built') or diag($error);

# As text, without typography and the marks of Markdown.
sub plain {
    my ($text) = @_;
    $text =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
    $text =~ s/[*_`]|\{[^}]*\}//g;
    $text =~ s/^Add half of the milk\K \(175 ml\)//;    # the share, by crumb
    $text =~ tr/’‘“”–/''""-/;
    $text =~ s/\s+/ /g;
    return $text =~ s/^ | $//gr;
}

# The items of lists in the part below a heading, which a mark begins.
sub items {
    my ($markdown, $heading, $mark) = @_;
    my ($part) = "$markdown\n## " =~ /^## $heading\n(.*?)^## /ms;
    return map { plain($_) } "$part\n\n" =~ /^$mark +(.*?)\n(?=\n|$mark|\S)/gms;
}

my @posts = grep { /^recipe:/m } map { decode_utf8(slurp($_)) } my @files =
    grep { slurp($_) =~ /^recipe:/m } glob "$dir/content/baking/*.md";
my @pages = map { s{/content/(.*)\.md$}{/public/$1/index.html}r } @files;
spew("$dir/pages", join "\n", @pages);
($status, my $out, $error) =
    run({}, 'sh', '-c', "exec $python '$TESTS/recipe/scrape.py' <'$dir/pages'");
is($status, 0, 'the reader reads the pages') or diag($error);
my @read = map { decode_json($_) } split /\n/, $out;
is(@read, 7, 'each of the recipes');

for my $i (0 .. $#posts) {
    my ($post, $read) = ($posts[$i], $read[$i]);
    my ($title) = $post =~ /^title: (.*)$/m;
    is(plain($read->{title}), plain($title), "$title: the title");
    is_deeply([map { plain($_) } @{$read->{ingredients}}],
        [items($post, 'Ingredients', '-')], '... each ingredient');
    is_deeply([map { plain($_) } @{$read->{steps}}],
        [items($post, 'Method', '(?:\d+\.|###)')], '... each step, with its section');
    next unless $post =~ /cook: (?:(\d+) h )?(\d+)(?: to (\d+))? min/;
    is($read->{cook}, ($1 // 0) * 60 + ($3 // $2), '... its time in the oven');
}
my ($rolls) = grep { $_->{title} =~ /Rolls/ } @read;
is_deeply([@$rolls{qw(yields prep cook total)}], ['4 servings', 75, 25, 2880],
    'servings, and times of minutes, hours and days');
done_testing;
