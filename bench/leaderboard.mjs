import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { downloadOf, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { ArmTimes } from '../web/headless/check' */

const help = `Size and time to read Parquet files: as they are, by a prescription of parquet-linter, and by the recipe that the search finds.

  npm run bench:leaderboard -- FILES… [--seconds N] [--rounds N] [--url URL]

  FILES        Parquet files. Of orders.parquet, the file that parquet-linter has rewritten is orders.linted.parquet beside it, if there is one.
  --seconds N  The search's budget for each file (default 60).
  --rounds N   How often each pair is read, in turns (default 12).

A time is a quotient of the original's: above 1, the file is read more slowly. It is a median over rounds, each of which reads both.`;

/** @returns {Promise<boolean>} */
async function main() {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '12' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || files.length === 0) {
    console.log(help);
    return values.help === true;
  }
  const budgetMs = parseWholeNumber('seconds', values.seconds, 1) * 1_000;
  const rounds = parseWholeNumber('rounds', values.rounds, 1);
  for (const file of files) if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-'));
  const { page, load, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    console.log('| File | Original | parquet-linter | Recipe |\n| --- | ---: | ---: | ---: |');
    for (const [index, file] of files.entries()) {
      await load();
      const recipe = join(folder, `${index}.parquet`);
      await writeFound(page, file, budgetMs, recipe);
      const linted = file.replace(/\.parquet$/u, '.linted.parquet');
      const others = [linted !== file && existsSync(linted) ? linted : null, recipe];
      const cells = [];
      for (const other of others)
        cells.push(other === null ? '–' : `${megabytes(other)}, ${await factorOf(page, other, file, rounds)}`);
      console.log(`| ${basename(file).replaceAll('|', '\\|')} | ${megabytes(file)} | ${cells.join(' | ')} |`);
    }
    return true;
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const megabytes = (/** @type {string} */ file) => `${(statSync(file).size / 1e6).toFixed(2)} MB`;

/**
 * Writes the smallest file that the search finds. The rows keep their order, and the columns their types.
 * @param {import('playwright').Page} page
 * @param {string} file
 * @param {number} budgetMs
 * @param {string} target
 */
async function writeFound(page, file, budgetMs, target) {
  await page.locator('#own-file').setInputFiles(file);
  const plan = {
    datasets: [
      {
        source: 'ownFile',
        type: 'parquet',
        fileName: basename(file),
        fileSizeBytes: statSync(file).size,
        sha256: null,
        columnTypes: null,
      },
    ],
    candidates: [{ format: 'parquet', implementation: 'arrow-rs', options: {}, codec: null }],
    operations: ['encode'],
    effort: 'quick',
    seed: 1,
  };
  const { download } = await downloadOf(
    page,
    () =>
      page.evaluate(
        ([wanted, ms, permissions]) => window.formatlab.searchColumns(wanted, ms, permissions),
        /** @type {const} */ ([plan, budgetMs, { reorder: false, narrow: false }]),
      ),
    0,
  );
  await download.saveAs(target);
}

/**
 * The median over rounds of a file's time divided by the original's.
 * @param {import('playwright').Page} page
 * @param {string} file
 * @param {string} original
 * @param {number} rounds
 */
async function factorOf(page, file, original, rounds) {
  await page.locator('#own-file').setInputFiles([file, original]);
  /** @type {ArmTimes} */
  const [own, other] = unwrapAnswer(await page.evaluate((count) => window.formatlab.checkTimes(count), rounds));
  const factors = own
    .flatMap(({ round, samplesMs: [ms] }) => {
      const [originalMs] = other.find((each) => each.round === round)?.samplesMs ?? [];
      return ms === undefined || originalMs === undefined ? [] : [ms / originalMs];
    })
    .sort((a, b) => a - b);
  const middle = factors[Math.floor(factors.length / 2)];
  return middle === undefined ? 'not read' : `${middle.toFixed(2)} times the time`;
}

await runMain(main);
