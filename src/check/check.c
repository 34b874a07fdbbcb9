/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include <errno.h>

#include "base/pool.h"
#include "base/utf8.h"
#include "check/join.h"
#include "check/recipe.h"
#include "check/secrets.h"
#include "files/fs.h"
#include "files/path.h"
#include "text/html.h"

/* A file that people wrote. */
struct input {
    str name;
    const struct post *post;
};

struct check {
    const struct site *site;
    size_t jobs;
    struct arena *arena;
    struct catalog catalog;
    struct findings findings;
    struct collector *collectors; /* one per job */
    struct taboo leaks;
    struct needles locals;
    struct needles secrets;
    VEC(struct input) inputs;
    bool **excused; /* a row per job: leaks that published sources have */
};

/* --- what is published on purpose --- */

static void add_input(struct check *check, str name, const struct post *post)
{
    *VEC_PUSH(&check->inputs, check->arena) = (struct input){name, post};
}

static void add_folder(struct check *check, str folder)
{
    struct fs_list list = {0};
    int error = fs_walk(folder, check->arena, &list);
    if (error && error != ENOENT) {
        finding_unreadable(&check->findings, folder, error);
    }
    for (size_t i = 0; i < list.n; i++) {
        const struct fs_entry *entry = &list.entries[i];
        str name = path_join(check->arena, folder, entry->name);
        if (entry->error) {
            finding_unreadable(&check->findings, name, entry->error);
        } else if (entry->kind == FS_FILE) {
            add_input(check, name, NULL);
        }
    }
}

static void list_inputs(struct check *check)
{
    for (size_t i = 0; i < check->site->nall; i++) {
        const struct post *post = &check->site->all[i];
        if (post->held == HELD_NOT) {
            add_input(check, post->source->name, post);
        }
    }
    for (size_t i = 0; i < check->catalog.n; i++) {
        const struct check_file *file = &check->catalog.files[i];
        if (file->source.n && file->kind != FILE_BINARY) {
            add_input(check, file->source, NULL);
        }
    }
    add_folder(check, STR("templates"));
    add_folder(check, STR("data"));
    add_input(check, STR("site.yaml"), NULL);
}

static void read_input(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    struct collector *collector = &check->collectors[worker];
    const struct input *input = &check->inputs.p[i];
    const struct needle *needle;
    str text;
    int error = fs_read(input->name, &collector->work, &text);
    if (error) {
        finding_unreadable(&collector->findings, input->name, error);
    } else {
        struct spot at = {input->name, input->name, NULL, 0, 0};
        secrets_find(&check->secrets, text, at, &collector->findings);
        for (size_t off = 0;
             (needle = needles_next(&check->leaks.needles, text, &off));
             off++) {
            check->excused[worker][needle->id] = true;
        }
    }
    if (input->post) {
        recipe_check(input->post, &collector->work, &collector->findings);
    }
    arena_clear(&collector->work);
}

/* --- what is not --- */

/* Long enough, and more than a word: nobody writes it by chance. */
static bool is_distinctive(str title)
{
    bool wide = false;
    for (size_t i = 0; i < title.n; i++) {
        wide = wide || title.p[i] == ' ' || (unsigned char)title.p[i] >= 0x80;
    }
    return wide && utf8_length(title) >= 12;
}

static void add_title(struct check *check, const struct post *post,
                      void (*escape)(str text, struct buf *out))
{
    struct buf out = {0};
    escape(post->title, &out);
    needles_add(&check->leaks.needles, check->arena,
                arena_str(check->arena, buf_str(&out)),
                check->leaks.posts.n - 1);
    buf_free(&out);
}

static void list_leaks(struct check *check)
{
    for (size_t i = 0; i < check->site->nall; i++) {
        const struct post *post = &check->site->all[i];
        if (post->held != HELD_NOT && is_distinctive(post->title)) {
            *VEC_PUSH(&check->leaks.posts, check->arena) = post;
            add_title(check, post, html_escape);
            add_title(check, post, html_escape_jinja);
        }
    }
    size_t n = check->leaks.posts.n;
    check->excused = ARENA_ARRAY(check->arena, bool *, check->jobs);
    for (size_t i = 0; i < check->jobs; i++) {
        check->excused[i] = arena_zalloc(check->arena, n + 1, sizeof(bool));
    }
}

/* Titles that published sources have as well are no leak. */
static void excuse_leaks(struct check *check)
{
    struct needles all = check->leaks.needles;
    check->leaks.needles = (struct needles){0};
    for (size_t i = 0; i < all.list.n; i++) {
        bool excused = false;
        for (size_t job = 0; job < check->jobs; job++) {
            excused |= check->excused[job][all.list.p[i].id];
        }
        if (!excused) {
            needles_add(&check->leaks.needles, check->arena, all.list.p[i].text,
                        all.list.p[i].id);
        }
    }
}

