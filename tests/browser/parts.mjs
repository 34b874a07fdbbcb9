// SPDX-License-Identifier: MIT
// parts.mjs CRUMB FOLDER THEMES POLICY: what the theme and THEMES/journal make of a blog
// that has one of everything, served with the Content-Security-Policy POLICY: replies, a
// menu with children, authors, many tags, large letters, paper. TAP on standard output.
// See tests/run/browser.t.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { comes, done, launch, none, ok, openTab, same, serve, write } from "./harness.mjs";

const [, , crumb, root, themes, policy] = process.argv;
const thread = "https://social.example";
const sum = Array.from({ length: 20 }, (_, i) => `a_{${i}} x^{${i}}`).join(" + ");
const post = (front, text) => `---\n${front}\ndate: 2025-11-01\n---\n${text}\n`;

const settings = `title: The Long Blog of a Baker
url: https://x.test
search: true
author: {name: Ann}
authors: {bob: {name: Bob, url: /about/}}
params: {author: {about: Bakes.}}
menu:
  - name: More things
    children: [{name: Networking, url: net/}]
  - {name: About, url: about/}
`;
write(root, "content/about.md", "---\ntitle: About\n---\nAbout it.\n");
write(root, "content/net/wide.md", post("title: Wide\nauthors: [bob, Ann]\ntoc: true\nseries: All",
  `Inline $${sum}$ it is.\n\n\`\`\`python {title=a.py}\n${"long ".repeat(60)}\n\`\`\`\n\n` +
  "```markdown\n# A heading\n```\n\n" +
  `## Full\n\n$$\n${sum}\n$$\n\n` +
  "{{< details \"Folded\" >}}\nHidden text.\n{{< /details >}}\n\n### Below\n\nText.\n\n## Last\n"));
write(root, "content/net/thread.md",
  post(`title: Thread\nmastodon: ${thread}/@ann/1122\nseries: All`, "Text."));
const tags = Array.from({ length: 300 }, (_, i) => `t${100 + i}`);
write(root, "content/net/tags.md", post(`title: Tags\ntags: [${tags}]`, "Text."));
fs.symlinkSync(themes, path.join(root, "themes"));
const build = (theme) => {
  write(root, "site.yaml", `${settings}output: ${theme}\n` + (theme === "journal" ? "theme: journal\n" : ""));
  execFileSync(crumb, ["build", "-C", root]);
  return serve(path.join(root, theme), policy.replace("connect-src 'self'", `$& ${thread}`));
};
const sites = { builtin: await build("builtin"), journal: await build("journal") };
const { at } = sites.builtin;
const browser = await launch();
const tab = async (options) => openTab(await browser.newContext(options));
const close = (page) => page.context().close();
const over = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const focused = (page) => page.evaluate(() => document.activeElement.className || document.activeElement.localName);

// --- replies ---

{
  const page = await tab();
  let answer = { status: 500 };
  await page.route(`${thread}/**`, (route) => route.fulfill(
    { headers: { "access-control-allow-origin": "*" }, ...answer }));
  await page.goto(`${at}/net/thread/`);
  const button = page.locator(".replies button");
  const says = (words) => comes(page.locator(".replies [role=status]", { hasText: words }).waitFor(), words);
  await button.click();
  await says("can not be had");
  answer = { json: { descendants: [] } };
  await button.click();
  await says("No replies");
  answer = { json: { descendants: [{ account: { acct: "bob" }, url: "https://social.example/@bob/1",
    created_at: "2025-11-12T12:00:00Z", content: "<p>Nice loaf<br>Two</p><p>Three <b>&lt;i></b></p>" }] } };
  await button.click();
  const reply = page.locator(".replies li");
  await comes(reply.waitFor(), "and replies, when there are some");
  same(await reply.locator("p").last().innerText(), "Nice loaf\nTwo\nThree <i>", "their lines are lines, and text");
  same(await reply.locator("time").textContent(), "12 November 2025", "their dates as those of posts");
  same(await focused(page), "ol", "the list has the focus");
  same(await page.locator(".replies [role=status]").textContent(), "", "and nothing else is said");
  await close(page);
}

