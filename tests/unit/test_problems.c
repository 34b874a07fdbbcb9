/* SPDX-License-Identifier: MIT */
/* serve/problems: which errors are open, and which are reported once; and the
 * drafts of serve/preview_report. */
#include "serve/problems.h"

#include <stdio.h>

#include "base/memory/buf.h"
#include "serve/preview_report.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct problems problems;
    struct arena arena;
};

static const struct source post = {.name = STR_INIT("content/a.md")};
static const struct source theme = {.name = STR_INIT("templates/x.html")};

static struct diags new_diags(struct fixture *fixture)
{
    struct diags diags;
    diags_init(&diags, &fixture->arena);
    return diags;
}

/* Words: e is an error of the template, w a warning of the post. */
static struct diags said(struct fixture *fixture, const char *words)
{
    struct diags diags = new_diags(fixture);
    str rest = str_from(words);
    str word;
    while (str_split(&rest, ' ', &word)) {
        if (str_starts(word, STR("e"))) {
            diag_error(&diags, span_of(&theme, 0, 0), "x", "%.*s",
                       STR_ARG(word));
        } else if (str_starts(word, STR("w"))) {
            diag_warning(&diags, span_of(&post, 0, 0), "x", "%.*s",
                         STR_ARG(word));
        }
    }
    return diags;
}

static void check_words(struct fixture *fixture, const struct diags *diags,
                        const char *want)
{
    struct buf words = {0};
    for (size_t i = 0; i < diags->list.n; i++) {
        buf_put(&words, i ? STR(" ") : STR(""));
        buf_put(&words, diags->list.p[i]->message);
    }
    CHECK_STR(&fixture->tap, buf_str(&words), want);
    buf_free(&words);
}

static void check_standing(struct fixture *fixture, const char *want)
{
    struct diags diags = new_diags(fixture);
    problems_list(&fixture->problems, &diags);
    check_words(fixture, &diags, want);
}

static void set(struct fixture *fixture, const char *file, const char *words,
                const char *news)
{
    struct diags diags = said(fixture, words);
    struct diags fresh = new_diags(fixture);
    problems_set(&fixture->problems, str_from(file), 1, &diags, &fresh);
    check_words(fixture, &fresh, news);
}

static void test_errors(struct fixture *fixture)
{
    struct problems *problems = &fixture->problems;
    set(fixture, "a", "e1 w1", "e1");
    CHECK(&fixture->tap, problems->changed);
    set(fixture, "b", "e1 e2", "e2");
    check_standing(fixture, "e1 e2");
    set(fixture, "a", "e1", "");
    problems_clear(problems, STR("b"));
    check_standing(fixture, "e1");
    problems_clear(problems, STR("a"));
    check_standing(fixture, "");
    problems->changed = false;
    problems_clear(problems, STR("a"));
    CHECK(&fixture->tap, !problems->changed);
    /* An error that was gone meanwhile is reported again. */
    set(fixture, "a", "e1", "e1");
    set(fixture, "a", "e3", "e3");
    check_standing(fixture, "e3");
    problems_clear(problems, STR("a"));
}

static void test_before(struct fixture *fixture)
{
    struct problems *problems = &fixture->problems;
    set(fixture, "", "e1", "e1");
    CHECK(&fixture->tap, !problems_before(problems, 2));
    set(fixture, "a", "e2", "e2");
    CHECK(&fixture->tap, !problems_before(problems, 1));
    const struct problem *before = problems_before(problems, 2);
    CHECK_STR(&fixture->tap, before ? before->file : STR("-"), "a");
    CHECK(&fixture->tap, problems_of(problems, STR("")) != NULL);
    problems_clear(problems, STR(""));
    problems_clear(problems, STR("a"));
    CHECK(&fixture->tap, !problems_of(problems, STR("")) && !problems->first);
}

static void warn(struct fixture *fixture, const char *words, const char *news)
{
    struct diags diags = said(fixture, words);
    struct diags fresh = new_diags(fixture);
    problems_warn(&fixture->problems, &diags, &fresh);
    check_words(fixture, &fresh, news);
}

static void warn_texts(struct fixture *fixture, const char *words,
                       const char *news)
{
    struct diags diags = said(fixture, words);
    struct diags fresh = new_diags(fixture);
    problems_warn_texts(&fixture->problems, &diags, &fresh);
    check_words(fixture, &fresh, news);
}

