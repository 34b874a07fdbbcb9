/* SPDX-License-Identifier: MIT */
#include "images/clean.h"
#include "images/image_parts.h"

static void put_notes(const struct image_notes *notes, struct buf *out)
{
    size_t exif = put_box_start(out, STR("Exif"));
    notes_put_exif_item(notes, out);
    put_box_end(out, exif);
    out->n = out->n > exif + 8 ? out->n : exif;
    size_t xmp = put_box_start(out, STR("xml "));
    notes_put_xmp(notes, out);
    put_box_end(out, xmp);
    out->n = out->n > xmp + 8 ? out->n : xmp;
}

void clean_jxl(str s, enum image_keep keep, struct buf *out)
{
    static const str shown[] = {STR_INIT("JXL "), STR_INIT("ftyp"),
                                STR_INIT("jxlc"), STR_INIT("jxlp"),
                                STR_INIT("jxll"), STR_INIT("jxli")};
    struct image_notes notes = {.orientation = 0};
    struct image_box box;
    for (size_t at = 0; image_box_next(s, &at, &box);) {
        if (str_is_among(box.kind, shown, 6)) {
            buf_put(out, box.whole);
        } else if (str_eq(box.kind, STR("Exif"))) {
            notes_from_exif_item(&notes, box.data);
        } else if (str_eq(box.kind, STR("xml "))) {
            notes_from_xmp(&notes, box.data);
        }
    }
    if (keep == IMAGE_KEEP_CREDIT) {
        put_notes(&notes, out);
    }
}
