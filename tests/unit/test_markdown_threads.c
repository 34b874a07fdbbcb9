/* SPDX-License-Identifier: MIT */
/* cmark-gfm is not safe for threads with its inline extensions attached; ours
 * goes another way (md_parse.c). Four threads must give what one gives. */

#include <pthread.h>

#include "markdown/markdown.h"
#include "tap.h"

enum { THREADS = 4, RENDERS = 300 };

static const char text[] =
    "# One *two* {#x}\n\nA ~~struck *out*~~ text, ~once~, \"quoted\" -- see\n"
    "https://example.org/__a__/b and www.example.org, me@example.org or\n"
    "[a link](b.md \"t\") and ![an *image*](c.png)[^n].\n\n"
    "> [!NOTE]\n> An alert\\~ with `code`.\n\n"
    "| a | ~~b~~ |\n|--:|:-:|\n| 1 | http://x.example |\n| 2 |\n\n"
    "- [ ] to do\n- [x] done\n  1. nested ~~list~~\n\n"
    "```c {.x}\nint ~~a~~;\n```\n\n<div>\nraw\n</div>\n\n<!--more-->\n\n"
    "&copy; <b>b</b>  \nbreak\\\nbreak [r][r] \u65e5\u672c\n\n"
    "[r]: /u 'title'\n[^n]: A note, ~~too~~ www.example.org.\n";

struct job {
    pthread_t thread;
    bool started;
    str want;
    size_t wrong;
};

static str render(struct arena *arena)
{
    struct source source = {.name = STR("a.md"), .text = str_from(text)};
    struct markdown_options options = {.smart = true, .raw_html = true};
    struct diags diags;
    diags_init(&diags, arena);
    struct markdown out;
    markdown_render(&source, 0, &options, arena, &diags, &out);
    return out.html;
}

static void *work(void *context)
{
    struct job *job = context;
    struct arena arena = {0};
    for (size_t i = 0; i < RENDERS; i++) {
        job->wrong += !str_eq(render(&arena), job->want);
        arena_clear(&arena);
    }
    arena_free(&arena);
    return NULL;
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    markdown_init();
    str want = render(&arena);
    CHECK(&tap,
          str_find(want, STR("<del>struck <em>out</em></del>")) != STR_NONE);
    CHECK(&tap, str_find(want, STR("mailto:me@example.org")) != STR_NONE);
    struct job jobs[THREADS] = {0};
    for (size_t i = 0; i < THREADS; i++) {
        jobs[i].want = want;
        jobs[i].started =
            pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) == 0;
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(&tap, jobs[i].started && pthread_join(jobs[i].thread, NULL) == 0);
        CHECK(&tap, jobs[i].wrong == 0);
    }
    arena_free(&arena);
    return tap_done(&tap);
}
