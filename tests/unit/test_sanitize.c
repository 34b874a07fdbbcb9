/* SPDX-License-Identifier: MIT */
/* Random configurations without their secrets and public addresses: what was
 * equal, different, in order and within a network still is, a second time
 * changes nothing, and no secret is left. */

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "files/replace.h"
#include "random.h"
#include "secrets/sanitize.h"
#include "tap.h"

static struct arena arena;
static const struct secret_rules *rules;

static str sanitized_as(str text, enum secret_text kind)
{
    struct sanitizer sanitizer = {.arena = &arena, .rules = rules};
    struct splices changes = {0};
    str out = {NULL, 0};
    sanitize_names(&sanitizer, STR("r1, r1-madrid,Ana Paz"));
    sanitize_learn(&sanitizer, text, kind);
    if (sanitize_choose(&sanitizer)) {
        sanitize_text(&sanitizer, text, kind, &changes);
        splice_apply(&changes, text, &arena, &out);
    }
    return out;
}

static str sanitized(str text)
{
    return sanitized_as(text, SECRET_TEXT_CODE);
}

static const char *const pairs[][2] = {
    {"enable secret 5 $1$abcd$ABCDEFGHIJKLMNOPQRSTUV\n",
     "enable secret 5 <secret>\n"},
    {"ip address 91.198.174.1 255.255.255.0\n",
     "ip address 192.0.2.1 255.255.255.0\n"},
    {"a 91.198.174.192/26, 185.15.59.0/24, 91.198.174.200\n",
     "a 192.0.2.192/26, 198.51.100.0/24, 192.0.2.200\n"},
    {"10.0.0.1 192.168.1.1 8.8.8.8 0.0.0.255 224.0.0.5 1.1.1.1",
     "10.0.0.1 192.168.1.1 8.8.8.8 0.0.0.255 224.0.0.5 1.1.1.1"},
    {"185.15.56.0/22 has 185.15.59.224", "198.18.0.0/22 has 198.18.3.224"},
    {"02:00:5e:00:00:07 02:00:5d:00:00:07",
     "02:00:5e:00:00:07 00:00:5e:00:53:00"},
    {"91.196.0.0/14 has 91.197.3.4", "240.0.0.0/14 has 240.1.3.4"},
    {"a 91.198.0.1 255.255.252.0, b 91.198.3.3",
     "a 198.18.0.1 255.255.252.0, b 198.18.3.3"},
    {"network 91.198.0.0 mask 255.255.252.0\nnetwork 91.198.4.0 0.0.3.255",
     "network 198.18.0.0 mask 255.255.252.0\nnetwork 198.18.4.0 0.0.3.255"},
    {"91.198.174.1 255.255.255.0 91.198.174.2 91.198.3.3",
     "198.51.100.1 255.255.255.0 198.51.100.2 192.0.2.3"},
    {"2000::/3 17.0.0.0/8 128.0.0.0 128.0.0.0 17.2.3.4/8",
     "2000::/3 17.0.0.0/8 128.0.0.0 128.0.0.0 192.0.2.4/8"},
    {"192.0.2.7 and 91.198.174.7", "192.0.2.7 and 198.51.100.7"},
    {"192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 198.18.0.0/15 91.1.2.3",
     "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 198.18.0.0/15 "
     "198.18.1.3"},
    {"2620:0:862:ed1a::1 and 2620:0:862::/48",
     "2001:db8:862:ed1a::1 and 2001:db8:862::/48"},
    {"router bgp 14907\n neighbor 10.0.0.2 remote-as 3320\n AS3320",
     "router bgp 64497\n neighbor 10.0.0.2 remote-as 64496\n AS64496"},
    {"prepend 3320 174 3320; as-path-prepend \"174 174\"; 3320:100 "
     "target:174:30",
     "prepend 64497 64496 64497; as-path-prepend \"64496 64496\"; "
     "64497:100 target:64496:30"},
    {"router bgp 10\n rd 10:100\n route-target export 10:100\n clock set "
     "10:20:00",
     "router bgp 64496\n rd 64496:100\n route-target export 64496:100\n "
     "clock set 10:20:00"},
    {" confederation id 300\nname-server 4.2.2.4\nKnown via \"bgp 6447\", "
     "distance 20",
     " confederation id 64496\nname-server 4.2.2.4\nKnown via \"bgp 64497\", "
     "distance 20"},
    {"router bgp 100\nfor i in range(100, 200):\n(100, 666) ~ x",
     "router bgp 64496\nfor i in range(100, 200):\n(64496, 666) ~ x"},
    {"define OWNASN = 3320;", "define OWNASN = 64496;"},
    {"     Network          Next Hop            Metric LocPrf Weight Path\n"
     " *>  192.0.2.128/25         192.0.2.1                0    100    200 "
     "6939 "
     "3320 i",
     "     Network          Next Hop            Metric LocPrf Weight Path\n"
     " *>  192.0.2.128/25         192.0.2.1                0    100    200 "
     "64497 "
     "64496 i"},
    {"[ 3320..3330 ]; define MAXAS = 3320; define ASPATH_LIMIT = 3320;",
     "[ 3320..3330 ]; define MAXAS = 3320; define ASPATH_LIMIT = 3320;"},
    {"if bgp_path.last ~ [ 3320..3330 ]", "if bgp_path.last ~ [ 3320..3330 ]"},
    {"1764559825\nAccepted publickey for ana from 10.0.0.9\nport as number: "
     "8080",
     "1764559825\nAccepted publickey for ana from 10.0.0.9\nport as number: "
     "8080"},
    {"AS3320 20 years, permit _3320_, ^3320$, 3321:1, 12:3320:1",
     "AS64496 20 years, permit _64496_, ^64496$, 3321:1, 12:3320:1"},
    {"as-path VIA \".* 174 [3320 65000]\"; as-path 174 a \"b\" 174",
     "as-path VIA \".* 64496 [64497 65000]\"; as-path 174 a \"b\" 174"},
    {"config router bgp\n set as 3320\nsystem-as 174\n local as 3320; asn: 174",
     "config router bgp\n set as 64497\nsystem-as 64496\n local as 64497; "
     "asn: 64496"},
    {"ip as-path access-list 1 permit ^3320_(174|65000)_\npermit ^701_ 174",
     "ip as-path access-list 1 permit ^64497_(64496|65000)_\npermit ^701_ 174"},
    {"neighbor 10.0.0.2 as 3320; 2001:db8:: as 174; # the same as 30 or x as 5",
     "neighbor 10.0.0.2 as 64497; 2001:db8:: as 64496; # the same as 30 or x "
     "as 5"},
    {"version 91.16.50.1/24, 300.198.91.in-addr.arpa",
     "version 192.0.2.1/24, 300.198.91.in-addr.arpa"},
    {"bgp as-path ^3320_ 174, 2002::/16 64:ff9b::5bc6:ae00/120",
     "bgp as-path ^64496_ 174, 2002::/16 64:ff9b::c000:200/120"},
    {"Section 4.1.2.3 of it, intersection 91.1.2.3",
     "Section 4.1.2.3 of it, intersection 192.0.2.3"},
    {"from:91.198.174.1 ::ffff:91.198.174.1, 2620:0::1:91.198.174.1",
     "from:192.0.2.1 ::ffff:192.0.2.1, 2001:db8::1:192.0.2.1"},
    {"at 2a00:1::1. from 2a00:1::1: 2a00:1::1.443 > 2a00:1::2.51000: F",
     "at 2001:db8::1. from 2001:db8::1: 2001:db8::1.443 > "
     "2001:db8::2.51000: F"},
    {"IP 80.1.2.3.443 > 80.1.2.9.53: _80.1.2.3_ 80.1.2.3.tgz r_80.1.2.3",
     "IP 192.0.2.3.443 > 192.0.2.9.53: _192.0.2.3_ 192.0.2.3.tgz "
     "r_192.0.2.3"},
    {"OID 1.3.6.1.4.1.9, 12:30:45", "OID 1.3.6.1.4.1.9, 12:30:45"},
    {"remote-as 2.10 peer-as: 3320 \"as-number\": 3320 AS3320:AS-X\nbgp "
     "174",
     "remote-as 64498 peer-as: 64497 \"as-number\": 64497 "
     "AS64497:AS-X\nbgp 64496"},
    {"aabb-ccdd-eeff AA:BB:CC:DD:EE:FF "
     "550e8400-e29b-41d4-a716-446655440000",
     "0000-5e00-5300 00:00:5E:00:53:00 "
     "550e8400-e29b-41d4-a716-446655440000"},
    {"82.1.0.1  255.255.252.0 82.1.3.9 netmask 255.255.252.0",
     "198.18.0.1  255.255.252.0 198.18.3.9 netmask 255.255.252.0"},
    {"bgp 65000, remote-as 4200000001, AS 64500",
     "bgp 65000, remote-as 4200000001, AS 64500"},
    {"3c:fd:fe:9e:00:01 3cfd.fe9e.0001 3C-FD-FE-9E-00-02",
     "00:00:5e:00:53:00 0000.5e00.5300 00-00-5E-00-53-01"},
    /* As an identifier of a client of DHCP. */
    {"b8:27:eb:aa:bb:00 client-id=1:b8:27:eb:aa:bb:00 01:b8:27:eb:aa:bb:01 "
     "01b8.27eb.aabb.00 2:b8:27:eb:aa:bb:00",
     "00:00:5e:00:53:00 client-id=1:00:00:5e:00:53:00 01:00:00:5e:00:53:01 "
     "0100.005e.0053.00 2:b8:27:eb:aa:bb:00"},
    {"client-id=1:b8:27:eb:a:bb:1 mac-address=B8:27:EB:0A:BB:01 1:b8:27:eb:a",
     "client-id=1:0:0:5e:0:53:0 mac-address=00:00:5E:00:53:00 1:b8:27:eb:a"},
    {"hostname R1-madrid\n! r1 of Ana Paz, r10, xr1, r1_b, r1.example.com",
     "hostname name2\n! name1 of name3, r10, xr1, r1_b, name1.example.com"},
    {"username r1 password 0 kitchen42 ! by ana paz",
     "username name1 password 0 <secret> ! by name3"},
    {"version 15.2(4)M 12:30:45 2026-01-02",
     "version 15.2(4)M 12:30:45 2026-01-02"},
    {"version 9.16.50.1, IOS XE 17.3.4.1, Version: 8.10.185.1 Chrome/120.0.1.2",
     "version 9.16.50.1, IOS XE 17.3.4.1, Version: 8.10.185.1 "
     "Chrome/120.0.1.2"},
    {"bind 9.16.50.1, BIND 91.16.50.1, Windows 10.0.19041.1, OpenSSL 91.0.2.1",
     "bind 9.16.50.1, BIND 91.16.50.1, Windows 10.0.19041.1, OpenSSL 91.0.2.1"},
    {"bind 91.16.50.1, BIND 91.16.50.2:53, java 91.16.50.3/32, rebind "
     "9.16.50.1",
     "bind 198.51.100.1, BIND 198.51.100.2:53, java 198.51.100.3/32, rebind "
     "192.0.2.1"},
    {"\"version\": \"91.16.50.1\" IP version 4 91.16.50.1, diversion "
     "91.16.50.1",
     "\"version\": \"91.16.50.1\" IP version 4 192.0.2.1, diversion "
     "192.0.2.1"},
    {"7.174.198.91.in-addr.arpa. 91.198.174.7 174.198.91.IN-ADDR.ARPA "
     "0/25.174.198.91.in-addr.arpa 1.0.0.127.in-addr.arpa "
     "91.in-addr.arpa 1.2.3.4.5.in-addr.arpa x.in-addr.arpa",
     "7.2.0.192.in-addr.arpa. 192.0.2.7 2.0.192.IN-ADDR.ARPA "
     "0/25.2.0.192.in-addr.arpa 1.0.0.127.in-addr.arpa "
     "91.in-addr.arpa 1.2.3.4.5.in-addr.arpa x.in-addr.arpa"},
    {"net 49.0001.0911.9817.4007.00 0911.9817.4007.00-00 91.198.174.7 "
     "49.0001.1921.6800.1001.00 9999.9999.9999.00 0911.9817.4007.001 "
     "0911.9817.4007",
     "net 49.0001.1920.0000.2007.00 1920.0000.2007.00-00 192.0.2.7 "
     "49.0001.1921.6800.1001.00 9999.9999.9999.00 0911.9817.4007.001 "
     "0911.9817.4007"},
    {"passes-through '3320', prepend as-path 3320 2, as=3320 .as=3320 has=3320",
     "passes-through '64496', prepend as-path 64496 2, as=64496 .as=64496 "
     "has=3320"},
    {"198.91.in-addr.arpa 5.9.198.91.in-addr.arpa 91.198.9.5",
     "18.198.in-addr.arpa 5.9.18.198.in-addr.arpa 198.18.9.5"},
    {"1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.a.1.d.e.2.6.8.0.0.0.0.0.0.2.6.2.ip6.arpa "
     "2.6.8.0.0.0.0.0.0.2.6.2.ip6.arpa 2620:0:862:ed1a::1",
     "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.a.1.d.e.2.6.8.0.8.b.d.0.1.0.0.2.ip6.arpa "
     "2.6.8.0.8.b.d.0.1.0.0.2.ip6.arpa 2001:db8:862:ed1a::1"},
    {"64:ff9b::91.198.174.1 64:ff9b::5bc6:ae01 ::ffff:5bc6:ae01 91.198.174.1 "
     "64:ff9b::8.8.8.8 64:ff9b::/96 2002:5bc6:ae01::1/48",
     "64:ff9b::192.0.2.1 64:ff9b::c000:201 ::ffff:c000:201 192.0.2.1 "
     "64:ff9b::8.8.8.8 64:ff9b::/96 2002:c000:201::1/48"},
    /* Paths, counts, times, and tables of routes. */
    {"deny ip 224.0.0.0 15.255.255.255 any\n10.0.0.0 63.255.255.255",
     "deny ip 224.0.0.0 15.255.255.255 any\n10.0.0.0 63.255.255.255"},
    {"as-path-prepend 3320 3\n2d 03:04:05 set bgp-path-prepend 2 00:3320:01",
     "as-path-prepend 64496 3\n2d 03:04:05 set bgp-path-prepend 2 00:3320:01"},
    {"set as-path prepend '174 174' exclude 174\nAS path: 3320 {174} I\n"
     "permit 1\nas-path 1 permit ^3320(_174)+$\nas-path T \".*174.*\"",
     "set as-path prepend '64496 64496' exclude 174\nAS path: 64497 {64496} I\n"
     "permit 1\nas-path 1 permit ^64497(_64496)+$\nas-path T \".*64496.*\""},
    {"define MYAS = 174;\ndefine T = [ 174, 3320, 3600 ];\n"
     "if bgp_path ~ [= * 3320 * =] then bgp_community.add((174, 100));\n"
     "bgp confederation peers 174 701",
     "define MYAS = 64496;\ndefine T = [ 64496, 64498, 3600 ];\n"
     "if bgp_path ~ [= * 64498 * =] then bgp_community.add((64496, 100));\n"
     "bgp confederation peers 64496 64497"},
    {"   Network          Next Hop    Metric LocPrf Weight Path\n"
     "*> 10.0.0.0/16      10.0.0.1      0             3320 3320 174 i\n"
     "r>i10.1.0.0/16      10.0.0.1    200    100       0 (65001) 701 ?\n"
     "\n*> 10.0.0.0/16      10.0.0.1      0             3320 3320 174 i\n",
     "   Network          Next Hop    Metric LocPrf Weight Path\n"
     "*> 10.0.0.0/16      10.0.0.1      0             3320 64498 64496 i\n"
     "r>i10.1.0.0/16      10.0.0.1    200    100       0 (65001) 64497 ?\n"
     "\n*> 10.0.0.0/16      10.0.0.1      0             3320 3320 174 i\n"},
    {"Neighbor        V           AS MsgRcvd MsgSent\n"
     "10.0.0.1        4         3320  120034    9034\nx 4         3320",
     "Neighbor        V           AS MsgRcvd MsgSent\n"
     "10.0.0.1        4         64496  120034    9034\nx 4         3320"},
    {"  3320 174, (used)\n    10.0.0.1 from 10.0.0.1\n  3320 174\nx",
     "  64497 64496, (used)\n    10.0.0.1 from 10.0.0.1\n  3320 174\nx"},
    {"-----BEGIN RSA PRIVATE KEY-----\n"
     "MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k8l9m\n"
     "-----END RSA PRIVATE KEY-----\nx\n",
     "<secret>\nx\n"},
    {"-----BEGIN OPENSSH PRIVATE KEY-----\n"
     "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n"
     "interface eth0\n-----BEGIN PRIVATE KEY-----\n"
     "MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k8l9m\nq8A=\n"
     "-----END PRIVATE KEY-----\nend\n",
     "<secret>\ninterface eth0\n<secret>\nend\n"},
    {"{\"key\": \"-----BEGIN PRIVATE KEY-----\\n"
     "MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k8l9m\\r\\nq8A=\\n"
     "-----END PRIVATE KEY-----\\n\", \"x\": 1}\n",
     "{\"key\": \"<secret>\\n\", \"x\": 1}\n"},
    {" | -----BEGIN RSA PRIVATE KEY-----\n | Proc-Type: 4,ENCRYPTED\n"
     " | DEK-Info: AES-128-CBC,8F0B\n |\n"
     " | MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k8l9m\n"
     " | -----END RSA PRIVATE KEY-----\n",
     " | <secret>\n"},
};

