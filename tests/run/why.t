#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb why`: what an output has read, who reads a source, by whatever name one
# has at hand. What follows from the templates of the site is written here; that
# the reasons for rendering are right is in precision.t.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $dir = scratch();

sub why {
    my ($status, $out, $error) =
        run({TZ => 'UTC'}, $CRUMB, 'why', '-C', $dir, @_);
    return $status ? "$status: $error" : $out;
}

# The lines below a heading, without what they are indented by.
sub below {
    my ($text, $heading) = @_;
    my ($part) = $text =~ /^  \Q$heading\E\n((?:    .*\n)*)/m;
    return [map { s/^ +//r } split /\n/, $part // "no $heading"];
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
# Posts that nothing else is said of: a list is one fact when it is long.
my @more = map { sprintf 'content/b/%02d.md', $_ } 1 .. 40;
my %site = (
    'site.yaml'      => "title: Why\nurl: https://example.org/blog\n"
        . "feeds: {formats: [], sections: [], terms: []}\npaginate: 0\n",
    'content/a/one.md' => "---\ntitle: One\ndate: 2026-01-01\n---\n"
        . "[Two](two.md#end) ![pic](pic.svg)\n",
    'content/a/two.md' => "---\ntitle: Two\ndate: 2026-01-02\n---\n# End\n",
    'content/a/pic.svg' => qq{<svg xmlns="http://www.w3.org/2000/svg"/>\n},
    'data/net.yaml'  => "k: 1\n",
    'static/x.txt'   => "x\n",
    'templates/post.html' => '{% include "partials/p.html" %}{{ page.content }}',
    'templates/partials/p.html' => '{{ site.title }}',
    'templates/home.html' => '{{ site.posts | map(attribute="title") | join }}'
        . '{{ data.net.k }}',
    'templates/section.html' => '{{ (posts | first).url }}',
    'templates/archive.html' => '-',
    'templates/404.html' => '-',
    'templates/sitemap.xml' => '-',
    'templates/robots.txt' => '-',
);
utf8::encode(my $name = 'content/a/caf' . chr(0xe9) . ' au lait.md');
$site{$name} = "Milk.\n";
$site{$_} = "More.\n" for @more;

like(why('index.html'), qr/^2: .*no build|^1: .*no build/, 'before a build');
spew("$dir/$_", $site{$_}) for keys %site;
my ($status, $out, $error) =
    run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is($status, 0, 'builds') or diag($error);

# --- an output ---

my $one = why('a/one/index.html');
like($one, qr{^a/one/index\.html\n}, 'its name');
like($one, qr/^  rendered by the last build: there was no build before$/m,
    'why it was made');
like($one, qr{^  made from content/a/one\.md$}m, 'of what');
is_deeply(below($one, 'reads'),
    ['content/a/one.md: content', 'the site: title',
        'templates: post.html, partials/p.html'],
    'what its template reads');
is((below($one, 'through the text of content/a/one.md'))->[0],
    'content/a/two.md: url', 'and its text');
my $home = why('/');
is_deeply(below($home, 'reads'),
    ['the site: posts', 'the posts of the site: how many, all 43, title of all',
        'templates: home.html', 'data/net'],
    'a column, and data')
    or diag($home);

# --- by all its names ---

is(why($_), $one, $_)
    for 'a/one/', 'a/one', './a/one', '/a/one/', '/blog/a/one/',
    'public/a/one/index.html', 'https://example.org/blog/a/one/',
    'http://localhost:4000/a/one/';
like(why($_), qr{^a/cafe-au-lait/index\.html\n}, $_) for '/a/cafe-au-lait/';
is(why($_), $home, $_) for 'index.html', 'https://example.org/blog/';
like(why('/a/on/'), qr{^1: .*did you mean /a/one/\?$}m, 'the nearest');

# --- a source ---

is(why('content/a/two.md'), <<"END", 'who reads a post');
a/index.html: url
a/one/index.html: url, through the text of content/a/one.md
a/two/index.html: content
index.html: title (of all in the posts of the site)
END
is(why('templates/partials/p.html'), join('', map { "$_/index.html: the template partials/p.html\n" }
    qw(a/cafe-au-lait a/one a/two),
        map { m{^content/(.*)\.md} } @more), 'a template that is included');
is(why('data/net.yaml'), "index.html: data/net\n", 'data');
is(why('static/x.txt'), "x.txt: made from it\n", 'a file');
like(why('site.yaml'), qr/makes every output/, 'the settings');

# --- and after an edit ---

spew("$dir/content/a/two.md", $site{'content/a/two.md'} =~ s/Two/Deux/r);
run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is(why(), "index.html: title of content/a/two.md changed\n",
    'what the last build rendered');
like(why('/a/one/'), qr/^  rendered by the build of [-0-9]+ [:0-9]+ UTC: /m,
    'and what it left');
done_testing();
