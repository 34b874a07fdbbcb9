# SPDX-License-Identifier: MIT
package Archive;

# Text archives: the files of a site, or the steps of a script, in one file.
#
#     A comment.
#     -- site.yaml --
#     title: A site
#     -- content/one.md (no newline) --
#     This file ends with the full stop.
#     -- data/rows.csv (escaped) --
#     one,two\r
#     -- data/link -> rows.csv --
#
# A part has a head, in a line of its own, and a text, up to the next head. Heads
# are paths, a symbolic link with its target, or words for the reader of the
# archive. In an escaped text \r, \\ and \xHH are bytes that an editor would not
# show or keep. tests/unit/archive.h reads the same.
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use Harness;

our @EXPORT = qw(archive_read archive_text archive_unpack case_parts case_set);

my %BYTES = (r => "\r", '\\' => '\\');

sub unescape {
    my ($text) = @_;
    return $text =~ s/\\(?:x([0-9a-f]{2})|([r\\]))/defined $1 ? chr hex $1 : $BYTES{$2}/ger;
}

sub escape {
    my ($text) = @_;
    $text =~ s/\\/\\\\/g;
    $text =~ s/\r/\\r/g;
    my $others = utf8::decode(my $copy = $text) ? '' : '\x80-\xff';
    $text =~ s/(\A\xef\xbb\xbf|[\0-\x08\x0b-\x1f\x7f$others]|^-(?=- .+ --$))/
        join '', map { sprintf '\\x%02x', ord } split m{}, $1/gem;
    return $text;
}

# The comment, and the parts: each a head and a text.
sub archive_read {
    my ($archive) = @_;
    my ($comment, @fields) = split /^-- (.+?)(?: \((no newline|escaped|escaped, no newline)\))? --\n/m,
        $archive, -1;
    my @parts;
    while (my ($head, $how, $text) = splice @fields, 0, 3) {
        $how //= '';
        chomp $text if $how =~ /newline/;
        $text = unescape($text) if $how =~ /escaped/;
        push @parts, {head => $head, text => $text};
    }
    return ($comment, @parts);
}

sub part_text {
    my ($head, $text) = @_;
    my $escaped = escape($text);
    my @how = $escaped eq $text =~ s/\\/\\\\/gr ? () : 'escaped';
    $text = $escaped if @how;
    push @how, 'no newline' if $text ne '' && $text !~ /\n\z/;
    my $how = @how ? ' (' . join(', ', @how) . ')' : '';
    return "-- $head$how --\n$text" . ($how =~ /newline/ ? "\n" : '');
}

sub archive_text {
    my ($comment, @parts) = @_;
    return join '', $comment // '', map { part_text(@$_{qw(head text)}) } @parts;
}

# Writes parts that are files below $dir.
sub archive_unpack {
    my ($dir, @parts) = @_;
    for my $part (@parts) {
        my ($path, $target) = split / -> /, $part->{head}, 2;
        if (!defined $target) { spew("$dir/$path", $part->{text}); next }
        make_path(dirname("$dir/$path"));
        symlink $target, "$dir/$path" or die "$dir/$path: $!";
    }
}

# --- cases: tests/FOLDER/NAME.txt ---

# The texts of parts with these heads (undef: there is none), and the other parts.
sub case_parts {
    my ($case, @heads) = @_;
    my (undef, @parts) = archive_read(slurp("$TESTS/$case.txt"));
    my %named = map { $_ => undef } @heads;
    my @others = grep { !exists $named{$_->{head}} } @parts;
    $named{$_->{head}} = $_->{text} for grep { exists $named{$_->{head}} } @parts;
    return (\%named, @others);
}

# Puts a text into a case, in place of the part with that head or at the end.
sub case_set {
    my ($case, $head, $text) = @_;
    my ($comment, @parts) = archive_read(slurp("$TESTS/$case.txt"));
    my ($part) = grep { $_->{head} eq $head } @parts;
    push @parts, $part = {head => $head} unless $part;
    $part->{text} = $text;
    spew("$TESTS/$case.txt", archive_text($comment, @parts));
}

1;
