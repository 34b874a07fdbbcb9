/* SPDX-License-Identifier: MIT */
#include "drawing/card_ink.h"

#ifdef CRUMB_FREETYPE

/* FreeType's own choice of these uses names that base/banned.h forbids. */
#include <limits.h>
#include <stddef.h>
#define FT_CONFIG_STANDARD_LIBRARY_H <limits.h>
typedef ptrdiff_t ft_ptrdiff_t;
#define FT_INT_MAX INT_MAX
#define FT_UINT_MAX UINT_MAX
#define FT_ULONG_MAX ULONG_MAX

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H

#include "base/library.h"
#include "base/utf8.h"
#include "files/fs.h"

#define FUNCTIONS(X)                                                           \
    X(Done_Face)                                                               \
    X(Done_FreeType)                                                           \
    X(Get_Char_Index)                                                          \
    X(Get_Kerning)                                                             \
    X(Init_FreeType)                                                           \
    X(Library_Version)                                                         \
    X(Load_Glyph)                                                              \
    X(New_Memory_Face)                                                         \
    X(Outline_Done)                                                            \
    X(Outline_New)                                                             \
    X(Outline_Render)                                                          \
    X(Outline_Translate)                                                       \
    X(Set_Pixel_Sizes)                                                         \
    X(Stroker_BeginSubPath)                                                    \
    X(Stroker_CubicTo)                                                         \
    X(Stroker_Done)                                                            \
    X(Stroker_EndSubPath)                                                      \
    X(Stroker_Export)                                                          \
    X(Stroker_GetCounts)                                                       \
    X(Stroker_New)                                                             \
    X(Stroker_Set)

/* NOLINTNEXTLINE(bugprone-macro-parentheses): a member's name */
#define MEMBER(name) __typeof__(FT_##name) *name;
struct freetype {
    FUNCTIONS(MEMBER)
};

struct card_ink {
    struct freetype ft;
    FT_Library library;
    FT_Face face; /* NULL: no text can be set */
};

#define FIND(name)                                                             \
    found = found && library_find(library, "FT_" #name, &ft->name);

static bool load(struct freetype *ft)
{
    static const char *const names[] = {"libfreetype.so.6",
                                        "libfreetype.6.dylib"};
    void *library = library_open(names, sizeof names / sizeof *names);
    bool found = library != NULL;
    FUNCTIONS(FIND)
    return found;
}

bool card_can_draw(void)
{
    struct freetype ft;
    return load(&ft);
}

str card_identity(str font, struct arena *arena)
{
    struct freetype ft;
    struct fs_stat stat = {0};
    FT_Library library;
    int version[3] = {0, 0, 0};
    if (load(&ft) && ft.Init_FreeType(&library) == 0) {
        ft.Library_Version(library, &version[0], &version[1], &version[2]);
        ft.Done_FreeType(library);
    }
    if (font.n && fs_stat(font, &stat) != 0) {
        stat = (struct fs_stat){0};
    }
    return arena_printf(
        arena, "%d.%d.%d %.*s %llu %lld", version[0], version[1], version[2],
        STR_ARG(font), (unsigned long long)stat.size, (long long)stat.modified);
}

struct card_ink *card_ink_new(str font, struct arena *arena)
{
    struct card_ink *ink = ARENA_NEW(arena, struct card_ink);
    str bytes;
    if (!load(&ink->ft) || ink->ft.Init_FreeType(&ink->library) != 0) {
        return NULL;
    }
    if (!font.n || fs_read(font, arena, &bytes) != 0 ||
        ink->ft.New_Memory_Face(ink->library, (const FT_Byte *)bytes.p,
                                (FT_Long)bytes.n, 0, &ink->face) != 0) {
        ink->face = NULL;
    } else if (!FT_IS_SCALABLE(ink->face)) {
        ink->ft.Done_Face(ink->face);
        ink->face = NULL;
    }
    return ink;
}

void card_ink_free(struct card_ink *ink)
{
    if (ink) {
        if (ink->face) {
            ink->ft.Done_Face(ink->face);
        }
        ink->ft.Done_FreeType(ink->library);
    }
}

int64_t card_ink_units(const struct card_ink *ink)
{
    return ink->face ? ink->face->units_per_EM : 0;
}

/* --- letters --- */

/* Characters that say how others are shown, and are not shown themselves. */
static bool is_unseen(uint32_t c)
{
    return c == 0xAD || c == 0x200B || c == 0x2060 || c == 0xFE0F;
}

/* Scripts that are written from the right, or whose letters change beside each
 * other; a font may have them all the same. */
static bool is_unset(uint32_t c)
{
    return c < ' ' || (c >= 0x0590 && c < 0x1E00) ||
           (c >= 0x200C && c < 0x2010) || (c >= 0x2028 && c < 0x202F) ||
           (c >= 0x2066 && c < 0x2070) || (c >= 0xA800 && c < 0xAC00) ||
           (c >= 0xFB1D && c < 0xFE00) || (c >= 0xFE70 && c < 0xFF00);
}

static int64_t advance_of(const struct card_ink *ink, uint32_t glyph,
                          uint32_t next)
{
    FT_Vector kerning = {0, 0};
    if (ink->ft.Load_Glyph(ink->face, glyph, FT_LOAD_NO_SCALE) != 0) {
        return 0;
    }
    if (next && FT_HAS_KERNING(ink->face)) {
        ink->ft.Get_Kerning(ink->face, glyph, next, FT_KERNING_UNSCALED,
                            &kerning);
    }
    return ink->face->glyph->metrics.horiAdvance + kerning.x;
}

bool card_ink_text(struct card_ink *ink, str text, struct arena *arena,
                   struct card_text *out)
{
    size_t most = utf8_length(text);
    *out = (struct card_text){
        .letters = ARENA_ARRAY(arena, uint32_t, most),
        .glyphs = ARENA_ARRAY(arena, uint32_t, most),
        .advances = ARENA_ARRAY(arena, int64_t, most),
    };
    if (!ink->face) {
        return false;
    }
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        uint32_t glyph = ink->ft.Get_Char_Index(ink->face, c);
        if (is_unseen(c)) {
            continue;
        }
        if (!glyph || is_unset(c)) {
            return false;
        }
        out->letters[out->n] = c;
        out->glyphs[out->n++] = glyph;
    }
    for (size_t i = 0; i < out->n; i++) {
        uint32_t next = i + 1 < out->n ? out->glyphs[i + 1] : 0;
        out->advances[i] = advance_of(ink, out->glyphs[i], next);
    }
    return true;
}

