import { readFileSync } from 'node:fs';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { addCandidateByRecords } from './candidate-form';
import { storedRuns } from './kept-runs';

const only = (format: string) => `No other implementation of ${format} here reads this file.`;

/** Of the candidates suggested for vectors, those that are verified otherwise than the ones of the example. */
const verifiedVectors = {
  'HDF5, bulk': `self-verified${only('HDF5')}`,
  'HDF5, one dataset per vector': `self-verified${only('HDF5')}`,
  'Parquet, zstd 1': 'parquet-wasm, hyparquet',
  'Raw bytes, Blosc 5, zstd': `self-verified${only('Uncompressed')} ${only('Blosc')}`,
  'Pickle, LZ4 1': `specification check, lz4js${only('Pickle')}`,
  'Pickle, zstd 3': `zstd-wasm, fzstd${only('Pickle')}`,
  // The one that is added by hand.
  'JSON, zstd 5 by record, checksum, dictionary 16 KiB':
    'Formatlab2 implementations of zstd here do not support dictionaries.',
};

/** What the table says in its column “verified by”, of the candidates of the example run. */
const verifiedExample = {
  Uncompressed: `self-verified${only('Uncompressed')}`,
  'Parquet, Snappy': 'parquet-wasm',
  'Parquet, zstd 1': 'parquet-wasm',
  'Parquet, zstd 9': 'parquet-wasm',
  'Arrow IPC': 'arrow-rs in parquet-wasm',
  'Arrow IPC, zstd 1': `self-verified${only('Arrow IPC')}`,
  'HDF5, gzip 4': `self-verified${only('HDF5')}`,
  Pickle: `self-verified${only('Pickle')}`,
  CSV: 'Formatlab, Papa Parse',
  'CSV, gzip 6': 'Formatlab, Papa Parse, zlib 1.3.2, browser’s own, fflate, pako',
  'CSV, zstd 3': 'Formatlab, Papa Parse, zstd-wasm, fzstd',
  JSON: 'Formatlab',
};

/** Of every candidate that was run: it is measured, and the table says who verified its file. */
async function expectVerified(app: App, expected: Readonly<Record<string, string>>): Promise<void> {
  await app.showAllFigures();
  await expect(app.measuredRows()).toHaveCount(Object.keys(expected).length);
  const said = async () => {
    const rows = await app.rows().evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('button')?.getAttribute('aria-label')?.replace('Download the file of ', '') ?? '',
        // What the candidate loses stands behind.
        row.querySelector('td:last-child')?.textContent?.split('loses:')[0] ?? '',
      ]),
    );
    return Object.fromEntries(rows);
  };
  // The table is drawn after the run has ended, not with its last event.
  await expect.poll(said).toEqual(expected);
}

async function expectDownload(app: App): Promise<void> {
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app
      .rows()
      .getByRole('button', { name: /^Download .* Pickle$/ })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pkl$/);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 2)]).toEqual([0x80, 5]);
}

test('opens with an example run, runs it here with one click, and measures its candidates', {
  tag: '@measures',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await expect(app.results.getByRole('heading', { level: 2 }).first()).toHaveText('Example run');
  await expect(page.getByRole('button', { name: 'Run this here' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.stop).toBeVisible();
  await app.expectMeasuring();
  // The chart of totals waits as the answer does.
  const answer = app.results.getByRole('region', { name: 'Answer', exact: true });
  await app.openTab('Details');
  await expect(app.measuredRows().nth(1)).toBeVisible();
  await app.openTab('Compare');
  await expect(app.results.getByRole('slider')).toHaveCount(0);
  await app.openTab('Answer');
  await expect(answer).toContainText(/\d+ of \d+ candidates/);
  await app.stop.click();
  await expect(app.stop).toBeHidden();
  // To the end with fewer rows and rounds: what follows depends on neither.
  await app.chooseSize(1_000);
  await app.pressRun();
  await app.finish();
  await app.openTab('Compare');
  await expect(app.results.getByRole('slider').first()).toBeVisible();
  await app.openTab('Details');
  await expectVerified(app, verifiedExample);
  await expectDownload(app);
  expect(found).toEqual([]);
});

test('every result is verified and says by whom, also of a candidate that was added', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseVectors(50);
  await addCandidateByRecords(page);
  await app.keepCandidates(
    /^(HDF5, (bulk|one dataset per vector)|Parquet|Raw bytes|Pickle, (LZ4|zstd)|JSON)(?!.*gzip)/,
  );
  await app.pressRun();
  await app.finish();
  await app.openTab('Details');
  await expectVerified(app, verifiedVectors);
});

test('source 004 runs its codecs through Parquet', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await storedRuns['source-004'](app);
  // What is looked at does not depend on the size.
  await app.chooseSize(2_000);
  await app.pressRun();
  await app.finish();
  await app.openTab('Compare');
  await expect(app.results.getByText(/source 004/).first()).toBeVisible();
  await app.openTab('Details');
  await expect(app.rows().filter({ hasText: 'failed' })).toHaveCount(0);
  await expect(app.measuredRows().filter({ hasText: /^Parquet/ })).toHaveCount(6);
  await expect(app.measuredRows().filter({ hasText: /^ROOT/ })).toHaveCount(2);
});

test('filters hide, and never change a colour; Back undoes a choice; a size sweep can be run', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const colours = () =>
    app.table.evaluate((table) =>
      Object.fromEntries(
        [...table.querySelectorAll('tbody tr')].map((row) => [
          row.querySelector('th,td')?.textContent ?? '',
          [...row.querySelectorAll('svg *')].map((mark) => getComputedStyle(mark).fill).join(),
        ]),
      ),
    );
  await app.openTab('Details');
  await expect(app.rows()).toHaveCount(12);
  const before = await colours();
  expect(new Set(Object.values(before)).size).toBeGreaterThan(1);
  expect(Object.values(before)).not.toContain('');
  const shown = Object.keys(before).filter((name) => !name.startsWith('CSV'));
  expect(shown).toHaveLength(9);
  await app.results.getByText('Filter', { exact: true }).click();
  await app.results.getByRole('button', { name: /^CSV/ }).first().click();
  await expect(app.rows()).toHaveCount(9);
  const after = await colours();
  expect(Object.keys(after).sort()).toEqual(shown.sort());
  for (const [name, colour] of Object.entries(after)) expect(colour).toBe(before[name]);

  await app.chooseWorkload(/^Events/);
  await expect(page.getByRole('radio', { name: /^Events/ })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: /^Table/ })).toBeChecked();

  await storedRuns.sweep(app);
  await app.drawer('data');
  await expect(page.getByRole('radio', { name: '3 sizes' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  expect(page.url()).toContain('#');
});
