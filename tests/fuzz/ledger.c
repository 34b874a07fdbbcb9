/* SPDX-License-Identifier: MIT */
/* Any bytes as the ledger of a small site, with a checksum that is right:
 * whatever of it is believed is walked to its end. It is told of by `why`, a
 * build goes by it, and what that build remembers is a ledger again.
 *
 * Input as long as a ledger's head is one. A shorter one is edits to the site's
 * own: four bytes each, a place and what to do there.
 *
 * The corpus is tests/fuzz/corpus/ledger. */

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag/diag_pack.h"
#include "builder/built.h"
#include "builder/render.h"
#include "builder/why.h"
#include "files/state_file.h"
#include "site/content/post_record.h"
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

/* An input leaves in its memory what a rendering leaves: it is built anew after
 * a hundred. */
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

/* --- what goes by it --- */

static void try_records(const struct site *site, const struct ledger *ledger,
                        struct arena *arena)
{
    struct diags diags;
    struct summary summary;
    struct unpack in = unpack_of(ledger->summary);
    summary_unpack(&summary, &in, arena);
    diags_init(&diags, arena);
    in = unpack_of(ledger->said);
    diags_unpack(&diags, &in);
    for (size_t i = 0; i < ledger->head->posts; i++) {
        const struct ledger_post *last = &ledger->posts[i];
        const struct post *post = site_post(site, last->path, arena);
        struct post again = {.file = (post ? post : site->all)->file};
        struct derived derived;
        in = unpack_of(last->record);
        post_unpack(site, &again, &in, arena);
        in = unpack_of(last->warnings);
        diags_unpack(&diags, &in);
        in = unpack_of(last->derived);
        derived_unpack(site, &derived, &in, arena);
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
        for (size_t i = 0; i < why.ledger.head->outputs && i < 4; i++) {
            why_output(&why, &why.ledger.outputs[i], &out);
            why_templates(&why, &why.ledger.outputs[i], &out);
        }
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            why_source(&why, str_from(files[i].path), &out);
        }
    }
    why_close(&why);
    buf_free(&out);
}

/* What is made anew of the plan has read nothing here: it is not rendered. */
static void remember(const struct world *world, struct recall *recall,
                     struct rendering *rendering)
{
    struct built *built = world->result.built;
    struct arena *arena = recall->arena;
    for (size_t i = 0; i < built->plan.outputs.n; i++) {
        built->plan.outputs.p[i].trace = (struct trace){0};
    }
    struct summary summary = summary_of(built->site, arena);
    struct remember_rest rest = {.summary = &summary};
    struct remember *made =
        remember_new(recall, rendering_facts(rendering), &built->plan,
                     rendering_work(rendering));
    expect(remember_write(made, &rest, world->path) == 0);
    struct ledger ledger;
    str mapped;
    expect(fs_own_map(world->path, &mapped) == 0 &&
           ledger_open(mapped, arena, &ledger) && ledger_read(&ledger, arena));
    fs_own_unmap(mapped);
}

static void try_build(const struct world *world, struct recall *recall)
{
    struct built *built = world->result.built;
    struct site *site = built->site;
    for (size_t i = 0; i < site->nall; i++) {
        atomic_store(site->all[i].derived, NULL);
    }
    struct rendering *rendering = rendering_new(
        site, &built->plan, &built->shortcodes, &built->theme, recall);
    render_refresh(rendering, site);
    remember(world, recall, rendering);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct world *world = make_world();
    struct arena arena = {0};
    struct recall recall;
    forge(world, (str){(const char *)data, size});
    try_why(&arena);
    if (recall_reopen(&recall, world->path, &arena)) {
        try_records(world->result.site, &recall.ledger, &arena);
        try_build(world, &recall);
    }
    fs_own_unmap(recall.mapped);
    arena_free(&arena);
    expect(fchdir(world->here) == 0);
    return 0;
}
