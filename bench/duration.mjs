import { parseArgs } from 'node:util';
import { runMain } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { DatasetSchema } from '../workers/model/dataset' */
/** @import { Candidate, DatasetSpec, Operation, Plan } from '../workers/model/plan' */

const help = `Compares the estimated with the actual duration of ten plans in real Chromium, each after the calibration that the page performs for a new user.

  npm run bench:duration [-- options]

  --effort NAME   quick (the default) or standard.
  --only N        Only the plan with that number, from 1.
  --url URL       A server that already serves the built site; otherwise it is built and served here.

Ten plans take up to 12 minutes. Exit code: 0 if estimated ÷ actual lies between 1/1.3 and 1.3 for nine of ten plans, and every measured cell has enough rounds for
verdicts; 1 otherwise.`;

/** @type {Operation[]} */
const usualOperations = ['encode', 'decode'];
const limit = 1.3;
const allowedMisses = 0.1;
const roundsForVerdicts = 6;

/**
 * @param {string} format
 * @param {string} implementation
 * @param {Candidate['codec']} [codec]
 * @returns {Candidate}
 */
const of = (format, implementation, codec = null) => ({ format, implementation, options: {}, codec });
/**
 * @param {string} id
 * @param {number | null} level
 * @param {'page' | 'buffer' | 'chunk' | 'record'} granularity
 * @returns {NonNullable<Candidate['codec']>}
 */
const inner = (id, level, granularity) => ({ id, level, implementation: null, granularity });
/**
 * @param {string} id
 * @param {string} implementation
 * @param {number | null} level
 * @returns {NonNullable<Candidate['codec']>}
 */
const whole = (id, implementation, level) => ({ id, level, implementation, granularity: 'file' });
/**
 * @param {string} workload
 * @param {number} size
 * @returns {DatasetSpec}
 */
const data = (workload, size) => ({ source: 'workload', workload, knobs: {}, size, seed: 1 });

const raw = of('raw', 'formatlab');
const pickle = of('pickle', 'formatlab');
const csv = of('csv', 'csv-core');
const json = of('json', 'jiter');
const parquet = (codec = inner('zstd', 1, 'page')) => of('parquet', 'arrow-rs', codec);
const arrow = of('arrow', 'apache-arrow');

/** `rows`: rows of a user's CSV file that replaces `datasets`. @type {readonly { name: string, datasets: DatasetSpec[], rows?: number, candidates: Candidate[], operations?: Operation[] }[]} */
const plans = [
  { name: 'keyed vectors, 1 MB', datasets: [data('keyedVectors', 100)], candidates: [raw, pickle, parquet()] },
  {
    name: 'keyed vectors, 8 MB',
    datasets: [data('keyedVectors', 800)],
    candidates: [of('hdf5', 'h5wasm', inner('gzip', 4, 'chunk')), { ...pickle, codec: whole('gzip', 'libdeflate', 6) }],
  },
  {
    name: 'events, 1.3 MB',
    datasets: [data('events', 20_000)],
    candidates: [parquet(), arrow, { ...csv, codec: whole('gzip', 'libdeflate', 6) }],
  },
  {
    name: 'events, 6 MB: one column and look-ups too',
    datasets: [data('events', 100_000)],
    candidates: [parquet(inner('snappy', null, 'page')), arrow],
    operations: ['encode', 'decode', 'project', 'lookup'],
  },
  {
    name: 'events in three sizes',
    datasets: [data('events', 5_000), data('events', 10_000), data('events', 20_000)],
    candidates: [{ ...raw, codec: whole('zstd', 'native', 3) }],
  },
  { name: 'array, 2 MB', datasets: [data('array', 250_000)], candidates: [of('npy', 'formatlab'), json, pickle] },
  { name: 'dictionary of numbers', datasets: [data('dict', 20_000)], candidates: [pickle, json] },
  {
    name: 'dictionary records',
    datasets: [data('dictionary', 2_000)],
    candidates: [
      of('hashdbm', 'formatlab', inner('zstd', null, 'record')),
      of('treedbm', 'formatlab', inner('zlib', null, 'page')),
    ],
  },
  {
    name: 'molecules',
    datasets: [data('molecules', 500)],
    candidates: [of('smiles', 'formatlab'), of('sdf', 'formatlab')],
  },
  { name: 'a CSV of texts, 4.8 MB', datasets: [], rows: 90_000, candidates: [csv, parquet(), json] },
];

