import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { ensurePython } from '../scripts/python.mjs';
import { runMain } from './command-line.mjs';

const help = `Predicts the sizes of whole files from samples, and compares them with the files that pyarrow writes.

  npm run bench:predict [-- options] [TABLE…]

  TABLE…        Tables of bench/predict/make_samples.py. Default: all.
  --folder DIR  Where tables are kept between runs (default: a folder of the system for temporary files).

A line for each table and candidate has, for each of three samples of 4 to 10 % of the rows, the error of the likely size and the limits, in percent
of the predicted size. "!" marks a true size outside of its limits. The exit code is 1 if fewer than 95 % of the sizes lie within their limits, if
fewer than 60 % of these are at most 6 % wide, or if more than 5 % are wider than 25 %.`;

const repository = new URL('..', import.meta.url).pathname;

/** WASM modules are fetched from the site; here they come from its folder. */
function fetchFromRepository() {
  const fetchElsewhere = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    if (!path.startsWith('/')) return fetchElsewhere(input, init);
    return new Response(await readFile(join(repository, path)), { headers: { 'content-type': 'application/wasm' } });
  };
}

const percent = (/** @type {number} */ share) => (100 * share).toFixed(1).padStart(6);

/** @param {import('./predict/sampled-cells').SampledCell} cell */
function judge({ predicted: { bytes, limits }, trueBytes }) {
  if (limits === null) throw new Error('A sample of several parts has limits.');
  const { low, high } = limits;
  const holds = low <= trueBytes && trueBytes <= high;
  const text = `${percent(bytes / trueBytes - 1)} [${percent(low / bytes - 1)} ${percent(high / bytes - 1)}]${holds ? ' ' : '!'}`;
  return { holds, width: (high - low) / bytes, text };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(help);
    return true;
  }
  const folder = values.folder ?? join(tmpdir(), 'formatlab-predict');
  const python = ensurePython();
  if (python === null) throw new Error('The tables are made by Python, which was not found.');
  const script = join(repository, 'bench/predict/make_samples.py');
  const names = execFileSync(python, [script, folder, ...positionals], { encoding: 'utf8' })
    .trim()
    .split('\n');
  fetchFromRepository();
  const server = await createServer({
    root: repository,
    server: { middlewareMode: true },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  /** @type {ReturnType<typeof judge>[]} */
  const judged = [];
  try {
    const { sampledCells } = await server.ssrLoadModule('/bench/predict/sampled-cells.ts');
    for (const name of names) {
      /** @type {import('./predict/sampled-cells').SampledCell[]} */
      const cells = await sampledCells(join(folder, name));
      for (const candidate of new Set(cells.map((cell) => cell.candidate))) {
        const all = cells.filter((cell) => cell.candidate === candidate).map(judge);
        console.log(`${name.padEnd(16)}${candidate.padEnd(38)}${all.map(({ text }) => text).join(' | ')}`);
        judged.push(...all);
      }
    }
  } finally {
    await server.close();
  }
  const share = (/** @type {(each: (typeof judged)[number]) => boolean} */ test) =>
    judged.filter(test).length / judged.length;
  const within = share(({ holds }) => holds);
  const narrow = share(({ width }) => width <= 0.06);
  const wide = share(({ width }) => width > 0.25);
  console.log(
    `${judged.length} sizes: ${percent(within)} % within their limits; limits at most 6 % wide: ${percent(narrow)} %; wider than 25 %: ${percent(wide)} %`,
  );
  return within >= 0.95 && narrow >= 0.6 && wide <= 0.05;
}

await runMain(main);
