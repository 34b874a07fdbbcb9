/* SPDX-License-Identifier: MIT */
/* Feeds and site maps: well-formed, with what RFC 4287, RSS 2.0 and JSON Feed
 * ask for, and no address in them that needs a page to start from. */
#include "base/memory/buf.h"
#include "check/collect/collect.h"
#include "check/collect/xml_reader.h"
#include "data/json.h"
#include "text/html_entity.h"
#include "text/html_token.h"
#include "text/url.h"

enum xml_feed { XML_NONE, XML_ATOM, XML_RSS, XML_SITEMAP };

/* The parts that a feed or one of its entries has so far. */
struct parts {
    size_t id;
    size_t title;
    size_t updated;
    size_t author;
    size_t content;
    size_t link; /* Atom: to the page itself (rel=alternate) */
    size_t description;
};

struct reading {
    struct collector *collector;
    enum xml_feed kind;
    str space; /* the namespace of the root */
    struct parts whole;
    struct parts entry;
    bool in_entry;
    bool absolute; /* the site has an address, so all can be absolute */
    size_t entries;
    size_t authorless; /* entries without an author of their own */
    str entry_tag;
    str feed_tag;
    struct map ids;
    bool is_html;    /* Atom: the text at hand is */
    struct buf text; /* of the element at hand, decoded */
    str raw;         /* where the document has it */
};

/* Adds an error. The same message is reported once. */
static void __attribute__((format(printf, 3, 4)))
feed_error(struct reading *feed, str slice, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(&feed->collector->keep, format, args);
    va_end(args);
    collect_finding(feed->collector, DIAG_ERROR, "bad-feed", slice, message)
        ->message = message;
}

/* --- addresses --- */

static void check_absolute(struct reading *feed, str raw, str address)
{
    if (feed->absolute && !url_is_absolute(str_trim(address))) {
        feed_error(feed, raw,
                   "an address in a feed that is not absolute: \"%.*s\"",
                   STR_ARG(address));
    }
}

/* The HTML of an entry: feed readers show it anywhere. `raw` is where the
 * feed has it. */
static void check_html(struct reading *feed, str html, str raw)
{
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        for (size_t i = 0; token.kind == HTML_START && i < token.nattrs; i++) {
            const struct html_attr *attr = &token.attrs[i];
            if (str_is_word_of(attr->name,
                               STR("href src poster cite action"))) {
                str address = html_decode(&feed->collector->work, attr->value);
                check_absolute(feed, raw, address);
            }
        }
    }
}

static void collect_address(struct reading *feed, struct xml_text at)
{
    str address = str_trim(at.text);
    check_absolute(feed, at.raw, address);
    if (url_is_absolute(address) || !feed->absolute) {
        collect_link(feed->collector, at.raw, address, false);
    }
}

/* The text of the element at hand is an address. */
static void collect_text_address(struct reading *feed)
{
    collect_address(feed, (struct xml_text){buf_str(&feed->text), feed->raw});
}

/* --- dates --- */

static bool digits_at(str s, size_t at, const char *shape)
{
    for (size_t i = 0; shape[i]; i++) {
        char c = at + i < s.n ? s.p[at + i] : '\0';
        if (shape[i] == '0' ? !is_digit(c) : c != shape[i]) {
            return false;
        }
    }
    return true;
}

/* RFC 3339 5.6. */
static bool is_rfc3339(str s)
{
    struct date date;
    size_t at = 19;
    if (!digits_at(s, 0, "0000-00-00T00:00:00")) {
        return false;
    }
    if (at < s.n && s.p[at] == '.') {
        at = str_skip(s, at + 1, "0123456789");
    }
    bool zone = (at + 1 == s.n && s.p[at] == 'Z') ||
                (at + 6 == s.n &&
                 (digits_at(s, at, "+00:00") || digits_at(s, at, "-00:00")));
    return zone && date_parse(s, NULL, &date) == DATE_OK;
}

