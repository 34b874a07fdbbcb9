/* SPDX-License-Identifier: MIT */
/* measure ROUNDS PREPARE COMMAND [PREPARE COMMAND]: times one command, or
 * two in turn. Each round runs PREPARE (a shell command, not timed) and then
 * COMMAND: words parted by spaces, no shell; NAME=VALUE in front of it goes
 * into its environment. One round more comes first and is not counted. Two
 * commands are run alternately, so that what else the machine does meets both
 * alike.
 *
 * Prints a line for each command, `wall-median wall-min cpu-median rss`
 * (milliseconds and kilobytes), and for two the median, smallest and largest
 * of the rounds' ratios, second over first. */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ROUNDS = 100, MAX_WORDS = 64 };

struct job {
    const char *prepare;
    char *words[MAX_WORDS];
    double wall[MAX_ROUNDS]; /* milliseconds */
    double cpu[MAX_ROUNDS];
    long rss; /* the largest, in kilobytes */
};

static void fail(const char *what)
{
    fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void split_words(char *command, char *words[static MAX_WORDS])
{
    size_t n = 0;
    char *rest = command;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        if (n + 1 == MAX_WORDS) {
            errno = E2BIG;
            fail(command);
        }
        words[n++] = word;
    }
    words[n] = NULL;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double milliseconds(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

/* The child's part. Its standard output is dropped. */
static void run(char **words)
{
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0) {
        _exit(126);
    }
    while (words[0] && strchr(words[0], '=')) {
        putenv(*words++);
    }
    if (words[0]) {
        execvp(words[0], words);
    }
    _exit(127);
}

static void round_of(struct job *job, int round)
{
    if (job->prepare[0] && system(job->prepare) != 0) {
        fprintf(stderr, "measure: failed: %s\n", job->prepare);
        exit(1);
    }
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        run(job->words);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        fail(job->words[0]);
    }
    double end = now();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "measure: %s: status %d\n", job->words[0], status);
        exit(1);
    }
    /* Round -1 warms caches. */
    if (round >= 0) {
        job->wall[round] = end - start;
        job->cpu[round] =
            milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
        job->rss = usage.ru_maxrss > job->rss ? usage.ru_maxrss : job->rss;
    }
}

static int compare(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

/* Sorts them. */
static double median(double *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, compare);
    double upper = numbers[n / 2];
    return n % 2 ? upper : (numbers[n / 2 - 1] + upper) / 2;
}

static void print_job(struct job *job, int rounds)
{
    double wall = median(job->wall, rounds);
    printf("%.1f %.1f %.1f %ld\n", wall, job->wall[0], median(job->cpu, rounds),
           job->rss);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long rounds = argc > 1 ? strtol(argv[1], &end, 10) : 0;
    if ((argc != 4 && argc != 6) || *end || rounds < 1 || rounds > MAX_ROUNDS) {
        fputs("usage: measure ROUNDS PREPARE COMMAND [PREPARE COMMAND]\n",
              stderr);
        return 2;
    }
    int njobs = argc / 2 - 1;
    int n = (int)rounds;
    struct job jobs[2] = {{0}};
    for (int i = 0; i < njobs; i++) {
        jobs[i].prepare = argv[2 + 2 * i];
        split_words(argv[3 + 2 * i], jobs[i].words);
    }
    for (int round = -1; round < n; round++) {
        for (int i = 0; i < njobs; i++) {
            round_of(&jobs[i], round);
        }
    }
    double ratios[MAX_ROUNDS];
    for (int round = 0; njobs == 2 && round < n; round++) {
        ratios[round] = jobs[1].wall[round] / jobs[0].wall[round];
    }
    for (int i = 0; i < njobs; i++) {
        print_job(&jobs[i], n);
    }
    if (njobs == 2) {
        double middle = median(ratios, n);
        printf("%.3f %.3f %.3f\n", middle, ratios[0], ratios[n - 1]);
    }
    return 0;
}
