/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include <errno.h>
#include <stdatomic.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/utf8.h"
#include "check/names.h"
#include "check/recipe.h"
#include "check/secrets.h"
#include "files/fs.h"
#include "files/path.h"
#include "text/html.h"

/* A file that people wrote. */
struct input {
    str name;
    const struct post *post;
    struct hash128 hash; /* of all that its record depends on; 0: unknown */
    str said;            /* its record */
    bool sure;           /* the record is of those bytes */
};

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
    struct multi_search secrets;
    VEC(struct input) inputs;
    bool **excused; /* a row per job: leaks that published sources have */
    struct hash128 key;
    struct last_check last;
    struct joining read;
    VEC(struct check_file *) unread; /* files that have changed */
    atomic_bool changed;             /* the record has to be written */
};

/* --- what is published on purpose --- */

static struct input *add_input(struct check *check, str name,
                               const struct post *post)
{
    struct input *input = VEC_PUSH(&check->inputs, check->arena);
    *input = (struct input){.name = name, .post = post};
    return input;
}

/* The bytes, and what recipe_check asks of the post besides. */
static struct hash128 hash_of_post(const struct post *post)
{
    const span recipe = frontmatter_rare(post->front)->recipe_at;
    const uint64_t parts[] = {
        value_is(frontmatter_rare(post->front)->recipe, VALUE_DICT),
        hash64(post->lang), recipe.off, recipe.len, post->file->html};
    return (struct hash128){post->loaded->file_hash,
                            hash64_of(parts, sizeof parts / sizeof *parts)};
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
    VEC_RESERVE(&check->inputs, check->arena, check->site->nall + 1);
    for (size_t i = 0; i < check->site->nall; i++) {
        const struct post *post = &check->site->all[i];
        if (post->held == HELD_NOT) {
            add_input(check, post->source->name, post)->hash =
                hash_of_post(post);
        }
    }
    for (size_t i = 0; i < check->catalog.n; i++) {
        const struct check_file *file = &check->catalog.files[i];
        if (file->source.n && file->kind != FILE_BINARY) {
            add_input(check, file->source, NULL)->hash = file->hash;
        }
    }
    add_folder(check, STR("templates"));
    add_folder(check, STR("data"));
    add_input(check, STR("site.yaml"), NULL);
}

/* The record of the last check, if the file is the same. */
static const struct kept_file *find_kept(const struct check *check,
                                         const struct map *files, str path,
                                         struct hash128 hash)
{
    const struct kept_file *kept = map_get(files, path);
    bool unknown = hash.low == 0 && hash.high == 0;
    return kept && !unknown && check->last.known && hash128_eq(kept->hash, hash)
               ? kept
               : NULL;
}

static bool unpack_source(const struct check *check, str record,
                          struct arena *arena, struct said *said)
{
    struct said_limits limits = {.titles = check->leaks.posts.n};
    return said_unpack(record, limits, arena, said);
}

static void read_source(struct check *check, struct collector *collector,
                        struct input *input)
{
    struct said *said = &collector->said;
    struct buf record = {0};
    const struct search_text *found;
    str text;
    *said = (struct said){.findings.arena = &collector->work};
    int error = fs_read(input->name, &collector->work, &text);
    if (error) {
        finding_unreadable(&collector->unread, input->name, error);
    } else {
        secrets_find(&check->secrets, text, (struct spot){0}, &said->findings);
        for (size_t off = 0;
             (found = multi_search_next(&check->leaks.search, text, &off));
             off++) {
            *VEC_PUSH(&said->titles, &collector->work) = (uint32_t)found->id;
        }
    }
    if (input->post) {
        recipe_check(input->post, &collector->work, &said->findings);
    }
    said_pack(said, &record);
    input->said = text_store_put(&collector->records, buf_str(&record));
    input->sure =
        !error && (input->post ? hash64(text) == input->hash.low
                               : hash128_eq(hash128(text), input->hash));
    buf_free(&record);
}

static void release(const struct check *check, size_t i)
{
    if (i % JOINING_RELEASE == 0) {
        joining_release(&check->read);
    }
}

static void take_input(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    struct collector *collector = &check->collectors[worker];
    struct input *input = &check->inputs.p[i];
    struct said said;
    const struct kept_file *kept =
        find_kept(check, &check->last.sources, input->name, input->hash);
    if (kept && unpack_source(check, kept->said, &collector->work, &said)) {
        input->said = kept->said;
        input->sure = true;
    } else {
        read_source(check, collector, input);
        said = collector->said;
        if (input->sure) {
            atomic_store(&check->changed, true);
        }
    }
    for (size_t j = 0; j < said.titles.n; j++) {
        check->excused[worker][said.titles.p[j]] = true;
    }
    arena_clear(&collector->work);
    release(check, i);
}

