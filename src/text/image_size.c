/* SPDX-License-Identifier: MIT */
#include "text/image_size.h"

/* Bytes come from anywhere: every read is checked, and what is not there reads
 * as 0, which no picture's size is. */

static uint32_t byte_at(str s, size_t off)
{
    return off < s.n ? (unsigned char)s.p[off] : 0;
}

static uint32_t big16(str s, size_t off)
{
    return byte_at(s, off) << 8 | byte_at(s, off + 1);
}

static uint32_t big32(str s, size_t off)
{
    return big16(s, off) << 16 | big16(s, off + 2);
}

static uint32_t little16(str s, size_t off)
{
    return byte_at(s, off + 1) << 8 | byte_at(s, off);
}

static uint32_t little24(str s, size_t off)
{
    return byte_at(s, off + 2) << 16 | little16(s, off);
}

static bool is_at(str s, size_t off, str what)
{
    return str_starts(str_from_offset(s, off), what);
}

static void turn(struct image_size *size)
{
    *size = (struct image_size){size->height, size->width};
}

static bool read_png(str s, struct image_size *out)
{
    *out = (struct image_size){big32(s, 16), big32(s, 20)};
    return is_at(s, 12, STR("IHDR")) && s.n >= 24;
}

static bool read_gif(str s, struct image_size *out)
{
    *out = (struct image_size){little16(s, 6), little16(s, 8)};
    return s.n >= 10;
}

/* --- JPEG: segments of  FF kind length(2) data  up to a frame's header --- */

/* Exif's orientation: 5 to 8 are turned by a quarter. The segment holds a TIFF
 * file whose first directory has entries of 12 bytes. */
static bool is_turned(str exif)
{
    enum { ORIENTATION = 0x0112, MOST_ENTRIES = 200 };
    if (!str_starts(exif, STR("Exif\0\0"))) {
        return false;
    }
    str tiff = str_from_offset(exif, 6);
    bool little = str_starts(tiff, STR("II"));
    size_t at = little ? little24(tiff, 4) : big32(tiff, 4);
    size_t n = little ? little16(tiff, at) : big16(tiff, at);
    for (size_t i = 0; i < n && i < MOST_ENTRIES; i++) {
        size_t entry = at + 2 + 12 * i;
        uint32_t tag = little ? little16(tiff, entry) : big16(tiff, entry);
        if (tag == ORIENTATION) {
            uint32_t how =
                little ? little16(tiff, entry + 8) : big16(tiff, entry + 8);
            return how >= 5 && how <= 8;
        }
    }
    return false;
}

/* All of C0 to CF but DHT, JPG and DAC begin a frame. */
static bool is_frame(uint32_t kind)
{
    return kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 &&
           kind != 0xCC;
}

static bool read_jpeg(str s, struct image_size *out)
{
    bool turned = false;
    size_t off = 2;
    while (off + 9 < s.n && byte_at(s, off) == 0xFF) {
        uint32_t kind = byte_at(s, off + 1);
        if (kind == 0xFF) {
            off++; /* padding */
            continue;
        }
        if (is_frame(kind)) {
            *out = (struct image_size){big16(s, off + 7), big16(s, off + 5)};
            if (turned) {
                turn(out);
            }
            return true;
        }
        size_t length = big16(s, off + 2);
        if (length < 2) {
            break;
        }
        if (kind == 0xE1) {
            turned = turned || is_turned(str_sub(s, off + 4, length - 2));
        }
        off += 2 + length;
    }
    return false;
}

/* --- WebP: a RIFF file whose first chunk says of which of three kinds --- */

