#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb eject`: a copy of anything that is built in changes nothing of what a
# site looks like, each of them alone and all of them together; and crumb new
# begins the same posts.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => 'once is enough' if $ENV{SHORT};
plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

my %SITE = (
    'site.yaml' => "title: S\nurl: https://rye.example\n"
        . "timezone: Europe/Madrid\npaginate: 1\nlanguages: [en, es]\n"
        . "redirects: [pages, netlify, nginx]\nsearch: true\n",
    'content/about.md' => "---\ntitle: About\n---\n\nMe.\n",
    'content/notes/a.md' => "---\ntitle: A\ndate: 2025-03-05\ntags: [x]\n"
        . "series: S\naliases: [/old/]\n---\n\n## One\n\nText.\n\n## Two\n\n"
        . "{{< note >}}*Hm*{{< /note >}}\n{{< youtube dQw4w9WgXcQ >}}\n"
        . "{{< vimeo 123456 >}}\n{{< gist ann 123abc >}}\n"
        . "{{< details summary=\"More\" >}}x{{< /details >}}\n"
        . "{{< figure src=\"/style.css\" >}}\n",
    'content/notes/a.es.md' => "---\ntitle: A en español\ndate: 2025-03-05\n"
        . "tags: [x]\n---\n\nTexto.\n",
    'content/notes/b.md' => "---\ntitle: B\ndate: 2025-04-05\ntags: [x, y]\n"
        . "series: S\n---\n\nSee [A](a.md).\n",
    'content/baking/c.md' => "---\ntitle: C\ndate: 2025-05-05\nrecipe:\n"
        . "  yield: 1\n---\n\n## Ingredients\n\n- 1 egg\n\n## Method\n\n"
        . "1. Boil.\n",
);

sub site {
    my $dir = scratch();
    spew("$dir/$_", $SITE{$_}) for keys %SITE;
    return $dir;
}

# The output of build and new.
sub output {
    my ($dir) = @_;
    my ($status, undef, $said) =
        run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir, '--now', $NOW);
    is($status, 0, 'it builds') or diag($said);
    my %all = %{tree("$dir/public")};
    $all{said} = $said;
    for my $section (qw(notes baking)) {
        my ($made, $path) =
            run({}, $CRUMB, 'new', '-C', $dir, $section, 'N', '--now', $NOW);
        chomp $path;
        $all{"new $section"} = "$made " . slurp("$dir/$path");
        unlink "$dir/$path";
    }
    return \%all;
}

sub eject {
    my ($dir, $name) = @_;
    my ($status, $out, $error) = run({}, $CRUMB, 'eject', '-C', $dir, $name);
    is($status, 0, "eject $name") or diag($error);
    chomp $out;
    return $out;
}

my ($status, $list) = run({}, $CRUMB, 'eject', '-C', scratch());
is($status, 0, 'crumb eject lists what is built in');
my @names = split /\n/, $list;
my %here = map { my $top = $_; map { ("$top/$_" => slurp("$TOP/$top/$_")) }
    keys %{tree("$TOP/$top")} } qw(templates static);
is(join("\n", sort @names), join("\n", sort keys %here),
    'all of templates/ and static/, and nothing else');

my $all = site();
my $want = output($all);
for my $name (@names) {
    my $dir = site();
    my ($short) = $name =~ m{^[^/]+/(.*)$};
    is(eject($dir, $short), $name, "eject $short says where it is");
    is(slurp("$dir/$name"), $here{$name}, "$name: the same bytes");
    is(difference(output($dir), $want), '', "$name alone changes nothing");
    is(eject($all, $name), $name, "eject $name");
}
is(difference(output($all), $want), '', 'all together change nothing');
my (undef, $marked) = run({}, $CRUMB, 'eject', '-C', $all);
is(scalar(grep { /unchanged$/ } split /\n/, $marked), scalar @names,
    'each is marked as unchanged');
done_testing();
