/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CATALOG_H
#define CRUMB_CHECK_CATALOG_H

/* The files of the output, what is known of each, and where an address leads
 * among them. Filled on one thread before the files are read; then each file
 * belongs to the thread that reads it, and all else is const. */

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
    TARGET_LOCAL,   /* of somebody's own machine */
    TARGET_OTHER,   /* mailto:, data:, javascript: */
};

/* Where an address leads. */
struct target {
    str value; /* as the page has it, character references decoded */
    str url;   /* resolved */
    enum target_kind kind;
    str path;                /* TARGET_INSIDE: below the root, decoded */
    str fragment;            /* without '#', as it is written */
    struct check_file *file; /* what it leads to, NULL: see `there` */
    bool there;              /* a file of the output that is not crumb's */
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
    str real;    /* where its bytes are */
    str url;     /* what relative addresses in it start from */
    enum file_kind kind;
    const struct post *post; /* whose page it is, or NULL */
    str source; /* static/x.png or content/x.png: copied from there */
    struct check_file *original; /* it is a copy for asset() of that one */
    bool redirect;
    bool linked; /* another page leads readers to it */
    bool used;   /* something refers to it */
    VEC(str) ids;
    VEC(struct check_link) links;
    struct map by_id; /* made when the first link to a part is checked */
};

struct generation;
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
    struct map moved;    /* paths without '/' at the end that a server is told
                            to send on */
    struct map ours;     /* paths that crumb published, whenever it was */
    str *names;          /* every path as an address has it, for hints */
};

/* How many dead links get a hint: each is compared with every name. */
enum { CATALOG_HINTS = 50 };

/* folder: where the build wrote. An errno value. */
int catalog_make(struct catalog *catalog, const struct generation *built,
                 str folder, str output, struct arena *arena);
/* The address as seen from the file. */
void catalog_resolve(const struct catalog *catalog, struct check_file *from,
                     str address, struct arena *arena, struct target *out);
/* What a dead link to that path should be; empty: no idea. */
str catalog_hint(const struct catalog *catalog, const struct target *target,
                 struct arena *arena);

#endif
