/* SPDX-License-Identifier: MIT */
#include "images/pixels.h"

#ifdef CRUMB_PICTURES

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

/* --- WebP --- */

static bool encode_webp(struct pixels pixels, int quality, struct buf *out)
{
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, (float)quality) ||
        !WebPPictureInit(&picture)) {
        return false;
    }
    picture.width = (int)pixels.width;
    picture.height = (int)pixels.height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    WebPMemoryWriterInit(&writer);
    int stride = (int)(4 * pixels.width);
    bool made =
        (pixels.alpha ? WebPPictureImportRGBA(&picture, pixels.p, stride)
                      : WebPPictureImportRGBX(&picture, pixels.p, stride)) &&
        WebPEncode(&config, &picture);
    if (made) {
        buf_put(out, (str){(const char *)writer.mem, writer.size});
    }
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&writer);
    return made;
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

static bool encode_jpeg(struct pixels pixels, int quality, struct buf *out)
{
    struct jpeg_compress_struct codec;
    struct jpeg_errors errors;
    unsigned char *bytes = NULL;
    unsigned long n = 0;
    volatile bool made = false;
    codec.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = leave_jpeg;
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
        jpeg_simple_progression(&codec);
        jpeg_start_compress(&codec, TRUE);
        while (codec.next_scanline < codec.image_height) {
            unsigned char *row =
                pixels.p + (size_t)4 * pixels.width * codec.next_scanline;
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

static void leave_png(png_structp png, png_const_charp message)
{
    jmp_buf *back = png_get_error_ptr(png);
    (void)message;
    longjmp(*back, 1);
}

static void write_png(png_structp png, png_bytep bytes, png_size_t n)
{
    buf_put(png_get_io_ptr(png), (str){(const char *)bytes, n});
}

static bool encode_png(struct pixels pixels, struct buf *out)
{
    jmp_buf back;
    volatile bool made = false;
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &back, leave_png, NULL);
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
