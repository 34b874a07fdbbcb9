/* SPDX-License-Identifier: MIT */
#if __has_include(<cmark-gfm/map.h>)
#include <cmark-gfm/map.h> /* Debian */
#else
#include <map.h>
#endif

#include "files/path.h"
#include "markdown/md_node.h"
#include "markdown/md_parse.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/slug.h"

/* Wikilinks: [[name#heading|text]], ![[picture.jpg|300]]. While cmark parses,
 * the host is asked what the name is, so code and links go by who comes first,
 * and what is no name is read as if there were no wikilinks. */

enum { LONGEST = 1000 }; /* bytes in the brackets */

/* Where "]]" ends what begins at text[from]; 0: it is no wikilink. No '[' and
 * no single ']' stand in its target, no "[[" in its text. */
static size_t find_close(str text, size_t from)
{
    bool target = true;
    size_t end = text.n - from > LONGEST ? from + LONGEST : text.n;
    for (size_t i = from; i + 1 < end; i++) {
        char c = text.p[i];
        bool twice = text.p[i + 1] == c;
        if (c == '\n' || c == '\r' || (c == '[' && (target || twice)) ||
            (c == ']' && target && !twice)) {
            return 0;
        }
        if (c == ']' && twice) {
            return i > from ? i : 0;
        }
        target = target && c != '|';
    }
    return 0;
}

/* [[1]](https://...) and [[1]][ref] are links of Markdown. */
size_t md_wikilink_end(str text, size_t at)
{
    size_t close = find_close(text, at + 2);
    if (!close) {
        return 0;
    }
    str behind = str_from_offset(text, close + 2);
    bool link =
        str_starts(behind, STR("(")) ||
        (str_starts(behind, STR("[")) && !str_starts(behind, STR("[[")));
    return link ? 0 : close + 2;
}

/* --- its parts --- */

/* Where the text begins, behind the '|'; in a table a backslash stands before
 * that. */
static size_t find_bar(str inside)
{
    size_t bar = str_find_char(inside, '|');
    return bar == STR_NONE ? inside.n : bar;
}

static str target_of(struct md *md, str inside)
{
    size_t bar = find_bar(inside);
    bool escaped = bar < inside.n && bar && inside.p[bar - 1] == '\\';
    return md_unmask(md, str_sub(inside, 0, bar - escaped), true);
}

/* Empty: there is none. */
static str text_of(str inside)
{
    return str_trim(str_from_offset(inside, find_bar(inside) + 1));
}

static bool is_ascii_punctuation(char c)
{
    return c > ' ' && (unsigned char)c < 0x7F && !is_alnum(c);
}

/* The backslashes that md_mask.c has left. */
static str without_escapes(struct md *md, str text)
{
    if (str_find_char(text, '\\') == STR_NONE) {
        return text;
    }
    char *p = ARENA_ARRAY(md->tree, char, text.n);
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        i += text.p[i] == '\\' && i + 1 < text.n &&
             is_ascii_punctuation(text.p[i + 1]);
        p[n++] = text.p[i];
    }
    return (str){p, n};
}

/* "name > heading", as Obsidian shows "name#heading". */
static str shown_target(struct md *md, str target)
{
    struct buf out = {0};
    str rest = str_trim(target);
    str part;
    while (str_split(&rest, '#', &part)) {
        buf_put(&out, out.n ? STR(" > ") : STR(""));
        buf_put(&out, str_trim(part));
    }
    return buf_move(&out, md->tree);
}

/* Digits at text[*at], for an attribute; 0: there are none, or too many. */
static unsigned take_pixels(str text, size_t *at)
{
    enum { MOST = 99999 };
    unsigned n = 0;
    while (*at < text.n && is_digit(text.p[*at]) && n <= MOST) {
        n = n * 10 + (unsigned)(text.p[(*at)++] - '0');
    }
    return n <= MOST ? n : 0;
}

/* "300" or "300x200". */
static bool read_size(str text, struct md_wikilink *wiki)
{
    size_t at = 0;
    unsigned width = take_pixels(text, &at);
    unsigned height = 0;
    if (width && at < text.n && text.p[at] == 'x') {
        at++;
        height = take_pixels(text, &at);
        width = height ? width : 0;
    }
    if (!width || at < text.n) {
        return false;
    }
    wiki->width = width;
    wiki->height = height;
    return true;
}

/* Takes the size off the end of "alt|300"; what is left is the alternative
 * text. */
static str take_size(str text, struct md_wikilink *wiki)
{
    size_t bar = str_rfind_char(text, '|');
    str last = str_trim(str_from_offset(text, bar == STR_NONE ? 0 : bar + 1));
    if (!read_size(last, wiki)) {
        return text;
    }
    text = str_sub(text, 0, bar == STR_NONE ? 0 : bar);
    text.n -= str_ends(text, STR("\\"));
    return str_trim(text);
}

