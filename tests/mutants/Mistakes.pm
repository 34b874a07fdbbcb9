# SPDX-License-Identifier: MIT
package Mistakes;

# The plausible mistakes that can be made in a C file, found in its tokens
# without a parser: what does not compile is for the caller to throw away. Each
# is a small change of the text:
#
#   at, length  the bytes to replace
#   new         the bytes in their place
#   kind        compare, logic, condition, arithmetic, number, statement, swap
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(sources @DECIDES decides mistakes_in with_mistake line_of
    shown);

# The files in which they are made, in the folder of the repository.
sub sources { return sort glob 'src/{*,*/*}/*.c' }

# Files that decide which pages are rendered, published or deleted get twice as
# many mistakes, and a count of their own: the beginnings of their names.
our @DECIDES = map { "src/$_" } qw(builder/ steps/ cli/commands/clean
    cli/commands/deploy cli/commands/mv cli/commands/publish dates/date edit/
    engine/ files/fs files/replace files/state text/html_escape jinja/vm/fragment
    markdown/md_safe plan/ publish/ serve/http/ serve/watch/changed
    site/address site/config/permalink site/content/content
    site/frontmatter/ site/git_dates site/organise/page_address
    site/organise/slug text/html text/slug text/splice text/url text/xml);

sub decides {
    my ($path) = @_;
    return scalar grep { index($path, $_) == 0 } @DECIDES;
}

my %OTHER = (
    '<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>', '==' => '!=',
    '!=' => '==', '&&' => '||', '||' => '&&', true => 'false', false => 'true',
    '+=' => '-=', '-=' => '+=', '++' => '--', '--' => '++', '<<' => '>>',
    '>>' => '<<', '|=' => '&=',
);
my %KIND = ((map { $_ => 'compare' } qw(< <= > >= == !=)),
    (map { $_ => 'logic' } qw(&& || true false)));
# Binary where a blank follows: clang-format sees to it.
my %BINARY = ('+' => '-', '-' => '+', '*' => '/', '/' => '*', '%' => '/',
    '|' => '&', '&' => '|');

my $WORD     = qr/[A-Za-z_]\w*/;
my $NUMBER   = qr/(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])/;
my $OPERATOR = qr{->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|\.\.\.|.}s;
my $LITERAL  = qr/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/s;
my $KEYWORD  = qr/^(?:if|for|while|switch|return|sizeof|case|do|else|goto|
    _Static_assert)$/x;
# Functions whose two arguments may be exchanged.
my $SYMMETRIC = qr/^(?:str_eq|str_eq_nocase|value_same|fs_stat_same|hash128_eq)$/;
my $DECLARES = qr/^(?:struct|enum|union|static|const|size_t|bool|int|unsigned|
    char|double|long|str|span|value|u?int\d+_t|VEC)\b/x;

