/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include "files/path.h"
#include "text/url.h"

/* A path at which crumb publishes nothing. */
struct dead_path {
    bool elsewhere; /* but something else is there */
    str hint;
};

struct page_ids {
    const str *names;
    size_t n;
};

struct links {
    const struct collector *collector;
    struct catalog *catalog;
    struct findings *findings;
    struct arena *arena;
    struct map dead; /* path -> struct dead_path */
    struct map ids;  /* path of a file -> struct page_ids */
    /* The link at hand: */
    const struct check_file *from;
    const struct file_link *link;
    struct target target;
};

static struct finding *link_finding(const struct links *links,
                                    enum severity severity, const char *code,
                                    str key)
{
    struct spot at = catalog_spot(links->catalog, links->from, links->link->off,
                                  links->link->len, links->arena);
    struct finding *finding =
        finding_add(links->findings, severity, code, at, key);
    finding->seek = links->target.value;
    finding->link = true;
    return finding;
}

static void report_dead(struct links *links, struct dead_path *dead)
{
    const struct target *target = &links->target;
    const struct post *post =
        target_unpublished(links->catalog, target, links->arena);
    if (post) {
        str name = post->source->name;
        struct finding *leak =
            link_finding(links, DIAG_ERROR, "leaked-draft", name);
        leak->leak = true;
        finding_say(links->findings, leak,
                    "this leads to %.*s, which is not published",
                    STR_ARG(name));
        return;
    }
    /* A relative one leads elsewhere from each list that shows the post. */
    bool rooted = target_is_shared(target->value);
    struct finding *finding = link_finding(
        links, DIAG_ERROR, "dead-link", rooted ? target->path : target->value);
    finding_say(links->findings, finding, "nothing is published at \"%.*s\"",
                STR_ARG(target->value));
    if (!dead->hint.p) {
        dead->hint = target_hint(links->catalog, target, links->arena);
        dead->hint.p = dead->hint.n ? dead->hint.p : "";
    }
    finding->hint = dead->hint;
    if (dead->hint.n) {
        return;
    }
    finding->group = url_first_folder(
        rooted ? arena_concat(links->arena, STR("/"), target->path)
               : target->value);
    if (finding->group.n && path_ext(target->path).n) {
        finding->group_hint =
            arena_printf(links->arena, "are files of %.*s missing in static/?",
                         STR_ARG(finding->group));
    }
}

static void check_path(struct links *links)
{
    void **known = map_put(&links->dead, links->arena, links->target.path);
    struct dead_path *dead = *known;
    if (!dead) {
        *known = dead = ARENA_NEW(links->arena, struct dead_path);
        dead->elsewhere =
            target_is_elsewhere(links->catalog, &links->target, links->arena);
    }
    if (!dead->elsewhere) {
        report_dead(links, dead);
    }
}

static void check_base(const struct links *links)
{
    str root = links->catalog->root;
    str href = links->target.value;
    if (!target_lacks_base(links->catalog, &links->target, links->arena)) {
        return;
    }
    struct finding *finding =
        link_finding(links, DIAG_WARNING, "dead-link", href);
    finding_say(links->findings, finding,
                "\"%.*s\" is not below the site's %.*s/", STR_ARG(href),
                STR_ARG(root));
    finding->hint = arena_printf(links->arena, "did you mean %.*s%.*s?",
                                 STR_ARG(root), STR_ARG(href));
}

static void report_fragment(struct links *links, struct check_file *file)
{
    void **known = map_put(&links->ids, links->arena, file->path);
    struct page_ids *ids = *known;
    if (!ids) {
        *known = ids = ARENA_NEW(links->arena, struct page_ids);
        ids->names = collect_ids(links->collector, file, links->arena, &ids->n);
    }
    struct spot at = catalog_spot(links->catalog, links->from, links->link->off,
                                  links->link->len, links->arena);
    collect_bad_fragment(links->catalog, links->findings, at,
                         &(struct missing_part){file,
                                                links->link->address->value,
                                                ids->names, ids->n});
}

static void check_fragment(struct links *links, struct check_file *file)
{
    str href = links->link->address->value;
    str id = target_id(str_from_offset(href, str_find_char(href, '#') + 1));
    struct arena_mark mark = arena_mark(links->arena);
    bool missing = file->was_read && !str_eq_nocase(id, STR("top")) &&
                   !collect_has_id(file, id) &&
                   !collect_has_id(file, url_decode(links->arena, id));
    arena_reset(links->arena, mark);
    if (missing) {
        report_fragment(links, file);
    }
}

static void check_link(struct links *links)
{
    const struct link_address *address = links->link->address;
    if (address->has_fragment) {
        check_fragment(links, address->file);
    } else if (address->kind == TARGET_OUTSIDE_BASE ||
               address->kind == TARGET_INSIDE) {
        target_resolve(links->catalog, address, links->arena, &links->target);
        if (address->kind == TARGET_INSIDE) {
            check_path(links);
        } else {
            check_base(links);
        }
    }
}

void links_check(const struct collector *collector, struct catalog *catalog,
                 struct findings *findings)
{
    struct links links = {.collector = collector,
                          .catalog = catalog,
                          .findings = findings,
                          .arena = findings->arena};
    for (size_t i = 0; i < catalog->n; i++) {
        links.from = &catalog->files[i];
        for (size_t j = 0; j < links.from->nlinks; j++) {
            links.link = &links.from->links[j];
            check_link(&links);
        }
    }
}
