#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random edits under `crumb serve`, some while it builds, with pages open: once an
# event has told of them, each address answers what a clean build of the same files
# makes of it, byte for byte, and whatever answers otherwise than before was told
# of. COUNT=5000 SEED=7 POSTS=350: more of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Addresses;
use Harness;
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my $COUNT = $ENV{COUNT} // ($ENV{SHORT} ? 8 : 12);
my $SEED  = $ENV{SEED}  // 1;
my $POSTS = $ENV{POSTS} // 240;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $state = $SEED;

# The same on every perl.
sub below {
    my ($n) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $n;
}

sub pick { return $_[below(scalar @_)] }

# The site that is shown; its twin, of which clean builds are made before.
my ($dir, $twin) = (scratch(), scratch());
my %posts = map { $_ => 1 } 0 .. $POSTS - 1;

sub path_of_post { return "content/life/p$_[0].md" }
sub any_post { return pick(sort { $a <=> $b } keys %posts) }

sub post {
    my ($i) = @_;
    my $title = below(50);
    my $draft = below(20) ? '' : "draft: true\n";
    my $link  = below(2) ? '[other](p' . any_post() . ".md)\n" : '';
    $posts{$i} = 1;
    return [path_of_post($i), "---\ntitle: P$i $title\ndate: 2024-01-"
        . sprintf('%02d', 1 + $i % 28) . "\ntags: [t" . below(7) . "]\n$draft---\n"
        . "Body $state.\n\n## Part @{[below(5)]}\n\n$link"];
}

sub template {
    my ($name, $end) = @_;
    return ["templates/$name",
        slurp("$TOP/templates/$name") =~ s{\Q$end\E}{<!-- $state -->$end}r];
}

my $ERROR = '{{ nope( }}';

# Each is a row of saves: a path, what it is to hold (undef: it goes), and how long
# the next one waits.
my %edits = (
    'a body' => sub {
        my $path = path_of_post(any_post());
        return [$path, slurp("$twin/$path") . "\nMore $state.\n"];
    },
    'a post'      => sub { post(any_post()) },
    'a new post'  => sub { post(below($POSTS)) },
    'a post less' => sub {
        my $i = any_post();
        delete $posts{$i};
        return [path_of_post($i), undef];
    },
    'all pages' => sub { template('base.html', '</body>') },
    'all posts' => sub { template('post.html', '</article>') },
    'an error, mended' => sub {
        return (['templates/post.html', $ERROR, below(20) / 100],
            ['templates/post.html', slurp("$TOP/templates/post.html")]);
    },
    'a style sheet' => sub {
        return ['static/style.css', "p { margin: @{[below(9)]}px }\n"];
    },
    'the title' => sub {
        return ['site.yaml', "title: T$state\nurl: https://rye.example\n"];
    },
);
my @kinds = sort keys %edits;

# As an editor that writes beside the file and renames does it.
sub save {
    my ($site, $path, $text) = @_;
    return unlink "$site/$path" if !defined $text;
    spew("$site/$path.tmp~", $text);
    rename "$site/$path.tmp~", "$site/$path" or die "$path: $!";
}

# --- the preview --------------------------------------------------------------

save($twin, 'site.yaml', "title: T\nurl: https://rye.example\n");
save($twin, @{post($_)}) for 0 .. $POSTS - 1;
copy_tree($twin, $dir);
my $preview = serve($dir);
my @streams = map { events($preview, $_) } '/', '/life/', '/life/p1/', '/tags/t1/';
my $good;    # what was made of it last

# Those that are waiting are of edits before.
sub forget_events { events_of($_, 0.001) for @streams }

sub build_twin {
    my ($name) = @_;
    my ($files, $error) = clean_build($preview, $twin);
    $files or BAIL_OUT("$name: $error");
    return $files;
}

# What an event tells of is there, and all that goes with it.
sub is_there {
    my ($name, $files, @changed) = @_;
    my $wrong = answers($preview, $files, \@changed);
    is($wrong, '', "$name: the first event is true of all addresses");
}

sub is_as_before {
    my ($name) = @_;
    ok(next_event($streams[0], 'errors'), "$name: the error is told");
    is(answers($preview, $good), '', "$name: each address answers as before");
}

sub step {
    my ($name, @saves) = @_;
    my $files = build_twin($name);
    my @changed = changes($good, $files);
    my $at_once = @saves == 1 && sub { is_there($name, $files, @changed) };
    forget_events();
    for my $i (0 .. $#saves) {
        save($dir, @{$saves[$i]});
        is_as_before($name) if !$i && ($saves[0][1] // '') eq $ERROR;
        sleep $saves[$i][2] if $i < $#saves;
    }
    my @untold = untold($preview, $streams[0], \@changed, $at_once);
    is("@untold", '', "$name: what changed is told of");
    is(settled($preview, $files), '', "$name: each address");
    $good = $files;
}

$good = build_twin('at first');
is(settled($preview, $good), '', 'at first: each address');
for (my $n = 0; $n < $COUNT;) {
    my @saves;
    for (1 .. pick(1, 1, 1, 2, 5)) {
        my @edit = $edits{pick(@kinds)}->();
        save($twin, @$_) for @edit;
        $edit[-1][2] = pick(0, 0, 0, 0.01, 0.05, 0.3, 1.1);
        push @saves, @edit;
        $n++;
    }
    step("seed $SEED, edit $n", @saves);
    sleep $saves[-1][2];
}
sleep 2;
is(answers($preview, $good, [], 'wide'), '', 'after a while: each address');
is(serve_stop($preview), 0, 'its end');
done_testing();
