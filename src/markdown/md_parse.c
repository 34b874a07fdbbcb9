/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"

#include <stdlib.h>

#include <cmark-gfm-core-extensions.h>
#if __has_include(<cmark-gfm/parser.h>)
#include <cmark-gfm/parser.h> /* Debian */
#else
#include <parser.h>
#endif

/* cmark keeps the characters at which it asks extensions in two process-wide
 * tables. Each parse writes those of its extensions into them and at its end
 * takes them out again, under the feet of other threads. So:
 *
 *  - Once, in a parse before the first thread, '~', ':', '=', '^', '$', '{'
 *    and MD_ASK go into the tables, and the extensions that brought them forget
 *    them halfway: they are never taken out.
 *  - Each later parse has an extension of its own that claims no characters
 *    when cmark writes the tables, nor when it takes characters out. In
 *    between it must claim '~', '=' and '^', else cmark would not pair them as
 *    delimiters. Two paragraphs of ours, ":" in front of the text and ":"
 * behind it, tell it when: they are the first and the last that cmark parses.
 *
 * So after the first parse nobody writes the tables. */

/* cmark's allocator has no context, so the arena of the parse that goes on
 * stands in a variable of the thread. Blocks carry their size, which realloc
 * needs:  | size, padded to 16 | bytes ... */
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

/* What cmark keeps for the process it takes elsewhere, and would end by a
 * signal where there is no memory. */
static void *lasting_calloc(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) {
        arena_out_of_memory();
    }
    return p;
}

static void *lasting_realloc(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p) {
        arena_out_of_memory();
    }
    return p;
}

struct arena *md_memory(struct arena *arena)
{
    struct arena *outer = memory;
    memory = arena;
    return outer;
}

/* One parse: its extension's private data. */
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

/* Is here so that cmark knows the extension as one for inlines. */
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

void md_parse_init(void)
{
    cmark_mem *mem = cmark_get_default_mem_allocator();
    mem->calloc = lasting_calloc;
    mem->realloc = lasting_realloc;
    cmark_gfm_core_extensions_ensure_registered();
    cmark_llist tilde;
    cmark_llist others[6];
    fill_char_list(&tilde, "~");
    fill_char_list(others, ":\xF4=^${"); /* MD_ASK */
    cmark_syntax_extension *strike =
        new_extension(forget_special_chars, match_none);
    /* Tildes are looked through when emphasis looks for its neighbours. */
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

static bool is_asked_for(unsigned char c)
{
    return c == ':' || c == '~' || c == '=' || c == '^' || c == '$' ||
           c == '{' || c == MD_ASK;
}

/* Also called for the first character of every run of text. */
static cmark_node *match_inline(cmark_syntax_extension *self,
                                cmark_parser *parser, cmark_node *parent,
                                unsigned char c, cmark_inline_parser *inlines)
{
    (void)parser;
    if (!is_asked_for(c)) {
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

/* Asked at each line that begins no block of cmark's own. */
static cmark_node *open_block(cmark_syntax_extension *self, int indented,
                              cmark_parser *parser, cmark_node *parent,
                              unsigned char *input, int n)
{
    int from = cmark_parser_get_first_nonspace(parser);
    int c = from < n ? input[from] : '\0';
    if (indented || (c != '{' && c != ':')) {
        return NULL;
    }
    const struct parse *parse = cmark_syntax_extension_get_private(self);
    if (parse->md->options->gfm) {
        return NULL;
    }
    if (c == '{') {
        return md_attributes_open(parse->md, parser, parent,
                                  (str){(const char *)input, (size_t)n});
    }
    cmark_node *node = md_box_open(parse->md, parser, parent,
                                   (str){(const char *)input, (size_t)n});
    if (node && node->type == CMARK_NODE_BLOCK_QUOTE) {
        cmark_node_set_syntax_extension(node, self);
    }
    return node;
}

/* Asked at each line for each box around it. */
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

/* The extension goes before the tree does. */
static void release_boxes(const struct md *md)
{
    for (size_t i = 0; i < md->boxes.n; i++) {
        cmark_node_set_syntax_extension(md->boxes.p[i], NULL);
    }
}

static cmark_node *new_mark(cmark_mem *mem)
{
    cmark_node *node = cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, mem);
    cmark_node_set_string_content(node, ":");
    return node;
}

static cmark_mem *new_allocator(void)
{
    cmark_mem *mem = memory_alloc(sizeof *mem);
    *mem = (cmark_mem){memory_calloc, memory_realloc, memory_free};
    return mem;
}

/* The arena keeps them, for the parts of the page that are parsed later. */
static void keep_entry(cmark_map *map, cmark_map_entry *entry)
{
    (void)map, (void)entry;
}

/* The page's map for a part of it, whose definitions are added: the first of a
 * name counts. At the first look-up cmark sorts, drops what is double, and
 * expects no more, so the list is made anew from what it kept. Sorting for
 * each part would take too long if there are very many. */
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

static void take_references(struct md *md, cmark_parser *parser)
{
    cmark_map *map = shared_references(md->page);
    if (map) {
        parser->refmap = map;
    }
    md->references = parser->refmap;
    md->references->free = keep_entry;
}

void md_parse(struct md *md)
{
    cmark_mem *mem = new_allocator();
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
    /* Before tables, which would take a line of attributes for a row. */
    cmark_parser_attach_syntax_extension(parser, extension);
    cmark_parser_attach_syntax_extension(parser,
                                         cmark_find_syntax_extension("table"));
    cmark_parser_attach_syntax_extension(
        parser, cmark_find_syntax_extension("tasklist"));
    take_references(md, parser);
    cmark_parser_feed(parser, md->text.p, md->text.n);
    /* No line may be left for cmark_parser_finish, behind the last mark. */
    if (!str_ends(md->text, STR("\n")) && !str_ends(md->text, STR("\r"))) {
        cmark_parser_feed(parser, "\n", 1);
    }
    cmark_node_prepend_child(parser->root, parse.first);
    cmark_node_append_child(parser->root, parse.last);
    /* The parser is never freed: it lives in the arena too. */
    md->root = cmark_parser_finish(parser);
    cmark_node_unlink(parse.first);
    cmark_node_unlink(parse.last);
    release_boxes(md);
    cmark_syntax_extension_free(cmark_get_default_mem_allocator(), extension);
}
