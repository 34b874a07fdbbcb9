#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Do the tests notice? Puts one plausible mistake at a time (Mistakes.pm) into a
# copy of the tree below build/mutants/, builds it, and runs the tests of the
# file's room, then all of them, up to the first that fails. For `make mutants`:
#
#   ROOM=site,build   folders of src/ (all)
#   ONLY=src/...c     one file
#   COUNT=20          how many mistakes that compile to other code
#   SEED=1            chooses them: the same ones in the same tree
#   QUICK=1           runs the tests of the room alone
#   V=1               says what was noticed as well, and by which check
#
# Prints each survivor as it is found, its line with «old → new», and at the end
# the counts by room. What takes five times as long as without a mistake hangs,
# and counts as noticed. harmless.txt names mistakes that change nothing for a
# user, which are not tried: a line as it is printed here, without the line
# number, and the reason below it, indented.
#
# All of it runs where nothing but build/mutants/ can be written: in namespaces
# of its own, with every other file system read-only, temporary folders in
# memory, and processes that end with the run. So this needs Linux's unshare.
use strict;
use warnings;
use Fcntl qw(:flock);
use File::Path qw(make_path);
use FindBin;
use lib "$FindBin::Bin/../run", $FindBin::Bin;
use Harness;
use Mistakes qw(sources decides mistakes_in with_mistake line_of shown);
use POSIX ();

my $dir  = "$TOP/build/mutants";
my $tree = "$dir/tree";
my %wanted = map { $_ => 1 } split /[\s,]+/, delete $ENV{ROOM} // '';
my ($only, $count, $seed, $quick, $verbose)
    = map { delete $ENV{$_} } qw(ONLY COUNT SEED QUICK V);
delete @ENV{qw(TMPDIR DEV VARIANT CC CFLAGS JOBS LIMIT)};
$count ||= 20;
srand($seed || 1);
my $jobs = `getconf _NPROCESSORS_ONLN` + 0;

sub room_of { return $_[0] =~ m{^src/([^/]+)} ? $1 : die }

# --- the copy ---

# The memory of a process is limited by what it can write to, for browsers and
# sanitizers reserve much more than they use.
my $ISOLATED = <<'END';
mount --bind "$1" "$1" || exit 126
cut -d ' ' -f 5 /proc/self/mountinfo | while read -r at; do
    at=$(printf %b "$at")
    case $at in
    "$1" | /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) ;;
    *) mount -o remount,bind,ro "$at" || exit 126 ;;
    esac
done || exit 126
mount -t tmpfs -o size=4g none /dev/shm && mount -t tmpfs none /tmp &&
    mkdir /tmp/home && cd "$1/tree" || exit 126
ulimit -d 4000000
shift
HOME=/tmp/home "$@"
END

# Runs a command in the copy. Returns its exit status; 124: it took too long.
sub isolated {
    my ($seconds, @command) = @_;
    my @namespaces = (qw(unshare --mount --pid --fork --kill-child --mount-proc),
        $> ? '--map-root-user' : ());
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        setpgrp;
        open STDIN,  '<', '/dev/null' or die;
        open STDOUT, '>', "$dir/log"  or die;
        open STDERR, '>&', \*STDOUT   or die;
        exec @namespaces, 'sh', '-c', $ISOLATED, 'sh', $dir, @command
            or POSIX::_exit(126);
    }
    my $late = 0;
    my $stop = sub { kill KILL => $pid };    # and with it all of its namespace
    local $SIG{ALRM} = sub { $late = 1; $stop->() };
    local @SIG{qw(INT TERM HUP)} = (sub { $stop->(); wait; exit 130 }) x 3;
    alarm $seconds;
    waitpid $pid, 0;
    my $status = $?;
    alarm 0;
    return $late ? 124 : $status >> 8 || $status;
}

# Builds. Some warnings are errors here: people do not leave such mistakes.
sub make {
    my ($seconds, @goals) = @_;
    return isolated($seconds, 'make', '-s', "-j$jobs", "JOBS=$jobs", @goals,
        'FIRST=1', 'OPTIMISE_release=-O1', 'CFLAGS=-g0 '
            . join ' ', map { "-Werror=$_" } qw(incompatible-pointer-types
            int-conversion discarded-qualifiers implicit-function-declaration));
}

sub fail {
    my @lines = split /^/, slurp("$dir/log");
    splice @lines, 0, -40;
    die 'make mutants: ', @_, ":\n", @lines;
}

# Makes the copy and goes there: what happens to the checkout meanwhile does not
# matter. A file that changes gets the time of now, so that make sees it. The
# house rules would notice the looks of a mistake.
sub copy_repository {
    make_path($tree);
    open my $lock, '>', "$dir/lock" or die "$dir/lock: $!";
    flock $lock, LOCK_EX | LOCK_NB or die "make mutants: runs here already\n";
    system(qw(rsync -rlpc --delete --exclude=/.git --exclude=/tests/run/lint.t),
        '--filter=:- .gitignore', "$TOP/", $tree) == 0
        or die "make mutants: rsync failed\n";
    chdir $tree or die "$tree: $!";
    spew('tests/rooms.txt', slurp('tests/rooms.txt') =~ s{^run/lint .*\n}{}mr);
    make(3600, 'build/release/crumb') == 0 or fail('the copy does not build');
    return $lock;
}

