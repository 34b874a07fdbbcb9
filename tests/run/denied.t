#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Disks that are full, read-only, closed to us, or two where there seems to be
# one: the published site stays as it was, and the error says what to do.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

# A site in two states; the second has a folder more.
sub write_site {
    my ($dir, $word) = @_;
    spew("$dir/site.yaml", "title: Denied\n");
    spew("$dir/content/life/post-$_.md", "---\ntitle: Post $_\n---\n"
        . "A line of $word.\n" x 100) for 1 .. 20;
    spew("$dir/content/new/post.md", "New\n") if $word eq 'two';
}

sub two_states {
    my $dir = scratch();
    chmod 0755, $dir;
    write_site("$dir/one", 'one');
    write_site("$dir/two", 'two');
    return $dir;
}

# --- in mounts that only the script sees and that end with it ---

# The first build, the one that is to fail between two commands, and the next
# one. The output after each is in before/, failed/, after/.
sub script {
    my (%part) = @_;
    return <<"SH";
mkdir -p "\$1/site/public"
$part{mount}
cp -R "\$1/one/." "\$1/site"
'$CRUMB' build --now $NOW -C "\$1/site" >&2
cp -R "\$1/site/public" "\$1/before"
cp -R "\$1/two/." "\$1/site"
$part{deny}
if '$CRUMB' build --now $NOW -C "\$1/site"; then echo built; fi
$part{allow}
cp -R "\$1/site/public" "\$1/failed"
'$CRUMB' build --now $NOW -C "\$1/site" >&2
cp -R "\$1/site/public" "\$1/after"
SH
}

sub mounted {
    my ($dir, $script) = @_;
    return run({}, 'unshare', '-m', 'sh', '-euc', $script, 'sh', $dir);
}

my $CLEAN;

sub check_trees {
    my ($name, $dir) = @_;
    is(difference(tree("$dir/failed", '.crumb-stage'), tree("$dir/before")),
        '', "$name: what was published stays");
    is(difference(tree("$dir/after"), $CLEAN), '', "$name: builds afterwards");
}

sub check_denied {
    my ($name, $want, %part) = @_;
    my $dir = two_states();
    my ($status, $out, $error) = mounted($dir, script(%part));
    is($status, 0, "$name: runs") or diag($error);
    is($out, '', "$name: is an error");
    like($error, $want, "$name: says what to do");
    check_trees($name, $dir);
}

my $ROOM = qr/^\S+:\ error\[output-file\]:\ No\ space\ left\ on\ device
    \n\s+free\ at\ least\ [1-9]\d*\ bytes\ on\ the\ disk\ of\ \S+$/mx;

sub check_disk {
    my ($place) = @_;
    my $disk = "\"\$1/$place\"";
    check_denied("full $place", $ROOM,
        mount => "mount -t tmpfs -o size=2m tmpfs $disk",
        deny  => "cat /dev/zero 2>/dev/null >$disk/full || true",
        allow => "rm $disk/full");
    check_denied("read-only $place",
        qr/error\[output-f\w+\]: .*\n\s+\S+ is mounted read-only: mount it/,
        mount => "mount -t tmpfs tmpfs $disk",
        deny  => "mount -o remount,ro $disk",
        allow => "mount -o remount,rw $disk");
}

# One file system, mounted twice: nothing can be renamed from one to the other.
sub check_bind {
    my $dir = two_states();
    my ($status, $out, $error) = mounted($dir, script(
        mount => 'mkdir "$1/www"; mount --bind "$1/www" "$1/site/public"',
        deny => '', allow => ''));
    is($status, 0, 'bind mount: runs') or diag($error);
    like($out, qr/^built$/m, 'bind mount: builds');
    is(difference(tree("$dir/after"), $CLEAN), '', 'bind mount: all is there');
}

# --- rights: root has all, so another user builds ---

sub build_as_nobody { return as_nobody($_[0], 'build', '--now', $NOW) }

sub as_nobody {
    my ($dir, $name, @words) = @_;
    my $command = "exec '$CRUMB' $name -C '$dir' @words";
    return $> ? run({}, 'sh', '-c', $command)
              : run({}, 'su', 'nobody', '-s', '/bin/sh', '-c', $command);
}

sub check_closed {
    my ($folder, $want) = @_;
    my $dir = two_states();
    system 'cp', '-R', "$dir/one/.", "$dir/site";
    system 'chown', '-R', 'nobody', "$dir/site" unless $>;
    my ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 0, "closed $folder: builds before") or diag($error);
    my $before = tree("$dir/site/public");
    system 'cp', '-R', "$dir/two/.", "$dir/site";
    chmod 0555, "$dir/site/$folder";
    ($status, $out, $error) = build_as_nobody("$dir/site");
    chmod 0755, "$dir/site/$folder";
    is($status, 1, "closed $folder: status 1");
    like($error, qr/Permission\ denied\n
        \s+give\ yourself\ the\ right\ to\ write\ in\ the\ folder\ $want$/mx,
        "closed $folder: says which");
    is(difference(tree("$dir/site/public"), $before), '',
        "closed $folder: what was published stays");
    ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 0, "closed $folder: builds afterwards") or diag($error);
    is(difference(tree("$dir/site/public"), $CLEAN), '',
        "closed $folder: all is there");
}

