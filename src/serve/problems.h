/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PROBLEMS_H
#define CRUMB_SERVE_PROBLEMS_H

/* The errors and warnings of the site in the preview. Errors are kept until the
 * page or the site is made without them. Each warning is printed once, and
 * again after its file was saved or the warning was gone for a time. */

#include "base/memory/map.h"
#include "builder/builder.h"

/* The errors of a page; of the whole site, if `file` is empty. */
struct problem {
    struct problem *next;
    struct arena arena;
    str file;
    uint32_t revision; /* in which they were found */
    struct diags diags;
};

struct reported_warning {
    str text;
    str json;          /* an object, as diag_print_json prints it */
    str file;          /* in which it is */
    str source;        /* the file of content/ that it is in, or that led to it;
                          may be empty */
    bool live;         /* it was reported and is not gone */
    bool seen;         /* found by the last check of the texts */
    bool was_of_texts; /* found by the check before that */
    bool saved;        /* its file was; the site that is shown lacks that */
    uint32_t site;     /* the last one that it was reported of; 0: none */
};

struct problems {
    struct problem *first;
    size_t n;
    bool changed; /* set when errors change; the caller clears it */
    struct arena arena;
    struct map warnings; /* text -> struct reported_warning */
    VEC(struct reported_warning *) reported;
    uint32_t sites; /* that reported all their warnings */
};

/* Sets the errors of the file to those in diags; warnings are left out. Adds
 * copies of the new ones to `fresh`. */
void problems_set(struct problems *problems, str file, uint32_t revision,
                  const struct diags *diags, struct diags *fresh);
/* Removes the errors of the file, if it has any. */
void problems_clear(struct problems *problems, str file);
/* The errors of the file; NULL: it has none. */
const struct problem *problems_of(const struct problems *problems, str file);
/* Returns a page whose errors are of an earlier revision; NULL: there is none.
 */
const struct problem *problems_before(const struct problems *problems,
                                      uint32_t revision);
/* Adds copies of all errors to `out`, which it sorts. */
void problems_list(const struct problems *problems, struct diags *out);

/* Adds copies of the new warnings of diags to `fresh`. */
void problems_warn(struct problems *problems, const struct diags *diags,
                   struct diags *fresh);
/* Does the same with all warnings of a new site. Warnings of the last site
 * that diags lacks are forgotten. */
void problems_warn_site(struct problems *problems, const struct diags *diags,
                        struct diags *fresh);
/* Forgets the warnings of files that were saved, so that they are printed
 * again. If the site that is shown does not have what was saved (`taken` is
 * false), warnings of their texts are forgotten at the first call when it has.
 */
void problems_forget(struct problems *problems,
                     const struct changed_files *changed, bool taken);
/* Adds the new warnings of a check of all texts to `fresh`. Earlier warnings of
 * texts that are not in diags are gone; their memory is used again. */
void problems_warn_texts(struct problems *problems, const struct diags *diags,
                         struct diags *fresh);
void problems_free(struct problems *problems);

#endif
