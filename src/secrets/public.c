/* SPDX-License-Identifier: MIT */
#include "secrets/public.h"

#include "base/memory/buf.h"
#include "secrets/as_number.h"
#include "secrets/line.h"
#include "secrets/rules.h"

enum {
    NEAR = 64, /* no address is as long */
    SYSTEM_DIGITS = 12,
};

#define MIXED_END "1:1" /* of an IPv6 address, instead of the one of IPv4 */

static bool is_part(char c)
{
    return is_alnum(c) || c == '.' || c == ':' || c == '_';
}

/* The prefix of an address that ends there: /22, or a netmask or a wildcard of
 * IPv4. Not less than `most`: it has none, or a longer one. */
static size_t read_prefix(str text, size_t end, unsigned most)
{
    str rest = str_from_offset(text, end + 1);
    if (str_at(text, end) == '/' && is_digit(str_at(rest, 0))) {
        return str_take_number(&rest, most);
    }
    if (str_at(text, end) != ' ' || most != 24) {
        return most;
    }
    rest = str_trim(str_sub(rest, 0, NEAR));
    rest = str_from_offset(rest, str_starts(rest, STR("net")) ? 3 : 0);
    rest = str_from_offset(rest, str_starts(rest, STR("mask ")) ? 5 : 0);
    ip_address mask;
    unsigned bits;
    if (!ip_read(str_sub(rest, 0, str_skip(rest, 0, "0123456789.")), &mask,
                 &bits)) {
        return most;
    }
    uint32_t hosts = mask >> 31 ? ~(uint32_t)mask : (uint32_t)mask;
    bool good = !(hosts & (hosts + 1)) && hosts >> 8;
    return good ? (size_t)__builtin_clz(hosts) : most;
}

/* The end of four numbers with dots; perhaps a port is after them, as tcpdump
 * has it: 192.0.2.1.443. */
static size_t dotted_end(str near, size_t at)
{
    enum { LEAST = 4 };
    str before = str_sub(near, 0, at);
    bool dump = str_ends(before, STR("IP ")) || str_ends(before, STR("> "));
    size_t end = at;
    size_t fourth = at;
    for (size_t n = 1; is_digit(str_at(near, end)); n++, end++) {
        end = str_skip(near, end, "0123456789");
        fourth = n <= 4 ? end : fourth;
        if (str_at(near, end) != '.') {
            bool port = n == 5 && (dump || end - fourth >= LEAST);
            return port ? fourth : end;
        }
    }
    return end - (end > at); /* the stop of a sentence */
}

/* A version has the form of an address, IOS XE 17.3.4.1, and so has the number
 * of a section. Neither has a prefix or a port. Others may be between it and
 * its word: from IOS XE 17.3.4 to 17.9.4.1. */
static bool is_version(const struct secret_rules *rules, str text, size_t at,
                       size_t end)
{
    enum { NUMBERS = 4, BETWEEN = 9 };
    bool more = str_at(text, end) == '/' ||
                (str_at(text, end) == ':' && is_digit(str_at(text, end + 1)));
    str first = str_sub(text, at, str_find_char_from(text, at, '.') + 1 - at);
    for (int i = 0; !more && i < NUMBERS; i++) {
        if (follows_word(text, at, " :=\"", rules->before[GROUP_VERSIONS])) {
            return true;
        }
        size_t last = at;
        while (last && at - last < BETWEEN && !is_digit(text.p[last - 1])) {
            last--;
        }
        str between = str_trim(str_sub(text, last, at - last));
        for (at = last; at && last - at < NEAR && text.p[at - 1] < ':' &&
                        text.p[at - 1] >= '.';) {
            at--;
        }
        more = !str_is_word_of(between, STR("to and or , through until")) ||
               !str_starts_at(text, at, first) ||
               str_count_char(str_sub(text, at, last - at), '.') < 2;
    }
    return false;
}

/* Without the colon of a sentence. *mixed: it goes on as IPv4, after its last
 * colon. */
