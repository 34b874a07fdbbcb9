/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "markdown/md_parse.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/slug.h"
#include "text/url.h"

/* Wikilinks: [[name#heading|text]], ![[picture.jpg|300]]. While cmark parses,
 * the host is asked what the name is, so code and links go by who comes first,
 * and other texts are read as if there were no wikilinks. */

enum { LONGEST = 1000 }; /* bytes in the brackets */

/* The offset of the "]]" of the wikilink at text[from]; 0: it is none. No '['
 * and no single ']' may be in its target, no "[[" in its text. */
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
    str after = str_from_offset(text, close + 2);
    bool link = str_starts(after, STR("(")) ||
                (str_starts(after, STR("[")) && !str_starts(after, STR("[[")));
    return link ? 0 : close + 2;
}

/* --- its parts --- */

/* The backslashes that md_protect.c has left. */
static str without_escapes(struct md *md, str text)
{
    if (str_find_char(text, '\\') == STR_NONE) {
        return text;
    }
    char *p = ARENA_ARRAY(md->tree, char, text.n);
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        char next = str_at(text, i + 1);
        i += text.p[i] == '\\' && (unsigned char)next < 0x80 &&
             md_is_punctuation((unsigned char)next);
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

/* Reads a number of pixels. Returns false: there is none. */
static bool read_length(str *text, str *length)
{
    enum { MOST = 99999 };
    *length = *text;
    size_t n = str_take_number(text, MOST);
    length->n -= text->n;
    return n && n <= MOST;
}

/* Reads "300" or "300x200". */
static bool read_size(str text, struct md_wikilink *wiki)
{
    str width;
    str height = {0};
    bool read = read_length(&text, &width);
    if (str_starts(text, STR("x"))) {
        text = str_from_offset(text, 1);
        read = read_length(&text, &height) && read;
    }
    if (read && !text.n) {
        wiki->width = width;
        wiki->height = height;
    }
    return read && !text.n;
}

/* Takes the size off the end of "alt|300". Returns the alternative text. */
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
    md_go_to_block(md, block);
    return md_wikilink_place(md, target);
}

static cmark_node *new_wikilink(struct md *md, struct md_wikilink *wiki,
                                str dest, str text, bool image)
{
    cmark_node *node = cmark_node_new_with_mem(
        image ? CMARK_NODE_IMAGE : CMARK_NODE_LINK, md->mem);
    cmark_node_set_url(node, arena_str(md->tree, dest).p);
    cmark_node_append_child(node, md_new_node(md, CMARK_NODE_TEXT, text));
    node->user_data = wiki;
    return node;
}

bool md_wikilink_at(const struct md_inline_place *place, cmark_node **node)
{
    struct md *md = place->md;
    const struct markdown_host *host = &md->options->host;
    size_t off;
    str text = md_parser_text(place, &off);
    bool embed;
    *node = NULL;
    if (!md_wikilink_placeholder_at(md, text, off, &embed)) {
        return false;
    }
    size_t from = off + MD_PLACEHOLDER_LENGTH + 1 + embed;
    size_t close = find_close(text, from);
    str inside = str_sub(text, from, close > from ? close - from : 0);
    if (!inside.n || is_defined(md, inside) ||
        md_shortcode_find(md, inside, 0) < inside.n) {
        return true;
    }
    struct md_wikilink *wiki = ARENA_NEW(md->tree, struct md_wikilink);
    /* The text is after the '|'. In a table a backslash is before that. */
    size_t bar = str_find_char_from(inside, 0, '|');
    bool escaped = bar < inside.n && bar && inside.p[bar - 1] == '\\';
    wiki->target = md_unprotect(md, str_sub(inside, 0, bar - escaped), true);
    wiki->written = str_sub(text, off, close + 2 - off);
    str dest = host->wikilink(host->self, wiki->target, embed,
                              place_in_source(md, place->parent, wiki->target),
                              md->tree);
    if (!dest.p) {
        return true;
    }
    str path;
    str fragment;
    url_split(dest, &path, &fragment);
    bool image =
        embed && str_is_word_of(path_ext(path),
                                STR(".png .jpg .jpeg .jfif .gif .svg .webp "
                                    ".avif .heic .heif .bmp .ico"));
    str shown = str_trim(str_from_offset(inside, bar + 1));
    shown = without_escapes(md, image ? take_size(shown, wiki) : shown);
    if (!shown.n && !image) {
        shown = shown_target(md, wiki->target);
    }
    *node = new_wikilink(md, wiki, dest, shown, image);
    cmark_inline_parser_set_offset(place->parser, (int)close + 2);
    return true;
}