/* Markdown: prose, then what changes. */
static const char *const prose[][2] = {
    {"The timer is set as 30 seconds, as local as 5 can be: 12:30",
     "The timer is set as 30 seconds, as local as 5 can be: 12:30"},
    {"We prepend 3 times; bgp 5 peers\nbgp 5 peers, IBM AS 400, AS400, ?as=2",
     "We prepend 3 times; bgp 5 peers\nbgp 5 peers, IBM AS 400, AS400, ?as=2"},
    {"OID 1.3.6.1, chapter 4.1.2.3, card 1234-5678-9012, 12ab-34cd-56ef-78ab",
     "OID 1.3.6.1, chapter 4.1.2.3, card 1234-5678-9012, 12ab-34cd-56ef-78ab"},
    {"AS3320, ASN 174, remote-as 701: 3320:100 at 8:30\n`set as 174`, AS8",
     "AS64499, ASN 64497, remote-as 64498: 64499:100 at 8:30\n"
     "`set as 64497`, AS64496"},
    {"```\n neighbor 1::2\n  local as 174\n  prepend 174 174\n```\nset as 174",
     "```\n neighbor 1::2\n  local as 64496\n  prepend 64496 64496\n```\n"
     "set as 174"},
    {"IOS XE 17.3.4 to 17.9.4.1, 17.12.1.5 and 91.1.2.3; § 4.1.2.3 and 4.1.2.4",
     "IOS XE 17.3.4 to 17.9.4.1, 17.12.1.5 and 192.0.2.3; § 4.1.2.3 and "
     "4.1.2.4"},
    {"1.3.6.1, 1.2.3.4, 126.255.255.255 to 191.255.255.255, 3ffe::/16, 1.2.3.5",
     "1.3.6.1, 1.2.3.4, 126.255.255.255 to 191.255.255.255, 3ffe::/16, "
     "192.0.2.5"},
    {"Version 15.2.4 and 15.1.2.3, version 4 and 4.1.2.3, `v=4.1.2.9`",
     "Version 15.2.4 and 15.1.2.3, version 4 and 192.0.2.3, `v=4.1.2.9`"},
    {"The as-path isn't longer than 3 hops in 2024.",
     "The as-path isn't longer than 3 hops in 2024."},
    {"AABB-CCDD-EEFF 0050.5681.2345 `0050.5681.2345`",
     "0000-5E00-5301 0050.5681.2345 `0000.5e00.5300`"},
};

