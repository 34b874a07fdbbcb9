#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random edits under `crumb serve`, some while it builds, with pages open: when it
# has come to rest the preview is what a clean build of the same files makes, byte
# for byte. STEPS=500 SEED=7 POSTS=350: more of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Preview;
use Test::More;
use Time::HiRes qw(sleep time);

my $STEPS = $ENV{STEPS} // ($ENV{SHORT} ? 8 : 24);
my $SEED  = $ENV{SEED}  // 1;
my $POSTS = $ENV{POSTS} // 240; # more than are made at one go: see first.t
my $EVERY = 8;                  # edits between two looks

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $state = $SEED;

# The same on every perl.
sub below {
    my ($n) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $n;
}

my $dir   = scratch();
my %posts = map { $_ => 1 } 0 .. $POSTS - 1;

sub any_post { my @names = sort { $a <=> $b } keys %posts; return $names[below(scalar @names)] }

sub put_post {
    my ($i) = @_;
    my $title = below(50);
    my $draft = below(20) ? '' : "draft: true\n";
    my $link  = below(2) ? '[other](p' . any_post() . ".md)\n" : '';
    spew("$dir/content/life/p$i.md", "---\ntitle: P$i $title\ndate: 2024-01-"
        . sprintf('%02d', 1 + $i % 28) . "\ntags: [t" . below(7) . "]\n$draft---\n"
        . "Body $state.\n\n## Part @{[below(5)]}\n\n$link");
    $posts{$i} = 1;
}

# As an editor that writes beside the file and renames does it.
sub replace {
    my ($path, $text) = @_;
    spew("$path.tmp~", $text);
    rename "$path.tmp~", $path or die;
}

my %edits = (
    'a body' => sub {
        my $path = "$dir/content/life/p" . any_post() . '.md';
        replace($path, slurp($path) . "\nMore $state.\n");
    },
    'a post'      => sub { put_post(any_post()) },
    'a new post'  => sub { put_post(below($POSTS)) },
    'a post less' => sub {
        my $i = any_post();
        unlink "$dir/content/life/p$i.md";
        delete $posts{$i};
    },
    'all pages' => sub {
        replace("$dir/templates/base.html",
            slurp("$TOP/templates/base.html") =~ s{</body>}{<!-- $state --></body>}r);
    },
    'all posts' => sub {
        replace("$dir/templates/post.html",
            slurp("$TOP/templates/post.html") =~ s{</article>}{<!-- $state --></article>}r);
    },
    'an error, mended' => sub {
        replace("$dir/templates/post.html", '{{ nope( }}');
        sleep below(20) / 100;
        replace("$dir/templates/post.html", slurp("$TOP/templates/post.html"));
    },
    'a style sheet' => sub { spew("$dir/static/style.css", "p { margin: @{[below(9)]}px }\n") },
    'the title' => sub { spew("$dir/site.yaml", "title: T$state\nurl: https://rye.example\n") },
);
my @kinds = sort keys %edits;

# Until it has had nothing to say for longer than it waits to settle.
sub rest {
    my ($preview) = @_;
    my ($size, $since) = (-1, time);
    while (time - $since < ($ENV{SHORT} ? 6 : 2)) {
        my $now = -s "$preview->{dir}.out";
        ($size, $since) = ($now, time) if $now != $size;
        sleep 0.05;
    }
}

sub compare {
    my ($preview, $name) = @_;
    rest($preview);
    my ($status, undef, $error) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir,
        '--drafts', '--future', '--clean', '--no-sync', '--output', 'clean',
        '--base-url', "http://localhost:$preview->{port}");
    is($status, 0, "$name: a clean build") or diag $error;
    is(difference(tree("$dir/.crumb/preview"), tree("$dir/clean")), '',
        "$name: the preview is the same");
}

spew("$dir/site.yaml", "title: T\nurl: https://rye.example\n");
put_post($_) for 0 .. $POSTS - 1;
my $preview = serve($dir);
my @streams = map { events($preview, $_) } '/', '/life/', '/life/p1/', '/tags/t1/';
for my $step (1 .. $STEPS) {
    $edits{$kinds[below(scalar @kinds)]}->();
    sleep((0, 0, 0.01, 0.05, 0.3, 1.2)[below(6)]);
    compare($preview, "seed $SEED, step $step") if $step % $EVERY == 0;
}
is(serve_stop($preview), 0, 'its end');
done_testing();
