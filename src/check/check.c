/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include <errno.h>

#include "base/pool.h"
#include "base/utf8.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/content/post.h"
#include "text/html_escape.h"

struct check {
    const struct site *site;
    size_t jobs;
    struct arena *arena;
    struct catalog catalog;
    struct findings findings;
    struct collector *collectors; /* one per job */
    struct addresses addresses;
    struct leak_texts leaks;
    struct multi_search locals;
    VEC(struct input) inputs;
    bool **excused; /* a row per job: leaks that published sources have */
};

/* --- sources --- */

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
        } else if (entry->stat.kind == FS_FILE) {
            *VEC_PUSH(&check->inputs, check->arena) =
                (struct input){.name = name};
        }
    }
}

/* Lists the sources of all that is published. */
static void list_inputs(struct check *check)
{
    VEC_RESERVE(&check->inputs, check->arena, check->site->nall + 1);
    for (size_t i = 0; i < check->site->nall; i++) {
        const struct post *post = &check->site->all[i];
        if (post->held == HELD_NOT) {
            *VEC_PUSH(&check->inputs, check->arena) =
                (struct input){post->source->name, post, true};
        }
    }
    for (size_t i = 0; i < check->catalog.n; i++) {
        const struct check_file *file = &check->catalog.files[i];
        if (file->source.n && file->kind != FILE_BINARY) {
            *VEC_PUSH(&check->inputs, check->arena) =
                (struct input){.name = file->source, .published = true};
        }
    }
    add_folder(check, STR("templates"));
    add_folder(check, STR("data"));
    str theme = check->site->config.theme;
    if (theme.n) {
        add_folder(check, path_join(check->arena, theme, STR("templates")));
    }
    *VEC_PUSH(&check->inputs, check->arena) =
        (struct input){.name = STR("site.yaml")};
}

static void excuse_in(struct check *check, size_t worker, str text)
{
    const struct search_text *found;
    for (size_t off = 0;
         (found = multi_search_next(&check->leaks.search, text, &off)); off++) {
        check->excused[worker][found->id] = true;
    }
}

/* The theme shows a cover without a text as decoration. */
static void check_cover(struct findings *findings, const struct input *input,
                        str text)
{
    const struct frontmatter_cover *cover =
        &frontmatter_uncommon(post_copied(input->post)->front)->cover;
    size_t off = str_find_from(text, 0, cover->image);
    if (!cover->image.n || cover->alt.n) {
        return;
    }
    struct spot at = {input->name, input->name, NULL, off, cover->image.n};
    at.len = off < text.n ? at.len : 0;
    struct finding *finding =
        finding_add(findings, DIAG_WARNING, "missing-alt", at, cover->image);
    finding_say(findings, finding, "the cover %.*s has no alternative text",
                STR_ARG(cover->image));
    finding->hint =
        STR("say what it shows: cover: {image: loaf.jpg, alt: A loaf}");
    finding->group = STR("pictures");
}

/* A title may be written in another way than it is published: 'Don''t'. */
static void excuse_in_post(struct check *check, size_t worker,
                           const struct post *post)
{
    const str texts[] = {post->title, post->front->summary,
                         post->front->description};
    struct buf out = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        html_escape(texts[i], &out);
        buf_putc(&out, '\n');
        html_escape_jinja(texts[i], &out);
        buf_putc(&out, '\n');
    }
    excuse_in(check, worker, buf_str(&out));
    buf_free(&out);
}

static void read_input(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    struct collector *collector = &check->collectors[worker];
    struct input *input = &check->inputs.p[i];
    str text;
    int error = fs_read(input->name, &collector->work, &text);
    if (error) {
        finding_unreadable(&collector->findings, input->name, error);
        text = STR("");
    }
    secrets_check(check->site->secrets, text, input, &collector->findings);
    excuse_in(check, worker, text);
    if (input->post) {
        excuse_in_post(check, worker, input->post);
        check_cover(&collector->findings, input, text);
        public_check(check->site->secrets, text, input, &collector->findings);
        recipe_check(input->post, &collector->work, &collector->findings);
    }
    arena_clear(&collector->work);
}

/* --- texts that must not be published --- */

/* Whether a title is long enough, and more than one word, so that it does not
 * occur by chance. */
static bool is_distinctive(str title)
{
    bool wide = false;
    for (size_t i = 0; i < title.n; i++) {
        wide = wide || title.p[i] == ' ' || (unsigned char)title.p[i] >= 0x80;
    }
    return wide && utf8_length(title) >= 12;
}

static void put_plain(str text, struct buf *out)
{
    buf_put(out, text);
}

