/* SPDX-License-Identifier: MIT */
/* engine/fact, engine/step, engine/dirty, engine/readers: what a step was made
 * from changes, revision by revision. */
#include "engine/dirty.h"
#include "engine/readers.h"
#include "engine/recorder.h"
#include "tap.h"

/* Keys of the fixture. */
enum { POST = 1, OTHER, LIST, QUESTION, PAGE, PART, INNER, NKEYS };

/* Attributes of posts. */
enum { TITLE = 1, DATE = 2, URL = 4 };

struct fixture {
    struct tap *tap;
    struct arena arena;
    struct engine *engine;
    struct step *page;
};

static void set(struct fixture *f, uint32_t key, unsigned bit, uint64_t hash)
{
    fact_set(&f->engine->facts, key, bit, hash, &f->arena);
}

static void set_members(struct fixture *f, const uint32_t *members, size_t n)
{
    fact_set_list(&f->engine->facts, LIST, members, n, &f->arena);
}

/* Both posts have a title and a date, of hash 10 and 20. */
static void open_engine(struct fixture *f)
{
    static const uint8_t classes[NKEYS] = {
        [POST] = KEY_OBJECT,       [OTHER] = KEY_OBJECT, [LIST] = KEY_LIST,
        [QUESTION] = KEY_QUESTION, [PAGE] = KEY_OUTPUT,  [PART] = KEY_FRAGMENT,
        [INNER] = KEY_FRAGMENT,
    };
    f->arena = (struct arena){0};
    f->engine = engine_new(NULL, 0, &f->arena);
    for (size_t i = 1; i < NKEYS; i++) {
        str name = arena_printf(&f->arena, "%zu", i);
        key_intern(&f->engine->keys, (struct key){classes[i], 1, 0, name});
    }
    engine_grow(f->engine);
    for (uint32_t key = POST; key <= OTHER; key++) {
        set(f, key, 0, 10);
        set(f, key, 1, 20);
    }
    set(f, QUESTION, 0, 30);
    set_members(f, (const uint32_t[]){POST, OTHER}, 2);
    f->page = step_add(&f->engine->steps, PAGE, &f->arena);
}

static void close_engine(struct fixture *f)
{
    engine_free(f->engine);
    arena_free(&f->arena);
}

/* The step was made in this revision, from that. */
static void make(struct fixture *f, struct step *step, const struct dep *deps,
                 size_t n)
{
    struct recorder recorder;
    recorder_init(&recorder, f->engine, &f->arena);
    struct recorder_mark mark = recorder_begin(&recorder);
    for (size_t i = 0; i < n; i++) {
        recorder_add(&recorder, deps[i]);
    }
    struct deps read = recorder_end(&recorder, mark, &f->arena);
    step->trace = recorder_encode(&read, &f->arena);
    step->right = f->engine->facts.revision;
    step->stale = 0;
}

static void make_page(struct fixture *f, struct dep dep)
{
    make(f, f->page, &dep, 1);
}

/* The fragment came out with that hash, having read one thing. */
static void make_part(struct fixture *f, uint32_t key, struct dep dep,
                      uint64_t result)
{
    struct step *part = step_add(&f->engine->steps, key, &f->arena);
    struct recorder recorder;
    make(f, part, &dep, 1);
    recorder_init(&recorder, f->engine, &f->arena);
    recorder_fragment(&recorder, *key_get(&f->engine->keys, key), part->trace,
                      result);
    recorder_hand_over(&recorder);
}

static bool is_right(struct fixture *f)
{
    return dirty_check(f->engine, f->page);
}

static void next(struct fixture *f)
{
    engine_next_revision(f->engine);
}

/* One fact is compared, and not the key as a whole. */
static void test_attributes(struct fixture *f)
{
    open_engine(f);
    CHECK(f->tap, !is_right(f)); /* it was never made */
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    next(f);
    CHECK(f->tap, is_right(f));
    next(f);
    set(f, POST, 1, 21);
    set(f, OTHER, 0, 11);
    set(f, POST, 0, 10);
    CHECK(f->tap, is_right(f));
    next(f);
    set(f, POST, 0, 11);
    CHECK(f->tap, !is_right(f));
    CHECK(f->tap, f->page->cause.key == POST && f->page->cause.bits == TITLE);
    /* It stays stale until it is made, through any later change. */
    next(f);
    CHECK(f->tap, !is_right(f));
    set(f, POST, 0, 10);
    CHECK(f->tap, !is_right(f));
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    CHECK(f->tap, is_right(f));
    next(f);
    CHECK(f->tap, is_right(f));
    close_engine(f);
}

