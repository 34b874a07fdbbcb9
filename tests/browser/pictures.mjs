// SPDX-License-Identifier: MIT
// pictures.mjs CRUMB FOLDER: which form of a picture a browser loads, and that
// pictures move nothing when they come. TAP on standard output. See
// tests/run/browser.t.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { comes, done, launch, ok, openTab, same, serve, write } from "./harness.mjs";

const [, , crumb, root] = process.argv;

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });
  let sum = ~0;
  for (const byte of body) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(~sum >>> 0, body.length + 4);
  return out;
}

function png(width, height, tone) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Buffer.alloc((1 + 3 * width) * height, tone);
  for (let y = 0; y < height; y++) rows[y * (1 + 3 * width)] = 0;
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head),
    chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

write(root, "site.yaml", "title: Pictures\nurl: https://x.test\n");
write(root, "content/trip/one.png", png(1500, 1000, 90));
write(root, "content/trip/two.png", png(1400, 700, 160));
write(root, "content/baking/loaf.md", "---\ntitle: A loaf\ndate: 2024-01-02\nrecipe: {yield: 1 loaf}\n" +
  "cover: {image: loaf.png, alt: A loaf}\n---\n- 500 g flour\n\n1. Bake it.\n\n" +
  '![Its crumb](crumb.png "It has holes")\n');
write(root, "content/baking/loaf.png", png(1500, 1000, 90));
write(root, "content/baking/crumb.png", png(900, 600, 90));
const text = "Words of a post. ".repeat(150);
write(root, "content/trip/index.md", "---\ntitle: A trip\ndate: 2024-01-01\n---\n" +
  `![One](one.png "Alone")\n\n${text}\n\n![Two](two.png)\n\n${text}\n`);
for (const name of ["a", "b", "c"]) {
  fs.mkdirSync(path.join(root, "content/gallery"), { recursive: true });
  fs.writeFileSync(path.join(root, `content/gallery/${name}.png`), png(500, 300, 99));
}
write(root, "content/gallery/index.md", "---\ntitle: Galleries\n---\n" +
  `{{< gallery >}}\n\n${text}\n\n{{< gallery "a.png" "b.png" >}}\n`);
execFileSync(crumb, ["build", "-C", root]);

const server = await serve(path.join(root, "public"));
const host = server.at;
const at = `${host}/trip/`;
const browser = await launch();

// The first picture has plain sizes, the second the width that it gets.
const wanted = { 390: { 1: 400, 2: 720 }, 1280: { 1: 640, 2: 1280 } };
for (const [width, scales] of Object.entries(wanted)) {
  for (const [scale, form] of Object.entries(scales)) {
    const context = await browser.newContext({
      viewport: { width: +width, height: 800 }, deviceScaleFactor: +scale });
    const page = await openTab(context);
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.moved += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(at);
    if (!(await page.locator("picture").count())) {
      console.log("1..0 # SKIP built without libjpeg, libpng and libwebp");
      process.exit(0);
    }
    const loaded = async (alt) => {
      const img = page.locator(`img[alt="${alt}"]`);
      await img.scrollIntoViewIfNeeded();
      await page.waitForFunction((alt) => {
        const img = document.querySelector(`img[alt="${alt}"]`);
        return img.complete && img.naturalWidth > 0;
      }, alt);
      return img.evaluate((img) => +img.currentSrc.match(/-(\d+)\.[0-9a-f]{8}\.webp$/)?.[1]);
    };
    same(await loaded("One"), form, `${width} pixels, ${scale}x: the form of the first picture`);
    same(await loaded("Two"), form, `${width} pixels, ${scale}x: the form of a later one`);
    same(await page.evaluate(() => window.moved), 0, `${width} pixels, ${scale}x: nothing moves`);
    await context.close();
  }
}
// Galleries, by the keyboard, the mouse and a finger.
{
  const context = await browser.newContext({ hasTouch: true });
  const page = await openTab(context);
  await page.goto(`${host}/gallery/`);
  const large = () => page.evaluate(() => {
    const open = document.querySelectorAll("dialog[open]");
    return open.length > 1 ? "several" : open[0]?.querySelector("img").src.match(/\w(?=\.png)/)[0];
  });
  const shows = async (name, what) => same(await large(), name, what);
  await page.locator(".gallery a").first().focus();
  await page.keyboard.press("Enter");
  await shows("a", "Enter shows a picture of a gallery");
  await page.keyboard.press("ArrowRight");
  await shows("b", "an arrow shows the next one");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await shows("c", "... or the last one");
  await page.keyboard.press("Escape");
  await shows(undefined, "Escape ends it");
  await comes(page.waitForFunction(() => document.activeElement.href?.endsWith("c.png")),
    "... at the link of what was shown");
  await page.locator(".gallery").last().locator("a").last().click();
  await shows("b", "another gallery of the page");
  const picture = page.locator("dialog[open] img");
  await picture.click();
  await shows("a", "a click shows the next one, of two");
  await picture.click({ button: "right" });
  await shows("a", "... but one for the menu does not");
  const swipe = (from, to) => page.evaluate(([from, to]) => {
    const img = document.querySelector("dialog[open] img");
    for (const [type, clientX] of [["pointerdown", from], ["pointerup", to]])
      img.dispatchEvent(new PointerEvent(type, { clientX, bubbles: true }));
  }, [from, to]);
  await swipe(300, 200);
  await shows("b", "a swipe shows the next one");
  await page.evaluate(() => { document.querySelectorAll(".gallery a")[3].dataset.caption = "A lake"; });
  const press = (name) => page.getByRole("button", { name }).tap();
  await press("Previous");
  await shows("a", "a button shows the one before");
  same(await page.locator("dialog[open] p").textContent(), "A lake", "... and its caption");
  await press("Next");
  await shows("b", "... and one the next");
  same(await page.locator("dialog[open] p").textContent(), "", "a name of a file is no caption");
  await page.mouse.click(200, 30);
  await shows(undefined, "a click beside the picture ends it");
  await page.locator(".gallery a").nth(3).click();
  await press("Close");
  await shows(undefined, "a button ends it, too");
  same(await page.locator("dialog").count(), 2, "one dialog for each gallery");
  await page.route(`${host}/gallery/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/ data-(before|next)="[^"]*"/g, "") });
  });
  await page.goto(`${host}/gallery/`);
  same((await page.locator("dialog button").allTextContents()).join(""), "××", "a shortcode without words for them has no buttons to go on");
  await context.close();
}
// On paper.
{
  const page = await openTab(await browser.newContext());
  await page.emulateMedia({ media: "print" });
  for (const where of ["trip", "baking/loaf"]) {
    await page.goto(`${host}/${where}/`);
    for (const img of await page.locator("article img").all()) {
      await img.scrollIntoViewIfNeeded();
      const [fits, tall] = await img.evaluate((it) => {
        const { width, height } = it.getBoundingClientRect();
        const fit = Math.abs(width / height - it.getAttribute("width") / it.getAttribute("height"));
        return [fit < 0.05 || getComputedStyle(it).objectFit === "contain", height];
      });
      ok(fits, `${where}: a picture keeps its shape in print`);
      ok(tall > 20 && tall < (where === "trip" ? 350 : 160), `${where}: ... and is no larger than a part of the page: ${tall}`);
    }
  }
  await page.context().close();
}
await browser.close();
server.close();
done();
