#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The order of the search's answers: crumb finds the answers of
# tests/search/questions.txt better than plain BM25 does (tests/search/quality.py).
# EVERY=1 asks all questions.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};
my $every = $ENV{EVERY} // 5;
my ($status, $out, $error) = run({}, 'python3', "$TESTS/search/quality.py",
    $CRUMB, scratch(), $every);
is($status, 0, 'all questions have answers') or diag($error);
my ($ours, $plain) = $out =~ /crumb ([0-9.]+) bm25 ([0-9.]+)/;
cmp_ok($ours // 0, '>=', $plain // 1, 'nDCG@10 is that of plain BM25 at least');
cmp_ok($ours // 0, '>=', 0.7, 'and high');
done_testing();
