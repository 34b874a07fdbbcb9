/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MARKDOWN_HOST_H
#define CRUMB_MARKDOWN_MARKDOWN_HOST_H

/* The functions that Markdown calls while it renders a text: its only calls
 * upward. They come from the thread that called markdown_render. New
 * strings go into the arena given, which is the one of that call. */

#include "markdown/shortcode/shortcode.h"

struct image_size;
struct language;

enum shortcode_kind {
    SHORTCODE_UNKNOWN,  /* there is none: the tag is text */
    SHORTCODE_MARKDOWN, /* the text between its tags is Markdown */
    SHORTCODE_RAW,      /* the text between its tags is passed unchanged */
    SHORTCODE_CODE,     /* it is a block of code: the host is not called */
};

/* One use of a shortcode. */
struct shortcode_call {
    str name;
    struct shortcode_args args;
    str raw;  /* the text between the tags, as written */
    str body; /* its HTML; empty if the shortcode is SHORTCODE_RAW */
    bool has_body;
    bool block; /* it is alone, not within a paragraph */
    span at;    /* of the opening tag */
};

/* Any function may be NULL. */
struct markdown_host {
    /* Returns the address to write for a link or image, or p == NULL for no
     * link at all: then its text stays, and an image becomes its alternative
     * text. `dest` is what the author wrote (unescaped, not percent-encoded),
     * `at` its place in the source as far as it is known. Called once for each
     * destination, bare addresses included. It may report diagnostics. NULL:
     * addresses stay as written. */
    str (*link)(void *self, str dest, bool image, span at, struct arena *arena);
    /* Returns the destination of [[target]], as a Markdown link would have it,
     * or p == NULL: it is text. embed: it is ![[target]]. Called twice or more
     * for each; it may report diagnostics if `at` is a place. NULL: all are
     * text. */
    str (*wikilink)(void *self, str target, bool embed, span at,
                    struct arena *arena);
    /* Sets the size of an image; `dest` is what the author wrote. Returns false
     * if it is not known. */
    bool (*image_size)(void *self, str dest, struct image_size *size);
    /* Returns a piece of raw HTML with its addresses resolved. NULL: they stay
     * as written. */
    str (*raw_html)(void *self, str html, struct arena *arena);
    /* Returns the kind of the shortcode of that name, and reports an unknown
     * one if `at` is a place. NULL: shortcodes are text. */
    enum shortcode_kind (*shortcode_kind)(void *self, str name, span at);
    /* Returns the HTML of a shortcode, or an address if its tag is in place of
     * one. p == NULL: it failed and has reported why; the tag stays as text.
     * NULL: shortcodes become nothing. */
    str (*shortcode)(void *self, const struct shortcode_call *call,
                     struct arena *arena);
    /* Returns the language of that name that code is highlighted in; NULL: none
     * is known, which is reported at `at`, if that is a place. NULL: code is
     * plain. */
    const struct language *(*language)(void *self, str name, span at);
    /* Returns the name of the language that a file with that path is written
     * in; empty: none is known. NULL: none is. */
    str (*file_language)(void *self, str path);
    /* Reads a file that a block of code or a drawing shows, `path` being what
     * the author wrote. Returns false after reporting why there is none. NULL:
     * no file is shown. */
    bool (*code_file)(void *self, str path, span at, struct source *out,
                      struct arena *arena);
    void *self; /* the caller's; the first argument of each function */
};

#endif
