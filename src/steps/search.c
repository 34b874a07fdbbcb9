/* SPDX-License-Identifier: MIT */
#include "steps/search.h"

#include "base/json_string.h"
#include "engine/gate.h"
#include "files/path.h"
#include "publish/publish.h"
#include "site/config/words.h"
#include "site/view/body.h"
#include "site/view/question.h"
#include "site/view/view_class.h"

struct site_search *search_new(struct site *site)
{
    if (!site->config.search) {
        return NULL;
    }
    struct site_search *all =
        ARENA_ARRAY(site->arena, struct site_search, site->languages.n);
    for (size_t i = 0; i < site->languages.n; i++) {
        all[i] = (struct site_search){.site = site->languages.p[i]};
    }
    return all;
}

void search_free(struct site_search *search, const struct site *site)
{
    for (size_t i = 0; search && i < site->languages.n; i++) {
        arena_free(&search[i].arena);
        arena_free(&search[i].files);
    }
}

/* --- the documents --- */

struct making {
    struct site_search *search;
    const struct engine *engine;
    const struct output *output;
    struct render_context *ctx;
    const struct post **documents;
    size_t n;
    uint64_t order;
    uint64_t shown; /* attributes of posts that are read... */
    uint64_t title; /* ...and of their sections */
    str date_format;
    const struct date_names *date_names;
    uint64_t dates; /* a hash of both */
    struct search_index last;
    VEC(struct search_change) changes;
};

/* Takes those of a list, its last one first. */
static void take_posts(struct making *making, const struct posts *posts)
{
    struct recorder *recorder = view_of(making->ctx)->recorder;
    recorder_note(recorder, posts->object.number, DEP_LENGTH);
    recorder_first(recorder, posts->object.number, posts->n);
    for (size_t i = posts->n; i-- > 0;) {
        const struct post *post = posts->p[i];
        if (!post_searched(post)) {
            recorder_note(recorder, post->object.number,
                          fact_bit(&post->object, STR("search")));
            continue;
        }
        making->documents[making->n++] = post;
        recorder_note(recorder, post->object.number, making->shown);
        if (post->section) {
            const struct object *section = &post->section->as.object;
            making->title =
                making->title ? making->title : fact_bit(section, STR("title"));
            recorder_note(recorder, section->number, making->title);
        }
    }
}

/* A word of the site's language. */
static str ask_word(const struct making *making, str name)
{
    const struct site *site = making->search->site;
    str lang = site->config.language;
    question_ask(view_of(making->ctx), site, ASK_WORD,
                 arena_printf(making->ctx->arena, "%.*s %.*s", STR_ARG(lang),
                              STR_ARG(name)));
    return words_text(site->words, lang, name);
}

/* How other pages of that language write dates. */
static void find_dates(struct making *making)
{
    const struct site *site = making->search->site;
    str lang = site->config.language;
    question_ask(view_of(making->ctx), site, ASK_DATES, lang);
    making->date_names = words_dates(site->words, lang);
    making->date_format = ask_word(making, STR("date_long"));
    making->dates = hash64_mix(words_dates_hash(site->words, lang),
                               hash64(making->date_format));
}

static uint64_t order_of(const struct making *making, size_t n)
{
    uint64_t order = hash64_mix(making->dates, n);
    for (size_t i = 0; i < n; i++) {
        order = hash64_mix(order, hash64(making->documents[i]->file->path));
    }
    return order;
}

static void find_documents(struct making *making)
{
    static const str names[] = {
        STR_INIT("title"),   STR_INIT("url"),    STR_INIT("date"),
        STR_INIT("section"), STR_INIT("search"), STR_INIT("search_words"),
    };
    const struct site *site = making->search->site;
    size_t most = site->pages.n + site->posts.n;
    making->documents =
        ARENA_ARRAY(making->ctx->arena, const struct post *, most + 1);
    for (size_t i = 0; i < sizeof names / sizeof *names && site->nall; i++) {
        making->shown |= fact_bit(&site->all[0].object, names[i]);
    }
    take_posts(making, &site->pages);
    take_posts(making, &site->posts);
    making->order = order_of(making, making->n);
}

