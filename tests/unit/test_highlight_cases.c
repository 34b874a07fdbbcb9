/* SPDX-License-Identifier: MIT */
/* Each language, as data: tests/highlight/LANGUAGE.txt holds cases,
 *
 *     @@ a name
 *     a text
 *     @@ tokens
 *     «k what» «n it» is
 *
 * the second being the text with each token between « and », after its name.
 * Beside its tokens each text is put to the test with its ends cut off and with
 * bytes changed: the runs always make up the text. ONLY=word runs the files and
 * cases with it in their names; ACCEPT=1 writes the actual tokens: read them.
 *
 * Each language that is built in is read, and must have cases. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin_language.h"
#include "files/fs.h"
#include "highlight/code_block.h"
#include "highlight/language_set.h"
#include "highlight/token_cache.h"
#include "tap.h"
#include "text/html_escape.h"
#include "tokens_text.h"

#define FOLDER "tests/highlight/"

static struct arena arena;

static str read_file(str path)
{
    str text = {NULL, 0};
    fs_read(path, &arena, &text);
    return text;
}

/* --- rules for every text --- */

/* The runs cover the text, none is empty, and neighbours differ. */
static bool covers(const struct lexed *lexed, str text)
{
    size_t at = 0;
    for (size_t i = 0; i < lexed->runs.n; i++) {
        const struct run *run = &lexed->runs.p[i];
        bool same = i && run[-1].token == run->token;
        bool inside = run->end < text.n &&
                      ((unsigned char)text.p[run->end] & 0xC0) == 0x80;
        if (run->end <= at || same || inside) {
            return false;
        }
        at = run->end;
    }
    return at == text.n && lexed->cut == STR_NONE;
}

/* The text that a browser reads in the HTML, as far as html_escape writes it.
 */
static str text_of(str html)
{
    static const struct {
        str name;
        char c;
    } entities[] = {{STR_INIT("&amp;"), '&'},
                    {STR_INIT("&lt;"), '<'},
                    {STR_INIT("&gt;"), '>'},
                    {STR_INIT("&quot;"), '"'}};
    struct buf out = {0};
    for (size_t i = 0; i < html.n; i++) {
        str rest = str_from_offset(html, i);
        char c = html.p[i];
        if (c == '<') {
            i += str_find_char(rest, '>');
            continue;
        }
        for (size_t k = 0; c == '&' && k < 4; k++) {
            if (str_starts(rest, entities[k].name)) {
                c = entities[k].c;
                i += entities[k].name.n - 1;
                break;
            }
        }
        buf_putc(&out, c);
    }
    str text = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return text;
}

/* Tokens that are kept make the same HTML. */
static bool is_kept(const struct language *language, str text, str html)
{
    struct token_cache first = {0};
    struct lexed lexed;
    struct buf again = {0};
    token_cache_run(&first, language, text, &arena, &lexed);
    struct token_cache second = {.last = buf_str(&first.now)};
    size_t before = language->languages->lexed;
    token_cache_run(&second, language, text, &arena, &lexed);
    highlight_html(text, &lexed, 0, text.n, &again);
    bool same = str_eq(buf_str(&again), html) &&
                str_eq(buf_str(&second.now), second.last) &&
                language->languages->lexed == before;
    buf_free(&again);
    buf_free(&second.now);
    buf_free(&first.now);
    return same;
}