/* --- shapes --- */

/* Shapes may lie over each other. */
static void cover(int y, int n, const FT_Span *spans, void *plane)
{
    uint8_t *row = ((struct card_plane *)plane)->cover[CARD_HEIGHT - 1 - y];
    for (int i = 0; i < n; i++) {
        for (int x = spans[i].x; x < spans[i].x + spans[i].len; x++) {
            row[x] = row[x] > spans[i].coverage ? row[x] : spans[i].coverage;
        }
    }
}

static void fill(struct card_ink *ink, FT_Outline *outline,
                 struct card_plane *plane)
{
    FT_Raster_Params params = {
        .flags =
            FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP,
        .gray_spans = cover,
        .user = plane,
        .clip_box = {0, 0, CARD_WIDTH, CARD_HEIGHT},
    };
    ink->ft.Outline_Render(ink->library, outline, &params);
}

void card_ink_line(struct card_ink *ink, const struct card_line *line,
                   struct card_plane *plane)
{
    int64_t units = card_ink_units(ink);
    int64_t pen = 0;
    if (ink->ft.Set_Pixel_Sizes(ink->face, 0, (FT_UInt)line->size) != 0) {
        return;
    }
    for (size_t i = line->from; i < line->to; i++) {
        FT_GlyphSlot slot = ink->face->glyph;
        if (ink->ft.Load_Glyph(ink->face, line->text->glyphs[i],
                               FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) == 0 &&
            slot->format == FT_GLYPH_FORMAT_OUTLINE) {
            FT_Pos up = CARD_HEIGHT - line->baseline;
            FT_Pos right = line->left;
            ink->ft.Outline_Translate(
                &slot->outline, right * 64 + pen * line->size * 64 / units,
                up * 64);
            fill(ink, &slot->outline, plane);
        }
        pen += line->text->advances[i];
    }
}

/* A point of a strand's box, in FreeType's 64ths of a pixel. */
static FT_Vector place(struct card_box box, int x, int y)
{
    return (FT_Vector){
        .x = (FT_Pos)box.left * 64 + (FT_Pos)x * box.width * 64 / STRAND_WIDTH,
        .y = (FT_Pos)(CARD_HEIGHT - box.top) * 64 -
             (FT_Pos)y * box.height * 64 / STRAND_HEIGHT,
    };
}

static void stroke(struct card_ink *ink, FT_Stroker stroker, FT_Vector *curve,
                   FT_Fixed width, struct card_plane *plane)
{
    FT_UInt points;
    FT_UInt contours;
    FT_Outline outline;
    ink->ft.Stroker_Set(stroker, width * 32, FT_STROKER_LINECAP_ROUND,
                        FT_STROKER_LINEJOIN_ROUND, 0);
    if (ink->ft.Stroker_BeginSubPath(stroker, &curve[0], 1) != 0 ||
        ink->ft.Stroker_CubicTo(stroker, &curve[1], &curve[2], &curve[3]) !=
            0 ||
        ink->ft.Stroker_EndSubPath(stroker) != 0 ||
        ink->ft.Stroker_GetCounts(stroker, &points, &contours) != 0 ||
        ink->ft.Outline_New(ink->library, points, (FT_Int)contours, &outline) !=
            0) {
        return;
    }
    outline.n_points = 0;
    outline.n_contours = 0;
    ink->ft.Stroker_Export(stroker, &outline);
    fill(ink, &outline, plane);
    ink->ft.Outline_Done(ink->library, &outline);
}

void card_ink_strand(struct card_ink *ink, const struct strand *strand,
                     struct card_box box, struct card_plane *plane)
{
    FT_Stroker stroker;
    if (ink->ft.Stroker_New(ink->library, &stroker) != 0) {
        return;
    }
    for (size_t i = 0; i < strand->nfibres; i++) {
        FT_Vector curve[4];
        for (size_t k = 0; k < 4; k++) {
            curve[k] =
                place(box, strand->fibres[i].x[k], strand->fibres[i].y[k]);
        }
        stroke(ink, stroker, curve, 3, plane);
    }
    for (size_t i = 0; i < strand->ncrumbs; i++) {
        const struct strand_crumb *crumb = &strand->crumbs[i];
        FT_Vector from = place(box, crumb->x, crumb->y);
        FT_Vector to = {from.x + 32, from.y}; /* a stroke needs a length */
        FT_Vector dot[4] = {from, from, to, to};
        stroke(ink, stroker, dot, crumb->size ? 11 : 6, plane);
    }
    ink->ft.Stroker_Done(stroker);
}

#else

bool card_can_draw(void)
{
    return false;
}

str card_identity(str font, struct arena *arena)
{
    (void)arena;
    return font;
}

#endif
