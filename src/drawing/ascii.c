/* SPDX-License-Identifier: MIT */
#include "base/memory/vec.h"
#include "base/utf8.h"
#include "drawing/drawing.h"
#include "drawing/script.h"
#include "drawing/svg.h"
#include "drawing/words.h"

/* Drawings of characters, as RFCs have them: lines of - = |, corners of + . ' ,
 * arrows of < > ^ v, dots of *, diagonals of / and \, and Unicode's box
 * drawing. Each character is a cell. A line's cell has arms from its middle to
 * those neighbours that it is connected with; a character without an arm is
 * text. */

enum { CELL = 8, LINE = 16, MOST_LINES = 300, MOST_COLUMNS = 300 };

enum arm { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8, ALL = 15 };

struct picture {
    struct arena *arena;
    uint32_t *cells; /* rows of `columns` */
    unsigned char *arms;
    int columns;
    int rows;
};

static bool is_inside(const struct picture *picture, int x, int y)
{
    return x >= 0 && y >= 0 && x < picture->columns && y < picture->rows;
}

static uint32_t cell(const struct picture *picture, int x, int y)
{
    return is_inside(picture, x, y) ? picture->cells[y * picture->columns + x]
                                    : ' ';
}

static bool is_one(uint32_t c, const char *set)
{
    return c < 128 && is_any_of((char)c, set);
}

/* The arms that a character may have at all. */
static int arms_of(uint32_t c)
{
    /* U+2500 to U+257F in the light, heavy and double forms. */
    static const unsigned char boxes[128] = {
        3,  3,  12, 12, 3,  3,  12, 12, 3,  3,  12, 12, 10, 10, 10, 10,
        9,  9,  9,  9,  6,  6,  6,  6,  5,  5,  5,  5,  14, 14, 14, 14,
        14, 14, 14, 14, 13, 13, 13, 13, 13, 13, 13, 13, 11, 11, 11, 11,
        11, 11, 11, 11, 7,  7,  7,  7,  7,  7,  7,  7,  15, 15, 15, 15,
        15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  3,  12, 12,
        3,  12, 10, 10, 10, 9,  9,  9,  6,  6,  6,  5,  5,  5,  14, 14,
        14, 13, 13, 13, 11, 11, 11, 7,  7,  7,  15, 15, 15, 10, 9,  5,
        6,  0,  0,  0,  1,  4,  2,  8,  1,  4,  2,  8,  3,  12, 3,  12};
    static const struct {
        const char *set; /* of ASCII, and the arrow of Unicode below */
        uint32_t arrow;
        int arms;
    } signs[] = {
        {"-=", 0, LEFT | RIGHT},
        {"|", 0, UP | DOWN},
        {"+*", 0, ALL},
        {".,", 0, LEFT | RIGHT | DOWN},
        {"'`", 0, LEFT | RIGHT | UP},
        {">", 0x2192, LEFT},
        {"<", 0x2190, RIGHT},
        {"^", 0x2191, DOWN},
        {"vV", 0x2193, UP},
        {"", 0x25b6, LEFT},
        {"", 0x25c0, RIGHT},
        {"", 0x25b2, DOWN},
        {"", 0x25bc, UP},
    };
    if (c >= 0x2500 && c < 0x2580) {
        return boxes[c - 0x2500];
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (is_one(c, signs[i].set) || (c && c == signs[i].arrow)) {
            return signs[i].arms;
        }
    }
    return 0;
}

/* Whether the arm of one meets an arm of its neighbour; a line may also end at
 * the middle of a line that crosses it: -| */
static bool meets(uint32_t c, uint32_t other, int arm, int back)
{
    if (!(arms_of(c) & arm) || !arms_of(other)) {
        return false;
    }
    bool strict = !is_one(c, "-=|+*") && c < 128;
    bool crosses = is_one(other, "|-=") && is_one(c, "-=|");
    return arms_of(other) & back || (crosses && !strict);
}

static bool is_letter(uint32_t c)
{
    return c > ' ' && !arms_of(c) && !is_one(c, "/\\");
}

/* Whether the dashes around that place are at a word: --option, well-known. */
static bool is_in_words(const struct picture *picture, int x, int y)
{
    uint32_t c = cell(picture, x, y);
    int from = x;
    int to = x;
    while (cell(picture, from, y) == c) {
        from--;
    }
    while (cell(picture, to, y) == c) {
        to++;
    }
    uint32_t left = cell(picture, from, y);
    uint32_t right = cell(picture, to, y);
    return (is_letter(left) || is_letter(right)) && !arms_of(left) &&
           !arms_of(right);
}

/* A dash within a word or a sentence, a dot at its end, are text: their arms
 * need a partner, and signs other than lines need one that is a line. */
