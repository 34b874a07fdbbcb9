/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "markdown/md_parse.h"

/* Names for common emoji, :rocket:. A name that is not here stays text. */

static const struct emoji {
    str name;
    uint32_t character;
} emoji[] = {
    {STR_INIT("+1"), 0x1F44D},
    {STR_INIT("-1"), 0x1F44E},
    {STR_INIT("airplane"), 0x2708},
    {STR_INIT("apple"), 0x1F34E},
    {STR_INIT("baby"), 0x1F476},
    {STR_INIT("beer"), 0x1F37A},
    {STR_INIT("bell"), 0x1F514},
    {STR_INIT("bike"), 0x1F6B2},
    {STR_INIT("bird"), 0x1F426},
    {STR_INIT("birthday"), 0x1F382},
    {STR_INIT("blush"), 0x1F60A},
    {STR_INIT("book"), 0x1F4D6},
    {STR_INIT("books"), 0x1F4DA},
    {STR_INIT("boom"), 0x1F4A5},
    {STR_INIT("bread"), 0x1F35E},
    {STR_INIT("bug"), 0x1F41B},
    {STR_INIT("bulb"), 0x1F4A1},
    {STR_INIT("cake"), 0x1F370},
    {STR_INIT("calendar"), 0x1F4C5},
    {STR_INIT("camera"), 0x1F4F7},
    {STR_INIT("car"), 0x1F697},
    {STR_INIT("cat"), 0x1F431},
    {STR_INIT("checkered_flag"), 0x1F3C1},
    {STR_INIT("cherry_blossom"), 0x1F338},
    {STR_INIT("clap"), 0x1F44F},
    {STR_INIT("cloud"), 0x2601},
    {STR_INIT("coffee"), 0x2615},
    {STR_INIT("computer"), 0x1F4BB},
    {STR_INIT("cookie"), 0x1F36A},
    {STR_INIT("cry"), 0x1F622},
    {STR_INIT("dizzy"), 0x1F4AB},
    {STR_INIT("dog"), 0x1F436},
    {STR_INIT("earth_africa"), 0x1F30D},
    {STR_INIT("egg"), 0x1F95A},
    {STR_INIT("email"), 0x2709},
    {STR_INIT("exclamation"), 0x2757},
    {STR_INIT("eyes"), 0x1F440},
    {STR_INIT("fire"), 0x1F525},
    {STR_INIT("fish"), 0x1F41F},
    {STR_INIT("floppy_disk"), 0x1F4BE},
    {STR_INIT("gear"), 0x2699},
    {STR_INIT("gift"), 0x1F381},
    {STR_INIT("globe_with_meridians"), 0x1F310},
    {STR_INIT("grapes"), 0x1F347},
    {STR_INIT("grin"), 0x1F601},
    {STR_INIT("grinning"), 0x1F600},
    {STR_INIT("hammer"), 0x1F528},
    {STR_INIT("heart"), 0x2764},
    {STR_INIT("heart_eyes"), 0x1F60D},
    {STR_INIT("heavy_check_mark"), 0x2714},
    {STR_INIT("honeybee"), 0x1F41D},
    {STR_INIT("hourglass"), 0x231B},
    {STR_INIT("house"), 0x1F3E0},
    {STR_INIT("information_source"), 0x2139},
    {STR_INIT("innocent"), 0x1F607},
    {STR_INIT("joy"), 0x1F602},
    {STR_INIT("key"), 0x1F511},
    {STR_INIT("kiss"), 0x1F48B},
    {STR_INIT("laughing"), 0x1F606},
    {STR_INIT("leaves"), 0x1F343},
    {STR_INIT("lemon"), 0x1F34B},
    {STR_INIT("link"), 0x1F517},
    {STR_INIT("lock"), 0x1F512},
    {STR_INIT("mag"), 0x1F50D},
    {STR_INIT("mailbox"), 0x1F4EB},
    {STR_INIT("memo"), 0x1F4DD},
    {STR_INIT("moneybag"), 0x1F4B0},
    {STR_INIT("moon"), 0x1F314},
    {STR_INIT("mountain"), 0x26F0},
    {STR_INIT("muscle"), 0x1F4AA},
    {STR_INIT("musical_note"), 0x1F3B5},
    {STR_INIT("neutral_face"), 0x1F610},
    {STR_INIT("no_entry"), 0x26D4},
    {STR_INIT("ocean"), 0x1F30A},
    {STR_INIT("ok_hand"), 0x1F44C},
    {STR_INIT("package"), 0x1F4E6},
    {STR_INIT("palm_tree"), 0x1F334},
    {STR_INIT("party_popper"), 0x1F389},
    {STR_INIT("pencil2"), 0x270F},
    {STR_INIT("penguin"), 0x1F427},
    {STR_INIT("pizza"), 0x1F355},
    {STR_INIT("point_right"), 0x1F449},
    {STR_INIT("pray"), 0x1F64F},
    {STR_INIT("pushpin"), 0x1F4CC},
    {STR_INIT("question"), 0x2753},
    {STR_INIT("rainbow"), 0x1F308},
    {STR_INIT("recycle"), 0x267B},
    {STR_INIT("rice"), 0x1F35A},
    {STR_INIT("rocket"), 0x1F680},
    {STR_INIT("rose"), 0x1F339},
    {STR_INIT("satellite"), 0x1F4E1},
    {STR_INIT("scissors"), 0x2702},
    {STR_INIT("scream"), 0x1F631},
    {STR_INIT("seedling"), 0x1F331},
    {STR_INIT("shrug"), 0x1F937},
    {STR_INIT("sleeping"), 0x1F634},
    {STR_INIT("smile"), 0x1F604},
    {STR_INIT("smiley"), 0x1F603},
    {STR_INIT("smirk"), 0x1F60F},
    {STR_INIT("snake"), 0x1F40D},
    {STR_INIT("snowflake"), 0x2744},
    {STR_INIT("sob"), 0x1F62D},
    {STR_INIT("sparkles"), 0x2728},
    {STR_INIT("speech_balloon"), 0x1F4AC},
    {STR_INIT("star"), 0x2B50},
    {STR_INIT("star2"), 0x1F31F},
    {STR_INIT("stew"), 0x1F372},
    {STR_INIT("strawberry"), 0x1F353},
    {STR_INIT("sun"), 0x2600},
    {STR_INIT("sunglasses"), 0x1F60E},
    {STR_INIT("sunny"), 0x2600},
    {STR_INIT("sweat_smile"), 0x1F605},
    {STR_INIT("tada"), 0x1F389},
    {STR_INIT("tea"), 0x1F375},
    {STR_INIT("thinking"), 0x1F914},
    {STR_INIT("thumbsdown"), 0x1F44E},
    {STR_INIT("thumbsup"), 0x1F44D},
    {STR_INIT("tomato"), 0x1F345},
    {STR_INIT("toolbox"), 0x1F9F0},
    {STR_INIT("tree"), 0x1F333},
    {STR_INIT("trophy"), 0x1F3C6},
    {STR_INIT("tulip"), 0x1F337},
    {STR_INIT("turtle"), 0x1F422},
    {STR_INIT("umbrella"), 0x2614},
    {STR_INIT("unlock"), 0x1F513},
    {STR_INIT("warning"), 0x26A0},
    {STR_INIT("watch"), 0x231A},
    {STR_INIT("wave"), 0x1F44B},
    {STR_INIT("whale"), 0x1F433},
    {STR_INIT("white_check_mark"), 0x2705},
    {STR_INIT("wine_glass"), 0x1F377},
    {STR_INIT("wink"), 0x1F609},
    {STR_INIT("wrench"), 0x1F527},
    {STR_INIT("x"), 0x274C},
    {STR_INIT("yum"), 0x1F60B},
    {STR_INIT("zap"), 0x26A1},
    {STR_INIT("zzz"), 0x1F4A4},
};

