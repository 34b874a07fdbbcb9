/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_FACT_SOURCE_H
#define CRUMB_SITE_VIEW_FACT_SOURCE_H

/* The data that an attribute, or the answer to a question, is made from. The
 * sources are named beside the getter (view_class.h) or the question
 * (question.h):
 *
 *     X(post, title, FROM_FRONT)
 *     X(post, cover, FROM_FRONT | FROM_ORDER)
 *     X(post, prev, FROM_LISTS)
 *
 * A build compares a fact only if one of its sources may have changed since the
 * last build (site_facts_update). A row with one source too many costs time; a
 * row that lacks a source leaves pages stale. When in doubt, add FROM_ORDER.
 * --hash-all and VARIANT=trap compare all facts, and the build fails if a fact
 * changed and its sources did not. */

enum fact_source {
    /* Only site.yaml and the options. If these change, everything is made
     * again, so facts with other sources do not name this one. */
    FROM_SETTINGS = 1 << 0,
    /* A post's path, its front matter, a title at the start of its text, and
     * what it inherits from _index.md files. */
    FROM_FRONT = 1 << 1,
    /* The input of organise and the plan: the files of content/, the front
     * matter of all of them, which posts are held back, and the names of the
     * files in static/. */
    FROM_ORDER = 1 << 2,
    /* Only a post's body. The attribute is compared when the body is known. */
    FROM_TEXT = 1 << 3,
    /* The links of all bodies, from which lists of backlinks are made. These
     * are compared when all bodies are known. */
    FROM_LINKS = 1 << 4,
    /* The date of a file's last commit. */
    FROM_GIT = 1 << 5,
    /* The instant of the build. */
    FROM_CLOCK = 1 << 6,
    /* Files other than posts and templates: words, data, pictures, static/. */
    FROM_FILES = 1 << 7,
    /* Which posts are in the lists of the site, its sections and terms, and in
     * which order. FROM_ORDER covers this too, but changes more often: a new
     * title does not change the lists. */
    FROM_LISTS = 1 << 8,
    /* Of a post: which posts its terms have, their places among all posts,
     * and about how many there are (related_scale). */
    FROM_TERMS = 1 << 9,
    /* The titles of posts, by which wikilinks find them. */
    FROM_TITLES = 1 << 10,
    /* Templates of the site and of its theme. */
    FROM_TEMPLATES = 1 << 11,
};

/* Each row has a source. FROM_TEXT and FROM_SETTINGS do not go with others. */
#define FACT_SOURCES_CHECK(what, sources)                                      \
    _Static_assert((sources) == FROM_TEXT || (sources) == FROM_SETTINGS ||     \
                       ((sources) != 0 &&                                      \
                        ((FROM_TEXT | FROM_SETTINGS) & (sources)) == 0),       \
                   what " has no source, or one that stands alone")

#endif
