#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random templates against Jinja2, if it is there: see differential.py.
# COUNT says how many, SEED which ones.
use strict;
use warnings;
use FindBin;

my $program = ($ENV{OBJECTS} || 'build/release') . '/unit/test_jinja';
my $count   = $ENV{COUNT} || 300;
my $python  = -x '/usr/bin/python3' ? '/usr/bin/python3' : 'python3';

if (system "$python -c 'import jinja2' 2>/dev/null") {
    print "1..0 # SKIP no Jinja2 for $python\n";
    exit 0;
}
my @seed = ('--seed', defined $ENV{SEED} ? $ENV{SEED} : 1);
print "1..2\n";
my $stale = `cd '$FindBin::Bin' && $python -B regenerate.py --check *.txt`;
my $wrong = $? != 0;
$stale =~ s/^/# /mg;
print $wrong ? "$stale\nnot ok" : 'ok', " 1 - cases are as Jinja2 has them\n";
my $status = system $python, '-B', "$FindBin::Bin/differential.py", '--show',
    $program, '--count', $count, @seed;
print $status ? 'not ok' : 'ok', " 2 - random ones as Jinja2 renders them\n";
exit($status != 0 || $wrong);
