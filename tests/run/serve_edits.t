#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random edits under `crumb serve`, some while it builds, with pages open: once an
# event has reported them, each address answers with the file of a clean build of the
# same sources, byte for byte, and events have named every address that changed. The
# site is a plain one with a menu, as it is previewed; then one with sections in orders
# of their own, series, short pages of lists, a second taxonomy, aliases, posts that are
# held or expire, and cascades, as readers see it; then that one with translations.
# COUNT=5000 SEED=7 POSTS=350: more of them. ONLY=rich: one of plain, rich, translated.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my $COUNT = $ENV{COUNT} // ($ENV{SHORT} ? 8 : 12);
my $SEED  = $ENV{SEED}  // 1;
my $POSTS = $ENV{POSTS} // 240;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my ($RICH, $TRANSLATED, $state);

sub below { return random_below(\$state, @_) }

sub pick { return $_[below(scalar @_)] }

# The site of the preview, and its twin for clean builds, which are made first.
my ($dir, $twin);
my (%posts, %moved);    # by number

# Some are bundles: by their names, or as index.md.
sub path_of_post {
    my ($i) = @_;
    return $moved{$i} if $moved{$i};
    return 'content/' . ('alpha', 'beta')[$i % 2] . "/p$i.md" if $RICH && $i % 3;
    return "content/life/p$i/p$i.md"   if $i % 12 == 5;
    return "content/life/p$i/index.md" if $i % 12 == 7;
    return "content/life/p$i.md";
}
sub any_post { return pick(sort { $a <=> $b } keys %posts) }

sub link_to { return path_of_post(any_post()) =~ s{^content}{}r }

sub wikilink {
    my $i = any_post();
    return '[[' . pick("p$i", "life/p$i", "P$i " . below(50), "Name " . below(9),
        "name-" . below(9)) . pick('', '', '#Part ' . below(5)) . pick('', '|text') . ']]';
}

# Parts of a post.
my @PIECES = (
    sub { '[other](' . link_to() . ')' },
    sub { wikilink() . ' and ' . wikilink() . ' ![[mark.svg|30]]' },
    sub { "## Part @{[below(5)]} {#part-@{[below(3)]} .lead data-n=$state}" },
    sub { "Text\n{: .a #b@{[below(3)]}}\n\n* x\n{:toc}" },
    sub { "![m](/mark.svg){width=@{[9 + below(90)]}}" },
    sub { '> [!' . pick('tip', 'NOTE', 'odd') . ']' . pick('', '-', '+')
            . " Title $state\n> " . wikilink() },
    sub { ':::' . pick('note', 'note[' . wikilink() . ']') . "\nText $state\n"
            . pick(':::', '') },
    sub { '$x_{' . below(9) . '}$ and $' . below(9) . ', $$\\frac{1}{' . below(9)
            . '}$$' . pick('', ' $\\nope{1}$', ' $\\RTT$') },
    sub { "Term $state\n: Definition" },
    sub { '%%hidden ' . wikilink() . '%% ==mark== H~2~O :tada:' . pick('', ' %%open') },
    sub { "*[HTML]: Language $state\n\nHTML" },
    sub { "{{% note %}}\nText $state\n{{% /note %}} {{ figure(src=\"/mark.svg\") }}" },
);

# Keys of the rich site's posts, each with a line of front matter.
my %KEYS = (
    menu    => sub { pick('main', 'footer', '{main: {weight: ' . below(3) . '}}') },
    weight  => sub { below(5) },
    series  => sub { pick('Loaves', 'Lab') },
    topics  => sub { pick('[Bread]', '[Bread, Routing]', '[Cold]') },
    aliases => sub { '[/old/' . below(9) . '/]' },
    draft   => sub { pick('true', 'true', 'false') },
    expires => sub { pick('2024-06-01', '2099-01-01') },
    publish => sub { pick('2024-06-01', '2099-01-01') },
    unlisted => sub { pick('true', 'false') },
    slug    => sub { 'slug-' . below(999) },
    cover   => sub { "{image: /mark.svg, alt: Mark $state}" },
    summary => sub { "Summary $state" },
    description => sub { "Description $state" },
);