static void test_warnings(struct fixture *fixture)
{
    const str saved = STR("content/a.md");
    const str other = STR("content/b.md");
    warn(fixture, "w1 e1 w2", "w1 w2");
    warn(fixture, "w1", "");
    problems_forget(&fixture->problems,
                    &(struct changed_files){&other, 1, false}, true);
    warn(fixture, "w2", "");
    problems_forget(&fixture->problems,
                    &(struct changed_files){&saved, 1, false}, true);
    warn(fixture, "w1", "w1");
    problems_forget(&fixture->problems, &(struct changed_files){.all = true},
                    true);
    warn(fixture, "w1 w2", "w1 w2");
}

/* Warnings of texts that are missing from the next list are gone; those of
 * pages need no list. */
static void test_texts(struct fixture *fixture)
{
    problems_forget(&fixture->problems, &(struct changed_files){.all = true},
                    true);
    warn(fixture, "w9", "w9");
    warn_texts(fixture, "w1 w2", "w1 w2");
    warn(fixture, "w1", "");
    warn_texts(fixture, "w1 w2", "");
    warn_texts(fixture, "w1", "");
    warn_texts(fixture, "w1 w2", "w2");
    warn(fixture, "w9", "");
}

/* The saved site has errors, so the last one is shown: warnings of its texts
 * are known already, and reported once more when the saved site is shown. */
static void test_not_taken(struct fixture *fixture)
{
    const str saved = STR("content/a.md");
    const str other = STR("content/b.md");
    struct changed_files one = {&saved, 1, false};
    struct changed_files two = {&other, 1, false};
    problems_forget(&fixture->problems, &(struct changed_files){.all = true},
                    true);
    warn_texts(fixture, "w1", "w1");
    warn(fixture, "w3", "w3");
    problems_forget(&fixture->problems, &one, false);
    warn(fixture, "w3", "w3");
    warn_texts(fixture, "w1", "");
    problems_forget(&fixture->problems, &two, true);
    warn_texts(fixture, "w1", "w1");
    warn(fixture, "w3", "");
}

/* Warnings that are gone take no memory; those that stay are said once. */
static void test_many(struct fixture *fixture)
{
    char name[20];
    warn_texts(fixture, "w9", "w9");
    for (int i = 100; i < 200; i++) {
        snprintf(name, sizeof name, "w9 w%d", i);
        warn_texts(fixture, name, name + 3);
    }
    CHECK(&fixture->tap, fixture->problems.reported.n < 10);
    warn_texts(fixture, "w9", "");
}

/* An error of an update that failed is unpacked: its code is no literal. */
static void test_code(struct fixture *fixture)
{
    char code[] = "yaml";
    struct diags diags = new_diags(fixture);
    struct diags news = new_diags(fixture);
    struct diags standing = new_diags(fixture);
    diag_error(&diags, span_of(&post, 0, 0), code, "an error");
    problems_set(&fixture->problems, STR("b"), 1, &diags, &news);
    code[0] = '?';
    problems_list(&fixture->problems, &standing);
    CHECK_STR(&fixture->tap, str_from(news.list.p[0]->code), "yaml");
    CHECK_STR(&fixture->tap, str_from(standing.list.p[0]->code), "yaml");
    problems_clear(&fixture->problems, STR("b"));
}

/* A report that was not sent is filled in once more. */
static void test_drafts(struct fixture *fixture)
{
    const struct frontmatter front = {.draft = true};
    const struct content_file file = {.path = STR("a.md")};
    struct post draft = {.front = &front,
                         .file = &file,
                         .title = STR("A"),
                         .address.url = STR("/a/")};
    const struct site site = {.all = &draft, .nall = 1};
    struct preview_report *report = report_new();
    report_drafts(report, &site);
    report_drafts(report, &site);
    CHECK(&fixture->tap, report->drafts.n == 1);
    report_free(report);
}

int main(void)
{
    struct fixture fixture = {0};
    test_errors(&fixture);
    test_before(&fixture);
    test_warnings(&fixture);
    test_texts(&fixture);
    test_not_taken(&fixture);
    test_many(&fixture);
    test_code(&fixture);
    test_drafts(&fixture);
    problems_free(&fixture.problems);
    arena_free(&fixture.arena);
    return tap_done(&fixture.tap);
}
