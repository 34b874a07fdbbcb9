/* SPDX-License-Identifier: MIT */
#include "check/join.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/pool.h"
#include "check/target.h"
#include "files/state_file.h"
#include "site/content/post.h"
#include "text/url.h"

/* The addresses of one task. */
enum { BATCH = 256 };

struct join {
    const struct joining *with;
    struct catalog *catalog;
    struct findings *findings;
    struct arena *arena;
    struct joined *out;
    struct arena work; /* reset after each file */
    /* Of the link at hand: */
    const struct check_file *from;
    const struct said_link *link;
    struct target target;
    struct map hints; /* dead path -> struct hint */
    struct map ids;   /* path of a file -> struct names_of_ids */
};

struct hint {
    str text;
};

void joining_release(const struct joining *with)
{
    for (size_t i = 0; i < with->jobs; i++) {
        text_store_release(&with->collectors[i].records);
    }
    state_file_release(with->last);
}

/* --- addresses, each once --- */

static void lead_of(const struct catalog *catalog,
                    const struct link_address *address, struct arena *work,
                    struct lead *lead)
{
    struct target target;
    target_resolve(catalog, address, work, &target);
    *lead = (struct lead){.file = target.file};
    switch (target.kind) {
    case TARGET_INSIDE:
        lead->kind = target.file ? LEAD_FILE : LEAD_DEAD;
        lead->fragment = target.file && target.file->kind == FILE_HTML &&
                         target_id(target.fragment).n;
        break;
    case TARGET_BESIDE: lead->kind = LEAD_BESIDE; break;
    case TARGET_OUTSIDE:
    case TARGET_LOCAL:
        lead->kind = str_starts(target.url, STR("http")) ||
                             str_starts(target.url, STR("//"))
                         ? LEAD_OUTSIDE
                         : LEAD_NONE;
        break;
    case TARGET_OTHER: lead->kind = LEAD_NONE; break;
    }
}

static void lead_batch(void *context, size_t worker, size_t i)
{
    struct join *join = context;
    struct arena *work = &join->with->collectors[worker].work;
    size_t end = (i + 1) * BATCH;
    end = end < join->out->n ? end : join->out->n;
    for (size_t k = i * BATCH; k < end; k++) {
        lead_of(join->catalog, join->with->addresses->all[k], work,
                &join->out->leads[k]);
        arena_clear(work);
    }
}

/* "/about/" on a site at /blog: some other page of the host, or a slip if
 * this site has a page of that name, at *path. */
static bool is_slip(const struct catalog *catalog, const struct target *target,
                    struct arena *arena)
{
    str path;
    str tail;
    url_split(str_from_offset(target->url, url_origin(target->url).n), &path,
              &tail);
    path = str_from_offset(path, 1);
    return catalog_find(catalog, path) ||
           catalog_find(catalog, arena_concat(arena, path, STR("index.html")));
}

/* What is there though no build has written it is no mistake. */
static void look_again(struct join *join, size_t i)
{
    struct lead *lead = &join->out->leads[i];
    struct arena *work = &join->with->collectors[0].work;
    struct target target;
    if (lead->kind != LEAD_DEAD && lead->kind != LEAD_BESIDE) {
        return;
    }
    target_resolve(join->catalog, join->with->addresses->all[i], work, &target);
    bool right = lead->kind == LEAD_BESIDE
                     ? !is_slip(join->catalog, &target, work)
                     : target_is_elsewhere(join->catalog, &target, work);
    lead->kind = right ? LEAD_NONE : lead->kind;
    arena_clear(work);
}

/* --- parts of pages --- */

struct part {
    const struct check_file *file;
    uint32_t address;
};

static int compare_parts(const void *a, const void *b)
{
    const struct part *x = a;
    const struct part *y = b;
    return x->file < y->file ? -1 : x->file > y->file;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;
    return *x < *y ? -1 : *x > *y;
}

static bool has_id(const struct said *said, str id)
{
    uint64_t hash = hash64(id);
    return said->ids.n &&
           bsearch(&hash, said->ids.p, said->ids.n, sizeof hash, compare_ids);
}

