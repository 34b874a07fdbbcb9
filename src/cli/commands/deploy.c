/* SPDX-License-Identifier: MIT */
/* Builds, then lets rsync copy the output folder to where it is served from.
 * What builds did not change keeps its time, so sizes and times tell rsync what
 * to send.
 *
 * Nothing is ever removed there but what an earlier deploy has put there: crumb
 * remembers that in .crumb/, a list for each destination. Of rsync's --delete
 * all else is kept out by a rule on the command line, and what is to go stands
 * in front of that rule. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory/map.h"
#include "cli/commands.h"
#include "cli/commands/deploy_target.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/settings.h"
#include "files/path.h"
#include "files/replace.h"
#include "files/run.h"
#include "files/state_file.h"
#include "publish/manifest.h"
#include "site/config/config.h"
#include "text/url.h"

struct deploy {
    struct arena *arena;
    str output;
    str target;
    str record; /* the file of what the destination has: paths, a NUL each */
    str rules;  /* and that of what may go, as rsync's filter rules */
    VEC(str) files;
    VEC(str) gone;   /* that it has, and should not any more */
    struct map here; /* files, and the folders that hold them */
};

/* --- what there is, and what there was --- */

/* A path, and all folders that it is in. */
static void note(struct map *map, struct arena *arena, str path)
{
    while (path.n && !map_get(map, path)) {
        *map_put(map, arena, path) = map;
        path = path_dir(path);
    }
}

static bool is_sent(const struct fs_entry *entry)
{
    return entry->kind == FS_FILE && !entry->link &&
           !str_eq(entry->name, STR(".gitignore")) &&
           !str_starts(entry->name, STR(MANIFEST_STAGE "/"));
}

static bool complain(str file, int error)
{
    say(stderr, "crumb: deploy: %.*s: %s\n", STR_ARG(file), strerror(error));
    return false;
}

static bool find_files(struct deploy *deploy)
{
    struct fs_list list = {0};
    int error = fs_walk(deploy->output, deploy->arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        error = error ? error : list.entries[i].error;
        if (is_sent(&list.entries[i])) {
            *VEC_PUSH(&deploy->files, deploy->arena) = list.entries[i].name;
            note(&deploy->here, deploy->arena, list.entries[i].name);
        }
    }
    if (error) {
        return complain(deploy->output, error);
    }
    if (!deploy->files.n) {
        say(stderr,
            "crumb: deploy: nothing is in %.*s/: crumb build puts the "
            "site there\n",
            STR_ARG(deploy->output));
    }
    return deploy->files.n > 0;
}

static bool find_gone(struct deploy *deploy)
{
    str rest;
    str path;
    int error = state_file_read(deploy->record, deploy->arena, &rest);
    if (error) {
        return error == ENOENT || complain(deploy->record, error);
    }
    while (str_split(&rest, '\0', &path)) {
        if (manifest_is_path(path) && !map_get(&deploy->here, path)) {
            *VEC_PUSH(&deploy->gone, deploy->arena) = path;
        }
    }
    return true;
}

/* --- files for rsync, and for the next time --- */

static bool write(str file, const struct buf *text)
{
    int error = replace_file(file, buf_str(text), false);
    return !error || complain(file, error);
}

static bool write_record(const struct deploy *deploy, bool gone)
{
    struct buf text = {0};
    for (size_t i = 0; i < deploy->files.n; i++) {
        buf_put(&text, deploy->files.p[i]);
        buf_putc(&text, '\0');
    }
    for (size_t i = 0; gone && i < deploy->gone.n; i++) {
        buf_put(&text, deploy->gone.p[i]);
        buf_putc(&text, '\0');
    }
    bool done = write(deploy->record, &text);
    buf_free(&text);
    return done;
}

/* "R /path": the receiver may remove it. rsync(1): a backslash is one, unless
 * something in the pattern is a wildcard. */
static void put_rule(str path, bool folder, struct buf *out)
{
    bool wild = false;
    for (size_t i = 0; i < path.n; i++) {
        wild = wild || strchr("*?[", path.p[i]);
    }
    buf_put(out, STR("R /"));
    for (size_t i = 0; i < path.n; i++) {
        if (wild && strchr("*?[]\\", path.p[i])) {
            buf_putc(out, '\\');
        }
        buf_putc(out, path.p[i]);
    }
    buf_put(out, folder ? STR("/") : STR(""));
    buf_putc(out, '\0');
}

/* Writes rules also for folders in which no file of the site is left. rsync
 * removes them if they are empty. */
static bool write_rules(const struct deploy *deploy)
{
    struct map told = {0};
    struct buf text = {0};
    for (size_t i = 0; i < deploy->gone.n; i++) {
        put_rule(deploy->gone.p[i], false, &text);
        str folder = path_dir(deploy->gone.p[i]);
        while (folder.n && !map_get(&deploy->here, folder) &&
               !map_get(&told, folder)) {
            *map_put(&told, deploy->arena, folder) = &told;
            put_rule(folder, true, &text);
            folder = path_dir(folder);
        }
    }
    bool done = write(deploy->rules, &text);
    buf_free(&text);
    return done;
}

