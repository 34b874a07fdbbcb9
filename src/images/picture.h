/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PICTURE_H
#define CRUMB_IMAGES_PICTURE_H

/* A picture in the sizes that readers need. */

#include "images/clean.h"
#include "images/image_parts.h"
#include "images/pixels.h"

/* The number changes with what this program makes of the same picture. */
enum { PICTURE_VERSION = 9 };

/* A file to make; its height follows from the crop. */
struct picture_form {
    str name; /* the caller's; empty: none */
    str key;  /* in the store of pictures */
    enum image_format format;
    uint32_t width; /* at most that of the crop */
    uint32_t base;  /* the width of the reading that it is made from */
    struct buf file;
    bool made;
};

/* Facts that the camera, or its owner, has written; empty: none. */
enum picture_text {
    TEXT_TAKEN, /* 2026-05-12T14:03:11, by the camera's clock */
    TEXT_CAMERA,
    TEXT_LENS,
    TEXT_CAPTION,
    PICTURE_TEXTS
};

struct picture_details {
    str texts[PICTURE_TEXTS];
    int32_t latitude; /* in millionths of a degree */
    int32_t longitude;
    bool has_place;
};

/* The time is in the arena; the other texts are those of the notes. */
struct picture_details picture_details(const struct image_notes *notes,
                                       struct arena *arena);
/* Sets the average colour, 0xRRGGBB, in which the middle counts more.
 * Transparent pixels do not count. Reads all pixels. */
enum image_problem picture_colour(str bytes, uint32_t *colour);
/* The largest part with these proportions ("1:1"), as near to the focus as can
 * be; `focus_x` and `focus_y` in percent. Both sides 0: the whole. */
struct picture_crop picture_crop(const struct image_header *header, uint32_t x,
                                 uint32_t y, uint32_t focus_x,
                                 uint32_t focus_y);
/* Sets the width from which all of them are made in one reading. */
void picture_set_base(struct picture_form *forms, size_t n,
                      const struct picture_crop *crop);
/* The height of a form. */
uint32_t picture_height(const struct picture_crop *crop, uint32_t width);
/* Settings that a form's bytes depend on. */
struct picture_settings {
    int quality; /* 1 to 100 */
    enum image_keep keep;
};

/* Forms of one picture, of one base. */
struct picture_job {
    struct picture_crop crop;
    struct picture_settings settings;
    struct picture_form *forms;
    size_t n;
    struct arena *work; /* gets the file and its pixels: megabytes */
};

/* Makes the files of the forms that are not made, at least one. */
enum image_problem picture_make(str bytes, const struct image_header *header,
                                const struct picture_job *job);

#endif