/* RFC 822 with a year of four digits, "Sun, 08 Dec 2024 09:30:00 +0100". */
static bool is_rfc822(str s)
{
    struct date date;
    size_t comma = str_find_char(s, ',');
    return (comma == 3 || comma == STR_NONE) && s.n > 16 &&
           str_find_char(s, ':') != STR_NONE &&
           date_parse(s, NULL, &date) == DATE_OK;
}

/* --- Atom --- */

static struct parts *parts_at_hand(struct reading *feed)
{
    return feed->in_entry ? &feed->entry : &feed->whole;
}

/* The element is a part of the feed or of an entry, not deeper. */
static bool is_feed_part(const struct reading *feed, size_t depth)
{
    size_t top = feed->kind == XML_RSS ? 3 : 2;
    return depth == top + (size_t)feed->in_entry;
}

/* Reports the second entry with that id. */
static void note_id(struct reading *feed, str id)
{
    void **known = map_put(&feed->ids, &feed->collector->work,
                           arena_str(&feed->collector->work, id));
    if (*known && feed->in_entry) {
        feed_error(feed, feed->raw, "two entries have the id \"%.*s\"",
                   STR_ARG(id));
    }
    *known = feed;
}

static void atom_link(struct reading *feed, const struct xml_element *element)
{
    str rel = xml_attr(element, "rel").text;
    struct xml_text href = xml_attr(element, "href");
    if (!href.text.p) {
        feed_error(feed, element->tag, "a link without href");
        return;
    }
    if (!rel.p || str_eq(rel, STR("alternate"))) {
        parts_at_hand(feed)->link++;
    }
    collect_address(feed, href);
}

static void atom_part(struct reading *feed, str name)
{
    struct parts *have = parts_at_hand(feed);
    str text = str_trim(buf_str(&feed->text));
    bool date = str_eq(name, STR("updated")) || str_eq(name, STR("published"));
    have->title += str_eq(name, STR("title"));
    have->updated += str_eq(name, STR("updated"));
    have->author += str_eq(name, STR("author"));
    have->content += str_eq(name, STR("content"));
    if (str_eq(name, STR("id"))) {
        have->id++;
        note_id(feed, text);
        if (!url_is_absolute(text) && feed->absolute) {
            feed_error(feed, feed->raw,
                       "an id has to be an absolute address: \"%.*s\"",
                       STR_ARG(text));
        }
    } else if (date && !is_rfc3339(text)) {
        feed_error(feed, feed->raw, "not a date as RFC 3339 has it: \"%.*s\"",
                   STR_ARG(text));
    } else if (str_eq(name, STR("icon")) || str_eq(name, STR("logo"))) {
        collect_text_address(feed);
    }
    if (feed->is_html) {
        check_html(feed, text, feed->raw);
    }
}

static void expect_one(struct reading *feed, size_t count, const char *name)
{
    if (count != 1) {
        feed_error(feed, feed->in_entry ? feed->entry_tag : feed->feed_tag,
                   "%s has %s %s", feed->in_entry ? "an entry" : "the feed",
                   count ? "more than one" : "no", name);
    }
}

static void end_atom(struct reading *feed)
{
    const struct parts *have = parts_at_hand(feed);
    expect_one(feed, have->id, "id");
    expect_one(feed, have->title, "title");
    expect_one(feed, have->updated, "updated");
    if (feed->in_entry) {
        feed->authorless += have->author == 0;
        if (!have->content && !have->link) {
            feed_error(feed, feed->entry_tag,
                       "an entry has neither content nor a link to its "
                       "page");
        }
    } else if (!have->author && (feed->authorless || !feed->entries)) {
        feed_error(feed, feed->feed_tag,
                   "neither the feed nor each entry has an author");
    }
}

/* --- RSS --- */

static void rss_part(struct reading *feed, str name)
{
    struct parts *have = parts_at_hand(feed);
    str text = str_trim(buf_str(&feed->text));
    have->title += str_eq(name, STR("title"));
    have->description += str_eq(name, STR("description"));
    if (str_eq(name, STR("link"))) {
        have->link++;
        collect_text_address(feed);
    } else if (str_eq(name, STR("guid"))) {
        note_id(feed, text);
    } else if ((str_eq(name, STR("pubDate")) ||
                str_eq(name, STR("lastBuildDate"))) &&
               !is_rfc822(text)) {
        feed_error(feed, feed->raw, "not a date as RFC 822 has it: \"%.*s\"",
                   STR_ARG(text));
    } else if (str_eq(name, STR("description"))) {
        check_html(feed, text, feed->raw);
    }
}

