# SPDX-License-Identifier: MIT
"""scrape.py: reads pages' file names from standard input, one a line; prints for each
as a line of JSON what recipe_scrapers, a library of recipe programs, reads there."""
import json
import sys

from recipe_scrapers import scrape_html


def read(get):
    try:
        return get()
    except Exception:  # the page has no such thing
        return None


for name in sys.stdin.read().split():
    with open(name, encoding="utf-8") as file:
        page = scrape_html(file.read(), org_url="https://blog.test/", wild_mode=True)
    print(json.dumps({
        "title": read(page.title),
        "yields": read(page.yields),
        "total": read(page.total_time),
        "cook": read(page.cook_time),
        "prep": read(page.prep_time),
        "ingredients": read(page.ingredients),
        "steps": read(page.instructions_list),
    }))