static int find_arms(const struct picture *picture, int x, int y)
{
    uint32_t c = cell(picture, x, y);
    uint32_t left = cell(picture, x - 1, y);
    uint32_t right = cell(picture, x + 1, y);
    uint32_t above = cell(picture, x, y - 1);
    uint32_t below = cell(picture, x, y + 1);
    int arms = (meets(c, left, LEFT, RIGHT) ? LEFT : 0) |
               (meets(c, right, RIGHT, LEFT) ? RIGHT : 0) |
               (meets(c, above, UP, DOWN) ? UP : 0) |
               (meets(c, below, DOWN, UP) ? DOWN : 0);
    if (is_one(c, ".,'`")) {
        bool corner = arms & (LEFT | RIGHT) && arms & (UP | DOWN);
        return corner ? arms : 0;
    }
    if (is_one(c, "<>^vV")) {
        uint32_t tail = c == '<'   ? right
                        : c == '>' ? left
                        : c == '^' ? below
                                   : above;
        uint32_t tip = c == '<' ? left : c == '>' ? right : ' ';
        bool word = c > '>' && (is_letter(left) || is_letter(right));
        return is_one(tail, "-=|+") && !is_letter(tip) && !word ? arms : 0;
    }
    if (is_one(c, "-=") && is_in_words(picture, x, y)) {
        return 0;
    }
    return arms;
}

/* --- reading --- */

/* The second half of a wide character is 0. */
static void read_row(uint32_t *row, int columns, str line)
{
    int x = 0;
    for (size_t i = 0; i < line.n;) {
        size_t from = i;
        uint32_t c = utf8_next(line, &i);
        int width = (int)utf8_width(str_sub(line, from, i - from));
        if (width && x + width <= columns) {
            row[x] = c;
            row[x + width - 1] = width > 1 ? 0 : c;
            x += width;
        }
    }
}

static bool read(struct picture *picture, struct script *script)
{
    str text = script->source->text;
    str line;
    for (str rest = text; str_split(&rest, '\n', &line);) {
        int width = (int)utf8_width(line);
        picture->columns = width > picture->columns ? width : picture->columns;
        picture->rows++;
    }
    if (picture->rows > MOST_LINES || picture->columns > MOST_COLUMNS) {
        script_wrong(script, str_sub(text, 0, 1),
                     "a drawing of characters is too large",
                     "it has 300 lines and columns at the most");
        return false;
    }
    size_t n = (size_t)picture->columns * (size_t)picture->rows;
    picture->cells = ARENA_ARRAY(picture->arena, uint32_t, n + 1);
    picture->arms = arena_zalloc(picture->arena, n + 1, 1);
    for (size_t i = 0; i < n; i++) {
        picture->cells[i] = ' ';
    }
    uint32_t *row = picture->cells;
    for (str rest = text; str_split(&rest, '\n', &line);) {
        read_row(row, picture->columns, line);
        row += picture->columns;
    }
    return true;
}

/* --- drawing --- */

static int arms_at(const struct picture *picture, int x, int y)
{
    return is_inside(picture, x, y) ? picture->arms[y * picture->columns + x]
                                    : 0;
}

/* The line along a row, or down a column, that begins at that cell, up to its
 * last arm; where it meets one that crosses it, up to the middle of that.
 * Returns the number of its last cell in the row or column. */
static int put_line(const struct picture *picture, int x, int y, bool down,
                    struct buf *out)
{
    const int back = down ? UP : LEFT;
    const int on = down ? DOWN : RIGHT;
    const int size = down ? LINE : CELL;
    int last = down ? y : x;
    int arms = arms_at(picture, x, y);
    bool crossed = arms & back && arms_at(picture, x - !down, y - down);
    int from =
        last * size + (arms & back ? 0 : size / 2) - (crossed ? size / 2 : 0);
    while (arms & on && arms_at(picture, x + !down, y + down) & back) {
        x += !down;
        y += down;
        last++;
        arms = arms_at(picture, x, y);
    }
    crossed = arms & on && arms_at(picture, x + !down, y + down);
    int to =
        last * size + (arms & on ? size : size / 2) + (crossed ? size / 2 : 0);
    if (down) {
        buf_printf(out, "M%d %dV%d", x * CELL + CELL / 2, from, to);
    } else {
        buf_printf(out, "M%d %dH%d", from, y * LINE + LINE / 2, to);
    }
    return last;
}

static void put_lines(const struct picture *picture, struct buf *out)
{
    for (int y = 0; y < picture->rows; y++) {
        for (int x = 0; x < picture->columns; x++) {
            if (arms_at(picture, x, y) & (LEFT | RIGHT)) {
                x = put_line(picture, x, y, false, out);
            }
        }
    }
    for (int x = 0; x < picture->columns; x++) {
        for (int y = 0; y < picture->rows; y++) {
            if (arms_at(picture, x, y) & (UP | DOWN)) {
                y = put_line(picture, x, y, true, out);
            }
        }
    }
}

/* Takes away arms to a neighbour that turned out to be text. */
static void drop_arms(struct picture *picture)
{
    for (int y = 0; y < picture->rows; y++) {
        for (int x = 0; x < picture->columns; x++) {
            unsigned char *arms = &picture->arms[y * picture->columns + x];
            *arms &= (unsigned char)((arms_at(picture, x - 1, y) ? LEFT : 0) |
                                     (arms_at(picture, x + 1, y) ? RIGHT : 0) |
                                     (arms_at(picture, x, y - 1) ? UP : 0) |
                                     (arms_at(picture, x, y + 1) ? DOWN : 0));
        }
    }
}

