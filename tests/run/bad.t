#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Bad sites. Each archive tests/bad/CODE.txt (or CODE.VARIANT.txt; Archive.pm) is
# a site with one mistake, and:
#
#   expected.txt   standard error, all of it
#   args           more options for `crumb build` (--strict for a warning)
#   env            the environment: NAME=VALUE
#   prepare        a shell script that makes what git can't hold; runs in the
#                  copy of the site
#
# Every site is laid over one that was published before: status 1, the text,
# for one thread and for eight, and the published files as they were.
# `ACCEPT=1` writes expected.txt into the archive: read each one aloud.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use File::Path qw(remove_tree);
use Harness;
use Test::More;

our %environment = (TZ => 'UTC');

sub build {
    my ($dir, $jobs, @args) = @_;
    return run({%environment}, $CRUMB, 'build', '-C', $dir, '--now', $NOW,
        '--jobs', $jobs, @args);
}

# Publishes a site, and adds a file to its output that is not crumb's.
sub publish_before {
    my $dir = scratch();
    spew("$dir/site.yaml", "title: Before\n");
    spew("$dir/content/life/old.md",
        "---\ntitle: Old\ndate: 2025-01-02\n---\nAs it was.\n");
    my ($status, $out, $error) = build($dir, 1);
    is($status, 0, 'the site of before builds') or diag($error);
    spew("$dir/public/mine/notes.txt", "not crumb's\n");
    remove_tree("$dir/site.yaml", "$dir/content");
    return $dir;
}

sub lay_over {
    my ($before, $name, $dir, $prepare, @site) = @_;
    copy_tree($before, $dir);
    archive_unpack($dir, @site);
    return unless defined $prepare;
    my ($status, $out, $error) = run({}, 'sh', '-c', "cd '$dir'\n$prepare");
    die "$name, prepare: $error" if $status;
}

sub check_messages {
    my ($name, $wanted, $error, $alone) = @_;
    my ($code) = $name =~ /^([^.]+)/;
    my @codes = $error =~ /^(?:\S.*: )?(?:error|warning)\[([a-z0-9-]+)\]: /mg;
    ok(scalar(@codes), "$name: says what is wrong") or diag($error);
    is_deeply([grep { $_ ne $code } @codes], [], "$name: and nothing else")
        or diag($error);
    is($alone, $error, "$name: one thread says what eight do");
    return case_set("bad/$name", 'expected.txt', $error) if $ENV{ACCEPT} && @codes;
    is($error, $wanted // "(there is no expected.txt)\n", "$name: the text");
}

sub check_json {
    my ($name, $dir, $text, @args) = @_;
    my ($status, $out, $error) = build($dir, 1, '--format', 'json', @args);
    my @lines = grep { /^\{.*\}$/ } split /\n/, $out;
    my $count = () = $text =~ /^(?:\S.*: )?(?:error|warning)\[/mg;
    is(scalar(@lines), $count, "$name: as JSON");
}

sub check_bad {
    my ($before, $name) = @_;
    my ($case, @site) = case_parts("bad/$name", qw(expected.txt args env prepare));
    my $dir = scratch() . '/site';
    lay_over($before, $name, $dir, $case->{prepare}, @site);
    my $files  = tree("$dir/public");
    my $stamps = stamps("$dir/public");
    my @args   = split ' ', $case->{args} // '';
    local %environment = (%environment, map { split /=/, $_, 2 }
        split ' ', $case->{env} // '');
    my ($status, $out, $error) = build($dir, 8, @args);
    is($status, 1, "$name: status 1");
    # Under a sanitizer once is enough.
    my (undef, undef, $alone) =
        $ENV{SHORT} ? (1, '', $error) : build($dir, 1, @args);
    check_messages($name, $case->{'expected.txt'}, $error, $alone);
    check_json($name, $dir, $error, @args) if $name !~ /\./;
    is(difference(tree("$dir/public"), $files), '',
        "$name: what was published stays");
    is(difference(stamps("$dir/public"), $stamps), '',
        "$name: and is not touched");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $before = publish_before();
for my $name (texts('bad')) {
    if ($name eq 'bad-formula' && !has_katex()) {
        note("$name: neither Duktape nor KaTeX");
        next;
    }
    check_bad($before, $name);
}
done_testing();
