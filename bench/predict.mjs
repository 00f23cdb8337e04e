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

  TABLE…        Tables of bench/predict/make_samples.py and bench/predict/held_out.py. Default: all.
  --folder DIR  Where tables are kept between runs (default: a folder of the system for temporary files).

Two groups of tables: those on which the constants of the model were chosen, and those held out. A line for each table and candidate has, for each
sample of 4 to 15 % of the rows, the error of the likely size and the limits, in percent of the predicted size. "!" marks a true size outside of its
limits. Then come, for each sample, the best candidate by size, and by the total over a link of 10 MB/s with the times of the table of trial costs: from
the sample, and by the true sizes. Nothing is timed. The exit code is 1 if in a group fewer than 95 % of the sizes lie within their limits, fewer than
60 % of these are at most 6 % wide, more than 5 % are wider than 25 %, more than 10 % of the answers are wrong, or more than a sixth stays open.`;

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

/** @typedef {{ judged: ReturnType<typeof judge>[], winners: import('./predict/winners').SampledWinner[] }} Group */

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
  const lines = execFileSync(python, [script, folder, ...positionals], { encoding: 'utf8' })
    .trim()
    .split('\n');
  fetchFromRepository();
  const server = await createServer({
    root: repository,
    server: { middlewareMode: true },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  /** @type {Map<string, Group>} */
  const groups = new Map();
  try {
    const { sampledCells } = await server.ssrLoadModule('/bench/predict/sampled-cells.ts');
    const { goals, winnerOf } = await server.ssrLoadModule('/bench/predict/winners.ts');
    for (const line of lines) {
      const [groupName = '', name = ''] = line.split('\t');
      const group = groups.get(groupName) ?? { judged: [], winners: [] };
      groups.set(groupName, group);
      /** @type {import('./predict/sampled-cells').SampledCell[]} */
      const cells = await sampledCells(join(folder, name));
      for (const candidate of new Set(cells.map((cell) => cell.candidate))) {
        const all = cells.filter((cell) => cell.candidate === candidate).map(judge);
        console.log(`${name.padEnd(17)}${candidate.padEnd(38)}${all.map(({ text }) => text).join(' | ')}`);
        group.judged.push(...all);
      }
      for (const goal of goals)
        for (const sample of new Set(cells.map((cell) => cell.sample))) {
          /** @type {import('./predict/winners').SampledWinner} */
          const winner = winnerOf(
            goal,
            cells.filter((cell) => cell.sample === sample),
          );
          console.log(
            `${name.padEnd(17)}${goal.padEnd(6)}${winner.outcome.padEnd(6)}${winner.fromSample} / ${winner.ofWhole}`,
          );
          group.winners.push(winner);
        }
    }
  } finally {
    await server.close();
  }
  return [...groups].map(([name, group]) => summary(name, group)).every((holds) => holds);
}

/**
 * Prints what a group of tables shows. Returns whether it is as it must be.
 * @param {string} name
 * @param {Group} group
 */
function summary(name, { judged, winners }) {
  const share = (/** @type {(each: (typeof judged)[number]) => boolean} */ test) =>
    judged.filter(test).length / judged.length;
  const within = share(({ holds }) => holds);
  const narrow = share(({ width }) => width <= 0.06);
  const wide = share(({ width }) => width > 0.25);
  console.log(
    `${name}: ${judged.length} sizes, ${percent(within)} % within their limits; limits at most 6 % wide: ${percent(narrow)} %; wider than 25 %: ${percent(wide)} %`,
  );
  const answers = (/** @type {string} */ outcome) => winners.filter((winner) => winner.outcome === outcome).length;
  console.log(
    `${name}: ${winners.length} answers, ${answers('right')} right, ${answers('open')} open, ${answers('wrong')} wrong`,
  );
  const isRight = answers('wrong') <= winners.length / 10 && answers('open') <= winners.length / 6;
  return within >= 0.95 && narrow >= 0.6 && wide <= 0.05 && isRight;
}

await runMain(main);
