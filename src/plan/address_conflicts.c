/* SPDX-License-Identifier: MIT */
#include "plan/plan_parts.h"

#include "base/memory/map.h"
#include "files/path.h"
#include "publish/manifest.h"
#include "site/content/post.h"

/* In bytes: what file systems take for a name, and what leaves the path of
 * the output folder some room in what the system takes for a path. */
enum { LONGEST_NAME = 255, LONGEST_PATH = 3000 };

/* --- names and places, for messages --- */

/* The place in front matter that gives the address; no source: none does. */
static span words_of(const struct output *output)
{
    const struct post *post = output->post;
    if (output->kind == OUTPUT_ALIAS) {
        return output->at;
    }
    if (output->kind != OUTPUT_POST) {
        return (span){0};
    }
    return frontmatter_uncommon(post->front)->url.n
               ? frontmatter_uncommon(post->front)->url_at
           : post->front->slug.n ? post->front->slug_at
                                 : (span){0};
}

/* The file that makes it, else the section's folder; *file is the source. */
static span file_of(const struct output *output, struct source *file,
                    struct arena *arena)
{
    bool section =
        output->kind == OUTPUT_LIST && output->list->kind == PAGE_SECTION;
    file->name = section
                     ? path_join(arena, STR("content"), output->listing->name)
                     : output->from;
    bool is_file = output->kind != OUTPUT_BYTES && file->name.n;
    return is_file ? span_of(file, 0, 0) : (span){0};
}

/* The post itself, where no word of it is to blame. */
static span post_of(const struct output *output)
{
    return output->kind == OUTPUT_POST ? post_span(output->post) : (span){0};
}

/* --- complaints --- */

/* The later one's words, else the earlier one's, else either file. */
static struct diag *clash_at(str path, const struct output *first,
                             struct output *second, struct arena *arena,
                             struct diags *diags)
{
    struct source file = {0};
    span at = words_of(second);
    at = at.source ? at : words_of(first);
    at = at.source ? at : post_of(second);
    at = at.source ? at : post_of(first);
    bool copied = first->kind == OUTPUT_FILE && second->kind != OUTPUT_FILE;
    at = at.source ? at : file_of(copied ? first : second, &file, arena);
    at = at.source ? at : file_of(copied ? second : first, &file, arena);
    str one = output_name(first, arena);
    str two = output_name(second, arena);
    second->dropped = true;
    return diag_error(diags, at, "duplicate-url",
                      "two sources for /%.*s: %.*s and %.*s", STR_ARG(path),
                      STR_ARG(one), STR_ARG(two));
}

static struct diag *clash(const struct output *first, struct output *second,
                          struct arena *arena, struct diags *diags)
{
    return clash_at(address_shown(second->address->file), first, second, arena,
                    diags);
}

static bool is_of(const struct output *output, enum page_kind kind)
{
    return output->kind == OUTPUT_LIST && output->list->kind == kind;
}

static bool is_redirects(const struct output *output)
{
    return output->kind == OUTPUT_BYTES && str_eq(output->from, REDIRECTS_FROM);
}

/* The cure, for a hint. */
static const char *cure_of(const struct output *first,
                           const struct output *second)
{
    if (first->post || second->post) {
        return "give one of them another slug or url";
    }
    if (is_redirects(first) || is_redirects(second)) {
        return "write the old addresses as aliases of their posts, or leave "
               "the file out of \"redirects\"";
    }
    return "rename one of them";
}

/* Why two names are one. */
static const char *alike(str first, str second)
{
    if (str_eq(first, second)) {
        return "";
    }
    return str_eq_nocase(first, second)
               ? ": they differ only in capitals, which many file systems "
                 "take for one"
               : ": they differ only in how accents or capitals are written, "
                 "which many file systems take for one";
}

/* Outputs that no one asked for: feeds, the sitemap, robots.txt, the 404 page,
 * data of recipes, cards, the search. */
static bool is_extra(const struct output *output)
{
    return output->kind == OUTPUT_FEED || output->kind == OUTPUT_PAGES ||
           output->kind == OUTPUT_DATA || output->kind == OUTPUT_CARD ||
           output->kind == OUTPUT_SEARCH || is_of(output, PAGE_404) ||
           is_of(output, PAGE_SEARCH);
}

/* A file or a post of the author's own replaces an extra at exactly its
 * address. If only the case were equal, that address would stay empty. */
static bool replaces(const struct output *own, const struct output *extra)
{
    bool written = own->kind == OUTPUT_FILE || own->kind == OUTPUT_POST;
    return written && is_extra(extra) &&
           str_eq(own->address->file, extra->address->file);
}

/* Nearly all addresses have only small letters, digits and the like, and no
 * part that is empty or begins with a dot. The checks below do not apply to
 * them, and folding does not change them. */
