import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePython } from '../scripts/python.mjs';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { downloadOf, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

const help = `Runs the page's search for the best Parquet settings by column on real files and on a large table, writes the smallest file that it finds, and compares
its size with that of the same table by pyarrow's defaults for Zstandard: pq.write_table(table, path, compression="zstd").

  npm run bench:search [-- options] [FILE…]

  FILE…        Data files that the page reads. Default: five files of the package vega-datasets, and an orders table of 50 MB and 20 columns.
  --all        Besides these five, all other tables of 300 kB or more of that package, each of a kind of its own: nine real files in all.
  --seconds N  The search's budget (default 60).
  --reorder    Rows may be put in another order.
  --narrow     Columns may have narrower types. pyarrow's file keeps the types.
  --large      Only the orders table.
  --columns    Also prints the settings of each column.
  --out FILE   Writes all figures as JSON.
  --url URL    A server that already serves the built site.

A table at the end lists each file: bytes by pyarrow, bytes found, their ratio, and the seconds of the search.
The exit code is 1 if zipcodes.csv takes more than 758 kB or flights-200k.arrow more than 463.7 kB, if fewer than three of five files are at least 10 % smaller than by pyarrow, or if a search takes more than its budget and a second.`;

const datasets = new URL('../node_modules/vega-datasets/data/', import.meta.url).pathname;
const realFiles = ['zipcodes.csv', 'birdstrikes.csv', 'species.csv', 'flights-3m.parquet', 'airports.csv'];
/** The flights of other names are samples of the same. */
const moreFiles = ['flights-200k.arrow', 'movies.json', 'sp500-2000.csv', 'seattle-weather-hourly-normals.csv'];
/** The most bytes that a file may take, as the settings by column give that an expert chose by hand. */
const mostBytes = new Map([
  ['zipcodes.csv', 758_000],
  ['flights-200k.arrow', 463_700],
]);
const large = { megabytes: '50', columns: '20' };
const neededShare = 0.1;
/** For messages between threads. */
const allowedMs = 1_000;
const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(3)} MB`;

/** @returns {Promise<boolean>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      reorder: { type: 'boolean', default: false },
      narrow: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      columns: { type: 'boolean', default: false },
      out: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const budgetMs = parseWholeNumber('seconds', values.seconds, 1) * 1_000;
  const python = ensurePython();
  if (python === null) throw new Error('The comparison needs Python 3.11 or newer.');
  const script = new URL('search.py', import.meta.url).pathname;
  const scratch = mkdtempSync(join(tmpdir(), 'formatlab-search-'));
  const { page, load, close } = await openHeadlessPage({ url: values.url ?? null });
  /** @type {Record<string, unknown>[]} */
  const results = [];
  try {
    const given = values.large ? [] : positionals;
    const names = values.all ? [...realFiles, ...moreFiles] : realFiles;
    const files = given.length > 0 ? given : values.large ? [] : names.map((name) => join(datasets, name));
    if (given.length === 0) {
      const orders = join(scratch, 'orders.parquet');
      execFileSync(python, [script, 'make', large.megabytes, large.columns, orders]);
      files.push(orders);
    }
    for (const file of files) {
      if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
      const folder = join(scratch, String(results.length));
      mkdirSync(folder);
      await load();
      const permissions = { reorder: values.reorder, narrow: values.narrow };
      const found = await searched(page, file, budgetMs, permissions, folder);
      // The same rows in the same order and types: a file that keeps them is the table that pyarrow writes.
      const plain =
        values.reorder || values.narrow
          ? (await searched(page, file, 1, { reorder: false, narrow: false }, folder)).path
          : found.path;
      const defaults = JSON.parse(execFileSync(python, [script, 'default', plain]).toString());
      const pyarrowBytes = Number(defaults[plain]);
      const smaller = 1 - found.sizeBytes / pyarrowBytes;
      results.push({ file: basename(file), pyarrowBytes, smaller, ...found });
      console.log(
        `${basename(file)}: ${megabytes(found.sizeBytes)}, pyarrow ${megabytes(pyarrowBytes)}: ${(100 * smaller).toFixed(1)} % smaller. ${(found.searchMs / 1_000).toFixed(1)} s (${found.end}), first trial at ${(found.firstTrialMs / 1_000).toFixed(1)} s, rewrite ${(found.rewriteMs / 1_000).toFixed(1)} s; ${found.sampleTrials} trials on a sample, ${found.allRowsTrials} on all rows${found.order.length > 0 ? `; sorted by ${found.order.map(({ column, descending }) => `${column}${descending ? ' descending' : ''}`).join(', ')}` : ''}; layout ${Object.values(found.layout).join('/')}`,
      );
      console.log(
        `  ${found.course.map(({ atMs, sizeBytes }) => `${(atMs / 1_000).toFixed(0)} s ${megabytes(sizeBytes)}`).join(', ')}`,
      );
      if (values.columns)
        for (const { column, setting, sizeBytes, atMs } of found.columns)
          console.log(
            `  ${column}: ${sizeBytes} bytes, ${setting.encoding}, ${setting.codec === null ? 'no codec' : `${setting.codec.id} ${setting.codec.level ?? ''}`}, at ${(atMs / 1_000).toFixed(1)} s`,
          );
    }
    if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
    console.log(tableOf(results));
    const tooLarge = results.filter(
      ({ file, sizeBytes }) => Number(sizeBytes) > (mostBytes.get(String(file)) ?? Infinity),
    );
    for (const { file } of tooLarge)
      console.log(`${file}: more than the ${mostBytes.get(String(file))} bytes that its settings by column can give.`);
    const tooLong = results.filter(({ searchMs }) => Number(searchMs) > budgetMs + allowedMs);
    for (const { file } of tooLong) console.log(`${file}: the search took more than its budget.`);
    const enough = results.filter(({ smaller }) => Number(smaller) >= neededShare).length;
    console.log(`${enough} of ${results.length} files are at least ${100 * neededShare} % smaller than by pyarrow.`);
    return tooLong.length === 0 && tooLarge.length === 0 && enough * 5 >= results.length * 3;
  } finally {
    await close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * The results in columns.
 * @param {readonly Record<string, unknown>[]} results
 */
function tableOf(results) {
  const heads = ['file', 'pyarrow, bytes', 'found, bytes', 'ratio', 'seconds'];
  const rows = results.map(({ file, pyarrowBytes, sizeBytes, searchMs }) => [
    String(file),
    Number(pyarrowBytes).toLocaleString('en'),
    Number(sizeBytes).toLocaleString('en'),
    (Number(sizeBytes) / Number(pyarrowBytes)).toFixed(3),
    (Number(searchMs) / 1_000).toFixed(1),
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [heads, ...rows].map(line).join('\n');
}

/**
 * Searches in the page, and collects the file.
 * @param {import('playwright').Page} page
 * @param {string} file
 * @param {number} budgetMs
 * @param {import('../workers/model/column-search').SearchPermissions} permissions
 * @param {string} folder
 */
async function searched(page, file, budgetMs, permissions, folder) {
  await page.setInputFiles('#own-file', file);
  const fileName = basename(file);
  const report = unwrapAnswer(
    await page.evaluate((name) => {
      const input = document.getElementById('own-file');
      const chosen = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
      return window.formatlab.inspectFile(chosen ?? new Blob(), name);
    }, fileName),
  );
  const plan = {
    datasets: [
      {
        source: 'ownFile',
        type: report.type,
        fileName,
        fileSizeBytes: readFileSync(file).length,
        sha256: report.sha256,
        columnTypes: null,
      },
    ],
    candidates: [{ format: 'parquet', implementation: 'arrow-rs', options: {}, codec: null }],
    operations: ['encode', 'decode'],
    effort: 'quick',
    seed: 1,
  };
  const { value: found, download } = await downloadOf(
    page,
    () =>
      page.evaluate(({ plan, budgetMs, permissions }) => window.formatlab.searchColumns(plan, budgetMs, permissions), {
        plan,
        budgetMs,
        permissions,
      }),
    budgetMs + 300_000,
  );
  const path = join(folder, `${permissions.reorder || permissions.narrow ? 'changed' : 'kept'}-${found.fileName}`);
  await download.saveAs(path);
  return { ...found, path };
}

await runMain(main);
