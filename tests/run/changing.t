#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Files that are saved while a build reads them: tests/faults/faults.c puts
# another file in the place of one just before it is opened for the n-th time.
# The next build publishes what a clean one does, with --hash-all and --verify
# too. No page is made of two versions of a post or of what templates read.
#
# Folders that change places with a link to another folder: nothing of that is
# published, and nothing is written there.
#
# And a file that a broken disk can't give once: an error names it, or what was
# asked in vain is asked again; the next build is as if nothing had happened.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";

sub png {
    my ($width) = @_;
    return "\x89PNG\r\n\x1a\n" . pack 'N a4 N N C5 N', 13, 'IHDR', $width, 7,
        8, 2, 0, 0, 0, 0;
}

# Each in two states, and one that is older.
my %FILES = (
    'content/life/a.md' => [map {
        "---\ntitle: $_ title\nsummary: $_ summary\ndate: 2025-01-02\n---\n"
            . "The $_ text. ![](/pic.png)\n\n## $_ heading\n"
    } qw(old new)],
    'content/life/plain.md' => [map { "# $_ title\n\nThe $_ text.\n" }
        qw(old new)],
    'content/life/gone.md' => ["---\ndate: 2025-01-03\n---\nOld words for all.\n",
        "---\ndate: 2025-01-03\ndraft: true\n---\nWords for nobody.\n"],
    'templates/own.html'   => ['An old part.',       'A new part.'],
    'templates/named.html' => ['An old named part.', 'A new named part.'],
    'templates/shortcodes/own.html' => ['An old code.', 'A new code.'],
    'templates/i18n/en.yaml'        => ['tags: Old', 'tags: New'],
    'data/facts.yaml'               => ['fact: old', 'fact: new'],
    'static/own.css'                => ['i { color: red }', 'i { color: blue }'],
    'static/pic.png'                => [png(3), png(5)],
);
push @{$FILES{$_}}, $FILES{$_}[0] =~ s/[Oo]ld/older/gr for keys %FILES;
$FILES{'static/own.css'}[2] = 'i { color: green }';
$FILES{'static/pic.png'}[2] = png(4);


sub write_site {
    my ($dir, $file, $state) = @_;
    spew("$dir/site.yaml", "title: S\nurl: https://rye.example\n"
        . "params: {part: named.html}\n");
    for my $name (keys %FILES) {
        spew("$dir/$name", $FILES{$name}[$name eq $file ? $state : 0]);
    }
    spew("$dir/content/life/b.md", "---\ntitle: B\ndate: 2025-01-01\n---\n"
        . "[a](a.md#old-heading) ![A picture](/pic.png) {{< own >}}\n");
    spew("$dir/content/life/c.md", "---\ntitle: C\ndate: 2025-01-04\n---\n"
        . "![The picture](/pic.png)\n");
    spew("$dir/templates/post.html", <<'HTML');
<title>{{ page.title }}</title>{{ page.content }}
{% include "own.html" %} {% include site.params.part %} {{ t("tags") }}
{{ data.facts.fact }} {{ asset("own.css") }} {{ asset_integrity("own.css") }}
{% for p in site.posts %}{{ p.title }} {{ p.summary }} {{ p.word_count }}
{% endfor %}
HTML
}

sub build {
    my ($dir, $env, @args) = @_;
    return run({TZ => 'UTC', %$env}, $CRUMB, 'build', '-C', $dir, '--now',
        $NOW, '--jobs', 1, @args);
}

my %CLEAN;    # by file: the output of a build with that file in its new state

sub clean {
    my ($file) = @_;
    return $CLEAN{$file} //= do {
        my $dir = scratch();
        write_site($dir, $file, 1);
        my ($status, $out, $error) = build($dir, {});
        is($status, 0, "$file: builds") or diag($error);
        tree("$dir/public");
    };
}

# False: it is not opened so often.
sub save_at {
    my ($file, $at, $again) = @_;
    my $name = "$file: saved before it is opened, time $at"
        . ($again ? ', by a second build' : '');
    my $dir = scratch();
    write_site($dir, $file, $again ? 2 : 0);
    if ($again) {
        build($dir, {});
        spew("$dir/$file", $FILES{$file}[0]);
    }
    spew("$dir/new", $FILES{$file}[1]);
    my ($status, $out, $error) = build($dir, {LD_PRELOAD => $FAULTS,
        FAULT_MODE => 'swap', FAULT_AT => $at, FAULT_FILE => $file,
        FAULT_WITH => "$dir/new", FAULT_LOG => "$dir/log"});
    return if !-e "$dir/log";
    is($status, 0, "$name: it is built") or diag($error);
    my $now = tree("$dir/public");
    my @of = grep { difference($now, clean($_)) eq '' } '', $file;
    ok(@of || $file =~ /^static/, "$name: of one of the two")
        or diag(difference($now, clean($file)));
    ($status, $out, $error) = build($dir, {}, $again ? '--hash-all' : ());
    is(difference(tree("$dir/public"), clean($file)), '',
        "$name: the next build knows") or diag($out);
    ($status, $out, $error) = build($dir, {}, '--verify');
    is($status, 0, "$name: --verify") or diag($error);
    return 1;
}

