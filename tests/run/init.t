#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb init`: the new blog builds without warnings, for any name of the folder and
# any time zone.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use JSON::PP;
use Test::More;

our @ZONE = (TZ => 'Europe/Madrid');

sub init {
    my ($dir, %env) = @_;
    return run({@ZONE, %env}, $CRUMB, 'init', $dir, '--now', $NOW);
}

sub setting {
    my ($dir, $key) = @_;
    my ($value) = slurp("$dir/site.yaml") =~ /^$key: (.*)$/m;
    return $value;
}

# Silent builds and checks once it has an address, and the title as it was
# meant.
sub check_blog {
    my ($dir, $name, $title) = @_;
    my ($status, $out, $said) =
        run({@ZONE}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
    is($status, 0, "$name: builds at once");
    is(join(' ', $said =~ /\[([a-z-]+)\]/g), 'placeholder-url',
        "$name: and lacks nothing but an address");
    spew("$dir/site.yaml",
        slurp("$dir/site.yaml") =~ s{^url: .*$}{url: https://blog.test}mr);
    ($status, $out, $said) = run({@ZONE}, $CRUMB, 'build', '-C', $dir,
        '--strict', '--now', $NOW);
    is("$status$said", '0', "$name: builds without a warning");
    my $checked;
    ($status, $checked, $said) =
        run({@ZONE}, $CRUMB, 'check', '-C', $dir, '--now', $NOW);
    is("$status$said", '0', "$name: crumb check has no finding");
    like($checked, qr/nothing is wrong/, "$name: nothing is wrong");
    my $feed = decode_json(slurp("$dir/public/feed.json"));
    is($feed->{title}, $title, "$name: its title");
    my $left = join ' ', grep { /@[A-Z]+@/ } values %{tree("$dir/content")};
    is($left, '', "$name: nothing is left to fill in");
}

sub check_names {
    my $top = scratch();
    for (['blog', 'Blog'], ['my-blog', 'My blog'], ['a_b c', 'A b c'],
        ['yes', 'Yes'], ['null', 'Null'], ['2026', '2026'], ['1.10', '1.10'],
        ['it: "so"', 'It: "so"'], ['#1', '#1'], ["it's", "It's"],
        ["caf\xc3\xa9", "Caf\xe9"], ["\xe6\x97\xa5", "\x{65e5}"],
        ['--', 'My blog'], ["\xff", 'My blog'], ['@DATE@', '@DATE@'],
        ['{{ x }}', '{{ x }}'],
        ['new/in/new', 'New'], ['slash/', 'Slash']) {
        my ($name, $title) = @$_;
        my ($status, $out, $said) = init("$top/$name");
        is("$status$said", '0', "$name: begins") or next;
        check_blog("$top/$name" =~ s{/$}{}r, $name, $title);
    }
    mkdir "$top/here";
    my ($status, $out) = run({@ZONE}, $CRUMB, '-C', "$top/here", 'init', '.');
    is($status, 0, 'the folder that one stands in');
    is(setting("$top/here", 'title'), 'Here', 'has its name for a title');
    unlike($out, qr/^cd /m, 'and nowhere to go to');
}

# TZ, the zone in site.yaml, and the day of $NOW, 2026-01-15T12:00:00Z, there.
sub check_zones {
    my $top = scratch();
    my $n = 0;
    for (['Europe/Madrid', 'Europe/Madrid', '2026-01-15'],
        [':Asia/Tokyo', 'Asia/Tokyo', '2026-01-15'],
        ['/usr/share/zoneinfo/Pacific/Kiritimati', 'Pacific/Kiritimati',
            '2026-01-16'],
        ['UTC', 'UTC', '2026-01-15'], ['Etc/UTC', 'UTC', '2026-01-15'],
        ['', 'UTC', '2026-01-15'], ['XYZ-25', 'UTC', '2026-01-15'],
        ['Nowhere/City', 'UTC', '2026-01-15'],
        ['../../../etc/passwd', 'UTC', '2026-01-15']) {
        my ($tz, $zone, $day) = @$_;
        my $dir = "$top/" . $n++;
        run({TZ => $tz}, $CRUMB, 'init', $dir, '--now', $NOW);
        is(setting($dir, 'timezone'), $zone, "TZ=$tz: $zone");
        like(slurp("$dir/content/notes/hello.md"), qr/^date: $day$/m,
            "TZ=$tz: $day");
    }
    my ($status) = run({}, $CRUMB, 'init', "$top/machine");
    my ($real) = (readlink('/etc/localtime') // '') =~ m{/zoneinfo/(.*)};
    is(setting("$top/machine", 'timezone'), $real =~ /UTC$/ ? 'UTC' : $real,
        'without TZ: where /etc/localtime leads') if $real;
}

# A folder's files as they were, and what was said.
sub check_refused {
    my ($what, $said, %files) = @_;
    my $dir = scratch() . '/x';
    spew("$dir/$_", $files{$_}) for keys %files;
    my ($status, $out, $error) = init($dir);
    is("$status$out", '1', "$what: refused");
    like($error, $said, "$what: said why");
    is(difference(tree($dir), \%files), '', "$what: nothing was touched");
}

sub check_room {
    check_refused('a post', qr/not empty, there is content:/,
        'content/a.md' => 'A');
    check_refused('a blog', qr/not empty/, 'site.yaml' => "title: T\n");
    check_refused('a hidden file', qr/there is \.env:/, '.env' => 'x');
    check_refused('a .gitignore', qr/there is \.gitignore:/,
        '.gitignore' => '*.o');
    my $dir = scratch();
    spew("$dir/file", 'x');
    my ($status, undef, $said) = init("$dir/file");
    like("$status$said", qr{^1crumb: .*/file: Not a directory}, 'a file');
    my %kept = ('.git/config' => "[core]\n");
    spew("$dir/new/$_", $kept{$_}) for keys %kept;
    ($status) = init("$dir/new");
    is($status, 0, 'a repository without a file may be there');
    my $got = tree("$dir/new");
    is($got->{$_}, $kept{$_}, "$_ stays") for sort keys %kept;
    check_blog("$dir/new", 'in a repository', 'New');
    ($status, undef, $said) = init("$dir/new");
    is($status, 1, 'never twice');
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check_names();
check_zones();
check_room();
done_testing();
