/* SPDX-License-Identifier: MIT */
/* edit/front_edit and edit/draft: the bytes around a change stay; data's
 * yaml_quote: a text comes back as it was. */
#include "base/memory/buf.h"
#include "data/yaml.h"
#include "edit/draft.h"
#include "edit/front_edit.h"
#include "site/config/config.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    struct front_edit edit;
};

static struct front_edit *open(struct fixture *f, const char *text)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.md"), .text = str_from(text)};
    CHECK(&f->tap, front_edit_open(&f->edit, &f->source, &f->arena, &f->diags));
    return &f->edit;
}

static void becomes(struct fixture *f, const char *want)
{
    str text = STR("");
    CHECK(&f->tap, front_edit_finish(&f->edit, &text));
    CHECK_STR(&f->tap, text, want);
}

static void refused(struct fixture *f)
{
    str text;
    CHECK(&f->tap, !front_edit_finish(&f->edit, &text));
}

/* Pelican's headers stay what they are. */
static void check_header(struct fixture *f)
{
    struct front_edit *edit = open(f, "Title: a: b\nStatus: draft\n\nText\n");
    front_edit_drop(edit, front_edit_find(edit, STR("status")));
    becomes(f, "Title: a: b\n\nText\n");
    edit = open(f, "Title: a\r\nStatus: draft\r\n\r\nText\n");
    front_edit_put(edit, front_edit_find(edit, STR("status")), STR("date"),
                   STR("2026-01-02"));
    becomes(f, "Title: a\r\nDate: 2026-01-02\r\n\r\nText\n");
    edit = open(f, "Tags: x\nTitle: a");
    front_edit_put(edit, FRONT_EDIT_NONE, STR("slug"), STR("\"a: b\""));
    becomes(f, "Tags: x\nTitle: a\nSlug: a: b\n");
    edit = open(f, "Title: a\nDate: 2024-01-01\n    12:30\n\nText\n");
    front_edit_set(edit, front_edit_find(edit, STR("date")), STR("2026-01-02"));
    becomes(f, "Title: a\nDate: 2026-01-02\n\nText\n");
    edit = open(f, "Title: a\n\nText\n");
    front_edit_append(edit, FRONT_EDIT_NONE, STR("aliases"), STR("/x/"));
    becomes(f, "Title: a\nAliases: /x/\n\nText\n");
    edit = open(f, "Title: a\nAliases: /x/\n\nText\n");
    front_edit_append(edit, front_edit_find(edit, STR("aliases")),
                      STR("aliases"), STR("/y/"));
    becomes(f, "Title: a\nAliases: /x/; /y/\n\nText\n");
    edit = open(f, "Title: a\nAliases: /x/; /y/\n\nText\n");
    front_edit_remove(edit, front_edit_find(edit, STR("aliases")), 0);
    becomes(f, "Title: a\nAliases: /y/\n\nText\n");
    edit = open(f, "Title: a\n\nText\n");
    front_edit_append(edit, FRONT_EDIT_NONE, STR("aliases"), STR("/x;y/"));
    refused(f);
    edit = open(f, "Status: draft\n\nText\n"); /* it was a header by that */
    front_edit_drop(edit, 0);
    refused(f);
}

