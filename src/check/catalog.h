/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CATALOG_H
#define CRUMB_CHECK_CATALOG_H

/* The files of the output, and which file an address leads to. One thread makes
 * the catalog. Then each file belongs to the thread that reads it, and the rest
 * does not change. */

#include "base/map.h"
#include "base/vec.h"
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

enum target_kind {
    TARGET_INSIDE,  /* below the site's address */
    TARGET_BESIDE,  /* the same host, but not below it */
    TARGET_OUTSIDE, /* http or https elsewhere */
    TARGET_LOCAL,   /* on the author's machine or network */
    TARGET_OTHER,   /* mailto:, data:, javascript: */
};

/* Where an address leads. */
struct target {
    str value; /* as the page has it, character references decoded */
    str url;   /* resolved */
    enum target_kind kind;
    str path;                /* TARGET_INSIDE: below the root, decoded */
    str fragment;            /* without '#', as it is written */
    struct check_file *file; /* what it leads to; NULL: see `there` */
    bool there;              /* it leads to a file that crumb did not write */
};

struct check_link {
    struct target *target;
    uint32_t off;
    uint32_t len;
    bool page; /* readers can follow it: <a>, <area> */
};

struct check_file {
    str path;    /* below the output folder */
    str address; /* the same as addresses have it: x/ for x/index.html */
    str name;    /* public/life/x/index.html */
    str real;    /* the file that holds its bytes */
    str url;     /* the base of relative addresses in it */
    enum file_kind kind;
    const struct post *post; /* if it is the page of one, or NULL */
    str source; /* static/x.png or content/x.png: copied from there */
    struct check_file *original; /* it is a copy of that one, for asset() */
    bool redirect;
    bool linked; /* another page has a link to it */
    bool used;   /* something refers to it */
    VEC(str) ids;
    VEC(struct check_link) links;
    struct map by_id; /* made when the first link to a part is checked */
};

struct build_result;
struct plan;

struct catalog {
    const struct site *site;
    const struct plan *plan;
    struct arena *arena;
    str output;               /* the folder's name for users */
    str origin;               /* https://example.org, or empty */
    str root;                 /* /blog, or empty */
    struct check_file *files; /* by path */
    size_t n;
    struct map by_path;
    struct map by_lower; /* path in lower case -> file */
    struct map held;     /* path -> struct post that is held back */
    struct map moved;    /* paths that the server redirects, without '/' at the
                            end */
    struct map ours; /* paths that crumb published, in this build or before */
    str *names;      /* every path as an address has it, for hints */
};

/* The number of dead links that get a hint. A hint is slow to find: it takes a
 * comparison with every name. */
enum { CATALOG_HINTS = 50 };

/* Lists the files that are published in `folder`, whose name for users is
 * `output`. */
void catalog_make(struct catalog *catalog, const struct build_result *build,
                  str folder, str output, struct arena *arena);
/* Resolves an address that is written in the file `from`. */
void catalog_resolve(const struct catalog *catalog, struct check_file *from,
                     str address, struct arena *arena, struct target *out);
/* What a dead link was probably meant to be; empty: unknown. */
str catalog_hint(const struct catalog *catalog, const struct target *target,
                 struct arena *arena);

#endif
