#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Each command while one call goes wrong (tests/faults/faults.c): it can't read,
# write, look, rename, get memory or a thread, does half of it, or is killed
# there. Then the command has its whole effect or none, an error says where and
# why, and no process is left; or the fault makes no difference. The same command
# afterwards succeeds as usual, and leaves nothing behind.
#
#   COUNT=n  so many calls of each command and kind of fault (1)
#   LARGE=1  every call
#   ONLY=s   commands and kinds that have this in their name
use strict;
use warnings;
use File::Find qw(find);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use IO::Select;
use Outside;
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";
my $COUNT  = $ENV{COUNT}  // 1;
my @NOW    = ('--now', $NOW);
my @BUILD  = ('build', @NOW, '--no-sync', '--jobs', 1);

# Which calls go wrong, and how.
my %FAULTS = (
    open    => [qw(io denied files)],
    read    => [qw(io short interrupted)],
    write   => [qw(nospace short interrupted)],
    stat    => [qw(io denied)],
    (map { $_ => ['io'] } qw(list rename link unlink sync times)),
    lock    => ['io'],
    mkdir   => ['nospace'],
    map     => ['memory'],
    memory  => ['memory'],
    close   => [qw(io interrupted)],
    thread  => ['again'],
    process => ['again'],
    socket  => [qw(files buffers)],
    accept  => [qw(files again)],
    receive => [qw(reset again)],
    send    => [qw(reset again)],
    event   => [qw(files nospace)],
    wait    => [qw(interrupted memory)],
    watch   => [qw(files nospace)],
    # Calls that change something.
    'open write mkdir rename link unlink sync' => [qw(kill full)],
);

# From which folder each command starts; by: who uses it, instead of waiting for its
# end; torn: it may stop half-way; again: it does no harm when all is done; keeps:
# what it may leave for the next one;
# survives => 0: what it leaves when it is killed has to be deleted by hand, as the
# next one says.
my @COMMANDS = (
    {name => 'build, the first', from => 'new', run => \@BUILD},
    {name => 'build, after edits', from => 'edited', run => \@BUILD},
    {name => 'build, by threads', from => 'edited',
        run => ['build', @NOW, '--jobs', 3]},
    {name => 'build with git', from => 'git', run => \@BUILD},
    {name => 'build, all of it', from => 'edited', run => [@BUILD, '--clean']},
    {name => 'build, verified', from => 'edited', run => [@BUILD, '--verify']},
    {name => 'build of nothing', from => 'built', run => \@BUILD},
    {name => 'check', from => 'built', run => ['check', @NOW, '--jobs', 1]},
    {name => 'check, links to outside', from => 'linked', by => \&ask_outside,
        run => ['check', @NOW, '--jobs', 1, qw(--external --include-private)]},
    {name => 'new', from => 'built', run => ['new', @NOW, 'c/e', 'A title']},
    {name => 'new in an editor', from => 'built',
        run => ['new', @NOW, '--edit', 'a', 'A title']},
    {name => 'publish', from => 'built', run => ['publish', @NOW, 'a/draft.md']},
    {name => 'mv', from => 'built', run => ['mv', 'a/post.md', 'new/er/']},
    {name => 'render', from => 'built',
        run => ['render', '--template-dir', 'templates', '--context',
            'data/c.json', 'own.html']},
    {name => 'markdown', from => 'built', run => ['markdown', 'content/a/b.md']},
    {name => 'why', from => 'built', run => ['why']},
    {name => 'why of a post', from => 'built', run => ['why', 'content/a/b.md']},
    {name => 'deploy', from => 'edited',
        run => ['deploy', @NOW, '--jobs', 1, '--no-sync'], again => 1},
    {name => 'init', from => 'empty', run => ['init', @NOW, 'blog/er'],
        then => ['help'], survives => 0},
    {name => 'eject', from => 'built', run => ['eject', 'home.html']},
    {name => 'eject, a list', from => 'built', run => ['eject']},
    {name => 'clean', from => 'built', run => ['clean'], torn => 1},
    {name => 'help', from => 'built', run => ['help', 'filters']},
    {name => 'serve', from => 'built', run => [@NOW, '--jobs', 1],
        by => \&write_and_look, again => $ENV{LARGE},
        keeps => $ENV{LARGE} ? qr{^site/\.crumb/preview\.(?:ledger|texts)$} : qr{^site/\.crumb/}},
);

