/* SPDX-License-Identifier: MIT */
#include "images/picture_check.h"

#include "files/path.h"
#include "images/image_parts.h"
#include "images/image_place.h"

enum { MOST_BYTES = 1000 * 1000 };

/* By name too: SVG and older formats have no mark of their own. */
static bool is_picture(str file, enum image_kind kind)
{
    static const str endings[] = {
        STR_INIT(".png"),  STR_INIT(".apng"), STR_INIT(".jpg"),
        STR_INIT(".jpeg"), STR_INIT(".gif"),  STR_INIT(".webp"),
        STR_INIT(".avif"), STR_INIT(".svg"),  STR_INIT(".bmp"),
        STR_INIT(".tif"),  STR_INIT(".tiff"), STR_INIT(".jxl"),
        STR_INIT(".heic"), STR_INIT(".heif"),
    };
    return (kind != IMAGE_NONE && kind != IMAGE_FILM) ||
           str_is_one_of(path_ext(file), endings,
                         sizeof endings / sizeof *endings);
}

static bool is_heic(str file, enum image_kind kind)
{
    str ext = path_ext(file);
    bool named =
        str_eq_nocase(ext, STR(".heic")) || str_eq_nocase(ext, STR(".heif"));
    return kind == IMAGE_HEIC || (named && kind == IMAGE_NONE);
}

static span span_of_file(str file, struct diags *diags)
{
    struct source *source = ARENA_NEW(diags->arena, struct source);
    source->name = file;
    return span_of(source, 0, 0);
}

static void say_place(str file, enum image_kind kind, struct diags *diags)
{
    struct diag *diag =
        diag_warning(diags, span_of_file(file, diags), "picture-place",
                     "where this was taken stands in the file, for everybody "
                     "to read");
    diag_hint(diag, kind == IMAGE_FILM
                        ? "take it out: ffmpeg -i FILE -map_metadata -1 -c "
                          "copy NEW"
                        : "take it out: exiftool -gps:all= -xmp:geotag= "
                          "-overwrite_original FILE, or jpegtran -copy none");
}

static void say_format(str file, struct diags *diags)
{
    struct diag *diag =
        diag_warning(diags, span_of_file(file, diags), "picture-format",
                     "this is HEIC, which few browsers show");
    diag_hint(diag, "make a JPEG of it: heif-convert FILE NEW.jpg");
}

static void say_size(str file, size_t bytes, struct diags *diags)
{
    struct diag *diag = diag_warning(
        diags, span_of_file(file, diags), "picture-size",
        "this picture has %zu.%zu MB, and readers wait for them",
        bytes / MOST_BYTES, bytes % MOST_BYTES / (MOST_BYTES / 10));
    diag_hint(diag, "make it smaller: magick FILE -resize '1600x1600>' "
                    "-quality 80 FILE");
}

void picture_check(str file, str bytes, struct diags *diags)
{
    enum image_kind kind = image_kind(bytes);
    if (image_has_place(bytes)) {
        say_place(file, kind, diags);
    }
    if (is_heic(file, kind)) {
        say_format(file, diags);
    }
    if (bytes.n > MOST_BYTES && is_picture(file, kind)) {
        say_size(file, bytes.n, diags);
    }
}
