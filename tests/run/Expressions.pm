# SPDX-License-Identifier: MIT
package Expressions;

# Random expressions of templates, over every attribute that the tables in
# src/site/view/ have: a walk from `page`, `site` or a function's answer
# through objects and lists, to something that prints.
use strict;
use warnings;
use Exporter qw(import);
use Harness;

our @EXPORT = qw(expression_line);

# The types of attributes that can't be printed: a class, or a list of it.
my %GIVES = (
    (map { $_ => 'post' } qw(prev next series_prev series_next page)),
    (map { $_ => '@post' } qw(posts pages series_posts backlinks related
        translations)),
    (map { $_ => '@term' } qw(tags categories series terms)),
    (map { $_ => 'section' } qw(section parent)),
    sections => '@section', taxonomy => 'taxonomy', author => 'author',
    authors => '@author', feeds => '@feed', languages => '@site',
    menu => '@item', children => '@item',
);
# Of these classes some names give something else.
my %NUMBERS = map { $_ => 1 } 'paginator.pages', 'paginator.prev',
    'paginator.next', 'term.section';

# class => [names], as the program has them.
sub tables {
    my %tables;
    my $source = join '', map { slurp($_) } sort glob "$TOP/src/site/view/*.c";
    my %macros;
    while ($source =~ /^#define ([A-Z]+)\(X\)((?:.*\\\n)*.*\n)/mg) {
        $macros{$1} = $2;
    }
    for my $macro (keys %macros) {
        my $text = $macros{$macro} =~ s/\b([A-Z]{2,})\(X\)/$macros{$1}/gr;
        $tables{lc $macro} = [$text =~ /X\(\w+, (\w+)\)/g];
    }
    $tables{post} or die 'no attributes of posts in src/site/';
    return \%tables;
}

my $TABLES = tables();
my @ORDER  = qw(title url path slug word_count reading_time date weight pinned
    lang draft section.title);

sub gives {
    my ($class, $name) = @_;
    return $NUMBERS{"$class.$name"} ? '' : $GIVES{$name} // '';
}

