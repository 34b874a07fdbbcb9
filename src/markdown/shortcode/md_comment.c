/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/md_shortcode.h"

void md_shortcodes_pair(struct md *md, size_t opener, size_t closer)
{
    struct md_shortcode *code = &md->shortcodes.p[opener];
    const struct md_shortcode *end = &md->shortcodes.p[closer];
    code->has_body = true;
    code->to = end->tag.to;
    code->body_end = end->tag.from;
    for (size_t i = opener + 1; i <= closer; i++) {
        md->shortcodes.p[i].inside = true;
    }
}

/* Whether a comment may have empty lines: its percent signs begin their line,
 * perhaps after the marks of quotes. */
static bool begins_block(str text, size_t at)
{
    at = str_skip_back(text, at, " >");
    return at == 0 || text.p[at - 1] == '\n';
}

/* Pairs a comment with the next %%. Returns false if there is none. */
static bool pair_comment(struct md *md, size_t i)
{
    str text = str_from_offset(md->source->text, md->body);
    size_t from = md->shortcodes.p[i].tag.from;
    size_t closer = i + 1;
    while (closer < md->shortcodes.n &&
           md->shortcodes.p[closer].tag.style != SHORTCODE_COMMENT) {
        closer++;
    }
    if (closer == md->shortcodes.n) {
        return false;
    }
    str between = str_sub(text, from, md->shortcodes.p[closer].tag.from - from);
    if (!begins_block(text, from) &&
        str_find(between, STR("\n\n")) != STR_NONE) {
        return false;
    }
    md_shortcodes_pair(md, i, closer);
    return true;
}

/* Whether each run of backticks in the text has its counterpart there. */
static bool has_whole_spans(str text)
{
    size_t open = 0; /* the length of the run that is open */
    for (size_t i = 0; i < text.n;) {
        size_t run = str_skip(text, i, "`") - i;
        if (run && (!open || run == open)) {
            open = open ? 0 : run;
        }
        i += run ? run : 1;
    }
    return open == 0;
}

/* Whether the lines after the first one begin with words. Such lines begin no
 * block that the text after them could be in. */
static bool has_plain_lines(str text)
{
    str line;
    bool plain = true;
    str_split(&text, '\n', &line);
    while (plain && text.n && str_split(&text, '\n', &line)) {
        char c = line.n ? line.p[0] : '\r';
        bool code = c == '`' && !str_starts(line, STR("``"));
        plain = is_alpha(c) || (unsigned char)c >= 0x80 || c == '\r' || code;
    }
    return plain;
}

/* Whether the text in a comment, while it counts as text, may decide which text
 * after it is code. */
static bool may_change_code(str text)
{
    return str_find_char(text, '<') != STR_NONE || !has_whole_spans(text) ||
           !has_plain_lines(text);
}

size_t md_comments_pair(struct md *md, size_t from)
{
    str text = str_from_offset(md->source->text, md->body);
    for (size_t i = from; i < md->shortcodes.n; i++) {
        const struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->tag.style == SHORTCODE_COMMENT && !code->code &&
            !code->inside && !code->has_body && pair_comment(md, i) &&
            may_change_code(
                str_sub(text, code->tag.to, code->body_end - code->tag.to))) {
            return i + 1;
        }
    }
    return STR_NONE;
}