# --- the folders from which they start ---

my %START;    # name => folder
my $OUTSIDE;   # a process: who answers there

sub write_site {
    my ($dir, $state) = @_;
    my $new = $state eq 'new';
    spew("$dir/site.yaml", "title: Faults\nurl: https://rye.example\n");
    spew("$dir/content/a/post.md", "---\ntitle: P\n---\n[b](b.md) $state\n");
    spew("$dir/content/a/b.md", "# B\n\n[p](post.md)\n");
    spew("$dir/content/a/draft.md", "---\ntitle: D\ndraft: true\n---\nText.\n");
    spew("$dir/content/c/d.md", "# D\n\n[p](../a/post.md)\n" . 'long ' x 3000);
    spew("$dir/content/$state/post.md", "A folder that comes or goes.\n");
    spew("$dir/static/" . ($new ? 'place/file.txt' : 'place'), "A place.\n");
    spew("$dir/templates/own.html", '<p>{{ word }}</p>');
    spew("$dir/data/c.json", '{"word": "rye"}');
}

sub environment {
    my ($top, %more) = @_;
    return (TZ => 'UTC', HOME => $top, EDITOR => 'true', VISUAL => '',
        PATH => "$START{bin}:$ENV{PATH}", DEPLOY => "$top/server/", %more);
}

sub crumb {
    my ($top, $command, %env) = @_;
    return run({environment($top, %env)}, $CRUMB, '-C', "$top/site", @$command);
}

# One of @COMMANDS, as it is meant to be used.
sub perform {
    my ($top, $command, %env) = @_;
    return $command->{by}->($top, $command->{run}, %env) if $command->{by};
    return crumb($top, $command->{run}, %env);
}

sub must {
    my ($top, @command) = @_;
    my ($status, $out, $error) = crumb($top, \@command);
    die "@command: $error" if $status;
}

