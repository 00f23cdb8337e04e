import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import folders from '../workers/open-file/fixtures/folders.json' with { type: 'json' };
import { telling } from '../workers/model/testing/telling';
import { App, collectPageErrors } from './app';
import { expect, measureByItself, test } from './counted-work';
import { dropFiles, dropOnPage } from './drop-files';

/** Runs of the user's own data: one for each way in which it becomes a dataset, in one page. How files are read is in own-file.spec.ts and its neighbours. */

const linesOf = (name: string, count: number) =>
  readFileSync(`node_modules/vega-datasets/data/${name}`, 'utf8').split('\n').slice(0, count).join('\n');
const drop = (page: Page, name: string, content: string | Buffer) =>
  dropFiles(page, [{ name, base64: Buffer.from(content).toString('base64') }]);

const smiles = `${'CCO ethanol\nc1ccccc1 benzene\n'.repeat(10)}C1CC without an end\n`;
const sales = Object.entries(folders as Readonly<Record<string, string>>)
  .filter(([path]) => path.startsWith('csv/'))
  .map(([path, base64]) => ({ name: path.slice('csv/'.length).replaceAll('/', '-'), base64 }));

const runs: readonly {
  readonly what: string;
  readonly open: (page: Page) => Promise<void>;
  readonly says: string | RegExp;
  /** The candidates that run: enough to see that the data reaches them. */
  readonly candidates: RegExp;
  /** The time to measure; two rounds unless told. */
  readonly time?: '15 s';
  readonly expectRows: (app: App) => Promise<void>;
}[] = [
  {
    what: 'a public CSV with text, numbers, dates and nulls',
    open: (page) => drop(page, 'head.csv', linesOf('birdstrikes.csv', 201)),
    says: '200 rows, 14 columns',
    candidates: /^(Parquet|CSV|JSON)(, zstd 1)?$/,
    time: '15 s',
    expectRows: async (app) => {
      await expect(app.results.getByText(/^15 s: \d+ rounds?/)).toBeAttached();
      await expect(app.rows().first()).toBeVisible();
      // The search by column adds a fourth where its third of the time is enough for all columns.
      const count = await app.rows().count();
      expect([3, 4]).toContain(count);
      await expect(app.measuredRows()).toHaveCount(count);
      await expect(app.measuredRows().filter({ hasText: /^Parquet/ })).toHaveCount(count - 2);
    },
  },
  {
    what: 'any file, as bytes',
    open: async (page) => {
      await drop(page, '7zip.png', readFileSync('node_modules/vega-datasets/data/7zip.png'));
      await page.getByRole('button', { name: 'Measure its bytes' }).click();
    },
    says: /^3,969 bytes/,
    candidates: /^(zstd 3|gzip 6)$/,
    expectRows: (app) => expect(app.measuredRows()).toHaveCount(2),
  },
  {
    what: 'a file of SMILES, of which a malformed line is left out',
    open: async (page) => {
      await drop(page, 'drugs.smi', smiles);
      await page.getByRole('radio', { name: /^Leave out/ }).check();
    },
    says: telling('20 molecules'),
    candidates: /^(SDF|SMILES)(, \w+)?$/,
    expectRows: (app) => expect(app.measuredRows().filter({ hasText: /^SDF/ }).first()).toBeVisible(),
  },
  {
    what: 'several files, which stand as they are before the candidates',
    open: (page) => dropFiles(page, sales),
    says: '5 rows, 4 columns',
    candidates: /^Parquet, zstd 1$/,
    expectRows: async (app) => {
      await expect(app.page.getByText(/^Your 3 files/).first()).toBeVisible();
      await expect(app.measuredRows().first()).toBeVisible();
    },
  },
];

test('the user’s own data is run and never sent', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  for (const { what, open, says, candidates, time = null, expectRows } of runs)
    await test.step(what, async () => {
      await open(page);
      const data = page.getByRole('region', { name: 'Data', exact: true });
      await expect(data.getByText(says).first()).toBeVisible();
      // Those of the run before stay chosen otherwise.
      await app.chooseCandidates('Suggested');
      await app.keepCandidates(candidates);
      await app.pressRun({ time });
      await app.finish();
      await app.openTab('Details');
      await expectRows(app);
    });
  await test.step('an opened file is measured by itself', async () => {
    await measureByItself(page);
    await app.closeDrawer();
    const base64 = Buffer.from(linesOf('birdstrikes.csv', 51)).toString('base64');
    await dropOnPage(page, [{ name: 'other.csv', base64 }]);
    await expect(app.stop).toBeVisible();
    await app.stop.click();
    await expect(app.stop).toBeHidden();
  });
  expect(found).toEqual([]);
});
