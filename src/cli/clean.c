/* SPDX-License-Identifier: MIT */
#include "base/fs.h"
#include "build/publish.h"
#include "check/check.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report.h"
#include "site/config.h"

/* The output folder that site.yaml names; a site.yaml that is not there or
 * wrong leaves the default. */
static str configured_output(struct arena *arena)
{
    struct source source = {.name = STR("site.yaml")};
    struct config config;
    struct diags ignored;
    diags_init(&ignored, arena);
    if (fs_read(source.name, arena, &source.text) != 0 ||
        !config_read(&source, arena, &ignored, &config)) {
        return STR("public");
    }
    return config.output;
}

int command_clean(const struct options *options)
{
    if (!output_check(options->output)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    str output =
        options->output ? str_from(options->output) : configured_output(&arena);
    size_t removed = 0;
    size_t copies = 0; /* of a check: nobody asked for them */
    publish_clean(output, STR(".crumb"), &arena, &diags, &removed);
    publish_clean(CHECK_FOLDER, STR(".crumb"), &arena, &diags, &copies);
    fs_rmdir(CHECK_FOLDER);
    report(&diags, options);
    int status = report_status(&diags, options);
    if (status == EXIT_DONE) {
        printf("%zu file%s removed from %.*s/\n", removed,
               removed == 1 ? "" : "s", STR_ARG(output));
    }
    arena_free(&arena);
    return status;
}
