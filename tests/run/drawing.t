#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Drawings: the answers of "subnet" are those of Python's ipaddress
# (tests/drawing/subnets.py); in headless Chromium no label of a drawing meets
# another label or a box (tests/drawing/topologies.py, tests/browser/drawing.mjs);
# a large topology takes little time. COUNT=20000 SEED=7: more.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

sub markdown {
    my ($text) = @_;
    my $dir = scratch();
    spew("$dir/x.md", $text);
    return run({}, $CRUMB, 'markdown', "$dir/x.md");
}

# The rows of a table, their cells with bars between them.
sub rows_of {
    my ($html) = @_;
    my @rows;
    for my $row ($html =~ m{^<tr>(.*?)</tr>$}gm) {
        push @rows, join '|', $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}g;
    }
    return @rows;
}

sub subnets {
    my $count = $ENV{COUNT} // 400;
    my $seed = $ENV{SEED} // 1;
    my ($status, $asked) = run({}, 'python3', "$TESTS/drawing/subnets.py",
        $count, $seed);
    is($status, 0, 'questions') or return;
    my @questions = map { [split /\n/] } split /\n\n/, $asked;
    my $text = join "\n", map { "```subnet\n$_->[0]\n```\n\n* * *\n" } @questions;
    my (undef, $html, $error) = markdown($text);
    is($error, '', 'no question is a mistake');
    my @answers = split m{<hr>}, $html;
    my $wrong = 0;
    for my $i (0 .. $#questions) {
        my ($question, @expected) = @{$questions[$i]};
        my @rows = rows_of($answers[$i]);
        next if "@rows" eq "@expected" || $wrong++ > 3;
        diag("SEED=$seed: $question\n got: ", join("\n      ", @rows),
            "\nwant: ", join("\n      ", @expected));
    }
    is($wrong, 0, "$count answers");
}

# How many labels the topologies should show.
sub labels_of {
    my ($text) = @_;
    my $labels = 0;
    for (split /\n/, $text) {
        if (my ($a, $b, $label) = /^\S+?(:\S+)? (?:--|==|~~) \S+?(:\S+)? (.*)$/) {
            $labels += (defined $a) + (defined $b) + ($label ne '');
        } elsif (/^(?:router|switch|firewall|host|server|cloud|node) /) {
            $labels += () = / n\d/g;
        } elsif (/^group /) {
            $labels++;
        }
    }
    return $labels;
}

sub labels_apart {
    my $seed = $ENV{SEED} // 1;
    my $count = $ENV{COUNT} ? $ENV{COUNT} / 10 : 60;
    my ($status, $text) = run({}, 'python3', "$TESTS/drawing/topologies.py",
        $count, $seed);
    is($status, 0, 'topologies') or return;
    my $packets = join '', map { "```packet $_\n```\n\n" } qw(arp bgp-open
        bgp-update ethernet gre icmp ipv4 ipv6 mpls tcp udp vlan vxlan);
    my ($ok, $html, $error) = markdown("$text\n$packets");
    is($error, '', 'none is a mistake');
    my $shown = () = $html =~ /<text /g;
    cmp_ok($shown, '>', labels_of($text), 'all labels are shown');
    my $chromium = $ENV{CHROMIUM} // '/usr/bin/chromium-headless-shell';
    SKIP: {
        skip 'no browser', 1
            unless -x $chromium && -d "$TESTS/browser/node_modules";
        my $dir = scratch();
        spew("$dir/page.html", "<!DOCTYPE html><meta charset=\"utf-8\">$html");
        my (undef, $found) = run({CHROMIUM => $chromium}, 'node',
            "$TESTS/browser/drawing.mjs", "$dir/page.html");
        my @found = split /\n/, $found;
        my $end = pop @found;
        is("@found", '', $end) or diag("SEED=$seed");
    }
}

sub large {
    my @lines = ('layout layered');
    my @above;
    for my $n (10, 40, 150, 300) {
        my @row = map { "r$n-$_" } 1 .. $n;
        push @lines, "switch @row";
        for my $i (@above ? 0 .. $#row : ()) {
            push @lines, map { "$row[$i]:eth$_ -- $above[($i * 7 + $_) % @above]"
                . ":e1-$i 10.$_.$i.0/31" } 1 .. 3;
        }
        @above = @row;
    }
    my $text = join "\n", '```topology', @lines, '```';
    my $before = (times)[2];
    my (undef, $html) = markdown($text);
    my $time = (times)[2] - $before;
    my $labels = () = $html =~ /<text /g;
    is($labels, 500 + 490 * 3 * 3, '500 nodes, 1470 links, all labels');
    cmp_ok($time, '<', 5, sprintf 'in %.2f s', $time);
}

