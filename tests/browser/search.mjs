// SPDX-License-Identifier: MIT
// search.mjs CRUMB FOLDER POLICY: the search of a site below a path, served with the
// Content-Security-Policy POLICY, in a real browser. TAP on standard output. See
// tests/run/browser.t.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { comes, done, launch, ok, openTab, same, sleep, write } from "./harness.mjs";

const [, , crumb, root, policy] = process.argv;
const post = (title, text, day) =>
  `---\ntitle: ${title}\ndate: 2024-01-${day}\n---\n${text}\n`;

write(root, "site.yaml", "title: A blog\nurl: https://x.test/blog\nsearch: true\n");
write(root, "content/net/a.md", post("'Timers <b>of</b> BGP'",
  "A start.\n\n## Keep it alive\n\nThe keepalive timer is a third of the hold time.", "01"));
write(root, "content/net/b.md", post("Ovens", "A bread keeps its crust in </script> an oven.", "02"));
write(root, "content/net/c.md", post("Notes", "Use MD5[^1] (or none.) at all.\n\n[^1]: An old hash.", "03"));
write(root, "content/net/j.md", post("東京", "これは東京都です。ケーキを食べます。", "04"));
write(root, "content/net/k.md", post("Stars",
  "A star.\n\n## Far off\n\nTo count each star[^1] again is slow.\n\n[^1]: All of them.", "05"));
write(root, "content/net/l.md", post("Dough",
  "A. B. C. D. E. F. G. H. I. The dough isn't ready. O'Brien knows, the flour-maker, too.", "06"));
write(root, "content/net/m.md", post("Fruit",
  "* A quince.\n  * A plum.\n\n```\nrouter bgp 1\n neighbor tayberry\n exit\n```\n\n" +
  "<table><tr><td>gooseberry</td><td>elder</td></tr></table><div>medlar<br>fig</div>", "07"));
for (let i = 10; i < 23; i++) write(root, `content/many/m${i}.md`, post(`Many ${i}`, "A kumquat.", i));
execFileSync(crumb, ["build", "-C", root]);

let gone;
let slow = 0;
let change = (name, bytes) => bytes;
const asked = [];
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = http.createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://x");
  asked.push(pathname);
  let file = path.join(root, "public", decodeURIComponent(pathname).replace(/^\/blog/, ""));
  if (file.endsWith("/")) file += "index.html";
  if (!fs.existsSync(file) || gone?.test(pathname)) {
    response.writeHead(404).end();
    return;
  }
  if (/search\/w/.test(pathname)) await sleep(slow);
  response.writeHead(200, {
    "content-type": types[path.extname(file)] ?? "application/octet-stream",
    "content-security-policy": policy,
  });
  response.end(change(pathname, fs.readFileSync(file)));
});
await new Promise((up) => server.listen(0, "127.0.0.1", up));
const at = `http://127.0.0.1:${server.address().port}/blog`;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
const page = await openTab(context);
const refused = [];
page.on("console", (message) => {
  if (/Content.Security.Policy/.test(message.text())) refused.push(message.text());
});
const answers = page.locator(".search-form li");
const says = (words, name) =>
  comes(page.locator("[role=status]", { hasText: words }).waitFor(), name);

await page.goto(`${at}/`);
ok(!asked.some((path) => /search\.js$|index\.json$/.test(path)), "nothing is loaded before it is needed");
await page.keyboard.press("/");
ok(await page.evaluate(() => document.activeElement.name === "q"), "/ goes to the field");
await page.keyboard.type("keepal");
await comes(answers.first().waitFor(), "answers come while one types");
same(await answers.first().locator("a").textContent(), "Timers <b>of</b> BGP", "a title is text");
same(await answers.first().locator("a").getAttribute("dir"), "auto", "in its own direction");
await comes(answers.first().locator("small", { hasText: "alive" }).waitFor(), "the heading above the word");
same(await answers.first().locator("small").innerText(), "Net · 1 January 2024 · Keep it alive",
  "its section and date, as other pages write it");
