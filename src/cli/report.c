/* SPDX-License-Identifier: MIT */
#include "cli/report.h"

#include <unistd.h>

#include "base/buf.h"
#include "cli/options.h"

/* --color auto follows the terminal and the NO_COLOR convention. */
bool report_colored(const struct options *options)
{
    if (strcmp(options->color, "auto") != 0) {
        return strcmp(options->color, "always") == 0;
    }
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && !(no_color && no_color[0]);
}

void report_text(str text, FILE *to)
{
    if (text.n) {
        fwrite(text.p, 1, text.n, to);
    }
}

void report(struct diags *diags, const struct options *options)
{
    bool json = options->format && strcmp(options->format, "json") == 0;
    bool color = report_colored(options);
    struct buf out = {0};
    diags_sort(diags);
    for (size_t i = 0; i < diags->list.n; i++) {
        if (json) {
            diag_print_json(diags->list.p[i], &out);
        } else {
            diag_print(diags->list.p[i], color, &out);
        }
    }
    report_text(buf_str(&out), stderr);
    buf_free(&out);
}

int report_status(const struct diags *diags, const struct options *options)
{
    bool failed = diags->errors || (options->strict && diags->warnings);
    return failed ? EXIT_ERRORS : EXIT_DONE;
}
