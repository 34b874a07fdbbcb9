#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# comments.pl [ROOM...]: a comment begins with the noun it is about, and is
# plain English: "The ledger's text offsets", not "What stands in the ledger".
# Reads the comments of C, Perl, shell and make files, and the text of pages. A
# room is a folder of src/, "tests" (all of it), "make" (Makefile and scripts at
# the top), or "docs" (all pages).
# Rooms with more findings than %left allows fail, and theirs are listed; of
# the rooms that the command line names, all are listed.
use strict;
use warnings;
use File::Find;
use FindBin;
chdir "$FindBin::Bin/../.." or die;

# How many findings are left in rooms that are not clean yet. The numbers only
# go down; a file that moves takes its own along.
my %left = (
    base => 0, data => 0,
    dates => 0, engine => 0, files => 0, plan => 0,
    publish => 0, site => 0,
    steps => 0, tests => 0, text => 0,
);

# --- the rules ---

# A word that makes "the same" a phrase without a noun.
my $no_noun = qr/[.,:;)]|$|(?:a|an|and|applies|are|as|at|before|after|but|by|
    for|from|goes|here|holds|if|in|into|is|it|of|on|once|only|or|the|then|
    there|to|when|where|with|without)\b/x;

my @rules = (
    [qr/^(what|who|whatever|whichever)\b/i, 'begin with the noun it is about'],
    [qr/^(ones? (?:that|which|who)|of (?:what|those|which))\b/i,
        'begin with the noun it is about'],
    [qr/^(that (?:of|which)|those|such)\b/i, 'name it by its noun'],
    [qr/^(the same)\s*(?=$no_noun)/i, 'say the same what'],
    [qr/\b(told)\b/i, '"reported", "passed", "notified" or "known"'],
    [qr/\b(stands?)\b(?!-)/i, '"is", or a verb that says more'],
    [qr/\b(otherwise than)\b/i, '"different from", "unlike" or "changed"'],
    [qr/\b(anew)\b/i, '"again", or "rebuilds", "reloads"'],
    [qr/\b(had better)\b/i, '"should" or "must"'],
    [qr/\b(nobody|somebody)\b/i, 'say who does it or does not'],
    [qr/\b(what is)\b/i, 'put the noun there'],
    [qr/\b(of which)\b/i, 'two sentences, or "whose"'],
    [qr/\b(looks? again)\b/i, '"checks again", "reads again" or "is stale"'],
    [qr/\b(whatever)\b/i, '"any", "every" or the noun'],
    [qr/(?<!server\s|colour\s|files\s)\b(behind)\ (?:it|them|that|its|(?:an?|the)\ 
        (?:first|second|last|name|text|number|word|end|sign|dot|colon|dash))\b/xi,
        '"after"'],
);

# A finding is [line, words, cure]. Quoted text is not the comment's own.
sub findings {
    my ($line, $text) = @_;
    my %found;    # by place: of two rules the first one counts
    $text =~ s/"(?:[^"\n]|\n(?!\n)){0,120}?"|`[^`\n]*`/
        "''" . join('', $& =~ m{\n}g)/gex;
    (my $flat = $text) =~ tr/\n/ /;
    for my $rule (@rules) {
        my ($pattern, $cure) = @$rule;
        while ($flat =~ /$pattern/g) {
            my $lines = substr($text, 0, $-[1]) =~ tr/\n//;
            $found{$-[1]} //= [$line + $lines, lc $1, $cure];
        }
    }
    return map { $found{$_} } sort { $a <=> $b } keys %found;
}

# --- comments: [line, text] ---

sub comments_of_c {
    my ($text) = @_;
    my @comments;
    while ($text =~ m{"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|/\*(.*?)\*/}gs) {
        defined $1 or next;
        my ($at, $comment) = ($-[0], $1);
        $comment =~ s/\n[ \t]*\*?[ \t]?/\n/g;
        push @comments, [1 + (substr($text, 0, $at) =~ tr/\n//), $comment];
    }
    return @comments;
}

# Perl, shell and make: lines of comments together, and those after code.
sub comments_of_script {
    my ($text) = @_;
    my (@comments, $end, $open);
    my $line = 0;
    for (split /\n/, $text) {
        $line++;
        if (defined $end) {
            undef $end if /^\s*\Q$end\E$/;
            next;
        }
        last if /^__(?:END|DATA)__$/;
        if (/^\s*#+!?\s?(.*)/) {
            if ($open) { $open->[1] .= "\n$1" }
            else { push @comments, $open = [$line, $1] }
            undef $open if /SPDX-License-Identifier|^#!/;
            next;
        }
        undef $open;
        push @comments, [$line, $1] if /(?:[;{},)]|^[\w. -]+:.*)\s+##?\s+(.*)/;
        $end = $2 if /<<[-~]?\s*(["'\\]?)(\w+)\1?/ && /<<[-~]?["'\\A-Z]/;
    }
    return @comments;
}

# The paragraphs and items of a page, without code and headings. A row of a
# table keeps its first bar.
sub paragraphs_of_page {
    my ($text) = @_;
    my (@paragraphs, $fence, $open);
    my $line = 0;
    for (split /\n/, $text) {
        $line++;
        if (/^ *(`{3,}|~{3,})/ && (!defined $fence || index($1, $fence) == 0)) {
            $fence = defined $fence ? undef : $1;
            undef $open;
        } elsif (defined $fence || /^\s*$|^#|^<!--/ || !$open && /^ {4}/) {
            undef $open;
        } elsif (!$open || /^(?: *[-*] | *\d+\. |\|)/) {
            push @paragraphs, $open = [$line, s/^(?: *[-*] | *\d+\. )//r];
        } else {
            $open->[1] .= "\n$_";
        }
    }
    return @paragraphs;
}

# --- files ---

sub room_of {
    my ($path) = @_;
    return 'docs' if $path =~ /\.md$/;
    return $path =~ m{^src/([^/]+)/} ? $1 : $path =~ /^tests/ ? 'tests' : 'make';
}

my %rooms;    # room => messages

sub read_comments {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    my $text = do { local $/; <$file> };
    my @comments = $path =~ /\.[ch]$/ ? comments_of_c($text)
        : $path =~ /\.md$/ ? paragraphs_of_page($text)
        : comments_of_script($text);
    for my $comment (@comments) {
        my ($line, $words) = @$comment;
        $words =~ s/^[\s-]+// and $line += ($& =~ tr/\n//);
        push @{$rooms{room_of($path)}},
            map { "$path:$_->[0]: \"$_->[1]\": $_->[2]\n" }
            findings($line, $words);
    }
}

# Inputs of tests are not the house's own text.
my @paths = grep { -f } 'Makefile', glob('*.sh *.md docs/*.md'), 'tests/README.md';
find({no_chdir => 1, wanted => sub {
    push @paths, $_ if /\.(?:[ch]|pl|pm|t|sh|mk)$/ &&
        !m{^tests/(?:highlight|sites|bad|check|cli|mistakes|incremental|
            trap|jinja)/|/node_modules/}x;
}}, 'src', 'tests');
read_comments($_) for sort @paths;

my $bad = 0;
for my $room (@ARGV ? @ARGV : sort keys %rooms) {
    my @found = @{$rooms{$room} // []};
    my $most = $left{$room} // 0;
    next if !@ARGV && @found <= $most;
    print @found, "$room: ", scalar @found, " findings, $most allowed\n";
    $bad = 1 if @found > $most;
}
exit $bad;
