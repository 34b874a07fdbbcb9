/* SPDX-License-Identifier: MIT */
/* Builds, checks, then lets rsync copy the output folder to the server's. A
 * file that builds did not change keeps its time, so rsync finds changed files
 * by size and time.
 *
 * rsync removes only files that an earlier deploy has put there: crumb lists
 * them in .crumb/, for each destination. A rule on the command line protects
 * everything from --delete; rules in front of it allow the stale files. Other
 * rules hide files of the output folder that no build writes. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag/printable.h"
#include "base/hash.h"
#include "base/memory/map.h"
#include "check/check.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/replace.h"
#include "files/run.h"
#include "files/state_file.h"
#include "files/tree/ignored_names.h"
#include "publish/manifest.h"
#include "publish/publish.h"
#include "site/config/config.h"
#include "text/url.h"

struct deploy {
    struct arena *arena;
    str output;
    str target;
    str record; /* the list of files at the destination: paths, a NUL each */
    str last;   /* the text of that list; p == NULL: there is none */
    str rules;  /* the files that may go, and those that stay here, as rsync's
                   filter rules */
    VEC(str) files;
    VEC(str) gone;   /* files at the destination that the site has no more */
    VEC(str) hidden; /* files and folders that stay here: .git */
    struct map here; /* files, and the folders that hold them */
};

/* --- files here, and at the destination --- */

/* Adds the path, and all folders that it is in. */
static void note(struct map *map, struct arena *arena, str path)
{
    while (path.n && !map_get(map, path)) {
        *map_put(map, arena, path) = map;
        path = path_dir(path);
    }
}

static bool complain(str file, int error)
{
    say_error("deploy: %.*s: %s", STR_ARG(file), strerror(error));
    return false;
}

/* The part of a path that no site has a file below: .git of .git/config. */
static str ignored_part(str path)
{
    size_t end = str_find_char_from(path, 0, '/');
    while (end < path.n && !path_is_ignored(str_sub(path, 0, end))) {
        end = str_find_char_from(path, end + 1, '/');
    }
    return str_sub(path, 0, end);
}

/* A page whose url is hidden is one of the site. */
static void add_file(struct deploy *deploy, const struct manifest *built,
                     str path)
{
    if (!path_is_ignored(path) || manifest_find(built, path)) {
        *VEC_PUSH(&deploy->files, deploy->arena) = path;
        note(&deploy->here, deploy->arena, path);
        return;
    }
    str part = ignored_part(path);
    bool own =
        str_eq(part, STR(".gitignore")) || str_eq(part, STR(MANIFEST_STAGE));
    size_t n = deploy->hidden.n;
    if (!own && !(n && str_eq(deploy->hidden.p[n - 1], part))) {
        *VEC_PUSH(&deploy->hidden, deploy->arena) = part;
    }
}

/* The files of the last build. */
static struct manifest read_manifest(const struct deploy *deploy)
{
    const struct publish_options options = {.output = deploy->output,
                                            .state = STR(".crumb")};
    struct manifest manifest = {0};
    struct diags quiet;
    diags_init(&quiet, deploy->arena);
    struct publish *publish = publish_open_reading(&options, deploy->arena);
    if (publish && publish_read(publish, &quiet)) {
        manifest = *publish_manifest(publish);
    }
    publish_close(publish);
    return manifest;
}

static bool find_files(struct deploy *deploy)
{
    struct fs_list list = {0};
    const struct manifest built = read_manifest(deploy);
    int error = fs_walk(deploy->output, deploy->arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct fs_entry *entry = &list.entries[i];
        error = error ? error : entry->error;
        if (entry->stat.kind == FS_FILE && !entry->link) {
            add_file(deploy, &built, entry->name);
        }
    }
    if (error) {
        return complain(deploy->output, error);
    }
    if (!deploy->files.n) {
        say_error(
            "deploy: nothing is in %.*s/: crumb build puts the site there",
            STR_ARG(deploy->output));
    }
    return deploy->files.n > 0;
}

