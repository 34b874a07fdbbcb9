/* SPDX-License-Identifier: MIT */
#include "math/katex.h"

#ifdef CRUMB_DUKTAPE

/* Its header uses names that base/banned.h forbids. */
#define DUK_SPRINTF snprintf
#define DUK_VSPRINTF vsnprintf
#include <duktape.h>

#include "base/clock.h"
#include "base/memory/buf.h"
#include "base/utf8.h"
#include "math/math_letters.h"

/* Limits of the start and of one formula. x+x+... of MATH_LONGEST bytes takes
 * 600,000 allocations, a third of a second. */
enum { START_ALLOCATIONS = 10000000, MOST_ALLOCATIONS = 2000000 };
/* In use at once. x+x+... takes 11 MB, ()()... 18 MB. */
enum { MOST_BYTES = 24 << 20 };
/* Bytes between two looks at the clock. A few macros that double themselves
 * make arrays in which KaTeX goes through 1 MB in 20 ms. */
enum { CLOCK_BYTES = 256 << 10 };

/* Blocks are in a ring, so that all can be freed without Duktape, whose heap is
 * unusable once it ran out of memory. */
struct block {
    struct block *next;
    struct block *before;
    size_t bytes;
};

struct katex {
    duk_context *duk;
    struct block *blocks; /* any of them */
    size_t left;          /* allocations */
    size_t bytes;         /* in use */
    size_t unclocked;     /* bytes allocated since the last look at the clock */
    int64_t deadline;     /* of the thread's processor time */
    bool spent;
    bool late; /* as the deadline was reached */
};

/* --- memory --- */

enum {
    ALIGN = _Alignof(max_align_t),
    HEADER = (sizeof(struct block) + ALIGN - 1) / ALIGN * ALIGN,
};

static void take_out(struct katex *katex, struct block *block)
{
    katex->bytes -= block->bytes;
    katex->blocks = block->next == block ? NULL : block->next;
    block->next->before = block->before;
    block->before->next = block->next;
}

static void put_in(struct katex *katex, struct block *block, size_t bytes)
{
    struct block *first = katex->blocks ? katex->blocks : block;
    struct block *last = katex->blocks ? first->before : block;
    *block = (struct block){first, last, bytes};
    first->before = block;
    last->next = block;
    katex->blocks = block;
    katex->bytes += bytes;
}

static struct block *block_of(void *p)
{
    return p ? (struct block *)(void *)((char *)p - HEADER) : NULL;
}

static bool is_late(struct katex *katex, size_t bytes)
{
    katex->unclocked += bytes;
    if (katex->unclocked > CLOCK_BYTES) {
        katex->unclocked = 0;
        katex->late = katex->late || clock_thread() >= katex->deadline;
    }
    return katex->late;
}

static bool may_allocate(struct katex *katex, size_t bytes)
{
    if (katex->left == 0 || bytes > MOST_BYTES ||
        katex->bytes > MOST_BYTES - bytes || is_late(katex, bytes)) {
        katex->left = 0;
        katex->spent = true;
        return false;
    }
    katex->left--;
    return true;
}

static void memory_free(void *udata, void *p)
{
    if (p) {
        take_out(udata, block_of(p));
        free(block_of(p));
    }
}

static void *memory_realloc(void *udata, void *old, duk_size_t bytes)
{
    struct katex *katex = udata;
    struct block *block = block_of(old);
    if (bytes == 0) {
        memory_free(udata, old);
        return NULL;
    }
    if (!may_allocate(katex, bytes)) {
        return NULL;
    }
    if (block) {
        take_out(katex, block);
    }
    struct block *moved = realloc(block, bytes + HEADER);
    if (!moved) {
        arena_out_of_memory();
    }
    put_in(katex, moved, bytes);
    return (char *)moved + HEADER;
}

static void *memory_alloc(void *udata, duk_size_t bytes)
{
    return memory_realloc(udata, NULL, bytes);
}

/* --- texts: JavaScript's 16-bit units, which Duktape has as UTF-8 ---
 */

