#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The house rules of tests/lint/all.sh, one test each. The objects that one of
# them looks through are below $OBJECTS.
use strict;
use warnings;
use FindBin;
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};
my $said = '';
for my $line (`sh '$FindBin::Bin/../lint/all.sh' 2>&1`) {
    if ($line =~ /^(not )?ok (\S+)$/) {
        ok(!$1, $2) or diag($said);
        $said = '';
    } else { $said .= $line }
}
is($said, '', 'that is all of them');
done_testing();
