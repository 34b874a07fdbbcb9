/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "base/memory/map.h"
#include "files/path.h"
#include "site/address.h"
#include "site/content/post.h"

str alias_path(str alias, str own, struct arena *arena)
{
    str path;
    if (str_starts(alias, STR("/"))) {
        return alias;
    }
    str folder = path_dir(path_bare(own));
    if (!path_normal(arena, path_join(arena, folder, alias), &path)) {
        return (str){NULL, 0};
    }
    bool slash = path.n && str_ends(alias, STR("/"));
    return arena_join(
        arena, (const str[]){STR("/"), path, slash ? STR("/") : STR("")}, 3);
}

/* Returns false after reporting that it leads out of the site. */
static bool from_root(struct text_item *alias, str own, struct arena *keep,
                      struct diags *diags)
{
    str path = alias_path(alias->text, own, keep);
    if (path.p) {
        alias->text = path;
        return true;
    }
    struct diag *diag = diag_error(diags, alias->at, "alias-escapes",
                                   "the alias leads out of the site");
    diag_hint(diag,
              "it counts from the folder of the post's address, /%.*s: "
              "write it from the site's root, as /old/address/",
              STR_ARG(path_dir(path_bare(own))));
    return false;
}

/* Paths that are one address. The page /a/b may have the alias /a/b/: that is
 * where it was before. */
static bool is_same_place(str alias, str own)
{
    bool bare = own.n && own.p[own.n - 1] != '/' && !address_is_file(own);
    while (bare && alias.n && alias.p[0] == '/') {
        alias = str_from_offset(alias, 1);
    }
    return bare ? str_eq_nocase(alias, own)
                : str_eq_nocase(path_bare(alias), path_bare(own));
}

static struct text_list resolve(const struct text_list *aliases, str own,
                                struct arena *keep, struct arena *work,
                                struct diags *diags)
{
    struct map known = {0};
    struct text_list kept = {0};
    kept.p = ARENA_ARRAY(keep, struct text_item, aliases->n);
    for (size_t i = 0; i < aliases->n; i++) {
        struct text_item alias = aliases->p[i];
        if (!from_root(&alias, own, keep, diags)) {
            continue;
        }
        /* Capitals make no other file on many computers, and to some servers
         * no other address. */
        str key = arena_lower(work, path_bare(alias.text));
        void **slot = map_put(&known, work, key);
        if (!*slot && !is_same_place(alias.text, own)) {
            kept.p[kept.n++] = alias;
        }
        *slot = &known;
    }
    return kept;
}

void aliases_resolve(const struct site *site, struct post *post, str own,
                     struct diags *diags)
{
    struct arena work = {0};
    if (post->front->aliases.n) {
        struct frontmatter *front = post_change_front(post, site->arena);
        front->aliases =
            resolve(&front->aliases, own, site->arena, &work, diags);
    }
    arena_free(&work);
}

void aliases_resolve_index(const struct site *site, struct post *index,
                           struct diags *diags)
{
    const struct frontmatter_uncommon *own = frontmatter_uncommon(index->front);
    str folder = path_dir(index->address.file);
    if (!index->address.file.n) {
        return;
    }
    aliases_resolve(site, index, folder, diags);
    if (own->url.n && !str_eq_nocase(path_bare(own->url), path_bare(folder))) {
        struct diag *diag =
            diag_warning(diags, own->url_at, "bad-url",
                         "a list has the address of its folder: passed over");
        diag_hint(diag, "write aliases: [/%.*s/], which leads to it",
                  STR_ARG(path_bare(own->url)));
    }
}