sub attribute {
    my ($rng, $class) = @_;
    my @names = @{$TABLES->{$class} // []} or return;
    my @far   = grep { gives($class, $_) } @names;
    return $rng->(@far && $rng->(0, 1) ? @far : @names);
}

# Attributes of an attribute too: "section.title".
sub dotted {
    my ($rng, $class) = @_;
    my $name = attribute($rng, $class) // return 'title';
    my $next = gives($class, $name);
    return $next =~ /^\w/ && $TABLES->{$next}
        ? "$name." . (attribute($rng, $next) // 'title') : $name;
}

my @PATHS = qw(baking/rye/index.md baking/cake.md life/new-1.md a/first.md
    a/second.md about.md life/walk/index.md baking/_index.md);

# Where walks begin: an expression, and what it gives.
sub root {
    my ($rng, @local) = @_;
    return @{$rng->(
        @local, @local, ['page', 'post'], ['page', 'list'], ['site', 'site'],
        ['site.posts', '@post'], ['site.pages', '@post'],
        ['posts', '@post'], ['paginator', 'paginator'],
        ['section', 'section'], ['term', 'term'],
        ['get_page("' . $rng->(@PATHS) . '")', 'post'],
        ['get_section("' . $rng->(qw(baking life a b/c new)) . '")', 'section'],
        ['get_taxonomy("' . $rng->(qw(tags series categories)) . '")',
            'taxonomy'],
        ['site.taxonomies.' . $rng->(qw(tags series)), 'taxonomy'])};
}

# From a list to another one, or to one of its items.
sub of_list {
    my ($rng, $e, $class) = @_;
    my $n     = $rng->(0 .. 4);
    my $order = $class eq 'post' ? $rng->(@ORDER) : 'title';
    my @ways  = (
        [$class, "($e or [])[$n]"], [$class, "($e or [])[-1 - $n]"],
        [$class, "(($e or []) | first)"], [$class, "(($e or []) | last)"],
        ["\@$class", "($e or [])[$n:]"], ["\@$class", "($e or [])[:$n]"],
        ["\@$class", "(($e or []) | reverse | list)"],
        ["\@$class", "(($e or []) | sort(attribute=\"$order\"))"],
        ["\@$class", "(($e or []) | "
            . $rng->('selectattr', 'rejectattr') . '("'
            . dotted($rng, $class) . '") | list)'],
        ["\@$class", "(($e or []) | unique(attribute=\"$order\") | list)"],
        [$class, "(($e or []) | " . $rng->('min', 'max')
            . "(attribute=\"$order\"))"],
    );
    my ($kind, $text) = @{$rng->(@ways)};
    return ($text, $kind);
}

sub walk {
    my ($rng, @local) = @_;
    my ($e, $kind) = root($rng, @local);
    for (1 .. $rng->(1, 2, 2, 3, 4, 5)) {
        if ($kind =~ /^@(.*)/) { ($e, $kind) = of_list($rng, $e, $1) }
        elsif ($kind) {
            my $name = attribute($rng, $kind) // return ($e, '');
            ($e, $kind) = ("$e.$name", gives($kind, $name));
        }
    }
    return ($e, $kind);
}

sub shown {
    my ($rng, $e, $kind) = @_;
    if ($kind =~ /^@(.*)/) {
        my $name = dotted($rng, $1);
        return $rng->(
            "{{ $e | length }}",
            "{{ ($e or []) | map(attribute=\"$name\", default=\"\") | list }}",
            "{{ ($e or []) | map(attribute=\"$name\", default=\"\") | map(\"string\") | map(\"length\") | sum }}",
            "{% for x in $e or [] %}{{ x.$name or '-' }}{% if loop.index == 2 %}{% break %}{% endif %}{% endfor %}",
            "{% for x in $e or [] if x.$name %}{{ loop.index }}{{ x.url or '' }}{% else %}none{% endfor %}",
            "{% for k, v in ($e or []) | groupby(\"$name\", default=\"\") %}{{ v | length }};{% endfor %}",
            "{{ page in ($e or []) }}",
            "{{ $e or '' }}",
        );
    }
    return $rng->("{{ $e or '' }}", "{{ $e or '' }}", "{{ $e is defined }}",
        "{% if $e %}yes{% else %}no{% endif %}",
        $kind ? ("{{ $e == page }}", "{{ $e in site.posts }}")
              : ("{{ ($e or '') | string | length }}",
                 "{{ ($e or '') | string | upper }}"));
}

# A line of a template; $rng picks one of its arguments, @local are names that
# the template has of its own, each with its class.
sub expression_line {
    my ($rng, @local) = @_;
    my ($e, $kind) = walk($rng, @local);
    my $line = shown($rng, $e, $kind);
    my ($other, $class) = walk($rng, @local);
    return $rng->(
        $line, $line, $line,
        "{% if $other %}$line\{% endif %}",
        "{% macro m(p) %}" . shown($rng, walk($rng, ['p', 'post']))
            . "{% endmacro %}{{ m(page) }}{{ m(site.posts[1] or page) }}",
        "{% macro m(p, q) %}" . shown($rng, walk($rng, ['p', 'post'],
            ['q', $kind || 'post']))
            . "{% endmacro %}{{ m(page, $e) }}{{ m(page, $other) }}",
        "{% with p = page.prev or page %}"
            . shown($rng, walk($rng, (['p', 'post']) x 9)) . "{% endwith %}",
        "{% set p = $e %}{% for q in site.posts[:3] %}"
            . shown($rng, walk($rng, (['p', $kind], ['q', 'post']) x 5))
            . "{% endfor %}",
        "{% for p in site.posts[:4] %}{% include \"partials/any.html\" ignore missing %}{% endfor %}",
    );
}

1;