same(await answers.first().locator("bdi").nth(1).textContent(), "1 January 2024", "a date is not turned");
await page.keyboard.press("ArrowDown");
ok(await page.evaluate(() => document.activeElement.matches(".search-form li a")), "an arrow goes to an answer");
await page.keyboard.press("Escape");
same(await answers.count(), 0, "Escape takes the answers away");
await page.keyboard.type("timers");
await page.keyboard.press("Enter");
await page.waitForURL("**/blog/search/?q=timers");
await comes(page.locator(".search-form mark").first().waitFor(), "the words are marked");
const link = await answers.first().locator("a").getAttribute("href");
ok(/^\/blog\/net\/a\/#[^:]*:~:text=/.test(link), "the link leads to the word");
same(await page.locator(".search-form [role=status]").textContent(), "1 page found", "how many there are");

const field = page.locator(".search-form input");
await field.fill("none");
await comes(page.locator(".search-form mark", { hasText: /^none$/ }).waitFor(), "a mark has no sign of the sentence");
same(await answers.locator("p").textContent(), "Use MD5 (or none.) at all.", "an excerpt has no number of a footnote");
await field.fill("kepealive");
await comes(page.locator(".search-form mark", { hasText: "keepalive" }).waitFor(), "a slip finds the word");
ok((await answers.first().locator("a").getAttribute("href")).includes("#keep-it-alive:~:text="), "below its heading");
await field.fill("quince");
await comes(page.locator(".search-form mark").waitFor(), "a word in a list item with a list in it");
same(await answers.locator("p").textContent(), "A quince.", "without that list");
await field.fill("tayberry");
await comes(page.locator(".search-form mark").waitFor(), "a word in code");
same(await answers.locator("p").textContent(), "neighbor tayberry", "with its line");
await field.fill("fruit");
await comes(answers.locator("p").waitFor(), "a word of the title has an excerpt, too");
same(await answers.locator("p").textContent(), "A quince.", "the beginning");
await field.fill('"gooseberry" "medlar"');
await says("1 page found", "phrases in blocks without a space between them");
asked.length = 0;
await field.fill("");
await field.pressSequentially('"crust in');
ok(!asked.some((path) => /net\/b/.test(path)), "a phrase is looked for when it is whole");
await says("1 page found", "and found then");
const firstText = () => answers.first().locator("p").innerHTML();
await field.fill('"東京都"');
await comes(page.locator(".search-form mark", { hasText: /^東京都$/ }).waitFor(), "a phrase of a language without spaces");
same(await firstText(), "これは<mark>東京都</mark>です。ケーキを食べます。", "is marked, and nothing else");
await field.fill('"keep it alive"');
await says("1 page found", "a heading as a phrase");
await field.fill('"notes"');
await says("1 page found", "a title as a phrase");
await field.fill("count star");
await comes(page.locator(".search-form mark", { hasText: "count" }).waitFor(), "words in the text");
same((await answers.first().locator("a").getAttribute("href")).replace(/.*:~:/, ""),
  "text=count%20each%20star", "their link says which of the page's they are");
await answers.first().locator("p").click();
await comes(answers.first().locator("p").waitFor({ state: "visible" }), "a click on an excerpt leaves the answers");
const fragmentOf = async (words, mark) => {
  await field.fill(words);
  await page.locator(".search-form mark", { hasText: mark }).first().waitFor();
  return decodeURIComponent((await answers.first().locator("a").getAttribute("href")).replace(/.*:~:text=/, ""));
};
same(await fragmentOf("dough", "dough"), "dough isn’t ready.", "it ends where a word does");
same(await answers.locator("p").textContent(), "… C. D. E. F. G. H. I. The dough isn’t ready. O’Brien knows, the flour-maker, too.",
  "an excerpt begins with a word");
same(await fragmentOf("brien", "Brien"), "O’Brien knows, the", "and begins with one");
same(await fragmentOf("東京", "東京"), "これは東京都です", "of a sentence without spaces all");
await field.fill("kumquat");
const more = page.locator(".search-form button", { hasText: "More" });
await comes(more.waitFor(), "ten answers, and a button");
same(await answers.count(), 10, "they are ten");
await more.click();
await comes(answers.nth(12).waitFor(), "which shows all");
ok(!await more.isVisible(), "and goes");
ok(await page.evaluate(() => document.activeElement.textContent.startsWith("Many")), "the next answer has the focus");
ok(page.url().endsWith("?q=kumquat"), "the address has the question that was typed");
await field.fill("zzzz");
await says("Nothing found", "nothing is found");
await field.fill("<img src=x onerror=alert(1)> (.*)+ 👍");
await page.waitForTimeout(300);
same(await page.locator(".search-form img").count(), 0, "a question is no markup");
ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than a phone");

const tree = await page.locator("form").ariaSnapshot();
ok(/search:[^]*searchbox "Search"[^]*status/.test(tree), "a screen reader has a search, its field and what it says");
await field.fill("-v -bread keepalive");
await says("1 page found", "an option leaves nothing out");
await field.fill("\"a crust\" bread");
await says("Nothing found", "a phrase that no page has");
await field.fill("\"its crust\"");
await says("1 page found", "and one that a page has");
await field.fill("bread -\"its crust\"");
await says("Nothing found", "one that is not to be there");
await field.fill("bread “a crust”");
await says("Nothing found", "in other quotes");
await field.fill("bread -“a crust”");
await says("1 page found", "and not to be there");
await field.evaluate((one) => {
  one.value = "\ud800";
  one.dispatchEvent(new Event("change"));
});
ok(/q=%EF%BF%BD$/.test(page.url()), "half a character in the address");
await field.fill("a ".repeat(5000));
await page.waitForTimeout(100);
ok((await field.inputValue()).length > 0, "a question of 10 KB");

// The site is exchanged while its index is read.
write(root, "content/net/c.md", post("Quokkas", "A quokka keeps bread from burning.", "03"));
change = (name, bytes) => {
  if (/index\.json/.test(name)) {
    change = (_, later) => later;
    execFileSync(crumb, ["build", "-C", root]);
  }
  return bytes;
};
await page.goto(`${at}/search/?q=quokka`);
await comes(page.locator(".search-form li a", { hasText: "Quokkas" }).waitFor(), "a new version of the site is found");

const breadSays = async (words, name) => {
  await page.goto(`${at}/search/?q=bread`);
  await says(words, name);
};
gone = /search\/w/;
await breadSays("can't be reached", "a file that is missing is said");
gone = undefined;
change = (name, bytes) => /search\/w/.test(name) ? bytes.subarray(0, bytes.length - 3) : bytes;
await breadSays("can't be reached", "one that is cut off");
change = (name, bytes) => /index\.json/.test(name) ? String(bytes).replace('"version": 1', '"version": 2') : bytes;
await breadSays("can't be reached", "one of another version");
change = (name, bytes) => /index\.json/.test(name) ? "<!doctype html>" : bytes;
await breadSays("can't be reached", "one that is no index");
change = (name, bytes) => /search\/f/.test(name) ? "[]" : bytes;
await breadSays("can't be reached", "a fragment that is none");
change = (name, bytes) => bytes;
gone = /net\/b/;
await page.goto(`${at}/search/?q=%22its%20crust%22`);
await says("can't be reached", "a page that a phrase is looked for in");
gone = undefined;
slow = 2000;
await breadSays("Searching", "one that takes long");
await says("2 pages found", "and then comes");
slow = 0;

// Two forms on a page; the menu is not below the field.
write(root, "templates/partials/footer.html", '{% include "partials/search.html" %}');
execFileSync(crumb, ["build", "-C", root]);
for (const width of [390, 700]) {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${at}/`);
  const boxes = await Promise.all([".search-form input", ".site-header nav"].map(
    (one) => page.locator(one).first().boundingBox()));
  ok(boxes[0].y + boxes[0].height <= boxes[1].y, `the menu is below the field, ${width} pixels`);
}
const second = page.locator(".search-form").nth(1);
await second.locator("input").fill("bread");
await comes(second.locator("li").first().waitFor(), "a second form on a page answers");
await second.locator("input").press("Enter");
await page.waitForURL("**/blog/search/?q=bread");
ok(true, "and leads to the page of the search");
same(refused.join("\n"), "", "the policy refuses nothing");

const plain = await browser.newContext({ javaScriptEnabled: false });
const silent = await plain.newPage();
await silent.goto(`${at}/`);
await silent.locator(".search-form input").first().fill("bread");
await silent.locator(".search-form input").first().press("Enter");
await silent.waitForURL("**/blog/archive/?q=bread");
ok(true, "without a script the form leads to the archive");

await browser.close();
server.close();
done();
