/* SPDX-License-Identifier: MIT */
#include "site/content/content_pick.h"

#include <errno.h>

#include "files/path.h"
#include "files/source_file.h"
#include "files/tree/tree.h"
#include "site/content/content_change.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"
#include "text/html_token.h"

struct pick {
    const struct content_from *from;
    const struct config *config;
    struct arena *arena;
    struct diags *diags;
};

/* --- HTML --- */

/* The text up to where its first line shows what it is; as far as the head of
 * HTML goes. */
enum { ENOUGH = 256, HEAD = 4096 };

static str beginning(const struct pick *pick, const struct content_file *file,
                     size_t most)
{
    str text = STR("");
    if (content_changes_text(pick->from->changes, file->path, pick->arena,
                             &text)) {
        return text;
    }
    int error =
        fs_read_start(file->source, &file->stat, most, pick->arena, &text);
    if (error == ESTALE) {
        source_file_changes(file->source, pick->diags);
    }
    return error ? STR("") : text; /* copying it will say why */
}

static str post_ext(const struct pick *pick, const struct content_file *file)
{
    str base = path_base(file->path);
    str ext = tree_post_ext(base);
    str html = tree_html_ext(base);
    if (html.n && frontmatter_begins(beginning(pick, file, ENOUGH))) {
        return html;
    }
    return ext;
}

/* Medium's export has drafts as draft_TITLE-ID.html. */
static bool is_named_draft(str base)
{
    return tree_html_ext(base).n && str_starts(base, STR("draft_"));
}

/* Pelican's <meta name="status" content="draft">. */
static bool is_held_html(str text)
{
    struct html_token token;
    html_token_init(&token, text);
    while (html_token_next(&token)) {
        str word = html_token_value(&token, STR("content"));
        size_t key = visibility_key(html_token_value(&token, STR("name")));
        if (html_token_is(&token, STR("meta")) && key != VISIBILITY_KEY_NONE &&
            visibility_of(key, value_string(word), word) ==
                VISIBILITY_UNPUBLISHED) {
            return true;
        }
    }
    return false;
}

/* Text of any kind that Jekyll, Eleventy and others take for a page's source.
 * YAML begins so by itself. */
static bool is_other_source(str path, str text)
{
    return !str_is_word_of(path_ext(path), STR(".yaml .yml")) &&
           frontmatter_opens(text);
}

bool content_is_post_source(str path, str name, struct arena *arena)
{
    str text;
    str base = path_base(name);
    if (tree_post_ext(base).n || tree_is_like_post(base) ||
        foreign_markup(base)) {
        return true;
    }
    bool html = tree_html_ext(base).n != 0;
    if (fs_read_start(path, NULL, html ? HEAD : ENOUGH, arena, &text) != 0) {
        return false;
    }
    return is_other_source(base, text) || is_named_draft(base) ||
           (html && (frontmatter_begins(text) || is_held_html(text)));
}

/* --- front matter beside posts --- */

/* Whether the folder has a post's source of that name, without its ending. */
static bool has_post(const struct fs_list *all, str stem)
{
    for (size_t i = fs_list_find(all, stem);
         i < all->n && str_starts(all->entries[i].name, stem); i++) {
        str name = all->entries[i].name;
        str base = path_base(name);
        bool source = tree_post_ext(base).n || tree_html_ext(base).n ||
                      foreign_markup(base);
        if (source && str_eq(path_stem(name), stem)) {
            return true;
        }
    }
    return false;
}

/* The kind of a file by its name and by the names of the files beside it. */
static enum beside_kind beside_kind(const struct fs_list *all, str path)
{
    str base = path_base(path);
    str ext = path_ext(base);
    if (tree_post_ext(base).n) { /* most are */
        return BESIDE_NOT;
    }
    if (str_is_word_of(base, STR("_data.yml _data.yaml _data.json"))) {
        return BESIDE_LUME;
    }
    str stem = str_sub(path, 0, path.n - ext.n);
    bool json = str_eq(ext, STR(".json"));
    if (str_ends(stem, STR(".11tydata"))) {
        return json                                        ? BESIDE_ELEVENTY
               : str_is_word_of(ext, STR(".js .cjs .mjs")) ? BESIDE_PROGRAM
                                                           : BESIDE_NOT;
    }
    str folder = path_dir(path).n ? path_base(path_dir(path)) : STR("content");
    bool of_folder = json && str_eq(path_base(stem), folder);
    if ((!json && !str_eq(ext, STR(".meta"))) ||
        (!of_folder && !has_post(all, stem))) {
        return BESIDE_NOT;
    }
    return json ? BESIDE_ELEVENTY : BESIDE_NIKOLA;
}

