#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb markdown --gfm` on every example of GitHub's specification, which
# Debian's package cmark-gfm brings along. Most of its examples were written
# without extensions; those in which an address or a tag is now read otherwise
# are named below by their section, and must come out as cmark-gfm has them.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);

my $top   = dirname(__FILE__) . '/../..';
my $crumb = $ENV{CRUMB} // "$top/build/crumb";
my @cmark = qw(cmark-gfm -e table -e strikethrough -e autolink -e tagfilter
    -e tasklist --unsafe);
my $spec = '/usr/share/doc/cmark-gfm/spec.txt.gz';

# How many examples of a section an extension reads otherwise.
my %extended = ('HTML blocks' => 5, 'Autolinks' => 5);

sub slurp { local $/; return scalar readline $_[0] }

if (!-e $spec || system('command -v cmark-gfm >/dev/null') != 0) {
    print "1..0 # SKIP there is no cmark-gfm package\n";
    exit;
}
open my $packed, '-|', 'gzip', '-dc', $spec or die "gzip: $!";
my $text = slurp($packed);

my $dir = tempdir(CLEANUP => 1);

sub output {
    my ($markdown, @command) = @_;
    open my $file, '>', "$dir/in" or die "$dir/in: $!";
    print $file $markdown;
    close $file or die "$dir/in: $!";
    open my $from, '-|', @command, "$dir/in" or die "@command: $!";
    my $html = slurp($from);
    close $from;
    return $html;
}

my ($number, $section, %otherwise) = (0, '');
while ($text =~ /^(?:#+ ([^\n]+)|`{32} example ?(\w*)\n(.*?)^\.\n(.*?)^`{32})$/gms) {
    if (defined $1) {
        $section = $1;
        next;
    }
    my ($kind, $markdown, $html) = ($2, $3, $4);
    next if $kind eq 'disabled';
    $number++;
    s/\xE2\x86\x92/\t/g for $markdown, $html;
    my $got = output($markdown, $crumb, 'markdown', '--gfm');
    if ($got ne $html && $kind eq '' && $got eq output($markdown, @cmark)) {
        $section =~ s/ \(extension\)//;
        $otherwise{$section}++;
        $got = $html;
    }
    print $got eq $html ? 'ok' : 'not ok', " $number - $section\n";
    print "# $_\n" for $got eq $html ? () : split /\n/,
        "$markdown-- got\n$got-- want\n$html";
}
my $list = join ', ', map { "$_: $otherwise{$_}" } sort keys %otherwise;
my $want = join ', ', map { "$_: $extended{$_}" } sort keys %extended;
$number++;
print $list eq $want ? 'ok' : 'not ok', " $number - what extensions change\n";
print "# got $list, want $want\n" if $list ne $want;
print "1..$number\n";
