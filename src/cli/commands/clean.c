/* SPDX-License-Identifier: MIT */
#include "check/check.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "files/fs.h"
#include "publish/publish.h"

int command_clean(const struct options *options)
{
    if (!settings_check_output(options)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    str output = settings_output(options, &arena);
    size_t removed = 0;
    size_t copies = 0; /* of `crumb check`, which the user did not ask for */
    publish_clean(output, STR(".crumb"), &arena, &diags, &removed);
    publish_clean(CHECK_FOLDER, STR(".crumb"), &arena, &diags, &copies);
    fs_rmdir(CHECK_FOLDER);
    report(&diags, options);
    int status = report_status(&diags, options);
    if (status == EXIT_DONE) {
        say(stdout, "%zu file%s removed from %.*s/\n", PLURAL_ARG(removed),
            STR_ARG(output));
    }
    arena_free(&arena);
    return status;
}
