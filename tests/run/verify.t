#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Files that change behind crumb's back: size, times and inode stay what they
# were (tests/faults/faults.c, the mode `still`). A build does not see that;
# --verify does, and says where; --hash-all and --clean put it right.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";

sub build {
    my ($dir, @args) = @_;
    my ($status, $out, $error) = run(
        {TZ => 'UTC', LD_PRELOAD => $FAULTS, FAULT_MODE => 'still'},
        $CRUMB, 'build', '-C', $dir, '--now', $NOW, @args);
    return ($status, mask($out), $error);
}

sub write_site {
    my ($dir) = @_;
    spew("$dir/site.yaml", "title: Verify\n");
    spew("$dir/content/life/$_.md", "---\ntitle: Post $_\n---\nText of $_.\n")
        for qw(a b c);
    spew("$dir/content/life/pic.bin", "\xff\x00one");
    spew("$dir/static/plain.txt",     "first line\nsecond line\n");
}

# In place, so that even the inode stays.
sub replace_bytes {
    my ($path, $from, $to) = @_;
    my $text = slurp($path);
    $text =~ s/\Q$from\E/$to/ or die "$path has no '$from'";
    open my $file, '+<', $path or die "$path: $!";
    print {$file} $text;
    close $file or die "$path: $!";
}

# A site, published, with all that a later build goes by.
sub published {
    my $dir = scratch() . '/site';
    write_site($dir);
    build($dir);
    spew("$dir/content/life/c.md", "---\ntitle: Post c\n---\nMore text of c.\n");
    my ($status, $out, $error) = build($dir);
    is("$status$error", '0', 'it is published');
    return $dir;
}

sub expect_unseen {
    my ($dir, $what) = @_;
    my ($status, $out, $error) = build($dir);
    like($out, qr/: nothing changed, /, "$what: a build does not see it")
        or diag($error);
}

sub expect_verified {
    my ($dir, $what, @args) = @_;
    my ($status, $out, $error) = build($dir, '--verify', @args);
    is("$status$error", '0', "$what: verified");
    like($out, qr/^a clean build makes the same \d+ files, byte for byte, in /m,
        "$what: says so");
}

sub expect_unlike {
    my ($dir, $what, $error) = @_;
    my $before = tree("$dir/public");
    my ($status, $out, $got) = build($dir, '--verify');
    is($status, 1, "$what: not verified");
    like($got, $error, "$what: the first difference");
    is(difference(tree("$dir/public"), $before), '', "$what: nothing is done");
    ok(!-e "$dir/.crumb/verify" && !glob("$dir/.crumb/*stage"),
        "$what: nothing is left behind");
}

# Changes, looks, mends in both ways.
sub check {
    my ($what, $change, $error) = @_;
    for my $cure ('--hash-all', '--clean') {
        my $dir = published();
        $change->($dir);
        expect_unseen($dir, $what);
        expect_unlike($dir, $what, $error);
        my ($status, $out, $said) = build($dir, $cure);
        is("$status$said", '0', "$what: $cure");
        unlike($out, qr/nothing changed/, "$what: $cure has done something");
        expect_verified($dir, "$what, after $cure");
    }
}

my $CURE = "crumb build --clean mends it; please report it: builds must not "
    . "differ\n";

sub text { my $all = join '', @_; return qr/\A\Q$all\E\z/ }

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
plan skip_all => 'no faults.so: calls are caught in the way of Linux only'
    unless -e $FAULTS && $^O eq 'linux';
plan skip_all => 'not with the address or thread sanitizer'
    if ($ENV{OBJECTS} // '') =~ /asan|tsan/;

expect_verified(published(), 'as it is');
expect_verified(published(), 'as it is', '--hash-all');

check('an output', sub {
    replace_bytes("$_[0]/public/plain.txt", 'second', 'SECOND');
}, text(<<'END'));
public/plain.txt:2:1: error[unlike-clean]: is not what a clean build makes, from byte 12 on
   2 | SECOND line
     | ^ crumb build --clean mends it; please report it: builds must not differ
END
check('a static file', sub {
    replace_bytes("$_[0]/static/plain.txt", 'line', 'LINE');
}, text(<<'END', '     |       ^ ' . $CURE));
public/plain.txt:1:7: error[unlike-clean]: is not what a clean build makes, from byte 7 on
   1 | first line
END
check('a file that is no text', sub {
    replace_bytes("$_[0]/content/life/pic.bin", 'one', 'ONE');
}, text(<<'END', '  ' . $CURE));
public/life/pic.bin: error[unlike-clean]: is not what a clean build makes, from byte 3 on
END
check('a post', sub {
    replace_bytes("$_[0]/content/life/a.md", 'Text of a', 'Text of A');
}, qr{\Apublic/index\.html:\d+:\d+: error\[unlike-clean\].*
 +\d+ \| <p>Text of a\.</p>
 +\| +\^ crumb build --clean mends it and 2 others; please report it: });

# Power that fails loses nothing, unless --no-sync says that this may be.
sub syncs {
    my ($dir, @args) = @_;
    spew("$dir/content/life/new.md", "---\ntitle: New\n---\n@args\n");
    run({TZ => 'UTC', LD_PRELOAD => $FAULTS, FAULT_MODE => 'count',
            FAULT_LOG => "$dir.log"}, $CRUMB, 'build', '-C', $dir, '--now', $NOW, @args);
    return slurp("$dir.log") =~ /^sync (\d+)$/m ? $1 : die;
}
my $site = published();
cmp_ok(syncs($site), '>', 0, 'what is published is synced');
is(syncs($site, '--no-sync'), 0, '--no-sync: nothing is');

# Differences beside the warnings of a site are reported, and the warnings once.
my $warned = published();
spew("$warned/content/life/d.md", "---\ntitle: Post d\n---\n[No](no.md)\n");
build($warned);
replace_bytes("$warned/public/plain.txt", 'second', 'SECOND');
my ($failed, undef, $error) = build($warned, '--verify');
is($failed, 1, 'with warnings: not verified');
is(join(' ', $error =~ /(\w+\[.*\])/g), 'warning[broken-link] error[unlike-clean]',
    'with warnings: both are said');
done_testing();
