/* SPDX-License-Identifier: MIT */
#include "builder/worker.h"

#include "base/diag/diag.h"
#include "drawing/card.h"
#include "files/path.h"
#include "images/clean.h"
#include "images/image.h"
#include "images/picture_store.h"
#include "site/site_keys.h"
#include "site/view/picture_html.h"
#include "steps/asset_hash.h"
#include "steps/fragment_cache.h"
#include "steps/search.h"
#include "text/html_escape.h"
#include "text/xml_chars.h"

void worker_init(struct worker *worker, struct generation *built, size_t number)
{
    struct site *site = built->site;
    worker->built = built;
    worker->work = &site->scratch[number];
    worker->keep = &site->workers[number];
    diags_init(&worker->diags, worker->keep);
    diags_init(&worker->unheard, worker->keep);
    recorder_init(&worker->recorder, site->objects->engine, worker->keep);
    worker->host.fingerprints = built->fingerprints;
    view_init(&worker->host.view, site, &built->shared, worker->keep);
    worker->host.view.texts = &site->texts[number * KEPT_TEXTS];
    worker->host.view.search = &worker->search;
    worker->hashing = worker->host;
    worker->hashing.view.hashing = true;
    worker->host.view.recorder = &worker->recorder;
    worker->host.memo = memo_new(&worker->memo);
    if (site->options.profile) {
        worker->host.view.profile = ARENA_NEW(worker->keep, struct profile);
        worker->host.view.profile->arena = worker->keep;
    }
}

/* --- the context of a template --- */

static void put_list(struct dict *context, struct arena *arena,
                     const struct output *output)
{
    const struct list_page *page = output->list;
    dict_put(context, arena, "page", value_object(&page->object));
    if (page->kind == PAGE_404 || page->kind == PAGE_SEARCH) {
        return;
    }
    dict_put(context, arena, "posts", value_object(&page->posts.object));
    dict_put(context, arena, "paginator", value_object(&page->paginator));
    if (output->listing) {
        const char *name = page->kind == PAGE_SECTION    ? "section"
                           : page->kind == PAGE_TAXONOMY ? "taxonomy"
                                                         : "term";
        dict_put(context, arena, name, value_object(&output->listing->object));
    }
    if (page->kind == PAGE_TERM && output->listing) {
        const struct term *term = (const struct term *)output->listing;
        dict_put(context, arena, "taxonomy",
                 value_object(&term->taxonomy->as.object));
    }
}

/* Returns the `page` of files that have no page of their own. */
static value file_page(struct arena *arena, const struct output *output)
{
    value page = value_dict(arena);
    dict_put(page.as.dict, arena, "url", value_string(output->address->url));
    dict_put(page.as.dict, arena, "permalink",
             value_string(output->address->permalink));
    return page;
}

/* Whether it is made from one post. */
static bool is_of_post(const struct output *output)
{
    return output->kind == OUTPUT_POST || output->kind == OUTPUT_DATA ||
           output->kind == OUTPUT_CARD;
}

static struct dict *make_context(const struct worker *worker,
                                 const struct output *output)
{
    struct arena *arena = worker->work;
    struct dict *context = value_dict(arena).as.dict;
    dict_put(context, arena, "site", value_object(&output->site->object));
    if (is_of_post(output)) {
        dict_put(context, arena, "page", value_object(&output->post->object));
        if (output->post->section) {
            dict_put(context, arena, "section",
                     value_object(&output->post->section->as.object));
        }
    } else if (output->kind == OUTPUT_LIST) {
        put_list(context, arena, output);
    } else {
        dict_put(context, arena, "page", file_page(arena, output));
        dict_put(context, arena, "pages",
                 value_object(output->entries
                                  ? &output->entries->object
                                  : &worker->built->plan.entries.object));
    }
    if (output->kind == OUTPUT_FEED) {
        dict_put(context, arena, "feed", value_object(&output->feed->object));
    }
    return context;
}

/* --- the bytes --- */

static void end_trace(struct worker *worker, struct output *output,
                      struct recorder_mark mark, struct arena *keep)
{
    struct deps deps = recorder_end(&worker->recorder, mark, worker->work);
    output->trace =
        columns_fold(output->site->objects, deps, keep, worker->work);
}

static bool render_template(struct worker *worker, struct output *output,
                            struct diags *warnings, struct arena *keep)
{
    struct render_context ctx = {
        .arena = worker->work, .diags = warnings, .host = &worker->host};
    bool done = false;
    const struct theme *theme = worker->built->theme;
    const struct jinja_template *template =
        theme->compiled[output - worker->built->plan.outputs.p];
    if (template) {
        struct dict *context = make_context(worker, output);
        str file = output->address->file; /* its own address is no read */
        struct recorder_mark mark = recorder_begin(&worker->recorder);
        done =
            jinja_render(theme->jinja, template, context, &ctx, &worker->out);
        if (output->kind == OUTPUT_POST || output->kind == OUTPUT_LIST) {
            str html = picture_html(&worker->host.view, output->site,
                                    buf_str(&worker->out), true, worker->work);
            if (html.p != worker->out.p) {
                buf_clear(&worker->out);
                buf_put(&worker->out, html);
            }
        }
        picture_uses(&worker->host.view, output->site, file,
                     buf_str(&worker->out), worker->work);
        end_trace(worker, output, mark, keep);
    }
    return done;
}

