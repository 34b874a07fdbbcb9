/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_FOREIGN_TAG_H
#define CRUMB_MARKDOWN_SHORTCODE_FOREIGN_TAG_H

/* Tags of template languages that other generators run over posts. crumb does
 * not: readers would see them as text.
 *
 *     {% include cup.html %}     Liquid (Jekyll), Jinja, Tera (Zola), Nunjucks
 *     {{ site.url }}             the same
 *     {{% note %}}               Hugo
 *     {: .wide}  {:toc}          kramdown (Jekyll)
 *     !!! note "Title"           boxes of Python-Markdown (Pelican, MkDocs)
 *     === "Title"                tabs of theirs
 *     {# ... #}                  comments of Jinja and Nunjucks
 *     %% ... %%                  comments of Obsidian
 *
 * The comments of Hugo and MDX are C comments in braces. Strings are slices of
 * the text. */

#include "base/diag/diag.h"

enum foreign_kind {
    FOREIGN_BLOCK,    /* {% name ... %} */
    FOREIGN_VALUE,    /* {{ name ... }} */
    FOREIGN_FILTER,   /* {{ "text" | name }} */
    FOREIGN_HUGO,     /* {{% name ... %}} */
    FOREIGN_KRAMDOWN, /* {:name}; without a name: attributes, {: .wide} */
    FOREIGN_BOX,      /* !!! name, ??? name, === "name": a text starts so */
    FOREIGN_COMMENT,  /* its name is the characters that open it */
};

enum { FOREIGN_TAG_LONGEST = 1000 }; /* bytes */

struct foreign_tag {
    enum foreign_kind kind;
    str name;
    bool call;   /* name(...), as in Zola */
    bool part;   /* it continues or ends another one: {% else %}, {% endif %} */
    size_t from; /* offset of its first brace */
    size_t head; /* offset after its name */
    size_t to;   /* offset after its last brace */
};

/* A tag of another template language, which readers see as text. Tags in code
 * and comments are not counted. */
struct foreign_use {
    enum foreign_kind kind;
    str name;
    str shown; /* its name in messages */
    bool call; /* the first is name(...) */
    size_t count;
    span at; /* the first */
};

/* Reads the first tag at *at or after it, and moves *at past the tag.
 * Returns false if there is none. */
bool foreign_tag_next(str text, size_t *at, struct foreign_tag *out);
/* The name of the tag for messages: the same for all tags of one name. In the
 * arena. */
str foreign_tag_shown(const struct foreign_tag *tag, struct arena *arena);

#endif