# --- the mistakes ---

my %harmless = map { $_ => 1 } grep { /^src/ }
    split /\n/, slurp("$FindBin::Bin/harmless.txt");

# One for each file: its mistakes by kind, and how often it is to be chosen.
sub candidates {
    my @files;
    for my $path (grep { !$only || $_ eq $only } sources()) {
        next if %wanted && !$wanted{room_of($path)};
        my ($text, %kinds) = slurp($path);
        for my $mistake (mistakes_in($text)) {
            push @{$kinds{$mistake->{kind}}}, {%$mistake, file => $path}
                unless $harmless{"$path: " . shown($text, $mistake)};
        }
        # Numbers are many in tables of data: they don't count as size.
        my $size = decides($path) ? 2 : 1;
        my $found = map { @{$kinds{$_}} } grep { $_ ne 'number' } keys %kinds;
        push @files, {kinds => \%kinds, size => $size * $found} if $found;
    }
    return @files;
}

sub choose {
    my (@files) = @_;
    my $all = 0;
    $all += $_->{size} for @files;
    my $at = rand $all;
    for my $file (@files) {
        next if ($at -= $file->{size}) >= 0;
        my @kinds = sort keys %{$file->{kinds}};
        my $kind = $file->{kinds}{$kinds[rand @kinds]};
        return $kind->[rand @$kind];
    }
}

# --- one of them ---

# The code that a file compiles to; undef if it doesn't.
sub code_of {
    my ($file) = @_;
    my $object = $file =~ s{^src/(.*)c$}{build/release/$1o}r;
    unlink $object;
    return make(120, $object) ? undef : slurp($object);
}

# How long the tests take without a mistake; $room '': all tests.
my %seconds;
sub seconds_of {
    my ($room) = @_;
    return $seconds{$room} if $seconds{$room};
    my $start = time;
    # Some wait for a while, which may be too short on a busy machine.
    make(7200, 'test', "ROOM=$room") == 0 or make(7200, 'test', "ROOM=$room") == 0
        or fail("without a mistake these tests fail: ", $room || 'all');
    return $seconds{$room} = time - $start;
}

# Whether the tests of a room ('': all) fail. $by is the first check that did.
my $by;
sub noticed {
    my ($room) = @_;
    make(60 + 5 * $seconds{$room}, 'test', "ROOM=$room") or return 0;
    $by = slurp("$dir/log") =~ /^Failed: (.*)/m ? $1 : 'it ends or hangs';
    return 1;
}

# 'room' or 'all', that noticed it; 'survived'; '' if there is nothing to notice.
sub try_one {
    my ($mistake, $before) = @_;
    my $file = $mistake->{file};
    my $room = room_of($file);
    seconds_of($_) for $room, $quick ? () : '';
    my $code = code_of($file) // fail("$file does not compile");
    spew($file, with_mistake($before, $mistake));
    my $changed = code_of($file);
    my $result = !defined $changed || $changed eq $code ? ''
        : noticed($room) ? 'room' : !$quick && noticed('') ? 'all' : 'survived';
    spew($file, $before);
    return $result;
}

$| = 1;
my $lock = copy_repository();
my @files = candidates() or die "make mutants: there is no such room or file\n";
my (%tally, %seen);
my ($tried, $skipped, $vain) = (0, 0, 0);
while ($tried < $count && $vain < 1000) {
    my $mistake = choose(@files);
    my $file = $mistake->{file};
    $vain++;
    next if $seen{"$file $mistake->{at} $mistake->{new}"}++;
    my $text = slurp($file);
    my $result = try_one($mistake, $text) or $skipped++, next;
    $vain = 0;
    $tried++;
    printf "%s:%d: %s%s\n", $file, line_of($text, $mistake),
        shown($text, $mistake),
        !$verbose || $result eq 'survived' ? '' : " ($result: $by)"
        if $verbose || $result eq 'survived';
    $tally{$_}{$result}++ for room_of($file), 'all',
        decides($file) ? 'what decides' : 'the rest';
}
printf "\n%-14s%10s%10s%10s%10s\n", '', qw(tried room all survived);
for my $name (sort keys %tally) {
    my %n = (room => 0, all => 0, survived => 0, %{$tally{$name}});
    my $noticed = $n{room} + $n{all};
    printf "%-14s%10d%10d%10d%10d\n", $name, $noticed + $n{survived}, $n{room},
        $noticed, $n{survived};
}
print "$skipped skipped: they do not compile, or to the same code\n";
