/* SPDX-License-Identifier: MIT */
#include "text/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include "base/utf8.h"
#include "text/md.h"

/* Parsing: cmark's memory, its options, and what it must not be given. */

enum {
    LARGEST = 16 * 1024 * 1024,
    /* cmark's time is quadratic in openers that nothing closes; this many
     * take a tenth of a second. */
    MOST_OPENERS = 10000,
    /* Cells that short rows of a wide table are filled up with: a few bytes
     * of text for each thousand of them. */
    MOST_CELLS = 200000,
    MOST_COLUMNS = 5000,
};

/* cmark's allocator has no context, so the arena of the parse that goes on
 * stands in a variable of the thread. Blocks carry their size, which realloc
 * needs:  | size, padded to 16 | bytes ... */
static _Thread_local struct arena *memory;

enum { HEADER = _Alignof(max_align_t) };

static void *memory_alloc(size_t bytes)
{
    char *block = arena_alloc(memory, HEADER + bytes, 1);
    memcpy(block, &bytes, sizeof bytes);
    return block + HEADER;
}

static void *memory_calloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size) {
        arena_out_of_memory();
    }
    void *p = memory_alloc(count * size);
    memset(p, 0, count * size);
    return p;
}

static void *memory_realloc(void *old, size_t bytes)
{
    size_t had = 0;
    if (old) {
        memcpy(&had, (char *)old - HEADER, sizeof had);
    }
    if (bytes <= had) {
        return old;
    }
    void *p = memory_alloc(bytes);
    if (had) {
        memcpy(p, old, had);
    }
    return p;
}

static void memory_free(void *p)
{
    (void)p;
}

void markdown_init(void)
{
    cmark_gfm_core_extensions_ensure_registered();
}

static size_t count(str text, str what)
{
    size_t n = 0;
    for (size_t at = str_find(text, what); at != STR_NONE;
         at = str_find(text, what)) {
        n++;
        text = str_from_offset(text, at + what.n);
    }
    return n;
}

static str take_line(str *text)
{
    str line = *text;
    size_t end = str_find_char(*text, '\n');
    line.n = end == STR_NONE ? line.n : end;
    *text = str_from_offset(*text, line.n + 1);
    return line;
}

/* The columns of a table's delimiter row, 0 if this is none. */
static size_t columns(str line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        if (!is_space(c) && !strchr("|-:>*+", c)) {
            return 0;
        }
        n += c == '|';
    }
    return n;
}

/* Cells of all tables, those that the author left out included. */
static size_t count_cells(str text)
{
    size_t cells = 0;
    size_t wide = 0;
    while (text.n) {
        str line = take_line(&text);
        if (str_trim(line).n == 0) {
            wide = 0;
        }
        size_t n = columns(line);
        wide = n > wide ? n : wide;
        cells += wide;
        if (wide > MOST_COLUMNS) {
            return SIZE_MAX;
        }
    }
    return cells;
}

static bool has_too_many(str text, str opener)
{
    return count(text, opener) > MOST_OPENERS;
}

static const char *what_is_wrong(str text)
{
    if (text.n > LARGEST) {
        return "it has more than 16 MiB";
    }
    if (str_find_char(text, '|') != STR_NONE &&
        count_cells(text) > MOST_CELLS + text.n) {
        return "its tables have too many columns or empty cells";
    }
    if (text.n < 2 * (size_t)MOST_OPENERS) {
        return NULL;
    }
    if (has_too_many(text, STR("!["))) {
        return "it has more than 10,000 \"![\"";
    }
    if (has_too_many(text, STR("<?")) || has_too_many(text, STR("<!"))) {
        return "it has more than 10,000 \"<!\" or \"<?\"";
    }
    return NULL;
}

static bool is_acceptable(const struct source *source, size_t body,
                          struct diags *diags)
{
    const char *why = what_is_wrong(str_from_offset(source->text, body));
    if (why) {
        struct diag *diag =
            diag_error(diags, span_of(source, body, 0), "markdown-hostile",
                       "this text is not rendered: %s", why);
        diag_hint(diag, "split it into several files");
    }
    return !why;
}

static cmark_node *parse(str text, int options)
{
    static const cmark_mem allocator = {memory_calloc, memory_realloc,
                                        memory_free};
    static const char *const extensions[] = {"table", "tasklist"};
    cmark_mem mem = allocator;
    cmark_mem *kept = memory_alloc(sizeof mem);
    memcpy(kept, &mem, sizeof mem);
    cmark_parser *parser = cmark_parser_new_with_mem(options, kept);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        cmark_parser_attach_syntax_extension(
            parser, cmark_find_syntax_extension(extensions[i]));
    }
    cmark_parser_feed(parser, text.p, text.n);
    /* The parser is never freed: it lives in the arena too. */
    return cmark_parser_finish(parser);
}

static void hand_over(const struct md *md, struct arena *arena,
                      struct markdown *out)
{
    out->html = arena_str(arena, buf_str(&md->out));
    out->summary = md_summary(md, arena);
    out->has_more = md->has_more;
    out->words = md->words;
    str texts = arena_str(arena, buf_str(&md->texts));
    for (size_t i = 0; i < md->headings.n; i++) {
        const struct md_heading *from = &md->headings.p[i];
        struct heading *to = VEC_PUSH(&out->headings, arena);
        to->level = from->level;
        to->id = str_sub(texts, from->id, from->id_len);
        to->title = str_sub(texts, from->title, from->title_len);
        to->html = str_sub(texts, from->html, from->html_len);
    }
}

bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out)
{
    *out = (struct markdown){0};
    if (!is_acceptable(source, body, diags)) {
        return false;
    }
    struct md md = {
        .options = options, .source = source, .body = body, .tree = arena};
    str text = str_from_offset(source->text, body);
    int flags = CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES;
    if (!options->gfm && utf8_invalid(text) != STR_NONE) {
        flags |= CMARK_OPT_VALIDATE_UTF8;
    }
    md.text = md_mask(&md, text, &md.masked);
    struct arena *outer = memory;
    memory = arena;
    md.root = parse(md.text, flags);
    buf_reserve(&md.out, text.n + text.n / 2 + 64);
    md_render(&md);
    hand_over(&md, arena, out);
    memory = outer;
    buf_free(&md.out);
    buf_free(&md.texts);
    return true;
}
