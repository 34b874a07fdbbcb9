#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# limit.pl FILE: one file of tests, for prove. It has a temporary folder of its
# own and LIMIT seconds (300, under a sanitizer 900). If processes of its group are
# left at the end, they are ended, and that fails. With FIRST=1 prove then starts
# no other file.
use strict;
use warnings;
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use POSIX ();

my ($file) = @ARGV;
my $limit = $ENV{LIMIT} || ($ENV{SHORT} ? 900 : 300);
my $dir = tempdir('crumb-tests-XXXXXX', TMPDIR => 1);
chmod 0755, $dir;    # some tests build as another user
my $parent = getppid;
my ($stopped, $child);

# The processes of the group that are not dead, as ps shows them.
sub group {
    my @lines = `ps -A -o pgid= -o stat= -o args=`;
    return map { /^\s*$child\s+([^Z\s]\S*)\s+(.*)/ ? $2 : () } @lines;
}

sub end_group {
    kill 'TERM', -$child or return;
    for (1 .. 40) {
        waitpid $child, POSIX::WNOHANG;
        kill 0, -$child or return;
        select undef, undef, undef, 0.05;
    }
    kill 'KILL', -$child;
    waitpid $child, 0;
}

$SIG{$_} = sub { $stopped //= shift } for qw(INT TERM HUP);
$SIG{CHLD} = sub { };    # ends the sleep below
$child = fork // die "fork: $!";
if (!$child) {
    setpgrp 0, 0;
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP CHLD);
    $ENV{TMPDIR} = $dir;
    delete $ENV{FIRST};
    # LD_PRELOAD, for which it is, ends a path at a blank.
    if (($ENV{FAULTS} // '') =~ /[ :]/ && symlink $ENV{FAULTS}, "$dir/faults.so") {
        $ENV{FAULTS} = "$dir/faults.so";
    }
    exec $file =~ /\.t$/ ? $^X : (), $file or POSIX::_exit(127);
}
setpgrp $child, $child;

my $end = time + $limit;
my $status;
until (defined $status || $stopped) {
    if (waitpid($child, POSIX::WNOHANG) == $child) { $status = $? }
    else { select undef, undef, undef, 0.2 }
    if (getppid != $parent) { $stopped = 'HUP' }
    elsif (!defined $status && time >= $end) {
        print "# no end after $limit seconds (LIMIT=$limit)\n";
        $stopped = 'ALRM';
    }
}
$SIG{$_} = 'IGNORE' for qw(INT TERM HUP);
my @left = defined $status && kill(0, -$child) ? group() : ();
if (@left) {
    select undef, undef, undef, 0.5;
    @left = group();
}
print map { "# left behind: $_\n" } @left;
end_group();
remove_tree($dir, {error => \my $ignored});
$status //= 124 << 8;
printf "# died of signal %d\n", $status & 127 if $status & 127;
print "\nBail out!  $file failed\n" if $ENV{FIRST} && ($status || @left);
exit($status & 127 ? 128 + ($status & 127) : $status >> 8 || (@left ? 125 : 0));
