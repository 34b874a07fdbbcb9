/* SPDX-License-Identifier: MIT */
#include "check/external/external.h"

#include "base/clock.h"
#include "base/pool.h"
#include "check/external/fetch.h"
#include "check/external/link_cache.h"
#include "check/findings.h"
#include "check/target.h"
#include "text/url.h"

#define CACHE ".crumb/links"

enum {
    HOSTS_AT_ONCE = 16,
    PAUSE = 500,         /* milliseconds between requests to a host */
    TRIES = 3,           /* of what may be over soon */
    RETRY_MOST = 30,     /* seconds that a host may make us wait */
    HOST_PATIENCE = 180, /* seconds for all of a host */
};

/* An outside address and what is known of it. */
struct outside {
    str url; /* without a fragment */
    struct fetch_answer answer;
    bool asked;
    bool known; /* from the cache, or asked */
};

struct host {
    str name;
    VEC(struct outside *) links;
    struct arena arena; /* of the thread that asks it */
};

/* The same as a page has it. */
struct outside_address {
    struct target target;
    struct outside *outside;
};

struct external {
    const struct joining *with;
    const struct catalog *catalog;
    const struct lead *leads;
    struct outside_address **addresses; /* by number; NULL: not seen */
    struct findings findings;
    struct arena *arena;
    VEC(struct outside *) links;
    VEC(struct host *) hosts; /* of what is to be asked */
    struct map by_url;
    struct map by_host;
    struct link_cache cache;
    bool include_private;
};

/* --- which addresses --- */

/* Returns the address to request: without fragment, user and password, and
 * encoded behind the host. */
static str request_url(const struct external *external,
                       const struct target *target)
{
    struct arena *arena = external->arena;
    str url = target->url;
    url = str_sub(url, 0, str_find_char(url, '#'));
    str origin = url_origin(url);
    str rest = url_encode(arena, str_from_offset(url, origin.n));
    origin = url_without_user(arena, origin);
    if (str_starts(origin, STR("//"))) {
        str scheme = str_starts(external->catalog->origin, STR("http:"))
                         ? STR("http:")
                         : STR("https:");
        origin = arena_concat(arena, scheme, origin);
    }
    return arena_printf(arena, "%.*s%s%.*s", STR_ARG(origin),
                        rest.n && rest.p[0] == '/' ? "" : "/", STR_ARG(rest));
}

/* Addresses that are requested by one url share a struct outside. */
static struct outside *add_link(struct external *external, str url)
{
    void **known = map_put(&external->by_url, external->arena, url);
    if (!*known) {
        struct outside *link = ARENA_NEW(external->arena, struct outside);
        link->url = url;
        *known = link;
        *VEC_PUSH(&external->links, external->arena) = link;
    }
    return *known;
}

/* Calls take(external, file, link) for each link that leads out. */
static void each_link(struct external *external,
                      void (*take)(struct external *external,
                                   const struct check_file *file,
                                   const struct said_link *link))
{
    struct arena work = {0};
    struct said said;
    for (size_t i = 0; i < external->catalog->n; i++) {
        const struct check_file *file = &external->catalog->files[i];
        if (!file->said.p) {
            continue;
        }
        said_unpack(file->said, external->with->limits, &work, &said);
        for (size_t j = 0; j < said.links.n; j++) {
            const struct said_link *link = &said.links.p[j];
            if (external->leads[link->address].kind == LEAD_OUTSIDE) {
                take(external, file, link);
            }
        }
        arena_clear(&work);
    }
    arena_free(&work);
}

static void gather(struct external *external, const struct check_file *file,
                   const struct said_link *link)
{
    struct outside_address **place = &external->addresses[link->address];
    (void)file;
    if (!*place) {
        *place = ARENA_NEW(external->arena, struct outside_address);
        target_resolve(external->catalog,
                       external->with->addresses->all[link->address],
                       external->arena, &(*place)->target);
        (*place)->outside =
            add_link(external, request_url(external, &(*place)->target));
    }
}

