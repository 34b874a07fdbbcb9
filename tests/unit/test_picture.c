/* SPDX-License-Identifier: MIT */
/* Pictures in other sizes: the way up, the part that is shown, colours, and
 * files that can't be read. */

#include <stdlib.h>

#include <zlib.h>

#include "images/picture.h"
#include "tap.h"

#ifdef CRUMB_PICTURES

static struct arena arena;
static const struct picture_settings settings = {90, IMAGE_KEEP_CREDIT};

enum { RED, GREEN, BLUE, WHITE };

/* Quarters: red, green; blue, white. */
static struct pixels quarters(uint32_t width, uint32_t height)
{
    static const unsigned char colours[][4] = {[RED] = {255, 0, 0, 255},
                                               [GREEN] = {0, 255, 0, 255},
                                               [BLUE] = {0, 0, 255, 255},
                                               [WHITE] = {255, 255, 255, 255}};
    struct pixels pixels = {.width = width, .height = height};
    pixels.p = ARENA_ARRAY(&arena, unsigned char, (size_t)4 * width * height);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            memcpy(pixels.p + (size_t)4 * (y * width + x),
                   colours[2 * (y >= height / 2) + (x >= width / 2)], 4);
        }
    }
    return pixels;
}

static str encoded(struct pixels pixels, enum image_format format)
{
    struct buf out = {0};
    image_encode(pixels, format, 90, &out);
    return buf_move(&out, &arena);
}

static str turned(str jpeg, char orientation)
{
    char exif[] = "\xFF\xE1\0\x22"
                  "Exif\0\0MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0"
                  "\0\1\0X\0\0\0\0\0\0";
    exif[sizeof exif - 8] = orientation;
    str start = str_sub(jpeg, 0, 2);
    return arena_concat(
        &arena, arena_concat(&arena, start, (str){exif, sizeof exif - 1}),
        str_from_offset(jpeg, 2));
}

/* --- reading what was made --- */

static void begin(void *self, uint32_t width, uint32_t height, bool alpha)
{
    struct pixels *pixels = self;
    *pixels = (struct pixels){
        ARENA_ARRAY(&arena, unsigned char, (size_t)4 * width * height), width,
        0, alpha};
}

static void take_row(void *self, const unsigned char *row)
{
    struct pixels *pixels = self;
    memcpy(pixels->p + (size_t)4 * pixels->width * pixels->height++, row,
           (size_t)4 * pixels->width);
}

static struct pixels decoded(str bytes)
{
    struct pixels pixels = {0};
    struct image_rows rows = {&pixels, begin, take_row};
    image_decode(bytes, UINT32_MAX, &rows);
    return pixels;
}

static int colour_at(struct pixels pixels, uint32_t x, uint32_t y)
{
    const unsigned char *p = pixels.p + (size_t)4 * (y * pixels.width + x);
    bool high[3] = {p[0] > 127, p[1] > 127, p[2] > 127};
    return high[0] && high[1] && high[2] ? WHITE
           : high[0]                     ? RED
           : high[1]                     ? GREEN
                                         : BLUE;
}

/* The colours of the quarters, as "RGBW". */
static str corners(struct pixels pixels)
{
    char *p = ARENA_ARRAY(&arena, char, 4);
    for (uint32_t i = 0; i < 4; i++) {
        p[i] = "RGBW"[colour_at(pixels, pixels.width * (1 + 2 * (i % 2)) / 4,
                                pixels.height * (1 + 2 * (i / 2)) / 4)];
    }
    return (str){p, 4};
}

static enum image_problem make(str bytes, const struct image_header *look,
                               const struct picture_crop *crop,
                               struct picture_settings how,
                               struct picture_form *form)
{
    struct picture_job job = {*crop, how, form, 1, &arena};
    picture_set_base(form, 1, crop);
    return picture_make(bytes, look, &job);
}

static struct pixels made(str bytes, struct picture_crop *crop, uint32_t width,
                          enum image_format format)
{
    struct image_header look;
    struct picture_form form = {.format = format, .width = width};
    struct pixels pixels = {0};
    struct picture_crop whole;
    if (image_header_read(bytes, &look)) {
        whole = picture_crop(&look, 0, 0, 50, 50);
        make(bytes, &look, crop ? crop : &whole, settings, &form);
        pixels = form.made ? decoded(buf_str(&form.file)) : pixels;
    }
    buf_free(&form.file);
    return pixels;
}

