/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_escape.h"
#include "text/slug.h"

/* Callouts: quotes that begin with their kind, and boxes between lines of
 * colons, which md_box.c reads:
 *
 *     > [!NOTE]               GitHub
 *     > [!tip]- A title       Obsidian; - and + fold it
 *     :::tip A title          Docusaurus
 *
 * To cmark all of them are quotes. */

/* GitHub's, which have a look of their own and words in the page's language. */
static const struct {
    str kind;
    str title;
} alerts[] = {
    {STR_INIT("note"), STR_INIT("Note")},
    {STR_INIT("tip"), STR_INIT("Tip")},
    {STR_INIT("important"), STR_INIT("Important")},
    {STR_INIT("warning"), STR_INIT("Warning")},
    {STR_INIT("caution"), STR_INIT("Caution")},
};

enum { ALERTS = sizeof alerts / sizeof *alerts, LONGEST_KIND = 60 };

/* Obsidian's and Docusaurus' kinds that look like one of them. Any other looks
 * like a note. */
static const struct {
    str look;
    str kinds;
} looks[] = {
    {STR_INIT("tip"), STR_INIT("hint success check done")},
    {STR_INIT("important"), STR_INIT("question help faq")},
    {STR_INIT("warning"), STR_INIT("attention")},
    {STR_INIT("caution"), STR_INIT("danger error bug failure fail missing")},
};

size_t md_callout_kind_length(str text)
{
    size_t n = 0;
    bool letter =
        text.n && (is_alpha(text.p[0]) || (unsigned char)text.p[0] >= 0x80);
    while (letter && n < text.n &&
           (is_alnum(text.p[n]) || text.p[n] == '-' || text.p[n] == '_' ||
            (unsigned char)text.p[n] >= 0x80)) {
        n++;
    }
    return n <= LONGEST_KIND ? n : 0;
}

/* --- > [!kind] --- */

/* Reads [!kind], and [!kind|what themes of Obsidian read] and its fold, at the
 * start of a text. Returns its length; 0: it is none. */
static size_t read_mark(str text, struct md_callout *out)
{
    if (!str_starts(text, STR("[!"))) {
        return 0;
    }
    size_t n = md_callout_kind_length(str_from_offset(text, 2));
    str rest = str_from_offset(text, 2 + n);
    size_t close = str_starts(rest, STR("|")) ? str_find_char(rest, ']') : 0;
    if (n == 0 || close == STR_NONE ||
        !str_starts(str_from_offset(rest, close), STR("]"))) {
        return 0;
    }
    out->kind = str_sub(text, 2, n);
    rest = str_from_offset(rest, close + 1);
    char c = rest.n ? rest.p[0] : '\0';
    out->folds = c == '-' || c == '+';
    out->open = c == '+';
    return text.n - rest.n + out->folds;
}

/* Takes the first line out of the paragraph. Its first `mark` bytes are no part
 * of the title. Returns the title; NULL: there is none. */
static cmark_node *take_title(struct md *md, cmark_node *paragraph, size_t mark)
{
    cmark_node *title = cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, md->mem);
    cmark_node *node = paragraph->first_child;
    str first = str_from_offset(md_literal(node), mark);
    first = str_from_offset(first, str_skip_spaces(first, 0));
    cmark_node_set_literal(node, arena_str(md->tree, first).p);
    title->start_line = paragraph->start_line;
    while (node && node->type != CMARK_NODE_SOFTBREAK &&
           node->type != CMARK_NODE_LINEBREAK) {
        cmark_node *next = node->next;
        cmark_node_append_child(title, node);
        node = next;
    }
    if (node) {
        cmark_node_unlink(node);
        paragraph->start_line++;
    }
    if (!paragraph->first_child) {
        cmark_node_unlink(paragraph);
    }
    return first.n || title->first_child != title->last_child ? title : NULL;
}

