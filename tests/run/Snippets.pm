# SPDX-License-Identifier: MIT
package Snippets;

# Lines of templates that read a site in all the ways there are, for the
# random edits of Edits.pm, and whole templates for it to write.
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(@SNIPPETS @PAGE_SNIPPETS %TEMPLATES @WRONG);

sub lines { return grep { /\S/ } split /\n/, $_[0] }

# Expressions for any template.
our @SNIPPETS = lines(<<'END');
{{ site.posts | map(attribute="title") | join(", ") }}
{{ site.posts | length }}
{{ site.posts | sum(attribute="word_count") }}
{{ site.posts | sort(attribute="title") | map(attribute="slug") | join(" ") }}
{{ site.posts | sort(attribute="word_count") | map(attribute="title") | first }}
{% for p in site.posts %}{% if p.pinned %}{{ p.title }}{% break %}{% endif %}{% endfor %}
{% for p in site.posts %}{% if loop.index > 2 %}{% break %}{% endif %}{{ p.title }}{% endfor %}
{{ site.posts | selectattr("extra.mood") | list | length }}
{{ site.posts | selectattr("pinned") | map(attribute="title") | join }}
{{ site.posts | rejectattr("tags") | map(attribute="url") | join(" ") }}
{% for k, v in site.posts | groupby("section.title") %}{{ k }}={{ v | length }} {% endfor %}
{{ (site.posts | last).title }}
{{ site.posts[-1].title }}
{{ site.posts[1].title or "" }}
{{ site.posts[1:4] | map(attribute="reading_time") | list }}
{{ site.posts[::3] | map(attribute="slug") | join(",") }}
{{ site.posts[-2:] | map(attribute="slug") | join(",") }}
{% if site.posts %}some{% endif %}{% if not site.pages %}no pages{% endif %}
{{ get_page("baking/cake.md").title or "" }}
{% set p = get_page("life/new-1.md") %}{% if p %}{{ p.title }} {{ p.headings | length }}{% else %}none{% endif %}
{{ get_section("baking").count or 0 }} {{ get_section("nowhere") is none }}
{{ get_section("life").title or "" }} {{ (get_section("a").posts | first).title or "" }}
{{ url_for("baking/cake.md") }}
{{ url_for("baking/rye/index.md#how") }}
{{ url_for("style.css") }}
{{ asset("js/site.js") }}
{{ asset("style.css") }} {{ asset_integrity("style.css") }}
{{ today() }}
{{ site.build_date | date("%H:%M") }}
{{ site.data.facts.answer or "" }}
{{ data | length }} {% for name in data %}{{ name }} {% endfor %}
{{ (data.facts or 0) | tojson }} {{ data.facts.deep.a or "" }}
{{ data.nope is defined }} {{ data.d.k or "" }}
{{ data.team | map(attribute="name") | join(" ") }}
{{ data.net.racks | selectattr("place", "equalto", "Madrid") | list | length }}
{{ (data.t or {}).x or "" }} {{ (data.t or 0) | tojson }}
{{ t("older") }} {{ t("posts", 2) }}
{{ t("older", lang="es") }}
{{ site.params.mood or "" }} {{ site.params | tojson }}
{% for item in site.menu recursive %}{{ item.name }} {{ item.url }}{{ item.page.title or "" }}{{ loop(item.children) }}{% endfor %}
{{ site.pages | map(attribute="title") | join(" ") }}
{{ site.sections | map(attribute="count") | sum }}
{% for s in site.sections recursive %}{{ s.title }}{{ s.parent.title or "" }}{{ loop(s.sections) }}{% endfor %}
{{ site.sections | map(attribute="content") | map("length") | sum }}
{% for name, x in site.taxonomies.items() %}{{ name }} {{ x.count }} {{ x.title }}{% endfor %}
{{ site.taxonomies.tags.terms | map(attribute="count") | join(" ") }}
{{ site.taxonomies.tags.terms | length }}
{% for term in get_taxonomy("tags").terms %}{{ term.slug }} {{ (term.posts | first).title }} {% endfor %}
{{ site.posts | map(attribute="summary") | map("length") | sum }}
{{ site.posts | map(attribute="has_more") | list }}
{{ (site.posts | first).content | length }}
{{ site.posts | map(attribute="toc") | map("length") | list }}
{{ site.posts | map(attribute="headings") | map("length") | list }}
{{ site.posts[0] == page }} {{ page in site.posts }}
{{ site.posts | map(attribute="tags") | map("length") | list }}
{{ site.feeds | map(attribute="url") | join(" ") }} {{ (site.feeds[0].posts | first).title or "" }}
{{ site.posts[1].next.title or "" }} {{ site.posts[2].prev.url or "" }}
{{ site.posts | map(attribute="backlinks") | map("length") | list }}
{{ site.posts | map(attribute="related") | map("length") | list }}
{{ site.languages | map(attribute="title") | join(" ") }}
{{ site.posts | map(attribute="cover.image") | select | join(" ") }}
{{ site.posts | map(attribute="assets") | map("length") | sum }}
{{ (site.posts | min(attribute="title")).title }}
{{ site.posts | unique(attribute="section.title") | list | length }}
{% include "partials/extra.html" ignore missing %}
{% include ["partials/one.html", "partials/extra.html"] ignore missing %}
{% include "partials/" ~ (site.params.mood or "x") ~ ".html" ignore missing %}
{% import "macros/x.html" as x %}{{ x.x(1) }}
{% macro cloud(s, of="") %}{{ of }}{% for term in s.taxonomies.tags.terms %}{{ term.name }}{{ term.count }} {% endfor %}{% endmacro %}{{ cloud(site) }}{{ cloud(site, "life") }}{{ cloud(site, page.title or "") }}
{% macro newest(of) %}{% for p in of %}{{ p.title }}{{ p.url }} {% if loop.index > 1 %}{% break %}{% endif %}{% endfor %}{% endmacro %}{{ newest(site.posts) }}{{ newest(site.pages) }}{{ newest(page.tags or ()) }}
{% macro name_of(p) %}{{ p.title or "" }}{% endmacro %}{% macro shown(p) %}{% for q in site.posts %}{% if q == p %}{{ name_of(q) }}{{ page.slug }}{% break %}{% endif %}{% endfor %}{% endmacro %}{{ shown(site.posts[1]) }}{{ shown(page) }}
{% from "macros/x.html" import x with context %}{{ x(site.posts[:2]) }}
{{ site.posts | batch(4) | list | length }}
{{ site.posts | reverse | map(attribute="title") | first }}
{{ site.authors | map(attribute="name") | join(" ") }} {{ site.author.name or "" }}
{{ site.taxonomies.series is defined }} {{ site.taxonomies.series.terms | length }}
{% set ns = namespace(n=0) %}{% for p in site.posts %}{% set ns.n = ns.n + p.word_count %}{% endfor %}{{ ns.n }}
{% for p in site.posts if p.draft %}{{ p.title }}{% else %}no drafts{% endfor %}
{{ (site.posts | first).id }} {{ (site.posts | last).path }}
{% for p in site.posts %}{{ loop.index }}/{{ loop.length }}{{ loop.previtem.slug or "" }}{{ loop.changed(p.section.title) }} {% endfor %}
{% for p in site.posts %}{{ "." if loop.last else "," }}{% endfor %}
{{ site.posts | map(attribute="updated") | select | list | length }}
{{ site.posts | map(attribute="weight") | list }}
{{ site.posts | map(attribute="lang") | unique | list }}
{{ site.posts | map(attribute="recipe.yield") | select | list }}
{{ site.posts | map(attribute="authors") | map("join", "+") | list }}
{{ site.posts | map(attribute="edit_url") | first }}
{{ site.posts | map(attribute="series_part") | select | sum }}
{{ (data[site.params.mood or "x"] or "") | tojson }} {{ data[page.slug or "d"] is defined }}
{% for name, x in data.items() %}{{ name }}{{ x | length }} {% endfor %}
{{ (data.net or {}) | tojson }} {{ "d" in data }} {{ data.net | length }} {{ data.a.b.c.k or "" }}
{% for key in ["d", "calm", "glad", "nope"] %}{% if key in data %}{{ data[key] | tojson }}{% endif %}{% endfor %}
{{ t("greeting", name="X") }} {{ t("undated", lang="de") }} {{ t("posts", 1, lang="es") }}
{{ "2024-03-05" | date(t("date_long"), lang="es") }} {{ site.posts | map(attribute="date") | select | map("date", "%B", lang="es") | join(" ") }}
{% include ["a.html", "partials/b.html", "partials/one.html"] ignore missing %}
{% include ["theme/partials/b.html", "theme/partials/meta.html"] ignore missing %}
{% include (page.slug or "x") ~ ".html" ignore missing %}{% include [page.kind ~ ".html"] if false ignore missing %}
{% import "macros/" ~ (site.params.mood or "x") ~ ".html" as mm %}{{ mm.x(2) }}
{% from "macros/x.html" import x as y, z %}{{ y(3) }}{{ z is defined }}
{{ asset("oven.png") }} {{ asset_integrity("js/site.js") }} {{ url_for("nope.md") }}
{{ url_for(site.posts[0] or "style.css") }} {{ url_for(get_section("a") or "/") }}
{{ get_page("" ~ "long-" * 60 ~ ".md").title or "" }} {{ get_section("x" * 300) is none }} {{ data["y" * 300] is defined }}
{{ get_page("../site.yaml") is none }} {{ get_page("") is none }} {{ get_page("a/First.md").title or "" }} {{ get_page("/a/first.md").title or "" }}
{{ site.menu.main | length }} {{ (site.menu.footer or []) | map(attribute="name") | list }} {{ site.menu.other is defined }}
{{ site.languages | map(attribute="posts") | map("length") | list }} {{ (site.languages | last).pages | map(attribute="url") | list }}
{% for l in site.languages %}{{ l.language }}{{ (l.posts | first).title }}{{ l.menu | length }}{{ l.sections | map(attribute="title") | join }} {% endfor %}
{{ site.params.items() | list }} {{ site.taxonomies | list }} {{ site.taxonomies.mood.terms | length }}
{% set s = site.posts | groupby("date.year", default=0) %}{% for y in s %}{{ y[0] }}:{{ y[1] | map(attribute="title") | first }} {% endfor %}
{{ site.posts | sort(attribute="section.title,title") | map(attribute="title") | first }}
{{ site.url }} {{ site.permalink }} {{ site.description }} {{ site.timezone }} {{ site.language }}
{{ site.posts | map(attribute="date") | select | map("date", "%B %e") | first }}
END

