/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"

/* Notations that are off unless a setting turns them on: ==marked==, x^2^ and
 * H~2~O, :rocket:. One that a text uses is reported. The reports of all posts
 * differ in their places only, so a reader sees one. */

void md_notation_warn(const struct md_inline_place *place,
                      enum markdown_notation notation, str typed)
{
    static const char *const names[][2] = {
        [MARKDOWN_MARK] = {"mark", "==marked== text"},
        [MARKDOWN_SCRIPTS] = {"scripts", "sub- or superscripts, H~2~O, x^2^"},
        [MARKDOWN_EMOJI] = {"emoji", "names of emoji, as :tada:"},
        [MARKDOWN_ABBREVIATIONS] =
            {"abbreviations",
             "abbreviations, as *[BGP]: Border Gateway Protocol"},
    };
    struct md *md = place->md;
    if (md->trial || !(md->options->unset & notation) ||
        md->page->notations & notation) {
        return;
    }
    md->page->notations |= notation;
    struct diag *diag = diag_warning(
        md->diags, (span){0}, "notation-off",
        "posts have %s, and the setting for it is off", names[notation][1]);
    diag_hint(diag,
              "write markdown: {%s: true} in site.yaml, or false to keep it as "
              "text",
              names[notation][0]);
    md_go_to_block(md, place->parent);
    diag_in(diag, md_place_of(md, typed));
}

/* The length of the run of c at text[off]. */
static size_t run_at(str text, size_t off, char c)
{
    return str_skip(text, off, (const char[]){c, '\0'}) - off;
}

/* Whether text[from..to) may be between two marks. A script is short and has no
 * spaces: 2^10 and 3^4 are none. */
static bool may_be_between(str text, size_t from, size_t to, bool script)
{
    enum { LONGEST_SCRIPT = 8 };
    bool letters = false;
    if (script && to - from > LONGEST_SCRIPT) {
        return false;
    }
    for (size_t i = from; i < to; i++) {
        letters =
            letters || is_alnum(text.p[i]) || (unsigned char)text.p[i] > 127;
        if (text.p[i] == '\n' ||
            (script && !is_alnum(text.p[i]) && !is_any_of(text.p[i], "+-"))) {
            return false;
        }
    }
    return letters && !is_space(text.p[from]) && !is_space(text.p[to - 1]);
}

void md_notation_at(const struct md_inline_place *place, char c)
{
    size_t off;
    str text = md_parser_text(place, &off);
    bool mark = c == '=';
    size_t n = mark ? 2 : 1;
    char before = off ? text.p[off - 1] : ' ';
    if (!place->md->options->unset || run_at(text, off, c) != n ||
        before == c || is_alnum(before) == mark) {
        return;
    }
    size_t from = off + n;
    size_t to = str_find_char_from(text, from, c);
    char after = str_at(text, to + n);
    /* Digits alone are lowered: ~word~ is GitHub's strikethrough. */
    bool lowered = c != '~' || (to > from && is_digit(text.p[from]));
    if (to > from && run_at(text, to, c) == n && lowered &&
        may_be_between(text, from, to, !mark) &&
        (c == '~' || !is_alnum(after))) {
        md_notation_warn(place, mark ? MARKDOWN_MARK : MARKDOWN_SCRIPTS,
                         str_sub(text, off, to + n - off));
    }
}
