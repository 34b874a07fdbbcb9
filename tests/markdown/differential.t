#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# `crumb markdown --gfm` writes the bytes that the cmark-gfm program writes,
# over texts made at random, but always the same ones: even seeds from a grammar
# of Markdown, odd ones a soup of its marks. SEED=n shows one text, COUNT=n
# makes more, FROM=n others, SHORT=1 fewer.
#
# docs/markdown.md lists the differences: footnotes named first in footnotes, and
# texts far beyond any that people write. Neither kind is made here.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);

my $top   = dirname(__FILE__) . '/../..';
my $crumb = $ENV{CRUMB} // "$top/build/crumb";
my @cmark = qw(cmark-gfm -e table -e strikethrough -e autolink -e tagfilter
    -e tasklist -e footnotes --unsafe);
my $count = $ENV{COUNT} // ($ENV{SHORT} ? 60 : 600);
my $from = $ENV{FROM} // 0;

if (system('command -v cmark-gfm >/dev/null') != 0) {
    print "1..0 # SKIP there is no cmark-gfm program\n";
    exit;
}

# A generator of its own, so that a seed means the same text everywhere.
my $state = 1;
sub roll {
    my ($n) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $n;
}
sub pick { return $_[roll(scalar @_)] }
sub some { my ($most, $make) = @_; return map { $make->() } 0 .. roll($most) }

my @words = ('foo', 'bar', 'a', 'Baz', 'x1', "don't", 'snake_case_word',
    '1 < 2', 'R&D', 'é', 'naïve', '日本語', '--', '...', '"quoted"', '5 * 3',
    'a_b', '100%', '#tag', '$5', 'e.g.', '(in brackets)', 'x^2', '=', '+1');
my @odd = ('&amp;', '&copy;', '&#35;', '&#xe9;', '&nope;', '&', '\\*', '\\_',
    '\\[', '\\]', '\\\\', '\\`', '\\<', '\\~', '\\&', '\\x', '<', '>', '|',
    '*', '_', '`', '!', '~', '~~~', ']', '[]', '[ ]', '^', '{', '$', '#######',
    '[nope]', '[^nope]', '\\~\\~no\\~\\~', 'http\\://no.example');
my @hosts = ('example.org', 'a.example.com', 'a-b.example', 'ex.org:8080',
    'localhost', 'bücher.example');
my @paths = ('', '/', '/a/b', '/a_b_c', '/~me/', '/x?y=z&w=1', '/#part',
    '/__init__.py', '/*star*/x', '/(par)', '/a--b', "/it's", '/x.', '/x,',
    '/x!', '/x)', '/x;', '/x:', '/a%20b', '/q?a=1&amp;b=2', '/%', '/a\\*b');
my @mail = ('me@example.org', 'a.b+c@d-e.example', 'x_y@example.org.',
    'mailto:me@example.org', 'xmpp:me@example.org/here', 'a@b', '@x',
    'no@example.', 'me@example.org,');

sub address {
    return pick('http://', 'https://', 'ftp://', 'HTTP://', 'www.', 'xhttp://',
        '(https://', '1https://') . pick(@hosts) . pick(@paths);
}

sub target { return pick('/u', 'a.md#b', '<a b>', 'http://x.example/?a&b',
    'a(b)c', '%C3%A9', 'é', '', '#x', 'javascript:x', 'a\\*b', '&auml;') }

sub html { return pick('<b>', '</b>', '<a href="x">', '<br/>', '<!-- c -->',
    '<i class=x y>', '<script>', '</Script>', '<title>', '<xmp >', '<?p?>',
    '<textarea/>', '<!D X>', '<![CDATA[ x ]]>', '<notatag', '<titles>') }

# Text without marks that could pair with the text around it.
sub plain { return join ' ', some(3, sub { pick(@words) }) }

# Inline constructs, each closed before the next begins; those that could
# touch are kept apart by spaces.
sub inlines {
    my ($depth, $in_link) = @_;
    return join ' ', some(4, sub { one($depth, $in_link) });
}

sub one {
    my ($depth, $in_link) = @_;
    my $kind = roll($depth > 2 ? 10 : 20);
    return pick(@words) if $kind < 5;
    return pick(@odd) if $kind == 5;
    return $in_link ? pick(@words) : address() if $kind == 6;
    return pick(@mail) if $kind == 7;
    return pick('`', '``') =~ s/^(.*)$/$1 . pick('code', ' a `b ', '<b>',
        '&amp;', 'a\\', '~~x~~', 'http:\/\/x.example') . $1/er if $kind == 8;
    return html() if $kind == 9;
    my $in = inlines($depth + 1, $in_link);
    my $core = plain();
    return "*$core*" if $kind == 10;
    return "**$core**" if $kind == 11;
    return "_$core _" if $kind == 12 && roll(2);
    return "_${core}_" if $kind == 12;
    return "~~$core~~" if $kind == 13;
    return "~$core~" if $kind == 14;
    return "*a ~~$core~~ b*" if $kind == 15;
    return "~~a **$core** [l](u) b~~" if $kind == 16;
    return "![$core](" . target() . pick('', ' "t"', " 't & \"'") . ')'
        if $kind == 17;
    return $core if $in_link;
    return "[$core](" . target() . pick('', ' "t"', ' (t)') . ')'
        if $kind == 18;
    return pick("[$core][r]", '[r]', '[r][]', '[R]', '[^1]', '[^Two]',
        '<http://x.example/?a&b>', '<me@example.org>', "[x `$core`](y)",
        '[![i](s)](t)', "$in");
}

