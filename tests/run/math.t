#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Formulas: KaTeX in crumb gives the same results as under node; mistakes have
# their places; cached formulas are used, and dropped when they must be; and
# without KaTeX a site is built, with one warning. Which texts are formulas:
# tests/markdown/cases/math.txt.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Encode qw(decode_utf8 encode);
use Harness;
use JSON::PP;
use Test::More;
use Unicode::Normalize qw(NFKC);
use charnames ();

my $KATEX = $ENV{CRUMB_KATEX} // '/usr/share/javascript/katex/katex.js';
plan skip_all => "no program at $CRUMB" unless -x $CRUMB;

sub lay_out {
    my (%files) = @_;
    my $dir = scratch();
    spew("$dir/$_", $files{$_}) for keys %files;
    return $dir;
}

# Returns standard error.
sub build {
    my ($dir, @more) = @_;
    my ($status, undef, $error) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C',
        $dir, '--now', $NOW, @more);
    is($status, 0, 'it builds') or diag($error);
    return $error;
}

sub markdown {
    my ($text) = @_;
    my $dir = lay_out('x.md' => $text);
    return run({}, $CRUMB, 'markdown', "$dir/x.md");
}

my %SITE = (
    'site.yaml' => "title: T\nurl: https://e.net\n",
    'content/notes/a.md' => "---\ntitle: A\ndate: 2024-01-01\n---\n\n"
        . "The \$x_1\$ and\n\n\$\$\ny\n\$\$\n\n## The \$k\$ of it\n",
);

sub without_katex {
    my $dir = lay_out(%SITE,
        'content/notes/b.md' => "---\ntitle: B\ndate: 2024-01-02\n---\n\$z\$\n");
    my ($status, undef, $error) = run({TZ => 'UTC', CRUMB_KATEX => '/none'},
        $CRUMB, 'build', '-C', $dir, '--now', $NOW);
    is($status, 0, 'without KaTeX a site is built');
    my @lines = grep { /^\S*warning/ } split /\n/, $error;
    like("@lines", qr/^warning\[no-math\]: [^\n]*libjs-katex[^\n]*$/,
        'with one warning that names the package') or diag($error);
    my $html = slurp("$dir/public/notes/a/index.html");
    like($html, qr{The <code class="math">\$x_1\$</code>}, 'as typed');
    like($html, qr{<pre><code class="math">\$\$\ny\n\$\$</code></pre>},
        'on lines of its own too');
    spew("$dir/site.yaml", "$SITE{'site.yaml'}math: false\n");
    my ($off, undef, $said) = run({TZ => 'UTC', CRUMB_KATEX => '/none'},
        $CRUMB, 'build', '-C', $dir, '--now', $NOW);
    unlike($said, qr/warning/, 'math: false turns it off');
    like(slurp("$dir/public/notes/a/index.html"), qr/The \$x_1\$ and/,
        'and a dollar is a dollar');
    return;
}

without_katex();
if (!has_katex()) {
    note('neither Duktape nor KaTeX');
    done_testing();
    exit;
}

# The letters of KaTeX's alphabets by Unicode's own names of them: bold A is
# MATHEMATICAL BOLD CAPITAL A.
sub alphabets {
    my %letters;
    my %symbols = (EPSILON => "\x{3F5}", THETA => "\x{3D1}", KAPPA => "\x{3F0}",
        PHI => "\x{3D5}", RHO => "\x{3F1}", PI => "\x{3D6}", CAPITAL => "\x{3F4}");
    for my $code (0x210A .. 0x2134, 0x1D400 .. 0x1D6A3, 0x1D6A8 .. 0x1D7FF) {
        my $name = charnames::viacode($code) // next;
        next if $code < 0x1D400 && $name !~ /^(?:DOUBLE-STRUCK|SCRIPT|BLACK-LETTER|PLANCK CONSTANT$)/;
        my ($form, $rest) = $name =~ /^(?:MATHEMATICAL[ ])?((?:(?:BOLD|ITALIC|SCRIPT
            |FRAKTUR|BLACK-LETTER|DOUBLE-STRUCK|SANS-SERIF|MONOSPACE|PLANCK)[ ])+)(.*)/x
            or next;
        $form = $form =~ s/ $//r =~ s/BLACK-LETTER/FRAKTUR/r =~ s/PLANCK/ITALIC/r;
        my ($symbol) = $rest =~ /^(\w+)(?: THETA)? SYMBOL$/;
        $letters{lc $form =~ tr/ /-/r}{$symbol ? $symbols{$symbol} : NFKC(chr $code)} = chr $code;
    }
    return \%letters;
}

