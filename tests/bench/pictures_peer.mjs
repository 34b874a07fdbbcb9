// SPDX-License-Identifier: MIT
// make FOLDER N: writes N pictures that look like a landscape.
// resize FOLDER OUT JOBS: sharp's forms of each. compare FOLDER NAME=FORMS...: the
// bytes of the forms in each folder, and their likeness to the pictures.
import fs from "node:fs";
import sharp from "sharp";
import { ssim } from "ssim.js";

const WIDTHS = [400, 640, 800, 960, 1280];
const [action, folder, ...rest] = process.argv.slice(2);

function landscape(seed, width, height) {
  let state = seed * 7919 + 1;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  const grid = Array.from({ length: 4096 }, () => random() * 2 - 1);
  const at = (x, y) => grid[((y & 63) << 6) | (x & 63)];
  const smooth = (t) => t * t * (3 - 2 * t);
  const noise = (x, y) => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [s, t] = [smooth(x - i), smooth(y - j)];
    const top = at(i, j) * (1 - s) + at(i + 1, j) * s;
    return top * (1 - t) + (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t;
  };
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height];
      let n = 0;
      for (let o = 0, a = 1, f = 5; o < (v > 0.55 ? 8 : 4); o++, a *= 0.6, f *= 2.1) {
        n += a * noise(u * f * 1.33 + seed, v * f);
      }
      const sky = v < 0.5 + 0.08 * noise(u * 6, 1);
      const colour = sky
        ? [110 + 60 * v + 30 * n, 150 + 50 * v + 25 * n, 215 - 20 * v + 10 * n]
        : [90 + 70 * n, 100 + 60 * n, 60 + 45 * n];
      const grain = (random() - 0.5) * 8;
      for (const c of colour) bytes[i++] = Math.max(0, Math.min(255, c + grain));
    }
  }
  return bytes;
}

async function likeness(a, b, width, height) {
  const [p, q] = await Promise.all([a, b].map(async (file) => ({
    data: await sharp(file).resize(width, height).removeAlpha().ensureAlpha().raw().toBuffer(),
    width,
    height,
  })));
  return ssim(p, q).mssim;
}

const pictures = () => fs.readdirSync(folder).filter((name) => name.endsWith(".jpg")).sort();

if (action === "make") {
  // A landscape takes seconds: four are drawn, and each picture is one of them whose
  // rows begin elsewhere.
  const [width, height] = [4000, 3000];
  const drawn = [1, 2, 3, 4].map((seed) => landscape(seed, width, height));
  for (let i = 1; i <= +rest[0]; i++) {
    const rows = drawn[(i - 1) % 4];
    const from = Math.floor((i - 1) / 4) * 16 * width * 3;
    const bytes = Buffer.concat([rows.subarray(from), rows.subarray(0, from)]);
    const picture = sharp(bytes, { raw: { width, height, channels: 3 } });
    await picture.jpeg({ quality: 92 }).toFile(`${folder}/p${i}.jpg`);
  }
} else if (action === "resize") {
  const [out, jobs] = rest;
  sharp.concurrency(+jobs);
  sharp.cache(false);
  fs.mkdirSync(out);
  for (const name of pictures()) {
    const stem = `${out}/${name.replace(".jpg", "")}`;
    for (const width of WIDTHS) {
      const small = sharp(`${folder}/${name}`).rotate().resize(width);
      await small.webp({ quality: 75 }).toFile(`${stem}-${width}.webp`);
    }
    const small = sharp(`${folder}/${name}`).rotate().resize(1200);
    await small.jpeg({ quality: 75, progressive: true }).toFile(`${stem}-1200.jpg`);
  }
} else {
  const peers = rest.map((word) => word.split("="));
  const find = (where, start, ending) => {
    const all = fs.readdirSync(where);
    return `${where}/${all.find((name) => name.startsWith(start) && name.endsWith(ending))}`;
  };
  console.log(`| bytes, SSIM | ${peers.map(([name]) => name).join(" | ")} |`);
  console.log(`|---|${"--:|".repeat(peers.length)}`);
  for (const form of [...WIDTHS, 1200]) {
    const cells = [];
    for (const [, where] of peers) {
      const file = find(where, `p1-${form}`, form === 1200 ? ".jpg" : ".webp");
      const like = await likeness(`${folder}/p1.jpg`, file, form, Math.round(form * 0.75));
      cells.push(`${fs.statSync(file).size}, ${like.toFixed(4)}`);
    }
    console.log(`| ${form === 1200 ? "JPEG, 1200" : `WebP, ${form}`} | ${cells.join(" | ")} |`);
  }
}
