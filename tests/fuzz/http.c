/* SPDX-License-Identifier: MIT */
/* Any bytes as a request to the preview: wherever they are cut, its head ends
 * at the same place; no path leads out of the root, no range out of the file.
 *
 * The corpus is tests/fuzz/corpus/http. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "serve/http/http_host.h"
#include "serve/http/http_request.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static size_t end_of(str bytes)
{
    size_t seen = 0;
    size_t end = STR_NONE;
    for (size_t n = 0; n < bytes.n && end == STR_NONE; n++) {
        end = http_request_end(str_sub(bytes, 0, n), &seen);
    }
    end = end == STR_NONE ? http_request_end(bytes, &seen) : end;
    size_t fresh = 0;
    expect(http_request_end(bytes, &fresh) == end);
    return end;
}

static void check_path(str path)
{
    struct buf out = {0};
    if (http_path_decode(path, &out) == 0) {
        str rest = buf_str(&out);
        expect(!str_starts(rest, STR("/")));
        expect(str_find_char(rest, '\0') == STR_NONE);
        str name;
        while (str_split(&rest, '/', &name)) {
            expect(!str_starts(name, STR(".")) ||
                   str_eq(name, STR(".well-known")));
            expect(name.n || !rest.p);
        }
    }
    buf_free(&out);
}

static void check_range(str field, uint64_t size)
{
    uint64_t first = 0;
    uint64_t n = 0;
    if (http_range(field, size, &first, &n) == HTTP_RANGE_PART) {
        expect(n > 0 && first < size && n <= size - first);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    str bytes = {(const char *)data, size};
    struct http_request request;
    size_t end = end_of(bytes);
    if (end == STR_NONE ||
        http_request_parse(str_sub(bytes, 0, end), &request) != 0) {
        return 0;
    }
    expect(request.host.n > 0);
    http_host_check(request.host, STR("0.0.0.0"));
    http_etag_matches(request.if_none_match, STR("\"e\""));
    check_range(request.range, 0);
    check_range(request.range, 1000);
    check_range(request.range, UINT64_MAX);
    if (request.method != HTTP_OTHER) {
        expect(str_starts(request.path, STR("/")));
        check_path(request.path);
    }
    return 0;
}
