/* SPDX-License-Identifier: MIT */
#include "serve/http/http_type.h"

#include "files/path.h"

#define UTF8 "; charset=utf-8"

/* The files of blogs. */
static const struct {
    str endings;
    str type;
} types[] = {
    {STR_INIT("html htm"), STR_INIT("text/html" UTF8)},
    {STR_INIT("css"), STR_INIT("text/css" UTF8)},
    {STR_INIT("js mjs"), STR_INIT("text/javascript" UTF8)},
    {STR_INIT("json map"), STR_INIT("application/json")},
    {STR_INIT("webmanifest"), STR_INIT("application/manifest+json")},
    {STR_INIT("xml xsl"), STR_INIT("application/xml" UTF8)},
    {STR_INIT("atom"), STR_INIT("application/atom+xml" UTF8)},
    {STR_INIT("rss"), STR_INIT("application/rss+xml" UTF8)},
    {STR_INIT("txt srt asc c h py sh yaml yml toml conf cfg log diff patch"),
     STR_INIT("text/plain" UTF8)},
    {STR_INIT("md"), STR_INIT("text/markdown" UTF8)},
    {STR_INIT("csv"), STR_INIT("text/csv" UTF8)},
    {STR_INIT("ics"), STR_INIT("text/calendar" UTF8)},
    {STR_INIT("vcf"), STR_INIT("text/vcard" UTF8)},
    {STR_INIT("vtt"), STR_INIT("text/vtt" UTF8)},
    {STR_INIT("svg"), STR_INIT("image/svg+xml")},
    {STR_INIT("png"), STR_INIT("image/png")},
    {STR_INIT("apng"), STR_INIT("image/apng")},
    {STR_INIT("jpg jpeg"), STR_INIT("image/jpeg")},
    {STR_INIT("gif"), STR_INIT("image/gif")},
    {STR_INIT("webp"), STR_INIT("image/webp")},
    {STR_INIT("avif"), STR_INIT("image/avif")},
    {STR_INIT("jxl"), STR_INIT("image/jxl")},
    {STR_INIT("heic"), STR_INIT("image/heic")},
    {STR_INIT("bmp"), STR_INIT("image/bmp")},
    {STR_INIT("tif tiff"), STR_INIT("image/tiff")},
    {STR_INIT("ico"), STR_INIT("image/vnd.microsoft.icon")},
    {STR_INIT("woff2"), STR_INIT("font/woff2")},
    {STR_INIT("woff"), STR_INIT("font/woff")},
    {STR_INIT("ttf"), STR_INIT("font/ttf")},
    {STR_INIT("otf"), STR_INIT("font/otf")},
    {STR_INIT("mp4 m4v"), STR_INIT("video/mp4")},
    {STR_INIT("webm"), STR_INIT("video/webm")},
    {STR_INIT("ogv"), STR_INIT("video/ogg")},
    {STR_INIT("mov"), STR_INIT("video/quicktime")},
    {STR_INIT("mkv"), STR_INIT("video/x-matroska")},
    {STR_INIT("mp3"), STR_INIT("audio/mpeg")},
    {STR_INIT("m4a"), STR_INIT("audio/mp4")},
    {STR_INIT("aac"), STR_INIT("audio/aac")},
    {STR_INIT("ogg oga opus"), STR_INIT("audio/ogg")},
    {STR_INIT("flac"), STR_INIT("audio/flac")},
    {STR_INIT("wav"), STR_INIT("audio/wav")},
    {STR_INIT("pdf"), STR_INIT("application/pdf")},
    {STR_INIT("epub"), STR_INIT("application/epub+zip")},
    {STR_INIT("wasm"), STR_INIT("application/wasm")},
    {STR_INIT("zip"), STR_INIT("application/zip")},
    {STR_INIT("gz tgz"), STR_INIT("application/gzip")},
    {STR_INIT("bz2"), STR_INIT("application/x-bzip2")},
    {STR_INIT("xz"), STR_INIT("application/x-xz")},
    {STR_INIT("zst"), STR_INIT("application/zstd")},
    {STR_INIT("tar"), STR_INIT("application/x-tar")},
    {STR_INIT("7z"), STR_INIT("application/x-7z-compressed")},
    {STR_INIT("gpx"), STR_INIT("application/gpx+xml" UTF8)},
    {STR_INIT("pcap"), STR_INIT("application/vnd.tcpdump.pcap")},
    {STR_INIT("xhtml"), STR_INIT("application/xhtml+xml" UTF8)},
};

str http_type(str path)
{
    str ending = str_from_offset(path_ext(path_base(path)), 1);
    for (size_t i = 0; ending.n && i < sizeof types / sizeof *types; i++) {
        if (str_is_word_of(ending, types[i].endings)) {
            return types[i].type;
        }
    }
    return STR("application/octet-stream");
}
