#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The house rules of tests/lint, one test each. The objects that globals.sh
# looks through are below $OBJECTS.
use strict;
use warnings;
use FindBin;
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};
chdir "$FindBin::Bin/../.." or die;

sub check {
    my ($name, @command) = @_;
    open my $pipe, '-|', "@command 2>&1" or die "$command[0]: $!";
    my $said = do { local $/; <$pipe> };
    ok(close($pipe), $name) or diag($said);
}

check("$_.sh", 'sh', "tests/lint/$_.sh") for qw(floors sizes headers lockfile);
check($_, 'perl', "tests/lint/$_") for qw(words.pl rooms.pl);
SKIP: {
    skip 'objdump speaks of ELF here only', 1 unless $^O eq 'linux';
    my $objects = $ENV{OBJECTS} // 'build/release';
    my @objects = split /\n/, `find $objects -name '*.o' 2>/dev/null`;
    @objects = grep { !m{/unit/|/fuzz/} } @objects;
    skip 'no objects', 1 unless @objects;
    check('globals.sh', 'sh', 'tests/lint/globals.sh', @objects);
}
done_testing();
