/* SPDX-License-Identifier: MIT */
#include "highlight/code_block.h"

#include "highlight/token_cache.h"
#include "highlight/tokens.h"
#include "text/html_escape.h"

/* A diff is lexed as one text, without its signs. They are put in front of its
 * lines again when these are printed. */

struct writer {
    const struct code_block *block;
    str code; /* the text; a diff's without its signs */
    struct lexed lexed;
    struct buf *out;
};

size_t code_lines(str text)
{
    return str_count_char(text, '\n') + (text.n && text.p[text.n - 1] != '\n');
}

/* --- tokens --- */

/* The index of the run that text[at] is in. */
static size_t run_at(const struct lexed *lexed, size_t at)
{
    size_t low = 0;
    size_t high = lexed->runs.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexed->runs.p[middle].end <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void highlight_html(str text, const struct lexed *lexed, size_t from, size_t to,
                    struct buf *out)
{
    for (size_t i = run_at(lexed, from); from < to && i < lexed->runs.n; i++) {
        const struct run *run = &lexed->runs.p[i];
        size_t end = run->end < to ? run->end : to;
        str part = str_sub(text, from, end - from);
        str tag = token_names[run->token].tag;
        buf_put(out, tag);
        html_escape(part, out);
        buf_put(out, tag.n ? STR("</span>") : (str){0});
        from = end;
    }
}

/* --- diffs --- */

enum diff_line { DIFF_SAME, DIFF_ADDED, DIFF_REMOVED, DIFF_HEAD };

static enum diff_line diff_line_of(str line)
{
    static const str heads[] = {
        STR_INIT("@@"),   STR_INIT("diff "), STR_INIT("index "),
        STR_INIT("--- "), STR_INIT("+++ "),  STR_INIT("\\ No newline"),
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (str_starts(line, heads[i])) {
            return DIFF_HEAD;
        }
    }
    return str_starts(line, STR("+"))   ? DIFF_ADDED
           : str_starts(line, STR("-")) ? DIFF_REMOVED
                                        : DIFF_SAME;
}

/* The number of bytes of a line that are not code. */
static size_t sign_length(str line)
{
    switch (diff_line_of(line)) {
    case DIFF_HEAD: return line.n;
    case DIFF_ADDED:
    case DIFF_REMOVED: return 1;
    case DIFF_SAME: break;
    }
    return str_starts(line, STR(" "));
}

static str without_signs(str text, struct arena *arena)
{
    struct buf code = {0};
    for (size_t at = 0; at < text.n;) {
        str line = str_line(text, at);
        buf_put(&code, str_from_offset(line, sign_length(line)));
        at += line.n;
        if (at < text.n) {
            buf_putc(&code, '\n');
            at++;
        }
    }
    return buf_move(&code, arena);
}

/* --- lines --- */

static void put_code(const struct writer *writer, size_t from, size_t to)
{
    if (writer->block->language) {
        highlight_html(writer->code, &writer->lexed, from, to, writer->out);
    } else {
        html_escape(str_sub(writer->code, from, to - from), writer->out);
    }
}

static void put_line_start(const struct writer *writer, str element,
                           enum diff_line diff, size_t number)
{
    static const char *const classes[] = {"line", "line gi", "line gd",
                                          "line gu"};
    const struct code_block *block = writer->block;
    struct buf *out = writer->out;
    buf_printf(out, "<%.*s class=\"%s\"", STR_ARG(element), classes[diff]);
    if (block->anchors.n) {
        buf_put(out, STR(" id=\""));
        html_escape(block->anchors, out);
        buf_printf(out, "%zu\"", number);
    }
    if (block->numbered && !block->anchors.n) {
        buf_printf(out, " data-n=\"%zu\"", number);
    }
    buf_putc(out, '>');
    if (block->anchors.n) {
        buf_put(out, STR("<a href=\"#"));
        html_escape(block->anchors, out);
        buf_printf(out, "%zu\" data-n=\"%zu\" aria-label=\"%zu\"></a>", number,
                   number, number);
    }
}

static void put_lines(const struct writer *writer)
{
    const struct code_block *block = writer->block;
    str text = block->text;
    size_t in_code = 0;
    size_t number = 1;
    size_t mark = 0; /* the first range that does not end above the line */
    for (size_t at = 0; at < text.n; number++) {
        str line = str_line(text, at);
        bool ends = at + line.n < text.n;
        size_t sign = block->diff ? sign_length(line) : 0;
        while (mark < block->nmarked && block->marked[mark].last < number) {
            mark++;
        }
        bool marked =
            mark < block->nmarked && block->marked[mark].first <= number;
        str element = marked ? STR("mark") : STR("span");
        put_line_start(writer, element,
                       block->diff ? diff_line_of(line) : DIFF_SAME,
                       block->first + number - 1);
        html_escape(str_sub(line, 0, sign), writer->out);
        put_code(writer, in_code, in_code + line.n - sign + ends);
        buf_printf(writer->out, "</%.*s>", STR_ARG(element));
        in_code += line.n - sign + ends;
        at += line.n + ends;
    }
}

size_t code_block_html(const struct code_block *block, struct arena *arena,
                       struct buf *out)
{
    struct writer writer = {.block = block, .code = block->text, .out = out};
    if (block->diff) {
        writer.code = without_signs(block->text, arena);
    }
    writer.lexed.cut = STR_NONE;
    if (block->language) {
        token_cache_run(block->tokens, block->language, writer.code, arena,
                        &writer.lexed);
    }
    if (block->diff || block->numbered || block->anchors.n || block->nmarked) {
        put_lines(&writer);
    } else {
        put_code(&writer, 0, writer.code.n);
    }
    return writer.lexed.cut;
}