/* --- files that are not published --- */

static bool skip(const struct pick *pick, const struct content_file *file,
                 const char *code, const char *message, const char *hint)
{
    const struct source source = {.name = file->source};
    struct diag *diag =
        diag_warning(pick->diags, span_of(&source, 0, 0), code, "%s", message);
    diag_hint(diag, "%s", hint);
    return true;
}

static bool skip_markup(const struct pick *pick,
                        const struct content_file *file,
                        const struct foreign_markup *markup)
{
    const struct source source = {.name = file->source};
    struct diag *diag = diag_warning(
        pick->diags, span_of(&source, 0, 0), "skipped-file",
        "this is %s, which crumb does not read: not published", markup->name);
    diag_hint(diag, "%s%s, or put it into static/ to publish it as it is",
              markup->cure ? "convert it to Markdown " : "write it as Markdown",
              markup->cure ? markup->cure : " or HTML");
    diag_group(diag, str_from(markup->name), STR(""));
    return true;
}

static bool skip_text(const struct pick *pick, const struct content_file *file)
{
    bool html = tree_html_ext(file->path).n != 0;
    str text = beginning(pick, file, html ? HEAD : ENOUGH);
    if (is_named_draft(path_base(file->path))) {
        return skip(pick, file, "not-public",
                    "Medium exports drafts under such a name: not published",
                    "rename it, if everybody may read this");
    }
    if (html && is_held_html(text)) {
        return skip(
            pick, file, "not-public",
            "a <meta> of this page says that it is not public: not published",
            "take it out, if everybody may read this");
    }
    return is_other_source(file->path, text) &&
           skip(pick, file, "skipped-file",
                "this begins with front matter, which is read in Markdown and "
                "HTML alone: not published",
                "name it .md if it is a post, or put it into static/ to "
                "publish it as it is");
}

/* Reports a file that is not published. False: it is. */
static bool is_skipped(const struct pick *pick, const struct content_file *file)
{
    if (file->html && !file->cook && !pick->config->markdown.raw_html) {
        return skip(pick, file, "skipped-file",
                    "this post is HTML, which --untrusted and raw_html: false "
                    "leave out: not published",
                    "write it as Markdown, or build without these if you trust "
                    "its author");
    }
    if (file->ext.n) {
        return false;
    }
    const struct foreign_markup *markup = foreign_markup(file->path);
    if (markup) {
        return skip_markup(pick, file, markup);
    }
    if (pick->from->untrusted && !harmless_file(file->path)) {
        return skip(pick, file, "untrusted-file",
                    "a stranger's file of this kind may act in the site's "
                    "name: not published",
                    "look into it, and put it into static/ if you trust it");
    }
    return !harmless_media(file->path) && skip_text(pick, file);
}

void content_pick(const struct content_from *from, const struct config *config,
                  const struct fs_list *list, struct arena *arena,
                  struct diags *diags, struct content *out)
{
    struct pick pick = {from, config, arena, diags};
    VEC_RESERVE(&out->files, arena, list->n);
    struct content_file *files =
        ARENA_ARRAY(arena, struct content_file, list->n);
    for (size_t i = 0; i < list->n; i++) {
        const struct fs_entry *entry = &list->entries[i];
        enum beside_kind beside = beside_kind(list, entry->name);
        str source = path_join(arena, from->dir, entry->name);
        str path = str_from_offset(source, source.n - entry->name.n);
        if (beside != BESIDE_NOT) {
            *VEC_PUSH(&out->beside, arena) = (struct beside_file){path, beside};
            continue;
        }
        struct content_file *file = &files[out->files.n];
        *file = (struct content_file){
            .source = source,
            .path = path,
            .stat = entry->stat,
        };
        file->ext = post_ext(&pick, file);
        file->cook = str_eq_nocase(file->ext, STR(".cook"));
        file->html = file->cook ||
                     (file->ext.n && !tree_post_ext(path_base(file->path)).n);
        if (!is_skipped(&pick, file)) {
            *VEC_PUSH(&out->files, arena) = file;
        }
    }
}
