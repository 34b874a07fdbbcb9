#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# preview.pl [POSTS...]: measures `crumb serve` and prints Markdown tables.
# Started by `make bench`, from the top of the repository, for a small part of it:
# one size, one place, one pace. All of it:
#
#   PLACES="build /dev/shm" PACES="0.2 2.5" EDITS=100 REBUILDS=10000 \
#       perl tests/bench/preview.pl 2000 10000
#
#   SIZES   posts, as the words of the command line (2000)
#   PLACES  folders to work in (build/, which is on a disk)
#   PACES   seconds from one save to the next (0.2)
#   KINDS   of saves (body title new deleted template; also: first, a post that is the
#           first of its month)
#   EDITS   saves of each kind at each pace (20); 0: none
#   ROUNDS  how often the preview starts, with what it remembers and without, and
#           how often it is interrupted (5); 0: not at all
#   REBUILDS  after how many edits the memory is looked at last (0: it is not)
#   TOOLS   where generate is
#   CRUMB   the program (build/crumb)
#   THEME   templates of the generated blog (tests/bench/templates); THEME=
#           measures the built-in theme
#
# A time is from the end of the editor's write, close or rename, to the receipt of
# the event that names the page, by the stream of that page. An event after which
# the page is not yet as it was saved is "too early": there may be one of a save
# before.
use strict;
use warnings;
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../run";
use Addresses;
use Harness;
use POSIX qw(ceil);
use Preview;
use Time::HiRes qw(clock_gettime sleep CLOCK_MONOTONIC);

my $TOOLS = $ENV{TOOLS} // "$TOP/build/release/bench";
my $THEME = $ENV{THEME} // "$FindBin::Bin/templates";
my $EDITS = $ENV{EDITS} // 20;
my $ROUNDS = $ENV{ROUNDS} // 5;
my $REBUILDS = $ENV{REBUILDS} // 0;
my @PLACES = split ' ', $ENV{PLACES} // "$TOP/build";
my @PACES = split ' ', $ENV{PACES} // '0.2';
my @KINDS = split ' ', $ENV{KINDS} // 'body title new deleted template';
my @SIZES = @ARGV ? @ARGV : split ' ', $ENV{SIZES} // '2000';

srand 1;

# --- sites and previews -------------------------------------------------------

