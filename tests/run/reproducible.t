#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The same sources and the same build instant make the same bytes, wherever
# and however: in a folder of another name, with its files created in the
# other order (which is the order in which tmpfs lists them), older, in
# another time zone and locale, with one thread or eight, started from
# somewhere else.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Cwd qw(getcwd);
use Harness;
use Replay;
use Test::More;

sub folder {
    my ($name) = @_;
    my $dir = scratch() . "/$name";
    mkdir $dir or die "$dir: $!";
    return $dir;
}

# path => bytes of the sites to build.
sub scripted {
    my ($name) = @_;
    my %files;
    for my $step (script_read(slurp("$TESTS/incremental/sites/$name.txt"))) {
        my ($what, $path, @facts) = @{$step->{words}};
        $files{$path} = $what eq 'image' ? png(@facts) : $step->{text};
    }
    return \%files;
}

sub this_blog {
    my %files = ('site.yaml' => slurp("$TOP/site.yaml"));
    for my $part (qw(content static templates)) {
        my $tree = tree("$TOP/$part");
        $files{"$part/$_"} = $tree->{$_} for keys %$tree;
    }
    return \%files;
}

sub listing {
    my ($dir) = @_;
    opendir my $handle, $dir or return '';
    return join ' ', grep { !/^\./ } readdir $handle;
}

# Two ways of doing the same.
my @WAYS = (
    {
        environment => {TZ => 'Pacific/Kiritimati', LC_ALL => 'C'},
        folder => 'one', order => sub { sort @_ }, jobs => 1, umask => 022,
        arguments => sub { ('-C', $_[0], '--now', $NOW) },
        age => 0,
    },
    {
        environment => {
            TZ => 'America/Los_Angeles', LC_ALL => 'tr_TR.UTF-8',
            LANG => 'de_DE.UTF-8', LANGUAGE => 'de', TERM => 'dumb',
            COLUMNS => 40, SOURCE_DATE_EPOCH => 1768478400,
        },
        folder => "another f\x{c3}\x{b6}lder", jobs => 8, umask => 077,
        order => sub { reverse sort @_ },
        arguments => sub { () },
        age => 40_000_000,
    },
);

sub build {
    my ($way, $files) = @_;
    my $dir = folder($way->{folder});
    for my $path ($way->{order}->(keys %$files)) {
        spew("$dir/$path", $files->{$path});
        my $time = time - $way->{age};
        utime $time, $time, "$dir/$path";
    }
    my $before = getcwd();
    my $mask   = umask $way->{umask};
    chdir $dir or die "$dir: $!";
    my ($status, $out, $error) = run($way->{environment}, $CRUMB, 'build',
        $way->{arguments}->($dir), '--jobs', $way->{jobs});
    chdir $before;
    umask $mask;
    return {status => $status, said => mask($out) . $error, dir => $dir,
        tree => tree("$dir/public")};
}

sub check {
    my ($name, $files) = @_;
    my ($one, $other) = map { build($_, $files) } @WAYS;
    is($one->{status}, 0, "$name builds") or diag($one->{said});
    is($other->{said}, $one->{said}, "$name: the same is said");
    is(difference($other->{tree}, $one->{tree}), '', "$name: the same bytes");
    note("$name: files are listed in the same order")
        if listing("$one->{dir}/content") eq listing("$other->{dir}/content");
    note(scalar keys %{$one->{tree}}, ' files');
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
check($_, scripted($_)) for qw(rich theme plain);
check('this blog', this_blog());
done_testing();
