/* SPDX-License-Identifier: MIT */
/* The documentation of code beside what the program knows: docs/code.md has a
 * table of all languages, and the blog's page about code shows some lines of
 * each. ACCEPT=1 writes the table. */

#include <stdio.h>
#include <stdlib.h>

#include "base/memory/buf.h"
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

static void put_words(const str *words, size_t n, struct buf *out)
{
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, ' ');
        buf_put(out, words[i]);
    }
}

/* | Python | `python py` | `*.py` | */
static void put_row(const struct language_listing *language, struct buf *out)
{
    const struct language_head *head = language->head;
    buf_printf(out, "| %.*s | `%.*s", STR_ARG(head->name),
               STR_ARG(language->id));
    put_words(head->aliases.p, head->aliases.n, out);
    buf_put(out, STR("` |"));
    if (head->files.n) {
        buf_put(out, STR(" `"));
        buf_put(out, head->files.p[0]);
        put_words(head->files.p + 1, head->files.n - 1, out);
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
    struct language_set languages;
    struct language_listing *list;
    struct buf table = {0};
    str page = read_file(PAGE);
    language_set_init(&languages);
    size_t count = language_set_list(&languages, &list, &arena);
    CHECK(&tap, count > 0);
    for (size_t i = 0; i < count; i++) {
        str id = list[i].id;
        str fence = arena_printf(&arena, "\n```%.*s\n", STR_ARG(id));
        str what = arena_printf(&arena, PAGE " shows %.*s", STR_ARG(id));
        tap_check(&tap, str_find(page, fence) != STR_NONE, what.p, __FILE__,
                  __LINE__);
        put_row(&list[i], &table);
    }
    check_table(&tap, buf_str(&table));
    buf_free(&table);
    language_set_free(&languages);
    arena_free(&arena);
    return tap_done(&tap);
}