# Never the same twice: an error that says so, and nothing is published.
sub never_still {
    my ($file) = @_;
    my $dir = scratch();
    write_site($dir, '', 0);
    build($dir, {});
    my $before = tree("$dir/public");
    spew("$dir/$file", $FILES{$file}[1]);
    my ($status, $out, $error) = build($dir, {LD_PRELOAD => $FAULTS,
        FAULT_MODE => 'grow', FAULT_AT => 1, FAULT_FILE => $file,
        FAULT_LOG => "$dir/log"});
    is($status, 1, "$file: never still: status 1");
    like($error, qr/^\Q$file\E:1:1: error\[unreadable\]: .*changes while/m,
        "$file: never still: it is said");
    is(difference(tree("$dir/public"), $before), '',
        "$file: never still: nothing is published");
    ($status, $out, $error) = build($dir, {}, '--verify');
    is($status, 0, "$file: never still: and then it is") or diag($error);
}

# True: it is opened so often.
sub unread_at {
    my ($file, $at, $again) = @_;
    my $name = "$file: can't be read, time $at" . ($again ? ', again' : '');
    my $dir = scratch();
    write_site($dir, $file, $again ? 2 : 0);
    if ($again) {
        build($dir, {});
        spew("$dir/$_", $FILES{$_}[0]) for keys %FILES;
        spew("$dir/content/life/c.md", "---\ntitle: C\ndate: 2025-01-04\n"
            . "---\n![The picture](/pic.png)\n");
    }
    my $before = tree("$dir/public");
    my ($status, $out, $error) = build($dir, {LD_PRELOAD => $FAULTS,
        FAULT_MODE => 'unread', FAULT_AT => $at, FAULT_FILE => $file,
        FAULT_LOG => "$dir/log"});
    return if !-e "$dir/log";
    my $said = $error =~
        m{^\Q$file\E(?::1:1)?: error\[unreadable\]: Input/output error}m;
    ok($status == ($said ? 1 : 0), "$name: a failure is said") or diag($error);
    is(difference(tree("$dir/public"), $said ? $before : clean('')), '',
        "$name: what is published is whole");
    ($status, $out, $error) = build($dir, {}, '--verify');
    is($status, 0, "$name: the next build") or diag($error);
    is(difference(tree("$dir/public"), clean('')), '', "$name: makes all");
    return 1;
}

# An edit costs what it changes: a file is not read so often.
sub reads_little {
    my ($what, $file, $at, $named) = @_;
    my $dir = scratch();
    my $post = "---\ntitle: C\ndate: 2025-01-04\nsummary: Short\n---\n";
    write_site($dir, '', 0);
    spew("$dir/site.yaml", slurp("$dir/site.yaml")
        . "feeds: {formats: [], sections: [], terms: []}\n");
    spew("$dir/templates/named.html", $named);
    spew("$dir/content/life/c.md", "${post}One.\n");
    build($dir, {});
    spew("$dir/content/life/c.md", "${post}Two.\n");
    my ($status, $out, $error) = build($dir, {LD_PRELOAD => $FAULTS,
        FAULT_MODE => 'unread', FAULT_AT => $at, FAULT_FILE => $file});
    is($status, 0, "$what: $file is not read $at times") or diag($error);
    like(slurp("$dir/public/life/c/index.html"), qr/Two/, "$what: it is built");
}

# A site with folders that may be exchanged, and the folders of another person.
sub write_exchanged {
    my ($dir, $new) = @_;
    my $site = "$dir/site";
    spew("$site/site.yaml", "title: S\nurl: https://rye.example\n"
        . "markdown: {raw_html: true}\n");
    spew("$site/content/life/a.md", "---\ntitle: A\ndate: 2025-01-02\n---\n$new\n");
    spew("$site/content/life/b/index.md",
        "---\ntitle: B\ndate: 2025-01-03\n---\n![A picture](p.txt)\n");
    spew("$site/content/life/b/p.txt", "ours\n");
    spew("$site/static/txt/$_/p.txt", "ours\n") for 'a', 'b';
    spew("$site/data/d/p.yaml", "- ours\n");
    spew("$site/templates/inner/p.html", "ours {{ data.d.p }}");
    spew("$site/templates/post.html",
        '{% include "inner/p.html" %}{{ page.title }}{{ page.content }}');
    return $site;
}

