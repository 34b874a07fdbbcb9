/* SPDX-License-Identifier: MIT */
/* Reading is strict: a manifest decides what may be deleted, so one with
 * anything odd in it is not believed at all. */
#include "publish/manifest.h"

#include "base/memory/buf.h"
#include "text/url.h"

static const str first_line = STR_INIT("crumb-manifest 1");
static const str last_word = STR_INIT("end ");

/* Paths that are read and paths that are published must pass. The stage's name
 * is compared without case, as some file systems ignore case. */
bool manifest_is_path(str path)
{
    str part;
    bool first = true;
    if (path.n == 0 || str_find_char(path, '\0') != STR_NONE) {
        return false;
    }
    for (str rest = path; str_split(&rest, '/', &part); first = false) {
        if (part.n == 0 || str_eq(part, STR(".")) || str_eq(part, STR("..")) ||
            (first && str_eq_nocase(part, STR(MANIFEST_STAGE)))) {
            return false;
        }
    }
    return true;
}

/* --- reading --- */

static bool parse_number(str s, uint64_t *out)
{
    uint64_t number = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i]) || number > UINT64_MAX / 10 - 1) {
            return false;
        }
        number = number * 10 + (uint64_t)(s.p[i] - '0');
    }
    *out = number;
    return s.n > 0;
}

static bool unescape(str s, struct arena *arena, str *out)
{
    struct buf buf = {0};
    *out = s;
    bool good = str_find_char(s, '%') == STR_NONE;
    if (!good) {
        good = url_decode_strictly(s, &buf);
        *out = buf_move(&buf, arena);
    }
    return good;
}

static bool parse_entry(str line, struct arena *arena,
                        struct manifest_entry *out)
{
    str hash;
    str size;
    return str_split(&line, ' ', &hash) && hash128_parse(hash, &out->hash) &&
           str_split(&line, ' ', &size) && parse_number(size, &out->size) &&
           line.p && unescape(line, arena, &out->path) &&
           manifest_is_path(out->path);
}

/* Also how many entries there can be: one allocation holds them all. */
static size_t count_lines(str text)
{
    size_t n = 0;
    for (size_t at; (at = str_find_char(text, '\n')) != STR_NONE; n++) {
        text = str_from_offset(text, at + 1);
    }
    return n;
}

bool manifest_parse(str text, struct arena *arena, struct manifest *out)
{
    str line;
    str rest = text;
    size_t lines = count_lines(text);
    uint64_t count;
    if (lines < 2 || text.p[text.n - 1] != '\n' ||
        !str_split(&rest, '\n', &line) || !str_eq(line, first_line)) {
        return false;
    }
    struct manifest read = {
        ARENA_ARRAY(arena, struct manifest_entry, lines - 2), lines - 2};
    for (size_t i = 0; i < read.n; i++) {
        struct manifest_entry *entry = &read.entries[i];
        if (!str_split(&rest, '\n', &line) ||
            !parse_entry(line, arena, entry) ||
            (i && str_cmp(entry[-1].path, entry->path) >= 0)) {
            return false;
        }
    }
    if (!str_split(&rest, '\n', &line) || !str_starts(line, last_word) ||
        !parse_number(str_from_offset(line, last_word.n), &count) ||
        count != read.n) {
        return false;
    }
    *out = read;
    return true;
}

/* --- writing --- */

/* A line break would end the entry; the others would make the file awkward to
 * look at. */
static bool needs_escape(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7F || c == '%';
}

static void put_path(str path, struct buf *out)
{
    size_t start = 0;
    for (size_t i = 0; i < path.n; i++) {
        if (needs_escape(path.p[i])) {
            buf_put(out, str_sub(path, start, i - start));
            url_put_encoded(str_sub(path, i, 1), "", out);
            start = i + 1;
        }
    }
    buf_put(out, str_from_offset(path, start));
}

/* Ten thousand of them in each manifest: by hand, not by printf. */
static void put_number(uint64_t number, struct buf *out)
{
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    buf_put(out, (str){digits + n, sizeof digits - n});
}

void manifest_print(const struct manifest *manifest, struct buf *out)
{
    buf_put(out, first_line);
    buf_putc(out, '\n');
    for (size_t i = 0; i < manifest->n; i++) {
        const struct manifest_entry *entry = &manifest->entries[i];
        char hex[HASH128_HEX];
        hash128_hex(entry->hash, hex);
        buf_put(out, (str){hex, sizeof hex});
        buf_putc(out, ' ');
        put_number(entry->size, out);
        buf_putc(out, ' ');
        put_path(entry->path, out);
        buf_putc(out, '\n');
    }
    buf_put(out, last_word);
    put_number(manifest->n, out);
    buf_putc(out, '\n');
}

/* --- asking --- */

const struct manifest_entry *manifest_find(const struct manifest *manifest,
                                           str path)
{
    size_t low = 0;
    size_t high = manifest->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(manifest->entries[middle].path, path);
        if (order == 0) {
            return &manifest->entries[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

const struct manifest_entry *manifest_find_near(const struct manifest *manifest,
                                                str path, size_t guess)
{
    return guess < manifest->n && str_eq(manifest->entries[guess].path, path)
               ? &manifest->entries[guess]
               : manifest_find(manifest, path);
}

bool manifest_equal(const struct manifest *a, const struct manifest *b)
{
    if (a->n != b->n) {
        return false;
    }
    for (size_t i = 0; i < a->n; i++) {
        const struct manifest_entry *one = &a->entries[i];
        const struct manifest_entry *other = &b->entries[i];
        if (!hash128_eq(one->hash, other->hash) || one->size != other->size ||
            !str_eq(one->path, other->path)) {
            return false;
        }
    }
    return true;
}

uint64_t manifest_hash(const struct manifest *manifest)
{
    uint64_t hash = manifest->n;
    for (size_t i = 0; i < manifest->n; i++) {
        const struct manifest_entry *entry = &manifest->entries[i];
        uint64_t parts[] = {hash, hash64(entry->path), entry->hash.low,
                            entry->hash.high};
        hash = hash64_of(parts, sizeof parts / sizeof *parts);
    }
    return hash;
}
