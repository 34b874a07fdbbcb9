/* SPDX-License-Identifier: MIT */
/* The gate (engine/gate.h), and what looks at it. The compiler puts a call
 * before each load and store (-fsanitize=kernel-address, by calls and nothing
 * else), and what it calls is here. What the C library reads is looked at where
 * it is called, if the compiler knows the function. */
#include "tests/trap/trap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gate.h"
#include "engine/recorder.h"

/* --- guarded memory --- */

/* By pages, in a table with open addressing: a bit for eight bytes. */
enum { PAGE = 4096, UNIT = 8, SLOTS = 1 << 16 };

struct page {
    uintptr_t number; /* 0: empty */
    uint64_t bits[PAGE / UNIT / 64];
};

static struct page pages[SLOTS];
static size_t npages;

static struct page *find(uintptr_t number)
{
    size_t slot = (size_t)(number * UINT64_C(0x9E3779B97F4A7C15) >> 48);
    while (pages[slot].number && pages[slot].number != number) {
        slot = (slot + 1) % SLOTS;
    }
    return &pages[slot];
}

static void mark(const void *p, size_t n, bool guarded)
{
    uintptr_t end = (uintptr_t)p + n;
    for (uintptr_t at = (uintptr_t)p; at < end; at += UNIT) {
        struct page *page = find(at / PAGE);
        size_t unit = at % PAGE / UNIT;
        if (!page->number) {
            if (++npages > SLOTS / 2) {
                fputs("trap: the site is too large\n", stderr);
                abort();
            }
            page->number = at / PAGE;
        }
        uint64_t bit = UINT64_C(1) << unit % 64;
        page->bits[unit / 64] &= ~bit;
        page->bits[unit / 64] |= guarded ? bit : 0;
    }
}

void trap_clear(void)
{
    memset(pages, 0, sizeof pages);
    npages = 0;
}

void trap_guard(const void *p, size_t n)
{
    mark(p, n, true);
}

void trap_allow(const void *p, size_t n)
{
    mark(p, n, false);
}

bool trap_is_guarded(const void *p)
{
    uintptr_t at = (uintptr_t)p;
    const struct page *page = find(at / PAGE);
    size_t unit = at % PAGE / UNIT;
    return page->number && (page->bits[unit / 64] >> unit % 64 & 1);
}

/* --- the gate --- */

enum { MOST_GRANTS = 1024 };

struct grant {
    const char *p;
    size_t n;
};

static _Thread_local struct {
    struct gate gate;
    size_t first; /* of the grants that are in force */
    struct grant grants[MOST_GRANTS];
} own;

static struct gate open_gate(void)
{
    struct gate before = own.gate;
    own.gate.shut = false;
    return before;
}

/* Grants are of one trace: one inside it has none of them. What `first` was
 * before stands in the slot below. */
struct gate gate_shut(void)
{
    struct gate before = own.gate;
    if (own.gate.grants == MOST_GRANTS) {
        abort();
    }
    own.grants[own.gate.grants++] = (struct grant){NULL, own.first};
    own.first = own.gate.grants;
    own.gate.shut = true;
    return before;
}

void gate_restore(struct gate gate)
{
    if (gate.grants < own.first) {
        own.first = own.grants[own.first - 1].n;
    }
    own.gate = gate;
}

void gate_grant(const void *p, size_t n)
{
    if (own.gate.grants == MOST_GRANTS) {
        abort();
    }
    own.grants[own.gate.grants++] = (struct grant){p, n};
}

struct gate gate_recorder(void)
{
    return open_gate();
}

static bool is_granted(const char *p)
{
    for (size_t i = own.first; i < own.gate.grants; i++) {
        const struct grant *grant = &own.grants[i];
        if (p >= grant->p && p < grant->p + grant->n) {
            return true;
        }
    }
    return false;
}

/* --- what was recorded --- */

