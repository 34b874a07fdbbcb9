/* SPDX-License-Identifier: MIT */
#include "drawing/card.h"

#include <string.h>
#include <zlib.h>

#include "data/json.h"
#include "drawing/card_ink.h"
#include "files/fs.h"

str card_font(void)
{
    /* fonts-lato, fonts-noto-core, fonts-dejavu-core, fonts-liberation; where
     * Arch, Fedora and macOS have theirs. */
    static const str paths[] = {
        STR_INIT("/usr/share/fonts/truetype/lato/Lato-Bold.ttf"),
        STR_INIT("/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"),
        STR_INIT("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"),
        STR_INIT("/usr/share/fonts/truetype/liberation/"
                 "LiberationSans-Bold.ttf"),
        STR_INIT("/usr/share/fonts/noto/NotoSans-Bold.ttf"),
        STR_INIT("/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"),
        STR_INIT("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"),
        STR_INIT("/System/Library/Fonts/Supplemental/Arial Bold.ttf"),
    };
    struct fs_stat stat;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (fs_stat(paths[i], &stat) == 0 && stat.kind == FS_FILE) {
            return paths[i];
        }
    }
    return STR("");
}

/* --- its texts and colours --- */

static void read_text(const struct dict *dict, str key, str *out)
{
    const value *v = dict_get_str(dict, key);
    if (v && v->kind == VALUE_STRING) {
        *out = value_str(*v);
    }
}

static void read_colour(const struct dict *dict, str key, uint32_t *out)
{
    str text = STR("");
    uint32_t colour = 0;
    read_text(dict, key, &text);
    for (size_t i = 1; i < text.n; i++) {
        size_t digit = str_find_char(STR("0123456789abcdef"), text.p[i]);
        if (digit == STR_NONE) {
            return;
        }
        colour = colour << 4 | (uint32_t)digit;
    }
    if (text.n == 7 && text.p[0] == '#') {
        *out = colour;
    }
}

bool card_read(str text, struct arena *arena, struct diags *diags,
               struct card *out)
{
    struct source *source = ARENA_NEW(arena, struct source);
    value v;
    *source =
        (struct source){.name = STR("the text of card.json"), .text = text};
    if (!json_parse(source, arena, diags, &v)) {
        return false;
    }
    if (v.kind == VALUE_DICT) {
        read_text(v.as.dict, STR("title"), &out->title);
        read_text(v.as.dict, STR("name"), &out->name);
        read_text(v.as.dict, STR("strand"), &out->strand);
        read_colour(v.as.dict, STR("paper"), &out->paper);
        read_colour(v.as.dict, STR("ink"), &out->ink);
        read_colour(v.as.dict, STR("colour"), &out->colour);
    }
    return true;
}

#ifdef CRUMB_FREETYPE

/* --- lines --- */

enum {
    EDGE = 80,
    WIDEST = CARD_WIDTH - 2 * EDGE,
    MOST_LINES = 4,
    TITLE_ENDS = 482, /* the baseline of its last line */
    NAME_SIZE = 32,
    NAME_AT = 578,
    RULE_AT = 524,
};

struct line {
    size_t from;
    size_t to;
};

struct lines {
    struct line p[MOST_LINES];
    size_t n;    /* may be more than MOST_LINES */
    bool broken; /* a word is */
};

/* Scripts without spaces, as Chinese, break at any letter. */
static bool can_break_at(const struct card_text *text, size_t i)
{
    return text->letters[i] == ' ' || text->letters[i] >= 0x2E80 ||
           text->letters[i - 1] == '-' || text->letters[i - 1] == '/';
}

static struct lines wrap(const struct card_text *text, int64_t most)
{
    struct lines lines = {.n = 0};
    for (size_t from = 0; from < text->n; lines.n++) {
        size_t end = from;
        size_t last = from; /* where it can break */
        for (int64_t width = 0;
             end < text->n && width + text->advances[end] <= most; end++) {
            last = end > from && can_break_at(text, end) ? end : last;
            width += text->advances[end];
        }
        if (end < text->n && end > from && can_break_at(text, end)) {
            last = end;
        }
        if (end < text->n && last == from) {
            lines.broken = true;
            last = end > from ? end : from + 1;
        }
        end = end < text->n ? last : end;
        if (lines.n < MOST_LINES) {
            lines.p[lines.n] = (struct line){from, end};
        }
        for (from = end; from < text->n && text->letters[from] == ' ';) {
            from++;
        }
    }
    return lines;
}

/* The largest size at which the title fits without a broken word, else the
 * smallest one; then the narrowest lines, which are about equally long. */
static struct lines set_title(const struct card_text *text, int64_t units,
                              int *size)
{
    static const struct {
        int size;
        size_t lines;
    } sizes[] = {{92, 2}, {80, 2}, {72, 3}, {64, 3}, {56, 3}, {48, MOST_LINES}};
    enum { N = sizeof sizes / sizeof *sizes };
    struct lines lines = {.n = 0};
    size_t i = 0;
    for (; i < N; i++) {
        *size = sizes[i].size;
        lines = wrap(text, WIDEST * units / *size);
        if (lines.n <= sizes[i].lines && !lines.broken) {
            break;
        }
    }
    for (int64_t most = WIDEST; i < N && most > EDGE; most -= 16) {
        struct lines narrow = wrap(text, most * units / *size);
        if (narrow.n > lines.n || narrow.broken) {
            break;
        }
        lines = narrow;
    }
    return lines;
}

