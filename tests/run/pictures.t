#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Pictures in the sizes that readers need: which files a page names, that all of
# them are there, and that each is made once.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Compress::Zlib qw(compress crc32 memGunzip);
use Encode qw(encode);
use Harness;
use IO::Compress::Gzip qw(gzip);
use Preview;
use Test::More;

sub chunk {
    my ($kind, $data) = @_;
    return pack('N', length $data) . $kind . $data
        . pack('N', crc32($kind . $data));
}

# Soft colours, so that it takes few bytes.
sub picture {
    my ($width, $height, $tone, $bad) = @_;
    my $rows = join '', map {
        my $y = $_;
        "\0" . join '', map { pack 'C3', $tone, $_ & 255, $y & 255 } 1 .. $width
    } 1 .. $height;
    my $pixels = compress($rows);
    $pixels = substr $pixels, 0, length($pixels) / 2 if $bad;
    return "\x89PNG\r\n\x1a\n" . chunk('IHDR', pack 'NNC5', $width, $height,
        8, 2, 0, 0, 0) . chunk('IDAT', $pixels) . chunk('IEND', '');
}

my $dir = scratch();
gzip \'<svg><!--Ann--><g/></svg>' => \my $svgz, Name => 'ann.svg', Time => 9;
gzip \encode('UTF-16', '<svg><!--Ann--><g/></svg>') => \my $wide, Minimal => 1;
my %base = (
    'site.yaml' => "title: Pictures\nurl: https://a.test/blog\n",
    'content/life/trip/index.md' => <<'END',
---
title: A trip
date: 2026-01-01
---
![A lake](lake.png)

![A part](lake.png){width=300 crop=1:1 focus=90%,50%}

<p><img src="lake.png" alt="HTML"></p>

![Small](small.png)

![Shown whole](whole.png){original}

![In a figure](figure.png "A caption & more")

[A file](file.png) ![Its forms](file.png)
END
    'content/life/trip/lake.png' => picture(1500, 300, 10),
    'content/life/trip/small.png' => picture(100, 80, 20),
    'content/life/trip/whole.png' => picture(500, 80, 30),
    'content/life/trip/figure.png' => picture(1300, 80, 40),
    'content/life/trip/file.png' => picture(1300, 80, 50),
    'content/life/trip/unshown.png' => picture(500, 80, 60),
    'content/life/trip/drawing.svgz' => $svgz,
    'content/life/trip/wide.svgz' => $wide,
);
spew("$dir/$_", $base{$_}) for keys %base;

sub build {
    my (@arguments) = @_;
    my ($status, $out, $error) =
        run({}, $CRUMB, '-C', $dir, 'build', '--now', $NOW, @arguments);
    return {status => $status, said => $out . $error};
}

sub page { return slurp("$dir/public/life/trip/index.html") }

sub made {
    return sort map { m{([^/]+)$} } grep { !/index$/ }
        glob "$dir/.crumb/pictures/*";
}

my $built = build();
is $built->{status}, 0, 'it builds' or diag $built->{said};
my $packed = slurp("$dir/public/life/trip/drawing.svgz");
unlike $packed, qr/ann/, 'SVGZ: the name of the file is gone';
is memGunzip($packed), '<svg><g/></svg>', '... and comments are';
$packed = slurp("$dir/public/life/trip/wide.svgz");
is memGunzip($packed), '<svg><g/></svg>', '... in UTF-16, too';
if (!glob "$dir/.crumb/pictures/*") {
    my $line = <<'END';
warning[no-pictures]: pictures keep their sizes: crumb was built without libjpeg, libpng and libwebp
  install them and build crumb again; images: {resize: false} in site.yaml keeps sizes, too
END
    is index($built->{said}, $line) >= 0, 1, 'built without libraries';
    unlike page(), qr/<picture>/, '... pictures are as they were';
    ok -s "$dir/public/life/trip/lake.png", '... and there';
    is like_clean('the next build')->{'life/trip/index.html'}, page(), '... again';
    done_testing;
    exit;
}

