#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Edits render exactly the outputs that have read the change. Each case starts
# with tests/incremental/precision/site.txt, built; the outputs that `crumb why`
# lists after the edit must be those named here. They follow from the templates of
# the site, and from no output of crumb.
#
# Where bytes differ from the build before, something was rendered: that is
# looked at as well.
#
#   ONLY=title prove -v tests/run/precision.t     the cases with that word
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Replay;
use Test::More;

my $NEXT_DAY = '2026-01-16T12:00:00Z';

# "s/p{1,2} . pic.png": a name without an ending is that of a folder with an
# index.html, and "." the one at the top.
sub outputs {
    my @paths = map { glob } split ' ', $_[0];
    return map { $_ eq '.' ? 'index.html' : /\.\w+$/ ? $_ : "$_/index.html" }
        @paths;
}

my @ALL_PAGES = outputs('. 404.html about absent ahead any archive archive/2024
    archive/2024/05 asset chosen count feed.xml first folder host later link looped novel
    oldest page/{2,3} part picture recent robots.txt second s s/p{1,2,3,4,5,6} s/page/{2,3} sitemap.xml some tags tags/a
    tags/a/page/2 tags/b tags/b/page/2 time titles toy wiki words');
my @ALL_FILES = outputs('apple-touch-icon.png code.css favicon.ico favicon.svg feed.css
    gallery.css gallery.js palette-forest.css palette-paper.css palette-slate.css pic.png plain.txt replies.js
    recipe.css recipe.js strands.svg style.css theme.js
    style.HASH.css');

# --- edits: each returns steps ---

my %SITE = map { $_->{words}[1] => $_->{text} }
    script_read(slurp("$TESTS/incremental/precision/site.txt"));

sub step { my ($text, @words) = @_; return {words => \@words, text => $text} }

sub write_file { my ($path, $text) = @_; return step($text, 'write', $path) }

sub replace {
    my ($path, $from, $to) = @_;
    my $text = $SITE{$path} // die "no $path";
    $text =~ s/\Q$from\E/$to/ or die "$path has no '$from'";
    return write_file($path, $text);
}

sub append { return write_file($_[0], $SITE{$_[0]} . $_[1]) }

sub front {
    my ($post, $line) = @_;
    return replace("content/s/$post.md", "---\n", "---\n$line\n");
}

sub do_step { return step('', @_) }

sub body { return append("content/s/$_[0].md", "\nMore.\n") }

sub title {
    my ($post) = @_;
    my ($old) = $SITE{"content/s/$post.md"} =~ /^title: (.*)$/m;
    return replace("content/s/$post.md", "title: $old", "title: New $old");
}

sub new_post {
    my ($name, $date, $more) = @_;
    return write_file("content/s/$name.md",
        "---\ntitle: Added\ndate: $date\n" . ($more // '') . "---\nText.\n");
}

# --- the cases: name, steps, outputs ---

my @CASES = (
    ['nothing', [], ''],
    ['touch', [do_step('touch', 'content/s/p3.md', 0)], ''],
    ['touch: a template', [do_step('touch', 'templates/post.html', 60)], ''],
    ['written again with the same bytes',
        [write_file('content/s/p3.md', $SITE{'content/s/p3.md'})], ''],
    ['changed, and back', [body('p3'), append('content/s/p3.md', '')], ''],

    # post.html shows content, section.html the summary, feed.xml the content
    # of the newest two. p3 is on the second page of its lists.
    ['body below the summary', [body('p3')], 's/p3'],
    ['body: summary too', [replace('content/s/p3.md', 'First', 'Other')],
        's/p3 s/page/2'],
    ['body of a post in the feed', [body('p6')], 's/p6 feed.xml'],
    ['body: words that another page shows', [body('p2')], 's/p2 words'],
    ['body: a heading that is linked to',
        [replace('content/s/p3.md', '## Part', '## Piece')], 's/p3'],
    # page.prev.title and page.next.title.
    ['title', [title('p3')], 's/p{2,3,4} page/2 s/page/2 titles'],
    ['title that other pages show', [title('p2')],
        's/p{1,2,3} page/3 s/page/3 titles words'],
    ['title of the newest', [title('p6')],
        's/p{5,6} . s feed.xml recent looped titles first chosen'],
    # A loop that breaks off reads none of the later posts, nor does its `if`; it
    # reads its length, which it needs at the start. `ahead` shows loop.nextitem in
    # the second round, before it breaks off.
    ['title of one ahead of a loop that breaks off', [title('p4')],
        's/p{3,4,5} page/2 s/page/2 titles ahead'],
    ['title of the second', [title('p5')],
        's/p{4,5,6} . s feed.xml recent looped titles second ahead chosen'],
    # Nothing shows these.
    ['description', [front('p3', 'description: Read by nobody')], ''],
    ['weight, extra, authors',
        [front('p3', "weight: 4\nextra: {mood: glad}\nauthors: Ann")], ''],
    ['draft: false', [front('p3', 'draft: false')], ''],
    ['aliases', [front('p3', 'aliases: /old/')], 'old'],
    # The address: p3's own page, what links to it, the sitemap.
    ['slug', [front('p3', 'slug: new')], 's/new link sitemap.xml'],
    # any.html asks only whether there is a tag.
    ['tags: a new one', [replace('content/s/p3.md', '[b]', '[b, c]')],
        'tags/c tags sitemap.xml'],
    # b: p5 p3 p4 becomes p5 p4; a: p5 p2 p1 becomes p5 p3 p2 p1. Their
    # numbers of pages change, too: b's second page goes.
    ['tags: another one', [replace('content/s/p3.md', '[b]', '[a]')],
        'tags/a tags/a/page/2 tags/b sitemap.xml'],
    ['tags: another spelling', [
        replace('content/s/p3.md', '[b]', '[B]'),
        replace('content/s/p4.md', '[b]', '[B]'),
        replace('content/s/p5.md', '[a, b]', '[a, B]'),
    ], 'tags tags/b tags/b/page/2'],
    # archive.html shows dates.
    ['date, the order kept', [replace('content/s/p1.md', '05-01', '04-30')],
        'archive archive/2024 archive/2024/04 archive/2024/05 sitemap.xml'],
    # It prints as the same day, but is another date.
    ['date within the day',
        [replace('content/s/p3.md', '05-03', '05-03 09:00')],
        'archive archive/2024 archive/2024/05'],
    ['dates that change the order', [
        replace('content/s/p1.md', '05-01', '05-02'),
        replace('content/s/p2.md', '05-02', '05-01'),
    ], 's/p{1,2,3} page/3 s/page/3 titles archive archive/2024 archive/2024/05
        sitemap.xml oldest'],
    ['pinned', [front('p1', 'pinned: true')], '. page/2 page/3'],
    ['unlisted', [front('p3', 'unlisted: true')],
        's/p{2,3,4} page/2 page/3 s/page/2 s/page/3 tags/b archive archive/2024
        archive/2024/05 sitemap.xml count looped titles ahead oldest chosen'],
    ['draft', [front('p3', 'draft: true')],
        's/p{2,4} page/2 page/3 s/page/2 s/page/3 tags/b archive archive/2024
        archive/2024/05 sitemap.xml count looped titles link ahead oldest chosen'],
    ['template', [front('p3', 'template: page.html')], 's/p3'],

    # wiki.md has links to names: one is a title, the others are nowhere yet.
    ['a title that a wikilink has',
        [replace('content/count.md', 'The count', 'Counted')], 'wiki'],
    ['a title like the name of a file that a wikilink has',
        [replace('content/count.md', 'The count', 'About')], 'wiki'],
    ['a title that a wikilink waits for',
        [replace('content/about.md', 'About', 'Nobody')], 'wiki'],
    ['a file that a wikilink waits for',
        [write_file('content/coming.md', "Text.\n")], 'coming wiki sitemap.xml'],
    ['a name that a wikilink waits for',
        [front('p3', 'aliases: [Coming]')], 'wiki'],
    ['a second post of the name of a wikilink',
        [write_file('content/t/about.md', "---\ndraft: true\n---\nText.\n")],
        ''],
    ['a file of static/ that a wikilink waits for',
        [write_file('static/i/chart.svg', '<svg/>')], 'i/chart.svg wiki'],

    ['a new newest post', [new_post('p7', '2024-05-07')],
        's/p{6,7} . page/{2,3,4} s s/page/{2,3,4} feed.xml archive archive/2024
        archive/2024/05 sitemap.xml count looped recent titles first second ahead
        oldest chosen'],
    # any.html asks only whether there is a section, part.html for the first.
    ['a new section', [write_file('content/t/n.md',
        "---\ntitle: Added\ndate: 2024-05-07\n---\nText.\n")],
        's/p6 t/n t . page/{2,3,4} feed.xml archive archive/2024
        archive/2024/05 sitemap.xml count looped recent titles first second
        ahead oldest chosen'],
    # The oldest: pages before the last stay as they are.
    ['a new oldest post', [new_post('p0', '2024-04-01', "tags: [d]\n")],
        's/p{0,1} page/4 s/page/4 archive archive/2024 archive/2024/04
        sitemap.xml tags tags/d count looped titles absent ahead oldest chosen'],
    ['a post removed', [do_step('remove', 'content/s/p1.md')],
        's/p2 page/3 s/page/3 archive archive/2024 archive/2024/05 tags/a
        sitemap.xml count looped titles ahead oldest chosen'],
    # Posts are known by their paths: this is another one, in every list and
    # beside its neighbours.
    ['a post moved within its section',
        [do_step('move', 'content/s/p4.md', 'content/s/new.md')],
        's/p{3,5} s/new page/2 s/page/2 archive archive/2024 archive/2024/05
        sitemap.xml titles ahead oldest'],
    ['bodies swapped', [
        replace('content/s/p5.md', 'First 5', 'First 6'),
        replace('content/s/p6.md', 'First 6', 'First 5'),
    ], 's/p{5,6} s feed.xml'],

    ['template of posts', [append('templates/post.html', '!')],
        's/p{1,2,3,4,5,6}'],
    ['template of one page', [append('templates/count.html', '!')], 'count'],
    ['template of terms', [append('templates/term.html', '!')],
        'tags/a tags/a/page/2 tags/b tags/b/page/2'],
    ['template: an include', [append('templates/partials/foot.html', '!')],
        's/p{1,2,3,4,5,6}'],
    ['template: macros', [replace('templates/macros/m.html', ': ', '; ')],
        'tags/a tags/a/page/2 tags/b tags/b/page/2'],
    ['template: a shortcode', [append('templates/shortcodes/words.html', '!')],
        'words'],
    ['template: one that was not there',
        [write_file('templates/partials/extra.html', 'x')], '404.html'],
    ['template: one that nobody looks for',
        [write_file('templates/partials/other.html', 'x')], ''],
    ['template: a shortcode that a tag of Hugo waits for',
        [write_file('templates/shortcodes/soon.html', 'x')], 'wiki'],
    ['template: a shortcode that a tag of Zola waits for',
        [write_file('templates/shortcodes/late.html', '{{ n }}')], 'wiki'],
    ['template: a shortcode that nobody waits for',
        [write_file('templates/shortcodes/never.html', 'x')], ''],
    ['words', [write_file('templates/i18n/en.yaml', "older: Before\n")],
        '404.html'],
    # data.html asks for data.d, folder.html goes through data.f, later.html
    # asks for data that is not there.
    ['data', [write_file('data/d.yaml', "k: 2\n")], 'about'],
    ['data: the same, written otherwise',
        [write_file('data/d.yaml', "{k: 1}\n")], ''],
    ['data: a file that nobody reads',
        [write_file('data/e.yaml', "k: 2\n")], ''],
    ['data: in a folder that is read as a whole',
        [write_file('data/f/b.yaml', "2\n")], 'folder'],
    ['data: one that was looked for',
        [write_file('data/f/later.json', "[1]\n")], 'folder later'],
    ['data: removed', [do_step('remove', 'data/d.yaml')], 'about'],

    # host.yaml reads text between < and > as a plaything, which is toy.
    ['language of code', [replace('languages/toy.yaml', 'k}', 's}')],
        'toy host'],
    ['language of code, that another one goes into',
        [replace('languages/host.yaml', "'>'", 'x')], 'host'],
    ['language of code that no post has',
        [replace('languages/other.yaml', 's}', 'k}')], ''],
    ['language of code: a new one that no post has',
        [write_file('languages/more.yaml', $SITE{'languages/other.yaml'})], ''],
    ['language of code: a new one that a block waits for',
        [write_file('languages/novel.yaml', $SITE{'languages/other.yaml'})],
        'novel'],
    ['language of code: a new one instead of a built-in one',
        [write_file('languages/python.yaml', $SITE{'languages/other.yaml'})],
        'host'],
    ['language of code: removed',
        [do_step('remove', 'languages/other.yaml')], ''],
    ['language of code: removed, and a block is plain', [
        do_step('remove', 'languages/host.yaml'),
    ], 'host'],
    ['language of code: the last one removed', [
        do_step('remove', 'languages/other.yaml'),
        do_step('remove', 'languages/host.yaml'),
        do_step('remove', 'languages/toy.yaml'),
    ], 'toy host'],
    ['language of code: another alias',
        [replace('languages/other.yaml', 'name: Other',
            "name: Other\naliases: plaything")], 'host'],

    ['image of the same size', [do_step(qw(image content/pic.png 4 3 2))],
        'pic.png'],
    ['image of another size', [do_step(qw(image content/pic.png 5 3 1))],
        'pic.png picture'],
    ['static file', [write_file('static/plain.txt', "other\n")], 'plain.txt'],
    ['static file with a fingerprint',
        [write_file('static/style.css', "p {}\n")],
        'style.css style.HASH.css asset'],
    ['section', [replace('content/s/_index.md', 'Section', 'Part')],
        's s/page/{2,3}'],
    ['settings', [append('site.yaml', "params: {nobody: reads this}\n")],
        join(' ', @ALL_PAGES, @ALL_FILES)],
    ['output removed', [do_step('lose', 's/p3/index.html')], 's/p3'],
    ['output edited', [do_step('spoil', 's/p3/index.html')], 's/p3'],
);

my @LATER = (
    ['a day later', [], 'time'],
    ['a post goes live', [new_post('p7', '2026-01-16')],
        's/p{6,7} . page/{2,3,4} s s/page/{2,3,4} feed.xml archive archive/2026
        archive/2026/01 sitemap.xml count looped recent titles time first second
        ahead oldest chosen'],
);

# --- the runs ---

my $replay = replay_open();

sub build {
    my ($now) = @_;
    return replay_step($replay, step('', 'build', '--now', $now));
}

# path => reason, of the outputs that the last build rendered.
sub rendered {
    my ($status, $out, $error) = run({TZ => 'UTC'}, $CRUMB, 'why', '-C',
        $replay->{one});
    die "crumb why: $error" if $status;
    return {map { /^(.+?): (.+)$/ ? ($1 => $2) : ($_ => '') } split /\n/, $out};
}

sub changed {
    my ($before, $after) = @_;
    return grep { ($before->{$_} // "\0") ne $after->{$_} } sort keys %$after;
}

sub without_hash { return $_[0] =~ s/\.[0-9a-f]{8}(?=\.css$)/.HASH/r }

sub check_case {
    my ($case, $first, $now) = @_;
    my ($name, $steps, $wanted) = @$case;
    return if $ENV{ONLY} && index($name, $ENV{ONLY}) < 0;
    my %wanted = map { $_ => 1 } outputs($wanted);
    replay_clear($replay);
    for my $path (sort keys %SITE) {
        replay_step($replay, write_file($path, $SITE{$path}))
            if $path !~ /\.png$/;
    }
    replay_step($replay, step('', qw(image content/pic.png 4 3 1)));
    my $wrong = build($first);
    my $before = tree("$replay->{one}/public");
    replay_step($replay, $_) for @$steps;
    $wrong ||= build($now);
    is($wrong, '', "$name: as a clean build")
        or return;
    my @changed = changed($before, tree("$replay->{one}/public"));
    is(join("\n", grep { !$wanted{without_hash($_)} } @changed), '',
        "$name: changes no other output");
    my $rendered = rendered();
    is(join("\n", sort map { without_hash($_) } keys %$rendered),
        join("\n", sort keys %wanted),
        "$name: renders these");
    is(join("\n", grep { $rendered->{$_} eq '' } sort keys %$rendered), '',
        "$name: says why");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check_case($_, $NOW, $NOW)      for @CASES;
check_case($_, $NOW, $NEXT_DAY) for @LATER;
done_testing();
