#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# preview.pl [POSTS]: measures `crumb serve` and prints Markdown tables.
# Started by `make bench`, from the top of the repository.
#
#   TOOLS   where generate is
#   CRUMB   the program (build/crumb)
#   EDITS   how many bodies are edited (200); 0: none
#   REBUILDS  after how many of them the memory is looked at last (10000); 0:
#           it is not
#   PLACE   a folder to work in (/dev/shm)
#   THEME   templates of the generated blog (tests/bench/templates)
#
# A time is from the end of the editor's write, close or rename, to the receipt
# of the event by a client that listens.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../run";
use Harness;
use Preview;
use Time::HiRes qw(clock_gettime sleep CLOCK_MONOTONIC);

my $TOOLS = $ENV{TOOLS} // "$TOP/build/release/bench";
my $THEME = $ENV{THEME} // "$FindBin::Bin/templates";
my $EDITS = $ENV{EDITS} // 200;
my $REBUILDS = $ENV{REBUILDS} // 10_000;
my $PLACE = $ENV{PLACE} // (-w '/dev/shm' ? '/dev/shm' : "$TOP/build");

srand 1;

sub site {
    my ($posts) = @_;
    my $top = tempdir('crumb-bench.XXXXXX', DIR => $PLACE, CLEANUP => 1);
    system("$TOOLS/generate", "$top/site", $posts) == 0 or die "no site\n";
    copy_tree($THEME, "$top/site/templates") if $THEME ne '';
    return "$top/site";
}

# Not left alone when this ends early.
my %running;
END { kill 'KILL', keys %running }
$SIG{INT} = $SIG{TERM} = sub { exit 130 };

sub start {
    my ($dir) = @_;
    my $preview = serve($dir);
    $running{$preview->{pid}} = 1;
    return $preview;
}

sub stop {
    my ($preview) = @_;
    die "the preview did not end well\n" if serve_stop($preview) != 0;
    delete $running{$preview->{pid}};
}

sub milliseconds { return clock_gettime(CLOCK_MONOTONIC) * 1000 }

# Its posts, in the order of their names.
sub posts_of {
    my ($dir) = @_;
    return sort grep { !m{/_index\.md$} } glob "$dir/content/*/*.md";
}

# The two ways of editors, and when they were done.
sub save {
    my ($path, $text, $renamed) = @_;
    my $file = $renamed ? "$path.tmp" : $path;
    open my $out, '>:raw', $file or die "$file: $!\n";
    print $out $text;
    close $out;
    rename $file, $path if $renamed;
    return milliseconds();
}

sub wait_for {
    my ($stream, $wanted) = @_;
    while (my ($name, $data) = next_event($stream)) {
        return milliseconds() if $data =~ $wanted;
    }
    die "the preview says nothing of $wanted\n";
}

