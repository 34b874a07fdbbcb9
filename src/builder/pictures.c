/* SPDX-License-Identifier: MIT */
#include "builder/pictures.h"

#include "base/pool.h"
#include "base/progress.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/pictures.h"
#include "site/view/question.h"
#include "steps/last_build.h"

/* The answer to one question for the forms of a picture. */
struct form_job {
    uint32_t question;
    struct picture_set set;
    bool kept[PICTURE_FORMS];
};

struct publishing {
    struct generation *built;
    const struct last_build *last;
    struct publish *publish;
    struct diags *diags;  /* of each worker */
    struct arena *pixels; /* of each worker, used again for each picture */
    struct arena work;    /* memory of the list below */
    VEC(struct form_job) jobs;
};

static void keep_forms(const struct publishing *publishing, size_t worker,
                       struct form_job *job)
{
    const struct last_build *last = publishing->last;
    for (size_t k = 0; k < job->set.n; k++) {
        struct picture_form *form = &job->set.forms[k];
        job->kept[k] =
            form->name.p &&
            last_build_keeps(last, publishing->publish, worker, form->name,
                             last_build_place(last, form->name));
        form->made = job->kept[k] || !form->name.p;
    }
}

/* Makes the forms; `work` gets the pixels. Returns as picture_store_make. */
static int make_forms(const struct site *site, struct picture_set *set,
                      struct arena *work, enum image_problem *problem)
{
    struct picture_job job = {.crop = set->crop,
                              .settings = picture_settings(site),
                              .forms = set->forms,
                              .n = set->n,
                              .work = work};
    return picture_store_make(site->options.pictures, set->facts, set->stat,
                              &job, problem);
}

/* Forms without a name are published for another question. */
static void publish_picture(void *context, size_t worker, size_t i)
{
    const struct publishing *publishing = context;
    const struct site *site = publishing->built->site;
    struct form_job *job = &publishing->jobs.p[i];
    struct picture_set *set = &job->set;
    struct arena *work = &publishing->pixels[worker];
    enum image_problem problem;
    if (!set->n) {
        return;
    }
    keep_forms(publishing, worker, job);
    int error = make_forms(site, set, work, &problem);
    if (problem != IMAGE_OK) {
        picture_store_set_problem(site->options.pictures, set->facts, problem);
    }
    if (error || problem != IMAGE_OK) {
        struct view_doubts *doubts = &publishing->built->shared.doubts;
        atomic_store(&doubts->input_changed, &set->facts->file);
    }
    for (size_t k = 0; k < set->n; k++) {
        struct picture_form *form = &set->forms[k];
        if (form->made && !job->kept[k] && form->name.p) {
            publish_file(publishing->publish, worker, form->name,
                         buf_str(&form->file), &publishing->diags[worker]);
        }
        buf_free(&form->file);
    }
    arena_recycle(work);
    progress_step(site->options.progress);
}

/* Takes the names from forms that were seen. */
static void drop_seen(struct map *seen, struct picture_set *set,
                      struct arena *work)
{
    for (size_t k = 0; k < set->n; k++) {
        str *name = &set->forms[k].name;
        void **place = map_put(seen, work, *name);
        if (*place) {
            *name = (str){NULL, 0};
        } else {
            *place = set;
        }
    }
}

/* Names each form once, though several questions may name it. A form that is
 * wanted alone belongs to others, which are made from the same reading. */
static void drop_doubles(struct publishing *publishing)
{
    struct map seen = {0};
    for (int alone = 0; alone < 2; alone++) {
        for (size_t i = 0; i < publishing->jobs.n; i++) {
            struct picture_set *set = &publishing->jobs.p[i].set;
            if ((set->n == 1) == alone) {
                drop_seen(&seen, set, &publishing->work);
            }
        }
    }
}

static void make_jobs(struct publishing *publishing,
                      const struct reachable *live)
{
    const struct generation *built = publishing->built;
    struct site *site = built->site;
    for (uint32_t id = 1; id < live->nkeys; id++) {
        const struct key *key = reachable_question(live, id, ASK_PICTURE);
        if (key) {
            struct form_job *job =
                VEC_PUSH(&publishing->jobs, &publishing->work);
            *job = (struct form_job){.question = id};
            picture_set_make(question_site(site, key->owner),
                             built->shared.files, key->name, site->arena,
                             &job->set);
        }
    }
    drop_doubles(publishing);
}

static void publish_jobs(struct publishing *publishing, struct diags *diags)
{
    struct site *site = publishing->built->site;
    size_t jobs = site->options.jobs ? site->options.jobs : 1;
    publishing->diags = ARENA_ARRAY(site->arena, struct diags, jobs);
    publishing->pixels =
        arena_zalloc(site->arena, jobs, sizeof *publishing->pixels);
    for (size_t i = 0; i < jobs; i++) {
        diags_init(&publishing->diags[i], &site->workers[i]);
    }
    progress_begin(site->options.progress, "making pictures",
                   publishing->jobs.n);
    pool_run(jobs, publishing->jobs.n, publish_picture, publishing);
    for (size_t i = 0; i < jobs; i++) {
        diags_merge(diags, &publishing->diags[i]);
        arena_free(&publishing->pixels[i]);
    }
}

