/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PICTURE_STORE_H
#define CRUMB_IMAGES_PICTURE_STORE_H

/* Facts about the pictures on the disk, and the files that were made of them,
 * from one build to the next: .crumb/pictures/ has a file for each form, and
 * `index`, with each picture's stat and a hash of its bytes. All of it can
 * be made again. Any thread. */

#include "files/fs_stat.h"
#include "images/picture.h"

struct picture_store;

struct picture_facts {
    str file;
    int error;                  /* why it can't be read: an errno value */
    enum image_problem problem; /* found when it was decoded */
    struct image_header header;
    uint64_t hash; /* of its bytes */
    struct picture_details details;
};

/* Forms of a picture have at most that number. */
enum { PICTURE_FORMS = 8 };

/* `folder` is made when something is put there; p == NULL: nothing is kept.
 */
struct picture_store *picture_store_new(str folder);
/* NULL is ignored. */
void picture_store_free(struct picture_store *store);
/* Says that all pictures of the site's pages were asked for, so that
 * picture_store_save removes their other forms, and those of pictures that are
 * gone. A picture that only a draft shows keeps its forms. */
void picture_store_complete(struct picture_store *store);
/* Writes the index, if it changed. Returns 0 or an errno value. */
int picture_store_save(struct picture_store *store);

/* Looks at the picture, at most once for each stat. Valid as long as the
 * store. */
const struct picture_facts *picture_store_look(struct picture_store *store,
                                               str file,
                                               const struct fs_stat *stat);
/* Whether this program can make forms of it, as far as it is known. */
bool picture_is_readable(const struct picture_facts *facts);
/* Why no form can be made of it, as far as that was found out. */
enum image_problem picture_store_problem(struct picture_store *store, str file,
                                         const struct fs_stat *stat);
/* Sets the average colour. It is computed once, then kept in the index. Returns
 * false: its pixels can't be read. */
bool picture_store_colour(struct picture_store *store,
                          const struct picture_facts *facts,
                          const struct fs_stat *stat, uint32_t *colour);
/* Notes that no other size can be made of it. */
void picture_store_set_problem(struct picture_store *store,
                               const struct picture_facts *facts,
                               enum image_problem problem);

/* The key of a form: a hash of all that it is made from. */
str picture_store_key(const struct picture_facts *facts,
                      const struct picture_crop *crop,
                      struct picture_settings settings,
                      const struct picture_form *form, struct arena *arena);
/* Gets the forms from the store, or makes them, and keeps them; those that are
 * `made` are only noted as being in use. `stat` is the file's, as pages were
 * made for it. Returns 0, ESTALE if the file is another one, or an errno value.
 * *problem: why a form could not be made. */
int picture_store_make(struct picture_store *store,
                       const struct picture_facts *facts,
                       const struct fs_stat *stat,
                       const struct picture_job *job,
                       enum image_problem *problem);

#endif
