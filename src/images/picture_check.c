/* SPDX-License-Identifier: MIT */
#include "images/image.h"

#define ZLIB_CONST
#include <zlib.h>

#include "base/memory/buf.h"
#include "files/path.h"
#include "images/clean.h"
#include "images/image_parts.h"
#include "images/pixels.h"

/* --- warnings --- */

struct diag *image_warn(str file, struct diags *diags, const char *code,
                        str says, const char *cure)
{
    struct source *source = ARENA_NEW(diags->arena, struct source);
    source->name = file;
    struct diag *diag =
        diag_warning(diags, span_of(source, 0, 0), code, "%.*s", STR_ARG(says));
    diag_hint(diag, "%s", cure);
    return diag;
}

static const struct {
    const char *name;
    str endings; /* none: names say nothing about it */
} kinds[] = {
    [IMAGE_NONE] = {"SVG", STR_INIT(".svg")},
    [IMAGE_PNG] = {"PNG", STR_INIT(".png .apng")},
    [IMAGE_JPEG] = {"JPEG", STR_INIT(".jpg .jpeg .jpe .jfif")},
    [IMAGE_GIF] = {"GIF", STR_INIT(".gif")},
    [IMAGE_WEBP] = {"WebP", STR_INIT(".webp")},
    [IMAGE_TIFF] = {"TIFF", STR_INIT("")},
    [IMAGE_JXL] = {"JPEG XL or 2000", STR_INIT("")},
    [IMAGE_AVIF] = {"AVIF", STR_INIT(".avif .avifs .heif .hif")},
    [IMAGE_HEIC] = {"HEIC", STR_INIT(".heic .heif .heics .hif")},
    [IMAGE_FILM] = {"a film", STR_INIT("")},
};

/* Whether the name is that of a picture whose kind has endings. */
static bool is_named(str ext)
{
    bool named = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        named = named || (ext.n && str_is_word_of(ext, kinds[i].endings));
    }
    return named;
}

/* --- truncated pictures. Structure alone: most pictures were decoded when
 * their forms were made --- */

/* The parts that have to be there, up to the last one, with their checks. */
static bool png_is_whole(str s)
{
    struct image_part part;
    for (size_t off = 8; image_png_next(s, &off, &part);) {
        uLong check =
            crc32(0, (const Bytef *)part.kind.p, (uInt)(4 + part.data.n));
        if (!(part.kind.p[0] & 0x20) && check != big32(s, off - 4)) {
            return false;
        }
        if (str_eq(part.kind, STR("IEND"))) {
            return true;
        }
    }
    return false;
}

static bool boxes_are_whole(str s)
{
    struct image_part box;
    bool whole = true;
    for (size_t at = 0; image_box_next(s, &at, &box);) {
        whole = whole && big32(box.whole, 0) <= box.whole.n;
    }
    return whole;
}

/* The walk through its blocks that cleans a GIF keeps the end only if it comes
 * to it. */
static bool gif_is_whole(str s)
{
    struct arena work = {0};
    bool whole = str_ends(image_clean(s, IMAGE_KEEP_NONE, &work), STR(";"));
    arena_free(&work);
    return whole;
}

static bool svg_is_whole(str s)
{
    struct arena work = {0};
    bool whole = clean_svg(s, false, &s, &work);
    arena_free(&work);
    return whole;
}

/* Some of its chunks have pixels. */
static bool webp_is_whole(str s)
{
    struct image_part part;
    bool any = false;
    for (size_t off = 12; !any && image_webp_next(s, &off, &part);) {
        any = str_is_word_of(str_trim(part.kind), STR("VP8 VP8L ANMF"));
    }
    return any && little32(s, 4) + (size_t)8 <= s.n + 1;
}

