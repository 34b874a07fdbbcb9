/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_DATA_FILES_H
#define CRUMB_SITE_DATA_FILES_H

/* The data of a site: data/net/racks.csv is data.net.racks in templates.
 * Files end in .yaml, .yml, .json or .csv, in any case; README files are for
 * people and passed over, others with a warning. Links and unreadable folders
 * are as files/tree.h has them. */

#include "base/diag/diag.h"
#include "data/value.h"
#include "files/tree_link.h"

/* data/ itself or a folder in it, as templates see it (site/view/view_data.c).
 */
struct data_folder {
    struct object object;
    str path;  /* net/east; "" is data/ */
    str name;  /* east */
    value all; /* a dict of its files, and of folders as dicts of their own */
    VEC(struct data_folder *) folders;
};

/* Reads all files below `dir` in the order of their paths into *out; empty if
 * there is no such folder. Names are in NFC. False: a file is broken, or two
 * have one name; reported, all of them in one run. */
bool data_files_load(str dir, const struct tree_site *site, struct arena *arena,
                     struct diags *diags, struct data_folder *out);
/* That folder in this one; NULL: there is none of that name. */
struct data_folder *data_folder_find(const struct data_folder *folder,
                                     str name);

#endif
