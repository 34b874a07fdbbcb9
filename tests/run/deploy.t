#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb deploy`: to a folder of this machine, and through a script in place of
# ssh. Refusals are tried with a program in rsync's place that only takes notes,
# and a home folder of the test's own.
use strict;
use warnings;
use Cwd qw(realpath);
use File::Path qw(make_path);
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my ($version) = `rsync --version 2>/dev/null` =~ /version (\d+\.\d+)/;
plan skip_all => 'no rsync 3.1 or later here' unless ($version // 0) >= 3.1;

my $top = realpath(scratch());
my ($home, $site, $www) = map { "$top/$_" } qw(home blog www);
my $notes = "$top/notes";
make_path($home, "$top/fake", $www);
spew("$top/fake/rsync", "#!/bin/sh\necho \"\$@\" >> '$notes'\nexit \${STATUS:-0}\n");
chmod 0755, "$top/fake/rsync";
spew("$site/site.yaml", "title: Blog\nurl: https://blog.test\n");
spew("$site/content/life/$_.md", "---\ntitle: $_\ndate: 2026-01-01\n---\nText.\n")
    for qw(one two);
spew("$site/public/.gitignore", "*\n");

my %fake = (HOME => $home, PATH => "$top/fake:$ENV{PATH}", DEPLOY => '');
my %real = (HOME => $home, DEPLOY => "$www/");

sub deploy {
    my ($environment, @options) = @_;
    return run($environment, $CRUMB, 'deploy', '-C', $site, '--now', $NOW, @options);
}

sub refused {
    my ($target, $why, $name) = @_;
    my ($status, $out, $error) = deploy({%fake, DEPLOY => $target});
    is($status, 1, "$name: refused");
    like($error, $why, 'with a reason');
    ok(!-e $notes, 'and rsync is not called') or unlink $notes;
}

# --- refused ---

my ($status, $out, $error);
refused('', qr/nothing says where to.*deploy: me\@host/, 'no destination');
refused('-e sh', qr/no place that rsync knows/, 'an option');
refused('~', qr/no place that rsync knows/, 'a name for the shell');
refused("$www/\e[31m", qr{ to \S+/www/ \[31m: .*no place that rsync knows},
    'a control character');
refused('~/www', qr/no place that rsync knows/, 'a folder below it');
refused($_, qr/no place that rsync knows/, "$_: an option for ssh")
    for '-oProxyCommand=x:/www', 'me@-oProxyCommand=x:/www', 'a@b@-ox:/www',
    'rsync://-oProxyCommand=x/www', 'rsync://me@-oProxyCommand=x/www', 'host:-x',
    '[-oProxyCommand=x]:www', 'me@[-oProxyCommand=x]:www';
refused("host:$_", qr/home folder or a whole disk/, "host:$_")
    for '', '~', '/', '.', './', '~/';
refused("h:$_", qr/home folder or a whole disk/, "h:$_")
    for qw(/home/me /home/me/ //home//me /Users/me /root /root/ ~bob ~bob/ www/..
    ../bob x/../../etc /home/me/www/.. /var/.. /./home/./me : :/ $HOME ${HOME}/), ' ';
refused("$_:/home/me", qr/home folder or a whole disk/, $_)
    for 'me@[::1]', '[fe80::1]';
refused("h:$_", qr/a folder of the system/, "h:$_")
    for qw(/etc /etc/nginx /usr /usr/share/www /boot /boot/x /root/www /www /srv/
    /home /Users/ /var/../etc/x /ETC/x /bin/x /lib64/x);
refused($_, qr/home folder or a whole disk/, "$_ here") for '/home/me', '/root';
refused($_, qr/a folder of the system/, "$_ here")
    for '/etc/www', '/usr/www', '/no-such-folder', '/boot/www/';
refused($home, qr/home folder or a whole disk/, 'the home folder');
refused("$home/", qr/home folder or a whole disk/, 'with a slash');
refused($top, qr/home folder or a whole disk/, 'what it is in');
refused('/', qr/home folder or a whole disk/, 'the root');
symlink $home, "$top/link";
refused("$top/link", qr/home folder or a whole disk/, 'a link to it');
refused($_, qr/the site's own folder/, "$_ of the site")
    for '.', 'content', 'public', 'new/folder', $site;
refused('./content:x', qr/the site's own folder/, 'a colon after a slash is no host');
spew("$site/site.yaml", "title: Blog\nurl: https://example.org\n");
refused("$www/", qr/url in site\.yaml is an example/, "an example's address");
spew("$site/site.yaml", "title: Blog\n");
refused("$www/", qr/url in site\.yaml is not set/, 'no address');
spew("$site/site.yaml", "title: [Blog\n");
refused("$www/", qr/site\.yaml:1:8: error.*nothing was copied/s, 'no settings');
spew("$site/site.yaml",
    "title: Blog\nurl: https://blog.test\ndeploy: me\@host:/var/www/blog/\n");
my $hostile = "-esh -c 'id>PWNED' x";
spew("$site/site.yaml", "title: Blog\nurl: https://blog.test\n"
        . "deploy: me\@host:/var/www/blog/\noutput: \"$hostile\"\n");
for my $dry ([], ['--dry-run']) {
    ($status, undef, $error) = deploy(\%fake, @$dry);
    is($status, 1, "an output that is an option is refused @$dry");
    like($error, qr/site\.yaml:4:9: error\[bad-output\]: .*nothing was copied/s,
        'with its place');
    ok(!-e $notes, 'and rsync is not called');
}
spew("$site/site.yaml",
    qq{title: Blog\nurl: https://blog.test\ndeploy: "me\@host:/var/www/\\e[2K"\n});
($status, undef, $error) = deploy(\%fake);
is($status, 1, 'a destination with a control character is refused');
like($error, qr/site\.yaml:3:9: error\[bad-deploy\]: .*nothing was copied/s,
    'with its place');
ok(!-e $notes, 'and rsync is not called');
spew("$site/site.yaml",
    "title: Blog\nurl: https://blog.test\ndeploy: me\@host:/var/www/blog/\n");
($status) = deploy(\%fake);
is($status, 0, 'from site.yaml');
like(slurp($notes), qr{ -- \./public/ me\@host:/var/www/blog/$},
    'rsync has it, where nothing is taken for an option');
for my $good (qw(h:www/ h:www/x/../y h:~/www h:~bob/www h:/var/www h:/home/me/www/
    h:/srv/www h:/usrlocal/x h::etc rsync://h/etc/ me@[::1]:/srv/www)) {
    ($status) = deploy({%fake, DEPLOY => $good}, '--dry-run');
    is($status, 0, "$good is a destination");
    like(slurp($notes), qr{ \Q$good\E$}, 'and rsync has it');
}
unlike(slurp($notes), qr/delete/, 'and nothing to remove');
unlink $notes;
make_path("$top/$_") for 'ho', 'blog-2';
for my $free ("$top/ho", "$top/blog-2", '../ho/new', "/nowhere-$$/www", 'host:www', 'host:.w') {
    ($status, undef, $error) = deploy({%fake, DEPLOY => $free});
    is($status, 0, "$free is neither the site's nor a home") or diag $error;
    like(slurp($notes), qr/ \Q$free\E$/, 'and goes to rsync') or diag $error;
    unlink $notes;
}
spew("$site/site.yaml", "title: Blog\nurl: https://example.org\ndeploy: me\@host:www\n");
($status) = run({%fake}, 'env', '-u', 'DEPLOY', $CRUMB, 'deploy', '-C', $site,
    '--now', $NOW, '--base-url', 'https://other.test');
is($status, 0, 'an address of the command line, with no DEPLOY at all');
like(slurp("$site/public/sitemap.xml"), qr{https://other\.test/}, 'is the one in the site');
like(slurp($notes), qr{ me\@host:www$}, 'which goes where site.yaml says');
spew("$site/site.yaml",
    "title: Blog\nurl: https://blog.test\ndeploy: me\@host:/var/www/blog/\n");
($status, undef, $error) = run({%fake, PATH => $home}, $CRUMB, 'deploy', '-C', $site);
is($status, 1, 'no rsync');
like($error, qr/rsync: .*install it/, 'which is said');

# --- copied ---

spew("$www/other/index.html", "somebody else's\n");
($status, $out, $error) = deploy(\%real, '--dry-run');
is($status, 0, 'a dry run') or diag $error;
like($out, qr{^send life/one/index\.html$}m, 'says what it would send');
like($out, qr{nothing was copied}, 'and that it did not');
is_deeply([sort keys %{tree($www)}], ['other/index.html'], 'it did not');
($status, $out, $error) = deploy(\%real);
is($status, 0, 'a first time') or diag $error;

# The files that a deploy sends.
sub wanted {
    my %wanted = %{tree("$site/public")};
    delete $wanted{'.gitignore'};
    return %wanted;
}

sub compare_all {
    is(difference(tree($www), {wanted(), 'other/index.html' => "somebody else's\n"}),
        '', "$_[0]: the site and what was there");
}
compare_all('at first');
my $before = stamps($www);
($status, $out) = deploy(\%real);
is($status, 0, 'a second time');
unlike($out, qr/^(?:send|del)/m, 'nothing is sent');
is(difference(stamps($www), $before), '', 'nothing is touched');

# --- changed ---

spew("$site/content/life/one.md", "---\ntitle: one\ndate: 2026-01-01\n---\nEdited.\n");
($status, $out) = deploy(\%real);
like($out, qr{^send life/one/index\.html$}m, 'an edit is sent');
unlike($out, qr{life/two/}, 'the other post is not');
compare_all('edited');

unlink "$site/content/life/two.md";
($status, $out) = deploy(\%real, '--dry-run');
like($out, qr{^del\. life/two/index\.html$}m, 'a dry run names what would go');
ok(-e "$www/life/two/index.html", 'and leaves it');
($status) = deploy({%fake, %real, PATH => $fake{PATH}, STATUS => 23});
is($status, 1, 'rsync fails');
ok(-e "$www/life/two/index.html", 'what is gone is still there');
($status, $out, $error) = deploy(\%real);
is($status, 0, 'once more') or diag $error;
compare_all('and goes then');
is_deeply([glob "$site/.crumb/deploy-*"], [], 'no list is left');

# Names that mean something to rsync; a folder with a file that is not ours.
my @odd = ('*star.txt', 'odd [1]/a*?.txt', 'odd [1]/b.txt', 'back\\slash.txt', '# hash', 'life/x/R y');
spew("$site/static/$_", "$_\n") for @odd;
($status, $out, $error) = deploy(\%real);
is($status, 0, 'odd names') or diag $error;
is(slurp("$www/$_"), "$_\n", "$_ is there") for @odd;
spew("$www/odd [1]/c.txt", "mine\n");
spew("$www/$_", "mine\n") for 'odd [1]/aXY.txt', 'mystar.txt';
unlink "$site/static/$_" for @odd;
($status, $out, $error) = deploy(\%real);
is($status, 0, 'without them') or diag $error;
is(join(' ', map { -e "$www/$_" ? $_ : () } @odd), '', 'they go');
is(slurp("$www/$_"), "mine\n", "$_ of somebody else stays")
    for 'odd [1]/c.txt', 'odd [1]/aXY.txt', 'mystar.txt';
ok(!-e "$www/life/x", 'a folder that has nothing any more goes');
spew("$site/.crumb/$_", "../../home/x\0/etc/passwd\0") for map { s{.*/}{}r } glob "$site/.crumb/deployed-*";
unlink $notes;
($status) = deploy({%real, PATH => $fake{PATH}});
unlike(slurp($notes), qr/delete/, 'a record that makes no sense removes nothing');

# A link in public/ that crumb did not make is not sent, so the file at the
# destination is not ours to remove.
my $theirs = 'theirs.html';
unlink glob "$site/.crumb/deployed-*";
symlink '../site.yaml', "$site/public/$theirs";
deploy(\%real);
my ($record) = glob "$site/.crumb/deployed-*";
unlink "$site/public/$theirs";
spew("$www/$theirs", "mine\n");
unlike(slurp($record), qr/theirs/, 'a link is not remembered');
($status, $out) = deploy(\%real);
is(slurp("$www/$theirs"), "mine\n", 'a file of that name stays');

# A page whose url looks hidden is one of the site all the same.
spew("$site/content/life/secret.md", "---\ntitle: Secret\ndate: 2026-01-01\nurl: /.secret/\naliases: [/ana~/]\n---\nText.\n");
($status, $out, $error) = deploy(\%real);
unlike($error, qr/stays here/, 'a hidden url is no hidden file');
ok(-e "$www/$_/index.html", "$_ is sent") for '.secret', 'ana~';
unlink "$site/content/life/secret.md";
deploy(\%real);
ok(!-e "$www/$_/index.html", "$_ goes") for '.secret', 'ana~';

# Hidden files that a person put into public/ stay here. Those that an earlier
# version sent go.
spew("$site/public/.env", "DB_PASSWORD=Wint3rRoad8\n");
spew("$site/public/.git/$_", "x\n") for 'config', 'refs/heads/main';
spew("$site/public/life/.x/odd [1].txt", "x\n");
spew("$site/static/.well-known/security.txt", "Contact: mailto:a\@blog.test\n");
spew("$www/.git/config", "x\n");
spew($record, slurp($record) . ".git/config\0");
($status, $out, $error) = deploy(\%real, '--dry-run');
is($status, 0, 'hidden files');
is_deeply([$error =~ m{^crumb: deploy: (\S+) stays here: }mg],
    ['public/.env', 'public/.git', 'public/life/.x'], 'are named');
($status, $out, $error) = deploy(\%real);
is_deeply([$out =~ m{^send (\S+[^/])$}mg], ['.well-known/security.txt'],
    'and are not sent, but those of a build are');
ok(!-e "$www/.git", 'one at the destination goes');
File::Path::remove_tree("$site/public/.git", "$site/public/life/.x",
    "$site/static/.well-known");
unlink "$site/public/.env";
deploy(\%real);

# A deploy that ended before it began leaves files of others alone.
for my $start (1, 5) {
    spew("$site/content/life/late.md", "---\ntitle: Late\ndate: 2026-01-01\n---\nText.\n");
    my ($failed) = deploy({%fake, %real, PATH => $fake{PATH}, STATUS => $start});
    is($failed, 1, "rsync ends with $start");
    spew("$www/life/late/index.html", "mine\n");
    unlink "$site/content/life/late.md";
    deploy(\%real);
    ok(-e "$www/life/late/index.html", 'a file of a name that was to come stays');
    unlink "$www/life/late/index.html";
}
unlink glob("$site/.crumb/deployed-*"), $notes;
deploy({%fake, %real, PATH => $fake{PATH}, STATUS => 5});
is_deeply([glob "$site/.crumb/deployed-*"], [], 'nothing is recorded of a first time that failed');
deploy(\%real);
unlink $notes;

# A deploy that can't be recorded is not begun.
unlink $record, $notes;
make_path($record);
($status, undef, $error) = deploy({%real, PATH => $fake{PATH}});
is($status, 1, 'a record that is a folder');
like($error, qr{^crumb: deploy: \.crumb/deployed-\w+: }m, 'is named');
ok(!-e $notes, 'and rsync is not called');
rmdir $record;
make_path($record =~ s/deployed/deploy/r . '/x');
($status, undef, $error) = deploy({%real, PATH => $fake{PATH}});
is($status, 1, 'rules that can not be written');
like($error, qr{^crumb: deploy: \.crumb/deploy-\w+: }m, 'are named');
ok(!-e $notes, 'and rsync is not called');
rmdir $record =~ s/deployed/deploy/r . "/$_" for 'x', '';

# --- checked first ---

# Deploys with the fake rsync, and says whether that was called.
sub checked {
    unlink $notes;
    my ($status, $out, $error) = deploy({%fake, DEPLOY => "$www/"}, @_);
    return ($status, $error, -e $notes);
}
my $called;
my $post = sub { spew("$site/content/life/links.md",
        "---\ntitle: Links\ndate: 2026-01-02\n---\n$_[0]\n") };
spew("$site/content/life/soon.md",
    "---\ntitle: Soon\ndate: 2026-01-02\ndraft: true\n---\nText.\n");
my %leaks = (
    'a link to a draft' => [sub { $post->('[x](/life/soon/)') }, 'leaked-draft'],
    'a secret in a post' =>
        [sub { $post->('    snmp-server community kitchen42 RO') }, 'secret'],
    'a secret in a file' =>
        [sub { spew("$site/static/cfg.txt", "enable secret 5 \$1\$abcd\$xyzxyz\n") }, 'secret'],
    'a key without an extension' =>
        [sub { spew("$site/static/id_rsa", "-----BEGIN RSA PRIVATE KEY-----\n") }, 'secret'],
    'a secret in data that a page shows' => [sub {
        spew("$site/data/x.yaml", "t: ghp_k9Qz7RmT2vXw4LcB8nYpD1sHf6GjA3eU5oIb\n");
        spew("$site/templates/page.html", '{{ site.data.x.t }}');
        spew("$site/content/about.md", "---\ntitle: About\n---\nText.\n");
    }, 'secret']);
for my $name (sort keys %leaks) {
    my ($make, $code) = @{$leaks{$name}};
    $make->();
    for my $dry ([], ['--dry-run']) {
        ($status, $error, $called) = checked(@$dry);
        is($status, 1, "$name stops it @$dry");
        like($error, qr/\[$code\].*draft or a secret.*--no-check.*nothing was copied/s, 'with its name');
        ok(!$called, 'and rsync is not called');
    }
    ($status, $error, $called) = checked('--no-check');
    is($status, 0, "$name, and --no-check") or diag $error;
    ok($called, 'goes on');
    unlink map { "$site/$_" } qw(content/life/links.md static/cfg.txt static/id_rsa
        data/x.yaml templates/page.html content/about.md);
}
spew("$site/templates/unused.html", "{# password: kitchen42! #}");
$post->('[x](/nowhere/)');
for my $dry ([], ['--dry-run']) {
    ($status, $error, $called) = checked(@$dry);
    is($status, 0, "a dead link does not stop it @$dry") or diag $error;
    like($error, qr/1 error and \d+ warnings? in the site: crumb check lists them/,
        'and is counted');
    ok($called, 'rsync is called');
}
unlink "$site/templates/unused.html", "$site/content/life/soon.md",
    "$site/content/life/links.md";

# --- the address book ---

spew("$site/urls.txt", '');
($status) = deploy(\%real, '--dry-run');
is(slurp("$site/urls.txt"), '', 'a dry run adds no address');
($status, $out, $error) = deploy(\%real);
like(slurp("$site/urls.txt"), qr{^/life/one/$}m, 'a deploy does');
unlike(slurp("$site/urls.txt"), qr/^$/m, 'one a line');
rename "$site/content/life/one.md", "$site/content/life/three.md";
($status, $out, $error) = deploy(\%real);
is($status, 1, 'and refuses one that vanished');
like($error, qr/vanished-address.*nothing was copied/s, 'with the reason');
ok(-e "$www/life/one/index.html", 'the page is still served');
rename "$site/content/life/three.md", "$site/content/life/one.md";

# --- another destination, with a script in place of ssh ---

spew("$top/fake/ssh",
    "#!/bin/sh\necho \"\$@\" >> '$notes'\nshift 3\nexec \"\$@\"\n");
chmod 0755, "$top/fake/ssh";
unlink $notes;
my %remote = (HOME => $home, DEPLOY => "you\@host:$top/far", RSYNC_RSH => "$top/fake/ssh");
($status, $out, $error) = deploy(\%remote);
is($status, 0, 'over ssh') or diag $error;
like(slurp($notes), qr/^-l you host rsync --server/, 'which was called');
is(difference(tree("$top/far"), {wanted()}), '', 'the whole site');
done_testing();
