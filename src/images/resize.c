/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "images/pixels.h"

/* Each row is filtered across when it arrives, and kept as long as rows of the
 * smaller picture need it. Colours are multiplied by their opacity before, so
 * that what can't be seen does not shine through. */

/* Light of one pixel: four numbers from 0 to 1. */
typedef float light __attribute__((vector_size(16)));

static inline light all_of(float v)
{
    return (light){v, v, v, v};
}

/* GROUP: weights that are used at once. */
enum { LOBES = 3, LEVELS = 1 << 14, GROUP = 4 };

/* For each pixel of the smaller side: the first pixel of the larger one that
 * counts, and the weights. */
struct filter {
    uint32_t n;    /* pixels that count */
    uint32_t step; /* weights of a pixel: n and zeros, a multiple of GROUP */
    uint32_t *first;
    float *weights;
};

/* One smaller picture. */
struct reduction {
    struct pixels *out;
    struct filter across;
    struct filter down;
    light *kept;  /* the last rows, filtered across: a ring of down.step */
    uint32_t put; /* rows that are done */
};

struct resizer {
    uint32_t width;
    uint32_t height;
    bool alpha;
    struct reduction *reductions;
    size_t n;
    light *row;  /* as it arrived */
    light *sum;  /* a row of a smaller picture */
    uint32_t in; /* rows that arrived */
    float to_light[256];
    unsigned char from_light[LEVELS];
};

static double lanczos(double x)
{
    const double pi = 3.14159265358979323846;
    x = fabs(x);
    if (x < 1e-9) {
        return 1;
    }
    return x >= LOBES
               ? 0
               : LOBES * sin(pi * x) * sin(pi * x / LOBES) / (pi * pi * x * x);
}

static struct filter make_filter(uint32_t from, uint32_t to,
                                 struct arena *arena)
{
    double scale = (double)from / to;
    double wide = scale > 1 ? scale : 1;
    double most = ceil(2 * LOBES * wide);
    struct filter filter = {.n = most < from ? (uint32_t)most : from};
    filter.step = (filter.n + GROUP - 1) / GROUP * GROUP;
    filter.first = ARENA_ARRAY(arena, uint32_t, to);
    filter.weights =
        arena_zalloc(arena, (size_t)to * filter.step, sizeof(float));
    for (uint32_t i = 0; i < to; i++) {
        double middle = (i + 0.5) * scale - 0.5;
        double start = ceil(middle - LOBES * wide);
        uint32_t first = start > 0 ? (uint32_t)start : 0;
        first = first > from - filter.n ? from - filter.n : first;
        float *weights = filter.weights + (size_t)i * filter.step;
        double sum = 0;
        for (uint32_t k = 0; k < filter.n; k++) {
            double weight = lanczos((first + k - middle) / wide);
            weights[k] = (float)weight;
            sum += weight;
        }
        for (uint32_t k = 0; k < filter.n; k++) {
            weights[k] = (float)(weights[k] / sum);
        }
        filter.first[i] = first;
    }
    return filter;
}