sub breaks { return pick("\n", "\n", "  \n", "\\\n", "\n   ", " \n") }

sub paragraph { return join(breaks(), some(2, sub { inlines(0) })) . "\n" }

sub indent {
    my ($first, $rest, $text) = @_;
    my @lines = split /\n/, $text, -1;
    pop @lines if @lines && $lines[-1] eq '';
    my $out = $first . (shift @lines // '') . "\n";
    $out .= ($_ eq '' ? '' : $rest . $_) . "\n" for @lines;
    return $out;
}

sub list {
    my ($depth) = @_;
    my $mark = pick('- ', '* ', '+ ', '1. ', '7) ', '0. ');
    my $gap = pick('', '', "\n");
    my $task = roll(3) == 0;
    return join $gap, some(3, sub {
        my $box = $task ? pick('[ ] ', '[x] ', '[X] ', '[y] ') : '';
        indent($mark . $box, ' ' x length $mark, blocks($depth + 1, 1));
    });
}

sub row {
    my ($columns) = @_;
    my @cells = map { my $c = roll(4) ? plain() : one(3); $c =~ s/\|/\\|/g; $c }
        1 .. $columns;
    return pick('| ', '|', '') . join(pick(' | ', '|'), @cells) .
        pick(' |', '|', '') . "\n";
}

sub table {
    my $columns = 1 + roll(4);
    my $head = '|' . join('|', map { plain() } 1 .. $columns) . "|\n";
    my $line = '|' . join('|', map { pick('---', ':--', '-:', ':-:') }
        1 .. $columns) . "|\n";
    return $head . $line .
        join '', some(3, sub { row($columns + pick(0, 0, 0, 1, -1) || 1) });
}

sub fence {
    my $mark = pick('```', '~~~', '````');
    return $mark . pick('', 'c', ' python x', ' a&b"c', ' {.x}') . "\n" .
        pick("a < b & \"c\"\n", "\t\\* \\~ `\n\n  x\n", '', "~~x~~ [a](b)\n") .
        pick("$mark\n", "$mark\n", '');
}

sub html_block {
    return pick("<div>\n", "<script>\nlet x = '<b>';\n</script>\n",
        "<!-- a\n\nb -->\n", "<title>x</title>\n", "<table><tr><td>\n",
        "<pre>\n\n*x*\n</pre>\n", "</div>\n", "<style>p{}</style>\n") .
        pick('', plain() . "\n");
}

sub block {
    my ($depth) = @_;
    my $kind = roll($depth > 2 ? 6 : 18);
    return paragraph() if $kind < 3;
    return '#' x (1 + roll(6)) . pick(' ', "\t", ' [ ', ' ![ ') . inlines(1) .
        pick('', ' ##') . "\n" if $kind == 3;
    return plain() . "\n" . pick('===', '---', '- - -', '***') . "\n"
        if $kind == 4;
    return pick("---\n", "* * *\n", "    " . inlines(2) . "\n", "\tcode\n")
        if $kind == 5;
    return list($depth) if $kind < 9;
    my $quote = pick('> ', '>');
    return indent($quote, $quote, blocks($depth + 1, 2)) if $kind < 11;
    return table() if $kind < 13;
    return fence() if $kind == 13;
    return html_block() if $kind == 14;
    return pick('[^1]: ', '[^two]: ', '[^three]: ') . plain() . "\n" .
        pick('', "\n    " . plain() . "\n") if $kind == 15 && $depth == 0;
    return '[r]: ' . pick('/url', '<u v>') . pick('', " 'title'") . "\n"
        if $kind == 16;
    return paragraph();
}

sub blocks {
    my ($depth, $most) = @_;
    return join pick("\n", "\n", ''), some($most, sub { block($depth) });
}

# --- soup: marks beside and across each other ---

my @bits = (qw(* ** *** _ __ ~ ~~ ~~~ ` `` [ ] \( \) ![ < > ! & | " ' ^ : . - $),
    '\\', '#', '\\*', '\\~', '\\[', '&amp;', '&#42;', '&#126;', '&nbsp;', '[^1]',
    '[^2]');
my @links = ('[a](b)', '[x][r]', '[r]', '![i](s "t")', '<http://a.b/c>',
    '<me@x.org>', 'http://ex.org/a', 'www.ex.org', 'me@ex.org', 'www.',
    'https://ex.org/a_b_c?x=1&y=2', '[a](<b c> "t")', '[l *e* ](/u)',
    'ftp://f.example/x', 'mailto:me@ex.org', 'http://', '@', '://x');
my @nouns = (@words, '“q”', '𝔘', 'ß', '—');

sub soup {
    my ($depth) = @_;
    my $text = '';
    for (0 .. roll(6)) {
        my $kind = roll(20);
        if ($kind > 12 && $depth < 3) {
            my $mark = pick('*', '**', '_', '__', '~', '~~');
            $text .= $mark . soup($depth + 1) . $mark;
        } else {
            $text .= $kind < 6 ? pick(@nouns)
                : $kind < 8    ? pick(@bits)
                : $kind < 10   ? pick(@links)
                : $kind == 10  ? html()
                : $kind == 11  ? '`' . pick('c', 'a|b', '<b>', ' x ') . '`'
                :                pick(@words);
        }
        $text .= pick(' ', ' ', ' ', '', '', $depth ? ' ' : "\n",
            $depth ? ' ' : "  \n");
    }
    $text =~ s/^\s+|\s+$//g;
    return $text eq '' ? 'e' : $text;
}

sub soup_block {
    my ($depth) = @_;
    my $kind = roll(18);
    my $text = soup(0) . "\n";
    my $line = soup(2);
    return $text if $kind < 6 || $depth > 3;
    return '#' x (1 + roll(7)) . pick(' ', "\t", '') . "$line\n" if $kind == 6;
    return $text . pick('===', '---') . "\n" if $kind == 7;
    return list_of($depth) if $kind < 10;
    return indent('> ', pick('> ', '>', ''), soups($depth + 1, 3))
        if $kind < 12;
    return "| $line | a |\n|-|:-:|\n" . join '', map {
        '| ' . join(' | ', map { soup(2) } 0 .. roll(3)) . pick(' |', '') . "\n"
    } 0 .. roll(3) if $kind < 14;
    return pick("```c\n", "~~~\n") . $text . pick("```\n", "~~~\n", '')
        if $kind == 14;
    return html_block() . $text if $kind == 15;
    return pick('[^1]: ', '[^2]: ') . plain() . "\n" if $kind == 16;
    return pick("[r]: /url 't'\n", "    $line\n");
}

sub list_of {
    my ($depth) = @_;
    my $mark = pick('- ', '* ', '+ ', '1. ', '3) ', "-\t", '10. ');
    my $rest = roll(9) ? ' ' x length $mark : '';
    return join pick('', "\n"), some(3, sub {
        indent($mark . pick('', '', '[ ] ', '[x] '), $rest,
            soups($depth + 1, 2));
    });
}

sub soups {
    my ($depth, $most) = @_;
    return join pick("\n", "\n", ''),
        some($most, sub { soup_block($depth) });
}

sub document {
    my ($seed) = @_;
    $state = $seed * 7919 + 1;
    roll(2) for 1 .. 5;
    my $text = $seed % 2 ? soups(0, 5) : blocks(0, 6);
    $text =~ s/\n/\r\n/g if roll(20) == 0;
    return $text;
}

my $dir = tempdir(CLEANUP => 1);

sub render {
    my ($text, @command) = @_;
    open my $file, '>:raw', "$dir/in.md" or die;
    print $file $text;
    close $file;
    open my $pipe, '-|', @command, "$dir/in.md" or die "$command[0]: $!";
    local $/;
    return <$pipe> // '';
}

sub compare {
    my ($seed) = @_;
    my $text = document($seed);
    my $want = render($text, @cmark);
    my $got = render($text, $crumb, 'markdown', '--gfm');
    return if $got eq $want;
    my @got = split /\n/, $got, -1;
    my @want = split /\n/, $want, -1;
    for my $i (0 .. $#want) {
        next if ($got[$i] // '') eq $want[$i];
        return "SEED=$seed line " . ($i + 1) . "\n#  got: " .
            ($got[$i] // 'nothing') . "\n# want: $want[$i]";
    }
    return "SEED=$seed: there is more of it";
}

if (defined $ENV{SEED}) {
    print document($ENV{SEED});
    my $difference = compare($ENV{SEED});
    print "1..1\n", $difference ? "not ok 1\n# $difference\n" : "ok 1\n";
    exit;
}

my $group = 20;
my $groups = int(($count + $group - 1) / $group);
print "1..$groups\n";
my $failed = 0;
for my $n (1 .. $groups) {
    my $first = $from + ($n - 1) * $group;
    my $last = $first + $group - 1;
    my @bad = grep { defined } map { compare($_) } $first .. $last;
    print @bad ? 'not ok' : 'ok', " $n - texts $first to $last\n";
    print map { "# $_\n" } @bad;
    $failed ||= @bad;
}
exit($failed ? 1 : 0);
