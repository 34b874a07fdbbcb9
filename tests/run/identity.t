#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# src/base/identity.sh: an edit of a comment or of the format keeps the
# program's identity, so that ledgers stay valid; an edit of code changes it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $DIR = scratch();
my $SOURCE = <<'END';
/* A file. */
#include "a.h"

#define TWICE(x) \
    ((x) + (x)) /* a macro */

/* It's "quoted" here. */
static const char *names[] = {"a /* b */", "// \"c\"", "it's"};

int add(int first, int second)
{
    char mark = '"'; /* a mark */
    return first + - second; // the sum
}
END

sub identity {
    my ($source, $other) = @_;
    spew("$DIR/a.c", $source);
    spew("$DIR/a.yaml", $other // "text: 1 # one\n");
    my $sum = `cd '$DIR' && sh '$TOP/src/base/identity.sh' a.c a.yaml`;
    like($sum, qr/\A\d+ \d+\n\z/, 'a checksum');
    return $sum;
}

my $identity = identity($SOURCE);
my @cases = (
    # name, the text that is replaced, its replacement, is it another program
    ['a comment of a line', qr{/\* a mark \*/}, '/* the mark */', 0],
    ['a comment of some lines', qr{/\* A file\. \*/}, "/* A\n * file. */\n", 0],
    ['no comment', qr{/\* A file\. \*/\n}, '', 0],
    ['a comment to the end of the line', qr{// the sum}, '// a "sum', 0],
    ['no such comment', qr{ // the sum}, '', 0],
    ['a comment after a macro', qr{ /\* a macro \*/}, '', 0],
    ['a comment before a macro', qr{#define}, "/* twice */\n#define", 0],
    ['indentation', qr{^    return}m, 'return', 0],
    ['broken lines', qr{int first, }, "\n        int first,\n        ", 0],
    ['joined lines', qr{\)\n\{\n    }, ') { ', 0],
    ['a broken list', qr{\{"a}, "{\n    \"a", 0],
    ['a macro in one line', qr{ \\\n +}, ' ', 0],
    ['an empty line', qr{\n\n}, "\n\n\n", 0],
    ['text that looks like a comment', qr{/\* b \*/}, '/* c */', 1],
    ['spaces in a text', qr{a /\*}, 'a  /*', 1],
    ['text after an escaped quote', qr{c\\"}, 'd\\"', 1],
    ['a character', qr{'"'}, q{'\\''}, 1],
    ['a name', qr{\badd}, 'sub', 1],
    ['an operator', qr{\+ -}, '+-', 1],
    ['two words that become one', qr{static const}, 'staticconst', 1],
    ['a macro without arguments', qr{TWICE\(}, 'TWICE (', 1],
    ['code that becomes a comment', qr{    char.*}, '    /* char mark; */', 1],
    ['a directive that becomes code', qr{#include}, 'include', 1],
);
for my $case (@cases) {
    my ($name, $from, $to, $other) = @$case;
    my $source = $SOURCE;
    $source =~ s/$from/$to/ or die $name;
    my $new = identity($source);
    is($new eq $identity ? 0 : 1, $other, $name);
}
isnt(identity($SOURCE, "text: 2 # one\n"), $identity, 'a number elsewhere');
isnt(identity($SOURCE, "text: 1 # 1\n"), $identity, 'a comment elsewhere');
done_testing();
