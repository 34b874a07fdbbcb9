/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_CODE_H
#define CRUMB_SITE_VIEW_BODY_CODE_H

/* Code in the body of a post: the language it is written in, and files that
 * stand beside the post. What was asked is recorded. */

#include "site/view/links.h"

struct language;

/* The languages of one body that are not known, each reported once. */
struct unknown_languages {
    VEC(str) names;
};

/* The language of that name; NULL: there is none, which is reported at `at`, if
 * that is a place, if the name looks like a typo: code in a language that crumb
 * lacks is plain without a word. */
const struct language *body_code_language(const struct links *links,
                                          struct unknown_languages *unknown,
                                          str name, span at,
                                          struct arena *arena);
/* The id of the language that files of that name have; empty: none is known. */
str body_code_file_language(const struct links *links, str path);
/* The text of a file of content/, named as links name files. False after a
 * report (`code-file`): there is none, it is not text, or too long. */
bool body_code_file(const struct links *links, str dest, span at, str *text,
                    struct arena *arena);

#endif