static const struct dep *find_dep(const struct recorder *recorder, uint32_t key)
{
    for (size_t i = recorder->open.n; i > recorder->base; i--) {
        if (recorder->open.p[i - 1].key == key) {
            return &recorder->open.p[i - 1];
        }
    }
    return NULL;
}

static _Noreturn void untold(const char *what, unsigned long long which)
{
    fprintf(stderr,
            "trap: the gate opened for what was not recorded: %s %llu\n", what,
            which);
    abort();
}

struct gate gate_read(const struct recorder *recorder, uint32_t object,
                      uint64_t bits)
{
    if (!recorder || !object || !own.gate.shut) {
        return own.gate;
    }
    const struct dep *read = find_dep(recorder, object);
    if (!read || !(read->bits & bits)) {
        untold("an attribute of object", object);
    }
    return open_gate();
}

struct gate gate_first(const struct recorder *recorder, uint32_t object,
                       size_t count)
{
    if (!recorder || !object || !own.gate.shut) {
        return own.gate;
    }
    const struct dep *read = find_dep(recorder, object);
    if (!read || (read->first < count && read->first < DEP_COLUMN - 1)) {
        untold("items of list", object);
    }
    return open_gate();
}

/* In whichever language it was asked. */
struct gate gate_asked(const struct recorder *recorder, char kind, str name)
{
    if (!recorder || !own.gate.shut) {
        return own.gate;
    }
    struct gate before = open_gate();
    for (size_t i = recorder->open.n; i > recorder->base; i--) {
        struct engine *engine = recorder->engine;
        pthread_mutex_lock(&engine->lock);
        struct key key = *key_get(&engine->keys, recorder->open.p[i - 1].key);
        pthread_mutex_unlock(&engine->lock);
        if (key.class == KEY_QUESTION && key.kind == (uint8_t)kind &&
            str_eq(key.name, name)) {
            return before;
        }
    }
    untold("a question of kind", (unsigned long long)kind);
}

/* --- what the compiler calls --- */

static inline void look(uintptr_t p, size_t n, const void *code)
{
    if (!own.gate.shut) {
        return;
    }
    for (uintptr_t at = p; at < p + n; at += UNIT - at % UNIT) {
        if (trap_is_guarded((const void *)at) &&
            !is_granted((const char *)at)) {
            own.gate.shut = false;
            trap_spring((const void *)at, code);
        }
    }
}

#define LOAD(size)                                                             \
    void __asan_load##size##_noabort(uintptr_t p);                             \
    void __asan_load##size##_noabort(uintptr_t p)                              \
    {                                                                          \
        look(p, size, __builtin_return_address(0));                            \
    }
#define STORE(size)                                                            \
    void __asan_store##size##_noabort(uintptr_t p);                            \
    void __asan_store##size##_noabort(uintptr_t p)                             \
    {                                                                          \
        (void)p;                                                               \
    }

LOAD(1)
LOAD(2)
LOAD(4)
LOAD(8)
LOAD(16)
STORE(1)
STORE(2)
STORE(4)
STORE(8)
STORE(16)

void __asan_loadN_noabort(uintptr_t p, size_t n);
void __asan_loadN_noabort(uintptr_t p, size_t n)
{
    look(p, n, __builtin_return_address(0));
}

void __asan_storeN_noabort(uintptr_t p, size_t n);
void __asan_storeN_noabort(uintptr_t p, size_t n)
{
    (void)p, (void)n;
}

void __asan_handle_no_return(void);
void __asan_handle_no_return(void)
{
}

/* base/memory/arena.c takes this build for one with the address sanitizer. */
void __asan_poison_memory_region(const volatile void *p, size_t n);
void __asan_poison_memory_region(const volatile void *p, size_t n)
{
    (void)p, (void)n;
}

void __asan_unpoison_memory_region(const volatile void *p, size_t n);
void __asan_unpoison_memory_region(const volatile void *p, size_t n)
{
    (void)p, (void)n;
}
