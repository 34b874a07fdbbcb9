/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_FACT_SOURCE_H
#define CRUMB_SITE_VIEW_FACT_SOURCE_H

/* What an attribute, or the answer to a question, is made from. It stands
 * beside the getter (view_class.h) or the question (question.h):
 *
 *     X(post, title, FROM_FRONT)
 *     X(post, cover, FROM_FRONT | FROM_ORDER)
 *     X(post, prev, FROM_LISTS)
 *
 * A build compares a fact only if one of its sources may have changed since the
 * last one (site_facts_update). A row with a source too many costs time; a row
 * that lacks one makes stale pages. When in doubt, add FROM_ORDER. --hash-all
 * and VARIANT=trap compare all facts, and the build fails where one changed
 * although its sources did not. */

enum fact_source {
    /* site.yaml and the options, and nothing else: with other ones everything
     * is made anew. What has another source does not name this one. */
    FROM_SETTINGS = 1 << 0,
    /* Of a post: its path, what loading makes of its file (front matter, a
     * title that leads the text), and what _index.md files hand down. */
    FROM_FRONT = 1 << 1,
    /* Which files there are in content/, the front matter of all of them, and
     * which posts are held back: all that organise and the plan go by. */
    FROM_ORDER = 1 << 2,
    /* Of a post: its body, and nothing else: such an attribute is compared when
     * the body is known, and only then. */
    FROM_TEXT = 1 << 3,
    /* The links of all bodies. What they make are lists, which are compared
     * once all bodies are known. */
    FROM_LINKS = 1 << 4,
    /* The date of a file's last commit. */
    FROM_GIT = 1 << 5,
    /* The instant of the build. */
    FROM_CLOCK = 1 << 6,
    /* Files that are no posts: templates, words, data, pictures, static/. */
    FROM_FILES = 1 << 7,
    /* Which posts are in the lists of the site, its sections and terms, and in
     * which order. FROM_ORDER includes it, and changes more often: a new title
     * leaves the lists as they are. */
    FROM_LISTS = 1 << 8,
};

/* A row has a source, and those two stand alone. */
#define FACT_SOURCES_CHECK(what, sources)                                      \
    _Static_assert((sources) == FROM_TEXT || (sources) == FROM_SETTINGS ||     \
                       ((sources) != 0 &&                                      \
                        ((FROM_TEXT | FROM_SETTINGS) & (sources)) == 0),       \
                   what " has no source, or one that stands alone")

#endif
