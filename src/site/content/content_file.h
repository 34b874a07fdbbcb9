/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_FILE_H
#define CRUMB_SITE_CONTENT_CONTENT_FILE_H

/* The files of content/ and their kinds. content.h lists them. */

#include "base/memory/vec.h"
#include "files/fs.h"
#include "site/config/language.h"

enum content_kind {
    CONTENT_POST,  /* SECTION/NAME.md or a bundle SECTION/NAME/, or .html; any
                      Markdown file in a folder _posts or _drafts */
    CONTENT_PAGE,  /* NAME.md or a bundle NAME/: not a part of the blog */
    CONTENT_INDEX, /* _index.md: a section's or a term's title and text */
    CONTENT_ASSET, /* any other file: published unchanged */
};

/* How a file belongs to its folder: content_find_forms. */
enum content_form {
    CONTENT_FORM_FILE,   /* by itself: it is only in the folder */
    CONTENT_FORM_BUNDLE, /* it is a post, and other files there belong to it */
    CONTENT_FORM_INDEX,  /* it is the text of the folder's list */
};

/* A large site has many, for the whole build: data that others have is not in
 * it. */
struct content_file {
    uint8_t kind;             /* enum content_kind */
    uint8_t form;             /* enum content_form */
    bool html;                /* the post's text is HTML, not Markdown */
    bool cook;                /* it is Cooklang, and is read as HTML */
    bool draft;               /* it is in a folder _drafts */
    str source;               /* its name in messages: content/ and... */
    str path;                 /* ...networking/evpn/index.md */
    str ext;                  /* .md of a post; empty: the file is no post */
    struct language_place at; /* its language, and its path without that */
    str folder; /* the folder of its section: networking; "" at the top. Folders
                   of languages, _posts and _drafts are left out */
    str name;   /* evpn: of the file or the bundle, without ext and date */
    str date;   /* 2024-03-05 of 2024-03-05-evpn.md; may be empty */
    const struct content_file *bundle; /* the post of its bundle, usually
                                          index.md; NULL: it is in none */
    struct fs_stat stat;
};

/* Files that hold the front matter of posts: inherit.h says which. */
enum beside_kind {
    BESIDE_NOT,
    BESIDE_NIKOLA,
    BESIDE_ELEVENTY,
    BESIDE_LUME,
    BESIDE_PROGRAM,
};

struct beside_file {
    str path; /* in content/ */
    enum beside_kind kind;
};

struct content {
    VEC(struct content_file *) files; /* sorted by path */
    VEC(struct beside_file) beside;   /* front matter of other generators */
    struct languages languages;
    struct fs_list walked; /* the result of content_scan's own walk, for another
                              scan of the same files */
};

struct content_changes;

/* The input of content_scan. */
struct content_from {
    str dir;                      /* content/, as a path for open() */
    const struct fs_list *walked; /* result of an fs_walk of it; NULL: it is
                                     walked now */
    const struct content_changes *changes;
    bool untrusted; /* the authors are not trusted (content_pick.h) */
};

/* Returns the length of "2024-03-05-" or "2024-3-5-" at the start of a name
 * that goes on after it; 0: there is none. */
size_t name_date_length(str name);
/* Whether the whole name is a day, 2024-03-05, as in a diary. */
bool name_is_day(str name);

#endif
