/* SPDX-License-Identifier: MIT */
#include "cli/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/say.h"

static const char *command_line(void)
{
    const char *visual = getenv("VISUAL");
    const char *editor = getenv("EDITOR");
    return visual && visual[0] ? visual : editor && editor[0] ? editor : NULL;
}

/* The shell takes the words apart; the path is an argument of its own, so
 * nothing in it means anything. */
static _Noreturn void exec_editor(const char *editor, const char *path)
{
    char line[4096];
    snprintf(line, sizeof line, "%s \"$@\"", editor);
    execl("/bin/sh", "sh", "-c", line, editor, path, (char *)NULL);
    _exit(127);
}

static int wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return 1;
        }
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int editor_open(const char *path)
{
    const char *editor = command_line();
    if (!editor || strlen(editor) > 4000) {
        fputs("crumb: --edit: neither $VISUAL nor $EDITOR names an editor: "
              "write EDITOR=nano in front of the command\n",
              stderr);
        return 1;
    }
    /* What is typed on the terminal is the editor's, Ctrl-C too. */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction interrupt;
    struct sigaction quit;
    fflush(NULL);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        exec_editor(editor, path);
    }
    int status = pid > 0 ? wait_for(pid) : 1;
    if (pid < 0) {
        say(stderr, "crumb: %s: %s\n", editor, strerror(errno));
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return status;
}
