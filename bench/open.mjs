import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePython } from '../scripts/python.mjs';
import { alternate } from './alternate.mjs';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';
import { startLineProcess } from './line-process.mjs';
import { ordersCsv } from './orders-csv.mjs';
import { median } from './statistics.mjs';

const help = `Times how long the page takes to open files of delimited text, beside pandas.read_csv(engine="c") with default types, in turns.

  npm run bench:open [-- options] [FILE…]

  FILE…          Files to open. Default: a CSV file of orders with ten columns, and one of 5,000 columns, made here.
  --megabytes N  The size of the file of orders (default 20).
  --rounds N     Warm reads of each side, after one that warms up (default 5).
  --url URL      A server that already serves the built site; otherwise it is built and served here.

Each line has medians: milliseconds until the rows are read, when Run can be pressed; until the effects of all other choices are counted; and of pandas;
and the ratios of the first two to the third. The exit code is 1 if the first ratio is above 6 or the second above 10, for a file of 10 MB or more.`;

const [mostRead, mostCounted] = [6, 10];
/** pandas reads a small file in less time than a message between workers takes. */
const judgedBytes = 10_000_000;

/** A CSV file of 5,000 columns and nine rows. */
function wideCsv() {
  const columns = Array.from({ length: 5_000 }, (_, column) => column);
  const rows = Array.from({ length: 9 }, (_, row) =>
    columns
      .map((column) =>
        column % 3 === 0 ? `t${row}` : column % 3 === 1 ? row + column : ((row * 7 + column) % 100) / 4,
      )
      .join(','),
  );
  return Buffer.from(`${[columns.map((column) => `c${column}`).join(','), ...rows].join('\n')}\n`);
}

/** @param {number} megabytes @param {string} folder */
function madeFiles(megabytes, folder) {
  const files = { 'orders.csv': ordersCsv(megabytes), 'wide.csv': wideCsv() };
  return Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

/**
 * @param {import('playwright').Page} page
 * @param {import('./line-process.mjs').LineProcess} pandas
 * @param {string} path
 * @param {number} rounds
 */
async function compare(page, pandas, path, rounds) {
  await page.locator('#own-file').setInputFiles(path);
  /** @type {{ read: number[], counted: number[], pandas: number[] }} */
  const times = { read: [], counted: [], pandas: [] };
  let [rowCount, sizeBytes] = [0, 0];
  await alternate(rounds + 1, [
    async () => {
      const opened = unwrapAnswer(await page.evaluate((name) => window.formatlab.timeOpening(name), basename(path)));
      times.read.push(opened.readMs);
      times.counted.push(opened.countedMs);
      rowCount = opened.rowCount;
    },
    async () => {
      const answer = await pandas.ask(path);
      if (answer === null) throw new Error(`pandas ${await pandas.ended}.`);
      times.pandas.push(Number(answer.split(' ')[0]) * 1_000);
    },
  ]);
  sizeBytes = await page
    .locator('#own-file')
    .evaluate((input) => (input instanceof HTMLInputElement ? (input.files?.[0]?.size ?? 0) : 0));
  const of = (/** @type {readonly number[]} */ all) => median(all.slice(1));
  const [read, counted, native] = [of(times.read), of(times.counted), of(times.pandas)];
  console.log(
    `${basename(path)}: ${(sizeBytes / 1e6).toFixed(1)} MB, ${rowCount.toLocaleString('en')} rows: read ${read.toFixed(0)} ms, all counted ${counted.toFixed(0)} ms, pandas ${native.toFixed(0)} ms; ${(read / native).toFixed(1)} and ${(counted / native).toFixed(1)} times pandas`,
  );
  return sizeBytes < judgedBytes || (read / native <= mostRead && counted / native <= mostCounted);
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      megabytes: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '5' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const python = ensurePython();
  if (python === null) throw new Error('pandas needs Python.');
  const rounds = parseWholeNumber('rounds', values.rounds, 1);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-open-'));
  const pandas = startLineProcess(python, [new URL('open.py', import.meta.url).pathname]);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const files =
      positionals.length > 0 ? positionals : madeFiles(parseWholeNumber('megabytes', values.megabytes, 1), folder);
    let isEveryFast = true;
    for (const path of files) isEveryFast = (await compare(page, pandas, path, rounds)) && isEveryFast;
    return isEveryFast;
  } finally {
    pandas.end();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