# Expressions for templates of pages and their includes.
our @PAGE_SNIPPETS = lines(<<'END');
{{ page.prev.title or "" }} {{ page.next.next.title or "" }}
{{ page.series_part or "" }} {{ page.series_prev.title or "" }} {{ page.series_next.url or "" }}
{{ page.translations | map(attribute="url") | join(" ") }}
{{ page.related | map(attribute="title") | join(" ") }}
{{ page.backlinks | map(attribute="url") | join(" ") }}
{{ page["back" ~ "links"] | length }}
{{ (page.prev.aliases or []) | join(" ") }} {{ page.next.lang or "" }} {{ page.prev.kind or "" }}
{{ page.assets | join(" ") }}
{{ page.headings | map(attribute="title") | join(" ") }}
{{ page.section.posts | length }} {{ page.section.parent.title or "" }}
{{ page.tags | map(attribute="count") | list }}
{% for x in page.tags %}{{ (x.posts | first).title }} {% endfor %}
{{ page.extra | tojson }} {{ page.extra.mood is defined }}
{{ page.recipe | tojson if page.recipe }}
{{ page.cover.image or "" }} {{ page.aliases | join(" ") }}
{{ page.summary | plain if page.summary }} {{ page.has_more }}
{{ page.toc | tojson if page.toc }} {{ page.word_count or 0 }} {{ page.date or "" }}
{{ page.title | markdownify }} {{ page.kind }} {{ page.url }} {{ page.lang }}
{{ paginator.total or "" }} {{ paginator.pages_list | map(attribute="url") | join(" ") }}
{{ posts | map(attribute="title") | join(" ") }}
{{ posts | map(attribute="summary") | join(" ") }}
{{ section.title or "" }} {{ term.name or "" }} {{ section.posts | length }}
{{ page.next.content | length if page.next }}
{{ page.prev.summary or "" }} {{ page.prev.word_count or "" }}
{% if page.unlisted %}unlisted{% endif %}{{ page.draft }}
{{ site.posts | rejectattr("url", "equalto", page.url) | map(attribute="title") | first }}
{{ page.feeds | map(attribute="title") | join(" ") }}
{{ page.content | length if page.content }}
END

