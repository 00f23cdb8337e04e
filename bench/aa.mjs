import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { candidateLabel, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { Candidate, DatasetSpec, Plan } from '../workers/model/plan' */
/** @import { RunResult } from '../workers/model/result' */

const help = `Measures identical candidates as if they were different, and counts how often a verdict calls two of them different.

  npm run bench:aa -- [--copies N] [--runs N] [--url URL]

For each candidate and operation, every pair of the N copies (default 5) is compared, in --runs runs (default 1) of standard effort.
Exit code: 0 if at most 5 % of the pairs are called different, 1 if more, 2 if not every pair could be compared.`;

/** @type {DatasetSpec} */
const dataset = { source: 'workload', workload: 'keyedVectors', knobs: {}, size: 50, seed: 1 };
/** @type {Candidate[]} */
const candidates = [
  { format: 'pickle', implementation: 'formatlab', options: {}, codec: null },
  {
    format: 'raw',
    implementation: 'formatlab',
    options: {},
    codec: { id: 'gzip', level: 6, implementation: 'fflate', granularity: 'file' },
  },
  {
    format: 'raw',
    implementation: 'formatlab',
    options: {},
    codec: { id: 'zstd', level: 3, implementation: 'bokuweb', granularity: 'file' },
  },
];
/** @type {Plan['operations']} */
const operations = ['encode', 'decode'];
const limit = 0.05;

/** @returns {Promise<boolean>} whether few enough pairs were called different */
async function main() {
  const { values } = parseArgs({
    options: {
      copies: { type: 'string', default: '5' },
      runs: { type: 'string', default: '1' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const copies = parseWholeNumber('copies', values.copies, 2);
  const runs = parseWholeNumber('runs', values.runs, 1);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  let pairs = 0;
  let different = 0;
  const ratios = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const candidate of candidates) {
        /** @type {Plan} */
        const plan = {
          datasets: [dataset],
          candidates: Array.from({ length: copies }, () => candidate),
          operations,
          effort: 'standard',
          seed: run + 1,
        };
        const result = unwrapAnswer(await page.evaluate((value) => window.formatlab.run(value), plan));
        const compared = await page.evaluate(comparePairs, result);
        for (const { operation, comparisons, floor } of compared) {
          const unjudged = comparisons.find(({ verdict }) => verdict === 'tooFewRounds');
          if (unjudged)
            throw new Error(
              `${candidateLabel(candidate)}, ${operation}: a pair has only ${unjudged.pairCount} rounds, too few for a verdict.`,
            );
          const called = comparisons.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
          pairs += comparisons.length;
          different += called.length;
          ratios.push(...comparisons.map(({ ratio }) => Math.abs(Math.log(ratio))));
          const worst = Math.max(...comparisons.map(({ ratio }) => Math.abs(ratio - 1)));
          console.log(
            `${candidateLabel(candidate)}, ${operation}: ${called.length} of ${comparisons.length} pairs called different; largest error of a ratio ${(worst * 100).toFixed(1)} %${floor === null ? '' : `; noise floor ${(floor * 100).toFixed(1)} %`}`,
          );
        }
      }
    }
  } finally {
    await close();
  }
  const rms = Math.sqrt(ratios.reduce((sum, log) => sum + log * log, 0) / ratios.length);
  console.log(
    `\n${different} of ${pairs} identical pairs called different (${((100 * different) / pairs).toFixed(1)} %, at most ${limit * 100} % allowed); the ratio's error is ${(rms * 100).toFixed(1)} % (root mean square).`,
  );
  return different <= limit * pairs;
}

/**
 * Runs in the page, which has the statistics code.
 * @param {RunResult} result
 */
function comparePairs(result) {
  const { compare, noiseFloorOf } = window.formatlab.statistics;
  const incomplete = result.cells.find(({ status }) => status !== 'completed');
  if (incomplete) throw new Error(`A cell was not measured: ${JSON.stringify(incomplete)}`);
  return result.plan.operations.map((operation) => {
    const arms = result.cells.map((cell) => {
      const measured = cell.status === 'completed' ? cell.operations[operation] : undefined;
      if (measured?.status !== 'measured') throw new Error(`A cell was not measured: ${JSON.stringify(cell)}`);
      return measured.rounds;
    });
    const comparisons = arms.flatMap((a, index) => arms.slice(index + 1).map((b) => compare(a, b, result.plan.seed)));
    const floor =
      result.noiseFloor?.operation === operation
        ? (noiseFloorOf(result.noiseFloor, result.plan.seed)?.error ?? null)
        : null;
    return { operation, comparisons, floor };
  });
}

await runMain(main);
