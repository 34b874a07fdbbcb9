/* SPDX-License-Identifier: MIT */
#include "site/view/body_search.h"

#include "base/hash.h"
#include "search/search.h"
#include "site/content/post.h"
#include "site/view/view.h"

static uint64_t hash_of_words(const struct text_list *list, uint64_t hash)
{
    for (size_t i = 0; i < list->n; i++) {
        hash = hash64_mix(hash, hash64(list->p[i].text));
    }
    return hash;
}

uint64_t body_search_hash(const struct post *post)
{
    uint64_t hash = hash_of_words(&post->front->tags, hash64(post->title));
    return hash_of_words(&post->front->categories, hash);
}

/* #tag:NAME, as a word: its spaces are dashes. */
static void add_term(struct search_words *words, str kind, str name)
{
    struct buf term = {0};
    struct buf lower = {0};
    search_lower(name, &lower);
    for (size_t i = 0; i < lower.n; i++) {
        lower.p[i] = is_space(lower.p[i]) ? '-' : lower.p[i];
    }
    buf_put(&term, kind);
    search_fold(buf_str(&lower), &term);
    search_words_term(words, buf_str(&term));
    buf_free(&lower);
    buf_free(&term);
}

static void add_tags(struct search_words *words, const struct text_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        search_words_text(words, list->p[i].text, SEARCH_TAG);
        add_term(words, STR("#tag:"), list->p[i].text);
    }
}

/* The section in that folder, and those around it: by their paths and names. */
static void add_sections(struct search_words *words, str folder)
{
    for (size_t from = 0, i = 0; i < folder.n; from = ++i) {
        i = str_find_char_from(folder, i, '/');
        add_term(words, STR("#section:"), str_sub(folder, 0, i));
        if (from) {
            add_term(words, STR("#section:"), str_sub(folder, from, i - from));
        }
    }
}

str body_search_words(const struct post *post, str html,
                      const struct view *view)
{
    struct buf record = {0};
    if (!*view->search) {
        *view->search = search_words_new();
    }
    struct search_words *words = *view->search;
    search_words_text(words, post->title, SEARCH_TITLE);
    add_tags(words, &post->front->tags);
    add_tags(words, &post->front->categories);
    add_sections(words, post->file->folder);
    search_words_text(words, post->front->summary, SEARCH_TEXT);
    search_words_html(words, html);
    search_words_end(words, post->lang, &record);
    str kept = text_store_put(&view->texts[KEPT_SEARCH], buf_str(&record));
    buf_free(&record);
    return kept;
}
