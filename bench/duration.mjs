import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { benchFiles, makeBenchFiles } from './first-answer/files.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { DatasetSchema } from '../workers/model/dataset' */
/** @import { Candidate, DatasetSpec, Operation, Plan } from '../workers/model/plan' */

const help = `Compares the estimated with the actual duration of ten plans in real Chromium, each after the calibration that the page performs for a new user.

  npm run bench:duration [-- options]

  --effort NAME   quick (the default) or standard.
  --only N        Only the plan with that number, from 1.
  --url URL       A server that already serves the built site; otherwise it is built and served here.

  --folder DIR    Where the files of the last plans are kept between runs (default: a folder of the system for temporary files).
  --most-mb N     Leaves out plans of larger files.

Ten plans have rounds; then come plans with a budget, of files of 1 to 450 MB, which are those of bench:first-answer. All take up to 16 minutes. Exit code: 0 if
estimated ÷ actual lies between 1/1.3 and 1.3 for nine of ten plans, every measured cell of a plan with rounds has enough of them for verdicts, and every
cell of a plan with a budget has one; 1 otherwise.`;

/** @type {Operation[]} */
const usualOperations = ['encode', 'decode'];
const limit = 1.3;
const allowedMisses = 0.1;
const roundsForVerdicts = 6;
/** As the page takes it (`defaultFileSample` in workers/model/plan.ts). */
const defaultSample = { seed: 1, targetBytes: 16 * 1_048_576 };

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

const snappy = inner('snappy', null, 'page');
const ofTables = [csv, { ...csv, codec: whole('gzip', 'libdeflate', 6) }, parquet(), parquet(snappy), arrow];

/**
 * `rows`: rows of a user's CSV file that replaces `datasets`. `file`: a file of bench:first-answer that does, and its size in MB. @type {readonly { name: string,
 * datasets: DatasetSpec[], rows?: number, file?: { name: string, sizeMB: number }, candidates: Candidate[], operations?: Operation[], budget?: Plan['budget'] }[]}
 */
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
  { name: 'a CSV of texts, 1 MB, 15 s', datasets: [], rows: 19_000, candidates: [csv, parquet(), json], budget: 15 },
  ...[
    { name: 'orders-5MB.jsonl', candidates: ofTables, budget: /** @type {const} */ (30) },
    { name: 'orders-20MB.csv', candidates: ofTables, budget: /** @type {const} */ (30) },
    { name: 'orders-6M-rows.parquet', candidates: ofTables, budget: /** @type {const} */ (30) },
    { name: 'sensors-300MB.npy', candidates: [of('npy', 'formatlab'), raw, pickle], budget: /** @type {const} */ (15) },
    { name: 'orders-450MB.parquet', candidates: ofTables, budget: /** @type {const} */ (30) },
  ].map(({ name, candidates, budget }) => ({
    name: `${name}, ${budget} s`,
    datasets: [],
    file: { name, sizeMB: benchFiles.find((each) => each.name === name)?.sizeMB ?? 0 },
    candidates,
    budget,
  })),
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
      folder: { type: 'string', default: join(tmpdir(), 'formatlab-first-answer') },
      'most-mb': { type: 'string', default: '1000' },
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
  const mostMB = parseWholeNumber('most-mb', values['most-mb'], 1);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const chosen = plans.filter((_, index) => values.only === undefined || String(index + 1) === values.only);
    if (chosen.length === 0) throw new Error(`--only is “${values.only}”, but must be from 1 to ${plans.length}.`);
    let misses = 0;
    let short = 0;
    let made = 0;
    for (const { name, rows, file, datasets, candidates, operations = usualOperations, budget } of chosen) {
      const [path] =
        file === undefined ? [] : file.sizeMB > mostMB ? [] : makeBenchFiles(values.folder, mostMB, [file.name]);
      if (file !== undefined && path === undefined) continue;
      made += 1;
      const own =
        path !== undefined
          ? await chooseFile(page, path)
          : rows === undefined
            ? null
            : await chooseFile(page, { name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(textCsv(rows)) });
      /** @type {Plan} */
      const plan = {
        datasets: own === null ? datasets : [own.spec],
        candidates,
        operations,
        effort,
        ...(budget === undefined ? {} : { budget }),
        seed: 1,
      };
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
      if (fewest < (budget === undefined ? roundsForVerdicts : 1)) short += 1;
      console.log(
        `${name}: estimated ${(timeMs / 1e3).toFixed(1)} s, took ${(actualMs / 1e3).toFixed(1)} s, ratio ${ratio.toFixed(2)}${hit ? '' : ' BEYOND'}; ${fewest} rounds; calibrated in ${(calibrationMs / 1e3).toFixed(1)} s`,
      );
    }
    console.log(
      `${made - misses} of ${made} plans within a factor of ${limit}; ${short} without the rounds for verdicts, or without any.`,
    );
    return misses <= allowedMisses * made && short === 0;
  } finally {
    await close();
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {string | { name: string, mimeType: string, buffer: Buffer }} file its path, or itself
 * @returns {Promise<{ spec: DatasetSpec, known: { schema: DatasetSchema, dataBytes: number } }>}
 */
async function chooseFile(page, file) {
  await page.setInputFiles('#own-file', file);
  const asked = { fileName: typeof file === 'string' ? basename(file) : file.name, sample: defaultSample };
  const { type, schema, dataBytes, sha256, sample } = unwrapAnswer(
    await page.evaluate(({ fileName, sample }) => {
      const input = document.getElementById('own-file');
      const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return window.formatlab.inspectFile(chosen ?? new Blob(), fileName, sample);
    }, asked),
  );
  const fileSizeBytes = typeof file === 'string' ? statSync(file).size : file.buffer.length;
  return {
    spec: {
      source: 'ownFile',
      type,
      fileName: null,
      fileSizeBytes,
      sha256,
      columnTypes: null,
      ...(sample === null ? {} : { sample: defaultSample }),
    },
    known: { schema, dataBytes },
  };
}

await runMain(main);
