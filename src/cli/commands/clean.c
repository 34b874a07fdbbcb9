/* SPDX-License-Identifier: MIT */
#include "check/check.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "files/fs.h"
#include "publish/publish.h"
#include "site/config/config.h"

/* The output folder. Without settings it is the default; with those that have
 * errors it may be any: false after reporting them. */
static bool find_output(const struct options *options, struct arena *arena,
                        struct diags *diags, str *output)
{
    struct source *source = ARENA_NEW(arena, struct source);
    struct config config;
    struct diags quiet; /* other mistakes are no matter here */
    diags_init(&quiet, arena);
    *output = settings_output(options, arena);
    if (options->output || fs_kind(STR("site.yaml"), false) == FS_MISSING) {
        return true;
    }
    if (!config_open(source, arena, diags)) {
        return false;
    }
    config_read(source, arena, &quiet, &config);
    return !config.unread || config_read(source, arena, diags, &config);
}

int command_clean(const struct options *options)
{
    if (!settings_check_output(options)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    str output;
    size_t removed = 0;
    size_t copies = 0; /* of `crumb check`, which the user did not ask for */
    bool found = find_output(options, &arena, &diags, &output);
    if (found) {
        publish_clean(output, STR(".crumb"), &arena, &diags, &removed);
        publish_clean(CHECK_FOLDER, STR(".crumb"), &arena, &diags, &copies);
        fs_rmdir(CHECK_FOLDER);
    }
    report(&diags, options);
    int status = report_status(&diags, options);
    if (!found) {
        say_error("nothing was removed");
    } else if (status == EXIT_DONE) {
        say(stdout, "%zu file%s removed from %.*s/\n", PLURAL_ARG(removed),
            STR_ARG(output));
    }
    arena_free(&arena);
    return status;
}