sub links_go_round {
    my (undef, $html) = markdown("```topology\nrouter a\nrouter b\nrouter c\n"
        . "a -- b\na -- c\nb -- c\n```\n");
    my ($lines) = $html =~ /<path d="(M[^"]*)"/;
    my @corners = map { scalar(() = /L/g) } split /(?=M)/, $lines // '';
    is("@corners", '1 3 1', 'a link goes round the node in its way');
}

# Each of them in a row of its own, all linked to all.
sub columns_are_whole {
    for my $n (3 .. 7) {
        my @lines = map { "router r$_" } 1 .. $n;
        for my $to (2 .. $n) {
            push @lines, map { "r$_:eth$to -- r$to:eth$_ 10.$_.$to.0/31" }
                1 .. $to - 1;
        }
        my (undef, $html) = markdown(join "\n", '```topology', @lines, '```');
        my $labels = () = $html =~ /<text /g;
        is($labels, $n + 3 * $n * ($n - 1) / 2, "$n in a column: all labels");
    }
}

# Parallel links without room are one bundle; labels without room a warning.
sub nothing_vanishes {
    my $links = join "\n", map { "a:eth$_ -- b:eth$_ 10.0.$_.0/31" } 1 .. 60;
    my (undef, $html, $error) = markdown("```topology {layout=ring}\nrouter a b\n"
        . "$links\n```\n");
    is("$error, @{[$html =~ m{<text [^>]*>(\W+60)<}]}", ", \xC3\x9760",
        'sixty links are a bundle');
    is(scalar(() = $html =~ /a eth\d+ to b/g), 60, 'the description has all');
    (undef, $html, $error) = markdown("```topology\nlayout free\nrouter a \@0,0 "
        . "b \@1,0\na -- b " . 'x' x 1000 . "\n```\n");
    like($error, qr/no room for 1 label/, 'a label that has no room is reported');
}

# No straight part of a link is behind a node.
sub right_angles_go_round {
    my (undef, $html) = markdown("```topology\nlinks right-angled\nrouter a\n"
        . "router b\nrouter c\na -- b\na -- c\nb -- c\n```\n");
    my ($lines) = $html =~ /<path d="(M[^"]*)"/;
    my @corners = map { scalar(() = /L/g) } split /(?=M)/, $lines // '';
    is($corners[1], 5, 'a right-angled link goes round, too');
}

# The straight parts of the links, one list a link.
sub parts_of {
    my ($html) = @_;
    my @links;
    for my $line (map { split /(?=M)/ } $html =~ /<path (?:stroke-\S+ )?d="(M[^"]*)"/g) {
        my @at = map { [split / /] } $line =~ /(-?\d+ -?\d+)/g;
        push @links, [map { [@{$at[$_]}, @{$at[$_ + 1]}] } 0 .. $#at - 1];
    }
    return @links;
}

sub turn {
    my ($ax, $ay, $bx, $by, $cx, $cy) = @_;
    return ($bx - $ax) * ($cy - $ay) <=> ($by - $ay) * ($cx - $ax);
}

sub crossings {
    my @links = parts_of($_[0]);
    my $n = 0;
    for my $i (0 .. $#links) {
        for my $p (map { @$_ } @links[0 .. $i - 1]) {
            $n += turn(@$p, @$_[0, 1]) * turn(@$p, @$_[2, 3]) < 0
                && turn(@$_, @$p[0, 1]) * turn(@$_, @$p[2, 3]) < 0
                for @{$links[$i]};
        }
    }
    return $n;
}

# Links over the tops of a row are within each other, the parallel ones of a
# LAG too.
sub arcs_are_nested {
    my (undef, $html) = markdown("```topology\nnode a b c d\na == d\na -- c\n"
        . "a -- c\nc -- a\nd -- a\na -- b\n```\n");
    is(scalar(parts_of($html)), 6, 'six links');
    is(crossings($html), 0, 'no links over a row cross');
    (undef, $html) = markdown("```topology\nnode a b c d\na -- c\nb -- d\n```\n");
    is(crossings($html), 1, 'those of two overlapping ones do');
}

