import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { downloadOf, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

const help = `Size and time to read Parquet files: as they are, by a prescription of parquet-linter, and by the recipe that the search finds.

  npm run bench:leaderboard -- FILES… [--seconds N] [--rounds N] [--url URL]

  FILES        Parquet files. Of orders.parquet, the file that parquet-linter has rewritten is orders.linted.parquet beside it, if there is one.
  --seconds N  The search's budget for each file (default 60).
  --rounds N   How often each pair is read in turns at most (default 96), until check decides.

A time is a quotient of the original's, by formatlab check: above 1, the file is read more slowly.`;

/** @returns {Promise<boolean>} */
async function main() {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '96' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || files.length === 0) {
    console.log(help);
    return values.help === true;
  }
  const budgetMs = parseWholeNumber('seconds', values.seconds, 1) * 1_000;
  const rounds = parseWholeNumber('rounds', values.rounds, 10);
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
        cells.push(other === null ? '–' : `${megabytes(other)}, ${await timeText(page, other, file, rounds)}`);
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
 * A file's time divided by the original's, with the interval.
 * @param {import('playwright').Page} page
 * @param {string} file
 * @param {string} original
 * @param {number} rounds
 */
async function timeText(page, file, original, rounds) {
  await page.locator('#own-file').setInputFiles([file, original]);
  const { time } = unwrapAnswer(
    await page.evaluate(
      (count) => window.formatlab.check({ toleranceBytes: 0, rounds: count }, () => undefined),
      rounds,
    ),
  );
  const { ratio, low, high, outcome, reason } = time;
  if (ratio === null) return reason ?? 'not read';
  const range = low === null || high === null ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${ratio.toFixed(2)} times the time${range}${outcome === 'undecided' ? ', not decided' : ''}`;
}

await runMain(main);
