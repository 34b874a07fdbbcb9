# SPDX-License-Identifier: MIT
package Harness;

# Shared by the runners of sites, transcripts and bad sites: trees of files and
# running the program. Only Perl's core modules are used.
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter ();
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Find qw(find);
use File::Glob ();
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use POSIX ();
use Time::HiRes ();

our @EXPORT = qw($TOP $TESTS $CRUMB $NOW texts slurp spew copy_tree tree
    stamps run mask difference scratch has_katex random_below);

# Whoever uses this gets a glob for which a blank is part of a name.
sub import {
    my $caller = caller;
    eval "package $caller; File::Glob->import(':bsd_glob'); 1" or die;
    goto &Exporter::import;
}

our $TESTS = abs_path(dirname(__FILE__) . '/..');
our $TOP   = abs_path("$TESTS/..");
our $CRUMB = $ENV{CRUMB} // "$TOP/build/crumb";
# The build instant of every test.
our $NOW = '2026-01-15T12:00:00Z';

$CRUMB = abs_path($CRUMB) // $CRUMB;
# Nothing of the caller's machine may show in the output; each test says what
# it wants to have there.
delete @ENV{qw(CRUMB SOURCE_DATE_EPOCH NO_COLOR TZ LANG LANGUAGE DEPLOY)};
delete @ENV{qw(MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL)};
delete @ENV{grep { /^LC_/ } keys %ENV};

# In memory where there is room for it: a disk makes the tests wait, and decides
# nothing. TMPDIR says otherwise.
sub memory {
    my ($folder) = @_;
    return 0 unless -d $folder && -w _;
    my ($free) = `df -Pk $folder 2>/dev/null` =~ /(\d+) +\d+% \S+\n\z/;
    return ($free // 0) > 1_000_000;
}
$ENV{TMPDIR} //= '/dev/shm' if memory('/dev/shm');

sub scratch { return tempdir('crumb-test-XXXXXX', TMPDIR => 1, CLEANUP => 1) }

# The names of the cases tests/FOLDER/NAME.txt, sorted; one of them with ONLY=.
sub texts {
    my ($folder) = @_;
    return grep { !$ENV{ONLY} || $_ eq $ENV{ONLY} }
        map { m{([^/]+)\.txt$} } glob "$TESTS/$folder/*.txt";
}

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or return undef;
    local $/;
    my $text = <$file>;
    return $text // '';
}

sub spew {
    my ($path, $text) = @_;
    make_path(dirname($path));
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $text;
    close $file or die "$path: $!";
}

# Copies the contents of $from into $to, symbolic links as links. @without: names
# at the top to leave out.
sub copy_tree {
    my ($from, $to, @without) = @_;
    my %without = map { $_ => 1 } @without;
    make_path($to);
    opendir my $dir, $from or die "$from: $!";
    for my $name (grep { !/^\.\.?$/ && !$without{$_} } readdir $dir) {
        my ($source, $target) = ("$from/$name", "$to/$name");
        if (-l $source) { symlink readlink($source), $target or die $! }
        elsif (-d $source) { copy_tree($source, $target) }
        else { copy($source, $target) or die "$source: $!" }
    }
}

# path => bytes for every file below $dir. @without: names at the top.
sub tree {
    my ($dir, @without) = @_;
    my %without = map { $_ => 1 } @without;
    my %files;
    return \%files unless -d $dir;
    find({no_chdir => 1, wanted => sub {
        my $path = substr $File::Find::name, length($dir);
        $path =~ s{^/}{};
        if ($path ne '' && $path !~ m{/} && $without{$path}) {
            $File::Find::prune = 1;
        } elsif (-l $File::Find::name) {
            $files{$path} = '-> ' . readlink $File::Find::name;
        } elsif (-f _) {
            $files{$path} = slurp($File::Find::name);
        }
    }}, $dir);
    return \%files;
}

# path => "inode mtime", which changes if and only if the file is written.
sub stamps {
    my ($dir) = @_;
    my %stamps;
    for my $path (keys %{tree($dir)}) {
        my @facts = Time::HiRes::lstat("$dir/$path");
        $stamps{$path} = sprintf '%d %.9f', @facts[1, 9];
    }
    return \%stamps;
}

# Describes the difference of two maps of strings; '' if they are equal.
sub difference {
    my ($got, $want) = @_;
    my @lines;
    my %all = (%$got, %$want);
    for my $path (sort keys %all) {
        if (!defined $got->{$path}) { push @lines, "missing: $path" }
        elsif (!defined $want->{$path}) { push @lines, "not wanted: $path" }
        elsif ($got->{$path} ne $want->{$path}) {
            push @lines, "differs: $path";
        }
    }
    return join "\n", @lines;
}

# Runs a program with changes to the environment, without a shell. Returns
# its status (-1: killed), standard output and standard error.
sub run {
    my ($environment, @command) = @_;
    my ($out, $error) = map { my $dir = scratch(); "$dir/text" } 1, 2;
    my $child = fork // die "fork: $!";
    if ($child == 0) {
        $ENV{$_} = $environment->{$_} for keys %$environment;
        open STDIN,  '<', '/dev/null' or die;
        open STDOUT, '>', $out or die;
        open STDERR, '>', $error or die;
        exec { $command[0] } @command or POSIX::_exit(127);
    }
    waitpid $child, 0;
    my $status = $? & 127 ? -1 : $? >> 8;
    return ($status, slurp($out), slurp($error));
}

# A number below $n, which follows from $$state: perl's rand differs from one perl
# to another.
sub random_below {
    my ($state, $n) = @_;
    $$state = ($$state * 1103515245 + 12345) % 2147483648;
    return int($$state / 65536) % $n;
}

# This crumb renders formulas on this machine.
sub has_katex {
    my $dir = scratch();
    spew("$dir/x.md", "\$x\$\n");
    my (undef, $html) = run({}, $CRUMB, 'markdown', "$dir/x.md");
    return $html =~ /<math/;
}

# Numbers that change from run to run.
sub mask {
    my ($text) = @_;
    $text =~ s/\b\d+(?:\.\d+)? ?ms\b/N ms/g;
    return $text;
}

1;
