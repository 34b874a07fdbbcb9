/* SPDX-License-Identifier: MIT */
#include "site/view/body_code.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/view/question.h"

/* Names that say that a text is no code, or that a script in the page draws it:
 * it is plain, and that is right. */
static bool is_no_code(str name)
{
    static const str names[] = {
        STR_INIT("text"),         STR_INIT("txt"),      STR_INIT("plain"),
        STR_INIT("plaintext"),    STR_INIT("none"),     STR_INIT("nohighlight"),
        STR_INIT("no-highlight"), STR_INIT("raw"),      STR_INIT("output"),
        STR_INIT("ascii"),        STR_INIT("log"),      STR_INIT("console"),
        STR_INIT("mermaid"),      STR_INIT("math"),     STR_INIT("latex-math"),
        STR_INIT("dot"),          STR_INIT("graphviz"), STR_INIT("plantuml"),
        STR_INIT("goat"),         STR_INIT("svgbob"),   STR_INIT("ditaa"),
        STR_INIT("d2"),           STR_INIT("pikchr"),   STR_INIT("vega-lite"),
        STR_INIT("geojson"),      STR_INIT("topojson"), STR_INIT("stl"),
        STR_INIT("abc"),          STR_INIT("wavedrom"), STR_INIT("flowchart"),
    };
    return str_is_one_of(name, names, sizeof names / sizeof *names);
}

/* There are many more languages than crumb knows, and their names are short:
 * sed is no typo of set, nor fish of bash. */
static bool is_typo(str name, str nearest)
{
    size_t most = name.n < 4 ? 0 : name.n < 8 ? 1 : 2;
    return nearest.n && str_distance(name, nearest, most) <= most;
}

static bool is_new(struct unknown_languages *unknown, str name,
                   struct arena *arena)
{
    for (size_t i = 0; i < unknown->names.n; i++) {
        if (str_eq(unknown->names.p[i], name)) {
            return false;
        }
    }
    *VEC_PUSH(&unknown->names, arena) = name;
    return true;
}

static void warn_unknown(const struct links *links, str name, span at)
{
    struct diag *diag = diag_warning(
        links->diags, at, "code-language",
        "there is no language \"%.*s\": the block is plain", STR_ARG(name));
    str nearest = language_set_nearest(links->site->code, name);
    if (is_typo(name, nearest)) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "define it in languages/, or write text instead");
    }
}

const struct language *body_code_language(const struct links *links,
                                          struct unknown_languages *unknown,
                                          str name, span at,
                                          struct arena *arena)
{
    question_ask(links->view, links->site, ASK_LANGUAGE, name);
    struct gate gate = gate_asked(links->view->recorder, ASK_LANGUAGE, name);
    struct language_set *languages = links->site->code;
    const struct language *language =
        languages ? language_set_find(languages, name) : NULL;
    if (!language && languages && at.source && name.n && !is_no_code(name) &&
        is_new(unknown, name, arena)) {
        warn_unknown(links, name, at);
    }
    gate_restore(gate);
    return language;
}

/* --- files --- */

str body_code_file_language(const struct links *links, str path)
{
    str name = path_base(path);
    question_ask(links->view, links->site, ASK_FILE_LANGUAGE, name);
    struct gate gate =
        gate_asked(links->view->recorder, ASK_FILE_LANGUAGE, name);
    struct language_set *languages = links->site->code;
    str id = languages ? language_set_of_file(languages, name) : (str){0};
    gate_restore(gate);
    return id;
}

enum { LONGEST_FILE = 1 << 20 };

static bool fail(const struct links *links, str dest, span at, const char *why)
{
    diag_warning(links->diags, at, "code-file", "\"%.*s\" %s", STR_ARG(dest),
                 why);
    return false;
}

static bool fail_missing(const struct links *links, str dest, str path, span at,
                         struct arena *arena)
{
    struct diag *diag =
        diag_warning(links->diags, at, "code-file",
                     "there is no file \"%.*s\" beside the post or in content/",
                     STR_ARG(dest));
    question_ask(links->view, links->site, ASK_NEAR_FILE, path);
    struct gate gate = gate_asked(links->view->recorder, ASK_NEAR_FILE, path);
    diag_did_you_mean(diag, links_nearest(links->site, path,
                                          path_dir(links->post->file->path),
                                          true, arena));
    gate_restore(gate);
    return false;
}

bool body_code_file(const struct links *links, str dest, span at, str *text,
                    struct arena *arena)
{
    str path = links_content_path(links, dest, arena);
    uint64_t *answer =
        question_open(links->view->recorder, links->site, ASK_CODE_FILE, path);
    struct gate gate = gate_asked(links->view->recorder, ASK_CODE_FILE, path);
    const struct asset *asset = site_asset(links->site, path, arena);
    int error =
        asset ? fs_read(path_join(arena, STR("content"), asset->file->path),
                        arena, text)
              : 0;
    gate_restore(gate);
    if (answer) {
        *answer = asset && !error ? hash64_mix(hash64(*text), text->n) : 0;
    }
    if (!asset) {
        return fail_missing(links, dest, path, at, arena);
    }
    if (error) {
        return fail(links, dest, at, strerror(error));
    }
    if (text->n > LONGEST_FILE) {
        return fail(links, dest, at,
                    "is over 1 MiB: a part of it may be shown "
                    "from a file of its own");
    }
    if (utf8_invalid(*text) != STR_NONE) {
        return fail(links, dest, at, "is not UTF-8");
    }
    return true;
}