# Eight lanes, below the row above.
sub lanes_have_room {
    my $links = join "\n", map { "a -- c\nd -- a" } 1 .. 4;
    my (undef, $html) = markdown("```topology\nnode x y z\nnode a b c d\nx -- b\n"
        . "$links\n```\n");
    my ($top) = sort { $a <=> $b } map { map { @$_[1, 3] } @$_ } parts_of($html);
    is($top, 16, 'no link over a row leads through the row above');
}

sub middle_of {
    my ($html, $label) = @_;
    return $html =~ /<text x="(-?\d+)"[^>]*>\Q$label\E</ ? $1 : undef;
}

# Nodes without a group, in the rows of one, are above each other.
sub beside_groups {
    my (undef, $html) = markdown("```topology\nnode a b c\nnode d e f\nnode g h i\n"
        . "group G: a d g\nb -- e\ne -- h\nc -- f\nf -- i\n```\n");
    for my $pair (qw(be eh cf fi)) {
        my ($above, $below) = map { middle_of($html, $_) } split //, $pair;
        cmp_ok(abs($above - $below), '<=', 2, "$pair: one above the other");
    }
    # The group of two is not in the way of the rows that it is not in.
    (undef, $html) = markdown("```topology\nnode a b\nnode c d\nnode e f\n"
        . "group G: c d\na -- c\nb -- d\nc -- e\nd -- f\n```\n");
    cmp_ok(abs(middle_of($html, 'a') - middle_of($html, 'c')), '<=', 2,
        'beside no group: above the links');
    (undef, $html) = markdown("```topology\nnode a b\nnode c d\n"
        . "group Inner: c d\ngroup Outer: a b Inner\na -- c\nb -- d\n```\n");
    cmp_ok(abs(middle_of($html, 'a') - middle_of($html, 'c')), '<=', 2,
        'above the group within its own one');
}

# Where two links cross, a label could be of either.
sub labels_keep_off_links {
    my (undef, $html) = markdown("```topology\nlayout spine-leaf\nnode a\nnode b c\n"
        . "node d=\"a label over the whole width of it\"\nb -- c\na -- d iBGP\n```\n");
    my ($label) = $html =~ / y="(-?\d+)"[^>]*>iBGP</;
    my ($flat) = grep { $_->[0][1] == $_->[0][3] } parts_of($html);
    cmp_ok(abs($label - 4 - $flat->[0][1]), '>', 7, 'a label is on its link alone');
}

sub places_choose_free {
    my (undef, $html) = markdown("```topology\nnode a \@0,0 b \@0,2\na -- b\n```\n");
    is(middle_of($html, 'a'), middle_of($html, 'b'), 'places are used without a layout');
    (undef, $html) = markdown("```topology\nlayout ring\nnode a \@0,0 b \@1,0 c \@2,0\n```\n");
    cmp_ok(middle_of($html, 'b'), '>', middle_of($html, 'c'), 'but not in another one');
}

# Two rows of forty: flat lines would be hard to follow.
sub wide_ones_are_high {
    my $row = sub { join ' ', map { "$_[0]$_" } 1 .. 40 };
    my (undef, $html) = markdown("```topology\nswitch " . $row->('s') . "\nhost "
        . $row->('h') . "\ns1 -- h40\n```\n");
    my ($width, $height) = $html =~ /viewBox="\S+ \S+ (\d+) (\d+)"/;
    cmp_ok($height, '>', $width / 12, 'a wide drawing has rows far apart');
}

# A group of three nodes beside one of two, from half a place after the top.
sub rings_turn {
    my (undef, $html) = markdown("```topology\nlayout ring\nnode a b c d e f\n"
        . "group G: a b c\ngroup H: d e\n```\n");
    my ($g, $h) = map { [/="(-?\d+)"/g] } $html =~ /<rect stroke-dash[^>]*?( x.*?)\/>/g;
    cmp_ok($h->[0] + $h->[2], '<', $g->[0], 'groups of a ring are apart');
}

# A line between the letters would make a colon of the dot in 10.0.0.0/31.
sub labels_have_grounds {
    my (undef, $html) = markdown("```topology\nnode a b\na -- b 10.0.0.0/31\n```\n");
    my ($x, $y) = $html =~ /<text x="(-?\d+)" y="(-?\d+)">10\.0/;
    my ($left, $top, $width, $height) = $html
        =~ /stroke="none" d="M(-?\d+) (-?\d+)h(\d+)v(\d+)h-\d+z"/;
    is($left + $width / 2, $x, 'the ground of a label is in its middle');
    ok($top < $y - 8 && $top + $height > $y, 'and as high as its letters');
}