/** @param {number} rows */
function textCsv(rows) {
  const lines = ['id,station,remark,height,day'];
  for (let row = 0; row < rows; row += 1)
    lines.push(
      `${row},station ${row % 211},${['calm', 'windy', 'storm and rain'][row % 3]} at ${row % 1_013},${(row * 7) % 3_001}.5,2024-03-${10 + (row % 20)}`,
    );
  return `${lines.join('\n')}\n`;
}

/** @returns {Promise<boolean>} */
async function main() {
  const { values } = parseArgs({
    options: {
      effort: { type: 'string' },
      only: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const effort = values.effort ?? 'quick';
  if (effort !== 'quick' && effort !== 'standard')
    throw new Error(`--effort is “${effort}”, but must be quick or standard.`);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const chosen = plans.filter((_, index) => values.only === undefined || String(index + 1) === values.only);
    if (chosen.length === 0) throw new Error(`--only is “${values.only}”, but must be from 1 to ${plans.length}.`);
    let misses = 0;
    let short = 0;
    for (const { name, rows, datasets, candidates, operations = usualOperations } of chosen) {
      const own = rows === undefined ? null : await chooseCsv(page, textCsv(rows));
      /** @type {Plan} */
      const plan = { datasets: own === null ? datasets : [own.spec], candidates, operations, effort, seed: 1 };
      const calibrated = Date.now();
      const calibration = unwrapAnswer(await page.evaluate(() => window.formatlab.calibrate()));
      const calibrationMs = Date.now() - calibrated;
      const { timeMs } = unwrapAnswer(
        await page.evaluate(({ plan, calibration, known }) => window.formatlab.estimate(plan, calibration, known), {
          plan,
          calibration,
          known: own === null ? null : own.known,
        }),
      );
      const started = Date.now();
      const result = unwrapAnswer(await page.evaluate((plan) => window.formatlab.run(plan), plan));
      const actualMs = Date.now() - started;
      const ratio = timeMs / actualMs;
      const hit = ratio >= 1 / limit && ratio <= limit;
      const fewest = Math.min(
        ...result.cells.flatMap((cell) =>
          cell.status === 'completed'
            ? Object.values(cell.operations).flatMap((one) => (one.status === 'measured' ? [one.rounds.length] : []))
            : [0],
        ),
      );
      if (!hit) misses += 1;
      if (fewest < roundsForVerdicts) short += 1;
      console.log(
        `${name}: estimated ${(timeMs / 1e3).toFixed(1)} s, took ${(actualMs / 1e3).toFixed(1)} s, ratio ${ratio.toFixed(2)}${hit ? '' : ' BEYOND'}; ${fewest} rounds; calibrated in ${(calibrationMs / 1e3).toFixed(1)} s`,
      );
    }
    console.log(
      `${chosen.length - misses} of ${chosen.length} plans within a factor of ${limit}; ${short} without the rounds for verdicts.`,
    );
    return misses <= allowedMisses * chosen.length && short === 0;
  } finally {
    await close();
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {string} text
 * @returns {Promise<{ spec: DatasetSpec, known: { schema: DatasetSchema, dataBytes: number } }>}
 */
async function chooseCsv(page, text) {
  await page.setInputFiles('#own-file', { name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const { schema, dataBytes, sha256 } = unwrapAnswer(
    await page.evaluate(() => {
      const input = document.getElementById('own-file');
      const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return window.formatlab.inspectFile(file ?? new Blob(), 'texts.csv');
    }),
  );
  return {
    spec: { source: 'ownFile', type: 'csv', fileName: null, fileSizeBytes: text.length, sha256, columnTypes: null },
    known: { schema, dataBytes },
  };
}

await runMain(main);
