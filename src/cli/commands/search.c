/* SPDX-License-Identifier: MIT */
#include "search/search.h"

#include "base/diag/printable.h"
#include "base/json_string.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "data/json.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/config/config.h"
#include "text/url.h"

/* Asks the index of the last build as a browser does: from its files. */

enum { MOST_SHOWN = 10 };

struct asking {
    str output; /* the folder */
    str root;   /* the path in the site's address: /blog */
    str folder; /* of the index: search/, es/search/ */
    struct search_index index;
    struct arena *arena;
    FILE *to; /* where answers are printed */
    bool json;
    struct buf out;
};

static bool read_published(const struct asking *asking, str path,
                           struct arena *arena, str *bytes)
{
    return fs_read(path_join(arena, asking->output, path), arena, bytes) == 0;
}

static bool load(void *context, str name, struct arena *arena, str *bytes)
{
    const struct asking *asking = context;
    str ext = name.p[0] == 'f' ? STR(".json") : STR(".bin");
    str path = arena_printf(arena, "%.*s%.*s%.*s", STR_ARG(asking->folder),
                            STR_ARG(name), STR_ARG(ext));
    return read_published(asking, path, arena, bytes) &&
           search_is_intact(name, *bytes);
}

/* [url, title, date, section, date in words] of a document; NULL: it can't be
 * read. */
static const struct list *shown(const struct asking *asking, size_t document,
                                struct arena *arena)
{
    struct source *source = ARENA_NEW(arena, struct source);
    struct diags quiet;
    value v;
    diags_init(&quiet, arena);
    str name = asking->index.root.fragments[document / SEARCH_FRAGMENT];
    if (!load((void *)(uintptr_t)asking, name, arena, &source->text) ||
        !json_parse(source, arena, &quiet, &v) || v.kind != VALUE_LIST ||
        document % SEARCH_FRAGMENT >= v.as.list->items.n) {
        return NULL;
    }
    v = v.as.list->items.p[document % SEARCH_FRAGMENT];
    return v.kind == VALUE_LIST && v.as.list->items.n == 5 ? v.as.list : NULL;
}

static str part_of(const struct list *list, size_t i)
{
    value v = list->items.p[i];
    return v.kind == VALUE_STRING ? value_str(v) : STR("");
}

/* The text of the page that a document leads to: of its <article>, beside which
 * are titles of other posts, or of its <main>, or of all of it. */
static str text_of(void *context, size_t document, struct arena *arena)
{
    const struct asking *asking = context;
    const struct list *list = shown(asking, document, arena);
    str html;
    if (!list) {
        return STR("");
    }
    str path = url_decode(arena, part_of(list, 0));
    path = str_from_offset(path, asking->root.n + 1);
    path = path.n == 0 || str_ends(path, STR("/"))
               ? arena_concat(arena, path, STR("index.html"))
               : path;
    if (!read_published(asking, path, arena, &html) &&
        !read_published(asking, arena_concat(arena, path, STR(".html")), arena,
                        &html)) {
        return STR("");
    }
    static const char *const names[] = {"article", "main", "body"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t from = str_find(html, arena_printf(arena, "<%s", names[i]));
        size_t to = str_find(html, arena_printf(arena, "</%s", names[i]));
        if (from < to) {
            return search_html_text(str_sub(html, from, to - from), arena);
        }
    }
    return search_html_text(html, arena);
}

static void put_answer(struct asking *asking, size_t i,
                       const struct search_answer *answer)
{
    static const char *const names[] = {"url", "title", "date", "section"};
    const struct list *list = shown(asking, answer->document, asking->arena);
    if (!list) {
        return;
    }
    if (!asking->json) {
        printable_printf(&asking->out, "%2zu. %.*s  %.*s\n", i + 1,
                         STR_ARG(part_of(list, 1)), STR_ARG(part_of(list, 2)));
        printable_printf(&asking->out, "    %.*s\n", STR_ARG(part_of(list, 0)));
        return;
    }
    buf_printf(&asking->out, "{\"document\": %u, \"score\": %.0f",
               answer->document, answer->score);
    for (size_t k = 0; k < 4; k++) {
        buf_printf(&asking->out, ", \"%s\": ", names[k]);
        json_put_string(&asking->out, part_of(list, k));
    }
    buf_put(&asking->out, STR("}\n"));
}

/* Returns the exit status. */
static int answer(struct asking *asking, str words)
{
    struct search_question question = {
        .index = &asking->index, .text = text_of, .words = words};
    asking->index.load = load;
    asking->index.context = asking;
    struct search_answers answers;
    search_ask(&question, asking->arena, &answers);
    for (size_t i = 0; i < answers.found.n && i < MOST_SHOWN; i++) {
        put_answer(asking, i, &answers.found.p[i]);
    }
    report_text(buf_str(&asking->out), asking->to);
    if (!asking->json) {
        say_error("%zu page%s", PLURAL_ARG(answers.found.n));
    }
    if (answers.missing) {
        say_error("the search index is damaged: build again");
    }
    return answers.missing ? EXIT_ERRORS : EXIT_DONE;
}

static str words_of(const struct options *options, struct arena *arena)
{
    struct buf words = {0};
    buf_put(&words, str_from(options->argument));
    for (size_t i = 0; i < options->nmore; i++) {
        buf_putc(&words, ' ');
        buf_put(&words, str_from(options->more[i]));
    }
    return buf_move(&words, arena);
}

int command_search(const struct options *options)
{
    struct arena arena = {0};
    struct config config;
    struct asking asking = {.arena = &arena,
                            .output = settings_output(options, &arena),
                            .to = report_is_json(options) ? options->diagnostics
                                                          : stdout,
                            .json = report_is_json(options)};
    str root;
    int status = EXIT_DONE;
    config_peek(&arena, &config);
    asking.root = url_path(config.url);
    str language = str_from(options->language);
    asking.folder = language.n && !str_eq(language, config.language)
                        ? path_join(&arena, language, STR("search/"))
                        : STR("search/");
    if (!options->argument) {
        say_error("what should be searched for? See crumb help search");
        status = EXIT_USAGE;
    } else if (!read_published(
                   &asking,
                   arena_concat(&arena, asking.folder, STR("index.json")),
                   &arena, &root) ||
               !search_open(root, &arena, &asking.index.root)) {
        say_error("there is no search index in %.*s/%.*s: build the site with "
                  "search: true in site.yaml",
                  STR_ARG(asking.output), STR_ARG(asking.folder));
        status = EXIT_ERRORS;
    } else {
        status = answer(&asking, words_of(options, &arena));
    }
    buf_free(&asking.out);
    arena_free(&arena);
    return status;
}
