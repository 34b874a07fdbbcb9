#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb why`: the reads of an output, and the readers of a source, by any name
# that people have at hand. The expected lists follow from the templates of the
# site; precision.t tests the reasons for rendering.
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
    'site.yaml'      => "title: Why\nurl: https://crumbs.test/blog\n"
        . "feeds: {formats: [], sections: [], terms: []}\npaginate: 0\n",
    'content/a/one.md' => "---\ntitle: One\ndate: 2026-01-01\n---\n"
        . "[Two](two.md#end) ![pic](pic.svg)\n",
    'content/a/two.md' => "---\ntitle: Two\ndate: 2026-01-02\n---\n# End\n",
    'content/a/pic.svg' => qq{<svg xmlns="http://www.w3.org/2000/svg"/>\n},
    'content/slugs.md' => "---\ntemplate: slugs.html\n---\n",
    'data/net.yaml'  => "k: 1\n",
    'data/more.yaml' => "k: 2\n",
    'static/x.txt'   => "x\n",
    'templates/post.html' => '{% include "partials/p.html" %}{{ page.content }}',
    'templates/partials/p.html' => '{{ site.title }}',
    'templates/home.html' => '{{ site.posts | map(attribute="title") | join }}'
        . '{{ data.net.k }}{{ data.more.k }}',
    'templates/slugs.html' => '{{ site.posts | map(attribute="slug") | join }}',
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
        'templates: partials/p.html, post.html'],
    'what its template reads');
is((below($one, 'through the text of content/a/one.md'))->[0],
    'content/a/two.md: url', 'and its text');
my $home = why('/');
is_deeply(below($home, 'reads'),
    ['the site: posts', 'the posts of the site: how many, all 43, title of all',
        'templates: home.html', 'data/more', 'data/net'],
    'a column, and data')
    or diag($home);

# --- by all its names ---

is(why($_), $one, $_)
    for 'a/one/', 'a/one', './a/one', '/a/one/', '/blog/a/one/',
    'public/a/one/index.html', 'https://crumbs.test/blog/a/one/',
    'http://localhost:4000/a/one/';
like(why($_), qr{^a/cafe-au-lait/index\.html\n}, $_) for '/a/cafe-au-lait/';
is(why($_), $home, $_) for 'index.html', 'https://crumbs.test/blog/';
like(why('/a/on/'), qr{^1: .*did you mean /a/one/\?$}m, 'the nearest');

# --- a source ---

is(why($_), why('content/a/two.md'), $_)
    for './content/a/two.md', 'content//a/../a/two.md', "$dir/content/a/two.md";
is(why('content/a/two.md'), <<"END", 'who reads a post');
a/index.html: url
a/one/index.html: url, through the text of content/a/one.md
a/two/index.html: content
index.html: title (of all in the posts of the site)
slugs/index.html: slug (of all in the posts of the site)
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
# Each reads another attribute of all posts.
spew("$dir/content/b/02.md", "---\nslug: new\n---\n");
run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is(why(), "b/new/index.html: it is new\n"
        . "slugs/index.html: slug of content/b/02.md changed\n",
    'an attribute of all, and another of all');

# --- another version ---

my ($identity) = slurp(($ENV{OBJECTS} // "$TOP/build/release") . '/identity.c') =~ /= "(.*)"/;
my $program = slurp($CRUMB);
is($program =~ s/\Q$identity\E/$identity =~ tr{0-9}{1-90}r/ge, 1, 'a program of other sources');
spew("$dir.crumb", $program);
chmod 0755, "$dir.crumb";
run({TZ => 'UTC'}, "$dir.crumb", 'build', '-C', $dir, '--now', $NOW);
(undef, $out) = run({TZ => 'UTC'}, "$dir.crumb", 'why', '-C', $dir);
is(join('', grep { !/: another crumb made the last build/ } split /^/, $out), '',
    'believes nothing of what this one knew');
like($out, qr{^index\.html: }m, 'and makes all');

# --- a source of each kind ---

my $kinds = scratch();
my $pixel = slurp("$TOP/static/apple-touch-icon.png");
my %kinds = (
    'site.yaml' => "title: Kinds\nlanguages: {en: {}, es: {}}\n"
        . "feeds: {formats: [], sections: [], terms: []}\n",
    'content/life/a.md' => "---\ntitle: A\ndate: 2026-01-01\n---\n"
        . "{{< kbd >}} ![](p.png) ![](/q.png)\n",
    'content/life/a.es.md' => "---\ntitle: A\ndate: 2026-01-01\n---\n"
        . "> [!NOTE]\n> x\n",
    'content/life/p.png'      => $pixel,
    'static/q.png'       => $pixel,
    'static/css/main.css' => "p {}\n",
    'data/net/racks.yaml' => "a: 1\n",
    'data/other.yaml'     => "a: 1\n",
    'templates/i18n/es.yaml' => "home: Casa\n",
    'templates/i18n/en.yaml' => "home: House\n",
    'templates/shortcodes/kbd.html' => '<kbd>{{ t("home") }}</kbd>',
    'templates/post.html' => '{{ page.content }}{{ page.date | date("%B") }}',
    'templates/home.html' => '{{ data.net.racks.a }}{{ asset("css/main.css") }}'
        . '{{ t("home") }}{% include "partials/first.html" %}',
    'templates/partials/first.html' => '{{ get_page("life/a.md").weight }}',
    map { ("templates/$_" => '-') } qw(section.html taxonomy.html
        archive.html 404.html sitemap.xml robots.txt));
spew("$kinds/$_", $kinds{$_}) for keys %kinds;
($status, $out, $error) =
    run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $kinds, '--now', $NOW);
is($status, 0, 'builds') or diag($error);
my %readers = (
    'content/life/a.md' => ['es/index.html: url, weight', 'index.html: url, weight',
        'life/a/index.html: date, content'],
    'content/life/p.png' => ['life/a/index.html: whether the picture life/p.png '
        . 'is published', 'life/a/index.html: the forms of the picture '
        . 'life/p.png, through the text of content/life/a.md',
        'life/p.png: made from it'],
    'static/q.png' => ['life/a/index.html: whether the picture q.png is published',
        'life/a/index.html: the forms of the picture q.png, '
        . 'through the text of content/life/a.md',
        'q.png: made from it'],
    'static/css/main.css' => ['css/main.HASH.css: the file css/main.css',
        'css/main.css: made from it', 'es/index.html: the file css/main.css',
        'index.html: the file css/main.css'],
    'data/net/racks.yaml' => ['es/index.html: data/net/racks',
        'index.html: data/net/racks'],
    'data/other.yaml' => ['data/other.yaml: no output reads it'],
    'templates/i18n/es.yaml' => ['es/index.html: the word es home'],
    'templates/i18n/en.yaml' => ['index.html: the word en home',
        'life/a/index.html: the word en home, through the text of content/life/a.md'],
    'templates/shortcodes/kbd.html' => ['life/a/index.html: the template '
        . 'shortcodes/kbd.html, through the text of content/life/a.md'],
);
for my $source (sort keys %readers) {
    (undef, $out, $error) = run({TZ => 'UTC'}, $CRUMB, 'why', '-C', $kinds, $source);
    $out =~ s/\.[0-9a-f]{8}\./.HASH./g;
    is($out . $error, join('', map { "$_\n" } @{$readers{$source}}), $source);
}
done_testing();
