/* SPDX-License-Identifier: MIT */
/* PNG, WebP and GIF: files of chunks. Known ones are copied. */
#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

#include "images/clean.h"
#include "images/image_parts.h"

/* --- PNG --- */

static void put_png_chunk(struct buf *out, str kind, str head, str data)
{
    put_big(out, head.n + data.n, 4);
    size_t start = out->n;
    buf_put(out, kind);
    buf_put(out, head);
    buf_put(out, data);
    put_big(out,
            crc32(0, (const Bytef *)(out->p + start), (uInt)(out->n - start)),
            4);
}

static void look_at_text(const struct image_part *part,
                         struct image_notes *notes, struct arena *arena)
{
    enum { MOST = 1 << 20 };
    str key;
    str text;
    bool packed = image_png_text(part, &key, &text);
    if (str_eq(part->kind, STR("tEXt"))) {
        str *note = str_eq_nocase(key, STR("Author"))      ? &notes->artist
                    : str_eq_nocase(key, STR("Copyright")) ? &notes->copyright
                                                           : NULL;
        if (note) {
            notes_take(note, text);
        }
    } else if (str_eq(key, STR("XML:com.adobe.xmp"))) {
        if (packed) {
            struct buf plain = {0};
            image_inflate(text, PACKED_ZLIB_OR_GZIP, MOST, &plain);
            text = buf_move(&plain, arena);
        }
        notes_from_xmp(notes, text);
    }
}

void notes_from_png(struct image_notes *notes, str s, struct arena *arena)
{
    struct image_part part;
    uint32_t way = image_orientation(s);
    for (size_t off = 8; image_png_next(s, &off, &part);) {
        if (str_eq(part.kind, STR("eXIf"))) {
            notes_from_exif(notes, exif_tiff(part.data));
        } else if (str_eq(part.kind, STR("tEXt")) ||
                   str_eq(part.kind, STR("iTXt"))) {
            look_at_text(&part, notes, arena);
        }
    }
    notes->orientation = way >= 2 ? way : 0;
}

static void put_png_notes(struct buf *out, const struct image_notes *notes)
{
    struct buf text = {0};
    notes_put_exif(notes, &text);
    if (text.n) {
        put_png_chunk(out, STR("eXIf"), STR(""), buf_str(&text));
    }
    buf_clear(&text);
    notes_put_xmp(notes, &text);
    if (text.n) {
        put_png_chunk(out, STR("iTXt"), STR("XML:com.adobe.xmp\0\0\0\0\0"),
                      buf_str(&text));
    }
    buf_free(&text);
}

/* iCCP: a name, NUL, 0, the profile compressed. It is compressed again if
 * something in it has to go. */
static void put_png_profile(struct buf *out, str whole, str data)
{
    enum { MOST = 4 << 20 };
    struct arena work = {0};
    struct buf plain = {0};
    size_t name = str_find_char(data, '\0');
    if (name != STR_NONE) {
        image_inflate(str_from_offset(data, name + 2), PACKED_ZLIB_OR_GZIP,
                      MOST, &plain);
    }
    str clean = icc_clean(buf_str(&plain), &work);
    if (clean.n && str_eq(clean, buf_str(&plain))) {
        buf_put(out, whole);
    } else if (clean.n) {
        uLongf n = compressBound(clean.n);
        Bytef *packed = ARENA_ARRAY(&work, Bytef, n);
        if (compress2(packed, &n, (const Bytef *)clean.p, clean.n, 9) == Z_OK) {
            put_png_chunk(out, STR("iCCP"), STR("icc\0\0"),
                          (str){(const char *)packed, n});
        }
    }
    buf_free(&plain);
    arena_free(&work);
}

