#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The mistakes that `make mutants` makes: on a text whose mistakes are all known,
# and on the program's own sources. It finds every source file.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../mutants";
use File::Find qw(find);
use Harness;
use Mistakes qw(sources @DECIDES mistakes_in with_mistake line_of shown);
use Test::More;

my $text = <<'END';
/* if (a < 1) break; */
#define TWICE(x) \
    ((x) + (x))
static const char *const name = "a < b && 1"; // 1 < 2
static bool f(char *a, size_t n)
{
    if (n >= 10 && !a)
        return true;
    while (n > 'x')
        n -= g(a + n,
               0x1f);
    *a = 'b';
    h(n);
    k(str_eq(x, y));
    return n * sizeof *a != 0;
}
END

my @expected = split /\n/, <<'END';
7 if (n «>= → >» 10 && !a)
7 if (n >= «10 → 11» && !a)
7 if (n >= «10 → 9» && !a)
7 if (n >= 10 «&& → ||» !a)
7 if (n >= 10 && «! → »a)
7 if «(n >= 10 && !a) → (!(n >= 10 && !a))»
7 if «(n >= 10 && !a) → (0)»
8 return «true → false»;
9 while «(n > 'x') → (!(n > 'x'))»
9 while (n «> → >=» 'x')
10 n «-= → +=» g(a + n,
10 «n -= g(a + n, 0x1f); → ;»
10 n -= g(a «+ → -» n,
10 n -= g(«a + n, 0x1f → 0x1f, a + n»);
11 «0x1f → 32»);
11 «0x1f → 30»);
12 «*a = 'b'; → ;»
13 «h(n); → ;»
14 «k(str_eq(x, y)); → ;»
15 return n «* → /» sizeof *a != 0;
15 return n * sizeof *a «!= → ==» 0;
15 return n * sizeof *a != «0 → 1»;
END

is_deeply([sort map { line_of($text, $_) . ' ' . shown($text, $_) }
    mistakes_in($text)], [sort @expected],
    'each mistake is found once, and none in comments, strings and macros');

# Whether a mistake changes text outside of the line that it names.
sub misplaced {
    my ($before, $mistake) = @_;
    my @old = split /\n/, $before, -1;
    my @new = split /\n/, with_mistake($before, $mistake), -1;
    my $first = line_of($before, $mistake) - 1;
    my $lines = substr($before, $mistake->{at}, $mistake->{length}) =~ tr/\n//;
    splice @$_, $first, $lines + 1 for \@old, \@new;
    return "@old" ne "@new";
}

my @sources = ([text => $text],
    map { [$_, slurp("$TOP/src/$_")] } qw(base/glob.c publish/publish_steps.c));
for my $source (@sources) {
    my ($name, $before) = @$source;
    my @mistakes = mistakes_in($before);
    my @same = grep { with_mistake($before, $_) eq $before } @mistakes;
    my @misplaced = grep { misplaced($before, $_) } @mistakes;
    is_deeply([map { shown($before, $_) } @same, @misplaced], [],
        "$name: each changes its own line and no other's number");
}

chdir $TOP or die;
my @all;
find({no_chdir => 1, wanted => sub { push @all, $_ if /\.c\z/ }}, 'src');
is_deeply([sources()], [sort @all], 'mistakes are made in each C file of src/');
for my $begin (@DECIDES) {
    ok(scalar(grep { index($_, $begin) == 0 } @all), "there is $begin...");
}
done_testing;
