import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePython } from '../scripts/python.mjs';
import { alternate } from './alternate.mjs';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';
import { startLineProcess } from './line-process.mjs';
import { openedTypes } from './open/types.mjs';
import { ordersCsv } from './orders-csv.mjs';
import { median } from './statistics.mjs';

const names = Object.keys(openedTypes);
const help = `Times how long the page takes to open files of each type, beside the type’s reference library on one thread, in turns.

  npm run bench:open [-- options] [FILE…]

  FILE…          Files to open. Default: files of about 1, 20 and 100 MB of each type, made here, and a CSV file of 5,000 columns.
  --only TYPES   Only these types, with commas between: ${names.join(', ')}.
  --megabytes N  Only files of this size.
  --rounds N     Warm reads of each side, after one that warms up (default 5).
  --url URL      A server that already serves the built site; otherwise it is built and served here.

Each line has medians: milliseconds until the rows are read, when Run can be pressed; until the effects of all other choices are counted; and of the
reference; and the ratio of the first to the third. The exit code is 1 if a file of 10 MB or more takes more than 4 times its reference's time without a
reason in bench/open/types.mjs; delimited text: more than 6 times, or all counts more than 10 times.`;

const mostRatio = 4;
const [mostRead, mostCounted] = [6, 10];
/** A reference reads a small file in less time than a message between workers takes. */
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

/** The type by the end of a file's name, the longest that fits. @param {string} path */
function typeOf(path) {
  const found = names.filter((name) => path.endsWith(`.${name}`)).sort((a, b) => b.length - a.length)[0];
  if (found === undefined) throw new Error(`${path} is none of these types: ${names.join(', ')}.`);
  return found;
}

/**
 * @param {import('./line-process.mjs').LineProcess} reference
 * @param {{ ask: 'make' | 'read', type: string, path: string, megabytes?: number }} request
 * @returns {Promise<{ rows: number, seconds: number }>}
 */
async function askReference(reference, request) {
  const answer = await reference.ask(JSON.stringify(request));
  if (answer === null) throw new Error(`${openedTypes[request.type]?.reference} ${await reference.ended}.`);
  return JSON.parse(answer);
}

/**
 * Makes a file of a type in a folder. Delimited text is made without Python, as in the other benchmarks.
 * @param {import('./line-process.mjs').LineProcess} reference
 * @param {string} type
 * @param {number} megabytes
 * @param {string} folder
 */
async function madeFile(reference, type, megabytes, folder) {
  const path = join(folder, `orders-${megabytes}.${type}`);
  if (type === 'csv') writeFileSync(path, ordersCsv(megabytes));
  else await askReference(reference, { ask: 'make', type, path, megabytes });
  return path;
}

/**
 * Opens a file on both sides in turns, and prints a line. Whether the page is fast enough, or a reason is known.
 * @param {import('playwright').Page} page
 * @param {import('./line-process.mjs').LineProcess} reference
 * @param {string} path
 * @param {number} rounds
 */
async function compare(page, reference, path, rounds) {
  const type = typeOf(path);
  await page.locator('#own-file').setInputFiles(path);
  /** @type {{ read: number[], counted: number[], reference: number[] }} */
  const times = { read: [], counted: [], reference: [] };
  let rowCount = 0;
  await alternate(rounds + 1, [
    async () => {
      const opened = unwrapAnswer(await page.evaluate((name) => window.formatlab.timeOpening(name), basename(path)));
      times.read.push(opened.readMs);
      times.counted.push(opened.countedMs);
      rowCount = opened.rowCount;
    },
    async () => {
      const { rows, seconds } = await askReference(reference, { ask: 'read', type, path });
      times.reference.push(seconds * 1_000);
      if (rowCount !== 0 && rows !== rowCount)
        throw new Error(`${basename(path)} has ${rowCount} rows for the page and ${rows} for its reference.`);
    },
  ]);
  const sizeBytes = statSync(path).size;
  const of = (/** @type {readonly number[]} */ all) => median(all.slice(1));
  const [read, counted, native] = [of(times.read), of(times.counted), of(times.reference)];
  const ratio = read / native;
  const unknown = sizeBytes < judgedBytes ? 'not judged, since the file is small' : 'not profiled yet';
  const reason = ratio > mostRatio ? (openedTypes[type]?.reason ?? unknown) : '';
  printLine([
    type,
    (sizeBytes / 1e6).toFixed(1),
    rowCount.toLocaleString('en'),
    read.toFixed(0),
    counted.toFixed(0),
    native.toFixed(native < 10 ? 1 : 0),
    ratio.toFixed(1),
    reason,
  ]);
  if (sizeBytes < judgedBytes) return true;
  if (type === 'csv') return ratio <= mostRead && counted / native <= mostCounted;
  return ratio <= mostRatio || openedTypes[type]?.reason !== undefined;
}

const widths = [8, 6, 10, 8, 10, 9, 6];

/** @param {readonly string[]} cells */
function printLine(cells) {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(8) : cell.padStart(widths[at] ?? 0))).join('  '));
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      megabytes: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const chosen = values.only?.split(',') ?? names;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only is “${unknown}”, but must be of ${names.join(', ')}.`);
  const python = ensurePython();
  if (python === null) throw new Error('The reference libraries need Python.');
  const rounds = parseWholeNumber('rounds', values.rounds, 1);
  const megabytes = values.megabytes === undefined ? null : parseWholeNumber('megabytes', values.megabytes, 1);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-open-'));
  const reference = startLineProcess(python, [new URL('open/open_reference.py', import.meta.url).pathname]);
  const { page, load, close } = await openHeadlessPage({ url: values.url ?? null });
  printLine(['type', 'MB', 'rows', 'read ms', 'counted ms', 'ref. ms', 'ratio', 'reason']);
  let isEveryFast = true;
  const judge = async (/** @type {string} */ path) => {
    await load();
    isEveryFast = (await compare(page, reference, path, rounds)) && isEveryFast;
  };
  try {
    for (const path of positionals) await judge(path);
    if (positionals.length > 0) return isEveryFast;
    for (const type of chosen) {
      for (const size of megabytes === null ? (openedTypes[type]?.megabytes ?? []) : [megabytes]) {
        const path = await madeFile(reference, type, size, folder);
        await judge(path);
        rmSync(path);
      }
      if (type !== 'csv') continue;
      const wide = join(folder, 'wide.csv');
      writeFileSync(wide, wideCsv());
      await judge(wide);
    }
    return isEveryFast;
  } finally {
    reference.end();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
