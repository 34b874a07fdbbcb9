// SPDX-License-Identifier: MIT
// run.mjs CRUMB SITE: the site built for a port of this machine, served as
// docs/deploy.md says, with one more post of ten photos, and Lighthouse's marks
// (mobile) for each kind of page; then the bytes that a telephone loads for the
// photos. A page with less than 100 is looked at again, up to three times, since a
// busy machine costs marks. Fails if a mark stays below, or the page with its photos
// is more than 600 KB. See `make lighthouse`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import * as launcher from "chrome-launcher";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { makePhotos } from "./photos.mjs";

const [, , crumb, site] = process.argv;
const PAGES = [
  "/",
  "/networking/fat-tree-and-dragonfly/",
  "/baking/croissants/",
  "/networking/",
  "/tags/rdma/",
  "/archive/",
  "/about/",
  "/photos/",
];
const MOST = 600 * 1024; // bytes of the page of photos, 390 pixels wide at 2x
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".txt": "text/plain",
  ".xml": "application/xml",
};

const policy = fs
  .readFileSync(path.join(site, "docs/deploy.md"), "utf8")
  .match(/^```text csp\n(.*)\n```$/m)[1];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crumb-lighthouse-"));
const root = path.join(folder, "public");

const server = http.createServer((request, response) => {
  let file = path.join(root, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (file.endsWith("/")) file += "index.html";
  const found = fs.existsSync(file);
  if (!found) file = path.join(root, "404.html");
  response.writeHead(found ? 200 : 404, {
    "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream",
    "Content-Encoding": "gzip",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy,
  });
  response.end(zlib.gzipSync(fs.readFileSync(file)));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const origin = `http://localhost:${server.address().port}`;

function addPhotos() {
  const post = path.join(folder, "content/photos");
  fs.mkdirSync(post);
  const shown = makePhotos(post).map((file) => {
    const name = path.parse(file).name;
    return `## The ${name}\n\nWe saw it on the way.\n\n![The ${name}](${file})\n`;
  });
  fs.writeFileSync(
    path.join(post, "index.md"),
    `---\ntitle: Photos\ndate: 2024-01-01\nsummary: What we saw\n---\n${shown.join("\n")}`,
  );
}

// Bytes of the page and all that it loads until its end was seen.
async function weigh(address) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true });
  const client = await page.createCDPSession();
  let bytes = 0;
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  client.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.goto(address, { waitUntil: "networkidle0" });
  const photos = await page.$$("article picture img");
  for (const photo of photos) {
    await photo.scrollIntoView();
    await page.waitForFunction((img) => img.complete && img.naturalWidth > 0, {}, photo);
  }
  await page.waitForNetworkIdle();
  const forms = await page.$$eval("article picture img", (all) =>
    all.map((img) => +img.currentSrc.match(/-(\d+)\.[0-9a-f]{8}\.webp$/)?.[1]));
  await browser.disconnect();
  return { bytes, forms };
}

let chrome;
let wrong = false;
try {
  fs.cpSync(path.join(site, "content"), path.join(folder, "content"), { recursive: true });
  fs.copyFileSync(path.join(site, "site.yaml"), path.join(folder, "site.yaml"));
  addPhotos();
  execFileSync(crumb, ["build", "-C", folder, "--base-url", origin], { stdio: "ignore" });
  chrome = await launcher.launch({
    chromePath: process.env.CHROMIUM,
    chromeFlags: ["--headless", "--no-sandbox"],
  });
  console.log(["page".padEnd(40), ...CATEGORIES].join("  "));
  for (const page of PAGES) {
    let lhr;
    let marks = [];
    for (let n = 0; n < 4 && !(n && marks.every((it) => it === 100)); n++) {
      ({ lhr } = await lighthouse(origin + page, {
        port: chrome.port,
        onlyCategories: CATEGORIES,
        logLevel: "error",
      }));
      marks = CATEGORIES.map((it) => Math.round(lhr.categories[it].score * 100));
    }
    console.log(
      [page.padEnd(40), ...marks.map((it, i) => `${it}`.padStart(CATEGORIES[i].length))].join("  "),
    );
    if (marks.every((it) => it === 100)) continue;
    wrong = true;
    for (const name of CATEGORIES) {
      for (const { id, weight } of lhr.categories[name].auditRefs) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit.score !== null && audit.score < 1) {
          console.log(`  ${name}: ${audit.title} ${audit.displayValue ?? ""}`);
        }
      }
    }
  }
  const { bytes, forms } = await weigh(`${origin}/photos/`);
  console.log(`/photos/, 390 pixels at 2x: ${(bytes / 1024).toFixed()} KB; widths ${forms.join(" ")}`);
  wrong ||= bytes > MOST || forms.length !== 10 || forms.some((width) => !(width <= 720));
} finally {
  await chrome?.kill();
  server.close();
  fs.rmSync(folder, { recursive: true });
}
process.exit(wrong ? 1 : 0);
