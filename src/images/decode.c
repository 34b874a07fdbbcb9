/* SPDX-License-Identifier: MIT */
#include "images/pixels.h"

#include "images/image_parts.h"

/* Pixels of a picture that are read row by row, and of one that a library only
 * reads as a whole: 300 MB in the worst case. */
enum { MOST_PIXELS = 200 * 1000 * 1000, MOST_WHOLE = 75 * 1000 * 1000 };

#ifdef CRUMB_PICTURES

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

static enum image_problem count_pixels(uint64_t width, uint64_t height,
                                       bool whole)
{
    uint64_t most = whole ? MOST_WHOLE : MOST_PIXELS;
    return !width || !height       ? IMAGE_BROKEN
           : width * height > most ? IMAGE_TOO_LARGE
                                   : IMAGE_FINE;
}

/* --- JPEG --- */

struct jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf back;
};

static void leave_jpeg(j_common_ptr codec)
{
    longjmp(((struct jpeg_errors *)codec->err)->back, 1);
}

static void say_nothing(j_common_ptr codec)
{
    (void)codec;
}

/* Eighths of the size: by 1, 2 and 4 the library is fast. */
static unsigned eighths(uint32_t width, uint32_t least)
{
    unsigned n = 8;
    while (n > 1 && (uint64_t)width * (n / 2) / 8 >= least) {
        n /= 2;
    }
    return n;
}

static enum image_problem start_jpeg(struct jpeg_decompress_struct *codec,
                                     uint32_t least)
{
    jpeg_read_header(codec, TRUE);
    bool many = codec->progressive_mode;
    enum image_problem problem =
        count_pixels(codec->image_width, codec->image_height, many);
    if (codec->num_components > 3) {
        return IMAGE_INKS; /* their colours need a profile */
    }
    codec->out_color_space = JCS_EXT_RGBX;
    codec->scale_num = eighths(codec->image_width, least);
    codec->scale_denom = 8;
    return problem;
}

static void take_profile(struct jpeg_decompress_struct *codec,
                         struct buf *profile)
{
    JOCTET *bytes = NULL;
    unsigned n = 0;
    if (jpeg_read_icc_profile(codec, &bytes, &n)) {
        buf_put(profile, (str){(const char *)bytes, n});
        free(bytes);
    }
}

static enum image_problem decode_jpeg(str s, uint32_t least,
                                      const struct image_rows *rows,
                                      struct buf *profile, struct arena *work)
{
    struct jpeg_decompress_struct codec;
    struct jpeg_errors errors;
    volatile enum image_problem problem = IMAGE_BROKEN;
    codec.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = leave_jpeg;
    errors.base.output_message = say_nothing;
    jpeg_create_decompress(&codec);
    if (!setjmp(errors.back)) {
        jpeg_mem_src(&codec, (const unsigned char *)s.p, s.n);
        jpeg_save_markers(&codec, JPEG_APP0 + 2, 0xFFFF);
        problem = start_jpeg(&codec, least);
        if (problem == IMAGE_FINE) {
            problem = IMAGE_BROKEN;
            take_profile(&codec, profile);
            jpeg_start_decompress(&codec);
            unsigned char *row = ARENA_ARRAY(work, unsigned char,
                                             (size_t)4 * codec.output_width);
            rows->begin(rows->self, codec.output_width, codec.output_height,
                        false);
            while (codec.output_scanline < codec.output_height) {
                jpeg_read_scanlines(&codec, &row, 1);
                rows->row(rows->self, row);
            }
            jpeg_finish_decompress(&codec);
            problem = codec.err->num_warnings ? IMAGE_BROKEN : IMAGE_FINE;
        }
    }
    jpeg_destroy_decompress(&codec);
    return problem;
}

/* --- PNG --- */

struct png_input {
    str rest;
    jmp_buf back;
};

static void read_png(png_structp png, png_bytep to, png_size_t n)
{
    struct png_input *input = png_get_io_ptr(png);
    if (input->rest.n < n) {
        png_error(png, "cut off");
    }
    memcpy(to, input->rest.p, n);
    input->rest = str_from_offset(input->rest, n);
}

