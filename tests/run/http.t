#!/usr/bin/perl
# SPDX-License-Identifier: MIT
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Harness;
use Test::More;

my $httpd = ($ENV{OBJECTS} // 'build/release') . '/unit/httpd';
$httpd = "$TOP/$httpd" unless $httpd =~ m{^/};
my $wrong = <<'END';
error[listen]: not an IP address: "0.0.0"
  write 0.0.0.0 for all addresses of this machine
END
my ($status, $out) = run({}, $httpd, '.', 'bind=0.0.0');
is($status, 1);
is($out, $wrong);
done_testing;