/* All links to parts of one page. */
static void check_parts(struct join *join, const struct part *parts, size_t n)
{
    struct arena *work = &join->with->collectors[0].work;
    struct said said;
    if (!parts->file->said.p) {
        return; /* it can't be read, which is reported */
    }
    said_unpack(parts->file->said, join->with->limits, work, &said);
    if (said.ids.n) {
        qsort(said.ids.p, said.ids.n, sizeof *said.ids.p, compare_ids);
    }
    for (size_t i = 0; i < n; i++) {
        str href = join->with->addresses->all[parts[i].address]->value;
        str id = target_id(str_from_offset(href, str_find_char(href, '#') + 1));
        join->out->leads[parts[i].address].broken =
            !target_is_top(id) && !has_id(&said, id) &&
            !has_id(&said, url_decode(work, id));
    }
    arena_clear(work);
}

static void check_all_parts(struct join *join)
{
    VEC(struct part) parts = {0};
    for (size_t i = 0; i < join->out->n; i++) {
        const struct lead *lead = &join->out->leads[i];
        if (lead->fragment) {
            *VEC_PUSH(&parts, join->arena) =
                (struct part){lead->file, (uint32_t)i};
        }
    }
    if (parts.n) {
        qsort(parts.p, parts.n, sizeof *parts.p, compare_parts);
    }
    size_t files = 0;
    for (size_t i = 0; i < parts.n;) {
        size_t end = i + 1;
        while (end < parts.n && parts.p[end].file == parts.p[i].file) {
            end++;
        }
        check_parts(join, &parts.p[i], end - i);
        i = end;
        if (++files % JOINING_RELEASE == 0) {
            joining_release(join->with);
        }
    }
}

/* --- dead links --- */

static struct spot spot_of(const struct join *join)
{
    return catalog_spot(join->catalog, join->from, join->link->off,
                        join->link->len, join->arena);
}

static const struct post *held_at(const struct catalog *catalog, str path,
                                  struct arena *arena)
{
    const struct post *post = map_get(&catalog->held, path);
    str slash = path.n && !str_ends(path, STR("/")) ? STR("/") : STR("");
    return post ? post
                : map_get(&catalog->held,
                          arena_printf(arena, "%.*s%.*sindex.html",
                                       STR_ARG(path), STR_ARG(slash)));
}

static void report_held(struct join *join, const struct post *post)
{
    struct finding *finding =
        finding_add(join->findings, DIAG_ERROR, "leaked-draft", spot_of(join),
                    post->source->name);
    finding_say(join->findings, finding,
                "this leads to %.*s, which is not published",
                STR_ARG(post->source->name));
    finding->seek = join->target.value;
    finding->link = true;
}

/* The same for every page that has the link. A hint is slow to find, by a
 * comparison with every name: only the first get one. */
static str hint_for(struct join *join)
{
    enum { HINTS = 50 };
    void **known = map_put(&join->hints, join->arena, join->target.path);
    if (!*known) {
        struct hint *hint = ARENA_NEW(join->arena, struct hint);
        if (join->hints.n <= HINTS) {
            hint->text = target_hint(join->catalog, &join->target, join->arena);
        }
        *known = hint;
    }
    return ((struct hint *)*known)->text;
}

static void report_dead(struct join *join)
{
    const struct target *target = &join->target;
    const struct post *held = held_at(join->catalog, target->path, join->arena);
    if (held) {
        report_held(join, held);
        return;
    }
    /* A relative one leads elsewhere from each list that shows the post. */
    bool rooted = target_is_shared(target->value);
    struct finding *finding =
        finding_add(join->findings, DIAG_ERROR, "dead-link", spot_of(join),
                    rooted ? target->path : target->value);
    finding_say(join->findings, finding, "nothing is published at \"%.*s\"",
                STR_ARG(target->value));
    finding->hint = hint_for(join);
    finding->seek = target->value;
    finding->link = true;
}

static void report_beside(struct join *join)
{
    const struct catalog *catalog = join->catalog;
    const struct target *target = &join->target;
    struct finding *finding =
        finding_add(join->findings, DIAG_WARNING, "dead-link", spot_of(join),
                    target->value);
    finding_say(join->findings, finding,
                "\"%.*s\" is not below the site's %.*s/",
                STR_ARG(target->value), STR_ARG(catalog->root));
    finding->hint =
        arena_printf(join->arena, "did you mean %.*s%.*s?",
                     STR_ARG(catalog->root), STR_ARG(target->value));
    finding->seek = target->value;
    finding->link = true;
}

struct id_names {
    const str *names;
    size_t n;
};

/* A record has hashes of ids, and a hint needs the ids. */
static const struct id_names *names_of_ids(struct join *join,
                                           struct check_file *file)
{
    void **known = map_put(&join->ids, join->arena, file->path);
    if (!*known) {
        struct id_names *ids = ARENA_NEW(join->arena, struct id_names);
        collect_ids(&join->with->collectors[0], file, join->arena, &ids->names,
                    &ids->n);
        *known = ids;
    }
    return *known;
}

