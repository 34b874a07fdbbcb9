#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Each fuzzer's corpus, fed to it once: inputs that broke it or went a new way
# through the code in the past. They are parts of the archives tests/fuzz/corpus/
# (Archive.pm); jinja_parse and jinja_render share jinja.txt.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

my $programs = $ENV{FUZZERS} // "$TOP/build/release/fuzz";
my @names = map { m{([^/]+)\.c$} && $1 ne 'replay' ? $1 : () }
    glob "$TESTS/fuzz/*.c";

for my $name (@names) {
    my $corpus = scratch();
    my (undef, @parts) = case_parts('fuzz/corpus/' . ($name =~ /^([^_]+)/)[0]);
    archive_unpack($corpus, @parts);
    cmp_ok(scalar @parts, '>', 0, "$name has a corpus");
    my ($status, $out, $error) = run({}, "$programs/$name", $corpus);
    is($status, 0, "$name takes its corpus") or diag($out, $error);
}
done_testing;
