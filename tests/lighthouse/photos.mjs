// SPDX-License-Identifier: MIT
// Pictures with the statistics of a telephone's: 4032 by 3024 pixels of things
// that hide each other, their sizes spread as in nature (the dead leaves model
// of Lee, Mumford and Huang, 2001), each with a texture whose spectrum falls
// with the frequency, lit from one side, behind a sky, or out of focus, and the
// grain of a sensor over all. They are PNG, for node can write these.
import fs from "node:fs";
import zlib from "node:zlib";

const WIDTH = 4032;
const HEIGHT = 3024;
const TILE = 1024; // side of the texture, which repeats

// sky: the part above the horizon. least: the radius of the smallest things,
// in pixels; the larger, the less is in focus. rough: of textures. grain: of
// the sensor, in steps of 256. light: of the whole.
const SCENES = [
  { name: "lake", sky: 0.5, least: 12, rough: 34, grain: 3, light: 1 },
  { name: "portrait", sky: 0, least: 90, rough: 20, grain: 3, light: 0.9 },
  { name: "street", sky: 0.25, least: 12, rough: 30, grain: 4, light: 0.9, boxes: true },
  { name: "meal", sky: 0, least: 40, rough: 30, grain: 4, light: 1 },
  { name: "forest", sky: 0.1, least: 8, rough: 40, grain: 4, light: 0.8 },
  { name: "beach", sky: 0.4, least: 30, rough: 36, grain: 2, light: 1.1 },
  { name: "night", sky: 0.4, least: 16, rough: 16, grain: 9, light: 0.5, boxes: true },
  { name: "cat", sky: 0, least: 40, rough: 40, grain: 4, light: 0.8 },
  { name: "mountain", sky: 0.35, least: 12, rough: 36, grain: 2, light: 1.1 },
  { name: "room", sky: 0, least: 24, rough: 20, grain: 5, light: 0.8, boxes: true },
];

function randomOf(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

// Noise of all octaves with the same strength each, as light of nature has.
function makeTexture(random) {
  const texture = new Float32Array(TILE * TILE);
  for (let cell = 2; cell <= TILE / 4; cell *= 2) {
    const n = TILE / cell;
    const grid = Float32Array.from({ length: n * n }, () => random() * 2 - 1);
    for (let y = 0; y < TILE; y++) {
      const [j, t] = [Math.floor(y / cell), (y % cell) / cell];
      const [above, below] = [j * n, ((j + 1) % n) * n];
      for (let x = 0; x < TILE; x++) {
        const [i, s] = [Math.floor(x / cell), (x % cell) / cell];
        const k = (i + 1) % n;
        const a = grid[above + i] * (1 - s) + grid[above + k] * s;
        const b = grid[below + i] * (1 - s) + grid[below + k] * s;
        texture[y * TILE + x] += (a * (1 - t) + b * t) * 0.4;
      }
    }
  }
  return texture;
}

function paint({ sky, least, rough, grain, light, boxes }, texture, random) {
  const pixels = new Float32Array(WIDTH * HEIGHT * 3);
  const horizon = Math.round(HEIGHT * sky);
  const at = (x, y) => texture[(y & (TILE - 1)) * TILE + (x & (TILE - 1))];
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    const v = y / HEIGHT;
    for (let x = 0; x < WIDTH; x++, i += 3) {
      const cloud = 18 * at(x >> 3, y >> 3);
      pixels[i] = 120 + 90 * v + cloud;
      pixels[i + 1] = 160 + 60 * v + cloud;
      pixels[i + 2] = 225 - 10 * v + cloud * 0.6;
    }
  }
  const hue = [90 + 60 * random(), 90 + 50 * random(), 60 + 50 * random()];
  const most = 1200;
  let covered = 0;
  while (covered < 5 * WIDTH * (HEIGHT - horizon)) {
    // The density of radii falls with their cube.
    const u = random();
    const radius = 1 / Math.sqrt((1 - u) / least ** 2 + u / most ** 2);
    const [wide, high] = [radius * (0.6 + random() * 0.8), radius * (0.6 + random() * 0.8)];
    const [cx, cy] = [random() * WIDTH, horizon + random() * (HEIGHT - horizon)];
    const shade = (random() - 0.5) * 110;
    const tint = hue.map((c) => c + shade + (random() - 0.5) * 40);
    const [lit, tx, ty] = [(random() - 0.3) * 40, Math.floor(random() * TILE), Math.floor(random() * TILE)];
    const strength = rough * random();
    covered += 3 * wide * high;
    for (let y = Math.max(horizon, Math.ceil(cy - high)); y < Math.min(HEIGHT, cy + high); y++) {
      const q = (y - cy) / high;
      const half = boxes ? wide : wide * Math.sqrt(1 - q * q);
      const last = Math.min(WIDTH, cx + half);
      for (let x = Math.max(0, Math.ceil(cx - half)); x < last; x++) {
        const n = lit * -q + strength * at(x + tx, y + ty);
        const i = (y * WIDTH + x) * 3;
        pixels[i] = tint[0] + n;
        pixels[i + 1] = tint[1] + n;
        pixels[i + 2] = tint[2] + n;
      }
    }
  }
  const bytes = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0, i = 0, o = 0; y < HEIGHT; y++) {
    o++;
    for (let x = 0; x < WIDTH * 3; x++, i++, o++) {
      const value = pixels[i] * light + (random() + random() - 1) * grain * 2;
      bytes[o] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return bytes;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(zlib.crc32(body), body.length + 4);
  return out;
}

function png(rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head),
    chunk("IDAT", zlib.deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

// Writes the pictures, and returns their names.
export function makePhotos(folder) {
  const random = randomOf(43);
  const texture = makeTexture(random);
  return SCENES.map((scene) => {
    const file = `${scene.name}.png`;
    fs.writeFileSync(`${folder}/${file}`, png(paint(scene, texture, random)));
    return file;
  });
}
