/* SPDX-License-Identifier: MIT */
#include "secrets/sanitize.h"

#include "files/fs.h"
#include "files/record_file.h"
#include "secrets/token.h"

/* Names that were taken out begin with '-'. */
static struct public_name *find_name(const struct sanitizer *sanitizer,
                                     str name)
{
    for (size_t i = 0; i < sanitizer->names.n; i++) {
        str known = sanitizer->names.p[i].text;
        known = str_from_offset(known, str_starts(known, STR("-")));
        if (str_eq_nocase(known, name)) {
            return &sanitizer->names.p[i];
        }
    }
    return NULL;
}

void sanitize_names(struct sanitizer *sanitizer, str list)
{
    uint64_t last = 0;
    for (size_t i = 0; i < sanitizer->names.n; i++) {
        uint64_t number = sanitizer->names.p[i].number;
        last = number > last ? number : last;
    }
    for (str text; str_split(&list, ',', &text);) {
        text = str_trim(text);
        bool out = str_starts(text, STR("-"));
        str name = str_from_offset(text, out);
        struct public_name *known = find_name(sanitizer, name);
        if (known) {
            known->text = text;
        } else if (name.n && !out) {
            *VEC_PUSH(&sanitizer->names, sanitizer->arena) =
                (struct public_name){name, ++last};
        }
    }
}

void sanitize_learn(struct sanitizer *sanitizer, str text,
                    enum secret_text kind)
{
    struct public_search search = {.rules = sanitizer->rules,
                                   .fence = {.text = text, .kind = kind}};
    struct public_place place;
    while (public_place(&search, &place)) {
        struct public_blocks *blocks = &sanitizer->blocks[place.kind];
        if (public_stays(sanitizer->rules, &place)) {
            /* Of 198.18.0.0/15 in a list of bogons, the rest has room. */
            struct public_block own = {place.unit, 1, place.unit};
            renumber_add(blocks, place.kind, own, sanitizer->arena);
        } else {
            *VEC_PUSH(&blocks->pending, sanitizer->arena) =
                (struct public_block){place.unit & ~(place.count - 1),
                                      place.count, 0};
        }
    }
}

str sanitize_too_wide(const struct sanitizer *sanitizer)
{
    for (enum public_kind kind = PUBLIC_IPV4; kind <= PUBLIC_IPV6; kind++) {
        const struct public_blocks *blocks = &sanitizer->blocks[kind];
        bool v4 = kind == PUBLIC_IPV4;
        for (size_t i = 0; i < blocks->pending.n; i++) {
            const struct public_block *block = &blocks->pending.p[i];
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

static str new_text(struct sanitizer *sanitizer, str text,
                    const struct public_place *place)
{
    uint64_t unit = place->unit;
    if (place->kind != PUBLIC_NAME) {
        unit =
            renumber_unit(&sanitizer->blocks[place->kind], unit, place->whole);
    }
    return public_text(place, text, unit, sanitizer->arena);
}

static size_t secret_end(str text, const struct secret *secret)
{
    size_t end = secret->off + secret->len;
    bool key = str_starts_at(text, secret->off, STR("----"));
    return key ? private_key_end(text, end) : end;
}

void sanitize_text(struct sanitizer *sanitizer, str text, enum secret_text kind,
                   struct splices *out)
{
    struct secrets found = {.arena = sanitizer->arena};
    struct public_search search = {.rules = sanitizer->rules,
                                   .fence = {.text = text, .kind = kind},
                                   .as = &sanitizer->blocks[PUBLIC_AS],
                                   .names = sanitizer->names.p,
                                   .nnames = sanitizer->names.n};
    struct public_place place = {0};
    size_t next = 0; /* of the secrets */
    size_t done = 0;
    bool more = true;
    secrets_find(sanitizer->rules, text, kind, &found);
    while (more) {
        more = public_place(&search, &place);
        size_t after = more ? place.off + place.len : text.n;
        for (; next < found.list.n && found.list.p[next].off < after; next++) {
            const struct secret *secret = &found.list.p[next];
            if (secret->off >= done) {
                done = secret_end(text, secret);
                splice_add(out, sanitizer->arena, secret->off,
                           done - secret->off, STR("<secret>"));
            }
        }
        if (more && place.off >= done &&
            !public_stays(sanitizer->rules, &place)) {
            splice_add(out, sanitizer->arena, place.off, place.len,
                       new_text(sanitizer, text, &place));
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
        for (size_t i = 0; i < blocks->moved.n; i++, n++) {
            pack_uint(&out, kind);
            pack_uint(&out, blocks->moved.p[i].first);
            pack_uint(&out, blocks->moved.p[i].count);
            pack_uint(&out, blocks->moved.p[i].moved);
        }
    }
    struct buf file = {0};
    record_file_pack(STR(HEADER), n, buf_str(&out), &file);
    buf_free(&out);
    return buf_move(&file, sanitizer->arena);
}
