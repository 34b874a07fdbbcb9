// SPDX-License-Identifier: MIT
// make FOLDER N: writes N pictures that look like landscapes.
// resize FOLDER OUT JOBS: sharp's forms of each. eleventy FOLDER OUT JOBS: those of
// eleventy-img. compare FOLDER NAME=FORMS...: the
// bytes of the forms in each folder, and their likeness to the pictures, each the
// mean of the first twelve; then the bytes that sharp needs to be as like, which it
// makes at three qualities. The pictures are reduced by sharp in linear light, and by
// the numbers of sRGB.
import fs from "node:fs";
import sharp from "sharp";
import { ssim } from "ssim.js";

const WIDTHS = [400, 640, 720, 960, 1280];
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
      const rough = 0.45 + (seed % 4) * 0.07;
      for (let o = 0, a = 1, f = 5; o < (v > 0.55 ? 8 : 4); o++, a *= rough, f *= 2.1) {
        n += a * noise(u * f * 1.33 + seed, v * f);
      }
      const sky = v < 0.5 + 0.08 * noise(u * 6, 1);
      const colour = sky
        ? [110 + 60 * v + 30 * n, 150 + 50 * v + 25 * n, 215 - 20 * v + 10 * n]
        : [90 + 70 * n, 100 + 60 * n, 60 + 45 * n];
      const grain = (random() - 0.5) * 4 * (seed % 3);
      for (const c of colour) bytes[i++] = Math.max(0, Math.min(255, c + grain));
    }
  }
  return bytes;
}

// The picture at that width: in linear light, and by the numbers of sRGB.
async function references(file, width) {
  const height = Math.round(width * 0.75);
  const pixels = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const small = () => sharp(pixels.data, { raw: pixels.info });
  const linear = small().pipelineColourspace("scrgb").resize(width, height);
  return Promise.all([linear.toColourspace("srgb"), small().resize(width, height)].map(rgba));
}

async function rgba(picture) {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const likeness = async (reference, bytes) =>
  ssim(reference, await rgba(sharp(bytes)), { downsample: false }).mssim;

// The bytes at that likeness, on the line through the points [likeness, bytes].
function bytesAt(points, like) {
  const x = (l) => -Math.log(1 - l);
  const i = like < points[1][0] ? 0 : 1;
  const [[a, p], [b, q]] = [points[i], points[i + 1]];
  return p * (q / p) ** ((x(like) - x(a)) / (x(b) - x(a)));
}

const pictures = () => fs.readdirSync(folder).filter((name) => name.endsWith(".jpg")).sort();

if (action === "make") {
  // A landscape takes seconds: twelve are drawn, and each picture is one of them whose
  // rows begin elsewhere.
  const [width, height] = [4000, 3000];
  const drawn = Array.from({ length: Math.min(12, +rest[0]) }, (_, i) => landscape(i + 1, width, height));
  for (let i = 1; i <= +rest[0]; i++) {
    const rows = drawn[(i - 1) % 12];
    const from = Math.floor((i - 1) / 12) * 16 * width * 3;
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
} else if (action === "eleventy") {
  const { default: eleventy } = await import("@11ty/eleventy-img");
  const [outputDir, jobs] = rest;
  sharp.concurrency(+jobs);
  eleventy.concurrency = +jobs;
  const settings = {
    outputDir,
    useCache: false,
    sharpWebpOptions: { quality: 75 },
    sharpJpegOptions: { quality: 75, progressive: true },
    filenameFormat: (id, source, width, format) =>
      `${source.split("/").at(-1).replace(".jpg", "")}-${width}.${format.replace("jpeg", "jpg")}`,
  };
  for (const name of pictures()) {
    const file = `${folder}/${name}`;
    await eleventy(file, { ...settings, widths: WIDTHS, formats: ["webp"] });
    await eleventy(file, { ...settings, widths: [1200], formats: ["jpeg"] });
  }
} else {
  const peers = rest.map((word) => word.split("="));
  const find = (where, start, ending) => {
    const all = fs.readdirSync(where);
    return `${where}/${all.find((name) => name.startsWith(start) && name.endsWith(ending))}`;
  };
  const first = pictures().slice(0, 12);
  const mean = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;
  const percent = (list) => `${(100 * mean(list)).toFixed(1)} %`;
  console.log(`| bytes, SSIM | ${peers.map(([name]) => name).join(" | ")} | crumb's bytes to sharp's | as like in light | as like in numbers |`);
  console.log(`|---|${"--:|".repeat(peers.length + 3)}`);
  for (const form of [640, 1280, 1200]) {
    const jpeg = form === 1200;
    const bytes = peers.map(() => []);
    const like = peers.map(() => []);
    const equal = [[], []];
    for (const name of first) {
      const stem = name.replace(".jpg", "");
      const whole = await references(`${folder}/${name}`, form);
      const files = peers.map(([, where]) =>
        fs.readFileSync(find(where, `${stem}-${form}`, jpeg ? ".jpg" : ".webp")));
      for (const [i, file] of files.entries()) {
        bytes[i].push(file.length);
        like[i].push(await likeness(whole[0], file));
      }
      const small = await rgba(sharp(`${folder}/${name}`).resize(form));
      const qualities = await Promise.all([60, 75, 88].map((quality) => {
        const pixels = sharp(small.data, { raw: { ...small, channels: 4 } }).removeAlpha();
        return (jpeg ? pixels.jpeg({ quality, progressive: true }) : pixels.webp({ quality })).toBuffer();
      }));
      for (const [i, reference] of whole.entries()) {
        const points = await Promise.all(qualities.map(async (made) =>
          [await likeness(reference, made), made.length]));
        const ours = i ? await likeness(reference, files[0]) : like[0].at(-1);
        equal[i].push(files[0].length / bytesAt(points, ours));
      }
    }
    const cells = peers.map((_, i) => `${Math.round(mean(bytes[i]))}, ${mean(like[i]).toFixed(4)}`);
    const share = bytes[0].map((n, i) => n / bytes[1][i]);
    console.log(`| ${jpeg ? "JPEG" : "WebP"}, ${form} | ${cells.join(" | ")} | ${[share, ...equal].map(percent).join(" | ")} |`);
  }
}
