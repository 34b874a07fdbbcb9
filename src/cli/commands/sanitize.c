/* SPDX-License-Identifier: MIT */
#include "secrets/sanitize.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory/map.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/settings.h"
#include "files/fs.h"
#include "files/fs_at.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "files/state_file.h"
#include "publish/publish.h"

/* Of a site. */
#define RECORD STR(".crumb/sanitized")
#define IGNORE STR(".crumb/.gitignore")

struct text {
    const struct source *source;
    bool input; /* standard input */
    enum secret_text kind;
    struct splices changes;
    str clean;
};

static size_t line_end(str text, size_t at)
{
    size_t end = str_find_char_from(text, at, '\n');
    return end < text.n ? end + 1 : end;
}

static void put_lines(char mark, str lines, struct buf *out)
{
    str line;
    lines.n -= str_ends(lines, STR("\n"));
    while (str_split(&lines, '\n', &line)) {
        buf_printf(out, "%c%.*s\n", mark, STR_ARG(line));
    }
}

/* The changed lines, as a diff has them; the changes are in order. */
static void put_diff(const struct text *text, struct arena *arena,
                     struct buf *out)
{
    str old = text->source->text;
    const struct splices *all = &text->changes;
    if (!all->list.n) {
        return;
    }
    buf_printf(out, "--- %.*s\n+++ %.*s\n", STR_ARG(text->source->name),
               STR_ARG(text->source->name));
    for (size_t i = 0; i < all->list.n;) {
        struct splices near = {0};
        str before = str_sub(old, 0, all->list.p[i].off);
        size_t from = str_rfind_char(before, '\n') + 1;
        size_t to = from;
        do {
            struct splice splice = all->list.p[i++];
            size_t end = splice.off + splice.len;
            to = end > to ? line_end(old, end) : to;
            splice_add(&near, arena, splice.off - from, splice.len,
                       splice.text);
        } while (i < all->list.n && all->list.p[i].off < to);
        before = str_sub(old, from, to - from);
        str after;
        splice_apply(&near, before, arena, &after);
        buf_printf(out, "@@ line %u @@\n",
                   (unsigned)source_position(text->source, from).line);
        put_lines('-', before, out);
        put_lines('+', after, out);
    }
}

/* Whether nothing is left in the new text. */
static bool is_clean(struct sanitizer *sanitizer, const struct text *text)
{
    struct secrets found = {.arena = sanitizer->arena};
    secrets_find(sanitizer->rules, text->clean, text->kind, &found);
    if (found.list.n) {
        struct source source = {.name = text->source->name,
                                .text = text->clean};
        say_error("sanitize: %.*s: a secret would stay in line %u: nothing was "
                  "changed",
                  STR_ARG(source.name),
                  (unsigned)source_position(&source, found.list.p[0].off).line);
    }
    return !found.list.n;
}

static bool fail(str name, int error)
{
    say_error("sanitize: %.*s: %s: nothing was changed", STR_ARG(name),
              strerror(error));
    return false;
}

/* Changes the files and the record: all of them, or none. */
static bool write_files(const struct text *texts, size_t n,
                        const struct sanitizer *sanitizer)
{
    struct fs_batch batch = {.arena = sanitizer->arena};
    struct map seen = {0}; /* a file may have been named twice */
    str failed = {NULL, 0};
    if (sanitizer->kept) {
        bool there = fs_kind(RECORD, false) != FS_MISSING;
        (there ? fs_batch_write : fs_batch_create)(&batch, RECORD,
                                                   sanitize_record(sanitizer));
        if (fs_kind(IGNORE, false) == FS_MISSING) {
            fs_batch_create(&batch, IGNORE, STR("*\n"));
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (texts[i].input || !texts[i].changes.list.n) {
            continue;
        }
        str real;
        if (fs_real(texts[i].source->name, batch.arena, &real) != 0) {
            real = texts[i].source->name; /* the batch reports why */
        }
        void **slot = map_put(&seen, batch.arena, real);
        if (*slot) {
            continue;
        }
        *slot = &batch;
        if (fs_links(texts[i].source->name) > 1) {
            say_error("sanitize: %.*s has another name (a hard link), under "
                      "which the old text would stay: nothing was changed; "
                      "copy the file, and name the copy",
                      STR_ARG(texts[i].source->name));
            return false;
        }
        fs_batch_write(&batch, texts[i].source->name, texts[i].clean);
    }
    mode_t mask = umask(077); /* of the record, if it is new */
    int error = fs_batch_commit(&batch, &failed);
    umask(mask);
    if (batch.stuck.n) {
        say_error("sanitize: %.*s: %s; and %.*s, which was changed, could not "
                  "be put back",
                  STR_ARG(failed), strerror(error), STR_ARG(batch.stuck));
        return false;
    }
    return !error || fail(failed, error);
}

static void put_texts(const struct options *options, const struct text *texts,
                      size_t n, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < n; i++) {
        if (options->dry_run) {
            put_diff(&texts[i], arena, &out);
        } else if (texts[i].input) {
            buf_put(&out, texts[i].clean);
        }
    }
    report_text(buf_str(&out), stdout);
    buf_free(&out);
}

