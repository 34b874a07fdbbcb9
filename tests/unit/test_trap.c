/* SPDX-License-Identifier: MIT */
/* The trap of tests/trap/ springs: reads that are not recorded are made on
 * purpose, each in a process of its own, beside the same ones recorded. A build
 * without the trap skips this. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/fs.h"
#include "site/site_keys.h"
#include "site/view/question.h"
#include "site/view/view.h"
#include "site_help.h"
#include "tap.h"

#ifndef CRUMB_TRAP

int main(void)
{
    puts("1..0 # SKIP not built with the trap (make VARIANT=trap)");
    return 0;
}

#else

struct fixture {
    struct arena arena;
    struct diags diags;
    const struct site *site;
    const struct post *post;
    struct recorder recorder;
    struct view_shared shared;
    struct view view;
    struct render_context ctx;
    struct recorder_mark mark;
};

static value get(struct fixture *f, const struct object *object, str name)
{
    return object->class->get(object, &f->ctx, name);
}

static void use(size_t n)
{
    volatile size_t used = n;
    (void)used;
}

/* --- allowed reads --- */

static void nothing(struct fixture *f)
{
    use(f->post->object.number);
}

static void by_the_door(struct fixture *f)
{
    use(get(f, &f->post->object, STR("title")).n);
}

static void through_a_list(struct fixture *f)
{
    const struct object *posts =
        get(f, &f->site->object, STR("posts")).as.object;
    for (size_t i = 0; i < posts->class->length(posts, &f->ctx); i++) {
        value post = posts->class->at(posts, &f->ctx, i);
        use(get(f, post.as.object, STR("title")).n);
    }
}

static void by_name(struct fixture *f)
{
    value page = view_get_page(&f->ctx, STR("a/one.md"));
    use(get(f, page.as.object, STR("url")).n);
    use(view_get_page(&f->ctx, STR("a/none.md")).kind);
    use(view_get_section(&f->ctx, STR("a")).kind);
    use(view_get_taxonomy(&f->ctx, STR("tags")).kind);
}

static void settings(struct fixture *f)
{
    use(f->site->config.title.n);
}

static void after_the_trace(struct fixture *f)
{
    recorder_end(&f->recorder, f->mark, &f->arena);
    use(f->post->title.n);
}

static void granted(struct fixture *f)
{
    gate_grant(&f->post->title, sizeof f->post->title);
    use(f->post->title.n);
}

/* --- reads that spring the trap --- */

static void a_field(struct fixture *f)
{
    use(f->post->title.n);
}

static void a_whole_post(struct fixture *f)
{
    struct post copy = *f->post;
    use(copy.title.n + copy.slug.n);
}

static void a_list(struct fixture *f)
{
    use(f->site->posts.n);
}

static void the_clock(struct fixture *f)
{
    use((size_t)f->site->now.instant);
}

static void a_lookup(struct fixture *f)
{
    use(site_post(f->site, STR("a/one.md"), &f->arena) != NULL);
}

static void a_file(struct fixture *f)
{
    by_name(f);
    use(f->site->content.files.p[0]->path.n);
}

static void after_the_answer(struct fixture *f)
{
    by_the_door(f);
    use(f->post->title.n);
}

static void another_attribute(struct fixture *f)
{
    recorder_note(&f->recorder, f->post->object.number, 1);
    gate_read(&f->recorder, f->post->object.number, 2);
}

static void more_items(struct fixture *f)
{
    recorder_first(&f->recorder, f->site->posts.object.number, 1);
    gate_first(&f->recorder, f->site->posts.object.number, 2);
}

static void another_question(struct fixture *f)
{
    question_ask(&f->view, f->site, ASK_SECTION, STR("a"));
    gate_asked(&f->recorder, ASK_SECTION, STR("b"));
}

static void what_the_outer_trace_has(struct fixture *f)
{
    recorder_note(&f->recorder, f->post->object.number, 1);
    recorder_begin(&f->recorder);
    gate_read(&f->recorder, f->post->object.number, 1);
}

static void what_the_outer_trace_may(struct fixture *f)
{
    granted(f);
    recorder_begin(&f->recorder);
    use(f->post->title.n);
}

static void without_a_recorder(struct fixture *f)
{
    f->view.recorder = NULL;
    by_the_door(f);
}

/* --- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        exit(2);
    }
}

static void make_folder(void)
{
    char dir[] = "/tmp/crumb-trap-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || fs_mkdirs(STR("content/a")) != 0) {
        exit(2);
    }
    write_file("site.yaml", "title: Trap\n");
    write_file("content/a/one.md", "---\ntitle: One\ntags: [x]\n---\nText.\n");
    write_file("content/a/two.md", "---\ntitle: Two\n---\nText.\n");
}

static void remove_folder(void)
{
    static const char *const names[] = {"content/a/one.md", "content/a/two.md",
                                        "content/a", "content", "site.yaml"};
    char dir[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        remove(names[i]);
    }
    if (getcwd(dir, sizeof dir)) {
        rmdir(dir);
    }
}

static void open_site(struct fixture *f)
{
    struct site_options options = {.jobs = 1, .now = 1};
    diags_init(&f->diags, &f->arena);
    struct site *site = load_whole_site(&options, &f->arena, &f->diags);
    if (!site || !site->nall) {
        exit(2);
    }
    struct engine *engine = engine_new(NULL, 0, &f->arena);
    site->objects = objects_new(site, engine, true);
    f->site = site;
    f->post = &site->all[0];
    recorder_init(&f->recorder, engine, &f->arena);
    view_init(&f->view, site, &f->shared, &f->arena);
    f->view.recorder = &f->recorder;
    f->view.lang = STR("en");
    f->ctx = (struct render_context){
        .arena = &f->arena, .diags = &f->diags, .host = &f->view};
    gate_guard(site, &f->shared);
}

/* 0, or the signal that ended it. */
static int result_of(struct fixture *f, void (*attempt)(struct fixture *))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) {
            _exit(2);
        }
        f->mark = recorder_begin(&f->recorder);
        attempt(f);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

#define RIGHT(name)                                                            \
    {                                                                          \
#name, name, 0                                                         \
    }
#define WRONG(name)                                                            \
    {                                                                          \
#name, name, SIGABRT                                                   \
    }

static const struct {
    const char *name;
    void (*attempt)(struct fixture *f);
    int result;
} cases[] = {
    RIGHT(nothing),
    RIGHT(by_the_door),
    RIGHT(through_a_list),
    RIGHT(by_name),
    RIGHT(settings),
    RIGHT(after_the_trace),
    RIGHT(granted),
    WRONG(a_field),
    WRONG(a_whole_post),
    WRONG(a_list),
    WRONG(the_clock),
    WRONG(a_lookup),
    WRONG(a_file),
    WRONG(after_the_answer),
    WRONG(another_attribute),
    WRONG(more_items),
    WRONG(another_question),
    WRONG(what_the_outer_trace_has),
    WRONG(what_the_outer_trace_may),
    WRONG(without_a_recorder),
};

int main(void)
{
    struct tap tap = {0};
    struct fixture f = {0};
    make_folder();
    open_site(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tap_check(&tap, result_of(&f, cases[i].attempt) == cases[i].result,
                  cases[i].name, __FILE__, __LINE__);
    }
    remove_folder();
    return tap_done(&tap);
}

#endif
