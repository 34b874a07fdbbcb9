/* SPDX-License-Identifier: MIT */
#include "site/view/body_host.h"

#include <errno.h>

#include "base/hash.h"
#include "base/utf8.h"
#include "drawing/drawing.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/view/links.h"
#include "site/view/question.h"
#include "site/view/shortcode_table.h"

static str resolve_link(void *self, str dest, bool image, span at,
                        struct arena *arena)
{
    const struct body_host *body = self;
    return links_resolve(&body->links, dest, image, at, arena);
}

static str find_wikilink(void *self, str target, bool embed, span at,
                         struct arena *arena)
{
    const struct body_host *body = self;
    return wikilinks_find(&body->links, target, embed, at, arena);
}

static bool find_image_size(void *self, str dest, struct image_size *size)
{
    const struct body_host *body = self;
    return links_image_size(&body->links, dest, size);
}

static str resolve_html(void *self, str html, struct arena *arena)
{
    const struct body_host *body = self;
    return links_html(&body->links, html, arena);
}

static enum shortcode_kind find_kind(void *self, str name, span at)
{
    struct body_host *body = self;
    return shortcodes_kind(&body->shortcodes, name, at);
}

static str render_shortcode(void *self, const struct shortcode_call *call,
                            struct arena *arena)
{
    const struct body_host *body = self;
    return shortcodes_render(&body->shortcodes, call, arena);
}

/* Whether the name is that of plain text, or of something that a script in the
 * page draws: then the block is rightly plain. */
static bool is_no_code(str name)
{
    return str_is_word_of(
               name,
               STR("text txt plain plaintext none nohighlight no-highlight raw "
                   "output ascii log console mermaid math latex-math dot "
                   "graphviz plantuml goat svgbob ditaa d2 pikchr vega-lite "
                   "geojson topojson stl abc wavedrom flowchart")) ||
           drawing_is_kind(name);
}

/* Strict, as many languages are unknown to crumb and their names are short: sed
 * is no typo of set, nor fish of bash. */
static bool is_typo(str name, str nearest)
{
    size_t most = name.n < 4 ? 0 : name.n < 8 ? 1 : 2;
    return nearest.n && str_distance(name, nearest, most) <= most;
}

static void warn_unknown(const struct links *links, str name, span at)
{
    struct diag *diag = diag_add(
        links->diags, DIAG_NOTE, at, "code-language",
        "there is no language \"%.*s\": the block is plain", STR_ARG(name));
    str nearest = language_set_nearest(links->site->code, name);
    if (is_typo(name, nearest)) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "define it in languages/, or write text instead");
    }
}

static const struct language *find_language(void *self, str name, span at)
{
    struct body_host *body = self;
    const struct links *links = &body->links;
    struct gate gate =
        question_gate(links->view, links->site, ASK_LANGUAGE, name);
    struct language_set *languages = links->site->code;
    const struct language *language =
        languages ? language_set_find(languages, name) : NULL;
    if (!language && languages && at.source && name.n && !is_no_code(name) &&
        !str_is_one_of(name, body->unknown_languages.p,
                       body->unknown_languages.n)) {
        *VEC_PUSH(&body->unknown_languages, body->shortcodes.ctx->arena) = name;
        warn_unknown(links, name, at);
    }
    gate_restore(gate);
    return language;
}

static str find_file_language(void *self, str path)
{
    const struct body_host *body = self;
    const struct links *links = &body->links;
    str name = path_base(path);
    struct gate gate =
        question_gate(links->view, links->site, ASK_FILE_LANGUAGE, name);
    struct language_set *languages = links->site->code;
    str id = languages ? language_set_of_file(languages, name) : (str){0};
    gate_restore(gate);
    return id;
}

/* Why the text of a code file can't be shown; NULL: it can. */
static const char *text_problem(str text)
{
    enum { LONGEST_FILE = 1 << 20 };
    return text.n > LONGEST_FILE ? "is over 1 MiB: a part of it may be shown "
                                   "from a file of its own"
           : utf8_invalid(text) != STR_NONE ? "is not UTF-8"
                                            : NULL;
}

static void warn_missing(const struct links *links, str dest, str path, span at,
                         struct arena *arena)
{
    if (!tree_post_ext(path).n && links_is_held(links, path, true)) {
        diag_warning(links->diags, at, "code-file",
                     "\"%.*s\" belongs to a post that is not published",
                     STR_ARG(dest));
        return;
    }
    struct diag *diag =
        diag_warning(links->diags, at, "code-file",
                     "there is no file \"%.*s\" beside the post or in content/",
                     STR_ARG(dest));
    struct gate gate =
        question_gate(links->view, links->site, ASK_NEAR_FILE, path);
    diag_did_you_mean(diag, links_nearest(links->site, path,
                                          path_dir(links->post->file->path),
                                          true, arena));
    gate_restore(gate);
}

static bool read_code_file(void *self, str dest, span at, struct source *out,
                           struct arena *arena)
{
    const struct body_host *body = self;
    const struct links *links = &body->links;
    str path = links_content_path(links, dest, arena);
    uint64_t *answer =
        question_open(links->view->recorder, links->site, ASK_CODE_FILE, path);
    struct gate gate = gate_asked(links->view->recorder, ASK_CODE_FILE, path);
    const struct asset *asset = site_asset(links->site, path, arena);
    *out = (struct source){.name = asset ? asset->file->source : path};
    int error = asset ? fs_read_listed(asset->file->source, &asset->file->stat,
                                       arena, &out->text)
                      : 0;
    if (error == ESTALE) {
        atomic_store(&links->view->shared->doubts.input_changed,
                     &asset->file->source);
    }
    gate_restore(gate);
    if (answer) {
        *answer =
            asset && !error ? hash64_mix(hash64(out->text), out->text.n) : 0;
    }
    if (!asset) {
        warn_missing(links, dest, path, at, arena);
        return false;
    }
    const char *problem = error ? strerror(error) : text_problem(out->text);
    if (problem) {
        diag_warning(links->diags, at, "code-file", "\"%.*s\" %s",
                     STR_ARG(dest), problem);
    }
    return !problem;
}

struct markdown_host body_host(struct body_host *body)
{
    return (struct markdown_host){
        .link = resolve_link,
        .wikilink = find_wikilink,
        .image_size = find_image_size,
        .raw_html = resolve_html,
        .shortcode_kind = find_kind,
        .shortcode = render_shortcode,
        .language = find_language,
        .file_language = find_file_language,
        .code_file = read_code_file,
        .self = body,
    };
}

static str resolve_called(void *self, str dest, bool image, span at,
                          struct arena *arena)
{
    const struct body_host *body = self;
    (void)at;
    return links_resolve(&body->links, dest, image, body->links.view->calling,
                         arena);
}

struct markdown_host body_host_for_calls(struct body_host *body)
{
    return (struct markdown_host){
        .link = resolve_called,
        .image_size = find_image_size,
        .raw_html = resolve_html,
        .self = body,
    };
}

static enum shortcode_kind find_kind_quietly(void *self, str name, span at)
{
    const struct body_host *body = self;
    const struct view *view = body->shortcodes.ctx->host;
    (void)at;
    return shortcode_table_kind(view->shared->shortcodes, name);
}

struct markdown_host body_host_for_measures(struct body_host *body)
{
    struct markdown_host host = body_host(body);
    host.shortcode_kind = find_kind_quietly;
    host.shortcode = NULL;
    host.language = NULL;
    host.file_language = NULL;
    host.code_file = NULL;
    return host;
}
