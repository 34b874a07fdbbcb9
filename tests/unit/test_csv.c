/* SPDX-License-Identifier: MIT */
/* data/csv against RFC 4180, and what it says of broken files. Rows are shown
 * as name=text, with a bar between fields and a slash after each row. */
#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "data/csv.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    value rows;
};

static bool parse(struct fixture *f, str text)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.csv"), .text = text};
    return csv_parse(&f->source, &f->arena, &f->diags, &f->rows);
}

static str show(struct fixture *f)
{
    struct buf out = {0};
    const struct list *rows = f->rows.as.list;
    for (size_t i = 0; i < rows->items.n; i++) {
        const struct dict *row = rows->items.p[i].as.dict;
        for (size_t k = 0; k < row->entries.n; k++) {
            buf_put(&out, k ? STR("|") : STR(""));
            buf_put(&out, value_str(row->entries.p[k].key));
            buf_put(&out, STR("="));
            buf_put(&out, value_str(row->entries.p[k].val));
        }
        buf_put(&out, STR("/"));
    }
    str text = arena_str(&f->arena, buf_str(&out));
    buf_free(&out);
    return text;
}

static void accept(struct fixture *f, str text, const char *rows)
{
    bool good = parse(f, text) && f->diags.list.n == 0;
    CHECK(&f->tap, good);
    CHECK_STR(&f->tap, good ? show(f) : STR("(refused)"), rows);
}

/* One error, at that place. */
static void refuse(struct fixture *f, str text, unsigned line, unsigned column)
{
    bool good = parse(f, text);
    CHECK(&f->tap, !good && f->diags.list.n == 1);
    if (f->diags.list.n == 0) {
        return;
    }
    struct place at = f->diags.list.p[0]->at;
    if (!CHECK(&f->tap, at.line == line && at.column == column)) {
        printf("# at %u:%u, of %.*s\n", at.line, at.column, STR_ARG(text));
    }
}

/* RFC 4180 section 2, rule by rule. */
static void check_rules(struct fixture *f)
{
    accept(f, STR("a,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n"),
           "a=aaa|b=bbb|c=ccc/a=zzz|b=yyy|c=xxx/");
    accept(f, STR("a,b\r\naaa,bbb"), "a=aaa|b=bbb/");
    accept(f, STR("a,b\r\n x , y \r\n"), "a= x |b= y /");
    accept(f, STR("a,b\r\n\"aaa\",\"bbb\"\r\n"), "a=aaa|b=bbb/");
    accept(f, STR("a,b\r\n\"a\r\nb\",\"c,d\"\r\n"), "a=a\r\nb|b=c,d/");
    accept(f, STR("a,b\r\n\"a\"\"b\",\"\"\"\"\r\n"), "a=a\"b|b=\"/");
    accept(f, STR("a,b\r\n\"\",\r\n"), "a=|b=/");
}

static void check_kinds(struct fixture *f)
{
    accept(f, STR(""), "");
    accept(f, STR("\xEF\xBB\xBF"), "");
    accept(f, STR("a,b\n"), "");
    accept(f, STR("\n\r\na,b\n\n1,2\n\r\n\n3,4\n\n"), "a=1|b=2/a=3|b=4/");
    accept(f, STR("a,b\r1,2\r3,4"), "a=1|b=2/a=3|b=4/");
    accept(f,
           STR("\xEF\xBB\xBF"
               "a;b\n1,5;2\n"),
           "a=1,5|b=2/");
    accept(f, STR("a\tb\n1, 2\t3;4\n"), "a=1, 2|b=3;4/");
    accept(f, STR("\"x,y,z\";b\n1;2\n"), "x,y,z=1|b=2/");
    accept(f, STR(" a , b\n007,1.10\n"), "a=007|b=1.10/");
    accept(f, STR("name\nAnn\nBob\n"), "name=Ann/name=Bob/");
    accept(f, STR("a,b\n5\" disk,it's\n"), "a=5\" disk|b=it's/");
    accept(f, STR("\xC3\xA9t\xC3\xA9,b\n\xE2\x82\xAC,2\n"),
           "\xC3\xA9t\xC3\xA9=\xE2\x82\xAC|b=2/");
}

static void check_refused(struct fixture *f)
{
    refuse(f, STR("a,b\n1,\"2\n3,4\n"), 2, 3);
    refuse(f, STR("a,b\n1,\"2\"x\n3,4\n"), 2, 6);
    refuse(f, STR("a,b\n\"1\"\"\n"), 2, 1);
    refuse(f, STR("a,b\n1, \"2, 3\"\n"), 2, 3);
    refuse(f, STR("a,b\n1,2,3\n4,5\n"), 2, 1);
    refuse(f, STR("a,b\n1,2\n\n3\n"), 4, 1);
    refuse(f, STR("a,,c\n1,2,3\n"), 1, 3);
    refuse(f, STR("a,b, a\n1,2,3\n"), 1, 5);
    refuse(f, STR("a,b\n1,\xFF\n"), 2, 3);
    refuse(f, STR("\"a,b\n1,2\n"), 1, 1);
}

/* All broken lines in one run, but not of a file that is no CSV. */
static void check_many(struct fixture *f)
{
    CHECK(&f->tap, !parse(f, STR("a,b\n1\n1,2\n1,2,3\n")));
    CHECK(&f->tap, f->diags.list.n == 2);
    struct buf text = {0};
    buf_put(&text, STR("a,b\n"));
    for (int i = 0; i < 1000; i++) {
        buf_put(&text, STR("x\n"));
    }
    CHECK(&f->tap, !parse(f, buf_str(&text)));
    CHECK(&f->tap, f->diags.list.n > 1 && f->diags.list.n < 50);
    buf_free(&text);
}

/* Every start of a file ends well: nothing is read after it. */
static void check_prefixes(struct fixture *f)
{
    static const char whole[] = "\xEF\xBB\xBF"
                                "a;\"b\"\"c\"\r\n\"1\r\n2\"; \"x\r\n3;4\r\n";
    size_t ended = 0;
    for (size_t n = 0; n < sizeof whole; n++) {
        struct arena exact = {0};
        parse(f, arena_str(&exact, (str){whole, n}));
        ended += f->rows.kind == VALUE_LIST;
        arena_free(&exact);
    }
    CHECK(&f->tap, ended == sizeof whole);
}

int main(void)
{
    struct fixture f = {0};
    check_rules(&f);
    check_kinds(&f);
    check_refused(&f);
    check_many(&f);
    check_prefixes(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
