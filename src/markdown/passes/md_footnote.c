/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"
#include "text/html_escape.h"

/* cmark moves the definitions that something refers to after the text, in
 * the order of their numbers, and makes a reference's literal its number.
 * Neither version tells a definition's name, so GitHub's ids, which are made
 * of it, are read from the source line. Ours are made of the number. */

static bool is_definition(cmark_node *node)
{
    return node->type == CMARK_NODE_FOOTNOTE_DEFINITION;
}

/* Where each line begins. */
struct lines {
    VEC(size_t) starts;
};

static struct lines find_lines(struct md *md)
{
    struct lines lines = {0};
    str text = md->text;
    for (size_t off = 0; off < text.n;) {
        *VEC_PUSH(&lines.starts, md->tree) = off;
        off = str_find_any(text, off, "\n\r");
        off += str_starts_at(text, off, STR("\r\n")) ? 2 : 1;
    }
    return lines;
}

static str source_line(str text, const struct lines *lines, int line)
{
    size_t i = (size_t)line - 1;
    if (line < 1 || i >= lines->starts.n) {
        return (str){0};
    }
    size_t from = lines->starts.p[i];
    return str_sub(text, from, str_find_any(text, from, "\n\r") - from);
}

/* A definition's column is after its "[^name]:" and the space there. */
static str footnote_name(const struct md *md, const struct lines *lines,
                         cmark_node *definition)
{
    str line = source_line(md->text, lines, definition->start_line);
    size_t end = (size_t)definition->start_column - 1;
    end = str_skip_back(line, end > line.n ? line.n : end, " \t");
    if (end < 2 || line.p[end - 1] != ':' || line.p[end - 2] != ']') {
        return (str){0};
    }
    end -= 2;
    size_t from = end;
    for (size_t i = end; i > 0 && !strchr("] \t\n\r", line.p[i - 1]); i--) {
        if (line.p[i - 1] == '[' && line.p[i] == '^') {
            from = i + 1;
        }
    }
    return str_sub(line, from, end - from);
}

static void count_references(struct md *md)
{
    cmark_node *node = md->root;
    for (; node; node = md_next_node(node, md->root)) {
        if (node->type != CMARK_NODE_FOOTNOTE_REFERENCE) {
            continue;
        }
        str digits = md_literal(node);
        size_t number = str_take_number(&digits, SIZE_MAX / 16);
        if (number > 0 && number <= md->notes.n) {
            md->notes.p[number - 1].references++;
        }
    }
}

void md_footnotes_begin(struct md *md)
{
    cmark_node *node = md->root->last_child;
    if (!node || !is_definition(node)) {
        return;
    }
    while (node->prev && is_definition(node->prev)) {
        node = node->prev;
    }
    bool gfm = md->options->gfm;
    struct lines lines = gfm ? find_lines(md) : (struct lines){0};
    for (; node; node = node->next) {
        struct buf id = {0};
        if (gfm) {
            str name = footnote_name(md, &lines, node);
            md_escape_href(md_unprotect(md, name, true), &id);
        } else {
            buf_printf(&id, "%zu", md->notes.n + 1);
        }
        *VEC_PUSH(&md->notes, md->tree) =
            (struct md_note){.id = buf_move(&id, md->tree)};
    }
    count_references(md);
}

/* "fnref-ID", the second and later ones "fnref-ID-2". */
static void reference_id(struct md *md, const struct md_note *note, size_t i)
{
    buf_put(&md->out, md->options->id_prefix);
    buf_put(&md->out, STR("fnref-"));
    buf_put(&md->out, note->id);
    if (i > 1) {
        buf_printf(&md->out, "-%zu", i);
    }
}

void md_footnote_reference(struct md *md, str number)
{
    str digits = number;
    size_t n = str_take_number(&digits, SIZE_MAX / 16);
    if (n == 0 || n > md->notes.n) {
        return;
    }
    struct md_note *note = &md->notes.p[n - 1];
    size_t from = md->out.n;
    note->written++;
    buf_put(&md->out, STR("<sup class=\"footnote-ref\"><a href=\"#"));
    buf_put(&md->out, md->options->id_prefix);
    buf_put(&md->out, STR("fn-"));
    buf_put(&md->out, note->id);
    buf_put(&md->out, STR("\" id=\""));
    reference_id(md, note, note->written);
    buf_put(&md->out, md->options->gfm ? STR("\" data-footnote-ref>")
                                       : STR("\" role=\"doc-noteref\">"));
    buf_put(&md->out, number);
    buf_put(&md->out, STR("</a></sup>"));
    *VEC_PUSH(&md->cuts, md->tree) = (struct md_cut){from, md->out.n};
}

void md_footnote_enter(struct md *md)
{
    bool gfm = md->options->gfm;
    if (md->notes_open == 0) {
        buf_put(&md->out, STR("<section class=\"footnotes\""));
        buf_put(&md->out, gfm ? STR(" data-footnotes>\n<ol>\n")
                              : STR(" role=\"doc-endnotes\">\n<ol>\n"));
    }
    buf_put(&md->out, STR("<li id=\""));
    buf_put(&md->out, md->options->id_prefix);
    buf_put(&md->out, STR("fn-"));
    buf_put(&md->out, md->notes.p[md->notes_open++].id);
    buf_put(&md->out, STR("\">\n"));
}

static void name_way_back(struct md *md, const struct md_note *note, size_t i)
{
    const struct markdown_words *words = md->options->words;
    str text = words ? words->back_to_reference : (str){NULL, 0};
    text = text.n ? text : STR("Back to reference {number}");
    str number = STR("{number}");
    size_t at = str_find(text, number);
    html_escape(str_sub(text, 0, at), &md->out);
    if (at != STR_NONE) {
        buf_put(&md->out, note->id);
        if (i > 1) {
            buf_printf(&md->out, "-%zu", i);
        }
        html_escape(str_from_offset(text, at + number.n), &md->out);
    }
}

static void way_back(struct md *md, const struct md_note *note, size_t i)
{
    buf_put(&md->out, i > 1 ? STR(" <a href=\"#") : STR("<a href=\"#"));
    reference_id(md, note, i);
    buf_put(&md->out, STR("\" class=\"footnote-backref\" "));
    if (md->options->gfm) {
        buf_put(&md->out, STR("data-footnote-backref "
                              "aria-label=\"Back to content\">"));
    } else {
        buf_put(&md->out, STR("role=\"doc-backlink\" aria-label=\""));
        name_way_back(md, note, i);
        buf_put(&md->out, STR("\">"));
    }
    buf_put(&md->out, STR("\xE2\x86\xA9"));
    if (i > 1) {
        buf_printf(&md->out, "<sup class=\"footnote-ref\">%zu</sup>", i);
    }
    buf_put(&md->out, STR("</a>"));
}

void md_footnote_back(struct md *md)
{
    if (md->notes_done >= md->notes_open) {
        return;
    }
    md->notes_done = md->notes_open;
    const struct md_note *note = &md->notes.p[md->notes_open - 1];
    size_t n = note->references ? note->references : 1;
    for (size_t i = 1; i <= n; i++) {
        way_back(md, note, i);
    }
}

void md_footnote_exit(struct md *md)
{
    if (md->notes_done < md->notes_open) {
        md_footnote_back(md);
        buf_putc(&md->out, '\n');
    }
    buf_put(&md->out, STR("</li>\n"));
}

void md_footnotes_end(struct md *md)
{
    if (md->notes_open) {
        buf_put(&md->out, STR("</ol>\n</section>\n"));
    }
}