sub site {
    my ($place, $posts) = @_;
    my $top = tempdir('crumb-bench.XXXXXX', DIR => $place, CLEANUP => 1);
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
    my $start = milliseconds();
    kill 'INT', $preview->{pid};
    waitpid $preview->{pid}, 0;
    delete $running{$preview->{pid}};
    die "the preview did not end well\n" if $?;
    return milliseconds() - $start;
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

# --- costs --------------------------------------------------------------------

# Processor time, in ms.
sub used {
    my ($preview) = @_;
    my @fields = split ' ', (slurp("/proc/$preview->{pid}/stat") =~ s/^.*\)//sr);
    return ($fields[11] + $fields[12]) * 10;
}

# In MB: VmRSS, or VmHWM for the most there was.
sub memory {
    my ($preview, $name) = @_;
    my ($kilobytes) = slurp("/proc/$preview->{pid}/status") =~ /^$name:\s+(\d+)/m;
    return $kilobytes / 1024;
}

# Waits until it has done nothing for longer than it waits for the next save; when
# it last did something.
sub rest {
    my ($preview) = @_;
    my ($used, $since) = (used($preview), milliseconds());
    while (milliseconds() - $since < 1500) {
        sleep 0.02;
        my $now = used($preview);
        ($used, $since) = ($now, milliseconds()) if $now != $used;
    }
    return $since;
}

# The median, the 99th percentile and the largest.
sub figures {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[ceil(@sorted / 2) - 1, ceil(0.99 * @sorted) - 1, $#sorted];
}

# --- saves --------------------------------------------------------------------

# Each makes ready what the n-th save of its kind is: the path of a post's source
# or a template, what it is to hold (undef: it goes), the page that is looked at,
# and what that has then (undef: it is gone).
sub address_of { return $_[0] =~ s{^.*/content/(.*)\.md$}{$1/}r }

sub any { return $_[rand @_] }

my %kinds = (
    body => sub {
        my ($dir, $n) = @_;
        my $path = any(posts_of($dir));
        return ($path, slurp($path) . "\nBody $n.\n", address_of($path), "Body $n.");
    },
    title => sub {
        my ($dir, $n) = @_;
        my $path = any(posts_of($dir));
        my $text = slurp($path) =~ s/^title: "(?:Title \d+ )?/title: "Title $n /mr;
        return ($path, $text, address_of($path), "Title $n ");
    },
    # With the date and the tags of another post, as most have: of a month, and with
    # tags, that others have too.
    new => sub {
        my ($dir, $n) = @_;
        my $path = "$dir/content/life/new-$n.md";
        my ($like) = slurp(any(posts_of($dir))) =~ /^((?:date|tags): .*\n(?:date|tags): .*\n)/m;
        return ($path, "---\ntitle: New $n\n$like---\nText $n.\n",
            address_of($path), "Text $n.");
    },
    # The first of its month.
    first => sub {
        my ($dir, $n) = @_;
        my $path = "$dir/content/life/first-$n.md";
        return ($path, sprintf("---\ntitle: First $n\ndate: 19%02d-%02d-01\n"
            . "tags: [rye]\n---\nText $n.\n", 99 - $n / 12 % 30, 1 + $n % 12),
            address_of($path), "Text $n.");
    },
    deleted => sub {
        my ($dir) = @_;
        my $path = any(posts_of($dir));
        return ($path, undef, address_of($path), undef);
    },
    template => sub {
        my ($dir, $n) = @_;
        my $path = "$dir/templates/post.html";
        my $text = slurp($path) // slurp("$TOP/templates/post.html");
        $text =~ s{(?:<!-- Round \d+ -->)?</article>}{<!-- Round $n --></article>};
        return ($path, $text, address_of(any(posts_of($dir))), "<!-- Round $n -->");
    },
);

sub is_true {
    my ($preview, $address, $has) = @_;
    my ($status, undef, $body) = get($preview, "/$address");
    return defined $has ? $status == 200 && index($body, $has) >= 0 : $status == 404;
}

# The receipt of the event after which the page is as it was saved, or nothing if
# none comes; how many came before it.
sub until_told {
    my ($preview, $stream, $address, $has) = @_;
    my $early = 0;
    while (my ($name, $data) = next_event($stream, 'change')) {
        my $end = milliseconds();
        next unless told($preview, $data, $address);
        return ($end, $early) if is_true($preview, $address, $has);
        $early++;
    }
    return (undef, $early);
}

my $saves = 0;

# One row of the table: saves of a kind, so many seconds apart.
sub measure {
    my ($preview, $kind, $pace) = @_;
    my ($due, $used, $early) = (milliseconds() + $pace * 1000, used($preview), 0);
    my @times;
    for my $i (1 .. $EDITS) {
        my ($path, $text, $address, $has) = $kinds{$kind}->($preview->{dir}, ++$saves);
        get($preview, "/$address");
        my $stream = events($preview, "/$address");
        my $wait = $due - milliseconds();
        sleep $wait / 1000 if $wait > 0;
        events_of($stream, 0.001); # of the save before
        unlink $path if !defined $text;
        my $start = defined $text ? save($path, $text, $i % 2) : milliseconds();
        $due = $start + $pace * 1000;
        my ($end, $more) = until_told($preview, $stream, $address, $has);
        push @times, $end - $start if $end;
        $early += $more;
        close $stream->{socket};
    }
    die "the preview says nothing of $kind\n" unless @times;
    printf "| %s, each %s s | %.1f | %.1f | %.1f | %d | %d | %.0f |\n", $kind, $pace,
        figures(@times), $early, $EDITS - @times, (used($preview) - $used) / $EDITS;
}

sub saves {
    my ($place, $count) = @_;
    my $preview = start(site($place, $count));
    wait_for_page($preview);
    rest($preview);
    print "\n### The preview: $count posts in $place, $EDITS saves of a kind\n\n";
    print "| | median ms | 99th percentile | largest | too early | not told "
        . "| processor ms a save |\n|---|--:|--:|--:|--:|--:|--:|\n";
    for my $pace (@PACES) {
        measure($preview, $_, $pace) for @KINDS;
    }
    my ($last, $used) = (milliseconds(), used($preview));
    printf "\nAt rest %.1f s after the last event,", (rest($preview) - $last) / 1000;
    printf " with %.2f s of processor time;", (used($preview) - $used) / 1000;
    $used = used($preview);
    sleep 10;
    printf " in the 10 s that follow: %.2f s (target 0). Memory %.0f MB, at most"
        . " %.0f MB.\n", (used($preview) - $used) / 1000,
        memory($preview, 'VmRSS'), memory($preview, 'VmHWM');
    stop($preview);
}

# --- beginning and end --------------------------------------------------------

sub wait_for_page {
    my ($preview) = @_;
    sleep 0.005 while (get($preview, '/'))[0] != 200;
    return milliseconds();
}

# One start: ms until the first page, and until it is at rest, and its memory then.
sub first_page {
    my ($dir, $cold) = @_;
    remove_tree("$dir/.crumb") if $cold;
    my $start = milliseconds();
    my $preview = start($dir);
    my @times = (wait_for_page($preview) - $start, rest($preview) - $start);
    my $memory = memory($preview, 'VmHWM');
    stop($preview);
    return [@times, $memory];
}

sub row {
    my ($name, @rounds) = @_;
    my @columns = map { my $i = $_; [figures(map { $_->[$i] } @rounds)] } 0 .. 2;
    printf "| %s | %.0f (%.0f) | %.0f (%.0f) | %.1f |\n", $name,
        (map { @$_[0, 2] } @columns[0, 1]), $columns[2][2];
    return $columns[1][0];
}

# Interrupts it, so many ms after $begin->() has begun something.
sub interrupted {
    my ($name, $begin, @moments) = @_;
    my @times = map {
        my $preview = $begin->();
        sleep $_ / 1000;
        stop($preview);
    } @moments;
    printf "| %s, after %s ms | %.0f | %.0f |\n", $name,
        join(', ', map { sprintf '%.0f', $_ } @moments), (figures(@times))[0, 2];
}

sub beginnings {
    my ($place, $count) = @_;
    my $dir = site($place, $count);
    print "\n### Beginning and end: $count posts in $place\n\n"
        . "| | first page, ms (most) | at rest after, ms | memory MB |\n"
        . "|---|--:|--:|--:|\n";
    my $cold = row('nothing remembered', map { first_page($dir, 1) } 1 .. $ROUNDS);
    row('as it was left', map { first_page($dir, 0) } 1 .. $ROUNDS);
    print "\n| SIGINT until the end | median ms | most |\n|---|--:|--:|\n";
    interrupted('nothing remembered', sub {
        remove_tree("$dir/.crumb");
        return start($dir);
    }, map { $cold * (2 * $_ - 1) / (2 * $ROUNDS) } 1 .. $ROUNDS);
    interrupted('a template', sub {
        my $preview = start($dir);
        wait_for_page($preview);
        rest($preview);
        my ($path, $text) = $kinds{template}->($dir, ++$saves);
        save($path, $text, 0);
        return $preview;
    }, map { 20 * 2 ** $_ } 1 .. $ROUNDS);
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
    my $dir = site($PLACES[-1], 200);
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
        printf "| %d | %.1f |\n", $i, memory($preview, 'VmRSS') if $told{$i};
    }
    stop($preview);
}

$| = 1;
die "no /proc here\n" unless -r "/proc/$$/status";
die "no program at $CRUMB: run make\n" unless -x $CRUMB;
for my $posts (@SIZES) {
    for my $place (@PLACES) {
        saves($place, $posts) if $EDITS;
        beginnings($place, $posts) if $ROUNDS;
    }
}
soak() if $REBUILDS;
