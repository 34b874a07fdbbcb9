/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"

#include <stdlib.h>

#include <cmark-gfm-core-extensions.h>
/* cmark keeps the characters at which it asks extensions in two process-wide
 * tables. Each parse adds those of its extensions and removes them at its end,
 * while other threads read the tables. So:
 *
 *  - Once, in a parse before the first thread, '~', ':', '=', '^', '$', '{'
 *    and MD_ASK go into the tables, and the extensions that added them forget
 *    them halfway: they are never removed.
 *  - Each later parse has an extension of its own that claims no characters
 *    when cmark adds to the tables, nor when it removes from them. In between
 * it must claim '~', '=' and '^', else cmark would not pair them as delimiters.
 *    Two paragraphs that consist of ":", before the text and after it, mark
 *    these moments: cmark parses them first and last.
 *
 * So after the first parse the tables don't change. */

/* cmark's allocator has no context, so the arena of the current parse is in a
 * variable of the thread. Blocks carry their size, which realloc needs:
 *     | size, padded to 16 | bytes ... */
static _Thread_local struct arena *memory;

enum { HEADER = _Alignof(max_align_t) };

static void *memory_alloc(size_t bytes)
{
    char *block = arena_alloc(memory, 2 + bytes / HEADER, HEADER);
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

/* For memory that cmark keeps for the process. Without memory its own functions
 * end the process by a signal. */
static void *process_realloc(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p) {
        arena_out_of_memory();
    }
    return p;
}

static void *process_calloc(size_t count, size_t size)
{
    return memset(process_realloc(NULL, count * size), 0, count * size);
}

struct arena *md_memory(struct arena *arena)
{
    struct arena *outer = memory;
    memory = arena;
    return outer;
}

/* One parse; the private data of its extension. */
struct parse {
    struct md *md;
    cmark_llist marks[3]; /* the characters it claims */
    cmark_node *first;
    cmark_node *last;
};

/* The characters as cmark's list of them. */
static void fill_char_list(cmark_llist *list, const char *chars)
{
    for (; *chars; chars++, list++) {
        *list = (cmark_llist){chars[1] ? list + 1 : NULL, NULL};
        /* cmark keeps the character itself where the pointer would be. */
        size_t value = (unsigned char)*chars;
        memcpy(&list->data, &value, sizeof list->data);
    }
}

static cmark_node *forget_special_chars(cmark_syntax_extension *self,
                                        cmark_parser *parser,
                                        cmark_node *parent, unsigned char c,
                                        cmark_inline_parser *inlines)
{
    (void)parser, (void)parent, (void)c, (void)inlines;
    cmark_syntax_extension_set_special_inline_chars(self, NULL);
    return NULL;
}

/* With such a function cmark takes the extension for one of inlines. */
static delimiter *match_none(cmark_syntax_extension *self, cmark_parser *parser,
                             cmark_inline_parser *inlines, delimiter *opener,
                             delimiter *closer)
{
    (void)self, (void)parser, (void)inlines, (void)opener;
    return closer->next;
}

static cmark_syntax_extension *new_extension(cmark_match_inline_func match,
                                             cmark_inline_from_delim_func join)
{
    cmark_syntax_extension *extension = cmark_syntax_extension_new("crumb");
    cmark_syntax_extension_set_match_inline_func(extension, match);
    cmark_syntax_extension_set_inline_from_delim_func(extension, join);
    return extension;
}

str md_parser_text(const struct md_inline_place *place, size_t *off)
{
    const struct cmark_chunk *chunk =
        cmark_inline_parser_get_chunk(place->parser);
    *off = (size_t)cmark_inline_parser_get_offset(place->parser);
    return (str){(const char *)chunk->data, (size_t)chunk->len};
}

void md_take_line(cmark_parser *parser, str line)
{
    int left = (int)line.n - 1 - cmark_parser_get_offset(parser);
    cmark_parser_advance_offset(parser, line.p, left, 0);
}

cmark_node *md_new_node(const struct md *md, cmark_node_type type, str text)
{
    cmark_node *node = cmark_node_new_with_mem(type, md->mem);
    cmark_node_set_literal(node, arena_str(md->tree, text).p);
    return node;
}

