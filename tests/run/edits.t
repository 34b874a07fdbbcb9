#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A blog that is edited at random: after every edit the incremental build has
# left what a clean build of the same sources makes, and said the same. The
# edits follow from a seed; `SEED=7 EDITS=100 prove -v tests/run/edits.t`
# tries others.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Path qw(remove_tree);
use Harness;
use Test::More;

my $EDITS = $ENV{EDITS} // ($ENV{SHORT} ? 10 : 40);
my $SEED  = $ENV{SEED}  // 1;

# Perl's rand differs from one perl to another.
my $state = $SEED * 2654435761 % 4294967296;

sub below {
    my ($n) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $n;
}

sub pick { return $_[below(scalar @_)] }

my $dir   = scratch();
my $count = 0;

# path => front matter and body, as written to content/
my %posts;

sub write_post {
    my ($path) = @_;
    my $post = $posts{$path};
    my $text = "---\n";
    for my $key (sort keys %$post) {
        $text .= "$key: $post->{$key}\n" if $key ne 'body';
    }
    spew("$dir/content/$path", "$text---\n$post->{body}");
}

sub new_post {
    $count++;
    my $path = pick('life', 'baking', 'networking/evpn') . "/post-$count.md";
    $posts{$path} = {
        title => "Post $count",
        date  => sprintf('2025-%02d-%02d', 1 + below(12), 1 + below(28)),
        tags  => '[' . join(', ', pick('a', 'b'), pick('c', 'd')) . ']',
        body  => "Text of $count.\n\n## A heading\n",
    };
    write_post($path);
    return "new $path";
}

# A post's front matter and body are changed by one of these.
my @changes = (
    sub { $_[0]{title} = 'Title ' . below(1000) },
    sub { $_[0]{body} .= "\nAnother paragraph, " . below(1000) . ".\n" },
    sub { $_[0]{tags} = '[' . pick('a', 'e', 'f') . ']' },
    sub { delete $_[0]{tags} },
    sub { $_[0]{date} = sprintf '2024-%02d-%02d', 1 + below(12), 7 },
    sub { delete $_[0]{date} },
    sub { $_[0]{draft} = pick('true', 'false') },
    sub { $_[0]{unlisted} = pick('true', 'false') },
    sub { $_[0]{summary} = 'A summary, ' . below(1000) },
    sub { $_[0]{slug} = 'slug-' . ++$count },
    sub { $_[0]{aliases} = '[/old/' . ++$count . '/]' },
    sub {
        my @others = sort keys %posts;
        $_[0]{body} .= "\nSee [another](/" . pick(@others) . ").\n";
    },
    sub { $_[0]{body} .= "\nSee [nothing](nowhere-" . below(9) . ".md).\n" },
);

sub change_post {
    my $path = pick(sort keys %posts);
    pick(@changes)->($posts{$path});
    write_post($path);
    return "change $path";
}

sub remove_post {
    return change_post() if keys %posts < 4;
    my $path = pick(sort keys %posts);
    delete $posts{$path};
    unlink "$dir/content/$path";
    return "remove $path";
}

sub move_post {
    my $path = pick(sort keys %posts);
    my $new  = 'life/moved-' . ++$count . '.md';
    $posts{$new} = delete $posts{$path};
    unlink "$dir/content/$path";
    write_post($new);
    return "move $path to $new";
}

sub change_settings {
    spew("$dir/site.yaml", "title: Edits " . below(3) . "\n"
        . pick('', "paginate: 3\n", "url: https://example.org/blog\n"));
    return 'site.yaml';
}

sub change_template {
    my $path = "$dir/templates/" . pick('post.html', 'partials/footer.html');
    return unlink($path) ? "remove $path" : '' if below(2);
    spew($path, '{{ site.title }} ' . below(9)
        . ' {% for post in site.posts[:2] %}{{ post.title }}{% endfor %}');
    return "write $path";
}

sub change_section {
    spew("$dir/content/life/_index.md",
        "---\ntitle: Life " . below(9) . "\n---\nWords.\n");
    return 'life/_index.md';
}

sub change_output {
    my @paths = sort keys %{tree("$dir/public")};
    return 'no output' unless @paths;
    my $path = pick(@paths);
    return "rm public/$path" if below(2) && unlink "$dir/public/$path";
    spew("$dir/public/$path", 'edited');
    return "edit public/$path";
}

my @edits = (
    (\&change_post) x 6, (\&new_post) x 2, \&remove_post, \&move_post,
    \&change_settings, \&change_template, \&change_section, \&change_output
);

sub build {
    my ($where) = @_;
    return run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $where, '--now', $NOW);
}

sub check {
    my ($what) = @_;
    my ($status, $out, $error) = build($dir);
    my $clean = scratch();
    copy_tree($dir, $clean, 'public', '.crumb');
    my ($clean_status, $clean_out, $clean_error) = build($clean);
    my $good = $status == $clean_status && $error eq $clean_error;
    ok($good, "$what: says what a clean build says")
        or diag("now:\n$error\nclean:\n$clean_error");
    my $wrong = $clean_status ? ''
        : difference(tree("$dir/public"), tree("$clean/public"));
    is($wrong, '', "$what: makes what a clean build makes");
    remove_tree($clean);
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
spew("$dir/site.yaml", "title: Edits\n");
new_post() for 1 .. 8;
check('the first build');
for my $number (1 .. $EDITS) {
    my $what = pick(@edits)->();
    check("$number: $what");
}
done_testing();
