// SPDX-License-Identifier: MIT
// client.mjs HTTPD FOLDER: the script of the preview's pages in a real browser,
// against the small server of the other tests (unit/httpd.c), which says what it
// is told to. TAP on standard output. See tests/run/browser.t.
import { spawn } from "node:child_process";
import readline from "node:readline";
import * as harness from "./harness.mjs";
import { ok, same, sleep } from "./harness.mjs";

const [, , program, root] = process.argv;
const write = (name, text) => harness.write(root, name, text);

const server = { port: 0 };
const start = () =>
  new Promise((started) => {
    server.process = spawn(program, [root, `port=${server.port}`], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    readline.createInterface({ input: server.process.stdout }).on("line", (line) => {
      if (!line.startsWith("port ")) return;
      server.port = Number(line.slice(5));
      started();
    });
  });
const tell = (line) => server.process.stdin.write(line + "\n");
const send = (event, data) => tell(`send ${event} ${JSON.stringify(data)}`);
const changed = (change) => send("change", { urls: [], css: [], all: false, ...change });
const stop = () =>
  new Promise((stopped) => {
    server.process.once("exit", stopped);
    tell("quit");
  });

const at = (where) => `http://localhost:${server.port}${where}`;
// Whatever a page calls its base, the stream is at its own origin.
const html = (title) => `<!doctype html><html lang="en"><title>${title}</title>
<base href="https://example.org/y/">
<link rel="stylesheet" href="${at("/style.css")}"><body><h1>${title}</h1>
<details><summary>a</summary>A</details><details><summary>b</summary>B</details>
<div style="height: 5000px"></div>
<img src="${at("/photo.svg")}" srcset="${at("/large.svg")} 2x" alt=""></body></html>`;
const heading = (colour) => `h1 { color: rgb(${colour}) }`;

process.on("exit", () => server.process.kill("SIGKILL"));
await start();
write("index.html", html("home"));
write("x/index.html", html("one"));
write("404.html", html("nothing"));
write("style.css", heading("1, 0, 0"));
write("photo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');

// --- the browser -------------------------------------------------------------

const browser = await harness.launch();
const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
const page = await harness.openTab(context);

const open = (where, tab = page) => harness.visit(tab, at(where));
const titled = (title, tab = page) =>
  harness.comes(
    tab.waitForFunction((t) => document.title === t, title),
    `shows ${title}`,
  );
const coloured = (colour) =>
  harness.comes(
    page.waitForFunction(
      (c) => getComputedStyle(document.querySelector("h1")).color === `rgb(${c})`,
      colour,
    ),
    `a heading of ${colour}`,
  );
const mark = () => harness.mark(page);
const marked = () => harness.marked(page);

try {
  await open("/x/");
  same(await page.locator("crumb-badge a").textContent(), "Draft", "the badge");

  // A page that changed, and others.
  await page.evaluate(() => {
    document.querySelectorAll("details")[1].open = true;
    scrollTo(0, 1234);
  });
  await mark();
  changed({ urls: ["/other/", "/"] });
  await sleep(300);
  ok(await marked(), "another page is none of its business");
  write("x/index.html", html("two"));
  changed({ urls: ["/x/"] });
  await titled("two");
  await page.waitForLoadState();
  same(await page.evaluate(() => scrollY), 1234, "the same place");
  const unfolded = () => [...document.querySelectorAll("details")].map((d) => d.open);
  same(String(await page.evaluate(unfolded)), "false,true", "unfolded as before");
  await sleep(200);
  await mark();
  changed({ urls: ["/photo.svg"] });
  await page.waitForFunction(() => !window.mark);
  ok(true, "an image is a part of it");
  await sleep(300);
  await mark();
  changed({ urls: ["/large.svg"] });
  await page.waitForFunction(() => !window.mark);
  ok(true, "in each of its sizes");

  // Style sheets.
  await sleep(300);
  await mark();
  write("style.css", heading("2, 0, 0"));
  changed({ css: ["/style.css"] });
  await coloured("2, 0, 0");
  write("style.0a1b2c3d.css", heading("3, 0, 0"));
  changed({ css: ["/style.0a1b2c3d.css"] });
  await coloured("3, 0, 0");
  await page.waitForFunction(() => document.querySelectorAll("link").length === 1);
  ok(await marked(), "sheets are exchanged without a reload");
  same(await page.evaluate(() => scrollY), 1234, "nothing moves");

  // Errors.
  const panel = page.locator("crumb-errors section");
  const wrong = {
    file: "content/x.md", line: 4, column: 7, severity: "error", code: "bad-date",
    message: 'not a date: "<b>"', hint: "write 2026-11-21",
    source: "   4 | date: <b>", caret: "     |       ^^^",
  };
  send("errors", { diagnostics: [wrong], text: "" });
  await panel.waitFor();
  const text = await panel.textContent();
  ok(text.includes("content/x.md:4:7: error[bad-date]"), "its place and code");
  ok(text.includes('not a date: "<b>"'), "its message, as text");
  ok(text.includes("   4 | date: <b>\n     |       ^^^"), "the line and the mark");
  ok(text.includes("write 2026-11-21"), "the cure");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  send("errors", { diagnostics: [], text: "all wrong" });
  await panel.waitFor();
  ok((await panel.textContent()).includes("all wrong"), "or the text alone");
  await page.locator("crumb-errors button").click();
  await panel.waitFor({ state: "detached" });
  send("errors", { diagnostics: [wrong], text: "" });
  await panel.waitFor();
  send("good", {});
  await panel.waitFor({ state: "detached" });
  ok(await marked(), "they come and go without a reload");

  // The server goes and comes back.
  await stop();
  write("style.0a1b2c3d.css", heading("4, 0, 0"));
  await sleep(1500);
  await start();
  await coloured("4, 0, 0");
  ok(await marked(), "a restart alone is no reason to reload");
  await stop();
  write("x/index.html", html("three"));
  await sleep(700);
  await start();
  await titled("three");

  // What was not there.
  await open("/new/");
  same(await page.title(), "nothing", "no page yet");
  write("new/index.html", html("new"));
  changed({ urls: ["/new/"] });
  await titled("new");
  tell("error on");
  await open("/x/");
  same(await page.title(), "Broken", "no site yet");
  tell("error off");
  send("good", {});
  await titled("three");

  // Back, and from one page to the other.
  await open("/");
  await page.goBack();
  await sleep(300);
  write("x/index.html", html("four"));
  changed({ urls: ["/x/"] });
  await titled("four");

  // More tabs than a browser has connections.
  const tabs = [];
  for (let i = 0; i < 8; i++) {
    const tab = await context.newPage();
    await open("/x/", tab);
    tabs.push(tab);
  }
  ok(true, "eight tabs load");
  write("x/index.html", html("five"));
  changed({ urls: ["/x/"] });
  await Promise.all(tabs.map((tab) => titled("five", tab)));
} catch (error) {
  ok(false, String(error));
}
await browser.close();
await stop();
same(server.process.exitCode, 0, "the server ends well");
harness.done();