# The median, the 99th percentile and the largest.
sub figures {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[$#sorted / 2, 0.99 * $#sorted, $#sorted];
}

sub row {
    my ($name, $target, @times) = @_;
    printf "| %s | %.1f | %.1f | %.1f | %s |\n", $name, figures(@times), $target;
}

# How long it takes until the event, for edits that $change makes of the text of
# some post; $pause: seconds between two, least and most.
sub delays {
    my ($stream, $posts, $n, $pause, $change) = @_;
    my @times;
    for my $i (1 .. $n) {
        my $path = $posts->[rand @$posts];
        my ($slug) = $path =~ m{([^/]*)\.md$};
        my $text = $change->(slurp($path), $i);
        my $start = save($path, $text, $i % 2);
        push @times, wait_for($stream, qr{/$slug/"|"all":true}) - $start;
        sleep($pause->[0] + rand($pause->[1] - $pause->[0]));
    }
    return @times;
}

sub ticks {
    my ($pid) = @_;
    my @fields = split ' ', (slurp("/proc/$pid/stat") =~ s/^.*\)//sr);
    return $fields[11] + $fields[12];
}

sub memory {
    my ($pid) = @_;
    my ($kilobytes) = slurp("/proc/$pid/status") =~ /^VmRSS:\s+(\d+)/m;
    return $kilobytes / 1024;
}

sub latency {
    my ($count) = @_;
    my $dir = site($count);
    my $preview = start($dir);
    my @posts = posts_of($dir);
    my $stream = events($preview);
    wait_for($stream, qr/^\{\}$/) if $stream->{hello} =~ /"build":0/;
    print "\n### The preview: $count posts in $PLACE\n\n";
    print "| | median ms | 99th percentile | largest | target |\n";
    print "|---|--:|--:|--:|--:|\n";
    my $edit = sub { "$_[0]\nEdited, the $_[1]th time.\n" };
    row('one body, until the event', '30, 80',
        delays($stream, \@posts, $EDITS, [0.05, 1.5], $edit));
    # The build that follows begins a second after the edit before.
    row('one body, while a whole build is under way', '',
        delays($stream, \@posts, int($EDITS / 4), [1.0, 1.15], $edit));
    row('one title', '', delays($stream, \@posts, int($EDITS / 10), [0.05, 1.5],
        sub { $_[0] =~ s/^title: "/title: "a /mr }));
    sleep 5;
    my $before = ticks($preview->{pid});
    sleep 10;
    printf "\nProcessor time in 10 s without a change: %d ms (target 0).\n",
        (ticks($preview->{pid}) - $before) * 10;
    printf "Memory: %.1f MB.\n", memory($preview->{pid});
    stop($preview);
}

# --- memory -------------------------------------------------------------------

# One of many rebuilds, most of them of a body.
sub rebuild {
    my ($dir, $stream, $posts, $i) = @_;
    my $path = $posts->[$i % 7 * 11];
    my $new = "$dir/content/life/new-of-the-soak.md";
    my $text = slurp($path);
    if ($i % 20 == 0) {
        save($path, $text =~ s/^title: "(?:\d+ )?/title: "$i /mr, 0);
    } elsif ($i % 50 == 25) {
        save($new, "---\ntitle: \"New $i\"\ndate: 2025-01-02\n---\nNew.\n", 1);
    } elsif ($i % 50 == 35 && -e $new) {
        unlink $new;
    } elsif ($i % 200 == 101) {
        save("$dir/content/life/wrong.md", "---\ntitle: [\n---\n", 0);
        wait_for($stream, qr/"diagnostics"/);
        unlink "$dir/content/life/wrong.md";
        wait_for($stream, qr/^\{\}$/);
        return;
    } else {
        save($path, $text =~ s/(?:\nRound \d+\.)?\n*\z/\nRound $i.\n/r, $i % 2);
    }
    wait_for($stream, qr/"urls"/);
}

sub soak {
    my $dir = site(200);
    my $preview = start($dir);
    my $stream = events($preview);
    my @posts = posts_of($dir);
    wait_for($stream, qr/^\{\}$/) if $stream->{hello} =~ /"build":0/;
    print "\n### Memory over $REBUILDS rebuilds, 200 posts\n\n";
    print "| rebuilds | VmRSS MB |\n|--:|--:|\n";
    my %told = map { int($REBUILDS * $_) => 1 } 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1;
    for my $i (1 .. $REBUILDS) {
        rebuild($dir, $stream, \@posts, $i);
        get($preview, '/') if $i % 10 == 0;
        # Now and then it is quiet, and all is looked at.
        if ($i % 250 == 0 || $told{$i}) {
            events_of($stream, 1.3);
        }
        printf "| %d | %.1f |\n", $i, memory($preview->{pid}) if $told{$i};
    }
    stop($preview);
}

$| = 1;
die "no /proc here\n" unless -r "/proc/$$/status";
die "no program at $CRUMB: run make\n" unless -x $CRUMB;
latency($ARGV[0] // 10_000) if $EDITS;
soak() if $REBUILDS;
