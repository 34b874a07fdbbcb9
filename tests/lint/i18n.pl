#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The theme's words: each file of templates/i18n/ has the keys of en.yaml and no
# others, and each word the same names in braces. search_weak may be missing.
use strict;
use warnings;
use FindBin;
chdir "$FindBin::Bin/../../templates/i18n" or die;

my $bad = 0;
sub complain { print @_, "\n"; $bad = 1 }

# key => the names in braces of its word
sub words_of {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    my $text = join '', grep { !/^#/ } <$file>;
    my %words;
    for (split /^(?=\w+:)/m, $text) {
        my ($key) = /^(\w+):/ or next;
        my %names = map { $_ => 1 } /\{(\w+)\}/g;
        $words{$key} = join ' ', sort keys %names;
    }
    return \%words;
}

my $english = words_of('en.yaml');
for my $path (glob '*.yaml') {
    my $words = words_of($path);
    for my $key (sort keys %$english) {
        my $names = $words->{$key};
        if (!defined $names) {
            complain("$path lacks $key") if $key ne 'search_weak';
        } elsif ($names ne $english->{$key}) {
            complain("$path: $key has the names [$names], en.yaml [$english->{$key}]");
        }
    }
    complain("$path has $_, which en.yaml lacks")
        for grep { !exists $english->{$_} } sort keys %$words;
}
exit $bad;
