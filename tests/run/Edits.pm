# SPDX-License-Identifier: MIT
package Edits;

# Random edits to a site, as steps of Replay.pm. What the site holds is kept
# as text, so that a step is made without looking at any file, and follows
# from the seed alone.
use strict;
use warnings;
use Exporter qw(import);
use Expressions;
use Harness;
use Snippets;

our @EXPORT = qw(edits_new edits_next edits_leave_out);

sub below { my ($self, $n) = @_; return random_below(\$self->{state}, $n) }

sub pick { my $self = shift; return $_[below($self, scalar @_)] }

sub fresh { return ++$_[0]{count} }

# --- the site ---

sub push_step {
    my ($self, $text, @words) = @_;
    push @{$self->{steps}}, {words => \@words, text => $text};
}

# A folder is there, or a file where a folder must be.
sub is_in_way {
    my ($self, $path) = @_;
    return grep { index($_, "$path/") == 0 || index($path, "$_/") == 0 }
        keys %{$self->{files}};
}

sub put {
    my ($self, $path, $text) = @_;
    return if $path =~ m{[^/]{256}} || is_in_way($self, $path);
    $self->{files}{$path} = $text;
    push @{$self->{past}{$path}}, $text;
    my @how = below($self, 12) ? () : 'same-time';
    @how = ('saved', 1 + below($self, 3)) if !below($self, 25);
    push_step($self, $text, @how, 'write', $path);
}

sub put_image {
    my ($self, $path, @facts) = @_;
    return if is_in_way($self, $path);
    $self->{files}{$path} = \@facts;
    push @{$self->{past}{$path}}, \@facts;
    push_step($self, '', below($self, 6) ? () : 'same-time', 'image', $path,
        @facts);
}

sub drop {
    my ($self, $path) = @_;
    delete $self->{files}{$path};
    push_step($self, '', 'remove', $path);
}

sub paths {
    my ($self, $pattern) = @_;
    return grep { /$pattern/ } sort keys %{$self->{files}};
}

sub some {
    my ($self, $pattern) = @_;
    my @paths = paths($self, $pattern);
    return @paths ? pick($self, @paths) : undef;
}

my $POST  = qr{^content/(?:.*/)?(?!_index)[^/]+\.(?:md|html)$};
my $IMAGE = qr{^(?:content|static)/.*\.(?:png|gif|svg)$};

# Puts a key into front matter, instead of the one there; undef: removes it.
sub with_key {
    my ($text, $key, $value) = @_;
    $text = "---\n---\n$text" unless $text =~ /^---\n/;
    $text =~ s/^\Q$key\E:.*\n(?:[ ]+.*\n)*//m;
    $text =~ s/^---\n/---\n$key: $value\n/ if defined $value;
    return $text;
}

sub change_number {
    my ($self, $text) = @_;
    my @at;
    push @at, $-[0] while $text =~ /[0-9]/g;
    return "$text\n9\n" unless @at;
    substr($text, pick($self, @at), 1) = below($self, 10);
    return $text;
}

# --- posts ---

sub link_to {
    my ($self) = @_;
    my $path = some($self, $POST) // 'content/none.md';
    $path =~ s{^content}{};
    my $part = below($self, 3) ? '' : pick($self, '#how', '#starter', '#one');
    return "[see " . below($self, 9) . "]($path$part)";
}

