/* SPDX-License-Identifier: MIT */
#include "cli/profile_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/say.h"

enum { MOST_LOOPS = 20, LINE_SHOWN = 40 };

static const char *const kinds[] = {
    [PROFILE_TEMPLATE] = "template", [PROFILE_BLOCK] = "block",
    [PROFILE_MACRO] = "macro",       [PROFILE_FILTER] = "filter",
    [PROFILE_TEST] = "test",         [PROFILE_FUNCTION] = "function",
    [PROFILE_TEXT] = "texts",        [PROFILE_LOOP] = "loop",
};

/* Loops last; the slowest first, by their own time where they have one. */
static int compare_rows(const void *a, const void *b)
{
    const struct profile_row *left = *(const struct profile_row *const *)a;
    const struct profile_row *right = *(const struct profile_row *const *)b;
    bool loop = left->kind == PROFILE_LOOP;
    if (loop != (right->kind == PROFILE_LOOP)) {
        return loop ? 1 : -1;
    }
    int64_t x = loop ? left->total : left->self;
    int64_t y = loop ? right->total : right->self;
    if (x != y) {
        return x < y ? 1 : -1;
    }
    int order = str_cmp(left->file, right->file);
    order = order ? order : str_cmp(left->name, right->name);
    return order ? order
                 : (left->line > right->line) - (left->line < right->line);
}

static double to_ms(int64_t ns)
{
    return (double)ns / 1e6;
}

static void print_place(const struct profile_row *row)
{
    if (row->file.p && row->kind != PROFILE_TEMPLATE) {
        say(stdout, " %.*s:%u", STR_ARG(row->file), row->line);
    }
}

static void print_row(const struct profile_row *row)
{
    say(stdout, "%10.2f %10.2f %9llu  %-8s %.*s", to_ms(row->self),
        to_ms(row->total), (unsigned long long)row->count, kinds[row->kind],
        STR_ARG(row->name));
    print_place(row);
    if (row->reused) {
        say(stdout, " (reused %llu times)", (unsigned long long)row->reused);
    }
    putchar('\n');
}

static void print_loop(const struct profile_row *row)
{
    size_t end = utf8_offset(row->name, LINE_SHOWN);
    say(stdout, "%10.2f %9llu %9llu ", to_ms(row->total),
        (unsigned long long)row->count, (unsigned long long)row->rounds);
    print_place(row);
    say(stdout, "  %.*s%s\n", STR_ARG(str_sub(row->name, 0, end)),
        end < row->name.n ? "..." : "");
}

void profile_table_print(struct profile *profile)
{
    size_t n = profile->rows.n;
    size_t i = 0;
    if (n) {
        qsort(profile->rows.p, n, sizeof *profile->rows.p, compare_rows);
    }
    puts("\n   self ms   total ms     count");
    for (; i < n && profile->rows.p[i]->kind != PROFILE_LOOP; i++) {
        print_row(profile->rows.p[i]);
    }
    size_t loops = n - i;
    if (loops) {
        puts("\n  total ms     loops    rounds");
    }
    for (size_t j = 0; j < loops && j < MOST_LOOPS; j++) {
        print_loop(profile->rows.p[i + j]);
    }
    if (loops > MOST_LOOPS) {
        say(stdout, "and %zu loops that take less\n", loops - MOST_LOOPS);
    }
}
