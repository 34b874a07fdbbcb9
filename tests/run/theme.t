#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The theme, on this repository's blog and a post with all that Markdown has
# (tests/browser/everything.md): its weight, the hash of its script, valid HTML,
# and what a browser makes of it (tests/browser/theme.mjs).
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use IO::Compress::Gzip qw(gzip);
use List::Util qw(sum);
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};

my $site = scratch();
copy_tree("$TOP/$_", "$site/$_") for qw(content static);
spew("$site/site.yaml", slurp("$TOP/site.yaml"));
spew("$site/content/life/everything.md", slurp("$TESTS/browser/everything.md"));
my $long = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz';
spew("$site/content/life/long.md", "---\ntitle: $long of $long\ndate: 2026-01-01\n"
    . "tags: [$long, $long-and-more]\nseries: $long\n---\nA long table.\n\n"
    . "| | Weight |\n|---|---|\n" . join('', map { "| Loaf $_ | $_ kg |\n" } 1 .. 80));
spew("$site/content/life/cover.md", "---\ntitle: A cover\ndate: 2026-01-01\n"
    . "cover: {image: ../card.png, alt: Fibres}\n---\nText.\n");
spew("$site/content/feeds.md", "---\ntitle: Feeds\ntemplate: feeds.html\n---\n");
my ($status, $out, $error) = run({}, $CRUMB, 'build', '-C', $site);
is($status, 0, 'the blog is built') or diag $error;
my $files = tree("$site/public");
my @pages = grep { /\.html$/ } sort keys %$files;
my @posts = grep { $files->{$_} =~ /<article class="post">/ } @pages;
cmp_ok(scalar @posts, '>', 30, 'its posts');

my $journal = scratch();
copy_tree("$site/content", "$journal/content");
unlink grep { !/_index|fat-tree|croissants|everything|long\.md/ }
    glob "$journal/content/{networking,baking,life}/*.md";
copy_tree("$TOP/themes", "$journal/themes");
spew("$journal/site.yaml", slurp("$site/site.yaml") . "theme: journal\n");
($status, $out, $error) = run({}, $CRUMB, 'build', '-C', $journal);
is($status, 0, 'the blog is built with another theme') or diag $error;

my $croissants = slurp("$journal/public/baking/croissants/index.html");
like($croissants, qr{<dt>Yield</dt><dd class="p-yield">1 tray</dd>},
    'which shows the facts of a recipe');
like($croissants, qr{class="post recipe h-recipe".*<h1 class="p-name">.*"content e-instructions"}s,
    'whose parts have the names of microformats');
like($croissants, qr{<link rel="alternate" type="application/json" href="recipe.json">},
    'and says where it is as data');
ok(-e "$journal/public/baking/croissants/recipe.json", 'which is there');

# --- weights ---

sub packed {
    my ($text) = @_;
    gzip(\$text => \my $small, -Level => 9) or die;
    return length $small;
}

my $css = packed($files->{'style.css'});
cmp_ok($css, '<=', 8 * 1024, "style.css: $css bytes compressed");
my %sheets = map { $_ => packed($files->{$_}) } grep { /\.css$/ } keys %$files;
my @sizes;
for my $page (@posts) {
    my @names = $files->{$page} =~ m{<link rel="stylesheet" href="/([^"]+)"}g;
    push @sizes, packed($files->{$page}) + sum(map { $sheets{$_} } @names);
}
my $median = (sort { $a <=> $b } @sizes)[@sizes / 2];
cmp_ok($median, '<=', 14 * 1024, "the median post and its style sheets: $median bytes");

my %inline;
for my $page (@pages) {
    $inline{$_}++ for $files->{$page} =~ m{<script>(.*?)</script>}gs;
}
is(scalar keys %inline, 1, 'one script inside of pages, in the same bytes');
my ($script) = keys %inline;
my $scripts = packed($script . $files->{'theme.js'});
cmp_ok($scripts, '<=', 1.75 * 1024, "scripts: $scripts bytes compressed");
my @styled = grep { $files->{$_} =~ /<[^>]*\sstyle=/ } @pages;
is("@styled", '', 'no style inside of pages');

# --- the policy ---

my ($policy) = slurp("$TOP/docs/deploy.md") =~ /^```text csp\n(.*)\n```$/m;
my $hash = sha256_base64($script);
$hash .= '=' while length($hash) % 4;
like($policy, qr/'sha256-\Q$hash\E'/, 'docs/deploy.md: the hash of the script');
my ($rules) = $files->{'index.html'} =~ m{<script type="speculationrules">(.*?)</script>};
like($policy, qr/\Q@{[sha256_base64($rules)]}\E/, 'and that of the rules for links');

# --- lists of a large site on each page are bounded ---

