/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "images/clean.h"
#include "images/image_parts.h"

/* ICC.1:2022: a head of 128 bytes, the number of tags, then for each its name,
 * the place of its data and their length. */
enum { HEAD = 128, TAGS = HEAD + 4, TAG = 12, MOST_TAGS = 100 };

/* Tags without whose data colours would differ, and the texts that the standard
 * asks for, which become empty. Apple's "mmod" is the maker, model and serial
 * number of a display; others are names of files, or its user's measurements.
 */
static bool is_of_colour(str name)
{
    static const str names[] = {
        STR_INIT("rXYZ"), STR_INIT("gXYZ"), STR_INIT("bXYZ"), STR_INIT("rTRC"),
        STR_INIT("gTRC"), STR_INIT("bTRC"), STR_INIT("kTRC"), STR_INIT("wtpt"),
        STR_INIT("bkpt"), STR_INIT("chad"), STR_INIT("cicp"), STR_INIT("lumi"),
        STR_INIT("A2B0"), STR_INIT("A2B1"), STR_INIT("A2B2"), STR_INIT("B2A0"),
        STR_INIT("B2A1"), STR_INIT("B2A2"), STR_INIT("D2B0"), STR_INIT("B2D0"),
        STR_INIT("desc"), STR_INIT("cprt"),
    };
    return str_is_among(name, names, sizeof names / sizeof *names);
}

/* Texts begin with their type(4) and zeros(4). In "mluc" a number of texts(4)
 * and the size of their rows(4) follow. */
static void put_empty_text(char *to, str text)
{
    enum { TYPE = 8, ROW = 12 };
    memcpy(to, text.p, text.n < TYPE ? text.n : TYPE);
    if (str_starts(text, STR("mluc")) && text.n >= TYPE + 8) {
        set_big(to + TYPE + 4, ROW, 4);
    }
}

str icc_clean(str profile, struct arena *arena)
{
    enum { DATE = 24, DATE_BYTES = 12, DISPLAY = 48, DISPLAY_BYTES = 8 };
    enum { CREATOR = 80, ID = 84, ID_BYTES = 16 };
    size_t tags = big32(profile, HEAD);
    size_t size = big32(profile, 0);
    if (!str_starts_at(profile, 36, STR("acsp")) || size > profile.n ||
        size < TAGS || tags > MOST_TAGS || TAGS + tags * TAG > size) {
        return (str){0};
    }
    char *p = arena_zalloc(arena, size, 1);
    size_t n = 0;
    memcpy(p, profile.p, HEAD);
    memset(p + DATE, 0, DATE_BYTES);
    memset(p + DISPLAY, 0, DISPLAY_BYTES);
    memset(p + CREATOR, 0, ID - CREATOR);
    memset(p + ID, 0, ID_BYTES); /* a hash of the whole; 0: none */
    for (size_t i = 0; i < tags; i++) {
        size_t at = TAGS + i * TAG;
        size_t from = big32(profile, at + 4);
        size_t length = big32(profile, at + 8);
        if (is_of_colour(str_sub(profile, at, 4)) && from >= TAGS &&
            from <= size && length <= size - from) {
            memcpy(p + TAGS + n++ * TAG, profile.p + at, TAG);
        }
    }
    set_big(p + HEAD, n, 4);
    for (size_t i = 0; i < n; i++) {
        str tag = {p + TAGS + i * TAG, TAG};
        size_t from = big32(tag, 4);
        str data = str_sub(profile, from, big32(tag, 8));
        /* A tag whose data would lie in the table is broken, and stays so. */
        if (from < TAGS + n * TAG) {
            continue;
        }
        if (str_is_word_of(str_sub(tag, 0, 4), STR("desc cprt"))) {
            put_empty_text(p + from, data);
        } else {
            memcpy(p + from, data.p, data.n);
        }
    }
    return (str){p, size};
}

str icc_for_rgb(str profile, struct arena *arena)
{
    enum { SPACE = 16, ID = 84, XYZ = 20, MORE = 5, SHIFT = MORE * TAG };
    /* The colours of sRGB in the light of D50, as data of three tags. */
    static const char colours[] =
        "XYZ \0\0\0\0\0\0\x6F\xA0\0\0\x38\xF2\0\0\3\x8F"
        "XYZ \0\0\0\0\0\0\x62\x96\0\0\xB7\x89\0\0\x18\xDA"
        "XYZ \0\0\0\0\0\0\x24\xA0\0\0\x0F\x85\0\0\xB6\xC4";
    size_t tags = big32(profile, HEAD);
    size_t curves = 0;
    struct buf out = {0};
    if (str_starts_at(profile, SPACE, STR("RGB "))) {
        return profile;
    }
    if (!str_starts_at(profile, SPACE, STR("GRAYXYZ "))) {
        return (str){0};
    }
    put_big(&out, profile.n + SHIFT + (size_t)3 * XYZ, 4);
    buf_put(&out, str_sub(profile, 4, SPACE - 4));
    buf_put(&out, STR("RGB "));
    buf_put(&out, str_sub(profile, SPACE + 4, ID - SPACE - 4));
    buf_put(&out, STR("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"));
    buf_put(&out, str_sub(profile, ID + 16, HEAD - ID - 16));
    put_big(&out, tags + MORE, 4);
    for (size_t i = 0; i < tags; i++) {
        str tag = str_sub(profile, TAGS + i * TAG, TAG);
        bool curve = str_starts_at(tag, 0, STR("kTRC"));
        for (size_t k = 0; k < (curve ? 3 : 1); k++) {
            buf_put(&out, curve ? str_sub(STR("rTRCgTRCbTRC"), 4 * k, 4)
                                : str_sub(tag, 0, 4));
            put_big(&out, big32(tag, 4) + SHIFT, 4);
            put_big(&out, big32(tag, 8), 4);
        }
        curves += curve;
    }
    for (size_t k = 0; k < 3; k++) {
        buf_put(&out, str_sub(STR("rXYZgXYZbXYZ"), 4 * k, 4));
        put_big(&out, profile.n + SHIFT + (size_t)XYZ * k, 4);
        put_big(&out, XYZ, 4);
    }
    buf_put(&out, str_from_offset(profile, TAGS + tags * TAG));
    buf_put(&out, (str){colours, sizeof colours - 1});
    str rgb = buf_move(&out, arena);
    return curves == 1 ? rgb : (str){0};
}
