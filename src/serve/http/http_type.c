/* SPDX-License-Identifier: MIT */
#include "serve/http/http_type.h"

#include "files/path.h"

struct type {
    str ending;
    str type;
};

#define ROW(ending, type)                                                      \
    {                                                                          \
        STR_INIT(ending), STR_INIT(type)                                       \
    }
#define UTF8 "; charset=utf-8"

/* The files of blogs. */
static const struct type types[] = {
    ROW(".html", "text/html" UTF8),
    ROW(".htm", "text/html" UTF8),
    ROW(".css", "text/css" UTF8),
    ROW(".js", "text/javascript" UTF8),
    ROW(".mjs", "text/javascript" UTF8),
    ROW(".json", "application/json"),
    ROW(".map", "application/json"),
    ROW(".webmanifest", "application/manifest+json"),
    ROW(".xml", "application/xml" UTF8),
    ROW(".xsl", "application/xml" UTF8),
    ROW(".atom", "application/atom+xml" UTF8),
    ROW(".rss", "application/rss+xml" UTF8),
    ROW(".txt", "text/plain" UTF8),
    ROW(".md", "text/markdown" UTF8),
    ROW(".csv", "text/csv" UTF8),
    ROW(".ics", "text/calendar" UTF8),
    ROW(".vcf", "text/vcard" UTF8),
    ROW(".vtt", "text/vtt" UTF8),
    ROW(".srt", "text/plain" UTF8),
    ROW(".asc", "text/plain" UTF8),
    ROW(".c", "text/plain" UTF8),
    ROW(".h", "text/plain" UTF8),
    ROW(".py", "text/plain" UTF8),
    ROW(".sh", "text/plain" UTF8),
    ROW(".yaml", "text/plain" UTF8),
    ROW(".yml", "text/plain" UTF8),
    ROW(".toml", "text/plain" UTF8),
    ROW(".conf", "text/plain" UTF8),
    ROW(".cfg", "text/plain" UTF8),
    ROW(".log", "text/plain" UTF8),
    ROW(".diff", "text/plain" UTF8),
    ROW(".patch", "text/plain" UTF8),
    ROW(".svg", "image/svg+xml"),
    ROW(".png", "image/png"),
    ROW(".apng", "image/apng"),
    ROW(".jpg", "image/jpeg"),
    ROW(".jpeg", "image/jpeg"),
    ROW(".gif", "image/gif"),
    ROW(".webp", "image/webp"),
    ROW(".avif", "image/avif"),
    ROW(".jxl", "image/jxl"),
    ROW(".heic", "image/heic"),
    ROW(".bmp", "image/bmp"),
    ROW(".tif", "image/tiff"),
    ROW(".tiff", "image/tiff"),
    ROW(".ico", "image/vnd.microsoft.icon"),
    ROW(".woff2", "font/woff2"),
    ROW(".woff", "font/woff"),
    ROW(".ttf", "font/ttf"),
    ROW(".otf", "font/otf"),
    ROW(".mp4", "video/mp4"),
    ROW(".m4v", "video/mp4"),
    ROW(".webm", "video/webm"),
    ROW(".ogv", "video/ogg"),
    ROW(".mov", "video/quicktime"),
    ROW(".mkv", "video/x-matroska"),
    ROW(".mp3", "audio/mpeg"),
    ROW(".m4a", "audio/mp4"),
    ROW(".aac", "audio/aac"),
    ROW(".ogg", "audio/ogg"),
    ROW(".oga", "audio/ogg"),
    ROW(".opus", "audio/ogg"),
    ROW(".flac", "audio/flac"),
    ROW(".wav", "audio/wav"),
    ROW(".pdf", "application/pdf"),
    ROW(".epub", "application/epub+zip"),
    ROW(".wasm", "application/wasm"),
    ROW(".zip", "application/zip"),
    ROW(".gz", "application/gzip"),
    ROW(".tgz", "application/gzip"),
    ROW(".bz2", "application/x-bzip2"),
    ROW(".xz", "application/x-xz"),
    ROW(".zst", "application/zstd"),
    ROW(".tar", "application/x-tar"),
    ROW(".7z", "application/x-7z-compressed"),
    ROW(".gpx", "application/gpx+xml" UTF8),
    ROW(".pcap", "application/vnd.tcpdump.pcap"),
    ROW(".xhtml", "application/xhtml+xml" UTF8),
};

str http_type(str path)
{
    str ending = path_ext(path_base(path));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (str_eq_nocase(ending, types[i].ending)) {
            return types[i].type;
        }
    }
    return STR("application/octet-stream");
}
