/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_H
#define CRUMB_MARKDOWN_SHORTCODE_H

/* Shortcodes: calls of a template from within Markdown.
 *
 *     {{< figure src="oven.jpg" width=300 lazy >}}
 *     {{< note >}} *Hot.* {{< /note >}}
 *
 * Here are the tags alone; md_shortcode.c finds those of a text that are not
 * code, and pairs them. */

#include "base/diag/diag.h"
#include "base/vec.h"

struct shortcode_tag {
    str name;     /* letters, digits, - _ / . */
    str args;     /* what stands behind the name, trimmed */
    size_t from;  /* the first brace */
    size_t to;    /* behind the last one */
    bool closes;  /* {{< /name >}} */
    bool alone;   /* {{< name />}}: nothing closes it */
    bool escaped; /* its name and arguments are a C comment: text */
};

enum shortcode_status {
    SHORTCODE_NONE, /* no tag starts here */
    SHORTCODE_TAG,
    SHORTCODE_UNCLOSED, /* it starts as one, and no ">}}" follows */
};

/* The tag at text[at], where "{{<" stands. */
enum shortcode_status shortcode_tag_read(str text, size_t at,
                                         struct shortcode_tag *out);
/* The offset of the next "{{<" from `at` on, or STR_NONE. */
size_t shortcode_find(str text, size_t at);

/* key="text", or "text" alone: then `name` is empty. */
struct shortcode_arg {
    str name;
    str text;
    bool quoted;
};

struct shortcode_args {
    VEC(struct shortcode_arg) list;
};

/* Takes the arguments apart. Texts stand in "..." or '...' with a backslash
 * before a quote, in `...` as they are, or, of one word, alone. False: a quote
 * is not closed, or nothing follows a "="; *wrong is the place in tag->args. */
bool shortcode_args_read(const struct shortcode_tag *tag, struct arena *arena,
                         struct shortcode_args *out, str *wrong);

/* One use of a shortcode, as whoever renders it sees it. */
struct shortcode_call {
    str name;
    struct shortcode_args args;
    str raw;  /* what stands between the tags, as it is written */
    str body; /* HTML of it; empty if the host wants it raw */
    bool has_body;
    bool block; /* it stands alone, not within a paragraph */
    span at;    /* the opening tag */
};

/* Who renders shortcodes. */
struct shortcode_host {
    /* Whether there is one of that name; reports if not. */
    bool (*known)(void *host, str name, span at);
    /* Whether what stands between its tags is no Markdown. */
    bool (*raw)(void *host, str name);
    /* HTML, or an address where the tag is a link's, in `arena`. p == NULL: it
     * can't be rendered, which was reported; the tag stays as it is. */
    str (*render)(void *host, const struct shortcode_call *call,
                  struct arena *arena);
    void *host;
};

#endif
