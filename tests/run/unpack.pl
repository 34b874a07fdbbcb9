#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# unpack.pl DIR ARCHIVE...: the files of each archive tests/X/NAME.txt (Archive.pm),
# into the folder DIR/tests/X/NAME, for programs that want files.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Archive;
use Harness;

my ($dir, @archives) = @ARGV;
for my $archive (@archives) {
    my (undef, @parts) = archive_read(slurp($archive) // die "$archive: $!");
    archive_unpack("$dir/" . $archive =~ s/\.txt$//r, @parts);
}
