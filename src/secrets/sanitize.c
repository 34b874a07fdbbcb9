/* SPDX-License-Identifier: MIT */
#include "secrets/sanitize.h"

#include "files/fs.h"
#include "files/record_file.h"
#include "secrets/rules.h"
#include "secrets/token.h"
#include "text/network.h"

static bool is_part(char c)
{
    return is_alnum(c) || c == '.' || c == ':' || c == '_';
}

enum { NEAR = 64 }; /* no address is as long */

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

/* The end of four numbers with dots; perhaps a port is behind them, as tcpdump
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

/* Without the colon of a sentence. 0: it goes on as IPv4. */
static size_t colons_end(str near, size_t at)
{
    size_t end = str_skip(near, at, "0123456789abcdefABCDEF:");
    size_t part = str_skip(near, end + 1, "0123456789"); /* or a port */
    bool mapped = str_at(near, end) == '.' && str_at(near, part) == '.' &&
                  is_digit(str_at(near, part + 1));
    bool colon = end > at + 2 && near.p[end - 1] == ':';
    return mapped ? 0 : end - (colon && near.p[end - 2] != ':');
}

/* An address, perhaps with the prefix of its network behind it. */
static bool read_ip(str text, size_t at, struct public_place *place)
{
    str near = str_sub(text, 0, at + NEAR);
    size_t end = dotted_end(near, at);
    bool v4 = end > str_skip(near, at, "0123456789abcdefABCDEF:");
    end = v4 ? end : colons_end(near, at);
    struct network network;
    ip_address *address = &place->address;
    if (end <= at || is_alnum(str_at(text, end)) ||
        !ip_read(str_sub(text, at, end - at), address, &network.bits)) {
        return false;
    }
    unsigned most = v4 ? 24 : 32;
    size_t length = read_prefix(text, end, most);
    network.length = length < most ? (unsigned)length : most;
    bool whole = !(*address & network_hosts(&network));
    bool wide = network.length <= (v4 ? 8 : 12);
    place->kind = v4 ? PUBLIC_IPV4 : PUBLIC_IPV6;
    place->len = end - at;
    place->behind = network.bits - most;
    place->unit = (uint64_t)(*address >> place->behind);
    place->count = wide ? !whole : UINT64_C(1) << (most - network.length);
    place->whole = whole ? place->count : 1;
    return true;
}

/* --- AS numbers and MAC addresses --- */

/* The number is behind one of the words, perhaps with characters of `skip`
 * between them. */
static bool is_behind(str text, size_t at, const char *skip, str words)
{
    enum { MOST = 64 }; /* of such characters */
    size_t end = at;
    while (end && at - end < MOST && is_any_of(text.p[end - 1], skip)) {
        end--;
    }
    for (str word; str_split(&words, '|', &word);) {
        if (str_ends(str_sub(text, 0, end), word) &&
            (word.p[0] == '\n' || !is_alnum(str_at(text, end - word.n - 1)))) {
            return true;
        }
    }
    return false;
}

/* Behind "AS", "remote-as", "router bgp" and their like; or a number that has
 * moved, in 3320:100 or _3320_. */
static bool read_as(const struct sanitizer *known, str text, size_t at,
                    struct public_place *place)
{
    str words = STR("AS|ASN|remote-as|remote.as|local-as|peer-as|router bgp|"
                    "\nbgp|as-number|autonomous-system");
    str rest = str_from_offset(text, at);
    size_t number = str_take_number(&rest, UINT32_MAX);
    place->len = text.n - at - rest.n;
    place->kind = PUBLIC_AS;
    place->unit = number;
    place->count = place->whole = 1;
    if (str_at(rest, 0) == '.' && is_digit(str_at(rest, 1)) &&
        is_behind(text, at, " ", words)) { /* 1.10 is 65546 */
        rest = str_from_offset(rest, 1);
        size_t low = str_take_number(&rest, UINT16_MAX);
        place->unit = number = number << 16 | low;
        place->len = low > UINT16_MAX ? 0 : text.n - at - rest.n;
    }
    char next = str_at(rest, 0);
    bool more = is_any_of(next, ".:") && is_digit(str_at(rest, 1));
    if (number > UINT32_MAX || is_alnum(next) || !is_digit(text.p[at]) ||
        !place->len) {
        return false;
    }
    if (known && (is_any_of(next, "_$") || (more && next == ':'))) {
        return renumber_unit(&known->blocks[PUBLIC_AS], number, 1) != number;
    }
    return !more && !is_any_of(next, "_-") &&
           (is_behind(text, at, " \t\":=", words) ||
            is_behind(text, at, " \"0123456789", STR("prepend")));
}

