/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/commands/edit_session.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "edit/archetype.h"
#include "edit/dry_run.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "files/run.h"
#include "markdown/markdown.h"
#include "text/slug.h"

/* A file's name in bytes, with room for its ending and for a date. */
enum { LONGEST_NAME = 200 };

struct order {
    const struct options *options;
    struct site_options settings;
    struct arena *arena;
    struct site *site;
    struct plan plan;
    struct diags diags; /* of the site as it is */
    str section;
    str title;
    str slug;
    str path; /* in content/ */
};

/* --- sections --- */

/* The folders of content/ that hold posts, parents too. */
static size_t folders(const struct site *site, struct arena *arena, str **out)
{
    struct map seen = {0};
    VEC(str) all = {0};
    for (size_t i = 0; i < site->nall; i++) {
        const struct content_file *file = site->all[i].file;
        str bundle = content_bundle(file);
        str dir = path_dir(bundle.n ? bundle : file->path);
        for (; dir.n && !map_get(&seen, dir); dir = path_dir(dir)) {
            *map_put(&seen, arena, dir) = &all;
            *VEC_PUSH(&all, arena) = dir;
        }
    }
    *out = all.p;
    return all.n;
}

static bool is_section(const struct order *order, str name)
{
    str *names;
    size_t n = folders(order->site, order->arena, &names);
    while (n > 0 && !str_eq(names[n - 1], name)) {
        n--;
    }
    return n > 0;
}

static void say_new_section(const struct order *order)
{
    str *names;
    size_t n = folders(order->site, order->arena, &names);
    if (!order->section.n || is_section(order, order->section)) {
        return;
    }
    str near = str_nearest(order->section, names, n);
    say(stderr, "crumb: %.*s/ is a new section", STR_ARG(order->section));
    if (near.n &&
        str_count_char(near, '/') == str_count_char(order->section, '/')) {
        say(stderr, ": did you mean %.*s?", STR_ARG(near));
    }
    fputc('\n', stderr);
}

static bool check_section(struct order *order)
{
    const char *name = order->options->argument;
    order->section = edit_session_path(name, order->arena);
    if (!order->section.p ||
        !edit_session_takes_posts(order->site, order->section, order->arena)) {
        return false;
    }
    if (!is_section(order, order->section) && is_section(order, order->title)) {
        say_error("the section comes first: crumb new %.*s \"%s\"",
                  STR_ARG(order->title), name);
        return false;
    }
    return true;
}

/* --- the name --- */

/* Cut at a word's end, if there is one in the second half. */
static str shortened(str slug)
{
    if (slug.n <= LONGEST_NAME) {
        return slug;
    }
    str cut = utf8_cut(slug, LONGEST_NAME);
    size_t dash = str_rfind_char(cut, '-');
    return dash != STR_NONE && dash > cut.n / 2 ? str_sub(cut, 0, dash) : cut;
}

/* index.md would make its section a post. */
static bool make_path(struct order *order)
{
    order->slug = shortened(slug_make(order->arena, order->title));
    if (!order->slug.n) {
        say_error("\"%.*s\" has no letter or digit to make a file's name of: "
                  "begin with another title",
                  STR_ARG(order->title));
        return false;
    }
    str name = str_eq(order->slug, STR("index"))
                   ? STR("index/index.md")
                   : arena_concat(order->arena, order->slug, STR(".md"));
    order->path = path_join(order->arena, order->section, name);
    return true;
}

/* Whether there is no such post: as a file, as one of the other ending, or as a
 * bundle. One that is broken or has its own url is not in the dry run's way. */
static bool is_free(const struct order *order)
{
    static const char *const endings[] = {".md", ".markdown", "/index.md",
                                          "/index.markdown"};
    str bare = path_join(order->arena, order->section, order->slug);
    bool is = true;
    for (size_t i = 0; is && i < sizeof endings / sizeof *endings; i++) {
        str name = arena_concat(order->arena, bare, str_from(endings[i]));
        is = edit_session_is_free(edit_session_file(name, order->arena),
                                  "written");
    }
    return is;
}

/* --- the file --- */

/* Whether no other post has the address, or would have it without its date. */
static bool dry_run_passes(const struct order *order, str text)
{
    struct content_change change = {.to = order->path, .text = text};
    struct diags diags;
    struct diags one;
    diags_init(&diags, order->arena);
    diags_init(&one, order->arena);
    const struct dry_run run = {
        .changes = content_changes_of(&change, 1, order->arena),
        .options = &order->settings,
        .before = order->site};
    struct plan plan;
    struct site *after = dry_run_site(&run, order->arena, &diags);
    if (after) {
        dry_run_plan(after, order->arena, &diags, &plan);
    }
    diags_sort(&diags);
    struct diag *error = dry_run_error(&order->diags, &diags);
    if (error) {
        *VEC_PUSH(&one.list, order->arena) = error;
        report(&one, order->options);
        say_error("nothing was written");
    }
    if (after) {
        site_free(after);
    }
    return after && !error;
}

