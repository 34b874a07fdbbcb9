/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"

int command_markdown(const struct options *options)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    const struct source *source =
        settings_file(options->argument, &arena, &diags);
    struct markdown markdown = {0};
    struct math *math = math_new((str){0}, false);
    if (source) {
        struct markdown_options settings = {.gfm = options->gfm,
                                            .smart = !options->gfm,
                                            .raw_html = true,
                                            .math = true,
                                            .formulas = math};
        markdown_init();
        markdown_render(source, 0, &settings, &arena, &diags, &markdown);
        report_text(markdown.html, stdout);
    }
    report(&diags, options);
    int status = report_status(&diags, options);
    math_free(math);
    arena_free(&arena);
    return status;
}
