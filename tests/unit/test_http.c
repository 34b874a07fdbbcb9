/* SPDX-License-Identifier: MIT */
/* The preview's server: requests, their paths, hosts and ranges (RFC 9110 and
 * 9112), and the page with its script. */

#include "base/memory/buf.h"
#include "serve/client/client.h"
#include "serve/http/http_host.h"
#include "serve/http/http_request.h"
#include "serve/http/http_type.h"
#include "tap.h"

static void test_end(struct tap *tap)
{
    static const struct {
        const char *bytes;
        size_t end;
    } cases[] = {
        {"", STR_NONE},
        {"GET / HTTP/1.1", STR_NONE},
        {"GET / HTTP/1.1\r\n", STR_NONE},
        {"GET / HTTP/1.1\r\n\r", STR_NONE},
        {"a\r\n\r\n", 5},
        {"a\r\n\r\nb", 5},
        {"a\n\nb", 3},
        {"a\n\r\nb", 4},
        {"a\r\nb\r\n\r\n\r\n", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str all = str_from(cases[i].bytes);
        size_t seen = 0;
        CHECK(tap, http_request_end(all, &seen) == cases[i].end);
        /* Byte after byte it ends at the same place. */
        seen = 0;
        size_t end = STR_NONE;
        for (size_t n = 0; n <= all.n && end == STR_NONE; n++) {
            end = http_request_end(str_sub(all, 0, n), &seen);
        }
        CHECK(tap, end == cases[i].end);
    }
}

#define HOST "Host: localhost\r\n"

static void test_status(struct tap *tap)
{
    static const struct {
        const char *head;
        int status;
    } cases[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", 0},
        {"GET / HTTP/1.1\nHost: localhost\n\n", 0},
        {"GET / HTTP/1.0\r\n" HOST "\r\n", 0},
        {"GET / HTTP/1.7\r\n" HOST "\r\n", 0},
        {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},
        {"GET / HTTP/0.9\r\n" HOST "\r\n", 505},
        {"GET / HTTP/11\r\n" HOST "\r\n", 400},
        {"GET / http/1.1\r\n" HOST "\r\n", 400},
        {"GET /\r\n" HOST "\r\n", 400},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", 400},
        {" GET / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET\t/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"G(T / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /\x01 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\r\n" HOST "\r\n", 400},
        {"GET a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET * HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /#x HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET https://a/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "\r\n", 0},
        {"OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 0},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
        {"GET http://a/ HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST ": x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X : y\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: y\r\n z\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\rb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\tb\r\n\r\n", 0},
        {"GET / HTTP/1.1\r\n" HOST "X: \xC3\xA9\r\n\r\n", 0},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 1 2\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400},
    };
    struct http_request request;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status = http_request_parse(str_from(cases[i].head), &request);
        if (!CHECK(tap, status == cases[i].status)) {
            printf("# %d for %s\n", status, cases[i].head);
        }
    }
    str nul = STR("GET / HTTP/1.1\r\n" HOST "X: a\0b\r\n\r\n");
    CHECK(tap, http_request_parse(nul, &request) == 400);
}

static struct http_request parsed(struct tap *tap, const char *head)
{
    struct http_request request;
    CHECK(tap, http_request_parse(str_from(head), &request) == 0);
    return request;
}

static void test_parts(struct tap *tap)
{
    struct http_request r = parsed(tap, "GET /a?b?c HTTP/1.1\r\nhOsT: \t x:1 "
                                        "\r\nRange: bytes=0-1\r\nIf-Range: "
                                        "\"e\"\r\nIf-None-Match: *\r\n\r\n");
    CHECK(tap, r.method == HTTP_GET && r.keep_alive && !r.has_body);
    CHECK_STR(tap, r.path, "/a");
    CHECK_STR(tap, r.query, "b?c");
    CHECK_STR(tap, r.host, "x:1");
    CHECK_STR(tap, r.range, "bytes=0-1");
    CHECK_STR(tap, r.if_range, "\"e\"");
    CHECK_STR(tap, r.if_none_match, "*");
    r = parsed(tap, "HEAD HTTP://b:80?q HTTP/1.1\r\nHost: a\r\n"
                    "Connection: x, Close\r\n\r\n");
    CHECK(tap, r.method == HTTP_HEAD && !r.keep_alive);
    CHECK_STR(tap, r.path, "/");
    CHECK_STR(tap, r.query, "q");
    CHECK_STR(tap, r.host, "b:80");
    r = parsed(tap, "GET / HTTP/1.0\r\n" HOST "\r\n");
    CHECK(tap, !r.keep_alive && !r.query.p && !r.range.p);
    r = parsed(tap, "GET / HTTP/1.0\r\n" HOST "Connection: Keep-Alive\r\n\r\n");
    CHECK(tap, r.keep_alive);
    r = parsed(tap, "GET / HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\n");
    CHECK(tap, r.has_body);
    r = parsed(tap, "GET / HTTP/1.1\r\n" HOST "Content-Length: 00\r\n\r\n");
    CHECK(tap, !r.has_body);
    r = parsed(tap,
               "PUT x HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n");
    CHECK(tap, r.method == HTTP_OTHER && r.has_body);
}

static void test_sizes(struct tap *tap)
{
    struct buf head = {0};
    struct http_request request;
    buf_printf(&head, "GET /");
    while (head.n < HTTP_LINE_MOST) {
        buf_putc(&head, 'a');
    }
    buf_printf(&head, " HTTP/1.1\r\n" HOST "\r\n");
    CHECK(tap, http_request_parse(buf_str(&head), &request) == 414);
    for (int fields = 99; fields <= 100; fields++) {
        buf_clear(&head);
        buf_printf(&head, "GET / HTTP/1.1\r\n" HOST);
        for (int i = 0; i < fields; i++) {
            buf_printf(&head, "X: y\r\n");
        }
        buf_printf(&head, "\r\n");
        CHECK(tap, http_request_parse(buf_str(&head), &request) ==
                       (fields == 99 ? 0 : 431));
    }
    buf_free(&head);
}

static void test_path(struct tap *tap)
{
    static const struct {
        const char *path;
        int status;
        const char *want;
    } cases[] = {
        {"/", 0, ""},
        {"/a/b/", 0, "a/b/"},
        {"/a%20b", 0, "a b"},
        {"/a+b", 0, "a+b"},
        {"/%e6%97%A5", 0, "\xE6\x97\xA5"},
        {"/\xE6\x97\xA5", 0, "\xE6\x97\xA5"},
        {"/%25", 0, "%"},
        {"/%252e%252e/x", 0, "%2e%2e/x"},
        {"/.well-known/x", 0, ".well-known/x"},
        {"/a.b/...c", 404, NULL},
        {"/a../b", 0, "a../b"},
        {"/..", 400, NULL},
        {"/.", 400, NULL},
        {"/a/../b", 400, NULL},
        {"/%2e%2e/b", 400, NULL},
        {"/.%2E/b", 400, NULL},
        {"/..%2fb", 404, NULL},
        {"/a%2Fb", 404, NULL},
        {"/..%5cb", 404, NULL},
        {"/a\\b", 404, NULL},
        {"//a", 404, NULL},
        {"/a//b", 404, NULL},
        {"/a//", 404, NULL},
        {"/.git/config", 404, NULL},
        {"/a/.htaccess", 404, NULL},
        {"/%2egit/config", 404, NULL},
        {"/.well-known%2f..%2fx", 404, NULL},
        {"/%00", 400, NULL},
        {"/a%00.html", 400, NULL},
        {"/a%0a", 400, NULL},
        {"/%7f", 400, NULL},
        {"/%", 400, NULL},
        {"/%4", 400, NULL},
        {"/%g0", 400, NULL},
        {"/%0g", 400, NULL},
        {"/%u002e", 400, NULL},
        {"/%c0%ae%c0%ae/x", 400, NULL},
        {"/%e0%80%ae/x", 400, NULL},
        {"/%c0%af", 400, NULL},
        {"/%ff", 400, NULL},
        {"/%ed%a0%80", 400, NULL},
        {"/.git/..", 400, NULL},
    };
    struct buf out = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        int status = http_path_decode(str_from(cases[i].path), &out);
        if (!CHECK(tap, status == cases[i].status)) {
            printf("# %d for %s\n", status, cases[i].path);
        }
        if (cases[i].want) {
            CHECK_STR(tap, buf_str(&out), cases[i].want);
        }
    }
    buf_free(&out);
}

static void test_host(struct tap *tap)
{
    static const struct {
        const char *host;
        const char *bound;
        int status;
    } cases[] = {
        {"localhost", "", 0},
        {"LocalHost:4000", "", 0},
        {"localhost.", "", 0},
        {"127.0.0.1", "", 0},
        {"127.0.0.1:1", "", 0},
        {"[::1]", "", 0},
        {"[::1]:4000", "", 0},
        {"localhost:", "", 0},
        {"evil.example", "", 403},
        {"localhost.evil.example", "", 403},
        {"127.0.0.1.evil.example", "", 403},
        {"127.0.0.2", "", 403},
        {"192.168.1.5", "", 403},
        {"[fe80::1]", "", 403},
        {"xlocalhost", "", 403},
        {"", "", 400},
        {":4000", "", 400},
        {"[::1", "", 400},
        {"[]", "", 400},
        {"[::1]4000", "", 400},
        {"[localhost]", "", 400},
        {"::1", "", 400},
        {"localhost:x", "", 400},
        {"localhost:123456", "", 400},
        {"localhost:1:2", "", 400},
        {"local host", "", 400},
        {"user@localhost", "", 400},
        {"localhost/", "", 400},
        {"127.0.0.1, evil", "", 400},
        {"192.168.1.5:4000", "192.168.1.5", 0},
        {"192.168.1.6", "192.168.1.5", 403},
        {"localhost", "192.168.1.5", 0},
        {"[FE80::1]", "fe80::1", 0},
        {"192.168.1.5", "0.0.0.0", 0},
        {"[fe80::1]:4000", "::", 0},
        {"evil.example", "0.0.0.0", 403},
        {"1.2.3", "0.0.0.0", 403},
        {"1.2.3.4.evil", "0.0.0.0", 403},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status =
            http_host_check(str_from(cases[i].host), str_from(cases[i].bound));
        if (!CHECK(tap, status == cases[i].status)) {
            printf("# %d for %s at %s\n", status, cases[i].host,
                   cases[i].bound);
        }
    }
}

static void test_host_name(struct tap *tap)
{
    static const struct {
        const char *bound;
        const char *name;
        bool loopback;
    } cases[] = {
        {"", "localhost", false},
        {"0.0.0.0", "localhost", false},
        {"::", "localhost", false},
        {"127.0.0.1", "127.0.0.1", true},
        {"127.0.0.2", "127.0.0.2", true},
        {"127.255.255.254", "127.255.255.254", true},
        {"128.0.0.1", "128.0.0.1", false},
        {"12.7.0.1", "12.7.0.1", false},
        {"192.168.1.5", "192.168.1.5", false},
        {"::1", "[::1]", true},
        {"0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]", true},
        {"fe80::1", "[fe80::1]", false},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str bound = str_from(cases[i].bound);
        CHECK_STR(tap, http_host_name(bound, &arena), cases[i].name);
        CHECK(tap, http_host_is_loopback(bound) == cases[i].loopback);
    }
    arena_free(&arena);
}

static void test_range(struct tap *tap)
{
    static const struct {
        const char *field;
        uint64_t size;
        enum http_range kind;
        uint64_t first;
        uint64_t n;
    } cases[] = {
        {"bytes=0-9", 100, HTTP_RANGE_PART, 0, 10},
        {"Bytes=0-0", 100, HTTP_RANGE_PART, 0, 1},
        {"bytes=90-", 100, HTTP_RANGE_PART, 90, 10},
        {"bytes=90-1000", 100, HTTP_RANGE_PART, 90, 10},
        {"bytes=99-99", 100, HTTP_RANGE_PART, 99, 1},
        {"bytes=-1", 100, HTTP_RANGE_PART, 99, 1},
        {"bytes=-1000", 100, HTTP_RANGE_PART, 0, 100},
        {"bytes=0-99999999999999999999999", 100, HTTP_RANGE_PART, 0, 100},
        {"bytes=0-18446744073709551615", 100, HTTP_RANGE_PART, 0, 100},
        {"bytes=100-", 100, HTTP_RANGE_OUTSIDE, 0, 0},
        {"bytes=99999999999999999999999-", 100, HTTP_RANGE_OUTSIDE, 0, 0},
        {"bytes=-0", 100, HTTP_RANGE_OUTSIDE, 0, 0},
        {"bytes=0-", 0, HTTP_RANGE_OUTSIDE, 0, 0},
        {"bytes=-5", 0, HTTP_RANGE_OUTSIDE, 0, 0},
        {"", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=-", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=5", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=9-5", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=a-b", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=0x1-2", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=--1", 100, HTTP_RANGE_ALL, 0, 0},
        {"bytes=0-1,5-6", 100, HTTP_RANGE_ALL, 0, 0},
        {"lines=0-1", 100, HTTP_RANGE_ALL, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t first = 0;
        uint64_t n = 0;
        enum http_range kind =
            http_range(str_from(cases[i].field), cases[i].size, &first, &n);
        bool right =
            kind == cases[i].kind && first == cases[i].first && n == cases[i].n;
        if (!CHECK(tap, right)) {
            printf("# %s\n", cases[i].field);
        }
    }
}

static void test_etag(struct tap *tap)
{
    str etag = STR("\"a\"");
    CHECK(tap, http_etag_matches(STR("\"a\""), etag));
    CHECK(tap, http_etag_matches(STR("\"b\" , W/\"a\""), etag));
    CHECK(tap, http_etag_matches(STR("*"), etag));
    CHECK(tap, !http_etag_matches(STR("a"), etag));
    CHECK(tap, !http_etag_matches(STR("\"ab\""), etag));
    CHECK(tap, !http_etag_matches(STR(""), etag));
    CHECK(tap, !http_etag_matches((str){NULL, 0}, etag));
}

static void test_type(struct tap *tap)
{
    CHECK_STR(tap, http_type(STR("a/index.html")), "text/html; charset=utf-8");
    CHECK_STR(tap, http_type(STR("A.JPG")), "image/jpeg");
    CHECK_STR(tap, http_type(STR("style.1a2b.css")), "text/css; charset=utf-8");
    CHECK_STR(tap, http_type(STR("notes.md")), "text/markdown; charset=utf-8");
    CHECK_STR(tap, http_type(STR("a.html/b")), "application/octet-stream");
    CHECK_STR(tap, http_type(STR("f.tar.gz")), "application/gzip");
    CHECK_STR(tap, http_type(STR("f.tar")), "application/x-tar");
}

static void test_client(struct tap *tap)
{
    static const struct {
        const char *html;
        const char *before;
        const char *after;
    } cases[] = {
        {"<p>a</p></body></html>", "<p>a</p>", "</body></html>"},
        {"<p>a</p></BODY >", "<p>a</p>", "</BODY >"},
        {"<pre></body></pre></body>", "<pre></body></pre>", "</body>"},
        {"a</body><!-- </body> -->", "a", "</body><!-- </body> -->"},
        {"<p>a", "<p>a", ""},
        {"", "", ""},
    };
    struct buf out = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        client_inject(str_from(cases[i].html), STR("v\""), STR("/404.html"),
                      &out);
        str page = buf_str(&out);
        CHECK(tap, str_starts(page, str_from(cases[i].before)));
        CHECK(tap, str_ends(page, str_from(cases[i].after)));
        page = str_from_offset(page, strlen(cases[i].before));
        CHECK(tap, str_starts(page, STR("<script data-version=\"v&quot;\" "
                                        "data-also=\"/404.html\">")));
    }
    buf_free(&out);
    CHECK(tap, str_find(client_script, STR("\"/__crumb/events\"")) != STR_NONE);
    CHECK(tap, str_find(client_script, STR("</script")) == STR_NONE);
    CHECK(tap, str_find(client_script, STR("<!--")) == STR_NONE);
}

int main(void)
{
    struct tap tap = {0};
    test_end(&tap);
    test_status(&tap);
    test_parts(&tap);
    test_sizes(&tap);
    test_path(&tap);
    test_host(&tap);
    test_host_name(&tap);
    test_range(&tap);
    test_etag(&tap);
    test_type(&tap);
    test_client(&tap);
    return tap_done(&tap);
}
