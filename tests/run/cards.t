#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Cards: a picture for each post without a cover, with its title, or the strand
# alone if the font lacks a letter; the same bytes by each way to build.
use strict;
use warnings;
use Compress::Zlib qw(uncompress);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $site = scratch();
my $yaml = "title: Rye\nurl: https://rye.example\ncards: true\n";
my %posts = (
    plain    => 'title: Bread',
    three    => 'title: A title of so many words that it does not fit on one line, nor on two of them',
    long     => 'title: Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz',
    endless  => 'title: ' . 'and so on ' x 60,
    cyrillic => 'title: Хлеб и ψωμί',
    arabic   => 'title: خبز',
    script   => "title: \"Bread \x{f0}\x{9f}\x{8d}\x{9e}\"" =~ s/\\x\{(..)\}/chr hex $1/ger,
    cover    => "title: Covered\ncover: {image: loaf.png, alt: A loaf}",
);
spew("$site/site.yaml", $yaml);
spew("$site/content/life/$_/index.md", "---\n$posts{$_}\ndate: 2026-01-01\n---\nText.\n")
    for keys %posts;
spew("$site/content/life/cover/loaf.png", slurp("$TOP/content/card.png"));

sub build {
    my ($status, $out, $error) = run({}, $CRUMB, '-C', $site, 'build', @_);
    is($status, 0, 'it builds') or diag $error;
    return $error;
}

# Rows of palette numbers.
sub rows {
    my ($png) = @_;
    my ($at, $data) = (8, '');
    while ($at < length $png) {
        my ($n, $kind) = unpack 'Na4', substr $png, $at, 8;
        $data .= substr $png, $at + 8, $n if $kind eq 'IDAT';
        $at += 12 + $n;
    }
    return uncompress($data);
}

sub ink {
    my ($rows, $from, $to, $pattern) = @_;
    my $n = 0;
    $n += () = substr($rows, $_ * 1201 + 1, 1200) =~ /$pattern/g for $from .. $to - 1;
    return $n;
}

my $said = build();
sub card { return slurp("$site/public/life/$_[0]/card.png") }
if ($said =~ /no FreeType/) {
    ok(!-e "$site/public/life/plain/card.png", 'no FreeType, no cards');
    unlike(slurp("$site/public/life/plain/index.html"), qr/card\.png/, 'and none is named');
    done_testing;
    exit;
}
like(slurp("$site/public/life/plain/index.html"),
    qr{<meta property="og:image" content="https://rye.example/life/plain/card.png">},
    'a post names its card, by an address that stays');
ok(!-e "$site/public/life/cover/card.png", 'one with a cover has none');
is(unpack('H*', substr(card('plain'), 0, 8)), '89504e470d0a1a0a', 'it is a PNG');
is(join(' ', unpack 'NN', substr card('plain'), 16, 8), '1200 630', 'of 1200 x 630');
cmp_ok(length card($_), '<', 60000, "$_: it is small") for qw(plain endless);

SKIP: {
    skip 'no font', 1 if $said =~ /no-cards/;
    my $letters = qr/[\x01-\x0f]/;
    for my $name (qw(plain three long endless cyrillic)) {
        my $rows = rows(card($name));
        cmp_ok(ink($rows, 250, 630, $letters), '>', 2000, "$name: its title is there");
        my @wide = grep { substr($rows, $_ * 1201 + 1, 76) =~ $letters
            || substr($rows, $_ * 1201 + 1125, 76) =~ $letters } 0 .. 629;
        is(scalar @wide, 0, "$name: nothing of it in the margins");
    }
    is(ink(rows(card($_)), 0, 630, $letters), 0, "$_: the strand alone") for qw(arabic script);
}
cmp_ok(ink(rows(card('arabic')), 0, 630, qr/[\x11-\x1f]/), '>', 2000, 'which is there');

# --- edits ---

my %before = map { $_ => card($_) } qw(plain three);
spew("$site/content/life/plain/index.md", "---\ntitle: Rolls\ndate: 2026-01-01\n---\nText.\n");
build();
isnt(card('plain'), $before{plain}, 'another title, another card');
is(card('three'), $before{three}, 'those of others stay');
my $made = tree("$site/public");
my ($status, $out) = run({}, $CRUMB, '-C', $site, 'why', 'life/plain/card.png');
like($out, qr/title/, 'crumb why knows the reason');
run({}, 'rm', '-rf', "$site/.crumb", "$site/public");
build();
is_deeply(tree("$site/public"), $made, 'a clean build has the same bytes');
spew("$site/content/life/plain/card.png", card('three'));
build();
is(card('plain'), $before{three}, 'a card.png beside the post takes its place');

# --- colours of a template of one's own ---

sub paper {
    spew("$site/templates/card.json", qq({"title": "Rye", "paper": "$_[0]"}));
    build();
    my $png = card('three');
    return unpack 'H*', substr $png, index($png, 'PLTE') + 4, 3;
}

is(paper('#12ab9f'), '12ab9f', 'the first colour is that of the paper');
my $usual = paper('');
isnt($usual, '12ab9f', 'or the usual one');
is(paper($_), $usual, "$_ is no colour") for '#12ab9g', '#12ab9', 'x12ab9f', '#12ab9f0', 'red';
unlink "$site/templates/card.json";

spew("$site/site.yaml", $yaml =~ s/true/{font: none.ttf}/r);
is(index(build(), <<'END'), 0, 'a font that is not there');
site.yaml:3:8: warning[no-cards]: cards show no titles: there is no file none.ttf
   3 | cards: {font: none.ttf}
     |        ^^^^^^^^^^^^^^^^ the path of the font counts from the site's folder
END
spew("$site/site.yaml", $yaml =~ s/^cards.*\n//mr);
build();
ok(!-e "$site/public/life/three/card.png", 'without the setting there are none');

done_testing;