/* TOML stays TOML: dates bare, texts in quotes, keys above the tables. */
static void check_toml(struct fixture *f)
{
    struct front_edit *edit = open(f, "+++\ntitle = 'a' # b\n"
                                      "\"draft\"=true# why\n\n[extra]\nx = 1\n"
                                      "+++\nText\n");
    front_edit_put(edit, front_edit_find(edit, STR("draft")), STR("date"),
                   STR("2026-01-02T09:30:00+01:00"));
    becomes(f, "+++\ntitle = 'a' # b\n"
               "date = 2026-01-02T09:30:00+01:00# why\n\n[extra]\nx = 1\n"
               "+++\nText\n");
    edit =
        open(f, "+++\r\ntitle = '''\r\na'''\r\nb = 1\r\ndraft = true # why\r\n"
                "[extra]\r\n+++\r\n");
    front_edit_drop(edit, front_edit_find(edit, STR("draft")));
    front_edit_put(edit, FRONT_EDIT_NONE, STR("slug"), STR("x y"));
    becomes(f,
            "+++\r\ntitle = '''\r\na'''\r\nslug = \"x y\"\r\nb = 1\r\n# why\r\n"
            "[extra]\r\n+++\r\n");
    edit = open(f, "+++\na = 1\ndate = 2024-01-01 09:30:00\n"
                   "[b]\ndate = 2\n+++\n");
    front_edit_set(edit, front_edit_find(edit, STR("date")), STR("2026-01-02"));
    becomes(f, "+++\na = 1\ndate = 2026-01-02\n[b]\ndate = 2\n+++\n");
    edit = open(f, "+++\ntitle = \"\"\"\na\nb\"\"\"\n+++\n");
    front_edit_set(edit, 0, STR("it's"));
    becomes(f, "+++\ntitle = \"it's\"\n+++\n");
    /* A dict made by a header or by dotted keys is on no one line. */
    edit = open(f, "+++\na.b = 1\na.c = 2\n+++\n");
    front_edit_drop(edit, 0);
    refused(f);
    edit = open(f, "+++\n[a]\nb = 1\n+++\n");
    front_edit_set(edit, 0, STR("x"));
    refused(f);
}

static void check_toml_lists(struct fixture *f)
{
    struct front_edit *edit = open(f, "+++\n[extra]\nx = 1\n+++\n");
    front_edit_append(edit, FRONT_EDIT_NONE, STR("aliases"), STR("/x/"));
    becomes(f, "+++\naliases = [\"/x/\"]\n[extra]\nx = 1\n+++\n");
    edit = open(f, "+++\naliases = '/x/' # one\n+++\n");
    front_edit_append(edit, 0, STR("aliases"), STR("/y\"/"));
    becomes(f, "+++\naliases = ['/x/', \"/y\\\"/\"] # one\n+++\n");
    edit = open(f, "+++\naliases = [\n  '/x/', # one\n  '/y/',\n]\n+++\n");
    front_edit_append(edit, 0, STR("aliases"), STR("/z/"));
    becomes(f, "+++\naliases = [\n  '/x/', # one\n  '/y/', \"/z/\",\n]\n+++\n");
    edit = open(f, "+++\naliases = [\n  '/x/',\n  '/y/',\n]\n+++\n");
    front_edit_remove(edit, 0, 0);
    becomes(f, "+++\naliases = [\n  '/y/',\n]\n+++\n");
    edit = open(f, "+++\naliases = [\n  '/x/',\n  '/y/'\n]\n+++\n");
    front_edit_remove(edit, 0, 1);
    becomes(f, "+++\naliases = [\n  '/x/'\n]\n+++\n");
}

static void check_json(struct fixture *f)
{
    struct front_edit *edit =
        open(f, "{\n  \"title\": \"a\",\n  \"draft\": true\n}\n\nText\n");
    front_edit_put(edit, 1, STR("date"), STR("2026-01-02"));
    becomes(f, "{\n  \"title\": \"a\",\n  \"date\": \"2026-01-02\"\n}\n"
               "\nText\n");
    edit = open(f, "{\n  \"draft\": true,\n  \"title\": \"a\"\n}\n\nText\n");
    front_edit_drop(edit, 0);
    becomes(f, "{\n  \"title\": \"a\"\n}\n\nText\n");
    edit = open(f, "{\n  \"title\": \"a\",\n  \"draft\": true\n}\n");
    front_edit_drop(edit, 1);
    becomes(f, "{\n  \"title\": \"a\"\n}\n");
    edit = open(f, "{\r\n\t\"title\": \"a\"\r\n}\r\n");
    front_edit_append(edit, FRONT_EDIT_NONE, STR("aliases"), STR("/x/"));
    becomes(f, "{\r\n\t\"aliases\": [\"/x/\"],\r\n\t\"title\": \"a\"\r\n}\r\n");
    edit = open(f, "{\"title\": \"a\"} Text");
    front_edit_put(edit, FRONT_EDIT_NONE, STR("slug"), STR("b c"));
    becomes(f, "{\"slug\": \"b c\", \"title\": \"a\"} Text");
}

