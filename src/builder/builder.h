/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_H
#define CRUMB_BUILDER_BUILDER_H

/* Keeps a site in memory for the preview: it follows the files as they change,
 * and makes pages on request. It has the steps of a build (builder/build.h) as
 * single calls, which go on from one state of the engine to the next:
 *
 *     builder_open     settings, ledger
 *     builder_update   scan, load, organise, plan, compile, compare
 *     builder_make     check and make these pages
 *     builder_idle     check and make some of the others
 *     builder_save     the ledger
 *     builder_collect  memory
 *
 * An update makes a generation of the site (steps/generation.h). It replaces
 * the current one only if it has no errors; until then pages are made from the
 * current one. A change in texts, words that only pages read, or templates
 * keeps the generation.
 *
 * One thread owns the builder; any thread may call builder_find. Another thread
 * may set *cancel: then the current call returns soon. */

#include <stdatomic.h>

#include "site/site.h"

struct builder;
struct plan;

struct builder_options {
    struct site_options site; /* without `cancel`: see builder_open */
    bool now_given; /* pages show the instant site.now; else the time of day */
    str ledger;     /* the path of the file */
    size_t most_left; /* bytes of memory that edits may leave unused before
                         builder_collect collects them; an update does so if
                         there are four times as many; 0: 32 MB */
    str clock; /* a file beside the ledger, made if it is missing; it is touched
                  to read the clock of the file system */
};

/* Files of the site that may have changed (content/a.md). None: the clock may
 * have changed the site. */
struct changed_files {
    const str *paths;
    size_t n;
    bool all;
};

enum update_result {
    UPDATE_SAME, /* no page depends on the changes */
    UPDATE_DONE, /* a new revision */
    UPDATE_BAD,  /* reported errors; the site is unchanged */
    UPDATE_CANCELLED,
};

/* The served files that the last call's revisions changed, as far as that is
 * known before any page is made. Valid until the next call that can begin one:
 * builder_update, builder_make, builder_idle, builder_collect. */
struct builder_changes {
    /* Files that are new, gone, or made from another source; posts whose text
     * or front matter changed; style sheets that are stale. */
    VEC(str) files;
    bool first; /* nothing was served before */
    bool whole; /* the site is a new one, and all its warnings were reported */
    bool other; /* other settings, whose ledger was read: pages that are right
                   by that ledger may differ from those made before */
};

enum page_result {
    PAGE_NONE,   /* the site has no such file */
    PAGE_SAME,   /* the caller has it, or the disk, and it is still right */
    PAGE_MADE,   /* `bytes` is set, but for SERVED_SOURCE */
    PAGE_FAILED, /* it has errors, which are reported; or a file changed
                    during each attempt to make it */
};

/* A request for a page. */
struct wanted_page {
    str file;  /* x/index.html */
    bool have; /* the caller has the page as it was made last */
    enum page_result result;
    str bytes;    /* valid until the next call of the builder */
    bool changed; /* the bytes differ from those made before, or the earlier
                     bytes are unknown. Never set for files that are built into
                     the program. */
    size_t made;  /* the builder's own */
};

/* Where the bytes of a served file come from. */
struct served_file {
    enum { SERVED_NONE, SERVED_PAGE, SERVED_SOURCE } kind;
    str source; /* SERVED_SOURCE: the file on the disk; in the arena */
    enum image_keep keep; /* in its pictures */
};

/* Makes a builder, without reading any file. The texts of the options, and
 * `cancel`, must outlive it. */
struct builder *builder_open(const struct builder_options *options,
                             const atomic_bool *cancel);
/* Reads the files that may have changed. Errors and warnings are reported.
 * After UPDATE_CANCELLED the next update must name these files too. */
enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags);
const struct builder_changes *builder_changes(const struct builder *builder);
/* Returns the next instant at which the clock changes the site, which then
 * needs an update of no file; INT64_MAX: never. */
int64_t builder_until(const struct builder *builder);
/* Returns the revision. It goes up with each UPDATE_DONE, and when
 * builder_make, builder_idle or builder_collect makes a new generation. */
uint32_t builder_revision(const struct builder *builder);
/* Returns the root file of the search index that the file may be a part of;
 * p == NULL: of none. A part is there once builder_make has made the root. */
str builder_index_of(struct builder *builder, str file, struct arena *arena);
/* Checks and makes these pages. If a file changes meanwhile, it makes a new
 * generation and starts again. Returns false if that was cancelled; then no
 * page has been made, and results may be PAGE_FAILED without an error. Without
 * a generation it does nothing and returns true. */
bool builder_make(struct builder *builder, struct wanted_page *pages, size_t n,
                  struct diags *diags);
/* Searches for about 20 ms for other pages that are stale, and makes them, at
 * most 32. *pages and *n are those; they are valid until the next call. Returns
 * false if nothing is left to do or it was cancelled. */
bool builder_idle(struct builder *builder, struct wanted_page **pages,
                  size_t *n, struct diags *diags);
/* Reports the mistakes in texts and links of all posts that pages show, and all
 * warnings of pages, unless it is cancelled. Call it when nothing is left. */
void builder_check_texts(struct builder *builder, struct diags *diags);
/* Writes the ledger, unless it is up to date. Returns false if it was
 * cancelled: the ledger is as it was. Returns true even if it can't be written:
 * then only the next start is slower. */
bool builder_save(struct builder *builder);
/* Collects memory that edits, and pages made, have left unused, if there is
 * much of it. This makes a new generation of the same files, in a new revision;
 * if it is cancelled, nothing has changed. If a file has errors by now, the
 * site stays as it is until the next update. Call it after builder_save: it
 * does nothing if there is something to save. */
void builder_collect(struct builder *builder);

/* Finds the source of a served file. Any thread. */
struct served_file builder_find(struct builder *builder, str file,
                                struct arena *arena);

/* The site and the plan of the current generation; NULL: there is none yet. */
const struct site *builder_site(const struct builder *builder);
const struct plan *builder_plan(const struct builder *builder);
/* Frees the builder. NULL is harmless. */
void builder_close(struct builder *builder);

#endif
