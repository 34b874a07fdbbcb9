# SPDX-License-Identifier: MIT
package Growth;

# Sites of any size, each large in one way: what takes time that should grow as
# its input does. For tests/run/linear.t and tests/bench/linear.pl.
use strict;
use warnings;
use Exporter qw(import);
use Harness;

our @EXPORT = qw(%GROWTH growth_write growth_time);

# One post with that text.
sub text {
    return {'content/a/post.md' => join '', "---\ntitle: A post\n---\n", @_, "\n"};
}

# One with that front matter.
sub front { return {'content/a/post.md' => join '', "---\n", @_, "---\n"} }

sub template {
    return {%{text('A text.')}, 'templates/post.html' => join '', @_};
}

sub data { return {%{text('A text.')}, 'data/a.csv' => join '', @_} }

# So many posts in seven sections; what each of them says.
sub posts {
    my ($n, $say) = @_;
    return {map { my $i = $_;
            (sprintf('content/%s/p%05d.md', $i % 7, $i) => join '',
                "---\ntitle: Post $i\n---\n", map { $say->($i, $_) } 1 .. 5) }
            1 .. $n};
}

# So many posts in a folder: what else its front matter says, and its text.
sub blog {
    my ($n, $folder, $front, $text) = @_;
    return {map { my $i = $_;
            (sprintf('content/%s/p%06d.md', $folder->($i), $i) => sprintf(
                "---\ntitle: Post %d\ndate: 20%02d-%02d-%02d\n%s---\n%s\n", $i,
                $i % 20, $i % 12 + 1, $i % 28 + 1, $front->($i), $text // 'Text.')) }
            1 .. $n};
}

my $one_folder = sub { 'a' };
my $no_front   = sub { '' };

# Text with a number at each N.
sub each_of {
    my ($n, $text) = @_;
    return map { $text =~ s/N/$_/gr } 1 .. $n;
}

sub list { return join ', ', each_of(@_) }

# A post that is a recipe.
sub recipe {
    my ($ingredients, $steps) = @_;
    return {'content/a/post.md' => "---\ntitle: A recipe\nrecipe: {}\n---\n"
        . "## Ingredients\n\n$ingredients\n## Steps\n\n$steps\n"};
}

# name => [a size, the files of a site of a size].
our %GROWTH = (
    # In Markdown.
    dots   => [100_000, sub { text('.' x $_[0]) }],
    dashes => [100_000, sub { text('-' x $_[0] . ' a') }],
    quotes => [100_000, sub { text(q{'"} x ($_[0] / 2)) }],
    braces => [100_000, sub { text('{{ ' x ($_[0] / 3)) }],
    fence  => [10_000, sub { text("``` a`b\n\n" . '*a [b](c) ' x $_[0]) }],

    # Recipes: groups, sums, sizes of one, adverbs, and a long step.
    recipe_groups => [500, sub { recipe(join('', each_of($_[0], "### N cream\n\n- 1 g flour\n\n")),
        join '', each_of($_[0], "### N cream\n\n1. Mix the flour.\n\n")) }],
    recipe_line   => [1_000, sub { recipe('- 1 egg' . ' plus 1 egg' x $_[0]
        . "\n- 2 g flour (" . '1 g ' x $_[0] . ")\n- 1 g " . 'finely ' x $_[0] . "salt\n", '1. Mix.') }],
    recipe_step   => [1_000, sub { recipe("- 9 g flour\n- 9 g salt\n",
        '1. ' . 'add 1 g flour, the salt (2 g): 3 g pepper ' x $_[0]) }],

    # Marked lines: each other one, and such as the block does not have.
    marks     => [5_000, sub { text('```text {hl="', join(',', map { 2 * $_ }
        1 .. $_[0]), "\"}\n", "x\n" x (2 * $_[0]), "```\n") }],
    marks_far => [5_000, sub { text('```text {hl="', join(',', map { 2 * $_ }
        1 .. $_[0]), "\"}\nx\n```\n") }],

    # Formulas: none, such as have no end, and mistakes.
    dollars  => [100_000, sub { text('$' x $_[0]) }],
    openers  => [10_000, sub { text('\\(a_1 $`b $c $$ d \\[' x $_[0], "\n\n\\)") }],
    formulas => [1_000, sub { text(each_of($_[0], '$\aN$ ')) }],
    percents => [4_000, sub { text('$x%$ ' x $_[0]) }],
    formula  => [100_000, sub { text('$$', 'x+' x $_[0], "y\n$$\n\n\\(",
        '{' x $_[0], '\\)') }],
    endless  => [25, sub { text(each_of($_[0], "\$\\def\\a{\\a\\a N}\\a\$ ")) }],

    # Abbreviations of one word, and that word; stars and tildes beside Han.
    abbreviated => [2_500, sub { return {
        %{text(each_of($_[0], "*[a bN]: c\n"), "\n", 'a b' x (8 * $_[0]))},
        'site.yaml' => "title: T\nmarkdown: {abbreviations: true}\n"} }],
    # Names of pictures without anything between them, where there is a picture.
    endings => [10_000, sub { return {%{text('.png' x (2 * $_[0]), "\n\n",
        '.png-' x $_[0])}, 'content/a/p.png' => 'p'} }],
    # Pictures in a text, each after a reference that is no quote.
    addresses => [5_000, sub { return {%{text('a')},
        'static/a.txt' => join '', each_of($_[0], '&aN;data:image/a,')} }],
    cjk => [10_000, sub { text("\xe4\xb8\xad~~*\xe3\x80\x82~" x $_[0]) }],

    # Wikilinks that never close, to itself, to nothing, to two posts.
    brackets => [10_000, sub { text('[[a' x (10 * $_[0])) }],
    targets  => [10_000, sub { text('![[' . 'a' x (100 * $_[0]) . ']]') }],
    wikilinks => [5_000, sub { return {%{text(each_of($_[0], "[[a#N|a]] [[b]] [[nN]] "))},
        'content/s/b.md' => "---\ntitle: B\n---\n",
        'content/t/b.md' => "---\ntitle: B\n---\n"} }],
    wikilines => [5_000, sub { text(each_of($_[0], "![[N.png]] [[nN]]\n\n")) }],

    # Zola's shortcodes without an end, other languages' tags, comments.
    zola     => [10_000, sub { text('{{ youtube(id="' x $_[0]) }],
    foreign  => [10_000, sub { text(each_of($_[0], '{{ nN(a=1) }} {% if xN %} ')) }],
    comments => [10_000, sub { return {%{text("%% x %%\n", "*a* `b\n\n" x $_[0],
            "%%\n", "```\n" x $_[0], "%%\n")},
        'site.yaml' => "title: T\nmarkdown: {comments: true}\n"} }],
    # Each opens a fence, from which what follows is code until it is taken out.
    fenced => [1_000, sub { return {
        %{text(("%%\n```\n%%\n\n", "a *b* `c`\n\n" x $_[0]) x 12)},
        'site.yaml' => "title: T\nmarkdown: {comments: true}\n"} }],

    # Definition lists and names of pictures.
    terms => [5_000, sub { return {
        %{text(each_of($_[0], "Term N\n: What it is.\n\n"), ':rocket:a' x $_[0])},
        'site.yaml' => "title: T\nmarkdown: {definition_lists: true, emoji: true}\n"} }],

    # Attributes that never close, good and bad ones; ids, and contents of them.
    open_lists => [10_000, sub { text('`x`{k=[ `x`{k="a ' x $_[0]) }],
    lists      => [5_000,
        sub { text(each_of($_[0], "`a`{.b #N onclick=x}\n{: .b}\n{.c}\n\n")) }],
    contents   => [2_000,
        sub { text(each_of($_[0], "# N {.a}\n\n* x\n{:toc}\n\n")) }],

    # Callouts within others, boxes that nothing closes, and ends of nothing.
    callouts => [20_000, sub { text('> ' x $_[0], '[!note]') }],
    kinds    => [5_000, sub { text(each_of($_[0], "> [!kN]- *a*\n\n")) }],
    boxes    => [10_000, sub { text(":::a b\n" x $_[0], ":::\n" x $_[0]) }],
    boxed    => [5_000, sub { text("- > :::a\n<b>\n\n" x $_[0]) }],

    # Much to say of one file.
    links     => [5_000, sub { text(each_of($_[0], "[a](noN.md)\n\n")) }],
    line      => [5_000, sub { text(each_of($_[0], '[a](noN.md) ')) }],
    fragments => [5_000, sub { text(each_of($_[0], "[a](#noN)\n\n")) }],
    slips     => [2_500,
        sub { text(each_of($_[0], "# H N\n\n[a](#g-N)\n\n")) }],

    # In front matter.
    tags    => [6_000, sub { front('tags: [', list($_[0], 'tN'), "]\n") }],
    twice   => [3_000, sub { front('tags: [', list($_[0], 'TN, tN'), "]\n") }],
    aliases => [3_000,
        sub { front('aliases: [', list($_[0], '/b/aN'), "]\n") }],

    toml => [10_000, sub { return {'content/a/post.md' => join '', "+++\n",
        each_of($_[0], "kN = 1\n"), each_of($_[0], "[tN]\na.b = {c = [N]}\n"),
        "+++\n"} }],
    # A key that is there again and again, and lines that end in both ways.
    toml_twice => [10_000, sub { return {'content/a/post.md' => join '',
        "\xef\xbb\xbf+++\r\n", "k = 1\r\n[t]\n" x $_[0], "+++\n"} }],
    # Posts that are the pages of their folders and want the same aliases: one gets
    # them.
    one_alias => [2_000, sub { return {'templates/post.html' => 'x',
        map { ("content/s/f$_/f$_.md" => "---\naliases: [/was/, ../is]\n---\n") }
            1 .. $_[0]} }],

    # In templates.
    constants => [10_000,
        sub { template(each_of($_[0], "{{ N }}{{ 'sN' }}\n")) }],
    locals => [5_000, sub { template(each_of($_[0], "{% set aN = 1 %}\n")) }],
    names  => [5_000, sub { template(each_of($_[0], "{{ aN is defined }}\n")) }],
    blocks => [5_000,
        sub { template(each_of($_[0], "{% block bN %}{% endblock %}\n")) }],
    macros => [5_000, sub { template(each_of($_[0],
        "{% macro mN() %}{% endmacro %}{{ mN() }}\n")) }],

    # In data.
    columns => [5_000, sub { data('a,' x $_[0], "b\n", '1,' x $_[0], "1\n") }],
    unequal => [5_000,
        sub { data(each_of($_[0], 'aN,'), "b\n", '1,' x $_[0], "1\n") }],

    # Blogs that are large in one way. Every page is rendered with the built-in
    # theme, and lists are by ten.
    one_tag  => [2_000, sub { blog($_[0], $one_folder, sub { "tags: [all]\n" }) }],
    own_tags => [1_000, sub { blog($_[0], $one_folder, sub { "tags: [t$_[0]]\n" }) }],
    # Every page lists all sections, all parts of its series: the output grows with
    # the square.
    sections => [500, sub { blog($_[0], sub { "s$_[0]" }, $no_front) }],
    series   => [500, sub { blog($_[0], $one_folder, sub { "series: One\n" }) }],
    large    => [2, sub { blog($_[0], $one_folder, $no_front,
        "A paragraph with *words* and `code`.\n\n" x 25_000) }],
    linked   => [2_500, sub { text(each_of($_[0], "[a](https://N.example/)\n")) }],
    all      => [1_000, sub { +{%{blog($_[0], $one_folder, $no_front)},
        'templates/partials/footer.html' =>
            '{{ site.posts | map(attribute="title") | join | length }}' .
            '{{ site.posts | sum(attribute="word_count") }}'} }],

    # Of many posts, each with five links.
    refs => [1_250, sub { my $n = shift; posts($n, sub {
        sprintf "[a]({{< ref \"p%05d\" >}})\n", ($_[0] * 7 + $_[1]) % $n + 1 }) }],
    refs_gone => [1_250, sub {
        posts($_[0], sub { "[a]({{< ref \"q$_[0]-$_[1]\" >}})\n" }) }],
    gone => [1_250,
        sub { posts($_[0], sub { "[a](q$_[0]-$_[1].md)\n" }) }],
    pictures => [1_250,
        sub { posts($_[0], sub { "![a](q$_[0]-$_[1].png)\n" }) }],
    rooted => [1_250, sub {
        +{%{posts($_[0], sub { "![a](/q$_[0]-$_[1].png)\n" })},
            map { ("static/p$_.png" => 'x') } 1 .. $_[0]} }],
);

# The site of that name, at so many times its size.
sub growth_write {
    my ($dir, $name, $times) = @_;
    my ($size, $make) = @{$GROWTH{$name}};
    my $files = $make->($size * $times);
    system 'rm', '-rf', $dir;
    spew("$dir/site.yaml", "title: Growth\n");
    spew("$dir/$_", $files->{$_}) for keys %$files;
}

# CPU seconds of a clean build of it, in the program alone: what the system
# needs for writing is a disk's matter. undef: a crash, or no end after so many
# seconds of both.
sub growth_time {
    my ($dir, $given_up) = @_;
    my $before = (times)[2];
    my ($status) = run({}, '/bin/sh', '-c',
        "ulimit -t $given_up; exec \"\$0\" \"\$@\"",
        $CRUMB, 'build', '-C', $dir, '--clean', '--now', $NOW);
    return undef if $status > 1 || $status < 0;
    return (times)[2] - $before;
}

1;
