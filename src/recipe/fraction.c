/* SPDX-License-Identifier: MIT */
#include "recipe/fraction.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

static const struct {
    uint32_t character;
    struct fraction value;
} characters[] = {
    {0xBC, {1, 4}},   {0xBD, {1, 2}},   {0xBE, {3, 4}},   {0x2150, {1, 7}},
    {0x2151, {1, 9}}, {0x2153, {1, 3}}, {0x2154, {2, 3}}, {0x2155, {1, 5}},
    {0x2156, {2, 5}}, {0x2157, {3, 5}}, {0x2158, {4, 5}}, {0x2159, {1, 6}},
    {0x215A, {5, 6}}, {0x215B, {1, 8}}, {0x215C, {3, 8}}, {0x215D, {5, 8}},
    {0x215E, {7, 8}},
};

/* A sum of products of two numbers of 64 bits. */
__extension__ typedef __int128 wide;

/* None if it does not fit, or has a denominator of 0. */
static struct fraction reduce(wide num, wide den)
{
    wide divisor = num;
    for (wide rest = den; rest;) {
        wide next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    return num < 0 || den <= 0 || num / divisor > INT64_MAX ||
                   den / divisor > INT64_MAX
               ? fraction_none
               : (struct fraction){(int64_t)(num / divisor),
                                   (int64_t)(den / divisor)};
}

struct fraction fraction_of(int64_t num, int64_t den)
{
    return reduce(num, den);
}

struct fraction fraction_multiply(struct fraction a, struct fraction b)
{
    return reduce((wide)a.num * b.num, (wide)a.den * b.den);
}

struct fraction fraction_divide(struct fraction a, struct fraction b)
{
    return reduce((wide)a.num * b.den, b.den ? (wide)a.den * b.num : 0);
}

struct fraction fraction_add(struct fraction a, struct fraction b)
{
    return reduce((wide)a.num * b.den + (wide)b.num * a.den,
                  (wide)a.den * b.den);
}

int fraction_compare(struct fraction a, struct fraction b)
{
    wide left = (wide)a.num * b.den;
    wide right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

struct fraction fraction_round(struct fraction a, struct fraction step)
{
    struct fraction steps =
        fraction_add(fraction_divide(a, step), (struct fraction){1, 2});
    return steps.den
               ? fraction_multiply(fraction_int(steps.num / steps.den), step)
               : fraction_none;
}

void fraction_put(struct fraction a, struct buf *out)
{
    if (!a.den) {
        return;
    }
    int64_t whole = a.num / a.den;
    int64_t rest = a.num % a.den;
    if (whole || !rest) {
        buf_printf(out, "%lld", (long long)whole);
    }
    if (rest) {
        buf_printf(out, "%s%lld/%lld", whole ? " " : "", (long long)rest,
                   (long long)a.den);
    }
}

void fraction_put_pretty(struct fraction a, struct buf *out)
{
    for (size_t i = 0; a.den && i < sizeof characters / sizeof *characters;
         i++) {
        struct fraction part = characters[i].value;
        if (part.num == a.num % a.den && part.den == a.den) {
            if (a.num >= a.den) {
                buf_printf(out, "%lld", (long long)(a.num / a.den));
            }
            utf8_put(out, characters[i].character);
            return;
        }
    }
    fraction_put(a, out);
}

void fraction_put_decimal(struct fraction a, int places, str point,
                          struct buf *out)
{
    int64_t scale = 1;
    for (int i = 0; i < places; i++) {
        scale *= 10;
    }
    struct fraction tens = fraction_multiply(
        fraction_round(a, fraction_of(1, scale)), fraction_int(scale));
    if (!tens.den) {
        return;
    }
    buf_printf(out, "%lld", (long long)(tens.num / scale));
    int64_t rest = tens.num % scale;
    if (rest) {
        buf_put(out, point);
        for (; rest; rest = rest * 10 % scale) {
            buf_putc(out, (char)('0' + rest * 10 / scale));
        }
    }
}

struct fraction fraction_of_character(uint32_t c)
{
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
        if (characters[i].character == c) {
            return characters[i].value;
        }
    }
    return fraction_none;
}
