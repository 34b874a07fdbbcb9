/* SPDX-License-Identifier: MIT */
#include "cli/settings.h"

#include <errno.h>

#include "base/pool.h"
#include "cli/say.h"
#include "files/fs.h"
#include "site/config/config.h"
#include "text/url.h"

static bool parse_seconds(const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    *out = n;
    return text[0] && !*end && !errno;
}

/* --now, else SOURCE_DATE_EPOCH (reproducible-builds.org), else the clock. */
static bool build_instant(const struct options *options, int64_t *now)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    struct date date;
    if (options->now) {
        if (date_parse(str_from(options->now), NULL, &date) != DATE_OK) {
            say(stderr,
                "crumb: --now: not an instant: %s: write "
                "2026-11-21T09:30:00Z\n",
                options->now);
            return false;
        }
        *now = date.instant;
        return true;
    }
    if (epoch && epoch[0]) {
        if (!parse_seconds(epoch, now)) {
            say(stderr,
                "crumb: SOURCE_DATE_EPOCH: not a number of seconds: %s\n",
                epoch);
            return false;
        }
        return true;
    }
    *now = time(NULL);
    return true;
}

static bool check_base_url(const char *url)
{
    if (!url || url_is_base(str_from(url))) {
        return true;
    }
    say(stderr,
        "crumb: --base-url: not a site's address: \"%s\": write "
        "https://example.org/blog\n",
        url);
    return false;
}

bool settings_read(const struct options *options, struct build_options *build)
{
    *build = (struct build_options){
        .site = {.drafts = options->drafts,
                 .future = options->future,
                 .untrusted = options->untrusted,
                 .jobs = options->jobs ? options->jobs : pool_default_jobs(),
                 .base_url = str_from(options->base_url)},
        .clean = options->clean,
        .strict = options->strict,
    };
    return check_base_url(options->base_url) &&
           build_instant(options, &build->site.now);
}

str settings_output(const struct options *options, struct arena *arena)
{
    struct config config;
    if (options->output) {
        return str_from(options->output);
    }
    if (!config_peek(arena, &config)) {
        return STR("public");
    }
    return config.output;
}

const char *settings_plural(size_t n)
{
    return n == 1 ? "" : "s";
}
