/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CHECKS_H
#define CRUMB_CHECK_CHECKS_H

/* The checks of sources, and those of the output that need all its files.
 * Findings are added to `findings`. */

#include "check/collect/collect.h"

/* --- recipe.c: posts that are recipes (site/view/recipe_facts.h) --- */

/* Adds a warning for each part that the post lacks, for each line of
 * ingredients whose number is not understood, and for times that are not clear
 * or too short; a hint names what search engines lack for a rich result.
 * Languages whose words crumb does not know need no parts. Does not reset
 * `work`. */
void recipe_check(const struct post *post, struct arena *work,
                  struct findings *findings);

/* --- secrets.c: passwords, keys and tokens in sources (secrets/) --- */

/* A file that people wrote. */
struct input {
    str name;
    const struct post *post; /* or NULL */
    bool published;
};

/* Adds a finding for each secret in the text of the file. They are leaks if it
 * is published. */
void secrets_check(const struct secret_rules *rules, str text,
                   const struct input *input, struct findings *findings);

/* Adds a hint for the first public address or AS number outside the ranges of
 * the documentation in a post's text. Resolvers that all know are no finding,
 * and MAC addresses are not either. */
void public_check(const struct secret_rules *rules, str text,
                  const struct input *input, struct findings *findings);

/* --- links.c, unused.c --- */

/* Checks the links that could not be judged when their files were read. The
 * collector is left as it is. */
void links_check(const struct collector *collector, struct catalog *catalog,
                 struct findings *findings);
/* Adds a warning for each post's page that no other page links to, unless it is
 * `unlisted`, the home page or 404.html. */
void links_check_orphans(const struct catalog *catalog,
                         struct findings *findings);
/* Adds a warning for each of the author's files that nothing refers to, except
 * names that others ask for without a link (favicon, robots.txt). Scripts
 * may use a file that no link leads to, so the names of such files are searched
 * for in all texts of the output, on `jobs` threads. */
void links_check_unused(const struct catalog *catalog, size_t jobs,
                        struct findings *findings);

/* --- external/: links that lead out of the site. Each address is requested
 * once for all pages (HEAD, else GET; up to three times if the failure may
 * pass); hosts in parallel, the addresses of one host in turn, with a pause
 * between them and three minutes for all. Addresses that answered well within
 * the last week are not requested again. Those that are not public are
 * requested only with `include_private`. --- */

struct external_counts {
    size_t links;    /* different addresses, without fragments */
    size_t asked;    /* of `links`, those requested now */
    size_t unclear;  /* of `links`, those without an answer for lack of time, or
                        with one for others (401, 403, 429 and the like) */
    bool no_libcurl; /* none was requested: the library is missing */
};

/* Checks the links that the files of the catalog have kept. Adds warnings to
 * diags. */
struct external_counts external_check(const struct catalog *catalog,
                                      bool include_private,
                                      struct diags *diags);

#endif