void md_parse_init(void)
{
    cmark_mem *mem = cmark_get_default_mem_allocator();
    mem->calloc = process_calloc;
    mem->realloc = process_realloc;
    cmark_gfm_core_extensions_ensure_registered();
    cmark_llist tilde;
    cmark_llist others[6];
    fill_char_list(&tilde, "~");
    fill_char_list(others, ":\xF4=^${"); /* MD_ASK */
    cmark_syntax_extension *strike =
        new_extension(forget_special_chars, match_none);
    /* Emphasis looks for its neighbours after tildes. */
    cmark_syntax_extension_set_emphasis(strike, 1);
    cmark_syntax_extension_set_special_inline_chars(strike, &tilde);
    cmark_syntax_extension *address =
        new_extension(forget_special_chars, match_none);
    cmark_syntax_extension_set_special_inline_chars(address, others);
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    cmark_parser_attach_syntax_extension(parser, strike);
    cmark_parser_attach_syntax_extension(parser, address);
    cmark_parser_feed(parser, ":\n", 2);
    cmark_node_free(cmark_parser_finish(parser));
    cmark_parser_free(parser);
    cmark_syntax_extension_free(mem, strike);
    cmark_syntax_extension_free(mem, address);
}

/* cmark also calls it for the first character of every run of text. */
static cmark_node *match_inline(cmark_syntax_extension *self,
                                cmark_parser *parser, cmark_node *parent,
                                unsigned char c, cmark_inline_parser *inlines)
{
    (void)parser;
    if (c != MD_ASK && !is_any_of((char)c, ":~=^${")) {
        return NULL;
    }
    struct parse *parse = cmark_syntax_extension_get_private(self);
    struct md_inline_place place = {parse->md, parent, inlines};
    if (parent == parse->first || parent == parse->last) {
        cmark_syntax_extension_set_special_inline_chars(
            self, parent == parse->first ? parse->marks : NULL);
        return NULL;
    }
    cmark_node *wikilink = NULL;
    if (c == MD_ASK && md_wikilink_at(&place, &wikilink)) {
        return wikilink;
    }
    if (c == '{') {
        return md_attributes_at(&place);
    }
    if (c == MD_ASK || c == '$') {
        cmark_node *formula = md_math_at(&place);
        return formula || c == '$' ? formula : md_www_at(&place);
    }
    if (c != ':') {
        return md_strike_run(&place, (char)c);
    }
    cmark_node *link = md_url_at(&place);
    return link ? link : md_emoji_at(&place);
}

static delimiter *join_delimiters(cmark_syntax_extension *self,
                                  cmark_parser *parser,
                                  cmark_inline_parser *inlines,
                                  delimiter *opener, delimiter *closer)
{
    (void)parser;
    struct parse *parse = cmark_syntax_extension_get_private(self);
    return md_strike_join(parse->md, inlines, opener, closer);
}

/* cmark calls it at each line that begins no block of its own. */
static cmark_node *open_block(cmark_syntax_extension *self, int indented,
                              cmark_parser *parser, cmark_node *parent,
                              unsigned char *input, int n)
{
    int from = cmark_parser_get_first_nonspace(parser);
    int c = from < n ? input[from] : '\0';
    const struct parse *parse = cmark_syntax_extension_get_private(self);
    /* In a paragraph an indented line is no code, and may end a box. */
    bool code = indented && !(c == ':' && parent->type == CMARK_NODE_PARAGRAPH);
    /* A table is of another extension, and its rows need no bar in front. */
    bool row = parent->extension && parent->extension != self;
    if (code || (!is_any_of((char)c, "{:|-") && !row) ||
        parse->md->options->gfm) {
        return NULL;
    }
    parse->md->has_colons |= c == ':';
    md_lost_line(parse->md, parser, parent,
                 (str){(const char *)input + from, (size_t)(n - from)});
    if (c == '{') {
        return md_attributes_open(parse->md, parser, parent,
                                  (str){(const char *)input, (size_t)n});
    }
    if (c != ':') {
        return NULL;
    }
    cmark_node *node = md_box_open(parse->md, parser, parent,
                                   (str){(const char *)input, (size_t)n});
    if (node && node->type == CMARK_NODE_BLOCK_QUOTE) {
        cmark_node_set_syntax_extension(node, self);
    }
    return node;
}

