/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CATALOG_H
#define CRUMB_CHECK_CATALOG_H

/* The files of the output. One thread makes the catalog. Then it does not
 * change, except: the thread that reads a file sets what it finds in it, any
 * thread sets `linked` and `used`, and one thread adds the parts that are made
 * on demand.
 */

#include <stdatomic.h>

#include "base/diag/nearest.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "check/findings.h"
#include "site/site.h"

struct build_result;
struct link_address; /* target.h */
struct plan;

enum file_kind {
    FILE_HTML,
    FILE_CSS,
    FILE_XML,
    FILE_JSON,
    FILE_TEXT, /* scripts, robots.txt, SVG */
    FILE_BINARY,
};

/* A link of a file. */
struct file_link {
    struct link_address *address;
    uint32_t off;
    uint32_t len;
    bool page; /* readers can follow it: <a>, <area> */
};

struct check_file {
    str path;    /* below the output folder */
    str address; /* the path as addresses have it: x/ for x/index.html, and x
                    for the page x.html if its url has no ending */
    enum file_kind kind;
    bool was_read;           /* else it is binary, or can't be read */
    atomic_bool linked;      /* another page has a link to it */
    atomic_bool used;        /* another file refers to it */
    const struct post *post; /* whose page it is, or NULL */
    str source; /* static/x.png or content/x.png: copied from there */
    struct check_file *original; /* it is a copy of that one, for asset(), or
                                     a form of that picture */
    bool is_form;                /* of the picture `original` */
    bool shown;          /* a form of it is used; set when all are read */
    const uint64_t *ids; /* sorted hashes of its ids */
    size_t nids;
    const struct file_link *links; /* that can't be judged before all files are
                                      read */
    size_t nlinks;
};

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
    struct map unpublished; /* path -> struct post */
    struct map redirected;  /* by the server: paths without '/' at the end */
    /* Made when the first dead link is found: */
    struct map by_lower;  /* path in lower case -> file */
    struct nearest names; /* every path as an address has it, for hints */
    bool manifests_read;
    struct map published; /* paths that crumb published, in this build or an
                             earlier one */
};

/* Lists the files that are published in `folder`, whose name for users is
 * `output`. The build must outlive the catalog. */
void catalog_make(struct catalog *catalog, const struct build_result *build,
                  str folder, str output, struct arena *arena);
/* The file at that path, or the page at that address without an ending; NULL:
 * there is none. */
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
