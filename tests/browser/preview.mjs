// SPDX-License-Identifier: MIT
// preview.mjs CRUMB FOLDER: an hour with `crumb serve` and a browser, the
// built-in theme and a site under a path. TAP on standard output. See
// tests/run/browser.t.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { HtmlValidate } from "html-validate";
import { comes, done, launch, mark, marked, ok, openTab, same, sleep, visit, write }
  from "./harness.mjs";

const [, , program, scratch] = process.argv;
const root = path.join(scratch, "site");
const here = path.dirname(fileURLToPath(import.meta.url));
const site = (name, text) => write(root, name, text);

// --- the site ------------------------------------------------------------------

const post = (title, day, text, more = "") =>
  `---\ntitle: ${title}\ndate: 2026-01-0${day}\n${more}---\n${text}\n`;
const long = (last) => `First.

<details><summary>One</summary>A</details>
<details id="second"><summary>Two</summary>B</details>

<input id="note">

${"A long text.\n\n".repeat(200)}
${last}`;
const style = (colour) =>
  fs.readFileSync(path.join(here, "../../static/style.css"), "utf8") +
  `\nh1 { color: rgb(${colour}) }\n`;

site("site.yaml", "title: Live\nurl: https://crumbs.test/blog\n");
site("content/life/one.md", post("One", 1, long("The end.")));
site("content/life/two.md", post("Two", 2, "Second."));
site("content/life/draft.md", post("Not yet", 3, "Hush.", "draft: true\n"));

// --- the preview ---------------------------------------------------------------