static void test_orientations(struct tap *tap)
{
    static const char *const want[] = {"RGBW", "GRWB", "WBGR", "BWRG",
                                       "RBGW", "BRWG", "WGBR", "GWRB"};
    str jpeg = encoded(quarters(640, 400), FORMAT_JPEG);
    for (char i = 1; i <= 8; i++) {
        struct pixels small =
            made(turned(jpeg, i), NULL, i < 5 ? 160 : 100, FORMAT_WEBP);
        CHECK(tap, small.width == (i < 5 ? 160 : 100));
        CHECK(tap, small.height == (i < 5 ? 100 : 160));
        CHECK_STR(tap, corners(small), want[i - 1]);
        char exif[] = "MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0\0\1\0\0\0\0\0\0\0";
        exif[19] = i;
        struct image_extras extras = {.exif = {exif, sizeof exif - 1}};
        str bytes = image_with_extras(encoded(quarters(640, 400), FORMAT_PNG),
                                      &extras, &arena);
        CHECK_STR(tap, corners(made(bytes, NULL, 100, FORMAT_WEBP)),
                  want[i - 1]);
        str clean = image_clean(bytes, IMAGE_KEEP_NONE, &arena);
        CHECK_STR(tap, corners(made(clean, NULL, 100, FORMAT_WEBP)),
                  want[i - 1]);
    }
}

static void test_formats(struct tap *tap)
{
    struct pixels pixels = quarters(300, 200);
    for (int from = FORMAT_WEBP; from <= FORMAT_PNG; from++) {
        str bytes = encoded(pixels, (enum image_format)from);
        for (int to = FORMAT_WEBP; to <= FORMAT_PNG; to++) {
            struct pixels small = made(bytes, NULL, 150, (enum image_format)to);
            CHECK(tap, small.width == 150 && small.height == 100);
            CHECK_STR(tap, corners(small), "RGBW");
        }
    }
}

static void test_crops(struct tap *tap)
{
    str png = encoded(quarters(400, 200), FORMAT_PNG);
    struct image_header look;
    CHECK(tap, image_header_read(png, &look));
    struct picture_crop left = picture_crop(&look, 1, 1, 0, 50);
    struct picture_crop right = picture_crop(&look, 1, 1, 90, 50);
    CHECK(tap, left.left == 0 && left.width == 200 && left.height == 200);
    CHECK(tap, right.left == 200);
    CHECK_STR(tap, corners(made(png, &left, 50, FORMAT_PNG)), "RRBB");
    CHECK_STR(tap, corners(made(png, &right, 50, FORMAT_PNG)), "GGWW");
}

/* Stripes of black and white give as much light as one grey, which sRGB calls
 * 188. What can't be seen has no colour. */
static void test_light(struct tap *tap)
{
    struct pixels stripes = quarters(256, 64);
    for (uint32_t i = 0; i < 256 * 64; i++) {
        memset(stripes.p + (size_t)4 * i, i % 2 ? 255 : 0, 3);
    }
    struct pixels grey =
        made(encoded(stripes, FORMAT_PNG), NULL, 32, FORMAT_PNG);
    CHECK(tap, abs(grey.p[4 * (16 + 4 * 32)] - 188) <= 2);
    struct pixels holes = quarters(64, 64);
    holes.alpha = true;
    for (uint32_t i = 0; i < 64 * 64; i++) {
        bool hole = i % 2;
        memcpy(holes.p + (size_t)4 * i, hole ? "\0\xFF\0\0" : "\xFF\0\0\xFF",
               4);
    }
    struct pixels red = made(encoded(holes, FORMAT_PNG), NULL, 16, FORMAT_PNG);
    const unsigned char *p = red.p + (size_t)4 * (8 + 8 * 16);
    CHECK(tap, red.alpha && p[0] > 250 && p[1] < 5);
    CHECK(tap, abs(p[3] - 128) <= 2);
}

static str with_chunk(str png, str chunk)
{
    enum { HEAD = 33 };
    return arena_concat(&arena,
                        arena_concat(&arena, str_sub(png, 0, HEAD), chunk),
                        str_from_offset(png, HEAD));
}

static struct pixels grey(unsigned char level, unsigned char opaque)
{
    struct pixels pixels = quarters(64, 64);
    for (size_t i = 0; i < 64 * 64; i++) {
        memset(pixels.p + 4 * i, level, 3);
        pixels.p[4 * i + 3] = opaque;
    }
    pixels.alpha = opaque < 255;
    return pixels;
}

