/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_H
#define CRUMB_BUILDER_BUILDER_H

/* The preview's site: in memory, always that of the files as they are, its
 * pages made on request. The steps of a build
 * (builder/build.h) one by one, and again and again on one engine:
 *
 *     builder_open     settings, ledger
 *     builder_update   scan, load, organise, plan, compile, compare
 *     builder_make     check and make these pages
 *     builder_idle     check and make some of the rest
 *     builder_save     the ledger
 *
 * What an update made of the site is a generation (steps/generation.h). The
 * next one takes its place only if it has no errors; until then pages are made
 * from the last good one. A change that leaves the site's order as it is, in
 * texts or templates, keeps the generation (builder/builder_in_place.h).
 *
 * One thread owns the builder, but for builder_find. Another one may set
 * *cancel: then the call under way returns soon. */

#include <stdatomic.h>

#include "site/site.h"

struct builder;
struct plan;

struct builder_options {
    struct site_options site; /* cancel is builder_open's */
    bool now_given;           /* site.now is the instant of all that is made;
                                 else it is the clock's */
    str ledger;               /* the path of the file */
    size_t most_left; /* bytes that edits may leave behind before they are
                         collected; 0: 32 MB */
    str clock;        /* a file beside it that is there: its time is set,
                         to ask for the file system's clock */
};

/* Files of the site that may have changed, content/a.md; of none: the clock may
 * have changed it. */
struct changed_files {
    const str *paths;
    size_t n;
    bool all;
};

enum update_result {
    UPDATE_SAME, /* no page could show it */
    UPDATE_DONE, /* a new revision */
    UPDATE_BAD,  /* errors, reported: the site is as it was */
    UPDATE_CANCELLED,
};

/* What the last update changed of the addresses that are served, as far as it
 * is known without making a page. Lives until the next update. */
struct builder_changes {
    VEC(str)
    files;      /* that are new, gone, or made from another file; posts
                   whose text or front matter changed; style sheets that
                   are stale */
    bool first; /* nothing was served before */
};

enum page_result {
    PAGE_NONE,   /* the site has no such file */
    PAGE_SAME,   /* right as it was made last, and `have` was set */
    PAGE_MADE,   /* `bytes` */
    PAGE_FAILED, /* errors, reported */
};

/* A page that is wanted. */
struct wanted_page {
    str file;  /* x/index.html */
    bool have; /* the caller has what was made last: if that is right it need
                  not be made */
    enum page_result result;
    str bytes;    /* until the next call of a function of the builder */
    bool changed; /* its step was stale, or it was never made and is no file
                     that the program carries: it may be other than it was */
    size_t made;  /* the builder's */
};

/* Where the bytes of an address come from. */
struct served_file {
    enum { SERVED_NONE, SERVED_PAGE, SERVED_SOURCE } kind;
    str source; /* the file that is served as it is, in the arena */
};

/* Reads nothing yet. The texts of the options live as long as the builder. */
struct builder *builder_open(const struct builder_options *options,
                             const atomic_bool *cancel);
enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags);
const struct builder_changes *builder_changes(const struct builder *builder);
/* The instant at which the clock changes the last good site: then it wants an
 * update, of no file. INT64_MAX: never. */
int64_t builder_until(const struct builder *builder);
/* One more with each UPDATE_DONE. */
uint32_t builder_revision(const struct builder *builder);
/* False: cancelled; those with a result other than PAGE_NONE are as they
 * should be. */
bool builder_make(struct builder *builder, struct wanted_page *pages, size_t n,
                  struct diags *diags);
/* Checks and makes other pages for about 20 ms: `n` of `pages`, which live
 * until the next call, were looked at. False: nothing is left to do, or it was
 * cancelled. */
bool builder_idle(struct builder *builder, struct wanted_page **pages,
                  size_t *n, struct diags *diags);
/* When nothing is left to do: what is wrong with texts and links, of all
 * posts that are shown. */
void builder_check_texts(struct builder *builder, struct diags *diags);
/* Writes the ledger. Does nothing if it is up to date. */
void builder_save(struct builder *builder);

/* Any thread. */
struct served_file builder_find(struct builder *builder, str file,
                                struct arena *arena);

/* The last good generation; NULL: there was none yet. */
const struct site *builder_site(const struct builder *builder);
const struct plan *builder_plan(const struct builder *builder);
/* NULL is fine. */
void builder_close(struct builder *builder);

#endif
