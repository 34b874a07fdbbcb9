# SPDX-License-Identifier: MIT
package Outside;

# A web server to which the links of a site may lead.
use strict;
use warnings;
use Exporter qw(import);
use IO::Select;
use IO::Socket::INET;
use Time::HiRes qw(time);

our @EXPORT = qw(outside);

# A process that answers by path, and its ports, ten or as many as there are to be:
# each is a host of its own, and hosts are asked side by side. A log tells what was
# asked for, by whom, and when on which port.
sub outside {
    my ($log, $hosts) = @_;
    my @servers = map {
        IO::Socket::INET->new(Listen => 20, ReuseAddr => 1, Proto => 'tcp',
            LocalAddr => $ENV{OWN_NETWORK} ? '0.0.0.0' : '127.0.0.1') // return
    } 1 .. $hosts // 10;
    my @ports = map { $_->sockport } @servers;
    my $child = fork // die "fork: $!";
    return ($child, @ports) if $child;
    alarm($ENV{LARGE} ? 7200 : $ENV{LIMIT} // 300);
    my $select = IO::Select->new(@servers);
    my (%seen, @kept);
    while (my ($server) = $select->can_read) {
        my $client = $server->accept // next;
        push @kept, $client if answer($client, $log, $ports[0], \%seen);
    }
    exit 0;
}

# True: the connection stays open.
sub answer {
    my ($client, $log, $port, $seen) = @_;
    my $line = <$client> // return;
    open my $file, '>>', $log or die;
    while (my $header = <$client>) {
        print $file $header
            if $header =~ /^(User-Agent|Authorization|Cookie|Referer)/i;
        last if $header =~ /^\r?\n$/;
    }
    my ($method, $path) = $line =~ m{^(\S+) (\S+)} or return;
    printf $file "%s %s\nat %.3f %d\n", $method, $path, time, $client->sockport;
    close $file;
    my $n = ++$seen->{$path};
    my $answer =
          $path =~ m{^/(?:ok|kept)$} ? '200 OK'
        : $path eq '/gone'    ? '410 Gone'
        : $path eq '/nohead'  ? ($method eq 'HEAD' ? '405 No' : '200 OK')
        : $path eq '/busy'    ? ($n == 1
            ? "429 Wait\r\nRetry-After: 1" : '200 OK')
        : $path eq '/down'    ? '503 Down' . ($n == 1 ? "\r\nRetry-After: 1" : '')
        : $path eq '/later'   ? "503 Later\r\nRetry-After: 60"
        : $path eq '/private' ? '401 No'
        : $path eq '/moved'   ? "301 Moved\r\nLocation: /ok"
        : $path eq '/found'   ? "302 Found\r\nLocation: /ok"
        : $path eq '/secret'  ? "302 Found\r\nSet-Cookie: a=b\r\n"
            . "Location: http://bob:hush\@127.0.0.1:$port/ok"
        : $path eq '/inward'  ? "302 Found\r\n"
            . "Location: http://127.0.0.1:$port/ok"
        :                       '404 Not Found';
    my $kept = $path eq '/kept';
    my $body = $path eq '/nohead' && $method eq 'GET' ? 64 * 1024 * 1024 : 0;
    print $client "HTTP/1.1 $answer\r\nContent-Length: $body\r\n"
        . ($kept ? '' : "Connection: close\r\n") . "\r\n";
    send_body($client, $log, $body) if $body;
    close $client unless $kept;
    return $kept;
}

# As much as is taken; the log tells in MB how much that is.
sub send_body {
    my ($client, $log, $bytes) = @_;
    local $SIG{PIPE} = 'IGNORE';
    my ($part, $sent) = ('x' x 65_536, 0);
    while ($sent < $bytes) {
        my $n = syswrite($client, $part) // last;
        $sent += $n;
    }
    open my $file, '>>', $log or die;
    printf $file "sent %d MB\n", $sent / 1024 / 1024;
}

1;
