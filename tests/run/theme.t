#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The theme, on this repository's blog and a post with all that Markdown has
# (tests/browser/everything.md): its weight, the hash of its script, valid HTML,
# and what a browser makes of it (tests/browser/theme.mjs).
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use IO::Compress::Gzip qw(gzip);
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};

my $site = scratch();
copy_tree("$TOP/$_", "$site/$_") for qw(content static);
spew("$site/site.yaml", slurp("$TOP/site.yaml"));
spew("$site/content/life/everything.md", slurp("$TESTS/browser/everything.md"));
my ($status, $out, $error) = run({}, $CRUMB, 'build', '-C', $site);
is($status, 0, 'the blog is built') or diag $error;
my $files = tree("$site/public");
my @pages = grep { /\.html$/ } sort keys %$files;
my @posts = grep { $files->{$_} =~ /<article class="post/ } @pages;
cmp_ok(scalar @posts, '>', 30, 'its posts');

# --- weights ---

sub packed {
    my ($text) = @_;
    gzip(\$text => \my $small, -Level => 9) or die;
    return length $small;
}

my $css = packed($files->{'style.css'});
cmp_ok($css, '<=', 6 * 1024, "style.css: $css bytes compressed");
my @sizes = sort { $a <=> $b } map { $css + packed($files->{$_}) } @posts;
my $median = $sizes[@sizes / 2];
cmp_ok($median, '<=', 14 * 1024, "the median post and style.css: $median bytes");

my %inline;
for my $page (@pages) {
    $inline{$_}++ for $files->{$page} =~ m{<script>(.*?)</script>}gs;
}
is(scalar keys %inline, 1, 'one script inside of pages, in the same bytes');
my ($script) = keys %inline;
my $scripts = length($script) + length $files->{'theme.js'};
cmp_ok($scripts, '<=', 3 * 1024, "scripts: $scripts bytes");
my @styled = grep { $files->{$_} =~ /<[^>]*\sstyle=/ } @pages;
is("@styled", '', 'no style inside of pages');

# --- the policy ---

my ($policy) = slurp("$TOP/docs/deploy.md") =~ /^```text csp\n(.*)\n```$/m;
my $hash = sha256_base64($script);
$hash .= '=' while length($hash) % 4;
like($policy, qr/'sha256-\Q$hash\E'/, 'docs/deploy.md: the hash of the script');

# --- node ---

sub find_program {
    for my $name (@_) {
        for my $folder (split /:/, $ENV{PATH}) {
            return "$folder/$name" if -x "$folder/$name";
        }
    }
    return undef;
}

# One script: each of its lines is a test here.
sub script {
    my ($name, @arguments) = @_;
    my ($status, $out, $error) = run({@{shift @arguments}}, find_program('node'),
        "$TESTS/browser/$name.mjs", @arguments);
    while ($out =~ /^(not )?ok \d+ - (.*)\n((?:#.*\n)*)/mg) {
        ok(!$1, $2) or diag $3;
    }
    is($status, 0, $name) or diag $error;
}

SKIP: {
    my $chromium = $ENV{CHROMIUM}
        // find_program(qw(chromium-headless-shell chromium chromium-browser));
    skip 'no node: make deps test', 1 unless find_program('node');
    skip 'no html-validate: make deps test', 1
        unless -d "$TESTS/browser/node_modules/html-validate";
    script('validate', [], "$site/public");
    skip 'no Chromium: make deps test', 1 unless $chromium;
    script('theme', [CHROMIUM => $chromium], "$site/public", $policy);
}

done_testing;