/* Adds what was found in sources. */
static void take_findings(struct check *check)
{
    struct arena work = {0};
    struct said said;
    for (size_t i = 0; i < check->inputs.n; i++) {
        const struct input *input = &check->inputs.p[i];
        unpack_source(check, input->said, &work, &said);
        for (size_t j = 0; j < said.findings.list.n; j++) {
            struct finding *finding = ARENA_NEW(check->arena, struct finding);
            *finding = *said.findings.list.p[j];
            finding->at.name = finding->at.real = input->name;
            *VEC_PUSH(&check->findings.list, check->arena) = finding;
        }
        arena_clear(&work);
        release(check, i);
    }
    arena_free(&work);
}

/* --- what is not --- */

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

/* Titles that published sources have as well are no leak. Returns a hash of the
 * others. */
static uint64_t excuse_leaks(struct check *check)
{
    uint64_t hash = 0;
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
            hash = hash64_mix(hash, hash64(all.list.p[i].text));
        }
    }
    return hash;
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
        multi_search_add(&check->locals, check->arena, starts[i].text,
                         starts[i].id);
    }
}

/* --- pages --- */

static void match_file(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    struct check_file *file = &check->catalog.files[i];
    struct arena *work = &check->collectors[worker].work;
    struct said_limits limits = {.addresses = check->last.naddresses};
    struct said said;
    const struct kept_file *kept =
        find_kept(check, &check->last.files, file->path, file->hash);
    if (kept && said_unpack(kept->said, limits, work, &said)) {
        file->said = kept->said;
        file->kept = kept;
        file->sure = true;
    }
    arena_clear(work);
    release(check, i);
}

static void read_output(void *context, size_t worker, size_t i)
{
    struct check *check = context;
    struct check_file *file = check->unread.p[i];
    collect_file(&check->collectors[worker], file);
    if (file->sure) {
        atomic_store(&check->changed, true);
    }
}

/* Takes what the last check read of each file, or reads it. */
static void read_files(struct check *check, uint64_t titles)
{
    struct catalog *catalog = &check->catalog;
    bool known = check->last.known && check->last.titles == titles;
    size_t kept = 0;
    if (known) {
        addresses_restore(&check->addresses, check->last.addresses,
                          check->last.naddresses);
        pool_run(check->jobs, catalog->n, match_file, check);
    }
    for (size_t i = 0; i < catalog->n; i++) {
        kept += catalog->files[i].kept != NULL;
    }
    VEC_RESERVE(&check->unread, check->arena, catalog->n - kept + 1);
    for (size_t i = 0; i < catalog->n; i++) {
        struct check_file *file = &catalog->files[i];
        if (!file->kept && file->kind != FILE_BINARY) {
            *VEC_PUSH(&check->unread, check->arena) = file;
        }
    }
    if (kept != check->last.nfiles) {
        atomic_store(&check->changed, true);
    }
    if (check->unread.n) {
        addresses_index(&check->addresses);
        pool_run(check->jobs, check->unread.n, read_output, check);
    }
}

/* --- the record --- */

/* What records of files depend on, beside their bytes. */
static struct hash128 find_key(const struct check *check)
{
    struct buf all = {0};
    pack_hash(&all, last_build_key(check->site));
    pack_str(&all, check->catalog.base);
    for (size_t i = 0; i < check->leaks.posts.n; i++) {
        pack_str(&all, check->leaks.posts.p[i]->source->name);
        pack_str(&all, check->leaks.posts.p[i]->title);
    }
    struct hash128 key = hash128(buf_str(&all));
    buf_free(&all);
    return key;
}

static void write_files(const struct check *check, struct check_writer *writer)
{
    const struct catalog *catalog = &check->catalog;
    size_t n = 0;
    for (size_t i = 0; i < catalog->n; i++) {
        n += catalog->files[i].sure;
    }
    last_check_count(writer, n);
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (file->sure) {
            last_check_file(writer,
                            &(struct kept_file){file->path, file->hash,
                                                file->said, file->named});
        }
        release(check, i);
    }
}

