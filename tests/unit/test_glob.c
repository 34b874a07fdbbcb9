/* SPDX-License-Identifier: MIT */
/* base/glob: patterns of paths. */
#include "base/glob.h"
#include "tap.h"

int main(void)
{
    static const struct {
        str pattern;
        str text;
        bool matches;
    } cases[] = {
        {STR_INIT("/blog/**"), STR_INIT("/blog/a"), true},
        {STR_INIT("/blog/**"), STR_INIT("/blog/a/b"), true},
        {STR_INIT("/blog/**"), STR_INIT("/blog"), false},
        {STR_INIT("/blog/**"), STR_INIT("/blogs/a"), false},
        {STR_INIT("/blog/*"), STR_INIT("/blog/a"), true},
        {STR_INIT("/blog/*"), STR_INIT("/blog/a/b"), false},
        {STR_INIT("/blog/*/**"), STR_INIT("/blog/a/b/c"), true},
        {STR_INIT("/BLOG/A"), STR_INIT("/blog/a"), true},
        {STR_INIT("{/a,/a/**}"), STR_INIT("/a"), true},
        {STR_INIT("{/a,/a/**}"), STR_INIT("/a/b"), true},
        {STR_INIT("{/a,/a/**}"), STR_INIT("/ab"), false},
        {STR_INIT("x{a,b{c,d},}y"), STR_INIT("xbdy"), true},
        {STR_INIT("x{a,b{c,d},}y"), STR_INIT("xy"), true},
        {STR_INIT("x{a,b{c,d},}y"), STR_INIT("xby"), false},
        {STR_INIT("{a,b"), STR_INIT("a"), false},
        {STR_INIT("{}"), STR_INIT(""), true},
        {STR_INIT("?"), STR_INIT("a"), true},
        {STR_INIT("?"), STR_INIT("/"), false},
        {STR_INIT("[a-cx]"), STR_INIT("B"), true},
        {STR_INIT("[!a-c]"), STR_INIT("d"), true},
        {STR_INIT("[!a-c]"), STR_INIT("a"), false},
        {STR_INIT("[!a]"), STR_INIT("/"), false},
        {STR_INIT("[a"), STR_INIT("a"), false},
        {STR_INIT("[]]"), STR_INIT("]"), true},
        {STR_INIT("a\\*b"), STR_INIT("a*b"), true},
        {STR_INIT("a\\*b"), STR_INIT("axb"), false},
        {STR_INIT("\\{a,b\\}"), STR_INIT("{a,b}"), true},
        {STR_INIT(""), STR_INIT(""), true},
        {STR_INIT(""), STR_INIT("a"), false},
        {STR_INIT("**"), STR_INIT(""), true},
        {STR_INIT("*"), STR_INIT("a/b"), false},
        /* Two to the power of ten of them: too many. */
        {STR_INIT("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"),
         STR_INIT("aaaaaaaaaa"), false},
    };
    struct tap tap = {0};
    struct arena work = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool matches = glob_match(cases[i].pattern, cases[i].text, &work);
        CHECK(&tap, matches == cases[i].matches);
        arena_clear(&work);
    }
    arena_free(&work);
    return tap_done(&tap);
}