static bool is_picture(str dest)
{
    static const str endings[] = {
        STR_INIT(".png"),  STR_INIT(".jpg"), STR_INIT(".jpeg"),
        STR_INIT(".gif"),  STR_INIT(".svg"), STR_INIT(".webp"),
        STR_INIT(".avif"), STR_INIT(".bmp"), STR_INIT(".ico"),
    };
    return str_is_one_of(path_ext(dest), endings,
                         sizeof endings / sizeof *endings);
}

/* --- the parse --- */

/* As cmark keeps labels: white space is one space, case is the same. */
static str normal_label(struct md *md, str text)
{
    struct buf out = {0};
    text = str_trim(text);
    for (size_t i = 0; i < text.n; i++) {
        if (!is_space(text.p[i])) {
            buf_putc(&out, text.p[i]);
        } else if (!is_space(text.p[i - 1])) {
            buf_putc(&out, ' ');
        }
    }
    str label = slug_fold(md->tree, buf_str(&out));
    label = arena_str(md->tree, label);
    buf_free(&out);
    return label;
}

/* "[name]: address" makes a link of [name] in [[name]]. cmark, which knows the
 * labels once all blocks are read, does not export its look-up. */
static bool is_defined(struct md *md, str inside)
{
    const struct cmark_map *map = md->references;
    if (!md->labels_known) {
        md->labels_known = true;
        for (const cmark_map_entry *e = map->sorted ? NULL : map->refs; e;
             e = e->next) {
            str label = str_from((const char *)e->label);
            *map_put(&md->labels, md->tree, label) = md;
        }
        for (unsigned i = 0; map->sorted && i < map->size; i++) {
            str label = str_from((const char *)map->sorted[i]->label);
            *map_put(&md->labels, md->tree, label) = md;
        }
    }
    return map_get(&md->labels, normal_label(md, inside)) != NULL;
}

span md_wikilink_place(struct md *md, str target)
{
    span at = md_place_of(md, arena_concat(md->tree, STR("[["), target));
    return at.len ? span_of(at.source, at.off + 2, at.len - 2) : at;
}

static span place_in_source(struct md *md, const cmark_node *block, str target)
{
    if (md->trial) {
        return (span){0};
    }
    while (block && !block->start_line) {
        block = block->parent;
    }
    md->line = block ? block->start_line : 1;
    md->line += md_shortcodes_hidden(md, md->line);
    return md_wikilink_place(md, target);
}

static cmark_node *new_wikilink(struct md *md, struct md_wikilink *wiki,
                                str dest, str text, bool image)
{
    cmark_node *node = cmark_node_new_with_mem(
        image ? CMARK_NODE_IMAGE : CMARK_NODE_LINK, md->mem);
    cmark_node *child = cmark_node_new_with_mem(CMARK_NODE_TEXT, md->mem);
    cmark_node_set_literal(child, arena_str(md->tree, text).p);
    cmark_node_set_url(node, arena_str(md->tree, dest).p);
    cmark_node_append_child(node, child);
    cmark_node_set_user_data(node, wiki);
    return node;
}

bool md_wikilink_at(const struct md_inline_place *place, cmark_node **node)
{
    struct md *md = place->md;
    const struct markdown_host *host = &md->options->host;
    const struct cmark_chunk *chunk =
        cmark_inline_parser_get_chunk(place->parser);
    str text = {(const char *)chunk->data, (size_t)chunk->len};
    size_t off = (size_t)cmark_inline_parser_get_offset(place->parser);
    bool embed;
    *node = NULL;
    if (!md_wikilink_mask_at(md, text, off, &embed)) {
        return false;
    }
    size_t from = off + MD_MASK_LENGTH + 1 + embed;
    size_t close = find_close(text, from);
    str inside = str_sub(text, from, close > from ? close - from : 0);
    if (!inside.n || is_defined(md, inside) ||
        md_shortcode_find(md, inside, 0) < inside.n) {
        return true;
    }
    struct md_wikilink *wiki = ARENA_NEW(md->tree, struct md_wikilink);
    wiki->target = target_of(md, inside);
    wiki->written = str_sub(text, off, close + 2 - off);
    str dest = host->wikilink(host->self, wiki->target, embed,
                              place_in_source(md, place->parent, wiki->target),
                              md->tree);
    if (!dest.p) {
        return true;
    }
    bool image = embed && is_picture(dest);
    str shown = text_of(inside);
    shown = without_escapes(md, image ? take_size(shown, wiki) : shown);
    if (!shown.n && !image) {
        shown = shown_target(md, wiki->target);
    }
    *node = new_wikilink(md, wiki, dest, shown, image);
    cmark_inline_parser_set_offset(place->parser, (int)close + 2);
    return true;
}