// A site's older copy of the partial has no place for the status.
{
  const page = await tab();
  await page.route(`${at}/net/thread/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/(<section class="replies".*?)<p role="status"><.p>/s, "$1") });
  });
  await page.route(`${thread}/**`, (route) => route.fulfill({ status: 500 }));
  await page.goto(`${at}/net/thread/`);
  await page.locator(".replies button").click();
  await comes(page.locator(".replies [role=status]", { hasText: "can not be had" }).waitFor(), "the script makes it");
  await close(page);
}

// --- the menu, stops of the Tab key ---

{
  const page = await tab({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${at}/net/wide/`);
  const entry = page.locator(".site-header summary");
  const open = () => page.locator(".site-header details").evaluate((it) => it.open);
  // As a site's own header may have it.
  await page.locator(".site-header details").evaluate((it) => it.prepend("\n"));
  await entry.click();
  ok(await open(), "a menu opens");
  await page.keyboard.press("Escape");
  ok(!await open(), "Escape closes it");
  same(await focused(page), "summary", "the focus stays on its entry");
  await entry.click();
  await page.locator("h1").click();
  ok(!await open(), "a click elsewhere closes it");
  await entry.press("Enter");
  await page.keyboard.press("Tab");
  ok(await open(), "Tab goes into it");
  await page.keyboard.press("Tab");
  ok(!await open(), "and closes it on its way out");
  const stops = [];
  await page.locator(".skip-link").focus();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => {
      const { width } = document.activeElement.getBoundingClientRect();
      return `${document.activeElement.textContent.trim().slice(0, 12)} ${width > 2 ? "" : "unseen"}`;
    }));
  }
  none(stops.filter((it) => /unseen/.test(it)), "each stop of Tab can be seen");
  none(stops.filter((it) => /^Contents/.test(it)), "contents that stand open are no button");
  ok(!await page.locator(".toc summary").isVisible(), "and are not said to be folded");
  ok(await page.locator(".toc a").first().isVisible(), "for they are there");
  await page.setViewportSize({ width: 700, height: 800 });
  ok(!await page.locator(".toc a").first().isVisible(), "in a narrow window they are folded");
  await page.locator(".toc summary").press("Enter");
  ok(await page.locator(".toc a").first().isVisible(), "and unfold");
  await close(page);
}

// --- who wrote it ---

{
  const page = await tab();
  await page.goto(`${at}/net/wide/`);
  same(await page.locator("header .post-meta").textContent(),
    "1 November 2025 Bob, Ann 1 min read", "the authors of a post are in its head");
  same(await page.locator(".post-meta a[rel=author]").getAttribute("href"), "/about/", "with their addresses");
  same((await page.locator(".author").innerText()).trim(), "Ann\nBakes.", "the card is that of the site's author");
  await close(page);
}

// --- many tags ---

{
  const page = await tab({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${at}/tags/`);
  const { height } = await page.locator(".term-index").boundingBox();
  ok(height < 5000, `300 tags of one letter fill all columns: ${height} px`);
  await close(page);
}

// --- both themes: no page is wider than its window; paper ---

for (const [theme, site] of Object.entries(sites)) {
  for (const width of [1280, 320]) {
    const page = await tab({ viewport: { width, height: 800 } });
    for (const where of ["/", "/net/wide/", "/tags/", "/search/"]) {
      await page.goto(site.at + where);
      same(await over(page), 0, `${theme}: ${where} fits into ${width} px`);
    }
    await close(page);
  }
  const page = await tab();
  await page.emulateMedia({ media: "print" });
  await page.goto(`${site.at}/net/wide/`);
  const lost = await page.locator(".content :is(pre, .math)").evaluateAll((list) =>
    list.filter((it) => it.scrollWidth > it.clientWidth && it.localName === "pre").map((it) => it.outerHTML.slice(0, 60)));
  none(lost, `${theme}: paper has all of the code`);
  ok(await page.getByText("Hidden text.").isVisible(), `${theme}: folded parts are on paper`);
  same(await page.locator("nav:visible, .search-form:visible, button:visible").count(), 0,
    `${theme}: no navigation on paper`);
  await close(page);
}

// --- the other theme has the parts of a blog ---

{
  const page = await tab();
  await page.goto(`${sites.journal.at}/net/wide/`);
  same(await page.locator(".series li").count(), 2, "journal: the parts of a series");
  same(await page.locator(".post-meta a[rel=author]").count(), 1, "journal: the authors");
  await page.goto(`${sites.journal.at}/net/thread/`);
  same(await page.locator(".replies button").count(), 1, "journal: replies");
  await page.goto(`${sites.journal.at}/about/`);
  await page.keyboard.press("/");
  await page.keyboard.type("hidden");
  await comes(page.locator(".search-answers li").first().waitFor(), "journal: answers in the field");
  const places = await page.locator(".search-answers, [type=search]").evaluateAll((list) =>
    list.map((it) => it.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })).sort((a, b) => a.top - b.top));
  ok(places[0].top >= 0 && places[0].bottom <= places[1].top + 1 && places[1].bottom <= 720,
    `journal: which are above it, in sight: ${JSON.stringify(places)}`);
  await page.keyboard.press("Enter");
  await comes(page.waitForURL("**/search/?q=hidden"), "journal: a search");
  await comes(page.locator(".search-form mark").first().waitFor(), "journal: and its answers");
  await close(page);
}

// --- large letters ---

{
  const large = await launch("--blink-settings=defaultFontSize=32");
  for (const [theme, site] of Object.entries(sites)) {
    const page = await openTab(await large.newContext({ viewport: { width: 320, height: 740 } }));
    for (const where of ["/about/", "/net/wide/", "/net/thread/", "/tags/"]) {
      await page.goto(site.at + where);
      same(await over(page), 0, `${theme}: ${where} fits with letters of 32 px`);
      const { bottom } = await page.locator(".skip-link").evaluate((it) => it.getBoundingClientRect().toJSON());
      ok(bottom <= 0, `${theme}: the link to the content is out of sight: ${bottom}`);
    }
    await close(page);
  }
  const page = await openTab(await large.newContext({ viewport: { width: 320, height: 740 } }));
  await page.goto(`${at}/about/`);
  const clear = await page.evaluate(() => {
    const name = document.createRange();
    name.selectNodeContents(document.querySelector(".brand"));
    const a = name.getBoundingClientRect();
    const b = document.querySelector(".search-form").getBoundingClientRect();
    return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left;
  });
  ok(clear, "the field of the search is not on the name of the blog");
  await large.close();
}

await browser.close();
Object.values(sites).forEach((site) => site.close());
done();
