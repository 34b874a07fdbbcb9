# SPDX-License-Identifier: MIT
package Addresses;

# The answers of `crumb serve` against the files of a clean build: each of them at
# its address, byte for byte except for the script in pages of the preview; and
# 404 at each address that has lost its file. Where the preview keeps its pages is
# not tested.
use strict;
use warnings;
use Exporter qw(import);
use Harness;
use Preview;
use Time::HiRes qw(sleep time);

our @EXPORT = qw(clean_build answers settled changes told untold);

my $WAIT = $ENV{SHORT} ? 60 : 20;
my $MOST = 20;   # addresses that are named
my $LATELY = 30; # builds

# A build of the site in $dir with the preview's options: path => bytes of all
# that it makes, or nothing and its messages if there are errors.
sub clean_build {
    my ($self, $dir) = @_;
    my $options = "@{$self->{options}} " =~ s/--poll //gr;
    $options .= '--drafts --future ' unless $options =~ s/--no-drafts //;
    $options .= "--base-url http://localhost:$self->{port}$self->{base}"
        unless $options =~ /--base-url/;
    my ($status, undef, $error) = run({TZ => 'UTC'}, $CRUMB, 'build', '-C',
        $dir, split(' ', $options), '--clean', '--no-sync', '--output', 'clean');
    return $status ? (undef, $error) : tree("$dir/clean");
}

sub address {
    my ($self, $path) = @_;
    return "$self->{base}/"
        . $path =~ s{([^A-Za-z0-9._~/-])}{sprintf '%%%02X', ord $1}ger;
}

sub path_of { return $_[0] =~ s{(?:^|/)\Kindex\.html\z}{}r }

# Names that are never served.
my $HIDDEN = qr{(?:^|/)\.(?!well-known(?:/|\z))|\\};

# The status and file of an address, as docs/preview.md defines them.
sub wanted_at {
    my ($files, $path) = @_;
    return (404, '404.html') if $path =~ $HIDDEN;
    my $file = $path =~ m{(?:^|/)\z} ? "${path}index.html" : $path;
    return (200, $file) if defined $files->{$file};
    return (200, "$file.html") if defined $files->{"$file.html"};
    return (301, '') if defined $files->{"$file/index.html"};
    return (404, '404.html');
}

# A page without the script; nothing if it has none.
sub without_script {
    my ($page) = @_;
    my $end = "</script>\n";
    my $from = rindex $page, '<script data-version="';
    my $to = index $page, $end, $from;
    return if $from < 0 || $to < 0;
    substr($page, $from, $to + length($end) - $from) = '';
    return $page;
}

# Returns an error of one address, '' if there is none.
sub wrong_at {
    my ($self, $files, $path) = @_;
    my $address = address($self, $path);
    my ($status, $file) = wanted_at($files, $path);
    my ($answered, $head, $body) = get_kept($self, $address);
    return "$address: answers $answered, not $status" if $answered != $status;
    if ($status == 301) {
        return $head =~ m{^Location: \Q$address\E/\r?$}mi ? ''
            : "$address: leads elsewhere";
    }
    my $wanted = $files->{$file} // return '';
    $body = without_script($body) // return "$address: has no script"
        if $file =~ /\.html?\z/;
    return $body eq $wanted ? '' : "$address: differs";
}

# Where there is a file, or was one in one of the last builds.
sub seen {
    my ($self, $files) = @_;
    my $seen = $self->{seen} //= {};
    $self->{builds}++ if $files != ($self->{files} // 0);
    $self->{files} = $files;
    $seen->{$_} = $self->{builds} for map { path_of($_) } keys %$files;
    delete @$seen{grep { $seen->{$_} < $self->{builds} - $LATELY } keys %$seen};
    return keys %$seen;
}

# Returns errors of the answers, '' if there are none. The paths named come first;
# $wide: the other addresses of each page are asked for too.
sub answers {
    my ($self, $files, $first, $wide) = @_;
    my %asked = map { $_ => 1 } @{$first //= []};
    my @paths = (@$first, sort grep { !$asked{$_} } seen($self, $files));
    push @paths, map { m{^(.*)/index\.html\z} ? ($1, $_) : m{^(.*)\.html\z} }
        sort keys %$files if $wide;
    my @wrong = grep { $_ ne '' } map { wrong_at($self, $files, $_) } @paths;
    my $more = @wrong > $MOST ? @wrong - $MOST : 0;
    splice @wrong, $MOST if $more;
    return join "\n", @wrong, $more ? "and $more more" : ();
}

# Repeats answers() until there is no error or its time is over.
sub settled {
    my ($self, $files, $wide) = @_;
    my $wrong = '';
    for (my $end = time + $WAIT; time < $end; sleep 0.03) {
        $wrong = answers($self, $files, undef, $wide) or return '';
    }
    return $wrong;
}

# Forms of pictures: a changed picture has others, which changed pages name.
my $FORM = qr{-\d+\.[0-9a-f]{8}\.\w+\z};

# The paths of addresses whose answers are others in one build than in another.
sub changes {
    my ($old, $new) = @_;
    return map { path_of($_) }
        grep { $_ !~ $HIDDEN && $_ !~ $FORM && ($old->{$_} // '') ne ($new->{$_} // '') }
        sort keys %{{%$old, %$new}};
}

sub paths_in {
    my ($self, $data, $name) = @_;
    my ($list) = $data =~ /"$name":\[(.*?)\]/;
    return map { s/%([0-9A-Fa-f]{2})/chr hex $1/ger =~ s{^\Q$self->{base}\E/}{}r }
        ($list // '') =~ /"(.*?)"/g;
}

# Which of these an event tells of.
sub told {
    my ($self, $data, @paths) = @_;
    my %named = map { $_ => 1 } map { paths_in($self, $data, $_) } 'urls', 'css';
    my %but = map { $_ => 1 } paths_in($self, $data, 'but');
    my $all = $data =~ /"all":true/;
    return grep { $named{$_} || $all && !$but{$_} } @paths;
}

# Reads a stream until it has named each of these paths; returns those it did not.
# After the first event that names one of them, $at_once is called.
sub untold {
    my ($self, $stream, $paths, $at_once) = @_;
    my %left = map { $_ => 1 } @$paths;
    my $end = time + $WAIT;
    while (%left && time < $end) {
        my ($name, $data) = next_event($stream, 'change', $end - time) or last;
        my @told = told($self, $data, keys %left) or next;
        $at_once->() if $at_once;
        $at_once = undef;
        delete @left{@told};
    }
    return sort keys %left;
}

1;