void clean_png(str s, enum image_keep keep, struct buf *out)
{
    static const str shown[] = {
        STR_INIT("IHDR"), STR_INIT("PLTE"), STR_INIT("IDAT"), STR_INIT("IEND"),
        STR_INIT("tRNS"), STR_INIT("cHRM"), STR_INIT("gAMA"), STR_INIT("sBIT"),
        STR_INIT("sRGB"), STR_INIT("cICP"), STR_INIT("mDCV"), STR_INIT("cLLI"),
        STR_INIT("bKGD"), STR_INIT("pHYs"), STR_INIT("acTL"), STR_INIT("fcTL"),
        STR_INIT("fdAT"),
    };
    struct image_notes notes = {.orientation = 0};
    struct arena work = {0};
    struct image_part part;
    notes_from_png(&notes, s, &work);
    if (keep == IMAGE_KEEP_NONE) {
        notes_drop_credit(&notes);
    }
    buf_put(out, str_sub(s, 0, 8));
    size_t start = 8;
    for (size_t off = 8; image_png_next(s, &off, &part); start = off) {
        str whole = str_sub(s, start, off - start);
        if (str_eq(part.kind, STR("iCCP"))) {
            put_png_profile(out, whole, part.data);
        } else if (str_is_among(part.kind, shown,
                                sizeof shown / sizeof *shown)) {
            buf_put(out, whole);
        }
        if (start == 8) {
            put_png_notes(out, &notes); /* behind the head */
        }
        if (str_eq(part.kind, STR("IEND"))) {
            break;
        }
    }
    arena_free(&work);
}

/* --- WebP --- */

/* ANMF: the place and time of a frame (16), then chunks of its own. */
static void put_frame(struct buf *out, str data)
{
    enum { HEAD = 16 };
    static const str shown[] = {STR_INIT("ALPH"), STR_INIT("VP8 "),
                                STR_INIT("VP8L")};
    struct buf frame = {0};
    struct image_part part;
    buf_put(&frame, str_sub(data, 0, HEAD));
    for (size_t off = HEAD; image_webp_next(data, &off, &part);) {
        if (str_is_among(part.kind, shown, 3)) {
            put_webp_chunk(&frame, part.kind, part.data);
        }
    }
    put_webp_chunk(out, STR("ANMF"), buf_str(&frame));
    buf_free(&frame);
}

static void put_webp_part(struct buf *out, const struct image_part *part,
                          bool *has_profile)
{
    static const str shown[] = {STR_INIT("VP8X"), STR_INIT("ANIM"),
                                STR_INIT("ALPH"), STR_INIT("VP8 "),
                                STR_INIT("VP8L")};
    if (str_eq(part->kind, STR("ICCP"))) {
        struct arena work = {0};
        str profile = icc_clean(part->data, &work);
        if (profile.n && !*has_profile) {
            put_webp_chunk(out, part->kind, profile);
            *has_profile = true;
        }
        arena_free(&work);
    } else if (str_eq(part->kind, STR("ANMF"))) {
        put_frame(out, part->data);
    } else if (str_is_among(part->kind, shown, 5)) {
        put_webp_chunk(out, part->kind, part->data);
    }
}

/* The first chunk, VP8X, has a bit for each kind of notes. Without it there can
 * be none. */
static void put_webp_notes(struct buf *out, const struct image_notes *notes,
                           size_t start, bool has_profile)
{
    enum { FLAGS = 8, PROFILE = 0x20, EXIF = 8, XMP = 4 };
    struct buf text = {0};
    if (!is_at(buf_str(out), start, STR("VP8X")) || out->n <= start + FLAGS) {
        return;
    }
    int flags = out->p[start + FLAGS] & ~(PROFILE | EXIF | XMP);
    notes_put_exif(notes, &text);
    if (text.n) {
        put_webp_chunk(out, STR("EXIF"), buf_str(&text));
        flags |= EXIF;
    }
    buf_clear(&text);
    notes_put_xmp(notes, &text);
    if (text.n) {
        put_webp_chunk(out, STR("XMP "), buf_str(&text));
        flags |= XMP;
    }
    out->p[start + FLAGS] = (char)(flags | (has_profile ? PROFILE : 0));
    buf_free(&text);
}