/* --- the answers of earlier calls, kept in a site --- */

/* Waits until no other call is at work, but for a dry run. *lock: fs_at_close
 * ends it; -1: there is none. */
static bool open_record(struct sanitizer *sanitizer,
                        const struct options *options, struct diags *diags,
                        int *lock)
{
    str folder = STR(".crumb");
    *lock = -1;
    if (fs_kind(STR("site.yaml"), true) == FS_MISSING) {
        return true;
    }
    if (!publish_check_state(folder, diags)) {
        return false;
    }
    if (!options->dry_run) {
        int error = fs_mkdirs(folder);
        error = error ? error : state_file_open_folder(folder, lock);
        if (error) {
            return fail(folder, error);
        }
        fs_at_lock(*lock, true);
    }
    if (!sanitize_load(sanitizer, RECORD)) {
        say_error(
            "sanitize: %.*s is damaged or can't be read: nothing was changed; "
            "without that file, addresses become others than before",
            STR_ARG(RECORD));
        return false;
    }
    return true;
}

/* --- the command --- */

static bool choose(struct sanitizer *sanitizer)
{
    str wide = sanitize_too_wide(sanitizer);
    if (sanitize_choose(sanitizer)) {
        return true;
    }
    if (wide.n) {
        say_error(
            "sanitize: %.*s is wider than the ranges for documentation: "
            "nothing was changed; write a longer prefix, or other addresses",
            STR_ARG(wide));
    } else {
        say_error("sanitize: more networks or numbers than the ranges for "
                  "documentation have room for%s: nothing was changed",
                  sanitizer->kept ? ", beside those of .crumb/sanitized" : "");
    }
    return false;
}

static bool sanitize(const struct options *options, struct text *texts,
                     size_t n, struct sanitizer *sanitizer)
{
    struct arena *arena = sanitizer->arena;
    bool done = true;
    sanitize_names(sanitizer, str_from(options->names));
    for (size_t i = 0; i < n; i++) {
        sanitize_learn(sanitizer, texts[i].source->text, texts[i].kind);
    }
    if (!choose(sanitizer)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        struct text *text = &texts[i];
        sanitize_text(sanitizer, text->source->text, text->kind,
                      &text->changes);
        done = splice_apply(&text->changes, text->source->text, arena,
                            &text->clean) &&
               is_clean(sanitizer, text) && done;
    }
    if (done && !options->dry_run) {
        done = write_files(texts, n, sanitizer);
    }
    size_t loose = 0;
    for (size_t i = 0; i < PUBLIC_KINDS; i++) {
        loose += sanitizer->blocks[i].out_of_order;
    }
    if (done && loose) {
        say_error(
            "sanitize: addresses stay what they became in other files of this "
            "site, so %zu new network%s or number%s out of order, or in parts",
            loose, loose == 1 ? "" : "s", loose == 1 ? " is" : "s are");
    }
    return done;
}

/* Files are read when no other call is at work. */
static bool read_texts(const struct options *options, struct text *texts,
                       size_t n, struct arena *arena, struct diags *diags)
{
    bool done = true;
    for (size_t i = 0; i < n; i++) {
        const char *name = i ? options->more[i - 1] : options->argument;
        texts[i].source = settings_file(name, arena, diags);
        texts[i].input = strcmp(name, "-") == 0;
        texts[i].kind = str_eq_nocase(path_ext(str_from(name)), STR(".md"))
                            ? SECRET_TEXT_MARKDOWN
                            : SECRET_TEXT_CODE;
        str text = texts[i].source ? texts[i].source->text : STR("");
        bool utf16 = utf16_has_mark(text);
        if (utf16) {
            say_error("sanitize: %s is UTF-16: nothing was changed; save it as "
                      "UTF-8 (iconv -f UTF-16 -t UTF-8)",
                      name);
        }
        done = done && texts[i].source && !utf16;
    }
    return done;
}

int command_sanitize(const struct options *options)
{
    struct arena arena = {0};
    struct diags diags;
    size_t n = options->nmore + 1;
    int lock = -1;
    if (!options->argument) {
        say_error("which file? See crumb help sanitize");
        return EXIT_USAGE;
    }
    struct text *texts = arena_zalloc(&arena, n, sizeof *texts);
    diags_init(&diags, &arena);
    struct sanitizer sanitizer = {.arena = &arena,
                                  .rules = secret_rules_load(&arena)};
    bool done = open_record(&sanitizer, options, &diags, &lock) &&
                read_texts(options, texts, n, &arena, &diags) &&
                sanitize(options, texts, n, &sanitizer);
    if (lock >= 0) {
        fs_at_close(lock);
    }
    if (done) {
        put_texts(options, texts, n, &arena);
    }
    report(&diags, options);
    int status = report_status(&diags, options);
    arena_free(&arena);
    return done ? status : 1;
}
