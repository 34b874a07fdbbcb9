#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# code.pl CONTENT...: appends two blocks of 30 lines of code to each post below
# these folders. The languages (tests/bench/code) take turns, and so do the
# lines: the same posts get the same code on every machine.
use v5.36;
use File::Find;
use File::Spec::Functions qw(rel2abs);
use FindBin;

use constant LINES => 30;

my %lines;
for my $path (glob "$FindBin::Bin/code/*") {
    open my $in, '<', $path or die "code.pl: $path: $!\n";
    $lines{$path =~ s{.*/}{}r} = [<$in>];
}
my @languages = sort keys %lines;

sub block ($number) {
    my $language = $languages[$number % @languages];
    my $lines = $lines{$language};
    my $first = $number * 7 % @$lines;
    my @code = map { $lines->[($first + $_) % @$lines] } 0 .. LINES - 1;
    return "\n```$language\n" . join('', @code) . "```\n";
}

my @posts;
find(sub { push @posts, $File::Find::name if /\.md\z/ }, map { rel2abs($_) } @ARGV);
my $number = 0;
for my $post (sort @posts) {
    open my $out, '>>', $post or die "code.pl: $post: $!\n";
    print $out block($number++), block($number++);
    close $out or die "code.pl: $post: $!\n";
}
