#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Feeds, the sitemap and the heads of pages, against their specifications: RFC
# 4287 (Atom), RSS 2.0 with the RSS Advisory Board's best practices profile,
# JSON Feed 1.1, sitemaps.org, and JSON-LD as data that a script element holds.
# expat reads every XML file; feedparser, a feed reader's library, reads the
# feeds. The sites are this repository's own blog, one with hostile titles
# below a path, and small ones for what the settings do.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Encode qw(decode_utf8 encode_utf8);
use Harness;
use JSON::PP;
use Test::More;

binmode Test::More->builder->$_, ':utf8' for qw(output failure_output);

# Homebrew has no package of it; make deps installs it on Debian.
plan skip_all => 'XML::Parser is not installed' unless eval { require XML::Parser };
plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

my $RFC3339 = qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[-+]\d\d:\d\d)$/;
my $RFC822 = qr/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),[ ]\d\d
    [ ](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ ]\d{4}
    [ ]\d\d:\d\d:\d\d[ ][-+]\d{4}$/x;
# An IRI with a scheme (RFC 4287 section 4.2.6).
my $IRI = qr/^(?:https?:\/\/[^\/\s]+\/|tag:[^\s,:]+,\d{4}-\d\d-\d\d:|urn:uuid:)\S*$/;

# Lays out a site, builds it, returns its folder.
sub lay_out {
    my (%files) = @_;
    my $dir = scratch();
    spew("$dir/$_", encode_utf8($files{$_})) for keys %files;
    return $dir;
}

sub build_only {
    my ($dir, @more) = @_;
    my ($status, undef, $error) =
        run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW, @more);
    is($status, 0, 'the site builds') or BAIL_OUT($error);
}

sub build {
    my ($dir, @more) = @_;
    build_only($dir, @more);
    return tree("$dir/public");
}

