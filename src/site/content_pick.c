/* SPDX-License-Identifier: MIT */
#include "site/content_pick.h"

#include "base/path.h"
#include "base/tree.h"
#include "site/foreign_markup.h"
#include "site/frontmatter.h"
#include "site/harmless.h"

struct pick {
    const struct content_from *from;
    const struct config *config;
    struct arena *arena;
    struct diags *diags;
};

/* --- HTML --- */

/* The text up to where its first line shows what it is. */
enum { ENOUGH = 64 };

static str beginning(const struct pick *pick, str path)
{
    const struct content_from *from = pick->from;
    str text = STR("");
    bool given = from->text && from->text(from->host, path, pick->arena, &text);
    if (!given && fs_read_start(path_join(pick->arena, from->dir, path), ENOUGH,
                                pick->arena, &text) != 0) {
        return STR(""); /* copying it will say why */
    }
    return text;
}

static str post_ext(const struct pick *pick, str path)
{
    str base = path_base(path);
    str ext = tree_post_ext(base);
    str html = tree_html_ext(base);
    if (html.n && frontmatter_begins(beginning(pick, path))) {
        return html;
    }
    return ext;
}

bool content_is_post_source(str path, str name, struct arena *arena)
{
    str text;
    str base = path_base(name);
    if (tree_post_ext(base).n || tree_is_like_post(base) ||
        foreign_markup(base)) {
        return true;
    }
    return tree_html_ext(base).n &&
           fs_read_start(path, ENOUGH, arena, &text) == 0 &&
           frontmatter_begins(text);
}

/* --- what is passed over --- */

static span place_of(const struct pick *pick, str path)
{
    struct source *source = ARENA_NEW(pick->arena, struct source);
    source->name = path_join(pick->arena, pick->from->dir, path);
    return span_of(source, 0, 0);
}

static void skip_markup(const struct pick *pick, str path,
                        const struct foreign_markup *markup)
{
    struct diag *diag = diag_warning(
        pick->diags, place_of(pick, path), "skipped-file",
        "this is %s, which crumb does not read: not published", markup->name);
    if (markup->cure) {
        diag_hint(diag,
                  "convert it to Markdown %s, or put it into static/ to "
                  "publish it as it is",
                  markup->cure);
    } else {
        diag_hint(diag, "write it as Markdown or HTML, or put it into static/ "
                        "to publish it as it is");
    }
}

static void skip_html(const struct pick *pick, str path)
{
    struct diag *diag =
        diag_warning(pick->diags, place_of(pick, path), "skipped-file",
                     "this post is HTML, which --untrusted and raw_html: false "
                     "leave out: not published");
    diag_hint(diag, "write it as Markdown, or build without these if you trust "
                    "its author");
}

static void skip_file(const struct pick *pick, str path)
{
    struct diag *diag =
        diag_warning(pick->diags, place_of(pick, path), "untrusted-file",
                     "a stranger's file of this kind may act in the site's "
                     "name: not published");
    diag_hint(diag, "look into it, and put it into static/ if you trust it");
}

/* Said of what is not published. */
static bool is_skipped(const struct pick *pick, const struct content_file *file)
{
    const struct foreign_markup *markup =
        file->ext.n ? NULL : foreign_markup(file->path);
    if (markup) {
        skip_markup(pick, file->path, markup);
    } else if (file->html && !pick->config->markdown.raw_html) {
        skip_html(pick, file->path);
    } else if (!file->ext.n && pick->from->untrusted &&
               !harmless_file(file->path)) {
        skip_file(pick, file->path);
    } else {
        return false;
    }
    return true;
}

void content_pick(const struct content_from *from, const struct config *config,
                  const struct fs_list *list, struct arena *arena,
                  struct diags *diags, struct content *out)
{
    struct pick pick = {from, config, arena, diags};
    VEC_RESERVE(&out->files, arena, list->n);
    for (size_t i = 0; i < list->n; i++) {
        const struct fs_entry *entry = &list->entries[i];
        struct content_file file = {
            .path = entry->name,
            .ext = post_ext(&pick, entry->name),
            .stat = fs_stat_of_entry(entry),
        };
        file.html = file.ext.n && !tree_post_ext(path_base(file.path)).n;
        if (!is_skipped(&pick, &file)) {
            *VEC_PUSH(&out->files, arena) = file;
        }
    }
}
