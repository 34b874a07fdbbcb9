/* SPDX-License-Identifier: MIT */
#include "images/pixels.h"

#ifdef CRUMB_PICTURES

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

#include "images/image_parts.h"

/* --- WebP --- */

/* A file with more than pixels has the chunk VP8X: flags(4) width(3) height(3),
 * both less one; then the profile, the opacity, the pixels, Exif, XMP. */
static void put_webp(struct buf *out, struct pixels pixels, str file,
                     const struct image_extras *extras)
{
    enum { PROFILE = 0x20, ALPHA = 0x10, EXIF = 8, XMP = 4 };
    struct image_part part;
    size_t flags = (extras->profile.n ? PROFILE : 0) |
                   (extras->exif.n ? EXIF : 0) | (extras->xmp.n ? XMP : 0);
    if (!flags) {
        buf_put(out, file);
        return;
    }
    size_t start = put_webp_start(out);
    buf_put(out, STR("VP8X\12\0\0\0"));
    put_little(out, flags | (pixels.alpha ? ALPHA : 0), 4);
    put_little(out, pixels.width - 1, 3);
    put_little(out, pixels.height - 1, 3);
    put_webp_chunk(out, STR("ICCP"), extras->profile);
    for (size_t off = 12; image_webp_next(file, &off, &part);) {
        if (!str_eq(part.kind, STR("VP8X"))) {
            put_webp_chunk(out, part.kind, part.data);
        }
    }
    put_webp_chunk(out, STR("EXIF"), extras->exif);
    put_webp_chunk(out, STR("XMP "), extras->xmp);
    put_webp_end(out, start, 0);
}

static bool encode_webp(struct pixels pixels, int quality,
                        const struct image_extras *extras, struct buf *out)
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
        put_webp(out, pixels, (str){(const char *)writer.mem, writer.size},
                 extras);
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

static void put_marker(struct jpeg_compress_struct *codec, str head, str data)
{
    if (data.n && head.n + data.n < 0xFFFF - 2) {
        jpeg_write_m_header(codec, JPEG_APP0 + 1, (unsigned)(head.n + data.n));
        for (size_t i = 0; i < head.n; i++) {
            jpeg_write_m_byte(codec, head.p[i]);
        }
        for (size_t i = 0; i < data.n; i++) {
            jpeg_write_m_byte(codec, data.p[i]);
        }
    }
}

static bool encode_jpeg(struct pixels pixels, int quality,
                        const struct image_extras *extras, struct buf *out)
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
        put_marker(&codec, STR("Exif\0\0"), extras->exif);
        put_marker(&codec, STR("http://ns.adobe.com/xap/1.0/\0"), extras->xmp);
        if (extras->profile.n) {
            jpeg_write_icc_profile(&codec, (const JOCTET *)extras->profile.p,
                                   (unsigned)extras->profile.n);
        }
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

static void put_chunk(png_structp png, const char *kind, str head, str data)
{
    if (data.n) {
        png_write_chunk_start(png, (png_const_bytep)kind,
                              (png_uint_32)(head.n + data.n));
        png_write_chunk_data(png, (png_const_bytep)head.p, head.n);
        png_write_chunk_data(png, (png_const_bytep)data.p, data.n);
        png_write_chunk_end(png);
    }
}

static bool encode_png(struct pixels pixels, const struct image_extras *extras,
                       struct buf *out)
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
        if (extras->profile.n) {
            png_set_iCCP(png, info, "icc", PNG_COMPRESSION_TYPE_BASE,
                         (png_const_bytep)extras->profile.p,
                         (png_uint_32)extras->profile.n);
        }
        png_write_info(png, info);
        put_chunk(png, "eXIf", STR(""), extras->exif);
        put_chunk(png, "iTXt", STR("XML:com.adobe.xmp\0\0\0\0\0"), extras->xmp);
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
                  const struct image_extras *extras, struct buf *out)
{
    switch (format) {
    case FORMAT_WEBP: return encode_webp(pixels, quality, extras, out);
    case FORMAT_JPEG: return encode_jpeg(pixels, quality, extras, out);
    case FORMAT_PNG: return encode_png(pixels, extras, out);
    }
    return false;
}

#else

bool image_encode(struct pixels pixels, enum image_format format, int quality,
                  const struct image_extras *extras, struct buf *out)
{
    (void)pixels;
    (void)format;
    (void)quality;
    (void)extras;
    (void)out;
    return false;
}

#endif
