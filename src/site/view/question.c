/* SPDX-License-Identifier: MIT */
#include "site/view/question.h"

#include <limits.h>

#include "base/hash.h"
#include "dates/zone.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/config/words.h"
#include "site/names/file_names.h"
#include "site/names/post_names.h"
#include "site/pictures.h"
#include "site/site_keys.h"

const struct site *question_site(const struct site *site, uint32_t owner)
{
    for (size_t i = 0; i < site->languages.n; i++) {
        if (site->languages.p[i]->object.number == owner) {
            return site->languages.p[i];
        }
    }
    return site;
}

uint64_t *question_open(struct recorder *recorder, const struct site *site,
                        enum question kind, str name)
{
    if (!recorder) {
        return NULL;
    }
    struct key question = {KEY_QUESTION, (uint8_t)kind, site->object.number,
                           name};
    return recorder_ask(recorder, question);
}

void question_answered(struct recorder *recorder, const struct site *site,
                       enum question kind, str name, uint64_t answer)
{
    uint64_t *place = question_open(recorder, site, kind, name);
    if (place) {
        *place = answer;
    }
}

void question_ask(const struct view *view, const struct site *site,
                  enum question kind, str name)
{
    uint64_t *place = question_open(view->recorder, site, kind, name);
    if (place) {
        struct arena work = {0};
        struct gate gate = gate_recorder();
        *place = question_answer(view->shared, site, kind, name, &work);
        gate_restore(gate);
        arena_free(&work);
    }
}

struct gate question_gate(const struct view *view, const struct site *site,
                          enum question kind, str name)
{
    if (!view) {
        return gate_recorder();
    }
    question_ask(view, site, kind, name);
    return gate_asked(view->recorder, (char)kind, name);
}

/* For a live post its address is the fact: a post that has one is there, and no
 * draft. */
const struct post *question_post(const struct view *view,
                                 const struct site *site, str path,
                                 struct arena *arena, str *url)
{
    struct gate gate = gate_recorder();
    const struct post *post = site_post(site, path, arena);
    bool live = post && post->held == HELD_NOT;
    gate_restore(gate);
    gate = live && view ? view_read_url(view->recorder, post)
                        : question_gate(view, site, ASK_PATH, path);
    *url = live ? post->address.url : (str){NULL, 0};
    gate_restore(gate);
    return post;
}

const struct taxonomy *question_taxonomy(const struct site *site, str name)
{
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        if (str_eq(site->taxonomies.p[i]->as.name, name)) {
            return site->taxonomies.p[i];
        }
    }
    return NULL;
}

static uint64_t answer_path(const struct site *site, str path,
                            struct arena *work)
{
    const struct post *post = site_post(site, path, work);
    const struct asset *asset = site_asset(site, path, work);
    uint64_t hash = content_find(&site->content, path) != NULL;
    if (post) {
        hash = hash64_mix(hash, hash64(post->file->path));
        hash = hash64_mix(hash, (uint64_t)post->held << 8 | post->file->kind);
        hash = hash64_mix(hash, post->file->form);
        hash = hash64_mix(hash, hash64(post->address.url));
    }
    return asset ? hash64_mix(hash + 1, hash64(asset->address.url)) : hash;
}

/* HTML is a post or a file by what it begins with. */
static uint64_t answer_names(const struct view_shared *shared,
                             const struct site *site)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = site->content.files.p[i];
        hash = hash64_mix(hash, hash64(file->path));
        hash = hash64_mix(hash, file->kind == CONTENT_ASSET);
    }
    return published_files_hash(shared->files, hash);
}

static uint64_t answer_picture(const struct view_shared *shared,
                               const struct site *site, str name,
                               struct arena *work)
{
    struct picture_set set;
    return picture_set_make(site, shared->files, name, work, &set)
               ? picture_set_hash(&set)
               : 0;
}

static uint64_t answer_near(const struct site *site, enum file_names_of which,
                            str name)
{
    return hash64(nearest_find(file_names_of(site, which, NULL), name));
}

/* Of a folder by its name alone only that it is one: each thing in it is a
 * fact of its own. */