/* A picture is published if an output asks for it with that question. */
static void keep_asked(const struct reachable *live, uint32_t id, char kind,
                       struct published_forms *out)
{
    const struct key *key = reachable_question(live, id, kind);
    if (key && map_get(&out->replaced, key->name)) {
        *map_put(&out->replaced, live->arena, key->name) = NULL;
    }
}

static void find_replaced(const struct publishing *publishing,
                          const struct reachable *live,
                          struct published_forms *out)
{
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < publishing->jobs.n; i++) {
            const struct picture_set *set = &publishing->jobs.p[i].set;
            bool replaced = set->n && set->has_source;
            if (set->path.n && replaced == (round == 0)) {
                *map_put(&out->replaced, publishing->built->site->arena,
                         set->path) = replaced ? out : NULL;
            }
        }
    }
    for (uint32_t id = 1; id < live->nkeys; id++) {
        keep_asked(live, id, ASK_ORIGINAL, out);
        keep_asked(live, id, ASK_ASSET, out);
    }
}

/* Says once that this program makes no forms, if a page would have some. */
static void tell_plain(const struct publishing *publishing, struct diags *diags)
{
    for (size_t i = 0; i < publishing->jobs.n; i++) {
        const struct picture_set *set = &publishing->jobs.p[i].set;
        if (set->lacks_library) {
            struct diag *diag =
                diag_warning(diags, (span){0}, "no-pictures",
                             "pictures keep their sizes: crumb was built "
                             "without libjpeg, libpng and libwebp");
            diag_hint(diag, "install them and build crumb again; images: "
                            "{resize: false} in site.yaml keeps sizes, too");
            return;
        }
    }
}

void pictures_publish(struct generation *built, const struct reachable *live,
                      const struct last_build *last, struct publish *publish,
                      struct diags *diags, struct published_forms *out)
{
    struct site *site = built->site;
    struct publishing publishing = {
        .built = built, .last = last, .publish = publish};
    if (!site->options.pictures) {
        return;
    }
    make_jobs(&publishing, live);
    if (publishing.jobs.n) {
        publish_jobs(&publishing, diags);
    }
    for (size_t i = 0; i < publishing.jobs.n; i++) {
        const struct form_job *job = &publishing.jobs.p[i];
        for (size_t k = 0; k < job->set.n; k++) {
            if (job->set.forms[k].name.p) {
                *VEC_PUSH(&out->list, site->arena) = (struct published_form){
                    job->question, job->set.forms[k].name, job->kept[k]};
            }
        }
    }
    tell_plain(&publishing, diags);
    find_replaced(&publishing, live, out);
    arena_free(&publishing.work);
}

/* Finds the question whose answer has the form of that name. */
static bool find_form(const struct generation *built,
                      const struct engine *engine, str name, struct arena *work,
                      struct picture_set *set)
{
    for (uint32_t id = 1; id < key_limit(&engine->keys); id++) {
        const struct key *key = key_get(&engine->keys, id);
        if (key->class != KEY_QUESTION || key->kind != ASK_PICTURE) {
            continue;
        }
        str stem = path_stem(picture_question_path(key->name));
        bool there =
            str_starts(name, stem) &&
            picture_set_make(question_site(built->site, key->owner),
                             built->shared.files, key->name, work, set);
        for (size_t k = 0; there && k < set->n; k++) {
            if (str_eq(set->forms[k].name, name)) {
                return true;
            }
        }
    }
    return false;
}

/* Makes all forms of the picture in one reading: browsers ask for others when
 * a window changes. Browsers look at the bytes, so the picture itself will do
 * instead of one that can't be made. */
bool pictures_make(const struct generation *built, const struct engine *engine,
                   str name, struct arena *arena, str *bytes)
{
    struct site *site = built->site;
    struct arena work = {0};
    struct picture_set set;
    bool found =
        site->options.pictures && find_form(built, engine, name, &work, &set);
    *bytes = (str){NULL, 0};
    if (found) {
        enum image_problem problem;
        make_forms(site, &set, &work, &problem);
        for (size_t k = 0; k < set.n; k++) {
            if (set.forms[k].made && str_eq(set.forms[k].name, name)) {
                *bytes = arena_str(arena, buf_str(&set.forms[k].file));
            }
            buf_free(&set.forms[k].file);
        }
        if (!bytes->n && fs_read(set.facts->file, arena, bytes) == 0) {
            *bytes = image_clean(*bytes, site->config.images.keep, arena);
        }
    }
    arena_free(&work);
    return bytes->n > 0;
}
