#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# crumb mv, as a property: random sites whose posts link to each other in every
# spelling there is, and random moves in them. Afterwards
#
#   - the build says what it said before, and nothing new;
#   - each page is the same, byte by byte, but for the addresses in it, and each
#     of those leads to the page that it led to, where that is now;
#   - the old address leads to the new one, if it was published;
#   - the posts' files differ in the addresses of links alone.
#
# COUNT=200 makes that many, SEED=7 begins with another one.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

binmode Test::More->builder->$_, ':utf8'
    for qw(output failure_output todo_output);
my $count = $ENV{COUNT} // ($ENV{SHORT} ? 6 : 25);
my $seed = $ENV{SEED} // 1;

my @SECTIONS = ('a', 'b', 'a/c', 'd e');
my @NAMES = ('rye', 'plum cake', 'ñandú', '2024-03-05-dated', 'x(1)', 'Cc',
    "it's", 'w_x_', '100%', 'a&b');
my @URLS = ('https://example.org', 'https://example.org/blog');

sub pick { return $_[int rand @_] }
sub encode { my ($t) = @_; utf8::encode($t); return $t }
sub percent {
    my ($text, $safe) = @_;
    $text = encode($text);
    $text =~ s/([^$safe])/sprintf '%%%02X', ord $1/ge;
    return $text;
}

# --- a site ---

# path in content/ => {address, dir}
sub make_posts {
    my %posts;
    my %taken;
    for (1 .. 7) {
        my ($section, $name) = (pick(@SECTIONS), pick(@NAMES));
        (my $slug = $name) =~ s/^\d+-\d+-\d+-//;
        next if $taken{"$section/$slug"}++;
        my $bundle = rand() < 0.4;
        my $path = $bundle ? "$section/$name/index.md" : "$section/$name.md";
        $posts{$path} = {bundle => $bundle, draft => rand() < 0.2};
    }
    return \%posts;
}

sub relative {
    my ($from, $to) = @_;
    my @from = split m{/}, $from;
    my @to = split m{/}, $to;
    pop @from;
    while (@from && @to > 1 && $from[0] eq $to[0]) { shift @from; shift @to }
    return join '/', ('..') x @from, @to;
}

# One link from a post to a path, in Markdown or HTML.
sub link_to {
    my ($from, $to, $address) = @_;
    my $path = rand() < 0.3 ? "/$to" : relative($from, $to);
    $path = "./$path" if $path !~ m{^[./]} && rand() < 0.2;
    my $tail = pick('', '', '#part', '?q=1#part');
    my $short = $path;
    $short =~ s{(/index)?\.md$}{pick('', '/')}e unless $short =~ m{^/};
    $short = $path if $short !~ m{/} || $short =~ m{\.\./?$};
    my $coded = percent($path, 'A-Za-z0-9./_~-');
    my $plain = $path =~ /[\s()%&]/ ? $coded : encode($path);
    my $angle = encode($path =~ s/%/%25/gr);
    my $id = 'l' . int rand 1e6;
    my $entity = $plain =~ s/e/&#101;/r;
    my @kinds = (
        "[t]($plain$tail)", "[t]($coded$tail \"A title\")", "[t](<$angle$tail>)",
        "![i]($plain)", "[![i]($plain)](<$angle>)", "[t]($entity)",
        "[t][$id]\n\n[$id]: $plain$tail 'T'\n", "[$id]\n\n> [$id]:\n>  $coded\n",
        "[t](" . percent($short, 'A-Za-z0-9./_~-') . ')',
        "`[t]($plain)`", "```\n[t]($plain)\n[z]: $plain\n```\n",
        "{{< figure src=\"$angle\" alt=\"x\" >}}",
        "{{< note >}}\nSee [t]($plain).\n{{< /note >}}", "\\[t]($plain)",
        "- item\n\n      [code]($plain)\n", "<!-- [t]($plain) -->",
        "| a | b |\n|---|---|\n| [t]($plain) | `x` |\n",
        "Text[^$id]\n\n[^$id]: note [t]($plain)\n", "[t]( $plain )",
    );
    push @kinds, "[t]($address)", "<$address>", "See $address.",
        "<a href='$address'>x</a>" if $address;
    push @kinds, "[t]({{< ref \"" . encode($to) . "\" >}})"
        if $to =~ /\.md$/ && $to !~ /index/;
    my $stem = encode($to =~ s{(/index)?\.md$}{}r);
    my $wiki = $to =~ /\.md$/ ? "[[$stem|t]]" : "![[$stem|300]]";
    push @kinds, $wiki, "$wiki and `$wiki`", "> $wiki", "\\$wiki",
        "| a |\n|---|\n| " . ($wiki =~ s/\|/\\|/r) . " |\n",
        $to =~ /\.md$/ ? "[[$stem.md#Part|t]]" : "[[$stem|t]]";
    return pick(@kinds);
}

