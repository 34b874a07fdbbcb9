/* SPDX-License-Identifier: MIT */
/* faults.so: with LD_PRELOAD it comes between the program and the C library,
 * counts calls by their kind, and lets one go wrong. What the program starts
 * is left alone. A close that fails closes all the same, and what was written
 * is lost, unless it was only interrupted.
 *
 *   FAULT_CALLS the kinds that count (see kind_names), in one text; if it is
 *               not set: those that open files or change the file system
 *   FAULT_AT    which call, from 1 on
 *   FAULT_MODE  count   nothing goes wrong; all kinds are counted
 *               kill    the process ends there
 *               nospace, io, denied, memory, files, buffers, again, reset,
 *               interrupted
 *                       the call fails, and this is why
 *               full    from there on all calls that need room fail
 *               short   it reads or writes half of what it should
 *               unwatched  only watches of folders count; from there on the
 *                       system has none left
 *               still   nothing goes wrong, but every file has one inode,
 *                       and times long ago
 *               swap    only opens of FAULT_FILE count; before that one
 *                       FAULT_WITH takes its place
 *               move    the same; before that one it is moved to FAULT_WITH
 *               grow    the same; before that one and each after it a line
 *                       break is written at its end
 *               unread  the same; that time it can't be read, for a broken
 *                       disk
 *               exchange  FAULT_FILE and FAULT_WITH change places before that
 *                       call, and FAULT_FOR calls later, or at the end, they
 *                       change back
 *   FAULT_FILE  the end of a path, as the program opens it; for exchange a path
 *   FAULT_VERSION  NAME=TEXT: that library says that this is its version;
 *               NAME is yaml, utf8proc, cmark or pcre2
 *   FAULT_CLOCK SECONDS by which the program's clock of the day is ahead of
 *               the system's, as if that had been set back meanwhile
 *   FAULT_LOG   a file that gets the call's name when it happens; for count
 *               it gets a line for each kind, with its number of calls */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum mode {
    NONE,
    COUNT,
    KILL,
    FULL,
    SHORT,
    STILL,
    UNWATCHED,
    SWAP,
    GROW,
    MOVE,
    UNREAD,
    EXCHANGE,
    FAIL
};

static const struct {
    const char *name;
    enum mode mode;
    int error;
} modes[] = {{"count", COUNT, 0},         {"kill", KILL, 0},
             {"full", FULL, ENOSPC},      {"short", SHORT, 0},
             {"still", STILL, 0},         {"unwatched", UNWATCHED, ENOSPC},
             {"swap", SWAP, 0},           {"move", MOVE, 0},
             {"grow", GROW, 0},           {"unread", UNREAD, EIO},
             {"exchange", EXCHANGE, 0},   {"nospace", FAIL, ENOSPC},
             {"io", FAIL, EIO},           {"denied", FAIL, EACCES},
             {"memory", FAIL, ENOMEM},    {"files", FAIL, EMFILE},
             {"again", FAIL, EAGAIN},     {"interrupted", FAIL, EINTR},
             {"reset", FAIL, ECONNRESET}, {"buffers", FAIL, ENOBUFS}};

enum kind {
    OPEN,
    READ,
    WRITE,
    STAT,
    LIST,
    MKDIR,
    RENAME,
    LINK,
    UNLINK,
    SYNC,
    TIMES,
    LOCK,
    MAP,
    MEMORY,
    THREAD,
    PROCESS,
    WATCH,
    SOCKET,
    ACCEPT,
    RECEIVE,
    SEND,
    EVENT,
    WAIT,
    CLOSE,
    KINDS
};

static const char *const kind_names[KINDS] = {
    "open",   "read",    "write",  "stat",    "list",  "mkdir",
    "rename", "link",    "unlink", "sync",    "times", "lock",
    "map",    "memory",  "thread", "process", "watch", "socket",
    "accept", "receive", "send",   "event",   "wait",  "close"};

static const char USUAL[] = "open write mkdir rename link unlink sync";

static struct {
    enum mode mode;
    int error;
    int at;
    bool counts[KINDS]; /* FAULT_CALLS */
    const char *log;
    const char *file;
    const char *with;
    int back;         /* FAULT_FOR */
    atomic_int opens; /* of the file */
    atomic_int bad;   /* the file's descriptor, + 1 */
    atomic_int of_kind[KINDS];
    atomic_int calls; /* of the kinds that count */
    atomic_int watches;
    atomic_bool told;
} plan;

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    const char *start = text;
    for (; (text = strstr(text, word)); text += n) {
        if ((text == start || text[-1] == ' ') &&
            (text[n] == ' ' || text[n] == '\0')) {
            return true;
        }
    }
    return false;
}