static bool make_text(const struct order *order, str *text)
{
    struct archetype archetype = {
        .site = order->site,
        .plan = &order->plan,
        .section = order->section,
        .title = order->title,
        .slug = order->slug,
        .date = order->site->now,
        .file = edit_session_file(order->path, order->arena),
    };
    struct diags diags;
    str name;
    diags_init(&diags, order->arena);
    bool made = archetype_render(&archetype, order->arena, &diags, &name, text);
    report(&diags, order->options);
    if (!made) {
        say_error("nothing was written: mend templates/%.*s", STR_ARG(name));
    }
    return made;
}

static bool make_post(struct order *order)
{
    struct fs_batch batch = {.arena = order->arena};
    str text;
    if (!check_section(order) || !make_path(order) || !is_free(order) ||
        !make_text(order, &text) || !dry_run_passes(order, text)) {
        return false;
    }
    fs_batch_create(&batch, edit_session_file(order->path, order->arena), text);
    if (!edit_session_commit(&batch, "written")) {
        return false;
    }
    say_new_section(order);
    return true;
}

/* --- the editor --- */

/* $VISUAL, else $EDITOR; NULL after reporting that neither is set. */
static const char *find_editor(void)
{
    const char *visual = getenv("VISUAL");
    const char *editor = visual && visual[0] ? visual : getenv("EDITOR");
    if (!editor || !editor[0] || strlen(editor) > 4000) {
        say_error("--edit: neither $VISUAL nor $EDITOR names an editor: write "
                  "EDITOR=nano in front of the command");
        return NULL;
    }
    return editor;
}

/* Opens the file in the editor, and waits. The editor may have arguments,
 * quoted as for a shell: EDITOR='code --wait'. Returns its exit status (128
 * plus the signal's number, if a signal ended it); 1 if it can't be started,
 * after reporting why. */
static int open_editor(const char *editor, const char *path)
{
    char line[4096];
    /* Ctrl-C is for the editor. */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction interrupt;
    struct sigaction quit;
    fflush(NULL);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        /* The shell splits the words of the editor, not of the path. */
        snprintf(line, sizeof line, "%s \"$@\"", editor);
        execl("/bin/sh", "sh", "-c", line, editor, path, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    if (pid > 0) {
        run_wait(pid, &status);
    } else {
        say_error("%s: %s", editor, strerror(errno));
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return status;
}

/* --- the command line --- */

static void list_sections(const struct site *site, struct arena *arena)
{
    str *names;
    size_t n = folders(site, arena, &names);
    for (size_t i = 0; i < n; i++) {
        say(stderr, "%s%.*s", i ? ", " : "; there are ", STR_ARG(names[i]));
    }
}

/* For crumb new "Plum cake" and crumb new baking. */
static int refuse_operands(const struct order *order)
{
    const char *only = order->options->argument;
    str name = path_bare(str_from(only));
    if (order->title.n) { /* new "" "A title": make new TITLE=... */
        say(stderr, "crumb: new wants a section: crumb new SECTION \"%.*s\"",
            STR_ARG(order->title));
        list_sections(order->site, order->arena);
    } else if (!only || !only[0]) {
        fputs("crumb: new wants a section and a title: crumb new baking "
              "\"Plum cake\"",
              stderr);
    } else if (name.n && is_section(order, name)) {
        say(stderr, "crumb: new wants a title too: crumb new %s \"Plum cake\"",
            only);
    } else {
        say(stderr,
            "crumb: new wants the section first: crumb new SECTION "
            "\"%s\"",
            only);
        list_sections(order->site, order->arena);
    }
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static int run_new(struct order *order)
{
    const struct options *options = order->options;
    order->title = str_trim(str_from(options->second));
    if (!options->argument || !options->argument[0] || !order->title.n) {
        return refuse_operands(order);
    }
    if (utf8_invalid(order->title) != STR_NONE) {
        say_error("the title is not UTF-8");
        return EXIT_USAGE;
    }
    const char *editor = options->edit ? find_editor() : NULL;
    if ((options->edit && !editor) || !make_post(order)) {
        return EXIT_ERRORS;
    }
    str file = edit_session_file(order->path, order->arena);
    say(stdout, "%.*s\n", STR_ARG(file));
    return editor ? open_editor(editor, arena_str(order->arena, file).p)
                  : EXIT_DONE;
}

int command_new(const struct options *options)
{
    struct build_options build;
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct order order = {
        .options = options, .settings = build.site, .arena = &arena};
    markdown_init();
    order.site = edit_session_open(options, &build.site, &order.plan, &arena,
                                   &order.diags);
    int status = order.site ? run_new(&order) : EXIT_ERRORS;
    if (order.site) {
        site_free(order.site);
    }
    arena_free(&arena);
    return status;
}
