#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# docs/crumb.1 against `crumb help`: the same commands with the same operands,
# and of each the same options with what they take; and mandoc finds no fault
# with it.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $MAN = 'docs/crumb.1';

sub help {
    my ($status, $out, $error) = run({}, $CRUMB, 'help', @_);
    is("$status$error", '0', "crumb help @_");
    return $out;
}

# --- the program's help ---

# "--jobs N" for each option that is listed.
sub options_of_help {
    my ($text) = @_;
    return sort $text =~ /^  (-\S+(?: \S+)?)(?=$|  )/mg;
}

# command => [operands, options]; '': the options that all have.
sub from_program {
    my $general = help();
    my %common = map { $_ => 1 } options_of_help($general);
    my %all = ('' => ['', join "\n", sort keys %common]);
    for my $command ($general =~ /^  ([a-z]+) /mg) {
        my $text = help($command);
        my ($operands) = $text =~ /^crumb \w+(?: \[OPTION...\])?([^:]*): /;
        my @own = grep { !$common{$_} } options_of_help($text);
        $all{$command} = [$operands =~ s/^ //r, join "\n", @own];
    }
    return %all;
}

# --- the page ---

# The arguments after Ar and Cm, as the help prints them.
sub taken {
    my ($text) = @_;
    my ($arguments) = $text =~ /^ Ar ([\w ]+)$/;
    return uc $arguments if $arguments;
    my ($choices) = $text =~ /^ Cm ([\w |]+)$/;
    return defined $choices ? $choices =~ s/ //gr : '';
}

# name => "--name WHAT" for the options that these lines name.
sub options_of_page {
    my ($text) = @_;
    my %options;
    while ($text =~ /\bFl (\S+)((?: (?!Fl )(?:Ar|Cm) [^,\n]*\w)?)/g) {
        my ($name, $taken) = ("-$1", taken($2));
        next if $name eq '--';
        $options{$name} = $taken eq '' ? $name : "$name $taken"
            if $taken ne '' || !$options{$name};
    }
    return sort values %options;
}

sub from_page {
    my ($page) = @_;
    my ($common) = $page =~ /^With any command:\n(.*?)^\.El$/ms;
    my %all = ('' => ['', join "\n", options_of_page($common)]);
    my ($commands) = $page =~ /^\.Sh COMMANDS\n(.*?)^\.Sh /ms;
    while ($commands =~ /^\.It Ic (\w+)(.*)\n((?:(?!\.It Ic ).*\n)*)/mg) {
        my ($command, $operands, $text) = ($1, $2, $3);
        my $takes = $operands =~ s/ (?:Op Ar option \.\.\.|Oo Ar option \.\.\. Oc)//;
        my @options = options_of_page($text);
        is(scalar @options > 0, $takes != 0, "$command: says that it has options");
        $operands =~ s/ Op Ar (\w+)$/ [$1]/;
        $operands =~ s/ Ar//;
        $all{$command} = [uc $operands =~ s/^ //r, join "\n", @options];
    }
    return %all;
}

plan skip_all => 'once is enough' if $ENV{SHORT};
plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my %program = from_program();
my %page = from_page(slurp("$TOP/$MAN"));
is(join(' ', sort keys %page), join(' ', sort keys %program), "$MAN: commands");
for my $command (sort keys %program) {
    is($page{$command}[0], $program{$command}[0], "$MAN: operands of $command");
    is($page{$command}[1], $program{$command}[1], "$MAN: options of $command");
}
SKIP: {
    my ($mandoc) = grep { -x } map { "$_/mandoc" } split /:/, $ENV{PATH};
    skip 'no mandoc here', 1 unless $mandoc;
    my ($status, $out, $error) =
        run({}, $mandoc, '-Tlint', '-Wstyle', "$TOP/$MAN");
    is("$out$error", '', "$MAN: mandoc finds nothing");
}
done_testing();
