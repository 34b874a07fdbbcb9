#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The preview in headless Chromium: tests/browser/NAME.mjs, which print TAP.
# `make deps test` installs what they need; a missing part is named, and they are
# skipped. CHROMIUM: another browser than the one on PATH.
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

plan skip_all => 'once is enough' if $ENV{SHORT};
my $chromium = $ENV{CHROMIUM}
    // find_program(qw(chromium-headless-shell chromium chromium-browser));
my $node = find_program('node');
plan skip_all => 'no node: make deps test' unless $node;
my ($major) = `'$node' --version` =~ /^v(\d+)/;
plan skip_all => 'node is older than 18' unless ($major // 0) >= 18;
plan skip_all => 'no Chromium: make deps test' unless $chromium;
plan skip_all => 'no playwright-core: make deps test'
    unless -d "$TESTS/browser/node_modules/playwright-core";

my $httpd = ($ENV{OBJECTS} // 'build/release') . '/unit/httpd';
$httpd = "$TOP/$httpd" unless $httpd =~ m{^/};

# One script: each of its lines is a test here.
sub script {
    my ($name, $program, @arguments) = @_;
    my ($status, $out, $error) = run({CHROMIUM => $chromium}, $node,
        "$TESTS/browser/$name.mjs", $program, scratch(), @arguments);
    while ($out =~ /^(not )?ok \d+ - (.*)$/mg) {
        ok(!$1, $2);
    }
    is($status, 0, $name) or diag($out, $error);
}

script('client', $httpd);
script('preview', $CRUMB);
script('recipe', $CRUMB);
script('recipe_amounts', $CRUMB);
my ($policy) = slurp("$TOP/docs/deploy.md") =~ /^```text csp\n(.*)\n```$/m;
script('search', $CRUMB, $policy);
script('pictures', $CRUMB);
script('parts', $CRUMB, "$TOP/themes", $policy);
done_testing;
