/* SPDX-License-Identifier: MIT */
#include "plan/address_book.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "files/path.h"
#include "files/replace.h"
#include "files/source_file.h"
#include "files/state_file.h"
#include "plan/plan_parts.h"
#include "site/organise/organise.h"
#include "site/organise/page_address.h"
#include "text/slug.h"
#include "text/url.h"

static const str book_name = STR_INIT("urls.txt");

struct line {
    str text; /* as it is written, without `gone` */
    str key;
    bool gone;
    span at;
};

struct book {
    struct source source;
    VEC(struct line) lines;
    struct map by_key; /* of lines */
};

/* Addresses that lead to one place are one key: "baking/café/" */
static str address_key(str address, struct arena *arena)
{
    str key = slug_nfc(arena, url_decode(arena, address));
    return path_rootless(key);
}

/* The address below the site's root, encoded: "/baking/caf%C3%A9/". */
static str below_root(const struct site *site, str url)
{
    return str_from_offset(url, url_path(site->config.url).n);
}

/* --- reading --- */

static bool read_line(const struct site *site, struct book *book, str text,
                      struct arena *arena, struct diags *diags)
{
    str gone = STR("gone");
    struct line line = {.at = span_of_str(&book->source, text)};
    if (str_starts(text, gone) && text.n > gone.n && is_space(text.p[gone.n])) {
        line.gone = true;
        text = str_trim(str_from_offset(text, gone.n));
    }
    /* https://example.org/blog/a/ is /a/ in the book of that site. */
    str url = site->config.url;
    bool ours = url.n && str_starts(text, url) && text.n > url.n;
    line.text = ours ? str_from_offset(text, url.n) : text;
    if (!str_starts(line.text, STR("/"))) {
        struct diag *diag =
            diag_error(diags, line.at, "address-book",
                       "this line is no address: they start with \"/\"");
        diag_hint(diag, "write /section/post/, gone /section/post/, or # and "
                        "a comment");
        return false;
    }
    line.key = address_key(line.text, arena);
    *VEC_PUSH(&book->lines, arena) = line;
    return true;
}

enum found { NO_BOOK, BOOK, UNREADABLE };

/* *good: all lines are addresses. */
static enum found read_book(const struct site *site, struct book *book,
                            struct arena *arena, struct diags *diags,
                            bool *good)
{
    *book = (struct book){.source = {.name = book_name}};
    *good = true;
    int error = state_file_read(book_name, arena, &book->source.text);
    if (error == ENOENT) {
        return NO_BOOK;
    }
    if (error) {
        book->source.text = (str){NULL, 0};
        diag_error(diags, span_of(&book->source, 0, 0), "unreadable", "%s",
                   error == ELOOP ? "it is a symbolic link"
                                  : source_file_problem(book_name, error));
        return UNREADABLE;
    }
    source_index(&book->source, arena);
    str rest = book->source.text;
    str text;
    while (str_split(&rest, '\n', &text)) {
        text = str_trim(str_sub(text, 0, str_find(text, STR(" #"))));
        if (text.n && text.p[0] != '#') {
            *good = read_line(site, book, text, arena, diags) && *good;
        }
    }
    for (size_t i = 0; i < book->lines.n; i++) {
        struct line *line = &book->lines.p[i];
        *map_put(&book->by_key, arena, line->key) = line;
    }
    return BOOK;
}

/* --- checking --- */

struct known {
    const struct site *site;
    struct map outputs; /* key -> struct output */
    struct map held;    /* key of where it would be, or be led to from ->
                           struct post */
    struct arena *arena;
    struct diags *diags;
};

/* Its aliases are held back with it. */
static void hold(struct known *known, struct post *post)
{
    struct arena *arena = known->arena;
    const struct text_list *aliases = &post->front->aliases;
    str own = address_path(arena, &known->site->config, post);
    for (size_t i = 0; i < aliases->n; i++) {
        str alias = alias_path(aliases->p[i].text, own, arena);
        if (alias.p) {
            str path = plan_alias_path(alias, arena);
            *map_put(&known->held, arena, slug_nfc(arena, path)) = post;
        }
    }
    *map_put(&known->held, arena, slug_nfc(arena, own)) = post;
}

static struct known know(const struct site *site, const struct plan *plan,
                         struct arena *arena, struct diags *diags)
{
    struct known known = {.site = site, .arena = arena, .diags = diags};
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        str key = address_key(below_root(site, output->address->url), arena);
        *map_put(&known.outputs, arena, key) = output;
    }
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        if (post->held != HELD_NOT && post->file->kind != CONTENT_INDEX) {
            hold(&known, post);
        }
    }
    return known;
}