sub rich_front {
    my ($i) = @_;
    my %keys = (title => 'P' . below(9) . " number $i",
        date => sprintf('2024-%02d-%02d', 1 + below(4), 1 + below(28)),
        tags => '[' . join(', ', map { 't' . below(5) } 0 .. below(3)) . ']');
    $keys{$_} = $KEYS{$_}->() for map { pick(sort keys %KEYS) } 1 .. below(3);
    return "---\n" . join('', map { "$_: $keys{$_}\n" } sort keys %keys) . "---\n";
}

sub front {
    my ($i) = @_;
    return rich_front($i) if $RICH;
    my $title = "P$i " . below(50);
    my $date  = sprintf '2024-01-%02d', 1 + $i % 28;
    my $tag   = 't' . below(7);
    my @names = below(4) ? () : pick('Name ' . below(9), 'name-' . below(9));
    my $draft = !below(20);
    return "+++\ntitle = '$title'\ndate = $date\n"
        . ($draft ? "draft = true\n" : '')
        . (@names ? "aliases = ['@names']\n" : '')
        . "[taxonomies]\ntags = ['$tag']\n+++\n" if !below(4);
    return "---\ntitle: $title\ndate: $date\ntags: [$tag]\n"
        . ($draft ? "draft: true\n" : '')
        . (@names ? "aliases: [@names]\n" : '') . "---\n";
}

sub post {
    my ($i) = @_;
    $posts{$i} = 1;
    my @pieces = map { pick(@PIECES)->() } 1 .. below(4);
    return [path_of_post($i), front($i) . join "\n\n", "Body $state.",
        '## Part ' . below(5), @pieces, ''];
}

# A file that is there or not.
sub toggle {
    my ($path, $text) = @_;
    return [$path, -e "$twin/$path" ? undef : $text];
}

my @SWITCHES = qw(definition_lists mark scripts abbreviations emoji comments
    wikilinks);
my $title = 'T';
my $paginate = 2;

# The entries lead to posts that may be there.
sub menu {
    my $link = sub { link_to(@_) =~ s{^/}{}r };
    my $post = sub { path_of_post(below($POSTS)) =~ s{^content/}{}r };
    return "[{name: Start, url: life/new.md}, {url: @{[$post->()]}, children: "
        . "[{url: @{[$post->()]}}]}, {name: Alpha, url: alpha/}]";
}
my $menu;

sub settings {
    my ($some) = @_;
    my $switches = join ', ', map { "$_: " . (!$some || below(3) ? 'true' : 'false') }
        @SWITCHES;
    my $macro = $some ? below(3) : 0;
    return ['site.yaml', "title: $title\nurl: https://rye.example\n"
        . "markdown: {$switches}\nmath: {macros: {'\\RTT': 'R_{$macro}'}}\nmenu: $menu\n"
        . ($RICH ? "paginate: $paginate\n"
            . "taxonomies: [tags, topics, series]\ncards: true\n" : '')
        . ($TRANSLATED ? "languages: [en, es]\n" : '')];
}

sub template {
    my ($name, $end) = @_;
    return ["templates/$name",
        slurp("$TOP/templates/$name") =~ s{\Q$end\E}{<!-- $state -->$end}r];
}

my $ERROR = '{{ nope( }}';

# Each is a row of saves: a path, what it is to hold (undef: it goes), and how long
# the next one waits.
my %edits = (
    'a body' => sub {
        my $path = path_of_post(any_post());
        return [$path, slurp("$twin/$path") . "\nMore $state.\n"];
    },
    'a post'      => sub { post(any_post()) },
    'a new post'  => sub { post(below($POSTS)) },
    'a post less' => sub {
        my $i = any_post();
        delete $posts{$i};
        return [path_of_post($i), undef];
    },
    'all pages' => sub { template('base.html', '</body>') },
    'all posts' => sub { template('post.html', '</article>') },
    'an error, mended' => sub {
        return (['templates/post.html', $ERROR, below(20) / 100],
            ['templates/post.html', slurp("$TOP/templates/post.html")]);
    },
    'a style sheet' => sub {
        return ['static/style.css', "p { margin: @{[below(9)]}px }\n"];
    },
    'the title' => sub {
        $title = "T$state";
        return settings();
    },
    'what Markdown knows' => sub { settings('some') },
    # Whether a post is the page of its folder depends on the files beside it.
    'a file beside' => sub {
        my ($i) = (grep { $_ % 12 == 5 } sort { $a <=> $b } keys %posts, 5);
        return toggle("content/life/p$i/beside.md", "Beside [[p$i]].\n");
    },
    'an index' => sub {
        return toggle('content/notes/index.md', pick('', "---\ndate: 2024-02-03\n---\n")
            . "Index $state.\n");
    },
    'a note' => sub { toggle('content/notes/n' . below(2) . '.md', wikilink() . "\n") },
    'a post of the menu' => sub {
        toggle('content/life/new.md', "---\ntitle: N $state\ndate: 2024-02-03\n"
            . "tags: [t1]\n---\nNew.\n");
    },
    'the menu' => sub { $menu = menu(); settings() },
    'a list of terms' => sub { toggle('content/tags/index.md', "Tags $state.\n") },
);

