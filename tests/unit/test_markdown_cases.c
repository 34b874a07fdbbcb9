/* SPDX-License-Identifier: MIT */
/* crumb's additions to GitHub's Markdown, as data: tests/markdown/cases/ holds
 * files of cases,
 *
 *     @@ a name; options by their field names, +on or -off
 *     Markdown
 *     @@ html (or summary, headings, words)
 *     what it becomes
 *
 * smart and raw_html are on unless said otherwise. "\xNN" in a text is that
 * byte. ONLY=word runs the cases with it in their names. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory/buf.h"
#include "markdown/markdown.h"
#include "tap.h"

static struct arena arena;

static const struct flag {
    str name;
    size_t at;
} flags[] = {
#define FLAG(field)                                                            \
    {                                                                          \
        STR_INIT(#field), offsetof(struct markdown_options, field)             \
    }
    FLAG(gfm),
    FLAG(html),
    FLAG(smart),
    FLAG(raw_html),
    FLAG(mark),
    FLAG(scripts),
    FLAG(emoji),
    FLAG(definition_lists),
    FLAG(abbreviations),
    FLAG(math),
    FLAG(demote_headings),
#undef FLAG
};

static void set_flag(struct markdown_options *options, str word)
{
    bool on = str_starts(word, STR("+"));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (str_eq(flags[i].name, str_from_offset(word, 1))) {
            memcpy((char *)options + flags[i].at, &on, sizeof on);
        }
    }
}

static struct markdown_options options_of(str name)
{
    struct markdown_options options = {.smart = true, .raw_html = true};
    str word;
    while (str_split(&name, ' ', &word)) {
        if (str_starts(word, STR("+")) || str_starts(word, STR("-"))) {
            set_flag(&options, word);
        }
    }
    return options;
}

static int digit_of(char c)
{
    return is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10;
}

static str with_bytes(str text)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n; i++) {
        if (str_starts(str_from_offset(text, i), STR("\\x")) &&
            i + 3 < text.n) {
            buf_putc(&out, (char)(digit_of(text.p[i + 2]) * 16 +
                                  digit_of(text.p[i + 3])));
            i += 3;
        } else {
            buf_putc(&out, text.p[i]);
        }
    }
    str result = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return result;
}

static str headings_of(const struct markdown *markdown)
{
    struct buf out = {0};
    for (size_t i = 0; i < markdown->headings.n; i++) {
        const struct heading *heading = &markdown->headings.p[i];
        buf_printf(&out, "%d %.*s|%.*s|%.*s\n", heading->level,
                   STR_ARG(heading->id), STR_ARG(heading->title),
                   STR_ARG(heading->html));
    }
    str result = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return result;
}

static str part_of(const struct markdown *markdown, str what)
{
    if (str_eq(what, STR("html"))) {
        return markdown->html;
    }
    if (str_eq(what, STR("summary"))) {
        return markdown->summary;
    }
    if (str_eq(what, STR("headings"))) {
        return headings_of(markdown);
    }
    return arena_printf(&arena, "%zu words, %zu minutes\n", markdown->words,
                        markdown->minutes);
}

static bool is_wanted(str name)
{
    const char *only = getenv("ONLY");
    return !only || str_find(name, str_from(only)) != STR_NONE;
}

/* Everything up to the next line that starts with "@@ ", which *rest keeps. */
static str take_part(str *rest)
{
    str part = *rest;
    size_t at = str_starts(part, STR("@@ ")) ? 0 : str_find(part, STR("\n@@ "));
    size_t n = at == STR_NONE ? part.n : at + (at > 0);
    part.n = n;
    *rest = str_from_offset(*rest, n);
    return part;
}

static str take_head(str *rest)
{
    str line;
    str_split(rest, '\n', &line);
    return str_from_offset(line, 3);
}

static bool is_result(str head)
{
    return str_eq(head, STR("html")) || str_eq(head, STR("summary")) ||
           str_eq(head, STR("headings")) || str_eq(head, STR("words"));
}

static void check(struct tap *tap, str name, str got, str want)
{
    got = str_trim(got);
    want = str_trim(want);
    str what = arena_printf(&arena, "%.*s", STR_ARG(name));
    if (!tap_check(tap, str_eq(got, want), what.p, __FILE__, __LINE__)) {
        printf("#  got: [%.*s]\n# want: [%.*s]\n", STR_ARG(got), STR_ARG(want));
    }
}

static void run_file(struct tap *tap, str text)
{
    struct markdown markdown = {0};
    str name = {0};
    struct diags diags;
    take_part(&text); /* the file's comment */
    while (text.n) {
        str head = take_head(&text);
        str part = with_bytes(take_part(&text));
        if (!is_result(head)) {
            struct source *source = ARENA_NEW(&arena, struct source);
            *source = (struct source){.name = STR("a.md"), .text = part};
            struct markdown_options options = options_of(head);
            diags_init(&diags, &arena);
            markdown_render(source, 0, &options, &arena, &diags, &markdown);
            name = head;
        } else if (is_wanted(name)) {
            check(tap, name, part_of(&markdown, head), part);
        }
    }
}

static bool read_file(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    int c;
    while ((c = getc(file)) != EOF) {
        buf_putc(out, (char)c);
    }
    fclose(file);
    return true;
}

int main(void)
{
    static const char folder[] = "tests/markdown/cases";
    struct tap tap = {0};
    markdown_init();
    DIR *dir = opendir(folder);
    CHECK(&tap, dir != NULL);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        str name = str_from(entry->d_name);
        struct buf text = {0};
        if (str_ends(name, STR(".txt"))) {
            str path = arena_printf(&arena, "%s/%s", folder, entry->d_name);
            CHECK(&tap, read_file(path.p, &text));
            run_file(&tap, buf_str(&text));
        }
        buf_free(&text);
    }
    if (dir) {
        closedir(dir);
    }
    arena_free(&arena);
    return tap_done(&tap);
}
