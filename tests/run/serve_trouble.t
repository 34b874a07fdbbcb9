#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb serve` where something around it is not as it should be: ports that are
# taken, folders that can't be watched, links in a circle, no browser to open,
# templates without an end, a branch checked out under it, a terminal that is
# stopped.
use strict;
use warnings;
use Fcntl qw(O_NONBLOCK O_WRONLY);
use File::Path qw(make_path remove_tree);
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use IO::Socket::INET;
use POSIX ();
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";

sub post { return "---\ntitle: $_[0]\ndate: 2026-01-01\n---\n$_[1]\n" }

sub site {
    my $dir = scratch();
    spew("$dir/site.yaml", "title: Live\nurl: https://rye.example\n");
    spew("$dir/content/life/one.md", post('One', 'First.'));
    return $dir;
}

# It comes to show what the file has now.
sub sees {
    my ($preview, $text, $name) = @_;
    spew("$preview->{dir}/content/life/one.md", post('One', $text));
    like(settle($preview, '/life/one/', qr/\Q$text\E/), qr/\Q$text\E/, $name);
}

# Ends it; nothing that is under way may keep it.
sub ends {
    my ($preview, $name) = @_;
    my $start = time;
    is(serve_stop($preview), 0, "$name: Ctrl-C is a good end");
    cmp_ok(time - $start, '<', 10, "$name: which comes soon");
}