static void put_unit(struct buf *out, uint32_t unit)
{
    const char bytes[] = {(char)(0xE0 | unit >> 12),
                          (char)(0x80 | (unit >> 6 & 0x3F)),
                          (char)(0x80 | (unit & 0x3F))};
    buf_put(out, (str){bytes, sizeof bytes});
}

static str to_units(str text, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        if (c < 0x10000) {
            utf8_put(&out, c);
        } else {
            put_unit(&out, 0xD800 + ((c - 0x10000) >> 10));
            put_unit(&out, 0xDC00 + ((c - 0x10000) & 0x3FF));
        }
    }
    return buf_move(&out, arena);
}

/* The half of a pair at text[at], or 0. */
static uint32_t half_at(str text, size_t at)
{
    if (text.n < at + 3 || (unsigned char)text.p[at] != 0xED ||
        (unsigned char)text.p[at + 1] < 0xA0) {
        return 0;
    }
    return 0xD000 | ((uint32_t)text.p[at + 1] & 0x3F) << 6 |
           ((uint32_t)text.p[at + 2] & 0x3F);
}

static str from_units(str text, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n;) {
        uint32_t high = half_at(text, i);
        uint32_t pair = high ? utf16_join(high, half_at(text, i + 3)) : 0;
        if (pair) {
            utf8_put(&out, pair);
            i += 6;
        } else if (high) {
            utf8_put(&out, 0xFFFD);
            i += 3;
        } else {
            buf_putc(&out, text.p[i++]);
        }
    }
    return buf_move(&out, arena);
}

/* The offset in bytes of a number of 16-bit characters. */
static size_t offset_of_units(str text, double units)
{
    size_t i = 0;
    while (i < text.n && units > 0) {
        units -= utf8_next(text, &i) < 0x10000 ? 1 : 2;
    }
    return i;
}

/* --- start --- */

/* The only function beyond ES5 that KaTeX calls and Duktape lacks is
 * Array.prototype.fill. */
static const char before[] =
    "var module={exports:{}},exports=module.exports;"
    "Object.defineProperty(Array.prototype,'fill',{value:function(x){"
    "for(var i=0;i<this.length;i++)this[i]=x;return this;}});";
static const char after[] =
    "(function(katex){return function(tex,display,macros){"
    "return katex.renderToString(tex,{output:'mathml',displayMode:display,"
    "throwOnError:true,strict:'ignore',maxExpand:1000,macros:macros});};"
    "})(module.exports)";

static duk_ret_t start(duk_context *duk, void *udata)
{
    const str *script = udata;
    duk_eval_string_noresult(duk, before);
    duk_eval_lstring_noresult(duk, script->p, script->n);
    duk_eval_string(duk, after);
    return 1;
}

struct katex *katex_new(str script, const char **why)
{
    struct katex *katex = calloc(1, sizeof *katex);
    if (!katex) {
        arena_out_of_memory();
    }
    katex->left = START_ALLOCATIONS;
    katex->deadline = INT64_MAX;
    katex->duk =
        duk_create_heap(memory_alloc, memory_realloc, memory_free, katex, NULL);
    if (!katex->duk) {
        arena_out_of_memory();
    }
    /* The function stays at the bottom of the stack. */
    if (duk_safe_call(katex->duk, start, &script, 0, 1) != DUK_EXEC_SUCCESS) {
        *why = "is no KaTeX that crumb can run: 0.12 to 0.16.4 are";
        katex_free(katex);
        return NULL;
    }
    return katex;
}

void katex_free(struct katex *katex)
{
    while (katex->blocks) {
        struct block *block = katex->blocks;
        take_out(katex, block);
        free(block);
    }
    free(katex);
}

bool katex_is_spent(const struct katex *katex)
{
    return katex->spent;
}

/* --- formulas --- */

struct call {
    const struct math_macros *macros;
    str tex; /* in units */
    bool display;
};

static void push(duk_context *duk, str text)
{
    duk_push_lstring(duk, text.p, text.n);
}