/* A page that sends the reader on, for browsers and for search engines. */
static bool render_alias(const struct output *output, struct buf *out)
{
    const struct address *to = &output->post->address;
    str title = output->post->title; /* an _index.md may have none */
    title = title.n ? title : to->url;
    buf_put(out, STR("<!doctype html>\n<html lang=\""));
    html_escape(output->post->lang, out);
    buf_put(out, STR("\">\n<head>\n<meta charset=\"utf-8\">\n<title>"));
    html_escape(title, out);
    buf_put(out, STR("</title>\n<link rel=\"canonical\" href=\""));
    html_escape(to->permalink, out);
    buf_put(out, STR("\">\n<meta name=\"robots\" content=\"noindex\">\n"
                     "<meta http-equiv=\"refresh\" content=\"0; url="));
    html_escape(to->url, out);
    buf_put(out, STR("\">\n</head>\n<body>\n<p><a href=\""));
    html_escape(to->url, out);
    buf_put(out, STR("\">"));
    html_escape(title, out);
    buf_put(out, STR("</a></p>\n</body>\n</html>\n"));
    return true;
}

/* Reads a file that is copied, notes which pictures it uses, and reports its
 * mistakes. */
static bool copy_file(struct worker *worker, struct output *output,
                      struct diags *warnings, struct arena *keep, str *bytes)
{
    const struct config *config = &output->site->config;
    struct picture_store *pictures = output->site->options.pictures;
    str file = output->address->file;
    bool read = asset_bytes(output, worker->work, &worker->diags, bytes);
    if (worker->diags.moving) {
        atomic_store(&worker->built->shared.doubts.input_changed,
                     &output->from);
    }
    if (asset_is_text(file)) {
        struct recorder_mark mark = recorder_begin(&worker->recorder);
        picture_uses(&worker->host.view, output->site, file, *bytes,
                     worker->work);
        end_trace(worker, output, mark, keep);
    }
    document_check(output->from, *bytes, warnings);
    frontmatter_check_copy(output->from, *bytes, config, worker->work,
                           warnings);
    picture_check(
        output->from, *bytes,
        output->from_stat
            ? picture_store_problem(pictures, output->from, output->from_stat)
            : IMAGE_OK,
        config->images.resize, warnings);
    return read;
}

/* XML forbids some characters, which no template has to filter out. */
static str without_forbidden(const struct output *output, str bytes,
                             struct arena *arena)
{
    bool is_xml = str_eq(path_ext(output->address->file), STR(".xml")) ||
                  str_eq(path_ext(output->template), STR(".xml"));
    return is_xml ? xml_clean(arena, bytes) : bytes;
}

static str make_index(struct worker *worker, struct output *output,
                      struct arena *keep)
{
    struct render_context ctx = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    struct recorder_mark mark = recorder_begin(&worker->recorder);
    struct site_search *search = output->site->language + worker->built->search;
    str root = search_make(search, output, &ctx);
    end_trace(worker, output, mark, keep);
    return root;
}

/* Draws what the template has said. */
static bool make_card(struct worker *worker, const struct output *output,
                      struct diags *warnings, str *bytes)
{
    struct card card = {.ink = 0x000000, .paper = 0xFFFFFF, .colour = 0};
    struct buf png = {0};
    bool done =
        card_read(arena_str(worker->work, buf_str(&worker->out)), worker->work,
                  warnings, &card) &&
        card_draw(&card, output->site->config.cards.font, worker->work, &png);
    *bytes = buf_move(&png, worker->work);
    return done;
}

static bool make_bytes(struct worker *worker, struct output *output,
                       struct diags *warnings, struct arena *keep, str *bytes)
{
    bool done = true;
    switch (output->kind) {
    case OUTPUT_FILE: return copy_file(worker, output, warnings, keep, bytes);
    case OUTPUT_BYTES: *bytes = output->bytes; return true;
    case OUTPUT_ALIAS: done = render_alias(output, &worker->out); break;
    case OUTPUT_SEARCH: *bytes = make_index(worker, output, keep); return true;
    case OUTPUT_CARD:
        return render_template(worker, output, warnings, keep) &&
               make_card(worker, output, warnings, bytes);
    case OUTPUT_POST:
    case OUTPUT_DATA:
    case OUTPUT_LIST:
    case OUTPUT_FEED:
    case OUTPUT_PAGES:
        done = render_template(worker, output, warnings, keep);
        break;
    }
    *bytes =
        clean_data_urls(buf_str(&worker->out), output->site->config.images.keep,
                        IMAGE_DEEPEST, worker->work);
    *bytes = without_forbidden(output, *bytes, worker->work);
    return done;
}

/* The warnings as the ledger keeps them, without the page: each build adds
 * it. */
static str record_of(const struct diags *warnings, struct arena *keep)
{
    struct buf record = {0};
    if (!warnings->list.n) {
        return (str){NULL, 0};
    }
    diags_pack(warnings, 0, &record);
    return buf_move(&record, keep);
}

void worker_enter(struct worker *worker, const struct output *output)
{
    struct view *view = &worker->host.view;
    bool post = is_of_post(output);
    bool list = output->kind == OUTPUT_LIST;
    view_reset(view);
    view->site = output->site;
    view->lang = post   ? output->post->lang
                 : list ? output->list->lang
                        : output->site->config.language;
    view->plain_dates = !post && !list;
}

bool worker_make(struct worker *worker, struct output *output,
                 struct diags *warnings, struct arena *keep, str *bytes)
{
    buf_clear(&worker->out);
    worker_enter(worker, output);
    bool made = make_bytes(worker, output, warnings, keep, bytes);
    output->warnings = record_of(warnings, keep);
    return made;
}