static bool is_whole(enum image_kind kind, str s)
{
    switch (kind) {
    case IMAGE_PNG: return png_is_whole(s);
    case IMAGE_JPEG: return str_find(s, STR("\xFF\xD9")) != STR_NONE;
    case IMAGE_GIF: return gif_is_whole(s);
    case IMAGE_WEBP: return webp_is_whole(s);
    case IMAGE_JXL:
    case IMAGE_AVIF:
    case IMAGE_HEIC: return boxes_are_whole(s);
    case IMAGE_NONE: return svg_is_whole(s);
    case IMAGE_TIFF:
    case IMAGE_FILM: break;
    }
    return true;
}

static void warn_of_problem(str file, enum image_problem problem,
                            struct diags *diags)
{
    if (problem == IMAGE_BROKEN) {
        image_warn(
            file, diags, "picture-broken",
            STR("this picture is broken or cut off: it is published as it is"),
            "copy it again from where it came");
    } else if (problem == IMAGE_TOO_LARGE) {
        image_warn(
            file, diags, "picture-broken",
            STR("this picture has too many pixels to make it smaller: it is "
                "published as it is"),
            "make it smaller, and keep the large one elsewhere");
    } else if (problem == IMAGE_CMYK) {
        image_warn(
            file, diags, "picture-format",
            STR("this picture has the colours of a printer (CMYK): it is "
                "published in its own size"),
            "save it with the colours of displays (sRGB)");
    }
}

void picture_check(str file, str bytes, enum image_problem problem,
                   bool resized, struct diags *diags)
{
    enum { MB = 1000 * 1000 };
    struct image_size size;
    struct arena work = {0};
    struct image_notes notes = {.place = false};
    image_notes_read(bytes, &notes, &work);
    arena_free(&work);
    enum image_kind kind = notes.header.kind;
    str ext = path_ext(file);
    bool named = is_named(ext);
    if ((problem == IMAGE_OK || problem == IMAGE_UNSUPPORTED) &&
        (kind != IMAGE_NONE || named) && !is_whole(kind, bytes)) {
        problem = IMAGE_BROKEN;
    }
    warn_of_problem(file, problem, diags);
    if (notes.place) {
        image_warn(
            file, diags, "picture-place",
            STR("the file holds the place where this was taken, for everybody "
                "to read"),
            kind == IMAGE_FILM
                ? "take it out: ffmpeg -i FILE -map_metadata -1 -c copy NEW"
            : kind == IMAGE_NONE
                ? "delete GPSLatitude and GPSLongitude there"
                : "take it out: exiftool -gps:all= -xmp:geotag= "
                  "-overwrite_original FILE, or jpegtran -copy none");
    }
    if (named && !str_is_word_of(ext, kinds[kind].endings) &&
        (kind != IMAGE_NONE || svg_size(bytes, &size))) {
        image_warn(file, diags, "picture-kind",
                   arena_printf(diags->arena,
                                "this is %s by its bytes, not %.*s",
                                kinds[kind].name, STR_ARG(ext)),
                   "rename it: servers tell browsers its kind by the name");
    }
    if (resized && image_can_decode(kind) && notes.header.width &&
        !notes.header.moves) {
        return; /* readers get smaller forms */
    }
    if (kind == IMAGE_HEIC) {
        image_warn(file, diags, "picture-format",
                   STR("this is HEIC, which few browsers show"),
                   "make a JPEG of it: heif-convert FILE NEW.jpg");
    }
    /* By name too: older formats have no mark of their own. */
    bool picture = (kind != IMAGE_NONE && kind != IMAGE_FILM) || named ||
                   str_is_word_of(ext, STR(".bmp .tif .tiff .jxl .jp2"));
    if (bytes.n > MB && picture) {
        image_warn(
            file, diags, "picture-size",
            arena_printf(diags->arena,
                         "this picture has %zu.%zu MB, and readers wait for "
                         "them",
                         bytes.n / MB, bytes.n % MB / (MB / 10)),
            "make it smaller: mogrify -resize '1600x1600>' -quality 80 FILE");
    }
}
