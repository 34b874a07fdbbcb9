/* SPDX-License-Identifier: MIT */
#include "images/picture.h"

#include <math.h>

static str plain(str text)
{
    str note = {0};
    notes_take(&note, text);
    return note;
}

struct picture_details picture_details(const struct image_notes *notes,
                                       struct arena *arena)
{
    enum { CAPTION = 0x010E, MODEL = 0x0110, TAKEN = 0x9003, LENS = 0xA434 };
    str exif = notes->exif;
    str taken = exif_detail(exif, TAKEN);
    struct image_place place;
    struct picture_details details = {
        .texts = {[TEXT_CAMERA] = plain(exif_text(exif, MODEL)),
                  [TEXT_LENS] = plain(exif_detail(exif, LENS)),
                  [TEXT_CAPTION] = plain(exif_text(exif, CAPTION))},
    };
    if (exif_place(exif, &place) && fabs(place.latitude) <= 90 &&
        fabs(place.longitude) <= 180) {
        details.has_place = true;
        details.latitude = (int32_t)lround(place.latitude * 1e6);
        details.longitude = (int32_t)lround(place.longitude * 1e6);
    }
    /* 2026:05:12 14:03:11 */
    if (taken.n == 19 && str_at(taken, 4) == ':' && str_at(taken, 10) == ' ' &&
        is_digit(taken.p[0]) && plain(taken).n == taken.n) {
        details.texts[TEXT_TAKEN] =
            arena_printf(arena, "%.4s-%.2s-%.2sT%.8s", taken.p, taken.p + 5,
                         taken.p + 8, taken.p + 11);
    }
    return details;
}

/* --- the average colour --- */

struct average {
    uint32_t width;
    uint64_t sums[3];
    uint64_t opaque; /* the sum of opacities */
};

static void begin_average(void *self, uint32_t width, uint32_t height,
                          bool alpha)
{
    struct average *average = self;
    (void)height;
    (void)alpha;
    average->width = width;
}

static void add_row(void *self, const unsigned char *row)
{
    struct average *average = self;
    for (uint32_t x = 0; x < average->width; x++, row += 4) {
        for (int i = 0; i < 3; i++) {
            average->sums[i] += (uint64_t)row[i] * row[3];
        }
        average->opaque += row[3];
    }
}

enum image_problem picture_colour(str bytes, uint32_t *colour)
{
    struct average average = {.width = 0};
    struct image_rows rows = {&average, begin_average, add_row};
    enum image_problem problem = image_decode(bytes, 1, &rows);
    *colour = 0;
    for (int i = 0; i < 3 && average.opaque; i++) {
        *colour = *colour << 8 | (uint32_t)(average.sums[i] / average.opaque);
    }
    return problem;
}

