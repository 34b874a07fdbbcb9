/* SPDX-License-Identifier: MIT */
#include "site/body/foreign_tags.h"

#include <string.h>

#include "base/map.h"
#include "markdown/markdown.h"

/* --- one post --- */

static const char *language_of(enum foreign_kind kind)
{
    switch (kind) {
    case FOREIGN_BLOCK:
    case FOREIGN_VALUE:
    case FOREIGN_FILTER: return "Liquid or Jinja";
    case FOREIGN_HUGO: return "Hugo";
    case FOREIGN_KRAMDOWN: return "kramdown";
    case FOREIGN_COMMENT: return "another program";
    }
    return "";
}

/* What crumb has for a tag of Jekyll, Hexo or Zola. */
static const char *cure_of_block(str name)
{
    static const struct {
        str name;
        const char *cure;
    } cures[] = {
        {STR_INIT("include"), "a shortcode can do it: templates/shortcodes/"},
        {STR_INIT("raw"), "take it out: nothing needs protection here"},
        {STR_INIT("highlight"), "write a fence: ```language"},
        {STR_INIT("codeblock"), "write a fence: ```language"},
        {STR_INIT("post_url"), "write the path of the post's file"},
        {STR_INIT("post_link"), "write the path of the post's file"},
        {STR_INIT("link"), "write the path of the file"},
        {STR_INIT("asset_img"), "write ![what it shows](picture.jpg)"},
        {STR_INIT("img"), "write ![what it shows](picture.jpg)"},
        {STR_INIT("image"), "write ![what it shows](picture.jpg)"},
        {STR_INIT("comment"), "take it out, with all that it hides"},
    };
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
        if (str_eq(name, cures[i].name)) {
            return cures[i].cure;
        }
    }
    return NULL;
}

static void hint(const struct foreign_use *use, struct diag *diag)
{
    const char *cure =
        use->kind == FOREIGN_BLOCK ? cure_of_block(use->name) : NULL;
    if (use->kind == FOREIGN_COMMENT) {
        diag_hint(diag, "take it out: readers see it");
    } else if (cure) {
        diag_hint(diag, "%s", cure);
    } else if (use->kind == FOREIGN_BLOCK || use->kind == FOREIGN_HUGO) {
        diag_hint(diag, "write {{< %.*s >}}, if there is a shortcode for it",
                  STR_ARG(use->name));
    } else if (use->kind == FOREIGN_KRAMDOWN) {
        bool toc = str_eq(use->name, STR("toc"));
        bool list = use->name.n == 0;
        diag_hint(diag, toc    ? "put it on the line below the list"
                        : list ? "put it directly below its block, or behind "
                                 "its link, picture or code"
                               : "take it out");
    } else {
        diag_hint(diag, "write what it stands for: a path, the words");
    }
}

void foreign_tags_warn(const struct markdown *markdown, struct diags *diags)
{
    for (size_t i = 0; i < markdown->foreign.n; i++) {
        const struct foreign_use *use = markdown->foreign.p[i];
        struct diag *diag = diag_warning(
            diags, use->at, "foreign-tag",
            "\"%.*s\" is a %s of %s: published as text", STR_ARG(use->shown),
            use->kind == FOREIGN_COMMENT ? "comment" : "tag",
            language_of(use->kind));
        hint(use, diag);
        diag->repeats = use->count - 1;
    }
}

/* --- all of them --- */

struct name {
    struct diag *first;
    size_t times;
    size_t posts;
};

static bool is_before(const struct place *a, const struct place *b)
{
    int order = str_cmp(a->file, b->file);
    return order < 0 || (order == 0 && a->off < b->off);
}

/* What is joined belongs to the posts, which say it once more. */
static void say(struct name *name, struct diags *diags)
{
    struct diag *diag = ARENA_NEW(diags->arena, struct diag);
    *diag = *name->first;
    diag->repeats = 0;
    if (name->posts > 1) {
        diag->message =
            arena_printf(diags->arena, "%.*s, %zu times in %zu posts",
                         STR_ARG(diag->message), name->times, name->posts);
    } else if (name->times > 1) {
        diag->message = arena_printf(diags->arena, "%.*s, %zu times",
                                     STR_ARG(diag->message), name->times);
    }
    *VEC_PUSH(&diags->list, diags->arena) = diag;
}

void foreign_tags_join(struct diags *diags)
{
    struct map by_message = {0};
    VEC(struct name *) names = {0};
    size_t kept = 0;
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        if (strcmp(diag->code, "foreign-tag") != 0) {
            diags->list.p[kept++] = diag;
            continue;
        }
        void **place = map_put(&by_message, diags->arena, diag->message);
        struct name *name = *place;
        if (!name) {
            name = ARENA_NEW(diags->arena, struct name);
            *name = (struct name){.first = diag};
            *VEC_PUSH(&names, diags->arena) = name;
            *place = name;
        }
        name->times += diag->repeats + 1;
        name->posts++;
        if (is_before(&diag->at, &name->first->at)) {
            name->first = diag;
        }
        diags->warnings--;
    }
    diags->list.n = kept;
    for (size_t i = 0; i < names.n; i++) {
        say(names.p[i], diags);
        diags->warnings++;
    }
}
