#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# This repository's own blog: its feeds and its sitemap are well-formed XML
# (expat says so), and the feeds have what RFC 4287 section 4.1 requires, with
# absolute addresses and ids that occur once.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

# Homebrew has no package of it; make deps installs it on Debian.
plan skip_all => 'XML::Parser is not installed' unless eval { require XML::Parser };

my $dir = scratch();
copy_tree("$TOP/$_", "$dir/$_") for qw(content templates static);
spew("$dir/site.yaml", slurp("$TOP/site.yaml"));
system($CRUMB, 'build', '-C', $dir, '--now', $NOW) == 0
    or BAIL_OUT('the blog does not build');
my $output = tree("$dir/public");

# The elements of a feed and of each entry: name => list of [attributes, text].
sub read_feed {
    my ($xml) = @_;
    my (@open, %feed, @entries);
    my $top = \%feed;
    XML::Parser->new(Handlers => {
        Start => sub {
            my ($parser, $name, %attributes) = @_;
            if ($name eq 'entry') { push @entries, $top = {} }
            push @open, $name;
            push @{$top->{$name}}, [\%attributes, ''];
        },
        Char => sub { $top->{$open[-1]}[-1][1] .= $_[1] if @open },
        End => sub { $top = \%feed if pop @open eq 'entry' },
    })->parse($xml);
    return (\%feed, @entries);
}

my $date = qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[-+]\d\d:\d\d)$/;

sub check_element {
    my ($where, $element) = @_;
    for my $name (qw(id title updated)) {
        is(scalar @{$element->{$name} // []}, 1, "$where has one $name");
    }
    like($element->{id}[0][1], qr{^https://}, "$where: id is absolute");
    like($element->{updated}[0][1], $date, "$where: updated is RFC 3339");
    my @links = map { $_->[0]{href} } @{$element->{link} // []};
    ok(@links && !(grep { !m{^https://} } @links), "$where: absolute links");
}

sub check_feed {
    my ($path) = @_;
    my ($feed, @entries) = read_feed($output->{$path});
    check_element($path, $feed);
    ok(@{$feed->{author} // []}, "$path has an author");
    my %ids;
    for my $entry (@entries) {
        my $id = $entry->{id}[0][1];
        check_element("$path: $id", $entry);
        ok(!$ids{$id}++, "$path: $id occurs once");
        my $content = $entry->{content}[0][1] // '';
        my @relative = $content =~ /\b(?:href|src)="(?!https?:|mailto:)([^"]*)/g;
        is("@relative", '', "$path: $id has absolute addresses only");
    }
    ok(@entries, "$path has entries");
}

for my $path (sort grep { /\.xml$/ } keys %$output) {
    ok(eval { XML::Parser->new->parse($output->{$path}) }, "$path parses")
        or diag($@);
    check_feed($path) if $path =~ /feed\.xml$/;
}
done_testing();
