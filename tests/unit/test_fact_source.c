/* SPDX-License-Identifier: MIT */
/* A change in a site that no source explains is found only where all facts are
 * compared: then it is an error. The site of a build is compared with the
 * ledger that the same build has written. */
#include "site/view/fact_source.h"

#include <stdlib.h>
#include <unistd.h>

#include "builder/build.h"
#include "builder/render.h"
#include "files/fs.h"
#include "site/view/view_class.h"
#include "steps/generation.h"
#include "tap.h"
#include "write_file.h"

static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"site.yaml", "title: Sources\nurl: https://rye.example\n"},
    {"content/a/one.md", "---\ntitle: One\ndate: 2026-01-01\n---\nOne.\n"},
    {"content/a/two.md", "---\ntitle: Two\ndate: 2026-01-02\n---\nTwo.\n"},
    {"templates/post.html", "{{ page.title }} {{ page.url }} {{ page.content "
                            "}}{{ page.next.title if page.next }}"
                            "{{ get_section('none') is none }}"},
};

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct build_result result;
    struct site *site;
    struct last_build last; /* as the next build finds it */
    struct ledger ledger;
    struct site_facts *facts;
    struct rendering *rendering;
};

/* Two facts that the site's pages have read: content/a/one.md is the older
 * post, and `next` of it is the other one. */
static void new_title(struct fixture *f)
{
    f->site->all[0].title = STR("Other");
}

static void no_next(struct fixture *f)
{
    f->site->all[0].newer = NULL;
}

static void new_address(struct fixture *f)
{
    f->site->all[0].address.url = STR("/other/");
}

static void shorter_list(struct fixture *f)
{
    f->site->posts.n--;
}

static void new_section(struct fixture *f)
{
    *map_put(&f->site->sections_by_name, &f->arena, STR("none")) = f->site;
}

static void new_record(struct fixture *f)
{
    f->site->all[0].loaded->record = STR("other front matter");
    f->site->all[0].loaded->recalled = false;
}

static void new_order(struct fixture *f)
{
    f->facts->changed.order++;
}

typedef void change(struct fixture *f);

/* Builds the site, changes it in memory, and compares. */
static void compare(struct fixture *f, bool hash_all, change *first,
                    change *second)
{
    struct build_options options = {
        .site = {.jobs = 2, .now = 1768478400},
        .need_site = true,
        .clean = true,
    };
    f->arena = (struct arena){0};
    diags_init(&f->diags, &f->arena);
    build_run(&options, &f->arena, &f->diags, &f->result);
    if (!CHECK(&f->tap, f->result.done)) {
        exit(1);
    }
    struct generation *built = f->result.built;
    f->site = built->site;
    str ledger =
        publish_state_path(STR("public"), STR(".crumb"), "ledger", &f->arena);
    f->last = f->result.last;
    f->last.hash_all = hash_all;
    f->last.known = ledger_map(&f->ledger, ledger) == 0 &&
                    ledger_open(&f->ledger, &f->arena);
    f->last.ledger = f->ledger;
    CHECK(&f->tap, f->last.known);
    f->rendering = rendering_new(built, &f->last);
    f->facts = rendering_facts(f->rendering);
    first(f);
    if (second) {
        second(f);
    }
    engine_next_revision(f->last.engine);
    site_facts_update(f->facts, &f->last);
    site_facts_report(f->facts, &f->diags);
}

static void close_site(struct fixture *f)
{
    rendering_free(f->rendering);
    ledger_unmap(&f->ledger);
    build_free(&f->result);
    arena_free(&f->arena);
}

static bool noticed(const struct fixture *f, const char *attribute)
{
    const struct object *post = &f->site->all[0].object;
    const struct fact_table *facts = &f->last.engine->facts;
    uint64_t bit = fact_bit(post, str_from(attribute));
    return fact_changed(facts, post->number, bit, facts->revision - 1);
}

static bool list_changed(const struct fixture *f)
{
    const struct fact_table *facts = &f->last.engine->facts;
    return fact_list_changed(facts, f->site->posts.object.number,
                             facts->revision - 1);
}

static bool says(const struct fixture *f, const char *what)
{
    return f->diags.errors == 1 &&
           str_find(f->diags.list.p[0]->message, str_from(what)) != STR_NONE;
}

/* With the trap all facts are compared. */
static void test_trust(struct fixture *f)
{
    if (GATE_TRAPS) {
        return;
    }
    compare(f, false, new_title, no_next);
    CHECK(&f->tap, !noticed(f, "title") && !noticed(f, "next"));
    CHECK(&f->tap, f->diags.errors == 0);
    close_site(f);
    compare(f, false, new_section, shorter_list);
    CHECK(&f->tap, !list_changed(f));
    CHECK(&f->tap, f->diags.errors == 0);
    close_site(f);
}

static void test_own_front_matter(struct fixture *f)
{
    compare(f, false, new_title, new_record);
    CHECK(&f->tap, noticed(f, "title"));
    close_site(f);
    compare(f, true, new_title, new_record);
    CHECK(&f->tap, noticed(f, "title"));
    CHECK(&f->tap, f->diags.errors == 0);
    close_site(f);
}

static void test_order(struct fixture *f)
{
    compare(f, false, new_address, new_order);
    CHECK(&f->tap, noticed(f, "url"));
    close_site(f);
    /* Whoever's front matter it is. */
    compare(f, false, new_address, new_record);
    CHECK(&f->tap, noticed(f, "url"));
    close_site(f);
    compare(f, true, new_section, new_order);
    CHECK(&f->tap, f->diags.errors == 0);
    close_site(f);
}

static void shorter_list_in_new_order(struct fixture *f)
{
    shorter_list(f);
    new_order(f);
}

static void test_lists(struct fixture *f)
{
    compare(f, false, no_next, shorter_list_in_new_order);
    CHECK(&f->tap, list_changed(f));
    CHECK(&f->tap, noticed(f, "next"));
    close_site(f);
    compare(f, false, no_next, new_order);
    CHECK(&f->tap, GATE_TRAPS || !noticed(f, "next"));
    close_site(f);
    compare(f, true, no_next, new_order);
    CHECK(&f->tap, says(f, "next of content/a/one.md changed"));
    close_site(f);
}

static void test_all_compared(struct fixture *f)
{
    compare(f, true, new_title, NULL);
    CHECK(&f->tap, says(f, "title of content/a/one.md changed"));
    close_site(f);
    /* The order alone says nothing of a title. */
    compare(f, true, new_title, new_order);
    CHECK(&f->tap, says(f, "title of content/a/one.md changed"));
    close_site(f);
    compare(f, true, no_next, NULL);
    CHECK(&f->tap, says(f, "next of content/a/one.md changed"));
    close_site(f);
    compare(f, true, shorter_list, NULL);
    CHECK(&f->tap, says(f, "the posts of the site changed"));
    close_site(f);
    compare(f, true, new_section, NULL);
    CHECK(&f->tap, says(f, "whether there is a section none changed"));
    close_site(f);
}

static bool write_site(void)
{
    bool done =
        fs_mkdirs(STR("content/a")) == 0 && fs_mkdirs(STR("templates")) == 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        done = done && write_file(str_from(files[i].path),
                                  str_from(files[i].text)) == 0;
    }
    return done;
}

int main(void)
{
    struct fixture f = {0};
    char dir[] = "/tmp/crumb-source-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site()) {
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_trust(&f);
    test_own_front_matter(&f);
    test_order(&f);
    test_lists(&f);
    test_all_compared(&f);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
