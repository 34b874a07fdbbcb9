/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"
#include "text/html_token.h"

/* Abbreviations, as PHP Markdown Extra has them:
 *
 *     *[BGP]: Border Gateway Protocol
 *
 * A paragraph of such lines is taken out of the tree, and in the rest of the
 * page each BGP that is a word of its own gets its meaning. */

struct abbreviation {
    str name;
    str meaning;
    struct abbreviation *next; /* whose name begins with the same word */
};

/* So that each word of a text is looked at in bounded time. */
enum { LONGEST_NAME = 100, MOST_OF_A_WORD = 50 };

/* --- definitions --- */

static bool read_definition(str line, struct abbreviation *out)
{
    line = str_trim(line);
    size_t end = str_find(line, STR("]:"));
    if (!str_starts(line, STR("*[")) || end == STR_NONE) {
        return false;
    }
    out->name = str_trim(str_sub(line, 2, end - 2));
    out->meaning = str_trim(str_from_offset(line, end + 2));
    return out->name.n && out->name.n <= LONGEST_NAME && out->meaning.n;
}

/* A letter or a digit, or part of one. */
static bool is_word_byte(char c)
{
    return is_alnum(c) || (unsigned char)c >= 0x80;
}

/* The key of a name: the word at text[at], or the character. */
static str first_word(str text, size_t at)
{
    size_t end = at;
    while (end < text.n && is_word_byte(text.p[end])) {
        end++;
    }
    return str_sub(text, at, end > at ? end - at : 1);
}

/* The longer one first; of one name the last meaning counts. */
static void define(struct md *md, const struct abbreviation *read)
{
    struct abbreviation **link = (struct abbreviation **)map_put(
        &md->page->abbreviations, md->tree, first_word(read->name, 0));
    size_t n = 0;
    for (struct abbreviation *a = *link; a; a = a->next, n++) {
        if (str_eq(a->name, read->name)) {
            a->meaning = read->meaning;
            return;
        }
    }
    while (*link && (*link)->name.n > read->name.n) {
        link = &(*link)->next;
    }
    if (n < MOST_OF_A_WORD) {
        struct abbreviation *added = ARENA_NEW(md->tree, struct abbreviation);
        *added = *read;
        added->next = *link;
        *link = added;
    }
}

/* Takes the lines of a paragraph. Returns false if one is no definition, or the
 * setting is off, which is reported. */
static bool take_paragraph(struct md *md, cmark_node *node, str lines)
{
    struct abbreviation read;
    str line;
    for (str rest = lines; str_split(&rest, '\n', &line);) {
        if (!read_definition(line, &read)) {
            return false;
        }
    }
    if (!md->options->abbreviations) {
        const struct md_inline_place place = {md, node, NULL};
        md_notation_warn(&place, MARKDOWN_ABBREVIATIONS, STR("*["));
        return false;
    }
    while (str_split(&lines, '\n', &line)) {
        if (read_definition(line, &read)) {
            read.name = md_unprotect(md, read.name, true);
            read.meaning = md_unprotect(md, read.meaning, true);
            define(md, &read);
        }
    }
    return true;
}

static bool may_define(cmark_node *node)
{
    cmark_node *child = node->first_child;
    return node->type == CMARK_NODE_PARAGRAPH && child &&
           child->type == CMARK_NODE_TEXT &&
           str_starts(str_from(cmark_node_get_literal(child)), STR("*["));
}

/* Moves *text past `lines` line breaks. */
static void skip_lines(str *text, int lines)
{
    str line;
    while (lines-- > 0 && str_split(text, '\n', &line)) {
    }
}

void md_abbreviations_take(struct md *md)
{
    str text = md->text;
    int line = 1;
    cmark_node *node = md->root->first_child;
    while (node) {
        cmark_node *next = node->next;
        if (may_define(node)) {
            int from = node->start_line;
            int lines = node->end_line - from + 1;
            skip_lines(&text, from - line);
            line = from;
            str rest = text;
            skip_lines(&rest, lines);
            str all = {text.p, rest.p ? (size_t)(rest.p - text.p) : text.n};
            if (take_paragraph(md, node, str_trim(all))) {
                cmark_node_unlink(node);
            }
        }
        node = next;
    }
}

/* --- uses --- */

static const struct abbreviation *abbreviation_at(const struct md *md, str text,
                                                  size_t at)
{
    if (is_word_byte(text.p[at]) && at > 0 && is_word_byte(text.p[at - 1])) {
        return NULL;
    }
    const struct abbreviation *found =
        map_get(&md->page->abbreviations, first_word(text, at));
    for (; found; found = found->next) {
        size_t end = at + found->name.n;
        bool word = is_word_byte(found->name.p[found->name.n - 1]);
        if (str_starts(str_from_offset(text, at), found->name) &&
            !(word && end < text.n && is_word_byte(text.p[end]))) {
            return found;
        }
    }
    return NULL;
}

static void abbreviate_text(struct md *md, str text)
{
    size_t done = 0;
    for (size_t at = 0; at < text.n;) {
        const struct abbreviation *found = abbreviation_at(md, text, at);
        if (!found) {
            at += first_word(text, at).n;
            continue;
        }
        md_emit_text(md, str_sub(text, done, at - done));
        md_emit(md, (struct md_inline){.kind = MD_ABBREVIATION,
                                       .text = found->name,
                                       .title = found->meaning});
        at += found->name.n;
        done = at;
    }
    md_emit_text(md, str_from_offset(text, done));
}

/* Whether the text is in <code> or <abbr> as raw HTML, and stays as it is. */
static bool stays_raw(str html, bool raw)
{
    struct html_token token;
    html_token_init(&token, html);
    if (html_token_next(&token) && (html_token_is(&token, STR("code")) ||
                                    html_token_is(&token, STR("abbr")))) {
        raw = token.kind == HTML_START;
    }
    return raw;
}

void md_abbreviate(struct md *md)
{
    size_t images = 0;
    bool raw = false;
    if (md->page->abbreviations.n == 0) {
        return;
    }
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind == MD_IMAGE) {
            images += item->closes ? (size_t)-1 : 1;
        }
        if (item->kind == MD_HTML) {
            raw = stays_raw(item->text, raw);
        }
        if (item->kind == MD_TEXT && images == 0 && !raw) {
            abbreviate_text(md, item->text);
        } else {
            md_emit(md, *item);
        }
    }
    md_swap(md);
}
