/* SPDX-License-Identifier: MIT */
#include "text/md.h"

/* The summary is a part of the output: up to <!--more-->, else the first
 * paragraph with words in it. */

/* "<!--more-->", "<!-- more -->", and as WordPress writes it with a word of
 * its own, "<!--more Read on-->". */
bool md_is_more(str html)
{
    if (!str_starts(html, STR("<!--")) || !str_ends(html, STR("-->")) ||
        html.n < 7) {
        return false;
    }
    str word = str_trim(str_sub(html, 4, html.n - 7));
    return str_starts(word, STR("more")) &&
           (word.n == 4 || is_space(word.p[4]));
}

bool md_more_block(struct md *md, str *html)
{
    str rest = str_trim(*html);
    size_t end = str_find(rest, STR("-->"));
    if (md->options->gfm || md->has_more || end == STR_NONE ||
        !md_is_more(str_sub(rest, 0, end + 3))) {
        return false;
    }
    *html = str_from_offset(rest, end + 3);
    md->has_more = true;
    md->has_summary = true;
    md->summary = (struct md_cut){0, md->out.n};
    return true;
}

void md_more_inline(struct md *md, size_t i)
{
    size_t depth = 0;
    for (size_t k = 0; k < i; k++) {
        const struct md_piece *piece = &md->pieces.list.p[k];
        if (piece->kind >= MD_EMPH) {
            depth += piece->closes ? (size_t)-1 : 1;
        }
    }
    if (md->has_more || !md->in_top_paragraph || depth > 0) {
        return;
    }
    md->has_more = true;
    md->has_summary = true;
    md->summary = (struct md_cut){0, md->out.n};
    md->summary_end = STR("</p>\n");
}

str md_summary(const struct md *md, struct arena *arena)
{
    struct buf out = {0};
    str html = buf_str(&md->out);
    size_t at = md->summary.from;
    for (size_t i = 0; i < md->cuts.n; i++) {
        struct md_cut cut = md->cuts.p[i];
        if (cut.from >= at && cut.to <= md->summary.to) {
            buf_put(&out, str_sub(html, at, cut.from - at));
            at = cut.to;
        }
    }
    buf_put(&out, str_sub(html, at, md->summary.to - at));
    buf_put(&out, md->summary_end);
    str result = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return result;
}
