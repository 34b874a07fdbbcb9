/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_PICTURES_H
#define CRUMB_BUILDER_PICTURES_H

/* The forms of pictures that pages name (site/pictures.h): made once, kept in
 * the folder below, and published when all pages are rendered; by the preview
 * when a browser asks for one. */

#include "images/picture_store.h"
#include "publish/publish.h"
#include "steps/generation.h"
#include "steps/reachable.h"

/* The folder of picture_store. */
#define PICTURES_FOLDER ".crumb/pictures"

/* A form that is published. */
struct published_form {
    uint32_t question; /* the key of the read that names it */
    str file;
    bool kept; /* it was published before */
};

struct published_forms {
    VEC(struct published_form) list; /* in the order of questions */
    struct map replaced; /* published paths of pictures that are shown in other
                            forms alone */
};

/* Publishes the forms that steps of `live` name, on all threads; those that are
 * as the last build wrote them are not read. A picture that
 * can't be read is noted as such in the store, and in the doubts of the
 * generation: all is made again without its forms. */
void pictures_publish(struct generation *built, const struct reachable *live,
                      const struct last_build *last, struct publish *publish,
                      struct diags *diags, struct published_forms *out);
/* Makes the form with that name. Returns false: no page that was made names it,
 * or its picture can't be read. */
bool pictures_make(const struct generation *built, const struct engine *engine,
                   str name, struct arena *arena, str *bytes);

#endif