static duk_ret_t call(duk_context *duk, void *udata)
{
    const struct call *call = udata;
    duk_dup(duk, 0);
    push(duk, call->tex);
    duk_push_boolean(duk, call->display);
    /* A new object each time: \gdef adds to it. */
    duk_push_object(duk);
    for (size_t i = 0; i < call->macros->n; i++) {
        push(duk, call->macros->p[i].name);
        push(duk, call->macros->p[i].text);
        duk_put_prop(duk, -3);
    }
    duk_call(duk, 3);
    duk_require_string(duk, -1);
    return 1;
}

/* Turns the error on the stack into its message and its position. */
static duk_ret_t read_error(duk_context *duk, void *udata)
{
    (void)udata;
    duk_get_prop_string(duk, -1, "position");
    duk_get_prop_string(duk, -2, "message");
    duk_safe_to_string(duk, -1);
    return 2;
}

static str text_at(duk_context *duk, duk_idx_t index, struct arena *arena)
{
    duk_size_t n;
    const char *p = duk_get_lstring(duk, index, &n);
    return from_units(p ? (str){p, n} : (str){0}, arena);
}

/* The message without what crumb's own adds: the place and KaTeX's name. */
static str without_place(str message)
{
    static const str head = STR_INIT("KaTeX parse error: ");
    static const str tails[] = {STR_INIT(" at position "),
                                STR_INIT(" at end of input: ")};
    if (str_starts(message, head)) {
        message = str_from_offset(message, head.n);
    }
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        message.n = str_find_from(message, 0, tails[i]);
    }
    return message;
}

static struct math_result mistake(struct katex *katex, str tex,
                                  struct arena *arena)
{
    struct math_result result = {.status = MATH_MISTAKE};
    duk_context *duk = katex->duk;
    if (katex->late) {
        result.status = MATH_SPENT;
    } else if (katex->spent) {
        result.text = STR("it takes too long, or too much memory");
    } else if (duk_safe_call(duk, read_error, NULL, 1, 2) == DUK_EXEC_SUCCESS) {
        result.at = offset_of_units(tex, duk_get_number_default(duk, -2, 0));
        result.text = without_place(text_at(duk, -1, arena));
    }
    if (!result.text.n || str_find(result.text, STR("callstack")) != STR_NONE) {
        result.text = STR("its parts are nested too deep");
    }
    return result;
}

struct math_result katex_render(struct katex *katex,
                                const struct math_macros *macros, str tex,
                                bool display, int64_t *left,
                                struct arena *arena)
{
    duk_context *duk = katex->duk;
    struct call what = {macros, to_units(tex, arena), display};
    struct math_result result;
    int64_t start = clock_thread();
    katex->left = MOST_ALLOCATIONS;
    katex->unclocked = CLOCK_BYTES; /* the first allocation looks */
    katex->deadline = start + *left;
    if (duk_safe_call(duk, call, &what, 0, 1) == DUK_EXEC_SUCCESS) {
        str html = text_at(duk, -1, arena);
        str open = STR("<span class=\"katex\">");
        str close = STR("</span>");
        if (str_starts(html, open) && str_ends(html, close)) {
            html = str_sub(html, open.n, html.n - open.n - close.n);
        }
        result = (struct math_result){
            MATH_DONE, math_signs(math_letters(html, arena), arena), 0};
    } else {
        result = mistake(katex, tex, arena);
    }
    duk_set_top(duk, 1);
    *left -= clock_thread() - start;
    return result;
}

#else

struct katex *katex_new(str script, const char **why)
{
    (void)script;
    *why = "crumb was built without Duktape, which runs it";
    return NULL;
}

void katex_free(struct katex *katex)
{
    (void)katex;
}

bool katex_is_spent(const struct katex *katex)
{
    (void)katex;
    return true;
}

struct math_result katex_render(struct katex *katex,
                                const struct math_macros *macros, str tex,
                                bool display, int64_t *left,
                                struct arena *arena)
{
    (void)katex, (void)macros, (void)tex, (void)display, (void)left,
        (void)arena;
    return (struct math_result){.status = MATH_MISTAKE};
}

#endif
