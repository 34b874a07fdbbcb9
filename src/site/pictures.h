/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_PICTURES_H
#define CRUMB_SITE_PICTURES_H

/* The forms in which a page shows a picture of the site: WebP in several
 * widths, and one file of the picture's own format that any reader can show.
 * What they are follows from the picture, the settings, and the options of a
 * page, which is the name of a question (ASK_PICTURE): the published path of
 * the picture, '|', and the options. Any thread. */

#include "images/picture_store.h"
#include "site/site.h"

struct published_files;

/* Zeros: the defaults. */
struct picture_options {
    uint32_t width; /* at which it is shown, in CSS pixels */
    uint32_t crop_x;
    uint32_t crop_y;
    uint32_t focus_x; /* percent, plus one */
    uint32_t focus_y;
    bool source_only; /* no WebP in several widths */
};

struct picture_set {
    str path; /* of the picture, below the site's root */
    const struct picture_facts *facts;
    const struct fs_stat *stat;
    struct picture_crop crop;
    uint32_t shown; /* the width at which it is shown at most */
    struct picture_form forms[PICTURE_FORMS];
    size_t n;           /* 0: it is shown as it is */
    bool lacks_library; /* it would have forms, but crumb can make none */
    bool has_source;    /* the last form is the one for all readers; else the
                        picture itself is */
};

/* Looks at the image at that path in content/, or, with a '/' in front, at that
 * one or the one that is published there. NULL: there is no such file. */
const struct picture_facts *picture_at(const struct site *site,
                                       const struct published_files *files,
                                       str path, struct arena *work);
/* A hash of the size; 0: there is no image. */
uint64_t picture_size_hash(const struct picture_facts *facts);

/* Sets the part that is shown: "3:2" around "40%,30%"; empty: the middle. */
void picture_options_crop(struct picture_options *options, str crop, str focus);
/* The settings of the site. */
struct picture_settings picture_settings(const struct site *site);
/* The question's name, and the path in one. */
str picture_question(str path, const struct picture_options *options,
                     struct arena *arena);
static inline str picture_question_path(str question)
{
    return str_sub(question, 0, str_rfind_char(question, '|'));
}
/* Works out the forms; reads the picture if its stat is not known. Returns
 * false: no picture is published there. */
bool picture_set_make(const struct site *site,
                      const struct published_files *files, str question,
                      struct arena *arena, struct picture_set *set);
/* The path of a form without its width, hash and ending: life/lake. Empty: no
 * form has that name. */
str picture_form_stem(str path);
/* A hash of all of it. */
uint64_t picture_set_hash(const struct picture_set *set);

#endif
