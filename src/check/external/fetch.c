/* SPDX-License-Identifier: MIT */
#include "check/external/fetch.h"

#ifdef CRUMB_CURL

#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/library.h"

/* The name of the program, for operators who look into their logs. */
#define USER_AGENT "crumb (link check; static blog generator)"

enum {
    CONNECT_SECONDS = 10,
    REQUEST_SECONDS = 20, /* redirects included */
    MAX_REDIRECTS = 10,
};

/* Redirects and refusals on the way to the answer. */
struct way {
    size_t redirects;
    size_t permanent;
    str refused;
    struct arena *arena;
};

/* libcurl is loaded when it is wanted, and never unloaded: it brings thirty
 * libraries along, which took most of the time of every other command. */
struct curl {
    CURL *handle;
    CURLcode (*global_init)(long what);
    void (*global_cleanup)(void);
    CURL *(*init)(void);
    void (*cleanup)(CURL *handle);
    void (*reset)(CURL *handle);
    CURLcode (*set)(CURL *handle, CURLoption option, ...);
    CURLcode (*get)(CURL *handle, CURLINFO info, ...);
    CURLcode (*perform)(CURL *handle);
    const char *(*strerror)(CURLcode code);
};

struct fetch {
    struct curl curl;
    bool include_private;
    struct arena *arena;
};

static bool load_curl(struct curl *curl)
{
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4",
                                        "libcurl.4.dylib"};
    void *library = library_open(names, sizeof names / sizeof *names);
    *curl = (struct curl){0};
    return library &&
           library_find(library, "curl_global_init", &curl->global_init) &&
           library_find(library, "curl_global_cleanup",
                        &curl->global_cleanup) &&
           library_find(library, "curl_easy_init", &curl->init) &&
           library_find(library, "curl_easy_cleanup", &curl->cleanup) &&
           library_find(library, "curl_easy_reset", &curl->reset) &&
           library_find(library, "curl_easy_setopt", &curl->set) &&
           library_find(library, "curl_easy_getinfo", &curl->get) &&
           library_find(library, "curl_easy_perform", &curl->perform) &&
           library_find(library, "curl_easy_strerror", &curl->strerror);
}

bool fetch_init(void)
{
    struct curl curl;
    return load_curl(&curl) && curl.global_init(CURL_GLOBAL_DEFAULT) == 0;
}

void fetch_end(void)
{
    struct curl curl;
    if (load_curl(&curl)) {
        curl.global_cleanup();
    }
}

struct fetch *fetch_open(bool include_private, struct arena *arena)
{
    struct fetch *fetch = ARENA_NEW(arena, struct fetch);
    *fetch = (struct fetch){.include_private = include_private, .arena = arena};
    if (load_curl(&fetch->curl)) {
        fetch->curl.handle = fetch->curl.init();
    }
    return fetch->curl.handle ? fetch : NULL;
}

void fetch_close(struct fetch *fetch)
{
    fetch->curl.cleanup(fetch->curl.handle);
}

/* "HTTP/1.1 301 Moved Permanently" */
/* NOLINTNEXTLINE(readability-non-const-parameter): curl's type */
static size_t take_header(char *line, size_t size, size_t n, void *data)
{
    struct way *way = data;
    str text = {line, size * n};
    size_t space = str_find_char(text, ' ');
    if (str_starts(text, STR("HTTP/")) && space != STR_NONE) {
        str status = str_sub(text, space + 1, 3);
        bool redirect = str_starts(status, STR("30")) &&
                        !str_eq(status, STR("304")) &&
                        !str_eq(status, STR("300"));
        way->redirects += redirect;
        way->permanent +=
            str_eq(status, STR("301")) || str_eq(status, STR("308"));
    }
    return text.n;
}

/* The body is of no interest: the first bytes end the request. */
/* NOLINTNEXTLINE(readability-non-const-parameter): curl's type */
static size_t drop_body(char *bytes, size_t size, size_t n, void *data)
{
    (void)bytes;
    (void)size;
    (void)n;
    (void)data;
    return 0;
}