static void write_sources(const struct check *check,
                          struct check_writer *writer)
{
    size_t n = 0;
    for (size_t i = 0; i < check->inputs.n; i++) {
        n += check->inputs.p[i].sure;
    }
    last_check_count(writer, n);
    for (size_t i = 0; i < check->inputs.n; i++) {
        const struct input *input = &check->inputs.p[i];
        if (input->sure) {
            last_check_file(writer, &(struct kept_file){.path = input->name,
                                                        .hash = input->hash,
                                                        .said = input->said});
        }
        release(check, i);
    }
}

/* Addresses that no page has any more stay, until they are a quarter of all:
 * then the next check begins anew. */
static bool is_worn(const struct joined *joined)
{
    size_t idle = 0;
    for (size_t i = 0; i < joined->n; i++) {
        idle += !joined->leads[i].stands;
    }
    return idle > joined->n / 4;
}

static void write_record(const struct check *check, uint64_t titles,
                         const struct joined *joined, const struct names *names)
{
    if (!atomic_load(&check->changed) && !names->again) {
        return;
    }
    struct check_writer *writer =
        last_check_begin(check->key, titles, check->arena);
    bool worn = is_worn(joined);
    last_check_count(writer, worn ? 0 : joined->n);
    for (size_t i = 0; !worn && i < joined->n; i++) {
        last_check_address(writer, check->addresses.all[i]);
    }
    last_check_count(writer, names->n);
    for (size_t i = 0; i < names->n; i++) {
        last_check_name(writer, names->list[i]);
    }
    if (worn) {
        last_check_count(writer, 0);
    } else {
        write_files(check, writer);
    }
    write_sources(check, writer);
    last_check_end(writer);
}

/* --- the run --- */

/* Each thread keeps what it reads in a file of its own. */
#define TEXTS ".crumb/check-texts-%zu"

static void start_collectors(struct check *check)
{
    check->collectors =
        arena_zalloc(check->arena, check->jobs, sizeof(struct collector));
    for (size_t i = 0; i < check->jobs; i++) {
        struct collector *collector = &check->collectors[i];
        collector->catalog = &check->catalog;
        collector->addresses = &check->addresses;
        collector->leaks = &check->leaks;
        collector->locals = &check->locals;
        collector->unread.arena = &collector->keep;
        text_store_init(&collector->records,
                        arena_printf(check->arena, TEXTS, i));
    }
}

static void take_unread(struct check *check)
{
    for (size_t i = 0; i < check->jobs; i++) {
        const struct findings *unread = &check->collectors[i].unread;
        for (size_t j = 0; j < unread->list.n; j++) {
            *VEC_PUSH(&check->findings.list, check->arena) = unread->list.p[j];
        }
    }
}

static void start_check(struct check *check, bool clean)
{
    start_collectors(check);
    addresses_init(&check->addresses);
    secrets_init(&check->secrets, check->arena);
    list_locals(check);
    list_leaks(check);
    list_inputs(check);
    check->key = find_key(check);
    if (!clean) {
        last_check_read(&check->last, check->key, check->arena);
    }
    check->read = (struct joining){.jobs = check->jobs,
                                   .collectors = check->collectors,
                                   .addresses = &check->addresses,
                                   .last = check->last.mapped};
    joining_release(&check->read);
}

static void end_check(struct check *check)
{
    for (size_t i = 0; i < check->jobs; i++) {
        arena_free(&check->collectors[i].keep);
        arena_free(&check->collectors[i].work);
        text_store_free(&check->collectors[i].records);
    }
    addresses_free(&check->addresses);
    last_check_close(&check->last);
}

static void check_site(struct check *check, const struct check_options *options,
                       const struct diags *build, struct diags *diags,
                       struct diags *outside, struct check_result *result)
{
    struct joined joined;
    start_check(check, options->build.clean);
    pool_run(check->jobs, check->inputs.n, take_input, check);
    uint64_t titles = excuse_leaks(check);
    read_files(check, titles);
    const struct joining *with = &check->read;
    check->read.limits.addresses =
        addresses_list(&check->addresses, check->arena);
    join_links(with, &check->catalog, &check->findings, &joined);
    join_orphans(&check->catalog, &check->findings);
    struct names names =
        names_check(with, &check->catalog, &check->last, &check->findings);
    write_record(check, titles, &joined, &names);
    take_findings(check);
    take_unread(check);
    findings_report(&check->findings, build, check->arena, diags);
    if (options->external) {
        result->outside = external_check(with, &check->catalog, &joined,
                                         options->include_private, outside);
    }
    result->counts = joined.counts;
    result->done = true;
    end_check(check);
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