__attribute__((constructor)) static void read_plan(void)
{
    const char *mode = getenv("FAULT_MODE");
    const char *at = getenv("FAULT_AT");
    const char *calls = getenv("FAULT_CALLS");
    plan.at = at ? (int)strtol(at, NULL, 10) : 0;
    plan.log = getenv("FAULT_LOG");
    plan.file = getenv("FAULT_FILE");
    plan.with = getenv("FAULT_WITH");
    const char *back = getenv("FAULT_FOR");
    plan.back = back ? (int)strtol(back, NULL, 10) : 0;
    for (size_t i = 0; i < KINDS; i++) {
        plan.counts[i] = has_word(calls ? calls : USUAL, kind_names[i]);
    }
    unsetenv("LD_PRELOAD");
    for (size_t i = 0; mode && i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i].name, mode) == 0) {
            plan.error = modes[i].error;
            plan.mode = modes[i].mode;
        }
    }
}

static void write_log(const char *text)
{
    long fd = syscall(SYS_openat, AT_FDCWD, plan.log,
                      O_CREAT | O_TRUNC | O_WRONLY, 0666);
    syscall(SYS_write, fd, text, strlen(text));
    syscall(SYS_close, fd);
}

static _Thread_local bool is_own; /* the call is not the program's */

static void exchange(void)
{
    is_own = true;
    syscall(SYS_renameat2, AT_FDCWD, plan.file, AT_FDCWD, plan.with, 2);
    is_own = false;
}

__attribute__((destructor)) static void tell_numbers(void)
{
    char text[KINDS * 32];
    size_t n = 0;
    int calls = atomic_load(&plan.calls);
    if (plan.mode == EXCHANGE && calls >= plan.at &&
        (!plan.back || calls < plan.at + plan.back)) {
        plan.mode = NONE;
        exchange();
    }
    if (plan.mode == COUNT) {
        plan.mode = NONE;
        for (size_t i = 0; i < KINDS; i++) {
            n += (size_t)snprintf(text + n, sizeof text - n, "%s %d\n",
                                  kind_names[i], atomic_load(&plan.of_kind[i]));
        }
        write_log(text);
    }
}

static void tell(const char *name)
{
    if (plan.log && !atomic_exchange(&plan.told, true)) {
        write_log(name);
    }
}

/* Is this call the one? It is counted here. */
static bool is_it(enum kind kind)
{
    atomic_fetch_add(&plan.of_kind[kind], 1);
    if (!plan.counts[kind]) {
        return false;
    }
    int n = atomic_fetch_add(&plan.calls, 1) + 1;
    if (plan.mode == EXCHANGE &&
        (n == plan.at || (plan.back && n == plan.at + plan.back))) {
        tell("renameat2");
        exchange();
    }
    return n == plan.at || (n > plan.at && plan.mode == FULL);
}

static bool needs_room(enum kind kind)
{
    return kind == WRITE || kind == MKDIR || kind == LINK || kind == SYNC;
}

static int fails_if(enum kind kind, const char *name, bool room)
{
    if (plan.mode == NONE || plan.mode == SHORT || !is_it(kind)) {
        return 0;
    }
    if (plan.mode == KILL) {
        tell(name);
        kill(getpid(), SIGKILL);
    }
    if (plan.mode != FAIL && !(plan.mode == FULL && room)) {
        return 0;
    }
    tell(name);
    return plan.error;
}

/* The error with which the call fails, or 0. */
static int fails(enum kind kind, const char *name)
{
    return fails_if(kind, name, needs_room(kind));
}

/* How much of n bytes is read or written. */
static size_t part(enum kind kind, const char *name, size_t n)
{
    if (plan.mode == SHORT && n > 1 && is_it(kind)) {
        tell(name);
        return n / 2;
    }
    return n;
}

/* The C library's own; object pointers and function pointers are the same
 * where dlsym exists. */
