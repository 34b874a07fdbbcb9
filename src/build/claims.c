/* SPDX-License-Identifier: MIT */
#include "build/claims.h"

#include "base/map.h"
#include "base/path.h"
#include "build/plan.h"
#include "text/slug.h"

/* The file's name as a case-insensitive file system has it. */
static str fold(struct arena *arena, str file)
{
    str folded = slug_nfc(arena, file);
    char *p = ARENA_ARRAY(arena, char, folded.n);
    for (size_t i = 0; i < folded.n; i++) {
        p[i] = to_lower(folded.p[i]);
    }
    return (str){p, folded.n};
}

/* The page's address rather than its index.html. */
static str shown(str file)
{
    str index = STR("index.html");
    str base = path_base(file);
    return str_eq(base, index) ? str_sub(file, 0, file.n - index.n) : file;
}

static void clash(const struct output *first, struct output *second,
                  struct diags *diags)
{
    span at = second->at.source ? second->at : first->at;
    struct diag *diag = diag_error(
        diags, at, "duplicate-url", "two sources for /%.*s: %.*s and %.*s",
        STR_ARG(shown(second->address->file)), STR_ARG(first->from),
        STR_ARG(second->from));
    diag_hint(diag, "give one of them another slug or url");
    second->dropped = true;
}

static void escapes(struct output *output, struct diags *diags)
{
    struct diag *diag = diag_error(
        diags, output->at, "slug-escapes",
        "the address /%.*s leads out of the output folder",
        STR_ARG(shown(output->address->file)));
    diag_hint(diag, "no \"..\" in slug, url and aliases");
    output->dropped = true;
}

/* A file claimed as `file` can't stand where others need a folder. */
static void check_folders(const struct map *claims, str folded,
                          struct output *output, struct diags *diags)
{
    for (str dir = path_dir(folded); dir.n; dir = path_dir(dir)) {
        const struct output *other = map_get(claims, dir);
        if (other) {
            clash(other, output, diags);
            return;
        }
    }
}

void claims_check(struct output *outputs, size_t n, struct arena *arena,
                  struct diags *diags)
{
    struct map claims = {0};
    for (size_t i = 0; i < n; i++) {
        str normal;
        str file = outputs[i].address->file;
        if (!path_normal(arena, file, &normal) || !str_eq(normal, file)) {
            escapes(&outputs[i], diags);
            continue;
        }
        void **claim = map_put(&claims, arena, fold(arena, file));
        if (*claim) {
            clash(*claim, &outputs[i], diags);
        } else {
            *claim = &outputs[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (outputs[i].dropped) {
            continue;
        }
        check_folders(&claims, fold(arena, outputs[i].address->file),
                      &outputs[i], diags);
    }
}
