// SPDX-License-Identifier: MIT
// theme.mjs FOLDER POLICY JOURNAL: the theme in a real browser. FOLDER is a finished
// site with the pages that PAGES names, POLICY the Content-Security-Policy it is
// served with, JOURNAL the same site with themes/journal. TAP on standard output. See
// tests/run/theme.t.
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import axe from "axe-core";
import { chromium } from "playwright-core";

const [, , root, policy, journal] = process.argv;

const PAGES = {
  home: "/",
  "page 2": "/page/2/",
  series: "/series/ai-fabrics/",
  section: "/networking/",
  post: "/networking/fat-tree-and-dragonfly/",
  recipe: "/baking/croissants/",
  tags: "/tags/",
  tag: "/tags/ai/",
  archive: "/archive/",
  page: "/about/",
  feeds: "/feeds/",
  everything: "/life/everything/",
  code: "/code/",
  404: "/404.html",
};

// --- TAP ---------------------------------------------------------------------

let count = 0;
let failed = 0;
const ok = (right, name, ...why) => {
  if (!right) failed++;
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (!right) for (const line of why.flat()) console.log(`# ${line}`);
};
const none = (list, name) => ok(list.length === 0, name, list);
const same = (got, want, name) => ok(got === want, name, `got ${got}, want ${want}`);

// --- the site, as docs/deploy.md serves it -------------------------------------

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".ico": "image/x-icon",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".xml": "application/xml",
};