static void fixed(struct tap *tap)
{
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++) {
        CHECK_STR(tap,
                  sanitized_as(str_from(prose[i][0]), SECRET_TEXT_MARKDOWN),
                  prose[i][1]);
    }
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        CHECK_STR(tap, sanitized(str_from(pairs[i][0])), pairs[i][1]);
    }
}

/* The addresses of a text that has one in each line. */
static size_t read_lines(str text, uint32_t *ips)
{
    size_t n = 0;
    str line;
    while (str_split(&text, '\n', &line)) {
        uint32_t ip = 0;
        for (int i = 0; i < 4; i++) {
            ip = ip << 8 | (uint32_t)str_take_number(&line, 255);
            line = str_from_offset(line, 1);
        }
        ips[n++] = ip;
    }
    return n;
}

static unsigned common_bits(uint32_t a, uint32_t b)
{
    return a == b ? 32 : (unsigned)__builtin_clz(a ^ b);
}

static bool same_relations(const uint32_t *old, const uint32_t *new, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            unsigned was = common_bits(old[i], old[k]);
            unsigned is = common_bits(new[i], new[k]);
            if ((was >= 24 && was != is) || (was < 24 && is >= 24) ||
                (old[i] < old[k]) != (new[i] < new[k])) {
                return false;
            }
        }
    }
    return true;
}