/* aa:bb:cc:dd:ee:ff, with dashes, or aabb.ccdd.eeff, with dashes too. */
static bool read_mac(str text, size_t at, struct public_place *place)
{
    size_t every = is_any_of(str_at(text, at + 2), ":-") ? 2 : 4;
    char sign = str_at(text, at + every);
    if (every == 4 && !is_any_of(sign, ".-")) {
        return false;
    }
    place->unit = 0;
    size_t end = at;
    for (size_t digits = 0; digits < 12; digits++, end++) {
        if (digits && digits % every == 0 && str_at(text, end++) != sign) {
            return false;
        }
        unsigned hex = digit_value(str_at(text, end));
        if (hex > 15) {
            return false;
        }
        place->unit = place->unit << 4 | hex;
    }
    char next = str_at(text, end);
    place->kind = PUBLIC_MAC;
    place->len = end - at;
    place->count = place->whole = 1;
    return !is_alnum(next) && next != sign;
}

/* The longest of the names that is there as a word. */
static bool read_name(const struct sanitizer *sanitizer, str text, size_t at,
                      struct public_place *place)
{
    place->kind = PUBLIC_NAME;
    place->len = 0;
    for (size_t i = 0; i < sanitizer->names.n; i++) {
        const struct public_name *name = &sanitizer->names.p[i];
        char next = str_at(text, at + name->text.n);
        if (name->text.n > place->len && !is_alnum(next) && next != '_' &&
            str_eq_nocase(str_sub(text, at, name->text.n), name->text)) {
            place->len = name->text.n;
            place->unit = name->number;
        }
    }
    return place->len > 0;
}

void sanitize_names(struct sanitizer *sanitizer, str list)
{
    str name;
    uint64_t last = 0;
    for (size_t i = 0; i < sanitizer->names.n; i++) {
        uint64_t number = sanitizer->names.p[i].number;
        last = number > last ? number : last;
    }
    while (str_split(&list, ',', &name)) {
        struct public_place place;
        name = str_trim(name);
        bool known = read_name(sanitizer, name, 0, &place);
        if (name.n && !(known && place.len == name.n)) {
            *VEC_PUSH(&sanitizer->names, sanitizer->arena) =
                (struct public_name){name, ++last};
        }
    }
}

/* --- all of them --- */

