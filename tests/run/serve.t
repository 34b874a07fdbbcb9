#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb serve`, edited as people and their editors do it. What browsers make
# of the pages is in tests/browser; what the web server does with odd requests,
# in http.t.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use POSIX qw(strftime);
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my %SITE = (
    'site.yaml' => "title: Live\nurl: https://crumbs.test/blog\n",
    'content/life/one.md' => "---\ntitle: One\ndate: 2026-01-01\n---\nFirst.\n",
    'content/life/two.md' => "---\ntitle: Two\ndate: 2026-01-02\n---\nSecond.\n",
    'content/life/draft.md' =>
        "---\ntitle: Not yet\ndate: 2026-01-03\ndraft: true\n---\nDraft.\n",
    'content/about.md' => "# About\n",
    'static/style.css' => "body { margin: 1px }\n",
);

sub site {
    my $dir = scratch();
    spew("$dir/$_", $SITE{$_}) for keys %SITE;
    return $dir;
}

# An event that says so comes, after those of edits before.
sub hears {
    my ($stream, $kind, $wanted, $name) = @_;
    my @event;
    1 while (@event = next_event($stream, $kind)) && $event[1] !~ $wanted;
    like($event[1] // 'nothing', $wanted, $name);
}

sub rename_into {
    my ($path, $text) = @_;
    spew("$path~", $text);
    rename "$path~", $path or die $!;
}

# The terminal comes to say so, on standard output or error.
sub prints {
    my ($dir, $wanted, $name, $file) = @_;
    $file = "$dir." . ($file // 'out');
    for (1 .. 500) {
        last if slurp($file) =~ $wanted;
        sleep 0.02;
    }
    like(slurp($file), $wanted, $name);
}

# The status of a page, once it is that, or in the end.
sub status_of {
    my ($preview, $path, $wanted) = @_;
    my $status;
    for (1 .. 500) {
        ($status) = get($preview, $path);
        last if $status == $wanted;
        sleep 0.02;
    }
    return $status;
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $dir = site();
my $preview = serve($dir);
my $one = '/blog/life/one/';
like(settle($preview, $one, qr/First\./), qr/First\./, 'a page');
my $stream = events($preview);
like($stream->{hello}, qr/"drafts":\["\/blog\/life\/draft\/"\]/,
    'the stream begins with the drafts');

# --- a text ---

spew("$dir/content/life/one.md", $SITE{'content/life/one.md'} . "Edited.\n");
hears($stream, 'change', qr/"\/blog\/life\/one\/"/, 'an edit is told of');
like((get($preview, $one))[2], qr/Edited\./, 'and there');
events_of($stream); # of pages that no browser shows, too
utime undef, undef, "$dir/content/life/one.md";
sleep 0.1;
spew("$dir/content/life/one.md", $SITE{'content/life/one.md'} . "Edited.\n");
sleep 0.1;
spew("$dir/content/about.md", "# About\n\nMore.\n");
my ($name, $data) = next_event($stream);
like($data, qr/"\/blog\/about\/"/, 'neither a touch is told of');
unlike($data, qr/life\/one/, 'nor the same bytes, written again');
sleep 2; # until the ledger is written
my $state = stamps("$dir/.crumb");
spew("$dir/content/about.md", "# About\n\nStill more.\n");
hears($stream, 'change', qr/"\/blog\/about\/"/, 'an edit in quiet');
is_deeply(stamps("$dir/.crumb"), $state, 'writes nothing: a disk may be slow');

# --- warnings ---

spew("$dir/content/life/one.md", $SITE{'content/life/one.md'} . "[x](gone.md)\n");
hears($stream, 'hello', qr{"warnings":\[\{"page":"/blog/life/one/","file":"content/life/one\.md"},
    'a warning reaches the browser, with its page');
spew("$dir/content/life/one.md", $SITE{'content/life/one.md'} . "Edited.\n");
hears($stream, 'hello', qr/"warnings":\[\]/, 'and so does its end');

# The cure is in another file, while a template's warning stays as its cause does.
spew("$dir/static/taken/index.html", 'Taken.');
spew("$dir/content/life/two.md", "---\naliases: /taken/\n---\nSecond.\n");
hears($stream, 'hello', qr{"warnings":\[\{[^\]]*content/life/two\.md}, 'an alias that is taken');
spew("$dir/templates/404.html", "{{ t('hullo') }}");
hears($stream, 'hello', qr{two\.md.*unknown-word|unknown-word.*two\.md}, "a template's slip");
unlink "$dir/static/taken/index.html";
hears($stream, 'hello', qr{"warnings":\[\{(?!.*two\.md).*unknown-word}, 'the first is cured');
spew("$dir/content/life/two.md", $SITE{'content/life/two.md'});
unlink "$dir/templates/404.html";
hears($stream, 'hello', qr/"warnings":\[\]/, 'and the second');
events_of($stream, 0.3);

# --- the ways of editors ---

sub whole { return $SITE{'content/life/one.md'} . "$_[0]\n" }

my %save = (
    'in place (nano)' => sub { spew($_[0], $_[1]) },
    'the open file cut, then filled (VS Code)' => sub {
        open my $file, '+<', $_[0] or die $!;
        truncate $file, 0;
        sleep 0.02;
        print $file $_[1];
        close $file;
    },
    'a file beside it, renamed (kate)' => sub {
        spew("$_[0].tmp$$", $_[1]);
        rename "$_[0].tmp$$", $_[0];
    },
    'a hidden file, renamed (gedit, rsync)' => sub {
        my ($folder) = $_[0] =~ m{(.*)/};
        spew("$folder/.goutputstream-X1Y2Z3", $_[1]);
        rename "$folder/.goutputstream-X1Y2Z3", $_[0];
    },
    'removed, then written' => sub {
        unlink $_[0];
        spew($_[0], $_[1]);
    },
    'the old one renamed first (vim)' => sub {
        my ($folder) = $_[0] =~ m{(.*)/};
        spew("$folder/4913", '');
        unlink "$folder/4913";
        rename $_[0], "$_[0]~";
        spew($_[0], $_[1]);
        unlink "$_[0]~";
    },
    'a link as a lock, an auto-save file (emacs)' => sub {
        my ($folder, $name) = $_[0] =~ m{(.*)/(.*)};
        symlink 'me@here.1:2', "$folder/.#$name";
        spew("$folder/#$name#", $_[1]);
        rename $_[0], "$_[0]~";
        spew($_[0], $_[1]);
        unlink "$folder/.#$name", "$folder/#$name#";
    },
    'in pieces, slowly' => sub {
        open my $file, '>', $_[0] or die $!;
        $file->autoflush(1);
        for my $part ($_[1] =~ /(.{1,12})/gs) {
            print $file $part;
            sleep 0.01;
        }
        close $file;
    },
);
# Programs that this machine has.
$save{'sed -i itself'} = sub {
    system('sed', '-i', 's/^By: .*/By: sed -i itself/', $_[0]);
} if $^O eq 'linux';
for my $copy ('yes', 'no', 'auto') {
    $save{"vim itself, backupcopy=$copy"} = sub {
        run({HOME => '/nowhere'}, 'vim', '-u', 'NONE', '-es', '-c',
            "set backupcopy=$copy writebackup", '-c',
            "%s/^By: .*/By: vim itself, backupcopy=$copy/", '-c', 'wq', $_[0]);
    } unless (run({}, 'vim', '--version'))[0];
}
for my $way (sort keys %save) {
    $save{$way}->("$dir/content/life/one.md", whole("By: $way"));
    like(settle($preview, $one, qr/By: \Q$way\E/), qr/By: \Q$way\E/, $way);
}
unlink "$dir/content/life/one.md~";
unlike(slurp("$dir.out"), qr/^(\S+), (?:\S+, )*\1[:,]/m, 'each named once');
events_of($stream, 0.01);

# A file is removed, and the new one is not complete for a while.
my $viewer = events($preview, $one);
unlink "$dir/content/life/one.md";
open my $open, '>', "$dir/content/life/one.md" or die $!;
$open->autoflush(1);
print $open "---\ntitle: One\ndate: 2026-01-01\n---\n";
is(join("\n", events_of($viewer, 0.1)), '',
    'while a file is written anew nothing is told of');
is((get($preview, $one))[0], 200, 'and its page stays');
print $open "Anew.\n";
close $open;
($name, $data) = next_event($viewer, 'change');
like($data, qr/"\/blog\/life\/one\/"/, 'then it is told of');
like((get($preview, $one))[2], qr/Anew\./, 'once it is there');
my $kept = slurp("$dir/content/life/one.md");
unlink "$dir/content/life/one.md" or die $!;
hears($viewer, 'change', qr/"\/blog\/life\/one\/"/, 'a page that goes is told of');
spew("$dir/content/life/one.md", $kept);
hears($viewer, 'change', qr/"\/blog\/life\/one\/"/, 'and when it is back as it was');
close $viewer->{socket};
events_of($stream, 0.01);

# --- more than a text ---

spew("$dir/content/life/one.md", whole('x') =~ s/One/Uno/r);
hears($stream, 'change', qr/"\/blog\/"/, 'a title changes the home page');
like(settle($preview, '/blog/', qr/Uno/), qr/Uno/, 'which has it');
spew("$dir/content/new/post.md", "---\ntitle: New\ndate: 2026-01-05\n---\nN.\n");
like(settle($preview, '/blog/new/post/', qr/<p>N\./), qr/<p>N\./,
    'a post in a new folder');
rename "$dir/content/new", "$dir/content/newer";
like(settle($preview, '/blog/newer/post/', qr/<p>N\./), qr/<p>N\./,
    'the folder renamed');
is((get($preview, '/blog/new/post/'))[0], 404, 'and the old address gone');
rename "$dir/content/newer/post.md", "$dir/content/newer/Post.md";
events_of($stream, 0.5);
like((get($preview, '/blog/newer/post/'))[2], qr/<p>N\./,
    'a post stays whose name gets a capital');
rename "$dir/content/newer/Post.md", "$dir/content/newer/post.md";
events_of($stream, 0.5);
spew("$dir/content/newer/post.md", "---\ntitle: New\ndate: 2026-01-05\n---\nM.\n");
like(settle($preview, '/blog/newer/post/', qr/<p>M\./), qr/<p>M\./,
    'edits in it are seen');
remove_tree("$dir/content/newer");
is(status_of($preview, '/blog/newer/post/', 404), 404, 'the folder removed');
prints($dir, qr{: \d+ pages? made, [1-9]\d* gone in \d+ ms$}m, 'which the terminal counts');
# --- more addresses than are listed one by one ---

# A page that shows one of them is reported with all.
spew("$dir/content/life/two.md", $SITE{'content/life/two.md'} . "![](/more/p.png)\n");
hears($stream, 'change', qr/"\/blog\/life\/two\/"/, 'a picture that is not there yet');
spew("$dir.more/$_.txt", $_) for 1 .. 200;
spew("$dir.more/p.png", slurp("$TOP/static/apple-touch-icon.png"));
$stream = events($preview, $one);
rename "$dir.more", "$dir/static/more";
hears($stream, 'change', qr/"but":\["\/blog\/life\/one\/"\].*"all":true/,
    'all are told of, but for the page that is open');
my $wide = qr/p\.png"[^>]* width/;
like(settle($preview, '/blog/life/two/', $wide), $wide, 'and are there');
is(join(' ', grep { /life\/two/ } events_of($stream, 0.3)), '', 'once');
rename "$dir/static/more", "$dir.more";
spew("$dir/content/life/two.md", $SITE{'content/life/two.md'});
hears($stream, 'change', qr/"all":true/, 'until they are gone');
$stream = events($preview);

# --- a 404 page of one's own ---

spew("$dir/static/404.html", '<p>Gone.</p>');
like(settle($preview, '/blog/nowhere/', qr/Gone/), qr/Gone/, 'a static 404.html');
is((get($preview, '/blog/nowhere/'))[0], 404, 'says that nothing is there');
unlink "$dir/static/404.html";
like(settle($preview, '/blog/nowhere/', qr/<html/), qr/<html/, 'and is gone again');
events_of($stream, 0.3);

# --- a style sheet, a template ---

spew("$dir/static/style.css", "body { margin: 2px }\n");
hears($stream, 'change', qr/"css":\["\/blog\/style\.css"\]/, 'a stylesheet');
events_of($stream);
spew("$dir/static/style.css", "body { margin: 2px }\n");
sleep 0.1;
spew("$dir/content/about.md", "# About\n\nEven more.\n");
($name, $data) = next_event($stream);
like($data, qr/"\/blog\/about\/"/, 'saved as it was');
unlike($data, qr/style\.css/, 'it is not told of');
spew("$dir/templates/post.html", '<p>Mine: {{ page.title }}</p>');
like(settle($preview, $one, qr/Mine: Uno/), qr/Mine: Uno/, 'a template');

# --- errors ---

my $good = (get($preview, $one))[2];
spew("$dir/templates/post.html", '{{ page.title');
hears($stream, 'errors', qr{"file":"templates/post\.html"},
    'an error is told of, with its place');
is((get($preview, $one))[2], $good, 'the page stays as it was');
for my $n (1 .. 10) {
    spew("$dir/templates/post.html", "{{ page.title $n");
    ($name) = next_event($stream, 'errors');
}
is($name, 'errors', 'ten errors in a row');
spew("$dir/templates/post.html", "{{ page.title 10\n");
is((next_event($stream, 'errors'))[0], 'errors', 'and the last one again');
my $late = events($preview);
like($late->{hello}, qr{"errors":\{"diagnostics":\[\{"file":"templates/post\.html"},
    'who comes late is told too');
spew("$dir/templates/post.html", '<p>Mended: {{ page.title }}</p>');
is((next_event($stream, 'good'))[0], 'good', 'and when they are gone');
like((get($preview, $one))[2], qr/Mended: Uno/, 'with a new page');
unlink "$dir/templates/post.html";
like(settle($preview, $one, qr/<article/), qr/<article/, 'without it');

# A text alone was saved, and can't be rendered.
my $text = slurp("$dir/content/life/one.md");
spew("$dir/templates/shortcodes/boom.html", '{{ nothing.at.all }}');
spew("$dir/content/life/one.md", "$text\nWith a boom to come.\n");
$good = settle($preview, $one, qr/With a boom to come/);
spew("$dir/content/life/one.md", "$text\n{{< boom >}}\n");
hears($stream, 'errors', qr{"file":"templates/shortcodes/boom\.html"},
    'an error in a text');
is((get($preview, $one))[2], $good, 'the page stays, again');
spew("$dir/content/life/one.md", $text);
is((next_event($stream, 'good'))[0], 'good', 'until it is taken back');
unlink "$dir/templates/shortcodes/boom.html";
prints($dir, qr{^content/life/one\.md: 1 error, the pages stay as }m,
    'the terminal said so');

# Front matter is broken, and as it was again: nothing has changed but that.
spew("$dir/content/life/two.md", "---\ntitle: [\n---\nSecond.\n");
is((next_event($stream, 'errors'))[0], 'errors', 'an error in front matter');
like((get($preview, '/blog/life/two/'))[2], qr/Second\./, 'the page stays');
spew("$dir/content/life/two.md", $SITE{'content/life/two.md'});
is((next_event($stream, 'good'))[0], 'good', 'and taken back');

# --- drafts ---

like((get($preview, '/blog/life/draft/'))[2], qr/Draft\./, 'a draft has its page');
like((get($preview, '/__crumb/drafts'))[2], qr{<a href="/blog/life/draft/">Not yet</a>},
    'and is in the list');

# --- the sources of a page ---

spew("$dir/content/life/two.md", $SITE{'content/life/two.md'}
    . "\n[One](one.md), [away](https://example.net/?a=1&b=2).\n");
settle($preview, '/blog/life/two/', qr/example\.net/);
my $outline = (get($preview, '/__crumb/outline?path=/blog/life/two/'))[2];
like($outline, qr{<dt>Made from</dt><dd>content/life/two\.md</dd>}, 'its file');
like($outline, qr{<dt>Templates</dt><dd>[^<]*\bpost\.html\b}, 'its templates');
like($outline, qr{<dt>Words</dt><dd>[12]\d</dd>}, 'its words');
like($outline, qr{within the site</h2>.*<a href="/blog/life/one/">.*<h2>Links out}s,
    'links within the site');
like($outline, qr{Links out</h2>\s*<ul>\s*<li><a href="https://example\.net/\?a=1&amp;b=2">},
    'and out of it');
like($outline, qr{made from content/life/two\.md}, 'what it has read');
like((get($preview, '/__crumb/outline?path=/blog/no/'))[2], qr/No build has made/,
    'a page that is none');
$viewer = events($preview, '/blog/life/two/');
like((get($preview, '/__crumb/'))[2],
    qr{<a href="/__crumb/outline\?path=/blog/life/two/">outline</a>},
    'the pages that are open');
close $viewer->{socket};
spew("$dir/content/life/two.md", $SITE{'content/life/two.md'});

# --- public/ ---

ok(!-e "$dir/public", 'public/ is not touched');
my ($status) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
is($status, 0, 'a build beside it');
ok(-e "$dir/public/life/one/index.html" && !-e "$dir/public/life/draft",
    'which has no draft');

# --- the content gone and back ---

rename "$dir/content", "$dir/away";
is((next_event($stream, 'errors'))[0], 'errors', 'no content');
rename "$dir/away", "$dir/content";
is((next_event($stream, 'good'))[0], 'good', 'there again');
spew("$dir/content/life/one.md", whole('Back.'));
like(settle($preview, $one, qr/Back\./), qr/Back\./, 'and seen');

# --- the end, and a second one ---

sub compare { is(settled($preview, clean_build($preview, $dir)), '', $_[0]) }

compare('each address is as a clean build has it');
is(serve_stop($preview), 0, 'Ctrl-C ends it');
for my $n (1 .. 2) {
    $preview = serve($dir);
    my $early = events($preview);
    ok($early->{hello} !~ /"build":0/ || next_event($early, 'good'),
        'who was too early is told');
    like(settle($preview, $one, qr/Back\./), qr/Back\./, 'once more');
    compare('as before');
    is(serve_stop($preview), 0, 'ends too');
}
like(slurp("$dir.out"), qr/^checked: 0 pages made/m, 'with nothing to do');

# --- a page loaded after a save hears no more of that save ---

my $many = site();
spew("$many/content/life/p$_.md", sprintf("---\ntitle: P%d\ndate: 2020-01-01T00:%02d:%02d\n---\n",
    $_, $_ / 60, $_ % 60) . "Word. " x 500) for 1 .. 300;
$preview = serve($many);
settle($preview, $one, qr/First/);
$stream = events($preview);
for my $n (1 .. 4) {
    my $page = "/blog/life/p$n/"; # one of the last to be made
    events_of($stream, 0.5);
    spew("$many/templates/post.html", "<p>Round $n: {{ page.content }}</p>");
    next_event($stream, 'change');
    like((get($preview, $page))[2], qr/Round $n:/, 'a page of a template');
    $viewer = events($preview, $page);
    is(join("\n", grep { /^change .*"$page"/ } events_of($viewer, 0.2)), '',
        'of which no later event tells');
    close $viewer->{socket};
}
is(serve_stop($preview), 0, 'and ends');

# --- errors from the start ---

my $broken = site();
spew("$broken/content/life/one.md", "---\ntitle: [\n---\nOne.\n");
$preview = serve($broken);
like(settle($preview, '/blog/', qr/__crumb/), qr/__crumb/, 'a site with errors is served');
$stream = events($preview);
ok($stream->{hello} =~ /"errors":\{/ || next_event($stream, 'errors'),
    'which it tells');
prints($broken, qr/^1 error, there are no pages yet$/m, 'as does the terminal');
spew("$broken/content/life/one.md", "---\ntitle: {\n---\nOne.\n");
prints($broken, qr{^content/life/one\.md: 1 error, there are no pages yet$}m,
    'after a save too');
spew("$broken/content/life/one.md", $SITE{'content/life/one.md'});
like(settle($preview, $one, qr/First\./), qr/First\./, 'and mended');
is(serve_stop($preview, 'TERM'), 0, 'SIGTERM ends it');

# --- a page that has errors from the start ---

my $odd = '/blog/life/two/';
$broken = site();
spew("$broken/content/life/draft.md", $SITE{'content/life/draft.md'} . "[No](no.md)\n");
spew("$broken/templates/post.html", '<p>{{ page.title }}</p>'
    . "{% if page.slug == 'two' %}{{ 1 + 'x' }}{% endif %}\n");
$preview = serve($broken);
is((get($preview, $one))[0], 200, 'a page beside it is there');
prints($broken, qr/^1 error, all other pages are there$/m, 'the terminal says so');
prints($broken, qr{^content/life/draft\.md:7:6: warning\[broken-link\]}m,
    'and what is wrong with texts that nobody has opened', 'err');
my ($code, undef, $said) = get($preview, $odd);
is($code, 500, 'a page that never was good');
like($said, qr{templates/post\.html:1.*<script data-version=""}s, 'says why');
like($said, qr{in content/life/two\.md:2:8}, 'and for which post');
$stream = events($preview, $odd);
ok($stream->{hello} =~ /"errors":\{/ || next_event($stream, 'errors'), 'as do others');
spew("$broken/content/about.md", "# About\n\nMore.\n");
like(settle($preview, '/blog/about/', qr/More\./), qr/More\./, 'others are made');
is((get($preview, $odd))[0], 500, 'it is as it was');
spew("$broken/templates/post.html", '<p>Mended: {{ page.title }}</p>{{ page.content }}');
is((next_event($stream, 'good'))[0], 'good', 'it is mended');
like((get($preview, $odd))[2], qr/Mended: Two/, 'and there');
is(status_of($preview, '/blog/about/', 200), 200, 'as all is');

# --- a text that has errors ---

spew("$broken/templates/shortcodes/boom.html", '{{ nothing.at.all }}');
$text = $SITE{'content/life/two.md'};
$good = (get($preview, $odd))[2];
events_of($stream, 0.2);
spew("$broken/content/life/two.md", "$text\n{{< boom >}}\n");
hears($stream, 'errors', qr/boom/, 'an error in a text');
spew("$broken/content/about.md", "# About\n\nLess.\n");
like(settle($preview, '/blog/about/', qr/Less\./), qr/Less\./, 'others are made');
is((get($preview, $odd))[2], $good, 'the page stays');
is(join(' ', grep { /^good/ } events_of($stream, 0.5)), '', 'with its error');
is(serve_stop($preview), 0, 'ends');
$preview = serve($broken);
is((get($preview, $odd))[0], 500, 'so it has from the start');
$stream = events($preview, $odd);
ok($stream->{hello} =~ /"errors":\{/ || next_event($stream, 'errors'), 'as is told');
spew("$broken/content/life/two.md", $text);
is((next_event($stream, 'good'))[0], 'good', 'until it is taken back');
is((get($preview, $odd))[2], $good, 'then the page is there');

# --- a date that passes ---

sub stamp { return strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $_[0]) }

# As readers see the site, and with posts that are not live yet.
for my $readers (1, 0) {
    my $dir = site();
    my $date = int(time) + 8;
    my ($soon, $past) = ('/blog/life/soon/', '/blog/life/past/');
    spew("$dir/content/life/soon.md",
        "---\ntitle: Soon\ndate: @{[stamp($date)]}\n---\nSoon.\n");
    spew("$dir/content/life/past.md", "---\ntitle: Past\ndate: 2026-01-01\n"
        . "expires: @{[stamp($date + 1)]}\n---\nPast.\n");
    my $preview = serve($dir, $readers ? '--no-drafts' : ());
    is(status_of($preview, $past, 200), 200, 'a post that is to expire');
    is(status_of($preview, $soon, $readers ? 404 : 200), $readers ? 404 : 200,
        'a post that is to come');
    my $stream = events($preview, $soon);
    unlike((get($preview, '/blog/'))[2], qr/Soon/, 'it is in no list') if $readers;
    like($stream->{hello}, qr/"scheduled":\["\Q$soon\E"\]/, 'it is scheduled')
        if !$readers;
    cmp_ok(time, '<', $date, 'which took no time');
    $readers
        ? hears($stream, 'change', qr/"\Q$soon\E"/, 'its day is told of')
        : hears($stream, 'hello', qr/"scheduled":\[\]/, 'its day is told of');
    cmp_ok(time - $date, '<', 5, 'at once');
    is((get($preview, $soon))[0], 200, 'it is there');
    like((get($preview, '/blog/'))[2], qr/Soon/, 'in the list too');
    hears($stream, 'change', qr/"\Q$past\E"/, 'the other one expires') if $readers;
    is(status_of($preview, $past, 404), 404, 'an expired one is gone');
    prints($dir, qr/^a date has passed: \d+ pages? made.* in \d+ ms$/m, 'the terminal says why');
    is(serve_stop($preview), 0, 'ends');
}

# --- at rest ---

# Processor time, in ticks.
sub used {
    my (@fields) = split ' ', slurp("/proc/$_[0]->{pid}/stat") =~ s/^.*\)//sr;
    return $fields[11] + $fields[12];
}

SKIP: {
    skip 'no /proc', 1 unless -r "/proc/$$/stat";
    skip 'the thread sanitizer has a thread of its own at work', 1
        if ($ENV{OBJECTS} // '') =~ /tsan/;
    events_of($stream, 0.5);
    my $used = used($preview);
    sleep 1;
    is(used($preview), $used, 'it does nothing');
}
is(serve_stop($preview), 0, 'ends');

# --- pages of an older crumb ---

# They were published into a folder, with a manifest beside it, as for any output;
# a folder without one stays.
my $list = '.crumb/output-8884272823bd0f3c.manifest';
for my $ours (1, 0) {
    my $old = site();
    spew("$old/.crumb/preview/life/one/index.html", 'Old.');
    spew("$old/$list", '') if $ours;
    $preview = serve($old);
    like((get($preview, $one))[2], qr/First\./, 'pages of an older crumb are not shown');
    is(-e "$old/.crumb/preview" ? 'stay' : 'go', $ours ? 'go' : 'stay', 'they go if they are');
    ok(!-e "$old/$list", 'and so does the list');
    is(serve_stop($preview), 0, 'ends');
}

# --- a style sheet with a fingerprint ---

my $styled = site();
my $head = q(<link rel="stylesheet" href="{{ asset('style.css') }}">);
spew("$styled/templates/post.html", "$head<p>{{ page.title }}</p>");
$preview = serve($styled);
settle($preview, $one, qr/style\.[0-9a-f]{8}\.css/);
$stream = events($preview, $one);
events_of($stream);
spew("$styled/static/style.css", 'body { margin: 3px }');
(undef, $data) = next_event($stream, 'change');
like($data, qr/"urls":\["\Q$one\E"\],"css":\["\/blog\/style\.css"\]/,
    'a page that names it, and the sheet');
my ($version) = $data =~ /"restyled":\{"\Q$one\E":"([0-9a-f]{32})"\}/;
like((get($preview, $one))[2], qr/data-version="\Q@{[$version \/\/ 'none']}\E"/,
    'the page is told to be as it was otherwise');
events_of($stream);
spew("$styled/templates/post.html", "$head<p>{{ page.title }}!</p>");
(undef, $data) = next_event($stream, 'change');
like($data, qr/"urls":\["\Q$one\E"\].*"restyled":\{\}/, 'but not if it is not');
events_of($stream);
my $twice = slurp("$styled/templates/post.html") =~ s/!/?/r;
rename_into("$styled/templates/post.html", $twice);
rename_into("$styled/static/style.css", 'body { margin: 4px }');
my @changes = grep { /^change/ } events_of($stream);
like("@changes", qr/"urls":\["\Q$one\E"\]/, 'nor if both');
ok((grep { /"\Q$one\E"/ && /"restyled":\{\}/ } @changes), 'are saved at once');
my ($sheet) = settle($preview, $one, qr/\?/) =~ m{href="(/blog/style\.[0-9a-f]{8}\.css)"};
is(serve_stop($preview), 0, 'ends');
$preview = serve($styled);
is(status_of($preview, $sheet, 200), 200, 'a page that is kept names it');
is(serve_stop($preview), 0, 'ends');

# --- files that give way, and posts that are the page of their folder ---

my $ways = site();
$preview = serve($ways);
sub dated { return "---\ntitle: $_[0]\ndate: 2026-01-01\n---\n$_[1]\n" }
for my $save (
    ['a page at the address of a list', 'content/life.md', "Mine.\n"],
    ['which goes again', 'content/life.md'],
    ['an alias', 'content/life/two.md', "---\naliases: /old/\n---\nSecond.\n"],
    ['one that another post has', 'content/life/one.md',
        "---\naliases: [/old, ../Was]\n---\nFirst.\n"],
    ['which gives it back', 'content/life/one.md', dated('One', 'First.')],
    ['an index among posts', 'content/life/index.md', "---\ntitle: L\n---\nAll.\n"],
    ['which gets a date', 'content/life/index.md', dated('L', 'All.')],
    ['and loses it', 'content/life/index.md', "---\ntitle: L\n---\nAll again.\n"],
    ['a post alone in its folder', 'content/life/x/x.md', dated('X', '![p](p.png)')],
    ['its picture', 'content/life/x/p.png', 'a picture'],
    ['a drawing without its notes', 'content/life/x/d.svg',
        '<svg xmlns="http://www.w3.org/2000/svg"><metadata>Ann</metadata></svg>'],
    ['a style sheet with such a drawing', 'static/d.css',
        'i{content:url("data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg'
            . '%22><metadata>Ann</metadata></svg>")}'],
    ['another post beside it', 'content/life/x/y.md', dated('Y', '[x](x.md)')],
    ['which goes', 'content/life/x/y.md'],
    ['a post at the top', 'content/a.md',
        "---\ndate: 2026-01-01\ntags: [t]\n---\nA.\n"],
) {
    my ($saved, $path, $text) = @$save;
    if   (defined $text) { spew("$ways/$path", $text) }
    else                 { unlink "$ways/$path" or die $! }
    is(settled($preview, clean_build($preview, $ways)), '', "$saved: each address");
}
is(serve_stop($preview), 0, 'ends');

# --- without events ---

my $walked = site();
$preview = serve($walked, '--poll', '--no-drafts');
settle($preview, $one, qr/First\./);
$stream = events($preview);
spew("$walked/content/life/one.md", whole('Polled.'));
hears($stream, 'change', qr/"\/blog\/life\/one\/"/, '--poll');
is(join(' ', grep { m{"/blog/life/one/"} } events_of($stream, 0.5)), '', 'once');
is((get($preview, '/blog/life/draft/'))[0], 404, '--no-drafts');
is(serve_stop($preview), 0, 'ends');

done_testing();
