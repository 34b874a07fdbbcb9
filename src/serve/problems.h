/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PROBLEMS_H
#define CRUMB_SERVE_PROBLEMS_H

/* What is wrong with the site that the preview shows, and what was said of it:
 * errors stand until what has them was made without; warnings are told once,
 * and once more after what they are about was saved or was right. */

#include "base/map.h"
#include "builder/builder.h"

/* The errors of one page; of the site, where `file` is empty. */
struct problem {
    struct problem *next;
    struct arena arena;
    str file;
    uint32_t revision; /* as of which they are right */
    struct diags diags;
};

struct told_warning {
    str text;
    str file; /* that it is about */
    bool live;
    bool seen;     /* in the last check of the texts... */
    bool of_texts; /* ...and in the one before */
};

struct problems {
    struct problem *first;
    size_t n;
    bool changed; /* since somebody last set it to false */
    struct arena arena;
    struct map warnings; /* text -> struct told_warning */
    VEC(struct told_warning *) told;
};

/* Keeps the errors of diags as those of the file. What is new of them goes into
 * `news`, whose arena must not be that of diags. */
void problems_set(struct problems *problems, str file, uint32_t revision,
                  const struct diags *diags, struct diags *news);
void problems_clear(struct problems *problems, str file);
const struct problem *problems_of(const struct problems *problems, str file);
/* A page whose errors are of an earlier revision; NULL: there is none. */
const struct problem *problems_before(const struct problems *problems,
                                      uint32_t revision);
/* All errors that stand, sorted. */
void problems_list(const struct problems *problems, struct diags *out);

/* The warnings of diags that are new go into `news`. */
void problems_warn(struct problems *problems, const struct diags *diags,
                   struct diags *news);
/* Those files were saved: what is wrong with them is worth telling again. */
void problems_forget(struct problems *problems,
                     const struct changed_files *changed);
/* Of all warnings that stand, these are those about the texts: what is new of
 * them goes into `news`; what was among them before and is not is right now. */
void problems_warn_texts(struct problems *problems, const struct diags *diags,
                         struct diags *news);
void problems_free(struct problems *problems);

#endif
