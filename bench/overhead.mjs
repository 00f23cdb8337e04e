import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { CandidateCodec, Plan } from '../workers/model/plan' */
/** @import { BareLoopRequest } from '../web/headless/bare-loop.worker' */

/** @typedef {Omit<CandidateCodec, 'granularity'>} WholeFileCodec */
/** @typedef {{ name: string, library: BareLoopRequest['library'], size: number, level: number, codec: WholeFileCodec }} Case */

const help = `Compares the encode time that the engine reports with a bare loop around the same library in an otherwise empty worker.

  npm run bench:overhead -- [--pairs N] [--url URL]

Measures alternating pairs of fresh workers (at least 10). The fastest samples of both sides must agree within 5 %.
Exit code: 0 if they do, 1 if not.`;

/** @type {(codec: WholeFileCodec) => Plan['candidates'][number]} */
const raw = (codec) => ({
  format: 'raw',
  implementation: 'formatlab',
  options: {},
  codec: { ...codec, granularity: 'file' },
});
/** @type {Case[]} */
const cases = [
  {
    name: 'gzip 6 by fflate, 64 KB',
    library: 'fflate',
    size: 1_000,
    level: 6,
    codec: { id: 'gzip', level: 6, implementation: 'fflate' },
  },
  {
    name: 'gzip 6 by fflate, 640 KB',
    library: 'fflate',
    size: 10_000,
    level: 6,
    codec: { id: 'gzip', level: 6, implementation: 'fflate' },
  },
  {
    name: 'zstd 3 by @bokuweb/zstd-wasm, 6.4 MB',
    library: 'zstd-wasm',
    size: 100_000,
    level: 3,
    codec: { id: 'zstd', level: 3, implementation: 'bokuweb' },
  },
];
const limit = 0.05;

/** @returns {Promise<boolean>} whether every case agrees */
async function main() {
  const { values } = parseArgs({
    options: { pairs: { type: 'string', default: '10' }, url: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const pairs = parseWholeNumber('pairs', values.pairs, 10);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    let agree = true;
    for (const measured of cases) agree = (await compareCase(page, measured, pairs)) && agree;
    return agree;
  } finally {
    await close();
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {Case} measured
 * @param {number} pairs
 */
async function compareCase(page, { name, library, size, level, codec }, pairs) {
  /** @type {Plan} */
  const plan = {
    datasets: [{ source: 'workload', workload: 'events', knobs: {}, size, seed: 1 }],
    candidates: [raw(codec)],
    operations: ['encode'],
    // The engine uses two fresh workers, so the bare loop gets two as well.
    effort: 'sizes',
    seed: 1,
  };
  /** @type {number[]} */
  const reported = [];
  /** @type {number[]} */
  const bare = [];
  const runEngine = async () => {
    const result = unwrapAnswer(await page.evaluate((value) => window.formatlab.run(value), plan));
    const [cell] = result.cells;
    const operation = cell?.status === 'completed' ? cell.operations.encode : undefined;
    if (operation?.status !== 'measured') throw new Error(`${name}: ${JSON.stringify(operation ?? cell)}`);
    reported.push(Math.min(...operation.rounds.flatMap(({ samplesMs }) => samplesMs)));
  };
  const runBare = async () => {
    for (let worker = 0; worker < 2; worker += 1) {
      const loop = { library, level, warmUpMs: 250, samplesMs: 100, sampleMs: 5 };
      bare.push(
        unwrapAnswer(await page.evaluate(({ plan, loop }) => window.formatlab.bareLoop(plan, loop), { plan, loop }))
          .bestMs,
      );
    }
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [runEngine, runBare] : [runBare, runEngine];
    for (const step of order) await step();
  }
  const ratio = Math.min(...reported) / Math.min(...bare);
  const agrees = Math.abs(ratio - 1) <= limit;
  console.log(
    `${name}: engine ${Math.min(...reported).toFixed(4)} ms, bare loop ${Math.min(...bare).toFixed(4)} ms, ratio ${ratio.toFixed(4)} over ${pairs} pairs: ${agrees ? 'within' : 'BEYOND'} ${limit * 100} %`,
  );
  return agrees;
}

await runMain(main);