static void check_drop(struct fixture *f)
{
    static const char *const cases[][2] = {
        {"---\na: 1\nb: 2\nc: 3\n---\nText\n", "---\na: 1\nc: 3\n---\nText\n"},
        {"---\r\nb: 2\r\na: 1\r\n---\r\nText", "---\r\na: 1\r\n---\r\nText"},
        {"---\na: 1\nb: 2 # why\n---\n", "---\na: 1\n# why\n---\n"},
        {"---\na: 1\nb:\n  - x\n  - y\nc: 3\n---\n", "---\na: 1\nc: 3\n---\n"},
        {"---\nb: |\n  x\n\n  y\nc: 3\n---\n", "---\nc: 3\n---\n"},
        {"---\nb:\nc: 3\n---\n", "---\nc: 3\n---\n"},
        {"---\n{a: 1, b: 2, c: 3}\n---\n", "---\n{a: 1, c: 3}\n---\n"},
        {"---\n{b: 2, a: 1}\n---\n", "---\n{a: 1}\n---\n"},
        {"---\n{\"a\": 1, \"b\": 2}\n---\n", "---\n{\"a\": 1}\n---\n"},
        {"---\n\"b\": 2\n'a': 1\n---\n", "---\n'a': 1\n---\n"},
        {"---\nb: 1\na: 2\nb: 3\n---\n", "---\nb: 1\na: 2\n---\n"},
        {"\xEF\xBB\xBF---\nb: 2\n---\n", "\xEF\xBB\xBF---\n---\n"},
        {"---\nb: 2\na: [1.5, .nan, -.inf, {x: 0.1, y: ~}]\n---\n",
         "---\na: [1.5, .nan, -.inf, {x: 0.1, y: ~}]\n---\n"},
        {"title: x\nb: 2\ntags: y\n---\nHexo\n",
         "title: x\ntags: y\n---\nHexo\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct front_edit *edit = open(f, cases[i][0]);
        front_edit_drop(edit, front_edit_find(edit, STR("b")));
        becomes(f, cases[i][1]);
    }
}

static void check_put(struct fixture *f)
{
    static const char *const cases[][2] = {
        {"---\ntitle: x\ntags: y\n---\n",
         "---\ntitle: x\nnew: 1 2\ntags: y\n---\n"},
        {"---\r\ntitle: x\r\n---\r\n",
         "---\r\ntitle: x\r\nnew: 1 2\r\n---\r\n"},
        {"---\n# only a comment\n---\n",
         "---\nnew: 1 2\n# only a comment\n---\n"},
        {"---\n---\nText", "---\nnew: 1 2\n---\nText"},
        {"# Heading\n", "---\nnew: 1 2\n---\n# Heading\n"},
        {"\xEF\xBB\xBFText\r\n",
         "\xEF\xBB\xBF---\r\nnew: 1 2\r\n---\r\nText\r\n"},
        {"", "---\nnew: 1 2\n---\n"},
        {"---\n  title: x\n---\n", "---\n  title: x\n  new: 1 2\n---\n"},
        {"---\ntitle: >-\n  long\n  one\na: 1\n---\n",
         "---\ntitle: >-\n  long\n  one\nnew: 1 2\na: 1\n---\n"},
        {"---\n{\"a\": 1}\n---\n", "---\n{\"new\": \"1 2\", \"a\": 1}\n---\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        front_edit_put(open(f, cases[i][0]), FRONT_EDIT_NONE, STR("new"),
                       STR("1 2"));
        becomes(f, cases[i][1]);
    }
}

static void check_set(struct fixture *f)
{
    static const char *const cases[][2] = {
        {"---\na: 1 # b\n---\n", "---\na: new # b\n---\n"},
        {"---\na: \"old\"\n---\n", "---\na: new\n---\n"},
        {"---\na:\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"},
        {"---\na: >-\n  x\n  y\nb: 1\n---\n", "---\na: new\nb: 1\n---\n"},
        {"---\n{a: 1}\n---\n", "---\n{a: \"new\"}\n---\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct front_edit *edit = open(f, cases[i][0]);
        front_edit_set(edit, front_edit_find(edit, STR("a")), STR("new"));
        becomes(f, cases[i][1]);
    }
}

static void check_append(struct fixture *f)
{
    static const char *const cases[][2] = {
        {"---\na: [x]\n---\n", "---\na: [x, /y/]\n---\n"},
        {"---\na: [x,\n  z]\n---\n", "---\na: [x,\n  z, /y/]\n---\n"},
        {"---\na:\n- x # b\nc: 1\n---\n",
         "---\na:\n- x # b\n- /y/\nc: 1\n---\n"},
        {"---\na:\n    - x\n---\n", "---\na:\n    - x\n    - /y/\n---\n"},
        {"---\na: x\n---\n", "---\na: [x, /y/]\n---\n"},
        {"---\na: \"x: z\" # c\n---\n", "---\na: [\"x: z\", /y/] # c\n---\n"},
        {"---\na:\nb: 1\n---\n", "---\na: [/y/]\nb: 1\n---\n"},
        {"---\na: []\n---\n", "---\na: [/y/]\n---\n"},
        {"Text\n", "---\na: [/y/]\n---\nText\n"},
        {"---\n{\"a\": [\"x\"]}\n---\n",
         "---\n{\"a\": [\"x\", \"/y/\"]}\n---\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct front_edit *edit = open(f, cases[i][0]);
        front_edit_append(edit, front_edit_find(edit, STR("a")), STR("a"),
                          STR("/y/"));
        becomes(f, cases[i][1]);
    }
}

static void check_remove(struct fixture *f)
{
    static const char *const cases[][2] = {
        {"---\na: [x, y, z]\n---\n", "---\na: [x, z]\n---\n"},
        {"---\na: [x, y]\n---\n", "---\na: [x]\n---\n"},
        {"---\na:\n  - x\n  - y\n  - z\n---\n", "---\na:\n  - x\n  - z\n---\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct front_edit *edit = open(f, cases[i][0]);
        front_edit_remove(edit, 0, 1);
        becomes(f, cases[i][1]);
    }
    front_edit_remove(open(f, "---\na: [y]\nb: 1\n---\n"), 0, 0);
    becomes(f, "---\nb: 1\n---\n");
}

/* Edits that a splice would break are left to people. */
static void check_refused(struct fixture *f)
{
    static const char *const cases[] = {
        "---\nb: &x true\na: *x\n---\n",
        "---\n? b\n: 1\n---\n",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct front_edit *edit = open(f, cases[i]);
        front_edit_put(edit, front_edit_find(edit, STR("b")), STR("c"),
                       STR("d"));
        refused(f);
    }
}

/* --- drafts --- */

static const struct date now = {.instant = 1780308000, .offset = 120};

static enum draft_status release(struct fixture *f, const char *text,
                                 const char *day, struct draft *out)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.md"), .text = str_from(text)};
    struct draft_when when = {false, str_from(day), now, NULL};
    return draft_release(&f->source, &when, &f->arena, &f->diags, out);
}

static void check_draft(struct fixture *f)
{
    static const char *const cases[][3] = {
        {"---\ntitle: A\ndraft: true # c\ntags: [a]\n---\nBody\n", "",
         "---\ntitle: A\ndate: 2026-06-01T12:00:00+02:00 # c\ntags: [a]\n"
         "---\nBody\n"},
        {"---\r\ndraft: yes\r\ndate: 2024-1-2\r\n---\r\nBody", "",
         "---\r\ndate: 2026-06-01\r\n---\r\nBody"},
        {"---\npublished: false\n# x\ntitle: \"b\"\n---\n", "2020-01-01",
         "---\ndate: 2026-06-01T12:00:00+02:00\n# x\ntitle: \"b\"\n---\n"},
        {"---\ndate: '2020-01-01 10:00'\npublish: false\n---\n", "",
         "---\ndate: 2026-06-01T12:00:00+02:00\n---\n"},
        {"---\ndraft: true\ntitle: x\ndraft: true\ndate:\n---\n", "",
         "---\ntitle: x\ndate: 2026-06-01T12:00:00+02:00\n---\n"},
        {"---\nDraft: true\nPublished: no\n---\n", "",
         "---\ndate: 2026-06-01T12:00:00+02:00\n---\n"},
    };
    struct draft draft;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(&f->tap,
              release(f, cases[i][0], cases[i][1], &draft) == DRAFT_RELEASED);
        CHECK_STR(&f->tap, draft.text, cases[i][2]);
        CHECK(&f->tap, !draft.scheduled);
    }
}

static void check_scheduled(struct fixture *f)
{
    struct draft draft;
    CHECK(&f->tap, release(f, "---\ndraft: true\ndate: 2027-01-01\n---\n", "",
                           &draft) == DRAFT_RELEASED);
    CHECK_STR(&f->tap, draft.text, "---\ndate: 2027-01-01\n---\n");
    CHECK(&f->tap, draft.scheduled);
    CHECK(&f->tap, release(f, "---\ndraft: true\n---\n", "2027-01-01",
                           &draft) == DRAFT_RELEASED);
    CHECK_STR(&f->tap, draft.text, "---\n---\n");
    CHECK(&f->tap, draft.scheduled);
}

static void check_no_draft(struct fixture *f)
{
    struct draft draft;
    CHECK(&f->tap, release(f, "Text\n", "", &draft) == DRAFT_NONE);
    CHECK(&f->tap,
          release(f, "---\ndraft: false\n---\n", "", &draft) == DRAFT_NONE);
    CHECK(&f->tap, release(f, "---\ntitle: 'draft: true'\n---\n", "", &draft) ==
                       DRAFT_NONE);
    CHECK(&f->tap,
          release(f, "---\ndraft: [\n---\n", "", &draft) == DRAFT_BROKEN);
    CHECK(&f->tap, release(f, "---\ndraft: &d true\nx: *d\n---\n", "",
                           &draft) == DRAFT_MANUAL);
}

/* --- texts as YAML --- */

/* As a title it comes back, and as a value it is a text and no other. */
static bool comes_back(struct fixture *f, str text)
{
    struct frontmatter_place place;
    struct frontmatter front;
    value v;
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    str quoted = yaml_quote(&f->arena, text);
    f->source = (struct source){.name = STR("t.md"),
                                .text = arena_printf(&f->arena,
                                                     "---\ntitle: %.*s\n---\n",
                                                     STR_ARG(quoted))};
    struct source list = {
        .name = STR("l"),
        .text = arena_printf(&f->arena, "[%.*s, 1]", STR_ARG(quoted))};
    const struct config config = {.title = STR("")};
    return frontmatter_split(&f->source, &f->diags, &place) &&
           frontmatter_read(&f->source, &place, &config, &f->arena, &f->diags,
                            &front) &&
           str_eq(front.title, text) && f->diags.list.n == 0 &&
           yaml_parse(&list, 0, list.text.n, &f->arena, &f->diags, &v) &&
           value_is(v, VALUE_LIST) && v.as.list->items.n == 2 &&
           value_is(v.as.list->items.p[0], VALUE_STRING) &&
           str_eq(value_str(v.as.list->items.p[0]), text);
}

static void check_quote(struct fixture *f)
{
    static const char *const same[] = {"Plum cake",       "Crème brûlée (2)",
                                       "/old/address/",   "it's",
                                       "a.;/(+-_=?!$^~)", "\u00a1\ud7ff\u65e5"};
    static const char *const texts[] = {"yes",
                                        "No",
                                        "null",
                                        "~",
                                        "1",
                                        "1.10",
                                        "0x1F",
                                        "2026-11-21",
                                        "12:30",
                                        "- a",
                                        "-",
                                        "--- x",
                                        "...",
                                        "? a",
                                        "a: b",
                                        "a:",
                                        ":a",
                                        "a #b",
                                        "#a",
                                        "\"a\"",
                                        "'a'",
                                        "a\"b'c\\d",
                                        "{a}",
                                        "[a",
                                        "*a",
                                        "&a",
                                        "!a",
                                        "|",
                                        ">",
                                        "%a",
                                        "@a",
                                        "`a`",
                                        "a, b",
                                        "<<",
                                        "=",
                                        "a\tb",
                                        "\xE2\x80\xA8",
                                        "\xF0\x9F\x98\x80",
                                        "\xEF\xBC\x9A",
                                        "Ünï",
                                        "{{ x }}",
                                        "{% x %}",
                                        "true",
                                        "y",
                                        "a\x07z",
                                        "a\xC2\x85z",
                                        "\xEF\xBB\xBFx",
                                        ".inf",
                                        "0o7",
                                        "1e3"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        CHECK_STR(&f->tap, yaml_quote(&f->arena, str_from(same[i])), same[i]);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!CHECK(&f->tap, comes_back(f, str_from(texts[i])))) {
            printf("# %s\n", texts[i]);
        }
    }
}

/* Values that are quoted, and the escapes of characters in them. */
static void check_escapes(struct fixture *f)
{
    static const char *const quoted[][2] = {
        {"yes", "\"yes\""},
        {"NaN", "\"NaN\""},
        {"", "\"\""},
        {"a ", "\"a \""},
        {"1a", "\"1a\""},
        {"say \"a\\b\"", "\"say \\\"a\\\\b\\\"\""},
        {"a\tb\nc", "\"a\\tb\\nc\""},
        {"\x01\x1f\x7f", "\"\\u0001\\u001F\\u007F\""},
        {"\xC2\x80\xC2\x9F", "\"\\u0080\\u009F\""},
        {"\u00a0", "\"\u00a0\""},
        {"a\ue000", "\"a\ue000\""},
        {"\U0001f600", "\"\U0001f600\""},
        {"\u2027\u2028\u2029", "\"\u2027\\u2028\\u2029\""},
        {"\ufeff\ufffd\ufffe\uffff", "\"\\uFEFF\ufffd\\uFFFE\\uFFFF\""},
        {"a\xff", "\"a\ufffd\""},
    };
    for (size_t i = 0; i < sizeof quoted / sizeof *quoted; i++) {
        CHECK_STR(&f->tap, yaml_quote(&f->arena, str_from(quoted[i][0])),
                  quoted[i][1]);
    }
}

/* Random titles of what YAML and Markdown find special. */
static void check_random(struct fixture *f)
{
    static const char *const parts[] = {"a",   "b",  " ",
                                        " ",   "1",  "0",
                                        ":",   "#",  "-",
                                        "'",   "\"", "\\",
                                        "[",   "]",  "{",
                                        "}",   ",",  "&",
                                        "*",   "!",  "|",
                                        ">",   "%",  "@",
                                        "`",   "?",  ".",
                                        "yes", "no", "null",
                                        "é",   "日", "\xF0\x9F\x98\x80",
                                        "\t",  "~",  "=",
                                        "<"};
    uint64_t state = 1;
    size_t good = 0;
    enum { ROUNDS = 20000 };
    for (size_t i = 0; i < ROUNDS; i++) {
        struct buf text = {0};
        for (size_t k = 0; k < 1 + i % 7; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            buf_put(&text,
                    str_from(
                        parts[(state >> 33) % (sizeof parts / sizeof *parts)]));
        }
        str title = str_trim(buf_str(&text));
        bool back = !title.n || comes_back(f, title);
        good += back;
        if (!back) {
            printf("# [%.*s]\n", STR_ARG(title));
        }
        buf_free(&text);
    }
    CHECK(&f->tap, good == ROUNDS);
}

int main(void)
{
    struct fixture f = {0};
    check_header(&f);
    check_toml(&f);
    check_toml_lists(&f);
    check_json(&f);
    check_drop(&f);
    check_put(&f);
    check_set(&f);
    check_append(&f);
    check_remove(&f);
    check_refused(&f);
    check_draft(&f);
    check_scheduled(&f);
    check_no_draft(&f);
    check_quote(&f);
    check_escapes(&f);
    check_random(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