sub link_path {
    my ($self) = @_;
    return (some($self, $POST) // 'content/none.md') =~ s{^content}{}r;
}

# A letter less, or two in other places: what "did you mean" is said of.
sub slip {
    my ($self, $word) = @_;
    my $at = 1 + below($self, length($word) > 4 ? length($word) - 3 : 1);
    return pick($self, $word, $word =~ s/^(.{$at})./$1/r,
        $word =~ s/^(.{$at})(.)(.)/$1$3$2/r);
}

# By the name of a file, a title or another name, there or not.
sub wikilink {
    my ($self) = @_;
    my $path = link_path($self) =~ s{^/}{}r;
    my $name = pick($self, stem($self), stem($self), ucfirst stem($self), $path,
        $path =~ s/\.\w+$//r, 'Title ' . below($self, 4), 'Rye bread',
        'Name ' . below($self, 3), 'mac-vrf', picture($self) =~ s{.*/}{}r);
    return pick($self, '', '', '!') . "[[$name" . pick($self, '', '', '#How')
        . pick($self, '', '|text', '|200') . ']]';
}

# A picture by its path from content/ or static/, there or not.
sub picture {
    my ($self) = @_;
    return pick($self, '/nope.png', map { s{^\w+}{}r } paths($self, $IMAGE));
}

my $LONG = 'long-' x 40;

my @BODIES = (
    sub { $_[1] . "\nAnother paragraph, " . below($_[0], 1000) . ".\n" },
    sub { change_number($_[0], $_[1]) },
    sub { $_[1] =~ s/\n[^\n]+\n\z/\n/r },
    sub { $_[1] =~ s/\n---\n\K/"Begins with " . below($_[0], 99) . ".\n\n"/er },
    sub { $_[1] =~ /<!--more-->\n/ ? $` . $' : "$_[1]\n<!--more-->\n\nMore.\n" },
    sub { $_[1] . "\n## Heading " . below($_[0], 5) . "\n" },
    sub { $_[1] . "\n## How\n\n" . link_to($_[0]) . "\n" },
    sub { $_[1] . "\n" . link_to($_[0]) . " and " . link_to($_[0]) . "\n" },
    (sub { $_[1] . "\n" . wikilink($_[0]) . ' and ' . wikilink($_[0]) . "\n" }) x 3,
    sub { $_[1] . "\n![p](oven.png) ![q](/life/walk/hill.png)\n" },
    sub { $_[1] . "\n{{< stat >}} {{< n >}}\n" },
    sub { $_[1] . "\n{{< other path=\"baking/cake.md\" >}}\n" },
    sub { $_[1] . "\n{{< figure src=\"/baking/oven.png\" >}}\n" },
    (sub { my $name = pick($_[0], qw(note box late n stat)); $_[1] . "\n" .
        pick($_[0], "{{% $name %}}\nText\n{{% /$name %}}", "{{ $name() }}",
            "{% $name() %}\nText\n{% end %}", "{{% $name %}}") . "\n" }) x 2,
    sub { $_[1] . "\n## Named {#how .a}\n\n" . link_to($_[0])
            . "{.b} ![p](oven.png){width=30}\n{: #one onclick=x}\n" },
    sub { $_[1] . "\n* Contents\n{:toc}\n" },
    sub { $_[1] . "\n> [!tip]- " . link_to($_[0]) . "\n> Text\n\n:::note["
            . link_to($_[0]) . "]{#how}\nText\n" . pick($_[0], ':::', '') . "\n" },
    sub { $_[1] . "\n%% " . link_to($_[0]) . ' %%' . pick($_[0], '', ' %% open')
            . "\n" },
    (sub { $_[1] . "\n\$x_{" . below($_[0], 9) . '}$ ' . pick($_[0], '\\(\RTT\\)',
            '$\nope{1}$', '$$\\frac{1}{' . below($_[0], 4) . '}$$', '$5 or $6') . "\n" }) x 2,
    sub { $_[1] . "\nTerm " . link_to($_[0]) . "\n: Definition\n\n*[Text]: "
            . below($_[0], 9) . "\n\nH~2~O :tada: ==x== **\xe4\xb8\xad\xe3\x80\x82**x\n" },
    sub { $_[1] . "\n{{< note tip >}}\nText\n{{< /note >}}\n" },
    (sub { $_[1] . "\n{{< other path=\"" . (link_path($_[0]) =~ s{^/}{}r)
            . "\" >}}\n" }) x 2,
    (sub { my $name = pick($_[0], qw(note box late n stat)); $_[1]
            . "\n{{< $name >}}\n## In $name\n\nText.\n{{< /$name >}}\n" }) x 2,
    (sub { $_[1] . "\n![r](" . picture($_[0]) . pick($_[0], '', ' "A caption"') . ')'
            . pick($_[0], '', '{width=200}', '{crop=1:1}', '{crop=3:2 focus=10%,90%}',
                '{original}') . "\n" }) x 2,
    sub { $_[1] . "\n[whole](" . picture($_[0]) . ")\n" },
    sub { $_[1] . "\n{{< gallery " . pick($_[0], '', '"' . picture($_[0]) . '"')
            . " >}}\n" },
    sub { $_[1] . "\n{{< figure src=\"" . picture($_[0]) . "\" >}}\n" },
    sub { $_[1] . "\n[out]($LONG.md) <" . 'https://a.example/' . "$LONG>\n" },
    sub { $_[1] . "\n[slip](" . slip($_[0], link_path($_[0])) . ")\n" },
    sub { $_[1] . "\n[slip](" . slip($_[0], address($_[0])) . ")\n" },
    sub { $_[1] . "\n![slip](" . slip($_[0], picture($_[0])) . ")\n" },
    sub { $_[1] . "\n[there](" . address($_[0]) . ") <a href='" . address($_[0])
            . "'>raw</a> <img src='" . picture($_[0]) . "'>\n" },
    sub { $_[1] . "\n{{< " . slip($_[0], pick($_[0], qw(stat figure note n other)))
            . " >}}\n" },
    sub { $_[1] . "\n{{< " . pick($_[0], 'ref', 'relref') . ' "' . stem($_[0])
            . pick($_[0], '', '.md', '#how') . "\" >}}\n" },
    sub { $_[1] . "\n[a]: " . link_path($_[0]) . "\n\n[a] and [b][a] [here](#how)\n" },
    sub { $_[1] =~ s/\n/\r\n/gr },
    sub { "\xef\xbb\xbf$_[1]" },
    sub { $_[1] =~ s/\A---\n.*?\n---\n//sr },
    sub { $_[1] =~ s/\n---\n/\n/r },
    sub { '' },
    sub { $_[1] . "\nNot \xff UTF-8.\n" },
    sub { $_[1] . "\n{{< never-heard-of >}}\n" },
    sub { $_[1] . "\n[nothing](nowhere-" . below($_[0], 3) . ".md)\n" },
    sub { $_[1] . "\n```python\nprint(" . below($_[0], 9) . ")\n```\n" },
    sub { $_[1] . "\n```" . pick($_[0], qw(toy plaything toyy host python))
            . pick($_[0], '', '', ' {hl=1}', ' {diff}') . "\n<x> y " . below($_[0], 9)
            . "\n```\n\n`{:toy}x`\n" },
    sub { $_[1] . "\n<b>raw</b> ==x== {{ page.title }}[^1]\n\n[^1]: Foot.\n" },
);

sub day {
    my ($self) = @_;
    return sprintf '%d-%02d-%02d', pick($self, 2023 .. 2025),
        1 + below($self, 12), 1 + below($self, 28);
}

# Near the build instant, on both sides of it.
sub near_day {
    my ($self) = @_;
    return sprintf '2026-01-%02d', 10 + below($self, 12);
}

sub tags {
    my ($self) = @_;
    return '[' . join(', ', map { pick($self, qw(bread bgp cold x y lab new)) }
            1 .. 1 + below($self, 3)) . ']';
}

my @BUILDS = ('{render: never}', '{render: link}', '{list: never}',
    '{list: local}', '{list: local, render: never}',
    '{publishResources: false}', '{of: mine}');
my @FLAGS = qw(true false);
my @KEYS  = (
    (map { [title => sub { 'Title ' . below($_[0], 1000) }] } 1 .. 4),
    (map { [title => sub { 'Title ' . below($_[0], 4) }] } 1 .. 2),
    [aliases     => sub { '[Name ' . below($_[0], 3) . ']' }],
    [aliases     => sub { pick($_[0], '[MAC-VRF]', '[mac-vrf, /old/1/]') }],
    (map { [tags => \&tags] } 1 .. 3),
    [tags        => undef],
    [date        => \&day],
    [date        => \&day],
    [date        => \&near_day],
    [date        => sub { day($_[0]) . pick($_[0], ' 23:59', 'T09:30:00-05:00') }],
    [date        => undef],
    [draft       => sub { pick($_[0], @FLAGS) }],
    [slug        => sub { 'slug-' . below($_[0], 6) }],
    [slug        => undef],
    [description => sub { 'Described ' . below($_[0], 99) }],
    [summary     => sub { 'Summed up ' . below($_[0], 99) }],
    [summary     => undef],
    [aliases     => sub { '[/old/' . below($_[0], 9) . '/]' }],
    (map { [aliases => sub { '[' . pick($_[0], 'was', './was/', '../was', '/was',
            stem($_[0]), '../' . stem($_[0])) . ']' }] } 1 .. 2),
    [unlisted    => sub { pick($_[0], @FLAGS) }],
    [pinned      => sub { pick($_[0], @FLAGS) }],
    [noindex     => sub { pick($_[0], @FLAGS) }],
    [toc         => sub { pick($_[0], @FLAGS) }],
    [weight      => sub { below($_[0], 5) }],
    [expires     => \&near_day],
    [publish     => \&near_day],
    [updated     => \&day],
    [cover       => sub { pick($_[0], 'oven.png', '/life/walk/hill.png') }],
    [series      => sub { pick($_[0], 'Sourdough', 'Loaves', 'Other') }],
    [categories  => sub { pick($_[0], '[recipes]', '[trips, recipes]') }],
    [authors     => sub { pick($_[0], '[bob]', '[Ann, bob]') }],
    [lang        => sub { pick($_[0], 'es', 'en', 'de') }],
    [template    => sub { pick($_[0], 'special.html', 'post.html', 'page.html') }],
    [template    => undef],
    [menu        => sub { pick($_[0], 'main', 'footer', '{footer: {weight: 1}}') }],
    [headless    => sub { pick($_[0], @FLAGS) }],
    [build       => sub { pick($_[0], @BUILDS) }],
    [build       => undef],
    [private     => sub { pick($_[0], @FLAGS) }],
    [status      => sub { pick($_[0], qw(published draft hidden)) }],
    [link        => sub { 'https://example.net/' . below($_[0], 9) }],
    [extra       => sub { '{mood: ' . pick($_[0], 'glad', 'sad') . '}' }],
    [url         => sub { '/at/' . below($_[0], 4) . '/' }],
    [url         => undef],
    [slug        => \&stem],
    [slug        => sub { long($_[0]) }],
    [title       => sub { long($_[0]) }],
    [title       => sub { pick($_[0], "''", 'First', 'Rye bread', '"Über ß"') }],
    [title       => undef],
    (map { [aliases => sub { '[' . join(', ', map { '"' . address($_[0]) . '"' }
            0 .. below($_[0], 2)) . ']' }] } 1 .. 3),
    [aliases     => sub { '/old/' . long($_[0]) . '/' }],
    [aliases     => undef],
    [url         => \&address],
    [tags        => sub { '[' . pick($_[0], 'Bread', '"bread "', 'BGP', '"/"',
            long($_[0]), '1.10', 'no') . ', x]' }],
    [date        => sub { '2025-01-0' . (1 + below($_[0], 3)) }],
    [cover       => sub { picture($_[0]) }],
    [link        => sub { address($_[0]) }],
);

# The name of some post: two that have one address, or did.
sub stem {
    my ($self) = @_;
    my $path = some($self, $POST) // return 'first';
    return $path =~ s{/index(?:\.es)?\.\w+$}{}r =~ s{(?:\.es)?\.\w+$}{}r
        =~ s{.*/(?:\d{4}-\d\d-\d\d-)?}{}r;
}

# An address that something else has, perhaps.
sub address {
    my ($self) = @_;
    my $path = some($self, $POST) // 'content/a/first.md';
    my ($folder) = $path =~ m{^content/(?:(.*)/)?};
    my $section = $folder ? "/$folder" : '';
    my $name = stem($self);
    return pick($self, "$section/$name/", "$section/$name/",
        "/2025/$name/", "/es$section/$name/", '/', '/tags/bread/', '/tags/x/',
        '/feed.xml', '/style.css', '/404.html', '/page/2/', '/baking/',
        "$section/page/2/", "/archive/", "$section/\U$name\E/",
        "$section/$name.html", '/old/' . below($self, 9) . '/');
}

# About as long as names of files get: 255 bytes.
sub long {
    my ($self) = @_;
    return substr 'abcdefghi-' x 30, 0, pick($self, 60, 200, 236 .. 256, 290);
}

# Keys for the posts below an _index.md: some of those of posts, as a flow map.
sub inherited {
    my ($self) = @_;
    my %keys = (mood => pick($self, qw(calm glad sad)));
    for (1 .. 1 + below($self, 3)) {
        my ($key, $value) = @{pick($self, grep { $_->[1] } @KEYS)};
        next if $key =~ /^(?:title|slug|url|aliases|link|menu|template)$/;
        $keys{$key} = $value->($self);
    }
    delete $keys{draft} if below($self, 3);
    return '{' . join(', ', map { "$_: $keys{$_}" } sort keys %keys) . '}';
}

my @TARGETS = ('', '{kind: page}', '{path: "/{baking,life}/**"}', '{lang: es}',
    '{kind: "{section,home}"}', '{path: "**o**", environment: production}');

sub cascade {
    my ($self) = @_;
    return inherited($self) if below($self, 2);
    return '[' . join(', ', map {
        my ($map, $target) = (inherited($self), pick($self, @TARGETS));
        $target ? $map =~ s/^\{/{target: $target, /r : $map;
    } 1 .. 1 + below($self, 2)) . ']';
}

sub edit_body {
    my ($self) = @_;
    my $path = some($self, $POST) // return;
    put($self, $path, pick($self, @BODIES)->($self, $self->{files}{$path}));
}

sub edit_front {
    my ($self) = @_;
    my $path = some($self, $POST) // return;
    my ($key, $value) = @{pick($self, @KEYS)};
    put($self, $path,
        with_key($self->{files}{$path}, $key, $value && $value->($self)));
}

sub edit_section {
    my ($self) = @_;
    my $folder = pick($self, 'baking/', 'life/', 'networking/', 'a/', 'b/c/',
        'tags/bread/', '');
    my $path = "content/${folder}_index" . pick($self, ('') x 4, '.es') . '.md';
    return drop($self, $path) if $self->{files}{$path} && !below($self, 4);
    my $text = $self->{files}{$path} // "---\n---\nText.\n";
    my ($key, $value) = @{pick($self, ['title', 'Words ' . below($self, 9)],
        ['cascade', cascade($self)], ['cascade', cascade($self)],
        ['cascade', undef], ['draft', pick($self, @FLAGS)], ['draft', undef],
        ['expires', near_day($self)], ['expires', undef],
        ['publish', near_day($self)], ['publish', undef],
        ['build', pick($self, @BUILDS)], ['build', undef],
        ['unlisted', pick($self, @FLAGS)],
        ['weight', below($self, 4)], ['sort_by', 'weight'],
        ['sort_by', undef], ['description', 'About ' . below($self, 9)],
        ['slug', stem($self)], ['slug', undef], ['aliases', address($self)],
        ['template', 'special.html'], ['template', undef],
        ['lang', pick($self, 'es', 'en')])};
    $text = below($self, 3) ? with_key($text, $key, $value)
        : change_number($self, $text);
    put($self, $path, $text);
}

my @FOLDERS = ('life', 'baking', 'networking', 'networking/lab', 'a', 'b/c',
    'new', '.');

# A post of another day and the same name: both keep their dates, and one may
# have its old address as an alias.
sub new_twin {
    my ($self) = @_;
    my $path = some($self, qr{/a/[^/]+\.md$}) // 'content/a/x.md';
    my ($name) = $path =~ m{(?:\d{4}-\d\d-\d\d-)?([^/]+)\.md$};
    my $twin = "content/a/2024-0" . (1 + below($self, 3)) . "-07-$name.md";
    put($self, $twin, "---\ntitle: Twin\naliases: [/a/$name/]\n---\nA twin.\n");
}

sub new_post {
    my ($self) = @_;
    my $name = 'new-' . fresh($self);
    my $path = 'content/' . pick($self, @FOLDERS) . "/$name";
    $path =~ s{/\./}{/};
    my $text = "---\ntitle: New $name\ndate: "
        . (below($self, 3) ? '2026-01-12' : day($self)) . "\ntags: "
        . tags($self) . "\n---\nNew text, $name.\n";
    if (!below($self, 4)) {
        put_image($self, "$path/oven.png", 4, 4, below($self, 9));
        $path .= '/index';
    }
    my @posts = paths($self, qr{$POST});
    if (!below($self, 6) && @posts) {
        $path = pick($self, @posts) =~ s/(?:\.es)?\.\w+$/.es/r;
    }
    put($self, "$path.md", $text);
}

# Front matter and data in TOML and JSON, some of it with a mistake.
sub new_toml {
    my ($self) = @_;
    my $path = pick($self, 'content/life/toml.md', 'content/a/toml/index.md',
        'content/a/json.md', 'data/t.toml');
    return drop($self, $path) if $self->{files}{$path} && !below($self, 4);
    my $x = pick($self, below($self, 9), '[1, {b = 2}]', '"a"', '2026-01-12', 'nope');
    return put($self, $path, "x = $x\n") if $path =~ /^data/;
    my $title = 'Toml ' . below($self, 9);
    my $name = pick($self, 'Name 1', 'MAC-VRF', 'mac-vrf', '/was/');
    my $day = day($self);
    put($self, $path, $path =~ /json/
        ? qq({"title": "$title", "date": "$day", "aliases": ["$name"]}\n\nJSON.\n)
        : "+++\ntitle = '$title'\ndate = $day\naliases = ['$name']\n[taxonomies]\ntags = "
            . pick($self, "['bread']", "['x', 'y']", '[]') . "\n[extra]\nmood = $x\n+++\nTOML "
            . below($self, 9) . ', [[' . pick($self, 'Name 1', 'mac-vrf') . "]].\n");
}

# The file's name is as long as it gets, or its path longer than that.
sub new_long {
    my ($self) = @_;
    my $name = substr long($self), 0, 252;
    my $path = 'content/' . pick($self, 'a', 'life', substr($name, 0, 200))
        . '/' . (below($self, 4) ? "$name.md" : substr($name, 0, 250) . '/index.md');
    return drop($self, $path) if $self->{files}{$path} && below($self, 2);
    put($self, $path, "---\ntitle: Long\ndate: " . day($self)
        . "\n---\nLong " . below($self, 9) . ". " . link_to($self) . "\n");
}

# A translation of a post, in either form; a file in the default language, too.
sub translate {
    my ($self) = @_;
    my $path = some($self, $POST) // return;
    my $text = $self->{files}{$path};
    my ($rest) = $path =~ m{^content/(?:(?:es|de)/)?(.*?)(?:\.(?:es|de|en))?\.\w+$};
    my $lang = pick($self, 'es', 'es', 'de', 'en');
    my $to = below($self, 3) ? "content/$rest.$lang.md" : "content/$lang/$rest.md";
    return drop($self, $to) if $self->{files}{$to} && below($self, 2);
    put($self, $to, with_key($text, 'title', "In $lang " . below($self, 9)));
}

# A symbolic link to a file or folder of the site, to one that is not there, or
# that no longer is.
sub new_link {
    my ($self) = @_;
    my ($from, $to) = @{pick($self, ['content/a/linked.md', some($self, $POST)],
        ['content/linked', pick($self, 'content/b', 'content/life')],
        ['data/linked.yaml', 'data/d.yaml'], ['static/linked.css', 'static/style.css'],
        ['static/linked.md', some($self, $POST)],
        ['templates/partials/one.html', 'templates/partials/any.html'],
        ['content/a/linked.png', some($self, $IMAGE)],
        ['templates/shortcodes/n.html', 'templates/special.html'])};
    return if !defined $to || $self->{files}{$from};
    push_step($self, '', 'remove', $from);
    return if delete $self->{links}{$from};
    $self->{links}{$from} = 1;
    push_step($self, '', 'link', $from, $to);
}

# Names that addresses, YAML, other systems or editors take for something else.
my @ODD = ("\xc3\xbc.md", "u\xcc\x88.md", 'a%20b.md', 'a#b.md', 'a?b.md', "a'b&c.md",
    '.hidden.md', '_under.md', 'X.MD', 'x.md~', 'x.txt.md', 'con.md', '-.md',
    'page/2.md', 'feed.xml.md', '404.md', 'x.es.de.md', '2024-13-45-x.md');

sub drop_links {
    my ($self) = @_;
    push_step($self, '', 'remove', $_)
        for sort keys %{delete $self->{links} // {}};
}

# Two files whose names differ little.
sub new_clash {
    my ($self) = @_;
    my $path = some($self, $POST) // return;
    my $to = pick($self, $path =~ s{([^/]+)$}{\u$1}r, $path =~ s/\.\w+$/.html/r,
        'content/' . pick($self, qw(baking a tags life page)) . '.md',
        $path =~ s/\.md$/.markdown/r, 'content/tags/' . stem($self) . '.md',
        $path =~ s{([^/]+)\.md$}{$1/index.md}r,
        $path =~ s{([^/]+)$}{2024-05-06-$1}r,
        'content/' . pick($self, @FOLDERS) . '/' . stem($self) . '.md');
    $to = 'content/' . pick($self, qw(a life)) . '/' . pick($self, @ODD)
        if !below($self, 3);
    return drop($self, $to) if $self->{files}{$to} && below($self, 2);
    put($self, $to, "---\ntitle: Clash\ndate: 2025-01-02\n---\nClash.\n");
}

# A file that is the post of its folder, and one that ends this: an index.md among
# posts, x/x.md alone or not.
sub new_folder_post {
    my ($self) = @_;
    my $folder = pick($self, qw(a b/c life baking new a/lone life/lone lone));
    my ($name) = $folder =~ m{([^/]+)$};
    my $path = 'content/' . pick($self, "$folder/index", "$folder/index",
        "$folder/$name", "$folder/$name", "$folder/other", "es/$folder/index",
        "$folder/index.es", 'tags/index', 'tags/bread/index', 'categories/index',
        'index') . '.md';
    return drop($self, $path) if $self->{files}{$path} && below($self, 2);
    my $key = pick($self, '', '', 'date: ' . day($self) . "\n", "tags: [bread]\n",
        "slug: stands\n", "headless: true\n", "draft: true\n", "aliases: gone\n",
        "eleventyExcludeFromCollections: true\n");
    put($self, $path, "---\ntitle: Stands\n$key---\nFor it, "
        . below($self, 9) . ".\n");
}

sub remove_post {
    my ($self) = @_;
    my @posts = paths($self, $POST);
    drop($self, pick($self, @posts)) if @posts > 5;
}

sub move_post {
    my ($self) = @_;
    my $from = some($self, $POST) // return;
    my $to   = 'content/' . pick($self, @FOLDERS) . '/moved-' . fresh($self)
        . '.md';
    $to =~ s{/\./}{/};
    $self->{files}{$to} = delete $self->{files}{$from};
    push_step($self, '', 'move', $from, $to);
}

# A file becomes a folder, or the other way round.
sub change_form {
    my ($self) = @_;
    my $from = some($self, $POST) // return;
    my $to   = $from =~ m{^(.*)/index(\.\w+)$} ? "$1$2"
        : $from =~ s/(\.\w+)$/\/index$1/r;
    return if $self->{files}{$to};
    $self->{files}{$to} = delete $self->{files}{$from};
    push_step($self, '', 'move', $from, $to);
}

# HTML with front matter is a post, and without it a file as any other.
sub change_kind {
    my ($self) = @_;
    my $path = some($self, qr{^content/.*\.html$}) // return;
    my $text = $self->{files}{$path};
    my $front = "---\ntitle: Of HTML\ndate: 2025-03-04\n---\n";
    $text =~ s/\A---\n.*?\n---\n//s or $text = $front . $text;
    put($self, $path, $text);
}

sub swap_posts {
    my ($self) = @_;
    my ($one, $other) = (some($self, $POST), some($self, $POST));
    return if !defined $one || $one eq $other;
    @{$self->{files}}{$one, $other} = @{$self->{files}}{$other, $one};
    push_step($self, '', 'swap', $one, $other);
}

sub move_section {
    my ($self) = @_;
    my ($from, $to) = pick($self, ['content/life', 'content/living'],
        ['content/living', 'content/life'], ['content/a', 'content/b/a'],
        ['content/b/a', 'content/a'])->@*;
    my @paths = paths($self, qr{^\Q$from\E/});
    return if !@paths || paths($self, qr{^\Q$to\E/});
    drop_links($self);
    $self->{files}{s/^\Q$from\E/$to/r} = delete $self->{files}{$_} for @paths;
    push_step($self, '', 'prune');
    push_step($self, '', 'move', $from, $to);
}

# --- other files ---

# One in three is wide enough to have other forms.
sub side {
    my ($self) = @_;
    my $n = 1 + below($self, 20);
    return below($self, 3) ? $n : 40 * $n;
}

sub edit_image {
    my ($self) = @_;
    my $path  = some($self, $IMAGE) // return;
    my @facts = ref $self->{files}{$path} ? @{$self->{files}{$path}} : ();
    return drop($self, $path) if !below($self, 6);
    return other_picture($self, $path) if !ref $self->{files}{$path} || !below($self, 4);
    $facts[below($self, 3) ? 2 : below($self, 2)] = side($self);
    $facts[3] = 'Ann-' . below($self, 3) if !below($self, 4);
    put_image($self, $path, @facts);
}

# Another name, or each that of the other.
sub move_image {
    my ($self) = @_;
    my ($from, $other) = (some($self, $IMAGE) // return, some($self, $IMAGE));
    if (below($self, 2) && $from ne $other) {
        @{$self->{files}}{$from, $other} = @{$self->{files}}{$other, $from};
        return push_step($self, '', 'swap', $from, $other);
    }
    my $to = $from =~ s{[^/]+(\.\w+)$}{pick($self, 'oven', 'hill', 'lake') . $1}er;
    return if exists $self->{files}{$to};
    $self->{files}{$to} = delete $self->{files}{$from};
    push_step($self, '', 'move', $from, $to);
}

# Of another type under the same name, or broken; or the name another type has.
sub other_picture {
    my ($self, $path) = @_;
    $path = $path =~ s/\w+$/pick($self, 'png', 'gif', 'svg')/er if !below($self, 3);
    my ($width, $height) = (side($self), side($self));
    return put_image($self, $path, $width, $height, 1) if !below($self, 3);
    put($self, $path, pick($self, 'GIF89a' . pack('v2', $width, $height) . "\0\0\0;\n",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$width\" height=\"$height\"/>\n",
        "no picture $width\n", "\x89PNG\r\n", ''));
}

sub edit_data {
    my ($self) = @_;
    my %fresh = ('data/d.yaml' => "k: 1\nl: [1]\n", 'data/nope.yaml' => "1\n",
        'data/facts.json' => "{\"answer\": 1}\n",
        'data/net/racks.csv' => "name,place\nr9,Madrid\n",
        'data/team.yaml' => "- {name: Eve, role: baker, age: 3}\n",
        'data/calm.json' => "[1, {\"a\": 2}]\n", 'data/glad.csv' => "k;l\n1;2\n",
        'data/calm.yaml' => "k: 3\n", 'data/net/d.yaml' => "k: {l: 4}\n",
        'data/a/b/c.yml' => "k: 5\n", 'data/README.md' => "Six.\n");
    my $path = pick($self, sort keys %fresh);
    my $text = $self->{files}{$path};
    return put($self, $path, $fresh{$path}) unless defined $text;
    return drop($self, $path) if !below($self, 6);
    return put($self, $path, pick($self, "k: [1\n", '', "null\n", "{\"k\": 1}\n",
            "k,l\n1,2\n1,2,3\n", "{\"k\": 1, \"k\": 2}\n"))
        if !below($self, 8);
    put($self, $path, change_number($self, $text));
}

# A language of code, which others may embed, or which replaces a built-in one.
sub edit_language {
    my ($self) = @_;
    my $path = pick($self, map { "languages/$_.yaml" } qw(toy toys host python));
    return drop($self, $path) if $self->{files}{$path} && !below($self, 4);
    return put($self, $path, pick($self, '', "name: T\n", "states: [\n"))
        if !below($self, 10);
    put($self, $path, 'name: T' . below($self, 3) . "\n"
        . pick($self, '', "aliases: plaything\n", "aliases: toyy py\n")
        . "states:\n  start:\n    - {match: " . pick($self, qw(x y '<')) . ', token: '
        . pick($self, qw(k s)) . "}\n" . pick($self, '', "    - include: toy\n",
            "    - {match: '<', language: plaything, until: '>'}\n"));
}

sub edit_static {
    my ($self) = @_;
    my $path = pick($self, 'static/style.css', 'static/js/site.js',
        'static/new.txt', 'static/robots-note.txt', 'content/life/note.txt',
        'static/feed.xml', 'static/404.html', 'static/robots.txt',
        'static/sitemap.xml', 'static/baking/extra.txt', 'static/new',
        'static/new/er', 'static/new/er/file.txt', 'static' . (address($self) =~ s{/$}{}r), 'static/_redirects',
        'static' . (address($self) =~ s{/$}{/index.html}r),
        'content/' . pick($self, @FOLDERS) . '/' . stem($self) . '/file.txt');
    return drop($self, $path)
        if $self->{files}{$path} && !below($self, 5);
    put($self, $path, 'body { width: ' . below($self, 9) . "px }\n");
}

sub edit_settings {
    my ($self) = @_;
    my ($key, $value) = @{pick($self,
        ['title', 'Site ' . below($self, 4)], ['paginate', below($self, 4)],
        (['images', pick($self, '{resize: false}', '{width: 300}', '{quality: 40}',
            '{keep: none}', '{keep: all}', '{clean: false}',
            '{width: 500, keep: [credit], resize: true}')]) x 3,
        ['description', 'Described ' . below($self, 4)],
        ['params', "\n  mood: " . pick($self, 'calm', 'glad', 'one')],
        ['taxonomies', pick($self, '[tags]', '[tags, categories, series]')],
        ['feeds', "\n  limit: " . below($self, 5) . "\n  content: "
            . pick($self, 'full', 'summary')],
        ['timezone', pick($self, 'UTC', 'Asia/Tokyo', 'America/New_York')],
        ['undefined', pick($self, 'error', 'warn', 'ignore')],
        ['stable_pages', pick($self, @FLAGS)],
        ['markdown', '{highlight: ' . pick($self, @FLAGS) . '}'],
        ['urls', pick($self, 'slash', 'bare', 'ugly')],
        ['permalink', pick($self, '/{section}/{slug}/', '/{year}/{title}/')],
        ['redirects', pick($self, '[pages]', '[pages, nginx]', '[netlify]')],
        ['menu', '[{name: A, url: about.md}, {name: B, url: b/}]'],
        ['language', pick($self, 'en', 'es')],
        ['permalink', '{posts: "/{year}/{slug}/", life: "/{section}/{title}/", '
            . 'pages: "/p/{slug}/"}'],
        ['taxonomies', pick($self, '[tags, authors]', '[tags, mood]', '[]',
            '{tags: {}, series: {}}')],
        ['languages', pick($self, '[en, es]', '[en, es, de]', '{en: {}, es: '
            . '{title: T, menu: [{name: E, url: about.es.md}]}}', '[en]')],
        ['authors', '{bob: {name: Robert, url: /about/}, Ann: {name: Anna}}'],
        ['author', pick($self, 'Ann', '{name: Zoe, url: /about/}')],
        ['menu', '[{name: A, url: ' . pick($self, 'a/first.md', 'life/', '/nope/',
            'baking/cake.md') . ', children: [{name: C, url: b/}]}]'],
        ['feeds', '{formats: [' . pick($self, 'atom', 'rss, json', '')
            . '], sections: [' . pick($self, 'atom', '') . '], terms: []}'],
        ['url', pick($self, 'https://other.example', 'https://o.example/sub')],
        ['markdown', '{raw_html: false, smart: false}'], ['updated', 'git'],
        ['markdown', '{' . join(', ', map { "$_: " . pick($self, @FLAGS) } qw(comments
            definition_lists scripts abbreviations emoji wikilinks)) . '}'],
        ['math', pick($self, 'false', '{macros: {"\\\\RTT": R}}',
            '{macros: {"\\\\RTT": "R_2"}}')],
        ['params', '{mood: calm, edit_url: "https://e.example/{path}"}'],
        ['markdown', '{mark: ' . pick($self, @FLAGS) . '}'])};
    my $text = with_key("---\n$self->{files}{'site.yaml'}", $key,
        below($self, 6) ? $value : undef);
    put($self, 'site.yaml', $text =~ s/^---\n//r);
}

# --- templates ---

sub edit_template {
    my ($self) = @_;
    my $path = some($self, qr{^templates/.*\.(?:html|xml|txt|json)$}) // return;
    my $text = $self->{files}{$path};
    my @lines = $text =~ /^.*\{#s#\}\n/mg;
    if (@lines && below($self, 5) < 2) {
        my $line = pick($self, @lines);
        $text =~ s/^\Q$line\E//m;
    } elsif ($text =~ /\{#here#\}\n/ && below($self, 8)) {
        my @all = $path =~ m{/shortcodes/|feed|robots} ? @SNIPPETS
            : (@SNIPPETS, @PAGE_SNIPPETS);
        my $lenient = $self->{files}{'site.yaml'} =~ /^undefined: [wi]/m;
        my $line = !below($self, $lenient ? 6 : 25) ? pick($self, @WRONG)
            : below($self, 2) ? pick($self, @all)
            : expression_line(sub { pick($self, @_) }, $path =~ /any|item|card/
                ? (['p', 'post'], ['post', 'post']) : ());
        $text =~ s/(?=\{#here#\}\n)/$line\{#s#}\n/;
    } else {
        $text .= "<!-- " . below($self, 99) . " -->\n";
    }
    put($self, $path, $text);
}

# With THEME=builtin, a template that the built-in theme has too. Words are
# added to the theme's, so they stay.
sub edits_leave_out {
    my ($path) = @_;
    return ($ENV{THEME} // '') eq 'builtin' && $path =~ m{^templates/(?!i18n/)}
        && -e "$TOP/$path";
}

sub write_template {
    my ($self) = @_;
    my $name = pick($self, grep { !edits_leave_out("templates/$_") }
        sort keys %TEMPLATES);
    my $path = "templates/$name";
    return drop($self, $path) if $self->{files}{$path} && below($self, 2);
    put($self, $path, pick($self, @{$TEMPLATES{$name}}));
}

sub edit_words {
    my ($self) = @_;
    my $path = some($self, qr{^templates/i18n/}) // return;
    put($self, $path, with_key("---\n$self->{files}{$path}",
        pick($self, 'older', 'home', 'archive', 'date_long', 'posts', 'tags',
            'months', 'greeting', 'undated'),
        pick($self, 'Word ' . below($self, 9), 'Word ' . below($self, 9),
            '{one: "{count} a", other: "b"}',
            '[' . join(', ', map { "m$_" } 1 .. 12) . ']', "'{name} {count}'",
            undef)) =~ s/^---\n//r);
}

# --- edits without effect, and changes beside the sources ---

sub touch {
    my ($self) = @_;
    push_step($self, '', 'touch', some($self, qr{.}),
        pick($self, 0, 0, -86400, 86400));
}

# Back to what a file held before, even if that is what it holds now.
sub revert {
    my ($self) = @_;
    my @paths = sort keys %{$self->{past}};
    return unless @paths;
    my $path = pick($self, @paths);
    my $was = pick($self, @{$self->{past}{$path}});
    if (ref $was) { put_image($self, $path, @$was) }
    else          { put($self, $path, $was) }
}

sub change_and_back {
    my ($self) = @_;
    my $path = some($self, qr{\.(?:md|html|yaml)$}) // return;
    my $text = $self->{files}{$path};
    put($self, $path, change_number($self, $text));
    put($self, $path, $text);
}

# For `updated: git`.
sub commit {
    my ($self) = @_;
    push_step($self, '', 'commit', day($self));
}

my @OUTPUTS = qw(index.html baking/index.html about/index.html sitemap.xml
    feed.xml style.css tags/index.html archive/index.html baking/rye/oven.png
    baking/rye/index.html tags/bread/index.html 404.html);

sub edit_output {
    my ($self) = @_;
    push_step($self, '', pick($self, 'spoil', 'lose'), pick($self, @OUTPUTS));
}

sub damage {
    my ($self) = @_;
    push_step($self, '', 'damage',
        pick($self, qw(cut flip grow version empty remove old)));
}

sub disturb {
    my ($self) = @_;
    return push_step($self, '', 'killed', 200 + below($self, 20_000))
        if below($self, 2);
    my $before = @{$self->{steps}};
    pick($self, \&edit_body, \&edit_template, \&edit_data)->($self);
    my $step = $self->{steps}[$before] // return;
    unshift @{$step->{words}}, 'meanwhile', 200 + below($self, 10_000);
}

my @EDITS = (
    (\&edit_body) x 10, (\&edit_front) x 14, (\&edit_section) x 5,
    (\&new_post) x 4, \&new_twin, (\&new_toml) x 2, (\&new_clash) x 2, (\&new_folder_post) x 4, \&new_long,
    (\&translate) x 2, \&new_link, \&commit, (\&remove_post) x 3, (\&move_post) x 2, \&swap_posts,
    \&change_form, \&change_kind, \&move_section, (\&edit_image) x 3, \&move_image, (\&edit_data) x 4, (\&edit_language) x 2, \&edit_static,
    (\&edit_settings) x 2, (\&edit_template) x 14, (\&write_template) x 4,
    (\&edit_words) x 2, (\&touch) x 2, (\&revert) x 3, \&change_and_back,
    (\&edit_output) x 2, \&damage, \&disturb,
);

# --- builds ---

sub build_step {
    my ($self) = @_;
    if (!below($self, @{$self->{steps}} ? 8 : 2)) {
        $self->{now} = sprintf '2026-01-%02dT%02d:00:00Z',
            12 + below($self, 10), below($self, 24);
    }
    $self->{extra} = pick($self, [], [], [], ['--untrusted'], ['--drafts'], ['--future'],
        ['--drafts', '--future'], ['--base-url', 'https://other.example/sub'])
        if !below($self, 10);
    push_step($self, '', 'zone', pick($self, 'Asia/Tokyo', 'UTC'))
        if !below($self, 20);
    push_step($self, '', 'build', '--now', $self->{now},
        pick($self, '--jobs=1', '--jobs=8'), @{$self->{extra}},
        # Half of the builds compare every fact, and fail where one changed
        # though none of its inputs changed.
        pick($self, [], ['--hash-all'])->@*);
}

# Sources as they were when a build last went well.
sub mend {
    my ($self) = @_;
    my ($now, $good) = ($self->{files}, $self->{good});
    drop_links($self);
    for my $path (sort keys %$now) {
        drop($self, $path) unless exists $good->{$path};
    }
    for my $path (sort keys %$good) {
        my ($is, $was) = ($now->{$path}, $good->{$path});
        next if defined $is && "$is" eq "$was";
        if (ref $was) { put_image($self, $path, @$was) }
        else          { put($self, $path, $was) }
    }
}

sub edits_new {
    my ($seed, @steps) = @_;
    my $self = {state => $seed * 2654435761 % 2147483648, count => 0,
        now => '2026-01-15T12:00:00Z', extra => [], files => {}, past => {}};
    below($self, 2) for 1 .. 4;
    for my $step (@steps) {
        my ($name, $path, @facts) = @{$step->{words}};
        $self->{files}{$path} = $name eq 'image' ? \@facts : $step->{text};
    }
    $self->{good} = {%{$self->{files}}};
    return $self;
}

# All state is gone, and nothing else is new: the output is taken as ours.
sub forget {
    my ($self) = @_;
    push_step($self, '', 'remove', '.crumb');
    push_step($self, '', @{$self->{build}});
}

# The next edits, and a build. failed: the last one has.
sub edits_next {
    my ($self, $failed) = @_;
    $self->{steps} = [];
    $self->{good} = {%{$self->{files}}} unless $failed;
    push_step($self, '', 'again') if !$failed && !below($self, 8);
    if (!$failed && $self->{build} && !below($self, 60)) {
        forget($self);
        return @{$self->{steps}};
    }
    if ($failed && below($self, 3)) {
        mend($self);
    } else {
        my $n = pick($self, 0, 1, 1, 1, 1, 2, 3, 5);
        pick($self, @EDITS)->($self) for 1 .. $n;
    }
    build_step($self);
    $self->{build} = $self->{steps}[-1]{words};
    return @{$self->{steps}};
}

1;