static size_t colons_end(str near, size_t at, bool *mixed)
{
    size_t end = str_skip(near, at, "0123456789abcdefABCDEF:");
    size_t part = str_skip(near, end + 1, "0123456789"); /* or a port */
    *mixed = str_at(near, end) == '.' && str_at(near, part) == '.' &&
             is_digit(str_at(near, part + 1));
    if (*mixed) {
        return at + str_rfind_char(str_sub(near, at, end - at), ':') + 1;
    }
    bool colon = end > at + 2 && near.p[end - 1] == ':';
    return end - (colon && near.p[end - 2] != ':');
}

/* An address of so many bits, in a network with a prefix of that length. */
static void set_address(struct public_place *place, ip_address address,
                        unsigned bits, size_t length)
{
    bool v4 = bits == 32;
    unsigned most = v4 ? 24 : 32;
    struct network network = {.bits = bits, .length = most};
    network.length = length < most ? (unsigned)length : most;
    bool whole = !(address & network_hosts(&network));
    bool wide = network.length <= (v4 ? 8 : 12);
    place->kind = v4 ? PUBLIC_IPV4 : PUBLIC_IPV6;
    place->address = address;
    place->low_bits = bits - most;
    place->unit = (uint64_t)(address >> place->low_bits);
    place->count = wide ? !whole : UINT64_C(1) << (most - network.length);
    place->whole = whole ? place->count : 1;
}

/* Where an IPv6 address has one of IPv4 in it: NAT64 and mapped ones at their
 * end, 6to4. The bits after it; NO_IPV4: it has none. */
static unsigned ipv4_in(ip_address address)
{
    ip_address start = address >> 32;
    bool last = start == 0xFFFF || start == (ip_address)0x64FF9B << 64;
    return last ? 0 : address >> 112 == 0x2002 ? 80 : NO_IPV4;
}

/* The name in DNS of an address of so many bits, or of a network. */
static bool read_name_of(str text, size_t at, unsigned bits,
                         struct public_place *place)
{
    bool v4 = bits == 32;
    unsigned each = v4 ? 8 : 4;
    str end = v4 ? STR("in-addr.arpa") : STR("ip6.arpa");
    str near = str_sub(text, at, 2 * (size_t)NEAR);
    str rest = near;
    ip_address address = 0;
    unsigned n = 0;
    while (!n || !str_eq_nocase(str_sub(rest, 0, end.n), end)) {
        size_t number = digit_value(str_at(rest, 0));
        bool decimal = v4 && is_digit(str_at(rest, 0));
        str after = str_from_offset(rest, 1);
        number = decimal ? str_take_number(&rest, UINT8_MAX) : number;
        rest = decimal ? rest : after;
        if (n * each == bits || number >> each || str_at(rest, 0) != '.') {
            return false;
        }
        address |= (ip_address)number << n++ * each;
        rest = str_from_offset(rest, 1);
    }
    *place = (struct public_place){.len = near.n - rest.n - 1, .ipv4 = NO_IPV4};
    unsigned length = n * each;
    set_address(place, address << (bits - length), bits, length);
    return !is_alnum(str_at(rest, end.n));
}

/* 2.0.192.in-addr.arpa */
static bool read_reversed(struct public_search *search, str text, size_t at,
                          struct public_place *place)
{
    (void)search;
    return read_name_of(text, at, 32, place) ||
           read_name_of(text, at, 128, place);
}

/* 1980.5110.0001.00, the end of an IS-IS NET that is made of 198.51.100.1. */
static bool read_system_id(struct public_search *search, str text, size_t at,
                           struct public_place *place)
{
    ip_address address = 0;
    size_t number = 0;
    size_t end = at;
    (void)search;
    for (size_t digits = 1; digits <= SYSTEM_DIGITS; digits++, end++) {
        bool dot = digits % 4 == 1 && digits > 1;
        size_t digit = digit_value(str_at(text, end + dot));
        number = number * 10 + digit;
        if ((dot && str_at(text, end) != '.') || digit > 9 || number > 255) {
            return false;
        }
        end += dot;
        bool octet = digits % 3 == 0;
        address = octet ? address << 8 | number : address;
        number = octet ? 0 : number;
    }
    *place = (struct public_place){.len = end - at, .ipv4 = NO_IPV4};
    set_address(place, address, 32, 32);
    return str_starts_at(text, end, STR(".00")) &&
           !is_part(str_at(text, end + 3));
}