static bool find_gone(struct deploy *deploy)
{
    str path;
    int error = state_file_read(deploy->record, deploy->arena, &deploy->last);
    if (error) {
        return error == ENOENT || complain(deploy->record, error);
    }
    str rest = deploy->last;
    while (str_split(&rest, '\0', &path)) {
        if (manifest_is_path(path) && !map_get(&deploy->here, path)) {
            *VEC_PUSH(&deploy->gone, deploy->arena) = path;
        }
    }
    return true;
}

/* --- files for rsync, and for the next time --- */

static bool write_and_free(str file, struct buf *text)
{
    int error = replace_file(file, buf_str(text), false);
    buf_free(text);
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
    return write_and_free(deploy->record, &text);
}

/* "R /path": the receiver may remove it; "H /path": the sender does not see it.
 * rsync(1): a backslash means itself, unless something in the pattern is a
 * wildcard. */
static void put_rule(char kind, str path, bool folder, struct buf *out)
{
    bool wild = str_find_any(path, 0, "*?[") < path.n;
    buf_putc(out, kind);
    buf_put(out, STR(" /"));
    for (size_t i = 0; i < path.n; i++) {
        if (wild && strchr("*?[]\\", path.p[i])) {
            buf_putc(out, '\\');
        }
        buf_putc(out, path.p[i]);
    }
    buf_put(out, folder ? STR("/") : STR(""));
    buf_putc(out, '\0');
}

/* Writes rules also for folders without files of the site. rsync removes them
 * if they are empty. */
static bool write_rules(const struct deploy *deploy)
{
    struct map ruled = {0};
    struct buf text = {0};
    for (size_t i = 0; i < deploy->gone.n; i++) {
        put_rule('R', deploy->gone.p[i], false, &text);
        str folder = path_dir(deploy->gone.p[i]);
        while (folder.n && !map_get(&deploy->here, folder) &&
               !map_get(&ruled, folder)) {
            *map_put(&ruled, deploy->arena, folder) = &ruled;
            put_rule('R', folder, true, &text);
            folder = path_dir(folder);
        }
    }
    for (size_t i = 0; i < deploy->hidden.n; i++) {
        put_rule('H', deploy->hidden.p[i], false, &text);
    }
    return write_and_free(deploy->rules, &text);
}

/* --- copying --- */

/* No status of rsync. */
enum { NOT_STARTED = -1 };

/* All files are copied before old ones are removed, so that each page finds its
 * files at any time. All users may read them. Times of folders are not
 * copied. Returns rsync's status, or NOT_STARTED. */
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
    argv[n++] = "--from0";
    argv[n++] =
        arena_printf(arena, "--filter=merge %.*s", STR_ARG(deploy->rules)).p;
    if (deploy->gone.n) {
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
        say_error("deploy: rsync: %s: install it", strerror(error));
    } else if (status) {
        say_error("deploy: rsync ended with status %d: %.*s may have some of "
                  "the files: run it again",
                  status, STR_ARG(deploy->target));
    }
    return error ? NOT_STARTED : status;
}

/* rsync(1), "EXIT VALUES": with the first ones there was no transfer yet. That
 * of a lost connection may be of any time. */
static bool has_copied(int status)
{
    enum { LAST_OF_START = 5 };
    return status > LAST_OF_START;
}

static bool restore_record(const struct deploy *deploy)
{
    int error = deploy->last.p
                    ? replace_file(deploy->record, deploy->last, false)
                    : fs_unlink(deploy->record);
    return !error || complain(deploy->record, error);
}

static void say_hidden(const struct deploy *deploy)
{
    for (size_t i = 0; i < deploy->hidden.n; i++) {
        say_error("deploy: %.*s/%.*s stays here: it is hidden, and no build "
                  "has written it",
                  STR_ARG(deploy->output), STR_ARG(deploy->hidden.p[i]));
    }
}

static int run_deploy(struct deploy *deploy, bool dry)
{
    /* Until rsync is done the destination may have old and new files. */
    if (!find_files(deploy) || !find_gone(deploy) || !write_rules(deploy) ||
        (!dry && !write_record(deploy, true))) {
        return EXIT_ERRORS;
    }
    say_hidden(deploy);
    int status = copy(deploy, dry);
    bool recorded = dry || (!status              ? write_record(deploy, false)
                            : has_copied(status) ? true
                                                 : restore_record(deploy));
    fs_unlink(deploy->rules);
    if (status || !recorded) {
        return EXIT_ERRORS;
    }
    say(stdout,
        dry ? "%.*s: nothing was copied, this was a dry run\n"
            : "%.*s has the site\n",
        STR_ARG(deploy->target));
    return EXIT_DONE;
}

