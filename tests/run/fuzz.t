#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Each fuzzer's corpus, fed to it once: what broke it or went a new way through
# the code in the past. jinja_parse and jinja_render share corpus/jinja.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $programs = $ENV{FUZZERS} // "$TOP/build/release/fuzz";
my @names = map { m{([^/]+)\.c$} && $1 ne 'replay' ? $1 : () }
    glob "$TESTS/fuzz/*.c";

for my $name (@names) {
    my $corpus = "$TESTS/fuzz/corpus/" . ($name =~ /^([^_]+)/)[0];
    my @files = glob "$corpus/*";
    cmp_ok(scalar @files, '>', 0, "$name has a corpus");
    my ($status, $out, $error) = run({}, "$programs/$name", $corpus);
    is($status, 0, "$name takes its corpus") or diag($out, $error);
}
done_testing;
