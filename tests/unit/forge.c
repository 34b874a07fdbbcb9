/* SPDX-License-Identifier: MIT */
/* forge LEDGER SEED: changes a ledger at random and makes its checksum right,
 * as somebody would who sends a .crumb/ along with a site. For
 * tests/run/forged.t; the same seed makes the same changes, and 0 none. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "build/ledger.h"

static uint64_t state;

/* splitmix64 */
static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static size_t below(size_t n)
{
    return n ? (size_t)(next() % n) : 0;
}

/* A number that is likely to be at some limit. */
static uint64_t odd_number(void)
{
    switch (below(6)) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return below(8);
    case 3: return UINT64_C(1) << below(64);
    case 4: return below(1 << 14);
    default: return next();
    }
}

/* Counts and instants: what stands behind the key. */
static void change_head(struct ledger_head *head)
{
    enum { FIRST = offsetof(struct ledger_head, files) };
    size_t n = (sizeof *head - FIRST) / sizeof(uint64_t);
    uint64_t odd = odd_number();
    char *at = (char *)head + FIRST + below(n) * sizeof odd;
    uint64_t old;
    memcpy(&old, at, sizeof old);
    odd = below(2) ? old + odd % 5 - 2 : odd;
    memcpy(at, &odd, sizeof odd);
}

static void change_bytes(struct buf *body)
{
    size_t at = below(body->n);
    size_t n = below(8) + 1;
    size_t from = below(body->n);
    n = n > body->n - at ? body->n - at : n;
    n = n > body->n - from ? body->n - from : n;
    uint64_t odd = odd_number();
    switch (below(6)) {
    case 0:
    case 1: body->p[at] = (char)odd; break;
    case 2: body->p[at] = (char)(body->p[at] + (below(2) ? 1 : -1)); break;
    case 3: memcpy(body->p + at, &odd, n); break;
    case 4: memmove(body->p + at, body->p + from, n); break;
    default:
        memmove(body->p + at, body->p + at + n, body->n - at - n);
        body->n -= n;
        break;
    }
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct ledger_head head;
    struct ledger_file file;
    str bytes;
    if (argc != 3 || fs_read(str_from(argv[1]), &arena, &bytes) != 0 ||
        bytes.n <= sizeof head) {
        fputs("usage: forge LEDGER SEED\n", stderr);
        return 2;
    }
    state = strtoull(argv[2], NULL, 10);
    memcpy(&head, bytes.p, sizeof head);
    ledger_begin(&file, str_from(argv[1]), &arena);
    buf_put(&file.out, str_from_offset(bytes, sizeof head));
    size_t changes = state ? below(4) + 1 : 0;
    for (size_t i = 0; i < changes && file.out.n; i++) {
        if (below(16) == 0) {
            change_head(&head);
        } else {
            change_bytes(&file.out);
        }
    }
    int error = ledger_end(&file, head, false);
    arena_free(&arena);
    return error != 0;
}