my $html = page();
my @pictures = $html =~ m{(<picture>.*?</picture>)}g;
is scalar @pictures, 5, 'three pictures have forms';
like $pictures[0], qr/srcset="[^"]*-400\.[0-9a-f]{8}\.webp 400w,[^"]* 1280w"/,
    'in widths that screens need';
like $pictures[0], qr/sizes="\(max-width: 640px\) 90vw, 640px"/,
    'the first is loaded at once';
like $pictures[0], qr/fetchpriority="high"/, '... and before others';
unlike $pictures[0], qr/loading=/, '... not when it comes into view';
like $pictures[0], qr/<img src="[^"]*lake-1200\.[0-9a-f]{8}\.png"/,
    'one file of its own format is for all readers';
like $pictures[0], qr/width="1500" height="300"/, 'its size is there';
like $pictures[1], qr/sizes="auto, \(max-width: 300px\) 90vw, 300px"/,
    'a width that the author chose';
like $pictures[1], qr/width="300" height="300"/, 'a part of it';
unlike $html, qr/crop=|focus=/, 'wishes are no attributes';
like $pictures[2], qr/alt="HTML"/, 'an author\'s own HTML';
like $html, qr/<img src="[^"]*small\.png"[^>]*loading="lazy"/,
    'a small picture is as it was';
like $html, qr/<img src="[^"]*whole\.png" alt="Shown whole"/,
    'so is one whose author says so';
unlike $html, qr/ original/, '... which is no attribute';
like $html, qr{<figure><picture>.*</picture><figcaption>A caption &amp; more}s,
    'a picture alone with a title is a figure';
my @originals = grep { !/-\d+\./ }
    map { m{([^/]+)$} } glob "$dir/public/life/trip/*.png";
is "@originals", 'file.png small.png unshown.png whole.png',
    'originals are there if they are linked, or shown by themselves';
