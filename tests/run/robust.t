#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Builds that don't come to their end: killed at any moment, out of room, two at
# once. The published site is always whole, and the next build completes it as a
# clean one would.
#
#   KILLS=n  so many builds are killed, at random instants (24)
#   SEED=n   which ones
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

my $POSTS = $ENV{SHORT} ? 40 : 150;
my $KILLS = $ENV{KILLS} // ($ENV{SHORT} ? 4 : 24);

sub build {
    my ($dir, @args) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW,
        @args);
}

# Two states of a site: other titles, other bodies, one post in ten replaced
# by another.
sub write_site {
    my ($dir, $state) = @_;
    system 'rm', '-rf', "$dir/content";
    spew("$dir/site.yaml", "title: State $state\n");
    for my $i (1 .. $POSTS) {
        my $name = $i % 10 ? "post-$i" : "post-$i-$state";
        my $day  = sprintf '2025-%02d-%02d', 1 + $i % 12, 1 + $i % 28;
        spew("$dir/content/life/$name.md",
            "---\ntitle: Post $i $state\ndate: $day\ntags: [t" . $i % 7
            . "]\n---\n" . "A paragraph of $state.\n\n" x 30);
    }
}

# The output of a clean build of that state.
sub clean_output {
    my ($state) = @_;
    my $dir = scratch();
    write_site($dir, $state);
    my $start = time;
    my ($status, $out, $error) = build($dir);
    unless (is($status, 0, "state $state builds")) {
        diag($error);
        done_testing();
        exit 1;
    }
    return (tree("$dir/public"), time - $start);
}

my ($DURATION, $OLD, $NEW);

# The published files that are not the whole one of either state, a few of them,
# without staged ones.
sub mixed {
    my ($output) = @_;
    my @wrong = grep {
        my $bytes = $output->{$_};
        my ($old, $new) = ($OLD->{$_}, $NEW->{$_});
        !(defined $old && $bytes eq $old) && !(defined $new && $bytes eq $new)
    } sort keys %$output;
    splice @wrong, 5 if @wrong > 5;
    return "@wrong";
}

sub start_build {
    my ($dir) = @_;
    my $child = fork // die "fork: $!";
    return $child if $child;
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    exec $CRUMB, 'build', '-C', $dir, '--now', $NOW or POSIX::_exit(127);
}

sub published_old {
    my $dir = scratch();
    write_site($dir, 'one');
    build($dir);
    write_site($dir, 'two');
    return $dir;
}

# Folders to start from: nothing published yet, or the other state.
my %START;

# A killed build, and the next one.
sub check_kill {
    my ($start, $after) = @_;
    my $dir = scratch() . '/site';
    system 'cp', '-a', $START{$start}, $dir;
    my $child = start_build($dir);
    sleep $after;
    kill KILL => $child;
    waitpid $child, 0;
    my $wrong   = mixed(tree("$dir/public"));
    my $journal = grep { /journal$/ } keys %{tree("$dir/.crumb")};
    my ($status, $out, $error) = build($dir);
    $wrong .= "next build: $error" if $status;
    $wrong .= difference(tree("$dir/public"), $NEW);
    system 'rm', '-rf', $dir;
    is($wrong, '', sprintf '%s: killed after %.1f ms', $start, $after * 1000)
        if $wrong ne '';
    return $journal;
}

sub check_kills {
    $START{rebuild} = published_old();
    write_site($START{first} = scratch(), 'two');
    my $committing = 0;
    for my $i (1 .. $KILLS) {
        $committing += check_kill($i % 2 ? 'first' : 'rebuild',
            rand(1.2 * $DURATION));
    }
    pass("$KILLS builds killed, $committing of them while committing");
}

# A limit on the size of files acts as a full disk: writes fail.
sub check_full {
    my $dir = published_old();
    my ($status, $out, $error) = run({}, 'sh', '-c',
        "ulimit -f 1; exec '$CRUMB' build -C '$dir' --now $NOW");
    is($status, 1, 'no room: status 1');
    like($error, qr/error\[/, 'no room: says so');
    is(difference(tree("$dir/public"), $OLD), '',
        'no room: what was published stays');
    ($status, $out, $error) = build($dir);
    is($status, 0, 'room again: builds') or diag($error);
    is(difference(tree("$dir/public"), $NEW), '', 'room again: all is new');
}

sub check_two {
    my $dir = published_old();
    my @children = map { start_build($dir) } 1 .. 3;
    my $done = 0;
    for my $child (@children) {
        waitpid $child, 0;
        $done++ if $? == 0;
    }
    ok($done >= 1, 'three at once: one of them builds');
    is(difference(tree("$dir/public"), $NEW), '', 'three at once: all is new');
}

# A folder that can't be read is not an empty one: its pages would be unpublished.
# Root may read everything, so another user builds.
sub check_closed {
    my ($folder, $mode) = @_;
    my $dir = scratch();
    chmod 0755, $dir;
    spew("$dir/site.yaml", "title: Closed\n");
    spew("$dir/content/life/a.md",  "A post.\n");
    spew("$dir/content/notes/b.md", "Another.\n");
    spew("$dir/static/img/x.txt",   "x\n");
    spew("$dir/templates/part/p.html", "{{ page.title }}\n");
    spew("$dir/templates/post.html", "{% include 'part/p.html' %}\n");
    my ($status, $out, $error) = build($dir);
    is($status, 0, "$folder: builds while it can be read") or diag($error);
    my $before = tree("$dir/public");
    my @owner = $> ? () : ('su', 'nobody', '-s', '/bin/sh', '-c');
    run({}, 'chown', '-R', 'nobody', $dir) if @owner;
    chmod $mode, "$dir/$folder";
    my $command = "exec '$CRUMB' build -C '$dir' --now $NOW";
    ($status, $out, $error) =
        @owner ? run({}, @owner, $command) : run({}, 'sh', '-c', $command);
    my $name = sprintf '%s, mode %03o', $folder, $mode;
    is($status, 1, "$name: status 1");
    like($error, qr/^\Q$folder\E(?:\/\S+)?: error\[unreadable\]: Permission/m,
        "$name: says which");
    unlike($error, qr/template-missing/, "$name: does not count as missing");
    chmod 0755, "$dir/$folder";
    is(difference(tree("$dir/public"), $before), '',
        "$name: what was published stays");
}

# Checks as a user without rights, if there is a way to be one.
sub check_all_closed {
    my $reason;
    if (!$>) {
        my ($status) = run({}, 'su', 'nobody', '-s', '/bin/sh', '-c',
            "exec '$CRUMB' --version");
        $reason = 'nobody cannot run the program' if $status;
    }
  SKIP: {
        skip $reason, 1 if $reason;
        for my $folder (qw(content content/life static static/img templates
            templates/part))
        {
            check_closed($folder, $_) for 0000, 0444;
        }
    }
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
($OLD) = clean_output('one');
($NEW, $DURATION) = clean_output('two');
srand($ENV{SEED} // 1);
check_kills();
check_full();
check_two();
check_all_closed();
done_testing();
