#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Nothing of the site is read past the recorder: a program that looks at each
# of its own loads (tests/trap/) builds every golden site and the sites of
# tests/incremental/, edited at random, as the other program does.
#
# TRAP is the folder of that program, build/trap; `make test-trap` runs all
# tests with it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

my $TRAP = $ENV{TRAP} // "$TOP/build/trap";

plan skip_all => 'once is enough' if $ENV{SHORT};
plan skip_all => 'the trap is not built' unless -x "$TRAP/crumb";

# The trap itself: it springs where it must.
my ($status, $out) = run({}, "$TRAP/unit/test_trap");
is($status, 0, 'the trap springs') or diag($out);
unlike($out, qr/SKIP/, 'and was built in');

sub both_build {
    my ($name, $dir) = @_;
    my @built = map { [run({TZ => 'UTC'}, $_, 'build', '-C', "$dir/site",
        '--now', $NOW, '--jobs', 8, '--output', "$dir/out", '--clean')] }
        $CRUMB, "$TRAP/crumb";
    is($built[1][2], $built[0][2], "$name: says the same");
    is($built[1][0], $built[0][0], "$name: ends alike");
    unlike($built[1][2], qr/^trap:/m, "$name: reads nothing unrecorded");
}

for my $name (texts('sites')) {
    my $dir = scratch();
    my (undef, @site) = case_parts("sites/$name");
    archive_unpack("$dir/site", grep { $_->{head} !~ m{^expected/} } @site);
    both_build($name, $dir);
}

# Formulas, one of them wrong; macros for them are settings.
SKIP: {
    skip 'there is no KaTeX', 3 unless has_katex();
    my $dir = scratch();
    spew("$dir/site/site.yaml", "title: T\nurl: https://e.net\n"
        . "math: {macros: {'\\RTT': '\\mathrm{RTT}'}}\n");
    spew("$dir/site/templates/home.html",
        '{% for post in site.posts %}{{ post.content }}{% endfor %}');
    spew("$dir/site/content/n/p$_.md", "---\ntitle: The \$x_$_\$\n"
        . "date: 2024-01-0$_\n---\n\$\\RTT_$_\$ and \$\\foo\$\n\n\$\$\ny\n\$\$\n")
        for 1 .. 4;
    both_build('formulas', $dir);
}

# The one whose templates read in all ways there are, unedited.
($status, $out) = run({CRUMB => "$TRAP/crumb", ONLY => 'nothing'}, $^X,
    "$TESTS/run/precision.t");
is($status, 0, 'the site of precision.t') or diag($out);

my $steps = $ENV{STEPS} // 40;
($status, $out, my $error) = run({CRUMB => "$TRAP/crumb", STEPS => $steps},
    $^X, "$TESTS/run/edits.t");
is($status, 0, 'sites edited at random') or diag($out, $error);

done_testing();
