/* SPDX-License-Identifier: MIT */
/* Random configurations without their secrets and public addresses: what was
 * equal, different, in order and within a network still is, a second time
 * changes nothing, and no secret is left. */

#include "base/memory/buf.h"
#include "random.h"
#include "secrets/sanitize.h"
#include "tap.h"

static struct arena arena;
static const struct secret_rules *rules;

static str sanitized(str text)
{
    struct sanitizer sanitizer = {
        .arena = &arena, .rules = rules, .names = STR("r1, r1-madrid,Ana Paz")};
    struct splices changes = {0};
    str out = {NULL, 0};
    sanitize_learn(&sanitizer, text);
    if (sanitize_choose(&sanitizer)) {
        sanitize_text(&sanitizer, text, SECRET_TEXT_CODE, &changes);
        splice_apply(&changes, text, &arena, &out);
    }
    return out;
}

static void fixed(struct tap *tap)
{
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
        {"192.0.2.7 and 91.198.174.7", "192.0.2.7 and 198.51.100.7"},
        {"2620:0:862:ed1a::1 and 2620:0:862::/48",
         "2001:db8:862:ed1a::1 and 2001:db8:862::/48"},
        {"router bgp 14907\n neighbor 10.0.0.2 remote-as 3320\n AS3320",
         "router bgp 64497\n neighbor 10.0.0.2 remote-as 64496\n AS64496"},
        {"bgp 65000, remote-as 4200000001, AS 64500",
         "bgp 65000, remote-as 4200000001, AS 64500"},
        {"3c:fd:fe:9e:00:01 3cfd.fe9e.0001 3C-FD-FE-9E-00-02",
         "00:00:5e:00:53:00 0000.5e00.5300 00-00-5e-00-53-01"},
        {"hostname R1-madrid\n! r1 of Ana Paz, r10, xr1, r1_b, r1.example.com",
         "hostname name2\n! name1 of name3, r10, xr1, r1_b, name1.example.com"},
        {"username r1 password 0 kitchen42 ! by ana paz",
         "username name1 password 0 <secret> ! by name3"},
        {"version 15.2(4)M 12:30:45 2026-01-02",
         "version 15.2(4)M 12:30:45 2026-01-02"},
        {"-----BEGIN RSA PRIVATE KEY-----\n"
         "MIIEpAIBAAKCAQEA0x1b2d3f4g5h6j7k8l9m\n"
         "-----END RSA PRIVATE KEY-----\nx\n",
         "<secret>\nx\n"},
    };
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

int main(void)
{
    struct tap tap = {0};
    rules = secret_rules_load(&arena);
    fixed(&tap);
    random_texts(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