my %OTHERS = ('content/life' => ['a.md', 'b/index.md', 'b/p.txt', 'c.md', 'secret.txt'],
    'content/life/b' => ['index.md', 'p.txt', 'secret.txt'], 'static' => ['txt/a/p.txt', 'x.txt'],
    'static/txt' => ['a/p.txt', 'b/p.txt', 'c/p.txt'], 'static/txt/a' => ['p.txt', 'q.txt'],
    'data/d' => ['p.yaml'], 'templates/inner' => ['p.html'], 'public/life' => ['a/index.html'],
    'public/life/a' => ['index.html', 'x'], 'public' => ['x']);

# One call in a few is tried.
my $STRIDE = $ENV{STRIDE} // 31;

# Calls of the build before which the folder is exchanged; it is
# exchanged back $for calls later (0: at the end).
sub exchange_all {
    my ($folder, $for) = @_;
    # Before the build has looked at it, public/ may be a link that its author made.
    my $at = $folder eq 'public' ? 50 : 0;
    my ($leaks, $writes, $stays) = ('', '', '');
    while (($at += $STRIDE) < 2000) {
        my $dir = scratch();
        my $site = write_exchanged($dir, 'Text.');
        spew("$dir/other/$_", /\.yaml/ ? "- OTHERS\n" : "OTHERS\n") for @{$OTHERS{$folder}};
        symlink "$dir/other", "$dir/link";
        build($site, {}, '--no-sync');
        write_exchanged($dir, 'Edited.');
        spew("$site/static/txt/b/p.txt", "edited\n");
        my $before = tree("$dir/other");
        my ($status, $out, $error) = build($site, {LD_PRELOAD => $FAULTS,
            FAULT_MODE => 'exchange', FAULT_AT => $at, FAULT_FOR => $for,
            FAULT_CALLS => 'open list stat mkdir rename link unlink',
            FAULT_FILE => "$site/$folder", FAULT_WITH => "$dir/link",
            FAULT_LOG => "$dir/log"}, '--no-sync');
        last if !-e "$dir/log";
        my $now = tree("$site/public");
        $leaks .= " $at" if grep { /OTHERS/ } values %$now;
        $writes .= " $at" if difference(tree("$dir/other"), $before) ne '';
        build($site, {}, '--no-sync');
        $CLEAN{exchanged} //= do {
            my $clean = scratch();
            write_exchanged($clean, 'Edited.');
            spew("$clean/site/static/txt/b/p.txt", "edited\n");
            build("$clean/site", {});
            tree("$clean/site/public");
        };
        $stays .= " $at" if difference(tree("$site/public"), $CLEAN{exchanged}) ne '';
    }
    my $name = "$folder, exchanged " . ($for ? "for $for calls" : 'to the end');
    is($leaks, '', "$name: nothing of others is published ($at calls)");
    is($writes, '', "$name: nothing is written to others");
    is($stays, '', "$name: the next build is as a clean one");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'no faults.so: calls are caught in the way of Linux only'
    unless -e $FAULTS && $^O eq 'linux';
plan skip_all => 'not with the address or thread sanitizer'
    if ($ENV{OBJECTS} // '') =~ /asan|tsan/;
for my $file (sort keys %FILES) {
    for my $again (0, 1) {
        my $times = 0;
        $times++ while $times < 12 && save_at($file, $times + 1, $again);
        ok($times, "$file: opened $times times");
    }
}
for my $file (sort keys %FILES) {
    for my $again (0, 1) {
        my $times = 0;
        $times++ while $times < 12 && unread_at($file, $times + 1, $again);
        ok($times, "$file: read $times times");
    }
}
never_still('content/life/a.md');
never_still('static/own.css');
reads_little('an edit', 'content/life/plain.md', 1, '');
reads_little('an edit, with backlinks', 'site.yaml', 2,
    '{% for p in page.backlinks %}{{ p.title }}{% endfor %}');
for my $folder (sort keys %OTHERS) {
    exchange_all($folder, $_) for 1, 3, 0;
}
done_testing();
