/* SPDX-License-Identifier: MIT */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

void *library_open(const char *const *names, size_t n)
{
    void *library = NULL;
    for (size_t i = 0; !library && i < n; i++) {
        library = dlopen(names[i], RTLD_NOW);
    }
    return library;
}

/* ISO C knows no way from void * to a function; POSIX says that it's this. */
bool library_find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}