/* IEC 61966-2-1; Display P3 has the same curve, and others nearly. */
static void make_curves(struct resizer *resizer)
{
    for (int i = 0; i < 256; i++) {
        double v = i / 255.0;
        resizer->to_light[i] =
            (float)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    for (int i = 0; i < LEVELS; i++) {
        double v = (double)i / (LEVELS - 1);
        v = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055;
        resizer->from_light[i] = (unsigned char)(v * 255 + 0.5);
    }
}

struct resizer *resizer_new(const struct pixels *in, struct pixels *outs,
                            size_t n, struct arena *arena)
{
    struct resizer *resizer = ARENA_NEW(arena, struct resizer);
    resizer->width = in->width;
    resizer->height = in->height;
    resizer->alpha = in->alpha;
    resizer->reductions = ARENA_ARRAY(arena, struct reduction, n);
    resizer->n = n;
    resizer->row =
        arena_zalloc(arena, (size_t)in->width + GROUP, sizeof(light));
    resizer->sum = ARENA_ARRAY(arena, light, in->width);
    for (size_t i = 0; i < n; i++) {
        struct pixels *out = &outs[i];
        struct filter down = make_filter(in->height, out->height, arena);
        resizer->reductions[i] = (struct reduction){
            .out = out,
            .across = make_filter(in->width, out->width, arena),
            .down = down,
            .kept = arena_zalloc(arena, (size_t)out->width * down.step,
                                 sizeof(light))};
        out->alpha = in->alpha;
        out->p = ARENA_ARRAY(arena, unsigned char,
                             (size_t)4 * out->width * out->height);
    }
    make_curves(resizer);
    return resizer;
}

static void read_row(struct resizer *resizer, const unsigned char *p)
{
    const float *to_light = resizer->to_light;
    for (uint32_t x = 0; x < resizer->width; x++, p += 4) {
        light v = {to_light[p[0]], to_light[p[1]], to_light[p[2]], 1};
        if (resizer->alpha) {
            float opaque = (float)p[3] / 255.0F;
            v *= all_of(opaque);
        }
        resizer->row[x] = v;
    }
}

static void filter_across(const struct reduction *reduction, const light *row,
                          light *to)
{
    const struct filter *filter = &reduction->across;
    for (uint32_t x = 0; x < reduction->out->width; x++) {
        const light *from = row + filter->first[x];
        const float *weights = filter->weights + (size_t)x * filter->step;
        light a = {0};
        light b = {0};
        for (uint32_t k = 0; k < filter->step; k += GROUP) {
            a += from[k] * all_of(weights[k]) +
                 from[k + 1] * all_of(weights[k + 1]);
            b += from[k + 2] * all_of(weights[k + 2]) +
                 from[k + 3] * all_of(weights[k + 3]);
        }
        to[x] = a + b;
    }
}

static unsigned char level(const struct resizer *resizer, float v)
{
    float at = v * (LEVELS - 1) + 0.5F;
    int i = at > 0 ? (int)at : 0;
    return resizer->from_light[i < LEVELS ? i : LEVELS - 1];
}

static void put_row(const struct resizer *resizer,
                    const struct reduction *reduction)
{
    const struct pixels *out = reduction->out;
    unsigned char *p = out->p + (size_t)4 * out->width * reduction->put;
    for (uint32_t x = 0; x < out->width; x++, p += 4) {
        light v = resizer->sum[x];
        float opaque = v[3];
        p[3] = 255;
        if (resizer->alpha) {
            float a = opaque * 255 + 0.5F;
            p[3] = (unsigned char)(a < 0 ? 0 : a > 255 ? 255 : a);
            float share = opaque > 0.001F ? 1 / opaque : 0;
            v *= all_of(share);
        }
        p[0] = level(resizer, v[0]);
        p[1] = level(resizer, v[1]);
        p[2] = level(resizer, v[2]);
    }
}

static void filter_down(const struct reduction *reduction, light *sum)
{
    const struct filter *filter = &reduction->down;
    uint32_t width = reduction->out->width;
    const float *weights =
        filter->weights + (size_t)reduction->put * filter->step;
    memset(sum, 0, width * sizeof *sum);
    for (uint32_t k = 0; k < filter->step; k += GROUP) {
        const light *from[GROUP];
        light w[GROUP];
        for (uint32_t i = 0; i < GROUP; i++) {
            uint32_t y = filter->first[reduction->put] + k + i;
            from[i] = reduction->kept + (size_t)width * (y % filter->step);
            w[i] = all_of(weights[k + i]);
        }
        for (uint32_t x = 0; x < width; x++) {
            sum[x] += (from[0][x] * w[0] + from[1][x] * w[1]) +
                      (from[2][x] * w[2] + from[3][x] * w[3]);
        }
    }
}

void resizer_row(struct resizer *resizer, const unsigned char *row)
{
    if (resizer->in >= resizer->height) {
        return;
    }
    read_row(resizer, row);
    resizer->in++;
    for (size_t i = 0; i < resizer->n; i++) {
        struct reduction *to = &resizer->reductions[i];
        uint32_t y = (resizer->in - 1) % to->down.step;
        filter_across(to, resizer->row, to->kept + (size_t)to->out->width * y);
        while (to->put < to->out->height &&
               to->down.first[to->put] + to->down.n <= resizer->in) {
            filter_down(to, resizer->sum);
            put_row(resizer, to);
            to->put++;
        }
    }
}

/* --- turning and cutting --- */

struct pixels pixels_upright(struct pixels pixels, uint32_t orientation,
                             const struct picture_crop *part,
                             struct arena *arena)
{
    bool turned = orientation >= 5;
    /* Of the turned picture, if it is: 2 and 3 mirror across, 3 and 4 down. */
    bool across = orientation == 2 || orientation == 3 || orientation == 7 ||
                  orientation == 6;
    bool down = orientation == 3 || orientation == 4 || orientation == 7 ||
                orientation == 8;
    uint32_t right = (turned ? pixels.height : pixels.width) - 1;
    uint32_t bottom = (turned ? pixels.width : pixels.height) - 1;
    struct pixels out = {
        .width = part->width, .height = part->height, .alpha = pixels.alpha};
    if (orientation < 2 && part->width > right && part->height > bottom) {
        return pixels;
    }
    out.p =
        ARENA_ARRAY(arena, unsigned char, (size_t)4 * out.width * out.height);
    unsigned char *to = out.p;
    for (uint32_t y = part->top; y < part->top + part->height; y++) {
        uint32_t v = down ? bottom - y : y;
        for (uint32_t x = part->left; x < part->left + part->width; x++) {
            uint32_t u = across ? right - x : x;
            size_t from = turned ? (size_t)u * pixels.width + v
                                 : (size_t)v * pixels.width + u;
            memcpy(to, pixels.p + 4 * from, 4);
            to += 4;
        }
    }
    return out;
}