static void random_texts(struct tap *tap)
{
    enum { TEXTS = 300, MOST = 40 };
    struct random random = {47};
    bool same = true;
    bool again = true;
    bool silent = true;
    for (int t = 0; t < TEXTS; t++) {
        struct buf text = {0};
        uint32_t old[MOST + 1];
        uint32_t new[MOST + 1];
        size_t n = 1 + random_below(&random, MOST);
        for (size_t i = 0; i < n; i++) {
            unsigned net = (unsigned)random_below(&random, 12);
            buf_printf(&text, "%s91.%u.%u.%u", i ? "\n" : "", net / 4, net,
                       (unsigned)random_below(&random, 256));
        }
        str plain = buf_move(&text, &arena);
        str clean = sanitized(plain);
        same = same && read_lines(plain, old) == n &&
               read_lines(clean, new) == n && same_relations(old, new, n);
        again = again && str_eq(sanitized(clean), clean);
        struct secrets found = {.arena = &arena};
        secrets_find(rules, clean, SECRET_TEXT_CODE, &found);
        silent = silent && !found.list.n;
        arena_clear(&arena);
        rules = secret_rules_load(&arena);
    }
    CHECK(tap, same);
    CHECK(tap, again);
    CHECK(tap, silent);
}

/* --- several calls, with a record between them --- */

