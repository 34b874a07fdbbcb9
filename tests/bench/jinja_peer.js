// SPDX-License-Identifier: MIT
// jinja_peer.js ACTION TEMPLATES CONTEXT NAME: as jinja.c, with nunjucks,
// which is looked for in NODE_PATH.
//
//     time     prints `compile render`, nanoseconds each
//     text     prints what the template makes
//     version  prints the version
//
// A render ends with the bytes of the text, which is what crumb makes and what
// everybody needs in the end; without them the engine would only note which
// strings to put together some day.
'use strict';

const fs = require('fs');
const path = require('path');
const nunjucks = require('nunjucks');

const BATCHES = 8;
const BATCH = 100; // milliseconds

// Milliseconds that one call takes in the best of a few batches; the first
// ones leave the compiler of the engine time to warm up.
function best(action) {
  let fastest = Infinity;
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = performance.now();
    let n = 0;
    for (; performance.now() - start < BATCH; n++) {
      action();
    }
    fastest = Math.min(fastest, (performance.now() - start) / n);
  }
  return fastest;
}

function main() {
  const [action, folder, context, name] = process.argv.slice(2);
  if (action === 'version') {
    console.log('nunjucks', require('nunjucks/package.json').version);
    return;
  }
  const loader = new nunjucks.FileSystemLoader(folder);
  const env = new nunjucks.Environment(loader, { autoescape: true });
  const variables = JSON.parse(fs.readFileSync(context, 'utf8'));
  const template = env.getTemplate(name, true);
  if (action === 'text') {
    process.stdout.write(template.render(variables));
    return;
  }
  const source = fs.readFileSync(path.join(folder, name), 'utf8');
  const rendering = best(() => Buffer.from(template.render(variables)));
  const compiling = best(() => nunjucks.compile(source, env, name, true));
  console.log(Math.round(compiling * 1e6), Math.round(rendering * 1e6));
}

main();
