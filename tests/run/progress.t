#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The line that says how far a long build is: on a terminal, from the first
# second on, erased at the end; and none elsewhere. The terminal is one that
# Python makes.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;
use Time::HiRes qw(time);

# Runs a command with standard error on a terminal of so many columns, and
# prints what comes there.
my $TERMINAL = <<'END';
import fcntl, os, pty, struct, subprocess, sys, termios
columns, command = int(sys.argv[1]), sys.argv[2:]
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('4H', 24, columns, 0, 0))
child = subprocess.Popen(command, stdin=theirs, stdout=subprocess.DEVNULL,
                         stderr=theirs)
os.close(theirs)
try:
    while chunk := os.read(ours, 4096):
        sys.stdout.buffer.write(chunk)
except OSError:
    pass
sys.exit(child.wait())
END

# Some posts, each as slow as the loop of its template.
sub write_site {
    my ($dir, $rounds) = @_;
    spew("$dir/site.yaml", "title: Slow\n");
    spew("$dir/content/life/p$_.md", "Text, [no link](no$_.md).\n") for 1 .. 30;
    spew("$dir/templates/post.html",
        "{% for i in range($rounds) %}{% for j in range(9) %}{% if j < 0 %}x"
            . '{% endif %}{% endfor %}{% endfor %}');
}

sub on_terminal {
    my ($dir, $columns, $term, @args) = @_;
    my ($status, $out, $error) = run({TZ => 'UTC', TERM => $term}, 'python3',
        '-c', $TERMINAL, $columns, $CRUMB, 'build', '-C', $dir, '--now', $NOW,
        '--jobs', 2, '--clean', '--color', 'never', @args);
    die $error if $error ne '';
    return $out;
}

# A site whose build takes somewhat more than a second on the machine at hand, and
# the progress drawn for it: a machine that was busy when the rounds were counted
# may be quick when they are built.
sub slow_site {
    my $dir = scratch();
    for (my $rounds = 20_000; $rounds < 1_000_000;) {
        write_site($dir, $rounds);
        my $start = time;
        my ($status, $out, $error) =
            run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--jobs', 2);
        die "$rounds rounds: $error" if $status;
        die "a line in a pipe: $error" if $error =~ /[\r\e]|rendering/;
        my $time = time - $start;
        if ($time > 1.5) {
            $start = time;
            my $bytes = on_terminal($dir, 80, 'xterm');
            my (undef, @drawn) = drawn($bytes);
            my $told = @drawn > 3 && grep { /left$/ } @drawn;
            return ($dir, $bytes) if $told || time - $start > 8;
        }
        $rounds = int($rounds * ($time < 0.2 ? 8 : $time > 1.5 ? 2 : 1.8 / $time));
    }
    die 'this machine is too fast';
}

# The lines that were drawn, and the text left on the terminal.
sub drawn {
    my ($bytes) = @_;
    my @drawn = $bytes =~ /\r([^\r\n]*)\e\[K/g;
    (my $left = $bytes) =~ s/\r[^\r\n]*\e\[K(?=\r[^\r\n]*\e\[K)//g;
    $left =~ s/\A\r\e\[K//;
    return ($left, @drawn);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'no python3' if system 'python3 -c "import pty" 2>/dev/null';
my ($slow, $bytes) = slow_site();
my $warnings = qr/\A(?:content\S+ warning\[broken-link\].*\r\n(?: .*\r\n)*){20}/;

my ($left, @drawn) = drawn($bytes);
cmp_ok(scalar @drawn, '>', 3, 'a slow build draws lines');
is(pop @drawn, '', 'the last one is erased');
is_deeply([grep { !/^(?:reading|rendering|publishing)\b/ } @drawn], [],
    'they say what is done');
my ($last) = grep { /^rendering.* left$/ } reverse @drawn;
my ($done, $total, $rate, $time) =
    $last =~ /^rendering: (\d+) of (\d+), (\d+) a second, (\d+) s left$/
    or diag(@drawn);
cmp_ok($total // 0, '>=', 30, 'every page is counted');
my $slowest = ($rate || 1) - 0.5;
cmp_ok($time // 'inf', '<=', ($total - $done) / $slowest + 1,
    'and the last one is done when the rate says');
my @counts = map { /^rendering: (\d+)/ ? $1 : () } @drawn;
is_deeply(\@counts, [sort { $a <=> $b } @counts], 'it goes forward');
like($left, $warnings, 'warnings stand where the line was');

($left, @drawn) = drawn(on_terminal($slow, 20, 'xterm'));
is_deeply([grep { length > 19 } @drawn], [], 'no line is too long');

unlike(on_terminal($slow, 80, 'dumb'), qr/\e|rendering/, 'none if TERM is dumb');
unlike(on_terminal($slow, 80, 'xterm', '--format', 'json'), qr/\e|rendering/,
    'none beside JSON');

write_site($slow, 1);
unlike(on_terminal($slow, 80, 'xterm'), qr/\e|rendering/,
    'none if it does not take a second');
done_testing();
