/* SPDX-License-Identifier: MIT */
/* Begins a blog: the files of starter/ in a folder that is not there, or is
 * empty. The theme is not copied: it is in the program. */
#include <errno.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "cli/starter.h"
#include "data/yaml.h"
#include "dates/zone.h"
#include "files/fs.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "site/config/config.h"
#include "text/slug.h"

struct blog {
    struct arena *arena;
    str dir; /* without a '/' at its end */
    str title;
    str timezone;
    str date;
    str theme; /* a folder; empty: the built-in one */
};

/* --- the folder --- */

/* `git init` may have come before. */
static bool is_free(const struct blog *blog)
{
    struct fs_list list = {0};
    str dir = blog->dir;
    if (fs_kind(dir, true) == FS_MISSING) {
        return true;
    }
    int error = fs_list_dir(dir, blog->arena, &list);
    if (error) {
        say_error("%.*s: %s", STR_ARG(dir), strerror(error));
        return false;
    }
    for (size_t i = 0; i < list.n; i++) {
        if (!str_eq(list.entries[i].name, STR(".git"))) {
            say_error("%.*s is not empty, there is %.*s: nothing was written; "
                      "name a folder that is new",
                      STR_ARG(dir), STR_ARG(list.entries[i].name));
            return false;
        }
    }
    return true;
}

/* The folder's name; of "." and "..", the real one. */
static str name_of(str dir, struct arena *arena)
{
    str real;
    str name = path_base(dir);
    bool dots =
        name.n == 0 || str_eq(name, STR(".")) || str_eq(name, STR(".."));
    return dots && fs_real(dir, arena, &real) == 0 ? path_base(real) : name;
}

/* The folder as a word for a shell, and no option of cd: 'my blog', ./-x. */
static str shell_word(str dir, struct arena *arena)
{
    struct buf out = {0};
    bool plain = true;
    dir = str_starts(dir, STR("-")) ? path_join(arena, STR("."), dir) : dir;
    for (size_t i = 0; i < dir.n; i++) {
        char c = dir.p[i];
        plain = plain && (is_alnum(c) || strchr("/._-+,@", c) || c & 0x80);
        buf_put(&out, c == '\'' ? STR("'\\''") : str_sub(dir, i, 1));
    }
    str quoted = arena_printf(arena, "'%.*s'", STR_ARG(buf_str(&out)));
    buf_free(&out);
    return plain ? dir : quoted;
}

/* --- values for the placeholders --- */

/* my-blog -> My blog. */
static str title_of(str dir, struct arena *arena)
{
    str name = name_of(dir, arena);
    bool any = false;
    for (size_t i = 0; i < name.n; i++) {
        any = any || is_alnum(name.p[i]) || (unsigned char)name.p[i] >= 0x80;
    }
    size_t start = str_skip(name, 0, "-_ \t\n\v\f\r");
    str title = str_trim(slug_title(arena, str_from_offset(name, start)));
    return any && utf8_invalid(title) == STR_NONE ? title : STR("My blog");
}

static str date_of(int64_t now, str zone, struct arena *arena)
{
    struct buf text = {0};
    struct date date = {.instant = now};
    date_format(date_in_zone(date, zone_load(zone, arena)), STR("%Y-%m-%d"),
                &text);
    return buf_move(&text, arena);
}

static str filled_in(const struct blog *blog, str text)
{
    const struct {
        str mark;
        str with;
    } holes[] = {{STR("@TIMEZONE@"), blog->timezone},
                 {STR("@DATE@"), blog->date},
                 {STR("@TITLE@"), yaml_quote(blog->arena, blog->title)}};
    for (size_t i = 0; i < sizeof holes / sizeof *holes; i++) {
        size_t at = str_find(text, holes[i].mark);
        if (at != STR_NONE) {
            str parts[] = {str_sub(text, 0, at), holes[i].with,
                           str_from_offset(text, at + holes[i].mark.n)};
            text = arena_join(blog->arena, parts, 3);
        }
    }
    return text;
}

