import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensurePython } from '../scripts/python.mjs';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer, notMeasuredReason } from './headless-page.mjs';

/** @import { Candidate, DatasetSpec, Operation, Plan } from '../workers/model/plan' */

/** @typedef {{ group: string, name: string, native: object, dataset: DatasetSpec, candidate: Candidate }} Case */

const help = `Prints the browser's time divided by the native library's, for the same work, level, encoding and row groups, in memory and on one thread.
Each round times the native program and then the browser, so that drift of the machine affects both. The fastest time of each is compared.

  npm run bench:native -- [--rounds 5] [--only parquet] [--rows 1000000] [--vectors 10000]`;

const rowGroupRows = 1_048_576;
/** Each codec with one level that both sides have; null if it has no levels. */
const parquetCodecs = [
  { native: 'NONE', id: null, level: null },
  { native: 'SNAPPY', id: 'snappy', level: null },
  { native: 'GZIP', id: 'gzip', level: 6 },
  { native: 'LZ4', id: 'lz4', level: null },
  { native: 'ZSTD', id: 'zstd', level: 1 },
  { native: 'BROTLI', id: 'brotli', level: 1 },
];

/** @type {(gzip: number | null) => Candidate} */
const hdf5 = (gzip) => ({
  format: 'hdf5',
  implementation: 'h5wasm',
  options: { layout: 'bulk' },
  codec: gzip === null ? null : { id: 'gzip', level: gzip, implementation: null, granularity: 'chunk' },
});

/**
 * The cases to compare, with this many rows of events and this many keyed vectors.
 * @param {number} rows
 * @param {number} vectors
 * @returns {Case[]}
 */
function casesOf(rows, vectors) {
  /** @type {DatasetSpec} */
  const keyedVectors = { source: 'workload', workload: 'keyedVectors', knobs: {}, size: vectors, seed: 1 };
  /** @type {DatasetSpec} */
  const events = { source: 'workload', workload: 'events', knobs: {}, size: rows, seed: 1 };
  return [
    ...[5, 4].map((protocol) => ({
      group: 'pickle',
      name: `pickle protocol ${protocol}`,
      native: { case: 'pickle', size: vectors, protocol },
      dataset: keyedVectors,
      candidate: {
        format: 'pickle',
        implementation: 'formatlab',
        options: { protocol: String(protocol) },
        codec: null,
      },
    })),
    {
      group: 'hdf5',
      name: 'hdf5 bulk',
      native: { case: 'hdf5', size: vectors },
      dataset: keyedVectors,
      candidate: hdf5(null),
    },
    {
      group: 'hdf5-gzip',
      name: 'hdf5 bulk gzip 4',
      native: { case: 'hdf5', size: vectors, gzip: 4 },
      dataset: keyedVectors,
      candidate: hdf5(4),
    },
    ...['PLAIN', 'DICTIONARY'].flatMap((encoding) =>
      parquetCodecs.map(
        /** @returns {Case} */ (codec) => ({
          group: `parquet ${encoding}`,
          name: `parquet ${encoding} ${codec.native}${codec.level === null ? '' : ` ${codec.level}`}`,
          native: { case: 'parquet', size: rows, codec: codec.native, level: codec.level, encoding, rowGroupRows },
          dataset: events,
          candidate: {
            format: 'parquet',
            implementation: 'arrow-rs',
            options: { encoding, rowGroupRows },
            codec:
              codec.id === null
                ? null
                : { id: codec.id, level: codec.level, implementation: null, granularity: 'page' },
          },
        }),
      ),
    ),
  ];
}

/** The native side: one process for all cases, which answers one line for each request. */
function startNative() {
  const python = ensurePython();
  if (python === null) throw new Error('The comparison needs Python 3.10 or newer.');
  const child = spawn(python, [new URL('native.py', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /**
     * @param {object} request
     * @returns {Promise<{ bestMs: number, sizeBytes: number }>}
     */
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The native program ended. Its output is above.');
      return JSON.parse(value);
    },
    end: () => child.stdin.end(),
  };
}

/**
 * @param {import('playwright').Page} page
 * @param {Case} row
 * @param {Operation} operation
 */
async function browserOnce(page, { dataset, candidate }, operation) {
  /** @type {Plan} */
  const plan = { datasets: [dataset], candidates: [candidate], operations: [operation], effort: 'quick', seed: 1 };
  const result = unwrapAnswer(
    await page.evaluate((value) => window.formatlab.run(value, { machineLabel: null }), plan),
  );
  const [cell] = result.cells;
  const measured = cell?.status === 'completed' ? cell.operations[operation] : undefined;
  if (cell?.status !== 'completed' || measured?.status !== 'measured') {
    const result = measured ?? cell;
    throw new Error(
      `${candidate.format}: ${result === undefined ? 'no cell' : notMeasuredReason(result) || result.status}`,
    );
  }
  return {
    bestMs: Math.min(...measured.rounds.flatMap(({ samplesMs }) => samplesMs)),
    sizeBytes: cell.sizeBytes ?? Number.NaN,
  };
}

/** @param {number[]} numbers */
const geometricMean = (numbers) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
/** @param {number} ms */
const milliseconds = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0)).padStart(8);

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      vectors: { type: 'string', default: '10000' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const rounds = parseWholeNumber('rounds', values.rounds, 1);
  const cases = casesOf(parseWholeNumber('rows', values.rows, 1), parseWholeNumber('vectors', values.vectors, 1));
  const chosen = cases.filter(({ group }) => !values.only || group.startsWith(values.only));
  if (chosen.length === 0)
    throw new Error(
      `--only is “${values.only}”, but no group has a name that starts with it: ${[...new Set(cases.map(({ group }) => group))].join(', ')}.`,
    );
  const { page, close } = await openHeadlessPage();
  /** @type {Map<string, number[]>} */
  const ratios = new Map();
  let native = null;
  try {
    native = startNative();
    console.log('                                native ms  browser ms   ratio   size, browser ÷ native');
    for (const row of chosen) {
      for (const operation of /** @type {const} */ (['encode', 'decode'])) {
        const best = { native: Number.POSITIVE_INFINITY, browser: Number.POSITIVE_INFINITY };
        let sizes = '';
        for (let round = 0; round < rounds; round += 1) {
          const there = await native.ask({ ...row.native, operation, calls: 3 });
          const here = await browserOnce(page, row, operation);
          best.native = Math.min(best.native, there.bestMs);
          best.browser = Math.min(best.browser, here.bestMs);
          sizes = (here.sizeBytes / there.sizeBytes).toFixed(4);
        }
        const ratio = best.browser / best.native;
        const key = `${row.group} ${operation}`;
        ratios.set(key, [...(ratios.get(key) ?? []), ratio]);
        console.log(
          `${`${row.name} ${operation}`.padEnd(32)} ${milliseconds(best.native)}    ${milliseconds(best.browser)}  ${ratio.toFixed(2).padStart(6)}   ${sizes}`,
        );
      }
    }
  } finally {
    native?.end();
    await close();
  }
  console.log('\nGeometric means of browser ÷ native:');
  for (const [group, numbers] of ratios) console.log(`  ${group.padEnd(28)} ${geometricMean(numbers).toFixed(2)}`);
  return 0;
}

await runMain(main);