/* A PNG says in several ways what its numbers mean. */
static void test_png_colours(struct tap *tap)
{
    str plain = encoded(grey(128, 255), FORMAT_PNG);
    str light = with_chunk(plain, STR("\0\0\0\4gAMA\0\1\x86\xA0"
                                      "\x31\xE8\x96\x5F"));
    CHECK(tap, abs(made(plain, NULL, 32, FORMAT_PNG).p[0] - 128) <= 1);
    CHECK(tap, abs(made(light, NULL, 32, FORMAT_PNG).p[0] - 188) <= 2);
    str display_p3 = with_chunk(plain, STR("\0\0\0\4cICP\14\15\0\1"
                                           "\x6E\3\xE3\xEF"));
    str srgb = with_chunk(plain, STR("\0\0\0\4cICP\1\15\0\1"
                                     "\x9C\x69\x3B\x32"));
    CHECK(tap, !made(display_p3, NULL, 32, FORMAT_WEBP).p);
    CHECK(tap, made(srgb, NULL, 32, FORMAT_WEBP).p);
}

/* The forms of a grey picture have three colours, and its curve for each. */
static void test_grey_profile(struct tap *tap)
{
    char profile[128 + 4 + 12 + 14] = {0};
    memcpy(profile + 16, "GRAYXYZ ", 8);
    memcpy(profile + 36, "acsp", 4);
    set_big(profile, sizeof profile, 4);
    set_big(profile + 128, 1, 4);
    memcpy(profile + 132, "kTRC\0\0\0\x90\0\0\0\16", 12);
    memcpy(profile + 144, "curv\0\0\0\0\0\0\0\1\1\x42", 14);
    struct image_extras extras = {.profile = {profile, sizeof profile}};
    str png =
        image_with_extras(encoded(grey(128, 255), FORMAT_PNG), &extras, &arena);
    struct image_header look;
    struct picture_form form = {.format = FORMAT_WEBP, .width = 32};
    struct image_notes notes = {.orientation = 0};
    CHECK(tap, image_header_read(png, &look));
    struct picture_crop crop = picture_crop(&look, 0, 0, 50, 50);
    make(png, &look, &crop, settings, &form);
    image_notes_read(buf_str(&form.file), &notes, &arena);
    str made = notes.profile;
    CHECK_STR(tap, str_sub(made, 16, 8), "RGB XYZ ");
    CHECK(tap, big32(made, 0) == made.n);
    static const str names[] = {STR_INIT("rTRC"), STR_INIT("gTRC"),
                                STR_INIT("bTRC"), STR_INIT("rXYZ"),
                                STR_INIT("gXYZ"), STR_INIT("bXYZ")};
    uint32_t white[3] = {0};
    CHECK(tap, big32(made, 128) == 6);
    for (size_t i = 0; i < 6; i++) {
        str tag = str_sub(made, 132 + 12 * i, 12);
        str data = str_sub(made, big32(tag, 4), big32(tag, 8));
        CHECK(tap, str_eq(str_sub(tag, 0, 4), names[i]));
        CHECK(tap, i < 3 ? str_eq(data, str_sub((str){profile, sizeof profile},
                                                144, 14))
                         : str_starts_at(data, 0, STR("XYZ ")) && data.n == 20);
        for (size_t k = 0; k < 3 && i >= 3; k++) {
            white[k] += big32(data, 8 + 4 * k);
        }
    }
    /* D50 */
    CHECK(tap, abs((int)white[0] - 0xF6D6) < 2);
    CHECK(tap, abs((int)white[1] - 0x10000) < 2);
    CHECK(tap, abs((int)white[2] - 0xD32D) < 2);
    buf_free(&form.file);
}

/* A JPEG has no opacity: it is as on white paper. */
static void test_opacity(struct tap *tap)
{
    str png = encoded(grey(0, 51), FORMAT_PNG);
    CHECK(tap, abs(made(png, NULL, 32, FORMAT_JPEG).p[0] - 204) <= 2);
}

