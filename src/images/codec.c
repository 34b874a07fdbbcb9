/* SPDX-License-Identifier: MIT */
/* JPEG, PNG and WebP, each read and written by its library. */
#include "images/pixels.h"

#ifdef CRUMB_PICTURES

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>
#include <webp/encode.h>

/* --- JPEG --- */

struct jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf back;
};

static void leave_jpeg(j_common_ptr codec)
{
    longjmp(((struct jpeg_errors *)codec->err)->back, 1);
}

/* Bytes between segments, with which some cameras fill up, are no damage. */
static void leave_if_damaged(j_common_ptr codec, int level)
{
    const struct jpeg_error_mgr *errors = codec->err;
    str message = str_from(errors->jpeg_message_table[errors->msg_code]);
    if (level < 0 && str_find(message, STR("extraneous bytes")) == STR_NONE) {
        leave_jpeg(codec);
    }
}

static struct jpeg_error_mgr *leave_by(struct jpeg_errors *errors)
{
    jpeg_std_error(&errors->base);
    errors->base.error_exit = leave_jpeg;
    errors->base.emit_message = leave_if_damaged;
    return &errors->base;
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
        image_count_pixels(codec->image_width, codec->image_height, many);
    if (codec->num_components > 3) {
        return IMAGE_CMYK; /* their colours need a profile */
    }
    codec->out_color_space = JCS_EXT_RGBX;
    codec->scale_num = eighths(codec->image_width, least);
    codec->scale_denom = 8;
    return problem;
}

static enum image_problem decode_jpeg(str s, uint32_t least,
                                      const struct image_rows *rows,
                                      struct arena *work)
{
    struct jpeg_decompress_struct codec;
    struct jpeg_errors errors;
    volatile enum image_problem problem = IMAGE_BROKEN;
    codec.err = leave_by(&errors);
    jpeg_create_decompress(&codec);
    if (!setjmp(errors.back)) {
        jpeg_mem_src(&codec, (const unsigned char *)s.p, s.n);
        problem = start_jpeg(&codec, least);
        if (problem == IMAGE_OK) {
            problem = IMAGE_BROKEN;
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
            problem = IMAGE_OK;
        }
    }
    jpeg_destroy_decompress(&codec);
    return problem;
}

/* A JPEG has no opacity, so the picture lies on white paper. */
static void put_on_white(unsigned char *row, size_t width)
{
    for (unsigned char *p = row; p < row + 4 * width; p += 4) {
        for (int i = 0; i < 3; i++) {
            p[i] = (unsigned char)(255 - (255 - p[i]) * p[3] / 255);
        }
    }
}

static bool encode_jpeg(struct pixels pixels, int quality, struct buf *out)
{
    struct jpeg_compress_struct codec;
    struct jpeg_errors errors;
    unsigned char *bytes = NULL;
    unsigned long n = 0;
    volatile bool made = false;
    codec.err = leave_by(&errors);
    jpeg_create_compress(&codec);
    if (!setjmp(errors.back)) {
        jpeg_mem_dest(&codec, &bytes, &n);
        codec.image_width = pixels.width;
        codec.image_height = pixels.height;
        codec.input_components = 4;
        codec.in_color_space = JCS_EXT_RGBX;
        jpeg_set_defaults(&codec);
        jpeg_set_quality(&codec, quality, TRUE);
        codec.optimize_coding = TRUE;
        codec.write_JFIF_header = FALSE; /* it would say nothing */
        jpeg_simple_progression(&codec);
        jpeg_start_compress(&codec, TRUE);
        while (codec.next_scanline < codec.image_height) {
            unsigned char *row =
                pixels.p + (size_t)4 * pixels.width * codec.next_scanline;
            if (pixels.alpha) {
                put_on_white(row, pixels.width);
            }
            jpeg_write_scanlines(&codec, &row, 1);
        }
        jpeg_finish_compress(&codec);
        buf_put(out, (str){(const char *)bytes, n});
        made = true;
    }
    jpeg_destroy_compress(&codec);
    free(bytes);
    return made;
}

/* --- PNG --- */

static void read_png(png_structp png, png_bytep to, png_size_t n)
{
    str *rest = png_get_io_ptr(png);
    if (rest->n < n) {
        png_error(png, "cut off");
    }
    memcpy(to, rest->p, n);
    *rest = str_from_offset(*rest, n);
}

