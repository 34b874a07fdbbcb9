/* SPDX-License-Identifier: MIT */
/* highlight LANGUAGE [FILE]: prints the tokens of a file, or of standard input,
 * as the cases of tests/highlight/ have them. The definitions are those of
 * src/highlight/languages/ as they are now: nothing has to be built again.
 * Their errors are printed first, and a match that takes too many steps last.
 */
#include <dirent.h>

#include "highlight/language_set.h"
#include "tokens_text.h"

#define FOLDER "src/highlight/languages/"

static struct arena arena;

static str read_all(FILE *in)
{
    struct buf all = {0};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;) {
        buf_put(&all, (str){part, n});
    }
    str text = arena_str(&arena, buf_str(&all));
    buf_free(&all);
    return text;
}

static void add_file(struct language_set *languages, str name)
{
    str path = arena_concat(&arena, STR(FOLDER), name);
    FILE *in = fopen(path.p, "r");
    if (in) {
        struct source *source = ARENA_NEW(&arena, struct source);
        *source = (struct source){.name = path, .text = read_all(in)};
        language_set_add(languages, str_sub(name, 0, name.n - 5), source);
        fclose(in);
    }
}

static void add_folder(struct language_set *languages)
{
    DIR *folder = opendir(FOLDER);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        str name = arena_str(&arena, str_from(entry->d_name));
        if (str_ends(name, STR(".yaml"))) {
            add_file(languages, name);
        }
    }
    if (folder) {
        closedir(folder);
    }
}

static void print_diags(const struct diags *diags)
{
    struct buf out = {0};
    diags_print(diags, false, &out);
    fwrite(out.p, 1, out.n, stderr);
    buf_free(&out);
}

int main(int argc, char **argv)
{
    struct language_set languages;
    struct diags diags;
    FILE *in = argc > 2 ? fopen(argv[2], "r") : stdin;
    if (argc < 2 || !in) {
        fprintf(stderr, "usage: highlight LANGUAGE [FILE]\n");
        return 2;
    }
    language_set_init(&languages);
    diags_init(&diags, &arena);
    add_folder(&languages);
    bool ok = language_set_check(&languages, &diags);
    print_diags(&diags);
    const struct language *language =
        language_set_find(&languages, str_from(argv[1]));
    if (!language) {
        fprintf(stderr, "highlight: no language %s\n", argv[1]);
        return 1;
    }
    str text = read_all(in);
    struct lexed lexed;
    struct buf out = {0};
    lexer_run(language, text, &arena, &lexed);
    tokens_text(text, &lexed, &out);
    fwrite(out.p, 1, out.n, stdout);
    if (lexed.cut != STR_NONE) {
        fprintf(stderr, "highlight: plain from byte %zu on: too many steps\n",
                lexed.cut);
    }
    buf_free(&out);
    language_set_free(&languages);
    arena_free(&arena);
    return !ok;
}
