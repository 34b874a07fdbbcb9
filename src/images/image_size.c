/* SPDX-License-Identifier: MIT */
#include "images/image.h"

#include <expat.h>

#include "images/image_parts.h"

struct image_size image_part_size(const struct image_part *part)
{
    enum { LEAST = 10 };
    str data = part->data;
    uint32_t kind = byte_at(part->kind, 0);
    struct image_size size = {0, 0};
    if (part->kind.n == 4 && data.n < LEAST) { /* cut off */
        return size;
    }
    if (str_eq(part->kind, STR("IHDR"))) {
        size = (struct image_size){big32(data, 0), big32(data, 4)};
    } else if (str_eq(part->kind, STR("VP8X"))) {
        size =
            (struct image_size){little24(data, 4) + 1, little24(data, 7) + 1};
    } else if (str_eq(part->kind, STR("VP8L")) && byte_at(data, 0) == 0x2F) {
        /* 14 bits each, less one */
        uint32_t bits = little32(data, 1);
        size =
            (struct image_size){(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
    } else if (str_eq(part->kind, STR("VP8 ")) &&
               str_starts_at(data, 3, STR("\x9d\x01\x2a"))) {
        size = (struct image_size){little16(data, 6) & 0x3FFF,
                                   little16(data, 8) & 0x3FFF};
    } else if (part->kind.n == 1 && kind >= 0xC0 && kind <= 0xCF &&
               kind != 0xC4 && kind != 0xC8 && kind != 0xCC) {
        /* All of C0 to CF but DHT, JPG and DAC begin a frame of a JPEG. */
        size = (struct image_size){big16(data, 3), big16(data, 1)};
    } else if (str_eq(part->kind, STR("ispe"))) {
        size = (struct image_size){big32(data, 4), big32(data, 8)};
    }
    return size;
}

/* --- SVG: width and height in pixels, else the shape of the viewBox --- */

/* The number at the start of text, rounded; 0: none. *text becomes the rest. */
static uint32_t take_number(str *text)
{
    enum { MOST = 1000000 };
    size_t n = str_take_number(text, MOST);
    if (str_starts(*text, STR("."))) {
        *text = str_from_offset(*text, 1);
        n += is_any_of(str_at(*text, 0), "56789");
        str_take_number(text, MOST);
    }
    return n <= MOST ? (uint32_t)n : 0;
}

/* Pixels; per cents and em are not known here. */
static uint32_t svg_length(str text)
{
    text = str_trim(text);
    uint32_t n = take_number(&text);
    return text.n == 0 || str_eq(text, STR("px")) ? n : 0;
}

/* viewBox="left top width height" */
static struct image_size size_of_box(str box)
{
    uint32_t numbers[4] = {0};
    box = str_trim(box);
    for (size_t i = 0; i < 4 && box.n; i++) {
        box = str_from_offset(box, box.p[0] == '-');
        numbers[i] = take_number(&box);
        box = str_from_offset(box, str_skip(box, 0, " \t\n\v\f\r,"));
    }
    return (struct image_size){numbers[2], numbers[3]};
}

static int on_encoding(void *bytes, const char *name, XML_Encoding *info)
{
    (void)name;
    *(bool *)bytes = true;
    for (int i = 0; i < 256; i++) {
        info->map[i] = i < 0x80 ? i : SVG_BYTES + i;
    }
    return XML_STATUS_OK;
}

/* The encoding that browsers take in the place of the declared one: that of a
 * byte order mark, none of two bytes if the declaration is of single ones, and
 * windows-1252 for Latin-1 and ASCII. NULL: the declared one. */
static const char *real_encoding(str text)
{
    str head = str_sub(text, 0, str_find_char_from(text, 0, '>'));
    if (str_starts(text, STR("\xEF\xBB\xBF")) ||
        (str_starts(head, STR("<?xml")) &&
         str_find_nocase(head, STR("utf-16")) != STR_NONE)) {
        return "UTF-8";
    }
    bool latin = str_starts(head, STR("<?xml")) &&
                 (str_find(head, STR("8859-1")) != STR_NONE ||
                  str_find_nocase(head, STR("us-ascii")) != STR_NONE);
    return latin ? "windows-1252" : NULL;
}

struct XML_ParserStruct *svg_parser(str text, bool *bytes)
{
    XML_Parser parser = XML_ParserCreateNS(NULL, SVG_SEPARATOR);
    if (!parser) {
        arena_out_of_memory();
    }
    XML_SetEncoding(parser, real_encoding(text));
    XML_SetReturnNSTriplet(parser, XML_TRUE);
    XML_SetUnknownEncodingHandler(parser, on_encoding, bytes);
    return parser;
}

struct root {
    XML_Parser parser;
    bool svg;
    bool bytes;
    struct image_size size;
};

static void on_root(void *self, const char *name, const char **attrs)
{
    struct root *root = self;
    struct image_size box = {0};
    str known = STR("http://www.w3.org/2000/svg\nsvg");
    char after = str_at(str_from(name), known.n);
    root->svg = strcmp(name, "svg") == 0 ||
                (str_starts(str_from(name), known) && !is_alnum(after));
    for (; *attrs; attrs += 2) {
        str value = str_from(attrs[1]);
        if (strcmp(attrs[0], "width") == 0) {
            root->size.width = svg_length(value);
        } else if (strcmp(attrs[0], "height") == 0) {
            root->size.height = svg_length(value);
        } else if (strcmp(attrs[0], "viewBox") == 0) {
            box = size_of_box(value);
        }
    }
    if (!root->size.width || !root->size.height) {
        root->size = box;
    }
    XML_StopParser(root->parser, XML_FALSE);
}

/* The parser copies what it gets, so it gets no more than the start, and twice
 * as much each time. */
bool svg_size(str s, struct image_size *size)
{
    enum { START = 4096, MOST = 64 << 20 };
    struct root root = {.parser = svg_parser(s, &root.bytes)};
    XML_SetUserData(root.parser, &root);
    XML_SetStartElementHandler(root.parser, on_root);
    for (size_t n = START; s.n && n <= MOST; n *= 2) {
        str part = str_sub(s, 0, n);
        if (XML_Parse(root.parser, part.p, (int)part.n, XML_FALSE) !=
            XML_STATUS_OK) {
            break;
        }
        s = str_from_offset(s, n);
    }
    XML_ParserFree(root.parser);
    *size = root.size;
    return root.svg;
}
