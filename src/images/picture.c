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

static uint32_t min_u32(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

struct picture_crop picture_crop(const struct image_header *header, uint32_t x,
                                 uint32_t y, uint32_t focus_x, uint32_t focus_y)
{
    struct picture_crop crop = {0, 0, header->width, header->height};
    if (!x || !y) {
        return crop;
    }
    uint64_t width = (uint64_t)header->height * x / y;
    uint64_t height = (uint64_t)header->width * y / x;
    if (width < crop.width) {
        crop.width = width ? (uint32_t)width : 1;
    } else if (height < crop.height) {
        crop.height = height ? (uint32_t)height : 1;
    }
    uint64_t left = (uint64_t)header->width * focus_x / 100;
    uint64_t top = (uint64_t)header->height * focus_y / 100;
    left = left > crop.width / 2 ? left - crop.width / 2 : 0;
    top = top > crop.height / 2 ? top - crop.height / 2 : 0;
    crop.left = min_u32(left, header->width - crop.width);
    crop.top = min_u32(top, header->height - crop.height);
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

/* A JPEG may be read smaller, but a reading of less than one and a half times
 * the width (1280, for most themes) loses what can be seen. */
void picture_set_base(struct picture_form *forms, size_t n,
                      const struct picture_crop *crop)
{
    uint32_t base = 1920;
    for (size_t i = 0; i < n; i++) {
        base = base < forms[i].width ? forms[i].width : base;
    }
    for (size_t i = 0; i < n; i++) {
        forms[i].base = min_u32(base, crop->width);
    }
}

/* --- making --- */

struct making {
    const struct image_header *header;
    const struct picture_job *job;
    struct picture_form **forms; /* still to be made */
    struct pixels *wholes; /* the whole picture for each, as its file has it */
    size_t n;
    struct resizer *resizer;
};

static void begin(void *self, uint32_t width, uint32_t height, bool alpha)
{
    struct making *making = self;
    const struct image_header *header = making->header;
    const struct pixels in = {.width = width, .height = height, .alpha = alpha};
    bool turned = header->orientation >= 5;
    for (size_t i = 0; i < making->n; i++) {
        uint32_t part = making->forms[i]->width;
        uint32_t x = scaled(header->width, part, making->job->crop.width);
        uint32_t y = scaled(header->height, part, making->job->crop.width);
        making->wholes[i].width = min_u32(turned ? y : x, width);
        making->wholes[i].height = min_u32(turned ? x : y, height);
    }
    making->resizer =
        resizer_new(&in, making->wholes, making->n, making->job->work);
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
    const struct picture_crop *crop = &making->job->crop;
    struct picture_crop part = {
        .width = min_u32(form_width, width),
        .height = min_u32(picture_height(crop, form_width), height)};
    part.left = min_u32((uint64_t)crop->left * width / making->header->width,
                        width - part.width);
    part.top = min_u32((uint64_t)crop->top * height / making->header->height,
                       height - part.height);
    return part;
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
                      const struct image_extras *extras)
{
    struct picture_form *form = making->forms[i];
    struct pixels whole = making->wholes[i];
    uint32_t orientation = making->header->orientation;
    bool turned = orientation >= 5;
    struct arena *work = making->job->work;
    struct arena_mark mark = arena_mark(work);
    struct buf file = {0};
    struct picture_crop part =
        place_in(making, form->width, turned ? whole.height : whole.width,
                 turned ? whole.width : whole.height);
    whole = pixels_upright(whole, orientation, &part, work);
    form->made =
        image_encode(whole, form->format, making->job->settings.quality, &file);
    if (form->made) {
        buf_put(&form->file, image_with_extras(buf_str(&file), extras, work));
    }
    buf_free(&file);
    arena_reset(work, mark);
    return form->made;
}

enum image_problem picture_make(str bytes, const struct image_header *header,
                                const struct picture_job *job)
{
    size_t n = job->n;
    struct arena *work = job->work;
    struct making making = {header,
                            job,
                            ARENA_ARRAY(work, struct picture_form *, n),
                            ARENA_ARRAY(work, struct pixels, n),
                            0,
                            NULL};
    struct image_rows rows = {&making, begin, take_row};
    uint64_t pixels = 0; /* that are made, and kept until all are */
    for (size_t i = 0; i < n; i++) {
        struct picture_form *form = &job->forms[i];
        if (!form->made) {
            making.forms[making.n++] = form;
            pixels +=
                (uint64_t)scaled(header->width, form->width, job->crop.width) *
                scaled(header->height, form->width, job->crop.width);
        }
    }
    if (pixels > MOST_WHOLE) {
        return IMAGE_TOO_LARGE;
    }
    struct image_extras extras = extras_of(bytes, job->settings.keep, work);
    uint32_t side = header->orientation >= 5 ? header->height : header->width;
    enum image_problem problem = image_decode(
        bytes, scaled(side, making.forms[0]->base, job->crop.width), &rows);
    for (size_t i = 0; i < making.n && problem == IMAGE_OK; i++) {
        if (!make_form(&making, i, &extras)) {
            problem = IMAGE_UNSUPPORTED;
        }
    }
    return problem;
}

enum image_problem picture_colour(str bytes, uint32_t *colour)
{
    struct arena work = {0};
    struct picture_form point = {.width = 1};
    struct picture_form *form = &point;
    struct pixels pixel = {.p = NULL};
    const struct image_header header = {.width = 1, .height = 1};
    const struct picture_job job = {
        .crop = {.width = 1, .height = 1}, .n = 1, .work = &work};
    struct making making = {&header, &job, &form, &pixel, 1, NULL};
    struct image_rows rows = {&making, begin, take_row};
    enum image_problem problem = image_decode(bytes, 1, &rows);
    *colour = 0;
    for (int i = 0; i < 3 && problem == IMAGE_OK; i++) {
        *colour = *colour << 8 | pixel.p[i];
    }
    arena_free(&work);
    return problem;
}