static uint32_t min_u32(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

struct picture_crop picture_crop(const struct picture_look *look, uint32_t x,
                                 uint32_t y, uint32_t focus_x, uint32_t focus_y)
{
    struct picture_crop crop = {0, 0, look->width, look->height};
    if (!x || !y) {
        return crop;
    }
    uint64_t width = (uint64_t)look->height * x / y;
    uint64_t height = (uint64_t)look->width * y / x;
    if (width < crop.width) {
        crop.width = width ? (uint32_t)width : 1;
    } else if (height < crop.height) {
        crop.height = height ? (uint32_t)height : 1;
    }
    uint64_t left = (uint64_t)look->width * focus_x / 100;
    uint64_t top = (uint64_t)look->height * focus_y / 100;
    left = left > crop.width / 2 ? left - crop.width / 2 : 0;
    top = top > crop.height / 2 ? top - crop.height / 2 : 0;
    crop.left = min_u32(left, look->width - crop.width);
    crop.top = min_u32(top, look->height - crop.height);
    return crop;
}

/* width * part / whole, rounded, at least 1. */
static uint32_t scaled(uint32_t width, uint32_t part, uint32_t whole)
{
    uint64_t n = ((uint64_t)width * part + whole / 2) / whole;
    return n ? (uint32_t)n : 1;
}

uint32_t picture_height(const struct picture_crop *crop, uint32_t width)
{
    return scaled(width, crop->height, crop->width);
}

/* --- making --- */

/* The forms that are made from one reading. */
struct making {
    const struct picture_look *look;
    const struct picture_crop *crop;
    struct picture_form **forms;
    struct pixels *wholes; /* the whole picture for each, as its file has it */
    size_t n;
    struct resizer *resizer;
    struct arena *arena;
};

static void begin(void *self, uint32_t width, uint32_t height, bool alpha)
{
    struct making *making = self;
    const struct picture_look *look = making->look;
    const struct pixels in = {.width = width, .height = height, .alpha = alpha};
    bool turned = look->orientation >= 5;
    for (size_t i = 0; i < making->n; i++) {
        uint32_t part = making->forms[i]->width;
        uint32_t x = scaled(look->width, part, making->crop->width);
        uint32_t y = scaled(look->height, part, making->crop->width);
        making->wholes[i].width = min_u32(turned ? y : x, width);
        making->wholes[i].height = min_u32(turned ? x : y, height);
    }
    making->resizer =
        resizer_new(&in, making->wholes, making->n, making->arena);
}

static void take_row(void *self, const unsigned char *row)
{
    struct making *making = self;
    resizer_row(making->resizer, row);
}

/* Where the form is in a smaller picture of that size. */
static struct picture_crop place_in(const struct making *making,
                                    uint32_t form_width, uint32_t width,
                                    uint32_t height)
{
    const struct picture_crop *crop = making->crop;
    struct picture_crop part = {
        .width = min_u32(form_width, width),
        .height = min_u32(picture_height(crop, form_width), height)};
    part.left = min_u32((uint64_t)crop->left * width / making->look->width,
                        width - part.width);
    part.top = min_u32((uint64_t)crop->top * height / making->look->height,
                       height - part.height);
    return part;
}

/* Forms up to that width are made from one reading, wider ones from one of
 * their own: so the bytes of a form do not depend on which others are made with
 * it. A JPEG may be read smaller, but a reading of less than one and a half
 * times the width (1280, for most themes) loses what can be seen. */
static uint32_t base_width(const struct picture_crop *crop, uint32_t width)
{
    enum { BASE = 1920 };
    return min_u32(width < BASE ? BASE : width, crop->width);
}

static struct image_extras extras_of(str bytes, enum image_keep keep,
                                     struct arena *arena)
{
    struct image_notes notes = {.orientation = 0};
    image_notes_read(bytes, &notes, arena);
    notes.orientation = 0;
    struct image_extras extras = notes_extras(&notes, keep, arena);
    extras.profile = icc_for_rgb(extras.profile, arena);
    return extras;
}

static bool make_form(const struct making *making, size_t i,
                      const struct image_extras *extras, int quality)
{
    struct picture_form *form = making->forms[i];
    struct pixels whole = making->wholes[i];
    uint32_t orientation = making->look->orientation;
    bool turned = orientation >= 5;
    struct arena_mark mark = arena_mark(making->arena);
    struct buf file = {0};
    struct picture_crop part =
        place_in(making, form->width, turned ? whole.height : whole.width,
                 turned ? whole.width : whole.height);
    whole = pixels_upright(whole, orientation, &part, making->arena);
    form->made = image_encode(whole, form->format, quality, &file);
    if (form->made) {
        buf_put(&form->file,
                image_with_extras(buf_str(&file), extras, making->arena));
    }
    buf_free(&file);
    arena_reset(making->arena, mark);
    return form->made;
}

/* Makes the forms that are wanted from a reading at that width. */
static enum image_problem read_forms(struct making *making, str bytes,
                                     struct picture_settings settings,
                                     uint32_t base)
{
    const struct picture_look *look = making->look;
    struct image_rows rows = {making, begin, take_row};
    struct image_extras extras = extras_of(bytes, settings.keep, making->arena);
    uint32_t least = scaled(look->orientation >= 5 ? look->height : look->width,
                            base, making->crop->width);
    enum image_problem problem = image_decode(bytes, least, &rows);
    for (size_t i = 0; i < making->n && problem == IMAGE_FINE; i++) {
        if (!make_form(making, i, &extras, settings.quality)) {
            problem = IMAGE_UNREAD;
        }
    }
    return problem;
}

enum image_problem picture_make(str bytes, const struct picture_look *look,
                                const struct picture_crop *crop,
                                struct picture_settings settings,
                                struct picture_forms forms, struct arena *work)
{
    size_t n = forms.n;
    enum image_problem problem = IMAGE_FINE;
    for (size_t first = 0; first < n && problem == IMAGE_FINE; first++) {
        uint32_t width = base_width(crop, forms.p[first].width);
        struct making making = {.look = look,
                                .crop = crop,
                                .forms =
                                    ARENA_ARRAY(work, struct picture_form *, n),
                                .wholes = ARENA_ARRAY(work, struct pixels, n),
                                .arena = work};
        for (size_t i = first; i < n; i++) {
            struct picture_form *form = &forms.p[i];
            if (!form->made && base_width(crop, form->width) == width) {
                making.forms[making.n++] = form;
            }
        }
        if (making.n) {
            problem = read_forms(&making, bytes, settings, width);
        }
    }
    return problem;
}