/* --- the destination: a folder here, or on another machine as rsync writes it
 * ("me@host:www/") --- */

/* rsync sees a host in a ':' before the first '/'. */
static bool is_remote(str target)
{
    size_t colon = str_find_char(target, ':');
    size_t slash = str_find_char(target, '/');
    return colon != STR_NONE && (slash == STR_NONE || colon < slash);
}

/* The folder on the other machine. An address in brackets has colons of its
 * own. */
static str remote_path(str target)
{
    size_t colon = str_find_char_from(target, 0, ':');
    size_t bracket = str_find_char_from(target, 0, '[');
    if (bracket < colon) {
        size_t close = str_find_char_from(target, bracket, ']');
        colon = str_find_char_from(target, close, ':');
    }
    return str_from_offset(target, colon + 1);
}

/* Why a path of this or another machine can't be a site's own folder, as far as
 * its name tells; NULL: it may be one. A path without a '/' in front is one of
 * a home, as is one after "~", "~me" or "$HOME". */
static const char *refusal_of_path(str path)
{
    static const char home[] = "that is a home folder or a whole disk";
    static const char system[] = "that is a folder of the system";
    bool absolute = str_starts(path, STR("/"));
    str first = {0}; /* the part below the root */
    size_t depth = 0;
    str part;
    for (size_t i = 0; str_split(&path, '/', &part); i++) {
        bool tilde = i == 0 && is_any_of(str_at(part, 0), "~$");
        if (!str_trim(part).n || str_eq(part, STR(".")) || tilde) {
            continue;
        }
        if (!str_eq(part, STR(".."))) {
            first = depth++ ? first : part;
        } else if (depth || !absolute) {
            depth--; /* below 0: above the home */
        }
        if (depth == SIZE_MAX) {
            return home;
        }
    }
    if (depth == 0 || !absolute) {
        return depth ? NULL : home;
    }
    if ((depth == 1 && str_eq_nocase(first, STR("root"))) ||
        (depth == 2 && str_is_word_of(first, STR("home users")))) {
        return home;
    }
    str systems = STR("etc usr boot root bin sbin lib lib64");
    return depth == 1 || str_is_word_of(first, systems) ? system : NULL;
}

/* A program that rsync starts would take the host or the folder for an option
 * of its own: "me@-oProxyCommand=...:www/", "rsync://-o...", "host:-x", and in
 * brackets, which rsync takes off: "[-oProxyCommand=...]:www/". */
static bool has_option(str target)
{
    return str_find(target, STR("@-")) != STR_NONE ||
           str_find(target, STR(":-")) != STR_NONE ||
           str_find(target, STR("://-")) != STR_NONE ||
           str_find(target, STR("[-")) != STR_NONE;
}

static bool refuse_target(str target, const char *why, const char *cure)
{
    say_error("deploy to %.*s: %s: %s", STR_ARG(target), why, cure);
    return false;
}

/* Refuses a target that is no destination, or a folder with other things in it
 * (a home folder, a whole disk, the sources of the site). */
