#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A site from a stranger comes with symbolic links in place of what crumb keeps
# for itself: each file of .crumb/, the names under which they are written, and
# .crumb itself. No command writes, makes or empties what they lead to.
use strict;
use warnings;
use Cwd qw(realpath);
use File::Path qw(make_path remove_tree);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Preview;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

my $top    = realpath(scratch());
my $clean  = "$top/clean";
my $victim = "$top/home/victim";
my $text   = "what somebody keeps\n" x 100;
my %environment = (HOME => "$top/home", DEPLOY => "$top/www/");
my $rsync = grep { -x "$_/rsync" } split /:/, $ENV{PATH};

# A server that starts after all is ended.
sub crumb {
    my ($site, $command, @options) = @_;
    return run(\%environment, 'timeout', '5', $CRUMB, 'serve', '-C', $site)
        if $command eq 'serve';
    my @now = $command =~ /^(?:build|deploy|check)$/ ? ('--now', $NOW, '--no-sync') : ();
    return run(\%environment, $CRUMB, $command, '-C', $site, @now, @options);
}

sub edit { spew("$_[0]/content/life/one.md", "---\ntitle: One\n---\n$_[1]\n") }

make_path("$top/www");
spew("$clean/site.yaml", "title: Blog\nurl: https://blog.test\n");
edit($clean, 'Text.');
spew("$clean/urls.txt", "/\n");
my $key;
for my $command ($rsync ? 'deploy' : 'build', 'check') {
    my ($status, $out, $error) = crumb($clean, $command);
    is($status, 0, "$command of a site without links") or diag($error);
    $key //= (map { /^(output-\w+)\.manifest$/ } keys %{tree("$clean/.crumb")})[0];
}
my @names = sort grep { -f "$clean/.crumb/$_" } keys %{tree("$clean/.crumb")};
cmp_ok(scalar(grep { /^output-.*\.(?:manifest|ledger|lock)$/ } @names), '>=', 3,
    'it keeps files for itself');
my @deploys = map { s/^deployed/deploy/r } grep { /^deployed-/ } @names;
my @links = map { ($_, "$_.new") } (map { ".crumb/$_" } @names, @deploys,
    "$key.journal", 'preview.lock', 'links', 'edit.journal', 'edit.journal.lock'), 'urls.txt';

# One of them leads to a file, and once to a place where there is none.
sub check_link {
    my ($name) = @_;
    for my $to ($victim, "$top/home/made") {
        my $site = "$top/site";
        remove_tree($site, "$top/home");
        spew($victim, $text);
        copy_tree($clean, $site);
        unlink "$site/$name";
        symlink $to, "$site/$name" or die "$name: $!";
        my $before = stamps("$top/home");
        edit($site, 'Edited.');
        crumb($site, $_) for $rsync ? 'deploy' : 'build', 'build', 'check';
        crumb($site, 'mv', 'life/one.md', 'life/two.md') if $name =~ /edit/;
        crumb($site, 'clean');
        is(difference(tree("$top/home"), {victim => $text}), '',
            "$name -> $to: what it leads to stays");
        is(difference(stamps("$top/home"), $before), '', 'and is not touched');
    }
}
check_link($_) for @links;

# A fresh clone builds, with any leftovers under the names of new files.
my $site = "$top/left";
copy_tree($clean, $site);
symlink $victim, "$site/.crumb/$key.$_.new" or die $! for qw(ledger journal);
edit($site, 'Edited.');
is((crumb($site, 'build'))[0], 0, 'links in place of new files go');
like(slurp("$site/public/life/one/index.html"), qr/Edited\./, 'it is published');
is((crumb($site, 'build'))[0], 0, 'and again');
is(join(' ', grep { -l "$site/.crumb/$_" } keys %{tree("$site/.crumb")}), '',
    'no link is left');

# --- folders ---

sub site_with {
    my ($name, $to) = @_;
    my $site = "$top/site";
    remove_tree($site, "$top/home");
    spew($victim, $text);
    copy_tree($clean, $site, '.crumb');
    remove_tree("$site/public");
    make_path("$site/.crumb") if $name ne '.crumb';
    symlink $to, "$site/$name" or die "$name: $!";
    return $site;
}

for my $to ("$top/home", "$top/home/none", 'content') {
    for my $command (qw(build check deploy serve)) {
        next if $command eq 'deploy' && !$rsync;
        my $site = site_with('.crumb', $to);
        my $content = tree("$site/content");
        my ($status, $out, $error) = crumb($site, $command);
        is($status, 1, "$command, .crumb -> $to: refused");
        like($error, qr/^\.crumb: error\[state-link\]: .*\n.*rm \.crumb/m, 'why');
        is(difference(tree("$top/home"), {victim => $text}), '', 'nothing is there');
        is(difference(tree("$site/content"), $content), '', 'nor in the site');
    }
}
{
    my $site = site_with('.crumb', $clean . '/.crumb');
    my $before = stamps("$clean/.crumb");
    make_path("$site/public");
    my ($status, $out, $error) = crumb($site, 'clean');
    is($status, 1, 'clean: refused');
    ($status, $out, $error) = crumb($site, 'why');
    is($status, 1, 'why: nothing is known');
    is(difference(stamps("$clean/.crumb"), $before), '', 'all stays');
}

# Builds of a check and of the preview are in .crumb/ itself.
for my $to ("$top/home", '../content', '../public') {
    my $site = site_with('.crumb/check', $to);
    make_path("$site/public");
    my ($status, $out, $error) = crumb($site, 'check');
    is($status, 1, "check, .crumb/check -> $to: refused");
    like($error, qr/error\[(?:output|state)-link\]/, 'why');
    is(difference(tree("$top/home"), {victim => $text}), '', 'nothing is there');
    is_deeply(tree("$site/public"), {}, 'nor in the output');
}
for my $to ("$top/home", '../content') {
    my $site = site_with('.crumb/preview', $to);
    my $served = serve($site);
    is((get($served, '/'))[0], 200, "the preview, .crumb/preview -> $to");
    serve_stop($served);
    ok(-l "$site/.crumb/preview", 'is left alone');
    unlink "$site/.crumb/preview.ledger";
    symlink "$top/home/victim", "$site/.crumb/preview.ledger" or die $!;
    $served = serve($site);
    is((get($served, '/'))[0], 200, 'the same of its ledger');
    events_of(events($served), 0.3);
    serve_stop($served);
    is(difference(tree("$top/home"), {victim => $text}), '', 'nothing is there');
    is(join(' ', keys %{tree("$site/content")}), 'life/one.md', 'nor in content/');
}

# A journal, and a stage that leads elsewhere.
$site = "$top/site";
remove_tree($site, "$top/home");
copy_tree($clean, $site);
rename "$site/.crumb/$key.manifest", "$site/.crumb/$key.journal" or die $!;
remove_tree("$site/public/life");
spew("$top/home/new/victim", $text);
symlink "$top/home", "$site/.crumb/$key.stage" or die $!;
my ($status, $out, $error) = crumb($site, 'build');
is($status, 0, 'a journal with a stage that leads elsewhere') or diag $error;
is(difference(tree("$top/home"), {'new/victim' => $text}), '', 'what is there stays');
ok(-f "$site/public/life/one/index.html", 'the post is published');

done_testing();
