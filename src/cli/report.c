/* SPDX-License-Identifier: MIT */
#include "cli/report.h"

#include <errno.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "cli/options.h"

void report_text(str text, FILE *to)
{
    if (text.n) {
        fwrite(text.p, 1, text.n, to);
    }
}

bool report_begin(struct options *options)
{
    options->diagnostics = stderr;
    if (report_is_json(options)) {
        int output = dup(STDOUT_FILENO);
        options->diagnostics = output < 0 ? NULL : fdopen(output, "w");
        if (!options->diagnostics || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            say_error("standard output: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

/* --color auto follows the terminal, and NO_COLOR (no-color.org). */
bool report_colored(const struct options *options)
{
    if (strcmp(options->color, "auto") != 0) {
        return strcmp(options->color, "always") == 0;
    }
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && !(no_color && no_color[0]) &&
           !(term && strcmp(term, "dumb") == 0);
}

bool report_is_json(const struct options *options)
{
    return options->format && strcmp(options->format, "json") == 0;
}

void report(struct diags *diags, const struct options *options)
{
    struct buf out = {0};
    diags_sort(diags);
    diags_fold(diags);
    bool json = report_is_json(options);
    for (size_t i = 0; json && i < diags->list.n; i++) {
        diag_print_json(diags->list.p[i], &out);
    }
    if (!json) {
        diags_print(diags, report_colored(options), &out);
    }
    report_text(buf_str(&out), options->diagnostics);
    buf_free(&out);
}

int report_status(const struct diags *diags, const struct options *options)
{
    bool failed = diags->errors || (options->strict && diags->warnings);
    return failed ? EXIT_ERRORS : EXIT_DONE;
}
