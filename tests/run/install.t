#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `make install` into a folder of the test's own; the installed program begins a
# blog and publishes it, through the Makefile that comes with it; uninstall leaves
# no file behind.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};
my $built = ($ENV{OBJECTS} // 'build/release') . '/crumb';
plan skip_all => "no program at $built" unless -x "$TOP/$built";
my $root = scratch() . '/a root';
my @where = ("DESTDIR=$root", 'PREFIX=/opt/crumb');

sub make { return run({}, 'make', '--no-print-directory', '-C', @_) }

# It has been made, perhaps with other settings: not again.
my ($status, $out, $error) = make($TOP, '-o', $built, 'install', @where);
is($status, 0, 'make install') or diag($error);
my %want = (
    'bin/crumb' => "$TOP/$built",
    'share/man/man1/crumb.1' => "$TOP/docs/crumb.1",
    'share/bash-completion/completions/crumb' => "$TOP/src/cli/complete.bash",
    'share/zsh/site-functions/_crumb' => "$TOP/src/cli/complete.zsh",
);
my %tree = map { ("opt/crumb/$_" => slurp($want{$_})) } keys %want;
is(difference(tree($root), \%tree), '', 'the four files, and no others');
ok(-x "$root/opt/crumb/bin/crumb", 'the program can be run');
ok(!-x "$root/opt/crumb/share/man/man1/crumb.1", 'the man page can not');

my $blog = scratch() . '/blog';
$ENV{PATH} = "$root/opt/crumb/bin:$ENV{PATH}";
($status, $out, $error) = run({}, 'crumb', 'init', $blog);
is($status, 0, 'crumb init') or diag($error);
($status, $out, $error) = make($blog);
is($status, 0, 'make in it') or diag($error);
like($error . $out, qr/^2 posts, 1 page, /m, 'publishes its posts');
ok(-e "$blog/public/notes/hello/index.html", 'the first of them is there');
($status, $out) = make($blog, 'help');
my ($targets) = slurp("$blog/Makefile") =~ /^\.PHONY: (.*)$/m;
is(join(' ', $out =~ /^make (\w+)/mg), $targets, 'make help lists what there is');
($status, undef, $error) = make($blog, 'deploy', 'DRY=1', 'DEPLOY=');
like($error, qr/nothing says where to/, 'make deploy asks where to');

($status, $out, $error) = make($TOP, 'uninstall', @where);
is($status, 0, 'make uninstall') or diag($error);
is(join(' ', keys %{tree($root)}), '', 'uninstall leaves no file');
done_testing();