static bool stays(const struct secret_rules *rules,
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

/* The next address of the text from *at on. */
static bool next_place(const struct sanitizer *known, str text, size_t *at,
                       struct public_place *place)
{
    for (; *at < text.n; ++*at) {
        char c = text.p[*at];
        char before = *at ? text.p[*at - 1] : ' ';
        bool as = before == 'S' || before == 'N';
        bool word = !is_alnum(before) && before != '_';
        bool number = digit_value(c) < 16 || c == ':';
        bool part = is_part(before);
        bool named = *at > 1 && before == ':' && is_alpha(text.p[*at - 2]);
        if ((known && word && read_name(known, text, *at, place)) ||
            (number &&
             (!part || before == '_' || (before == ':' && c != ':')) &&
             read_ip(text, *at, place) &&
             (!part || place->kind == PUBLIC_IPV4)) ||
            (number && !part && read_mac(text, *at, place)) ||
            (number && (!part || as || before == '_' || named) &&
             read_as(known, text, *at, place))) {
            place->off = *at;
            *at += place->len;
            return true;
        }
    }
    return false;
}

bool public_next(const struct secret_rules *rules, str text, size_t *at,
                 struct public_place *out)
{
    while (next_place(NULL, text, at, out)) {
        if (!stays(rules, out)) {
            return true;
        }
    }
    return false;
}

void sanitize_learn(struct sanitizer *sanitizer, str text)
{
    struct public_place place;
    size_t at = 0;
    while (next_place(NULL, text, &at, &place)) {
        struct public_blocks *blocks = &sanitizer->blocks[place.kind];
        if (stays(sanitizer->rules, &place)) {
            /* Of 198.18.0.0/15 in a list of bogons, the rest has room. */
            struct public_block own = {place.unit, 1, place.unit};
            renumber_add(blocks, place.kind, own, sanitizer->arena);
        } else {
            *VEC_PUSH(&blocks->list, sanitizer->arena) = (struct public_block){
                place.unit & ~(place.count - 1), place.count, 0};
        }
    }
}

str sanitize_too_wide(const struct sanitizer *sanitizer)
{
    for (enum public_kind kind = PUBLIC_IPV4; kind <= PUBLIC_IPV6; kind++) {
        const struct public_blocks *blocks = &sanitizer->blocks[kind];
        bool v4 = kind == PUBLIC_IPV4;
        for (size_t i = 0; i < blocks->list.n; i++) {
            const struct public_block *block = &blocks->list.p[i];
            ip_address first = (ip_address)block->first << (v4 ? 8 : 96);
            int length = (v4 ? 24 : 32) - __builtin_ctzll(block->count);
            if (block->count > MOST_UNITS) {
                str text = ip_text(first, v4 ? 32 : 128, sanitizer->arena);
                return arena_printf(sanitizer->arena, "%.*s/%d", STR_ARG(text),
                                    length);
            }
        }
    }
    return STR("");
}

bool sanitize_choose(struct sanitizer *sanitizer)
{
    bool all = true;
    for (enum public_kind kind = 0; kind < PUBLIC_NAME; kind++) {
        all = renumber_choose(&sanitizer->blocks[kind], kind, sanitizer->kept,
                              sanitizer->arena) &&
              all;
    }
    return all;
}

/* In the spelling of the old one. */
static str new_mac(str old, uint64_t mac, struct arena *arena)
{
    char *p = ARENA_ARRAY(arena, char, old.n);
    const char *digits = "0123456789abcdef";
    for (size_t i = 0; i < old.n; i++) {
        digits =
            old.p[i] >= 'A' && old.p[i] <= 'F' ? "0123456789ABCDEF" : digits;
    }
    for (size_t i = old.n; i--;) {
        bool digit = digit_value(old.p[i]) < 16;
        p[i] = digit ? digits[mac & 15] : old.p[i];
        mac >>= digit ? 4 : 0;
    }
    return (str){p, old.n};
}

static str new_address(struct sanitizer *sanitizer, str text,
                       const struct public_place *place)
{
    struct arena *arena = sanitizer->arena;
    uint64_t unit = place->unit;
    if (place->kind != PUBLIC_NAME) {
        unit =
            renumber_unit(&sanitizer->blocks[place->kind], unit, place->whole);
    }
    if (place->kind == PUBLIC_AS || place->kind == PUBLIC_NAME) {
        return arena_printf(arena, "%s%llu",
                            place->kind == PUBLIC_NAME ? "name" : "",
                            (unsigned long long)unit);
    }
    if (place->kind == PUBLIC_MAC) {
        return new_mac(str_sub(text, place->off, place->len), unit, arena);
    }
    ip_address stay = ((ip_address)1 << place->behind) - 1;
    return ip_text((ip_address)unit << place->behind | (place->address & stay),
                   place->kind == PUBLIC_IPV4 ? 32 : 128, arena);
}

/* Over spaces, line breaks, which may be \n in a text, and marks. */
static size_t skip_between(str text, size_t at)
{
    for (;;) {
        at = str_skip(text, at, " \t\r\n\"',;>|#*");
        if (str_at(text, at) != '\\') {
            return at;
        }
        at += is_any_of(str_at(text, at + 1), "nr") ? 2 : 1;
    }
}

/* The end of a private key whose first line ends at `start`: behind its last
 * line, or where the bytes of one that is cut off end. Old keys have headers.
 */
static size_t key_end(str text, size_t start)
{
    enum { LINE = 24, LAST = 64 };
    size_t done = start;
    for (size_t at = skip_between(text, start); at < text.n;) {
        size_t end = at;
        while (end < text.n && form_class_has('B', text.p[end])) {
            end++;
        }
        end = str_skip(text, end, "=");
        size_t next = skip_between(text, end);
        bool last = str_starts_at(text, next, STR("----"));
        size_t line = str_find_char_from(text, at, '\n');
        str rest = str_sub(text, end, line - end);
        if (end - at >= LINE || (end > at && last && done > start)) {
            done = end;
            at = next;
        } else if (end == at && last) {
            next = str_skip(text, at, "-");
            end = str_find(str_sub(text, next, LAST), STR("----"));
            return end == STR_NONE ? done : str_skip(text, next + end, "-");
        } else if (done == start && str_find(rest, STR(": ")) != STR_NONE) {
            at = skip_between(text, line);
        } else {
            break;
        }
    }
    return done;
}

static size_t secret_end(str text, const struct secret *secret)
{
    size_t end = secret->off + secret->len;
    bool key = str_starts_at(text, secret->off, STR("----"));
    return key ? key_end(text, end) : end;
}

void sanitize_text(struct sanitizer *sanitizer, str text, enum secret_text kind,
                   struct splices *out)
{
    struct secrets found = {.arena = sanitizer->arena};
    struct public_place place = {0};
    size_t at = 0;
    size_t next = 0; /* of the secrets */
    size_t done = 0;
    bool more = true;
    secrets_find(sanitizer->rules, text, kind, &found);
    while (more) {
        more = next_place(sanitizer, text, &at, &place);
        size_t behind = more ? place.off + place.len : text.n;
        for (; next < found.list.n && found.list.p[next].off < behind; next++) {
            const struct secret *secret = &found.list.p[next];
            if (secret->off >= done) {
                done = secret_end(text, secret);
                splice_add(out, sanitizer->arena, secret->off,
                           done - secret->off, STR("<secret>"));
            }
        }
        if (more && place.off >= done && !stays(sanitizer->rules, &place)) {
            splice_add(out, sanitizer->arena, place.off, place.len,
                       new_address(sanitizer, text, &place));
        }
    }
}

/* --- the answers of earlier calls --- */

#define HEADER "crumb-sanitized 1\n"

bool sanitize_load(struct sanitizer *sanitizer, str path)
{
    struct unpack in;
    sanitizer->kept = true;
    if (!record_file_read(path, STR(HEADER), sanitizer->arena, &in)) {
        return fs_kind(path, false) == FS_MISSING;
    }
    size_t n = unpack_count(&in, 3);
    for (size_t i = 0; i < n && !in.failed; i++) {
        enum public_kind kind =
            (enum public_kind)unpack_uint_to(&in, PUBLIC_NAME);
        if (kind == PUBLIC_NAME) {
            struct public_name name = {.number = unpack_uint32(&in)};
            name.text = unpack_str(&in);
            *VEC_PUSH(&sanitizer->names, sanitizer->arena) = name;
            continue;
        }
        struct public_block block = {.first = unpack_uint(&in)};
        block.count = unpack_uint(&in);
        block.moved = unpack_uint(&in);
        if (!renumber_add(&sanitizer->blocks[kind], kind, block,
                          sanitizer->arena)) {
            unpack_fail(&in);
        }
    }
    return !in.failed && !unpack_left(&in);
}

str sanitize_record(const struct sanitizer *sanitizer)
{
    struct buf out = {0};
    size_t n = sanitizer->names.n;
    for (size_t i = 0; i < n; i++) {
        pack_uint(&out, PUBLIC_NAME);
        pack_uint(&out, sanitizer->names.p[i].number);
        pack_str(&out, sanitizer->names.p[i].text);
    }
    for (size_t kind = 0; kind < PUBLIC_NAME; kind++) {
        const struct public_blocks *blocks = &sanitizer->blocks[kind];
        for (size_t i = 0; i < blocks->known.n; i++, n++) {
            pack_uint(&out, kind);
            pack_uint(&out, blocks->known.p[i].first);
            pack_uint(&out, blocks->known.p[i].count);
            pack_uint(&out, blocks->known.p[i].moved);
        }
    }
    struct buf file = {0};
    record_file_pack(STR(HEADER), n, buf_str(&out), &file);
    buf_free(&out);
    return buf_move(&file, sanitizer->arena);
}
