/* SPDX-License-Identifier: MIT */
/* steps/asset_hash: which files have a fingerprint, what it is, and when their
 * copies are published. */
#include "steps/asset_hash.h"

#include "plan/plan.h"
#include "publish_help.h"
#include "site/view/view.h"
#include "write_file.h"

struct fixture {
    struct tap *tap;
    struct bench bench;
    struct site site;
    struct plan plan;
    struct view_doubts doubts;
    struct fingerprints *fingerprints;
};

static struct output *add(struct fixture *f, enum output_kind kind,
                          const char *path)
{
    struct arena *arena = &f->bench.arena;
    struct address *address = ARENA_NEW(arena, struct address);
    *address = address_make(arena, &f->site.config, str_from(path));
    struct output *output = plan_add(&f->site, &f->plan, kind, address);
    output->from = address->file;
    return output;
}

static void set_up(struct fixture *f, struct tap *tap)
{
    *f = (struct fixture){.tap = tap};
    bench_open(&f->bench);
    f->site.arena = &f->bench.arena;
    f->site.config.url = STR("https://example.org");
    VEC_RESERVE(&f->plan.outputs, &f->bench.arena, 10);
    write_file(STR("main.css"), STR("p {}\n"));
    write_file(STR("other.css"), STR(""));
    add(f, OUTPUT_FILE, "main.css");
    add(f, OUTPUT_FILE, "other.css");
    add(f, OUTPUT_FILE, "gone.css");
    add(f, OUTPUT_BYTES, "made.js")->bytes = STR("1;\n");
    add(f, OUTPUT_BYTES, "dropped.js")->dropped = true;
    add(f, OUTPUT_FEED, "feed.xml");
    f->fingerprints = fingerprints_new(&f->site, &f->plan, &f->doubts);
}

static void tear_down(struct fixture *f)
{
    bench_close(&f->bench);
}

static const struct fingerprinted *ask(struct fixture *f, const char *path)
{
    diags_init(&f->bench.diags, &f->bench.arena);
    return fingerprint_of(f->fingerprints, str_from(path), &f->bench.arena,
                          &f->bench.diags);
}

static str near(struct fixture *f, const char *path)
{
    return fingerprint_nearest(f->fingerprints, str_from(path),
                               &f->bench.arena);
}

static void test_names(struct fixture *f)
{
    CHECK(f->tap, !fingerprint_known(f->fingerprints, STR("main.css")));
    const struct fingerprinted *main = ask(f, "main.css");
    CHECK(f->tap, fingerprint_known(f->fingerprints, STR("main.css")) == main);
    /* The first half of XXH128_canonicalFromHash, and openssl's SHA-384. */
    char hex[HASH128_HEX];
    hash128_hex(hash128(STR("p {}\n")), hex);
    str name = arena_printf(&f->bench.arena, "main.%.8s.css", hex);
    CHECK(f->tap, str_eq(main->address.file, name));
    CHECK(f->tap, str_ends(main->address.permalink, name) &&
                      main->address.url.p[0] == '/');
    CHECK(f->tap, ask(f, "main.css") == main); /* made once */
    CHECK_STR(f->tap, ask(f, "other.css")->integrity,
              "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/"
              "529l+9Ua0vFImLlb");
    CHECK(f->tap, str_ends(ask(f, "made.js")->address.url, STR(".js")));
    CHECK(f->tap, !ask(f, "gone.css") && f->bench.diags.errors == 1);
    CHECK(f->tap, !ask(f, "feed.xml") && !f->bench.diags.errors);
    CHECK(f->tap, !ask(f, "dropped.js") && !f->bench.diags.errors);
    CHECK(f->tap, !ask(f, "mian.css"));
    CHECK(f->tap, !fingerprint_known(f->fingerprints, STR("mian.css")));
    CHECK_STR(f->tap, near(f, "mian.css"), "main.css");
    CHECK(f->tap, !near(f, "nothing-like-that").n);
}

/* Asked for by a template or not; published in a build, and in the next. */
static str publish_copy(struct fixture *f, const char *path, bool *kept)
{
    struct bench *bench = &f->bench;
    struct publish *publish = bench_publish(STR("public"), STR(".crumb"),
                                            &bench->arena, &bench->diags);
    *kept = true;
    str file = fingerprint_publish(f->fingerprints, str_from(path), publish,
                                   &bench->diags, kept);
    CHECK(f->tap, publish_commit(publish, &bench->diags, &bench->counts));
    publish_close(publish);
    return file;
}

static void test_copies(struct fixture *f)
{
    bool kept;
    CHECK(f->tap, publish_copy(f, "main.css", &kept).p == NULL);
    CHECK(f->tap, publish_copy(f, "nothing", &kept).p == NULL);
    str name = ask(f, "main.css")->address.file;
    for (int i = 0; i < 2; i++) {
        CHECK(f->tap, str_eq(publish_copy(f, "main.css", &kept), name));
        CHECK(f->tap,
              kept == (i == 1) && !atomic_load(&f->doubts.input_changed));
        str shown = bench_show(&f->bench, "public");
        CHECK(f->tap,
              str_starts(shown, name) && str_ends(shown, STR(".css=p {}\n\n")));
    }
    /* The bytes are others than those that pages have the name of. */
    ask(f, "other.css");
    write_file(STR("other.css"), STR("a {}\n"));
    publish_copy(f, "other.css", &kept);
    const str *changed = atomic_load(&f->doubts.input_changed);
    CHECK(f->tap, !kept && changed && str_eq(*changed, STR("other.css")));
}

/* A file with the name of a copy, taken from an output. */
static void test_taken(struct fixture *f)
{
    bool kept;
    str name = ask(f, "main.css")->address.file;
    add(f, OUTPUT_BYTES,
        arena_printf(&f->bench.arena, "%.*s", STR_ARG(name)).p);
    f->fingerprints = fingerprints_new(&f->site, &f->plan, &f->doubts);
    ask(f, "main.css");
    CHECK(f->tap, publish_copy(f, "main.css", &kept).p == NULL);
}

int main(void)
{
    struct tap tap = {0};
    struct fixture f;
    set_up(&f, &tap);
    test_names(&f);
    tear_down(&f);
    set_up(&f, &tap);
    test_copies(&f);
    test_taken(&f);
    tear_down(&f);
    return tap_done(&tap);
}