sub no_foreign_characters {
    my (undef, $html) = markdown("```topology\nrouter a=\"x\x01\xEF\xBF\xBEy\"\n"
        . "```\n\n```ascii\n+--+ \xEF\xBF\xBF\n+--+\n```\n");
    unlike($html, qr/[\x01]|\xEF\xBF[\xBE\xBF]/, 'XML has no such characters');
    like($html, qr/>xy</, 'and the others of the label');
}

# "--|" and "|--" both lead to the middle of the bar.
sub lines_meet {
    my (undef, $html) = markdown("```ascii\n a --| b\n c |-- d\n```\n");
    like($html, qr/M28 8H44M28 24H44/, 'a line ends at the one it meets');
}

# From the middle of the line above to the corner below.
sub diagonals_meet_lines {
    my (undef, $html) = markdown("```ascii\n+--+\n   \\\n    \\\n     +--+\n```\n");
    like($html, qr/M20 8L32 32M32 32L44 56/, 'diagonals end at lines');
}

# Signs in quotes are those of a name.
sub quotes_hold_signs {
    my (undef, $html, $error) = markdown("```topology\nrouter r1=\"A -- B\"\n"
        . "router \"x ~~ y\"\n\"x ~~ y\":e1 -- r1:\"e -- 2\"\ngroup \"A == B\": r1\n"
        . "```\n\n```sequence\n"
        . "\"2001:db8::1\" -> b: SYN: first\nb -> \"2001:db8::1\": ACK\n"
        . "note \"2001:db8::1\" b: open\n\"c -> d\"-->b: \"quoted\"\n```\n"
);
    is($error, '', 'signs in quotes are no mistakes');
    like($html, qr/x ~~ y e1 to A -- B e -- 2/, 'nor is a link in a name');
    like($html, qr/2001:db8::1 to b: SYN: first; b to 2001:db8::1: ACK; .*; c -&gt; d to b: &quot;quoted&quot;/,
        'a host is an address');
}

# A group that has a longer name than its node is around it in the middle.
sub groups_are_beside {
    my (undef, $html) = markdown("```topology\nlayout fat-tree\nnode n0 n1\n"
        . "server n2 n4\ngroup g0=\"Group with a long name\": n1\n"
        . "group g1=\"Another long name\": n0 n2 n4\n```\n");
    my @boxes = sort { $a->[0] <=> $b->[0] } map { [/x="(-?\d+)".*width="(\d+)"/] }
        grep { /dasharray="2 3"/ } $html =~ /<rect[^>]*>/g;
    cmp_ok($boxes[0][0] + $boxes[0][1], '<', $boxes[1][0], 'the boxes of groups');
    my ($status, undef, $error) = markdown("```topology\nrouter a \@0,1 b \@2,1 "
        . "c \@1,0 d \@1,2\ngroup h: a b\ngroup v: c d\n```\n");
    like($error, qr/the box of "v" would meet that of "h"/,
        'groups that would cross are a mistake');
}

# An address that ends with two colons is whole.
sub labs_have_addresses {
    my $dir = scratch();
    spew("$dir/x.md", "```topology {file=lab.yml}\n```\n");
    spew("$dir/lab.yml", "nodes: [r1, r2]\nlinks:\n"
        . "- {r1: {ipv6: 2001:db8::}, r2:, prefix: {ipv6: 2001:db8::}}\n"
        . "- {r1:, r2: {ipv6: 2001:db8:1::, ipv4: 10.0.0.1}}\n");
    my ($status, $html, $error) = run({}, $CRUMB, 'markdown', "$dir/x.md");
    is($error, '', 'addresses that end with colons');
}

sub lab {
    my ($name, $text) = @_;
    my $dir = scratch();
    spew("$dir/site.yaml", "title: Labs\nurl: https://labs.crumbs.test\n");
    spew("$dir/content/a/b/index.md", "---\ntitle: B\ndate: 2026-01-01\n---\n\n"
        . "```topology {file=\"$name\"}\n```\n");
    spew("$dir/content/a/b/$name", $text);
    run({}, $CRUMB, 'build', '-C', $dir);
    return slurp("$dir/public/a/b/index.html");
}