# Each is [text, offset]. No comments and no preprocessor lines.
sub tokens {
    my ($text) = @_;
    my @tokens;
    pos($text) = 0;
    while (pos($text) < length $text) {
        next if $text =~ m{\G(?:\s+|/\*.*?\*/|//[^\n]*)}gcs;
        next if $text =~ /\G#(?:\\\n|[^\n])*/gc;
        my $at = pos $text;
        $text =~ /\G(?:$LITERAL|$WORD|$NUMBER|$OPERATOR)/gc;
        push @tokens, [substr($text, $at, pos($text) - $at), $at];
    }
    return \@tokens;
}

# For each opening bracket the index of the one that closes it.
sub closing {
    my ($tokens) = @_;
    my (@open, %close);
    for my $i (0 .. $#$tokens) {
        push @open, $i if $tokens->[$i][0] =~ /^[([{]$/;
        $close{pop @open} = $i if $tokens->[$i][0] =~ /^[)\]}]$/ && @open;
    }
    return \%close;
}

# --- a file being looked through, at the token of index i ---

sub text_at { my ($self, $i) = @_; return ($self->{tokens}[$i] // [''])->[0] }

sub source {
    my ($self, $from, $to) = @_;
    my ($first, $last) = @{$self->{tokens}}[$from, $to];
    my $end = $last->[1] + length $last->[0];
    return substr $self->{text}, $first->[1], $end - $first->[1];
}

sub change {
    my ($self, $from, $to, $new, $kind) = @_;
    push @{$self->{found}}, {at => $self->{tokens}[$from][1], new => $new,
        length => length $self->source($from, $to), kind => $kind};
}

sub change_operator {
    my ($self, $i) = @_;
    my $token = $self->text_at($i);
    my $after = substr $self->{text}, $self->{tokens}[$i][1] + length $token, 1;
    if (my $other = $OTHER{$token}) {
        $self->change($i, $i, $other, $KIND{$token} // 'arithmetic');
    } elsif ($BINARY{$token} && $after =~ /\s/) {
        $self->change($i, $i, $BINARY{$token}, 'arithmetic');
    } elsif ($token eq '!') {
        $self->change($i, $i, '', 'logic');
    }
}

sub change_number {
    my ($self, $i) = @_;
    my ($digits, $suffix)
        = $self->text_at($i) =~ /^(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$/ or return;
    no warnings 'portable';
    my $value = $digits =~ /^0/ ? oct $digits : $digits;
    $self->change($i, $i, "$_$suffix", 'number')
        for $value + 1, $value > 0 ? $value - 1 : ();
}

sub change_condition {
    my ($self, $i) = @_;
    my $close = $self->{close}{$i + 1};
    return if $self->text_at($i) !~ /^(?:if|while)$/ || !$close;
    my $condition = $self->source($i + 1, $close);
    $self->change($i + 1, $close, "(!$condition)", 'condition');
    $self->change($i + 1, $close, '(0)', 'condition')
        if $self->text_at($i) eq 'if';
}

sub remove_statement {
    my ($self, $i) = @_;
    my $token = $self->text_at($i);
    return $self->change($i, $i, '', 'statement')
        if $token =~ /^(?:break|continue)$/;
    return if $self->text_at($i - 1) !~ /^[;{})]$/ || $token =~ $KEYWORD
        || $token !~ /^(?:$WORD|\+\+|--|\*)$/;
    my $last = $i;
    while ($self->text_at($last) !~ /^(?:[;{}]|)$/) {
        $last = $self->{close}{$last}
            if $self->text_at($last) =~ /^[([]$/ && $self->{close}{$last};
        $last++;
    }
    return if $self->text_at($last) ne ';';
    my $statement = $self->source($i, $last);
    $self->change($i, $last, ';', 'statement')
        if $statement !~ $DECLARES && $statement =~ /^\w+\s*\(|=|\+\+|--/;
}

# The arguments of the call whose bracket opens there, as pairs of indices.
sub arguments {
    my ($self, $open) = @_;
    my $end = $self->{close}{$open} // return;
    my ($start, @parts) = ($open + 1);
    for (my $i = $start; $i <= $end; $i++) {
        if ($i == $end || $self->text_at($i) eq ',') {
            push @parts, [$start, $i - 1] if $i > $start;
            $start = $i + 1;
        } elsif ($self->text_at($i) =~ /^[([{]$/) {
            $i = $self->{close}{$i} // return;
        }
    }
    return @parts;
}

sub swap_arguments {
    my ($self, $i) = @_;
    my $name = $self->text_at($i);
    return if $name !~ /^$WORD$/ || $name =~ $KEYWORD || $name =~ $SYMMETRIC
        || $self->text_at($i + 1) ne '(';
    my @parts = $self->arguments($i + 1);
    return if @parts && $self->source(@{$parts[0]}) =~ $DECLARES;
    for my $k (1 .. $#parts) {
        my ($first, $second) = map { $self->source(@$_) } @parts[$k - 1, $k];
        $self->change($parts[$k - 1][0], $parts[$k][1], "$second, $first",
            'swap') if $first ne $second;
    }
}

sub mistakes_in {
    my ($text) = @_;
    my $tokens = tokens($text);
    my $self = bless {text => $text, tokens => $tokens,
        close => closing($tokens), found => []};
    for my $i (0 .. $#$tokens) {
        $self->$_($i) for qw(change_operator change_number change_condition
            remove_statement swap_arguments);
    }
    return @{$self->{found}};
}

# --- a text and one of its mistakes ---

# The text with it. Lines keep their numbers.
sub with_mistake {
    my ($text, $mistake) = @_;
    my ($at, $length, $new) = @$mistake{qw(at length new)};
    my $lines = substr($text, $at, $length) =~ tr/\n//;
    substr($text, $at, $length) = $new . "\n" x ($lines - ($new =~ tr/\n//));
    return $text;
}

sub line_of {
    my ($text, $mistake) = @_;
    return 1 + (substr($text, 0, $mistake->{at}) =~ tr/\n//);
}

# The line of the mistake, with the change as «old → new».
sub shown {
    my ($text, $mistake) = @_;
    my ($at, $length, $new) = @$mistake{qw(at length new)};
    my ($before) = substr($text, 0, $at) =~ /([^\n]*)\z/;
    my ($after) = substr($text, $at + $length) =~ /\A([^\n]*)/;
    my $old = substr $text, $at, $length;
    my $line = "$before«$old → $new»$after";
    $line =~ s/\s+/ /g;
    return $line =~ s/^ | $//gr;
}

1;
