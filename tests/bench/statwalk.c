/* SPDX-License-Identifier: MIT */
/* statwalk DIR...: stats every file below the folders, on one thread. What a
 * build with nothing to do cannot do without. Prints how many there are. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *path)
{
    fprintf(stderr, "statwalk: %s: %s\n", path, strerror(errno));
    exit(1);
}

/* Walks the open folder `fd` and closes it. */
static size_t walk(int fd, const char *name)
{
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir) {
        fail(name);
    }
    size_t files = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *base = entry->d_name;
        if (strcmp(base, ".") == 0 || strcmp(base, "..") == 0) {
            continue;
        }
        struct stat facts;
        if (fstatat(fd, base, &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            fail(base);
        }
        files++;
        if (S_ISDIR(facts.st_mode)) {
            int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
            files += walk(openat(fd, base, flags), base);
        }
    }
    closedir(dir);
    return files;
}

int main(int argc, char **argv)
{
    size_t files = 0;
    for (int i = 1; i < argc; i++) {
        int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
        files += walk(open(argv[i], flags), argv[i]);
    }
    printf("%zu\n", files);
    return 0;
}
