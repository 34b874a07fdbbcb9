# SPDX-License-Identifier: MIT
package Rooms;

# The table tests/rooms.txt, and where the cases of a file of tests are. The
# working directory is the repository's.
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(rooms has_case);

# Which have cases in files of their own, and in which folder below tests/.
my %CASES = (edits => 'incremental/cases', serve_scripts => 'incremental/cases',
    map { $_ => $_ } qw(bad check cli mistakes sites));

# The file that has the tests of a name, as prove takes it.
sub file_of {
    my ($name) = @_;
    if ($name =~ m{^unit/(.+)}) {
        return -e "tests/unit/$1.c"
            && 'build/' . ($ENV{VARIANT} // 'release') . "/unit/$1";
    }
    return -e "tests/$name.t" && "tests/$name.t";
}

# One row for each file of tests: those of the table, then what it has not.
sub rooms {
    my (@rows, %rows);
    open my $table, '<', 'tests/rooms.txt' or die "tests/rooms.txt: $!";
    for my $line (<$table>) {
        my ($name, @rooms) = split ' ', $line =~ s/^#.*//sr or next;
        push @rows, $rows{$name} = {name => $name,
            rooms => {map { $_ => 1 } grep { !/^(?:-|alone)$/ } @rooms},
            alone => scalar grep { $_ eq 'alone' } @rooms};
    }
    for my $path (glob 'tests/run/*.t tests/markdown/*.t tests/jinja/*.t tests/unit/test_*.c') {
        my ($name) = $path =~ m{^tests/(.+)\.\w+$};
        push @rows, $rows{$name} = {name => $name, rooms => {}, new => 1}
            unless $rows{$name};
    }
    for my $row (@rows) {
        $row->{file} = file_of($row->{name});
        $row->{cases} = $CASES{$row->{name} =~ s{^run/}{}r} // '';
    }
    return @rows;
}

# Whether a file of tests has a case: a file in tests/CASES/.
sub has_case {
    my ($row, $case) = @_;
    return $row->{cases} ne '' && -e "tests/$row->{cases}/$case.txt";
}

1;