const answer = (folder) => (request, response) => {
  let file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (file.endsWith("/")) file += "index.html";
  if (!fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
  });
  response.end(fs.readFileSync(file));
};
const servers = [];
const serve = async (folder) => {
  const server = http.createServer(answer(folder));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}`;
};
let origin = await serve(root);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"],
});

// A window of its own; what a page asks for elsewhere, and what the policy
// refuses it, is collected.
const elsewhere = new Set();
const refused = new Set();
const open = async (options) => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) elsewhere.add(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") refused.add(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => refused.add(`${page.url()}: ${error}`));
  return page;
};
const close = (page) => page.context().close();
const go = (page, where) => page.goto(origin + where);

// --- accessibility -------------------------------------------------------------

// Colours differ by scheme and places by width: each is there once.
for (const [colorScheme, width] of [["light", 1280], ["dark", 360]]) {
  const page = await open({ colorScheme, viewport: { width, height: 800 } });
  for (const [name, where] of Object.entries(PAGES)) {
    await go(page, where);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => axe.run());
    none(
      violations.map((it) => `${it.id}: ${it.help}: ${it.nodes[0].html}`),
      `axe: ${name}, ${colorScheme}, ${width} px`,
    );
  }
  await close(page);
}

// --- every page, at 320 px -------------------------------------------------------

{
  const page = await open({ viewport: { width: 320, height: 640 } });
  const wide = [];
  const files = fs.readdirSync(root, { recursive: true });
  for (const name of files.filter((it) => it.endsWith(".html"))) {
    await go(page, "/" + name.replace(/(^|\/)index\.html$/, "$1"));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wide.push(`${name}: ${over} px too wide`);
  }
  none(wide, "no page is wider than 320 px");
  await close(page);
}

// --- the frame -----------------------------------------------------------------

{
  const page = await open();
  const places = new Set();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    places.clear();
    for (const where of [PAGES.home, PAGES.section, PAGES.post, PAGES.page, "/search/"]) {
      await go(page, where);
      const { x, y } = await page.locator(".site-header nav a").first().boundingBox();
      places.add(`${Math.round(x)} ${Math.round(y)}`);
    }
    same(places.size, 1, `the menu stays in its place at ${width} px`);
  }
  await page.emulateMedia({ forcedColors: "active" });
  await go(page, PAGES.section);
  const current = page.locator(".site-header [aria-current]");
  same(
    await current.evaluate((it) => getComputedStyle(it).textDecorationLine),
    "underline",
    "forced colours: the current section is marked",
  );
  await page.emulateMedia({ forcedColors: "none" });
  await go(page, PAGES.everything);
  const odd = await page.evaluate(() =>
    [...document.querySelectorAll("body, body *")]
      .filter((it) => !["0.48", "0.52"].includes(getComputedStyle(it).fontSizeAdjust))
      .map((it) => it.outerHTML.slice(0, 60)));
  none(odd, "all fonts have one height of small letters");
  await page.locator(".toc summary").click();
  const small = await page.locator(".toc a, .footnote-ref a, .footnote-backref").evaluateAll(
    (links) => links
      .filter((it) => {
        const { width, height } = it.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((it) => it.outerHTML));
  none(small, "links of contents and notes are 24 px wide and high");
  await close(page);
}

// --- light and dark -----------------------------------------------------------

// Records the colour of the page in every frame from the first on.
const record = () => {
  window.seen = new Set();
  const look = () => {
    if (document.body) seen.add(getComputedStyle(document.documentElement).backgroundColor);
    requestAnimationFrame(look);
  };
  look();
};
const paper = (page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const seen = async (page) => {
  await page.waitForTimeout(100);
  return page.evaluate(() => [...window.seen].join(" "));
};

{
  const page = await open({ colorScheme: "light" });
  await page.addInitScript(record);
  await go(page, "/");
  const light = await paper(page);
  const button = page.locator("button.scheme");
  const label = await button.textContent();
  await button.click();
  same(await paper(page), light, "light is chosen first: as it is");
  await button.click();
  const dark = await paper(page);
  ok(dark !== light, "then dark");
  same(
    await page.locator("meta[name=theme-color]").first().getAttribute("content"),
    dark,
    "the browser's own frame follows",
  );
  await go(page, PAGES.post);
  same(await seen(page), dark, "the next page is dark from its first frame on");
  await button.click();
  same(await paper(page), light, "then as the system has it");
  same(await button.textContent(), label, "which the button says");
  await page.emulateMedia({ colorScheme: "dark" });
  same(await paper(page), dark, "and follows");
  await go(page, PAGES.section);
  same(await seen(page), dark, "a system that is dark: from the first frame on");
  await close(page);
}

// --- without scripts -------------------------------------------------------------

{
  const page = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  await go(page, "/");
  same(await page.locator("button:not([type=submit]):visible").count(), 0,
    "no script: no button but that of a form");
  await page.locator(".site-header nav a").first().click();
  ok(page.url() !== origin + "/", "no script: the menu leads on");
  await page.locator(".post-item :is(h2, h3) a").first().click();
  same(await page.locator("article.post h1").count(), 1, "no script: to a post");
  await page.locator(".post-nav a").first().click();
  same(await page.locator("article.post h1").count(), 1, "no script: to its neighbour");
  await go(page, PAGES.everything);
  const entry = page.locator(".toc a").first();
  ok(!(await entry.isVisible()), "no script, narrow: the contents are folded");
  await page.locator(".toc summary").click();
  await entry.click();
  ok(/#/.test(page.url()), "no script: and lead to a heading");
  await close(page);
}

// --- a wide window -----------------------------------------------------------------

{
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await go(page, PAGES.everything);
  const notes = await page.evaluate(() => {
    const text = document.querySelector(".content > p").getBoundingClientRect();
    return [...document.querySelectorAll(".footnotes li")].map((note) => {
      const box = note.getBoundingClientRect();
      const mark = document.querySelector(`a[href="#${note.id}"]`).getBoundingClientRect();
      return {
        beside: box.left >= text.right && box.right <= innerWidth,
        above: box.top - mark.top,
        top: box.top,
        bottom: box.bottom,
      };
    });
  });
  ok(notes.length > 4, "a post with notes");
  ok(notes.every((it) => it.beside), "wide: the notes stand beside the text");
  ok(notes.every((it) => it.above > -20), "wide: none above what it is of");
  ok(
    notes.slice(1).every((it, i) => it.top >= notes[i].bottom),
    "wide: none over another",
    JSON.stringify(notes),
  );
  ok(notes[0].above < 20, "wide: the first in the line of its mark");
  ok(await page.locator(".toc a").first().isVisible(), "wide: the contents stand open");
  const contents = await page.locator(".toc").boundingBox();
  const text = await page.locator(".content").boundingBox();
  ok(contents.x + contents.width <= text.x, "wide: beside the text");
  await page.mouse.wheel(0, 1200);
  await page.waitForTimeout(100);
  const later = await page.locator(".toc").boundingBox();
  ok(later.y >= 0 && later.y < 100, "wide: and stay there");
  await close(page);
}

// --- code, headings ------------------------------------------------------------------

{
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await go(page, PAGES.everything);
  const code = await page.locator(".content pre").first().textContent();
  await page.locator(".code button").first().click();
  same(await page.evaluate(() => navigator.clipboard.readText()), code, "code is copied");
  same(await page.locator(".code button").first().textContent(), "Copied", "which is said");
  const copied = async (which) => {
    await page.locator(`.code:has(${which}) button`).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  same((await copied(".language-cisco .gp")).trim(), "show run", "of a session the command");
  same(await copied(".language-console"), "ls -l\ncat <<END\na\nEND\n",
    "of a console the commands, and not what was printed");
  same(await copied(".gd"), "interface Vlan10\n  no shutdown\n",
    "of a diff what it leads to, without signs");
  await go(page, PAGES.feeds);
  await page.locator(".feeds button").first().click();
  same(await page.evaluate(() => navigator.clipboard.readText()),
    "https://flour-and-fibre.example/feed.xml", "the address of a feed is copied");
  for (const [name, where] of Object.entries(PAGES)) {
    await go(page, where);
    const loaded = await page.locator('link[href$="code.css"]').count();
    const wanted = await page.locator("pre, [class^=language-]").count();
    same(loaded, Math.min(wanted, 1), `${name}: code.css is loaded if there is code`);
  }
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await go(page, PAGES.code);
    const covered = await page.locator(".copy").evaluateAll((buttons) =>
      buttons.filter((it) => {
        const code = it.closest(".code").querySelector("pre").getBoundingClientRect();
        return it.getBoundingClientRect().bottom > code.top;
      }).length);
    same(covered, 0, `Copy covers no code at ${width} px`);
    await page.locator("details.code").evaluateAll((list) => {
      list.forEach((it) => { it.open = true; });
    });
    const left = await page.locator(".copy").evaluateAll((buttons) =>
      buttons.filter((it) => {
        const box = it.closest(".code").getBoundingClientRect();
        return Math.abs(it.getBoundingClientRect().right - box.right) > 1;
      }).length);
    same(left, 0, `Copy stands on the right at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const boxes = await page.locator(".code").evaluateAll((list) =>
    list.map((it) => it.getBoundingClientRect()).map(({ width, right }) => [width, right]));
  const column = await page.locator(".content p").first().boundingBox();
  ok(Math.max(...boxes.map(([width]) => width)) > column.width + 100,
    "long lines use the margin of a wide window");
  ok(Math.max(...boxes.map(([, right]) => right)) < 1280, "and no more than that");
  await page.setViewportSize({ width: 390, height: 800 });
  await go(page, PAGES.everything);
  const table = page.locator(".content table").first();
  same(await table.getAttribute("tabindex"), "0", "a table that scrolls is reached by key");
  ok(/gradient/.test(await table.evaluate((it) => getComputedStyle(it).backgroundImage)),
    "and shows that it scrolls");
  same(await page.locator("tbody th[scope=row]").count(), 2, "heads of rows");
  const cells = await page.locator("mtd").evaluateAll((list) =>
    list.slice(0, 2).map((it) => getComputedStyle(it).textAlign).join(" "));
  ok(["right left", ""].includes(cells), "equations are set at their signs", cells);
  if (await page.locator("math menclose").count()) {
    const strike = await page.locator("menclose").first()
      .evaluate((it) => getComputedStyle(it).backgroundImage);
    ok(/to right bottom/.test(strike), "a strike goes up", strike);
    const [arrow, label] = await page.locator("mpadded").first().evaluate((it) =>
      [it.parentNode, it.firstElementChild].map((one) => one.getBoundingClientRect().width));
    ok(arrow >= label, "an arrow is as wide as the text above it", `${arrow} ${label}`);
    same(await page.locator("mo[fence]", { hasText: "|" }).count(), 2,
      "bars beside a matrix are those that grow");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(page, PAGES.code);
  const keyword = page.locator(".code .k").first();
  const weight = () => keyword.evaluate((it) => getComputedStyle(it).fontWeight);
  same(await weight(), "400", "keywords have a colour");
  await page.emulateMedia({ forcedColors: "active" });
  same(await weight(), "700", "and are bold where colours are forced");
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  same(await weight(), "700", "and in print");
  await page.emulateMedia({ media: "screen" });
  await go(page, PAGES.everything);
  const link = page.locator(".content h2 .permalink").first();
  const id = await page.locator(".content h2").first().getAttribute("id");
  same(await link.getAttribute("href"), "#" + id, "a heading links to itself");
  await close(page);
}

