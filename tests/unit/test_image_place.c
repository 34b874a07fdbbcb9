/* SPDX-License-Identifier: MIT */
/* Files with nothing in them but what says where they were taken. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "images/clean.h"
#include "images/image_parts.h"
#include "tap.h"

static struct arena arena;

static bool has_place(str bytes)
{
    struct image_notes notes = {.place = false};
    image_notes_read(bytes, &notes, &arena);
    return notes.place;
}

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

/* After a segment of another kind, and padding. */
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
    str start = join(STR("\0\0\0\x14"
                         "ftyp"),
                     str_from(brand));
    return join(join(start, STR("\0\0\0\0....")), data);
}

static str note(const char *kind, str data)
{
    return join(join(number(false, 4, data.n + 8), str_from(kind)), data);
}

static str item(str tiff)
{
    return note("Exif", join(STR("\0\0\0\0"), tiff));
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
        CHECK(tap, has_place(jpeg(head(there))));
        CHECK(tap, has_place(png(STR("eXIf"), there)));
        CHECK(tap, has_place(webp(STR("EXIF"), there)));
        CHECK(tap, has_place(webp(STR("EXIF"), head(there))));
        CHECK(tap, has_place(there));
        CHECK(tap, has_place(boxes("heic", item(head(there)))));
        CHECK(tap, has_place(boxes("avif", item(there))));
        struct image_place place;
        CHECK(tap, exif_place(there, &place));
        CHECK(tap, place.latitude == 0.5 && place.longitude == 0);
        CHECK(tap, has_place(jpeg(head(exif(little, longitude, 30)))));
        /* It does not know where it is. */
        CHECK(tap, !has_place(jpeg(head(exif(little, latitude, 0)))));
        CHECK(tap, !has_place(jpeg(head(exif(little, version, 30)))));
        /* In chunks that are no Exif. */
        CHECK(tap, !has_place(png(STR("tEXt"), there)));
        CHECK(tap, !has_place(there.n ? join(STR("x"), there) : there));
    }
}

static void test_xmp(struct tap *tap)
{
    str attribute = STR("<x exif:GPSLatitude=\"36,43.2N\"/>");
    str element = STR("<exif:GPSLatitude>36,43.2N</exif:GPSLatitude>");
    str none = STR("<exif:GPSLatitude></exif:GPSLatitude> GPSLatitude");
    str start = STR("http://ns.adobe.com/xap/1.0/\0");
    CHECK(tap, has_place(jpeg(join(start, attribute))));
    CHECK(tap, has_place(jpeg(join(start, element))));
    CHECK(tap, !has_place(jpeg(join(start, none))));
    CHECK(tap,
          has_place(png(STR("iTXt"),
                        join(STR("XML:com.adobe.xmp\0\0\0\0\0"), attribute))));
    CHECK(tap, has_place(webp(STR("XMP "), element)));
    CHECK(tap, has_place(boxes("heic", note("xml ", element))));
    CHECK(tap, !has_place(attribute));
}

/* By zlib, with codes of its own, with the fixed ones, and stored. */
static const str dynamic_xmp =
    STR_INIT("\170\332\225\123\115\117\303\060\014\375\053\121"
             "\317\143\353\222\176\323\355\204\304\005\041\044"
             "\016\234\263\065\155\003\155\023\332\014\012\277"
             "\236\212\365\043\131\022\046\056\226\353\367\354"
             "\330\317\056\256\170\211\001\376\265\204\167\264"
             "\142\115\200\146\317\035\021\005\367\142\365\073"
             "\212\301\201\010\174\123\340\272\306\112\202\154"
             "\065\212\024\030\013\305\241\034\064\273\013\125"
             "\056\236\221\112\340\333\263\235\030\120\116\123"
             "\240\320\237\007\364\354\315\370\326\374\355\126"
             "\025\000\272\263\064\241\111\060\024\137\237\113"
             "\173\113\266\132\217\232\230\147\236\076\305\060"
             "\340\377\312\311\014\233\302\032\375\172\300\260"
             "\240\341\314\056\125\232\124\104\266\347\246\005"
             "\206\206\205\101\353\052\175\023\075\162\225\311"
             "\246\250\147\233\300\242\263\256\227\241\135\150"
             "\373\007\246\326\003\053\024\315\267\212\302\213"
             "\053\216\300\137\213\134\264\114\373\244\257\171"
             "\075\100\373\264\315\362\344\216\164\307\226\162"
             "\101\131\003\110\117\363\344\376\351\371\001\013"
             "\052\116\031\331\071\050\130\171\150\015\037\235"
             "\005\143\115\061\202\336\012\372\153\370\342\000"
             "\046\112\322\356\034\174\070\146\044\057\112\060"
             "\073\364\365\255\252\033\306\301\173\333\211\323"
             "\307\147\017\276\276\235\315\076\335\054\115\374"
             "\000\020\156\226\375");
