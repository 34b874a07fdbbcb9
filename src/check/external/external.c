/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/pool.h"
#include "check/checks.h"
#include "check/external/fetch.h"
#include "check/external/link_cache.h"
#include "text/url.h"

#define CACHE ".crumb/links"

enum {
    HOSTS_AT_ONCE = 16,
    PAUSE = 500,         /* milliseconds between requests to a host */
    TRIES = 3,           /* of a failure that may pass */
    RETRY_MOST = 30,     /* seconds that a host may make us wait */
    HOST_PATIENCE = 180, /* seconds for all of a host */
};

/* A url to request, and its answer. */
struct request {
    str url; /* without a fragment */
    struct fetch_answer answer;
    bool asked;
    bool answered; /* now, or in the cache */
};

/* An address of pages. Several may have the same request. */
struct outside {
    struct target target;
    struct request *request;
};

struct host {
    VEC(struct request *) requests;
    struct arena arena; /* of the thread that asks it */
};

struct external {
    const struct catalog *catalog;
    struct findings findings;
    struct arena *arena;
    VEC(struct request *) requests;
    VEC(struct host *) hosts; /* of the requests that are not in the cache */
    struct map by_url;
    struct map by_host;
    struct link_cache cache;
    bool include_private;
};

/* --- which addresses --- */

/* Returns the address to request: without fragment, user and password, and
 * encoded after the host. */
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

static void add_address(struct external *external, struct link_address *address)
{
    struct outside *outside = ARENA_NEW(external->arena, struct outside);
    target_resolve(external->catalog, address, external->arena,
                   &outside->target);
    str url = request_url(external, &outside->target);
    void **known = map_put(&external->by_url, external->arena, url);
    if (!*known) {
        struct request *request = ARENA_NEW(external->arena, struct request);
        request->url = url;
        *known = request;
        *VEC_PUSH(&external->requests, external->arena) = request;
    }
    outside->request = *known;
    address->outside = outside;
}

static void queue_request(struct external *external, struct request *request)
{
    str name = url_origin(request->url);
    void **known = map_put(&external->by_host, external->arena, name);
    if (!*known) {
        *known = ARENA_NEW(external->arena, struct host);
        *VEC_PUSH(&external->hosts, external->arena) = *known;
    }
    struct host *host = *known;
    *VEC_PUSH(&host->requests, external->arena) = request;
}

static void use_cache(struct external *external, int64_t now)
{
    for (size_t i = 0; i < external->requests.n; i++) {
        struct request *request = external->requests.p[i];
        const struct cached_link *cached =
            link_cache_fresh(&external->cache, request->url, now);
        if (cached) {
            request->answered = true;
            request->answer.status = cached->status;
            request->answer.moved = cached->moved;
        } else {
            queue_request(external, request);
        }
    }
}

/* --- requests --- */

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

static void ask(struct fetch *fetch, struct request *request, int64_t end)
{
    struct fetch_answer *answer = &request->answer;
    int64_t wait = 1;
    for (int i = 0; i < TRIES; i++) {
        fetch_ask(fetch, request->url, true, answer);
        if (wants_get(answer->status)) {
            wait_milliseconds(PAUSE);
            fetch_ask(fetch, request->url, false, answer);
        }
        bool passing = answer->status == 429 ||
                       (answer->status >= 500 && answer->status != 501);
        wait = answer->retry_after ? answer->retry_after : wait;
        if (!passing || i + 1 == TRIES || wait > RETRY_MOST ||
            clock_seconds() + wait > end) {
            break;
        }
        wait_milliseconds(wait * 1000);
        wait *= 2;
    }
    request->asked = !answer->refused.n;
    request->answered = true;
}

static void ask_host(void *context, size_t worker, size_t i)
{
    struct external *external = context;
    struct host *host = external->hosts.p[i];
    struct fetch *fetch = fetch_open(external->include_private, &host->arena);
    int64_t end = clock_seconds() + HOST_PATIENCE;
    (void)worker;
    for (size_t j = 0; fetch && j < host->requests.n && clock_seconds() < end;
         j++) {
        if (j) {
            wait_milliseconds(PAUSE);
        }
        ask(fetch, host->requests.p[j], end);
    }
    if (fetch) {
        fetch_close(fetch);
    }
}

/* --- reports --- */

/* Some answers are not for programs, or not for strangers. */
static bool is_unclear(const struct request *request)
{
    int status = request->answer.status;
    return !request->answered || status == 401 || status == 402 ||
           status == 403 || status == 429 || status == 451 || status == 999;
}

static struct finding *external_finding(struct findings *findings,
                                        const char *code, struct spot at,
                                        const struct target *target, str key)
{
    struct finding *finding =
        finding_add(findings, DIAG_WARNING, code, at, key);
    finding->seek = target->value;
    finding->link = true;
    return finding;
}

