/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TEXT_STORE_H
#define CRUMB_FILES_TEXT_STORE_H

/* Keeps texts that are made once and seldom read: in a temporary file if it has
 * one, from where they are mapped, else in memory. A text stays where it is.
 *
 * Texts are gathered in blocks of a megabyte. A full block is written to the
 * file and mapped in its own place; then it takes memory only while it is read.
 * A block that can't be written, as the disk is full, stays in memory. The file
 * has no name, and ends with the program.
 *
 * A store belongs to one thread; any thread may read its texts and give their
 * memory back. */

#include <pthread.h>

#include "base/memory/vec.h"

struct text_block {
    char *p;
    size_t n;
    bool written;
};

/* A zeroed one is ready for use, and keeps texts in memory. */
struct text_store {
    str path;             /* of the file; p == NULL: none, and the rest but the
                             arena is not used */
    struct arena arena;   /* of texts if there is no file, and of `blocks` */
    pthread_mutex_t lock; /* of `blocks` */
    VEC(struct text_block) blocks; /* the last one is being filled... */
    size_t used;                   /* ...up to here */
    int fd;                        /* valid if `opened` */
    bool opened;                   /* when the first block was full */
    bool failed;                   /* further blocks stay in memory */
    uint64_t end;                  /* of the file */
};

/* Gives an empty store a file for the blocks that it fills. The path is that of
 * a state file of crumb's own (state_file.h), and names the file only until it
 * is open; the text of the path must outlive the store. */
void text_store_init(struct text_store *store, str path);
/* Returns a copy of the text, which lives as long as the store. */
str text_store_put(struct text_store *store, str text);
/* Gives the memory of written blocks back. Any thread. */
void text_store_release(struct text_store *store);
/* Returns the number of bytes in memory that it holds. */
size_t text_store_size(const struct text_store *store);
/* Frees the texts. */
void text_store_free(struct text_store *store);

#endif