/* id 0: an address; 1: a path with a person's name behind it. */
static void list_locals(struct check *check)
{
    static const struct {
        str text;
        size_t id;
    } starts[] = {
        {STR_INIT("http://localhost"), 0}, {STR_INIT("https://localhost"), 0},
        {STR_INIT("http://127.0.0.1"), 0}, {STR_INIT("https://127.0.0.1"), 0},
        {STR_INIT("file:///"), 0},         {STR_INIT("/home/"), 1},
        {STR_INIT("/Users/"), 1},          {STR_INIT("C:\\Users\\"), 1},
        {STR_INIT("C:/Users/"), 1},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        needles_add(&check->locals, check->arena, starts[i].text, starts[i].id);
    }
}

/* --- the run --- */

static void read_output(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    collect_file(&check->collectors[worker], &check->catalog.files[i]);
}

static void start_collectors(struct check *check)
{
    check->collectors =
        arena_zalloc(check->arena, check->jobs, sizeof(struct collector));
    for (size_t i = 0; i < check->jobs; i++) {
        struct collector *collector = &check->collectors[i];
        collector->catalog = &check->catalog;
        collector->leaks = &check->leaks;
        collector->locals = &check->locals;
        collector->findings.arena = &collector->keep;
    }
}

static void add_counts(struct check *check, struct check_result *result)
{
    for (size_t i = 0; i < check->jobs; i++) {
        const struct collector *collector = &check->collectors[i];
        result->pages += collector->counts.pages;
        result->links += collector->counts.links;
        result->images += collector->counts.images;
        result->feeds += collector->counts.feeds;
        for (size_t j = 0; j < collector->findings.list.n; j++) {
            *VEC_PUSH(&check->findings.list, check->arena) =
                collector->findings.list.p[j];
        }
    }
}

static void read_all(struct check *check, struct check_result *result)
{
    struct join_counts joined = {0};
    start_collectors(check);
    secrets_init(&check->secrets, check->arena);
    list_locals(check);
    list_leaks(check);
    list_inputs(check);
    pool_run(check->jobs, check->inputs.n, read_input, check);
    excuse_leaks(check);
    pool_run(check->jobs, check->catalog.n, read_output, check);
    add_counts(check, result);
    join_links(&check->catalog, &check->findings, &joined);
    join_orphans(&check->catalog, &check->findings);
    join_unused(&check->catalog, check->jobs, &check->findings);
    result->fragments = joined.fragments;
}

static void free_collectors(struct check *check)
{
    for (size_t i = 0; i < check->jobs; i++) {
        arena_free(&check->collectors[i].keep);
        arena_free(&check->collectors[i].work);
    }
}

static void check_site(struct check *check, const struct check_options *options,
                       const struct diags *build, struct diags *diags,
                       struct diags *outside, struct check_result *result)
{
    read_all(check, result);
    findings_report(&check->findings, build, check->arena, diags);
    if (options->external) {
        result->outside =
            external_check(&check->catalog, options->include_private, outside);
    }
    free_collectors(check);
    result->done = true;
}

/* Finds the output as a build would make it now: that of the last build, if
 * nothing has changed, else one in a folder of its own. Returns its folder. */
static str find_output(const struct check_options *options, struct arena *arena,
                       struct diags *diags, struct build_result *build)
{
    struct build_options settings = options->build;
    settings.book = true;
    settings.need_site = true;
    settings.look = true;
    settings.strict = false; /* what it warns of does not stop the check */
    diags_init(diags, arena);
    build_run(&settings, arena, diags, build);
    if (build->done) {
        return build->site->config.output;
    }
    build_free(build);
    settings.look = false;
    settings.output = CHECK_FOLDER;
    diags_init(diags, arena);
    build_run(&settings, arena, diags, build);
    return CHECK_FOLDER;
}

void check_run(const struct check_options *options, struct arena *arena,
               struct diags *diags, struct diags *outside,
               struct check_result *result)
{
    struct diags said;
    *result = (struct check_result){0};
    str folder = find_output(options, arena, &said, &result->build);
    struct check *check = ARENA_NEW(arena, struct check);
    check->site = result->build.site;
    check->jobs = options->build.site.jobs;
    check->arena = arena;
    check->findings.arena = arena;
    if (result->build.done) {
        catalog_make(&check->catalog, &result->build, folder,
                     check->site->config.output, arena);
        check_site(check, options, &said, diags, outside, result);
    } else {
        diags_merge(diags, &said);
    }
}

void check_free(struct check_result *result)
{
    build_free(&result->build);
}