static bool is_plain(str file)
{
    bool begins = true;
    for (size_t i = 0; i < file.n; i++) {
        char c = file.p[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_' || (c == '.' && !begins);
        if (!word && (c != '/' || begins)) {
            return false;
        }
        begins = c == '/';
    }
    return file.n <= LONGEST_NAME && !begins;
}

/* Returns why this can't be a file's name, or why an address would not show it
 * as written; NULL: it can. The author's own files may have any name. */
static const char *problem_of(const struct output *output, struct arena *arena)
{
    str rest = output->address->file;
    bool made = output->kind != OUTPUT_FILE && output->kind != OUTPUT_BYTES;
    str part;
    if (!path_normal(arena, rest, &part) || !str_eq(part, rest)) {
        return "leads out of the output folder";
    }
    if (rest.n > LONGEST_PATH) {
        return "is too long";
    }
    for (size_t i = 0; made && i < rest.n; i++) {
        unsigned char c = (unsigned char)rest.p[i];
        if (c < 0x20 || c == 0x7F) {
            return "has a control character in it";
        }
        if (c == '?' || c == '#' || c == '\\') {
            return "has a character in it that addresses can't have";
        }
    }
    for (bool first = true; str_split(&rest, '/', &part); first = false) {
        if (part.n > LONGEST_NAME) {
            return "has a part that is too long for a file's name";
        }
        if (first && str_eq_nocase(part, STR(MANIFEST_STAGE))) {
            return "is one that crumb needs while it publishes";
        }
    }
    return NULL;
}

static void refuse_output(struct output *output, const char *what,
                          struct arena *arena, struct diags *diags)
{
    struct source file = {0};
    span at = words_of(output);
    at = at.source ? at : file_of(output, &file, arena);
    str name = output_name(output, arena);
    struct diag *diag =
        diag_error(diags, at, "bad-address", "the address of %.*s %s",
                   STR_ARG(name), what);
    diag_hint(diag, "letters, digits and - are best: 255 bytes at most "
                    "between two \"/\", no ? # \\");
    output->dropped = true;
}

/* A file can't have the name of a folder that others need. `all` has the
 * outputs by their folded files. */
static void check_folders(const struct map *all, struct output *output,
                          str folded, struct arena *arena, struct diags *diags)
{
    for (str dir = path_dir(folded); dir.n; dir = path_dir(dir)) {
        const struct output *other = map_get(all, dir);
        if (other) {
            struct diag *diag = clash(other, output, arena, diags);
            diag_hint(diag, "a file and a folder can't have one name: give "
                            "one of them another");
            return;
        }
    }
}

/* A page at /a/b and a list at /a/b/ are two files, and one address to many
 * servers. A page that moved from one to the other may have an alias there. */
static void check_bare(const struct map *all, struct output *output,
                       struct arena *arena, struct diags *diags)
{
    str html = STR(".html");
    str file = output->address->file;
    str url = output->address->url;
    if (output->kind != OUTPUT_POST || !str_ends(file, html) ||
        str_ends(url, html) || str_ends(url, STR("/"))) {
        return;
    }
    str folder = str_sub(file, 0, file.n - html.n);
    str index = arena_concat(arena, folder, STR("/index.html"));
    const struct output *other = map_get(all, address_fold(arena, index));
    if (other && other->post != output->post) {
        str path = arena_concat(arena, folder, STR("/"));
        struct diag *diag = clash_at(path, other, output, arena, diags);
        diag_hint(diag,
                  "give one of them another slug or url: many servers "
                  "take /%.*s and /%.*s/ for one address",
                  STR_ARG(folder), STR_ARG(folder));
    }
}

void address_conflicts_check(struct output *outputs, size_t n,
                             struct diags *diags)
{
    struct arena work = {0};
    struct map all = {0};
    str *folded = ARENA_ARRAY(&work, str, n);
    map_reserve(&all, &work, n);
    for (size_t i = 0; i < n; i++) {
        bool plain = is_plain(outputs[i].address->file);
        const char *bad = plain ? NULL : problem_of(&outputs[i], &work);
        if (bad) {
            refuse_output(&outputs[i], bad, &work, diags);
            continue;
        }
        folded[i] = plain ? outputs[i].address->file
                          : address_fold(&work, outputs[i].address->file);
        void **claim = map_put(&all, &work, folded[i]);
        struct output *first = *claim;
        if (!first) {
            *claim = &outputs[i];
        } else if (replaces(first, &outputs[i])) {
            outputs[i].dropped = true;
        } else if (replaces(&outputs[i], first)) {
            first->dropped = true;
            *claim = &outputs[i];
        } else {
            struct diag *diag = clash(first, &outputs[i], &work, diags);
            diag_hint(diag, "%s%s", cure_of(first, &outputs[i]),
                      alike(first->address->file, outputs[i].address->file));
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (!outputs[i].dropped) {
            check_folders(&all, &outputs[i], folded[i], &work, diags);
            check_bare(&all, &outputs[i], &work, diags);
        }
    }
    arena_free(&work);
}
