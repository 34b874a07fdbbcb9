# SPDX-License-Identifier: MIT
package Outside;

# A web server to which the links of a site may lead.
use strict;
use warnings;
use Exporter qw(import);
use IO::Socket::INET;

our @EXPORT = qw(outside);

# A process that answers by path, and its port; a log tells what was asked for, and
# by whom.
sub outside {
    my ($log) = @_;
    my $server = IO::Socket::INET->new(Listen => 20, ReuseAddr => 1,
        LocalAddr => $ENV{OWN_NETWORK} ? '0.0.0.0' : '127.0.0.1', Proto => 'tcp') or return;
    my $port = $server->sockport;
    my $child = fork // die "fork: $!";
    return ($child, $port) if $child;
    alarm($ENV{LIMIT} // 300);
    my %seen;
    while (my $client = $server->accept) {
        my $line = <$client> // next;
        while (my $header = <$client>) {
            open my $file, '>>', $log or die;
            print $file $header
                if $header =~ /^(User-Agent|Authorization|Cookie|Referer)/i;
            last if $header =~ /^\r?\n$/;
        }
        my ($method, $path) = $line =~ m{^(\S+) (\S+)} or next;
        open my $file, '>>', $log or die;
        print $file "$method $path\n";
        close $file;
        my $n = ++$seen{$path};
        my $answer =
              $path eq '/ok'      ? '200 OK'
            : $path eq '/gone'    ? '410 Gone'
            : $path eq '/nohead'  ? ($method eq 'HEAD' ? '405 No' : '200 OK')
            : $path eq '/busy'    ? ($n == 1
                ? "429 Wait\r\nRetry-After: 1" : '200 OK')
            : $path eq '/down'    ? "503 Down\r\nRetry-After: 1"
            : $path eq '/private' ? '401 No'
            : $path eq '/moved'   ? "301 Moved\r\nLocation: /ok"
            : $path eq '/found'   ? "302 Found\r\nLocation: /ok"
            : $path eq '/secret'  ? "302 Found\r\nSet-Cookie: a=b\r\n"
                . "Location: http://bob:hush\@127.0.0.1:$port/ok"
            : $path eq '/inward'  ? "302 Found\r\n"
                . "Location: http://127.0.0.1:$port/ok"
            :                       '404 Not Found';
        print $client "HTTP/1.1 $answer\r\nContent-Length: 0\r\n"
            . "Connection: close\r\n\r\n";
        close $client;
    }
    exit 0;
}

1;