void notes_from_webp(struct image_notes *notes, str s)
{
    struct image_part part;
    for (size_t off = 12; image_webp_next(s, &off, &part);) {
        if (str_eq(part.kind, STR("EXIF"))) {
            notes_from_exif(notes, exif_tiff(part.data));
        } else if (str_eq(part.kind, STR("XMP "))) {
            notes_from_xmp(notes, part.data);
        }
    }
}

void clean_webp(str s, enum image_keep keep, struct buf *out)
{
    struct image_notes notes = {.orientation = 0};
    struct image_part part;
    bool has_profile = false;
    size_t size = little32(s, 4);
    bool cut = size + 8 > s.n + 1; /* the last byte may be one that fills up */
    s = str_sub(s, 0, size < s.n ? size + 8 : s.n);
    notes_from_webp(&notes, s);
    if (keep == IMAGE_KEEP_NONE) {
        notes_drop_credit(&notes);
    }
    size_t start = put_webp_start(out);
    for (size_t off = 12; image_webp_next(s, &off, &part);) {
        put_webp_part(out, &part, &has_profile);
    }
    put_webp_notes(out, &notes, start, has_profile);
    put_webp_end(out, start, cut ? 2 : 0);
}

/* --- GIF --- */

/* The offset behind blocks of length(1) and data, which an empty one ends. */
static size_t end_of_blocks(str s, size_t at)
{
    while (byte_at(s, at)) {
        at += 1 + byte_at(s, at);
    }
    return at + 1;
}

static size_t color_table(uint32_t flags)
{
    return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

/* 21 F9: the time and the see-through colour of the next frame. 21 FF: of a
 * program, by its name. */
static bool is_shown_extension(str s, size_t at)
{
    return byte_at(s, at + 1) == 0xF9 ||
           (byte_at(s, at + 1) == 0xFF &&
            (is_at(s, at + 2, STR("\13NETSCAPE2.0")) ||
             is_at(s, at + 2, STR("\13ANIMEXTS1.0"))));
}

/* 21 FF, and XMP as it is: its bytes would be lengths of blocks, so 257 bytes
 * behind it lead to the end from wherever one of them lands. */
static void put_gif_xmp(const struct image_notes *notes, struct buf *out)
{
    struct buf text = {0};
    notes_put_xmp(notes, &text);
    if (text.n) {
        buf_put(out, STR("!\xFF\13XMP DataXMP"));
        buf_put(out, buf_str(&text));
        buf_putc(out, 1);
        for (int i = 255; i >= 0; i--) {
            buf_putc(out, (char)i);
        }
        buf_putc(out, 0);
    }
    buf_free(&text);
}

void clean_gif(str s, enum image_keep keep, struct buf *out)
{
    enum { EXTENSION = 0x21, IMAGE = 0x2C, END = 0x3B, HEAD = 13 };
    struct image_notes notes = {.orientation = 0};
    size_t at = HEAD + color_table(byte_at(s, 10));
    buf_put(out, str_sub(s, 0, at));
    for (size_t end; at < s.n; at = end) {
        uint32_t kind = byte_at(s, at);
        if (kind == IMAGE) {
            end = end_of_blocks(s, at + 11 + color_table(byte_at(s, at + 9)));
            buf_put(out, str_sub(s, at, end - at));
        } else if (kind == EXTENSION) {
            end = end_of_blocks(s, at + 2);
            str whole = str_sub(s, at, end - at);
            if (is_shown_extension(s, at)) {
                buf_put(out, whole);
            } else if (is_at(s, at + 1, STR("\xFF\13XMP DataXMP"))) {
                notes_from_xmp(&notes, whole);
            }
        } else if (kind == 0) {
            end = at + 1; /* some programs write one block's end too many */
        } else {
            break;
        }
    }
    if (keep == IMAGE_KEEP_CREDIT) {
        put_gif_xmp(&notes, out);
    }
    if (byte_at(s, at) == END) {
        buf_putc(out, END);
    }
}
