/* SPDX-License-Identifier: MIT */
#include "images/clean.h"

#include <zlib.h>

#include "images/image.h"
#include "images/image_parts.h"

str image_with_extras(str bytes, const struct image_extras *extras,
                      struct arena *arena)
{
    struct buf out = {0};
    switch (image_kind(bytes)) {
    case IMAGE_JPEG: clean_jpeg(bytes, extras, &out); break;
    case IMAGE_PNG: clean_png(bytes, extras, &out); break;
    case IMAGE_WEBP: clean_webp(bytes, extras, &out); break;
    case IMAGE_GIF: clean_gif(bytes, extras, &out); break;
    case IMAGE_AVIF:
    case IMAGE_HEIC:
    case IMAGE_JXL: return clean_boxes(bytes, extras, arena);
    case IMAGE_NONE:
    case IMAGE_TIFF:
    case IMAGE_FILM: break;
    }
    return buf_move(&out, arena);
}

/* A text that begins as XMP does: a file beside a picture, x.jpg.xmp. */
static bool xmp_is(str bytes)
{
    enum { START = 2000 };
    str start = str_trim(str_sub(bytes, 0, START));
    str byte_order = STR("\xEF\xBB\xBF");
    start = str_from_offset(start, str_starts(start, byte_order) ? 3 : 0);
    return str_starts(start, STR("<?xpacket")) ||
           str_starts(start, STR("<x:xmpmeta")) ||
           (str_starts(start, STR("<?xml")) &&
            str_find(start, STR("<x:xmpmeta")) != STR_NONE);
}

static str gzip(str text, struct arena *arena)
{
    enum { GZIP = MAX_WBITS + 16, MEMORY = 8 };
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)text.p,
                       .avail_in = (unsigned)text.n};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        arena_out_of_memory();
    }
    size_t most = deflateBound(&stream, text.n);
    stream.next_out = (Bytef *)ARENA_ARRAY(arena, char, most);
    stream.avail_out = (unsigned)most;
    str packed = {(const char *)stream.next_out, 0};
    deflate(&stream, Z_FINISH);
    packed.n = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

/* SVGZ: the head of gzip may have the time and the name of the file, and other
 * bytes may follow its end. */
static str clean_svgz(str bytes, enum image_keep keep, int deep,
                      struct arena *arena)
{
    enum { START = 2000, MOST = 64 << 20 };
    struct buf plain = {0};
    image_inflate(bytes, PACKED_ZLIB_OR_GZIP, START, &plain);
    struct image_size size;
    bool drawing = svg_size(buf_str(&plain), &size);
    buf_clear(&plain);
    if (drawing) {
        image_inflate(bytes, PACKED_ZLIB_OR_GZIP, MOST, &plain);
    }
    str text = buf_move(&plain, arena);
    if (!drawing || text.n == MOST) {
        return bytes;
    }
    return gzip(image_clean_nested(text, keep, deep, arena), arena);
}

static str clean_text(str bytes, enum image_keep keep, int deep,
                      struct arena *arena)
{
    if (xmp_is(bytes)) {
        struct image_notes notes = {.place = false};
        notes_from_xmp(&notes, bytes, arena);
        str xmp = notes_extras(&notes, keep, arena).xmp;
        return xmp.n ? xmp : STR("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>");
    }
    if (str_starts(bytes, STR("\x1F\x8B"))) {
        return clean_svgz(bytes, keep, deep, arena);
    }
    struct image_size size;
    str clean;
    if (!svg_size(bytes, &size) || !clean_svg(bytes, false, &clean, arena)) {
        return bytes;
    }
    return deep > 0 ? clean_data_urls(clean, keep, deep - 1, arena) : clean;
}

str image_clean_nested(str bytes, enum image_keep keep, int deep,
                       struct arena *arena)
{
    enum image_kind kind = image_kind(bytes);
    struct image_notes notes = {.place = false};
    if (keep == IMAGE_KEEP_ALL || kind == IMAGE_TIFF || kind == IMAGE_FILM) {
        return bytes;
    }
    if (kind == IMAGE_NONE) {
        return clean_text(bytes, keep, deep, arena);
    }
    image_notes_read(bytes, &notes, arena);
    struct image_extras extras = notes_extras(&notes, keep, arena);
    return image_with_extras(bytes, &extras, arena);
}

str image_clean(str bytes, enum image_keep keep, struct arena *arena)
{
    return image_clean_nested(bytes, keep, IMAGE_DEEPEST, arena);
}