/* As it is typed in sources, or escaped in one of two ways in pages. */
static void add_title(struct check *check, const struct post *post,
                      void (*escape)(str text, struct buf *out))
{
    struct buf out = {0};
    escape(post->title, &out);
    multi_search_add(&check->leaks.search, check->arena,
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
            add_title(check, post, put_plain);
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

/* Titles that published sources have as well are no leaks. */
static void excuse_leaks(struct check *check)
{
    struct multi_search all = check->leaks.search;
    check->leaks.search = (struct multi_search){0};
    for (size_t i = 0; i < all.list.n; i++) {
        bool excused = false;
        for (size_t job = 0; job < check->jobs; job++) {
            excused |= check->excused[job][all.list.p[i].id];
        }
        if (!excused) {
            multi_search_add(&check->leaks.search, check->arena,
                             all.list.p[i].text, all.list.p[i].id);
        }
    }
}

/* id 0: an address; 1: a path with a person's name after it. */
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
        multi_search_add(&check->locals, check->arena, starts[i].text,
                         starts[i].id);
    }
}

/* --- the run --- */

static void start_check(struct check *check, bool external)
{
    check->collectors =
        arena_zalloc(check->arena, check->jobs, sizeof(struct collector));
    for (size_t i = 0; i < check->jobs; i++) {
        struct collector *collector = &check->collectors[i];
        collector->catalog = &check->catalog;
        collector->addresses = &check->addresses;
        collector->leaks = &check->leaks;
        collector->locals = &check->locals;
        collector->external = external;
        collector->findings.arena = &collector->keep;
    }
    addresses_init(&check->addresses);
    list_locals(check);
    list_leaks(check);
    list_inputs(check);
}

static void read_output(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    collect_file(&check->collectors[worker], &check->catalog.files[i]);
}

/* Adds up what the threads found. */
static void take_collected(struct check *check, struct check_counts *counts)
{
    for (size_t i = 0; i < check->jobs; i++) {
        const struct collector *collector = &check->collectors[i];
        counts->pages += collector->counts.pages;
        counts->links += collector->counts.links;
        counts->images += collector->counts.images;
        counts->feeds += collector->counts.feeds;
        counts->fragments += collector->counts.fragments;
        for (size_t j = 0; j < collector->findings.list.n; j++) {
            *VEC_PUSH(&check->findings.list, check->arena) =
                collector->findings.list.p[j];
        }
    }
}

static bool is_published(const struct check *check, str text)
{
    const struct catalog *catalog = &check->catalog;
    struct arena work = {0};
    struct buf escaped = {0};
    bool found = false;
    html_escape(text, &escaped);
    for (size_t i = 0; i < catalog->n && !found; i++) {
        str page;
        str name = catalog_real(catalog, &catalog->files[i], &work);
        found = catalog->files[i].was_read && !fs_read(name, &work, &page) &&
                (str_find(page, text) != STR_NONE ||
                 str_find(page, buf_str(&escaped)) != STR_NONE);
        arena_clear(&work);
    }
    buf_free(&escaped);
    arena_free(&work);
    return found;
}

/* A secret of a template, of data or of site.yaml leaks if the output has it.
 * Few sites have one, so the output is read again for each. */
static void mark_secrets(struct check *check)
{
    for (size_t i = 0; i < check->findings.list.n; i++) {
        struct finding *finding = check->findings.list.p[i];
        if (finding->secret.n && !finding->leak) {
            finding->leak = is_published(check, finding->secret);
        }
    }
}

static void check_site(struct check *check, const struct check_options *options,
                       const struct diags *build, struct diags *diags,
                       struct diags *external, struct check_result *result)
{
    struct catalog *catalog = &check->catalog;
    start_check(check, options->external);
    pool_run(check->jobs, check->inputs.n, read_input, check);
    excuse_leaks(check);
    pool_run(check->jobs, catalog->n, read_output, check);
    take_collected(check, &result->counts);
    links_check(&check->collectors[0], catalog, &check->findings);
    links_check_orphans(catalog, &check->findings);
    links_check_unused(catalog, check->jobs, &check->findings);
    mark_secrets(check);
    findings_report(&check->findings, build, check->arena, &result->leaks,
                    diags);
    if (options->external) {
        result->external =
            external_check(catalog, options->include_private, external);
    }
    result->done = true;
    for (size_t i = 0; i < check->jobs; i++) {
        arena_free(&check->collectors[i].keep);
        arena_free(&check->collectors[i].work);
    }
    addresses_free(&check->addresses);
}

/* Finds the output as a build would make it now: that of the last build, if
 * nothing has changed, else one in a folder of its own. Returns its folder. */
static str find_output(const struct check_options *options, struct arena *arena,
                       struct diags *diags, struct build_result *build)
{
    struct build_options settings = options->build;
    settings.need_site = true;
    settings.look = true;
    settings.strict = false; /* warnings of the build do not stop the check */
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
               struct diags *diags, struct diags *external,
               struct check_result *result)
{
    struct diags build;
    *result = (struct check_result){0};
    diags_init(&result->leaks, arena);
    str folder = find_output(options, arena, &build, &result->build);
    if (!result->build.done) {
        diags_merge(diags, &build);
        return;
    }
    struct check *check = ARENA_NEW(arena, struct check);
    check->site = result->build.site;
    check->jobs = options->build.site.jobs;
    check->arena = arena;
    check->findings.arena = arena;
    catalog_make(&check->catalog, &result->build, folder,
                 check->site->config.output, arena);
    check_site(check, options, &build, diags, external, result);
}

void check_free(struct check_result *result)
{
    build_free(&result->build);
}
