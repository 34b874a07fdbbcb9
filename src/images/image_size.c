/* SPDX-License-Identifier: MIT */
#include "images/image.h"

#include "images/image_parts.h"
#include "text/html_token.h"

/* Bytes that are missing read as 0, which is no picture's size. */

static void turn(struct image_size *size)
{
    *size = (struct image_size){size->height, size->width};
}

/* --- JPEG --- */

static bool read_jpeg(str s, struct image_size *out)
{
    struct image_part part;
    for (size_t off = 2; image_jpeg_head(s, &off, &part);) {
        uint32_t kind = byte_at(part.kind, 0);
        /* All of C0 to CF but DHT, JPG and DAC begin a frame. */
        if (kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 &&
            kind != 0xCC) {
            *out =
                (struct image_size){big16(part.data, 3), big16(part.data, 1)};
            return true;
        }
    }
    return false;
}

/* --- WebP: a RIFF file, of one of three kinds by its first chunk --- */

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

/* --- AVIF and HEIC --- */

/* The largest of the sizes: thumbnails and parts of a grid have theirs too. */
static bool read_avif(str s, struct image_size *out)
{
    str meta = str_from_offset(image_box_find(s, STR("meta")).data, 4);
    str iprp = image_box_find(meta, STR("iprp")).data;
    str boxes = image_box_find(iprp, STR("ipco")).data;
    struct image_box box;
    uint32_t turns = 0;
    *out = (struct image_size){0};
    for (size_t at = 0; image_box_next(boxes, &at, &box);) {
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
static uint32_t svg_length(const struct html_token *tag, str name)
{
    str text = str_trim(html_token_value(tag, name));
    uint32_t n = take_number(&text);
    return text.n == 0 || str_eq(text, STR("px")) ? n : 0;
}

static bool read_svg(str s, struct image_size *out)
{
    struct html_token tag;
    size_t start = svg_start(s);
    html_token_init(&tag, str_from_offset(s, start));
    if (start == STR_NONE || !html_token_next(&tag)) {
        return false;
    }
    *out = (struct image_size){svg_length(&tag, STR("width")),
                               svg_length(&tag, STR("height"))};
    if (out->width && out->height) {
        return true;
    }
    /* viewBox="left top width height" */
    str box = str_trim(html_token_value(&tag, STR("viewBox")));
    uint32_t numbers[4] = {0};
    for (size_t i = 0; i < 4 && box.n; i++) {
        box = str_from_offset(box, box.p[0] == '-');
        numbers[i] = take_number(&box);
        box = str_from_offset(box, str_skip(box, 0, " \t\n\v\f\r,"));
    }
    *out = (struct image_size){numbers[2], numbers[3]};
    return true;
}

static bool read_any(str s, struct image_size *out)
{
    switch (image_kind(s)) {
    case IMAGE_PNG:
        *out = (struct image_size){big32(s, 16), big32(s, 20)};
        return is_at(s, 12, STR("IHDR")) && s.n >= 24;
    case IMAGE_JPEG: return read_jpeg(s, out);
    case IMAGE_GIF:
        *out = (struct image_size){little16(s, 6), little16(s, 8)};
        return s.n >= 10;
    case IMAGE_WEBP: return read_webp(s, out);
    case IMAGE_AVIF:
    case IMAGE_HEIC: return read_avif(s, out);
    case IMAGE_TIFF:
    case IMAGE_JXL:
    case IMAGE_FILM: return false;
    case IMAGE_NONE: break;
    }
    return read_svg(s, out);
}

bool image_size_read(str bytes, struct image_size *out)
{
    enum { QUARTER = 5 };
    bool found = read_any(bytes, out) && out->width && out->height;
    if (found && image_orientation(bytes) >= QUARTER) {
        turn(out);
    }
    return found;
}
