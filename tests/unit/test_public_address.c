/* SPDX-License-Identifier: MIT */
/* Which addresses crumb check --external asks: one inside and one beside each
 * block of RFC 6890 that is not reached globally. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "base/str.h"
#include "check/external/fetch.h"
#include "tap.h"

static const char *judge(const char *text)
{
    struct sockaddr_storage address = {0};
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
        memcpy(&address, &v4, sizeof v4);
    } else if (inet_pton(AF_INET6, text, &v6.sin6_addr) == 1) {
        memcpy(&address, &v6, sizeof v6);
    }
    const char *what = address_not_public((const struct sockaddr *)&address);
    return what ? what : "public";
}

static const struct {
    const char *address;
    const char *what;
} cases[] = {
    {"0.0.0.0", "an unspecified address"},
    {"0.255.255.255", "an unspecified address"},
    {"1.0.0.0", "public"},
    {"9.255.255.255", "public"},
    {"10.0.0.0", "a private address"},
    {"10.255.255.255", "a private address"},
    {"11.0.0.0", "public"},
    {"100.63.255.255", "public"},
    {"100.64.0.0", "an address shared by a provider's customers"},
    {"100.127.255.255", "an address shared by a provider's customers"},
    {"100.128.0.0", "public"},
    {"126.255.255.255", "public"},
    {"127.0.0.1", "a loopback address"},
    {"127.255.255.255", "a loopback address"},
    {"128.0.0.0", "public"},
    {"169.253.255.255", "public"},
    {"169.254.169.254", "a link-local address"},
    {"169.255.0.0", "public"},
    {"172.15.255.255", "public"},
    {"172.16.0.0", "a private address"},
    {"172.31.255.255", "a private address"},
    {"172.32.0.0", "public"},
    {"192.0.0.1", "a reserved address"},
    {"192.0.1.0", "public"},
    {"192.0.2.1", "an address for documentation"},
    {"192.167.255.255", "public"},
    {"192.168.0.0", "a private address"},
    {"192.168.255.255", "a private address"},
    {"192.169.0.0", "public"},
    {"198.17.255.255", "public"},
    {"198.18.0.0", "an address for benchmarks"},
    {"198.19.255.255", "an address for benchmarks"},
    {"198.20.0.0", "public"},
    {"198.51.100.7", "an address for documentation"},
    {"203.0.113.7", "an address for documentation"},
    {"223.255.255.255", "public"},
    {"224.0.0.1", "a multicast address"},
    {"239.255.255.255", "a multicast address"},
    {"240.0.0.1", "a reserved address"},
    {"255.255.255.255", "a reserved address"},
    {"::", "an unspecified address"},
    {"::1", "a loopback address"},
    {"::2", "a reserved address"},
    {"::ffff:127.0.0.1", "an IPv4-mapped address"},
    {"::ffff:93.184.216.34", "an IPv4-mapped address"},
    {"64:ff9b::7f00:1", "a loopback address"},
    {"64:ff9b::5db8:d822", "public"},
    {"64:ff9b:1::1", "a reserved address"},
    {"100::1", "a reserved address"},
    {"2001::1", "a reserved address"},
    {"2001:1ff::1", "a reserved address"},
    {"2001:200::1", "public"},
    {"2001:db8::1", "an address for documentation"},
    {"2002:a00:1::1", "a private address"},
    {"2002:5db8:d822::1", "public"},
    {"2606:4700:4700::1111", "public"},
    {"3fff:fff::1", "an address for documentation"},
    {"3fff:1000::1", "public"},
    {"4000::1", "a reserved address"},
    {"fbff::1", "a reserved address"},
    {"fc00::1", "a unique-local address"},
    {"fdff::1", "a unique-local address"},
    {"fe80::1", "a link-local address"},
    {"febf::1", "a link-local address"},
    {"fec0::1", "a reserved address"},
    {"ff02::1", "a multicast address"},
};

int main(void)
{
    struct tap tap = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(&tap, str_from(judge(cases[i].address)), cases[i].what);
    }
    struct sockaddr none = {.sa_family = AF_UNIX};
    CHECK(&tap, address_not_public(&none) != NULL);
    return tap_done(&tap);
}
