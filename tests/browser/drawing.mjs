// SPDX-License-Identifier: MIT
// drawing.mjs FILE: opens a page of drawings in headless Chromium and prints
// where, by the boxes that it has for them, a label meets another one or the rim
// of a box, two boxes of nodes meet, or a group's box meets one that is not in it. Each line is a finding; the last one is
// the number of drawings and labels.
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.goto(`file://${process.argv[2]}`);
const found = await page.evaluate(() => {
  const near = 0.3; // of a pixel
  const box = (it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return { left, right, top, bottom, text: it.textContent };
  };
  const meet = (a, b) =>
    a.left < b.right - near && b.left < a.right - near &&
    a.top < b.bottom - near && b.top < a.bottom - near;
  const within = (a, b) =>
    a.left > b.left - near && a.right < b.right + near &&
    a.top > b.top - near && a.bottom < b.bottom + near;
  const findings = [];
  let labels = 0;
  const drawings = [...document.querySelectorAll(".drawing svg")];
  drawings.forEach((svg, number) => {
    const say = (text) => findings.push(`drawing ${number + 1}: ${text}`);
    const texts = [...svg.querySelectorAll("text")].map(box);
    // The boxes of groups are dashed, and links may cross them.
    const rects = [...svg.querySelectorAll("rect")];
    const isGroup = (it) => it.matches("[stroke-dasharray='2 3']");
    const groups = rects.filter(isGroup).map(box);
    const boxes = rects.filter((it) => !isGroup(it)).map(box);
    const all = box(svg);
    labels += texts.length;
    texts.forEach((a, i) => {
      if (!within(a, all)) say(`"${a.text}" is cut off`);
      for (const b of texts.slice(i + 1)) {
        if (meet(a, b)) say(`"${a.text}" meets "${b.text}"`);
      }
      for (const b of boxes) {
        if (meet(a, b) && !within(a, b)) say(`"${a.text}" meets a box`);
      }
    });
    groups.forEach((a, i) => {
      for (const b of groups.slice(i + 1)) {
        if (meet(a, b) && !within(a, b) && !within(b, a)) say("two groups meet");
      }
      for (const b of boxes) {
        if (meet(a, b) && !within(b, a)) say("a node is half in a group");
      }
    });
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        if (meet(a, b)) say("two boxes meet");
      }
    });
  });
  return [...findings, `${drawings.length} drawings, ${labels} labels`];
});
await browser.close();
console.log(found.join("\n"));