/* cmark calls it at each line for each box around it. */
static int match_block(cmark_syntax_extension *self, cmark_parser *parser,
                       unsigned char *input, int n, cmark_node *box)
{
    const struct parse *parse = cmark_syntax_extension_get_private(self);
    return md_box_goes_on(parse->md, parser, box,
                          (str){(const char *)input, (size_t)n});
}

static int can_contain(cmark_syntax_extension *self, cmark_node *box,
                       cmark_node_type type)
{
    (void)self;
    return md_box_may_hold(box, type);
}

static cmark_node *new_mark(cmark_mem *mem)
{
    cmark_node *node = cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, mem);
    cmark_node_set_string_content(node, ":");
    return node;
}

/* Entries live in the arena, for the parts of the page that are parsed later.
 */
static void keep_entry(cmark_map *map, cmark_map_entry *entry)
{
    (void)map, (void)entry;
}

/* The page's map for a part of it, which adds its definitions; the first of a
 * name counts. At the first look-up cmark sorts the entries, drops duplicates
 * and expects no more, so the list is rebuilt from the entries that it kept.
 * NULL: sorting so many for each part would take too long. */
static cmark_map *shared_references(const struct md *page)
{
    enum { MOST = 1000 };
    cmark_map *map = page->references;
    if (!map || map->size > MOST) {
        return NULL;
    }
    cmark_map_entry **link = &map->refs;
    for (unsigned i = 0; map->sorted && i < map->size; i++) {
        map->sorted[i]->age = i;
        *link = map->sorted[i];
        link = &map->sorted[i]->next;
        *link = NULL;
    }
    map->sorted = NULL;
    return map;
}

void md_parse(struct md *md)
{
    cmark_mem *mem = memory_alloc(sizeof *mem);
    *mem = (cmark_mem){memory_calloc, memory_realloc, memory_free};
    md->mem = mem;
    struct parse parse = {
        .md = md, .first = new_mark(mem), .last = new_mark(mem)};
    fill_char_list(parse.marks, "~=^");
    cmark_syntax_extension *extension =
        new_extension(match_inline, join_delimiters);
    cmark_syntax_extension_set_private(extension, &parse, NULL);
    cmark_syntax_extension_set_open_block_func(extension, open_block);
    cmark_syntax_extension_set_match_block_func(extension, match_block);
    cmark_syntax_extension_set_can_contain_func(extension, can_contain);
    cmark_parser *parser =
        cmark_parser_new_with_mem(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES, mem);
    /* Before tables, to which a line of attributes is a row. */
    cmark_parser_attach_syntax_extension(parser, extension);
    cmark_parser_attach_syntax_extension(parser,
                                         cmark_find_syntax_extension("table"));
    cmark_parser_attach_syntax_extension(
        parser, cmark_find_syntax_extension("tasklist"));
    cmark_map *map = shared_references(md->page);
    parser->refmap = map ? map : parser->refmap;
    md->references = parser->refmap;
    md->references->free = keep_entry;
    md->has_notes = str_find(md->text, STR("[^")) != STR_NONE;
    md->has_colons = false;
    cmark_parser_feed(parser, md->text.p, md->text.n);
    /* No line may be left for cmark_parser_finish, after the last mark. */
    if (!str_ends(md->text, STR("\n")) && !str_ends(md->text, STR("\r"))) {
        cmark_parser_feed(parser, "\n", 1);
    }
    md_lost_end(md, parser->root);
    cmark_node_prepend_child(parser->root, parse.first);
    cmark_node_append_child(parser->root, parse.last);
    /* The parser is never freed: it lives in the arena too. */
    md->root = cmark_parser_finish(parser);
    cmark_node_unlink(parse.first);
    cmark_node_unlink(parse.last);
    for (size_t i = 0; i < md->boxes.n; i++) { /* the extension is freed here */
        cmark_node_set_syntax_extension(md->boxes.p[i], NULL);
    }
    cmark_syntax_extension_free(cmark_get_default_mem_allocator(), extension);
}