sub prepare {
    %START = map { $_ => scratch() } qw(bin empty new built edited git linked);
    spew("$START{bin}/rsync", qq(#!/bin/sh\nrm -r "\$DEPLOY" && exec cp -R ./public "\$DEPLOY"\n));
    chmod 0755, "$START{bin}/rsync";
    mkdir "$_/server" for @START{qw(empty new built edited git linked)};
    mkdir "$START{empty}/site";
    write_site("$START{new}/site", 'new');
    write_site("$START{$_}/site", 'old') for qw(built edited);
    must($START{$_}, @BUILD) for qw(built edited);
    must($START{edited}, qw(deploy --no-sync), @NOW);
    write_site("$START{linked}/site", 'new');
    ($OUTSIDE, my @ports) = outside("$START{bin}/log");
    for my $path (qw(ok gone)) {
        my $port = shift @ports;
        spew("$START{linked}/site/content/a/$path.md", "[x](http://127.0.0.1:$port/$path)\n");
    }
    must($START{linked}, @BUILD);
    write_site("$START{git}/site", 'new');
    spew("$START{git}/site/site.yaml", "title: Git\nupdated: git\n");
    system "cd '$START{git}/site' && git init -q . && git add . && "
        . 'git -c user.name=n -c user.email=e commit -q -m First';
    system 'rm', '-rf', map { "$START{edited}/site/$_" } qw(content static);
    write_site("$START{edited}/site", 'new');
}

# --- snapshots ---

# path => bytes, of links where they lead, folders end in "/".
sub snapshot {
    my ($top) = @_;
    my %all;
    find({no_chdir => 1, wanted => sub {
        my $path = substr "$_/", length($top) + 1;
        chop $path;
        if (-l $_)    { $all{$path} = '-> ' . readlink $_ }
        elsif (-d _)  { $all{"$path/"} = '' }
        else          { $all{$path} = slurp($_) }
    }}, $top);
    return \%all;
}

# The parts of the site: each changes as a whole or not at all.
sub parts {
    my ($all) = @_;
    my %parts;
    for my $path (keys %$all) {
        my ($part) = $path =~ m{^((?:site/)?[^/]*/?)};
        $parts{$part}{$path} = $all->{$path};
    }
    return \%parts;
}

# Files that may exist or not: empty folders of the output, locks, and the file that
# the next edit writes first.
my $MAY_BE = qr{^(?:site/public|server)/(?:.*/)?$
    |^site/\.crumb/(?:[^/]+\.lock|edit\.journal\.new|check/.*
        |output-8c55ecff2f2c8737\..*)?$}x; # the state of .crumb/check

# Without that, and what crumb remembers.
sub visible {
    my ($all) = @_;
    my %seen = map { m{^site/\.crumb/|$MAY_BE} ? () : ($_ => $all->{$_}) }
        keys %$all;
    return \%seen;
}

# Temporary files: a command that could not remove them leaves them to the next.
sub is_temporary 
{
    return $_[0] =~ m{/\.[^/]*\.crumb-(new|old)$|/\.crumb-stage/};
}

sub without_temporary {
    my ($all) = @_;
    my %seen = map { is_temporary($_) ? () : ($_ => $all->{$_}) } keys %$all;
    return visible(\%seen);
}

# Published files that are neither the old one nor the new one, all of it.
sub torn {
    my ($got, $before, $after) = @_;
    return join ' ', grep {
        my $bytes = $got->{$_};
        $bytes ne ($before->{$_} // "\0") && $bytes ne ($after->{$_} // "\0")
    } grep { m{^site/public/} } sort keys %$got;
}

# Of a list of differences the first ones.
sub some {
    my @lines = split /\n/, $_[0];
    splice @lines, 3, @lines - 3, '...' if @lines > 4;
    return join '', map { "$_\n" } @lines;
}

# '' if each part is as it was or as it should become.
sub mixture {
    my ($got, $before, $after, $torn) = @_;
    return torn(map { visible($_) } $got, $before, $after) if $torn;
    ($got, $before, $after) = map { parts(visible($_)) } $got, $before, $after;
    my %names = (%$got, %$before, %$after);
    for my $part (sort keys %names) {
        my ($is, @may) = map { $_->{$part} // {} } $got, $before, $after;
        my @differ = map { difference($is, $_) } @may;
        return 'in part: ' . some($differ[0]) if !grep { $_ eq '' } @differ;
    }
    return '';
}

# --- the preview, as a writer uses it ---

# (status, head, body), nothing if the connection broke.
sub ask {
    my ($preview, $path) = @_;
    my $socket = eval { Preview::connection($preview) } or return;
    my ($text, $end) = ('', time + 5);
    local $SIG{PIPE} = 'IGNORE';
    print $socket "GET $path HTTP/1.1\r\nHost: localhost:$preview->{port}\r\n"
        . "Connection: close\r\n\r\n";
    $socket->flush;
    while (IO::Select->new($socket)->can_read($end - time)) {
        sysread $socket, $text, 65536, length $text or last;
    }
    return ('hangs', $text) if time >= $end;
    my ($head, $body) = split /\r\n\r\n/, $text, 2;
    my ($status) = ($head // '') =~ m{\AHTTP/1\.1 (\d+)};
    my ($length) = ($head // '') =~ m{^Content-Length: (\d+)}m;
    return ($length // -1) == length($body // '') ? ($status, $body) : ();
}

# Returns an error of an answer. There may be none, but a part may not pass as the
# whole.
sub bad_answer {
    my ($path, $status, $body) = @_;
    return '' if !defined $status || $status =~ /^(403|500|503)$/;
    return "$path: status $status\n" if $status != 200;
    my $whole = qr{</(?:footer|main)>\s*<script .*</script>\s*(?:</body>\s*</html>\s*)?\z}s;
    return $body =~ $whole || $body eq "A place.\n" ? ''
        : "$path: not all of it: ..." . substr($body, -50) . "\n";
}

sub warned { return slurp("$_[0]->{dir}.err") }

# Saves a file, until the page has what was saved. It has to be saved once more
# if an error was said.
sub save {
    my ($preview, $file, $text) = @_;
    my $seen = length warned($preview);
    for my $try (1 .. 3) {
        my $wanted = "$file, save $try";
        spew("$preview->{dir}/$file", sprintf $text, $wanted);
        for (my $end = time + 5; time < $end; sleep 0.005) {
            my ($status, $body) = ask($preview, '/a/post/');
            my $wrong = bad_answer('/a/post/', $status, $body);
            return $wrong if $wrong || ($status // 0) == 200 && $body =~ /\Q$wanted\E/;
            return '' if defined($preview->{status} = Preview::ended($preview->{pid}));
            last if is_said('', substr warned($preview), $seen);
        }
        return "$file: not shown, and nothing is said\n"
            if length warned($preview) == $seen;
        $seen = length warned($preview);
    }
    return $preview->{full} ? '' : "$file: not shown though saved again\n";
}

# Opens the stream of events of a page.
sub listen_to {
    my ($preview) = @_;
    for (1 .. 3) {
        my $stream = eval { events($preview, '/a/post/') };
        return $stream if $stream && defined $stream->{hello};
    }
    return;
}

# Nothing comes of a connection that broke.
sub hears_nothing {
    my ($preview, $stream) = @_;
    return '' if !$stream || $preview->{full} || next_event($stream, 'change', 3);
    my $ended = IO::Select->new($stream->{socket})->can_read(0);
    return $ended ? '' : "no event of a change\n";
}

sub look {
    my ($preview) = @_;
    my $wrong = save($preview, 'content/a/post.md', "---\ntitle: P\n---\n%s\n");
    return $wrong if $wrong || defined $preview->{status};
    my $stream = listen_to($preview);
    $wrong = save($preview, 'site.yaml', "title: %s again\nurl: https://rye.example\n");
    return $wrong if $wrong || defined $preview->{status};
    return join '', hears_nothing($preview, $stream),
        map { bad_answer($_, ask($preview, $_)) } qw(/place /__crumb/ /__crumb/drafts);
}

# In place of what it prints: what was not as it should be.
sub write_and_look {
    my ($top, $options, %env) = @_;
    my $preview = do {
        local %ENV = (%ENV, environment($top, %env));
        serve_start("$top/site", @$options);
    };
    $preview->{full} = ($env{FAULT_MODE} // '') eq 'full';
    my $wrong = $preview->{port} ? look($preview) : '';
    my $status = $preview->{status} // serve_stop($preview);
    # A second Ctrl-C, so to speak: it was ending already.
    $status = 0 if $status eq '-2' && $env{FAULT_MODE};
    my $error = warned($preview);
    unlink "$top/site.out", "$top/site.err";
    write_site("$top/site", 'saved') if $preview->{port};
    return ($status, $wrong, $error);
}

# --- links to outside ---

# Runs a command on the external links, and returns its answers in place of its
# output. A failed request is no error, but its reason is printed.
sub ask_outside {
    my ($top, $command, %env) = @_;
    my ($status, $out, $error) = crumb($top, $command, %env);
    return ($status, '', $error) if $status || $error =~ /built without libcurl/;
    my %said = $error =~ m{\]: http://127\.0\.0\.1:\d+/(ok|gone) (.*)}g;
    my ($ok, $gone) = map { $said{$_} // '' } qw(ok gone);
    my $in_vain = qr/^does not answer: \w/;
    my $right = $ok =~ /^$|$in_vain/ && $gone =~ /^answers 410$|$in_vain/;
    return ($status, $right ? '' : "ok: $ok; gone: $gone\n", $error);
}

# --- one command with one fault ---

my %REACHED;    # by kind: how many calls went wrong, how many were noticed

sub fault {
    my ($top, $command, $calls, $mode, $at, $log) = @_;
    return perform($top, $command, LD_PRELOAD => $FAULTS,
        ASAN_OPTIONS => 'verify_asan_link_order=0:allocator_may_return_null=1'
            . ':handle_sigill=1',
        FAULT_CALLS => $calls, FAULT_MODE => $mode, FAULT_AT => $at,
        FAULT_LOG => $log);
}

# Whoever is left of it holds the pipe.
sub alone {
    my ($run) = @_;
    local $^F = 255;
    pipe my $read, my $write or die "pipe: $!";
    my @result = $run->();
    close $write;
    my $alone = IO::Select->new($read)->can_read(2);
    return ($alone ? '' : "a process is left\n", @result);
}

sub is_said {
    my ($mode, $error) = @_;
    return $error =~ /^crumb: out of memory$|Cannot allocate memory/m
        if $mode eq 'memory';
    return $error =~ /^crumb: .*\S|^(?:[^\s:]\S*: )?error(?:\[[a-z-]+\])?: ./m;
}

# The output without its counts of work.
sub said {
    my ($out) = @_;
    $out =~ s/\bin [\d.]+ m?s\b/in N ms/g;
    $out =~ s/\d+ files? written, \d+ kept, \d+ removed/files/g;
    $out =~ s/nothing changed, \d+ files kept/files/g;
    return $out;
}

sub complaint {
    my ($command, $mode, $status, $out, $error, $got) = @_;
    my ($before, $after) = @$command{qw(before after)};
    my $wrong = $error =~ /Sanitizer|runtime error/ ? "$error\n" : '';
    my $seen = without_temporary($got);
    my $killed = $mode eq 'kill';
    $wrong .= mixture($seen, $before, $after, $killed || $command->{torn});
    return $wrong if $killed;
    $wrong .= $out if $command->{by};
    if ($status == 0) {
        my @differ = (difference($seen, visible($after)),
            said($out) ne $command->{out} ? "it prints $out" : ());
        return $wrong . join '', map { 'done, but ' . some($_) } grep { $_ } @differ;
    }
    $wrong .= "status $status\n" if $status != 1;
    $wrong .= "it says: $error\n" unless is_said($mode, $error);
    return $wrong;
}

# The same command again, unless it is done, and a build: '' if all is as it
# should be, and nothing else is there.
sub afterwards {
    my ($command, $top, $got) = @_;
    my ($before, $after, $later) = @$command{qw(before after later)};
    if ($got->{'site/.crumb/edit.journal'}) {
        crumb($top, ['why']);    # as any command, it undoes what was begun
        $got = snapshot($top);
    }
    my $changes = difference(visible($before), visible($after));
    my $done = $changes
        && difference(without_temporary($got), visible($after)) eq '';
    my $wrong = '';
    my $then = {run => $command->{then} // \@BUILD};
    for my $next ($done && !$command->{again} ? () : $command, $then) {
        my ($status, $out, $error) = perform($top, $next);
        $wrong .= "then: @{$next->{run}}: status $status: $error\n" if $status;
        $wrong .= "then: $out" if $next->{by} && $out;
    }
    my $now = snapshot($top);
    my $kept = $command->{keeps} // qr/(?!)/;
    my @differ = (difference(visible($now), visible($later)),
        grep { !exists $later->{$_} && !/$MAY_BE|$kept/ } sort keys %$now);
    return $wrong . join '', map { 'then: ' . some($_) } grep { $_ } @differ;
}

# A thread begins with memory that the sanitizer asks for: without, it ends the
# program before that has the word.
sub is_sanitizers_own {
    my ($mode, $error) = @_;
    return $mode eq 'memory'
        && $error =~ /^AddressSanitizer: CHECK failed: .*\(pthread_getattr_np\(/m;
}

sub with_fault {
    my ($command, $calls, $mode, $at) = @_;
    my $top = folder($command);
    my $log = "$command->{top}.log";
    unlink $log;
    my ($left, $status, $out, $error) =
        alone(sub { fault($top, $command, $calls, $mode, $at, $log) });
    ($mode, $error) = ('kill', '') if is_sanitizers_own($mode, $error);
    my $got = snapshot($top);
    my $changed = difference($got, $command->{before}) ne '';
    if (!-e $log) {
        system 'rm', '-rf', $top;
        return '';
    }
    $REACHED{$calls}[0]++;
    $REACHED{$calls}[1]++ if $status;
    my $wrong = $left . complaint($command, $mode, $status, $out, $error, $got);
    if ($changed) {
        $wrong .= afterwards($command, $top, $got);
        system 'rm', '-rf', $top;
    }
    return $wrong && "$mode at call $at (" . slurp($log)
        . "), status $status: $wrong$error\n";
}

# A folder from which the command may start.
sub folder {
    my ($command) = @_;
    my $top = $command->{top};
    system 'cp', '-a', $START{$command->{from}}, $top unless -d $top;
    return $top;
}

# How many of n calls: all, or some that are evenly spread.
sub chosen {
    my ($n) = @_;
    return 1 .. $n if $ENV{LARGE} || $n <= $COUNT;
    return 1 + int($n / 2) if $COUNT == 1;
    return map { 1 + int(($n - 1) * $_ / ($COUNT - 1)) } 0 .. $COUNT - 1;
}

# The command without a fault: what it prints and does, and its calls.
sub measure {
    my ($command) = @_;
    $command->{top} = scratch() . '/top';
    my $top = folder($command);
    my $log = "$command->{top}.log";
    $command->{before} = snapshot($top);
    my ($status, $out, $error) = fault($top, $command, '', 'count', 0, $log);
    is($status, 0, "$command->{name}: works") or diag($error);
    is($out, '', "$command->{name}: as it should") if $command->{by};
    $command->{out} = said($out);
    $command->{after} = snapshot($top);
    must($top, @{$command->{then} // \@BUILD});
    $command->{later} = snapshot($top);
    system 'rm', '-rf', $top;
    return map { split } split /\n/, slurp($log);
}

sub check {
    my ($command) = @_;
    my %calls = measure($command);
    for my $kinds (sort keys %FAULTS) {
        my $name = "$command->{name}: $kinds";
        next if index($name, $ENV{ONLY} // '') < 0;
        my $n = 0;
        $n += $calls{$_} for split ' ', $kinds;
        next if !$n;
        my @wrong;
        for my $mode (@{$FAULTS{$kinds}}) {
            next if $mode eq 'kill' && !($command->{survives} // 1);
            push @wrong, grep { $_ }
                map { with_fault($command, $kinds, $mode, $_) } chosen($n);
        }
        is(join('', @wrong), '', "$name: $n calls");
    }
}

# Ledgers record the versions of libraries, whose results may differ.
sub check_versions {
    my $top = scratch();
    write_site("$top/site", 'new');
    for my $name (qw(yaml utf8proc cmark pcre2)) {
        must($top, @BUILD);
        must($top, @BUILD);
        my ($status, $out) = crumb($top, ['why']);
        is($out, '', "$name: there was nothing to do");
        crumb($top, \@BUILD, LD_PRELOAD => $FAULTS,
            FAULT_VERSION => "$name=0.0");
        ($status, $out) = crumb($top, ['why']);
        like($out, qr/^index\.html: the settings or options changed$/m,
            "another $name: all is made anew");
    }
}

# The preview waits for a quiet moment to save its ledger, and does not wait an
# hour longer when the clock of the day was set back by one.
sub check_clock {
    my $top = scratch();
    write_site("$top/site", 'new');
    local $ENV{LD_PRELOAD} = $FAULTS;
    local $ENV{FAULT_CLOCK} = 3600;
    my $preview = serve("$top/site");
    delete local @ENV{qw(LD_PRELOAD FAULT_CLOCK)};
    my $ledger = "$top/site/.crumb/preview.ledger";
    for (1 .. 300) {
        last if -e $ledger;
        sleep 0.1;
    }
    ok(-e $ledger, 'the ledger is saved though the clock was set back');
    serve_stop($preview);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'no faults.so: calls are caught in the way of Linux only'
    unless -e $FAULTS && $^O eq 'linux';
plan skip_all => 'not with the thread sanitizer, which wants to be first'
    if ($ENV{OBJECTS} // '') =~ /tsan/;
prepare();
check($_) for @COMMANDS;
unless (($ENV{OBJECTS} // '') =~ /asan/) {
    check_clock();
    check_versions();
}
kill 'TERM', $OUTSIDE;
waitpid $OUTSIDE, 0;
for my $kinds (sort keys %REACHED) {
    my ($calls, $noticed) = map { $_ // 0 } @{$REACHED{$kinds}}[0, 1];
    note("$kinds: $calls went wrong, $noticed were noticed");
}
done_testing();