# The end of what it says on standard error, once it is that.
sub said {
    my ($preview, $wanted) = @_;
    for (1 .. 500) {
        last if (slurp("$preview->{dir}.err") // '') =~ $wanted;
        sleep 0.02;
    }
    return slurp("$preview->{dir}.err");
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

subtest 'ports' => sub {
    my $first = serve(site());
    unlike(slurp("$first->{dir}.out"), qr/taken/, 'a free one');
    my $dir = site();
    my $second = serve($dir, '--port', $first->{port});
    my $next = $second->{port};
    cmp_ok($next, '>', $first->{port}, 'the next one');
    like(slurp("$dir.out"), qr/^port $first->{port} is taken: $next instead$/m,
        'and it says so');
    sees($second, 'Seen.', 'which works');
    my @held = map {
        IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1, ReuseAddr => 1,
            LocalPort => $first->{port} + $_)
    } 0 .. 20;
    # A port may become free meanwhile: then it serves, and must be ended.
    my ($status, $out, $error) = run({}, $^X, '-e', 'alarm 20; exec @ARGV', $CRUMB,
        'serve', '-C', site(), '--port', $first->{port});
    is($status, 1, 'none of twenty-one');
    like($error, qr/^error\[listen\]: all ports from $first->{port} to \d+ are/m);
    is($out, '', 'nothing is served');
    ($status) = run({}, $CRUMB, 'serve', '-C', $dir, '--port', 'http');
    is($status, 2, 'no number');
    ends($first, 'the first');
    ends($second, 'the second');
};

subtest 'an address of this machine' => sub {
    for (['127.0.0.2', '127.0.0.2', 0], ['127.0.0.1', '127.0.0.1', 0],
        ['0.0.0.0', 'localhost', 1]) {
        my ($bind, $host, $open) = @$_;
        my $preview = serve_start(site(), '--bind', $bind);
        if (!$preview->{port}) {
            diag("no $bind here: " . slurp("$preview->{dir}.err"));
            next;
        }
        is($preview->{host}, $host, "--bind $bind: its name");
        my $out = slurp("$preview->{dir}.out");
        is($out =~ /everybody/ ? 1 : 0, $open, 'who reaches it');
        sees($preview, 'Seen.', 'it answers there');
        my $link = qr{<link rel="canonical" href="http://\Q$host\E:$preview->{port}/life/one/"};
        like((get($preview, '/life/one/'))[2], $link, 'and so its links say');
        ends($preview, $bind);
    }
};

subtest 'twice' => sub {
    my $preview = serve(site());
    my ($status, $out, $error) = run({}, $^X, '-e', 'alarm 20; exec @ARGV', $CRUMB,
        'serve', '-C', $preview->{dir});
    is($status, 1, 'one preview of a site');
    is($error, <<'END', 'is said');
error[preview-running]: another crumb serve shows this site
  end that one, or use the address that it serves
END
    sees($preview, 'Still there.', 'the first goes on');
    serve_stop($preview, 'KILL');
    my $next = serve($preview->{dir});
    sees($next, 'Next.', 'after a kill another may come');
    ends($next, 'the next');
};

# The arguments of xdg-open, taken by a script in its place.
subtest '--open' => sub {
    my $bin = scratch();
    my $dir = site();
    spew("$bin/xdg-open", "#!/bin/sh\nprintf '%s\\n' \"\$#\" \"\$1\" >$bin/told\n");
    chmod 0755, "$bin/xdg-open";
    my $preview = do {
        local $ENV{PATH} = "$bin:$ENV{PATH}";
        serve($dir, '--open');
    };
    for (1 .. 500) {
        last if (slurp("$bin/told") // '') =~ /\n.*\n/;
        sleep 0.02;
    }
    is(slurp("$bin/told"), "1\nhttp://localhost:$preview->{port}/\n",
        'the address');
    ends($preview, 'with a browser');
    $preview = do {
        local $ENV{PATH} = '/nowhere';
        serve($dir, '--open');
    };
    like(said($preview, qr/xdg-open|open/), qr/^crumb: --open: no xdg-open here$/m,
        'there is none');
    sees($preview, 'Seen.', 'it serves all the same');
    ends($preview, 'without');
};

subtest 'folders that can not be watched' => sub {
    plan skip_all => 'needs LD_PRELOAD and inotify'
        unless -e $FAULTS && $^O eq 'linux';
    plan skip_all => 'sanitizers want to be first' if $ENV{SHORT};
    my $reason = qr/^crumb: the system's limit of watched folders \(fs\.inotify\.max_user_watches\) is reached: looking at all files again and again instead$/m;
    for my $at (1, 3) {
        my $preview = do {
            local @ENV{qw(LD_PRELOAD FAULT_MODE FAULT_AT)} =
                ($FAULTS, 'unwatched', $at);
            serve(site());
        };
        like(said($preview, $reason), $reason, "from the start ($at)");
        sees($preview, 'Seen.', 'it sees');
        ends($preview, 'from the start');
    }
    # content/, content/life/, static/, templates/, data/ and the site's: six.
    my $preview = do {
        local @ENV{qw(LD_PRELOAD FAULT_MODE FAULT_AT)} =
            ($FAULTS, 'unwatched', 9);
        serve(site());
    };
    sees($preview, 'Seen.', 'there are enough');
    is(said($preview, qr/^/), '', 'nothing to be said');
    spew("$preview->{dir}/content/new/post.md", post('New', 'New.'));
    like(settle($preview, '/new/post/', qr/New\./), qr/<p>New\./, 'a new folder');
    like(said($preview, $reason), $reason, 'is one too many');
    sees($preview, 'Seen later.', 'it sees');
    spew("$preview->{dir}/content/new/post.md", post('New', 'Newer.'));
    like(settle($preview, '/new/post/', qr/Newer\./), qr/Newer\./, 'there too');
    ends($preview, 'later');
};

subtest 'a post that is moved just before it is read' => sub {
    plan skip_all => 'no faults.so' unless -e $FAULTS && $^O eq 'linux';
    plan skip_all => 'sanitizers want to be first' if $ENV{SHORT};
    for my $at (1 .. 3) {
        my $dir = site();
        spew("$dir/content/life/two.md", post('Two', 'Second.'));
        local %ENV = (%ENV, LD_PRELOAD => $FAULTS, FAULT_MODE => 'move', FAULT_AT => $at,
            FAULT_FILE => 'content/life/two.md', FAULT_WITH => "$dir/content/life/three.md",
            FAULT_LOG => "$dir.log");
        my $preview = serve($dir);
        get($preview, '/life/two/');
        spew("$dir/content/life/one.md", post('One', 'Edited.'));
        settle($preview, '/life/one/', qr/Edited/);
        like(settle($preview, '/life/three/', qr/Second/), qr/Second/, "time $at: it is there")
            if -e "$dir.log";
        unlike(slurp("$dir.err"), qr/unreadable/, "time $at: no error");
        serve_stop($preview);
    }
};

subtest 'no descriptor left' => sub {
    plan skip_all => 'needs LD_PRELOAD' unless -e $FAULTS && $^O eq 'linux';
    plan skip_all => 'sanitizers want to be first' if $ENV{SHORT};
    my @files = (LD_PRELOAD => $FAULTS, FAULT_MODE => 'files');
    # socket, bind, listen: of the two addresses the first.
    # Without an error it serves, and must be ended: the library is for it alone.
    my $alone = 'alarm 20; @ENV{qw(LD_PRELOAD FAULT_MODE)} = splice @ARGV, 0, 2; exec @ARGV';
    my ($status, $out, $error) = run({FAULT_CALLS => 'socket', FAULT_AT => 2}, $^X, '-e',
        $alone, $FAULTS, 'files', $CRUMB, 'serve', '-C', site(), '--port', 4999);
    is($status, 1, 'for 127.0.0.1');
    is($error, "error[listen]: can't listen at port 4999: Too many open files\n", 'is said');
    for (['process', 'files', 'Too many open files'], ['wait', 'io', 'Input/output error']) {
        my ($calls, $mode, $why) = @$_;
        ($status, $out, $error) = run({FAULT_CALLS => $calls, FAULT_AT => 1}, $^X, '-e',
            $alone, $FAULTS, $mode, $CRUMB, 'serve', '-C', site(), '--port', 4999);
        is($status, 1, "for its own loop ($calls): it ends");
        like($error, qr/^error\[listen\]: the preview can't run: $why$/m, 'and says why');
    }
    # Each connection is two calls: the second finds no other.
    my $preview = do {
        local %ENV = (%ENV, @files, FAULT_CALLS => 'accept', FAULT_AT => 5);
        serve(site());
    };
    get($preview, '/');
    my $stream = events($preview);
    local $SIG{ALRM} = sub { die "no answer\n" };
    alarm 5;
    is((get($preview, '/__crumb/'))[0], 200, 'for a connection: it waits for the next one');
    alarm 0;
    ends($preview, 'no descriptor left');
};

# A write to a pipe without a reader waits, as a terminal does after Ctrl-S.
subtest 'a terminal that is stopped' => sub {
    my $dir = site();
    pipe my $read, my $write or die $!;
    my $child = fork // die "fork: $!";
    if (!$child) {
        open STDOUT, '>&', $write      or POSIX::_exit(126);
        open STDERR, '>',  '/dev/null' or POSIX::_exit(126);
        exec {$CRUMB} $CRUMB, 'serve', '-C', $dir or POSIX::_exit(127);
    }
    my $out = '';
    until ($out =~ /^checked: /m) {
        sysread $read, $out, 4096, length $out or die "it ended: $out";
    }
    my ($host, $port) = $out =~ m{^serving http://([\w.]+):(\d+)/ }m;
    my $preview = {pid => $child, dir => $dir, host => $host, port => $port};
    my $stream = events($preview, '/life/one/');
    sysopen my $fill, '/dev/fd/' . fileno $write, O_WRONLY | O_NONBLOCK or die $!;
    1 while syswrite $fill, '.' x 4096;
    1 while syswrite $fill, '.';
    spew("$dir/content/life/one.md", post('One', 'More.'));
    like((next_event($stream, 'change', 5))[1] // 'nothing', qr{"/life/one/"},
        'browsers hear of an edit all the same');
    close $read;
    serve_stop($preview);
};

subtest 'links in a circle' => sub {
    my $dir = site();
    symlink '.', "$dir/content/$_" for qw(a b c);
    symlink '../..', "$dir/content/life/up";
    my $preview = serve($dir);
    sees($preview, 'Seen.', 'it sees');
    unlike(said($preview, qr/skipped-file/), qr/again and again/, 'by events');
    ends($preview, 'links');
};

subtest 'a template without an end' => sub {
    my $dir = site();
    my $preview = serve($dir);
    settle($preview, '/life/one/', qr/First\./);
    my $stream = events($preview);
    my $endless = '{% for i in range(10 ** 9) %}{% for j in range(10 ** 9) %}'
        . '{% endfor %}{% endfor %}';
    spew("$dir/templates/post.html", $endless);
    my ($name, $data) = next_event($stream, 'errors');
    like($data, qr/"code":"template-limit"/, 'is an error');
    spew("$dir/templates/post.html", "$endless ");
    for (1 .. 3) {
        sleep 0.05;
        spew("$dir/content/life/one.md", post('One', "Saved $_ times."));
    }
    for (1 .. 500) {
        last if slurp("$dir.out") =~ /one\.md: 1 error/;
        sleep 0.02;
    }
    unlike(slurp("$dir.out"), qr/one\.md, \S*one\.md/,
        'what is saved again and again meanwhile is named once');
    like((get($preview, '/life/one/'))[2], qr/First\./, 'over what was good');
    spew("$dir/templates/post.html", '<p>Mended: {{ page.content }}</p>');
    is((next_event($stream, 'good'))[0], 'good', 'mended');
    sees($preview, 'Seen.', 'and all is well');
    like((get($preview, '/life/one/'))[2], qr/Mended/, 'with the template');
    spew("$dir/templates/post.html", $endless);
    sleep 0.1;
    ends($preview, 'a build under way');
};

subtest 'git checkout' => sub {
    my $dir = site();
    my $git = sub {
        my ($status, $out, $error) = run({GIT_CONFIG_GLOBAL => '/dev/null',
            GIT_CONFIG_NOSYSTEM => 1}, 'git', '-C', $dir, '-c',
            'user.name=crumb', '-c', 'user.email=crumb@example.org', @_);
        die "git @_: $error" if $status;
    };
    plan skip_all => 'no git' if (run({}, 'git', '--version'))[0];
    spew("$dir/.gitignore", ".crumb/\n");
    spew("$dir/content/life/p$_.md", post("P$_", "Text $_ of main.")) for 1 .. 80;
    spew("$dir/content/main/only.md", post('Only', 'Of main.'));
    $git->($_ eq '.' ? ('add', '.') : @$_)
        for ['init', '-q', '-b', 'main'], '.', ['commit', '-qm', 'main'],
        ['checkout', '-qb', 'other'];
    unlink "$dir/content/main/only.md", map { "$dir/content/life/p$_.md" } 1 .. 20;
    spew("$dir/content/life/p$_.md", post("P$_", "Text $_ of other."))
        for 21 .. 100;
    spew("$dir/content/other/deep/only.md", post('Only', 'Of other.'));
    $git->('add', '-A', '.');
    $git->('commit', '-qm', 'other');
    $git->('checkout', '-q', 'main');
    my $preview = serve($dir);
    like(settle($preview, '/main/only/', qr/Of main/), qr/Of main/, 'one branch');
    for my $branch (qw(other main other)) {
        my $not = $branch eq 'main' ? 'other' : 'main';
        my ($here, $gone) = $branch eq 'main'
            ? ('/main/only/', '/other/deep/only/')
            : ('/other/deep/only/', '/main/only/');
        $git->('checkout', '-q', $branch);
        like(settle($preview, $here, qr/Of $branch/), qr/Of $branch/, $branch);
        my @wrong;
        for my $n (21 .. 80) {
            my $text = settle($preview, "/life/p$n/", qr/Text $n of $branch/);
            push @wrong, $n unless $text =~ /Text $n of $branch/;
            last if @wrong;
        }
        is("@wrong", '', 'each page');
        is((get($preview, $gone))[0], 404, "nothing of $not");
        is((get($preview, '/life/p1/'))[0], $branch eq 'main' ? 200 : 404, 'nor here');
        is((get($preview, '/life/p100/'))[0], $branch eq 'main' ? 404 : 200, 'nor there');
    }
    # The whole branch is shown as if nothing had been before.
    is(settled($preview, clean_build($preview, $dir)), '', 'as of a clean build');
    ends($preview, 'git');
};

sub out { return slurp("$_[0]{dir}.out") }

subtest 'another folder in its place' => sub {
    for my $poll (0, 1) {
        my ($dir, $new) = (site(), site());
        spew("$new/content/life/one.md", post('One', 'Of the new one.'));
        spew("$new/static/x.txt", 'new');
        my $preview = serve($dir, $poll ? '--poll' : ());
        like(settle($preview, '/life/one/', qr/First\./), qr/First\./, 'one');
        my $stream = events($preview, '/life/one/');
        rename $dir, "$dir.old" or die $!;
        rename $new, $dir or die $!;
        ok(next_event($stream, 'good'), 'open pages are told');
        like(settle($preview, '/life/one/', qr/Of the new one/), qr/Of the new one/, 'the other');
        is((get($preview, '/x.txt'))[2], 'new', 'and its files');
        like(out($preview), qr{^\Q$dir\E is another folder now$}m, 'is said');
        spew("$dir.old/content/life/one.md", post('One', 'Nobody sees it.'));
        sees($preview, 'Seen.', 'edits are seen');
        my ($status, undef, $error) = run({}, $^X, '-e', 'alarm 20; exec @ARGV', $CRUMB,
            'serve', '-C', $dir);
        like($error, qr/preview-running/, 'it has its lock');
        is(settled($preview, clean_build($preview, $dir)), '', 'each address');
        ends($preview, 'another folder');
    }
};

subtest 'its folder goes, and comes back' => sub {
    my $dir = site();
    my $preview = serve($dir);
    my $gone = qr/^crumb: there is no \Q$dir\E any more: waiting for it$/m;
    spew("$dir/static/x.txt", 'Plain.');
    like(settle($preview, '/x.txt', qr/^Plain/), qr/^Plain/, 'a file');
    rename $dir, "$dir.old" or die $!;
    like(said($preview, $gone), $gone, 'is said');
    is((get($preview, '/x.txt'))[2], 'Plain.', 'what was there stays');
    rename "$dir.old", $dir or die $!;
    sees($preview, 'Seen.', 'there again');
    # The folder around it is moved, which no event reports.
    my $around = scratch();
    copy_tree($dir, "$around/in/site");
    my $inner = serve_start("$around/in/site", '--port', $preview->{port} + 1);
    like(settle($inner, '/life/one/', qr/Seen\./), qr/Seen\./, 'in a folder');
    rename "$around/in", "$around/out" or die $!;
    copy_tree($dir, "$around/in/site");
    spew("$around/in/site/content/life/one.md", post('One', 'Inner.'));
    like(settle($inner, '/life/one/', qr/Inner\./), qr/Inner\./, 'that is another one');
    ends($inner, 'the inner');
    remove_tree($dir);
    like(said($preview, qr/$gone.*$gone/s), qr/$gone.*$gone/s, 'removed');
    my $again = site();
    spew("$again/content/life/one.md", post('One', 'Once more.'));
    rename $again, $dir or die $!;
    like(settle($preview, '/life/one/', qr/Once more/), qr/Once more/, 'and made anew');
    sees($preview, 'Seen again.', 'edits are seen');
    ends($preview, 'a folder that comes and goes');
};

subtest 'another path in url' => sub {
    my $dir = site();
    my $preview = serve($dir);
    my $stream = events($preview, '/life/one/');
    spew("$dir/site.yaml", "title: Live\nurl: https://rye.example/blog\n");
    ok(next_event($stream, 'good'), 'open pages are told');
    like(settle($preview, '/blog/life/one/', qr/First\./), qr/First\./, 'it is there');
    like(out($preview), qr{^serving http://localhost:$preview->{port}/blog/ from now on$}m,
        'as is said');
    is((get($preview, '/life/one/'))[0], 404, 'and nowhere else');
    like((get($preview, '/'))[1], qr{^Location: /blog/\r$}m, 'the root leads to it');
    $preview->{base} = '/blog';
    is(settled($preview, clean_build($preview, $dir)), '', 'each address');
    spew("$dir/site.yaml", "title: [\n");
    spew("$dir/site.yaml", "title: Lively\nurl: https://rye.example/blog/\n");
    like(settle($preview, '/blog/', qr/Lively/), qr/Lively/, 'errors leave it there');
    spew("$dir/content/life/one.md", post('One', 'Edited.'));
    like(settle($preview, '/blog/life/one/', qr/Edited\./), qr/Edited\./, 'edits are seen');
    spew("$dir/site.yaml", "title: Live\nurl: https://rye.example\n");
    like(settle($preview, '/life/one/', qr/Edited\./), qr/Edited\./, 'and back');
    ends($preview, 'another path');
    $preview = serve($dir, '--base-url', 'https://rye.example/given');
    spew("$dir/site.yaml", "title: Given\nurl: https://rye.example/blog\n");
    like(settle($preview, '/given/', qr/Given/), qr/Given/, 'what is given stays');
    ends($preview, 'a path that is given');
};

subtest 'a post and a file become links to what is private' => sub {
    my $dir = site();
    spew("$dir/static/x.txt", 'public');
    spew("$dir/.env", "---\ntitle: One\n---\nSECRET\n");
    my $preview = serve($dir);
    like(settle($preview, '/x.txt', qr/public/), qr/public/, 'at first');
    for my $path ('content/life/one.md', 'static/x.txt') {
        symlink $path =~ /content/ ? '../../.env' : '../.env', "$dir/new" or die $!;
        rename "$dir/new", "$dir/$path" or die $!;
    }
    spew("$dir/static/y.txt", 'seen');
    like(settle($preview, '/y.txt', qr/seen/), qr/seen/, 'the edits are seen');
    for my $path ('/life/one/', '/x.txt', '/') {
        unlike((get($preview, $path))[2], qr/SECRET/, "$path: nothing of it");
    }
    is((get($preview, $_))[0], 404, "$_ is gone") for '/life/one/', '/x.txt';
    ends($preview, 'links');
};

subtest 'a name that steers the terminal' => sub {
    my $preview = serve(site());
    my $name = "a\n\e[31m.md";
    settle($preview, '/life/one/', qr/First\./);
    spew("$preview->{dir}/content/life/$name", post('A', 'Text.'));
    my ($out, $wanted) = ('', qr/^content\/life\/a  \[31m\.md: .* in \d+ ms$/m);
    for (1 .. 500) {
        last if ($out = slurp("$preview->{dir}.out")) =~ $wanted;
        sleep 0.02;
    }
    like($out, $wanted, 'is in one line, with spaces');
    unlike($out, qr/\e/, 'and nothing is left of it');
    ends($preview, 'a strange name');
};

done_testing();
