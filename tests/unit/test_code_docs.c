/* SPDX-License-Identifier: MIT */
/* The documentation of code beside what the program knows: docs/code.md has a
 * table of all languages, and the blog's page about code shows some lines of
 * each. ACCEPT=1 writes the table. */

#include <stdio.h>
#include <stdlib.h>

#include "base/memory/buf.h"
#include "builtin_language.h"
#include "files/fs.h"
#include "highlight/language_set.h"
#include "tap.h"

#define DOCS "docs/code.md"
#define PAGE "content/code/index.md"
#define HEAD "| language | names in a fence | files |\n|---|---|---|\n"

static struct arena arena;

static str read_file(const char *path)
{
    str text = {NULL, 0};
    fs_read(str_from(path), &arena, &text);
    return text;
}

static void put_words(const struct definition_words *words, size_t from,
                      struct buf *out)
{
    for (size_t i = from; i < words->list.n; i++) {
        buf_putc(out, ' ');
        buf_put(out, words->list.p[i].text);
    }
}

/* | Python | `python py` | `*.py` | */
static void put_row(str id, const struct language_head *head, struct buf *out)
{
    buf_printf(out, "| %.*s | `%.*s", STR_ARG(head->name), STR_ARG(id));
    put_words(&head->aliases, 0, out);
    buf_put(out, STR("` |"));
    if (head->files.list.n) {
        buf_put(out, STR(" `"));
        buf_put(out, head->files.list.p[0].text);
        put_words(&head->files, 1, out);
        buf_put(out, STR("`"));
    }
    buf_put(out, STR(" |\n"));
}

static void write_table(str text, size_t from, size_t n, str table)
{
    FILE *out = fopen(DOCS, "w");
    if (out) {
        fwrite(text.p, 1, from, out);
        fwrite(table.p, 1, table.n, out);
        fwrite(text.p + from + n, 1, text.n - from - n, out);
        fclose(out);
    }
}

/* The rows of the table in the documentation, and what they must be. */
static void check_table(struct tap *tap, str table)
{
    str text = read_file(DOCS);
    size_t from = str_find(text, STR(HEAD));
    if (!CHECK(tap, from != STR_NONE)) {
        return;
    }
    from += sizeof HEAD - 1;
    size_t n = str_find(str_from_offset(text, from), STR("\n\n")) + 1;
    str there = str_sub(text, from, n);
    str rest = table;
    str row;
    while (str_split(&rest, '\n', &row)) {
        str what = arena_printf(&arena, DOCS " has %.*s", STR_ARG(row));
        tap_check(tap, str_find(there, row) != STR_NONE, what.p, __FILE__,
                  __LINE__);
    }
    CHECK(tap, str_eq(there, table));
    if (getenv("ACCEPT")) {
        write_table(text, from, n, table);
    }
}

int main(void)
{
    struct tap tap = {0};
    struct diags diags;
    struct buf table = {0};
    str page = read_file(PAGE);
    diags_init(&diags, &arena);
    CHECK(&tap, builtin_languages_count > 0);
    for (size_t i = 0; i < builtin_languages_count; i++) {
        struct source source = {.name = builtin_languages_files[i].name,
                                .text = builtin_languages_files[i].bytes};
        struct language_head head;
        str id = builtin_language(i);
        CHECK(&tap, language_read_head(&source, &arena, &diags, &head));
        str fence = arena_printf(&arena, "\n```%.*s\n", STR_ARG(id));
        str what = arena_printf(&arena, PAGE " shows %.*s", STR_ARG(id));
        tap_check(&tap, str_find(page, fence) != STR_NONE, what.p, __FILE__,
                  __LINE__);
        put_row(id, &head, &table);
    }
    check_table(&tap, buf_str(&table));
    buf_free(&table);
    arena_free(&arena);
    return tap_done(&tap);
}