enum { EMOJI = sizeof emoji / sizeof *emoji, LONGEST = 24 };

/* Below U+1F000 most characters are shown as text unless the variation
 * selector that asks for a picture follows. */
enum { PICTURES = 0x1F000, AS_PICTURE = 0xFE0F };

static uint32_t find_emoji(str name)
{
    for (size_t i = 0; i < EMOJI; i++) {
        if (str_eq(name, emoji[i].name)) {
            return emoji[i].character;
        }
    }
    return 0;
}

/* The name between the colon at off and the next one. */
static str name_at(cmark_inline_parser *parser, int off, char *room)
{
    size_t n = 0;
    for (; n < LONGEST; n++) {
        char c = (char)cmark_inline_parser_peek_at(parser, off + 1 + (int)n);
        if (c == ':') {
            return (str){room, n};
        }
        if (!is_alnum(c) && c != '_' && c != '+' && c != '-') {
            break;
        }
        room[n] = c;
    }
    return (str){NULL, 0};
}

/* `a:x:b` and `std::vector::` are none. */
static void warn_off(const struct md_inline_place *place, size_t n)
{
    size_t off;
    str text = md_parser_text(place, &off);
    char before = off ? text.p[off - 1] : ' ';
    char after = str_at(text, off + n + 2);
    if (n > 1 && !is_alnum(before) && before != ':' && !is_alnum(after) &&
        after != ':') {
        md_notation_warn(place, MARKDOWN_EMOJI, str_sub(text, off, n + 2));
    }
}

cmark_node *md_emoji_at(const struct md_inline_place *place)
{
    const struct markdown_options *options = place->md->options;
    if (options->gfm || !(options->emoji || options->unset & MARKDOWN_EMOJI)) {
        return NULL;
    }
    int off = cmark_inline_parser_get_offset(place->parser);
    char room[LONGEST];
    str name = name_at(place->parser, off, room);
    uint32_t c = find_emoji(name);
    if (c && !options->emoji) {
        warn_off(place, name.n);
    }
    if (!c || !options->emoji) {
        return NULL;
    }
    struct buf text = {0};
    utf8_put(&text, c);
    if (c < PICTURES) {
        utf8_put(&text, AS_PICTURE);
    }
    cmark_node *node = md_new_node(place->md, CMARK_NODE_TEXT, buf_str(&text));
    buf_free(&text);
    cmark_inline_parser_set_offset(place->parser, off + (int)name.n + 2);
    return node;
}