# Front matter, without a change to the text.
sub change_front {
    my ($i, $change) = @_;
    my $path = path_of_post($i);
    my $text = slurp("$twin/$path") // return [$path, undef];
    return [$path, $change->($text)];
}

sub with_key {
    my ($text, $key, $value) = @_;
    $text =~ s/^\Q$key\E: .*\n//m;
    return defined $value ? $text =~ s/^---\n/---\n$key: $value\n/r : $text;
}

sub cascade {
    my $key = pick('draft', 'unlisted', 'topics', 'series', 'expires', 'weight');
    return below(3) ? "cascade: {$key: @{[$KEYS{$key}->()]}}\n" : '';
}

my %rich_edits = (
    'other front matter' => sub {
        my $i = any_post();
        return change_front($i, sub { $_[0] =~ s/^---\n.*?^---\n/rich_front($i)/emsr });
    },
    'a key' => sub {
        my $key = pick(sort keys %KEYS);
        return change_front(any_post(), sub {
            with_key($_[0], $key, below(3) ? $KEYS{$key}->() : undef);
        });
    },
    'a title' => sub {
        change_front(any_post(), sub { with_key($_[0], 'title', "Titled $state") });
    },
    'a date' => sub {
        change_front(any_post(), sub {
            with_key($_[0], 'date', sprintf '2024-%02d-%02d', 1 + below(4), 1 + below(28));
        });
    },
    'tags' => sub {
        change_front(any_post(), sub { with_key($_[0], 'tags', '[t' . below(7) . ']') });
    },
    'a post elsewhere' => sub {
        my $i = any_post();
        my $from = path_of_post($i);
        my $text = slurp("$twin/$from");
        $moved{$i} = 'content/' . pick('life', 'alpha', 'beta', 'gamma') . "/m$i.md";
        return ([$from, undef], [$moved{$i}, $text]) if $from ne $moved{$i};
        return [$from, $text];
    },
    'a translation' => sub {
        my $i = any_post();
        my $path = path_of_post($i) =~ s/\.md$/.es.md/r;
        return toggle($path, "---\ntitle: E $state\ndate: 2024-01-05\ntags: [t"
            . below(3) . "]\n---\nEs.\n");
    },
    'a section' => sub {
        my $name = pick('alpha', 'beta', 'gamma', 'life');
        my %order = (alpha => "sort_by: title\n", beta => "sort_by: weight\n");
        return ["content/$name/_index.md", "---\ntitle: S $state\n"
            . ($order{$name} // '') . cascade() . "---\nAbout.\n"];
    },
    'no section' => sub { ['content/' . pick('gamma', 'life') . '/_index.md', undef] },
    'a page' => sub {
        toggle('content/about' . ($TRANSLATED ? pick('', '.es') : '') . '.md', "# About $state\n");
    },
    'pages of lists' => sub { $paginate = 3 - $paginate; settings() },
);

# As an editor that writes beside the file and renames does it.
sub save {
    my ($site, $path, $text) = @_;
    return unlink "$site/$path" if !defined $text;
    spew("$site/$path.tmp~", $text);
    rename "$site/$path.tmp~", "$site/$path" or die "$path: $!";
}

# --- the preview --------------------------------------------------------------

my ($preview, @streams);
my $good;    # the last clean build without errors

# Drops the events of earlier edits.
sub forget_events { events_of($_, 0.001) for @streams }

sub build_twin {
    my ($name) = @_;
    my ($files, $error) = clean_build($preview, $twin);
    $files or BAIL_OUT("$name: $error");
    return $files;
}

# An event is true: the addresses that it names, and all others, answer.
sub is_there {
    my ($name, $files, @changed) = @_;
    my $wrong = answers($preview, $files, \@changed);
    is($wrong, '', "$name: the first event is true of all addresses");
}

sub is_as_before {
    my ($name) = @_;
    ok(next_event($streams[0], 'errors'), "$name: the error is told");
    is(answers($preview, $good), '', "$name: each address answers as before");
}

sub step {
    my ($name, @saves) = @_;
    my $files = build_twin($name);
    my @changed = changes($good, $files);
    my $at_once = @saves == 1 && sub { is_there($name, $files, @changed) };
    forget_events();
    for my $i (0 .. $#saves) {
        save($dir, @{$saves[$i]});
        is_as_before($name) if !$i && ($saves[0][1] // '') eq $ERROR;
        sleep $saves[$i][2] if $i < $#saves;
    }
    my @untold = untold($preview, $streams[0], \@changed, $at_once);
    is("@untold", '', "$name: what changed is told of");
    is(settled($preview, $files), '', "$name: each address");
    $good = $files;
}

sub begin {
    my ($name) = @_;
    ($RICH, $TRANSLATED, $state) = ($name ne 'plain', $name eq 'translated', $SEED);
    ($dir, $twin) = (scratch(), scratch());
    %moved = ();
    %posts = map { $_ => 1 } 0 .. $POSTS - 1;
    $menu = menu();
    save($twin, @{settings()});
    save($twin, 'static/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    save($twin, @{post($_)}) for 0 .. $POSTS - 1;
    if ($RICH) {
        save($twin, "content/$_/_index.md", "---\nsort_by: "
            . {alpha => 'title', beta => 'weight'}->{$_} . "\n---\n") for qw(alpha beta);
    }
    copy_tree($twin, $dir);
    $preview = serve($dir, $RICH ? '--no-drafts' : ());
    @streams = map { events($preview, $_) } '/', '/life/', '/life/p1/', '/tags/t1/';
    $good = build_twin('at first');
    is(settled($preview, $good), '', 'at first: each address');
}

# Each comes, and goes again.
sub words_come_and_go {
    my $path = path_of_post(1);
    for my $key (qw(summary description cover)) {
        for my $value ($KEYS{$key}->(), undef) {
            my $text = with_key(slurp("$twin/$path"), $key, $value);
            save($twin, $path, $text);
            step("$key " . ($value // 'goes'), [$path, $text, 0]);
        }
    }
}

sub edit_site {
    my ($name, $edits) = @_;
    begin($name);
    words_come_and_go() if $name eq 'rich';
    my @kinds = sort keys %$edits;
    for (my $n = 0; $n < $COUNT;) {
        my @saves;
        my @names;
        for (1 .. pick(1, 1, 1, 2, 5)) {
            my $kind = pick(@kinds);
            my @edit = $edits->{$kind}->();
            save($twin, @$_) for @edit;
            $edit[-1][2] = pick(0, 0, 0, 0.01, 0.05, 0.3, 1.1);
            push @saves, @edit;
            push @names, $kind;
            $n++;
        }
        step("$name, seed $SEED, edit $n, " . join(', ', @names), @saves);
        sleep $saves[-1][2];
    }
    sleep 2;
    is(answers($preview, $good, [], 'wide'), '', "$name, after a while: each address");
    is(serve_stop($preview), 0, "$name: its end");
}

my $only = $ENV{ONLY} || 'plain rich translated';
edit_site('plain', \%edits) if $only =~ /plain/;
$POSTS = 40 if $POSTS > 40;
delete $edits{'what Markdown knows'};
my %translations = ('a translation' => delete $rich_edits{'a translation'});
edit_site('rich', {%edits, %rich_edits}) if $only =~ /rich/;
edit_site('translated', {%edits, %rich_edits, %translations}) if $only =~ /translated/;
done_testing();
