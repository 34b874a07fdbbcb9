/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_DATA_FILES_H
#define CRUMB_SITE_DATA_FILES_H

/* The data files and languages of code of a site. data/net/racks.csv is
 * data.net.racks in templates. Files end in .yaml, .yml, .json, .toml or .csv,
 * in any case. README and LICENSE files are ignored, other files too, with a
 * warning.
 * files/tree/tree.h treats links and unreadable folders. */

#include "base/diag/diag.h"
#include "data/value.h"
#include "files/fs.h"
#include "files/tree/tree_link.h"
#include "highlight/language_set.h"

/* data/ or a folder in it, as templates see it (site/view/view_data.c). */
struct data_folder {
    struct object object;
    str path;  /* net/east; "" is data/ */
    str name;  /* east */
    value all; /* a dict of its files, and of folders as dicts of their own */
    VEC(struct data_folder *) folders;
};

/* Lists the files below `dir`, sorted by path; none, if there is no such
 * folder. Returns false after reporting that it can't be read. */
bool data_files_list(str dir, const struct tree_site *site, struct arena *arena,
                     struct diags *diags, struct fs_list *list);
/* Reads all files below `dir`, sorted by path, into *out, which stays empty if
 * there is no such folder. Names are in NFC. Returns false after reporting an
 * unreadable folder, all broken files and all names that two files share. */
bool data_files_load(str dir, const struct tree_site *site, struct arena *arena,
                     struct diags *diags, struct data_folder *out);
/* The subfolder of that name; NULL: there is none. */
struct data_folder *data_folder_find(const struct data_folder *folder,
                                     str name);

/* Reads the files of `dir`, the site's own languages of code, as definitions
 * into *languages, which was initialised and has its arena. A missing folder is
 * an empty one. Reports mistakes in them. */
void code_languages_load(str dir, const struct tree_site *site,
                         struct arena *arena, struct diags *diags,
                         struct language_set *languages);

#endif
