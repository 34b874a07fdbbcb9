/* SPDX-License-Identifier: MIT */
/* Any bytes as the ledger of a small site, with a checksum that is right: the
 * records that pass its checks are read to their end, `why` prints them, a
 * build uses them, and the ledger that this build writes can be read again.
 *
 * Input as long as a ledger's head is one. A shorter one is edits to the site's
 * own: four bytes each, a place and what to do there.
 *
 * The corpus is tests/fuzz/corpus/ledger. */

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag/diag.h"
#include "builder/build.h"
#include "builder/render.h"
#include "builder/save.h"
#include "site/content/post_record.h"
#include "steps/bodies.h"
#include "steps/generation.h"
#include "steps/outputs.h"
#include "steps/why.h"
#include "tests/unit/write_file.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"site.yaml", "title: Fuzz\nurl: https://example.org\nlanguages: [en, es]\n"
                  "menu: {main: [{name: About, url: about.md}]}\n"},
    {"content/a/one.md", "---\ntitle: One\ndate: 2026-01-01\ntags: [x, y]\n"
                         "extra: {k: [1, {l: 2}]}\n---\n# H\n\nOne.\n"},
    {"content/a/two.md", "---\ntitle: Two\ndate: 2026-01-02\ntags: x\n---\n"
                         "[One](one.md#h) {{< words >}} [no](none.md)\n"},
    {"content/b/three.md", "---\ntitle: Three\ntgas: z\n---\nThree.\n"},
    {"content/b/three.es.md", "---\ntitle: Tres\n---\nTres.\n"},
    {"content/about.md", "# About\n"},
    {"data/net.yaml", "a: 1\n"},
    {"templates/shortcodes/words.html",
     "{{ get_page('a/one.md').word_count }} words"},
    {"templates/side.html",
     "{% for p in site.posts %}{{ p.title }} {{ p.url }}{% endfor %}"
     "{% for t in site.taxonomies.tags.terms %}{{ t.title }}{% endfor %}"},
    {"templates/post.html",
     "{{ page.title }}{{ page.content }}{{ page.prev.summary if page.prev }}"
     "{% include 'side.html' %}{{ data.net.a }}{{ page.backlinks | length }}"},
};

/* The site, as it is in memory once it is built. */
struct world {
    struct arena arena;
    struct diags diags;
    struct build_options options;
    struct build_result result;
    str path; /* of its ledger */
    str own;  /* that */
    int here;
    int there;
};

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static char dir[] = "/tmp/crumb-ledger-XXXXXX";

static void remove_world(void)
{
    fs_remove_tree(str_from(dir));
}

static void write_files(struct world *world)
{
    expect(mkdtemp(dir) && atexit(remove_world) == 0);
    world->here = open(".", O_RDONLY | O_CLOEXEC);
    world->there = open(dir, O_RDONLY | O_CLOEXEC);
    expect(world->here >= 0 && fchdir(world->there) == 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        str path = str_from(files[i].path);
        size_t slash = str_rfind_char(path, '/');
        expect(slash == STR_NONE || fs_mkdirs(str_sub(path, 0, slash)) == 0);
        expect(write_file(path, str_from(files[i].text)) == 0);
    }
}

static void build_world(struct world *world)
{
    diags_init(&world->diags, &world->arena);
    world->options = (struct build_options){
        .no_sync = true,
        .need_site = true,
        .site = {.now = 1800000000, .jobs = 1},
    };
    build_run(&world->options, &world->arena, &world->diags, &world->result);
    expect(world->result.done);
    world->path = publish_state_path(STR("public"), STR(".crumb"), "ledger",
                                     &world->arena);
    expect(fs_read(world->path, &world->arena, &world->own) == 0);
}

/* Renderings of inputs leave memory behind: the world is built again after a
 * hundred of them. */
static struct world *make_world(void)
{
    static struct world world;
    static unsigned inputs;
    if (inputs == 0) {
        write_files(&world);
    }
    expect(fchdir(world.there) == 0);
    if (inputs++ % 100 == 0) {
        fs_remove_tree(STR("public"));
        fs_remove_tree(STR(".crumb"));
        build_free(&world.result);
        arena_free(&world.arena);
        build_world(&world);
    }
    return &world;
}

/* --- forging --- */

static void edit(struct buf *ledger, const unsigned char *data)
{
    size_t at = ((size_t)data[0] << 8 | data[1]) % ledger->n;
    switch (data[2] % 4) {
    case 0: ledger->p[at] = (char)data[3]; break;
    case 1: ledger->p[at] = (char)(ledger->p[at] + (signed char)data[3]); break;
    case 2: memmove(ledger->p + at, ledger->p + at / 2, ledger->n - at); break;
    default: ledger->n -= data[3] < ledger->n - at ? data[3] : 0; break;
    }
}

static void forge(const struct world *world, str input)
{
    struct ledger_head head;
    struct ledger_file file;
    struct buf ledger = {0};
    struct arena arena = {0};
    bool whole = input.n >= sizeof head;
    buf_put(&ledger, whole ? input : world->own);
    for (size_t i = 0; !whole && i + 4 <= input.n; i += 4) {
        edit(&ledger, (const unsigned char *)input.p + i);
    }
    ledger.n = ledger.n < sizeof head ? sizeof head : ledger.n;
    memcpy(&head, ledger.p, sizeof head);
    ledger_begin(&file, world->path, &arena);
    buf_put(&file.out, str_from_offset(buf_str(&ledger), sizeof head));
    expect(ledger_end(&file, head, false) == 0);
    buf_free(&ledger);
    arena_free(&arena);
}