/* Called for each address before it is connected to: names may resolve to
 * another one at any time. */
static curl_socket_t open_socket(void *data, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    struct way *way = data;
    const char *what = address_not_public(&address->addr);
    (void)purpose;
    if (what) {
        char text[INET6_ADDRSTRLEN] = "";
        getnameinfo(&address->addr, address->addrlen, text, sizeof text, NULL,
                    0, NI_NUMERICHOST);
        way->refused = arena_printf(way->arena, "%s is %s", text, what);
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype, address->protocol);
}

static void set_up(const struct curl *curl, const char *url, bool head,
                   struct way *way)
{
    curl->reset(curl->handle);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl->set(curl->handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl->set(curl->handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    curl->set(curl->handle, CURLOPT_PROTOCOLS, both);
    curl->set(curl->handle, CURLOPT_REDIR_PROTOCOLS, both);
#endif
    /* a redirect may lead to an address with a name and password in it */
    curl->set(curl->handle, CURLOPT_HTTPAUTH, (long)CURLAUTH_NONE);
    curl->set(curl->handle, CURLOPT_URL, url);
    curl->set(curl->handle, CURLOPT_USERAGENT, USER_AGENT);
    curl->set(curl->handle, CURLOPT_NOSIGNAL, 1L);
    curl->set(curl->handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl->set(curl->handle, CURLOPT_MAXREDIRS, (long)MAX_REDIRECTS);
    curl->set(curl->handle, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl->set(curl->handle, CURLOPT_TIMEOUT, (long)REQUEST_SECONDS);
    curl->set(curl->handle, CURLOPT_HEADERFUNCTION, take_header);
    curl->set(curl->handle, CURLOPT_HEADERDATA, way);
    curl->set(curl->handle, CURLOPT_WRITEFUNCTION, drop_body);
    curl->set(curl->handle, CURLOPT_NOBODY, head ? 1L : 0L);
    if (!head) {
        curl->set(curl->handle, CURLOPT_HTTPGET, 1L);
    }
}

void fetch_ask(struct fetch *fetch, str url, bool head,
               struct fetch_answer *answer)
{
    const struct curl *curl = &fetch->curl;
    struct arena *arena = fetch->arena;
    struct way way = {.arena = arena};
    long status = 0;
    curl_off_t wait = 0;
    char *landed = NULL;
    *answer = (struct fetch_answer){0};
    set_up(curl, arena_str(arena, url).p, head, &way);
    if (!fetch->include_private) {
        curl->set(curl->handle, CURLOPT_PROXY, "");
        curl->set(curl->handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl->set(curl->handle, CURLOPT_OPENSOCKETDATA, &way);
    }
    CURLcode code = curl->perform(curl->handle);
    if (code != CURLE_OK && code != CURLE_WRITE_ERROR) {
        answer->refused = way.refused;
        answer->problem = arena_str(arena, str_from(curl->strerror(code)));
        return;
    }
    curl->get(curl->handle, CURLINFO_RESPONSE_CODE, &status);
    curl->get(curl->handle, CURLINFO_RETRY_AFTER, &wait);
    curl->get(curl->handle, CURLINFO_EFFECTIVE_URL, &landed);
    answer->status = (int)status;
    answer->retry_after = wait > 0 && wait < 3600 ? (int)wait : 0;
    if (way.redirects && way.redirects == way.permanent && landed) {
        answer->moved = arena_str(arena, str_from(landed));
    }
}

#else

bool fetch_init(void)
{
    return false;
}

void fetch_end(void)
{
}

struct fetch *fetch_open(bool include_private, struct arena *arena)
{
    (void)include_private;
    (void)arena;
    return NULL;
}

void fetch_close(struct fetch *fetch)
{
    (void)fetch;
}

void fetch_ask(struct fetch *fetch, str url, bool head,
               struct fetch_answer *answer)
{
    (void)fetch;
    (void)url;
    (void)head;
    *answer = (struct fetch_answer){0};
}

#endif