# A text in YAML's double quotes.
sub quoted {
    my ($text) = @_;
    $text =~ s/([\\"])/\\$1/g;
    $text =~ s/([\x00-\x1F\x7F-\x9F\x{2028}\x{FFFE}])/sprintf '\\u%04x', ord $1/ge;
    return qq("$text");
}

sub post {
    my ($title, $date, $body, @keys) = @_;
    return join "\n", '---', 'title: ' . quoted($title), "date: $date", @keys,
        '---', $body, '';
}

# --- XML --------------------------------------------------------------------

# {name, attributes, text, children} of the document's element.
sub parse_xml {
    my ($name, $xml) = @_;
    my @open = ({children => []});
    my $parsed = eval {
        XML::Parser->new(Handlers => {
            Start => sub {
                my ($parser, $element, %attributes) = @_;
                my $node = {name => $element, attributes => \%attributes,
                    text => '', children => []};
                push @{$open[-1]{children}}, $node;
                push @open, $node;
            },
            Char => sub { $open[-1]{text} .= $_[1] },
            End => sub { pop @open },
        })->parse($xml);
        1;
    };
    ok($parsed, "$name is well-formed") or diag($@);
    return $open[0]{children}[0] // {children => []};
}

sub all { my ($node, $name) = @_; grep { $_->{name} eq $name } @{$node->{children}} }
sub texts { my ($node, $name) = @_; return map { $_->{text} } all($node, $name) }

sub one {
    my ($where, $node, $name) = @_;
    my @found = texts($node, $name);
    is(scalar @found, 1, "$where has one $name");
    return $found[0] // '';
}

# Addresses in HTML: whole ones only.
sub check_html {
    my ($where, $html) = @_;
    my @relative = $html =~ m{
        \s(?:href|src|srcset|poster|cite|action|data)\s*=\s*+["']?+
        (?!\s*(?:https?://|mailto:))([^"'\s>]*)}gix;
    is("@relative", '', "$where has whole addresses only");
}

# --- the three formats ------------------------------------------------------

# RFC 4287 section 4.1.
sub check_atom_element {
    my ($where, $node) = @_;
    like(one($where, $node, 'id'), $IRI, "$where: id is absolute");
    one($where, $node, 'title');
    like(one($where, $node, 'updated'), $RFC3339, "$where: updated");
    my @links = map { $_->{attributes}{href} } all($node, 'link');
    ok(@links && !(grep { !m{^https?://} } @links), "$where: whole links");
}

# Returns [id, title, content] of each entry.
sub check_atom {
    my ($path, $xml) = @_;
    my $feed = parse_xml($path, $xml);
    check_atom_element($path, $feed);
    is($feed->{attributes}{xmlns}, 'http://www.w3.org/2005/Atom', "$path: xmlns");
    my ($author) = all($feed, 'author');
    ok(texts($author, 'name'), "$path: an author with a name");
    my ($self) = grep { $_->{attributes}{rel} eq 'self' } all($feed, 'link');
    like($self->{attributes}{href}, qr{/\Q$path\E$}, "$path: rel=self");
    my (%ids, @newest, @entries);
    for my $entry (all($feed, 'entry')) {
        my $id = (texts($entry, 'id'))[0];
        my $where = "$path: $id";
        check_atom_element($where, $entry);
        ok(!$ids{$id}++, "$where occurs once");
        like(one($where, $entry, 'published'), $RFC3339, "$where: published");
        my ($content) = texts($entry, 'content');
        my ($summary) = texts($entry, 'summary');
        ok(defined($content) || defined $summary, "$where has a text");
        check_html($where, ($content // '') . ($summary // ''));
        like($_, qr{^https?://}, "$where: uri of an author")
            for map { texts($_, 'uri') } all($entry, 'author');
        push @newest, (texts($entry, 'updated'))[0];
        push @entries, [$id, (texts($entry, 'title'))[0], $content];
    }
    # All in one time zone here, so the texts sort as the dates do.
    @newest = sort @newest;
    is((texts($feed, 'updated'))[0], $newest[-1], "$path: the newest's updated")
        if @newest;
    return @entries;
}

sub check_rss {
    my ($path, $xml) = @_;
    my $rss = parse_xml($path, $xml);
    is($rss->{attributes}{version}, '2.0', "$path: version");
    my ($channel) = all($rss, 'channel');
    my @plain = map { one($path, $channel, $_) } qw(title link description);
    like($plain[1], qr{^https?://}, "$path: link");
    my ($self) = all($channel, 'atom:link');
    is($self->{attributes}{rel}, 'self', "$path: atom:link");
    like($self->{attributes}{href}, qr{^https?://.*/\Q$path\E$}, "$path: self");
    my @changed = texts($channel, 'lastBuildDate');
    my @items = all($channel, 'item');
    is(scalar @changed, @items ? 1 : 0, "$path: lastBuildDate if it has items");
    like($_, $RFC822, "$path: lastBuildDate") for @changed;
    my (%guids, @entries);
    for my $item (@items) {
        my ($guid) = all($item, 'guid');
        my $where = "$path: $guid->{text}";
        my $link = one($where, $item, 'link');
        like($link, qr{^https?://}, "$where: link");
        is($guid->{attributes}{isPermaLink},
            $guid->{text} eq $link ? 'true' : 'false', "$where: isPermaLink");
        ok(!$guids{$guid->{text}}++, "$where occurs once");
        like(one($where, $item, 'pubDate'), $RFC822, "$where: pubDate");
        ok(texts($item, 'dc:creator'), "$where: dc:creator");
        ok(!texts($item, 'author'), "$where: no e-mail address is made up");
        my ($content) = texts($item, 'content:encoded');
        check_html($where, $_)
            for grep { defined } $content, texts($item, 'description');
        push @entries, [$guid->{text}, one($where, $item, 'title'), $content];
    }
    return @entries;
}

sub check_json_feed {
    my ($path, $text) = @_;
    my $feed = eval { JSON::PP->new->utf8->decode($text) };
    ok($feed, "$path is JSON") or diag($@);
    is($feed->{version}, 'https://jsonfeed.org/version/1.1', "$path: version");
    ok(length $feed->{title}, "$path: title");
    like($feed->{$_}, qr{^https?://}, "$path: $_") for qw(home_page_url feed_url);
    like($feed->{feed_url}, qr{/\Q$path\E$}, "$path: feed_url");
    my @entries;
    for my $item (@{$feed->{items}}) {
        my $where = "$path: $item->{id}";
        like($item->{id}, $IRI, "$where: id");
        like($item->{url}, qr{^https?://}, "$where: url");
        like($item->{$_} // '1970-01-01T00:00:00Z', $RFC3339, "$where: $_")
            for qw(date_published date_modified);
        ok(defined $item->{content_html}, "$where: content_html");
        check_html($where, $item->{content_html});
        is(ref($item->{tags} // []), 'ARRAY', "$where: tags");
        like($_->{url} // 'https://', qr{^https?://}, "$where: url of an author")
            for @{$item->{authors} // []};
        push @entries, [@$item{qw(id title content_html)}];
    }
    return @entries;
}

# All feeds of a site. path => its entries.
sub check_feeds {
    my ($output) = @_;
    my %entries;
    for my $path (sort keys %$output) {
        my ($name) = $path =~ m{([^/]*)$};
        my $check = {'feed.xml' => \&check_atom, 'rss.xml' => \&check_rss,
            'feed.json' => \&check_json_feed}->{$name};
        if ($check) { $entries{$path} = [$check->($path, $output->{$path})] }
        elsif ($name =~ /\.xml$/) { parse_xml($path, $output->{$path}) }
    }
    return \%entries;
}

# --- feedparser -------------------------------------------------------------

my $READER = <<'PYTHON';
import json, sys
import feedparser
feedparser.USER_AGENT = "test"
out = []
for path in sys.argv[1:]:
    feed = feedparser.parse(open(path, "rb").read())
    out.append({
        "bozo": str(feed.get("bozo_exception") or ""),
        "version": feed.version,
        "updated": list(feed.feed.get("updated_parsed") or [])[:6],
        "entries": [{
            "id": e.id,
            "link": e.link,
            "published": list(e.published_parsed)[:6],
            "author": e.get("author"),
            "tags": [t.label or t.term for t in e.get("tags", [])],
            "content": e.content[0].value if "content" in e else None,
        } for e in feed.entries],
    })
print(json.dumps(out))
PYTHON

sub check_reader {
    my ($dir, $entries) = @_;
    my ($python) = grep { -x } '/usr/bin/python3', '/opt/homebrew/bin/python3';
  SKIP: {
        skip 'feedparser is not installed', 1
            if !$python || system "$python -c 'import feedparser' 2>/dev/null";
        my @paths = grep { /\.xml$/ } sort keys %$entries;
        my ($status, $out, $error) = run({}, $python, '-B', '-c', $READER,
            map { "$dir/public/$_" } @paths);
        is($status, 0, 'feedparser reads the feeds') or diag($error);
        my @read = @{decode_json($out)};
        for my $i (0 .. $#paths) {
            my ($path, $feed) = ($paths[$i], $read[$i]);
            is($feed->{bozo}, '', "feedparser: $path");
            is($feed->{version}, $path =~ /rss/ ? 'rss20' : 'atom10',
                "feedparser: version of $path");
            is_deeply([map { $_->{id} } @{$feed->{entries}}],
                [map { $_->[0] } @{$entries->{$path}}], "feedparser: ids of $path");
            like($_->{link}, qr{^https?://}, "feedparser: $path: link")
                for @{$feed->{entries}};
            next if $path !~ /rss/;
            ok(length($_->{author} // ''), "feedparser: $path: author")
                for @{$feed->{entries}};
        }
    }
}

# --- heads ------------------------------------------------------------------

sub unescape {
    my ($text) = @_;
    my %named = (lt => '<', gt => '>', amp => '&', '#34' => '"', '#39' => "'");
    $text =~ s/&([^;]+);/$named{$1}/g;
    return $text;
}

# Data of the page's scripts, by type. None ends before its end.
sub json_ld {
    my ($where, $html) = @_;
    my %data;
    my $starts = () = $html =~ /<script\b/g;
    my $ends = () = $html =~ m{</script}g;
    is($ends, $starts, "$where: scripts end once");
    while ($html =~ m{<script type="application/ld\+json">(.*?)</script>}gs) {
        my $text = $1;
        unlike($text, qr/[<>&]/, "$where: nothing that HTML would read");
        my $one = eval { JSON::PP->new->utf8->decode($text) };
        ok($one, "$where: JSON-LD is JSON") or diag("$@\n$text");
        is($one->{'@context'}, 'https://schema.org', "$where: context");
        $data{$one->{'@type'}} = $one;
    }
    return \%data;
}

sub metas {
    my ($html) = @_;
    my %metas;
    while ($html =~ /<meta (?:name|property)="([^"]*)" content="([^"]*)">/g) {
        push @{$metas{$1}}, unescape(decode_utf8($2));
    }
    return \%metas;
}

# "type href" of each <link rel="alternate">.
sub alternates {
    my ($html) = @_;
    return [$html =~
        /<link rel="alternate" type="([^"]*)" title="[^"]*" href="([^"]*)">/g];
}

sub steps {
    my ($data) = @_;
    my @steps = @{$data->{BreadcrumbList}{itemListElement}};
    is_deeply([map { $_->{position} } @steps], [1 .. @steps], 'positions count up');
    return [map { ($_->{name}, $_->{item}) } @steps];
}

# --- this repository's blog -------------------------------------------------

sub test_blog {
    my $dir = scratch();
    copy_tree("$TOP/$_", "$dir/$_") for qw(content static);
    spew("$dir/site.yaml", slurp("$TOP/site.yaml"));
    my $output = build($dir);
    my $entries = check_feeds($output);
    cmp_ok(scalar @{$entries->{$_} // []}, '>', 0, "$_ has entries")
        for qw(feed.xml rss.xml feed.json baking/feed.xml);
    check_reader($dir, $entries);
}

# --- hostile texts below a path ---------------------------------------------

my %TITLES = (
    script => '</script><script>alert(1)</script>',
    comment => '<!-- <script> --!>',
    cdata => 'an end ]]> of <![CDATA[ data',
    control => "a\x{0B}vertical\x{01} tab",
    nonchar => "not a \x{FFFE} character",
    quotes => q(Q & A: "double" 'single' &amp; \\back),
    emoji => "\x{1F600} \x{1F468}\x{200D}\x{1F469}",
    line => "one\x{2028}two",
);
my $ROOT = 'https://x.example/blog';
my $BODY = <<'MARKDOWN';
See [another](emoji.md), [a part](#part), ![a picture](/p.png), a note.[^1]

<a href="raw.html">raw</a> <img src='p.png' srcset="p.png 1x, /blog/p2.png 2x">
<video poster=v.jpg></video><blockquote cite="/q">q</blockquote>
<object data="o.svg"></object> ]]> <!-- ]]> -->

## Part

[^1]: The [note](emoji.md).
MARKDOWN

sub hostile_site {
    my $day = 10;
    my %files = (
        'site.yaml' => 'title: ' . quoted($TITLES{script}) . "\nurl: $ROOT\n"
            . "description: " . quoted($TITLES{quotes}) . "\n"
            . "author: {name: 'A & B <c>', url: 'https://a.example/?a&b', "
            . "email: a\@a.example}\n"
            . "authors: {bob: {name: Bob, url: /blog/bob/}}\n",
        'static/p.png' => 'png',
        'content/odd/_index.md' => "---\ntitle: " . quoted($TITLES{cdata}) . "\n---\n",
    );
    for my $name (sort keys %TITLES) {
        $files{"content/odd/$name.md"} = post($TITLES{$name},
            '2025-03-' . $day++, $BODY, "tags: [" . quoted($TITLES{quotes}) . "]",
            'cover: {image: /p.png, alt: ' . quoted($TITLES{script}) . '}',
            'authors: [' . quoted($TITLES{cdata}) . ', bob]',
            'link: https://elsewhere.example/?a=1&b=2');
    }
    return %files;
}

# XML 1.0 can't hold some of them.
sub in_xml {
    my ($text) = @_;
    $text =~ tr/\x{00}-\x{08}\x{0B}\x{0C}\x{0E}-\x{1F}\x{FFFE}\x{FFFF}//d;
    return $text;
}

sub check_titles {
    my ($entries) = @_;
    for my $path (sort keys %$entries) {
        for my $entry (@{$entries->{$path}}) {
            my ($name) = $entry->[0] =~ m{/(\w+)/$};
            my $want = $TITLES{$name};
            $want = in_xml($want) if $path =~ /xml$/;
            is($entry->[1], $want, "$path: title of $name");
            my $content = $entry->[2];
            like($content, qr/$_/, "$path: $name has $_")
                for qr{href="\Q$ROOT/odd/$name/\E#part"},
                    qr{href="\Q$ROOT/odd/$name/\E#[^"]*fn-?1"},
                    qr{src="\Q$ROOT/p.png\E"},
                    qr{srcset="\Q$ROOT/odd/$name/p.png 1x, $ROOT/p2.png 2x\E"};
        }
    }
}

sub test_hostile {
    my $dir = lay_out(hostile_site());
    my $output = build($dir);
    my $entries = check_feeds($output);
    is(join(' ', sort keys %$entries),
        'feed.json feed.xml odd/feed.xml rss.xml ' .
        join('', grep { m{^tags/.*feed\.xml$} } sort keys %$output),
        'the feeds that there are');
    is(scalar @{$entries->{$_}}, scalar keys %TITLES, "$_: entries") for keys %$entries;
    check_titles($entries);
    check_reader($dir, $entries);
    check_hostile_heads($output);
}

sub check_hostile_heads {
    my ($output) = @_;
    for my $name (sort keys %TITLES) {
        my $html = $output->{"odd/$name/index.html"};
        my $data = json_ld($name, $html);
        my $posting = $data->{BlogPosting};
        is($posting->{headline}, $TITLES{$name}, "$name: headline");
        is($posting->{url}, "$ROOT/odd/$name/", "$name: url");
        is_deeply($posting->{image}, ["$ROOT/p.png"], "$name: image");
        is_deeply($posting->{author},
            [{'@type' => 'Person', name => $TITLES{cdata}},
             {'@type' => 'Person', name => 'Bob', url => "$ROOT/bob/"}],
            "$name: authors");
        is_deeply(steps($data), [$TITLES{script}, "$ROOT/", $TITLES{cdata},
            "$ROOT/odd/", $TITLES{$name}, "$ROOT/odd/$name/"], "$name: steps");
        my $metas = metas($html);
        is_deeply($metas->{'og:title'}, [$TITLES{$name}], "$name: og:title");
        is_deeply($metas->{'og:image'}, ["$ROOT/p.png"], "$name: og:image");
        is_deeply($metas->{'article:tag'}, [$TITLES{quotes}], "$name: article:tag");
        is_deeply($metas->{'twitter:card'}, ['summary_large_image'], "$name: card");
        like($metas->{'article:published_time'}[0], $RFC3339, "$name: published");
    }
    json_ld($_, $output->{$_}) for grep { /\.html$/ } sort keys %$output;
    is_deeply(alternates($output->{'index.html'}), [
        'application/atom+xml', '/blog/feed.xml',
        'application/rss+xml', '/blog/rss.xml',
        'application/feed+json', '/blog/feed.json'], 'the feeds of the home page');
    is_deeply(alternates($output->{'odd/index.html'}), [
        'application/atom+xml', '/blog/feed.xml',
        'application/atom+xml', '/blog/odd/feed.xml'], 'the feeds of a section');
}

# --- ids and bytes that stay the same -----------------------------------------

# The same ids after another title, and the same bytes at another time.
sub test_stable {
    for my $permalink ('/{section}/{slug}/', '/{section}/{title}/') {
        for my $url ('url: https://X.example:8080/blog', '') {
            my @ids;
            my $dir = lay_out('site.yaml' => "title: T\n$url\npermalink: $permalink\n",
                'content/a/q.md' => post('One', '2025-01-02', 'x'));
            my $output = build($dir);
            my $later = build($dir, '--now', '2027-01-01T00:00:00Z');
            is($later->{$_}, $output->{$_}, "$_ does not hang on the clock")
                for qw(feed.xml rss.xml feed.json sitemap.xml);
            push @ids, $output->{'feed.xml'} =~ m{<entry>.*?<id>(.*?)</id>}s;
            spew("$dir/content/a/q.md", post('Two', '2025-01-02', 'x'));
            $output = build($dir);
            push @ids, $output->{'feed.xml'} =~ m{<entry>.*?<id>(.*?)</id>}s;
            like($ids[0], $IRI, "id of $permalink $url is absolute");
            is($ids[1], $ids[0], "id of $permalink $url after another title");
            is($ids[0], 'tag:x.example,2025-01-02:/blog/a/q.md', 'a tag URI')
                if $url ne '' && $permalink =~ /title/;
        }
    }
}

# RFC 9562: the version's digit and the variant's two bits.
sub test_no_url {
    my $output = build(lay_out('site.yaml' => "title: T\n",
        'content/a/q.md' => post('One', '2025-01-02', 'x'),
        'content/a/r.md' => post('Two', '2025-01-02', 'x')));
    my @ids = $output->{'feed.xml'} =~ m{<id>(.*?)</id>}g;
    my %unlike = map { $_ => 1 } @ids;
    is(scalar keys %unlike, 3, 'ids of the feed and of two posts');
    like($_, qr/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        'an id without an address') for @ids;
    like($output->{'rss.xml'}, qr/<guid isPermaLink="false">urn:uuid:/, 'guid');
    unlike($output->{'robots.txt'}, qr/Sitemap/, 'robots.txt names no sitemap');
    parse_xml($_, $output->{$_}) for grep { /\.xml$/ } sort keys %$output;
    ok(eval { decode_json($output->{'feed.json'}) }, 'feed.json is JSON');
}

sub test_no_posts {
    my $dir = lay_out('site.yaml' => "title: T\nurl: https://x.example\n",
        'content/about.md' => "---\ntitle: About\n---\n");
    my $output = build($dir);
    my $entries = check_feeds($output);
    is_deeply($entries, {'feed.xml' => [], 'rss.xml' => [], 'feed.json' => []},
        'feeds without entries');
    like($output->{'feed.xml'}, qr{<updated>1970-01-01T00:00:00Z</updated>},
        'updated without entries');
}

# Of 200 posts of one day, the first 20 by path.
sub test_one_date {
    my %files = ('site.yaml' => "title: T\nurl: https://x.example\n");
    $files{sprintf 'content/a/p%03d.md', $_} = post("P $_", '2025-01-02', 'x')
        for 1 .. 200;
    my $dir = lay_out(%files);
    my $entries = check_feeds(build($dir));
    my @want = map { sprintf 'https://x.example/a/p%03d/', $_ } 1 .. 20;
    is_deeply([map { $_->[0] } @{$entries->{$_}}], \@want, "$_: the first by path")
        for sort keys %$entries;
    spew("$dir/site.yaml", "title: T\nurl: https://x.example\nfeeds: {limit: 0}\n");
    is(scalar @{check_feeds(build($dir))->{'feed.xml'}}, 200, 'limit: 0 is all');
}

# --- settings ---------------------------------------------------------------

sub test_settings {
    my %files = ('content/a/q.md' => post('Q', '2025-01-02',
        "First.\n\nSecond.", 'tags: [t]'));
    my %cases = (
        'formats: [rss]' => 'a/feed.xml rss.xml tags/t/feed.xml',
        'formats: [], sections: [], terms: []' => '',
        'formats: JSON, sections: [rss, json], terms: []' =>
            'a/feed.json a/rss.xml feed.json',
    );
    for my $feeds (sort keys %cases) {
        my $output = build(lay_out(%files,
            'site.yaml' => "title: T\nurl: https://x.example\nfeeds: {$feeds}\n"));
        is(join(' ', sort keys %{check_feeds($output)}), $cases{$feeds}, $feeds);
        my %linked = map { $_ => 1 } map { @{alternates($output->{$_})} }
            grep { /\.html$/ } keys %$output;
        my @linked = sort map { s{^/}{}r } grep { m{^/} } keys %linked;
        is("@linked", $cases{$feeds}, "$feeds: linked from pages");
        my @footer = $output->{'index.html'} =~ m{<li><a href="/([^"]*)">\w+ feed</a>}g;
        ok(!(grep { !exists $output->{$_} } @footer), "$feeds: the footer's link");
    }
    my $output = build(lay_out(%files, 'site.yaml' => "title: T\n"
            . "url: https://x.example\nfeeds: {content: summary}\n"));
    check_feeds($output);
    for my $path (qw(feed.xml rss.xml feed.json)) {
        like($output->{$path}, qr/First/, "$path has the summary");
        unlike($output->{$path}, qr/Second/, "$path has no more");
    }
}

# A summary that is not all there is.
sub test_summaries {
    my $output = build(lay_out(
        'site.yaml' => "title: T\nurl: https://x.example\n",
        'content/a/given.md' => post('A', '2025-01-02', 'Text.', 'summary: Given.'),
        'content/a/long.md' => post('A', '2025-01-03', "First.\n\nSecond."),
        'content/a/short.md' => post('A', '2025-01-04', 'All.'),
        'content/a/empty.md' => post('A', '2025-01-05', '')));
    my $feed = parse_xml('feed.xml', $output->{'feed.xml'});
    my $rss = parse_xml('rss.xml', $output->{'rss.xml'});
    my @want = (undef, undef, "<p>First.</p>\n", "<p>Given.</p>\n");
    my ($channel) = all($rss, 'channel');
    is_deeply([map { [texts($_, 'summary')]->[0] } all($feed, 'entry')],
        \@want, 'summaries of Atom');
    is_deeply([map { [texts($_, 'description')]->[0] } all($channel, 'item')],
        \@want, 'and of RSS');
    is_deeply([map { $_->{summary} }
            @{decode_json($output->{'feed.json'})->{items}}],
        [undef, undef, 'First.', 'Given.'], 'and of JSON Feed');
}

# --- sitemap ----------------------------------------------------------------

# Few posts with many tags, and one post on a page of a list, make 50,000: the
# pages of the home page, the section and each tag, the posts, the archives (of
# all, the year, the month), /tags/, and 276 pages.
sub many_pages {
    my ($posts, $tags, $pages) = (440, 110, 276);
    my %files = (
        'site.yaml' => "title: T\nurl: https://x.example\npaginate: 1\n"
            . "feeds: {formats: [], sections: [], terms: []}\n",
        map { ("templates/$_.html" => "x\n") }
            qw(home post page section taxonomy term archive 404),
    );
    my $tags_of_all = 'tags: [' . join(', ', map { "t$_" } 1 .. $tags) . ']';
    $files{"content/a/p$_.md"} = post("P$_", '2025-01-02', 'x', $tags_of_all)
        for 1 .. $posts;
    $files{"content/q$_.md"} = "---\ntitle: Q$_\n---\n" for 1 .. $pages;
    return lay_out(%files);
}

sub locations {
    my ($xml) = @_;
    my @found = $xml =~ m{<loc>(.*?)</loc>}g;
    return @found;
}

sub test_large_sitemap {
  SKIP: {
        # tests/unit/test_sitemap.c checks the limits without the files.
        skip 'writes 50,000 files: LARGE=1', 1 unless $ENV{LARGE};
        my $dir = many_pages();
        build_only($dir);
        my @one = locations(slurp("$dir/public/sitemap.xml"));
        is(scalar @one, 50_000, 'one file of 50,000');
        ok(!-e "$dir/public/sitemap-1.xml", 'and no others');
        spew("$dir/content/zz.md", "---\ntitle: Z\nupdated: 2026-01-01\n---\n");
        build_only($dir);
        my $index = parse_xml('sitemap.xml', slurp("$dir/public/sitemap.xml"));
        is($index->{name}, 'sitemapindex', 'one more makes it an index');
        is_deeply([map { texts($_, 'loc') } all($index, 'sitemap')],
            [map { "https://x.example/sitemap-$_.xml" } 1, 2], 'of two files');
        my @parts = map { [locations(slurp("$dir/public/sitemap-$_.xml"))] } 1, 2;
        my %once = map { $_ => 1 } map { @$_ } @parts;
        is_deeply([map { scalar @$_ } @parts], [50_000, 1], 'as few as may be');
        is(scalar keys %once, 50_001, 'with each address once');
        is_deeply([sort map { texts($_, 'lastmod') } all($index, 'sitemap')],
            ['2025-01-02', '2026-01-01'], 'and their newest dates');
    }
}

test_blog();
test_hostile();
test_stable();
test_no_url();
test_no_posts();
test_one_date();
test_settings();
test_summaries();
test_large_sitemap();
done_testing();
