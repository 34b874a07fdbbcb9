#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The script of the preview's pages in headless Chromium (tests/browser). Needs
# node, Chromium and playwright-core: PLAYWRIGHT is its folder, else it is looked
# for in tests/browser/node_modules (npm install --prefix tests/browser
# playwright-core).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

sub find_program {
    for my $name (@_) {
        for my $folder (split /:/, $ENV{PATH}) {
            return "$folder/$name" if -x "$folder/$name";
        }
    }
    return undef;
}

my $playwright = $ENV{PLAYWRIGHT} // "$TESTS/browser/node_modules/playwright-core";
my $chromium = $ENV{CHROMIUM}
    // find_program(qw(chromium-headless-shell chromium chromium-browser));
my $node = find_program('node');
plan skip_all => 'no node' unless $node;
plan skip_all => 'no Chromium' unless $chromium;
plan skip_all => 'no playwright-core' unless -d $playwright;

my $httpd = ($ENV{OBJECTS} // 'build/release') . '/unit/httpd';
$httpd = "$TOP/$httpd" unless $httpd =~ m{^/};
my ($status, $out, $error) = run(
    {PLAYWRIGHT => $playwright, CHROMIUM => $chromium}, $node,
    "$TESTS/browser/client.mjs", $httpd, scratch());
while ($out =~ /^(not )?ok \d+ - (.*)$/mg) {
    ok(!$1, $2);
}
is($status, 0, 'all of it') or diag($out, $error);
done_testing;
