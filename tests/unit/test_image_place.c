/* SPDX-License-Identifier: MIT */
/* Files with nothing in them but what says where they were taken. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "images/image.h"
#include "images/image_parts.h"
#include "tap.h"

static struct arena arena;

/* --- Exif --- */

static void put(struct buf *out, bool little, size_t bytes, uint32_t n)
{
    for (size_t i = 0; i < bytes; i++) {
        size_t shift = 8 * (little ? i : bytes - 1 - i);
        buf_putc(out, (char)(n >> shift & 0xFF));
    }
}

static void put_entry(struct buf *out, bool little, uint32_t tag, uint32_t type,
                      uint32_t count, uint32_t value)
{
    put(out, little, 2, tag);
    put(out, little, 2, type);
    put(out, little, 4, count);
    put(out, little, 4, value);
}

/* A TIFF file: at 8 a directory with one entry, at 26 that of GPS with one, at
 * 44 degrees, minutes and seconds. Only the minutes are not 0. */
static str exif(bool little, uint32_t tag, uint32_t minutes)
{
    struct buf out = {0};
    buf_put(&out, little ? STR("II*\0") : STR("MM\0*"));
    put(&out, little, 4, 8);
    put(&out, little, 2, 1);
    put_entry(&out, little, 0x8825, 4, 1, 26);
    put(&out, little, 4, 0);
    put(&out, little, 2, 1);
    put_entry(&out, little, tag, 5, 3, 44);
    put(&out, little, 4, 0);
    for (size_t i = 0; i < 3; i++) {
        put(&out, little, 4, i == 1 ? minutes : 0);
        put(&out, little, 4, 1);
    }
    str tiff = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return tiff;
}

/* --- files --- */

static str join(str a, str b)
{
    return arena_concat(&arena, a, b);
}

static str number(bool little, size_t bytes, size_t n)
{
    struct buf out = {0};
    put(&out, little, bytes, (uint32_t)n);
    str text = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return text;
}

/* Behind a segment of another kind, and padding. */
static str jpeg(str segment)
{
    str length = number(false, 2, segment.n + 2);
    str start = STR("\xff\xd8\xff\xe0\0\x04jf\xff\xff\xe1");
    return join(join(start, length), join(segment, STR("\xff\xda\0\0")));
}

static str png(str kind, str data)
{
    str start = STR("\x89PNG\r\n\x1a\n\0\0\0\x02tEXtab....");
    return join(join(start, number(false, 4, data.n)),
                join(join(kind, data), STR("....")));
}

static str webp(str kind, str data)
{
    str start = STR("RIFF....WEBPVP8 \x03\0\0\0abc.");
    return join(join(start, kind), join(number(true, 4, data.n), data));
}

static str boxes(const char *brand, str data)
{
    str start = join(STR("\0\0\0\x10"
                         "ftyp"),
                     str_from(brand));
    return join(join(start, STR("\0\0\0\0....")), data);
}

static str head(str tiff)
{
    return join(STR("Exif\0\0"), tiff);
}

static void test_exif(struct tap *tap)
{
    static const uint32_t latitude = 2, longitude = 4, version = 0;
    for (int little = 0; little < 2; little++) {
        str there = exif(little, latitude, 30);
        CHECK(tap, image_has_place(jpeg(head(there))));
        CHECK(tap, image_has_place(png(STR("eXIf"), there)));
        CHECK(tap, image_has_place(webp(STR("EXIF"), there)));
        CHECK(tap, image_has_place(webp(STR("EXIF"), head(there))));
        CHECK(tap, image_has_place(there));
        CHECK(tap, image_has_place(boxes("heic", head(there))));
        CHECK(tap, image_has_place(boxes("avif", there)));
        CHECK(tap, image_has_place(jpeg(head(exif(little, longitude, 30)))));
        /* It does not know where it is. */
        CHECK(tap, !image_has_place(jpeg(head(exif(little, latitude, 0)))));
        CHECK(tap, !image_has_place(jpeg(head(exif(little, version, 30)))));
        /* In chunks that are no Exif. */
        CHECK(tap, !image_has_place(png(STR("tEXt"), there)));
        CHECK(tap, !image_has_place(there.n ? join(STR("x"), there) : there));
    }
}

static void test_xmp(struct tap *tap)
{
    str attribute = STR("<x exif:GPSLatitude=\"36,43.2N\"/>");
    str element = STR("<exif:GPSLatitude>36,43.2N</exif:GPSLatitude>");
    str none = STR("<exif:GPSLatitude></exif:GPSLatitude> GPSLatitude");
    str start = STR("http://ns.adobe.com/xap/1.0/\0");
    CHECK(tap, image_has_place(jpeg(join(start, attribute))));
    CHECK(tap, image_has_place(jpeg(join(start, element))));
    CHECK(tap, !image_has_place(jpeg(join(start, none))));
    CHECK(tap, image_has_place(
                   png(STR("iTXt"),
                       join(STR("XML:com.adobe.xmp\0\0\0\0\0"), attribute))));
    CHECK(tap, image_has_place(webp(STR("XMP "), element)));
    CHECK(tap, image_has_place(boxes("heic", element)));
    CHECK(tap, !image_has_place(attribute));
}

static void test_films(struct tap *tap)
{
    str place = STR("\xA9xyz\0\x12\x15\xC7+36.7201-004.4203/");
    CHECK(tap, image_has_place(boxes("isom", place)));
    CHECK(tap, image_has_place(boxes("qt  ", STR("com.apple.quicktime.location."
                                                 "ISO6709"))));
    CHECK(tap, !image_has_place(boxes("isom", STR("\xA9xyz"))));
    CHECK(tap, !image_has_place(place));
}

static void test_kinds(struct tap *tap)
{
    CHECK(tap, image_kind(boxes("heic", STR(""))) == IMAGE_HEIC);
    CHECK(tap, image_kind(STR("\0\0\0\x18"
                              "ftypmif1\0\0\0\0mif1heic")) == IMAGE_HEIC);
    CHECK(tap, image_kind(STR("\0\0\0\x18"
                              "ftypmif1\0\0\0\0mif1avif")) == IMAGE_AVIF);
    CHECK(tap, image_kind(boxes("isom", STR("heic"))) == IMAGE_FILM);
    CHECK(tap, image_kind(STR("RIFF....WAVE")) == IMAGE_NONE);
    CHECK(tap, image_kind(STR("")) == IMAGE_NONE);
}

/* Nothing is read beyond the end of the bytes, and all of it ends. */
static void test_cut_short(struct tap *tap)
{
    str there = exif(true, 2, 30);
    str all[] = {jpeg(head(there)), png(STR("eXIf"), there),
                 webp(STR("EXIF"), there), boxes("heic", there)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool none = true;
        for (size_t n = 0; n < all[i].n - there.n + 53; n++) {
            none = none && !image_has_place(str_sub(all[i], 0, n));
        }
        CHECK(tap, none);
    }
    CHECK(tap, !image_has_place(STR("")));
}

int main(void)
{
    struct tap tap = {0};
    test_exif(&tap);
    test_xmp(&tap);
    test_films(&tap);
    test_kinds(&tap);
    test_cut_short(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
