# SPDX-License-Identifier: MIT
package Replay;

# Scripts of edits and builds, done to two copies of a site: one is built
# incrementally, the other always from nothing. A script is an archive (Archive.pm)
# whose parts are steps:
#
#     -- write content/a.md --        what follows, up to the next step
#     -- image content/a.png 8 6 3 -- a PNG of 8 by 6 in colour 3
#     -- remove PATH --               a file or a folder
#     -- move FROM TO --
#     -- link PATH TARGET --          symbolic, to a path of the site
#     -- commit DAY --               of all of content/, with git
#     -- swap A B --                  by renaming: their times move along
#     -- touch PATH SECONDS --        so far from now
#     -- prune --                     folders of content/ that are empty
#     -- spoil PATH --                an output gets other bytes, as many,
#                                     and keeps its time
#     -- lose PATH --                an output is removed
#     -- damage HOW --                the ledger: cut, flip, grow, version,
#                                     empty, remove, or old: that from before
#                                     the last build, as if that had been
#                                     killed when it had published
#     -- build [OPTION...] --         and compare what the two have made
#     -- again --                     the last build once more, which has
#                                     nothing to do if that one went well
#     -- zone NAME --                 of the next incremental builds
#
# Lines before the first step are a comment. A step that can't be done is none,
# so that any part of a script is one. Words before a step change it:
# `same-time` keeps a file's mtime, `meanwhile N` does it N microseconds after
# the start of an incremental build, `killed N` starts a build and kills it
# after N microseconds; `saved N` does it to a file in an incremental build,
# just before that opens the file for the N-th time (tests/faults/faults.c), or
# else after it. Steps may share a line: "killed N build".
use strict;
use warnings;
use Archive;
use Compress::Zlib ();
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Find ();
use File::Path qw(make_path);
use Harness;
use POSIX ();
use Time::HiRes ();

