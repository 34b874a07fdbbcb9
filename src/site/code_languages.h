/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CODE_LANGUAGES_H
#define CRUMB_SITE_CODE_LANGUAGES_H

/* The languages of code: those that crumb carries, and the site's own in
 * the folder languages/. */

#include "files/tree/tree_link.h"
#include "highlight/language_set.h"

/* Reads the files of `dir` as definitions, into *languages, which was
 * initialised and has its arena. A missing folder is an empty one. Reports what
 * is wrong with them. */
void code_languages_load(str dir, const struct tree_site *site,
                         struct arena *arena, struct diags *diags,
                         struct language_set *languages);

#endif