sub lettered {
    my ($html, $letters) = @_;
    return $html =~ s{ mathvariant="([\w-]+)"([^>]*)>([^<]*)}{
        my ($form, $rest, $text) = ($1, $2, $3);
        my $new = join '', map { length > 1 ? $_ : $letters->{$form}{$_} // $_ }
            $text =~ /&\w+;|./gs;
        $new eq $text ? qq( mathvariant="$form"$rest>$text) : "$rest>$new";
    }ger;
}

# Line i of the formulas is line 4 * i + 2 of this.
sub compare_with_node {
    my @formulas = split /\n/, decode_utf8(slurp("$TESTS/math/formulas.txt"));
    my (undef, $answers) = run({}, 'sh', '-c',
        "node '$TESTS/math/reference.js' '$KATEX' < '$TESTS/math/formulas.txt'");
    my @wanted = map { decode_json($_) } split /\n/, $answers;
    is(scalar @wanted, scalar @formulas, 'node has read them all') or return;
    cmp_ok(scalar @formulas, '>=', 400, 'they are many');
    my $text = join '', map { "```math\n$_\n```\n\n" } @formulas;
    my (undef, $html) = markdown(Encode::encode_utf8($text));
    my @blocks = decode_utf8($html)
        =~ m{(<div class="math">.*?</div>|<pre><code class="math">.*?</pre>)}gs;
    is(scalar @blocks, scalar @formulas, 'each comes out');
    my $dir = lay_out('site.yaml' => "title: T\n", 'content/x.md' => Encode::encode_utf8($text));
    my (undef, $lines) = run({}, $CRUMB, 'build', '-C', $dir, '--format', 'json');
    my %places = map { ($_->{line} => $_->{column}) } map { ($_, @{$_->{more} // []}) }
        grep { $_->{code} eq 'bad-formula' } map { decode_json($_) } split /\n/, $lines;
    my $letters = alphabets();
    for my $i (0 .. $#formulas) {
        my ($tex, $want) = ($formulas[$i], $wanted[$i]);
        if (defined $want->{html}) {
            my $html = lettered($want->{html}, $letters)
                =~ s{(<mo fence="true">)\x{2223}<}{$1|<}gr
                =~ s{(<mo fence="true">)\x{2225}<}{$1\x{2016}<}gr
                =~ s{(<mo stretchy="true">)\^<}{$1\x{302}<}gr;
            is($blocks[$i], "<div class=\"math\">$html</div>",
                'the same MathML: ' . Encode::encode_utf8($tex));
        } else {
            # The offset counts 16-bit units, the column characters.
            my $before = substr encode('UTF-16LE', $tex), 0, 2 * $want->{at};
            is($places{4 * $i + 2}, 1 + length Encode::decode('UTF-16LE', $before),
                'the same mistake: ' . Encode::encode_utf8($tex));
        }
    }
    return;
}

SKIP: {
    skip 'there is no node', 1 if system('command -v node >/dev/null') != 0;
    compare_with_node();
}

sub mistakes {
    my (undef, $html, $error) = markdown(<<'TEXT');
One $\foo$ two $a$ $\foo$.

> - x
>   $$
>   a
>   + \bar
>   $$

| a | b |
|---|---|
| c | \(d \baz\) |
TEXT
    my @places = $error =~ /x\.md:(\d+:\d+): warning\[bad-formula\]/g;
    is("@places", '1:6 1:21 6:11 11:11', 'mistakes have their places')
        or diag($error);
    like($error, qr/KaTeX: Undefined control sequence: \\foo\n/,
        'and say what KaTeX says, without a place of its own');
    like($html, qr{One <code class="math">\$\\foo\$</code>},
        'the formula is shown as typed');
    return;
}
mistakes();

sub letters {
    my (undef, $html) = markdown('$\mathbb{R}$ $\mathcal{O}(n)$ $\mathbf{x}_1$ '
        . '$\mathfrak{g}$ $\mathsf{h}$ $\mathtt{7}$ $\boldsymbol{\alpha}$ $\text{\textbf{a<中}}$ '
        . "\$\\mathrm{d}x\$\n");
    my @shown = $html =~ m{<math[^>]*><semantics>(.*?)<annotation}g;
    my $text = decode_utf8(join ' ', @shown);
    my @letters = $text =~ /([^\x00-\x7F])/g;
    is(join('', @letters), "\x{211D}\x{1D4AA}\x{1D431}\x{1D524}\x{1D5C1}\x{1D7FD}\x{1D736}\x{1D41A}\x{4E2D}",
        'letters of other alphabets are characters') or diag($html);
    unlike($html, qr/mathvariant="(?!normal)/, 'which browsers know');
    like($html, qr{<mi mathvariant="normal">d</mi>}, 'upright ones stay so');
    return;
}
letters();

# CPU seconds are those of a busy machine, and far more than it takes.
sub bounded {
    my ($name, $tex, $says) = @_;
    my @before = times;
    my (undef, $html, $error) = markdown("Before\n\n```math\n$tex\n```\n\nafter\n");
    my @after = times;
    cmp_ok($after[2] - $before[2], '<', 20, "$name ends");
    like($error, qr/warning\[bad-formula\]: KaTeX: $says/, "$name: said why")
        or diag(substr $error, 0, 1000);
    like($html, qr{<p>Before</p>.*<p>after</p>}s, "$name: nothing is lost");
    return;
}
bounded('a formula of 1 MB', 'x+' x 500_000, 'it is longer');
bounded('an endless macro', '\def\a{\a\a}\a', 'Too many expansions');
bounded('one that doubles itself', '\def\a#1{\a{#1#1}}\a{xxxxxxxx}', '(?:Too many|it takes)');
bounded('braces', '{' x 9990, '(?:its parts are nested|Expected)');
bounded('fractions', '\frac{' x 1600, '(?:its parts are nested|Unexpected|Expected)');
bounded('matrices', '\begin{matrix}' x 700, '(?:its parts are nested|Expected|Unexpected)');

# Macros that double themselves have few allocations, and much to go through.
sub bounded_together {
    my $bomb = '\def\a{xy}' . '\edef\a{\a\a}' x 25;
    my $text = join '', map { "\$$bomb$_\$\n\n" } 1 .. 10;
    my @before = times;
    my (undef, $html, $error) = markdown("\$x\$\n\n$text\$x\$ \$y\$\n");
    my @after = times;
    cmp_ok($after[2] - $before[2], '<', 20, 'ten bombs end');
    my @late = $error =~ /x\.md:(\d+):\d+: warning\[bad-formula\]: .* more than 10 s/mg;
    is(scalar @late, 1, 'one warning says that they take too long')
        or diag(substr $error, 0, 1000);
    my $places = () = $error =~ /x\.md:\d+:\d+: warning/g;
    cmp_ok($places, '<', 11, 'and is the last one');
    like($html, qr{<mi>x</mi>.*\Q$bomb\E10\$.*<mi>x</mi>.*<code class="math">\$y\$}s,
        'later formulas are as typed, unless they are known');
    return;
}
bounded_together();

# --- the cache of formulas ---

sub page { return slurp($_[0] . '/public/notes/a/index.html') }

# Exchanges the cached formulas for others that KaTeX would not make.
my $FORGE = ($ENV{OBJECTS} // 'build/release') . '/unit/forge';
$FORGE = "$TOP/$FORGE" unless $FORGE =~ m{^/};

sub forge {
    my ($dir) = @_;
    my $times = () = slurp("$dir/.crumb/formulas") =~ m{<mi>x</mi>}g;
    system($FORGE, "$dir/.crumb/formulas", 'x=q') == 0 or die 'forge fails';
    spew("$dir/content/notes/a.md", slurp("$dir/content/notes/a.md") . "\nMore.\n");
    return $times;
}

sub keeps {
    my $dir = lay_out(%SITE);
    build($dir);
    like(page($dir), qr{<p>The <math [^\n]*<mi>x</mi>}, 'a formula within a line');
    like(page($dir), qr{<div class="math"><math [^\n]*display="block"[^\n]*<mi>y</mi>},
        'one on lines of its own');
    like(page($dir), qr{<h2 id="the-k-of-it">The <math }, 'one in a heading');
    like(slurp("$dir/public/feed.xml"), qr{&lt;math |<math }, 'feeds carry MathML');
    like(page($dir), qr{<meta name="description" content="The x_1 and"},
        'a description has the TeX, without dollars');
    ok(forge($dir), 'formulas are kept in .crumb/formulas');
    build($dir);
    like(page($dir), qr{<mi>q</mi>}, 'the next build takes them from there');
    build($dir, '--clean');
    like(page($dir), qr{<mi>x</mi>}, '--clean renders them anew');
    ok(forge($dir), 'and keeps them');
    build($dir, '--untrusted');
    like(page($dir), qr{<mi>x</mi>}, '--untrusted believes nothing of it');
    ok(forge($dir), 'once more');
    spew("$dir/site.yaml", "$SITE{'site.yaml'}math: {macros: {x: y}}\n");
    build($dir);
    like(page($dir), qr{<mi>x</mi>}, 'with other macros they are others');
    spew("$dir/.crumb/formulas", "crumb-formulas 4\n\xFF\xFF\xFF");
    spew("$dir/content/notes/a.md", $SITE{'content/notes/a.md'} =~ s/_1/_2/r);
    build($dir);
    like(page($dir), qr{<mn>2</mn>}, 'a broken file is none');
    my $kept = slurp("$dir/.crumb/formulas");
    $kept =~ s{<mn>2</mn>}{<mn>3</mn>} or die 'no formula';
    spew("$dir/.crumb/formulas", $kept);
    spew("$dir/content/notes/a.md", slurp("$dir/content/notes/a.md") . "\nAgain.\n");
    build($dir);
    like(page($dir), qr{<mn>2</mn>}, 'nor is one in which a byte has changed');
    return;
}
keeps();

# No line of MathML breaks: what may be wider than a telephone scrolls.
sub wide {
    my $sum = join ' + ', map { "a_{$_}" } 1 .. 12;
    my (undef, $html) = markdown("One \$x + y\$, two \$$sum\$.\n\n"
        . "\$\\frac{\\text{twelve bytes}}{\\text{twelve moreover}}\$ \$\\text{éééééééééééé}\$\n");
    my @wide = $html =~ m{<span class="math"><math .*?<annotation[^>]*>(.)}g;
    is("@wide", 'a \\', 'long ones within a line may scroll') or diag($html);
    like($html, qr{One[ ]<span[ ]class="formula"><math[ ].*?</math>,</span>[ ]two
        [ ]<span[ ]class="formula"><span[ ]class="math"><math[ ].*?</math></span>\.</span>}x,
        'others are part of the line; a full stop stays with its formula');
    return;
}
wide();

sub other_katex {
    my $dir = lay_out(%SITE, 'katex.js' => slurp($KATEX));
    my $build = sub {
        my ($status, undef, $error) =
            run({TZ => 'UTC', CRUMB_KATEX => "$dir/katex.js"}, $CRUMB, 'build',
            '-C', $dir, '--now', $NOW);
        return $error;
    };
    $build->();
    my $script = slurp($KATEX);
    ok($script =~ s/"application\/x-tex"/"application\/x-tix"/g, 'another KaTeX');
    spew("$dir/katex.js", $script);
    $build->();
    like(page($dir), qr/x-tix/, 'renders what no other file shows has changed');
    spew("$dir/katex.js", 'class A {}');
    like($build->(), qr/warning\[no-math\]: .*katex\.js: is no KaTeX that crumb can run/,
        'one that Duktape does not read is named');
    return;
}
other_katex();

sub macros {
    my $dir = lay_out(%SITE, 'site.yaml' => <<'YAML');
title: T
url: https://e.net
math:
  macros:
    \RTT: \mathrm{RTT}
    half: '\frac{#1}{2}'
YAML
    spew("$dir/content/notes/a.md", "---\ntitle: A\ndate: 2024-01-01\n---\n"
        . "\$\\RTT\$ \$\\half{x}\$ \$\\gdef\\g{y} \\g\$ \$\\g\$\n");
    my $error = build($dir);
    like(page($dir), qr{<mi mathvariant="normal">R</mi>}, 'a macro of site.yaml');
    like(page($dir), qr{<mfrac><mi>x</mi><mn>2</mn></mfrac>}, 'one with an argument');
    like($error, qr/a\.md:5:\d+: warning\[bad-formula\]: .*\\g\n/,
        'what a formula defines is its own');
    return;
}
macros();

# A path in escaped brackets is no mistake in a formula.
sub drive {
    my $dir = lay_out(%SITE, 'content/notes/a.md' => "---\ntitle: A\n"
        . "date: 2024-01-01\n---\n\n\\(C:\\Users\\), \\(f:\\alpha\\)\n");
    is(build($dir), '', 'the drive of a path: no warning');
    like(page($dir), qr{<p>\(C:\\Users\), <math}, 'and it is text');
    return;
}
drive();
done_testing();