// --- feeds, paper ----------------------------------------------------------------------

{
  const page = await open();
  for (const [feed, item, body] of [
    ["/feed.xml", "entry", "entry > content"],
    ["/rss.xml", "item", "item > *|encoded"],
  ]) {
    await go(page, feed);
    const display = (where) =>
      page.evaluate(
        (tag) => getComputedStyle(document.querySelector(tag)).display,
        where,
      );
    same(await display(`${item} > title`), "block", `${feed}: a browser shows titles`);
    same(await display(body), "none", `${feed}: and no source of HTML`);
  }
  const margin = "15mm";
  const sheets = async (where) => {
    await go(page, where);
    const pdf = await page.pdf({
      format: "A4",
      margin: { top: margin, right: margin, bottom: margin, left: margin },
    });
    return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  };
  const baking = ["banana-bread", "chocolate-fondant", "garlic-chili-noodles", "jamaican-rum-cake", "croissants", "strawberry-roulade"];
  for (const recipe of baking)
    same(await sheets(`/baking/${recipe}/`), 1, `${recipe} prints on one page`);
  same(await sheets("/life/long/"), 3, "a table of 80 rows begins on the first page of three");
  await page.emulateMedia({ media: "print" });
  await go(page, "/baking/jamaican-rum-cake/");
  const step = await page.locator("#recipe-step-1").evaluate((it) => getComputedStyle(it).fontSize);
  same(step, "16px", "a recipe of fourteen steps in 12 points, to be read on a worktop");
  await go(page, PAGES.everything);
  const print = await page.evaluate(() => {
    const all = (which) => [...document.querySelectorAll(which)];
    const size = (it) => parseFloat(getComputedStyle(it).fontSize);
    const text = size(document.querySelector(".content > p"));
    return {
      large: all("time, pre, code, th, td, .footnotes p, .alert p:not(.lead), figcaption")
        .filter((it) => size(it) > text).map((it) => it.outerHTML.slice(0, 60)),
      hidden: all("details > :not(summary)")
        .filter((it) => it.getBoundingClientRect().height === 0 && !it.closest(".toc, .copy"))
        .map((it) => it.outerHTML.slice(0, 60)),
      head: getComputedStyle(document.querySelector("thead")).display +
        getComputedStyle(document.querySelector("table")).display,
    };
  });
  none(print.large, "print: nothing small is larger than the text");
  none(print.hidden, "print: folded parts are there");
  ok(!(await page.locator(".search-form").isVisible()), "print: no field for a search");
  same(print.head, "table-header-grouptable", "print: a table repeats its head");
  await close(page);
}

