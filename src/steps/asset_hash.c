/* SPDX-License-Identifier: MIT */
#include "steps/asset_hash.h"

#include <string.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/source_file.h"
#include "images/clean.h"
#include "publish/publish.h"
#include "site/view/view.h"

/* Subresource integrity (W3C): a hash in the page lets the browser refuse a
 * file with other bytes. Returns "sha384-" and the SHA-384 in base64. */
static str integrity_of(str bytes, struct arena *arena)
{
    static const char name[] = "sha384-";
    enum { NAME = sizeof name - 1 };
    struct sha384_ctx hash;
    uint8_t digest[SHA384_DIGEST_SIZE];
    sha384_init(&hash);
    sha384_update(&hash, bytes.n, (const uint8_t *)bytes.p);
    sha384_digest(&hash, sizeof digest, digest);
    size_t n = NAME + BASE64_ENCODE_RAW_LENGTH(sizeof digest);
    char *p = ARENA_ARRAY(arena, char, n);
    memcpy(p, name, NAME);
    base64_encode_raw(p + NAME, sizeof digest, digest);
    return (str){p, n};
}

/* 32 bits tell versions of one file apart: names of different files differ
 * already. */
enum { DIGITS = 8 };

/* Two threads may make the same one at once: the first is kept. */
struct fingerprint {
    const struct output *output;
    _Atomic(const struct fingerprinted *) made; /* NULL: not computed yet */
};

struct fingerprints {
    const struct site *site;
    struct view_doubts *doubts;
    struct fingerprint *p; /* in the order of the plan */
    size_t n;
    struct map by_path;
};

struct fingerprints *fingerprints_new(const struct site *site,
                                      const struct plan *plan,
                                      struct view_doubts *doubts)
{
    struct fingerprints *all = ARENA_NEW(site->arena, struct fingerprints);
    all->site = site;
    all->doubts = doubts;
    all->p = arena_zalloc(site->arena, plan->outputs.n, sizeof *all->p);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (!output->dropped &&
            (output->kind == OUTPUT_FILE || output->kind == OUTPUT_BYTES)) {
            struct fingerprint *one = &all->p[all->n++];
            one->output = output;
            *map_put(&all->by_path, site->arena, output->address->file) = one;
        }
    }
    return all;
}

bool asset_is_text(str file)
{
    return str_is_word_of(path_ext(file),
                          STR(".css .js .mjs .html .htm .svg .json .xml .txt "
                              ".webmanifest"));
}

str asset_clean(str file, str bytes, enum image_keep keep, struct arena *arena)
{
    bytes = image_clean(bytes, keep, arena);
    return asset_is_text(file)
               ? clean_data_urls(bytes, keep, IMAGE_DEEPEST, arena)
               : bytes;
}

bool asset_bytes(const struct output *output, struct arena *arena,
                 struct diags *diags, str *bytes)
{
    struct source source = {.name = output->from};
    if (output->kind == OUTPUT_BYTES) {
        *bytes = output->bytes;
        return true;
    }
    bool read =
        source_file_read_listed(&source, output->from_stat, arena, diags);
    *bytes = asset_clean(output->address->file, source.text,
                         output->site->config.images.keep, arena);
    return read;
}

/* css/main.css -> css/main.1a2b3c4d.css */
static str new_name(str file, str bytes, struct arena *arena)
{
    char hex[HASH128_HEX];
    hash128_hex(hash128(bytes), hex);
    str ext = path_ext(path_base(file));
    str stem = str_sub(file, 0, file.n - ext.n);
    return arena_printf(arena, "%.*s.%.*s%.*s", STR_ARG(stem), DIGITS, hex,
                        STR_ARG(ext));
}

/* ".1a2b3c4d" */
static bool is_fingerprint(str ext)
{
    return ext.n == DIGITS + 1 && str_skip(ext, 1, "0123456789abcdef") == ext.n;
}

str fingerprint_original(str path, struct arena *arena)
{
    str ext = path_ext(path_base(path));
    str stem = str_sub(path, 0, path.n - ext.n);
    str digits = path_ext(path_base(stem));
    if (is_fingerprint(digits)) {
        return arena_concat(arena, str_sub(stem, 0, stem.n - digits.n), ext);
    }
    /* Of a file without an extension: LICENSE.1a2b3c4d. */
    return is_fingerprint(ext) && !digits.n ? stem : (str){NULL, 0};
}

static const struct fingerprinted *make_copy(const struct fingerprints *all,
                                             struct fingerprint *one,
                                             struct arena *keep,
                                             struct diags *diags)
{
    struct arena work = {0};
    str bytes;
    const struct fingerprinted *first = NULL;
    if (!asset_bytes(one->output, &work, diags, &bytes)) {
        atomic_store(&all->doubts->input_changed, &one->output->from);
    } else {
        struct fingerprinted *made = ARENA_NEW(keep, struct fingerprinted);
        str name = new_name(one->output->address->file, bytes, keep);
        made->integrity = integrity_of(bytes, keep);
        made->address = address_make(keep, &all->site->config, name);
        if (atomic_compare_exchange_strong(&one->made, &first, made)) {
            first = made;
        }
    }
    arena_free(&work);
    return first;
}

str fingerprint_nearest(const struct fingerprints *all, str path,
                        struct arena *arena)
{
    str *names = ARENA_ARRAY(arena, str, all->n);
    for (size_t i = 0; i < all->n; i++) {
        names[i] = all->p[i].output->address->file;
    }
    return str_nearest(path, names, all->n);
}

const struct fingerprinted *
fingerprint_known(const struct fingerprints *fingerprints, str path)
{
    struct fingerprint *one = map_get(&fingerprints->by_path, path);
    return one ? atomic_load(&one->made) : NULL;
}

const struct fingerprinted *
fingerprint_of(const struct fingerprints *fingerprints, str path,
               struct arena *keep, struct diags *diags)
{
    struct fingerprint *one = map_get(&fingerprints->by_path, path);
    const struct fingerprinted *made = fingerprint_known(fingerprints, path);
    return made || !one ? made : make_copy(fingerprints, one, keep, diags);
}

str fingerprint_publish(const struct fingerprints *fingerprints, str path,
                        struct publish *publish, struct diags *diags,
                        bool *kept)
{
    const struct fingerprint *one = map_get(&fingerprints->by_path, path);
    const struct fingerprinted *made = fingerprint_known(fingerprints, path);
    /* A file of that name is one that was taken from an output. */
    if (!made || map_get(&fingerprints->by_path, made->address.file)) {
        return (str){NULL, 0};
    }
    struct arena work = {0};
    str bytes;
    str file = made->address.file;
    *kept = publish_keep(publish, 0, file, NULL, SIZE_MAX);
    if (!*kept && asset_bytes(one->output, &work, diags, &bytes)) {
        if (!str_eq(new_name(path, bytes, &work), file)) {
            atomic_store(&fingerprints->doubts->input_changed,
                         &one->output->from);
        }
        publish_file(publish, 0, file, bytes, diags);
    }
    arena_free(&work);
    return file;
}