/* --- copying --- */

/* All files are copied before old ones are removed, so that each page finds its
 * files at any time. All users may read them. Times of folders are not
 * copied. */
static int copy(const struct deploy *deploy, bool dry)
{
    struct arena *arena = deploy->arena;
    const char *argv[16] = {"rsync",
                            "-rtOz",
                            "--chmod=Da+rx,Fa+r",
                            "--delay-updates",
                            "--out-format=%o %n",
                            "--exclude=/.gitignore",
                            ("--exclude=/" MANIFEST_STAGE)};
    size_t n = 7;
    if (deploy->gone.n) {
        argv[n++] = "--from0";
        argv[n++] =
            arena_printf(arena, "--filter=merge %.*s", STR_ARG(deploy->rules))
                .p;
        argv[n++] = "--filter=P **";
        argv[n++] = "--delete-delay";
    }
    if (dry) {
        argv[n++] = "--dry-run";
    }
    argv[n++] = "--";
    argv[n++] = arena_printf(arena, "./%.*s/", STR_ARG(deploy->output)).p;
    argv[n] = arena_str(arena, deploy->target).p;
    int status = 0;
    fflush(NULL);
    int error = run_here(argv, &status);
    if (error) {
        say(stderr, "crumb: deploy: rsync: %s: install it\n", strerror(error));
    } else if (status) {
        say(stderr,
            "crumb: deploy: rsync ended with status %d: %.*s may have some "
            "of the files: run it again\n",
            status, STR_ARG(deploy->target));
    }
    return error || status ? EXIT_ERRORS : EXIT_DONE;
}

/* Until it is over the destination may have what it had and what it gets. */
static int copy_and_remember(const struct deploy *deploy)
{
    if (!write_record(deploy, true)) {
        return EXIT_ERRORS;
    }
    int status = copy(deploy, false);
    return status == EXIT_DONE && !write_record(deploy, false) ? EXIT_ERRORS
                                                               : status;
}

static int run_deploy(struct deploy *deploy, bool dry)
{
    if (!find_files(deploy) || !find_gone(deploy) || !write_rules(deploy)) {
        return EXIT_ERRORS;
    }
    int status = dry ? copy(deploy, true) : copy_and_remember(deploy);
    fs_unlink(deploy->rules);
    if (status == EXIT_DONE) {
        say(stdout,
            dry ? "%.*s: nothing was copied, this was a dry run\n"
                : "%.*s has the site\n",
            STR_ARG(deploy->target));
    }
    return status;
}

/* --- the command --- */

static bool check_url(str url)
{
    const char *wrong = !url.n                   ? "is not set"
                        : config_is_example(url) ? "is an example"
                                                 : NULL;
    if (wrong) {
        say(stderr,
            "crumb: deploy: url in site.yaml %s: feeds and the sitemap "
            "need the address at which people will read the site: write "
            "url: https://your.host\n",
            wrong);
    }
    return !wrong;
}

static bool check_settings(const struct deploy *deploy,
                           const struct config *config)
{
    if (!deploy->target.n) {
        fputs("crumb: deploy: nothing says where to: write deploy: "
              "me@host:/var/www/blog/ in site.yaml, or DEPLOY=... in front of "
              "the command\n",
              stderr);
        return false;
    }
    return deploy_target_check(deploy->target, deploy->arena) &&
           check_url(config->url);
}

static struct deploy deploy_new(const struct config *config,
                                struct arena *arena)
{
    const char *env = getenv("DEPLOY");
    char hex[HASH128_HEX];
    struct deploy deploy = {.arena = arena, .output = config->output};
    deploy.target = env && env[0] ? str_from(env) : config->deploy;
    hash128_hex(hash128(deploy.target), hex);
    deploy.record = arena_printf(arena, ".crumb/deployed-%.16s", hex);
    deploy.rules = arena_printf(arena, ".crumb/deploy-%.16s", hex);
    return deploy;
}

/* A dry run adds nothing to urls.txt. */
static int build(const struct options *options)
{
    int status = options->dry_run ? command_build(options)
                                  : command_build_with_book(options);
    if (status != EXIT_DONE) {
        fputs("crumb: deploy: nothing was copied\n", stderr);
    }
    return status;
}

int command_deploy(const struct options *options)
{
    struct arena arena = {0};
    struct config config;
    bool read = config_peek(&arena, &config);
    struct deploy deploy = deploy_new(&config, &arena);
    if (options->base_url) {
        config.url = str_from(options->base_url);
    }
    /* What is wrong with the settings is for the build to say. */
    int status = read && !check_settings(&deploy, &config) ? EXIT_ERRORS
                                                           : build(options);
    if (status == EXIT_DONE) {
        status = run_deploy(&deploy, options->dry_run);
    }
    arena_free(&arena);
    return status;
}