/* --- the data of each --- */

static str record_of(void *context, size_t document)
{
    enum { OFTEN = 256 };
    const struct making *making = context;
    if (document % OFTEN == 0) {
        site_release_texts(making->search->site);
    }
    const struct post *post = making->documents[document];
    const struct derived *derived = atomic_load(post->derived);
    return derived      ? derived->search
           : post->body ? post->body->search
                        : (str){NULL, 0};
}

static str date_in_words(const struct making *making, const struct post *post)
{
    struct buf words = {0};
    if (post->has_date) {
        date_format_names(post->date, making->date_format, making->date_names,
                          &words);
    }
    return buf_move(&words, making->ctx->arena);
}

/* [url, title, date, section, date in words] */
static void show(void *context, size_t document, struct buf *out)
{
    const struct making *making = context;
    const struct post *post = making->documents[document];
    buf_putc(out, '[');
    json_put_string(out, post->address.url);
    buf_putc(out, ',');
    json_put_string(out, post->title);
    buf_put(out, STR(",\""));
    if (post->has_date) {
        date_format(post->date, STR("%F"), out);
    }
    buf_put(out, STR("\","));
    json_put_string(out, post->section ? post->section->as.title : STR(""));
    buf_putc(out, ',');
    json_put_string(out, date_in_words(making, post));
    buf_putc(out, ']');
}

/* Makes the bodies that nothing has made yet. */
static void derive_all(struct making *making)
{
    struct render_context *ctx = making->ctx;
    for (size_t i = 0; i < making->n; i++) {
        const struct post *post = making->documents[i];
        if (!atomic_load(post->derived) && !post->body) {
            struct arena_mark mark = arena_mark(ctx->arena);
            body_derive(post, ctx);
            view_reset(ctx->host);
            arena_reset(ctx->arena, mark);
        }
    }
}

/* Words of the site's language that say little, in lower case. */
static str weak_words(const struct making *making)
{
    struct buf lower = {0};
    search_lower(ask_word(making, STR("search_weak")), &lower);
    return buf_move(&lower, making->ctx->arena);
}

/* --- the last index --- */

/* w61-1a2b3c4d of the index search/index.json: search/w61-1a2b3c4d.bin. */
static str path_of(const struct output *output, str name, struct arena *arena)
{
    str file = output->address->file;
    str dir = str_sub(file, 0, file.n - path_base(file).n);
    str ext = name.p[0] == 'f' ? STR(".json") : STR(".bin");
    return arena_printf(arena, "%.*s%.*s%.*s", STR_ARG(dir), STR_ARG(name),
                        STR_ARG(ext));
}

bool search_is_part(const struct output *output, str path)
{
    str file = output->address->file;
    str dir = str_sub(file, 0, file.n - path_base(file).n);
    str base = path_base(path);
    return str_starts(path, dir) && base.n + dir.n == path.n &&
           (str_ends(base, STR(".bin")) ||
            (str_starts(base, STR("f")) && str_ends(base, STR(".json"))));
}

static bool load(void *context, str name, struct arena *arena, str *bytes)
{
    const struct making *making = context;
    return publish_read_file(making->search->publish,
                             path_of(making->output, name, arena), arena,
                             bytes) &&
           search_is_intact(name, *bytes);
}

static bool read_root(const struct site_search *search,
                      const struct output *output, struct arena *arena,
                      struct search_root *root)
{
    str bytes;
    return search->publish && output->step->right &&
           publish_read_file(search->publish, output->address->file, arena,
                             &bytes) &&
           hash64(bytes) == output->step->result &&
           search_open(bytes, arena, root);
}

