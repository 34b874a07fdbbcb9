// SPDX-License-Identifier: MIT
// What the scripts here share: TAP, files written as programs do it, a browser.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { chromium } from "playwright-core";

let count = 0;
let failed = 0;

export const ok = (right, name) => {
  if (!right) failed++;
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
};

export const same = (got, want, name) => {
  ok(got === want, name);
  if (got !== want) console.log(`#  got: ${got}\n# want: ${want}`);
};

export const none = (list, name) => {
  ok(list.length === 0, name);
  for (const one of list) console.log(`# ${one}`);
};

// A thing that is to happen, within the time that pages have.
export const comes = (promise, name) =>
  promise.then(
    () => ok(true, name),
    (error) => ok(false, `${name}: ${String(error).split("\n")[0]}`),
  );

// A script that hangs has failed.
setTimeout(() => {
  ok(false, "an end within two minutes");
  process.exit(1);
}, 120000).unref();

export const done = () => {
  console.log(`1..${count}`);
  process.exitCode = failed ? 1 : 0;
};

export const sleep = (ms) => new Promise((awake) => setTimeout(awake, ms));

// Renamed into place, as crumb does it, and many editors.
export const write = (root, name, text) => {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file + ".new~", text);
  fs.renameSync(file + ".new~", file);
};

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".json": "application/json", ".png": "image/png", ".webp": "image/webp", ".svg": "image/svg+xml",
};

// The files of a folder, on a port of its own; policy: a Content-Security-Policy.
export const serve = async (folder, policy) => {
  const server = http.createServer((request, response) => {
    let file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (file.endsWith("/")) file += "index.html";
    if (!fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
      ...(policy && { "content-security-policy": policy }),
    });
    response.end(fs.readFileSync(file));
  });
  await new Promise((up) => server.listen(0, "127.0.0.1", up));
  return { at: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
};

// Root may not have Chromium's sandbox.
export const launch = (...args) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", ...args],
  });

export const openTab = async (context) => {
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  // Chromium says so of a page that is left while its transition begins.
  page.on("pageerror", (error) => /ViewTransition|Transition was/.test(error) ||
    ok(false, `no error in the script: ${error}`));
  return page;
};

// A page is at rest when its stream is open.
export const visit = async (page, address) => {
  const listening = page.waitForResponse((r) => r.url().includes("/__crumb/events"));
  await page.goto(address);
  await listening;
};

// What a reload would lose.
export const mark = (page) => page.evaluate(() => { window.mark = true; });
export const marked = (page) => page.evaluate(() => window.mark === true);
