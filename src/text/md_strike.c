/* SPDX-License-Identifier: MIT */
#include "text/md.h"

/* ~one~ and ~~two~~ tildes: GitHub's strikethrough. Runs of one or two are
 * delimiters, matched as CommonMark matches emphasis, with the addition that
 * both sides have the same length. Emphasis and links are already known, and
 * what they hold is matched by itself when they close: that is what cmark's
 * one pass over all delimiters comes to, but for pairs that cross, as in
 * ~~a *b~~ c*: there cmark takes the pair that closes first, this pass the
 * emphasis. */

enum { NONE = -1, LENGTHS = 3 };

struct delimiter {
    size_t piece; /* in the spare list: its tildes, as text */
    size_t length;
    bool opens;
    bool closes;
    int before; /* neighbours in the list of those still in play */
    int after;
};

struct strike {
    struct md *md;
    VEC(struct delimiter) list;
    VEC(int) scopes; /* the last delimiter outside of each open container */
    int last;
};

static void drop(struct strike *strike, int i)
{
    struct delimiter *d = &strike->list.p[i];
    if (d->before != NONE) {
        strike->list.p[d->before].after = d->after;
    }
    if (d->after != NONE) {
        strike->list.p[d->after].before = d->before;
    } else {
        strike->last = d->before;
    }
}

/* The nearest opener for a closer; NONE. CommonMark's rule of three: one that
 * could do both doesn't match if the lengths sum to a multiple of three. */
static int find_opener(const struct strike *strike, int closer, int bottom,
                       int lowest)
{
    const struct delimiter *c = &strike->list.p[closer];
    int i = c->before;
    while (i != NONE && i != bottom && i != lowest) {
        const struct delimiter *o = &strike->list.p[i];
        bool odd = (c->opens || o->closes) && (o->length + c->length) % 3 == 0;
        if (o->opens && !odd) {
            return i;
        }
        i = o->before;
    }
    return NONE;
}

/* Turns the pair into a strikethrough and drops all from opener to closer. */
static int join(struct strike *strike, int opener, int closer)
{
    int next = strike->list.p[closer].after;
    if (strike->list.p[opener].length != strike->list.p[closer].length) {
        return next;
    }
    struct md_piece *pieces = strike->md->spare.list.p;
    pieces[strike->list.p[opener].piece] = (struct md_piece){.kind = MD_STRIKE};
    pieces[strike->list.p[closer].piece] =
        (struct md_piece){.kind = MD_STRIKE, .closes = true};
    while (closer != opener) {
        int before = strike->list.p[closer].before;
        drop(strike, closer);
        closer = before;
    }
    drop(strike, opener);
    return next;
}

/* Matches what came after `bottom`, and forgets what is left of it. */
static void match(struct strike *strike, int bottom)
{
    int closer = strike->last;
    if (closer == bottom) {
        return;
    }
    while (strike->list.p[closer].before != bottom) {
        closer = strike->list.p[closer].before;
    }
    int lowest[LENGTHS] = {bottom, bottom, bottom};
    while (closer != NONE) {
        struct delimiter *c = &strike->list.p[closer];
        if (!c->closes) {
            closer = c->after;
            continue;
        }
        int opener =
            find_opener(strike, closer, bottom, lowest[c->length % LENGTHS]);
        if (opener != NONE) {
            closer = join(strike, opener, closer);
            continue;
        }
        lowest[c->length % LENGTHS] = c->before;
        int next = c->after;
        if (!c->opens) {
            drop(strike, closer);
        }
        closer = next;
    }
    strike->last = bottom;
    if (bottom != NONE) {
        strike->list.p[bottom].after = NONE;
    }
}

static void add_run(struct strike *strike, size_t i, size_t off, size_t end)
{
    struct md *md = strike->md;
    uint32_t before = md_before(md, i, off);
    uint32_t after = md_after(md, i, end);
    bool space_before = md_is_space(before);
    bool space_after = md_is_space(after);
    bool mark_before = md_is_punctuation(before);
    bool mark_after = md_is_punctuation(after);
    bool left = !space_after && (!mark_after || space_before || mark_before);
    bool right = !space_before && (!mark_before || space_after || mark_after);
    str text = md->pieces.list.p[i].text;
    if (end - off <= 2 && (left || right)) {
        struct delimiter *d = VEC_PUSH(&strike->list, md->tree);
        int index = (int)(strike->list.n - 1);
        *d = (struct delimiter){md->spare.list.n, end - off, left, right,
                                strike->last,     NONE};
        if (strike->last != NONE) {
            strike->list.p[strike->last].after = index;
        }
        strike->last = index;
    }
    md_emit_text(md, str_sub(text, off, end - off));
}

static void split(struct strike *strike, size_t i)
{
    str text = strike->md->pieces.list.p[i].text;
    size_t from = 0;
    while (from < text.n) {
        size_t at = str_find_char(str_from_offset(text, from), '~');
        if (at == STR_NONE) {
            break;
        }
        at += from;
        md_emit_text(strike->md, str_sub(text, from, at - from));
        size_t end = at;
        while (end < text.n && text.p[end] == '~') {
            end++;
        }
        add_run(strike, i, at, end);
        from = end;
    }
    md_emit_text(strike->md, str_from_offset(text, from));
}

void md_strike(struct md *md)
{
    struct strike strike = {.md = md, .last = NONE};
    size_t bare = 0;
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        struct md_piece piece = md->pieces.list.p[i];
        if (piece.bare) {
            bare += piece.closes ? (size_t)-1 : 1;
        }
        if (piece.kind == MD_TEXT && bare == 0) {
            split(&strike, i);
            continue;
        }
        if (piece.kind >= MD_EMPH && !piece.bare) {
            if (piece.closes && strike.scopes.n) {
                match(&strike, strike.scopes.p[--strike.scopes.n]);
            } else if (!piece.closes) {
                *VEC_PUSH(&strike.scopes, md->tree) = strike.last;
            }
        }
        md_emit(md, piece);
    }
    match(&strike, NONE);
    md_swap(md);
}