#define RECORD STR("sanitized")

static str sanitized_again(str text, size_t *loose)
{
    struct sanitizer sanitizer = {.arena = &arena, .rules = rules};
    struct splices changes = {0};
    str out = {NULL, 0};
    if (sanitize_load(&sanitizer, RECORD)) {
        sanitize_learn(&sanitizer, text, SECRET_TEXT_CODE);
        if (sanitize_choose(&sanitizer)) {
            sanitize_text(&sanitizer, text, SECRET_TEXT_CODE, &changes);
            splice_apply(&changes, text, &arena, &out);
        }
        if (replace_file(RECORD, sanitize_record(&sanitizer), false) != 0) {
            out = (str){NULL, 0};
        }
    }
    *loose = sanitizer.blocks[PUBLIC_IPV4].out_of_order;
    return out;
}

/* A network of a random text, and what it became. */
struct sample {
    uint32_t old;
    uint32_t new;
    unsigned length;
};

static struct sample parse(str line, str was)
{
    struct sample sample = {.length = 32};
    struct network network;
    ip_address address = 0;
    unsigned bits;
    str name = str_sub(was, 0, str_find_char(was, '/'));
    ip_read(name, &address, &bits);
    sample.old = (uint32_t)address;
    ip_read(str_sub(line, 0, str_find_char(line, '/')), &address, &bits);
    sample.new = (uint32_t)address;
    if (network_read(was, &network) != NETWORK_BAD) {
        sample.length = network.length;
    }
    return sample;
}

