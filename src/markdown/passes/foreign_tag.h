/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_PASSES_FOREIGN_TAG_H
#define CRUMB_MARKDOWN_PASSES_FOREIGN_TAG_H

/* Tags of the template languages that other generators run over their posts.
 * In a post of ours they are text.
 *
 *     {% include cup.html %}     Liquid (Jekyll), Jinja, Tera (Zola), Nunjucks
 *     {{ site.url }}             the same
 *     {{% note %}}               Hugo
 *     {: .wide}  {:toc}          kramdown (Jekyll)
 *     {# ... #}  %% ... %%       comments of Jinja and Nunjucks, of Obsidian;
 *                                those of Hugo and MDX are as in C, in braces
 */

#include "base/arena.h"

enum foreign_kind {
    FOREIGN_BLOCK,    /* {% name ... %} */
    FOREIGN_VALUE,    /* {{ name ... }} */
    FOREIGN_FILTER,   /* {{ "text" | name }} */
    FOREIGN_HUGO,     /* {{% name ... %}} */
    FOREIGN_KRAMDOWN, /* {:name}; an empty one: attributes */
    FOREIGN_COMMENT,  /* its name is what opens it */
};

enum { FOREIGN_TAG_LONGEST = 1000 }; /* bytes */

struct foreign_tag {
    enum foreign_kind kind;
    str name;
    bool part;   /* it ends what another one begins, or goes on with it */
    size_t from; /* its first brace */
    size_t head; /* behind its name */
    size_t to;   /* behind its last brace */
};

/* The next one from *at on, which becomes the place behind it. False: there is
 * none. */
bool foreign_tag_next(str text, size_t *at, struct foreign_tag *out);
/* As messages name it: all with that name look alike. */
str foreign_tag_shown(const struct foreign_tag *tag, struct arena *arena);

#endif
