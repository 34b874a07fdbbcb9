/* SPDX-License-Identifier: MIT */
#include "steps/theme.h"

#include "base/memory/map.h"
#include "files/path.h"
#include "jinja/jinja.h"
#include "site/site_keys.h"
#include "site/view/question.h"
#include "steps/fragment_cache.h"
#include "steps/functions.h"

static enum jinja_undefined undefined_mode(const struct site *site)
{
    const struct config *config = &site->config;
    if (config->unread || site->data_unread) {
        return JINJA_CHAINABLE; /* a missing value is no template's fault */
    }
    switch (config->undefined) {
    case CONFIG_UNDEFINED_WARN: return JINJA_WARN;
    case CONFIG_UNDEFINED_IGNORE: return JINJA_CHAINABLE;
    case CONFIG_UNDEFINED_ERROR: break;
    }
    return JINJA_ERROR;
}

/* --- templates and the host --- */

static void note_template(struct render_context *ctx, str name,
                          const struct source *source)
{
    const struct view *view = ctx->host;
    uint64_t *answer =
        question_open(view->recorder, view->site, ASK_TEMPLATE, name);
    if (answer) {
        *answer = theme_files_hash(source);
    }
}

static struct profile *profile_of(struct render_context *ctx)
{
    const struct view *view = ctx->host;
    return view->profile;
}

/* The functions that jinja calls during a build. */
static struct jinja_host host_of(struct theme_files *files)
{
    struct jinja_host host = theme_files_host(files);
    host.note_template = note_template;
    host.find_fragment = fragment_cache_find;
    host.keep_fragment = fragment_cache_keep;
    host.profile_of = profile_of;
    return host;
}

struct theme *theme_open(const struct site *site, struct diags *diags)
{
    struct theme *theme = ARENA_NEW(site->arena, struct theme);
    theme_files_of_site(&theme->files, &site->config, site->arena);
    theme_files_check(&theme->files, diags);
    return theme;
}

/* Reports a choice of a post, or of a list's _index.md, that does not hold, or
 * must not: a template of another name may escape nothing that it prints. */
static void check_choice(const struct output *output, bool exists,
                         struct diags *diags)
{
    str file = path_ext(output->address->file);
    struct diag *diag = NULL;
    if (output->site->options.untrusted) {
        diag = diag_warning(diags, output->at, "bad-template",
                            "with --untrusted no post chooses a template");
        diag_hint(diag, "it has %.*s", STR_ARG(output->template));
    } else if (exists && str_is_word_of(file, STR(".html .htm .xhtml")) &&
               !str_is_word_of(path_ext(output->template), STR(".html .htm"))) {
        diag = diag_error(
            diags, output->at, "bad-template",
            "the template of an HTML page has a name that ends in .html");
        diag_hint(diag, "rename it, or publish the page as another file: "
                        "url: /search.json");
    }
}

/* A template that posts choose, and the site lacks. */
struct missing {
    str name;
    const struct output *first; /* that chooses it */
    size_t n;
};

struct missing_list {
    VEC(struct missing *) all;
    struct map by_name;
};

static void add_missing(struct missing_list *list, const struct output *output,
                        str name, struct arena *arena)
{
    void **place = map_put(&list->by_name, arena, name);
    struct missing *missing = *place;
    if (!missing) {
        missing = ARENA_NEW(arena, struct missing);
        *missing = (struct missing){.name = name, .first = output};
        *VEC_PUSH(&list->all, arena) = missing;
        *place = missing;
    }
    missing->n++;
}