static bool is_in(uint32_t ip, uint32_t net, unsigned length)
{
    return !length || (ip ^ net) >> (32 - length) == 0;
}

/* Equal addresses are equal, others differ, and keep their last byte and their
 * network of 256; as long as nothing is loose, they are in order too, and wider
 * networks hold what they held. */
static bool is_right(const struct sample *a, const struct sample *b, bool loose)
{
    bool same = a->old == b->old ? a->new == b->new : a->new != b->new;
    bool near = is_in(a->old, b->old, 24) == is_in(a->new, b->new, 24);
    bool ordered = (a->old < b->old) == (a->new < b->new);
    bool held =
        is_in(b->old, a->old, a->length) == is_in(b->new, a->new, a->length);
    bool wide = a->length < 24 || b->length < 24;
    if (loose && wide && a->length != b->length) {
        return a->old == b->old || a->new != b->new;
    }
    return same && near && (loose || (ordered && held));
}

static void random_calls(struct tap *tap)
{
    enum { SITES = 60, CALLS = 4, MOST = 8 };
    struct random random = {4713};
    size_t strict = 0; /* pairs of calls without anything loose */
    bool right = true;
    bool again = true;
    for (int s = 0; s < SITES; s++) {
        struct sample all[CALLS * MOST];
        size_t n = 0;
        bool loose = false;
        remove("sanitized");
        for (int c = 0; c < CALLS; c++) {
            struct buf text = {0};
            size_t lines = 1 + random_below(&random, MOST);
            for (size_t i = 0; i < lines; i++) {
                bool huge = !random_below(&random, 60);
                unsigned net = (unsigned)random_below(&random, 40);
                unsigned length = 22 + (unsigned)random_below(&random, 11);
                if (huge) { /* which has no place in one */
                    net = 32;
                    length = 16;
                }
                unsigned last =
                    length > 24 ? (unsigned)random_below(&random, 255) : 0;
                buf_printf(&text, "91.%u.%u.%u", net / 8,
                           length < 24 ? net & ~3U : net, last);
                buf_printf(&text, length < 25 ? "/%u\n" : "\n", length);
            }
            str plain = buf_move(&text, &arena);
            size_t count;
            str clean = sanitized_again(plain, &count);
            struct public_place left;
            struct public_search search = {.rules = rules,
                                           .fence = {.text = clean}};
            right = right && !public_next(&search, &left);
            loose = loose || count;
            str more = sanitized_again(clean, &count);
            again = again && clean.n && str_eq(more, clean) && !count;
            again = again && str_eq(sanitized_again(plain, &count), clean);
            str line;
            str was;
            while (str_split(&clean, '\n', &line) &&
                   str_split(&plain, '\n', &was) && was.n) {
                all[n++] = parse(line, was);
            }
            for (size_t i = 0; i < n; i++) {
                for (size_t k = 0; k < n; k++) {
                    right = right && is_right(&all[i], &all[k], loose);
                }
            }
            strict += c && !loose;
        }
        arena_clear(&arena);
        rules = secret_rules_load(&arena);
    }
    CHECK(tap, right);
    CHECK(tap, again);
    CHECK(tap, strict > SITES / 2);
}

