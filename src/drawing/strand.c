/* SPDX-License-Identifier: MIT */
#include "drawing/strand.h"

#include "base/hash.h"

/* Random numbers that are the same everywhere: hashes of a counter. */
struct dice {
    uint64_t seed;
    uint64_t thrown;
};

/* From `low` to `high`, both included. */
static int throw_dice(struct dice *dice, int low, int high)
{
    uint64_t any = hash64_mix(dice->seed, dice->thrown++);
    return low + (int)(any % (uint64_t)(high - low + 1));
}

static int within(int least, int n, int most)
{
    return n < least ? least : n > most ? most : n;
}

/* The edge keeps free, so that round ends are not cut. */
enum { EDGE = 4, LOWEST = STRAND_HEIGHT - EDGE };

/* The shape that all fibres of a strand share. */
struct bundle {
    int middle; /* of the right edge */
    int gap;    /* there, between two fibres */
    int bend;   /* down, from there to where they fray */
    int fan;    /* how much two of them move apart on the way */
    int wave;   /* of the curve between: how far down it goes first */
    int frays;  /* the x at which they do, about */
};

static struct bundle shape(struct dice *dice, int n)
{
    struct bundle bundle = {
        .middle = throw_dice(dice, 26, 54),
        .gap = throw_dice(dice, 3, 6),
        .bend = throw_dice(dice, -16, 16),
        .fan = throw_dice(dice, -1, 4),
        .wave = throw_dice(dice, -22, 22),
        .frays = throw_dice(dice, 90, 150),
    };
    bundle.gap = n * bundle.gap > STRAND_HEIGHT - 2 * EDGE ? 3 : bundle.gap;
    return bundle;
}

static void draw_fibre(struct dice *dice, const struct bundle *bundle,
                       int from_middle, struct strand_fibre *out)
{
    int y = bundle->middle + from_middle * bundle->gap;
    int end = y + bundle->bend + from_middle * bundle->fan;
    int frays = bundle->frays + throw_dice(dice, -26, 26);
    int third = (STRAND_WIDTH - frays) / 3;
    *out = (struct strand_fibre){
        .x = {STRAND_WIDTH, STRAND_WIDTH - third, frays + third, frays},
        .y = {y, y, end - bundle->wave, end},
    };
    for (size_t i = 0; i < 4; i++) {
        out->y[i] = within(EDGE, out->y[i], LOWEST);
    }
}

/* Flour that a fibre leaves: dense where it frays, thinner and wider behind. */
static void scatter(struct dice *dice, const struct strand_fibre *fibre,
                    size_t n, struct strand *out)
{
    int x = fibre->x[3];
    int y = fibre->y[3];
    int slope = y - fibre->y[2];
    for (size_t i = 0; i < n && out->ncrumbs < STRAND_CRUMBS; i++) {
        int most = x - EDGE;
        int away =
            5 + throw_dice(dice, 0, most) * throw_dice(dice, 20, 100) / 100;
        int wide = 2 + away / 6;
        int down =
            slope * away / (STRAND_WIDTH - x) + throw_dice(dice, -wide, wide);
        out->crumbs[out->ncrumbs++] = (struct strand_crumb){
            .x = within(EDGE, x - away, STRAND_WIDTH),
            .y = within(EDGE, y + down, LOWEST),
            .size = throw_dice(dice, 0, 3) == 0,
        };
    }
}

void strand_draw(str text, struct strand *out)
{
    struct dice dice = {.seed = hash64(text)};
    int n = throw_dice(&dice, 4, STRAND_FIBRES);
    struct bundle bundle = shape(&dice, n);
    out->nfibres = (size_t)n;
    out->ncrumbs = 0;
    for (int i = 0; i < n; i++) {
        draw_fibre(&dice, &bundle, i - n / 2, &out->fibres[i]);
        scatter(&dice, &out->fibres[i], STRAND_CRUMBS / (size_t)n, out);
    }
}

static void put_crumbs(const struct strand *strand, int size, struct buf *out)
{
    buf_put(out, STR("<path d=\""));
    for (size_t i = 0; i < strand->ncrumbs; i++) {
        const struct strand_crumb *crumb = &strand->crumbs[i];
        if (crumb->size == size) {
            buf_printf(out, "M%d %dh0", crumb->x, crumb->y);
        }
    }
    buf_put(out, STR("\"/>"));
}

void strand_svg(const struct strand *strand, struct buf *out)
{
    buf_put(out, STR("<path d=\""));
    for (size_t i = 0; i < strand->nfibres; i++) {
        const int *x = strand->fibres[i].x;
        const int *y = strand->fibres[i].y;
        buf_printf(out, "M%d %dC%d %d %d %d %d %d", x[0], y[0], x[1], y[1],
                   x[2], y[2], x[3], y[3]);
    }
    buf_put(out, STR("\"/>"));
    put_crumbs(strand, 0, out);
    put_crumbs(strand, 1, out);
}