my $many = scratch();
spew("$many/site.yaml", "title: Many\nurl: https://rye.example\ntaxonomies: [tags, series]\n");
for my $i (1 .. 30) {
    my ($section, $sub) = (sprintf('s%02d', $i), sprintf('sub/t%02d', $i));
    my $front = sprintf "---\ntitle: Part %d.\ndate: 2024-01-%02d\nseries: Long\n---\nText.\n", $i, $i;
    spew("$many/content/$section/part$i.md", $front);
    spew("$many/content/$sub/post$i.md", $front =~ s/^series.*\n//mr);
}
($status, $out, $error) = run({}, $CRUMB, 'build', '-C', $many);
is($status, 0, 'a site of many sections') or diag $error;

sub page { return slurp("$many/public/$_[0]/index.html") }

# The first and the last part that a page shows, and how many.
sub parts {
    my ($box) = page($_[0]) =~ m{(<nav class="series".*?</nav>)}s;
    my @parts = $box =~ /Part (\d+)\.</g;
    my ($start) = $box =~ /<ol start="(\d+)">/;
    return join ' ', $parts[0], $parts[-1], scalar @parts, $start // 1,
        $box =~ m{<a href="/series/long/">All 30 parts</a>} ? 'all' : 'few';
}
is(parts('s01/part1'), '1 24 24 1 all', 'the first part of a long series');
is(parts('s15/part15'), '3 26 24 3 all', 'one in its middle');
is(parts('s30/part30'), '7 30 24 7 all', 'the last one');
my ($menu) = page('s15/part15') =~ m{<header class="site-header">(.*?)</header>}s;
is(join(' ', $menu =~ m{href="/(s\d\d)/"}g), join(' ', map { sprintf 's%02d', $_ } 1 .. 12),
    'twelve sections in the menu');
my $bands = () = page('.') =~ /<section class="band">/g;
is($bands, 31, 'all of them on the front page');
ok(-s "$site/public/favicon.ico", 'an icon for browsers that ask for none of the others');
my $subs = sub { scalar(() = page($_[0]) =~ m{<li><a href="/sub/t\d\d/">}g) };
is($subs->('sub'), 30, 'a section with many in it lists all');
is($subs->('sub/page/2'), 0, 'but not on each of its pages');

# --- every post can be reached from the front page ---

# The posts that the pages of the front page link to, one "Older" after another.
sub reached {
    my ($public) = @_;
    my (%posts, %seen);
    my $at = 'index.html';
    while ($at && !$seen{$at}++) {
        my $html = slurp("$public/$at");
        $posts{$_}++ for $html =~ m{href="/(s\d+/p\d+/)"}g;
        ($at) = $html =~ m{<a rel="next" href="/(page/\d+/)">};
        $at .= 'index.html' if $at;
    }
    return \%posts;
}

srand($ENV{SEED} // 20);
for (1 .. $ENV{COUNT} // 12) {
    my ($n, $sections, $paginate) = (int rand 40, 1 + int rand 8, int rand 12);
    my $blog = scratch();
    spew("$blog/site.yaml", "title: B\nurl: https://rye.example\npaginate: $paginate\n");
    my %all;
    for my $i (1 .. $n) {
        my $name = 's' . int(rand $sections) . "/p$i";
        my $pinned = rand() < 0.1 ? "pinned: true\n" : '';
        my $date = rand() < 0.9 ? sprintf("date: 2024-01-%02d\n", 1 + rand 28) : '';
        spew("$blog/content/$name.md", "---\ntitle: P$i\n$date$pinned---\nText.\n");
        $all{"$name/"} = 1;
    }
    ($status, $out, $error) = run({}, $CRUMB, 'build', '-C', $blog);
    my $posts = reached("$blog/public");
    my @lost = grep { !$posts->{$_} } sort keys %all;
    is("@lost", '', "$n posts, $sections sections, $paginate a page: all are reached");
}

# --- node ---

sub find_program {
    for my $name (@_) {
        for my $folder (split /:/, $ENV{PATH}) {
            return "$folder/$name" if -x "$folder/$name";
        }
    }
    return undef;
}

# One script: each of its lines is a test here.
sub script {
    my ($name, @arguments) = @_;
    my ($status, $out, $error) = run({@{shift @arguments}}, find_program('node'),
        "$TESTS/browser/$name.mjs", @arguments);
    while ($out =~ /^(not )?ok \d+ - (.*)\n((?:#.*\n)*)/mg) {
        ok(!$1, $2) or diag $3;
    }
    is($status, 0, $name) or diag $error;
}

SKIP: {
    my $chromium = $ENV{CHROMIUM}
        // find_program(qw(chromium-headless-shell chromium chromium-browser));
    skip 'no node: make deps test', 1 unless find_program('node');
    skip 'no html-validate: make deps test', 1
        unless -d "$TESTS/browser/node_modules/html-validate";
    script('validate', [], "$site/public");
    script('validate', [], "$journal/public");
    skip 'no Chromium: make deps test', 1 unless $chromium;
    script('theme', [CHROMIUM => $chromium], "$site/public", $policy, "$journal/public");
}

done_testing;