/* Networks around what has moved, and without room for all of them. */
static void parts(struct tap *tap)
{
    static const char *const calls[][2] = {
        {"91.0.0.1", "198.51.100.1"},
        {"91.0.0.0/22 91.0.0.1 91.0.1.1 91.0.0.0",
         "198.18.252.0/22 198.51.100.1 198.18.253.1 198.51.100.0"},
        {NULL, NULL},
        {"90.0.0.0/16 92.0.0.0/16", "198.18.0.0/16 198.19.0.0/16"},
        {"94.0.0.0/14 94.3.2.1", "240.0.0.0/14 240.3.2.1"},
        {"96.0.0.0/23 97.0.0.1", "192.0.2.0/23 198.51.100.1"},
        {"96.0.0.0/23 96.0.1.1", "192.0.2.0/23 203.0.113.1"},
        {"98.0.0.1", ""},
    };
    remove("sanitized");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t loose;
        if (calls[i][0]) {
            CHECK_STR(tap, sanitized_again(str_from(calls[i][0]), &loose),
                      calls[i][1]);
        } else {
            remove("sanitized");
        }
    }
}

/* As many AS numbers as there are for documentation. */
static void all_systems(struct tap *tap)
{
    struct buf from = {0};
    struct buf to = {0};
    for (unsigned i = 0; i < 32; i++) {
        buf_printf(&from, "AS%u ", 100 + i);
        buf_printf(&to, "AS%u ", (i < 16 ? 64496 : 65536 - 16) + i);
    }
    CHECK(tap, str_eq(sanitized(buf_str(&from)), buf_str(&to)));
    buf_free(&from);
    buf_free(&to);
}