/* Credit goes along, the place and the way up don't. */
static void test_credit(struct tap *tap)
{
    static const char exif[] = "MM\0*\0\0\0\10\0\2\1\x12\0\3\0\0\0\1\0\6\0\0"
                               "\1\x3B\0\2\0\0\0\4Ann\0\0\0\0";
    struct image_extras extras = {.exif = {exif, sizeof exif - 1},
                                  .xmp = STR("<x:xmpmeta><rdf:Description "
                                             "photoshop:Credit='The Post' "
                                             "photoshop:City='At home'/>")};
    for (int from = FORMAT_WEBP; from <= FORMAT_PNG; from++) {
        str bytes = image_with_extras(
            encoded(quarters(300, 200), (enum image_format)from), &extras,
            &arena);
        CHECK(tap, str_find(bytes, STR("At home")) != STR_NONE);
        for (int to = FORMAT_WEBP; to <= FORMAT_PNG; to++) {
            struct image_header look;
            struct picture_form form = {.format = (enum image_format)to,
                                        .width = 100};
            CHECK(tap, image_header_read(bytes, &look));
            struct picture_crop crop = picture_crop(&look, 0, 0, 50, 50);
            make(bytes, &look, &crop, settings, &form);
            str made = buf_move(&form.file, &arena);
            CHECK(tap, str_find(made, STR("Ann\0")) != STR_NONE);
            CHECK(tap, str_find(made, STR("The Post")) != STR_NONE);
            CHECK(tap, str_find(made, STR("At home")) == STR_NONE);
            CHECK(tap, str_find(made, STR("\1\x12\0\3")) == STR_NONE);
            CHECK(tap,
                  str_eq(made, image_clean(made, IMAGE_KEEP_CREDIT, &arena)));
            struct picture_settings none = {90, IMAGE_KEEP_NONE};
            form.made = false;
            make(bytes, &look, &crop, none, &form);
            CHECK(tap, str_find(buf_str(&form.file), STR("Ann\0")) == STR_NONE);
            buf_free(&form.file);
        }
    }
}

static void test_broken(struct tap *tap)
{
    struct image_header look;
    for (int format = FORMAT_WEBP; format <= FORMAT_PNG; format++) {
        str whole = encoded(quarters(300, 200), (enum image_format)format);
        str cut = str_sub(whole, 0, whole.n * 2 / 3);
        struct picture_form form = {.width = 100};
        CHECK(tap, image_header_read(cut, &look));
        struct picture_crop crop = picture_crop(&look, 0, 0, 50, 50);
        CHECK(tap, make(cut, &look, &crop, settings, &form) == IMAGE_BROKEN);
        buf_free(&form.file);
    }
}

/* They are counted, not read. */
static void test_too_large(struct tap *tap)
{
    enum { HEAD = 12, SIZE = 16, CHECK_SUM = 29 };
    static const uint32_t sides[][2] = {
        {100 * 1000, 100 * 1000}, {20 * 1000 * 1000, 1}, {1, 20 * 1000 * 1000}};
    str png = encoded(quarters(8, 8), FORMAT_PNG);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        char *p = ARENA_ARRAY(&arena, char, png.n);
        struct pixels pixels = {0};
        struct image_rows rows = {&pixels, begin, take_row};
        memcpy(p, png.p, png.n);
        set_big(p + SIZE, sides[i][0], 4);
        set_big(p + SIZE + 4, sides[i][1], 4);
        set_big(p + CHECK_SUM,
                crc32(0, (const Bytef *)p + HEAD, CHECK_SUM - HEAD), 4);
        CHECK(tap, image_decode((str){p, png.n}, 1, &rows) == IMAGE_TOO_LARGE);
        CHECK(tap, !pixels.p);
    }
    /* A strip whose smaller forms are too large. */
    struct image_header strip = {.width = 1300, .height = 150 * 1000};
    struct picture_crop crop = picture_crop(&strip, 0, 0, 50, 50);
    struct picture_form form = {.width = 1200};
    CHECK(tap, make(png, &strip, &crop, settings, &form) == IMAGE_TOO_LARGE);
}

/* A JPEG with zeros between its segments and before its end is whole. */
static void test_padding(struct tap *tap)
{
    str whole = encoded(quarters(300, 200), FORMAT_JPEG);
    str head = str_sub(whole, 0, 2);
    str end = str_from_offset(whole, whole.n - 2);
    str padded = arena_printf(&arena, "%.*s%c%c", STR_ARG(head), 0, 0);
    padded = arena_concat(&arena, padded, str_sub(whole, 2, whole.n - 4));
    padded = arena_concat(&arena, padded, STR("\0\0\0\0"));
    padded = arena_concat(&arena, padded, end);
    CHECK(tap, made(padded, NULL, 100, FORMAT_WEBP).width == 100);
}

int main(void)
{
    struct tap tap = {0};
    test_orientations(&tap);
    test_formats(&tap);
    test_crops(&tap);
    test_light(&tap);
    test_png_colours(&tap);
    test_grey_profile(&tap);
    test_opacity(&tap);
    test_credit(&tap);
    test_broken(&tap);
    test_too_large(&tap);
    test_padding(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}

#else

int main(void)
{
    printf("1..0 # SKIP built without libjpeg, libpng and libwebp\n");
    return 0;
}

#endif