#define REAL(type, name, parameters)                                           \
    static union {                                                             \
        void *object;                                                          \
        type(*call) parameters;                                                \
    } real;                                                                    \
    if (!real.object) {                                                        \
        real.object = dlsym((void *)-1L, #name);                               \
    }

/* A call that fails with `failure` and sets errno. */
#define CALL(kind, type, failure, name, parameters, arguments)                 \
    type name parameters                                                       \
    {                                                                          \
        REAL(type, name, parameters)                                           \
        int error = fails(kind, #name);                                        \
        if (error) {                                                           \
            errno = error;                                                     \
            return failure;                                                    \
        }                                                                      \
        return real.call arguments;                                            \
    }

/* A call that returns its error number. */
#define CALL_OF_THREADS(kind, name, parameters, arguments)                     \
    int name parameters                                                        \
    {                                                                          \
        REAL(int, name, parameters)                                            \
        int error = fails(kind, #name);                                        \
        return error ? error : real.call arguments;                            \
    }

/* --- bytes --- */

/* By which a program wakes itself: that neither breaks nor is ever full. */
static bool is_alarm(int fd)
{
    struct stat st;
    return syscall(SYS_fstat, fd, &st) == 0 && S_ISFIFO(st.st_mode) &&
           (fcntl(fd, F_GETFL) & O_NONBLOCK);
}

#define BYTES(kind, name, pointer)                                             \
    ssize_t name(int fd, pointer p, size_t n)                                  \
    {                                                                          \
        REAL(ssize_t, name, (int, pointer, size_t))                            \
        if (plan.mode == NONE || is_alarm(fd)) {                               \
            return real.call(fd, p, n);                                        \
        }                                                                      \
        int error = fails(kind, #name);                                        \
        if (kind == READ && plan.mode == UNREAD &&                             \
            atomic_load(&plan.bad) == fd + 1) {                                \
            tell(#name);                                                       \
            error = plan.error;                                                \
        }                                                                      \
        if (error) {                                                           \
            errno = error;                                                     \
            return -1;                                                         \
        }                                                                      \
        return real.call(fd, p, part(kind, #name, n));                         \
    }

BYTES(READ, read, void *)
BYTES(WRITE, write, const void *)
CALL(WRITE, ssize_t, -1, pwrite, (int fd, const void *p, size_t n, off_t at),
     (fd, p, n, at))
CALL(MAP, void *, MAP_FAILED, mmap,
     (void *p, size_t n, int protection, int flags, int fd, off_t at),
     (p, n, protection, flags, fd, at))
CALL(MEMORY, void *, NULL, malloc, (size_t n), (n))
CALL(MEMORY, void *, NULL, calloc, (size_t n, size_t size), (n, size))
CALL(MEMORY, void *, NULL, realloc, (void *p, size_t n), (p, n))

/* --- opening --- */

static bool is_the_file(const char *path)
{
    size_t n = strlen(path);
    size_t end = plan.file ? strlen(plan.file) : 0;
    return end && n >= end && strcmp(path + n - end, plan.file) == 0;
}

/* Saves the file just before the program opens it, as an editor may. */
static void save_first(int dir, const char *path, int n)
{
    if (plan.mode == SWAP && n == plan.at) {
        tell("openat");
        syscall(SYS_renameat2, AT_FDCWD, plan.with, dir, path, 0);
    } else if (plan.mode == MOVE && n == plan.at) {
        tell("openat");
        syscall(SYS_renameat2, dir, path, AT_FDCWD, plan.with, 0);
    } else if (plan.mode == GROW && n >= plan.at) {
        tell("openat");
        long fd = syscall(SYS_openat, dir, path, O_WRONLY | O_APPEND);
        syscall(SYS_write, fd, "\n", 1);
        syscall(SYS_close, fd);
    }
}

int openat(int dir, const char *path, int flags, ...)
{
    REAL(int, openat, (int, const char *, int, ...))
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    int n = plan.mode >= SWAP && plan.mode <= UNREAD && is_the_file(path)
                ? atomic_fetch_add(&plan.opens, 1) + 1
                : 0;
    save_first(dir, path, n);
    int error = fails_if(OPEN, "openat", (flags & O_CREAT) != 0);
    if (error) {
        errno = error;
        return -1;
    }
    int fd = real.call(dir, path, flags, mode);
    int other = fd + 1;
    if (plan.mode == UNREAD && n == plan.at) {
        atomic_store(&plan.bad, fd + 1);
    } else {
        atomic_compare_exchange_strong(&plan.bad, &other, 0);
    }
    return fd;
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    return openat(AT_FDCWD, path, flags, mode);
}

CALL(LIST, DIR *, NULL, opendir, (const char *path), (path))
CALL(LIST, DIR *, NULL, fdopendir, (int fd), (fd))
CALL(LIST, struct dirent *, NULL, readdir, (DIR * dir), (dir))

/* --- looking --- */

CALL(STAT, int, -1, stat, (const char *restrict path, struct stat *restrict st),
     (path, st))
CALL(STAT, int, -1, lstat,
     (const char *restrict path, struct stat *restrict st), (path, st))
CALL(STAT, int, -1, access, (const char *path, int mode), (path, mode))
CALL(STAT, char *, NULL, realpath,
     (const char *restrict path, char *restrict real_path), (path, real_path))

static void keep_still(struct stat *st)
{
    if (plan.mode == STILL && S_ISREG(st->st_mode)) {
        struct timespec long_ago = {.tv_sec = 1000000000};
        st->st_ino = 1;
        st->st_mtim = long_ago;
        st->st_ctim = long_ago;
    }
}

int fstat(int fd, struct stat *st)
{
    REAL(int, fstat, (int, struct stat *))
    int error = fails(STAT, "fstat");
    if (error) {
        errno = error;
        return -1;
    }
    int result = real.call(fd, st);
    /* Files that the program writes have times of their own. */
    if (result == 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) {
        keep_still(st);
    }
    return result;
}

int fstatat(int dir, const char *restrict path, struct stat *restrict st,
            int flags)
{
    REAL(int, fstatat, (int, const char *, struct stat *, int))
    int error = fails(STAT, "fstatat");
    if (error) {
        errno = error;
        return -1;
    }
    int result = real.call(dir, path, st, flags);
    if (result == 0) {
        keep_still(st);
    }
    return result;
}

/* --- changing --- */

static void lose(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) {
        syscall(SYS_ftruncate, fd, 0L); /* does nothing if it is no file */
    }
}

int close(int fd)
{
    REAL(int, close, (int))
    int error = fails(CLOSE, "close");
    if (error && error != EINTR) {
        lose(fd);
    }
    int result = real.call(fd);
    errno = error ? error : errno;
    return error ? -1 : result;
}

CALL(SYNC, int, -1, fsync, (int fd), (fd))
CALL(TIMES, int, -1, futimens, (int fd, const struct timespec times[2]),
     (fd, times))
CALL(TIMES, int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
CALL(LOCK, int, -1, flock, (int fd, int operation), (fd, operation))
CALL(MKDIR, int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(MKDIR, int, -1, mkdirat, (int dir, const char *path, mode_t mode),
     (dir, path, mode))
CALL(RENAME, int, -1, rename, (const char *from, const char *to), (from, to))
CALL(RENAME, int, -1, renameat,
     (int dir, const char *from, int to_dir, const char *to),
     (dir, from, to_dir, to))
CALL(LINK, int, -1, linkat,
     (int dir, const char *from, int to_dir, const char *to, int flags),
     (dir, from, to_dir, to, flags))
CALL(LINK, int, -1, link, (const char *from, const char *to), (from, to))
CALL(UNLINK, int, -1, unlink, (const char *path), (path))
CALL(UNLINK, int, -1, rmdir, (const char *path), (path))
CALL(UNLINK, int, -1, unlinkat, (int dir, const char *path, int flags),
     (dir, path, flags))

/* renameat2 and syncfs go this way; our own use of it above is no call of the
 * program's. */
long syscall(long number, ...)
{
    REAL(long, syscall, (long, ...))
    long a[6];
    va_list args;
    va_start(args, number);
    for (size_t i = 0; i < 6; i++) {
        a[i] = va_arg(args, long);
    }
    va_end(args);
    int error = number == SYS_syncfs ? fails(SYNC, "syncfs")
                : number == SYS_renameat2 && plan.mode != SWAP &&
                        plan.mode != MOVE && !is_own
                    ? fails(RENAME, "renameat2")
                    : 0;
    if (error) {
        errno = error;
        return -1;
    }
    return real.call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* --- threads, processes, the network --- */

CALL_OF_THREADS(THREAD, pthread_create,
                (pthread_t *restrict thread,
                 const pthread_attr_t *restrict attributes,
                 void *(*run)(void *), void *restrict argument),
                (thread, attributes, run, argument))
CALL_OF_THREADS(PROCESS, posix_spawnp,
                (pid_t *restrict pid, const char *restrict file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes,
                 char *const argv[restrict], char *const envp[restrict]),
                (pid, file, actions, attributes, argv, envp))
CALL(PROCESS, pid_t, -1, fork, (void), ())
CALL(PROCESS, int, -1, pipe, (int ends[2]), (ends))
/* <unistd.h> and <sys/socket.h> show these to GNU programs only. */
int pipe2(int ends[2], int flags);
int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict n,
            int flags);
CALL(EVENT, int, -1, pipe2, (int ends[2], int flags), (ends, flags))
CALL(EVENT, int, -1, eventfd, (unsigned n, int flags), (n, flags))
CALL(EVENT, int, -1, epoll_create, (int n), (n))
CALL(EVENT, int, -1, epoll_create1, (int flags), (flags))
CALL(EVENT, int, -1, epoll_ctl,
     (int loop, int what, int fd, struct epoll_event *event),
     (loop, what, fd, event))
CALL(WAIT, int, -1, epoll_wait,
     (int loop, struct epoll_event *events, int n, int time),
     (loop, events, n, time))
CALL(WAIT, int, -1, poll, (struct pollfd * fds, nfds_t n, int time),
     (fds, n, time))
CALL(SOCKET, int, -1, socketpair,
     (int domain, int type, int protocol, int ends[2]),
     (domain, type, protocol, ends))
CALL(SOCKET, int, -1, socket, (int domain, int type, int protocol),
     (domain, type, protocol))
CALL(SOCKET, int, -1, bind,
     (int fd, const struct sockaddr *address, socklen_t n), (fd, address, n))
CALL(SOCKET, int, -1, listen, (int fd, int n), (fd, n))
CALL(SOCKET, int, -1, connect,
     (int fd, const struct sockaddr *address, socklen_t n), (fd, address, n))
CALL(ACCEPT, int, -1, accept,
     (int fd, struct sockaddr *restrict address, socklen_t *restrict n),
     (fd, address, n))
CALL(ACCEPT, int, -1, accept4,
     (int fd, struct sockaddr *restrict address, socklen_t *restrict n,
      int flags),
     (fd, address, n, flags))
CALL(RECEIVE, ssize_t, -1, readv, (int fd, const struct iovec *v, int n),
     (fd, v, n))
CALL(RECEIVE, ssize_t, -1, recv, (int fd, void *p, size_t n, int flags),
     (fd, p, n, flags))
CALL(SEND, ssize_t, -1, writev, (int fd, const struct iovec *v, int n),
     (fd, v, n))
CALL(SEND, ssize_t, -1, send, (int fd, const void *p, size_t n, int flags),
     (fd, p, n, flags))
CALL(SEND, ssize_t, -1, sendfile, (int to, int from, off_t *at, size_t n),
     (to, from, at, n))
CALL(WATCH, int, -1, inotify_init1, (int flags), (flags))

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
    REAL(int, inotify_add_watch, (int, const char *, uint32_t))
    int error = fails(WATCH, "inotify_add_watch");
    if (plan.mode == UNWATCHED &&
        atomic_fetch_add(&plan.watches, 1) + 1 >= plan.at) {
        error = plan.error;
    }
    if (error) {
        errno = error;
        return -1;
    }
    return real.call(fd, path, mask);
}

/* --- libraries that were exchanged --- */

/* NULL: the library says itself. */
static const char *other_version(const char *name)
{
    const char *said = getenv("FAULT_VERSION");
    size_t n = strlen(name);
    bool named = said && strncmp(said, name, n) == 0 && said[n] == '=';
    return named ? said + n + 1 : NULL;
}

static const char *version_of(const char *name, const char *function)
{
    union {
        void *object;
        const char *(*call)(void);
    } real = {dlsym((void *)-1L, function)};
    const char *other = other_version(name);
    return other ? other : real.call();
}

const char *yaml_get_version_string(void);
const char *yaml_get_version_string(void)
{
    return version_of("yaml", "yaml_get_version_string");
}

const char *utf8proc_version(void);
const char *utf8proc_version(void)
{
    return version_of("utf8proc", "utf8proc_version");
}

const char *cmark_version_string(void);
const char *cmark_version_string(void)
{
    return version_of("cmark", "cmark_version_string");
}

int pcre2_config_8(uint32_t what, void *where);
int pcre2_config_8(uint32_t what, void *where)
{
    enum { CONFIG_VERSION = 11 }; /* of pcre2.h */
    union {
        void *object;
        int (*call)(uint32_t what, void *where);
    } real = {dlsym((void *)-1L, "pcre2_config_8")};
    const char *other = what == CONFIG_VERSION ? other_version("pcre2") : NULL;
    if (!other) {
        return real.call(what, where);
    }
    strcpy(where, other);
    return (int)strlen(other) + 1;
}

/* --- a clock that is set --- */

int clock_gettime(clockid_t clock, struct timespec *time)
{
    union {
        void *object;
        int (*call)(clockid_t clock, struct timespec *time);
    } real = {dlsym((void *)-1L, "clock_gettime")};
    int status = real.call(clock, time);
    const char *ahead = getenv("FAULT_CLOCK");
    if (ahead && clock == CLOCK_REALTIME) {
        time->tv_sec += strtol(ahead, NULL, 10);
    }
    return status;
}