static bool is_diagonal(const struct picture *picture, int x, int y)
{
    uint32_t c = cell(picture, x, y);
    int down = c == '/' ? -1 : 1;
    uint32_t ends[2] = {cell(picture, x - down, y - 1),
                        cell(picture, x + down, y + 1)};
    return is_one(c, "/\\") && (ends[0] == c || ends[1] == c ||
                                is_one(ends[0], "+*") || is_one(ends[1], "+*"));
}

/* Through its cell, and up to the middle of a line's one that it leads to. */
static void put_diagonal(const struct picture *picture, int x, int y, int down,
                         struct buf *out)
{
    int left = arms_at(picture, x - 1, y - down) ? CELL / 2 : 0;
    int right = arms_at(picture, x + 1, y + down) ? CELL / 2 : 0;
    int start = y * LINE + (down < 0 ? LINE : 0);
    const int steep = down * LINE / CELL;
    buf_printf(out, "M%d %dL%d %d", x * CELL - left, start - left * steep,
               (x + 1) * CELL + right, start + (CELL + right) * steep);
}

/* A sign with one arm, but for lines that end. */
static bool is_arrow(uint32_t c)
{
    int arms = arms_of(c);
    return !(arms & (arms - 1)) && (c < 0x2500 || c >= 0x2580);
}

/* The path of an arrow's head. */
static const char *head_of(uint32_t c)
{
    switch (arms_of(c)) {
    case LEFT: return "m-2-4 5 4-5 4";
    case RIGHT: return "m2-4-5 4 5 4";
    case DOWN: return "m-4 3 4-6 4 6";
    default: return "m-4-3 4 6 4-6";
    }
}

static void put_signs(const struct picture *picture, struct buf *out)
{
    for (int y = 0; y < picture->rows; y++) {
        for (int x = 0; x < picture->columns; x++) {
            uint32_t c = cell(picture, x, y);
            int arms = arms_at(picture, x, y);
            int middle = x * CELL + CELL / 2;
            int half = y * LINE + LINE / 2;
            if (is_diagonal(picture, x, y)) {
                put_diagonal(picture, x, y, c == '/' ? -1 : 1, out);
            } else if (arms && c == '*') {
                buf_printf(out, "M%d %dm-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
                           middle, half);
            } else if (arms && is_arrow(c)) {
                buf_printf(out, "M%d %d%s", middle, half, head_of(c));
            }
        }
    }
}

static bool is_text(const struct picture *picture, int x, int y)
{
    uint32_t c = cell(picture, x, y);
    return c != ' ' && !arms_at(picture, x, y) && !is_diagonal(picture, x, y);
}

/* The text from there on, with single spaces in it, at the width that it has in
 * cells. Returns its end. */
static int put_text(const struct picture *picture, int from, int y,
                    struct buf *out, struct buf *said)
{
    struct buf text = {0};
    int x = from;
    while (is_text(picture, x, y) || (x > from && cell(picture, x, y) == ' ' &&
                                      is_text(picture, x + 1, y))) {
        uint32_t c = cell(picture, x++, y);
        if (c) {
            utf8_put(&text, c);
        }
    }
    buf_printf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\">", from * CELL,
               y * LINE + 12, (x - from) * CELL);
    svg_escape(buf_str(&text), out);
    buf_put(out, STR("</text>"));
    buf_put(said, said->n ? STR("; ") : STR(""));
    buf_put(said, buf_str(&text));
    buf_free(&text);
    return x;
}

bool ascii_draw(const struct drawing *drawing, struct script *script,
                struct buf *out)
{
    struct picture picture = {.arena = script->arena};
    bool any = false;
    if (!read(&picture, script)) {
        return false;
    }
    for (int y = 0; y < picture.rows; y++) {
        for (int x = 0; x < picture.columns; x++) {
            int arms = find_arms(&picture, x, y);
            picture.arms[y * picture.columns + x] = (unsigned char)arms;
            any = any || arms;
        }
    }
    if (!any) {
        return false;
    }
    drop_arms(&picture);
    struct svg svg = {
        .box = {0, 0, picture.columns * CELL, picture.rows * LINE}};
    struct buf said = {0};
    buf_put(&svg.shapes, STR("<path d=\""));
    put_lines(&picture, &svg.shapes);
    put_signs(&picture, &svg.shapes);
    buf_put(
        &svg.shapes,
        STR("\"/><g fill=\"currentColor\" stroke=\"none\" "
            "font-family=\"var(--mono,monospace)\" "
            "font-size=\"13\" font-size-adjust=\"none\" direction=\"ltr\">"));
    for (int y = 0; y < picture.rows; y++) {
        for (int x = 0; x < picture.columns; x++) {
            if (is_text(&picture, x, y)) {
                x = put_text(&picture, x, y, &svg.shapes, &said);
            }
        }
    }
    buf_put(&svg.shapes, STR("</g>"));
    svg_put(&svg, drawing->kind,
            drawing->title.n ? drawing->title
                             : drawing_word(script, STR("A drawing")),
            buf_str(&said), out);
    buf_free(&said);
    return true;
}