# Snippets that make a build fail, or warn.
our @WRONG = lines(<<'END');
{{ page.nothing_of_the_kind }}
{{ t("oldr") }} {{ t("gretting") }}
{{ asset("styel.css") }} {{ asset("js/sit.js") }}
{{ url_for("baking/cak.md") }}
{{ url_for("baking/rye/index.md#hwo") }}
{{ data.tem }} {{ data.net.rack }}
{{ site.menu.foter }} {{ site.params.mod }}
{{ site.taxonomies.tag.terms }}
{% include "partials/exta.html" %}
{% from "macros/x.html" import xx %}{{ xx(1) }}
{% extends "bsae.html" %}
{{ (site.posts | first).titel }}
{{ site.posts | map(attribute="titel") | list }}
{{ site.posts | sort(attribute="cover") | length }}
{{ (site.posts | first).extra.mod }}
{{ page.extra.mood.deep.er }}
{{ "x" | date("%Y") }}
{{ site.params.never }}
{% if %}
{{ asset("no/such/file.css") }}
{% include "partials/never.html" %}
{{ url_for("no/such/post.md") }}
{{ 1 / 0 }}
END

# Templates that appear, and go again.
our %TEMPLATES = (
    'partials/any.html'   => [
        "{{ p.title or '' }}{{ p.prev.word_count or '' }}\n{#here#}\n",
        "{{ page.title or '' }}{{ p.url or '' }}\n{#here#}\n",
        "{% if p %}{{ p.backlinks | length }}{% endif %}\n",
    ],
    'partials/b.html'     => ["b {{ site.params.mood or '' }}\n{#here#}\n"],
    'a.html'              => ["a {{ page.url or '' }}\n{#here#}\n"],
    'first.html'          => ["the first\n"],
    'macros/calm.html'    => ["{% macro x(y) %}calm {{ y }}{% endmacro %}\n"],
    'base.html'           => [
        "{% extends 'theme/base.html' %}\n"
            . "{% block footer %}{{ super() }}\n{#here#}\n{% endblock %}\n",
        "{% block main %}{% endblock %}\n{#here#}\n",
    ],
    'home.html'           => [
        "{% extends 'base.html' %}\n{% block main %}\n{#here#}\n{% endblock %}\n",
    ],
    'baking/post.html'    => ["baking {{ page.title }}\n{#here#}\n"],
    'sections/baking.html' => ["baking {{ section.title }}\n{#here#}\n"],
    'term.html'           => ["{{ term.name }} {{ term.count }}\n{#here#}\n"],
    'shortcodes/late.html' => ["late {{ body }}\n", "{# raw #}{{ page.prev.word_count or 0 }}\n",
        "{% for p in site.posts[:3] %}{{ p.word_count }} {{ p.headings | length }}{% endfor %}\n"],
    'shortcodes/box.html'  => ["<b>{{ body }}</b>\n{#here#}\n"],
    'shortcodes/stat.html' => ["{{ site.posts | length }}\n{#here#}\n"],
    'shortcodes/never-heard-of.html' => ["heard {{ page.url }}\n{#here#}\n"],
    'i18n/de.yaml'        => ["older: Frueher\nhome: Heim\n"],
    'partials/extra.html' => ["extra 1 {{ site.title }}\n{#here#}\n", "2\n"],
    'partials/one.html'   => ["one\n{#here#}\n"],
    'partials/calm.html'  => ["calm {{ page.title or '' }}\n",
        "{{ page.backlinks | length if page else 0 }}\n"],
    'macros/x.html'       => [
        "{% macro x(y) %}[{{ y if y is number else y | length }}]{% endmacro %}\n",
        "{% macro x(y) %}({{ site.title if site else 'x' }}){% endmacro %}\n",
    ],
    'post.html' => [
        "{% extends 'theme/post.html' %}\n"
            . "{% block main %}{{ super() }}\n{#here#}\n{% endblock %}\n",
        "{{ page.title }}{{ page.content }}\n{#here#}\n",
    ],
    'archive.html' => ["{{ posts | map(attribute='title') | join }}\n{#here#}\n"],
    'taxonomy.html' => ["{% for t in taxonomy.terms %}{{ t.name }}{{ t.count }} {% endfor %}\n{#here#}\n"],
    'section.html' => ["{% extends 'theme/section.html' %}\n{% block footer %}\n{#here#}\n{% endblock %}\n"],
    'page.html'    => ["{{ page.title }} {{ page.content }}\n{#here#}\n"],
    '404.html'     => ["nothing here\n{#here#}\n"],
    'feed.xml'     => [
        "<feed>{% for p in feed.posts %}{{ p.title }} {{ p.summary | forceescape }}{% endfor %}</feed>\n{#here#}\n"
    ],
    'sitemap.xml' => ["{% for p in pages %}{{ p.url }} {{ p.lastmod or '' }}\n{% endfor %}\n"],
    'robots.txt'  => ["{{ site.posts | length }} {{ pages | length }}\n{#here#}\n"],
    'partials/post-item.html'  => ["<p>{{ post.title }} {{ post.summary }}</p>\n"],
    'partials/header.html'     => ["<header>{{ here }}</header>\n{#here#}\n"],
    'partials/meta.html'       => ["<meta>\n"],
    'partials/pagination.html' => ["{{ paginator.number or 1 }}\n"],
    'shortcodes/note.html'     => ["<p>{{ body }}</p>\n{#here#}\n"],
    'shortcodes/other.html'    => ["{{ path }} {{ (get_page(path)).word_count or 0 }}\n"],
    'shortcodes/n.html'        => ["{{ page.title }} {{ page.word_count }}\n{#here#}\n"],
    'shortcodes/figure.html'   => ["<img src='{{ src }}' width='{{ width or 0 }}'>\n"],
    'special.html'             => ["special {{ page.title }}\n{#here#}\n"],
    'i18n/en.yaml' => ["older: Earlier\n", "newer: Later\nposts: {one: '1', other: '{count}'}\n"],
    'i18n/es.yaml' => ["older: Lo de antes\n", "home: Casa\n"],
);

1;
