/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_SHORTCODE_H
#define CRUMB_MARKDOWN_SHORTCODE_SHORTCODE_H

/* Shortcodes: calls of a template in Markdown.
 *
 *     {{< figure src="oven.jpg" width=300 lazy >}}
 *     {{< note >}} *Hot.* {{< /note >}}
 *
 * This file reads single tags and their arguments. md_shortcode.c finds the
 * tags of a text that are not code, and pairs them. Strings are slices of the
 * text, or in the arena given. */

#include "base/diag/diag.h"
#include "base/vec.h"

struct shortcode_tag {
    str name;     /* letters, digits, - _ / . */
    str args;     /* what follows the name, trimmed */
    size_t from;  /* offset of the first brace */
    size_t to;    /* offset behind the last brace */
    bool closes;  /* {{< /name >}} */
    bool alone;   /* {{< name />}}: it has no closing tag */
    bool escaped; /* name and arguments are in a C comment: the tag is text */
};

enum shortcode_status {
    SHORTCODE_NONE,     /* no tag starts here */
    SHORTCODE_TAG,      /* *out is set */
    SHORTCODE_UNCLOSED, /* a tag starts here, but no ">}}" follows */
};

/* Reads the tag at text[at], which starts with "{{<". */
enum shortcode_status shortcode_tag_read(str text, size_t at,
                                         struct shortcode_tag *out);
/* The offset of the first "{{<" at `at` or behind it, else STR_NONE. */
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

/* Splits the arguments of a tag. A text is one word, or quoted: in "..." or
 * '...' a backslash escapes a quote, in `...` nothing is escaped. Returns false
 * if a quote is not closed or nothing follows a '='; *wrong is then the place
 * in tag->args. */
bool shortcode_args_read(const struct shortcode_tag *tag, struct arena *arena,
                         struct shortcode_args *out, str *wrong);

/* Whether it is `ref` or `relref`, which give the address of a post. */
bool shortcode_is_reference(str name);
/* Whether arguments of that name are addresses as Markdown has them: src, image
 * and poster of pictures (*image is set), href and link. */
bool shortcode_arg_is_address(str name, bool *image);

#endif