static void report_answer(struct findings *findings, struct spot at,
                          const struct outside *outside)
{
    const struct request *request = outside->request;
    const struct fetch_answer *answer = &request->answer;
    bool good = answer->status >= 200 && answer->status < 300;
    if (!answer->refused.n &&
        (is_unclear(request) || (good && !answer->moved.n))) {
        return;
    }
    struct finding *finding =
        external_finding(findings,
                         answer->refused.n ? "private-link"
                         : good            ? "moved-link"
                                           : "external-link",
                         at, &outside->target, request->url);
    if (answer->refused.n) {
        finding_say(findings, finding, "%.*s was not asked for: %.*s",
                    STR_ARG(request->url), STR_ARG(answer->refused));
        finding->hint =
            STR("crumb check --external --include-private asks for it");
    } else if (good) {
        finding_say(findings, finding, "this page has moved for good");
        finding->hint =
            arena_printf(findings->arena, "write %.*s", STR_ARG(answer->moved));
    } else if (answer->status) {
        finding_say(findings, finding, "%.*s answers %d", STR_ARG(request->url),
                    answer->status);
    } else {
        finding_say(findings, finding, "%.*s does not answer: %.*s",
                    STR_ARG(request->url), STR_ARG(answer->problem));
    }
}

static void report_link(struct external *external,
                        const struct check_file *file,
                        const struct file_link *link)
{
    struct findings *findings = &external->findings;
    const struct outside *outside = link->address->outside;
    const struct target *target = &outside->target;
    struct spot at = catalog_spot(external->catalog, file, link->off, link->len,
                                  external->arena);
    if (!str_eq(url_without_user(findings->arena, target->url), target->url)) {
        struct finding *finding = external_finding(findings, "link-password",
                                                   at, target, target->url);
        finding_say(findings, finding,
                    "this address holds a user's name or password: %.*s "
                    "was asked for without it",
                    STR_ARG(outside->request->url));
        finding->hint = STR("take it out: readers have it too");
    }
    report_answer(findings, at, outside);
}

/* --- all of it --- */

/* Calls take(external, file, link) for each link that leads out. */
static void each_link(struct external *external,
                      void (*take)(struct external *external,
                                   const struct check_file *file,
                                   const struct file_link *link))
{
    for (size_t i = 0; i < external->catalog->n; i++) {
        const struct check_file *file = &external->catalog->files[i];
        for (size_t j = 0; j < file->nlinks; j++) {
            if (file->links[j].address->requestable) {
                take(external, file, &file->links[j]);
            }
        }
    }
}

static void gather(struct external *external, const struct check_file *file,
                   const struct file_link *link)
{
    (void)file;
    if (!link->address->outside) {
        add_address(external, link->address);
    }
}

static void write_cache(struct external *external, struct diags *diags,
                        int64_t now)
{
    for (size_t i = 0; i < external->requests.n; i++) {
        const struct request *request = external->requests.p[i];
        if (request->asked) {
            link_cache_put(&external->cache,
                           (struct cached_link){request->url,
                                                request->answer.status, now,
                                                request->answer.moved});
        }
    }
    int error = link_cache_write(&external->cache, STR(CACHE), now);
    if (error) {
        struct source file = {.name = STR(CACHE)};
        diag_warning(diags, span_of(&file, 0, 0), "unreadable", "%s",
                     strerror(error));
    }
}

struct external_counts external_check(const struct catalog *catalog,
                                      bool include_private, struct diags *diags)
{
    struct external external = {.catalog = catalog,
                                .arena = diags->arena,
                                .findings.arena = diags->arena,
                                .include_private = include_private};
    int64_t now = time(NULL);
    each_link(&external, gather);
    struct external_counts counts = {.links = external.requests.n,
                                     .no_libcurl = !fetch_init()};
    if (counts.no_libcurl) {
        return counts;
    }
    link_cache_read(&external.cache, STR(CACHE), external.arena);
    use_cache(&external, now);
    size_t hosts = external.hosts.n;
    if (hosts) {
        pool_run(hosts < HOSTS_AT_ONCE ? hosts : HOSTS_AT_ONCE, hosts, ask_host,
                 &external);
    }
    fetch_end();
    for (size_t i = 0; i < external.requests.n; i++) {
        counts.asked += external.requests.p[i]->asked;
        counts.unclear += is_unclear(external.requests.p[i]);
    }
    each_link(&external, report_link);
    struct diags none = {.arena = external.arena};
    findings_report(&external.findings, &none, external.arena, diags, diags);
    write_cache(&external, diags, now);
    for (size_t i = 0; i < hosts; i++) {
        arena_free(&external.hosts.p[i]->arena);
    }
    return counts;
}
