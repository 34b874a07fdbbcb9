/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_TEXT_H
#define CRUMB_DATA_YAML_TEXT_H

/* What the rooms of data/yaml share: the text that libyaml reads, places in
 * it, what a plain scalar means, and what libyaml's complaints mean. Nobody
 * else includes this. */

#include <yaml.h>

#include "base/diag/diag.h"
#include "data/value.h"

/* libyaml counts characters, spans count bytes. Marks come in the order of
 * the text, so a cursor that remembers the last one converts them all in one
 * walk. */
struct yaml_text {
    const struct source *source;
    size_t off;   /* of `text` in source->text */
    str text;     /* of the same length as there */
    bool ascii;   /* characters are bytes */
    size_t index; /* the cursor: character `index` is at byte `byte` */
    size_t byte;
};

/* Characters that are legal in a file and not in libyaml's YAML (controls, a
 * byte order mark inside, line separators) read as spaces, with a warning.
 * False: not UTF-8, reported. */
bool yaml_text_init(struct yaml_text *text, span region, struct arena *arena,
                    struct diags *diags);
/* The byte in text->text that a mark points to. */
size_t yaml_text_at(struct yaml_text *text, size_t index);
/* Bytes from..to of text->text, in the source. */
span yaml_text_span(const struct yaml_text *text, size_t from, size_t to);
/* The line around a byte of text->text, without its line break: *start is
 * where it starts. */
str yaml_text_line(const struct yaml_text *text, size_t at, size_t *start);

/* A plain scalar by the core schema of YAML 1.2 (section 10.3.2); s is
 * followed by a NUL. */
value yaml_plain(str s);

/* Says what libyaml stumbled over, and how to write it instead. */
void yaml_report(struct yaml_text *text, const yaml_parser_t *parser,
                 struct diags *diags);
/* "quote it: title: \"a: b\"", for the value that starts at byte `at` and
 * goes to the end of its line. */
void yaml_suggest_quotes(struct diag *diag, const struct yaml_text *text,
                         size_t at);

#endif