/* Whether words of the post or the data that a fragment shows have changed. */
static bool has_changed(const struct making *making, const struct post *post)
{
    const struct fact_table *facts = &making->engine->facts;
    const struct derived *derived = atomic_load(post->derived);
    uint32_t since = making->output->step->right;
    const struct object *section =
        post->section ? &post->section->as.object : NULL;
    return (derived && !derived->recalled) ||
           fact_changed(facts, post->object.number, making->shown, since) ||
           (section &&
            fact_changed(facts, section->number, making->title, since));
}

/* Lists the documents that are not as they were in the last index. Returns
 * false if it has them in another order. */
static bool find_changes(struct making *making)
{
    size_t then = making->last.root.documents;
    if (then > making->n ||
        making->last.root.order !=
            (then == making->n ? making->order : order_of(making, then))) {
        return false;
    }
    for (size_t i = 0; i < making->n; i++) {
        const struct post *post = making->documents[i];
        if (i < then && !has_changed(making, post)) {
            continue;
        }
        const struct step *step =
            step_find(&making->engine->steps, post->object.number);
        str before = i < then && step ? step->search : (str){NULL, 0};
        if (i < then && !before.p) {
            return false;
        }
        *VEC_PUSH(&making->changes, making->ctx->arena) =
            (struct search_change){i, before, record_of(making, i)};
    }
    return true;
}

/* --- the parts --- */

static void add_part(struct site_search *search, const struct output *output,
                     str name, str bytes)
{
    *VEC_PUSH(&search->parts, &search->arena) =
        (struct search_part){.path = path_of(output, name, &search->arena),
                             .made = bytes.p,
                             .bytes = bytes};
}

static void begin_parts(struct site_search *search)
{
    arena_clear(&search->arena);
    arena_clear(&search->files);
    memset(&search->parts, 0, sizeof search->parts);
}

void search_free_bytes(struct site_search *search)
{
    arena_free(&search->files);
    for (size_t i = 0; i < search->parts.n; i++) {
        search->parts.p[i].bytes = (str){NULL, 0};
    }
}

str search_make(struct site_search *search, const struct output *output,
                struct render_context *ctx)
{
    struct gate gate = gate_recorder();
    struct making making = {
        .search = search,
        .engine = search->site->objects->engine,
        .output = output,
        .ctx = ctx,
    };
    struct search_files files;
    making.last.load = load;
    making.last.context = &making;
    begin_parts(search);
    find_dates(&making);
    find_documents(&making);
    derive_all(&making);
    struct search_source source = {
        .context = &making,
        .record = record_of,
        .show = show,
        .documents = making.n,
        .order = making.order,
        .weak = weak_words(&making),
    };
    bool updated = read_root(search, output, ctx->arena, &making.last.root) &&
                   find_changes(&making) &&
                   search_update(&source, &making.last, making.changes.p,
                                 making.changes.n, &search->files, &files);
    if (!updated) {
        search_build(&source, &search->files, &files);
    }
    for (size_t i = 0; i < files.files.n; i++) {
        add_part(search, output, files.files.p[i].name, files.files.p[i].bytes);
    }
    output->step->result = hash64(files.root);
    gate_restore(gate);
    return files.root;
}

bool search_load_parts(struct site_search *search, const struct output *output)
{
    struct search_root root;
    begin_parts(search);
    if (!read_root(search, output, &search->arena, &root)) {
        return false;
    }
    for (size_t i = 0; i < root.nshards; i++) {
        add_part(search, output, root.shards[i], (str){NULL, 0});
    }
    for (size_t i = 0; i < root.nfragments; i++) {
        add_part(search, output, root.fragments[i], (str){NULL, 0});
    }
    return true;
}

str search_part_of(const struct site_search *search, str path)
{
    for (size_t i = 0; i < search->parts.n; i++) {
        if (str_eq(search->parts.p[i].path, path)) {
            return search->parts.p[i].bytes;
        }
    }
    return (str){NULL, 0};
}
