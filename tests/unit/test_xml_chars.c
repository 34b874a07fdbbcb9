/* SPDX-License-Identifier: MIT */
/* The characters of XML 1.0 section 2.2, at the edges of its ranges. */

#include <string.h>

#include "tap.h"
#include "text/xml_chars.h"

static struct arena arena;

static str clean(const char *text)
{
    return xml_clean(&arena, str_from(text));
}

static void test_kept(struct tap *tap)
{
    static const char *const kept[] = {
        "",
        "text",
        "\t\n\r ",
        "\x7F\xC2\x80\xC2\x9F",             /* discouraged, and allowed */
        "\xED\x9F\xBF\xEE\x80\x80",         /* U+D7FF, U+E000 */
        "\xEF\xBF\xBD",                     /* U+FFFD */
        "\xEF\xBB\xBF",                     /* U+FEFF */
        "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", /* U+10000, U+10FFFF */
        "\xE2\x80\xA8 \xEF\xBC\x81",        /* U+2028, U+FF01 */
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        CHECK_STR(tap, clean(kept[i]), kept[i]);
        CHECK(tap, clean(kept[i]).p == kept[i]);
    }
}

static void test_dropped(struct tap *tap)
{
    CHECK_STR(tap, clean("\x01"), "");
    CHECK_STR(tap, clean("a\x0B"), "a");
    CHECK_STR(tap, clean("\x0C z"), " z");
    CHECK_STR(tap, clean("a\x08\x1F z\x0E"), "a z");
    CHECK_STR(tap, clean("a\xEF\xBF\xBE z\xEF\xBF\xBF"), "a z");
    CHECK_STR(tap, xml_clean(&arena, (str){"a\0z", 3}), "az");
}

/* At each place of a text that is longer than one step. */
static void test_long(struct tap *tap)
{
    bool right = true;
    for (size_t at = 0; at < 100; at++) {
        char text[100];
        memset(text, 'a', sizeof text);
        text[at] = '\x0B';
        str kept = xml_clean(&arena, (str){text, sizeof text});
        right = right && kept.n == 99 && !memchr(kept.p, '\x0B', kept.n);
    }
    CHECK(tap, right);
}

int main(void)
{
    struct tap tap = {0};
    test_kept(&tap);
    test_dropped(&tap);
    test_long(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
