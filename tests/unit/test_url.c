/* SPDX-License-Identifier: MIT */
/* Addresses; the examples of url_resolve are those of RFC 3986, 5.4. */

#include "tap.h"
#include "text/url.h"

static struct arena arena;

static void test_resolve(struct tap *tap)
{
    static const struct {
        const char *ref;
        const char *want;
    } cases[] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {";x", "http://a/b/c/;x"},
        {"g;x", "http://a/b/c/g;x"},
        {"g;x?y#s", "http://a/b/c/g;x?y#s"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {".g", "http://a/b/c/.g"},
        {"g..", "http://a/b/c/g.."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/./x", "http://a/b/c/g#s/./x"},
        {"g#s/../x", "http://a/b/c/g#s/../x"},
        {"http:g", "http:g"},
        {"g:/h/../i?y#s", "g:/i?y#s"},
        {"g://h/../i?y", "g://h/i?y"},
        {"g:h/../i", "g:h/../i"},
        {"//g/h/../i?y#s", "http://g/i?y#s"},
        {"?", "http://a/b/c/d;p?"},
        {"#", "http://a/b/c/d;p?q#"},
        {"/?y", "http://a/?y"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(tap,
                  url_resolve(&arena, STR("http://a/b/c/d;p?q"),
                              str_from(cases[i].ref)),
                  cases[i].want);
    }
    CHECK_STR(tap, url_resolve(&arena, STR("https://x.org"), STR("a/b")),
              "https://x.org/a/b");
    CHECK_STR(tap, url_resolve(&arena, STR("/blog/a/"), STR("../b/#c")),
              "/blog/b/#c");
    CHECK_STR(tap, url_resolve(&arena, STR("/blog/a"), STR("/x")), "/x");
    CHECK_STR(tap, url_resolve(&arena, STR("https://x.org?q#s"), STR("#t")),
              "https://x.org?q#t");
    CHECK_STR(tap, url_resolve(&arena, STR("a"), STR("b")), "b");
    CHECK_STR(tap, url_resolve(&arena, STR("/a"), STR("mailto:x@y.z")),
              "mailto:x@y.z");
}

static void test_absolute(struct tap *tap)
{
    CHECK(tap, url_is_base(STR("https://example.org")));
    CHECK(tap, url_is_base(STR("http://localhost:8080/a/b/")));
    CHECK(tap, !url_is_base(STR("https://")));
    CHECK(tap, !url_is_base(STR("https:///x")));
    CHECK(tap, !url_is_base(STR("ftp://example.org")));
    CHECK(tap, !url_is_base(STR("//example.org")));
    CHECK(tap, !url_is_base(STR("https://e.org/?x")));
    CHECK(tap, !url_is_base(STR("https://e.org/#x")));
    CHECK(tap, !url_is_base(STR("https://e.org/a b")));
    CHECK(tap, !url_is_base(STR("https://e.org/a\"")));
    CHECK(tap, !url_is_base(STR("https://e.org\\a")));
    CHECK(tap, !url_is_base(STR("https://e.org/<a")));
    CHECK(tap, !url_is_base(STR("https://e.org/a>")));
    CHECK(tap, !url_is_base(STR("https://\x01")));
    CHECK(tap, url_is_base(STR("http://e!")));
    CHECK(tap, url_is_absolute(STR("https://x")));
    CHECK(tap, url_is_absolute(STR("mailto:a@b.c")));
    CHECK(tap, url_is_absolute(STR("//host/a")));
    CHECK(tap, url_is_absolute(STR("git+ssh://x")));
    CHECK(tap, url_is_absolute(STR("a1.b-c+d:")));
    CHECK(tap, !url_is_absolute(STR("a_b:c")));
    CHECK(tap, !url_is_absolute(STR("abc")));
    CHECK(tap, !url_is_absolute(STR(":a")));
    CHECK(tap, !url_is_absolute(STR("a/b:c")));
    CHECK(tap, !url_is_absolute(STR("/a")));
    CHECK(tap, !url_is_absolute(STR("1a:b")));
    CHECK(tap, !url_is_absolute(STR("#a:b")));
    CHECK(tap, !url_is_absolute(STR("")));
}

static void test_encoding(struct tap *tap)
{
    CHECK_STR(tap, url_encode(&arena, STR("/a b/\u00e9?x=<y>#%41")),
              "/a%20b/%C3%A9?x=%3Cy%3E#%41");
    CHECK_STR(tap, url_encode(&arena, STR("100%")), "100%25");
    CHECK_STR(tap, url_encode(&arena, STR("%zz")), "%25zz");
    CHECK_STR(tap, url_encode(&arena, STR("a\"b\\c`")), "a%22b%5Cc%60");
    CHECK_STR(tap, url_decode(&arena, STR("a%20b%C3%A9%4")), "a b\u00e9%4");
    CHECK_STR(tap, url_decode(&arena, STR("%zz%41")), "%zzA");
    CHECK_STR(tap, url_decode(&arena, STR("%aF%Fa%09%4a%4A")), "\xaf\xfa\tJJ");
    CHECK_STR(tap, url_decode(&arena, STR("%4g%g4%:4%/4%`4%@4%4%")),
              "%4g%g4%:4%/4%`4%@4%4%");
    CHECK_STR(tap, url_encode(&arena, STR("%4 %a")), "%254%20%25a");
    CHECK_STR(tap, url_encode(&arena, STR("-._~:/?#[]@!$&'()*+,;=aZ09%2f")),
              "-._~:/?#[]@!$&'()*+,;=aZ09%2f");
    CHECK_STR(tap,
              url_encode_path(&arena, STR("-._~:/?#[]@!$&'()*+,;=aZ09%2f")),
              "-._~:/%3F%23%5B%5D@!$&'()*+,;=aZ09%252f");
    CHECK_STR(tap, url_encode(&arena, (str){"a\0b", 3}), "a%00b");
    CHECK_STR(tap, url_encode_path(&arena, STR("a b/x#1?%41.md")),
              "a%20b/x%231%3F%2541.md");
    str once = url_encode(&arena, STR("\u65e5 %41 %"));
    CHECK(tap, str_eq(url_encode(&arena, once), once));
}

static void test_parts(struct tap *tap)
{
    str path;
    str tail;
    url_split(STR("a.md?x#y"), &path, &tail);
    CHECK_STR(tap, path, "a.md");
    CHECK_STR(tap, tail, "?x#y");
    url_split(STR("#y?x"), &path, &tail);
    CHECK_STR(tap, path, "");
    CHECK_STR(tap, tail, "#y?x");
    url_split(STR("a"), &path, &tail);
    CHECK_STR(tap, path, "a");
    CHECK_STR(tap, tail, "");
    CHECK_STR(tap, url_path(STR("https://example.org/blog/")), "/blog");
    CHECK_STR(tap, url_path(STR("https://example.org")), "");
    CHECK_STR(tap, url_path(STR("https://example.org/")), "");
    CHECK_STR(tap, url_path(STR("https://example.org?a/b")), "");
    CHECK_STR(tap, url_path(STR("https://example.org#a/b")), "");
    CHECK_STR(tap, url_path(STR("//example.org/a//?b#c")), "/a");
    CHECK_STR(tap, url_path(STR("/")), "");
    CHECK_STR(tap, url_origin(STR("https://example.org:8080/a?b")),
              "https://example.org:8080");
    CHECK_STR(tap, url_host(STR("https://me:x@example.org:8080/a:b@c")),
              "example.org");
    CHECK_STR(tap, url_host(STR("http://[::1]:4000/")), "[::1]");
    CHECK_STR(tap, url_host(STR("//blog.test")), "blog.test");
    CHECK_STR(
        tap,
        url_without_user(&arena, STR("https://ana:secret@blog.test/x@y?z@")),
        "https://blog.test/x@y?z@");
    CHECK_STR(tap,
              url_without_user(&arena, STR("https://ana@secret@blog.test")),
              "https://blog.test");
    CHECK_STR(tap, url_without_user(&arena, STR("//ana@blog.test/")),
              "//blog.test/");
    CHECK_STR(tap, url_without_user(&arena, STR("https://blog.test/@ana")),
              "https://blog.test/@ana");
}

int main(void)
{
    struct tap tap = {0};
    test_resolve(&tap);
    test_absolute(&tap);
    test_encoding(&tap);
    test_parts(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
