#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Command transcripts, tests/cli/*.txt:
#
#     # What this is about. Lines before the first command are comments.
#     $ crumb build --now 2026-01-15T12:00:00Z
#     1 post ... N ms
#     $ cat public/life/x/index.html
#     ...
#     $ crumb biuld
#     crumb: no command biuld: did you mean build?
#     ? 2
#     -- site.yaml --
#     title: A site
#     -- content/life/x.md --
#     Text.
#
# Each command is run by sh in a folder that holds the files named below it; then
# comes its output (both streams, as they come) and, unless it is 0, its status.
# Milliseconds are masked as "N ms"; a line "..." matches any lines and "[..]" any
# text of a line; blank lines at the end don't matter. `ACCEPT=1` rewrites the
# output of commands that has neither.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;
use Test::More;

# The transcript's comment, commands and files, unchanged.
sub parse {
    my ($text) = @_;
    my $all = {head => '', commands => [], files => ''};
    my $files;
    for my $line (split /^/, $text) {
        $files = 1 if $line =~ /^-- \S.* --$/;
        if ($files) { $all->{files} .= $line }
        elsif ($line =~ /^\$ (.*)$/) {
            push @{$all->{commands}}, {line => $1, output => '', status => 0};
        } elsif (!@{$all->{commands}}) { $all->{head} .= $line }
        elsif ($line =~ /^\? (\d+)$/) { $all->{commands}[-1]{status} = $1 }
        else { $all->{commands}[-1]{output} .= $line }
    }
    return $all;
}

sub trim_end { my ($text) = @_; $text =~ s/\s+\z//; return $text }

# A pattern in which "..." on a line of its own is any lines, and "[..]" any
# text of a line.
sub pattern {
    my ($text) = @_;
    my $pattern = '';
    for my $line (split /\n/, trim_end($text)) {
        my @parts = map { quotemeta } split /\Q[..]\E/, $line, -1;
        $pattern .= $line eq '...' ? '(?:.*\n)*' : join('.*', @parts) . '\n';
    }
    return qr/\A$pattern\z/;
}

sub with_end { my $text = trim_end($_[0]); return $text eq '' ? '' : "$text\n" }

sub check_command {
    my ($name, $dir, $command) = @_;
    my ($status, $out, $error) = run({TZ => 'UTC', LC_ALL => 'C.UTF-8'},
        'sh', '-c', "cd '$dir' && exec 2>&1\n$command->{line}");
    my $got = mask($out . $error);
    my $want = $command->{output};
    is($status, $command->{status}, "$name: status of $command->{line}");
    if ($want =~ /^\.\.\.$|\Q[..]\E/m) {
        like(with_end($got), pattern($want), "$name: $command->{line}");
    } else {
        is(with_end($got), with_end($want), "$name: $command->{line}");
        $command->{output} = $got;
    }
    $command->{status} = $status;
}

sub unparse {
    my ($all) = @_;
    my $text = $all->{head};
    for my $command (@{$all->{commands}}) {
        $text .= "\$ $command->{line}\n" . with_end($command->{output});
        $text .= "? $command->{status}\n" if $command->{status};
    }
    return $text . $all->{files};
}

sub check_transcript {
    my ($name) = @_;
    my $path = "$TESTS/cli/$name.txt";
    my $all = parse(slurp($path));
    my $dir = scratch();
    my (undef, @files) = archive_read($all->{files});
    archive_unpack($dir, @files);
    check_command($name, $dir, $_) for @{$all->{commands}};
    spew($path, unparse($all)) if $ENV{ACCEPT};
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $bin = scratch();
symlink $CRUMB, "$bin/crumb" or die "symlink: $!";
$ENV{PATH} = "$bin:$ENV{PATH}";
check_transcript($_) for texts('cli');
done_testing();