/* A page that was not checked for some revisions. */
static void test_late(struct fixture *f)
{
    open_engine(f);
    make_page(f, (struct dep){.key = POST, .bits = TITLE | DATE});
    next(f);
    set(f, POST, 0, 11);
    next(f);
    set(f, POST, 0, 10);
    next(f);
    CHECK(f->tap, !is_right(f));
    close_engine(f);
}

/* Facts without a hash, as in a forged ledger, count as changed. */
static void test_unknown(struct fixture *f)
{
    open_engine(f);
    make_page(f, (struct dep){.key = POST, .bits = TITLE | URL});
    next(f);
    CHECK(f->tap, !is_right(f));
    close_engine(f);
    open_engine(f);
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    f->page->trace.pairs = STR("\377\377");
    next(f);
    CHECK(f->tap, !is_right(f) && f->page->cause.key == 0);
    close_engine(f);
}

static void test_gone(struct fixture *f)
{
    open_engine(f);
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    next(f);
    fact_set_gone(&f->engine->facts, POST, &f->arena);
    CHECK(f->tap, !is_right(f));
    /* All of it, and no attribute. */
    CHECK(f->tap, f->page->cause.key == POST && f->page->cause.bits == 0);
    next(f);
    fact_set_gone(&f->engine->facts, POST, &f->arena);
    fact_set_back(&f->engine->facts, POST, &f->arena);
    CHECK(f->tap, !is_right(f));
    /* Made in between, it has nothing of what went before. */
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    next(f);
    fact_set_back(&f->engine->facts, POST, &f->arena);
    CHECK(f->tap, is_right(f));
    close_engine(f);
}

/* Made once a post was gone, a page that reads it stays right. */
static void test_gone_before(struct fixture *f)
{
    open_engine(f);
    next(f);
    fact_set_gone(&f->engine->facts, POST, &f->arena);
    make_page(f, (struct dep){.key = POST, .bits = TITLE});
    next(f);
    CHECK(f->tap, is_right(f));
    close_engine(f);
}

/* A step's texts are copied into the engine: the caller may change its own. */
static void test_kept(struct fixture *f)
{
    open_engine(f);
    char said[] = "said";
    char from[] = "from";
    char why[] = "why";
    f->page->warnings = str_from(said);
    f->page->source = str_from(from);
    f->page->why = str_from(why);
    engine_keep_step(f->engine, f->page);
    said[0] = from[0] = why[0] = '?';
    CHECK_STR(f->tap, f->page->warnings, "said");
    CHECK_STR(f->tap, f->page->source, "from");
    CHECK_STR(f->tap, f->page->why, "why");
    close_engine(f);
}

/* A question's answer. */
static void test_answers(struct fixture *f)
{
    open_engine(f);
    make_page(f, (struct dep){.key = QUESTION, .bits = DEP_WHOLE});
    next(f);
    CHECK(f->tap, dirty_answers_hold(f->engine, f->page));
    CHECK(f->tap, is_right(f));
    next(f);
    set(f, QUESTION, 0, 31);
    CHECK(f->tap, !dirty_answers_hold(f->engine, f->page));
    CHECK(f->tap, !is_right(f));
    close_engine(f);
}

/* Which edit of a list makes which reading of it stale. */
static void test_lists(struct fixture *f)
{
    static const struct {
        uint32_t members[3];
        size_t n;
        bool empty, length, first, all; /* still right */
    } edits[] = {
        {{POST, OTHER}, 2, true, true, true, true},
        {{POST, OTHER, PAGE}, 3, true, false, true, true},
        {{POST, PAGE}, 2, true, true, true, false},
        {{OTHER, POST}, 2, true, true, false, false},
        {{POST}, 1, true, false, true, false},
        {{0}, 0, false, false, false, false},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        const struct dep deps[] = {
            {.key = LIST, .bits = DEP_EMPTY},
            {.key = LIST, .bits = DEP_LENGTH},
            {.key = LIST, .first = 1},
            {.key = LIST, .first = 2},
        };
        const bool right[] = {edits[i].empty, edits[i].length, edits[i].first,
                              edits[i].all};
        for (size_t k = 0; k < sizeof deps / sizeof *deps; k++) {
            open_engine(f);
            make_page(f, deps[k]);
            next(f);
            set_members(f, edits[i].members, edits[i].n);
            /* Another change later does not hide this one. */
            next(f);
            set_members(f, edits[i].members, edits[i].n);
            if (!CHECK(f->tap, is_right(f) == right[k])) {
                printf("# edit %zu, reading %zu\n", i, k);
            }
            close_engine(f);
        }
    }
}