static void report_fragment(struct join *join)
{
    struct check_file *file = join->target.file;
    const struct id_names *ids = names_of_ids(join, file);
    collect_bad_fragment(
        join->catalog, join->findings, spot_of(join),
        &(struct missing_part){file, join->target.value, ids->names, ids->n});
}

static void report_link(struct join *join, const struct lead *lead)
{
    target_resolve(join->catalog,
                   join->with->addresses->all[join->link->address], join->arena,
                   &join->target);
    switch (lead->kind) {
    case LEAD_DEAD: report_dead(join); break;
    case LEAD_BESIDE: report_beside(join); break;
    case LEAD_FILE: report_fragment(join); break;
    case LEAD_OUTSIDE:
    case LEAD_NONE: break;
    }
}

/* --- each page --- */

static void follow(struct join *join, const struct lead *lead, bool redirect)
{
    struct check_file *file = lead->file;
    if (file && file != join->from) {
        file->used = true;
        if (file->original) {
            file->original->used = true;
        }
        file->linked |= join->link->page && !redirect;
    }
    join->out->counts.fragments += lead->fragment;
    if (lead->kind == LEAD_DEAD || lead->kind == LEAD_BESIDE || lead->broken) {
        report_link(join, lead);
    }
}

static void take_findings(struct join *join, const struct said *said)
{
    for (size_t i = 0; i < said->findings.list.n; i++) {
        struct finding *finding = ARENA_NEW(join->arena, struct finding);
        *finding = *said->findings.list.p[i];
        finding->at = catalog_spot(join->catalog, join->from, finding->at.off,
                                   finding->at.len, join->arena);
        *VEC_PUSH(&join->findings->list, join->arena) = finding;
    }
}

static void join_file(struct join *join, const struct check_file *file)
{
    struct arena *work = &join->work;
    struct said_counts *counts = &join->out->counts;
    struct said said;
    if (!file->said.p) {
        return;
    }
    join->from = file;
    said_unpack(file->said, join->with->limits, work, &said);
    counts->pages += said.counts.pages;
    counts->links += said.counts.links;
    counts->images += said.counts.images;
    counts->feeds += said.counts.feeds;
    counts->fragments += said.counts.fragments;
    take_findings(join, &said);
    for (size_t i = 0; i < said.links.n; i++) {
        struct lead *lead = &join->out->leads[said.links.p[i].address];
        lead->stands = true;
        join->link = &said.links.p[i];
        follow(join, lead, said.redirect);
    }
    arena_clear(work);
}

void join_links(const struct joining *with, struct catalog *catalog,
                struct findings *findings, struct joined *out)
{
    struct join join = {.with = with,
                        .catalog = catalog,
                        .findings = findings,
                        .arena = findings->arena,
                        .out = out};
    *out = (struct joined){.n = with->limits.addresses};
    out->leads = arena_zalloc(join.arena, out->n + 1, sizeof *out->leads);
    pool_run(with->jobs, (out->n + BATCH - 1) / BATCH, lead_batch, &join);
    for (size_t i = 0; i < out->n; i++) {
        look_again(&join, i);
    }
    check_all_parts(&join);
    for (size_t i = 0; i < catalog->n; i++) {
        join_file(&join, &catalog->files[i]);
        if (i % JOINING_RELEASE == 0) {
            joining_release(with);
        }
    }
    joining_release(with);
    arena_free(&join.work);
}

/* --- what nothing leads to --- */

/* Lists that the build makes of itself (a year's archive, an empty index of
 * tags) are the theme's to link or not. */
static bool is_orphan(const struct check_file *file)
{
    return file->post && !file->linked && !file->post->front->unlisted &&
           !str_eq(file->path, STR("index.html")) &&
           !str_eq(file->path, STR("404.html"));
}

void join_orphans(const struct catalog *catalog, struct findings *findings)
{
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (!is_orphan(file)) {
            continue;
        }
        span title = post_span(file->post);
        str name = file->post->source->name;
        struct finding *finding = finding_add(
            findings, DIAG_WARNING, "orphan-page",
            (struct spot){name, name, NULL, title.off, title.len}, file->path);
        finding->message = STR("no other page links to it");
        finding->hint = STR("link to it, or write unlisted: true");
    }
}
