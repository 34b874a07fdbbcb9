/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_SHORTCODE_H
#define CRUMB_MARKDOWN_SHORTCODE_SHORTCODE_H

/* Shortcodes: calls of a template in Markdown.
 *
 *     {{< figure src="oven.jpg" width=300 lazy >}}
 *     {{< note >}} *Hot.* {{< /note >}}
 *     {{% note %}} *Hot.* {{% /note %}}            Hugo
 *     {{ figure(src="oven.jpg", width=300) }}      Zola
 *     {% note() %} *Hot.* {% end %}                Zola
 *     {% note tip %} *Hot.* {% endnote %}          Liquid (Jekyll), Hexo
 *     {% include note.html title="Hot" %}          Liquid
 *     {{ site.baseurl }}  {{ "/a.png" | relative_url }}
 *                                                  Liquid: no call, but a path
 *     %% what readers don't see %%                 Obsidian: no call, but a tag
 *
 * The last seven are tags only if the caller says so: otherwise such texts
 * belong to another template language.
 *
 * This file reads single tags and their arguments. md_shortcode.c finds the
 * tags of a text that are not code, and pairs them. Strings are slices of the
 * text, or in the arena given. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"

enum shortcode_style {
    SHORTCODE_ANGLE,   /* {{< name >}} */
    SHORTCODE_PERCENT, /* {{% name %}} */
    SHORTCODE_VALUE,   /* {{ name() }}, {{ site.url }} */
    SHORTCODE_BLOCK,   /* {% name() %}, {% end %}; {% name x %} */
    SHORTCODE_COMMENT, /* %%; opening and closing ones look the same */
    SHORTCODE_STYLES,
};

struct shortcode_tag {
    enum shortcode_style style;
    str name;     /* letters, digits, - _ / .; empty if it is escaped */
    str args;     /* after the name or in its brackets, trimmed */
    size_t from;  /* offset of the first brace */
    size_t to;    /* offset after the last brace */
    bool closes;  /* {{< /name >}}; {% end %}, without a name */
    bool alone;   /* {{< name />}}: it has no closing tag */
    bool liquid;  /* {% name x %}, {% endname %} */
    bool path;    /* {{ "a.png" | relative_url }}: `args` is a path from the
                     site's root, in an address; elsewhere it is text */
    bool escaped; /* name and arguments are in a C comment: the tag is text */
};

enum shortcode_status {
    SHORTCODE_NONE,     /* no tag starts here */
    SHORTCODE_TAG,      /* *out is set */
    SHORTCODE_UNCLOSED, /* a tag starts here, but no ">}}" or the like follows
                         */
};

enum { SHORTCODE_LONGEST = 8192 }; /* bytes of a tag */

/* Reads the tag at text[at], an offset that shortcode_find returned. */
enum shortcode_status shortcode_tag_read(str text, size_t at,
                                         struct shortcode_tag *out);
/* The offset of the first place at `at` or after it where a tag may start,
 * else STR_NONE. `styles` has a bit for each style that is looked for. */
size_t shortcode_find(str text, size_t at, unsigned styles);
/* The marks before and after the inside of a tag: "{{<" and ">}}". */
str shortcode_opener(enum shortcode_style style);
str shortcode_closer(enum shortcode_style style);

/* The name in an escaped tag. */
str shortcode_inner_name(const struct shortcode_tag *tag);

/* key="text", or "text" alone: then `name` is empty. */
struct shortcode_arg {
    str name;
    str text;
    bool quoted;
    bool typed; /* Zola's: numbers may have a '.', [1, "b"] is a list */
};

struct shortcode_args {
    VEC(struct shortcode_arg) list;
};

/* Splits the arguments of a tag. A text is one word, or quoted: in "..." or
 * '...' a backslash escapes a quote, in `...` nothing is escaped. Those of Zola
 * have commas between them. Returns false if a quote is not closed, a comma is
 * missing or nothing follows a '='; *wrong is then the place in tag->args. */
bool shortcode_args_read(const struct shortcode_tag *tag, struct arena *arena,
                         struct shortcode_args *out, str *wrong);

/* Takes the next item of a list, [1, "b"], off *rest, which is its text without
 * brackets. Returns false at its end, or where it makes no sense. */
bool shortcode_list_next(str *rest, struct arena *arena,
                         struct shortcode_arg *out);

/* Whether it is `ref` or `relref`, which give the address of a post. */
bool shortcode_is_reference(str name);
/* Whether it is `highlight`: a block of code, with the options of a fence. */
bool shortcode_is_code(str name);
/* Whether arguments of that name are addresses as Markdown has them: src,
 * image, image_path and poster of pictures (*image is set), href and link. */
bool shortcode_arg_is_address(str name, bool *image);

#endif