const preview = { port: 0 };
const start = () =>
  new Promise((started, failed) => {
    const port = preview.port || 4800 + (process.pid % 500);
    preview.process = spawn(program, ["serve", "-C", root, "--port", String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    preview.process.once("exit", (status) => failed(`serve ended: ${status}`));
    readline.createInterface({ input: preview.process.stdout }).on("line", (line) => {
      const [, address, at] = line.match(/^serving (http:\S+:(\d+)\S*) /) ?? [];
      if (!address) return;
      preview.address = address;
      if (preview.port) same(Number(at), preview.port, "the same port");
      preview.port = Number(at);
      started();
    });
  });
const stop = () =>
  new Promise((stopped) => {
    preview.process.removeAllListeners("exit");
    preview.process.once("exit", stopped);
    preview.process.kill("SIGINT");
  });
const at = (where) => `${preview.address}${where}`;

process.on("exit", () => preview.process.kill("SIGKILL"));
await start();
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
const [one, other, home] = [
  await openTab(context), await openTab(context), await openTab(context),
];

const says = (page, text, name) =>
  comes(page.waitForFunction((t) => document.body.innerText.includes(t), text), name);
const coloured = (page, colour, name) =>
  comes(
    page.waitForFunction(
      (c) => getComputedStyle(document.querySelector("h1")).color === `rgb(${c})`,
      colour,
    ),
    name,
  );
// What who sees or hears badly would stumble over.
const axe = createRequire(import.meta.url).resolve("axe-core");
const accessible = async (page, name) => {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run());
  same(violations.map((v) => `${v.id}: ${v.nodes[0].html}`).join("\n"), "",
    `accessible: ${name}`);
};
const state = (page) =>
  page.evaluate(() =>
    [scrollY, ...[...document.querySelectorAll("main details")].map((d) => d.open)].join(),
  );

try {
  await visit(one, at("life/one/"));
  await says(one, "The end.", "a page");
  await visit(other, at("life/two/"));
  await visit(home, `http://localhost:${preview.port}/`);
  same(home.url(), at(""), "the root leads to the site's path");

  // A text.
  await one.evaluate(() => {
    document.querySelector("#second").open = true;
    scrollTo(0, 1234);
  });
  await Promise.all([one, other, home].map(mark));
  site("content/life/one.md", post("One", 1, long("A new end.")));
  await says(one, "A new end.", "an edit is shown without a hand at the browser");
  await one.waitForLoadState();
  same(await state(one), "1234,false,true", "at the same place, as unfolded as before");
  ok(await marked(other), "another post stays as it is");
  ok(await marked(home), "and a list that shows nothing of it");
  // A build that has a look at everything follows, and finds nothing.
  await mark(one);
  await sleep(1500);
  ok(await marked(one), "once is enough");

  // Drawings: the last good one stays while there is a mistake in its fence.
  const sketch = (kind, lines) => `\n\`\`\`${kind}\n${lines}\n\`\`\`\n`;
  const drawn = (first, second, last) =>
    site("content/life/two.md", post("Two", 2, sketch("topology", first) +
      sketch('topology {title="B"}', second) + sketch("subnet", `10.0.0.0/${last === "A slip." ? 33 : 30}`) + last));
  const drawings = () =>
    other.evaluate(() =>
      [...document.querySelectorAll("main .drawing")].map((e) => e.textContent.match(/leaf\d/)[0])
        .join());
  drawn("router leaf1", "router leaf2", "Drawn.");
  await says(other, "Drawn.", "two drawings");
  same(await drawings(), "leaf1,leaf2", "are shown");
  drawn("router leaf1", "no router", "A slip.");
  await says(other, "A slip.", "a slip in one of them");
  same(await drawings(), "leaf1,leaf2", "leaves the last good one");
  ok(!(await other.content()).includes("no router"), "in the place of its fence");
  ok((await other.content()).includes("10.0.0.3"), "and the last good answers");
  drawn("router leaf3", "nothing", "Another.");
  await says(other, "Another.", "a second one, and an edit beside it");
  same(await drawings(), "leaf3,leaf2", "leave it, too");
  drawn("router leaf3", "router leaf4", "Mended.");
  await says(other, "Mended.", "what was meant");
  same(await drawings(), "leaf3,leaf4", "is shown");
  site("content/life/two.md", post("Two", 2, sketch("topology", "no router") + "Alone."));
  await says(other, "Alone.", "another number of drawings");
  ok((await other.content()).includes("no router"), "shows a fence as it is typed");
  site("content/life/two.md", post("Two", 2, "Second."));
  await says(other, "Second.", "without drawings");

  // A style sheet of one's own, and a change in it.
  site("static/style.css", style("1, 0, 0"));
  await coloured(one, "1, 0, 0", "a style sheet instead of the theme's");
  await one.locator("#note").fill("typed");
  await one.evaluate(() => scrollTo(0, 1234));
  await Promise.all([one, other].map(mark));
  site("static/style.css", style("2, 0, 0"));
  await coloured(one, "2, 0, 0", "a change in a style sheet");
  await coloured(other, "2, 0, 0", "in each tab");
  ok((await marked(one)) && (await marked(other)), "without a reload");
  same(await state(one), "1234,false,true", "nothing moves");
  same(await one.locator("#note").inputValue(), "typed", "nor is lost");

  // One that is named with its fingerprint changes the page, which stays too.
  const named = (title) =>
    site("templates/post.html", `<!doctype html><html lang="en"><title>${title}</title>
<link rel="stylesheet" href="{{ asset('own.css') }}"><h1>${title}</h1>
<details><summary>a</summary>A</details>{{ page.content }}</html>`);
  const draft = await openTab(context);
  site("static/own.css", "h1 { color: rgb(5, 0, 0) }");
  named("Named");
  await visit(draft, at("life/draft/"));
  await coloured(draft, "5, 0, 0", "a sheet with its fingerprint");
  await draft.evaluate(() => {
    document.querySelector("details").open = true;
  });
  await mark(draft);
  for (const colour of ["6, 0, 0", "7, 0, 0"]) {
    site("static/own.css", `h1 { color: rgb(${colour}) }`);
    await coloured(draft, colour, "saved");
  }
  ok(await marked(draft), "without a reload");
  await draft.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: false });
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await sleep(500);
  ok(await marked(draft), "it knows which version it shows");
  named("Other");
  await says(draft, "Other", "the page itself is loaded");
  await draft.close();
  fs.unlinkSync(path.join(root, "templates/post.html"));
  for (const page of [one, other]) {
    await coloured(page, "2, 0, 0", "as it was");
    await mark(page);
  }

  await visit(home, at(""));
  await accessible(home, "the home page");
  await mark(home);

  // An error, in each tab, and over pages that are opened meanwhile.
  const panel = (page) => page.locator("crumb-errors section");
  site("content/life/two.md", post("Two", 2, "Second.", "tags: [\n"));
  await comes(panel(one).waitFor(), "an error is shown over the page");
  await comes(panel(other).waitFor(), "in each tab");
  ok((await panel(one).textContent()).includes("content/life/two.md:4:7"), "with its place");
  ok((await one.locator("main").innerText()).includes("A new end."), "the page is below");
  await accessible(home, "the error over it");
  const late = await openTab(context);
  await visit(late, at("life/two/"));
  await comes(panel(late).waitFor(), "and in a new one");
  ok((await late.locator("main").innerText()).includes("Second."), "over what was good");
  site("content/life/two.md", post("Two", 2, "Second."));
  for (const page of [one, other, late]) {
    await comes(panel(page).waitFor({ state: "detached" }), "gone when it is mended");
  }
  ok((await marked(one)) && (await marked(other)), "without a reload");
  await late.close();

  // The preview ended, and started again: once with nothing new, once with.
  await stop();
  same(preview.process.exitCode, 0, "Ctrl-C is a good end");
  await start();
  await sleep(1200);
  same((await fetch(at("life/one/"))).status, 200, "the page is there");
  ok(await marked(one), "and shown as it was: a start alone changes nothing");
  await stop();
  site("content/life/one.md", post("One", 1, long("Written meanwhile.")));
  await start();
  await says(one, "Written meanwhile.", "what was written meanwhile is shown");
  same(await state(one), "1234,false,true", "at the same place");

  // A post.
  ok(!(await home.locator("main").innerText()).includes("Three"), "no third post");
  site("content/life/three.md", post("Three", 4, "Third."));
  await says(home, "Three", "a new post is in the list");
  await home.getByRole("link", { name: "Three" }).first().click();
  await says(home, "Third.", "which leads to it");
  fs.unlinkSync(path.join(root, "content/life/three.md"));
  await comes(home.waitForFunction(() => !document.body.innerText.includes("Third.")),
    "removed, its page goes");

  // A draft.
  const badge = home.locator("crumb-badge a");
  await visit(home, at("life/draft/"));
  await comes(badge.waitFor(), "a badge");
  same(await badge.textContent(), "Draft", "says that it is a draft");
  ok((await home.locator("main").innerText()).includes("Hush."), "which the preview shows");
  const build = spawnSync(program, ["build", "-C", root]);
  same(build.status, 0, "a build beside it");
  const published = fs.readdirSync(path.join(root, "public"), { recursive: true })
    .filter((name) => fs.statSync(path.join(root, "public", name)).isFile())
    .map((name) => [name, fs.readFileSync(path.join(root, "public", name), "utf8")]);
  ok(published.some(([name]) => name === "life/one/index.html"), "has the posts");
  ok(!published.some(([name, text]) => /life.draft|Not yet|Hush/.test(name + text)),
    "and nothing of the draft");
  ok(!published.some(([, text]) => text.includes("__crumb")), "nor of the preview");
  const html = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
  for (const [name, text] of published.filter(([name]) => name.endsWith(".html"))) {
    const { results } = await html.validateString(text, name);
    same(results.flatMap((r) => r.messages).map((m) => `${m.line}: ${m.message}`).join("\n"),
      "", `valid: ${name}`);
  }
  await accessible(home, "a draft, and its badge");
  await badge.click();
  await comes(home.waitForURL("**/__crumb/drafts"), "the badge leads to the list");
  await accessible(home, "the list");
  await home.getByRole("link", { name: "Not yet" }).click();
  await comes(home.waitForURL("**/blog/life/draft/"), "and that to the draft");
  site("content/life/draft.md", post("Not yet", 3, "Hush."));
  await comes(badge.waitFor({ state: "detached" }), "no badge once it is none");

  // Warnings.
  const warned = home.locator("crumb-badge button");
  const warnings = home.locator("crumb-errors section");
  site("content/life/draft.md", post("Not yet", 3, "Hush, [there](gone.md)."));
  await comes(warned.waitFor(), "a badge of warnings");
  same(await warned.textContent(), "1 warning", "with their number");
  await warned.click();
  ok((await warnings.innerText()).includes("content/life/draft.md:"), "opens their list");
  ok((await warnings.innerText()).startsWith("1 warning on this page"), "of this page");
  await accessible(home, "the list of warnings");
  site("content/about.md", "# About\n\n[Away](nowhere.md)\n");
  await comes(warnings.getByText("On other pages").waitFor(), "an open list grows");
  await home.keyboard.press("Escape");
  await comes(warnings.waitFor({ state: "detached" }), "Escape closes it");
  site("content/life/draft.md", post("Not yet", 3, "Hush."));
  await comes(home.locator("crumb-badge .elsewhere").waitFor(), "of other pages: said so");
  await warned.click();
  ok((await warnings.innerText()).includes("content/about.md:3"), "with their place");
  await accessible(home, "the list of other pages' warnings");
  fs.unlinkSync(path.join(root, "content/about.md"));
  await comes(warned.waitFor({ state: "detached" }), "no badge when none is left");
  await comes(warnings.waitFor({ state: "detached" }), "and no list");
} catch (error) {
  ok(false, String(error));
}
await browser.close();
await stop();
same(preview.process.exitCode, 0, "the end");
done();
