/* SPDX-License-Identifier: MIT */
#include "images/clean.h"
#include "images/image_parts.h"

/* ITU T.81: SOI, then segments: FF kind(1), and of most a length(2) and data.
 * The pixels of a scan follow its head (SOS); in them FF is followed by 0 or by
 * a restart marker. EOI ends the picture. */
enum {
    RESTART = 0xD0,
    SOI = 0xD8,
    EOI = 0xD9,
    SOS = 0xDA,
    APP0 = 0xE0,
    APP1 = 0xE1,
    APP2 = 0xE2,
    APP13 = 0xED,
    APP14 = 0xEE,
    COMMENT = 0xFE,
};

struct segment {
    uint32_t kind;
    str whole; /* with the pixels of a scan */
    str data;
};

static size_t end_of_scan(str s, size_t at)
{
    for (;; at += 2) {
        at = str_find_char_from(s, at, '\xFF');
        uint32_t next = byte_at(s, at + 1);
        bool inside = next == 0 || (next >= RESTART && next < RESTART + 8);
        if (at + 1 >= s.n || !inside) {
            return at < s.n ? at : s.n;
        }
    }
}

/* Skips bytes between segments. False: no whole one is left. */
static bool next_segment(str s, size_t *at, struct segment *segment)
{
    for (;;) {
        size_t start = str_find_char_from(s, *at, '\xFF');
        while (byte_at(s, start) == 0xFF && byte_at(s, start + 1) == 0xFF) {
            start++;
        }
        uint32_t kind = byte_at(s, start + 1);
        size_t length = kind == EOI ? 0 : big16(s, start + 2);
        size_t end = start + 2 + length;
        if (start + 1 >= s.n || end > s.n) {
            return false;
        }
        *at = start + 2;
        bool bare = kind <= 1 || (kind >= RESTART && kind <= SOI);
        if (bare || (kind != EOI && length < 2)) {
            continue;
        }
        end = kind == SOS ? end_of_scan(s, end) : end;
        *segment = (struct segment){kind, str_sub(s, start, end - start),
                                    str_sub(s, start + 4, length - 2)};
        *at = end;
        return true;
    }
}

static void put_segment(struct buf *out, char kind, str head, str data)
{
    size_t length = 2 + head.n + data.n;
    if (data.n && length <= 0xFFFF) {
        buf_putc(out, '\xFF');
        buf_putc(out, kind);
        buf_putc(out, (char)(length >> 8));
        buf_putc(out, (char)(length & 0xFF));
        buf_put(out, head);
        buf_put(out, data);
    }
}

#define EXIF STR("Exif\0\0")
#define XMP STR("http://ns.adobe.com/xap/1.0/\0")
#define ICC STR("ICC_PROFILE\0")
#define JFIF STR("JFIF\0")

/* --- the first walk: notes, and the parts of the colour profile --- */

struct found {
    struct image_notes notes;
    struct buf profile;
};

static void look(str s, struct found *found)
{
    struct segment segment;
    for (size_t at = 2; next_segment(s, &at, &segment);) {
        str data = segment.data;
        if (segment.kind == SOS || segment.kind == EOI) {
            break;
        }
        if (segment.kind == APP1 && str_starts(data, EXIF)) {
            notes_from_exif(&found->notes, exif_tiff(data));
        } else if (segment.kind == APP1 && str_starts(data, XMP)) {
            notes_from_xmp(&found->notes, str_from_offset(data, XMP.n));
        } else if (segment.kind == APP13) {
            notes_from_photoshop(&found->notes, data);
        } else if (segment.kind == APP2 && str_starts(data, ICC)) {
            /* number and count, a byte each, then a part of the profile */
            buf_put(&found->profile, str_from_offset(data, ICC.n + 2));
        }
    }
}

static void put_profile(struct buf *out, str profile)
{
    enum { MOST = 65000 };
    size_t parts = (profile.n + MOST - 1) / MOST;
    for (size_t i = 0; i < parts && parts < 256; i++) {
        char head[] = "ICC_PROFILE\0\0";
        head[ICC.n] = (char)(i + 1);
        head[ICC.n + 1] = (char)parts;
        put_segment(out, (char)APP2, (str){head, ICC.n + 2},
                    str_sub(profile, i * MOST, MOST));
    }
}

static void put_notes(struct buf *out, struct found *found)
{
    struct buf text = {0};
    struct arena work = {0};
    notes_put_exif(&found->notes, &text);
    put_segment(out, (char)APP1, EXIF, buf_str(&text));
    buf_clear(&text);
    notes_put_xmp(&found->notes, &text);
    put_segment(out, (char)APP1, XMP, buf_str(&text));
    put_profile(out, icc_clean(buf_str(&found->profile), &work));
    buf_free(&text);
    arena_free(&work);
}

/* --- the second walk --- */

static void put_jfif(struct buf *out, str data)
{
    /* version(2) unit(1) density(4), then the size of a thumbnail(2) */
    put_segment(out, (char)APP0, str_sub(data, 0, 12), STR("\0\0"));
}

void notes_from_jpeg(struct image_notes *notes, str s)
{
    struct found found = {.notes = {.orientation = 0}};
    look(s, &found);
    *notes = found.notes;
    buf_free(&found.profile);
}

void clean_jpeg(str s, enum image_keep keep, struct buf *out)
{
    struct found found = {.notes = {.orientation = 0}};
    struct segment segment;
    bool noted = false;
    look(s, &found);
    if (keep == IMAGE_KEEP_NONE) {
        notes_drop_credit(&found.notes);
    }
    buf_put(out, str_sub(s, 0, 2));
    for (size_t at = 2; next_segment(s, &at, &segment);) {
        uint32_t kind = segment.kind;
        bool jfif = kind == APP0 && str_starts(segment.data, JFIF);
        bool app = (kind >= APP0 && kind < APP0 + 16) || kind == COMMENT;
        if (jfif && !noted) {
            put_jfif(out, segment.data);
            continue;
        }
        if (!noted) {
            put_notes(out, &found);
            noted = true;
        }
        /* Adobe's says which colours the numbers are. */
        bool adobe = kind == APP14 && str_starts(segment.data, STR("Adobe"));
        if (!app) {
            buf_put(out, segment.whole);
        } else if (adobe) {
            put_segment(out, (char)APP14, STR(""),
                        str_sub(segment.data, 0, 12));
        }
        if (kind == EOI) {
            break;
        }
    }
    buf_free(&found.profile);
}
