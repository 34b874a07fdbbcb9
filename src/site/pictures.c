/* SPDX-License-Identifier: MIT */
#include "site/pictures.h"

#include "base/hash.h"
#include "files/path.h"
#include "site/names/file_names.h"

/* The file for all readers is at most that wide, and so is no picture's only
 * form: feeds and cards show it. */
enum { SOURCE_WIDTH = 1200 };
/* Pictures that are no wider than SMALL keep their pixels. PHONE: columns of
 * telephones with two pixels a point have 640 to 720. */
enum { SMALL = 400, PHONE = 720 };

str picture_question(str path, const struct picture_options *options,
                     struct arena *arena)
{
    return arena_printf(arena, "%.*s|%u %u:%u %u,%u %d", STR_ARG(path),
                        (unsigned)options->width, (unsigned)options->crop_x,
                        (unsigned)options->crop_y, (unsigned)options->focus_x,
                        (unsigned)options->focus_y, (int)options->source_only);
}

static uint32_t take_number(str *text)
{
    enum { MOST = 100000 };
    size_t n = str_take_number(text, MOST);
    *text = str_from_offset(*text, 1);
    return n <= MOST ? (uint32_t)n : 0;
}

static struct picture_options options_of(str text)
{
    struct picture_options options;
    options.width = take_number(&text);
    options.crop_x = take_number(&text);
    options.crop_y = take_number(&text);
    options.focus_x = take_number(&text);
    options.focus_y = take_number(&text);
    options.source_only = take_number(&text);
    return options;
}

/* "3:2", "3/2" as in CSS, "40%,30%". */
static void take_pair(str text, const char *between, uint32_t *a, uint32_t *b)
{
    enum { MOST = 10000 };
    size_t first = str_take_number(&text, MOST);
    text = str_from_offset(text, str_starts(text, STR("%")));
    if (!text.n || !is_any_of(text.p[0], between)) {
        return;
    }
    text = str_from_offset(text, 1);
    size_t second = str_take_number(&text, MOST);
    if (first <= MOST && second <= MOST) {
        *a = (uint32_t)first;
        *b = (uint32_t)second;
    }
}

void picture_options_crop(struct picture_options *options, str crop, str focus)
{
    uint32_t x = 100;
    uint32_t y = 100;
    take_pair(crop, ":/", &options->crop_x, &options->crop_y);
    if (focus.n) {
        take_pair(focus, ",", &x, &y);
        options->focus_x = x <= 100 ? x + 1 : 0;
        options->focus_y = y <= 100 ? y + 1 : 0;
    }
}

/* For screens of one and two pixels a point, and for telephones, narrow first.
 * None is wider than the picture. */
static void add_widths(struct picture_set *set)
{
    uint32_t widths[] = {SMALL, set->shown, PHONE, set->shown * 3 / 2,
                         set->shown * 2};
    uint32_t most = set->crop.width;
    uint32_t last = 0;
    for (size_t round = 0; round < 5; round++) {
        uint32_t next = 0;
        for (size_t i = 0; i < 5; i++) {
            uint32_t width = widths[i] < most ? widths[i] : most;
            bool breakpoint = i == 0 || i == 2;
            /* The whole width serves as well as one a little below. */
            bool nearly = width < most && most < set->shown * 2 &&
                          (uint64_t)width * 10 > (uint64_t)most * 9;
            bool fits = width > last && !nearly &&
                        (!breakpoint || width < set->shown * 2);
            next = fits && (!next || width < next) ? width : next;
        }
        if (!next) {
            break;
        }
        set->forms[set->n++] =
            (struct picture_form){.format = FORMAT_WEBP, .width = next};
        last = next;
    }
}

static void add_source(struct picture_set *set, bool cropped)
{
    enum image_kind kind = set->facts->header.kind;
    uint32_t least =
        2 * set->shown < SOURCE_WIDTH ? 2 * set->shown : SOURCE_WIDTH;
    least = least < set->crop.width ? least : set->crop.width;
    set->has_source =
        cropped || set->crop.width > SOURCE_WIDTH || kind == IMAGE_HEIC;
    if (set->has_source && set->n < PICTURE_FORMS && least) {
        set->forms[set->n++] = (struct picture_form){
            .format = kind == IMAGE_PNG                          ? FORMAT_PNG
                      : kind == IMAGE_WEBP || kind == IMAGE_AVIF ? FORMAT_WEBP
                                                                 : FORMAT_JPEG,
            .width = least};
    }
}

