/* SPDX-License-Identifier: MIT */
#include "images/pixels.h"

/* HEIC and AVIF, by libheif. It and its decoders take as long to start as a
 * build in which nothing changed, so they are loaded for the first such
 * picture. */

#ifdef CRUMB_HEIF

#include <libheif/heif.h>

#include "base/library.h"

#define FUNCTIONS(X)                                                           \
    X(context_alloc)                                                           \
    X(context_free)                                                            \
    X(context_get_primary_image_handle)                                        \
    X(context_read_from_memory_without_copy)                                   \
    X(decode_image)                                                            \
    X(image_get_height)                                                        \
    X(image_get_plane_readonly)                                                \
    X(image_get_width)                                                         \
    X(image_handle_get_height)                                                 \
    X(image_handle_get_nclx_color_profile)                                     \
    X(image_handle_get_raw_color_profile_size)                                 \
    X(image_handle_get_width)                                                  \
    X(image_handle_has_alpha_channel)                                          \
    X(image_handle_release)                                                    \
    X(image_release)                                                           \
    X(nclx_color_profile_free)                                                 \
    X(have_decoder_for_format)

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a member's name */
#define MEMBER(name) __typeof__(heif_##name) *name;
struct heif_library {
    FUNCTIONS(MEMBER)
};

#define FIND(name)                                                             \
    found = found && library_find(library, "heif_" #name, &heif->name);

/* False: it is not on this machine. */
static bool load(struct heif_library *heif)
{
    static const char *const names[] = {"libheif.so.1", "libheif.1.dylib"};
    void *library = library_open(names, sizeof names / sizeof *names);
    bool found = library != NULL;
    FUNCTIONS(FIND)
    return found;
}

bool heif_can_decode(enum image_kind kind)
{
    struct heif_library heif;
    return (kind == IMAGE_HEIC || kind == IMAGE_AVIF) && load(&heif) &&
           heif.have_decoder_for_format(kind == IMAGE_HEIC
                                            ? heif_compression_HEVC
                                            : heif_compression_AV1);
}

static enum image_problem rows_of(const struct heif_library *heif,
                                  const struct heif_image *image, bool alpha,
                                  const struct image_rows *rows)
{
    int stride;
    int width = heif->image_get_width(image, heif_channel_interleaved);
    int height = heif->image_get_height(image, heif_channel_interleaved);
    const uint8_t *p = heif->image_get_plane_readonly(
        image, heif_channel_interleaved, &stride);
    if (!p || width <= 0 || height <= 0) {
        return IMAGE_BROKEN;
    }
    rows->begin(rows->self, (uint32_t)width, (uint32_t)height, alpha);
    for (int y = 0; y < height; y++) {
        rows->row(rows->self, p + (ptrdiff_t)stride * y);
    }
    return IMAGE_OK;
}

/* Without a profile, numbers say which colours it has. Those of bright displays
 * would come out dull. */
static bool has_other_colours(const struct heif_library *heif,
                              const struct heif_image_handle *handle)
{
    struct heif_color_profile_nclx *nclx = NULL;
    heif->image_handle_get_nclx_color_profile(handle, &nclx);
    bool other =
        nclx && !heif->image_handle_get_raw_color_profile_size(handle) &&
        (nclx->transfer_characteristics ==
             heif_transfer_characteristic_ITU_R_BT_2100_0_PQ ||
         nclx->transfer_characteristics ==
             heif_transfer_characteristic_ITU_R_BT_2100_0_HLG ||
         nclx->color_primaries == heif_color_primaries_SMPTE_EG_432_1 ||
         nclx->color_primaries ==
             heif_color_primaries_ITU_R_BT_2020_2_and_2100_0);
    heif->nclx_color_profile_free(nclx);
    return other;
}

enum image_problem heif_decode(str s, const struct image_rows *rows)
{
    struct heif_library library;
    const struct heif_library *heif = &library;
    if (!load(&library)) {
        return IMAGE_UNSUPPORTED;
    }
    struct heif_context *context = heif->context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    enum image_problem problem = IMAGE_BROKEN;
    if (heif->context_read_from_memory_without_copy(context, s.p, s.n, NULL)
                .code == heif_error_Ok &&
        heif->context_get_primary_image_handle(context, &handle).code ==
            heif_error_Ok) {
        uint64_t width = (uint64_t)heif->image_handle_get_width(handle);
        uint64_t height = (uint64_t)heif->image_handle_get_height(handle);
        bool alpha = heif->image_handle_has_alpha_channel(handle);
        problem = has_other_colours(heif, handle)
                      ? IMAGE_UNSUPPORTED
                      : image_count_pixels(width, height, true);
        if (problem == IMAGE_OK) {
            problem = heif->decode_image(handle, &image, heif_colorspace_RGB,
                                         heif_chroma_interleaved_RGBA, NULL)
                                  .code == heif_error_Ok
                          ? rows_of(heif, image, alpha, rows)
                          : IMAGE_BROKEN;
        }
    }
    heif->image_release(image);
    heif->image_handle_release(handle);
    heif->context_free(context);
    return problem;
}

#else

bool heif_can_decode(enum image_kind kind)
{
    (void)kind;
    return false;
}

enum image_problem heif_decode(str s, const struct image_rows *rows)
{
    (void)s;
    (void)rows;
    return IMAGE_UNSUPPORTED;
}

#endif