static bool read_webp(str s, struct image_size *out)
{
    if (s.n < 30) {
        return false;
    }
    if (is_at(s, 12, STR("VP8X"))) {
        *out = (struct image_size){little24(s, 24) + 1, little24(s, 27) + 1};
        return true;
    }
    if (is_at(s, 12, STR("VP8L"))) {
        /* 14 bits each, less one */
        uint32_t bits = little24(s, 21) | byte_at(s, 24) << 24;
        *out =
            (struct image_size){(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
        return byte_at(s, 20) == 0x2F;
    }
    if (is_at(s, 12, STR("VP8 "))) {
        *out = (struct image_size){little16(s, 26) & 0x3FFF,
                                   little16(s, 28) & 0x3FFF};
        return is_at(s, 23, STR("\x9d\x01\x2a"));
    }
    return false;
}

/* --- AVIF: boxes of  length(4) kind(4) data  that hold boxes --- */

struct box {
    str kind;
    str data;
};

static bool next_box(str *rest, struct box *box)
{
    uint32_t length = big32(*rest, 0);
    if (rest->n < 8 || (length < 8 && length != 0)) {
        return false;
    }
    box->kind = str_sub(*rest, 4, 4);
    box->data = str_sub(*rest, 8, length ? length - 8 : rest->n);
    *rest = str_from_offset(*rest, length ? length : rest->n);
    return true;
}

static str find_box(str boxes, str kind)
{
    struct box box;
    while (next_box(&boxes, &box)) {
        if (str_eq(box.kind, kind)) {
            return box.data;
        }
    }
    return (str){0};
}

/* The largest of the sizes: thumbnails and parts of a grid have theirs too. */
static bool read_avif(str s, struct image_size *out)
{
    str meta = str_from_offset(find_box(s, STR("meta")), 4);
    str boxes = find_box(find_box(meta, STR("iprp")), STR("ipco"));
    struct box box;
    uint32_t turns = 0;
    *out = (struct image_size){0};
    while (next_box(&boxes, &box)) {
        if (str_eq(box.kind, STR("irot"))) {
            turns = byte_at(box.data, 0) & 3;
        }
        struct image_size size = {big32(box.data, 4), big32(box.data, 8)};
        if (str_eq(box.kind, STR("ispe")) && size.width >= out->width) {
            *out = size;
        }
    }
    if (turns == 1 || turns == 3) {
        turn(out);
    }
    return true;
}

/* --- SVG: width and height in pixels, else the shape of the viewBox --- */

static size_t skip_until(str s, size_t off, str what)
{
    size_t at = str_find(str_from_offset(s, off), what);
    return at == STR_NONE ? s.n : off + at + what.n;
}

/* The attributes of the first tag <svg ...>; p == NULL: there is none. */
static str svg_tag(str s)
{
    size_t off = str_starts(s, STR("\xEF\xBB\xBF")) ? 3 : 0;
    while (off < s.n) {
        if (is_space(s.p[off])) {
            off++;
        } else if (is_at(s, off, STR("<!--"))) {
            off = skip_until(s, off, STR("-->"));
        } else if (is_at(s, off, STR("<?")) || is_at(s, off, STR("<!"))) {
            off = skip_until(s, off, STR(">"));
        } else if (is_at(s, off, STR("<svg"))) {
            size_t end = skip_until(s, off, STR(">"));
            return str_sub(s, off + 4, end - off - 4);
        } else {
            break;
        }
    }
    return (str){0};
}

static str attribute(str tag, str name)
{
    for (size_t off = 0; off < tag.n;) {
        off = skip_until(tag, off, name);
        size_t start = off - name.n;
        while (off < tag.n && is_space(tag.p[off])) {
            off++;
        }
        if (off >= tag.n || tag.p[off] != '=' || start == 0 ||
            !is_space(tag.p[start - 1])) {
            continue;
        }
        str rest = str_trim(str_from_offset(tag, off + 1));
        char quote = rest.n ? rest.p[0] : '\0';
        if (quote == '"' || quote == '\'') {
            rest = str_from_offset(rest, 1);
            size_t end = str_find_char(rest, quote);
            return str_trim(str_sub(rest, 0, end == STR_NONE ? 0 : end));
        }
    }
    return (str){0};
}

/* The number at the start of text, rounded; 0: none. *text becomes the rest. */
static uint32_t take_number(str *text)
{
    enum { MOST = 1000000 };
    size_t i = 0;
    uint32_t n = 0;
    for (; i < text->n && is_digit(text->p[i]) && n < MOST; i++) {
        n = n * 10 + (uint32_t)(text->p[i] - '0');
    }
    if (i < text->n && text->p[i] == '.') {
        i++;
        n += i < text->n && text->p[i] >= '5' && text->p[i] <= '9';
        while (i < text->n && is_digit(text->p[i])) {
            i++;
        }
    }
    *text = str_from_offset(*text, i);
    return n;
}

/* Pixels; per cents and em are not known here. */
static uint32_t svg_length(str tag, str name)
{
    str text = attribute(tag, name);
    uint32_t n = take_number(&text);
    return text.n == 0 || str_eq(text, STR("px")) ? n : 0;
}

static bool read_svg(str s, struct image_size *out)
{
    str tag = svg_tag(s);
    *out = (struct image_size){svg_length(tag, STR("width")),
                               svg_length(tag, STR("height"))};
    if (out->width && out->height) {
        return true;
    }
    /* viewBox="left top width height" */
    str box = attribute(tag, STR("viewBox"));
    uint32_t numbers[4] = {0};
    for (size_t i = 0; i < 4 && box.n; i++) {
        if (box.p[0] == '-') {
            box = str_from_offset(box, 1);
        }
        numbers[i] = take_number(&box);
        while (box.n && (is_space(box.p[0]) || box.p[0] == ',')) {
            box = str_from_offset(box, 1);
        }
    }
    *out = (struct image_size){numbers[2], numbers[3]};
    return true;
}

static bool read_any(str s, struct image_size *out)
{
    if (str_starts(s, STR("\x89PNG\r\n\x1a\n"))) {
        return read_png(s, out);
    }
    if (str_starts(s, STR("\xff\xd8"))) {
        return read_jpeg(s, out);
    }
    if (str_starts(s, STR("GIF87a")) || str_starts(s, STR("GIF89a"))) {
        return read_gif(s, out);
    }
    if (str_starts(s, STR("RIFF")) && is_at(s, 8, STR("WEBP"))) {
        return read_webp(s, out);
    }
    if (is_at(s, 4, STR("ftypavif")) || is_at(s, 4, STR("ftypavis")) ||
        is_at(s, 4, STR("ftypmif1"))) {
        return read_avif(s, out);
    }
    return svg_tag(s).p && read_svg(s, out);
}

bool image_size_read(str bytes, struct image_size *out)
{
    return read_any(bytes, out) && out->width && out->height;
}