# Nodes by rows: "s1/l1,l2"
sub tiers_of {
    my ($html) = @_;
    my %at;
    push @{$at{$1}}, $2 while $html =~ / y="(-?\d+)">([\w-]+)</g;
    return join '/', map { join ',', sort @{$at{$_}} } sort { $a <=> $b } keys %at;
}

# Rows follow from labels, from words within names, and from customers alone.
sub labs_have_rows {
    my $role = sub { "{kind: srl, labels: {role: $_[0]}}" };
    my $html = lab('a.clab.yml', "topology:\n  nodes:\n    b1: @{[$role->('leaf')]}\n"
        . "    b2: @{[$role->('leaf')]}\n    t1: @{[$role->('spine')]}\n  links:\n"
        . "    - endpoints: [b1, t1]\n    - endpoints: [b2, t1]\n");
    is(tiers_of($html), 't1/b1,b2', 'rows by the label "role"');
    is(scalar(() = $html =~ /M1 3h16v12/g), 3, 'srl is a switch');
    $html = lab('b.yml', "nodes: [A-CE1, A-PE1, B-PE2, B-P1]\n"
        . "links: [{A-CE1:, A-PE1:}, {A-PE1:, B-P1:}, {B-PE2:, B-P1:}]\n");
    is(tiers_of($html), 'B-P1/A-PE1,B-PE2/A-CE1', 'words after a prefix');
    $html = lab('e.yml', "nodes: [app1, leaf1]\nlinks: [leaf1-app1]\n");
    is(tiers_of($html), 'leaf1/app1', 'a letter within a word is none');
    $html = lab('c.yml', "nodes: [bb, ce_a, ce_b]\nlinks: [bb-ce_a, bb-ce_b]\n");
    is(tiers_of($html), 'bb/ce_a,ce_b', 'what customers lead to is above them');
    $html = lab('d.clab.yml', "topology:\n  defaults: {kind: linux}\n  kinds:\n"
        . "    linux: {image: quay.io/frrouting/frr}\n  nodes: {r1: , ixp-sw: , x: {image: srl-labs/network-multitool}}\n"
        . "  links:\n    - endpoints: [r1, ixp-sw]\n");
    is(join(',', map { $html =~ $_ ? 1 : 0 } qr/M1 9a8 8/, qr/M1 3h16v12/,
        qr/M2 3h14v9/), '1,1,1',
        'the image of a kind, and sw in a name');
}

# Each label is nearest to its own link.
sub parallel_labels_are_apart {
    my (undef, $html) = markdown("```topology\nrouter a\nrouter b\n"
        . join("\n", map { "a:e$_ -- b:e$_ 10.0.0.$_/31" } 1 .. 4) . "\n```\n");
    my @middle = map { middle_of($html, "10.0.0.$_/31") } 1 .. 4;
    cmp_ok($middle[$_] - $middle[$_ - 1], '>', 40, 'labels beside each other') for 1 .. 3;
}

# The pictures of docs/network.md are its fences as they are drawn; ACCEPT=1
# draws them again.
sub docs_are_drawn {
    my $docs = "$TESTS/../docs";
    my $text = slurp("$docs/network.md") =~ s/^````\n//gmr;
    my (undef, $html) = markdown($text);
    my @drawn = $html =~ m{<svg (.*?</svg>)}gs;
    for my $name ($text =~ /\]\((\w+\.svg)\)/g) {
        my $svg = '<svg xmlns="http://www.w3.org/2000/svg" style="color-scheme:'
            . 'light dark;color:CanvasText;background:Canvas" '
            . shift(@drawn) . "\n";
        spew("$docs/$name", $svg) if $ENV{ACCEPT};
        ok(slurp("$docs/$name") eq $svg, "docs/$name is up to date");
    }
}

subnets();
docs_are_drawn();
lines_meet();
quotes_hold_signs();
groups_are_beside();
labs_have_addresses();
diagonals_meet_lines();
no_foreign_characters();
labels_apart();
links_go_round();
right_angles_go_round();
wide_ones_are_high();
arcs_are_nested();
lanes_have_room();
labs_have_rows();
parallel_labels_are_apart();
rings_turn();
labels_have_grounds();
beside_groups();
labels_keep_off_links();
places_choose_free();
columns_are_whole();
nothing_vanishes();
large() unless $ENV{SHORT};
done_testing;