static void end_rss(struct reading *feed)
{
    const struct parts *have = parts_at_hand(feed);
    if (!feed->in_entry) {
        expect_one(feed, have->title, "title");
        expect_one(feed, have->link, "link");
        expect_one(feed, have->description, "description");
    } else if (!have->title && !have->description) {
        feed_error(feed, feed->entry_tag,
                   "an entry has neither title nor description");
    }
}

/* --- the walk --- */

static enum xml_feed feed_kind(str root)
{
    return str_eq(root, STR("feed"))  ? XML_ATOM
           : str_eq(root, STR("rss")) ? XML_RSS
           : str_eq(root, STR("urlset")) || str_eq(root, STR("sitemapindex"))
               ? XML_SITEMAP
               : XML_NONE;
}

static void start_element(void *context, const struct xml_element *element)
{
    struct reading *feed = context;
    if (element->depth == 1) {
        feed->kind = feed_kind(element->name);
        feed->space = arena_str(&feed->collector->work, element->space);
        feed->feed_tag = element->tag;
    }
    bool own = str_eq(element->space, feed->space);
    str name = own ? element->name : STR("");
    bool entry = feed->kind == XML_ATOM  ? str_eq(name, STR("entry"))
                 : feed->kind == XML_RSS ? str_eq(name, STR("item"))
                                         : false;
    if (entry && is_feed_part(feed, element->depth)) {
        feed->in_entry = true;
        feed->entry = (struct parts){0};
        feed->entry_tag = element->tag;
        feed->entries++;
    } else if (feed->kind == XML_ATOM && str_eq(name, STR("link")) &&
               is_feed_part(feed, element->depth)) {
        atom_link(feed, element);
    } else if (feed->kind == XML_RSS && str_eq(name, STR("enclosure"))) {
        collect_address(feed, xml_attr(element, "url"));
    }
    feed->is_html = str_eq(xml_attr(element, "type").text, STR("html"));
    buf_clear(&feed->text);
    feed->raw = (str){NULL, 0};
}

static void end_part(struct reading *feed, const struct xml_element *element)
{
    bool own = str_eq(element->space, feed->space);
    if (feed->kind == XML_ATOM && own) {
        atom_part(feed, element->name);
    } else if (feed->kind == XML_RSS && own) {
        rss_part(feed, element->name);
    } else if (feed->kind == XML_RSS &&
               str_eq(element->space,
                      STR("http://purl.org/rss/1.0/modules/content/")) &&
               str_eq(element->name, STR("encoded"))) {
        check_html(feed, str_trim(buf_str(&feed->text)), feed->raw);
    }
}

static void end_element(void *context, const struct xml_element *element)
{
    struct reading *feed = context;
    str name = str_eq(element->space, feed->space) ? element->name : STR("");
    size_t top = feed->kind == XML_RSS ? 3 : 2;
    feed->raw = str_trim(feed->raw);
    if (feed->in_entry && element->depth == top) {
        feed->kind == XML_ATOM ? end_atom(feed) : end_rss(feed);
        feed->in_entry = false;
    } else if (is_feed_part(feed, element->depth)) {
        end_part(feed, element);
    } else if (feed->kind == XML_ATOM && element->depth == 1) {
        end_atom(feed);
    } else if (feed->kind == XML_RSS && str_eq(name, STR("channel"))) {
        end_rss(feed);
    }
    if (feed->kind == XML_SITEMAP && str_eq(name, STR("loc"))) {
        collect_text_address(feed);
    }
    buf_clear(&feed->text);
    feed->is_html = false;
}

