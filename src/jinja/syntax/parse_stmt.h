/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_PARSE_STMT_H
#define CRUMB_JINJA_SYNTAX_PARSE_STMT_H

/* The tags, one function each. Tags stand in tags: parse.c finds them, and
 * parse_stmt.c reads each. */

#include "jinja/syntax/parser.h"

/* parse.c: parses up to a tag with one of the words and stops at that word. If
 * `ends` is NULL, parses to the end of the template. */
void parse_stmts(struct parser *ps, struct stmts *out, const char *const *ends);

/* Parse the rest of a tag, and its body; `word` is its name. */
struct stmt *parse_if(struct parser *ps, const struct token *word);
struct stmt *parse_for(struct parser *ps, const struct token *word);
struct stmt *parse_set(struct parser *ps, const struct token *word);
struct stmt *parse_block(struct parser *ps, const struct token *word);
struct stmt *parse_extends(struct parser *ps, const struct token *word);
struct stmt *parse_include(struct parser *ps, const struct token *word);
struct stmt *parse_import(struct parser *ps, const struct token *word);
struct stmt *parse_from(struct parser *ps, const struct token *word);
struct stmt *parse_macro(struct parser *ps, const struct token *word);
struct stmt *parse_call_block(struct parser *ps, const struct token *word);
struct stmt *parse_filter_block(struct parser *ps, const struct token *word);
struct stmt *parse_with(struct parser *ps, const struct token *word);
struct stmt *parse_autoescape(struct parser *ps, const struct token *word);
struct stmt *parse_do(struct parser *ps, const struct token *word);
struct stmt *parse_print_tag(struct parser *ps, const struct token *word);
struct stmt *parse_jump(struct parser *ps, const struct token *word);

#endif
