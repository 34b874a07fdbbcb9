/* SPDX-License-Identifier: MIT */
#include "build/build.h"

#include "build/address_book.h"
#include "build/functions.h"
#include "build/plan.h"
#include "build/render.h"
#include "build/templates.h"
#include "site/words.h"
#include "text/markdown.h"

static bool failed(const struct diags *diags, bool strict)
{
    return diags->errors || (strict && diags->warnings);
}

static enum jinja_undefined undefined_mode(const struct site *site)
{
    const struct config *config = &site->config;
    if (config->unread || site->data_unread) {
        return JINJA_CHAINABLE; /* what it lacks is no template's fault */
    }
    switch (config->undefined) {
    case CONFIG_UNDEFINED_WARN: return JINJA_WARN;
    case CONFIG_UNDEFINED_IGNORE: return JINJA_CHAINABLE;
    case CONFIG_UNDEFINED_ERROR: break;
    }
    return JINJA_ERROR;
}

/* Renders what the plan names and publishes it, all or nothing. Pages are
 * rendered even if nothing can be published any more: what is wrong with them
 * is told in the same run. */
static void render_and_publish(struct site *site, const struct plan *plan,
                               const struct build_options *options,
                               struct shortcode_table *shortcodes,
                               struct diags *diags, struct build_result *result)
{
    str output = options->output.p ? options->output : site->config.output;
    struct publish *publish =
        publish_open(output, STR(".crumb"), false, site->arena, diags);
    render_all(site, plan, shortcodes, publish, diags);
    diags_sort(diags);
    if (publish && !failed(diags, options->strict)) {
        result->done = publish_commit(publish, diags, &result->counts);
    }
    if (publish) {
        publish_close(publish);
    }
}

void build_run(const struct build_options *options, struct arena *arena,
               struct diags *diags, struct build_result *result)
{
    *result = (struct build_result){0};
    markdown_init();
    struct site *site = site_load(&options->site, arena, diags);
    if (!site) {
        return;
    }
    result->site = site;
    struct templates templates = {
        .dir = STR("templates"), .root = STR("."), .arena = arena};
    templates_check(&templates, diags);
    struct jinja_options settings = {
        .undefined = undefined_mode(site),
    };
    struct jinja_loader loader = templates_loader(&templates);
    const struct words_loader words = {loader.load, loader.host};
    words_load(site, &words, diags);
    struct plan plan = {0};
    plan_make(site, STR("static"), diags, &plan);

    struct jinja *jinja = jinja_new(arena, settings, loader);
    struct shortcode_table shortcodes;
    functions_add(jinja);
    jinja_add_global(jinja, STR("data"), site->data);
    render_compile(&plan, jinja, diags);
    shortcode_table_make(&shortcodes, jinja, &loader, arena, diags);
    plan.backlinks = templates.names_backlinks;
    render_and_publish(site, &plan, options, &shortcodes, diags, result);
    if (options->book && result->done &&
        address_book_check(site, &plan, arena, diags)) {
        size_t added;
        address_book_add(site, &plan, arena, diags, &added);
    }
    jinja_free(jinja);
}

void build_free(struct build_result *result)
{
    if (result->site) {
        site_free(result->site);
    }
}
