/* SPDX-License-Identifier: MIT */
/* Any bytes as Markdown: no crash, and HTML that is UTF-8 without control
 * characters. The first byte says which options are on; plain GitHub is one.
 *
 * Built by clang with -fsanitize=fuzzer,address,undefined; without a fuzzer
 * (-DMAIN) the program renders the files it is given. */

#include <stdlib.h>

#include "base/utf8.h"
#include "images/clean.h"
#include "images/image.h"
#include "markdown/markdown.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static bool image_size(void *host, str dest, struct image_size *size)
{
    (void)host;
    struct image_header look;
    bool known = image_header_read(dest, &look);
    *size = (struct image_size){look.width, look.height};
    return known;
}

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)at;
    return str_eq(name, STR("no"))    ? SHORTCODE_UNKNOWN
           : str_eq(name, STR("raw")) ? SHORTCODE_RAW
                                      : SHORTCODE_MARKDOWN;
}

static str shortcode(void *host, const struct shortcode_call *call,
                     struct arena *arena)
{
    (void)host;
    bool block = str_eq(call->name, STR("block"));
    return arena_concat(arena, block ? STR("<div>x</div>") : STR("<i>x</i>"),
                        call->body);
}

static str wikilink(void *self, str target, bool embed, span at,
                    struct arena *arena)
{
    (void)self, (void)at;
    return target.n % 4 == 0 ? (str){NULL, 0}
           : embed           ? STR("/a.png")
                             : arena_concat(arena, STR("/"), target);
}

static struct markdown_options options_of(unsigned char bits)
{
    return (struct markdown_options){
        .gfm = bits & 1,
        .smart = bits & 2,
        .raw_html = bits & 4,
        .mark = bits & 8,
        .scripts = bits & 16,
        .emoji = bits & 32,
        .definition_lists = bits & 64,
        .math = bits & 64,
        .abbreviations = bits & 64,
        .demote_headings = bits & 128,
        .id_prefix = STR("p-"),
        .wikilinks = bits & 32,
        .comments = bits & 16,
        .foreign_shortcodes = bits & 8,
        .host = {.image_size = image_size,
                 .wikilink = wikilink,
                 .shortcode_kind = kind_of,
                 .shortcode = shortcode},
    };
}

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void check(str html)
{
    expect(utf8_invalid(html) == STR_NONE);
    for (size_t i = 0; i < html.n; i++) {
        unsigned char c = (unsigned char)html.p[i];
        expect(c >= ' ' || c == '\t' || c == '\n' || c == '\r');
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static bool ready;
    if (!ready) {
        markdown_init();
        ready = true;
    }
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    struct markdown_options options = options_of(size ? data[0] : 0);
    struct source source = {
        .name = STR("a.md"),
        .text = {(const char *)data + (size > 0), size - (size > 0)}};
    struct markdown out;
    size_t end;
    markdown_render(&source, 0, &options, &arena, &diags, &out);
    if (!options.gfm) {
        check(out.html);
        check(out.summary);
    }
    options.gfm = false;
    options.html = true;
    markdown_render(&source, 0, &options, &arena, &diags, &out);
    check(out.html);
    check(out.summary);
    markdown_title(&source, 0, &arena, &end);
    arena_free(&arena);
    return 0;
}

#ifdef MAIN
#include <stdio.h>

#include "base/memory/buf.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        struct buf text = {0};
        int c;
        while (file && (c = getc(file)) != EOF) {
            buf_putc(&text, (char)c);
        }
        if (file) {
            fclose(file);
        }
        LLVMFuzzerTestOneInput((const unsigned char *)text.p, text.n);
        buf_free(&text);
    }
    return 0;
}
#endif