static void queue(struct external *external, struct outside *link)
{
    str name = url_origin(link->url);
    void **known = map_put(&external->by_host, external->arena, name);
    if (!*known) {
        struct host *host = ARENA_NEW(external->arena, struct host);
        host->name = name;
        *known = host;
        *VEC_PUSH(&external->hosts, external->arena) = host;
    }
    struct host *host = *known;
    *VEC_PUSH(&host->links, external->arena) = link;
}

static void use_cache(struct external *external, int64_t now)
{
    for (size_t i = 0; i < external->links.n; i++) {
        struct outside *link = external->links.p[i];
        const struct cached_link *cached =
            link_cache_fresh(&external->cache, link->url, now);
        if (cached) {
            link->known = true;
            link->answer.status = cached->status;
            link->answer.moved = cached->moved;
        } else {
            queue(external, link);
        }
    }
}

/* --- asking --- */

static void wait_milliseconds(int64_t ms)
{
    struct timespec time = {.tv_sec = ms / 1000,
                            .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Some hosts answer HEAD as if nothing was there, or not at all. */
static bool wants_get(int status)
{
    return status == 400 || status == 403 || status == 404 || status == 405 ||
           status == 406 || status == 501;
}

static bool is_passing(const struct fetch_answer *answer)
{
    return answer->status == 429 ||
           (answer->status >= 500 && answer->status != 501);
}

static void ask_link(struct fetch *fetch, struct outside *link, int64_t end)
{
    int64_t wait = 1;
    for (int i = 0; i < TRIES; i++) {
        fetch_ask(fetch, link->url, true, &link->answer);
        if (wants_get(link->answer.status)) {
            wait_milliseconds(PAUSE);
            fetch_ask(fetch, link->url, false, &link->answer);
        }
        if (!is_passing(&link->answer) || i + 1 == TRIES) {
            break;
        }
        wait = link->answer.retry_after ? link->answer.retry_after : wait;
        if (wait > RETRY_MOST || clock_seconds() + wait > end) {
            break;
        }
        wait_milliseconds(wait * 1000);
        wait *= 2;
    }
    link->asked = !link->answer.refused.n;
    link->known = true;
}

static void ask_host(void *context, size_t worker, size_t i)
{
    struct external *external = context;
    struct host *host = external->hosts.p[i];
    struct fetch *fetch = fetch_open(external->include_private, &host->arena);
    int64_t end = clock_seconds() + HOST_PATIENCE;
    (void)worker;
    for (size_t j = 0; fetch && j < host->links.n && clock_seconds() < end;
         j++) {
        if (j) {
            wait_milliseconds(PAUSE);
        }
        ask_link(fetch, host->links.p[j], end);
    }
    if (fetch) {
        fetch_close(fetch);
    }
}

/* --- telling --- */

/* It answers, but not to programs, or not to strangers: nothing is known. */
static bool is_unclear(const struct outside *link)
{
    int status = link->answer.status;
    return !link->known || status == 401 || status == 402 || status == 403 ||
           status == 429 || status == 451 || status == 999;
}

static struct finding *add_finding(struct findings *findings, const char *code,
                                   struct spot at, const struct target *target,
                                   str key)
{
    struct finding *finding =
        finding_add(findings, DIAG_WARNING, code, at, key);
    finding->seek = target->value;
    finding->link = true;
    return finding;
}

/* It is not sent; but readers have it. */
static void report_user(struct findings *findings, struct spot at,
                        const struct target *target, const struct outside *link)
{
    if (str_eq(url_without_user(findings->arena, target->url), target->url)) {
        return;
    }
    struct finding *finding =
        add_finding(findings, "link-password", at, target, target->url);
    finding_say(findings, finding,
                "a user's name or password stands in this address: %.*s was "
                "asked for without it",
                STR_ARG(link->url));
    finding->hint = STR("take it out: readers have it too");
}

static void report_private(struct findings *findings, struct spot at,
                           const struct target *target,
                           const struct outside *link)
{
    struct finding *finding =
        add_finding(findings, "private-link", at, target, link->url);
    finding_say(findings, finding, "%.*s was not asked for: %.*s",
                STR_ARG(link->url), STR_ARG(link->answer.refused));
    finding->hint = STR("crumb check --external --include-private asks for it");
}

static void report_link(struct findings *findings, struct spot at,
                        const struct target *target, const struct outside *link)
{
    const struct fetch_answer *answer = &link->answer;
    report_user(findings, at, target, link);
    if (answer->refused.n) {
        report_private(findings, at, target, link);
        return;
    }
    bool good = answer->status >= 200 && answer->status < 300;
    if (is_unclear(link) || (good && !answer->moved.n)) {
        return;
    }
    struct finding *finding = add_finding(
        findings, good ? "moved-link" : "external-link", at, target, link->url);
    if (good) {
        finding_say(findings, finding, "this page has moved for good");
        finding->hint =
            arena_printf(findings->arena, "write %.*s", STR_ARG(answer->moved));
    } else if (answer->status) {
        finding_say(findings, finding, "%.*s answers %d", STR_ARG(link->url),
                    answer->status);
    } else {
        finding_say(findings, finding, "%.*s does not answer: %.*s",
                    STR_ARG(link->url), STR_ARG(answer->problem));
    }
}

static void report_place(struct external *external,
                         const struct check_file *file,
                         const struct said_link *link)
{
    const struct outside_address *address = external->addresses[link->address];
    struct spot at = catalog_spot(external->catalog, file, link->off, link->len,
                                  external->arena);
    report_link(&external->findings, at, &address->target, address->outside);
}

static void report_all(struct external *external, struct diags *diags)
{
    struct diags none;
    diags_init(&none, external->arena);
    external->findings.arena = external->arena;
    each_link(external, report_place);
    findings_report(&external->findings, &none, external->arena, diags);
}

static void keep(struct external *external, struct diags *diags, int64_t now)
{
    for (size_t i = 0; i < external->links.n; i++) {
        const struct outside *link = external->links.p[i];
        if (link->asked) {
            link_cache_put(&external->cache,
                           (struct cached_link){link->url, link->answer.status,
                                                now, link->answer.moved});
        }
    }
    int error = link_cache_write(&external->cache, STR(CACHE), now);
    if (error) {
        struct source file = {.name = STR(CACHE)};
        diag_warning(diags, span_of(&file, 0, 0), "unreadable", "%s",
                     strerror(error));
    }
}

static void ask_all(struct external *external)
{
    size_t n = external->hosts.n;
    fetch_init();
    pool_run(n < HOSTS_AT_ONCE ? n : HOSTS_AT_ONCE, n, ask_host, external);
    fetch_end();
}

struct external_counts external_check(const struct joining *with,
                                      const struct catalog *catalog,
                                      const struct joined *joined,
                                      bool include_private, struct diags *diags)
{
    struct external external = {.with = with,
                                .catalog = catalog,
                                .leads = joined->leads,
                                .arena = diags->arena,
                                .include_private = include_private};
    int64_t now = time(NULL);
    external.addresses =
        arena_zalloc(external.arena, joined->n + 1, sizeof *external.addresses);
    each_link(&external, gather);
    struct external_counts counts = {.links = external.links.n,
                                     .no_libcurl = !fetch_is_available()};
    if (counts.no_libcurl) {
        return counts;
    }
    link_cache_read(&external.cache, STR(CACHE), external.arena);
    use_cache(&external, now);
    if (external.hosts.n) {
        ask_all(&external);
    }
    for (size_t i = 0; i < external.links.n; i++) {
        counts.asked += external.links.p[i]->asked;
        counts.unclear += is_unclear(external.links.p[i]);
    }
    report_all(&external, diags);
    keep(&external, diags, now);
    for (size_t i = 0; i < external.hosts.n; i++) {
        arena_free(&external.hosts.p[i]->arena);
    }
    return counts;
}
