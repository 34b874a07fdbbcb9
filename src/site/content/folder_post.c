/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "site/address.h"
#include "site/content/content.h"
#include "site/content/content_change.h"
#include "site/content/content_pick.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"

struct search {
    const struct content_from *from;
    const struct config *config;
    const struct content *content;
    struct arena *work; /* reset after each file */
};

/* Is it a post's source, whose name is `stem` but for its extension? */
static bool is_source(const struct content_file *file, str stem)
{
    str base = path_base(file->at.plain);
    return file->ext.n && str_eq(str_sub(base, 0, base.n - file->ext.n), stem);
}

/* --- the files around it --- */

/* The next post at files[*i] or after it in the folder of the file or below it,
 * but for the file itself; *i becomes the index after it. NULL: there is none.
 * Files are sorted by path: those of one folder and below follow each other. */
static const struct content_file *next_beside(const struct search *search,
                                              const struct content_file *file,
                                              size_t *i)
{
    const struct content *content = search->content;
    str folder = path_dir(file->path);
    str below = str_sub(file->path, 0, folder.n + (folder.n > 0));
    for (*i = *i == STR_NONE ? content_find_first(content, below) : *i;
         *i < content->files.n; ++*i) {
        const struct content_file *other = content->files.p[*i];
        if (!str_starts(other->path, below)) {
            break;
        }
        if (other->ext.n && other != file) {
            ++*i;
            return other;
        }
    }
    return NULL;
}

/* Its translations have another language's code in their names. */
static bool is_alone(const struct search *search,
                     const struct content_file *file)
{
    const struct content_file *other;
    for (size_t i = STR_NONE; (other = next_beside(search, file, &i));) {
        if (!str_eq(other->at.plain, file->at.plain)) {
            return false;
        }
    }
    return true;
}

struct around {
    bool posts;
    bool index; /* another file is the index in this language */
};

static struct around look_around(const struct search *search,
                                 const struct content_file *file)
{
    struct around around = {0};
    const struct content_file *other;
    for (size_t i = STR_NONE; !(around.posts && around.index) &&
                              (other = next_beside(search, file, &i));) {
        bool beside = str_eq(path_dir(file->path), path_dir(other->path));
        bool index = beside && (is_source(other, STR("_index")) ||
                                is_source(other, STR("index")));
        bool first = is_source(other, STR("_index")) || other < file;
        around.posts = around.posts || !index;
        around.index =
            around.index ||
            (index && first && other->at.language == file->at.language);
    }
    return around;
}

/* --- front matter --- */

static bool read_front(const struct search *search,
                       const struct content_file *file,
                       struct frontmatter *front)
{
    struct arena *work = search->work;
    struct source source = {.name =
                                path_join(work, search->from->dir, file->path)};
    struct frontmatter_place place;
    struct diags ignored; /* the post is read again, and reported then */
    diags_init(&ignored, work);
    return (content_changes_text(search->from->changes, file->path, work,
                                 &source.text) ||
            fs_read(source.name, work, &source.text) == 0) &&
           frontmatter_split(&source, &ignored, &place) &&
           frontmatter_read(&source, &place, search->config, work, &ignored,
                            front);
}

static bool has_own_address(const struct search *search,
                            const struct content_file *file,
                            const struct frontmatter *front)
{
    str folder = address_folder(search->work, path_dir(file->at.plain));
    str list = arena_concat(search->work, file->at.prefix, folder);
    return front->slug.n ||
           (frontmatter_uncommon(front)->url.n &&
            !str_eq(path_bare(frontmatter_uncommon(front)->url),
                    path_bare(list)));
}

static bool is_of_post(const struct frontmatter *front)
{
    return front->has_date || front->has_publish || front->tags.n ||
           front->categories.n || frontmatter_uncommon(front)->series.n ||
           front->headless || front->build.unrendered;
}

static bool stands_for_list(const struct search *search,
                            const struct content_file *file)
{
    str folder = path_dir(file->at.plain);
    /* `categories` is a taxonomy as soon as a post has one. */
    bool categories = !search->config->has_taxonomies &&
                      path_is_in(folder, STR("categories"));
    bool list =
        !folder.n || categories || config_is_of_terms(search->config, folder);
    struct around around = {0};
    struct frontmatter front;
    str base = path_base(folder);
    bool dated = name_is_day(base) || name_date_length(base);
    if (str_eq(base, STR("_posts")) || str_eq(base, STR("_drafts")) ||
        (!list && dated)) {
        return false;
    }
    around = look_around(search, file);
    if (around.index || (!list && !around.posts) ||
        !read_front(search, file, &front)) {
        return false;
    }
    bool itself = front.holds && !visibility_is_private(front.holds);
    return !itself && !has_own_address(search, file, &front) &&
           (list || !is_of_post(&front));
}

/* At the top, where a bundle is a page outside the blog, rye/rye.md is one only
 * if nothing in it is of a post. */
static bool is_named_bundle(const struct search *search,
                            const struct content_file *file)
{
    str folder = path_dir(file->at.plain);
    struct frontmatter front;
    if (!is_alone(search, file)) {
        return false;
    }
    return path_dir(folder).n ||
           (read_front(search, file, &front) && !is_of_post(&front) &&
            !name_date_length(path_base(folder)));
}

static enum content_form form_of(const struct search *search,
                                 const struct content_file *file)
{
    str folder = path_dir(file->at.plain);
    if (!file->ext.n) {
        return CONTENT_FORM_FILE;
    }
    if (is_source(file, STR("_index"))) {
        return CONTENT_FORM_INDEX;
    }
    if (is_source(file, STR("index"))) {
        return stands_for_list(search, file) ? CONTENT_FORM_INDEX
               : folder.n                    ? CONTENT_FORM_BUNDLE
                                             : CONTENT_FORM_FILE;
    }
    bool named = folder.n && is_source(file, path_base(folder));
    return named && is_named_bundle(search, file) ? CONTENT_FORM_BUNDLE
                                                  : CONTENT_FORM_FILE;
}

void content_find_forms(const struct content_from *from,
                        const struct config *config, struct content *content)
{
    struct arena work = {0};
    const struct search search = {from, config, content, &work};
    for (size_t i = 0; i < content->files.n; i++) {
        struct content_file *file = content->files.p[i];
        file->form = (uint8_t)form_of(&search, file);
        arena_clear(&work);
    }
    arena_free(&work);
}