static void draw_title(struct card_ink *ink, struct card_text *text,
                       struct arena *arena, struct card_plane *plane)
{
    int size = 0;
    struct lines lines = set_title(text, card_ink_units(ink), &size);
    int n = lines.n < MOST_LINES ? (int)lines.n : MOST_LINES;
    struct card_text dots;
    if (lines.n > MOST_LINES && card_ink_text(ink, STR("…"), arena, &dots)) {
        text->glyphs[lines.p[n - 1].to - 1] = dots.glyphs[0];
    }
    for (int i = 0; i < n; i++) {
        int baseline = TITLE_ENDS - (n - 1 - i) * size * 115 / 100;
        card_ink_line(ink,
                      &(struct card_line){text, lines.p[i].from, lines.p[i].to,
                                          size, EDGE, baseline},
                      plane);
    }
}

static void draw_name(struct card_ink *ink, const struct card_text *text,
                      struct card_plane *plane)
{
    struct lines lines = wrap(text, WIDEST * card_ink_units(ink) / NAME_SIZE);
    if (lines.n) {
        card_ink_line(ink,
                      &(struct card_line){text, lines.p[0].from, lines.p[0].to,
                                          NAME_SIZE, EDGE, NAME_AT},
                      plane);
    }
}

/* --- PNG --- */

/* Colours between paper and ink, then between paper and that of the strand. */
enum { SHADES = 16 };

static void put_word(uint32_t n, struct buf *out)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        buf_putc(out, (char)(n >> shift));
    }
}

static void put_chunk(str kind, str bytes, struct buf *out)
{
    put_word((uint32_t)bytes.n, out);
    size_t from = out->n;
    buf_put(out, kind);
    buf_put(out, bytes);
    put_word(
        (uint32_t)crc32(0, (const Bytef *)out->p + from, (uInt)(out->n - from)),
        out);
}

static void put_shades(uint32_t paper, uint32_t colour, struct buf *out)
{
    for (uint32_t i = 0; i < SHADES; i++) {
        for (int shift = 16; shift >= 0; shift -= 8) {
            uint32_t from = paper >> shift & 0xFF;
            uint32_t to = colour >> shift & 0xFF;
            buf_putc(out,
                     (char)((from * (SHADES - 1 - i) + to * i) / (SHADES - 1)));
        }
    }
}

static bool put_png(const struct card *card, str rows, struct arena *arena,
                    struct buf *out)
{
    uLongf n = compressBound(rows.n);
    char *packed = arena_alloc(arena, n, 1);
    struct buf head = {0};
    if (compress2((Bytef *)packed, &n, (const Bytef *)rows.p, rows.n, 6) !=
        Z_OK) {
        return false;
    }
    buf_put(out, STR("\x89PNG\r\n\x1a\n"));
    put_word(CARD_WIDTH, &head);
    put_word(CARD_HEIGHT, &head);
    buf_put(&head, (str){"\x08\x03\0\0\0", 5});
    put_chunk(STR("IHDR"), buf_str(&head), out);
    buf_clear(&head);
    put_shades(card->paper, card->ink, &head);
    put_shades(card->paper, card->colour, &head);
    put_chunk(STR("PLTE"), buf_str(&head), out);
    put_chunk(STR("IDAT"), (str){packed, n}, out);
    put_chunk(STR("IEND"), STR(""), out);
    buf_free(&head);
    return true;
}

/* Texts lie above the strand. */
static str mix(const struct card_plane *text, const struct card_plane *strand,
               struct arena *arena)
{
    enum { ROW = CARD_WIDTH + 1, STEP = 255 / (SHADES - 1) };
    char *rows = arena_zalloc(arena, CARD_HEIGHT, ROW);
    for (size_t y = 0; y < CARD_HEIGHT; y++) {
        char *row = rows + y * ROW + 1; /* after its filter: none */
        for (size_t x = 0; x < CARD_WIDTH; x++) {
            int ink = text->cover[y][x] / STEP;
            int line = strand->cover[y][x] / STEP;
            row[x] = (char)(ink ? ink : line ? SHADES + line : 0);
        }
    }
    return (str){rows, (size_t)CARD_HEIGHT * ROW};
}

bool card_draw(const struct card *card, str font, struct arena *arena,
               struct buf *out)
{
    static const struct card_box above = {0, 36, CARD_WIDTH, 224};
    static const struct card_box alone = {0, 115, CARD_WIDTH, 400};
    struct card_ink *ink = card_ink_new(font, arena);
    struct card_plane *text = ARENA_NEW(arena, struct card_plane);
    struct card_plane *lines = ARENA_NEW(arena, struct card_plane);
    struct card_text title;
    struct card_text name;
    struct strand strand;
    if (!ink) {
        return false;
    }
    bool titled = card_ink_text(ink, card->title, arena, &title);
    strand_draw(card->strand, &strand);
    card_ink_strand(ink, &strand, titled ? above : alone, lines);
    if (titled) {
        draw_title(ink, &title, arena, text);
        memset(&lines->cover[RULE_AT][EDGE], 255, 112);
        memset(&lines->cover[RULE_AT + 1][EDGE], 255, 112);
    }
    if (titled && card_ink_text(ink, card->name, arena, &name)) {
        draw_name(ink, &name, text);
    }
    card_ink_free(ink);
    return put_png(card, mix(text, lines, arena), arena, out);
}

#else

bool card_draw(const struct card *card, str font, struct arena *arena,
               struct buf *out)
{
    (void)card;
    (void)font;
    (void)arena;
    (void)out;
    return false;
}

#endif