/* An address, perhaps with the prefix of its network after it. */
static bool read_ip(struct public_search *search, str text, size_t at,
                    struct public_place *place)
{
    str near = str_sub(text, 0, at + NEAR);
    size_t end = dotted_end(near, at);
    bool mixed = false;
    bool v4 = end > str_skip(near, at, "0123456789abcdefABCDEF:");
    end = v4 ? end : colons_end(near, at, &mixed);
    bool after_part = at && is_part(text.p[at - 1]);
    if (end <= at || (!mixed && is_alnum(str_at(text, end))) ||
        (after_part && (!v4 || text.p[at] == ':'))) {
        return false;
    }
    char copy[NEAR + sizeof MIXED_END];
    str whole = {copy, end - at};
    memcpy(copy, text.p + at, whole.n);
    memcpy(copy + whole.n, MIXED_END, sizeof MIXED_END);
    whole.n += mixed ? sizeof MIXED_END - 1 : 0;
    ip_address address;
    unsigned bits;
    if (!ip_read(whole, &address, &bits) ||
        (v4 && is_version(search->rules, text, at, end))) {
        return false;
    }
    unsigned after = v4 || mixed ? NO_IPV4 : ipv4_in(address);
    bool inside = after != NO_IPV4;
    size_t front = inside ? 96 - after : 0;
    size_t most = front + (v4 || inside ? 24 : 32);
    size_t length = read_prefix(text, end, (unsigned)most);
    *place = (struct public_place){
        .len = end - at, .around = address, .ipv4 = after};
    set_address(place, inside ? (uint32_t)(address >> after) : address,
                inside ? 32 : bits, length > front ? length - front : 0);
    return true;
}

/* --- MAC addresses and names --- */

/* aa:bb:cc:dd:ee:ff, with dashes, or aabb.ccdd.eeff, with dashes too. DHCP has
 * identifiers with a type before it, 01aa.bbcc.ddee.ff or 1:aa:bb:cc:dd:ee:ff.
 */
static bool read_mac(struct public_search *search, str text, size_t at,
                     struct public_place *place)
{
    size_t before = follows_word(text, at, "", STR("01")) ? 2 : 0;
    size_t every = is_any_of(str_at(text, at + 2), ":-") ? 2 : 4;
    char sign = str_at(text, at + every - before);
    char last = at ? text.p[at - 1] : ' ';
    if ((every == 4 && (!is_any_of(sign, ".-") || last == sign)) ||
        (is_part(last) && !follows_word(text, at, "", STR("1:|01:|01")))) {
        return false;
    }
    bool letters = false;
    place->unit = 0;
    size_t end = at;
    for (size_t digits = 0; digits < 12; digits++, end++) {
        if (digits && (digits + before) % every == 0 &&
            str_at(text, end++) != sign) {
            return false;
        }
        unsigned hex = digit_value(str_at(text, end));
        if (hex > 15) {
            return false;
        }
        letters |= hex > 9;
        place->unit = place->unit << 4 | hex;
    }
    char next = str_at(text, end);
    place->kind = PUBLIC_MAC;
    place->len = end - at;
    place->count = place->whole = 1;
    /* 1234-5678-9012 of prose counts something. */
    return !is_alnum(next) && next != sign &&
           (letters || every == 2 || fence_is_code(&search->fence, at));
}

