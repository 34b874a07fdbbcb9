# SPDX-License-Identifier: MIT
package Report;

# The end of prove's output: each case that failed, by its name, with the expected
# and the actual text, and the command that runs it alone; skipped cases, and why.
# Before, as usual, one line for each file.
use strict;
use warnings;
use Rooms;
use parent -t STDOUT ? 'TAP::Formatter::Console' : 'TAP::Formatter::File';

# A case shows so many lines, and so many cases show some.
my $LINES = 40;
my $CASES = 30;

sub open_test {
    my ($self, $test, $parser) = @_;
    my $of = $self->{of}{$test} = {failed => [], skipped => [], tail => []};
    my $into = $of->{tail};
    $parser->callback(ALL => sub {
        my ($result) = @_;
        if ($result->is_test) {
            $of->{last} = name($result);
            push @{$of->{skipped}}, [name($result), $result->explanation]
                if $result->has_skip;
            my $case = {name => name($result), lines => []};
            push @{$of->{failed}}, $case unless $result->is_ok;
            $into = $result->is_ok ? ($of->{tail} = []) : $case->{lines};
        } elsif ($result->is_plan) {
            push @{$of->{skipped}}, ['', $result->explanation]
                if $result->has_skip;
        } else {
            push @$into, $result->raw =~ s/^# ?//r;
        }
    });
    return $self->SUPER::open_test($test, $parser);
}

sub name {
    my ($result) = @_;
    my $name = $result->description =~ s/^- //r;
    return $name eq '' ? 'test ' . $result->number : $name;
}

# --- failed cases ---

# The command that runs one case alone, or its file.
sub again {
    my ($test, $name) = @_;
    my $variant = $ENV{VARIANT} eq 'release' ? '' : "-$ENV{VARIANT}";
    my ($row) = grep { $_->{file} eq $test } rooms();
    my ($case) = $name =~ /^([^\s:]+): /;
    my $only = !$row ? $test
        : defined $case && has_case($row, $case) ? "$row->{cases}/$case"
        : $row->{name};
    return "make test$variant ONLY=$only";
}

# The lines in which two texts differ.
sub differing {
    my ($got, $expected) = @_;
    my @got = split /\n/, $got, -1;
    my @expected = split /\n/, $expected, -1;
    my $at = 1;
    while (@got && @expected && $got[0] eq $expected[0]) {
        shift @got;
        shift @expected;
        $at++;
    }
    while (@got && @expected && $got[-1] eq $expected[-1]) {
        pop @got;
        pop @expected;
    }
    return ("from line $at on:", shown('expected', @expected),
        shown('got', @got));
}

sub shown {
    my ($what, @lines) = @_;
    my $more = @lines > $LINES / 2 ? @lines - $LINES / 2 : 0;
    splice @lines, $LINES / 2 if $more;
    push @lines, "... and $more lines more" if $more;
    return map { sprintf '%8s: %s', $what, $_ } @lines ? @lines : '(nothing)';
}

# The diagnostics of a case, without the lines that the report prints itself.
sub details {
    my (@lines) = @_;
    my $text = join "\n", @lines;
    $text =~ s/^Looks like you failed .*\n?//gm;
    $text =~ s/^\s*Failed (?:\(TODO\) )?test(?: '.*?'\n|\s*\n)\s*(?=at )//s;
    if ($text =~ s/^ +got: '(.*?)'\n +expected: '(.*?)'(?=\n|\z)/\0/ms) {
        my ($got, $expected) = ($1, $2);
        my @differing = "$got$expected" =~ /\n/ ? differing($got, $expected)
            : (shown('expected', $expected), shown('got', $got));
        $text =~ s/\0/join "\n", @differing/e;
    }
    @lines = split /\n/, $text;
    my $more = @lines > $LINES ? @lines - $LINES : 0;
    splice @lines, $LINES if $more;
    push @lines, "... and $more lines more" if $more;
    return @lines;
}

# Errors of a file other than failed cases.
sub trouble {
    my ($parser, $of) = @_;
    my @trouble = map { "says what is no TAP: $_" }
        grep { !/^(?:Bad plan|No plan)/ } $parser->parse_errors;
    my ($planned, $run) = ($parser->tests_planned, $parser->tests_run);
    push @trouble, !defined $planned ? "ends without a plan, after $run tests"
        : $planned != $run ? "plans $planned tests and runs $run" : ();
    my $status = $parser->exit;
    push @trouble, "ends with status $status"
        if $status && !(@{$of->{failed}} && $status == @{$of->{failed}});
    push @trouble, 'after "' . ($of->{last} // 'nothing') . '"' if @trouble;
    return @trouble;
}

sub summary {
    my ($self, $aggregate, $interrupted) = @_;
    my ($failed, @names, @skipped) = 0;
    for my $test ($aggregate->descriptions) {
        my ($parser) = $aggregate->parsers($test);
        my $of = $self->{of}{$test} or next;
        for my $case (@{$of->{failed}}) {
            next if $failed++ >= $CASES && push @names, "$test: $case->{name}";
            $self->say_failed($test, $case->{name}, details(@{$case->{lines}}));
        }
        my @trouble = trouble($parser, $of);
        $self->say_failed($test, '', join(', ', @trouble), @{$of->{tail}})
            if @trouble;
        push @skipped, map { [$test, @$_] } @{$of->{skipped}};
    }
    $self->_output("\nFailed as well:\n", map { "  $_\n" } @names) if @names;
    $self->_output("\nSkipped:\n") if @skipped;
    my (%times, %said);
    $times{"$_->[0]: $_->[2]"}++ for @skipped;
    for my $skip (@skipped) {
        my $what = "$skip->[0]: $skip->[2]";
        $self->_output("  $what", $times{$what} > 1 ? " ($times{$what} cases)"
            : $skip->[1] ne '' ? " ($skip->[1])" : '', "\n")
            unless $said{$what}++;
    }
    $self->SUPER::summary($aggregate, $interrupted);
}

sub say_failed {
    my ($self, $test, $name, @lines) = @_;
    $self->_failure_output("\nFailed: $test", $name eq '' ? '' : ": $name", "\n");
    $self->_output(map { "    $_\n" } @lines, again($test, $name));
}

1;