static void leave_png(png_structp png, png_const_charp message)
{
    struct png_input *input = png_get_error_ptr(png);
    (void)message;
    longjmp(input->back, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* Asks for four bytes a pixel. */
static bool set_up_png(png_structp png, png_infop info)
{
    int type = png_get_color_type(png, info);
    bool alpha = (type & PNG_COLOR_MASK_ALPHA) ||
                 png_get_valid(png, info, PNG_INFO_tRNS);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    return alpha;
}

static void take_png_profile(png_structp png, png_infop info,
                             struct buf *profile)
{
    png_charp name;
    int method;
    png_bytep bytes;
    png_uint_32 n;
    if (png_get_iCCP(png, info, &name, &method, &bytes, &n)) {
        buf_put(profile, (str){(const char *)bytes, n});
    }
}

/* Interlaced rows are complete at the end only. */
static void read_png_rows(png_structp png, uint32_t width, uint32_t height,
                          int passes, const struct image_rows *rows,
                          struct arena *work)
{
    size_t line = (size_t)4 * width;
    size_t lines = passes > 1 ? height : 1;
    unsigned char *p = ARENA_ARRAY(work, unsigned char, line *lines);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < height; y++) {
            unsigned char *row = p + (passes > 1 ? line * y : 0);
            png_read_row(png, row, NULL);
            if (pass == passes - 1) {
                rows->row(rows->self, row);
            }
        }
    }
}

