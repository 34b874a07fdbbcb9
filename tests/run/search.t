#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The search (docs/search.md): static/search.js and `crumb search` give the same
# answers in the same order to random questions, on posts of random words in
# several scripts; drafts, unlisted posts and those with `search: false` are in
# no file of the index; an edit changes few files; a file that was lost is made
# again.
#
#   QUESTIONS=2000 SEED=7 prove -v tests/run/search.t
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Encode qw(encode);
use Test::More;

my $QUESTIONS = $ENV{QUESTIONS} // 60;
my $POSTS     = 150;
my $dir       = scratch();
srand($ENV{SEED} // 1);

my @words = ('C#', '#define', qw(tag:even section:life route router routing routes bgp evpn bake baking baked bread
    running runs sky skies happily happiness C++ 802.1Q 10.0.0.0/8
    192.0.2.1 rp_filter net.ipv4.conf.all.rp_filter --dry-run -v e1-1 /etc/hosts
    state-of-the-art don't naïve café cafe résumé Straße ÅNGSTRÖM İstanbul
    Σίσυφος привет Привет ёлка 東京都 京都 カタカナ 한국어 ภาษาไทย 👍 => ... “quoted”
    señal señales años שָׁלוֹם שלום مَقَالٌ مقال الكتاب), (map { 'long' x $_ } 16, 17),
    map { "word$_" } 1 .. 120);

sub pick { $words[rand(rand(@words))] }
sub text { join ' ', map { pick() } 1 .. 1 + rand $_[0] }

# Two neighbours in the text of a post.
sub phrase {
    my ($text) = slurp("$dir/content/life/p@{[1 + int rand $POSTS]}.md") =~ /^(\S.*)\n\n```/m;
    my @all = split / /, $text;
    my $at  = int rand @all;
    return '"' . join(' ', @all[$at .. ($at < $#all ? $at + 1 : $at)]) . '"';
}

# A word with one slip or two: a letter less, more, another, or two turned round.
sub slipped {
    my $word = pick();
    for (0 .. rand 2) {
        my ($at, $kind) = (int rand length $word, int rand 4);
        if    ($kind == 0) { substr($word, $at, 0) = 'x' }
        elsif ($kind == 1) { substr($word, $at, 1) = 'x' }
        elsif ($kind == 2) { substr($word, $at, 1) = '' }
        else               { $word =~ s/^(.{$at})(.)(.)/$1$3$2/s }
    }
    return $word;
}

sub post {
    my ($n, $front) = @_;
    my $day = sprintf '2024-%02d-%02d', 1 + $n % 12, 1 + $n % 28;
    return encode('UTF-8', "---\ntitle: Post @{[text(4)]}\ndate: $day\n"
        . "tags: [even, \"C++\"]\n$front---\n"
        . join("\n\n", "## @{[text(3)]}", map { text(40) } 1 .. 1 + rand 4)
        . "\n\n```\n@{[text(8)]}\n```\n");
}

sub put { my ($path, $text) = @_; spew("$dir/$path", $text) }
put('site.yaml', "title: Search\nurl: https://crumbs.test/blog\nsearch: true\n");
put("content/life/p$_.md", post($_, '')) for 1 .. $POSTS;
put('content/life/y1.md', "---\ntitle: Zebra crossing\ndate: 2023-02-01\n---\nStripes.\n");
put('content/life/y2.md', "---\ntitle: Deserts\ndate: 2023-02-02\n---\nCrossing a zebra off.\n");
put('content/life/labs/y3.md', "---\ntitle: Lab\ndate: 2023-02-03\n---\nTubes.\n");
put('content/life/a.md', post(1, "draft: true\nslug: qqdraft\n"));
put('content/life/b.md', post(1, "unlisted: true\nslug: qqunlisted\n"));
put('content/life/c.md', post(1, "search: false\nslug: qqout\n"));

sub build { run({}, $CRUMB, 'build', '-C', $dir, '--now', $NOW, @_) }
sub index_files { tree("$dir/public/search") }

my ($status, undef, $error) = build();
is($status, 0, 'it is built') or diag($error);
my $files = index_files();
for my $word (qw(qqdraft qqunlisted qqout)) {
    my @with = grep { $files->{$_} =~ /$word/ } sort keys %$files;
    is("@with", '', "no file of the index has $word");
}

# --- phrases ---

sub titles {
    my (undef, $json) = run({}, $CRUMB, 'search', '-C', $dir, '--format', 'json', '--', @_);
    return join ', ', sort $json =~ /"title": "([^"]*)"/g;
}

is(titles('zebra crossing'), 'Deserts, Zebra crossing', 'words in any order');
is(titles('"zebra crossing"'), 'Zebra crossing', 'a phrase of the title, but no link to it');
is(titles('zebra -"zebra crossing"'), 'Deserts', 'one that is not to be there');
is(titles("\xE2\x80\x9Ca zebra\xE2\x80\x9D"), 'Deserts', 'in the quotes of a phone');

is(titles("section:$_"), 'Lab', "section:$_") for 'labs', 'life/labs';
is(titles('section:labs zebra'), '', 'a section with a word that none of its posts has');
is(titles('section:labs the tubes'), 'Lab', 'and with one that a post has');

# --- the same answers ---

SKIP: {
    my @node = grep { -x "$_/node" } split /:/, $ENV{PATH};
    skip 'no node', 1 unless @node;
    my @questions = map {
        my $words = encode('UTF-8', text(rand() < .2 ? 10 : 3));
        my $kind  = rand;
        $kind < .2 ? "tag:even $words"
            : $kind < .4 ? join ' ', $words, (rand() < .5 ? '-' : '') . phrase()
            : $words
    } 1 .. $QUESTIONS;
    push @questions, map { encode('UTF-8', slipped()) =~ s/"//gr } 1 .. $QUESTIONS / 2;
    push @questions, 'tag:c++ bgp', 'bgp tag:none', 'tag:even 802.1Q', 'tag:even zzzz', 'section:life route',
        'bgp -evpn', 'bgp -tag:c++', 'bgp -section:life/labs', 'bgp -no-such-bake', 'routi', 'wordd', 'ruoter', 'rotuing', 'bakign', 'happilyy', 'xwrod17',
        'hapinesss', 'rutoer bgp', 'bakersmen', 'happiest', 'state/bgp.route', '-e1-9 bgp',
        "bgp\xC2\xA0-evpn", "-/etc/hosts bgp", '-.bgp route', '', '...';
    my ($in, $out) = ("$dir/questions", "$dir/answers");
    spew($in, join '', map { "$_\n" } @questions);
    system("$node[0]/node $FindBin::Bin/search_ask.js $TOP/static/search.js "
        . "$dir/public/search <$in >$out");
    my @theirs = split /\n/, slurp($out), -1;
    my @unlike;
    for my $i (0 .. $#questions) {
        my (undef, $json) = run({}, $CRUMB, 'search', '-C', $dir, '--format',
            'json', '--', $questions[$i]);
        my @ours = $json =~ /"document": (\d+), "score": (\d+)/g;
        my $ours = '';
        while (my ($document, $score) = splice @ours, 0, 2) {
            $ours .= ($ours eq '' ? '' : ' ') . "$document:$score";
        }
        push @unlike, "$questions[$i]\n  crumb: $ours\n  node:  $theirs[$i]"
            if $ours ne $theirs[$i];
    }
    is("@unlike[0 .. ($#unlike > 4 ? 4 : $#unlike)]", '',
        'search.js answers as crumb does');
}

# --- edits ---

sub changed {
    my ($then, $now) = @_;
    return grep { !exists $then->{$_} || $then->{$_} ne $now->{$_} }
        sort keys %$now;
}

put('content/life/p5.md', slurp("$dir/content/life/p5.md") . "\nqqnew\n");
build();
my $after   = index_files();
my @changed = changed($files, $after);
is(scalar @changed, 2, 'a new word changes a shard and the root')
    or diag("@changed");
my ($lost) = grep { /bin$/ } @changed;
unlink "$dir/public/search/$lost";
build();
is_deeply([changed($after, index_files())], [], 'a lost file is made again');
build('--clean');
is_deeply(index_files(), $after, 'a clean build makes the same files');
my (undef, $why) = run({}, $CRUMB, 'why', '-C', $dir, "search/$lost");
like($why, qr/^search\/$lost/, 'crumb why knows it');
put('content/life/p6.md', post(6, '') . join(' ', map { "zz$_" } 1 .. 5_000));
build();
unlink((glob "$dir/public/search/w7a*")[0]);
($status, undef, $error) = build('--verify');
is($status, 0, 'one of many files is made again') or diag($error);
put('site.yaml', "title: Search\nsearch: false\n");
build();
is_deeply(index_files(), {}, 'search: false publishes nothing of it');

done_testing();