/* client-id=1:b8:27:eb:a:bb:1, as RouterOS has it: bytes without zeros. */
static bool read_client_id(struct public_search *search, str text, size_t at,
                           struct public_place *place)
{
    enum { BYTES = 6 };
    size_t end = at;
    uint64_t unit = 0;
    (void)search;
    for (int i = 0; i < BYTES; i++, end++) {
        size_t high = digit_value(str_at(text, end));
        size_t low = digit_value(str_at(text, end + 1));
        end += low < 16 ? 2 : 1;
        if (high > 15 || (str_at(text, end) == ':') != (i < BYTES - 1)) {
            return false;
        }
        unit = unit << 8 | (low < 16 ? high << 4 | low : high);
    }
    *place = (struct public_place){.kind = PUBLIC_MAC,
                                   .len = end - 1 - at,
                                   .unit = unit,
                                   .count = 1,
                                   .whole = 1};
    return follows_word(text, at, "", STR("client-id=1:")) &&
           !is_alnum(str_at(text, end - 1));
}

/* The longest of the names that is there as a word. */
static bool read_name(struct public_search *search, str text, size_t at,
                      struct public_place *place)
{
    *place = (struct public_place){.kind = PUBLIC_NAME};
    for (size_t i = 0; i < search->nnames; i++) {
        const struct public_name *name = &search->names[i];
        char next = str_at(text, at + name->text.n);
        if (name->text.n > place->len && name->text.p[0] != '-' &&
            !is_alnum(next) && next != '_' &&
            str_eq_nocase(str_sub(text, at, name->text.n), name->text)) {
            place->len = name->text.n;
            place->unit = name->number;
        }
    }
    return place->len > 0;
}

bool public_stays(const struct secret_rules *rules,
                  const struct public_place *place)
{
    uint64_t n = place->unit;
    unsigned bits = place->kind == PUBLIC_IPV4 ? 32 : 128;
    struct network own = {place->address, bits, bits};
    if (place->kind == PUBLIC_NAME) {
        return false;
    }
    if (!place->count) {
        return true;
    }
    if (place->kind == PUBLIC_AS) {
        return n == 0 || n == 23456 || (n >= 64496 && n <= 65551) ||
               n >= 4200000000;
    }
    if (place->kind == PUBLIC_MAC) {
        bool many = n >> 40 & 1;
        return many || n >> 24 == 0x00005E || n >> 24 == 0x02005E || n == 0;
    }
    for (size_t i = 0; i < rules->networks.n; i++) {
        if (network_contains(&rules->networks.p[i], &own)) {
            return true;
        }
    }
    return false;
}

/* --- spelling --- */

static str write_number(const struct public_place *place, str text,
                        uint64_t unit, struct arena *arena)
{
    (void)text;
    return arena_printf(arena, "%s%llu",
                        place->kind == PUBLIC_NAME ? "name" : "",
                        (unsigned long long)unit);
}

/* In the spelling of the old one. */
static str write_mac(const struct public_place *place, str text, uint64_t unit,
                     struct arena *arena)
{
    str old = str_sub(text, place->off, place->len);
    char *p = ARENA_ARRAY(arena, char, old.n);
    const char *digits = "0123456789abcdef";
    for (size_t i = 0; i < old.n; i++) {
        digits =
            old.p[i] >= 'A' && old.p[i] <= 'F' ? "0123456789ABCDEF" : digits;
    }
    for (size_t i = old.n; i--;) {
        bool digit = digit_value(old.p[i]) < 16;
        p[i] = digit ? digits[unit & 15] : old.p[i];
        unit >>= digit ? 4 : 0;
    }
    return (str){p, old.n};
}

static str write_client_id(const struct public_place *place, str text,
                           uint64_t unit, struct arena *arena)
{
    struct buf out = {0};
    (void)place;
    (void)text;
    for (int shift = 40; shift >= 0; shift -= 8) {
        buf_printf(&out, shift ? "%x:" : "%x",
                   (unsigned)(unit >> shift) & 0xFF);
    }
    return buf_move(&out, arena);
}

static ip_address moved_address(const struct public_place *place, uint64_t unit)
{
    ip_address stay = ((ip_address)1 << place->low_bits) - 1;
    return (ip_address)unit << place->low_bits | (place->address & stay);
}

