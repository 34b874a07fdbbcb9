# SPDX-License-Identifier: MIT
package Preview;

# `crumb serve` as a test sees it: a process, its pages, its stream of events.
use strict;
use warnings;
use Exporter qw(import);
use Harness;
use IO::Select;
use IO::Socket::INET;
use JSON::PP qw(decode_json);
use POSIX ();
use Time::HiRes qw(sleep time);

our @EXPORT = qw(serve serve_start serve_stop get get_kept events next_event
    events_of settle);

# Each test has its own, and keeps it.
my $PORT = 4300 + $$ % 500;
my $WAIT = $ENV{SHORT} ? 60 : 20;

# The thread sanitizer holds back a signal that comes between two system calls,
# and of its first one it calls no handler: strace shows the signal, the masks
# around the handler, and no write of it. There the signal is sent again.
my $LOSES_SIGNALS = ($ENV{OBJECTS} // '') =~ /tsan/;

# Starts it in a folder, and waits until it says where it listens. Without a
# {port} it has ended, with this {status}.
sub serve_start {
    my ($dir, @options) = @_;
    unlink "$dir.out", "$dir.err";
    my $child = fork // die "fork: $!";
    if (!$child) {
        $ENV{TZ} = 'UTC';
        open STDIN,  '<', '/dev/null'        or POSIX::_exit(126);
        open STDOUT, '>', "$dir.out"         or POSIX::_exit(126);
        open STDERR, '>', "$dir.err"         or POSIX::_exit(126);
        exec {$CRUMB} $CRUMB, 'serve', '-C', $dir, '--port', $PORT,
            @options or POSIX::_exit(127);
    }
    my $self = {pid => $child, dir => $dir, options => \@options};
    for (my $end = time + $WAIT; time < $end; sleep 0.005) {
        @$self{qw(host port base)} = (slurp("$dir.out") // '') =~
            m{^serving http://([\w.]+):(\d+)(\S*)/ }m and last;
        return $self if defined($self->{status} = ended($child));
    }
    $self->{status} = serve_stop($self, 'KILL') unless $self->{port};
    return $self;
}

sub serve {
    my ($dir, @options) = @_;
    my $self = serve_start($dir, @options);
    $self->{port} or die slurp("$dir.err") . slurp("$dir.out");
    return $self;
}

# Its exit status, or minus the signal; nothing while it runs.
sub ended {
    my ($pid) = @_;
    return if waitpid($pid, POSIX::WNOHANG) == 0;
    return $? & 127 ? -($? & 127) : $? >> 8;
}

# How it ended: its exit status, or minus the signal.
sub serve_stop {
    my ($self, $signal) = @_;
    $signal //= 'INT';
    kill $signal, $self->{pid};
    my ($end, $again) = (time + 10, time + 1);
    my $status;
    while (!defined($status = ended($self->{pid}))) {
        if ($LOSES_SIGNALS && time > $again) {
            kill $signal, $self->{pid};
            $again = time + 1;
        }
        if (time > $end) {
            kill 'KILL', $self->{pid};
            waitpid $self->{pid}, 0;
            return 'hangs';
        }
        sleep 0.01;
    }
    return $status;
}

sub connection {
    my ($self) = @_;
    return IO::Socket::INET->new(PeerAddr => $self->{host} =~ s/^localhost$/127.0.0.1/r,
        PeerPort => $self->{port}, Timeout => 10) // die "connect: $!";
}

# (status, head, body) of one page.
sub get {
    my ($self, $path) = @_;
    my $socket = connection($self);
    print $socket "GET $path HTTP/1.1\r\nHost: $self->{host}:$self->{port}\r\n"
        . "Connection: close\r\n\r\n";
    my $text = do { local $/; <$socket> } // '';
    my ($head, $body) = split /\r\n\r\n/, $text, 2;
    my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d+)};
    return ($status, $head, $body // '');
}

# The next bytes of an answer; false at its end.
sub more {
    my ($kept) = @_;
    return sysread $kept->{socket}, $kept->{text}, 65536, length $kept->{text};
}

# One answer of a connection that stays; nothing if that is closed.
sub answer {
    my ($kept, $request) = @_;
    local $SIG{PIPE} = 'IGNORE';
    syswrite $kept->{socket}, $request or return;
    my $end;
    while (($end = index $kept->{text}, "\r\n\r\n") < 0) {
        more($kept) or return;
    }
    my $head = substr $kept->{text}, 0, $end + 4, '';
    my ($status) = $head =~ m{^HTTP/1\.1 (\d+)} or return;
    my ($length) = $head =~ /^Content-Length: (\d+)/mi or return;
    while (length $kept->{text} < $length) {
        more($kept) or return;
    }
    return ($status, $head, substr $kept->{text}, 0, $length, '');
}

# As get, over a connection that is kept.
sub get_kept {
    my ($self, $path) = @_;
    my $request = "GET $path HTTP/1.1\r\nHost: $self->{host}:$self->{port}\r\n\r\n";
    for (1 .. 2) {
        my $kept = $self->{kept} //= {socket => connection($self), text => ''};
        my @answer = answer($kept, $request);
        return @answer if @answer;
        delete $self->{kept};
    }
    return get($self, $path);
}

# A stream, of a page, from the event after `hello` on.
sub events {
    my ($self, $page) = @_;
    my $socket = connection($self);
    my $query = ($page // '/') =~ s/%/%25/gr;
    print $socket "GET /__crumb/events?page=$query HTTP/1.1\r\n"
        . "Host: $self->{host}:$self->{port}\r\n\r\n";
    my $stream = {socket => $socket, text => ''};
    $stream->{hello} = (next_event($stream, 'hello'))[1];
    return $stream;
}

# The next event (of a kind): (name, data), which is JSON; nothing if none comes.
sub next_event {
    my ($stream, $kind, $wait) = @_;
    my $end = time + ($wait // $WAIT);
    while (1) {
        while ($stream->{text} =~ s/\A.*?(?:^|\n)event: (\S+)\r?\ndata: (.*?)\r?\n\r?\n//s) {
            my ($name, $data) = ($1, $2);
            eval { decode_json($data); 1 } or die "event $name: $data: $@";
            return ($name, $data) if !defined $kind || $name eq $kind;
        }
        my $left = $end - time;
        return if $left <= 0
            || !IO::Select->new($stream->{socket})->can_read($left);
        sysread $stream->{socket}, $stream->{text}, 65536,
            length $stream->{text} or return;
    }
}

# All that come until nothing came for a while.
sub events_of {
    my ($stream, $wait) = @_;
    my @all;
    while (my ($name, $data) = next_event($stream, undef, $wait // 1)) {
        push @all, "$name $data";
    }
    return @all;
}

# Until a page is as it should be; the last body.
sub settle {
    my ($self, $path, $wanted) = @_;
    my $body = '';
    for (my $end = time + $WAIT; time < $end; sleep 0.02) {
        (undef, undef, $body) = get($self, $path);
        last if $body =~ $wanted;
    }
    return $body;
}

1;
