/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CATALOG_H
#define CRUMB_CHECK_CATALOG_H

/* The files of the output. One thread makes the catalog. Then each file belongs
 * to the thread that reads it, and the rest does not change but for what is
 * made of it when it is first asked for. */

#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "check/findings.h"
#include "site/site.h"

enum file_kind {
    FILE_HTML,
    FILE_CSS,
    FILE_XML,
    FILE_JSON,
    FILE_TEXT, /* scripts, robots.txt, SVG */
    FILE_BINARY,
};

struct check_file;

struct check_file {
    str path;            /* below the output folder */
    struct hash128 hash; /* of its bytes, as they were published */
    str address; /* the path as addresses have it: x/ for x/index.html */
    enum file_kind kind;
    bool linked;             /* another page has a link to it */
    bool used;               /* something refers to it */
    const struct post *post; /* if it is the page of one, or NULL */
    str source; /* static/x.png or content/x.png: copied from there */
    struct check_file *original; /* it is a copy of that one, for asset() */
    str said;  /* what it says, as a record: said.h; p == NULL: unknown */
    bool sure; /* the record is of those bytes: they were not overwritten
                  since */
    const struct kept_file *kept; /* the last check's record of it, if the file
                                     is the same; or NULL */
    str named; /* which of the names it has that no link has: names.h */
};

struct build_result;
struct kept_file;
struct plan;

struct catalog {
    const struct site *site;
    const struct plan *plan;
    struct arena *arena;
    str folder;               /* that holds the files */
    str output;               /* its name for users */
    str origin;               /* https://example.org, or empty */
    str root;                 /* /blog, or empty */
    str base;                 /* https://example.org/blog/ */
    struct check_file *files; /* by path */
    size_t n;
    struct map by_path;
    struct map held;  /* path -> struct post that is held back */
    struct map moved; /* paths that the server redirects, without '/' at the
                         end */
    /* Made when the first dead link is found: */
    struct map by_lower; /* path in lower case -> file */
    str *names;          /* every path as an address has it, for hints */
    bool ours_known;
    struct map ours; /* paths that crumb published, in this build or before */
};

/* Lists the files that are published in `folder`, whose name for users is
 * `output`. */
void catalog_make(struct catalog *catalog, const struct build_result *build,
                  str folder, str output, struct arena *arena);
/* The file at that path; NULL: there is none. */
struct check_file *catalog_find(const struct catalog *catalog, str path);
/* public/life/x/index.html, for messages; the file that holds its bytes; the
 * base of relative addresses in it. */
str catalog_name(const struct catalog *catalog, const struct check_file *file,
                 struct arena *arena);
str catalog_real(const struct catalog *catalog, const struct check_file *file,
                 struct arena *arena);
str catalog_url(const struct catalog *catalog, const struct check_file *file,
                struct arena *arena);

/* A place in the file. */
struct spot catalog_spot(const struct catalog *catalog,
                         const struct check_file *file, size_t off, size_t len,
                         struct arena *arena);

#endif
