#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb serve`, a change of many pages: the one that a browser shows comes
# first, and is not told of twice.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Preview;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $MANY = 400; # more than come as one
my $dir = scratch();
spew("$dir/site.yaml", "title: Many\nurl: https://example.org/blog\n");
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
my ($name, $data) = next_event($stream, 'change');
my ($urls) = $data =~ /"urls":(\[.*?\])/;
is_deeply([sort $urls =~ /"(.*?)"/g], [sort $page, $odd],
    'the pages that are open come first');
($name, $data) = next_event($stream, 'change');
like($data, qr/"all":true/, 'then all');
my ($but) = $data =~ /"but":(\[.*?\])/;
is_deeply([sort $but =~ /"(.*?)"/g], [sort $page, $odd], 'but those');
like((get($preview, "/blog/life/p$_/"))[2], qr/new P$_</, "p$_") for 1, 7, $MANY;
like(slurp("$dir.out"), qr{^templates/post\.html: @{[$MANY + 1]} files written in }m,
    'they are counted like the others');

# What is wrong with them leaves all as it was.
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
is(serve_stop($preview), 0, 'its end');

# Whatever came when: it is what a build from nothing makes.
my $last = tree("$dir/.crumb/preview");
system('rm', '-rf', "$dir/.crumb");
my $again = serve($dir, '--port', $preview->{port});
settle($again, $page, qr/new P7/);
serve_stop($again);
is(difference($last, tree("$dir/.crumb/preview")), '', 'the same as from nothing');
done_testing();
