#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The order of the search's answers: crumb finds the answers of
# tests/search/questions.txt better than plain BM25 does (tests/search/quality.py);
# and this blog's posts, asked for as in tests/search/blog.txt, are among the first.
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

# --- this blog ---

my $blog = scratch();
copy_tree("$TOP/content", "$blog/content");
spew("$blog/site.yaml", slurp("$TOP/site.yaml"));
($status, undef, $error) = run({}, $CRUMB, 'build', '-C', $blog, '--now', $NOW);
is($status, 0, 'this blog is built') or diag($error);
my ($first, $asked) = (0, 0);
for (grep { /^[^#]/ } split /\n/, slurp("$TESTS/search/blog.txt")) {
    my ($question, $wanted) = /^(.+) \| (\S+)/;
    my (undef, $json) = run({}, $CRUMB, 'search', '-C', $blog, '--format', 'json',
        '--', $question);
    my @urls  = $json =~ m{"url": "/([^"]+)/"}g;
    my ($at) = grep { $urls[$_] eq $wanted } 0 .. $#urls;
    ok(defined $at && $at < 3, "$question: among the first three")
        or diag("@urls");
    $first += defined $at && $at == 0;
    $asked++;
}
cmp_ok($first, '>=', $asked * .9, 'nine of ten posts come first');
done_testing();
