/* SPDX-License-Identifier: MIT */
#include "site/content/safe_kinds.h"

#include "files/path.h"

/* Pictures, sound and films. SVG is a document with scripts. */
static const str media[] = {
    STR_INIT(".apng"), STR_INIT(".avif"), STR_INIT(".bmp"),  STR_INIT(".gif"),
    STR_INIT(".heic"), STR_INIT(".heif"), STR_INIT(".jfif"), STR_INIT(".jpe"),
    STR_INIT(".jpeg"), STR_INIT(".jpg"),  STR_INIT(".jxl"),  STR_INIT(".png"),
    STR_INIT(".tif"),  STR_INIT(".tiff"), STR_INIT(".webp"), STR_INIT(".aac"),
    STR_INIT(".flac"), STR_INIT(".m4a"),  STR_INIT(".mid"),  STR_INIT(".midi"),
    STR_INIT(".mp3"),  STR_INIT(".oga"),  STR_INIT(".ogg"),  STR_INIT(".opus"),
    STR_INIT(".wav"),  STR_INIT(".avi"),  STR_INIT(".m4v"),  STR_INIT(".mkv"),
    STR_INIT(".mov"),  STR_INIT(".mp4"),  STR_INIT(".ogv"),  STR_INIT(".webm"),
};

/* Text that is shown as text, and what readers download. What is XML inside
 * (.xml, .gpx, .kml) may be XHTML with scripts to a browser. */
static const str documents[] = {
    STR_INIT(".bib"),  STR_INIT(".csv"),  STR_INIT(".diff"),  STR_INIT(".ics"),
    STR_INIT(".json"), STR_INIT(".log"),  STR_INIT(".patch"), STR_INIT(".srt"),
    STR_INIT(".toml"), STR_INIT(".tsv"),  STR_INIT(".txt"),   STR_INIT(".vtt"),
    STR_INIT(".yaml"), STR_INIT(".yml"),  STR_INIT(".docx"),  STR_INIT(".epub"),
    STR_INIT(".odp"),  STR_INIT(".ods"),  STR_INIT(".odt"),   STR_INIT(".pdf"),
    STR_INIT(".pptx"), STR_INIT(".xlsx"), STR_INIT(".7z"),    STR_INIT(".tar"),
    STR_INIT(".tgz"),  STR_INIT(".zip"),
};

/* index.html.gz is what nginx sends in the place of index.html. */
static const str packed[] = {
    STR_INIT(".bz2"),
    STR_INIT(".gz"),
    STR_INIT(".xz"),
    STR_INIT(".zst"),
};

/* Apache looks at each ending of a name: x.php.jpg is run. What begins so is
 * meant: .php5, .html. */
static const str run[] = {
    STR_INIT(".asp"), STR_INIT(".cgi"),  STR_INIT(".fcgi"), STR_INIT(".htm"),
    STR_INIT(".jsp"), STR_INIT(".ph"),   STR_INIT(".pl"),   STR_INIT(".py"),
    STR_INIT(".rb"),  STR_INIT(".shtm"), STR_INIT(".sh"),   STR_INIT(".svg"),
    STR_INIT(".xht"), STR_INIT(".xml"),  STR_INIT(".js"),   STR_INIT(".mjs"),
    STR_INIT(".var"), STR_INIT(".lua"),
};

#define IS_ONE_OF(ext, names)                                                  \
    str_is_one_of(ext, names, sizeof(names) / sizeof *(names))

static bool begins_run(str ext)
{
    for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
        if (str_eq_nocase(str_sub(ext, 0, run[i].n), run[i])) {
            return true;
        }
    }
    return false;
}

static str without_ext(str name)
{
    return str_sub(name, 0, name.n - path_ext(name).n);
}

/* Whether an ending before the last one is of a kind that servers run. */
static bool is_run(str name)
{
    for (name = without_ext(name); path_ext(name).n; name = without_ext(name)) {
        if (begins_run(path_ext(name))) {
            return true;
        }
    }
    return false;
}

/* Below .well-known, and robots.txt and ads.txt at the top, a site speaks for
 * itself. */
static bool is_for_site(str path)
{
    return str_starts(path, STR(".")) || str_find(path, STR("/.")) != STR_NONE;
}

bool harmless_media(str path)
{
    return IS_ONE_OF(path_ext(path), media);
}

bool harmless_file(str path)
{
    str base = path_base(path);
    str ext = path_ext(base);
    if (is_for_site(path) || is_run(base)) {
        return false;
    }
    if (IS_ONE_OF(ext, packed)) {
        return str_eq_nocase(path_ext(without_ext(base)), STR(".tar"));
    }
    bool top = path_dir(path).n == 0;
    return harmless_media(path) || (!top && IS_ONE_OF(ext, documents));
}