/* --- users of the ledger --- */

static void try_records(const struct site *site, const struct last_build *last,
                        struct arena *arena)
{
    struct diags diags;
    struct summary summary;
    struct unpack in = unpack_of(last->ledger.summary);
    summary_unpack(&summary, &in, arena);
    diags_init(&diags, arena);
    in = unpack_of(last->ledger.said);
    diags_unpack(&diags, &in);
    for (uint32_t i = 1; i < last->engine->files.n; i++) {
        const struct file_record *file = engine_file(last->engine, i);
        const struct step *body = step_find(&last->engine->steps, i);
        if (!file) {
            continue;
        }
        str path = key_get(&last->engine->keys, i)->name;
        const struct post *post = site_post(site, path, arena);
        struct loaded_post again = {.file = (post ? post : site->all)->file};
        struct derived derived;
        struct derived_parts parts;
        in = unpack_of(file->record);
        post_unpack(&again, &in, arena);
        in = unpack_of(file->warnings);
        diags_unpack(&diags, &in);
        derived_unpack(body ? body->record : STR(""),
                       body ? body->parts : STR(""), &derived, arena);
        derived_unpack_parts(site, &derived, arena, &parts);
    }
    struct buf out = {0};
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, &out);
    }
    buf_free(&out);
}

static void try_why(struct arena *arena)
{
    struct why why;
    struct buf out = {0};
    if (why_open(&why, STR("public"), STR(".crumb"), arena) == WHY_OPEN) {
        why_list(&why, &out);
        why_find(&why, STR("/a/one/"));
        why_nearest(&why, STR("/a/on/"));
        for (size_t i = 0; i < why.outputs.n && i < 4; i++) {
            why_output(&why, why.outputs.p[i], &out);
            why_templates(&why, why.outputs.p[i], &out);
        }
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            why_source(&why, str_from(files[i].path), &out);
        }
    }
    why_close(&why);
    buf_free(&out);
}

/* Steps that must be made again have read nothing here, and are not rendered.
 */
static void try_save(const struct world *world, struct last_build *last,
                     struct rendering *rendering)
{
    struct generation *built = world->result.built;
    struct site_facts *facts = rendering_facts(rendering);
    struct summary summary = summary_of(built->site, &built->plan, last->arena);
    struct ledger_rest rest = {.said = STR("")};
    for (size_t i = 0; i < facts->workers->jobs; i++) {
        const struct view *view = facts->workers->contexts[i].host;
        recorder_hand_over(view->recorder);
    }
    struct reachable *live = reachable_new(facts, &built->plan, last->arena);
    outputs_to_steps(&built->plan, last->engine, 0);
    bodies_to_steps(last->engine, built->site);
    expect(save_ledger(live, facts, &summary, rest, world->path, false) == 0);
    struct last_build again = {.arena = last->arena};
    struct hash128 key = {0};
    last_build_open(&again, world->path, key, 0);
    expect(again.known);
    last_build_read(&again);
    expect(again.known);
    last_build_close(&again);
}

/* The site as it is, with the ids that the ledger has. */
static void number_anew(struct site *site, struct plan *plan,
                        struct last_build *last)
{
    const struct objects *before = site->objects;
    for (uint32_t i = 1; i < before->of.n; i++) {
        if (before->of.p[i]) {
            ((struct object *)(uintptr_t)before->of.p[i])->number = 0;
        }
    }
    struct objects *objects = objects_new(site, last->engine, true);
    plan_number(plan, objects, last->arena);
    outputs_plan(plan, last->engine);
    for (size_t i = 0; i < site->languages.n; i++) {
        site->languages.p[i]->objects = objects;
    }
}

static void try_build(const struct world *world, struct last_build *last)
{
    struct generation *built = world->result.built;
    struct site *site = built->site;
    for (size_t i = 0; i < site->nall; i++) {
        atomic_store(site->all[i].derived, NULL);
    }
    number_anew(site, &built->plan, last);
    for (size_t i = 0; i < built->plan.outputs.n; i++) {
        built->plan.outputs.p[i].trace = (struct trace){{NULL, 0}};
    }
    struct rendering *rendering = rendering_new(built, last);
    render_check(rendering, site);
    try_save(world, last, rendering);
}

/* Opens the ledger for any key and manifest. */
static bool open_last(struct last_build *last, const struct world *world,
                      struct arena *arena)
{
    *last = (struct last_build){.arena = arena};
    last->known = ledger_map(&last->ledger, world->path) == 0 &&
                  ledger_open(&last->ledger, arena);
    last_build_read(last);
    return last->known;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct world *world = make_world();
    struct arena arena = {0};
    struct last_build last;
    forge(world, (str){(const char *)data, size});
    try_why(&arena);
    if (open_last(&last, world, &arena)) {
        try_records(world->result.site, &last, &arena);
        try_build(world, &last);
    }
    last_build_close(&last);
    arena_free(&arena);
    expect(fchdir(world->here) == 0);
    return 0;
}
