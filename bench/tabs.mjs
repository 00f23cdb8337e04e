import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { Page } from 'playwright' */
/** @import { Plan } from '../workers/model/plan' */

const help = `Measures by how much two tabs of one browser disturb each other that run a plan at once: the same plan alone and beside another tab, alternating.

  npm run bench:tabs [-- options]

  --pairs N  Pairs of runs (default 4).
  --url URL  A server that already serves the built site; otherwise it is built and served here.

For each candidate and operation: the median over the pairs of time beside another tab ÷ time alone, of the fastest samples of a run. The last line has the
median of all, and the largest.`;

/** @type {Plan} */
const plan = {
  datasets: [{ source: 'workload', workload: 'table', knobs: {}, size: 20_000, seed: 1 }],
  candidates: [
    {
      format: 'parquet',
      implementation: 'arrow-rs',
      options: {},
      codec: { id: 'zstd', level: 1, implementation: null, granularity: 'page' },
    },
    { format: 'arrow', implementation: 'apache-arrow', options: {}, codec: null },
    { format: 'csv', implementation: 'csv-core', options: {}, codec: null },
  ],
  operations: ['encode', 'decode'],
  effort: 'sizes',
  seed: 1,
};

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * The fastest sample of each candidate and operation, in ms.
 * @param {Page} page
 */
async function timesOf(page) {
  const { cells } = unwrapAnswer(await page.evaluate((value) => window.formatlab.run(value), plan));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const cell of cells) {
    if (cell.status !== 'completed') throw new Error(`Candidate ${cell.candidate} was not measured.`);
    for (const operation of /** @type {const} */ (['encode', 'decode'])) {
      const found = cell.operations[operation];
      if (found?.status !== 'measured') throw new Error(`Candidate ${cell.candidate} has no time to ${operation}.`);
      const name = `${plan.candidates[cell.candidate]?.format} ${operation}`;
      times.set(name, Math.min(...found.rounds.flatMap(({ samplesMs }) => samplesMs)));
    }
  }
  return times;
}

/**
 * @param {Page} page
 * @param {Page} other
 */
async function timesBeside(page, other) {
  let isOver = false;
  const beside = (async () => {
    while (!isOver) await timesOf(other);
  })();
  const times = await timesOf(page);
  isOver = true;
  await beside;
  return times;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { help: { type: 'boolean' }, pairs: { type: 'string', default: '4' }, url: { type: 'string' } },
  });
  if (values.help === true) {
    console.log(help);
    return true;
  }
  const pairs = parseWholeNumber('pairs', values.pairs, 1);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const other = await page.context().browser()?.newPage();
    if (other === undefined) throw new Error('The browser was closed.');
    await other.goto(page.url());
    await other.waitForFunction(() => window.formatlab !== undefined, null, { timeout: 30_000 });
    /** @type {Map<string, number[]>} */
    const ratios = new Map();
    for (let pair = 0; pair < pairs; pair += 1) {
      const alone = await timesOf(page);
      for (const [name, ms] of await timesBeside(page, other))
        ratios.set(name, [...(ratios.get(name) ?? []), ms / (alone.get(name) ?? Number.NaN)]);
    }
    for (const [name, all] of ratios) console.log(`${name.padEnd(20)} ${median(all).toFixed(2)}`);
    const all = [...ratios.values()].flat();
    console.log(`${'all'.padEnd(20)} ${median(all).toFixed(2)}, at most ${Math.max(...all).toFixed(2)}`);
    return true;
  } finally {
    await close();
  }
});
