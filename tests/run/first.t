#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb serve`, a change of many pages: the one that a browser shows comes first,
# and is reported once; in the end each address answers as in a clean build, in
# any order of events.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use Preview;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $MANY = 220; # more than come as one
my $dir = scratch();
spew("$dir/site.yaml", "title: Many\nurl: https://crumbs.test/blog\n");
spew("$dir/templates/post.html", "<p>old {{ page.title }}</p>\n");
spew("$dir/content/life/p$_.md", "---\ntitle: P$_\n---\nText.\n") for 1 .. $MANY;
spew("$dir/content/life/coffee.md",
    "---\ntitle: Coffee\nurl: /life/caf\xc3\xa9/\n---\nText.\n");
my $preview = serve($dir);
my ($page, $odd) = ('/blog/life/p7/', '/blog/life/caf%C3%A9/');
settle($preview, $page, qr/old P7/);
my $stream = events($preview, $page);
my $other = events($preview, $odd);

spew("$dir/templates/post.html", "<p>new {{ page.title }}</p>\n");
my @open = ("life/caf\xc3\xa9/", 'life/p7/');
my @posts = (@open, map { "life/p$_/" } grep { $_ != 7 } 1 .. $MANY);
my ($name, $data) = next_event($stream, 'change');
is_deeply([told($preview, $data, @posts)], \@open,
    'the pages that are open come first');
my %told = map { $_ => 1 } @open;
while (keys %told < @posts && (($name, $data) = next_event($stream, 'change'))) {
    $told{$_}++ for told($preview, $data, @posts);
}
is_deeply(\%told, {map { $_ => 1 } @posts}, 'then the others, and no page twice');
like((get($preview, "/blog/life/p$_/"))[2], qr/new P$_</, "p$_") for 1, 7, $MANY;
like(slurp("$dir.out"), qr{^templates/post\.html: \d+ .* in \d+ ms$}m,
    'the terminal names what was saved');

# Errors in templates leave all pages as they were.
spew("$dir/templates/post.html", "{{ page.title | nonsense }}\n");
($name, $data) = next_event($stream, 'errors');
is($name, 'errors', 'an error is told');
like((get($preview, $page))[2], qr/new P7/, 'the page is the last good one');

# An error that another page has: the open one may be ahead of it, and the next
# build knows.
spew("$dir/templates/post.html",
    "<p>last {{ page.title }}</p>{% if page.slug == 'p9' %}{{ 1 + 'x' }}{% endif %}\n");
($name) = next_event($stream, 'errors');
is($name, 'errors', 'an error of another page');
spew("$dir/templates/post.html", "<p>new {{ page.title }}</p>\n");
($name) = next_event($stream, 'good');
is($name, 'good', 'and mended');
like(settle($preview, $page, qr/new P7/), qr/new P7/, 'all as before');

# Several files saved at once: the terminal names the first of them.
kill 'STOP', $preview->{pid};
spew("$dir/content/life/p$_.md", "---\ntitle: Q$_\n---\nText.\n") for 3 .. 7;
kill 'CONT', $preview->{pid};
like(settle($preview, $page, qr/new Q7/), qr/new Q7/, 'several at once');
my $files = clean_build($preview, $dir);
is(settled($preview, $files, 'wide'), '', 'the same as from nothing');

# --- the page that an event names is there ---

# The home page is open; the new post and its section's list are not. Each page of
# a post changes, which takes its time.
spew("$dir/templates/post.html",
    "<p>{{ page.title }}, one of {{ site.posts | length }}</p>\n"
    . "{% for i in range(2000) %}{% endfor %}\n");
my $twin = scratch();
copy_tree($dir, $twin, '.crumb', 'clean');
$files = clean_build($preview, $twin);
is(settled($preview, $files), '', 'before a new post');
my $new = "---\ntitle: New\ndate: 2026-02-01\ndraft: true\n---\nText.\n";
spew("$twin/content/life/new.md", $new);
my $more = clean_build($preview, $twin);
my @changed = changes($files, $more);
cmp_ok(scalar @changed, '>', $MANY, 'which changes them all');
my $home = events($preview, '/blog/');
spew("$dir/content/life/new.md", $new);
is(join("\n", untold($preview, $home, \@changed, sub {
    my $wrong = answers($preview, $more, ['life/new/', 'life/', @changed]);
    is($wrong, '', 'the first event is true of all addresses');
})), '', 'a new post: what changed is told of');
is(settled($preview, $more), '', 'a new post: each address');
is(serve_stop($preview), 0, 'its end');
like(slurp("$dir.out"), qr{^(?:content/life/p[3-7]\.md, ){2}content/life/p[3-7]\.md and 2 more: \d+ pages? made in }m,
    'of several files saved at once three are named');
done_testing();
