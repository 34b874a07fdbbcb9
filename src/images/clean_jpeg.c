/* SPDX-License-Identifier: MIT */
#include "images/clean.h"
#include "images/image_parts.h"

static void put_segment(struct buf *out, uint32_t kind, str head, str data)
{
    size_t length = 2 + head.n + data.n;
    if (data.n && length <= 0xFFFF) {
        buf_putc(out, '\xFF');
        put_big(out, kind, 1);
        put_big(out, length, 2);
        buf_put(out, head);
        buf_put(out, data);
    }
}

static void put_profile(struct buf *out, str profile)
{
    enum { MOST = 65000 };
    str name = STR("ICC_PROFILE\0");
    size_t parts = (profile.n + MOST - 1) / MOST;
    for (size_t i = 0; i < parts && parts < 256; i++) {
        char head[] = "ICC_PROFILE\0\0";
        head[name.n] = (char)(i + 1);
        head[name.n + 1] = (char)parts;
        put_segment(out, SEGMENT_APP0 + 2, (str){head, name.n + 2},
                    str_sub(profile, i * MOST, MOST));
    }
}

/* Of the segments of programs the first stays, version(2) unit(1) density(4)
 * without a thumbnail, and Adobe's, which says which colours the numbers are.
 */
void clean_jpeg(str s, const struct image_extras *extras, struct buf *out)
{
    enum { HEAD = 12 };
    struct image_part part;
    bool noted = false;
    buf_put(out, str_sub(s, 0, 2));
    for (size_t at = 2; image_jpeg_next(s, &at, &part);) {
        uint32_t kind = byte_at(part.kind, 0);
        str head = str_sub(part.data, 0, HEAD);
        if (!noted && kind == SEGMENT_APP0 && str_starts(head, STR("JFIF\0"))) {
            put_segment(out, kind, head, STR("\0\0"));
            continue;
        }
        if (!noted) {
            put_segment(out, SEGMENT_APP0 + 1, STR("Exif\0\0"), extras->exif);
            put_segment(out, SEGMENT_APP0 + 1,
                        STR("http://ns.adobe.com/xap/1.0/\0"), extras->xmp);
            put_profile(out, extras->profile);
            noted = true;
        }
        if (kind == SEGMENT_APP0 + 14 && str_starts(head, STR("Adobe"))) {
            put_segment(out, kind, STR(""), head);
        } else if (kind >= SEGMENT_FRAME && kind < SEGMENT_APP0) {
            buf_put(out, part.whole);
        }
        if (kind == SEGMENT_END) {
            break;
        }
    }
}