/* Half a megabyte of what costs most; six of keys in a line of JSON. */
static void long_texts(struct tap *tap)
{
    static const char *const parts[] = {"1 ",
                                        "prepend 3320 3320 ",
                                        ":",
                                        "1:",
                                        "1.",
                                        "3320:1 AS3320 ",
                                        "91.1.2.3 255.255.0.0 ",
                                        "\"-----BEGIN PRIVATE KEY-----\\n"
                                        "MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k\\n"
                                        "q8Zr2tYx6Wv4Bn9mKj3Lh7PfMIIEpAIB\\n"
                                        "-----END PRIVATE KEY-----\\n\","};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct buf text = {0};
        clock_t start = clock();
        size_t size = parts[i][0] == '"' ? 6 << 20 : 1 << 19;
        while (text.n < size) {
            buf_put(&text, str_from(parts[i]));
        }
        CHECK(tap, sanitized(buf_str(&text)).n > 0);
        CHECK(tap, clock() - start < 3 * CLOCKS_PER_SEC);
        buf_free(&text);
        arena_clear(&arena);
        rules = secret_rules_load(&arena);
    }
}

/* A record that came with a site must not let an address through. */
static void forged(struct tap *tap)
{
    static const struct public_block bad[] = {
        {0x5BC6AE, 1, 0x5BC6AE},    {0x5BC6AE, 1, 0x5BC6AF},
        {0x5BC6AE, 3, 0xC61200},    {0x5BC6AE, 0, 0xC61200},
        {0x5BC6AE, 4, 0xC61200},    {0x5BC6AC, 4, 0xC61201},
        {0x5BC600, 1024, 0xC61200},
    };
    struct public_blocks blocks = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(tap, !renumber_add(&blocks, PUBLIC_IPV4, bad[i], &arena));
    }
    struct public_block good = {0x5BC6AC, 4, 0xC61204};
    CHECK(tap, renumber_add(&blocks, PUBLIC_IPV4, good, &arena));
    good.first = 0x5BC6B0;
    CHECK(tap, !renumber_add(&blocks, PUBLIC_IPV4, good, &arena));
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-sanitize-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    rules = secret_rules_load(&arena);
    fixed(&tap);
    random_texts(&tap);
    random_calls(&tap);
    parts(&tap);
    all_systems(&tap);
    long_texts(&tap);
    forged(&tap);
    arena_free(&arena);
    fs_remove_tree(str_from(dir));
    return tap_done(&tap);
}
