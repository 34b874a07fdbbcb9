/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"

/* Names for common emoji, :rocket:. A name that is not here stays text. */

/* Each name, and its character. Those below U+1F000 have the selector that asks
 * for a picture (U+FE0F), as most of them would be shown as text. */
static const str emoji = STR_INIT(
    "+1 👍 -1 👎 airplane ✈️ apple 🍎 baby 👶 beer 🍺 bell 🔔 "
    "bike 🚲 bird 🐦 birthday 🎂 blush 😊 book 📖 books 📚 boom 💥 "
    "bread 🍞 bug 🐛 bulb 💡 cake 🍰 calendar 📅 camera 📷 car 🚗 "
    "cat 🐱 checkered_flag 🏁 cherry_blossom 🌸 clap 👏 "
    "cloud ☁️ coffee ☕️ computer 💻 cookie 🍪 cry 😢 dizzy 💫 "
    "dog 🐶 earth_africa 🌍 egg 🥚 email ✉️ exclamation ❗️ "
    "eyes 👀 fire 🔥 fish 🐟 floppy_disk 💾 gear ⚙️ gift 🎁 "
    "globe_with_meridians 🌐 grapes 🍇 grin 😁 grinning 😀 "
    "hammer 🔨 heart ❤️ heart_eyes 😍 heavy_check_mark ✔️ "
    "honeybee 🐝 hourglass ⌛️ house 🏠 information_source ℹ️ "
    "innocent 😇 joy 😂 key 🔑 kiss 💋 laughing 😆 leaves 🍃 "
    "lemon 🍋 link 🔗 lock 🔒 mag 🔍 mailbox 📫 memo 📝 "
    "moneybag 💰 moon 🌔 mountain ⛰️ muscle 💪 musical_note 🎵 "
    "neutral_face 😐 no_entry ⛔️ ocean 🌊 ok_hand 👌 package 📦 "
    "palm_tree 🌴 party_popper 🎉 pencil2 ✏️ penguin 🐧 "
    "pizza 🍕 point_right 👉 pray 🙏 pushpin 📌 question ❓️ "
    "rainbow 🌈 recycle ♻️ rice 🍚 rocket 🚀 rose 🌹 "
    "satellite 📡 scissors ✂️ scream 😱 seedling 🌱 shrug 🤷 "
    "sleeping 😴 smile 😄 smiley 😃 smirk 😏 snake 🐍 "
    "snowflake ❄️ sob 😭 sparkles ✨️ speech_balloon 💬 "
    "star ⭐️ star2 🌟 stew 🍲 strawberry 🍓 sun ☀️ "
    "sunglasses 😎 sunny ☀️ sweat_smile 😅 tada 🎉 tea 🍵 "
    "thinking 🤔 thumbsdown 👎 thumbsup 👍 tomato 🍅 toolbox 🧰 "
    "tree 🌳 trophy 🏆 tulip 🌷 turtle 🐢 umbrella ☔️ unlock 🔓 "
    "warning ⚠️ watch ⌚️ wave 👋 whale 🐳 white_check_mark ✅️ "
    "wine_glass 🍷 wink 😉 wrench 🔧 x ❌️ yum 😋 zap ⚡️ "
    "zzz 💤");

enum { LONGEST = 24 }; /* bytes of a name */

/* The characters of a name; empty: it is not here. */
static str find_emoji(str name)
{
    str rest = emoji;
    str word;
    str shown;
    while (name.n && str_split(&rest, ' ', &word) &&
           str_split(&rest, ' ', &shown)) {
        if (str_eq(name, word)) {
            return shown;
        }
    }
    return (str){NULL, 0};
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
    str shown = find_emoji(name);
    if (shown.n && !options->emoji) {
        warn_off(place, name.n);
    }
    if (!shown.n || !options->emoji) {
        return NULL;
    }
    cmark_node *node = md_new_node(place->md, CMARK_NODE_TEXT, shown);
    cmark_inline_parser_set_offset(place->parser, off + (int)name.n + 2);
    return node;
}