static void report_missing(const struct theme *theme,
                           const struct missing_list *list, struct diags *diags)
{
    for (size_t i = 0; i < list->all.n; i++) {
        const struct missing *one = list->all.p[i];
        str more = one->n > 1 ? arena_printf(diags->arena, " (and %zu more)",
                                             one->n - 1)
                              : STR("");
        struct diag *diag = diag_warning(
            diags, one->first->at, "template-missing",
            "there is no template '%.*s': the page has %.*s%.*s",
            STR_ARG(one->name), STR_ARG(one->first->template), STR_ARG(more));
        diag_hint(diag, "write it, or name another one: crumb eject lists the "
                        "built-in ones");
        diag_did_you_mean(diag, jinja_nearest(theme->jinja, one->name));
    }
}

/* The theme's templates of lists want a list of their kind. Zola's home page
 * has section.html. */
static bool is_for_others(const struct output *output,
                          const struct source *source)
{
    return !str_eq(output->template, plan_default_template(output)) &&
           str_is_word_of(output->template,
                          STR("section.html taxonomy.html term.html")) &&
           str_starts(source->name, STR("theme/"));
}

/* Gives an output whose choice can't be used the default. */
static void choose(struct theme *theme, struct output *output,
                   struct missing_list *missing, struct diags *diags)
{
    str before = output->template;
    str standard = plan_default_template(output);
    size_t errors = diags->errors;
    plan_template(output);
    str chosen = output->template;
    const struct source *source =
        theme_files_load(&theme->files, chosen, diags);
    bool absent = !source && diags->errors == errors;
    if (absent) {
        add_missing(missing, output, chosen, diags->arena);
    }
    if (absent || (source && is_for_others(output, source))) {
        output->template = standard;
    }
    theme->rechosen = theme->rechosen || !str_eq(before, output->template);
}

/* Compiles all templates that the plan names, and reports their errors. */
static void compile_all(struct theme *theme, struct plan *plan,
                        struct diags *diags)
{
    const struct output *last = NULL;
    const struct jinja_template *known = NULL;
    struct missing_list missing = {0};
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->template.n) {
            continue;
        }
        if (output->at.source) {
            choose(theme, output, &missing, diags);
        }
        if (!last || !str_eq(last->template, output->template)) {
            known =
                jinja_get(theme->jinja, output->template, output->at, diags);
        }
        bool chosen =
            output->kind == OUTPUT_POST ||
            (output->kind == OUTPUT_LIST && output->list->number == 1);
        if (chosen && output->at.source) {
            check_choice(output, known != NULL, diags);
        }
        theme->compiled[i] = known;
        last = output;
    }
    report_missing(theme, &missing, diags);
}

void theme_compile(struct theme *theme, const struct site *site,
                   struct plan *plan, struct diags *diags)
{
    struct jinja_options settings = {.undefined = undefined_mode(site)};
    theme->jinja = jinja_new(site->arena, settings, host_of(&theme->files));
    functions_add(theme->jinja);
    jinja_add_global(theme->jinja, STR("data"),
                     value_object(&site->data->object));
    const struct object_class *classes[OBJECT_KINDS];
    objects_classes(site->arena, classes);
    for (size_t i = 0; i < OBJECT_KINDS; i++) {
        if (classes[i]) {
            jinja_add_attributes(theme->jinja, classes[i]->names,
                                 classes[i]->nnames);
        }
    }
    theme->compiled = arena_zalloc(site->arena, plan->outputs.n,
                                   sizeof(const struct jinja_template *));
    compile_all(theme, plan, diags);
    shortcode_table_make(&theme->shortcodes, theme->jinja, &theme->files,
                         site->arena, diags);
}

bool theme_has_same_shortcodes(const struct theme *theme,
                               const struct theme *other)
{
    const struct shortcode_table *table = &theme->shortcodes;
    bool same = table->names.n == other->shortcodes.names.n;
    for (size_t i = 0; same && i < table->names.n; i++) {
        str name = table->names.p[i];
        same = shortcode_table_hash(table, name) ==
               shortcode_table_hash(&other->shortcodes, name);
    }
    return same;
}

void theme_free(struct theme *theme)
{
    if (theme && theme->jinja) {
        jinja_free(theme->jinja);
    }
}