/* --- the theme --- */

/* In site.yaml before the menu. */
static str with_theme(const struct blog *blog, str settings)
{
    str menu = STR("menu:\n");
    size_t at = str_find_from(settings, 0, menu);
    str parts[] = {str_sub(settings, 0, at), STR("theme: "),
                   yaml_quote(blog->arena, name_of(blog->theme, blog->arena)),
                   STR("\n\n"), str_from_offset(settings, at)};
    return arena_join(blog->arena, parts, sizeof parts / sizeof *parts);
}

/* The files of the theme's folder, but for links. Returns false if it is none,
 * or can't be read, which is said. */
static bool copy_theme(const struct blog *blog, struct fs_batch *batch)
{
    struct fs_list list = {0};
    struct arena *arena = blog->arena;
    int error = fs_walk(blog->theme, arena, &list);
    str to = path_join(arena, STR("themes"), name_of(blog->theme, arena));
    bool any = false;
    for (size_t i = 0; i < list.n && !error; i++) {
        const struct fs_entry *entry = &list.entries[i];
        str bytes;
        if (entry->link || entry->error || entry->stat.kind != FS_FILE) {
            continue;
        }
        error =
            fs_read(path_join(arena, blog->theme, entry->name), arena, &bytes);
        str name = path_join(arena, to, entry->name);
        any = any || str_eq(entry->name, STR("theme.yaml")) ||
              str_starts(entry->name, STR("templates/"));
        fs_batch_create(batch, path_join(arena, blog->dir, name), bytes);
    }
    if (error || !any) {
        say_error("%.*s: %s: nothing was written", STR_ARG(blog->theme),
                  error ? strerror(error)
                        : "no theme, with theme.yaml or templates/");
    }
    return !error && any;
}

static bool write_all(const struct blog *blog)
{
    struct fs_batch batch = {.arena = blog->arena};
    size_t prefix = strlen("src/cli/starter/");
    for (size_t i = 0; i < starter_count; i++) {
        str name = str_from_offset(starter_files[i].name, prefix);
        if (str_eq(name, STR("gitignore"))) {
            name = STR(".gitignore");
        }
        str text = filled_in(blog, starter_files[i].bytes);
        if (blog->theme.n && str_eq(name, STR("site.yaml"))) {
            text = with_theme(blog, text);
        }
        fs_batch_create(&batch, path_join(blog->arena, blog->dir, name), text);
    }
    if (blog->theme.n && !copy_theme(blog, &batch)) {
        return false;
    }
    str failed;
    int error = fs_batch_commit(&batch, &failed);
    if (error) {
        say_error("%.*s: %s: nothing was written", STR_ARG(failed),
                  strerror(error));
    }
    return !error;
}

/* --- the command line --- */

int command_init(const struct options *options)
{
    struct build_options build;
    if (!options->argument || !options->argument[0]) {
        say_error("init wants a folder to begin in: crumb init blog");
        return EXIT_USAGE;
    }
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct blog blog = {.arena = &arena,
                        .dir = str_from(options->argument),
                        .timezone = timezone_of_machine(getenv("TZ"), &arena)};
    while (blog.dir.n > 1 && str_ends(blog.dir, STR("/"))) {
        blog.dir.n--;
    }
    blog.theme = options->theme ? str_from(options->theme) : STR("");
    while (blog.theme.n > 1 && str_ends(blog.theme, STR("/"))) {
        blog.theme.n--;
    }
    blog.title = title_of(blog.dir, &arena);
    blog.date = date_of(build.site.now, blog.timezone, &arena);
    bool done = is_free(&blog) && write_all(&blog);
    if (done) {
        if (!str_eq(blog.dir, STR("."))) {
            str word = shell_word(blog.dir, &arena);
            say(stdout, "cd %.*s\n", STR_ARG(word));
        }
        fputs("make serve    shows the blog on http://localhost:4000/ while "
              "you write\n"
              "make          publishes it into public/; its settings are in "
              "site.yaml\n",
              stdout);
    }
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