static uint64_t answer_data(const struct site *site, str path)
{
    const struct data_folder *folder = site->data;
    str part;
    str rest = path;
    size_t at = 0;
    while ((at = str_find_char(rest, '/')) != STR_NONE && folder) {
        part = str_sub(rest, 0, at);
        rest = str_from_offset(rest, at + 1);
        folder = part.n ? data_folder_find(folder, part) : folder;
    }
    if (!folder) {
        return 0;
    }
    if (!rest.n) {
        return value_hash(folder->all, site->objects);
    }
    if (data_folder_find(folder, rest)) {
        return 1;
    }
    const value *v = dict_get_str(folder->all.as.dict, rest);
    return v ? value_hash(*v, site->objects) : 0;
}

/* 0: there is none that can be read. */
static uint64_t answer_code_file(const struct site *site, str path,
                                 struct arena *work)
{
    const struct asset *asset = site_asset(site, path, work);
    str text;
    bool there = asset && fs_read_listed(asset->file->source,
                                         &asset->file->stat, work, &text) == 0;
    return there ? hash64_mix(hash64(text), text.n) : 0;
}

/* Takes "folder|" off the front of a question. */
static str take_folder(str *question)
{
    str whole = *question;
    size_t bar = str_rfind_char(whole, '|');
    *question = str_from_offset(whole, bar == STR_NONE ? 0 : bar + 1);
    return str_sub(whole, 0, bar);
}

uint64_t question_answer(const struct view_shared *shared,
                         const struct site *site, enum question kind, str name,
                         struct arena *work)
{
    str part;
    struct civil day;
    const struct post *post;
    switch (kind) {
    case ASK_PATH: return answer_path(site, name, work);
    case ASK_TEXT:
        post = site_post(site, name, work);
        return post ? post->loaded->file_hash : 0;
    case ASK_FILE: return published_files_find(shared->files, name) != NULL;
    case ASK_ORIGINAL:
        return name.n ? published_files_find(shared->files, name) != NULL
                      : shared->files->optional > 0;
    case ASK_NAMES: return answer_names(shared, site);
    case ASK_NEAR: return answer_near(site, NAMES_CONTENT, name);
    case ASK_NEAR_FILE: return answer_near(site, NAMES_ASSETS, name);
    case ASK_SECTION: return map_get(&site->sections_by_name, name) != NULL;
    case ASK_TAXONOMY: return question_taxonomy(site, name) != NULL;
    case ASK_IMAGE:
        return picture_size_hash(picture_at(site, shared->files, name, work));
    case ASK_PICTURE: return answer_picture(shared, site, name, work);
    case ASK_WORD:
        str_split(&name, ' ', &part);
        return words_hash(site->words, part, name);
    case ASK_WORDS: return words_names_hash(site->words);
    case ASK_DATES: return words_dates_hash(site->words, name);
    case ASK_ALERTS: return words_markdown_hash(site->words, name);
    case ASK_DAY:
        day = date_civil(site->now);
        return (uint64_t)civil_days(day.year, day.month, day.day);
    case ASK_DATA: return answer_data(site, name);
    case ASK_ZONE: return zone_hash(zone_load(name, work));
    case ASK_LANGUAGE: return language_set_hash(site->code, name);
    case ASK_FILE_LANGUAGE:
        return hash64(language_set_of_file(site->code, name));
    case ASK_CODE_FILE: return answer_code_file(site, name, work);
    case ASK_WIKILINK:
        part = take_folder(&name);
        return post_names_hash(site->post_names, site, part, name, work);
    case ASK_WIKIFILE:
        part = take_folder(&name);
        return hash64(named_file_find(site, shared->files, part, name, work));
    case ASK_TEMPLATE:
    case ASK_SHORTCODE:
    case ASK_SHORTCODES:
    case ASK_ASSET: break;
    }
    return 0;
}

#define QUESTION_CHECK(kind, letter, sources)                                  \
    FACT_SOURCES_CHECK(#kind, sources);
QUESTIONS(QUESTION_CHECK)

#define QUESTION_SOURCES(kind, letter, sources) [letter] = (sources),

/* Of a letter that no question has, which only a forged ledger knows: all. */
unsigned question_sources(enum question kind)
{
    static const uint16_t by_letter[] = {QUESTIONS(QUESTION_SOURCES)};
    size_t letter = (size_t)kind;
    bool known =
        letter < sizeof by_letter / sizeof *by_letter && by_letter[letter];
    return known ? by_letter[letter] : UINT_MAX;
}
