/* SPDX-License-Identifier: MIT */
#include "images/image_parts.h"

#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/memory/buf.h"

/* ISO 14496-12: "ftyp", the brand, a version, brands that do as well. */
static enum image_kind kind_of_boxes(str bytes)
{
    enum { LONGEST = 256 };
    size_t length = big32(bytes, 0);
    str brands = str_sub(bytes, 8, length > LONGEST ? LONGEST : length - 8);
    enum image_kind kind = IMAGE_FILM;
    for (size_t i = 0; i + 4 <= brands.n; i += 4) {
        str brand = str_sub(brands, i, 4);
        if (str_eq(brand, STR("avif")) || str_eq(brand, STR("avis"))) {
            return IMAGE_AVIF;
        }
        if (i != 4 &&
            str_is_word_of(brand, STR("heic heix heim heis hevc hevx"))) {
            kind = IMAGE_HEIC;
        }
    }
    bool any =
        str_starts(brands, STR("mif1")) || str_starts(brands, STR("msf1"));
    return any && kind == IMAGE_FILM ? IMAGE_AVIF : kind;
}

enum image_kind image_kind(str bytes)
{
    static const struct {
        size_t off;
        str mark;
        enum image_kind kind;
    } marks[] = {
        {0, STR_INIT("\x89PNG\r\n\x1a\n"), IMAGE_PNG},
        {0, STR_INIT("\xff\xd8"), IMAGE_JPEG},
        {0, STR_INIT("GIF87a"), IMAGE_GIF},
        {0, STR_INIT("GIF89a"), IMAGE_GIF},
        {8, STR_INIT("WEBP"), IMAGE_WEBP},
        {0, STR_INIT("II*\0"), IMAGE_TIFF},
        {0, STR_INIT("MM\0*"), IMAGE_TIFF},
        {0, STR_INIT("\x1A\x45\xDF\xA3"), IMAGE_FILM},
        {4, STR_INIT("JXL "), IMAGE_JXL},
        {4, STR_INIT("jP  \r\n"), IMAGE_JXL},
    };
    if (str_starts_at(bytes, 4, STR("ftyp"))) {
        return kind_of_boxes(bytes);
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (str_starts_at(bytes, marks[i].off, marks[i].mark)) {
            bool other = marks[i].kind == IMAGE_WEBP &&
                         !str_starts_at(bytes, 0, STR("RIFF"));
            return other ? IMAGE_NONE : marks[i].kind;
        }
    }
    return IMAGE_NONE;
}

/* length(4) kind(4) data, a check(4) */
bool image_png_next(str bytes, size_t *off, struct image_part *part)
{
    size_t length = big32(bytes, *off);
    *part = (struct image_part){str_sub(bytes, *off + 4, 4),
                                str_sub(bytes, *off + 8, length),
                                str_sub(bytes, *off, 12 + length)};
    *off += 12 + length;
    return part->kind.n == 4;
}

/* kind(4) length(4) data, up to an even place */
bool image_webp_next(str bytes, size_t *off, struct image_part *part)
{
    size_t length = little32(bytes, *off + 4);
    *part = (struct image_part){str_sub(bytes, *off, 4),
                                str_sub(bytes, *off + 8, length),
                                str_sub(bytes, *off, 8 + length)};
    *off += 8 + length + length % 2;
    return part->kind.n == 4;
}

/* The end of the pixels after the head of a scan: in them FF is followed by 0
 * or by a restart marker. */
static size_t end_of_scan(str s, size_t at)
{
    for (;; at += 2) {
        at = str_find_char_from(s, at, '\xFF');
        uint32_t next = byte_at(s, at + 1);
        bool inside = next == 0 ||
                      (next >= SEGMENT_RESTART && next < SEGMENT_RESTART + 8);
        if (at + 1 >= s.n || !inside) {
            return at < s.n ? at : s.n;
        }
    }
}

/* ITU T.81: FF kind, and of most a length(2), which counts itself, and data. FF
 * may be repeated. */
bool image_jpeg_next(str s, size_t *off, struct image_part *part)
{
    for (;;) {
        size_t start = str_find_char_from(s, *off, '\xFF');
        while (byte_at(s, start) == 0xFF && byte_at(s, start + 1) == 0xFF) {
            start++;
        }
        uint32_t kind = byte_at(s, start + 1);
        size_t length = kind == SEGMENT_END ? 0 : big16(s, start + 2);
        size_t end = start + 2 + length;
        if (start + 1 >= s.n || end > s.n) {
            return false;
        }
        *off = start + 2;
        bool bare =
            kind <= 1 || (kind >= SEGMENT_RESTART && kind <= SEGMENT_START);
        if (bare || (kind != SEGMENT_END && length < 2)) {
            continue;
        }
        *off = kind == SEGMENT_SCAN ? end_of_scan(s, end) : end;
        *part = (struct image_part){
            .kind = str_sub(s, start + 1, 1),
            .data = str_sub(s, start + 4, length ? length - 2 : 0),
            .whole = str_sub(s, start, *off - start)};
        return true;
    }
}

/* Length 1: eight bytes more have it; 0: the box goes to the end. */
bool image_box_next(str s, size_t *off, struct image_part *box)
{
    size_t head = big32(s, *off) == 1 ? 16 : 8;
    size_t length = head == 16
                        ? (size_t)big32(s, *off + 8) << 32 | big32(s, *off + 12)
                        : big32(s, *off);
    length = length ? length : s.n - *off;
    if (*off + head > s.n || length < head) {
        return false;
    }
    box->kind = str_sub(s, *off + 4, 4);
    box->whole = str_sub(s, *off, length);
    box->data = str_from_offset(box->whole, head);
    *off += box->whole.n;
    return true;
}

struct image_part image_box_find(str boxes, str kind)
{
    struct image_part box;
    for (size_t at = 0; image_box_next(boxes, &at, &box);) {
        if (str_eq(box.kind, kind)) {
            return box;
        }
    }
    return (struct image_part){.kind = kind};
}

/* --- writing --- */

void set_big(char *to, size_t n, size_t bytes)
{
    for (size_t i = bytes; i-- > 0; n >>= 8) {
        to[i] = (char)(n & 0xFF);
    }
}

void put_big(struct buf *out, size_t n, size_t bytes)
{
    buf_reserve(out, bytes);
    set_big(out->p + out->n, n, bytes);
    out->n += bytes;
}

void put_little(struct buf *out, size_t n, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++, n >>= 8) {
        buf_putc(out, (char)(n & 0xFF));
    }
}

void image_inflate(str bytes, enum packing packing, size_t most,
                   struct buf *out)
{
    unsigned char chunk[4096];
    z_stream stream = {.next_in = (const void *)bytes.p,
                       .avail_in =
                           bytes.n < UINT_MAX ? (unsigned)bytes.n : UINT_MAX};
    enum { ANY_HEADER = MAX_WBITS + 32 };
    if (inflateInit2(&stream, packing == PACKED_BARE ? -MAX_WBITS
                                                     : ANY_HEADER) != Z_OK) {
        return;
    }
    for (int status = Z_OK; status == Z_OK && out->n < most;) {
        size_t room = most - out->n;
        room = room < sizeof chunk ? room : sizeof chunk;
        stream.next_out = chunk;
        stream.avail_out = (unsigned)room;
        status = inflate(&stream, Z_NO_FLUSH);
        buf_put(out, (str){(const char *)chunk, room - stream.avail_out});
    }
    inflateEnd(&stream);
}