static bool holds(const struct language *language, str text)
{
    struct lexed lexed;
    struct buf html = {0};
    lexer_run(language, text, &arena, &lexed);
    highlight_html(text, &lexed, 0, text.n, &html);
    bool ok = covers(&lexed, text) && str_eq(text_of(buf_str(&html)), text) &&
              is_kept(language, text, buf_str(&html));
    if (!ok) {
        printf("# [%.*s]\n", STR_ARG(text));
    }
    buf_free(&html);
    return ok;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static bool holds_changed(const struct language *language, str text)
{
    static const str changes = STR_INIT("\"'`\\{}()[]<>#/*\n\r \t:$%\xc3\xa9");
    struct arena_mark mark = arena_mark(&arena);
    unsigned state = (unsigned)text.n;
    bool ok = true;
    for (size_t i = 0; i < 60 && ok; i++) {
        char *copy = ARENA_ARRAY(&arena, char, text.n + 1);
        memcpy(copy, text.p, text.n);
        size_t from = next_random(&state) % (text.n + 1);
        size_t n = next_random(&state) % (text.n - from + 1);
        for (size_t k = 0; k < i && n; k += 7) {
            copy[from + next_random(&state) % n] =
                changes.p[next_random(&state) % changes.n];
        }
        ok = holds(language, (str){copy + from, n});
        arena_reset(&arena, mark);
    }
    return ok;
}

/* --- cases --- */

struct cases {
    struct tap *tap;
    const struct language *language;
    str file;
    struct buf accepted;
    size_t count;
};

static bool is_wanted(str file, str name)
{
    const char *only = getenv("ONLY");
    return !only || str_find(name, str_from(only)) != STR_NONE ||
           str_find(file, str_from(only)) != STR_NONE;
}

/* A case ends in front of the line break before the next one. */
static bool is_same(str got, str want)
{
    return str_eq(got, want) || (want.n == got.n + 1 && str_starts(want, got) &&
                                 str_ends(want, STR("\n")));
}

static void run_case(struct cases *cases, str name, str text, str want)
{
    struct lexed lexed;
    struct buf out = {0};
    str what =
        arena_printf(&arena, "%.*s: %.*s", STR_ARG(cases->file), STR_ARG(name));
    lexer_run(cases->language, text, &arena, &lexed);
    tokens_text(text, &lexed, &out);
    buf_printf(&cases->accepted, "\n@@ %.*s\n%.*s@@ tokens\n%.*s",
               STR_ARG(name), STR_ARG(text), STR_ARG(buf_str(&out)));
    cases->count++;
    if (is_wanted(cases->file, name)) {
        if (!tap_check(cases->tap, is_same(buf_str(&out), want), what.p,
                       __FILE__, __LINE__)) {
            printf("--- got\n%.*s--- want\n%.*s---\n", STR_ARG(buf_str(&out)),
                   STR_ARG(want));
        }
        tap_check(cases->tap,
                  holds(cases->language, text) &&
                      holds_changed(cases->language, text),
                  "its text stays", __FILE__, __LINE__);
    }
    buf_free(&out);
}

/* Takes the part up to the next line that starts with "@@ ", and its name. */
static bool next_part(str *rest, str *name, str *part)
{
    if (!str_starts(*rest, STR("@@ "))) {
        return false;
    }
    *name = str_from_offset(*rest, 3);
    name->n = str_find_char(*name, '\n');
    *rest = str_from_offset(*rest, name->n + 4);
    size_t end = str_find(*rest, STR("\n@@ "));
    *part = str_sub(*rest, 0, end == STR_NONE ? end : end + 1);
    *rest = str_from_offset(*rest, part->n);
    return true;
}

static void write_accepted(const struct cases *cases, str path, str head)
{
    FILE *out = fopen(path.p, "w");
    if (out) {
        fwrite(head.p, 1, head.n, out);
        fwrite(cases->accepted.p, 1, cases->accepted.n, out);
        fclose(out);
    }
}

static void run_file(struct tap *tap, struct language_set *languages, str file)
{
    str path = arena_concat(&arena, STR(FOLDER), file);
    str text = read_file(path);
    str id = str_sub(file, 0, file.n - 4);
    struct cases cases = {
        .tap = tap, .language = language_set_find(languages, id), .file = file};
    size_t start = str_find(text, STR("\n@@ "));
    if (!tap_check(tap, cases.language && start != STR_NONE, path.p, __FILE__,
                   __LINE__)) {
        return;
    }
    str name;
    str source;
    str kind;
    str tokens;
    for (str rest = str_from_offset(text, start + 1);
         next_part(&rest, &name, &source) &&
         next_part(&rest, &kind, &tokens);) {
        run_case(&cases, name, source, tokens);
    }
    if (getenv("ACCEPT") && is_wanted(file, file)) {
        write_accepted(&cases, path, str_sub(text, 0, start));
    }
    buf_free(&cases.accepted);
}

static void check_definitions(struct tap *tap, struct language_set *languages)
{
    for (size_t i = 0; i < builtin_languages_count; i++) {
        str id = builtin_language(i);
        str path = arena_printf(&arena, FOLDER "%.*s.txt", STR_ARG(id));
        str what = arena_printf(&arena, "%.*s has cases", STR_ARG(id));
        CHECK(tap, language_set_find(languages, id) != NULL);
        tap_check(tap, read_file(path).n > 0, what.p, __FILE__, __LINE__);
    }
    struct buf out = {0};
    diags_print(&languages->diags, false, &out);
    CHECK_STR(tap, buf_str(&out), "");
    buf_free(&out);
}

static int compare_names(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

int main(void)
{
    struct tap tap = {0};
    struct language_set languages;
    VEC(str) files = {0};
    DIR *folder = opendir(FOLDER);
    struct dirent *entry;
    language_set_init(&languages);
    while (folder && (entry = readdir(folder))) {
        str name = arena_str(&arena, str_from(entry->d_name));
        if (str_ends(name, STR(".txt"))) {
            *VEC_PUSH(&files, &arena) = name;
        }
    }
    if (folder) {
        closedir(folder);
    }
    CHECK(&tap, files.n > 0);
    qsort(files.p, files.n, sizeof *files.p, compare_names);
    for (size_t i = 0; i < files.n; i++) {
        run_file(&tap, &languages, files.p[i]);
    }
    check_definitions(&tap, &languages);
    language_set_free(&languages);
    arena_free(&arena);
    return tap_done(&tap);
}