sub make_text {
    my ($from, $posts, $files, $addresses) = @_;
    my $post = $posts->{$from};
    my @links = map {
        my $to = pick(@$files);
        link_to($from, $to, $addresses->{$to});
    } 1 .. 6;
    my $head = $post->{plain} ? '' : "---\ntitle: \"T\"\n"
        . ($post->{draft} ? "draft: true\n" : '')
        . pick('', "# comment\n", "aliases: [/old-$post->{n}/]\n",
            "aliases:\n  - /old-$post->{n}/ # why\n", "aliases: /old-$post->{n}/\n",
            "redirect_from:\n- /old-$post->{n}/\n")
        . ($post->{bundle} ? "cover: p.jpg\n" : '') . "---\n";
    my $text = $head . join("\n\n", '## Part', @links) . "\n";
    $text =~ s/\n/\r\n/g if rand() < 0.2;
    $text = "\xEF\xBB\xBF$text" if rand() < 0.2;
    return $text;
}

# Pages show the text alone; the front page shows where each post is.
sub templates {
    my ($dir) = @_;
    spew("$dir/templates/post.html",
        "{{ page.content }}{% if page.cover %}<img src=\"{{ page.cover.image }}\">"
        . "{% endif %}\n");
    spew("$dir/templates/home.html", "{% for post in site.posts -%}\n"
        . "{{ post.path }}\t{{ post.permalink }}\t{{ post.cover.image if post.cover }}\n"
        . "{% endfor %}");
}

sub build {
    my ($dir) = @_;
    my ($status, $out, $error) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C', $dir,
        '--now', $NOW, '--no-sync', '--drafts', '--future');
    is($status, 0, 'the site builds') or diag($error);
    my %warnings;
    $warnings{$1}++ while $error =~ /: warning\[([a-z-]+)\]/g;
    my %address;
    for my $line (split /\n/, slurp("$dir/public/index.html")) {
        my ($path, $address, $cover) = split /\t/, $line;
        utf8::decode($path);
        $path =~ s/&#39;/'/g;
        $path =~ s/&amp;/&/g;
        $address{$path} = $address;
        $address{$path =~ s/index\.md$/p.jpg/r} = resolved($address, $cover)
            if $path =~ /index\.md$/;
    }
    return {warnings => \%warnings, address => \%address, error => $error,
        tree => tree("$dir/public")};
}

sub make_site {
    my ($dir) = @_;
    my $posts = make_posts();
    my @files = sort keys %$posts;
    my $n = 0;
    for my $path (@files) {
        my $post = $posts->{$path};
        $post->{n} = ++$n;
        $post->{plain} = !$post->{draft} && !$post->{bundle} && rand() < 0.15;
    }
    my @assets = map { s{/index\.md$}{/p.jpg}r } grep { /index/ } @files;
    spew("$dir/site.yaml", "title: S\nurl: " . pick(@URLS) . "\n"
        . pick('', "permalink: /{section}/{slug}.html\n",
            "permalink: /p/{section}/{title}-{slug}/\n"));
    templates($dir);
    spew(encode("$dir/content/$_"), 'picture') for @assets;
    # The addresses are those of a first build.
    spew(encode("$dir/content/$_"), "---\ntitle: T\n"
            . ($posts->{$_}{bundle} ? "cover: p.jpg\n" : '') . "---\n")
        for @files;
    my $addresses = build($dir)->{address};
    for my $path (@files) {
        spew(encode("$dir/content/$path"),
            make_text($path, $posts, [@files, @assets], $addresses));
    }
    return ($posts, \@files);
}

# --- a move ---

# Returns the arguments of a move, and where each file is afterwards.
sub make_move {
    my ($files) = @_;
    my $from = pick(@$files);
    my $bundle = $from =~ m{/index\.md$};
    my $unit = $bundle ? $from =~ s{/index\.md$}{}r : $from;
    my ($old) = $unit =~ m{([^/]+)$};
    my $section = pick(@SECTIONS, 'new', 'new/er');
    my $name = pick(@NAMES, 'fresh', 'grün kohl');
    my ($to, $said);
    if (rand() < 0.5) { ($to, $said) = ("$section/$old", "$section/") }
    elsif ($bundle) {
        $to = $said = "$section/$name";
        $said = $to = "$section/$name-moved" if grep { m{^\Q$to\E/} } @$files;
    } elsif (rand() < 0.3) { $to = $said = "$section/$name/index.md" }
    else { $to = $said = "$section/$name.md" }
    my %moved = $bundle ? map { ("$unit/$_" => "$to/$_") } qw(index.md p.jpg)
        : ($from => $to);
    return (pick($unit, $from, "content/$from"), pick($said, "content/$said"),
        \%moved);
}

