#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The codes of errors and warnings: each one that src/ can say is explained in
# docs/diagnostics.md and shown by tests/bad/CODE.txt or tests/bad/CODE.VARIANT.txt
# (codes of `crumb check`: in tests/check/), or named in tests/lint/elsewhere.txt with
# the test that covers it. And the other way round: nothing is explained that can't
# be said.
#
# The examples in docs/diagnostics.md are what the program says: each occurs in
# some archive or transcript.
#
# A code is the literal in the place of a parameter that a function declares
# as `const char *code`, so that wrappers around diag_error are found too.
use strict;
use warnings;
use FindBin;
chdir "$FindBin::Bin/../.." or die;

my $bad = 0;

sub complain { print @_, "\n"; $bad = 1 }

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return <$file>;
}

# The text without comments, and what follows a '(' up to its ')' as parts.
sub without_comments {
    my ($text) = @_;
    $text =~ s{("(?:\\.|[^"\\])*")|/\*.*?\*/}{$1 // ' '}gse;
    return $text;
}

sub arguments {
    my ($text, $at) = @_;
    pos($text) = $at;
    my ($depth, @parts) = (1, '');
    while ($text =~ /\G("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|.)/gs) {
        my $token = $1;
        $depth++ if $token =~ /^[(\[{]$/;
        $depth-- if $token =~ /^[)\]}]$/;
        return @parts if $depth == 0;
        if ($token eq ',' && $depth == 1) { push @parts, '' }
        else { $parts[-1] .= $token }
    }
    return @parts;
}

my @files = split /\n/, `find src -name '*.[ch]' | sort`;
my %text = map { $_ => without_comments(slurp($_)) } @files;

# function name => place of its code. A file's own function is meant there.
my (%takes, %takes_in);
for my $file (@files) {
    $takes_in{$file}{$1} //= -1
        while $text{$file} =~ /^static\b[^;{}()=]*\b(\w+)\(/mg;
    while ($text{$file} =~ /\b(\w+)\s*\((?=[^()]*const char \*code\b)/g) {
        my ($name, @parts) = ($1, arguments($text{$file}, pos $text{$file}));
        for my $i (0 .. $#parts) {
            next unless $parts[$i] =~ /const char \*code\s*$/;
            $takes{$name} = $takes_in{$file}{$name} = $i;
        }
    }
}

my %said;    # code => file that says it
my $names = join '|', map { quotemeta } sort keys %takes;
for my $file (@files) {
    my $text = $text{$file};
    while ($names && $text =~ /\b($names)\s*\(/g) {
        my ($name, @parts) = ($1, arguments($text, pos $text));
        my $at = $takes_in{$file}{$name} // $takes{$name};
        my $part = $at < 0 ? '' : $parts[$at] // '';
        $said{$1} //= $file while $part =~ /"([^"]*)"/g;
    }
}

my $manual = slurp('docs/diagnostics.md');
my %explained = map { $_ => 1 } $manual =~ /^#+ +`?([a-z0-9-]+)`?\s*$/mg;
my %elsewhere;
for (split /\n/, slurp('tests/lint/elsewhere.txt')) {
    next if /^\s*(#|$)/;
    my ($code, $test) = split ' ';
    $elsewhere{$code} = $test;
    complain("tests/lint/elsewhere.txt: $code: there is no $test")
        unless $test && -e $test;
    complain("tests/lint/elsewhere.txt: nothing says $code")
        unless $said{$code};
}
my %shown = map { m{^tests/(?:bad|check)/([^./]+)} ? ($1 => 1) : () }
    grep { !m{/good\.} } glob 'tests/bad/*.txt tests/check/*.txt';

for my $code (sort keys %said) {
    complain("$said{$code}: $code is no code: a-z, 0-9 and -")
        unless $code =~ /^[a-z0-9]+(-[a-z0-9]+)*$/;
    complain("$said{$code}: $code is not in docs/diagnostics.md")
        unless $explained{$code};
    complain("$said{$code}: $code has no tests/bad/$code.txt")
        unless $shown{$code} || $elsewhere{$code};
}
for my $code (sort keys %shown) {
    complain("tests/bad/$code.txt: nothing says $code") unless $said{$code};
}

# Messages of the system, and those that unit tests show, are left out.
my $real = join '', map { slurp($_) }
    glob 'tests/bad/*.txt tests/check/*.txt tests/cli/*.txt
        tests/run/verify.t tests/run/http.t tests/run/serve_trouble.t
        tests/run/pictures.t tests/run/cards.t';
while ($manual =~ /^```\n(.*?)^```$/msg) {
    my $example = $1;
    my ($code) = $example =~ /\b(?:error|warning)\[([a-z0-9-]+)\]/ or next;
    next if ($elsewhere{$code} // '') =~ m{^tests/unit/};
    complain("docs/diagnostics.md: nothing says this:\n$example")
        if index($real, $example) < 0;
}
exit $bad;