/* A page contains the changes from before it was made. */
static void test_lists_before(struct fixture *f)
{
    open_engine(f);
    make_page(f, (struct dep){.key = LIST, .first = 2});
    next(f);
    set_members(f, (const uint32_t[]){OTHER, POST}, 2);
    CHECK(f->tap, !is_right(f));
    make_page(f, (struct dep){.key = LIST, .first = 2});
    next(f);
    set_members(f, (const uint32_t[]){OTHER, POST, PAGE}, 3);
    CHECK(f->tap, is_right(f));
    close_engine(f);
}

/* That attribute of all in the list. */
static void test_columns(struct fixture *f)
{
    const struct dep titles = {.key = LIST, .first = DEP_COLUMN, .bits = TITLE};
    open_engine(f);
    make_page(f, titles);
    next(f);
    set(f, OTHER, 1, 21);
    CHECK(f->tap, is_right(f));
    next(f);
    set(f, OTHER, 0, 11);
    CHECK(f->tap, !is_right(f));
    CHECK(f->tap, f->page->cause.key == OTHER && f->page->cause.bits == TITLE);
    make_page(f, titles);
    next(f);
    set_members(f, (const uint32_t[]){POST}, 1);
    CHECK(f->tap, !is_right(f));
    CHECK(f->tap, f->page->cause.key == LIST);
    close_engine(f);
}

/* The findings on a column replace those of earlier revisions: a preview of
 * many saves does not grow by them. */
static void test_many_columns(struct fixture *f)
{
    enum { LONG = 20, SAVES = 5000, ROOM = 100000 };
    uint32_t members[LONG];
    size_t before = 0;
    open_engine(f);
    for (size_t i = 0; i < LONG; i++) {
        members[i] = i % 2 ? POST : OTHER;
    }
    set_members(f, members, LONG);
    make_page(f, (struct dep){.key = LIST, .first = DEP_COLUMN, .bits = TITLE});
    bool right = true;
    for (size_t i = 0; i < SAVES; i++) {
        next(f);
        right = right && is_right(f);
        before = i == 10 ? engine_size(f->engine) : before;
    }
    CHECK(f->tap, right && engine_size(f->engine) < before + ROOM);
    close_engine(f);
}

/* A page is stale when a part that it shows, or one in that, is. */
static void test_fragments(struct fixture *f)
{
    const struct dep inner = {.key = POST, .bits = TITLE};
    const struct dep part = {.key = INNER, .bits = DEP_WHOLE};
    const struct dep page = {.key = PART, .bits = DEP_WHOLE};
    open_engine(f);
    make_part(f, INNER, inner, 1);
    make_part(f, PART, part, 2);
    make_page(f, page);
    next(f);
    CHECK(f->tap, is_right(f));
    next(f);
    CHECK(f->tap, !dirty_check_body(f->engine, f->page)); /* no body has one */
    next(f);
    set(f, POST, 0, 11);
    CHECK(f->tap, !is_right(f));
    CHECK(f->tap, f->page->cause.key == POST);
    /* Both came out as they were: the page does, too. */
    make_part(f, INNER, inner, 1);
    make_part(f, PART, part, 2);
    next(f);
    CHECK(f->tap, is_right(f));
    /* Other bytes: it does not. */
    next(f);
    set(f, POST, 0, 12);
    make_part(f, INNER, inner, 1);
    make_part(f, PART, part, 3);
    CHECK(f->tap, !is_right(f));
    close_engine(f);
}

/* A trace is handed over once: if it were twice, a part that became stale
 * meanwhile would be right. */
static void test_handed_over(struct fixture *f)
{
    const struct dep title = {.key = POST, .bits = TITLE};
    struct recorder recorder;
    open_engine(f);
    make_part(f, PART, title, 1);
    struct step *part = step_find(&f->engine->steps, PART);
    recorder_init(&recorder, f->engine, &f->arena);
    recorder_fragment(&recorder, *key_get(&f->engine->keys, PART), part->trace,
                      1);
    recorder_hand_over(&recorder);
    next(f);
    set(f, POST, 0, 11);
    recorder_hand_over(&recorder);
    make_page(f, (struct dep){.key = PART, .bits = DEP_WHOLE});
    next(f);
    CHECK(f->tap, !is_right(f));
    close_engine(f);
}

/* A fragment that shows itself, as a forged ledger may have it, ends the check.
 */