static void leave_png(png_structp png, png_const_charp message)
{
    jmp_buf *back = png_get_error_ptr(png);
    (void)message;
    longjmp(*back, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* Whether numbers, which no form can carry, say that its colours are others
 * than those of sRGB. */
static bool has_other_colours(str s)
{
    struct image_part part = {0};
    for (size_t off = 8; image_png_next(s, &off, &part);) {
        if (str_eq(part.kind, STR("cICP"))) {
            return !str_starts(part.data, STR("\1\15"));
        }
    }
    return false;
}

/* Asks for four bytes a pixel. */
static bool set_up_png(png_structp png, png_infop info)
{
    int type = png_get_color_type(png, info);
    bool alpha = (type & PNG_COLOR_MASK_ALPHA) ||
                 png_get_valid(png, info, PNG_INFO_tRNS);
    png_fixed_point gamma;
    png_set_expand(png);
    if (!png_get_valid(png, info, PNG_INFO_iCCP | PNG_INFO_sRGB) &&
        png_get_gAMA_fixed(png, info, &gamma)) {
        png_set_gamma_fixed(png, PNG_GAMMA_sRGB, gamma);
    }
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    return alpha;
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
                                     struct arena *work)
{
    jmp_buf back;
    volatile enum image_problem problem = IMAGE_BROKEN;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &back,
                                             leave_png, ignore_warning);
    png_infop info = png_create_info_struct(png);
    bool other = has_other_colours(s);
    if (!setjmp(back)) {
        png_set_read_fn(png, &s, read_png);
        png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
        png_set_chunk_malloc_max(png, 4 << 20);
        png_read_info(png, info);
        uint32_t width = png_get_image_width(png, info);
        uint32_t height = png_get_image_height(png, info);
        bool whole = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
        problem = other ? IMAGE_UNSUPPORTED
                        : image_count_pixels(width, height, whole);
        if (problem == IMAGE_OK) {
            problem = IMAGE_BROKEN;
            bool alpha = set_up_png(png, info);
            int passes = png_set_interlace_handling(png);
            png_read_update_info(png, info);
            rows->begin(rows->self, width, height, alpha);
            read_png_rows(png, width, height, passes, rows, work);
            problem = IMAGE_OK;
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return problem;
}

static void write_png(png_structp png, png_bytep bytes, png_size_t n)
{
    buf_put(png_get_io_ptr(png), (str){(const char *)bytes, n});
}

static bool encode_png(struct pixels pixels, struct buf *out)
{
    jmp_buf back;
    volatile bool made = false;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &back,
                                              leave_png, ignore_warning);
    png_infop info = png_create_info_struct(png);
    if (!setjmp(back)) {
        png_set_write_fn(png, out, write_png, NULL);
        png_set_IHDR(png, info, pixels.width, pixels.height, 8,
                     pixels.alpha ? PNG_COLOR_TYPE_RGB_ALPHA
                                  : PNG_COLOR_TYPE_RGB,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        png_write_info(png, info);
        if (!pixels.alpha) {
            png_set_filler(png, 0, PNG_FILLER_AFTER);
        }
        for (uint32_t y = 0; y < pixels.height; y++) {
            png_write_row(png, pixels.p + (size_t)4 * pixels.width * y);
        }
        png_write_end(png, NULL);
        made = true;
    }
    png_destroy_write_struct(&png, &info);
    return made;
}

/* --- WebP --- */

static enum image_problem decode_webp(str s, const struct image_rows *rows)
{
    WebPBitstreamFeatures found;
    const uint8_t *bytes = (const uint8_t *)s.p;
    int width;
    int height;
    if (WebPGetFeatures(bytes, s.n, &found) != VP8_STATUS_OK) {
        return IMAGE_BROKEN;
    }
    enum image_problem problem =
        image_count_pixels((uint64_t)found.width, (uint64_t)found.height, true);
    if (problem != IMAGE_OK || found.has_animation) {
        return problem != IMAGE_OK ? problem : IMAGE_UNSUPPORTED;
    }
    uint8_t *p = WebPDecodeRGBA(bytes, s.n, &width, &height);
    if (!p) {
        return IMAGE_BROKEN;
    }
    rows->begin(rows->self, (uint32_t)width, (uint32_t)height, found.has_alpha);
    for (int y = 0; y < height; y++) {
        rows->row(rows->self, p + (size_t)4 * (size_t)width * (size_t)y);
    }
    WebPFree(p);
    return IMAGE_OK;
}

static bool encode_webp(struct pixels pixels, int quality, struct buf *out)
{
    uint8_t *bytes = NULL;
    size_t n = WebPEncodeRGBA(pixels.p, (int)pixels.width, (int)pixels.height,
                              (int)(4 * pixels.width), (float)quality, &bytes);
    buf_put(out, (str){(const char *)bytes, n});
    WebPFree(bytes);
    return n > 0;
}

/* --- all --- */

bool image_can_decode(enum image_kind kind)
{
    return kind == IMAGE_JPEG || kind == IMAGE_PNG || kind == IMAGE_WEBP ||
           heif_can_decode(kind);
}

enum image_problem image_decode(str bytes, uint32_t least_width,
                                const struct image_rows *rows)
{
    struct arena work = {0};
    enum image_kind kind = image_kind(bytes);
    enum image_problem problem =
        kind == IMAGE_JPEG   ? decode_jpeg(bytes, least_width, rows, &work)
        : kind == IMAGE_PNG  ? decode_png(bytes, rows, &work)
        : kind == IMAGE_WEBP ? decode_webp(bytes, rows)
        : kind == IMAGE_AVIF || kind == IMAGE_HEIC ? heif_decode(bytes, rows)
                                                   : IMAGE_UNSUPPORTED;
    arena_free(&work);
    return problem;
}

bool image_encode(struct pixels pixels, enum image_format format, int quality,
                  struct buf *out)
{
    switch (format) {
    case FORMAT_WEBP: return encode_webp(pixels, quality, out);
    case FORMAT_JPEG: return encode_jpeg(pixels, quality, out);
    case FORMAT_PNG: return encode_png(pixels, out);
    }
    return false;
}

#else

bool image_can_decode(enum image_kind kind)
{
    (void)kind;
    return false;
}

enum image_problem image_decode(str bytes, uint32_t least_width,
                                const struct image_rows *rows)
{
    (void)bytes;
    (void)least_width;
    (void)rows;
    return IMAGE_UNSUPPORTED;
}

bool image_encode(struct pixels pixels, enum image_format format, int quality,
                  struct buf *out)
{
    (void)pixels;
    (void)format;
    (void)quality;
    (void)out;
    return false;
}

#endif
