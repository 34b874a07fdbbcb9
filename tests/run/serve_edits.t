#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random edits under `crumb serve`, some while it builds, with pages open: once an
# event has told of them, each address answers what a clean build of the same files
# makes of it, byte for byte, and whatever answers otherwise than before was told
# of. COUNT=5000 SEED=7 POSTS=350: more of them.
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
my $state = $SEED;

# The same on every perl.
sub below {
    my ($n) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $n;
}

sub pick { return $_[below(scalar @_)] }

# The site that is shown; its twin, of which clean builds are made before.
my ($dir, $twin) = (scratch(), scratch());
my %posts = map { $_ => 1 } 0 .. $POSTS - 1;

# Some are bundles: by their names, or as index.md.
sub path_of_post {
    my ($i) = @_;
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

# What a post may hold.
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

sub front {
    my ($i) = @_;
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

sub settings {
    my ($some) = @_;
    my $switches = join ', ', map { "$_: " . (!$some || below(3) ? 'true' : 'false') }
        @SWITCHES;
    my $macro = $some ? below(3) : 0;
    return ['site.yaml', "title: $title\nurl: https://rye.example\n"
        . "markdown: {$switches}\nmath: {macros: {'\\RTT': 'R_{$macro}'}}\n"];
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
    # Whether a file stands for its folder follows from what is beside it.
    'a file beside' => sub {
        my ($i) = (grep { $_ % 12 == 5 } sort { $a <=> $b } keys %posts, 5);
        return toggle("content/life/p$i/beside.md", "Beside [[p$i]].\n");
    },
    'an index' => sub {
        return toggle('content/notes/index.md', pick('', "---\ndate: 2024-02-03\n---\n")
            . "Index $state.\n");
    },
    'a note' => sub { toggle('content/notes/n' . below(2) . '.md', wikilink() . "\n") },
    'a list of terms' => sub { toggle('content/tags/index.md', "Tags $state.\n") },
);
my @kinds = sort keys %edits;

# As an editor that writes beside the file and renames does it.
sub save {
    my ($site, $path, $text) = @_;
    return unlink "$site/$path" if !defined $text;
    spew("$site/$path.tmp~", $text);
    rename "$site/$path.tmp~", "$site/$path" or die "$path: $!";
}

# --- the preview --------------------------------------------------------------

save($twin, @{settings()});
save($twin, 'static/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
save($twin, @{post($_)}) for 0 .. $POSTS - 1;
copy_tree($twin, $dir);
my $preview = serve($dir);
my @streams = map { events($preview, $_) } '/', '/life/', '/life/p1/', '/tags/t1/';
my $good;    # what was made of it last

# Those that are waiting are of edits before.
sub forget_events { events_of($_, 0.001) for @streams }

sub build_twin {
    my ($name) = @_;
    my ($files, $error) = clean_build($preview, $twin);
    $files or BAIL_OUT("$name: $error");
    return $files;
}

# What an event tells of is there, and all that goes with it.
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

$good = build_twin('at first');
is(settled($preview, $good), '', 'at first: each address');
for (my $n = 0; $n < $COUNT;) {
    my @saves;
    for (1 .. pick(1, 1, 1, 2, 5)) {
        my @edit = $edits{pick(@kinds)}->();
        save($twin, @$_) for @edit;
        $edit[-1][2] = pick(0, 0, 0, 0.01, 0.05, 0.3, 1.1);
        push @saves, @edit;
        $n++;
    }
    step("seed $SEED, edit $n", @saves);
    sleep $saves[-1][2];
}
sleep 2;
is(answers($preview, $good, [], 'wide'), '', 'after a while: each address');
is(serve_stop($preview), 0, 'its end');
done_testing();