/* Finds out whether a quote is a callout. */
static struct md_callout *callout_of(struct md *md, cmark_node *quote)
{
    struct md_block *block = quote->user_data;
    cmark_node *paragraph = quote->first_child;
    if (block && block->callout) {
        return block->callout;
    }
    if (!paragraph || paragraph->type != CMARK_NODE_PARAGRAPH ||
        !paragraph->first_child ||
        paragraph->first_child->type != CMARK_NODE_TEXT) {
        return NULL;
    }
    struct md_callout read = {0};
    str text = arena_str(md->tree, md_literal(paragraph->first_child));
    size_t mark = read_mark(text, &read);
    if (mark == 0) {
        return NULL;
    }
    read.title = take_title(md, paragraph, mark);
    struct md_callout *callout = ARENA_NEW(md->tree, struct md_callout);
    *callout = read;
    md_block_of(md, quote)->callout = callout;
    return callout;
}

/* --- in the page --- */

static str classes_of(const struct md *md, str kind)
{
    str look = {0};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        look = str_is_word_of(kind, looks[i].kinds) ? looks[i].look : look;
    }
    const str parts[] = {look.n ? STR("alert alert-") : STR("alert"), look,
                         STR(" alert-"), kind};
    return arena_join(md->tree, parts, sizeof parts / sizeof *parts);
}

/* The word for the kind, with a capital. */
static str own_title(const struct md *md, str typed, str kind)
{
    struct buf out = {0};
    str word = is_alpha(typed.p[0]) ? kind : typed;
    for (size_t i = 0; i < word.n; i++) {
        char c = word.p[i];
        bool lower = i == 0 && c >= 'a' && c <= 'z';
        buf_putc(&out, lower                  ? (char)(c - 'a' + 'A')
                       : c == '-' || c == '_' ? ' '
                                              : c);
    }
    return buf_move(&out, md->tree);
}

static str default_title(const struct md *md, str typed, str kind)
{
    const struct markdown_words *words = md->options->words;
    for (size_t i = 0; i < ALERTS; i++) {
        if (str_eq(kind, alerts[i].kind)) {
            return words && words->alerts[i].n ? words->alerts[i]
                                               : alerts[i].title;
        }
    }
    return own_title(md, typed, kind);
}

static void put_callout_title(struct md *md, const struct md_callout *callout,
                              str kind)
{
    if (callout->title) {
        /* So that nothing in it is printed as a block. */
        callout->title->type = CMARK_NODE_HEADING;
        md_flatten(md, callout->title);
        md_print_inlines(md);
        return;
    }
    str title = default_title(md, callout->kind, kind);
    md->in_word = false;
    md_count_words(md, title);
    html_escape(title, &md->out);
}

bool md_callout_start(struct md *md, cmark_node *quote)
{
    const struct md_callout *callout = callout_of(md, quote);
    if (!callout) {
        return false;
    }
    str kind = slug_heading(md->tree, callout->kind);
    bool details = callout->folds;
    md_go_to_line(md, quote->start_line);
    if (callout->colons && !callout->closed) {
        struct diag *diag = diag_warning(
            md->diags, md_place_of(md, STR(":::")), "unclosed-callout",
            "nothing closes this box: it goes to the end of the block around "
            "it");
        diag_hint(diag, "write as many colons on a line of their own below it");
    }
    buf_put(&md->out, details ? STR("<details") : STR("<div"));
    md_attributes_put(md, md_attributes_of(quote), classes_of(md, kind),
                      STR("role open"), &md->out);
    buf_put(&md->out, !details        ? STR(" role=\"note\">\n<p")
                      : callout->open ? STR(" open>\n<summary")
                                      : STR(">\n<summary"));
    buf_put(&md->out, STR(" class=\"alert-title\">"));
    if (callout->title) {
        cmark_node_unlink(callout->title);
    }
    put_callout_title(md, callout, kind);
    buf_put(&md->out, details ? STR("</summary>\n") : STR("</p>\n"));
    return true;
}

str md_quote_end(const cmark_node *quote)
{
    const struct md_block *block = quote->user_data;
    const struct md_callout *callout = block ? block->callout : NULL;
    return !callout         ? STR("</blockquote>\n")
           : callout->folds ? STR("</details>\n")
                            : STR("</div>\n");
}