# The address that a link on that page leads to, fragment and all.
sub resolved {
    my ($base, $link) = @_;
    return $link if $link =~ m{^[a-z]+:};
    my ($origin, $path) = $base =~ m{^(https://[^/]+)(/.*)};
    return $base . $link if $link =~ /^#/ || $link eq '';
    return $origin . $link if $link =~ m{^/};
    $path =~ s{[^/]*$}{};
    my ($bare, $tail) = $link =~ m{^([^?#]*)(.*)$}s;
    my @parts = split m{/}, $path . $bare, -1;
    my @out;
    for my $part (@parts) {
        if ($part eq '..') { pop @out if @out > 1 }
        elsif ($part ne '.') { push @out, $part }
    }
    return $origin . join('/', @out) . $tail;
}

sub unescape {
    my ($t) = @_;
    $t =~ s/&#x27;|&#39;/'/g;
    $t =~ s/&amp;/&/g;
    $t =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
    return $t;
}

# The page with every address as it is from the host, moved along.
sub normal {
    my ($html, $base, $map) = @_;
    my $follow = sub {
        my ($path, $tail) = unescape($_[0]) =~ m{^([^?#]*)(.*)$}s;
        return ($map->{$path} // $path) . $tail;
    };
    $html =~ s{(href|src)=(["'])(.*?)\2}
        {"$1=" . $follow->(resolved($base, $3))}gse;
    $html =~ s{[\w.-]+[-.](fn(?:ref)?-)}{$1}g; # ids hold the address
    for my $old (keys %$map) {
        $html =~ s{\Q$old\E}{$map->{$old}}g;
    }
    return $html;
}

sub file_of {
    my ($address, $site) = @_;
    my ($path) = $address =~ m{^https://[^/]+(/.*)};
    $path =~ s{^/blog/}{/} if $site =~ m{example\.org/blog};
    $path = unescape($path);
    return substr($path, 1) . ($path =~ m{/$} ? 'index.html' : '');
}

sub check_sources {
    my ($name, $old, $new, $moved) = @_;
    for my $path (sort keys %$old) {
        utf8::decode(my $key = $path);
        my $now = $new->{encode($moved->{$key} // $key)};
        my ($a, $b) = ($old->{$path}, $now);
        next if defined $b && $a eq $b;
        ok(defined $b, "$name: $key is there") or next;
        for ($a, $b) {
            s/^(\xEF\xBB\xBF)?---\r?\n.*?\n---\r?\n/$1 \/\/ ''/se;
        }
        my @lines = ([split /\n/, $a, -1], [split /\n/, $b, -1]);
        is(scalar @{$lines[1]}, scalar @{$lines[0]}, "$name: lines of $key");
        my @ends = map { scalar(() = /\r\n/g) } $a, $b;
        is($ends[1], $ends[0], "$name: line ends of $key");
    }
}

sub check_pages {
    my ($name, $site, $before, $after, $moved) = @_;
    my %map;
    for my $path (keys %{$before->{address}}) {
        my $then = $after->{address}{$moved->{$path} // $path};
        ok(defined $then, "$name: $path is published") or return;
        my $now = unescape($before->{address}{$path});
        $map{$now} = unescape($then) if $now ne unescape($then);
    }
    for my $path (sort grep { /\.md$/ } keys %{$before->{address}}) {
        my $old = $before->{address}{$path};
        my $new = $after->{address}{$moved->{$path} // $path};
        my $was = $before->{tree}{file_of($old, $site)};
        my $is = $after->{tree}{file_of($new, $site)};
        is(normal($is, $new, {}), normal($was, $old, \%map),
            "$name: the page of $path") or diag($was, $is);
    }
}

sub check_alias {
    my ($name, $site, $before, $after, $moved, $posts) = @_;
    for my $path (grep { /\.md$/ } keys %$moved) {
        my ($old, $new) = ($before->{address}{$path},
            $after->{address}{$moved->{$path}});
        next if $old eq $new;
        my $page = $after->{tree}{file_of($old, $site)};
        if ($posts->{$path}{draft}) { is($page, undef, "$name: no alias") }
        else { like($page // '', qr/\Q$new\E/, "$name: an alias") }
    }
}

sub check_move {
    my ($number) = @_;
    srand $number;
    my $dir = scratch() . '/site';
    my ($posts, $files) = make_site($dir);
    my $before = build($dir);
    my $old = tree("$dir/content");
    my ($from, $to, $moved) = make_move($files);
    my $name = "seed $number, mv $from $to";
    my ($status, $out, $error) = run({TZ => 'UTC'}, $CRUMB, 'mv', '-C', $dir,
        encode($from), encode($to));
    my $new = tree("$dir/content");
    if ($status) {
        is(difference($new, $old), '', "$name: refused, nothing changed");
        like($error, qr/is there already|nothing was moved|is inside|is a post/,
            "$name: says why");
        return 0;
    }
    is($error, '', "$name: without a word");
    my $after = build($dir);
    my $site = slurp("$dir/site.yaml");
    is_deeply($after->{warnings}, $before->{warnings}, "$name: warnings")
        or diag($before->{error}, "--- after\n", $after->{error});
    check_sources($name, $old, $new, $moved);
    check_pages($name, $site, $before, $after, $moved);
    check_alias($name, $site, $before, $after, $moved, $posts);
    return 1;
}

plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $done = 0;
$done += check_move($_) for $seed .. $seed + $count - 1;
cmp_ok($done, '>', $count / 2, 'most of them can be done');
done_testing();