my $FAULTS = $ENV{FAULTS} // "$TOP/build/release/faults.so";
my $CAN_SAVE = -e $FAULTS && $^O eq 'linux'
    && ($ENV{OBJECTS} // '') !~ /asan|tsan/;

our @EXPORT = qw(script_read script_text replay_open replay_step replay_clear
    replay_files compare_trees line_difference png);

sub script_read {
    my ($text) = @_;
    my (undef, @parts) = archive_read($text);
    return map { {words => [split ' ', $_->{head}], text => $_->{text}} } @parts;
}

sub script_text {
    return archive_text('', map { {head => "@{$_->{words}}", text => $_->{text}} } @_);
}

# RFC 1950 without compression, by hand: zlib does not always make the same blocks.
sub stored {
    my ($data) = @_;
    my @blocks = unpack '(a65535)*', $data;
    return "\x78\x01"
        . join('', map { pack('Cvv', $_ == $#blocks, length $blocks[$_],
            ~length($blocks[$_]) & 0xFFFF) . $blocks[$_] } 0 .. $#blocks)
        . pack 'N', Compress::Zlib::adler32($data);
}

# note: its copyright, in Exif; undef: it has none.
sub png {
    my ($width, $height, $colour, $note) = @_;
    my $rows = ("\0" . chr($colour % 256) x $width) x $height;
    my $part = sub {
        my ($name, $data) = @_;
        return pack('N', length $data) . $name . $data
            . pack('N', Compress::Zlib::crc32($name . $data));
    };
    return "\x89PNG\r\n\x1a\n"
        . $part->('IHDR', pack 'NNCCCCC', $width, $height, 8, 0, 0, 0, 0)
        . (defined $note ? $part->('eXIf', pack 'a4VvvvVVVZ*', "II*\0", 8, 1,
            0x8298, 2, 1 + length $note, 26, 0, $note) : '')
        . $part->('IDAT', stored($rows))
        . $part->('IEND', '');
}

# --- the two copies ---

sub replay_open {
    my $dir = scratch();
    my $self = {dir => $dir, one => "$dir/one", other => "$dir/other"};
    replay_clear($self);
    return $self;
}

sub remove_all {
    my ($path) = @_;
    return unlink $path if -l $path || !-d _;
    opendir my $dir, $path or return;
    for (readdir $dir) {
        remove_all("$path/$_") if $_ ne '.' && $_ ne '..';
    }
    return rmdir $path;
}

sub replay_clear {
    my ($self) = @_;
    remove_all($self->{$_}) for qw(one other);
    mkdir $self->{$_} or die "$self->{$_}: $!" for qw(one other);
    $self->{zone}    = 'UTC';
    $self->{lenient} = 0;
    $self->{spoilt}  = {};
    $self->{options} = ['--now', $NOW];
    $self->{status}  = 1;
}

# --- edits ---

# The steps that edit one copy of the site.
my %EDITS = (
    write => sub {
        my ($dir, $text, $path) = @_;
        rmdir "$dir/$path"; # it may have been a folder
        spew("$dir/$path", $text);
    },
    image => sub {
        my ($dir, undef, $path, @facts) = @_;
        spew("$dir/$path", png(@facts));
    },
    remove => sub { my ($dir, undef, $path) = @_; remove_all("$dir/$path") },
    move   => sub {
        my ($dir, undef, $from, $to) = @_;
        return unless -e "$dir/$from";
        make_path(dirname("$dir/$to"));
        rename "$dir/$from", "$dir/$to";
    },
    swap => sub {
        my ($dir, undef, $one, $other) = @_;
        return unless -f "$dir/$one" && -f "$dir/$other";
        rename "$dir/$one",      "$dir/swapped";
        rename "$dir/$other",    "$dir/$one";
        rename "$dir/swapped",   "$dir/$other";
    },
    touch => sub {
        my ($dir, undef, $path, $seconds) = @_;
        my $time = Time::HiRes::time() + $seconds;
        Time::HiRes::utime($time, $time, "$dir/$path");
    },
    link => sub {
        my ($dir, undef, $path, $target) = @_;
        make_path(dirname("$dir/$path"));
        symlink '../' x ($path =~ tr{/}{}) . $target, "$dir/$path";
    },
    commit => sub {
        my ($dir, undef, $day) = @_;
        local %ENV = (%ENV, HOME => $dir,
            map { ("GIT_${_}_NAME" => 'A', "GIT_${_}_EMAIL" => 'a@rye.example',
                "GIT_${_}_DATE" => "${day}T12:00:00Z") } qw(AUTHOR COMMITTER));
        system "cd '$dir' && { test -d .git || git init -q; git add -A content;"
            . " git commit -qm. --allow-empty; } >/dev/null 2>&1";
    },
    prune => sub {
        my ($dir) = @_;
        File::Find::finddepth({no_chdir => 1, wanted => sub { rmdir }},
            "$dir/content") if -d "$dir/content";
    },
);

sub spoil {
    my ($path) = @_;
    return unless -f $path;
    my @facts = Time::HiRes::stat($path);
    my $text  = slurp($path);
    $text = '?' x length $text;
    spew($path, $text eq '' ? 'spoilt' : $text);
    Time::HiRes::utime($facts[8], $facts[9], $path);
}

my %DAMAGES = (
    cut   => sub { substr $_[0], length($_[0]) / 2, length $_[0], '' },
    flip  => sub {
        substr($_[0], length($_[0]) / 3, 1) ^= "\x55" if length $_[0];
    },
    grow    => sub { $_[0] .= 'more' },
    version => sub { substr $_[0], 0, 16, 'another version.' },
    empty   => sub { $_[0] = '' },
);

# The manifest, and what commits need, are no part of the ledger.
sub ledgers {
    my ($self) = @_;
    return grep { -f && !/\.(?:manifest|lock|journal|stage)$/ }
        glob "$self->{one}/.crumb/*";
}

sub damage {
    my ($self, $how) = @_;
    for my $path (ledgers($self)) {
        if ($how eq 'remove') { unlink $path; next }
        my $text = slurp($path);
        if ($how eq 'old') {
            spew($path, $self->{old}{$path} // $text);
            next;
        }
        $DAMAGES{$how}->($text);
        spew($path, $text);
    }
    $self->{lenient} = 1;
}

# A time that is the same in nanoseconds after a way through Perl's numbers.
sub whole {
    my ($time) = @_;
    return int($time * 512) / 512;
}

# Half of the files that are new are old: else all would be as young as the
# ledger.
sub edit {
    my ($self, $step) = @_;
    my ($name, @words) = @{$step->{words}};
    my $keeps = $name eq 'same-time';
    ($name, @words) = @words if $keeps;
    for my $dir ($self->{one}, $self->{other}) {
        my $path = @words ? "$dir/$words[0]" : $dir;
        my @facts = Time::HiRes::stat($path);
        my $time = !@facts && length($path) % 2 ? time - 100
            : $keeps && @facts ? whole($facts[9]) : undef;
        $EDITS{$name}->($dir, $step->{text}, @words);
        Time::HiRes::utime($time, $time, $path) if defined $time;
    }
}

# Does a step to both copies, without its prefixes, if it edits sources.
sub replay_files {
    my ($self, $step) = @_;
    my @words = @{$step->{words}};
    splice @words, 0, 2 while ($words[0] // '') =~ /^(?:meanwhile|saved|killed)$/;
    edit($self, {%$step, words => \@words})
        if $EDITS{$words[0] // ''} || ($words[0] // '') eq 'same-time';
}

# --- builds ---

sub start {
    my ($self, $which, @options) = @_;
    my $child = fork // die "fork: $!";
    return $child if $child;
    @ENV{keys %{$self->{faults}}} = values %{$self->{faults}};
    $ENV{TZ} = $which eq 'one' ? $self->{zone} : 'UTC';
    open STDIN,  '<', '/dev/null'                  or POSIX::_exit(126);
    open STDOUT, '>', "$self->{dir}/$which.stdout" or POSIX::_exit(126);
    open STDERR, '>', "$self->{dir}/$which.stderr" or POSIX::_exit(126);
    # A build that hangs is killed.
    alarm 60;
    exec {$CRUMB} $CRUMB, 'build', '-C', $self->{$which}, @options
        or POSIX::_exit(127);
}

sub finish {
    my ($self, $which, $child) = @_;
    waitpid $child, 0;
    my $status = $? & 127 ? -($? & 127) : $? >> 8;
    my $out = slurp("$self->{dir}/$which.stdout");
    # How many files were written is not the same, and milliseconds aren't.
    my $changed = $out =~ s/terms?\K: (.*) ms$//m ? $1 : '';
    my $error = slurp("$self->{dir}/$which.stderr");
    $error =~ s/^.*\.crumb.*\n//mg if $self->{lenient};
    return {status => $status, out => $out, error => $error,
        changed => $changed};
}

# path => size of all files below $dir/$prefix, into $files.
sub sizes {
    my ($dir, $prefix, $files) = @_;
    opendir my $handle, "$dir$prefix" or return $files;
    for my $name (readdir $handle) {
        next if $name eq '.' || $name eq '..';
        my $path  = "$prefix/$name";
        my @facts = lstat "$dir$path";
        if (-d _) { sizes($dir, $path, $files) }
        else      { $files->{substr $path, 1} = $facts[7] }
    }
    return $files;
}

sub bytes {
    my ($path) = @_;
    open my $file, '<:raw', $path or return undef;
    sysread $file, my $text, -s $file;
    return $text;
}

sub compare_trees {
    my ($one, $other) = @_;
    my ($got, $want) = (sizes($one, '', {}), sizes($other, '', {}));
    my @lines;
    for my $path (sort keys %{{%$got, %$want}}) {
        if (!defined $want->{$path}) { push @lines, "not wanted: $path" }
        elsif (!defined $got->{$path}) { push @lines, "missing: $path" }
        elsif ($got->{$path} != $want->{$path}
            || bytes("$one/$path") ne bytes("$other/$path")) {
            push @lines, "differs: $path";
        }
    }
    return join "\n", @lines;
}

# The lines that only one of two texts has.
sub line_difference {
    my ($got, $want) = @_;
    my %count;
    $count{$_}++ for split /^/, $want;
    my @more = grep { --$count{$_} < 0 } split /^/, $got;
    my @less = grep { $count{$_} > 0 } sort keys %count;
    return join '', "only now:\n", @more, "only clean:\n", @less;
}

sub compare {
    my ($self, $got, $want) = @_;
    if ($got->{status} < 0 || $got->{status} > 1
        || $got->{error} =~ /Sanitizer|runtime error:/) {
        return "ends with $got->{status}\n$got->{error}";
    }
    for my $what (qw(status error out)) {
        next if $got->{$what} eq $want->{$what};
        return "other $what\n" . line_difference($got->{$what}, $want->{$what});
    }
    return '' if $got->{status};
    return compare_trees("$self->{one}/public", "$self->{other}/public");
}

# An edited output without a source is left alone, with a warning: that is right,
# and it is removed here.
sub remove_spoilt {
    my ($self, $got) = @_;
    for my $path (keys %{$self->{spoilt}}) {
        my $quoted = quotemeta "public/$path";
        next if $got->{error} !~ s/^$quoted: warning\[changed-file\].*\n  .*\n//m;
        unlink "$self->{one}/public/$path" if !-e "$self->{other}/public/$path";
    }
    $self->{spoilt} = {} if !$got->{status};
}

# The clean build has eight threads where the other has one, and one else.
sub other_jobs {
    return map { !/^--jobs/ ? $_ : $_ eq '--jobs=1' ? '--jobs=8' : '--jobs=1' }
        @_;
}

sub build {
    my ($self, @options) = @_;
    remove_all("$self->{other}/$_") for qw(public .crumb);
    $self->{old} = {map { $_ => slurp($_) } ledgers($self)};
    my $one   = start($self, 'one',   @options);
    my $other = start($self, 'other', other_jobs(@options));
    my $got   = finish($self, 'one',   $one);
    my $want  = finish($self, 'other', $other);
    remove_spoilt($self, $got);
    $self->{lenient} = 0;
    $self->{status}  = $got->{status};
    $self->{options} = \@options;
    $self->{error}   = $want->{error};
    return compare($self, $got, $want);
}

# Nothing has changed since the last build.
sub again {
    my ($self) = @_;
    return '' if $self->{status};
    my $got = finish($self, 'one', start($self, 'one', @{$self->{options}}));
    return "again: ends with $got->{status}\n$got->{error}" if $got->{status};
    return "again: other error\n" . line_difference($got->{error}, $self->{error})
        if $got->{error} ne $self->{error};
    return '' if $got->{changed} =~ /nothing changed/;
    return "again: something changed\n$got->{changed}";
}

# Something happens while an incremental build runs. What that one makes
# is not looked at.
sub during {
    my ($self, $microseconds, $what) = @_;
    my $child = start($self, 'one', @{$self->{options}});
    Time::HiRes::usleep($microseconds);
    $what->($child);
    finish($self, 'one', $child);
    $self->{lenient} = 1;
    $self->{status}  = 1;
    return '';
}

sub saved {
    my ($self, $at, $step, $name, $path, @facts) = @_;
    if ($CAN_SAVE && -f "$self->{one}/$path") {
        $EDITS{$name}->($self->{dir}, $step->{text}, 'new', @facts);
        local $self->{faults} = {LD_PRELOAD => $FAULTS, FAULT_MODE => 'swap',
            FAULT_AT => $at, FAULT_FILE => $path,
            FAULT_WITH => "$self->{dir}/new"};
        during($self, 0, sub { });
        rename "$self->{dir}/new", "$self->{one}/$path";
        return $EDITS{$name}->($self->{other}, $step->{text}, $path, @facts);
    }
    edit($self, {%$step, words => [$name, $path, @facts]});
}

# Does one step. Returns an error, '' if there is none.
sub replay_step {
    my ($self, $step) = @_;
    my ($name, @words) = @{$step->{words}};
    if ($name eq 'meanwhile') {
        my ($time, @rest) = @words;
        return during($self, $time, sub {
            replay_step($self, {%$step, words => \@rest});
        });
    }
    if ($name eq 'killed') {
        return during($self, $words[0], sub { kill KILL => $_[0] });
    }
    return build($self, @words) if $name eq 'build';
    return again($self) if $name eq 'again';
    if ($name eq 'saved') {
        my ($at, @rest) = @words;
        saved($self, $at, $step, @rest);
    }
    elsif ($name eq 'zone')   { $self->{zone} = $words[0] }
    elsif ($name eq 'spoil') {
        spoil("$self->{one}/public/$words[0]");
        $self->{spoilt}{$words[0]} = 1;
    }
    elsif ($name eq 'damage') { damage($self, $words[0]) }
    elsif ($name eq 'lose') { unlink "$self->{one}/public/$words[0]" }
    else                    { edit($self, $step) }
    return '';
}

1;
