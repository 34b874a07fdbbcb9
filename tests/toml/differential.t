#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random TOML, whole and broken, against python's tomllib: see differential.py.
# COUNT says how many documents, SEED which ones.
use strict;
use warnings;
use FindBin;

my $program = ($ENV{OBJECTS} || 'build/release') . '/unit/toml_decode';
my $count   = $ENV{COUNT} || 2000;
my $python  = -x '/usr/bin/python3' ? '/usr/bin/python3' : 'python3';

if (system "$python -c 'import tomllib' 2>/dev/null") {
    print "1..0 # SKIP no tomllib for $python (it has one from 3.11 on)\n";
    exit 0;
}
print "1..1\n";
my $status = system $python, '-B', "$FindBin::Bin/differential.py", $program,
    '--count', $count, '--seed', defined $ENV{SEED} ? $ENV{SEED} : 1;
print $status ? 'not ok' : 'ok', " 1 - documents as tomllib reads them\n";
exit($status != 0);
