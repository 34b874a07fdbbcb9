#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# docs/templates.md against the program:
#
# - Its tables of filters, tests and functions, between the lines
#       <!-- crumb help TOPIC -->  and  <!-- end -->
#   are what `crumb help TOPIC` prints. `ACCEPT=1 prove tests/run/manual.t`
#   writes them again.
# - The tables below "Objects" name the attributes of each object
#   that `crumb help objects` lists, all of them and no others. A heading names
#   the objects; `section.parent` is an attribute of one of several.
# - Every template of the theme, and every block of base.html, is named.
# - Its examples work. The fenced blocks of a section are files of one site,
#   beside those below, by the name after the language; a jinja block without
#   a name is the template of a page. What the site must have is in the blocks
#   that follow: `html public/PATH`, a part of that file; `html`, all of the
#   page of the last jinja block; `console`, what the build says. Else it says
#   nothing. `text` and `sh` blocks are not looked at.
#
# docs/theme.md and docs/coming-from.md hold examples of the same kind; the
# attributes that the last column of the latter's tables names are there.
#
# Claims of a page about another hold as well: no example breaks the policy of
# docs/deploy.md, base.html names the page with its script's hash, the colophon
# has the figures of docs/performance.md.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $MANUAL = "$TOP/docs/templates.md";
my @TOPICS = qw(filters tests functions);
my %SITE = (
    'site.yaml' => "title: Flour\nurl: https://flour.example\n"
        . "author: Ann Baker\n",
    'static/extra.css' => "p { margin: 0 }\n",
    'content/about.md' => "---\ntitle: About\n---\n\nMe.\n",
    'content/baking/rye.md' =>
        post('Rye bread', '2024-03-05', 'bread, rye', 'Dark.'),
    'content/baking/sourdough.md' => post('Sourdough', '2024-06-02', 'bread',
        'Sour; see [rye](rye.md).'),
    'content/networking/evpn.md' =>
        post('EVPN by hand', '2025-11-09', 'bgp', "## First\n\nRoutes."),
);

sub post {
    my ($title, $date, $tags, $text) = @_;
    return "---\ntitle: $title\ndate: $date\ntags: [$tags]\n---\n\n$text\n";
}

sub help {
    my ($topic) = @_;
    my ($status, $out, $error) = run({}, $CRUMB, 'help', $topic);
    is($status, 0, "crumb help $topic") or diag($error);
    return $out;
}

# --- tables -----------------------------------------------------------------

# The text of a cell: a bar would end it, and < would begin a tag.
sub cell {
    my ($text) = @_;
    $text =~ s/([|<])/\\$1/g;
    return $text;
}

sub code { my ($text) = @_; $text =~ s/\|/\\|/g; return "`$text`" }