static void test_circle(struct fixture *f)
{
    open_engine(f);
    make_part(f, INNER, (struct dep){.key = PART, .bits = DEP_WHOLE}, 1);
    make_part(f, PART, (struct dep){.key = INNER, .bits = DEP_WHOLE}, 2);
    make_page(f, (struct dep){.key = PART, .bits = DEP_WHOLE});
    next(f);
    CHECK(f->tap, !is_right(f));
    close_engine(f);
}

static bool has_changed(const struct fixture *f, uint32_t key)
{
    const struct fact_table *facts = &f->engine->facts;
    uint32_t changed = facts_first_changed(facts);
    size_t times = 0;
    for (; changed; changed = facts_next_changed(facts, changed)) {
        times += changed == key;
    }
    CHECK(f->tap, times <= 1);
    return times;
}

/* Of this revision, each key once. */
static void test_changed(struct fixture *f)
{
    open_engine(f);
    next(f);
    CHECK(f->tap, !facts_first_changed(&f->engine->facts));
    set(f, POST, 0, 10);
    set(f, OTHER, 0, 11);
    set(f, OTHER, 1, 21);
    set(f, OTHER, 2, 40); /* for the first time */
    set(f, QUESTION, 0, 31);
    CHECK(f->tap, !has_changed(f, POST) && has_changed(f, OTHER));
    CHECK(f->tap, has_changed(f, QUESTION) && !has_changed(f, LIST));
    set_members(f, (const uint32_t[]){POST}, 1);
    fact_set_gone(&f->engine->facts, OTHER, &f->arena);
    fact_set_gone(&f->engine->facts, POST, &f->arena);
    CHECK(f->tap, has_changed(f, LIST) && has_changed(f, OTHER));
    CHECK(f->tap, has_changed(f, POST) && has_changed(f, QUESTION));
    next(f);
    set_members(f, (const uint32_t[]){POST}, 1);
    fact_set_gone(&f->engine->facts, OTHER, &f->arena);
    CHECK(f->tap, !facts_first_changed(&f->engine->facts));
    fact_set_back(&f->engine->facts, OTHER, &f->arena);
    CHECK(f->tap, has_changed(f, OTHER));
    close_engine(f);
}

static bool reads(const struct readers *readers, uint32_t key, uint32_t step)
{
    bool does = false;
    const struct reader *reader;
    for (uint32_t i = readers_of(readers, key); i; i = reader->next) {
        reader = reader_get(readers, i);
        does = does || reader->step == step;
    }
    return does;
}

static void test_readers(struct fixture *f)
{
    const struct dep deps[] = {{.key = POST, .bits = TITLE},
                               {.key = QUESTION, .bits = DEP_WHOLE}};
    open_engine(f);
    struct readers *readers = readers_new(&f->arena);
    CHECK(f->tap, !readers_of(readers, POST) && !readers_of(readers, 0));
    make(f, f->page, deps, 2);
    readers_add(readers, f->engine, f->page);
    CHECK(f->tap, reads(readers, POST, PAGE) && reads(readers, QUESTION, PAGE));
    CHECK(f->tap, !readers_of(readers, OTHER) && !readers_of(readers, 0));
    /* The reads of a list's members and of a fragment are not followed. */
    make_part(f, PART, deps[0], 1);
    struct step *part = step_find(&f->engine->steps, PART);
    readers_add(readers, f->engine, part);
    CHECK(f->tap, reads(readers, POST, PART) && reads(readers, POST, PAGE));
    make_page(f, (struct dep){.key = PART, .bits = DEP_WHOLE});
    readers_add(readers, f->engine, f->page);
    CHECK(f->tap, reads(readers, 0, PAGE) && !reads(readers, 0, PART));
    make(f, part,
         &(struct dep){.key = LIST, .first = DEP_COLUMN, .bits = TITLE}, 1);
    readers_add(readers, f->engine, part);
    CHECK(f->tap, reads(readers, 0, PART) && !readers_of(readers, LIST));
    close_engine(f);
}

int main(void)
{
    struct tap tap = {0};
    struct fixture f = {.tap = &tap};
    test_attributes(&f);
    test_late(&f);
    test_unknown(&f);
    test_gone(&f);
    test_gone_before(&f);
    test_kept(&f);
    test_answers(&f);
    test_lists(&f);
    test_lists_before(&f);
    test_columns(&f);
    test_many_columns(&f);
    test_fragments(&f);
    test_handed_over(&f);
    test_circle(&f);
    test_changed(&f);
    test_readers(&f);
    return tap_done(&tap);
}
