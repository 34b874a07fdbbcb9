/* SPDX-License-Identifier: MIT */
/* floor CONTENT OUTPUT: the least that publishing a blog can cost. One thread
 * reads each CONTENT/SECTION/NAME.md, takes its front matter off, lets
 * cmark-gfm parse and render the rest with GitHub's extensions, puts a fixed
 * page around it and writes OUTPUT/SECTION/NAME/index.html. No metadata, no
 * lists, no templates, no links. Times of crumb are given as multiples of its
 * time. */

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MAX_PATH = 4096, MAX_POST = 4 * 1024 * 1024 };

static const char *const extensions[] = {"table", "strikethrough", "autolink",
                                         "tasklist"};
enum {
    NEXTENSIONS = sizeof extensions / sizeof *extensions,
    OPTIONS = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES
};

static char before[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                       "<meta charset=\"utf-8\">\n<title>A post</title>\n"
                       "</head>\n<body>\n<main>\n";
static char after[] = "</main>\n</body>\n</html>\n";

static void fail(const char *path)
{
    fprintf(stderr, "floor: %s: %s\n", path, strerror(errno));
    exit(1);
}

__attribute__((format(printf, 2, 3))) static void
make_path(char path[static MAX_PATH], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(path, MAX_PATH, format, args);
    va_end(args);
    if (n < 0 || n >= MAX_PATH) {
        errno = ENAMETOOLONG;
        fail(path);
    }
}

static void make_dir(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        fail(path);
    }
}

/* Into p, of MAX_POST + 1 bytes. */
static size_t read_file(const char *path, char *p)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    ssize_t got = file < 0 ? -1 : 1;
    while (got > 0 && n < MAX_POST) {
        got = read(file, p + n, MAX_POST - n);
        n += got > 0 ? (size_t)got : 0;
    }
    if (got < 0) {
        fail(path);
    }
    close(file);
    p[n] = '\0';
    return n;
}

/* Where the body of a text that ends in NUL starts. */
static size_t skip_front_matter(const char *p)
{
    const char *end =
        strncmp(p, "---\n", 4) == 0 ? strstr(p + 3, "\n---\n") : NULL;
    return end ? (size_t)(end - p) + 5 : 0;
}

static char *to_html(const char *p, size_t n)
{
    cmark_parser *parser = cmark_parser_new(OPTIONS);
    for (size_t i = 0; i < NEXTENSIONS; i++) {
        cmark_parser_attach_syntax_extension(
            parser, cmark_find_syntax_extension(extensions[i]));
    }
    cmark_parser_feed(parser, p, n);
    cmark_node *document = cmark_parser_finish(parser);
    char *html = cmark_render_html(document, OPTIONS,
                                   cmark_parser_get_syntax_extensions(parser));
    cmark_node_free(document);
    cmark_parser_free(parser);
    return html;
}

static void write_page(const char *path, char *html)
{
    size_t n = strlen(html);
    struct iovec parts[] = {
        {before, sizeof before - 1}, {html, n}, {after, sizeof after - 1}};
    size_t all = sizeof before - 1 + n + sizeof after - 1;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || writev(file, parts, 3) != (ssize_t)all ||
        close(file) != 0) {
        fail(path);
    }
}

static void publish(const char *source, const char *target, char *text)
{
    char path[MAX_PATH];
    size_t n = read_file(source, text);
    size_t body = skip_front_matter(text);
    char *html = to_html(text + body, n - body);
    make_dir(target);
    make_path(path, "%s/index.html", target);
    write_page(path, html);
    cmark_get_default_mem_allocator()->free(html);
}

static void publish_section(const char *source, const char *target, char *text)
{
    DIR *dir = opendir(source);
    if (!dir) {
        fail(source);
    }
    make_dir(target);
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        if (n <= 3 || strcmp(entry->d_name + n - 3, ".md") != 0) {
            continue;
        }
        char from[MAX_PATH];
        char to[MAX_PATH];
        make_path(from, "%s/%s", source, entry->d_name);
        make_path(to, "%s/%.*s", target, (int)(n - 3), entry->d_name);
        publish(from, to, text);
    }
    closedir(dir);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: floor CONTENT OUTPUT\n", stderr);
        return 2;
    }
    char *text = malloc(MAX_POST + 1);
    DIR *dir = opendir(argv[1]);
    if (!text || !dir) {
        fail(argv[1]);
    }
    cmark_gfm_core_extensions_ensure_registered();
    make_dir(argv[2]);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char from[MAX_PATH];
        char to[MAX_PATH];
        make_path(from, "%s/%s", argv[1], entry->d_name);
        make_path(to, "%s/%s", argv[2], entry->d_name);
        publish_section(from, to, text);
    }
    closedir(dir);
    free(text);
    return 0;
}
