/* SPDX-License-Identifier: MIT */
/* PNG, WebP and GIF: files of chunks. Known ones are copied. */
#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

#include "images/clean.h"
#include "images/image_parts.h"

/* --- PNG --- */

/* Nothing is written if `data` is empty. */
static void put_png_chunk(struct buf *out, str kind, str head, str data)
{
    if (data.n) {
        put_big(out, head.n + data.n, 4);
        size_t start = out->n;
        buf_put(out, kind);
        buf_put(out, head);
        buf_put(out, data);
        put_big(
            out,
            crc32(0, (const Bytef *)(out->p + start), (uInt)(out->n - start)),
            4);
    }
}

static void put_png_extras(struct buf *out, const struct image_extras *extras)
{
    enum { BEST = 9 };
    str profile = extras->profile;
    uLongf n = compressBound(profile.n);
    struct arena work = {0};
    Bytef *packed = ARENA_ARRAY(&work, Bytef, n);
    if (profile.n && compress2(packed, &n, (const Bytef *)profile.p, profile.n,
                               BEST) == Z_OK) {
        put_png_chunk(out, STR("iCCP"), STR("icc\0\0"),
                      (str){(const char *)packed, n});
    }
    arena_free(&work);
    put_png_chunk(out, STR("eXIf"), STR(""), extras->exif);
    put_png_chunk(out, STR("iTXt"), STR("XML:com.adobe.xmp\0\0\0\0\0"),
                  extras->xmp);
}

void clean_png(str s, const struct image_extras *extras, struct buf *out)
{
    enum { HEAD = 8 };
    static const str shown[] = {
        STR_INIT("IHDR"), STR_INIT("PLTE"), STR_INIT("IDAT"), STR_INIT("IEND"),
        STR_INIT("tRNS"), STR_INIT("cHRM"), STR_INIT("gAMA"), STR_INIT("sBIT"),
        STR_INIT("sRGB"), STR_INIT("cICP"), STR_INIT("mDCV"), STR_INIT("cLLI"),
        STR_INIT("bKGD"), STR_INIT("pHYs"), STR_INIT("acTL"), STR_INIT("fcTL"),
        STR_INIT("fdAT"),
    };
    struct image_part part;
    size_t start = HEAD;
    buf_put(out, str_sub(s, 0, HEAD));
    for (size_t at = HEAD; image_png_next(s, &at, &part); start = at) {
        if (str_is_among(part.kind, shown, sizeof shown / sizeof *shown)) {
            buf_put(out, part.whole);
        }
        if (start == HEAD) {
            put_png_extras(out, extras);
        }
        if (str_eq(part.kind, STR("IEND"))) {
            break;
        }
    }
}

/* --- WebP --- */

/* Nothing is written if `data` is empty. */
static void put_webp_chunk(struct buf *out, str kind, str data)
{
    if (data.n) {
        buf_put(out, kind);
        put_little(out, data.n, 4);
        buf_put(out, data);
        put_little(out, 0, data.n % 2);
    }
}

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

/* VP8X: flags(1), reserved(3), width(3) height(3), both less one; then the
 * profile. A file of mere pixels begins with them. */
static void put_webp_head(struct buf *out, str s,
                          const struct image_extras *extras)
{
    enum { START = 12, PROFILE = 0x20, EXIF = 8, XMP = 4 };
    struct image_part part;
    struct image_header header;
    struct buf head = {0};
    size_t at = START;
    bool had =
        str_starts_at(s, at, STR("VP8X")) && image_webp_next(s, &at, &part);
    uint32_t flags = had ? byte_at(part.data, 0) : 0;
    flags &= ~(uint32_t)(PROFILE | EXIF | XMP);
    flags |= (extras->profile.n ? PROFILE : 0) | (extras->exif.n ? EXIF : 0) |
             (extras->xmp.n ? XMP : 0);
    put_little(&head, flags, 1);
    if (had) {
        buf_put(&head, str_from_offset(part.data, 1));
    } else if (flags && image_header_read(s, &header)) {
        put_little(&head, 0, 3);
        put_little(&head, header.width - 1, 3);
        put_little(&head, header.height - 1, 3);
    }
    if (had || flags) {
        put_webp_chunk(out, STR("VP8X"), buf_str(&head));
    }
    put_webp_chunk(out, STR("ICCP"), extras->profile);
    buf_free(&head);
}

void clean_webp(str s, const struct image_extras *extras, struct buf *out)
{
    static const str shown[] = {STR_INIT("ANIM"), STR_INIT("ALPH"),
                                STR_INIT("VP8 "), STR_INIT("VP8L")};
    struct image_part part;
    struct buf chunks = {0};
    size_t size = little32(s, 4);
    bool cut = size + 8 > s.n + 1; /* the last byte may be one that fills up */
    s = str_sub(s, 0, size < s.n ? size + 8 : s.n);
    put_webp_head(&chunks, s, extras);
    for (size_t off = 12; image_webp_next(s, &off, &part);) {
        if (str_eq(part.kind, STR("ANMF"))) {
            put_frame(&chunks, part.data);
        } else if (str_is_among(part.kind, shown, 4)) {
            put_webp_chunk(&chunks, part.kind, part.data);
        }
    }
    put_webp_chunk(&chunks, STR("EXIF"), extras->exif);
    put_webp_chunk(&chunks, STR("XMP "), extras->xmp);
    buf_put(out, STR("RIFF"));
    put_little(out, 4 + chunks.n + (cut ? 2 : 0), 4); /* cut it stays */
    buf_put(out, STR("WEBP"));
    buf_put(out, buf_str(&chunks));
    buf_free(&chunks);
}

/* --- GIF --- */

/* The offset after blocks of length(1) and data, which an empty one ends. */
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
            (str_starts_at(s, at + 2, STR("\13NETSCAPE2.0")) ||
             str_starts_at(s, at + 2, STR("\13ANIMEXTS1.0"))));
}

/* 21 FF, and XMP as it is: its bytes would be lengths of blocks, so 257 bytes
 * after it lead to the end from wherever one of them lands. */
static void put_gif_xmp(str xmp, struct buf *out)
{
    if (xmp.n) {
        buf_put(out, STR("!\xFF\13XMP DataXMP"));
        buf_put(out, xmp);
        buf_putc(out, 1);
        for (int i = 255; i >= 0; i--) {
            buf_putc(out, (char)i);
        }
        buf_putc(out, 0);
    }
}

void clean_gif(str s, const struct image_extras *extras, struct buf *out)
{
    enum { EXTENSION = 0x21, IMAGE = 0x2C, END = 0x3B, HEAD = 13 };
    size_t at = HEAD + color_table(byte_at(s, 10));
    buf_put(out, str_sub(s, 0, at));
    for (size_t end; at < s.n; at = end) {
        uint32_t kind = byte_at(s, at);
        if (kind == IMAGE) {
            end = end_of_blocks(s, at + 11 + color_table(byte_at(s, at + 9)));
            buf_put(out, str_sub(s, at, end - at));
        } else if (kind == EXTENSION) {
            end = end_of_blocks(s, at + 2);
            if (is_shown_extension(s, at)) {
                buf_put(out, str_sub(s, at, end - at));
            }
        } else if (kind == 0) {
            end = at + 1; /* some programs write one block's end too many */
        } else {
            break;
        }
    }
    put_gif_xmp(extras->xmp, out);
    if (byte_at(s, at) == END) {
        buf_putc(out, END);
    }
}
