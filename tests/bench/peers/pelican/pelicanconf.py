# Close to the generated blog of crumb. Pelican's folders are its categories.
AUTHOR = "Nobody"
SITENAME = "A generated blog"
SITEURL = "https://example.org"
PATH = "content"
OUTPUT_PATH = "public"
TIMEZONE = "Europe/London"
DEFAULT_LANG = "en"
THEME = "theme"
DEFAULT_PAGINATION = 10
ARTICLE_URL = "{category}/{slug}/"
ARTICLE_SAVE_AS = "{category}/{slug}/index.html"
CATEGORY_URL = "{slug}/"
CATEGORY_SAVE_AS = "{slug}/index.html"
TAG_URL = "tags/{slug}/"
TAG_SAVE_AS = "tags/{slug}/index.html"
ARCHIVES_SAVE_AS = "archive/index.html"
SLUGIFY_SOURCE = "basename"
FEED_ALL_ATOM = "feed.xml"
CATEGORY_FEED_ATOM = "{slug}/feed.xml"
TAG_FEED_ATOM = "tags/{slug}/feed.xml"
FEED_MAX_ITEMS = 20
AUTHOR_SAVE_AS = ""
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None
TRANSLATION_FEED_ATOM = None
MARKDOWN = {
    "extension_configs": {
        "markdown.extensions.extra": {},
        "markdown.extensions.meta": {},
        "markdown.extensions.toc": {},
    },
    "output_format": "html5",
}