static bool check_target(str target, struct arena *arena)
{
    static const char own[] = "name a folder that is the site's alone, such "
                              "as me@host:/var/www/blog/";
    bool remote = is_remote(target);
    const char *why = NULL;
    if (str_starts(target, STR("~")) || (remote && has_option(target)) ||
        str_starts(target, STR("-")) || printable_has_control(target)) {
        return refuse_target(target, "this is no place that rsync knows", own);
    }
    if (remote) {
        /* A daemon's module is no path, but has a name. */
        str path = remote_path(target);
        bool module =
            str_starts(path, STR(":")) || str_starts(target, STR("rsync://"));
        str name = str_from_offset(path, str_skip(path, 0, ":/"));
        why = !module  ? refusal_of_path(path)
              : name.n ? NULL
                       : refusal_of_path(name);
        return !why || refuse_target(target, why, own);
    }
    str rest;
    str real = settings_nearest(target, arena, &rest);
    why = real.n ? refusal_of_path(path_join(arena, real, rest)) : NULL;
    if (why) {
        return refuse_target(target, why, own);
    }
    const char *env = getenv("HOME");
    str site;
    str home;
    bool ours = !real.n || fs_real(STR("."), arena, &site) != 0 ||
                path_is_in(real, site);
    if (fs_kind(target, true) != FS_DIR) { /* it may be new, outside the site */
        return !ours ||
               refuse_target(target, "that is in the site's own folder", own);
    }
    if (env && fs_real(str_from(env), arena, &home) == 0 &&
        path_is_in(home, real)) {
        return refuse_target(target, "that is a home folder or a whole disk",
                             own);
    }
    return !(ours || path_is_in(site, real)) ||
           refuse_target(target, "that is the site's own folder", own);
}

/* --- the command --- */

static bool check_settings(const struct deploy *deploy,
                           const struct config *config)
{
    if (!deploy->target.n) {
        say_error("deploy: nothing says where to: write deploy: "
                  "me@host:/var/www/blog/ in site.yaml, or DEPLOY=... in front "
                  "of the command");
        return false;
    }
    if (!check_target(deploy->target, deploy->arena)) {
        return false;
    }
    if (!config->url.n || config_is_example(config->url)) {
        say_error("deploy: url in site.yaml %s: feeds and the sitemap need the "
                  "address at which people will read the site: write url: "
                  "https://your.host",
                  config->url.n ? "is an example" : "is not set");
        return false;
    }
    return true;
}

/* Checks what was built. Returns false after reporting that readers would see a
 * draft or a secret; counts all other mistakes. */
static bool check_site(const struct options *options)
{
    struct check_options check = {0};
    struct arena arena = {0};
    struct diags diags;
    struct check_result result;
    if (!settings_read(options, &check.build)) {
        return false;
    }
    check.build.no_sync = options->no_sync;
    diags_init(&diags, &arena);
    check_run(&check, &arena, &diags, NULL, &result);
    bool fine = result.done && !result.leaks.list.n;
    report(result.done ? &result.leaks : &diags, options);
    if (result.done && !fine) {
        say_error("deploy: readers would see a draft or a secret: mend it, or "
                  "go on with --no-check");
    }
    diags_sort(&diags);
    diags_fold(&diags);
    if (result.done && diags.errors + diags.warnings) {
        say_error("deploy: %zu error%s and %zu warning%s%s in the site: crumb "
                  "check lists them",
                  PLURAL_ARG(diags.errors), PLURAL_ARG(diags.warnings),
                  fine ? "" : " more");
    }
    check_free(&result);
    arena_free(&arena);
    return fine;
}

int command_deploy(const struct options *options)
{
    struct arena arena = {0};
    struct config config;
    bool read = config_peek(&arena, &config);
    const char *env = getenv("DEPLOY");
    char hex[HASH128_HEX];
    struct deploy deploy = {.arena = &arena, .output = config.output};
    deploy.target = env && env[0] ? str_from(env) : config.deploy;
    hash128_hex(hash128(deploy.target), hex);
    deploy.record = arena_printf(&arena, ".crumb/deployed-%.16s", hex);
    deploy.rules = arena_printf(&arena, ".crumb/deploy-%.16s", hex);
    if (options->base_url) {
        config.url = str_from(options->base_url);
    }
    int status = EXIT_ERRORS;
    if (!read || check_settings(&deploy, &config)) {
        /* The build reports wrong settings. A dry run adds nothing to
         * urls.txt. */
        status = options->dry_run ? command_build(options)
                                  : command_build_with_book(options);
        if (status == EXIT_DONE && !options->no_check && !check_site(options)) {
            status = EXIT_ERRORS;
        }
        if (status != EXIT_DONE) {
            say_error("deploy: nothing was copied");
        }
    }
    if (status == EXIT_DONE) {
        status = run_deploy(&deploy, options->dry_run);
    }
    arena_free(&arena);
    return status;
}
