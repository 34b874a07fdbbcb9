#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# docs.pl: the files and functions that the documentation names in code are in
# the tree.
#
#   `src/engine/key.h`, `tests/bad/x.txt`   a path, also without its ending; *
#                                           matches any name
#
# In pages about the program itself also:
#
#   `engine/key`                            a path that begins with a room of src/
#   `key_find` in `engine/key.c`            that file has the name
#   `key_find()`, `key_find`                src/ has the function; the name
use strict;
use warnings;
use File::Find;
use FindBin;
chdir "$FindBin::Bin/../.." or die;

my %about_itself = map { $_ => 1 } qw(docs/architecture.md
    docs/recorded-reads.md docs/performance.md CONTRIBUTING.md);

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    local $/;
    return scalar <$file>;
}

# --- the tree ---

my (%is_there, %words, %functions);
find({no_chdir => 1, wanted => sub {
    $File::Find::prune = 1, return if m{/node_modules$};
    $is_there{$_} = 1;
    return if !/\.[ch]$/;
    my $text = slurp($_);
    $words{$_} = 1 for $text =~ /\w+/g, m{(\w+)\.[ch]$}, m{(\w+)/\w+\.[ch]$};
    # Methods and functions of templates are names in strings.
    $functions{$_} = 1
        for $text =~ /^[a-z][^;=\n]*?(\w+)\(/gm, $text =~ /"(\w+)["(]/g;
}}, qw(src tests docs content templates static));
$is_there{$_} = 1 for glob '* .ci/*';
my %rooms = map { m{([^/]+)/$} ? ($1 => 1) : () } glob 'src/*/';

# The paths of the tree that a path in a page may mean.
sub files_of {
    my ($path) = @_;
    $path =~ s{^\./|/$}{}g;
    my $pattern = join '[^/]*', map { quotemeta } split /\*/, $path, -1;
    return grep { m{^(?:src/)?$pattern(?:\.(?:[ch]|txt))?$} } keys %is_there;
}

# Whether a text of a page is a path of the tree. NAME and CODE may be any name.
sub is_path {
    my ($page, $text) = @_;
    my ($first) = $text =~ m{^([\w.]+)/[\w./*-]*$} or return 0;
    return 0 if $text =~ /NAME|CODE/;
    return $first =~ /^(?:src|tests)$/ || $about_itself{$page} && $rooms{$first} &&
        $text !~ m{^data/.*\.(?:csv|json|toml|yaml)$};    # of a site
}

# --- pages ---

my $bad = 0;

sub complain {
    my ($page, $text, $at, $what) = @_;
    printf "%s:%d: %s\n", $page, 1 + (substr($text, 0, $at) =~ tr/\n//), $what;
    $bad = 1;
}

sub check_page {
    my ($page) = @_;
    my $text = slurp($page);
    while ($text =~ /`([^`\n]+)`(?:\s+(?:in|of)\s+`([^`\n]+)`)?/g) {
        my ($at, $code, $in) = ($-[0], $1, $2);
        pos($text) = $+[1] + 1 if defined $in;
        if (is_path($page, $code) && !files_of($code)) {
            complain($page, $text, $at, "there is no file $code");
        } elsif ($code =~ /^[a-z]\w*_\w+$/ && defined $in && is_path($page, $in)) {
            my @files = grep { -f } files_of($in);
            complain($page, $text, $at, "$in has no $code")
                if @files && !grep { slurp($_) =~ /\b$code\b/ } @files;
        } elsif ($about_itself{$page} && $code =~ /^[a-z]\w*_\w+$/) {
            complain($page, $text, $at, "src/ has no $code")
                if !$words{$code};
        }
    }
    return if !$about_itself{$page};
    while ($text =~ /\b([a-z][a-z0-9_]*)\(\)/g) {
        complain($page, $text, $-[0], "src/ has no function $1")
            if !$functions{$1};
    }
}

check_page($_) for glob('docs/*.md'), qw(README.md CONTRIBUTING.md SECURITY.md
    tests/README.md);
exit $bad;
