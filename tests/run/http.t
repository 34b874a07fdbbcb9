#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The preview's web server over raw sockets: a small program (unit/httpd.c) opens
# it on a folder and takes commands.
use strict;
use warnings;
use FindBin;
use IO::Select;
use IO::Socket::IP;
use IPC::Open2;
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF SHUT_WR);
use Time::HiRes qw(time sleep);
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $httpd = ($ENV{OBJECTS} // 'build/release') . '/unit/httpd';
$httpd = "$TOP/$httpd" unless $httpd =~ m{^/};
$SIG{PIPE} = 'IGNORE';
# A thousand connections take as many descriptors, here and there; the usual
# limit is 1024.
sub limit { return `sh -c 'ulimit -$_[0]'` =~ /(\d+)/ ? $1 : 1e9 }
if (limit('Sn') < 1200 && limit('Hn') >= 1200) {
    exec 'sh', '-c', 'ulimit -S -n 1200; exec "$@"', 'sh', $^X, $0;
}
# A test that hangs has failed.
$SIG{ALRM} = sub { die "no answer after 120 s\n" };
alarm 120;

# --- the program, and requests ------------------------------------------------

our $FILES = '-S -n 256';    # that the program may have open, as ulimit has it

sub start {
    my ($root, @options) = @_;
    my %server;
    # It raises the limit itself.
    $server{pid} = open2($server{out}, $server{in}, 'sh', '-c',
        "ulimit $FILES; exec \"\$@\"", 'sh', $httpd, $root, 'port=0', @options);
    my $line = readline $server{out};
    ($server{port}) = $line =~ /^port (\d+)/ or die "httpd: $line";
    return \%server;
}

# The lines that a command is answered with.
sub command {
    my ($server, $line) = @_;
    print {$server->{in}} "$line\n";
    $server->{in}->flush;
    my @lines;
    while (defined(my $answer = readline $server->{out})) {
        chomp $answer;
        return @lines if $answer eq '.';
        push @lines, $answer;
    }
    die "httpd is gone\n";
}

sub stop {
    my ($server) = @_;
    print {$server->{in}} "quit\n";
    close $server->{in};
    local $/;
    my $rest = readline $server->{out};
    waitpid $server->{pid}, 0;
    return $?;
}

sub dial {
    my ($server, $host) = @_;
    return IO::Socket::IP->new(PeerHost => $host // '127.0.0.1',
        PeerPort => $server->{port}, Type => SOCK_STREAM);
}

# Reads until there are that many bytes, a match, or the end.
sub take {
    my ($socket, $enough, $seconds) = @_;
    my $end = time + ($seconds // 10);
    my $got = \(${*$socket}{rest} //= '');
    my $select = IO::Select->new($socket);
    until (ref $enough ? $$got =~ $enough : length $$got >= $enough) {
        my $left = $end - time;
        last if $left <= 0 || !$select->can_read($left);
        sysread($socket, $$got, 65536, length $$got) or last;
    }
    my $n = !ref $enough ? $enough : $$got =~ $enough ? $+[0] : length $$got;
    return substr $$got, 0, $n, '';
}

sub is_closed {
    my ($socket, $seconds) = @_;
    return 0 unless IO::Select->new($socket)->can_read($seconds // 5);
    return !sysread $socket, my $byte, 1;
}

# One answer: status, fields, body. HEAD has none.
sub answer {
    my ($socket, $method) = @_;
    my $head = take($socket, qr/\r\n\r\n/);
    my ($status, $fields) = $head =~ m{^HTTP/1\.1 (\d{3}) [^\r]+\r\n(.*)\r\n$}s
        or return {status => 0, body => $head};
    my %answer = (status => $status, body => '', map {
        my ($name, $value) = /^([^:]+): (.*)$/;
        lc $name => $value
    } split /\r\n/, $fields);
    $answer{body} = take($socket, $answer{'content-length'})
        if $answer{'content-length'} && ($method // 'GET') ne 'HEAD';
    return \%answer;
}

# In a connection of its own, or that of the server's hash.
sub get {
    my ($server, $path, %fields) = @_;
    my $method = delete $fields{method} // 'GET';
    my $socket = delete $fields{socket} // dial($server);
    $fields{Host} //= "localhost:$server->{port}";
    syswrite $socket, "$method $path HTTP/1.1\r\n"
        . join('', map { "$_: $fields{$_}\r\n" } sort keys %fields) . "\r\n";
    return answer($socket, $method);
}

# Bytes as they are.
sub raw {
    my ($server, $bytes) = @_;
    my $socket = dial($server);
    syswrite $socket, $bytes;
    return (answer($socket), $socket);
}

# --- the folder ------------------------------------------------------------------

my $top = scratch();
my $root = "$top/site";
my $page = "<!doctype html><title>T</title><body><p>Hello</p></body></html>\n";
my $bytes = join '', map { chr($_ % 251) } 0 .. 99_999;
spew("$root/index.html", $page);
spew("$root/404.html", "<title>Nothing</title><body>No such page</body>");
spew("$root/a/index.html", $page);
spew("$root/a/bare.html", $page);
spew("$root/a/both.html", "<p>page</p>");
spew("$root/a/both/index.html", "<p>folder</p>");
spew("$root/empty/x.txt", "x");
spew("$root/a b/\xE6\x97\xA5\xD1\x84.txt", 'any script');
spew("$root/style.css", 'p { color: red }');
spew("$root/photo.JPG", $bytes);
spew("$root/nothing.bin", '');
spew("$root/%2e%2e/x.txt", 'decoded once');
spew("$root/.git/config", 'SECRET');
spew("$root/.well-known/x.txt", 'known');
spew("$top/secret.txt", 'SECRET');
spew("$top/outside/index.html", 'SECRET');
symlink "$top/secret.txt", "$root/link.txt" or die;
symlink "$top/outside", "$root/linked" or die;
symlink 'style.css', "$root/inner.css" or die;
my $server = start($root);

subtest 'pages and files' => sub {
    my $answer = get($server, '/');
    is($answer->{status}, 200);
    is($answer->{'content-type'}, 'text/html; charset=utf-8');
    is($answer->{'cache-control'}, 'no-cache');
    like($answer->{date}, qr/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    like($answer->{body}, qr{^<!doctype\ html>.*<p>Hello</p><script\ .*
        "/__crumb/events".*</script>\n</body></html>\n$}xs, 'the script');
    like($answer->{body}, qr/<script data-version="[0-9a-f]{32}" data-also="">/);
    my $head = get($server, '/', method => 'HEAD');
    is($head->{status}, 200);
    is($head->{'content-length'}, length $answer->{body}, 'as long as GET');
    is($head->{etag}, $answer->{etag});
    is(get($server, '/style.css')->{body}, 'p { color: red }', 'no script');
    is(get($server, '/style.css')->{'content-type'}, 'text/css; charset=utf-8');
    is(get($server, '/photo.JPG')->{body}, $bytes);
    is(get($server, '/photo.JPG')->{'content-type'}, 'image/jpeg');
    is(get($server, '/photo.JPG', method => 'HEAD')->{'content-length'}, 100_000);
    is(get($server, '/nothing.bin')->{'content-length'}, 0);
    is(get($server, '/nothing.bin')->{status}, 200);
    is(get($server, '/a%20b/%E6%97%A5%d1%84.txt?v=1')->{body}, 'any script');
    is(get($server, "/a%20b/\xE6\x97\xA5\xD1\x84.txt")->{body}, 'any script');
    is(get($server, '/a/index.html')->{status}, 200);
    is(get($server, '/a/bare')->{status}, 200, 'without .html');
    like(get($server, '/a/both')->{body}, qr/page/, 'a page before a folder');
    like(get($server, '/a/both/')->{body}, qr/folder/);
    is(get($server, '/.well-known/x.txt')->{body}, 'known');
    is(get($server, '/%252e%252e/x.txt')->{body}, 'decoded once');
    is(dial($server, '::1') ? 1 : 0, 1, 'also at ::1')
        if IO::Socket::IP->new(LocalHost => '::1', Listen => 1);
};

subtest 'redirects' => sub {
    for (['/a', '/a/'], ['/a?x=1&y', '/a/?x=1&y'], ['/%61', '/a/']) {
        my $answer = get($server, $_->[0]);
        is("$answer->{status} $answer->{location}", "301 $_->[1]", $_->[0]);
        is($answer->{'cache-control'}, 'no-cache', 'not for ever');
    }
    is(get($server, '/empty')->{status}, 404, 'a folder without a page');
    is(get($server, '/empty/')->{status}, 404, 'no list of files');
    is(get($server, '//a')->{status}, 404, 'no way to another host');
};

subtest 'what is not there' => sub {
    my $answer = get($server, '/nowhere/');
    is($answer->{status}, 404);
    like($answer->{body}, qr/No such page.*<script [^>]*data-also="\/404.html"/s);
    is($answer->{'content-type'}, 'text/html; charset=utf-8');
    is(get($server, '/style.css/')->{status}, 404);
    is(get($server, '/style.css/x')->{status}, 404);
    is(get($server, '/nowhere')->{status}, 404);
    is(get($server, '/404.html')->{status}, 200);
    is(get($server, '/' . 'a' x 300)->{status}, 404, 'a name that is too long');
    is(get($server, '/' . 'a/' x 3000)->{status}, 404, 'a path that is, too');
    my $bare = scratch();
    my $other = start($bare);
    $answer = get($other, '/');
    is($answer->{status}, 404, 'without a page of the site');
    like($answer->{body}, qr/Not found.*<script /s);
    rmdir $bare;
    is(get($other, '/')->{status}, 404, 'without a folder');
    spew("$bare/index.html", $page);
    is(get($other, '/')->{status}, 200, 'and with one again');
    is(stop($other), 0);
};

subtest 'nothing leads out' => sub {
    my @ways = qw(
        /../secret.txt /a/../../secret.txt /..%2fsecret.txt
        /%2e%2e/secret.txt /%2e%2e%2fsecret.txt /.%2e/secret.txt
        /%252e%252e/secret.txt /%252e%252e%252fsecret.txt
        /..%5csecret.txt /..\secret.txt /%5c..%5csecret.txt
        /%c0%ae%c0%ae/secret.txt /%c0%ae%c0%ae%c0%afsecret.txt
        /%e0%80%ae%e0%80%ae/secret.txt /..%c0%afsecret.txt
        /%f0%80%80%ae%f0%80%80%ae/secret.txt /..%252fsecret.txt
        /....//secret.txt /..;/secret.txt /%uff0e%uff0e/secret.txt
        /a/%2e%2e/%2e%2e/secret.txt /style.css/../../secret.txt
        //etc/passwd /%2fetc/passwd /./../secret.txt /.%00./secret.txt
        /..%00/secret.txt /style.css%00.html /%00 /a%0d%0aX:%20y
        /.git/config /%2egit/config /.git%2fconfig /.well-known/../.git/config
        /link.txt /linked/ /linked /linked/index.html /inner.css
        /a/..%2f..%2fsecret.txt /.. /. /a/.. /%2e%2e /%2e%2e/ /..%2f..%2f
        http://localhost/../secret.txt file:///etc/passwd
    );
    for my $way (@ways) {
        my $answer = get($server, $way);
        like($answer->{status}, qr/^(400|404)$/, $way);
        unlike($answer->{body}, qr/SECRET|root:/, "$way: nothing");
        ok(!defined $answer->{x}, "$way: no field");
    }
    is(get($server, '/.well-known/')->{status}, 404);
};

subtest 'conditions' => sub {
    for my $path ('/', '/style.css') {
        my $etag = get($server, $path)->{etag};
        like($etag, qr/^"[^"]+"$/);
        my $answer = get($server, $path, 'If-None-Match' => $etag);
        is($answer->{status}, 304, "$path: the same");
        is($answer->{etag}, $etag);
        is($answer->{'content-length'}, undef);
        is(get($server, $path, 'If-None-Match' => "\"x\", W/$etag")->{status}, 304);
        is(get($server, $path, 'If-None-Match' => '"x"')->{status}, 200);
        is(get($server, $path, method => 'HEAD', 'If-None-Match' => $etag)
            ->{status}, 304);
    }
    my $etag = get($server, '/')->{etag};
    utime 1, 1, "$root/index.html";
    is(get($server, '/', 'If-None-Match' => $etag)->{status}, 304, 'a touch');
    spew("$root/index.html", "$page<!-- new -->");
    is(get($server, '/', 'If-None-Match' => $etag)->{status}, 200, 'a change');
    spew("$root/index.html", $page);
    $etag = get($server, '/style.css')->{etag};
    my @times = Time::HiRes::stat("$root/style.css");
    spew("$root/style.new", 'p { color: tan }');
    rename "$root/style.new", "$root/style.css";
    Time::HiRes::utime($times[8], $times[9], "$root/style.css");
    is(get($server, '/style.css', 'If-None-Match' => $etag)->{status}, 200,
        'another file of the same size and time');
};

subtest 'ranges' => sub {
    my @cases = (
        ['bytes=0-9', 206, 0, 10], ['bytes=99990-', 206, 99_990, 10],
        ['bytes=-10', 206, 99_990, 10], ['bytes=99999-200000', 206, 99_999, 1],
        ['bytes=-200000', 206, 0, 100_000], ['bytes=5-5', 206, 5, 1],
        ['bytes=5-4', 200, 0, 100_000], ['bytes=x-', 200, 0, 100_000],
        ['lines=1-2', 200, 0, 100_000], ['bytes=0-1,4-5', 200, 0, 100_000],
    );
    for (@cases) {
        my ($range, $status, $first, $n) = @$_;
        my $answer = get($server, '/photo.JPG', Range => $range);
        is($answer->{status}, $status, $range);
        is($answer->{'content-length'}, $n);
        is($answer->{'accept-ranges'}, 'bytes');
        is($answer->{'content-range'}, $status == 200 ? undef
            : sprintf 'bytes %d-%d/100000', $first, $first + $n - 1);
        ok($answer->{body} eq substr($bytes, $first, $n), 'those bytes');
    }
    for my $range ('bytes=100000-', 'bytes=100000-100001', 'bytes=-0') {
        my $answer = get($server, '/photo.JPG', Range => $range);
        is($answer->{status}, 416, $range);
        is($answer->{'content-range'}, 'bytes */100000');
    }
    is(get($server, '/nothing.bin', Range => 'bytes=0-')->{status}, 416);
    my $answer = get($server, '/photo.JPG', method => 'HEAD', Range => 'bytes=1-2');
    is($answer->{status}, 206);
    is($answer->{'content-length'}, 2);
    my $etag = $answer->{etag};
    is(get($server, '/photo.JPG', Range => 'bytes=0-1', 'If-Range' => $etag)
        ->{status}, 206, 'If-Range, the same');
    for my $old ('"old"', "W/$etag", 'Sat, 21 Nov 2026 20:00:00 GMT') {
        is(get($server, '/photo.JPG', Range => 'bytes=0-1', 'If-Range' => $old)
            ->{status}, 200, "If-Range $old: the whole");
    }
    is(get($server, '/', Range => 'bytes=0-1')->{status}, 200, 'pages are whole');
};

# A request of so many bytes.
sub head_of {
    my ($bytes) = @_;
    my ($begin, $end) = ("GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "\r\n\r\n");
    return $begin . 'x' x ($bytes - length "$begin$end") . $end;
}

subtest 'requests that are none' => sub {
    my $host = "Host: localhost\r\n";
    my @cases = (
        ["GET / HTTP/1.1\r\n\r\n", 400, 'no Host'],
        ["GET / HTTP/1.0\r\n\r\n", 400, 'no Host in 1.0'],
        ["GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, 'empty Host'],
        ["GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, 'Host that is none'],
        ["GET / HTTP/1.1\r\n${host}Host: evil\r\n\r\n", 400, 'two Hosts'],
        ["GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403, 'rebinding'],
        ["GET / HTTP/1.1\r\nHost: evil.example:$server->{port}\r\n\r\n", 403],
        ["GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", 403],
        ["GET /__crumb/events HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403],
        ["GET http://evil.example/ HTTP/1.1\r\n$host\r\n", 403, 'absolute'],
        ["GET http://localhost/ HTTP/1.1\r\n$host\r\n", 200],
        ["GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", 200],
        ["GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", 200],
        ["\r\n\r\nGET / HTTP/1.1\r\n$host\r\n", 200, 'empty lines first'],
        ["GET / HTTP/1.1\n${host}\n", 200, 'line feeds'],
        ["GET /\r\n\r\n", 400, 'no version'],
        ["GET / HTTP/3.0\r\n$host\r\n", 505],
        ["GET / HTTP/1.1\r\n$host bad\r\n\r\n", 400, 'folded'],
        ["GET / HTTP/1.1\r\n${host}X: \0\r\n\r\n", 400, 'NUL'],
        ["GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n", 400],
        ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\n", 400, 'TLS'],
        ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, 'HTTP/2'],
        ["GET /" . 'a' x 20_000 . " HTTP/1.1\r\n$host\r\n", 414],
        ["GET / HTTP/1.1\r\n${host}X: " . 'a' x 20_000 . "\r\n\r\n", 431],
        ["GET / HTTP/1.1\r\n$host" . "X: y\r\n" x 200 . "\r\n", 431],
        [head_of(16 * 1024), 200, '16 KiB'],
        [head_of(16 * 1024 + 1), 431, 'and a byte'],
        ['a' x 20_000, 414],
        ["GET / HTTP/1.1\r\n$host" . 'X' x 20_000, 431],
    );
    for (@cases) {
        my ($request, $status, $name) = @$_;
        my ($answer, $socket) = raw($server, $request);
        is($answer->{status}, $status, $name // substr $request, 0, 60);
        ok(is_closed($socket), 'and closed') if $status =~ /^(400|414|431|505)$/;
    }
    for my $method (qw(POST PUT DELETE OPTIONS PATCH TRACE CONNECT get BREW)) {
        my $answer = get($server, '/', method => $method);
        is($answer->{status}, 405, $method);
        is($answer->{allow}, 'GET, HEAD');
    }
    my ($answer, $socket) = raw($server, "POST / HTTP/1.1\r\n$host"
        . "Content-Length: 50000\r\n\r\n" . 'x' x 50_000);
    is($answer->{status}, 405, 'answered, whatever it sends');
    ok(is_closed($socket), 'and closed');
    ($answer, $socket) = raw($server, "GET /style.css HTTP/1.1\r\n$host"
        . "Content-Length: 34\r\n\r\nGET /photo.JPG HTTP/1.1\r\n${host}\r\n");
    is($answer->{status}, 200);
    is(take($socket, 1), '', 'a body is no request');
};

subtest 'connections' => sub {
    my $socket = dial($server);
    my $start = time;
    is(get($server, '/style.css', socket => $socket)->{status}, 200) for 1 .. 50;
    cmp_ok(time - $start, '<', 1.5, 'no 40 ms between packets');
    is(get($server, '/', socket => $socket, Connection => 'close')
        ->{connection}, 'close');
    ok(is_closed($socket), 'on request');
    my $one = "GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n";
    $socket = dial($server);
    syswrite $socket, $one x 20;
    is(answer($socket)->{body}, 'p { color: tan }') for 1 .. 20;
    $socket = dial($server);
    for my $byte (split //, $one) {
        syswrite $socket, $byte;
        sleep 0.001;
    }
    is(answer($socket)->{status}, 200, 'byte by byte');
    $socket = dial($server);
    syswrite $socket, $one;
    shutdown $socket, SHUT_WR;
    is(answer($socket)->{status}, 200, 'half closed');
    my ($answer, $old) = raw($server,
        "GET /style.css HTTP/1.0\r\nHost: localhost\r\n\r\n");
    is($answer->{status}, 200);
    ok(is_closed($old), 'HTTP/1.0');
    ($answer, $old) = raw($server, "GET /style.css HTTP/1.0\r\n"
        . "Host: localhost\r\nConnection: keep-alive\r\n\r\n");
    is($answer->{connection}, 'keep-alive');
};

subtest 'the stream' => sub {
    my $one = dial($server);
    syswrite $one, "GET /__crumb/events?page=%2Fa%2F HTTP/1.1\r\n"
        . "Host: localhost\r\n\r\n";
    my $head = take($one, qr/\r\n\r\n/);
    like($head, qr{^HTTP/1\.1 200 }, 'open');
    like($head, qr{^Content-Type: text/event-stream\r$}m);
    like($head, qr{^Cache-Control: no-store\r$}m);
    unlike($head, qr{^Content-Length}m);
    like($head, qr{^Connection: close\r$}m, 'which ends with the connection');
    is(take($one, qr/\}\n\n/), "retry: 500\n\nevent: hello\n"
        . qq(data: {"build":$server->{pid},"drafts":["/x/"]}\n\n), 'hello');
    is_deeply([command($server, 'pages')], ['/a/'], 'who looks at what');
    command($server, 'send change {"urls":["/a/"]}');
    is(take($one, qr/\}\n\n/), qq(event: change\ndata: {"urls":["/a/"]}\n\n));
    command($server, 'send errors one');
    is(take($one, qr/one\n\n/), "event: errors\ndata: one\n\n");
    close $one;
    my $end = time + 5;
    sleep 0.01 while command($server, 'pages') && time < $end;
    is_deeply([command($server, 'pages')], [], 'gone is noticed at once');
    command($server, 'send change {}');
    my $answer = get($server, '/__crumb/events', method => 'HEAD');
    is($answer->{status}, 200);
    is($answer->{'content-type'}, 'text/event-stream');
    is_deeply([command($server, 'pages')], [], 'HEAD is no stream');
};

# Whether a page of that version is sent a change, right after hello.
sub told {
    my ($page, $version) = @_;
    my $socket = dial($server);
    syswrite $socket, "GET /__crumb/events?page=$page&version=$version HTTP/1.1"
        . "\r\nHost: localhost\r\n\r\n";
    take($socket, qr/hello\n.*\n\n/);
    command($server, 'send good {}');
    return take($socket, qr/event: good/) =~ /change.*"all":true/s ? 1 : 0;
}

subtest 'a page that is older than its stream' => sub {
    my ($version) = get($server, '/a/')->{body} =~ /data-version="(.*?)"/;
    is(told('/a/', $version), 0, 'as it is');
    is(told('/a/', '0' x 32), 1, 'another');
    utime 1, 1, "$root/a/index.html";
    is(told('/a/', $version), 0, 'touched');
    spew("$root/a/index.html", "$page<!-- new -->");
    is(told('/a/', $version), 1, 'changed');
    my ($none) = get($server, '/later/')->{body} =~ /data-version="(.*?)"/;
    is(told('/later/', $none), 0, 'not there');
    spew("$root/later/index.html", $page);
    is(told('/later/', $none), 1, 'there now');
    is(told('/__crumb/drafts', ''), 0, 'a page of our own');
    is(told('/../../secret.txt', ''), 0, 'no page at all');
    command($server, 'error on');
    is(told('/', ''), 0, 'no site yet');
    is(told('/', '0' x 32), 0, 'nor one to compare with');
    command($server, 'error off');
    is(told('/', ''), 1, 'a site now');
};

# The pages of our own tell drafts and paths: no other site's page may have them
# asked for, shown in a frame, or a link of its choice put on one.
subtest 'requests of other sites' => sub {
    my @own = ('/__crumb/', '/__crumb/drafts', '/__crumb/data', '/__crumb/events',
        '/__crumb', '/__crumb/nothing');
    for my $path (@own) {
        my $status = sub { get($server, $path, method => 'HEAD', @_)->{status} };
        my $usual = $status->();
        isnt($usual, 403, $path);
        for my $site ('cross-site', 'same-site', 'nonsense', '') {
            is($status->('Sec-Fetch-Site' => $site), 403, "$path: $site");
        }
        is($status->('Sec-Fetch-Site' => $_), $usual, "$path: $_")
            for qw(same-origin none);
        is($status->(Origin => $_), 403, "$path: from $_")
            for 'http://evil.example', 'null', '', 'http://localhost:1',
            'http://localhost.evil.example', 'localhost', 'file://',
            'http://evil.example/localhost';
        is($status->(Origin => "http://$_", Host => $_), $usual, "$path: from $_")
            for 'localhost', "localhost:$server->{port}", '127.0.0.1:4000', '[::1]:4000';
        is($status->(Origin => 'https://LOCALHOST', Host => 'localhost'), $usual,
            'through a tunnel');
    }
    my ($twice) = raw($server, "GET /__crumb/drafts HTTP/1.1\r\nHost: localhost\r\n"
        . "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Site: same-origin\r\n\r\n");
    is($twice->{status}, 403, 'said twice');
    is(get($server, '/', 'Sec-Fetch-Site' => 'cross-site')->{status}, 200,
        'the site itself is linked to from anywhere');
    for my $path ('/__crumb/drafts', '/__crumb/data', '/__crumb/nothing') {
        my $answer = get($server, $path);
        is($answer->{'x-frame-options'}, 'DENY', "$path in no frame");
        is($answer->{'content-security-policy'}, "frame-ancestors 'none'");
    }
    for my $path ('/__crumb/drafts', '/__crumb/data', '/', '/nothing') {
        my $answer = get($server, $path);
        is($answer->{'cross-origin-resource-policy'}, 'same-origin',
            "$path is in no other site's page");
        is($answer->{'x-content-type-options'}, 'nosniff');
    }
    my $socket = dial($server);
    get($server, '/__crumb/drafts', socket => $socket);
    is(get($server, '/', socket => $socket)->{'x-frame-options'}, undef,
        'the site is as anywhere');
};

subtest 'a page that is none of this site' => sub {
    for my $page ('javascript:alert(1)', 'JavaScript:x', '//evil.example/', '/%5Cevil.example',
        '\\\\evil.example', '%2F%2Fevil.example', 'http://evil.example/', 'a/', '/%09/evil.example',
        '/%0A/evil.example', '/%00', '/%7F', '/a%0D%0Ab', '%20/a/') {
        my ($answer, $socket) = raw($server, "GET /__crumb/events?page=$page HTTP/1.1"
            . "\r\nHost: localhost\r\n\r\n");
        is($answer->{status}, 400, $page);
    }
    is_deeply([command($server, 'pages')], [], 'none is listed');
    my $socket = dial($server);
    syswrite $socket, "GET /__crumb/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    like(take($socket, qr/hello\n.*\n\n/), qr/hello/, 'a program names none');
    is_deeply([command($server, 'pages')], [], 'and is not listed');
};

subtest 'a browser with many tabs' => sub {
    my @tabs;
    for (qw(a b b b b b b)) {
        push @tabs, dial($server);
        syswrite $tabs[-1], "GET /__crumb/events?page=/&browser=$_ HTTP/1.1"
            . "\r\nHost: localhost\r\n\r\n";
        take($tabs[-1], qr/hello\n.*\n\n/);
    }
    command($server, 'send good {}');
    my @told = map { take($_, qr/event: good/) =~ /event: (\w+)/ } @tabs;
    is("@told", 'good rest rest good good good good', 'the oldest rest');
};

subtest 'pages of our own' => sub {
    my $answer = get($server, '/__crumb/drafts?page=/x/');
    is($answer->{status}, 200);
    like($answer->{body}, qr{query=page=/x/<script });
    $answer = get($server, '/__crumb/data');
    is($answer->{'content-type'}, 'application/json');
    is($answer->{body}, '{"a":1}');
    is(get($server, '/__crumb/nothing')->{status}, 404);
    is(get($server, '/__crumb/')->{status}, 404);
    is(get($server, '/__crumb')->{location}, '/__crumb/');
    command($server, 'error on');
    for my $path ('/', '/style.css', '/nowhere/') {
        $answer = get($server, $path);
        is($answer->{status}, 503, "$path without a site");
        like($answer->{body}, qr/no site yet.*<script data-version=""/s);
    }
    is(get($server, '/__crumb/drafts')->{status}, 200);
    command($server, 'error off');
    is(get($server, '/')->{status}, 200);
};

# Answers that come later, and what clients do meanwhile.
subtest 'pages that take their time' => sub {
    my $other = start($root, 'wait=2000');
    my $request = "GET /a/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    command($other, 'later on');
    my @waiting = map { dial($other) } 1 .. 3;
    syswrite $_, $request for @waiting;
    syswrite $waiting[1], $request =~ s/GET/HEAD/r;
    shutdown $waiting[2], SHUT_WR;
    my $gone = dial($other);
    syswrite $gone, $request;
    close $gone;
    my $stream = dial($other);
    syswrite $stream, "GET /__crumb/events?page=/a/&version=0 HTTP/1.1\r\n"
        . "Host: localhost\r\n\r\n";
    take($stream, qr/hello\n.*\n\n/);
    ok(!IO::Select->new(@waiting, $stream)->can_read(0.3), 'are waited for');
    is(get($other, '/__crumb/drafts')->{status}, 200, 'others are answered');
    command($other, 'later off');
    is(answer($_)->{status}, 200, 'and then come') for @waiting;
    is(answer($waiting[1], 'HEAD')->{status}, 200, 'the next request too');
    is(get($other, '/style.css', socket => $waiting[0])->{status}, 200,
        'the connection stays');
    like(take($stream, qr/change.*\n\n/), qr/"all":true/, 'a stream is told');
    command($other, 'later on');
    my $start = time;
    is(get($other, '/a/')->{status}, 503, 'not for ever');
    cmp_ok(time - $start, '>', 1.9);
    cmp_ok(time - $start, '<', 4);
    syswrite $waiting[0], $request;
    is(stop($other), 0, 'the end comes before');
};

subtest 'a site under a path' => sub {
    my $other = start($root, 'base=/blog');
    my $location = sub { get($other, $_[0])->{location} // '' };
    is($location->('/'), '/blog/');
    is($location->('/?q'), '/blog/?q');
    is($location->('/blog'), '/blog/');
    is($location->('/blog/a'), '/blog/a/');
    is(get($other, '/blog/')->{status}, 200);
    is(get($other, '/blog/style.css')->{status}, 200);
    is(get($other, '/blog/nowhere')->{status}, 404);
    like(get($other, '/blog/nowhere')->{body}, qr{data-also="/blog/404.html"});
    is(get($other, "/$_")->{status}, 404, $_)
        for qw(style.css a/ blogs blogstyle.css blog/blog/);
    is(get($other, '/__crumb/drafts')->{status}, 200);
    is(stop($other), 0);
};

subtest 'clients that are slow' => sub {
    my $other = start($root, qw(idle=200 head=300 stall=250 ping=100));
    my $start = time;
    my $idle = dial($other);
    ok(is_closed($idle), 'who says nothing');
    cmp_ok(time - $start, '>', 0.25);
    cmp_ok(time - $start, '<', 2);
    $idle = dial($other);
    $start = time;
    get($other, '/', socket => $idle);
    ok(is_closed($idle), 'who says nothing more');
    cmp_ok(time - $start, '>', 0.19);
    cmp_ok(time - $start, '<', 2);
    # A slow client delays no other, neither in the first request nor in a later one.
    my $patient = start($root, qw(idle=60000 head=300));
    for my $n (1, 2) {
        my $loris = dial($patient);
        get($patient, '/style.css', socket => $loris) if $n == 2;
        $start = time;
        while (time - $start < 3) {
            syswrite $loris, 'G' or last;
            last if IO::Select->new($loris)->can_read(0.1);
        }
        cmp_ok(time - $start, '<', 2, "who says the request $n too slowly");
        is(answer($loris)->{status}, 408);
    }
    is(stop($patient), 0);
    spew("$root/large.bin", 'x' x 30_000_000);
    my $deaf = dial($other);
    syswrite $deaf, "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
    sleep 1.2;
    my $got = length take($deaf, 31_000_000, 5);
    cmp_ok($got, '<', 30_000_000, 'who takes nothing');
    my $stream = dial($other);
    syswrite $stream, "GET /__crumb/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    my $pings = qr/hello.*(?:: ping\n\n){4}/s;
    like(take($stream, $pings), $pings, 'a stream lives longer, and pings');
    is(stop($other), 0);
};

subtest 'clients that do not listen' => sub {
    my $deaf = dial($server);
    syswrite $deaf, "GET /__crumb/events?page=/deaf HTTP/1.1\r\n"
        . "Host: localhost\r\n\r\n";
    my $good = dial($server);
    syswrite $good, "GET /__crumb/events?page=/good HTTP/1.1\r\n"
        . "Host: localhost\r\n\r\n";
    take($good, qr/hello\n.*\n\n/);
    my $event = 'send change ' . 'x' x 100_000;
    my $sent = 0;
    while (grep { $_ eq '/deaf' } command($server, 'pages')) {
        last if ++$sent > 500;
        command($server, $event);
        take($good, qr/x\n\n/);
    }
    cmp_ok($sent, '<', 200, 'dropped');
    is_deeply([command($server, 'pages')], ['/good'], 'the other one is not');
    is(get($server, '/')->{status}, 200);
};

subtest 'clients that leave' => sub {
    for (1 .. 20) {
        my $socket = dial($server);
        syswrite $socket, "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
        take($socket, 1000);
        # With a reset, every other time.
        setsockopt $socket, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0) if $_ % 2;
        close $socket;
    }
    my $answer = get($server, '/large.bin');
    is(length $answer->{body}, 30_000_000, 'a large file, whole');
    my $fds = "/proc/$server->{pid}/fd";
    SKIP: {
        skip 'no /proc', 1 unless -d $fds;
        my $end = time + 5;
        my @files;
        do {
            @files = grep { (readlink($_) // '') =~ /large\.bin/ } glob "$fds/*";
        } while @files && time < $end && sleep 0.05;
        is(scalar @files, 0, 'no file stays open');
    }
};

subtest 'a thousand at once' => sub {
    plan skip_all => 'too few descriptors here' if limit('Sn') < 1200;
    # Streams take half of the server's places, files have some beside them.
    my $hard = limit('Hn');
    my $most = $hard < 2200 ? int(($hard - 128) / 2) : 1000;
    my @streams;
    for my $i (1 .. $most) {
        my $socket = dial($server) or last;
        syswrite $socket, "GET /__crumb/events?page=/$i HTTP/1.1\r\n"
            . "Host: localhost\r\n\r\n";
        push @streams, $socket;
    }
    is(scalar @streams, $most);
    take($_, qr/hello\n.*\n\n/) for @streams;
    cmp_ok(scalar(command($server, 'pages')), '>=', $most, 'streams');
    my $start = time;
    command($server, 'send change {"all":true}');
    my $told = grep { take($_, qr/change\n.*\n\n/) =~ /all/ } @streams;
    is($told, $most, 'each is told');
    cmp_ok(time - $start, '<', 2);
    is(get($server, '/')->{status}, 200, 'and there is room');
    close $_ for @streams;
};

subtest 'more than there is room for' => sub {
    my $other = start($root, 'connections=10');
    # A connection that is not accepted gets no answer for ten seconds or more.
    my $start = time;
    for (map { dial($other) } 1 .. 50) {
        is(get($other, '/style.css', socket => $_)->{status}, 200) or last;
    }
    cmp_ok(time - $start, '<', 5, 'who only waits makes room');
    my @streams = map { dial($other) } 1 .. 30;
    syswrite $_, "GET /__crumb/events?page=/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for @streams;
    sleep 0.3;
    is(scalar(command($other, 'pages')), 5, 'streams take half of it');
    $start = time;
    for (1 .. 20) {
        is(get($other, '/style.css')->{status}, 200, 'a page can be fetched')
            or last;
    }
    cmp_ok(time - $start, '<', 5, 'while streams end');
    like(take($streams[0], qr/rest/, 1), qr/^event: rest$/m, 'the oldest rest');
    ok(is_closed($streams[0]), 'and are closed');
    command($other, 'send good {}');
    like(take($streams[-1], qr/event: good/, 1), qr/good/, 'the newest is told');
    my @busy = map { dial($other) } 1 .. 5;
    syswrite $_, 'GET /style.css' for @busy;
    sleep 0.1;
    my $waits = dial($other);
    syswrite $waits, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ok(!IO::Select->new($waits)->can_read(0.3), 'the next one waits');
    close $_ for @streams;
    is(answer($waits)->{status}, 200, 'until they are gone');
    is(stop($other), 0);
};

subtest 'more than the system allows' => sub {
    local $FILES = '-n 40';
    my $other = start($root);
    for (map { dial($other) } 1 .. 60) {
        is(get($other, '/__crumb/data', socket => $_)->{status}, 200) or last;
    }
    is(stop($other), 0);
};

# Seconds of processor time.
sub used {
    my ($pid) = @_;
    my @fields = split ' ', (slurp("/proc/$pid/stat") =~ s/^.*\)//sr);
    return ($fields[11] + $fields[12]) / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

subtest 'ports and addresses' => sub {
    my $next = IO::Socket::IP->new(LocalHost => '127.0.0.1',
        LocalPort => $server->{port} + 1, Listen => 1);
    my $other = start($root, "port=$server->{port}");
    cmp_ok($other->{port}, '>', $server->{port}, 'the next free one');
    cmp_ok($other->{port}, '<=', $server->{port} + 20);
    isnt($other->{port}, $server->{port} + 1) if $next;
    is(get($other, '/')->{status}, 200);
    is(stop($other), 0);
    my $wrong = <<'END';
error[listen]: not an IP address: "0.0.0"
  write 0.0.0.0 for all addresses of this machine
END
    my ($status, $out) = run({}, $httpd, $root, 'bind=0.0.0');
    is($status, 1);
    is($out, $wrong);
    ($status, $out) = run({}, $httpd, $root, 'bind=192.0.2.1');
    is($status, 1, 'an address of somebody else');
    like($out, qr/^error\[listen\]: can't listen at port/);
    $other = start($root, 'bind=0.0.0.0');
    is(get($other, '/', Host => '192.0.2.1:80')->{status}, 200);
    is(get($other, '/', Host => 'evil.example')->{status}, 403);
    is(stop($other), 0);
};

SKIP: {
    skip 'no /proc', 1 unless -r "/proc/$server->{pid}/stat";
    my $before = used($server->{pid});
    sleep 0.5;
    cmp_ok(used($server->{pid}) - $before, '<', 0.02, 'nothing to do is nothing done');
}

my $last = dial($server);
syswrite $last, "GET /__crumb/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
take($last, qr/hello/);
my $start = time;
is(stop($server), 0, 'it ends, without leaks');
cmp_ok(time - $start, '<', 2, 'at once');
done_testing;
