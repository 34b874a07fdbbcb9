/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_FILE_H
#define CRUMB_SITE_CONTENT_CONTENT_FILE_H

/* The files of content/, and what each of them is. content.h lists them. */

#include "base/vec.h"
#include "files/fs.h"
#include "site/config/language.h"
#include "site/content/beside_kind.h"

enum content_kind {
    CONTENT_POST,  /* SECTION/NAME.md or SECTION/NAME/index.md, or .html;
                      whatever is in a folder _posts or _drafts */
    CONTENT_PAGE,  /* NAME.md or NAME/index.md, outside the blog */
    CONTENT_INDEX, /* _index.md: a section's or a term's title and text */
    CONTENT_ASSET, /* anything else: published as it is */
};

struct content_file {
    enum content_kind kind;
    str path;                 /* in content/: networking/evpn/index.md */
    str ext;                  /* of a post, .md; empty: it is none */
    bool html;                /* the post's text is HTML, not Markdown */
    struct language_place at; /* its language, and its path without that */
    str folder;      /* the section's folder: networking; "" at the top; without
                        that of a language, and without _posts and _drafts */
    bool draft;      /* it is in a folder _drafts */
    str name;        /* evpn: file's or bundle's, without ext and date */
    str date;        /* 2024-03-05 of 2024-03-05-evpn.md; may be empty */
    str bundle;      /* the bundle's folder it is in (networking/evpn), or "" */
    str bundle_post; /* that bundle's index.md, or what stands there for it */
    size_t index;    /* number among the files of its kind */
    struct fs_stat stat;
};

struct content {
    VEC(struct content_file) files; /* sorted by path */
    struct beside_files beside;     /* of other generators: not published */
    struct languages languages;
};

struct content_changes;

struct content_from {
    str dir;                      /* content/ as the process opens it */
    const struct fs_list *walked; /* what fs_walk has found in it; NULL: it is
                                     walked now */
    const struct content_changes *changes;
    bool untrusted; /* strangers write here */
};

#endif
