/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_TEXT_H
#define CRUMB_DATA_YAML_TEXT_H

/* Shared by the files behind data/yaml.h: the text that libyaml reads, places
 * in it, the values of plain scalars, and libyaml's errors in crumb's words. */

#include <yaml.h>

#include "base/diag/diag.h"
#include "data/value.h"

/* libyaml counts characters, spans count bytes. libyaml's marks come in the
 * order of the text, so a cursor at the last one converts all in one pass. */
struct yaml_text {
    const struct source *source;
    size_t off;   /* of `text` in source->text */
    str text;     /* of the same length as in the source */
    bool ascii;   /* characters are bytes */
    size_t index; /* the cursor: character `index` is at byte `byte` */
    size_t byte;
};

/* Whether libyaml refuses the character ("control characters are not allowed")
 * or takes it for a line break, where YAML 1.2 does not. */
bool yaml_refuses(uint32_t c);
/* Prepares the region for libyaml. Characters that libyaml refuses (controls, a
 * byte order mark inside, line separators) become spaces, with a warning.
 * Returns false after reporting that the text is not UTF-8. */
bool yaml_text_init(struct yaml_text *text, span region, struct arena *arena,
                    struct diags *diags);
/* The byte offset in text->text of a libyaml mark's index. */
size_t yaml_text_at(struct yaml_text *text, size_t index);
/* Bytes from..to of text->text, as a span of the source. */
span yaml_text_span(const struct yaml_text *text, size_t from, size_t to);
/* The line around a byte of text->text, without its line break. *start is its
 * offset. */
str yaml_text_line(const struct yaml_text *text, size_t at, size_t *start);

/* The value of a plain scalar by the core schema of YAML 1.2 (section 10.3.2).
 * A NUL must follow s. */
value yaml_plain(str s);

/* Reports libyaml's error, with the cure. */
void yaml_report(struct yaml_text *text, const yaml_parser_t *parser,
                 struct diags *diags);
/* Adds the hint "quote it: title: \"a: b\"" for the value from byte `at` to the
 * end of its line. */
void yaml_suggest_quotes(struct diag *diag, const struct yaml_text *text,
                         size_t at);

#endif
