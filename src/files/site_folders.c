/* SPDX-License-Identifier: MIT */
#include "files/site_folders.h"

const str *site_folders(size_t *n)
{
    static const str names[] = {STR_INIT("content"),   STR_INIT("templates"),
                                STR_INIT("static"),    STR_INIT("data"),
                                STR_INIT("languages"), STR_INIT("src"),
                                STR_INIT(".crumb"),    STR_INIT(".git")};
    *n = sizeof names / sizeof *names;
    return names;
}