/* With as many numbers as the old one has. */
static str write_reversed(const struct public_place *place, str text,
                          uint64_t unit, struct arena *arena)
{
    ip_address address = moved_address(place, unit);
    bool v4 = place->kind == PUBLIC_IPV4;
    unsigned each = v4 ? 8 : 4;
    struct buf out = {0};
    str old = str_sub(text, place->off, place->len);
    for (size_t n = str_count_char(old, '.') + 1; n--;) {
        unsigned off = (v4 ? 32 : 128) - each * ((unsigned)n + 1);
        unsigned number = (unsigned)(address >> off) & (v4 ? 0xFF : 0xF);
        buf_printf(&out, v4 ? "%u" : "%x", number);
        buf_put(&out, n ? STR(".") : STR(""));
    }
    return buf_move(&out, arena);
}

static str write_system_id(const struct public_place *place, str text,
                           uint64_t unit, struct arena *arena)
{
    ip_address address = moved_address(place, unit);
    struct buf out = {0};
    (void)text;
    for (unsigned n = 0; n < SYSTEM_DIGITS; n++) {
        static const unsigned places[] = {100, 10, 1};
        unsigned octet = (unsigned)(address >> (24 - n / 3 * 8)) & 0xFF;
        buf_printf(&out, n % 4 || !n ? "%u" : ".%u",
                   octet / places[n % 3] % 10);
    }
    return buf_move(&out, arena);
}

/* Perhaps IPv4 goes on after it, as a place of its own. */
static str write_ip(const struct public_place *place, str text, uint64_t unit,
                    struct arena *arena)
{
    ip_address address = moved_address(place, unit);
    bool v4 = place->kind == PUBLIC_IPV4 && place->ipv4 == NO_IPV4;
    bool mixed = !v4 && is_digit(str_at(text, place->off + place->len));
    if (place->ipv4 != NO_IPV4) {
        ip_address own = (ip_address)UINT32_MAX << place->ipv4;
        address = (place->around & ~own) | address << place->ipv4;
    }
    str new = ip_text(address, v4 ? 32 : 128, arena);
    new.n -= mixed ? sizeof MIXED_END - 1 : 0;
    return new;
}

/* --- all of them --- */

struct public_form {
    const char *after; /* parts of words that it may be after */
    bool (*read)(struct public_search *search, str text, size_t at,
                 struct public_place *place);
    str (*write)(const struct public_place *place, str text, uint64_t unit,
                 struct arena *arena);
};

/* The first that can be read counts. */
static const struct public_form forms[] = {
    {".:", read_name, write_number},
    {"", read_reversed, write_reversed},
    {"_:", read_ip, write_ip},
    {".", read_system_id, write_system_id},
    {"1:", read_mac, write_mac},
    {":", read_client_id, write_client_id},
    {"SN_:", as_number_read, write_number},
};

bool public_place(struct public_search *search, struct public_place *place)
{
    str text = search->fence.text;
    for (; search->at < text.n; search->at++) {
        char c = text.p[search->at];
        char before = search->at ? text.p[search->at - 1] : ' ';
        bool number = digit_value(c) < 16 || c == ':';
        size_t n = number ? sizeof forms / sizeof *forms : search->nnames > 0;
        for (const struct public_form *form = forms; form < forms + n; form++) {
            if ((!is_part(before) || is_any_of(before, form->after)) &&
                form->read(search, text, search->at, place)) {
                place->off = search->at;
                place->form = form;
                search->at += place->len;
                return true;
            }
        }
    }
    return false;
}

bool public_next(struct public_search *search, struct public_place *out)
{
    while (public_place(search, out)) {
        if (!public_stays(search->rules, out)) {
            return true;
        }
    }
    return false;
}

str public_text(const struct public_place *place, str text, uint64_t unit,
                struct arena *arena)
{
    return place->form->write(place, text, unit, arena);
}