/* life/lake.jpg -> life/lake-640.1a2b3c4d.webp */
static void name_form(const struct picture_set *set, str path,
                      struct picture_settings settings,
                      struct picture_form *form, struct arena *arena)
{
    static const char *const endings[] = {
        [FORMAT_WEBP] = ".webp", [FORMAT_JPEG] = ".jpg", [FORMAT_PNG] = ".png"};
    str stem = path_stem(path);
    form->key =
        picture_store_key(set->facts, &set->crop, settings, form, arena);
    form->name =
        arena_printf(arena, "%.*s-%u.%.8s%s", STR_ARG(stem),
                     (unsigned)form->width, form->key.p, endings[form->format]);
}

str picture_form_stem(str path)
{
    enum { HASH = 9 };
    str stem = path_stem(path);
    str hash = path_ext(path_base(stem));
    str rest = str_sub(stem, 0, stem.n - hash.n);
    bool form = hash.n == HASH && rest.n && is_digit(rest.p[rest.n - 1]);
    return str_sub(rest, 0, form ? str_rfind_char(rest, '-') : 0);
}

struct picture_settings picture_settings(const struct site *site)
{
    return (struct picture_settings){(int)site->config.images.quality,
                                     site->config.images.keep};
}

const struct picture_facts *picture_at(const struct site *site,
                                       const struct published_files *files,
                                       str path, struct arena *work)
{
    bool rooted = str_starts(path, STR("/"));
    path = str_from_offset(path, rooted);
    struct picture_store *store = site->options.pictures;
    const struct asset *asset = site_asset(site, path, work);
    const struct published_file *file =
        !asset && rooted && files ? published_files_find(files, path) : NULL;
    const struct fs_stat *stat = asset  ? &asset->file->stat
                                 : file ? file->stat
                                        : NULL;
    return store && stat && stat->kind == FS_FILE
               ? picture_store_look(
                     store, asset ? asset->file->source : file->from, stat)
               : NULL;
}

/* A file that can't be read has another hash than any that was read. */
uint64_t picture_size_hash(const struct picture_facts *facts)
{
    return !facts         ? 0
           : facts->error ? UINT64_MAX
           : facts->header.width
               ? hash64_mix(facts->header.width, facts->header.height)
               : 0;
}

bool picture_set_make(const struct site *site,
                      const struct published_files *files, str question,
                      struct arena *arena, struct picture_set *set)
{
    str path = picture_question_path(question);
    struct picture_options options =
        options_of(str_from_offset(question, path.n + 1));
    const struct published_file *file =
        files ? published_files_find(files, path) : NULL;
    *set = (struct picture_set){.path = path, .stat = file ? file->stat : NULL};
    if (!file || !set->stat || !site->options.pictures) {
        return false;
    }
    set->facts =
        picture_store_look(site->options.pictures, file->from, file->stat);
    const struct image_header *header = &set->facts->header;
    if (set->facts->error || !header->width) {
        return false;
    }
    bool cropped = options.crop_x && options.crop_y;
    set->crop = picture_crop(header, options.crop_x, options.crop_y,
                             options.focus_x ? options.focus_x - 1 : 50,
                             options.focus_y ? options.focus_y - 1 : 50);
    set->shown =
        options.width ? options.width : (uint32_t)site->config.images.width;
    bool small = set->crop.width <= SMALL && header->kind != IMAGE_HEIC;
    bool wanted = site->config.images.resize && (cropped || !small);
    set->lacks_library = wanted && !header->moves &&
                         !image_can_decode(IMAGE_JPEG) &&
                         header->kind != IMAGE_NONE;
    if (wanted && picture_is_readable(set->facts)) {
        if (!options.source_only) {
            add_widths(set);
        }
        add_source(set, cropped);
    }
    picture_set_base(set->forms, set->n, &set->crop);
    for (size_t i = 0; i < set->n; i++) {
        name_form(set, path, picture_settings(site), &set->forms[i], arena);
    }
    return true;
}

uint64_t picture_set_hash(const struct picture_set *set)
{
    uint64_t hash =
        hash64_mix((uint64_t)set->facts->problem,
                   (uint64_t)set->crop.width << 32 | set->crop.height);
    for (size_t i = 0; i < set->n; i++) {
        hash = hash64_mix(hash, hash64(set->forms[i].name));
    }
    return hash64_mix(hash64_mix(hash, set->has_source), set->facts->hash);
}
