#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Completions of bash and zsh: all commands and options of `crumb help`, and names
# of the site. Both are asked for the same lines, the last word of each as far as
# it has been typed; of paths only the last part is compared, as zsh completes
# that alone.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

# Answers each line of standard input with a line: what completes it.
my $BASH = <<'END';
source "$1"
while IFS= read -r line; do
    read -ra COMP_WORDS <<<"${line//=/ = }"
    [[ $line != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=(nothing was called)
    _crumb crumb "${COMP_WORDS[COMP_CWORD]}"
    (IFS=$'\t'; echo "${COMPREPLY[*]}")
done
END

# The completions of a zsh in a terminal whose compadd takes notes. Input sent
# before there is a prompt would not reach its editor.
my $ZSH = <<'END';
zmodload zsh/zpty
notes=$1/notes
zpty zsh $2 -f -i
enter() { zpty -w zsh $1; }
enter "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
enter 'unsetopt auto_list auto_menu prompt_sp prompt_cr'
enter "compadd() {
    [[ \" \$* \" == *' -'[OAD]' '* ]] || {
        builtin compadd -O all \"\$@\"; print -rl -- \$all >>${(q)notes}
    }
    builtin compadd \"\$@\"
}"
enter "PS1='rea''dy> '"
zpty -r zsh said '*ready> '
while IFS= read -r line; do
    : >$notes
    zpty -w -n zsh $line$'\t\x15'
    enter "print e''nd"
    zpty -r zsh said '*end*ready> '
    print -r -- ${(pj:\t:)${(f)"$(<$notes)"}}
done
zpty -d zsh
END

my %SITE = (
    'site.yaml' => "title: S\n",
    'content/about.md' => 'A',
    'content/notes/one.md' => '1',
    'content/notes/two words.md' => '2',
    'content/notes/deep/three.md' => '3',
    'content/notes/trip/index.md' => '4',
    'content/notes/trip/photos/x.jpg' => 'x',
    'content/notes/trip-home/index.md' => '4',
    'content/baking/rye.md' => '5',
    'templates/own.html' => 'x',
    'templates/parts/foot.html' => 'x',
);

# The program's first column: commands, or options of one.
sub listed {
    my (@topic) = @_;
    my ($status, $out) = run({}, $CRUMB, 'help', @topic);
    my $name = @topic ? qr/-\S+/ : qr/[a-z]\S*/;
    return [$out =~ /^  ($name) /mg];
}

my @commands = @{listed()};
my @CASES = (
    ['crumb ', \@commands],
    ['crumb bui', ['build']],
    ['crumb -', [qw(-C --color --help --version)]],
    (map { ["crumb $_ -", listed($_)] } @commands),
    ['crumb --color always build --ver', [qw(--verify --version)]],
    ['crumb --color ', [qw(auto always never)]],
    ['crumb build --format ', [qw(text json)]],
    ['crumb build --format=j', ['json']],
    ['crumb render --undefined ', [qw(lenient strict chainable)]],
    ['crumb render --template-dir templates o', ['own.html']],
    ['crumb build --jobs ', []],
    ['crumb build ', listed('build')],
    ['crumb new ', [qw(notes notes/deep baking)]],
    ['crumb new --edit no', [qw(notes notes/deep)]],
    ['crumb new -- bak', ['baking']],
    ['crumb new notes ', []],
    ['crumb new notes -- -', []],
    ['crumb publish no', ['one.md', 'two words.md', 'three.md', 'index.md', 'index.md']],
    ['crumb mv notes/o', ['one.md']],
    ['crumb publish content/notes/o', ['one.md']],
    ['crumb publish content/notes/tw', ['two words.md']],
    ['crumb mv content/about.md content/no', ['notes']],
    ['crumb why templates/', [qw(own.html parts)]],
    ['crumb markdown si', ['site.yaml']],
    ['crumb eject po', ['post.html']],
    ['crumb eject templates/po', ['templates/post.html']],
    ['crumb eject static/sty', ['static/style.css']],
    ['crumb init te', ['templates']],
    ['crumb -C con', ['content']],
    ['crumb build --output te', ['templates']],
    ['crumb help f', [qw(filters functions)]],
    ['crumb help cl', ['clean']],
);
my @ELSEWHERE = (
    ['crumb -C site new b', ['baking']],
    ['crumb new -C site b', ['baking']],
    ['crumb publish -C site content/ab', ['about.md']],
    ['crumb -C si', ['site']],
);

sub parts { return join ' ', sort map { s/\\//gr =~ s{/$}{}r =~ s{.*/}{}r } @_ }

sub ask {
    my ($shell, $cases, $dir, @command) = @_;
    spew("$dir.lines", join '', map { "$_->[0]\n" } @$cases);
    my ($status, $out, $error) = run({TERM => 'dumb'}, 'sh', '-c',
        'cd "$0" && exec "$@" <"$0.lines"', $dir,
        $^X, '-e', 'alarm 60; exec @ARGV', @command);
    is($error, '', "$shell says nothing else");
    my @answers = split /\n/, $out, -1;
    for my $case (@$cases) {
        my ($line, $want) = @$case;
        my %once = map { $_ => 1 } split /\t/, shift @answers // 'no answer';
        is(parts(keys %once), parts(@$want), "$shell: $line");
    }
}

sub found {
    my ($program) = @_;
    my ($path) = grep { -x } map { "$_/$program" } split /:/, $ENV{PATH};
    return $path;
}

plan skip_all => 'once is enough' if $ENV{SHORT};
plan skip_all => "no program at $CRUMB" unless -x $CRUMB;
my $top = scratch();
my $bin = scratch();
symlink $CRUMB, "$bin/crumb" or die "symlink: $!";
$ENV{PATH} = "$bin:$ENV{PATH}";
spew("$top/site/$_", $SITE{$_}) for keys %SITE;
cmp_ok(scalar @commands, '>=', 13, 'crumb help lists the commands');
SKIP: {
    my $bash = found('bash');
    skip 'no bash 4 here', 1
        unless $bash && `'$bash' -c 'echo \$BASH_VERSINFO'` >= 4;
    my @command = ($bash, '-c', $BASH, 'bash', "$TOP/src/cli/complete.bash");
    ask('bash', \@CASES, "$top/site", @command);
    ask('bash', \@ELSEWHERE, $top, @command);
}
SKIP: {
    my $zsh = found('zsh');
    skip 'no zsh here', 1 unless $zsh;
    my $functions = scratch();
    spew("$functions/_crumb", slurp("$TOP/src/cli/complete.zsh"));
    my @command = ($zsh, '-f', '-c', $ZSH, 'zsh', $functions, $zsh);
    ask('zsh', \@CASES, "$top/site", @command);
    ask('zsh', \@ELSEWHERE, $top, @command);
}
done_testing();