// --- readers: Readability, as in Firefox ---------------------------------------------------

const source = (name) => {
  try {
    return fs.readFileSync(createRequire(import.meta.url).resolve(name), "utf8");
  } catch {
    return null;
  }
};

{
  const readability = source("@mozilla/readability/Readability.js");
  if (!readability) ok(true, "no Readability: make deps test");
  const page = await open();
  for (const [name, where] of readability ? Object.entries(PAGES) : []) {
    if (["404", "tags", "feeds"].includes(name)) continue; // it leaves out lists of links
    await go(page, where);
    await page.evaluate(`${readability}; window.Readability = Readability`);
    none(await page.evaluate((name) => {
      const words = (text) => text.replace(/\s+/g, "");
      const read = new Readability(document.cloneNode(true)).parse();
      const found = document.createElement("div");
      found.innerHTML = read.content;
      const all = words(found.textContent);
      const lost = [...document.querySelectorAll(".content :is(p, li, pre, td, figcaption)")]
        .filter((it) => !it.querySelector("p, li, pre") && !it.closest(".recipe-tools"))
        .filter((it) => !all.includes(words(it.textContent)))
        .map((it) => `lost: ${it.outerHTML.slice(0, 80)}`);
      const h1 = document.querySelector("h1").textContent;
      if (name !== "page 2" && read.title !== h1)
        lost.push(`title: ${read.title}`);
      if (read.byline !== "Flour and Fibre") lost.push(`author: ${read.byline}`);
      const date = document.querySelector(".post > header time")?.dateTime;
      if (date && !read.publishedTime?.startsWith(date)) lost.push(`date: ${read.publishedTime}`);
      return lost;
    }, name), `${name}: Readability finds title, author, date and text`);
  }
  await close(page);
}

// --- covers ------------------------------------------------------------------------------

{
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await go(page, "/life/cover/");
  const cover = page.locator(".cover img");
  const { height } = await cover.boundingBox();
  ok(height <= 600, `a cover leaves room for its post: ${height} px`);
  same(await cover.getAttribute("height"), "630", "it has its size");
  same(await cover.getAttribute("loading"), null, "and is loaded at once");
  await close(page);
}

// --- the other theme ---------------------------------------------------------------------

{
  origin = await serve(journal);
  for (const [width, colorScheme] of [[1280, "light"], [320, "dark"]]) {
    const page = await open({ colorScheme, viewport: { width, height: 800 } });
    for (const name of ["home", "post", "recipe", "tags", "archive", "everything", "404"]) {
      await go(page, PAGES[name]);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => axe.run());
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      none(
        violations.map((it) => `${it.id}: ${it.help}: ${it.nodes[0].html}`)
          .concat(over > 0 ? [`${over} px too wide`] : []),
        `journal: ${name}, ${colorScheme}, ${width} px`,
      );
    }
    await close(page);
  }
}

none([...elsewhere], "nothing is asked of other hosts");
none([...refused], "the policy refuses nothing");

await browser.close();
servers.forEach((server) => server.close());
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