static const str fixed_xmp =
    STR_INIT("\170\001\263\251\260\252\310\055\310\115\055\111"
             "\264\263\051\112\111\263\162\111\055\116\056\312"
             "\054\050\311\314\317\123\110\255\310\114\263\162"
             "\017\010\366\111\054\311\054\051\115\111\265\125"
             "\062\066\323\061\061\326\063\362\123\102\310\345"
             "\347\245\103\045\115\164\214\114\365\214\302\225"
             "\024\362\113\062\122\213\154\225\022\223\222\123"
             "\122\323\322\063\024\340\214\314\254\354\234\334"
             "\274\374\002\205\302\242\342\222\322\262\362\012"
             "\205\312\052\045\175\073\033\175\204\043\000\373"
             "\335\061\232");
static const str stored_xmp =
    STR_INIT("\170\001\001\220\000\157\377\074\170\072\170\155"
             "\160\155\145\164\141\076\074\162\144\146\072\104"
             "\145\163\143\162\151\160\164\151\157\156\040\145"
             "\170\151\146\072\107\120\123\114\141\164\151\164"
             "\165\144\145\075\042\063\066\054\064\063\056\062"
             "\116\042\040\145\170\151\146\072\107\120\123\114"
             "\157\156\147\151\164\165\144\145\075\042\064\054"
             "\062\065\056\062\127\042\040\157\164\150\145\162"
             "\075\042\141\142\143\144\145\146\147\150\040\141"
             "\142\143\144\145\146\147\150\040\151\152\153\154"
             "\155\156\157\160\040\161\162\163\164\165\166\167"
             "\170\040\171\172\042\057\076\074\057\170\072\170"
             "\155\160\155\145\164\141\076\373\335\061\232");

static void test_png_texts(struct tap *tap)
{
    str xmp = STR("XML:com.adobe.xmp\0\1\0\0\0");
    const str packed[] = {dynamic_xmp, fixed_xmp, stored_xmp};
    for (size_t i = 0; i < 3; i++) {
        CHECK(tap, has_place(png(STR("iTXt"), join(xmp, packed[i]))));
    }
    /* Broken data ends, and nothing beyond its end is read. */
    for (size_t i = 0; i < dynamic_xmp.n; i++) {
        str cut = arena_str(&arena, str_sub(dynamic_xmp, 0, i));
        has_place(png(STR("iTXt"), join(xmp, cut)));
        str broken = arena_str(&arena, dynamic_xmp);
        ((char *)(uintptr_t)broken.p)[i] ^= 0x55;
        has_place(png(STR("iTXt"), join(xmp, broken)));
    }
    CHECK(tap, !has_place(png(STR("iTXt"), xmp)));
}

static void test_svg(struct tap *tap)
{
    str place = STR("<metadata><exif:GPSLatitude>36,43.2N"
                    "</exif:GPSLatitude></metadata>");
    CHECK(tap, has_place(join(STR("<?xml version='1.0'?>\n<svg>"), place)));
    CHECK(tap, !has_place(join(STR("<html><svg>"), place)));
    CHECK(tap, !has_place(STR("<svg/>")));
}

static void test_films(struct tap *tap)
{
    str place = STR("\xA9xyz\0\x12\x15\xC7+36.7201-004.4203/");
    CHECK(tap, has_place(boxes("isom", place)));
    CHECK(tap, has_place(boxes("qt  ", STR("com.apple.quicktime.location."
                                           "ISO6709"))));
    CHECK(tap, !has_place(boxes("isom", STR("\xA9xyz"))));
    CHECK(tap, !has_place(place));
    CHECK(tap, has_place(boxes("isom", STR("loci\0\0\0\0\0\0\0\0"))));
    CHECK(tap, !has_place(boxes("isom", STR("loci\0\0\0\1"))));
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
                 webp(STR("EXIF"), there), boxes("heic", item(there))};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool none = true;
        for (size_t n = 0; n < all[i].n - there.n + 53; n++) {
            none = none && !has_place(str_sub(all[i], 0, n));
        }
        CHECK(tap, none);
    }
    CHECK(tap, !has_place(STR("")));
}

int main(void)
{
    struct tap tap = {0};
    test_exif(&tap);
    test_xmp(&tap);
    test_png_texts(&tap);
    test_svg(&tap);
    test_films(&tap);
    test_kinds(&tap);
    test_cut_short(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
