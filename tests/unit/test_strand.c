/* SPDX-License-Identifier: MIT */
/* drawing/strand: a text's own drawing, within its box, the same each time. */
#include "drawing/strand.h"

#include "base/memory/arena.h"
#include "tap.h"

static struct arena arena;

static str drawn(str text)
{
    struct strand strand;
    struct buf out = {0};
    strand_draw(text, &strand);
    strand_svg(&strand, &out);
    return buf_move(&out, &arena);
}

static bool is_inside(int x, int y)
{
    return x >= 0 && x <= STRAND_WIDTH && y >= 0 && y <= STRAND_HEIGHT;
}

static bool fits(const struct strand *strand)
{
    bool fits = strand->nfibres >= 4 && strand->nfibres <= STRAND_FIBRES &&
                strand->ncrumbs > 0 && strand->ncrumbs <= STRAND_CRUMBS;
    for (size_t i = 0; i < strand->nfibres; i++) {
        for (size_t k = 0; k < 4; k++) {
            fits = fits &&
                   is_inside(strand->fibres[i].x[k], strand->fibres[i].y[k]);
        }
    }
    for (size_t i = 0; i < strand->ncrumbs; i++) {
        fits = fits && is_inside(strand->crumbs[i].x, strand->crumbs[i].y);
    }
    return fits;
}

static void test_box(struct tap *tap)
{
    size_t outside = 0;
    for (int i = 0; i < 2000; i++) {
        struct strand strand;
        strand_draw(arena_printf(&arena, "post-%d", i), &strand);
        outside += !fits(&strand);
    }
    CHECK(tap, outside == 0);
}

/* The address of a card has no hash: a drawing that changed would be an old
 * picture at other sites. */
static void test_same(struct tap *tap)
{
    CHECK(tap, str_eq(drawn(STR("rye")), drawn(STR("rye"))));
    CHECK(tap, !str_eq(drawn(STR("rye")), drawn(STR("ryes"))));
    CHECK(tap, str_starts(drawn(STR("")), STR("<path d=\"M240 ")));
    CHECK_STR(tap, str_sub(drawn(STR("rye")), 0, 60),
              "<path d=\"M240 34C202 34 163 5 125 19M240 38C197 38 154 13 11");
}

int main(void)
{
    struct tap tap = {0};
    test_box(&tap);
    test_same(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