my @names = $html =~ m{/blog/(life/trip/[^" ]+\.(?:webp|png))}g;
is_deeply [grep { !-s "$dir/public/$_" } @names], [], 'all files are there';

# --- for templates, and galleries ---
{
    my $more = scratch();
    spew("$more/$_", $base{$_}) for grep { /yaml|lake|small/ } keys %base;
    spew("$more/content/life/trip/index.md",
        "---\ntitle: A\ncover: lake.png\n---\n{{< gallery >}}\n\n{{< gallery \"none.png\" >}}\n");
    spew("$more/templates/page.html", '{{ image("life/trip/lake.png", '
        . 'width=300, crop="1:1") | tojson }} {{ image("x.png").url }} {{ image("life/trip/lake.png", '
        . 'width=500, crop="10:1", srcset=false) | tojson }}');
    spew("$more/content/b.md", "---\ntitle: B\n---\n");
    spew("$more/content/life/first/index.md", "---\ntitle: C\n---\nText.\n");
    spew("$more/content/life/first/$_->[0].png", picture(@$_[1 .. 3]))
        for ['a', 500, 30, 60], ['b', 700, 30, 60];
    my (undef, undef, $said) =
        run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
    like $said, qr/gallery|no picture none\.png/, 'a picture that is missing';
    my $page = slurp("$more/public/life/trip/index.html");
    is scalar(() = $page =~ m{<a href="[^"]*"><(?:picture|img)}g), 2,
        'a gallery has the pictures of the folder';
    my ($card) = $page =~ m{og:image" content="https://a.test/blog/([^"]+)};
    like $card, qr/lake-\d+\.[0-9a-f]{8}\.png/, 'a cover is cut for cards';
    ok -s "$more/public/$card", '... and there';
    my @made = map { m{([^/]+)$} } glob "$more/public/life/first/*-*.*.*";
    is scalar(grep { /^b-/ } @made), 1, '... alone, though it has other widths';
    like slurp("$more/public/life/first/index.html"),
        qr{og:image" content="https://a.test/blog/life/first/b-\d+\.},
        '... or the first picture that is wide enough';
    like slurp("$more/public/life/first/index.html"),
        qr{"image":\["https://a.test/blog/life/first/b-\d+\.\w+\.png"\]},
        '... which is its picture as data, too';
    like slurp("$more/public/b/index.html"), qr/"colour": "#[0-9a-f]{6}"/,
        'a colour for its place';
    like slurp("$more/public/b/index.html"),
        qr/"height": 300, "srcset": "[^"]+ 300w", .*"width": 300\} x\.png/, 'image()';
    like slurp("$more/public/b/index.html"),
        qr/\{"colour": "", "height": 100, "srcset": "", "url": "[^"]*-1000\./,
        '... of one file';
}

# --- a file of static/ that is shown is used ---
{
    my $more = scratch();
    spew("$more/site.yaml", $base{'site.yaml'});
    spew("$more/static/$_.PNG", picture(1300, 30, 60)) for qw(shown unshown);
    spew("$more/content/b.md", "---\ntitle: B\n---\n![It](/shown.PNG)\n");
    run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
    my (undef, $out, $said) = run({}, $CRUMB, '-C', $more, 'check');
    my @unused = "$out$said" =~ m{static/(\S+): warning\[unused-file\]}g;
    is "@unused", 'unshown.PNG', 'check: a picture that no page shows';
    my $hints = sub {
        my (undef, $out, $said) = run({}, $CRUMB, '-C', $more, 'check', '--hints');
        return join ' ', "$out$said" =~ m{static/(\S+): hint\[unused-original\]}g;
    };
    is $hints->(), 'shown.PNG', '... and one of which only forms are shown';
    is $hints->(), 'shown.PNG', '... after a build that made nothing';
    spew("$more/content/c.md", "---\ntitle: C\n---\n[All of it](/shown.PNG)\n");
    is $hints->(), '', '... unless something links to it';
}

# --- the size at which it is shown ---
{
    my $more = scratch();
    spew("$more/site.yaml", $base{'site.yaml'});
    spew("$more/content/a/$_", picture(1500, 300, 60)) for qw(lake.JFIF phone.HEIC);
    my @sizes = ('width="300"', 'height="60"', 'width="50%"', 'width="300" height="40"',
        'height="60" crop="1:1"', 'width="9999999"',
        'width="160" crop="16/9"', 'width="160" crop="16-9"');
    spew("$more/content/a/index.md", "---\ntitle: A\n---\n"
        . join '', map { "<p><img src='lake.JFIF' alt='' $_></p>\n\n" } @sizes);
    open my $post, '>>', "$more/content/a/index.md" or die;
    print $post "![](lake.JFIF){crop=1:1 height=60}\n\n![[phone.HEIC]]\n";
    close $post;
    run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
    my @tags = slurp("$more/public/a/index.html") =~ m{<p><picture>.*?(<img.*?)></picture>}g;
    is_deeply [map { join ' ', m{((?:width|height)="[^"]*")}g } @tags],
        ['width="300" height="60"', 'width="300" height="60"', 'width="50%"',
            'width="300" height="40"', 'width="60" height="60"',
            'width="1500" height="300"', 'width="160" height="90"',
            'width="160" height="32"', 'width="60" height="60"',
            'width="1500" height="300"'],
        'a side that the author left out follows';
}

# --- a cover, and a picture in capital letters, have no need of the file itself ---
{
    my $more = scratch();
    spew("$more/site.yaml", $base{'site.yaml'});
    spew("$more/content/life/a/$_.png", picture(1500, 300, 60)) for qw(cover text);
    spew("$more/content/life/a/index.md", "---\ntitle: A\ndate: 2026-01-01\ncover: cover.png\n"
        . "---\n<p><IMG SRC='text.png' ALT='Text'></p>\n");
    run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
    my @files = map { m{([^/]+)$} } glob "$more/public/life/a/*.png";
    is_deeply [grep { !/-\d+\./ } @files], [], 'originals that nothing names';
    like slurp("$more/public/feed.json"),
        qr{"image": "https://a.test/blog/life/a/cover-1200\.[0-9a-f]{8}\.png"},
        'a feed names a smaller one';
}

# --- attributes that the author wrote stay, and are there once ---
{
    my $more = scratch();
    spew("$more/site.yaml", $base{'site.yaml'});
    spew("$more/content/a/$_.jpe", picture(1300, 30, 60)) for qw(a b);
    spew("$more/content/a/q\"q.png", picture(900, 30, 60));
    spew("$more/content/$_->[0].md", "---\ntitle: A\n---\n$_->[1]\n") for
        ['first', '<p><img src="/blog/a/b.jpe" alt="" fetchpriority="low"></p>'],
        ['own', '<picture><img src="/blog/a/a.jpe" alt="" loading="lazy"></picture>'],
        ['quote', q{<p><img src='/blog/a/q"q.png' alt=""></p>}];
    run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
    my ($first, $own, $quote) =
        map { slurp("$more/public/$_/index.html") } qw(first own quote);
    is scalar(() = $first =~ /fetchpriority/g), 1, 'the first picture has one priority';
    like $first, qr{fetchpriority="low"}, '... its author\'s';
    like $own, qr/<img [^>]*loading="lazy"/, 'an author\'s own <picture> stays';
    unlike $quote, qr/src="[^"]*q"q/, 'a quote in an address';
    like $quote, qr{<picture>.*<img src='[^']*q"q\.png'}, '... of the picture itself';
    is -e "$more/public/a/b.jpe" ? 1 : 0, 0, 'a .jpe of which only forms are shown';
}

# --- a stat is believed once the file has rested: a change may not show in it before ---
{
    my $more = scratch();
    my $file = "$more/content/life/a/lake.png";
    spew("$more/site.yaml", $base{'site.yaml'});
    spew($file, picture(1500, 300, 60));
    spew("$more/content/life/a/index.md", "---\ntitle: A\n---\n![](lake.png)\n");
    my $believed = sub {
        my ($modified) = @_;
        utime $modified, $modified, $file;
        sleep 3 if $modified < time;
        run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW);
        my $index = "$more/.crumb/pictures/index";
        return -e $index && slurp($index) =~ /lake\.png/ ? 1 : 0;
    };
    is $believed->(time + 1000), 0, 'a picture that was just written is looked at again';
    is $believed->(time - 1000), 1, '... until it has rested';
}

# --- once ---
my @made = made();
my %times = map { $_ => (stat "$dir/.crumb/pictures/$_")[9] } @made;
utime 1, 1, map { "$dir/.crumb/pictures/$_" } @made;
my $first = tree("$dir/public");
build('--clean', '--jobs', '1');
is_deeply tree("$dir/public"), $first, 'a clean build has the same bytes';
is_deeply [map { (stat "$dir/.crumb/pictures/$_")[9] } made()],
    [(1) x @made], '... and makes no picture again';
system 'rm', '-rf', "$dir/.crumb/pictures", "$dir/public";
build('--clean', '--jobs', '2');
is_deeply tree("$dir/public"), $first, 'so does one with nothing kept';

# --- forms that drafts show stay as long as their picture ---
{
    my $more = scratch();
    my %files = ('site.yaml' => $base{'site.yaml'}, map {
        ("content/$_/index.md" => "---\ntitle: A\ndraft: @{[$_ eq 'draft' ? 'true' : 'false']}\n---\n![](lake.png)\n",
            "content/$_/lake.png" => picture(1500, 300, ord))
    } qw(shown draft));
    spew("$more/$_", $files{$_}) for keys %files;
    utime 1e9, 1e9, glob "$more/content/*/lake.png";
    sleep 3; # until their stat is believed
    my $kept = sub {
        run({}, $CRUMB, '-C', $more, 'build', '--now', $NOW, @_);
        return scalar grep { !/index$/ } glob "$more/.crumb/pictures/*";
    };
    my $shown = $kept->();
    is $kept->('--drafts'), 2 * $shown, 'a build with drafts makes their forms';
    is $kept->(), 2 * $shown, '... which one without them keeps';
    is $kept->('--clean'), 2 * $shown, '... from one to the next';
    unlink "$more/content/draft/lake.png";
    is $kept->(), $shown, '... until the picture goes';
}

# --- a build that fails leaves the kept forms ---
{
    my @before = made();
    spew("$dir/content/bad.md", "---\ntitle: \"bad\n---\n");
    isnt build()->{status}, 0, 'a post that can\'t be read';
    is_deeply [made()], \@before, '... takes no form away';
    unlink "$dir/content/bad.md";
    build();
}

# --- a form has the same bytes alone and with others ---
{
    for my $left (0, 1) {
        my @names = made();
        unlink map { "$dir/.crumb/pictures/$names[$_]" }
            grep { $_ % 2 == $left } 0 .. $#names;
        system 'rm', '-rf', "$dir/public";
        build('--clean');
        is_deeply tree("$dir/public"), $first, 'half of the forms made again';
    }
}

# --- edits ---
# A picture that a template names and that comes later.
{
    my $later = scratch();
    my $build = sub {
        my ($status, $out, $error) =
            run({}, $CRUMB, '-C', $later, 'build', '--now', $NOW, @_);
        return $status ? $out . $error : '';
    };
    spew("$later/site.yaml", $base{'site.yaml'});
    spew("$later/templates/page.html",
        '<img src="/blog/life/late.png" alt=""> {{ page.content }}');
    spew("$later/content/b.md", "---\ntitle: B\n---\n");
    spew("$later/content/c.md",
        "---\ntitle: C\n---\n<p><a href='/blog/life/late.png'>it</a></p>\n");
    $build->();
    spew("$later/content/life/late.png", picture(1300, 80, 70));
    is $build->(), '', 'a picture that a template names comes later';
    like slurp("$later/public/b/index.html"), qr/<picture>/, '... with forms';
    is $build->('--verify'), '', '... as in a clean build';
    unlink "$later/content/c.md";
    is $build->(), '', '... the link to it goes';
    ok !-e "$later/public/life/late.png", '... and the original';
    is $build->('--verify'), '', '... as in a clean build';
}

sub like_clean {
    my ($what) = @_;
    my $done = build();
    is $done->{status}, 0, "$what: it builds" or diag $done->{said};
    my $tree = tree("$dir/public");
    my $verified = build('--verify');
    is $verified->{status}, 0, "$what: as a clean build"
        or diag $verified->{said};
    return $tree;
}
spew("$dir/content/life/trip/lake.png", picture(1500, 300, 90));
my $changed = like_clean('a picture that changed');
isnt page(), $first->{'life/trip/index.html'}, '... has other addresses';
is scalar(grep { /lake-/ } keys %$changed), scalar(grep { /lake-/ } keys %$first),
    '... and the old ones are gone';
is scalar(@{[made()]}), scalar(@made), '... from .crumb/ too';
spew("$dir/site.yaml", $base{'site.yaml'} . "images: {quality: 40}\n");
like_clean('another quality');
spew("$dir/site.yaml", $base{'site.yaml'} . "images: {resize: false}\n");
my $plain = like_clean('resize: false');
is scalar(grep { /\.webp$/ } keys %$plain), 0, '... has no forms';
spew("$dir/site.yaml", $base{'site.yaml'});
spew("$dir/content/life/trip/lake.png", picture(1500, 300, 10, 'bad'));
my $broken = like_clean('a picture that is cut off');
is scalar(grep { /lake.*\.webp$/ } keys %$broken), 0, '... is published as it is';
spew("$dir/content/life/trip/lake.png", $base{'content/life/trip/lake.png'});
is_deeply like_clean('the first picture again'), $first, '... as at first';

# --- pictures in texts, and files beside pictures ---
{
    my $texts = scratch();
    my $gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACH+A0FubgA7';
    my $clean = 'data:image/gif;base64,R0lGODlhAQABAAAAADs=';
    my $xmp = '<x:xmpmeta><rdf:Description exif:GPSLatitude="48,12.5N" '
        . 'photoshop:Credit="Ann"/></x:xmpmeta>';
    spew("$texts/site.yaml", $base{'site.yaml'});
    spew("$texts/content/a.md", "---\ntitle: A\ndate: 2026-01-01\n---\n![x]($gif)\n\n"
        . "<b style='background: url($gif)'>b</b>\n");
    spew("$texts/content/b/d.svg", "<svg xmlns='http://www.w3.org/2000/svg'>"
        . "<style>a{b: url($gif)}</style></svg>");
    spew("$texts/static/$_", "/* url($gif) */") for qw(a.css a.bin);
    spew("$texts/$_", $xmp) for qw(content/x.jpg.xmp static/x.xmp);
    my ($status, $out, $error) =
        run({}, $CRUMB, '-C', $texts, 'build', '--now', $NOW);
    is $status, 0, 'pictures in texts' or diag $error;
    my $public = tree("$texts/public");
    my ($page, $svg, $css, $bin) =
        @$public{qw(a/index.html b/d.svg a.css a.bin)};
    is scalar(() = $page =~ /\Q$clean\E/g), 2, '... of posts are clean';
    my @dirty = grep { $public->{$_} =~ /\Q$gif\E/ } sort keys %$public;
    is "@dirty", 'a.bin', '... and those of feeds, drawings and sheets';
    for my $beside (@$public{qw(x.jpg.xmp x.xmp)}) {
        unlike $beside, qr/GPS/, 'a file beside a picture has no place';
        like $beside, qr/Ann/, '... but its credit';
    }
}

# --- the preview makes a form when it is asked for ---
{
    my $shown = scratch();
    spew("$shown/$_", $base{$_}) for grep { /yaml|index|lake/ } keys %base;
    utime 1e9, 1e9, "$shown/content/life/trip/lake.png";
    my $preview = serve($shown);
    my ($status, undef, $body) = get($preview, '/blog/life/trip/');
    my @forms = $body =~ m{(/blog/life/trip/lake-[^" ]+)}g;
    my @bad = grep {
        my ($found, undef, $bytes) = get($preview, $_);
        $found != 200 || $bytes !~ /^(?:RIFF....WEBP|\x89PNG)/s;
    } @forms;
    is "$status @bad", '200 ', 'the preview makes the forms that a page names';
    ok @forms > 4, '... which it does';
    ($status) = get($preview, '/blog/life/trip/lake-400.12345678.webp');
    is $status, 404, '... and no other';
    serve_stop($preview);
}

# --- a disk that fills up, and a picture that is replaced while it is read ---
my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";
SKIP: {
    skip 'no faults.so', 1 if !-e $FAULTS || ($ENV{OBJECTS} // '') =~ /asan|tsan/;
    my $trouble = scratch();
    my $start = sub {
        my ($environment, @arguments) = @_;
        my ($status, undef, $error) = run($environment, $CRUMB, '-C', $trouble,
            'build', '--now', $NOW, '--jobs', 1, @arguments);
        return ($status, $error);
    };
    my $fresh = sub {
        system 'rm', '-rf', $trouble;
        spew("$trouble/$_", $base{$_}) for grep { /yaml|index|lake/ } keys %base;
        # Old enough that its stat is believed.
        utime 1e9, 1e9, "$trouble/content/life/trip/lake.png";
    };
    $fresh->();
    $start->({LD_PRELOAD => $FAULTS, FAULT_MODE => 'count',
        FAULT_LOG => "$trouble/log"});
    my %calls = slurp("$trouble/log") =~ /^(\w+)\W+(\d+)$/mg;
    my $want  = tree("$trouble/public");
    my $most  = $calls{open} + $calls{write};
    my (@wrong, @silent);
    for my $at (map { int($most * $_ / 6) + 1 } 0 .. 5) {
        $fresh->();
        my ($status, $error) = $start->({LD_PRELOAD => $FAULTS,
            FAULT_CALLS => 'open write', FAULT_MODE => 'full', FAULT_AT => $at});
        my $half = $status && -e "$trouble/public/index.html";
        push @silent, $at if $status && $error !~ /No space left/;
        ($status) = $start->({});
        my $found = difference(tree("$trouble/public"), $want);
        push @wrong, "$at: $status $found" if $status || $half || $found;
    }
    is "@wrong", '', 'a disk that fills up leaves nothing half made';
    is "@silent", '', '... and is named';

    my @differs;
    for my $at (1 .. 3) {
        $fresh->();
        spew("$trouble/other.png", picture(1400, 300, 200));
        utime 1e9, 1e9, "$trouble/other.png";
        my ($status, $error) = $start->({LD_PRELOAD => $FAULTS,
            FAULT_MODE => 'swap', FAULT_AT => $at, FAULT_FILE => 'lake.png',
            FAULT_WITH => "$trouble/other.png"});
        my $swapped = !-e "$trouble/other.png";
        my ($verified, $said) = $start->({}, '--verify');
        push @differs, "$at: $status $error $verified $said"
            if $status || $verified;
        push @differs, "$at: not replaced" if $at == 1 && !$swapped;
    }
    is "@differs", '', 'a picture that is replaced while it is read';
}
done_testing;