# A page has to go, and is closed to who builds: itself, or a folder that it is
# in.
sub check_stale {
    my ($closed) = @_;
    my $dir = two_states();
    system 'cp', '-R', "$dir/two/.", "$dir/site";
    system 'chown', '-R', 'nobody', "$dir/site" unless $>;
    build_as_nobody("$dir/site");
    my $before = tree("$dir/site/public");
    unlink "$dir/site/content/life/post-7.md";
    chmod 0, "$dir/site/public/$closed";
    for my $time (1, 2) {
        my ($status, $out, $error) = build_as_nobody("$dir/site");
        is($status, 1, "stale, closed $closed: status 1, time $time");
        like($error, qr{^public/life/post-7/index.html: error.*denied$}m,
            'it is said of the page');
        like($error, qr/^  .* let yourself read it, or delete it$/m,
            'with its cure');
    }
    chmod -d "$dir/site/public/$closed" ? 0755 : 0644,
        "$dir/site/public/$closed";
    is(difference(tree("$dir/site/public"), $before), '',
        "stale, closed $closed: what was published stays");
    my ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 0, "stale, closed $closed: builds afterwards") or diag($error);
    ok(!-e "$dir/site/public/life/post-7", 'and the page is gone');
}

# The manifest, the list of crumb's own files, is closed: pages would stay that
# must be removed.
sub check_manifest {
    my $dir = two_states();
    system 'cp', '-R', "$dir/two/.", "$dir/site";
    system 'chown', '-R', 'nobody', "$dir/site" unless $>;
    build_as_nobody("$dir/site");
    unlink "$dir/site/content/life/post-7.md";
    my ($manifest) = glob "$dir/site/.crumb/*.manifest";
    chmod 0, $manifest;
    my ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 1, 'closed manifest: status 1');
    like($error, qr/\.manifest: error\[output-folder\]: Permission denied/,
        'closed manifest: it is said');
    chmod 0644, $manifest;
    build_as_nobody("$dir/site");
    ok(!-e "$dir/site/public/life/post-7", 'closed manifest: and then it goes');
    # Of a build that was cut short.
    my $journal = $manifest =~ s/manifest$/journal/r;
    spew($journal, 'x');
    chmod 0, $journal;
    ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 1, 'closed journal: status 1');
    like($error, qr/\.journal: error\[[a-z-]+\]: Permission denied/,
        'closed journal: it is said');
    ok(-e $journal, 'closed journal: it stays');
    chmod 0644, $journal;
    is((build_as_nobody("$dir/site"))[0], 0, 'closed journal: builds afterwards');
}

# The error names the closed folder, not the file that was sought in it.
sub check_templates {
    my $dir = two_states();
    system 'cp', '-R', "$dir/one/.", "$dir/site";
    spew("$dir/site/templates/partials/deep/x.html", 'x');
    spew("$dir/site/templates/post.html", '{% include "partials/deep/x.html" %}');
    system 'chown', '-R', 'nobody', "$dir/site" unless $>;
    chmod 0, "$dir/site/templates/partials";
    my ($status, $out, $error) = build_as_nobody("$dir/site");
    is($status, 1, 'closed templates: status 1');
    like($error, qr{^templates/partials: error\[unreadable\]: Permission denied$}m,
        'closed templates: the folder is named');
    chmod 0755, "$dir/site/templates/partials";
    is((build_as_nobody("$dir/site"))[0], 0, 'closed templates: builds afterwards');
}

# Commands that change posts do not guess about a closed folder.
sub check_edits {
    my $dir = two_states() . '/two';
    mkdir "$dir/content/locked";
    system 'chown', '-R', 'nobody', $dir unless $>;
    chmod 0, "$dir/content/locked";
    my ($status, $out, $error) = as_nobody($dir, 'new', 'locked', 'Title');
    is("$status$out$error", "1crumb: content/locked: Permission denied\n",
        'closed section: new');
    ($status, $out, $error) = as_nobody($dir, 'mv', 'new/post.md', 'locked/');
    is("$status$out$error", '1crumb: content/locked/post.md: '
        . "Permission denied: nothing was moved\n", 'closed section: mv');
    chmod 0755, "$dir/content/locked";
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $clean = two_states();
run({}, $CRUMB, 'build', '--now', $NOW, '-C', "$clean/two");
$CLEAN = tree("$clean/two/public");

SKIP: {
    my ($status) = mounted($clean, 'mount -t tmpfs tmpfs "$1/one"');
    skip 'nothing can be mounted here', 1 if $status;
    check_disk($_) for 'site', 'site/public';
    check_bind();
}
SKIP: {
    my ($status) = $> ? 0 : run({}, 'su', 'nobody', '-s', '/bin/sh', '-c',
        "exec '$CRUMB' --version");
    skip 'nobody cannot run the program', 1 if $status;
    check_closed('public', 'public');
    check_closed('public/life', 'public/life');
    check_closed('public/life/post-7', 'public/life/post-7');
    check_closed('.crumb', '.crumb');
    check_stale('life/post-7/index.html');
    check_stale('life/post-7');
    check_manifest();
    check_templates();
    check_edits();
}
done_testing();
