/* SPDX-License-Identifier: MIT */
#include "files/run.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "base/memory/vec.h"
#include "files/fd.h"

extern char **environ;

/* posix_spawnp takes its texts as const, but can't say so in C. */
static char *const *as_spawn_takes(const char *const *texts)
{
    union {
        const char *const *in;
        char *const *out;
    } both = {texts};
    return both.out;
}

/* The settings, then those of this process that have other names. */
static const char *const *merge_environment(const char *const *settings,
                                            struct arena *arena)
{
    VEC(const char *) all = {0};
    for (size_t i = 0; settings[i]; i++) {
        *VEC_PUSH(&all, arena) = settings[i];
    }
    for (size_t i = 0; environ[i]; i++) {
        bool set = false;
        for (size_t j = 0; settings[j]; j++) {
            size_t name = strcspn(settings[j], "=") + 1;
            set = set || strncmp(environ[i], settings[j], name) == 0;
        }
        if (!set) {
            *VEC_PUSH(&all, arena) = environ[i];
        }
    }
    *VEC_PUSH(&all, arena) = NULL;
    return all.p;
}

static int start_program(const char *const *argv, const char *const *env,
                         int to, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error) {
        return error;
    }
    error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
                                             O_RDONLY, 0);
    error = error ? error
                  : posix_spawn_file_actions_addopen(&files, STDERR_FILENO,
                                                     "/dev/null", O_WRONLY, 0);
    error = error ? error
                  : posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    error = error ? error
                  : posix_spawnp(pid, argv[0], &files, NULL,
                                 as_spawn_takes(argv), as_spawn_takes(env));
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int run_wait(pid_t pid, int *status)
{
    int word;
    while (waitpid(pid, &word, 0) < 0) {
        if (errno != EINTR) {
            return errno;
        }
    }
    *status = WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
    return 0;
}

int run_read(const char *const *argv, const char *const *env, struct buf *out)
{
    struct arena work = {0};
    int ends[2];
    pid_t pid;
    if (pipe(ends)) {
        return errno;
    }
    /* Not kept by what other threads start meanwhile. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int error =
        start_program(argv, merge_environment(env, &work), ends[1], &pid);
    arena_free(&work);
    close(ends[1]);
    if (!error) {
        int failed = fd_read_stream(ends[0], out);
        int status = 0;
        int lost = run_wait(pid, &status);
        int ended = lost ? lost : status ? ECHILD : 0;
        error = failed ? failed : ended;
    }
    close(ends[0]);
    return error;
}

int run_here(const char *const *argv, int *status)
{
    pid_t pid;
    int error =
        posix_spawnp(&pid, argv[0], NULL, NULL, as_spawn_takes(argv), environ);
    return error ? error : run_wait(pid, status);
}
