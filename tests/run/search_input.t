#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Hard texts for the search: posts of many words, of one, of none, long words,
# controls and markup in titles, many tags, odd names; questions that are long, or
# no words at all. LARGE=1: posts of ten megabytes.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Encode qw(encode);
use Harness;
use Test::More;

my $n   = $ENV{LARGE} ? 1_000_000 : $ENV{SHORT} ? 5_000 : 20_000;
my $dir = scratch();

sub post {
    my ($name, $title, $text, $front) = @_;
    spew("$dir/content/life/$name.md", encode('UTF-8', "---\ntitle: \"$title\"\n"
        . "date: 2024-01-01\n" . ($front // '') . "---\n$text\n"));
}

my $odd = "a </script><b>b</b> \x{202E}evil\x{202C} & \\e[31m \\\"x\\\" \x{1F35E}";
spew("$dir/site.yaml", "title: Hard\nurl: https://hard.test\nsearch: true\n");
post('one',    'One word',   'again ' x $n);
post('many',   'Many words', join ' ', map { "w$_" } 1 .. $n);
post('signs',  'Signs',      '?! ... -- => [] ' x ($n / 10));
post('long',   'Long words', join ' ', 'x' x 10_000, ('y' x 96), ('z' x 97),
    "\x{6771}" x 5_000, '-' x 10_000, 'a-' x 5_000, 'e' . "\x{301}" x 5_000);
post('odd',    $odd, "Text with \x{1} controls, </script> and \x{202E}marks.");
post('tags',   'Tags', 'Text.', 'tags: [' . join(', ', map { "t$_" } 1 .. $n / 100) . "]\n");
post('tagged', 'Tagged', 'Text.', "tags: [\"../../x\", \"a b\", \"C++\", \"\x{6771}\x{4EAC}\", \"%2e\"]\n");
post('empty',  'Empty', '', "summary: Nothing but kumquats.\n");
post('large',  'Large', "A sentence of some words, the same once more.\n\n" x ($n / 4));
post('noted', 'Hashes in use', "Use MD5[^1] or none. <span hidden>qqhidden</span>\n\n[^1]: An old one.");
post('soft',  'Soft',  "Donau&shy;dampf\x{AD}schiff.");
post('dense', 'Dense', "\x{3053}\x{308C}\x{306F}\x{6771}\x{4EAC}\x{90FD}\x{3067}\x{3059}\x{3002}");

my ($status, undef, $error) = run({}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is($status, 0, 'it is built') or diag($error);
ok((grep { -s "$dir/public/search/$_" } map { s{.*/}{}r }
    glob "$dir/public/search/*.bin") > 1, 'in several files');

sub ask {
    my ($question) = @_;
    my ($status, $out, $error) = run({}, $CRUMB, 'search', '-C', $dir, '--format',
        'json', '--', encode('UTF-8', $question));
    is($status, 0, 'an answer to ' . encode('UTF-8', substr $question, 0, 30))
        or diag($error);
    return join ' ', $out =~ m{"url": "/life/([^/]*)/"}g;
}

like(ask('again'), qr/^one\b/, 'one word a million times');
is(ask("w" . ($n - 1)), 'many', 'a million words');
is(ask('y' x 96), 'long', 'a word of the longest kind');
is(ask('z' x 97), '', 'and a longer one');
is(ask("\x{6771}\x{6771}"), 'long', 'a long run without spaces');
my (undef, $text) = run({}, $CRUMB, 'search', '-C', $dir, 'evil');
unlike($text, qr/\e/, 'a title can not control the terminal');
like(ask('evil'), qr/^odd\b/, 'after a mark that turns the text');
is(ask('controls'), 'odd', 'a text with controls');
is(ask('kumquat'), 'empty', 'a word of a summary');
is(ask('tag:t7'), 'tags', 'many tags');
is(ask('tag:../../x'), 'tagged', 'a tag that is no file name');
is(ask('tag:a-b'), 'tagged', 'a tag with a space');
is(ask("tag:\x{6771}\x{4EAC}"), 'tagged', 'and one of other letters');
is(ask('md5'), 'noted', 'a word with a footnote');
is(ask('"md5 or none"'), 'noted', 'a phrase around one');
is(ask('"hashes in use"'), 'noted', 'a title as a phrase');
is(ask('"in hashes"'), '', 'and none that it is not');
is(ask('qqhidden'), '', 'hidden text');
is(ask('donaudampfschiff'), 'soft', 'a word with soft hyphens');
is(ask("\"\x{6771}\x{4EAC}\x{90FD}\""), 'dense', 'a phrase inside a sentence without spaces');
is(ask("\"\x{4EAC}\x{6771}\""), '', 'and none that it is not');
ask($_) for 'a ' x 5_000, 'x' x 10_000, '(.*)+[^a]{2,}\\', "\x{1F35E}\x{1F35E}",
    '"', '-', '""', 'tag:', '-"a b', "\x{202E}", 'e' . "\x{301}" x 3_000, '%00',
    '<img src=x onerror=alert(1)>', '"w1 w2" "', ('"a" ' x 300), "w1\tw2\nw3";

# --- languages ---

my $two = scratch();
spew("$two/site.yaml", "title: Two\nurl: https://two.test/blog/\nsearch: true\nlanguages: {es: {title: Dos}}\n");
spew("$two/content/life/$_", "---\ntitle: T\ndate: 2024-01-01\n---\nkiwi rojo\n") for 'a.md', 'b.es.md';
run({}, $CRUMB, 'build', '-C', $two, '--now', $NOW);
for (['b', 'es'], ['a', 'en']) {
    my (undef, $out) = run({}, $CRUMB, 'search', '-C', $two, '--format', 'json',
        '--language', $_->[1], '"kiwi rojo"');
    like($out, qr{"url": "/blog/(?:es/)?life/$_->[0]/"}, "those of $_->[1]");
}
my ($none, undef, $says) = run({}, $CRUMB, 'search', '-C', $two, '--language', 'xx', 'kiwi');
is($none, 1, 'a language without an index');
like($says, qr{no search index in public/xx/search/}, 'is said');
my (undef, undef, $dashed) = run({}, $CRUMB, 'search', '-C', $two, 'kiwi', '-rojo');
like($dashed, qr/no option -rojo: .* write -- before it$/, 'a word with a dash is no option');
unlink glob "$two/public/search/w*";
my ($damaged, undef, $cure) = run({}, $CRUMB, 'search', '-C', $two, 'kiwi');
is("$damaged $cure", "1 crumb: 0 pages\ncrumb: the search index is damaged: build again\n",
    'a file that is missing');
done_testing();