# "d, default(x, y)" as it is printed: names, the last with its arguments.
sub names {
    my ($left) = @_;
    my ($names, $arguments) = $left =~ /^([^(]*)(.*)$/;
    my @names = split /, /, $names;
    $names[-1] .= $arguments;
    return join ', ', map { code($_) } @names;
}

# [left, help] for each line, and titles unchanged. Help that is too long for its
# line goes on in the next ones.
sub entries {
    my ($text) = @_;
    my @entries;
    for (split /\n/, $text) {
        if (/^ {4,}(\S.*)$/) { $entries[-1][1] .= ' ' . $1 }
        elsif (/^  (\S.*?)(?: {2,}(\S.*))?$/) { push @entries, [$1, $2 // ''] }
        elsif (/\S/) { push @entries, $_ }
    }
    return @entries;
}

sub table {
    my ($topic, $text) = @_;
    my $out = '';
    for my $entry (entries($text)) {
        if (!ref $entry) { $out .= "\n$entry\n\n| | |\n|---|---|\n"; next }
        my ($left, $help) = @$entry;
        $help =~ s/^\s+//;
        ok($help ne '', "$topic: $left has a line of help");
        $out .= '| ' . names($left) . ' | ' . cell($help) . " |\n";
    }
    return "$out\n";
}

sub check_tables {
    my ($manual) = @_;
    my $fresh = $manual;
    for my $topic (@TOPICS) {
        my $table = table($topic, help($topic));
        my $mark = "<!-- crumb help $topic -->\n";
        my $found = $fresh =~ s/(?<=\Q$mark\E).*?(?=<!-- end -->)/$table/s;
        ok($found, "$topic: has a place in docs/templates.md");
        my ($stands) = $manual =~ /\Q$mark\E(.*?)<!-- end -->/s;
        next if $ENV{ACCEPT};
        is($stands, $table, "$topic: docs/templates.md is up to date")
            or diag('write it anew: ACCEPT=1 prove tests/run/manual.t');
    }
    spew($MANUAL, $fresh) if $ENV{ACCEPT} && $fresh ne $manual;
    return $fresh;
}

# --- attributes -------------------------------------------------------------

# object => sorted names, from `crumb help objects`.
sub program_objects {
    my (%objects, $last);
    for (split /\n/, help('objects')) {
        if (/^  (\S+(?: \S+)*) {2,}(\S.*)$/) {
            $last = $1;
            $objects{$last} = $2;
        } else { $objects{$last} .= " $_" }
    }
    return map { $_ => join ' ', sort split ' ', $objects{$_} } keys %objects;
}

# The objects in the tables below the headings that name them.
sub manual_objects {
    my ($manual, %known) = @_;
    my %objects;
    while ($manual =~ /^### (.*)\n((?:(?!^##).*\n)*)/gm) {
        my ($title, $body) = ($1, $2);
        my @of = grep { $known{$_} } split /, /, $title;
        for ($body =~ /^\| ((?:`[\w.]+` ?)+)\|/gm) {
            for my $name (/`([\w.]+)`/g) {
                my ($one, $own) = $name =~ /^(\w+)\.(\w+)$/;
                my @to = $own ? $one : @of;
                push @{$objects{$_}}, $own // $name for @to;
            }
        }
    }
    return map { $_ => join ' ', sort @{$objects{$_}} } keys %objects;
}

sub check_objects {
    my ($manual) = @_;
    my %program = program_objects();
    my %stands = manual_objects($manual, %program);
    cmp_ok(scalar keys %program, '>', 8, 'crumb help objects lists them');
    is($stands{$_}, $program{$_}, "docs/templates.md: attributes of $_")
        for sort keys %program;
    return %program;
}

# `home.html` as such, partials and shortcodes by their names alone.
sub check_theme {
    my ($manual) = @_;
    my @paths = grep { !m{^i18n/} } sort keys %{tree("$TOP/templates")};
    cmp_ok(scalar @paths, '>', 20, 'the theme has templates');
    for my $path (@paths) {
        my ($name) = $path =~ m{^(?:partials|shortcodes)/(.*)\.html$};
        my $pattern = $name // $path;
        like($manual, qr/`(?:[^`]*\s)?\Q$pattern\E(?:\s[^`]*)?`/,
            "docs/templates.md names $path");
    }
    my $base = slurp("$TOP/templates/base.html");
    my ($named) = $manual =~ /has the blocks `([^`]*)`/;
    is($named, join(' ', $base =~ /\{%-? block (\w+)/g),
        'docs/templates.md: the blocks of base.html');
}

# The keys that site.yaml may have, and no others.
sub check_settings {
    my ($manual) = @_;
    my ($table) = slurp("$TOP/src/site/config/config_read.c")
        =~ /struct schema_key keys\[\] = \{(.*?)\n\};/s;
    my @keys = $table =~ /KEY\("(\w+)"\)/g;
    my @told = $manual =~ /^\| `(\w+)` \|/mg;
    is("@{[sort @told]}", "@{[sort @keys]}", 'docs/settings.md names all keys');
    my $dir = scratch();
    my ($example) = $manual =~ /^```yaml site\.yaml\n(.*?)^```$/ms;
    spew("$dir/site.yaml", $example);
    spew("$dir/content/$_.md", "---\ntitle: T\ndate: 2026-01-01\n---\nText.\n")
        for qw(about baking/rye);
    my ($status, undef, $error) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir,
        '--strict', '--now', $NOW);
    is("$status$error", '0', 'its example builds without a warning');
}

# Claims of docs/settings.md: a site without a title, without an address, and
# with a key of its own.
sub check_unset {
    my ($text) = @_;
    my $says = sub {
        my ($command, $site) = @_;
        my $dir = scratch();
        spew("$dir/site.yaml", $site);
        spew("$dir/content/a.md", "---\ntitle: T\ndate: 2026-01-01\n---\nText.\n");
        my ($status, undef, $error) =
            run({TZ => 'UTC'}, $CRUMB, $command, '-C', $dir, '--now', $NOW);
        return "$status " . join ' ', $error =~ /(\w+\[[\w-]+\])/g;
    };
    like(
        $text =~ s/\s+/ /gr,
        qr/without `title` a build gives a warning, and without `url` `crumb check`/,
        'docs/settings.md: what is missed'
    );
    is($says->('build', "url: https://blog.test\n"), '0 warning[missing-title]',
        'a build misses the title');
    is($says->('build', "title: T\n"), '0 ', 'a build misses no address');
    like($says->('check', "title: T\n"), qr/ warning\[feed-address\]/,
        'crumb check does');
    is($says->('build', "title: T\nmood: dark\n"), '1 error[unknown-key]',
        'a key of its own is an error');
}

# --- pages of each other ----------------------------------------------------

sub check_policy {
    my (@texts) = @_;
    my ($policy) = slurp("$TOP/docs/deploy.md") =~ /^```text csp\n(.*)\n/m;
    like($policy, qr/style-src 'self';/, 'the policy forbids style attributes');
    unlike($_, qr/^<[^`\n]*\sstyle=/m, 'no example has one') for @texts;
    my ($page) = slurp("$TOP/templates/base.html") =~ /the policy of (docs\/\S+\.md)/;
    like(slurp("$TOP/$page"), qr/script-src 'self' 'sha256-/,
        "base.html: $page has the policy");
}

# The first table of docs/performance.md, of a theme of its own.
sub check_colophon {
    my $told = slurp("$TOP/content/colophon.md");
    my $measured = slurp("$TOP/docs/performance.md");
    my ($body)  = $measured =~ /^\| one body \| ([\d.]+) stat walks/m;
    my ($clean) = $measured =~ /^\| clean build[^|]*\| ([\d.]+) floors/m;
    like($told, qr/After an edit to one text, a build takes \Q$body\E times/,
        'colophon: an edit');
    like($told, qr/on two processors, takes \Q$clean\E times/,
        'colophon: a build from nothing');
}

# Of `page.x` in the last column of the tables of another page.
sub check_names {
    my ($text, %objects) = @_;
    $objects{page} = join ' ', @objects{'post', 'list page'};
    my @cells = map { /\| ((?:[^|\\]|\\.)*) \|$/ ? $1 : () }
        grep { /^\|/ } split /\n/, $text;
    my $n = 0;
    for my $cell (@cells) {
        while ($cell =~ /\b(page|post|site|section|term|paginator)\.(\w+)/g) {
            my ($of, $name) = ($1, $2);
            next if "$of.$name" eq 'site.yaml' || $name eq 'html';
            $n++;
            fail("docs/coming-from.md: there is no $of.$name")
                unless " $objects{$of} " =~ / $name /;
        }
    }
    cmp_ok($n, '>', 40, 'docs/coming-from.md names attributes that are there');
}

# --- examples ---------------------------------------------------------------

# [heading, [language, name, text]...] for each heading with fenced blocks.
sub sections {
    my ($text) = @_;
    my @sections;
    for my $part (split /^(?=##+ )/m, $text) {
        my ($title) = $part =~ /^#+ (.*)/;
        my @blocks;
        push @blocks, [$1, $2 // '', $3]
            while $part =~ /^```(\w+)(?: (\S+))?\n(.*?)^```\n/gms;
        push @sections, [$title, @blocks] if @blocks;
    }
    return @sections;
}

# Lays the files of a section out; returns what must come of them, as
# [file of the output, text, whole], and what the build must say.
sub lay_out {
    my ($dir, @blocks) = @_;
    my %files = %SITE;
    my ($n, $said, @wanted) = (0, '');
    for (@blocks) {
        my ($language, $name, $text) = @$_;
        if ($language eq 'console') { $said = $text }
        elsif ($name =~ s{^public/}{}) { push @wanted, [$name, $text, 0] }
        elsif ($name eq 'site.yaml') { $files{$name} .= $text }
        elsif ($name ne '') { $files{$name} = $text }
        elsif ($language eq 'html') {
            push @wanted, ["example-$n/index.html", $text, 1];
        } elsif ($language eq 'jinja') {
            $n++;
            $files{"templates/example-$n.html"} = $text;
            $files{"content/example-$n.md"} =
                "---\ntitle: Example\ntemplate: example-$n.html\n---\n";
        }
    }
    spew("$dir/$_", $files{$_}) for keys %files;
    return ($said, @wanted);
}

sub check_section {
    my ($title, @blocks) = @_;
    my $dir = scratch();
    my ($said, @wanted) = lay_out($dir, @blocks);
    my ($status, undef, $error) =
        run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
    is($status, $said =~ /error\[/ ? 1 : 0, "$title: status") or diag($error);
    is($error, $said, "$title: what the build says");
    for (@wanted) {
        my ($path, $text, $whole) = @$_;
        my $got = slurp("$dir/public/$path") // "there is no $path\n";
        chomp(my ($have, $want) = ($got, $text));
        if ($whole) { is($have, $want, "$title: $path") }
        else {
            ok(index($got, $want) >= 0, "$title: $path has the example")
                or diag($got);
        }
    }
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $manual = check_tables(slurp($MANUAL));
my %objects = check_objects($manual);
my $other = slurp("$TOP/docs/coming-from.md") // '';
check_names($other, %objects);
check_theme($manual);
my $content = slurp("$TOP/docs/content.md") // '';
my $settings = slurp("$TOP/docs/settings.md") // '';
my $theme = slurp("$TOP/docs/theme.md") // '';
check_settings($settings);
check_unset($settings);
check_policy($manual, $other, $content, $theme);
check_colophon();
for my $section (map { sections($_) } $manual, $other, $content, $theme) {
    my ($title, @blocks) = @$section;
    @blocks = grep { $_->[0] !~ /^(?:text|sh)$/ } @blocks;
    check_section($title, @blocks) if @blocks;
}
done_testing();
