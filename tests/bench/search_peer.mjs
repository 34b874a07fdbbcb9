// SPDX-License-Identifier: MIT
// search_peer.mjs KIND SITE QUESTION...: asks the search of a finished site in
// Chromium, with an empty cache for each question; KIND is crumb or pagefind. A
// question is three words: the first two are asked, then the third as well. Prints the
// cells of a Markdown row: kilobytes for the first search, for the pages of its five
// excerpts, and for the further word (smallest to largest), as a server sends them that
// compresses text; and the milliseconds to the first answers during which nothing was
// loaded (largest). Started by search.sh; playwright-core is that of tests/browser.
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import zlib from "node:zlib";

const [, , kind, site, ...questions] = process.argv;
const require = createRequire(new URL("../browser/", import.meta.url));
const { chromium } = require("playwright-core");

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css",
  ".json": "application/json", ".wasm": "application/wasm" };
let pages = 0; // bytes that were sent: of pages...
let others = 0; // ...and of the search's own files
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://x");
  let file = path.join(site, decodeURIComponent(pathname));
  if (file.endsWith("/")) file += "index.html";
  if (!fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const type = types[path.extname(file)];
  const bytes = type ? zlib.gzipSync(fs.readFileSync(file)) : fs.readFileSync(file);
  if (file.endsWith(".html")) pages += bytes.length;
  else others += bytes.length;
  response.writeHead(200, { "content-type": type ?? "application/octet-stream",
    "cache-control": "max-age=600", ...(type && { "content-encoding": "gzip" }) });
  response.end(bytes);
});
await new Promise((up) => server.listen(0, "127.0.0.1", up));
const at = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"] });

// Run in the page, until there are answers: crumb's in the form, Pagefind's from its
// own interface. Returns the milliseconds without those of loading.
const searches = {
  crumb: async (words) => {
    const field = document.querySelector(".search-form input");
    const list = field.form.querySelector("ol");
    list.replaceChildren();
    field.value = words;
    const shown = new Promise((shown) =>
      new MutationObserver(() => list.children.length && shown()).observe(list,
        { childList: true }));
    if (document.activeElement === field) field.dispatchEvent(new Event("input"));
    else field.focus();
    await shown;
  },
  pagefind: async (words) => {
    const pagefind = await import("/pagefind/pagefind.js");
    const { results } = await pagefind.search(words);
    await Promise.all(results.slice(0, 5).map((result) => result.data()));
  },
};
const timed = async (page, words) => {
  return page.evaluate(`(async () => {
    performance.clearResourceTimings();
    const begin = performance.now();
    await (${searches[kind]})(${JSON.stringify(words)});
    const end = performance.now();
    let loading = 0, last = begin;
    for (const { startTime, responseEnd } of performance.getEntriesByType("resource")) {
      const to = Math.min(end, responseEnd);
      loading += Math.max(0, to - Math.max(startTime, last));
      last = Math.max(last, to);
    }
    return end - begin - loading;
  })()`);
};

const rows = { first: [], excerpts: [], further: [], ms: [] };
for (const question of questions) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(at + "/", { waitUntil: "networkidle" });
  pages = others = 0;
  rows.ms.push(await timed(page, question.replace(/ [^ ]*$/, "")));
  await page.waitForTimeout(1500);
  rows.first.push(others);
  rows.excerpts.push(pages);
  others = 0;
  await timed(page, question);
  await page.waitForTimeout(1500);
  rows.further.push(others);
  await context.close();
}
const range = (bytes) => {
  const [least, most] = [Math.min, Math.max].map((f) => (f(...bytes) / 1000).toFixed(0));
  return least === most ? most : `${least} to ${most}`;
};
console.log([range(rows.first), range(rows.excerpts), range(rows.further),
  Math.max(...rows.ms).toFixed(0)].join(" | "));
await browser.close();
server.close();
