#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Golden sites. Each archive tests/sites/NAME.txt (Archive.pm) is a site with one
# idea, and:
#
#   expected/...       files of the output, byte for byte (those that matter)
#   expected.txt       all paths of the output, one a line, without the
#                      built-in theme's static files
#   expected/.absent   paths that must not be in the output, one a line
#   expected/.contains lines PATH: TEXT, which that file must hold somewhere
#   expected/.lacks    the same for what it must not hold
#   expected/.never    texts that no file of the output may hold, nor its path
#   args               more options for `crumb build`
#   messages.txt       what standard error says; without it: nothing (`ACCEPT=1`
#                      writes it: read it aloud)
#
# A site is built by one thread and by eight, in unlike places and time zones:
# same bytes, same messages. A second build changes nothing. The sources stay
# as they were. `ONLY=NAME prove tests/run/sites.t` runs one of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

my @ours = qw(public .crumb);

sub build {
    my ($dir, $jobs, $zone, $locale, @args) = @_;
    my %environment = (TZ => $zone, LC_ALL => $locale);
    my ($status, $out, $error) = run(\%environment, $CRUMB, 'build', '-C',
        $dir, '--now', $NOW, '--jobs', $jobs, @args);
    ($out, $error) = ($error, $out) if "@args" =~ /json/;
    return {status => $status, out => mask($out), error => $error};
}

# The built-in static files that the site does not replace.
sub without_theme {
    my ($files, $sources) = @_;
    for my $path (keys %{tree("$TOP/static")}) {
        delete $files->{$path} unless exists $sources->{"static/$path"};
    }
    return $files;
}

# A file of rules, one a line, taken out of the map of expected files.
sub rules {
    my ($expected, $name) = @_;
    return split /\n/, delete($expected->{$name}) // '';
}

# PATH: TEXT, whether the file has the text. A missing file is wrong anyway.
sub check_rule {
    my ($name, $output, $rule, $wanted) = @_;
    my ($path, $text) = split /: /, $rule, 2;
    my $got = $output->{$path};
    my $has = defined $got && index($got, $text) >= 0;
    is($has, $wanted, "$name: $path has $text") or diag($got // 'no file');
    fail("$name: there is no $path") unless defined $got;
}

sub check_rules {
    my ($name, $output, $expected) = @_;
    for my $path (rules($expected, '.absent')) {
        ok(!exists $output->{$path}, "$name: no $path");
    }
    for my $rule (rules($expected, '.contains')) {
        check_rule($name, $output, $rule, 1);
    }
    for my $rule (rules($expected, '.lacks')) {
        check_rule($name, $output, $rule, '');
    }
    for my $text (rules($expected, '.never')) {
        my @with = grep { index("$_\n$output->{$_}", $text) >= 0 }
            sort keys %$output;
        is("@with", '', "$name: nowhere $text");
    }
}

sub check_expected {
    my ($name, $sources, $output, $expected, $list) = @_;
    check_rules($name, $output, $expected);
    for my $path (sort keys %$expected) {
        is($output->{$path}, $expected->{$path}, "$name: $path");
    }
    return unless defined $list;
    my $got = without_theme({%$output}, $sources);
    is(join('', map { "$_\n" } sort keys %$got), $list,
        "$name: what is in the output");
}

sub check_rebuild {
    my ($name, $dir, @args) = @_;
    my $before = stamps("$dir/public");
    my $second = build($dir, 2, 'UTC', 'C', @args);
    is($second->{status}, 0, "$name: the second build")
        or diag($second->{error});
    is(difference(stamps("$dir/public"), $before), '',
        "$name: the second build writes nothing");
    return $second;
}

sub check_site {
    my ($name) = @_;
    my ($case, @site) = case_parts("sites/$name", qw(args expected.txt messages.txt));
    my @args = split ' ', $case->{args} // '';
    my %expected = map { $_->{head} =~ m{^expected/(.+)} ? ($1 => $_->{text}) : () } @site;
    @site = grep { $_->{head} !~ m{^expected/} } @site;
    my ($one, $eight) = (scratch(), scratch() . '/a folder');
    archive_unpack($_, @site) for $one, $eight;
    my $sources = tree($one);

    # Under a sanitizer once is enough.
    my $jobs  = $ENV{SHORT} ? 8 : 1;
    my $first = build($one, $jobs, 'Pacific/Kiritimati', 'C', @args);
    my $other = $ENV{SHORT} ? $first
        : build($eight, 8, 'America/Los_Angeles', 'C.UTF-8', @args);
    is($first->{status}, 0, "$name: builds") or diag($first->{error});
    my $messages = $case->{'messages.txt'} // '';
    if ($ENV{ACCEPT} && $first->{error} ne $messages) {
        case_set("sites/$name", 'messages.txt', $messages = $first->{error});
    }
    is($first->{error}, $messages, "$name: messages");

    my $output = tree("$one/public");
    return diag("$name: built without libjpeg, libpng and libwebp")
        if $name eq 'pictures' && !-d "$one/.crumb/pictures";
    is(difference(tree("$eight/public"), $output), '',
        "$name: eight threads write what one does") unless $ENV{SHORT};
    is_deeply($other, $first, "$name: eight threads say what one does");
    check_expected($name, $sources, $output, \%expected, $case->{'expected.txt'});
    my $second = check_rebuild($name, $one, @args);
    is($second->{error}, $messages, "$name: the second build's messages");
    is(difference(tree($one, @ours), $sources), '',
        "$name: the sources are as they were");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check_site($_) for texts('sites');
done_testing();