static enum image_problem decode_png(str s, const struct image_rows *rows,
                                     struct buf *profile, struct arena *work)
{
    struct png_input input = {.rest = s};
    volatile enum image_problem problem = IMAGE_BROKEN;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input,
                                             leave_png, ignore_warning);
    png_infop info = png_create_info_struct(png);
    if (!setjmp(input.back)) {
        png_set_read_fn(png, &input, read_png);
        png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
        png_set_chunk_malloc_max(png, 4 << 20);
        png_read_info(png, info);
        uint32_t width = png_get_image_width(png, info);
        uint32_t height = png_get_image_height(png, info);
        bool whole = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
        problem = count_pixels(width, height, whole);
        if (problem == IMAGE_FINE) {
            problem = IMAGE_BROKEN;
            bool alpha = set_up_png(png, info);
            take_png_profile(png, info, profile);
            int passes = png_set_interlace_handling(png);
            png_read_update_info(png, info);
            rows->begin(rows->self, width, height, alpha);
            read_png_rows(png, width, height, passes, rows, work);
            problem = IMAGE_FINE;
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return problem;
}

/* --- WebP --- */

static enum image_problem decode_webp(str s, const struct image_rows *rows,
                                      struct buf *profile)
{
    WebPBitstreamFeatures found;
    const uint8_t *bytes = (const uint8_t *)s.p;
    int width;
    int height;
    if (WebPGetFeatures(bytes, s.n, &found) != VP8_STATUS_OK) {
        return IMAGE_BROKEN;
    }
    enum image_problem problem =
        count_pixels((uint64_t)found.width, (uint64_t)found.height, true);
    if (problem != IMAGE_FINE || found.has_animation) {
        return problem != IMAGE_FINE ? problem : IMAGE_UNREAD;
    }
    uint8_t *p = WebPDecodeRGBA(bytes, s.n, &width, &height);
    if (!p) {
        return IMAGE_BROKEN;
    }
    struct image_part part;
    for (size_t off = 12; image_webp_next(s, &off, &part) && !profile->n;) {
        if (str_eq(part.kind, STR("ICCP"))) {
            buf_put(profile, part.data);
        }
    }
    rows->begin(rows->self, (uint32_t)width, (uint32_t)height, found.has_alpha);
    for (int y = 0; y < height; y++) {
        rows->row(rows->self, p + (size_t)4 * (size_t)width * (size_t)y);
    }
    WebPFree(p);
    return IMAGE_FINE;
}

/* --- HEIC and AVIF --- */

#ifdef CRUMB_HEIF
#include <libheif/heif.h>

static enum image_problem rows_of_heif(const struct heif_image *image,
                                       bool alpha,
                                       const struct image_rows *rows)
{
    int stride;
    int width = heif_image_get_width(image, heif_channel_interleaved);
    int height = heif_image_get_height(image, heif_channel_interleaved);
    const uint8_t *p =
        heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    if (!p || width <= 0 || height <= 0) {
        return IMAGE_BROKEN;
    }
    rows->begin(rows->self, (uint32_t)width, (uint32_t)height, alpha);
    for (int y = 0; y < height; y++) {
        rows->row(rows->self, p + (ptrdiff_t)stride * y);
    }
    return IMAGE_FINE;
}

static void profile_of_heif(const struct heif_image_handle *handle,
                            struct buf *profile)
{
    size_t n = heif_image_handle_get_raw_color_profile_size(handle);
    if (n && n < 4 << 20) {
        buf_reserve(profile, n);
        heif_image_handle_get_raw_color_profile(handle,
                                                profile->p + profile->n);
        profile->n += n;
    }
}

/* Without a profile, numbers say which colours it has. Those of bright displays
 * would come out dull. */
static bool has_other_colours(const struct heif_image_handle *handle)
{
    struct heif_color_profile_nclx *nclx = NULL;
    heif_image_handle_get_nclx_color_profile(handle, &nclx);
    bool other =
        nclx && (nclx->transfer_characteristics ==
                     heif_transfer_characteristic_ITU_R_BT_2100_0_PQ ||
                 nclx->transfer_characteristics ==
                     heif_transfer_characteristic_ITU_R_BT_2100_0_HLG ||
                 nclx->color_primaries == heif_color_primaries_SMPTE_EG_432_1 ||
                 nclx->color_primaries ==
                     heif_color_primaries_ITU_R_BT_2020_2_and_2100_0);
    heif_nclx_color_profile_free(nclx);
    return other;
}

static enum image_problem decode_heif(str s, const struct image_rows *rows,
                                      struct buf *profile)
{
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    enum image_problem problem = IMAGE_BROKEN;
    if (heif_context_read_from_memory_without_copy(context, s.p, s.n, NULL)
                .code == heif_error_Ok &&
        heif_context_get_primary_image_handle(context, &handle).code ==
            heif_error_Ok) {
        int width = heif_image_handle_get_width(handle);
        int height = heif_image_handle_get_height(handle);
        bool alpha = heif_image_handle_has_alpha_channel(handle);
        profile_of_heif(handle, profile);
        problem = width <= 0 || height <= 0 ? IMAGE_BROKEN
                  : !profile->n && has_other_colours(handle)
                      ? IMAGE_UNREAD
                      : count_pixels((uint64_t)width, (uint64_t)height, true);
        if (problem == IMAGE_FINE) {
            problem = heif_decode_image(handle, &image, heif_colorspace_RGB,
                                        heif_chroma_interleaved_RGBA, NULL)
                                  .code == heif_error_Ok
                          ? rows_of_heif(image, alpha, rows)
                          : IMAGE_BROKEN;
        }
    }
    if (image) {
        heif_image_release(image);
    }
    if (handle) {
        heif_image_handle_release(handle);
    }
    heif_context_free(context);
    return problem;
}
#endif

bool image_can_decode(enum image_kind kind)
{
#ifdef CRUMB_HEIF
    if (kind == IMAGE_HEIC || kind == IMAGE_AVIF) {
        return heif_have_decoder_for_format(
            kind == IMAGE_HEIC ? heif_compression_HEVC : heif_compression_AV1);
    }
#endif
    return kind == IMAGE_JPEG || kind == IMAGE_PNG || kind == IMAGE_WEBP;
}

enum image_problem image_decode(str bytes, uint32_t least_width,
                                const struct image_rows *rows,
                                struct buf *profile)
{
    struct arena work = {0};
    enum image_problem problem = IMAGE_UNREAD;
    switch (image_kind(bytes)) {
    case IMAGE_JPEG:
        problem = decode_jpeg(bytes, least_width, rows, profile, &work);
        break;
    case IMAGE_PNG: problem = decode_png(bytes, rows, profile, &work); break;
    case IMAGE_WEBP: problem = decode_webp(bytes, rows, profile); break;
    case IMAGE_AVIF:
    case IMAGE_HEIC:
#ifdef CRUMB_HEIF
        problem = decode_heif(bytes, rows, profile);
#endif
        break;
    case IMAGE_NONE:
    case IMAGE_GIF:
    case IMAGE_TIFF:
    case IMAGE_JXL:
    case IMAGE_FILM: break;
    }
    arena_free(&work);
    return problem;
}

#else

bool image_can_decode(enum image_kind kind)
{
    (void)kind;
    return false;
}

enum image_problem image_decode(str bytes, uint32_t least_width,
                                const struct image_rows *rows,
                                struct buf *profile)
{
    (void)bytes;
    (void)least_width;
    (void)rows;
    (void)profile;
    return IMAGE_UNREAD;
}

#endif