static void add_feed_text(void *context, struct xml_text piece)
{
    struct reading *feed = context;
    if (!feed->raw.p) {
        feed->raw = piece.raw;
    }
    feed->raw.n = (size_t)(piece.raw.p + piece.raw.n - feed->raw.p);
    buf_put(&feed->text, piece.text);
}

static void read_feed(struct reading *feed)
{
    static const struct xml_handlers handlers = {start_element, end_element,
                                                 add_feed_text};
    struct xml_problem problem;
    switch (xml_read(feed->collector->text, &handlers, feed, &problem)) {
    case XML_WHOLE: break;
    case XML_BAD:
        feed_error(feed, problem.at, "not well-formed XML: %s", problem.what);
        break;
    case XML_HAS_DOCTYPE:
        feed->kind = feed_kind(problem.root);
        if (feed->kind != XML_NONE) { /* else it is not ours to judge */
            feed_error(feed, problem.at, "%s", problem.what);
        }
        break;
    }
}

void collect_xml(struct collector *collector)
{
    struct reading *feed = ARENA_NEW(&collector->work, struct reading);
    feed->collector = collector;
    feed->absolute = collector->catalog->origin.n > 0;
    read_feed(feed);
    bool is_feed = feed->kind == XML_ATOM || feed->kind == XML_RSS;
    collector->counts.feeds += is_feed;
    if (!feed->absolute && is_feed) {
        /* Without the site's url no address in a feed can be absolute. That is
         * reported once, not for each address. */
        struct finding *finding =
            collect_finding(collector, DIAG_WARNING, "feed-address",
                            (str){NULL, 0}, STR("feed-address"));
        finding->message = STR("feed readers can't follow the addresses in it: "
                               "the site's own is not known");
        finding->hint = STR("write url: https://your.host into site.yaml");
    }
    buf_free(&feed->text);
}

/* --- JSON Feed --- */

static str member(value of, str name)
{
    value *found =
        value_is(of, VALUE_DICT) ? dict_get_str(of.as.dict, name) : NULL;
    return found && value_is(*found, VALUE_STRING) ? value_str(*found)
                                                   : (str){NULL, 0};
}

static void json_address(struct reading *feed, value of, str name)
{
    str address = member(of, name);
    if (address.n) {
        check_absolute(feed, address, address);
        collect_link(feed->collector, address, address, false);
    }
}

static void json_item(struct reading *feed, value item)
{
    if (member(item, STR("id")).n == 0) {
        feed_error(feed, (str){NULL, 0}, "an item has no id");
    }
    str html = member(item, STR("content_html"));
    if (!html.p && !member(item, STR("content_text")).p) {
        feed_error(feed, (str){NULL, 0}, "an item has no content");
    }
    json_address(feed, item, STR("url"));
    json_address(feed, item, STR("image"));
    check_html(feed, html, html);
}

static void json_feed(struct reading *feed, value root)
{
    value *items = value_is(root, VALUE_DICT)
                       ? dict_get_str(root.as.dict, STR("items"))
                       : NULL;
    if (!items || !value_is(*items, VALUE_LIST) ||
        !member(root, STR("title")).p) {
        feed_error(feed, (str){NULL, 0}, "the feed has no title or no items");
        return;
    }
    json_address(feed, root, STR("home_page_url"));
    json_address(feed, root, STR("feed_url"));
    for (size_t i = 0; i < items->as.list->items.n; i++) {
        json_item(feed, items->as.list->items.p[i]);
    }
}

void collect_json(struct collector *collector)
{
    if (str_find(collector->text, STR("https://jsonfeed.org/version/")) ==
        STR_NONE) {
        return; /* data of another script: not checked */
    }
    struct reading feed = {.collector = collector,
                           .absolute = collector->catalog->origin.n > 0};
    struct source source = {.text = collector->text};
    value root;
    struct diags diags = {.arena = &collector->work};
    collector->counts.feeds++;
    if (json_parse(&source, &collector->work, &diags, &root)) {
        json_feed(&feed, root);
    } else {
        const struct diag *diag = diags.list.p[0];
        feed_error(&feed, str_sub(collector->text, diag->at.off, 1),
                   "not JSON: %.*s", STR_ARG(diag->message));
    }
}