/* "rye" of "baking/rye/" and of "baking/rye.html". */
static str last_part(str key)
{
    while (key.n && key.p[key.n - 1] == '/') {
        key.n--;
    }
    str base = path_base(key);
    return path_stem(base);
}

/* The one post whose address ends alike: it moved, most likely. */
static const struct post *moved_to(const struct known *known, str key)
{
    const struct site *site = known->site;
    const struct post *found = NULL;
    str part = last_part(key);
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        str url = post->address.url;
        if (!url.n || post->held != HELD_NOT ||
            !str_eq(last_part(address_key(url, known->arena)), part)) {
            continue;
        }
        if (found) {
            return NULL;
        }
        found = post;
    }
    return found;
}

static void vanished(const struct known *known, const struct line *line)
{
    const struct post *held = map_get(&known->held, line->key);
    struct diag *diag = diag_error(known->diags, line->at, "vanished-address",
                                   "nothing is published at %.*s any more",
                                   STR_ARG(line->text));
    if (held) {
        diag_hint(diag,
                  "%.*s is held back (%s): publish it, or write gone "
                  "%.*s",
                  STR_ARG(held->source->name),
                  held->held == HELD_DRAFT ? "a draft" : "until its date",
                  STR_ARG(line->text));
        return;
    }
    const struct post *moved = moved_to(known, line->key);
    if (moved) {
        diag_hint(diag, "if %.*s was there, add aliases: [%.*s] to it",
                  STR_ARG(moved->source->name), STR_ARG(line->text));
    } else {
        diag_hint(diag,
                  "add it to the aliases of the post that has its text "
                  "now, or write gone %.*s",
                  STR_ARG(line->text));
    }
}

static bool check_line(const struct known *known, const struct line *line)
{
    const struct output *output = map_get(&known->outputs, line->key);
    const struct post *held = map_get(&known->held, line->key);
    bool expired = held && held->held == HELD_EXPIRED;
    if (line->gone && output) {
        struct diag *diag = diag_warning(known->diags, line->at, "address-book",
                                         "%.*s is not gone: it is published",
                                         STR_ARG(line->text));
        diag_hint(diag, "write %.*s", STR_ARG(line->text));
    }
    if (line->gone || output || expired) {
        return true;
    }
    vanished(known, line);
    return false;
}

/* --- adding --- */

/* As readers see it, unless only the encoded form says it without doubt. */
static str written(str address, struct arena *arena)
{
    str plain = url_decode(arena, address);
    bool same = str_eq(url_decode(arena, plain), plain) &&
                str_eq(str_trim(plain), plain) &&
                str_find_char(plain, '\n') == STR_NONE;
    return same ? plain : address;
}

static int compare_addresses(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

static bool write_book(const struct book *book, const str *added, size_t n,
                       struct diags *diags)
{
    str text = book->source.text;
    struct buf out = {0};
    buf_put(&out, text);
    if (text.n && text.p[text.n - 1] != '\n') {
        buf_putc(&out, '\n');
    }
    for (size_t i = 0; i < n; i++) {
        buf_put(&out, added[i]);
        buf_putc(&out, '\n');
    }
    int error = replace_file(book_name, buf_str(&out), true);
    buf_free(&out);
    if (error) {
        diag_error(diags, span_of(&book->source, 0, 0), "unreadable",
                   "it can't be written: %s", strerror(error));
    }
    return error == 0;
}

bool address_book_keep(const struct site *site, const struct plan *plan,
                       struct arena *arena, struct diags *diags)
{
    struct book book;
    bool good;
    VEC(str) fresh = {0};
    enum found found = read_book(site, &book, arena, diags, &good);
    if (found != BOOK) {
        return found == NO_BOOK;
    }
    struct known known = know(site, plan, arena, diags);
    for (size_t i = 0; i < book.lines.n; i++) {
        good = check_line(&known, &book.lines.p[i]) && good;
    }
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_POST && output->post->kind != PAGE_404) {
            str address = below_root(site, output->address->url);
            if (!map_get(&book.by_key, address_key(address, arena))) {
                *VEC_PUSH(&fresh, arena) = written(address, arena);
            }
        }
    }
    if (!good || !fresh.n) {
        return good;
    }
    VEC_SORT(&fresh, compare_addresses);
    return write_book(&book, fresh.p, fresh.n, diags);
}
