import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import {
  pasteBox,
  importedCard,
  filePicker,
  keepButton,
  openPublished,
  importPanel,
  pasteIntoPage,
} from './import-box';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const markdown = `# Compressors

| Compressor name | Ratio | Compression| Decompress. |
| --- | --- | --- | --- |
| **zstd 1.5.7 -1** | 2.896 | 510 MB/s | 1550 MB/s |
| zlib 1.3.1 -1 | 2.743 | 105 MB/s | 390 MB/s |
| lz4 1.10.0 | 2.101 | 675 MB/s | 3850 MB/s |
`;

test('a pasted Markdown table is charts at once, is kept over a reload, and is removed', async ({ page }) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await pasteBox(page).fill(markdown);
  await expect(page.getByRole('img', { name: /^Compression, .*zstd 1\.5\.7 -1 510 MB\/s, zlib/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ratio is' })).toHaveValue('ratio');
  await app.expectAccessible({ within: importPanel(page) });
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption('zlib 1.3.1 -1');
  await keepButton(page).click();
  await expect(importedCard(page, 'Compressors')).toBeVisible();
  await page.reload();
  const kept = importedCard(page, 'Compressors');
  await expect(kept.getByRole('img', { name: /^Decompress\..*lz4 1\.10\.0 3\.85 GB\/s/ })).toBeVisible();
  await expect(kept.getByRole('row', { name: /^zstd/ })).toContainText('0.21×');
  await kept.locator('summary', { hasText: 'Original table' }).click();
  await expect(kept.getByRole('cell', { name: '675 MB/s' })).toBeVisible();
  // Under the header that stays, a button half covered would be called too small, though scrolling frees it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await app.expectAccessible({ within: kept });
  await kept.getByRole('button', { name: 'Remove' }).click();
  await expect(kept).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(kept).toBeVisible();
  await kept.getByRole('button', { name: 'Remove' }).click();
  // The card goes when storage has answered.
  await expect(kept).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Import your own' })).toBeVisible();
  await expect(importedCard(page, 'Compressors')).toBeHidden();
  expect(found).toEqual([]);
});

async function pasteBadInput(app: App): Promise<void> {
  const { page } = app;
  await pasteBox(page).fill('only words');
  await expect(page.getByRole('alert').filter({ hasText: 'contains no table' })).toBeVisible();
  await pasteIntoPage(page, {
    'text/plain': `name,time (s)\n${Array.from({ length: 100_000 }, (_, row) => `s${row},${row}`).join('\n')}`,
  });
  await expect(page.getByRole('alert').filter({ hasText: 'the limit is 2,000' })).toBeVisible();
  await expect(keepButton(page)).toBeHidden();
  await page.getByRole('button', { name: 'Clear' }).click();
  await pasteBox(page).fill('{"format":"formatlab.imported","version":2}');
  await expect(page.getByRole('alert').filter({ hasText: 'not as expected' })).toBeVisible();
  await pasteBox(page).fill('system,write time (ms)\nA,1.5\nB,fast\nC,3\n');
  await expect(page.getByText(telling('Row 3', '“write time (ms)”', '“fast”'))).toBeVisible();
  await expect(page.getByRole('img', { name: /^write .*A 1\.50 ms, C 3\.00 ms$/ })).toBeVisible();
  await app.expectAccessible({ within: importPanel(page) });
}

async function pasteCopiedTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click();
  await pasteIntoPage(page, {
    'text/plain': 'System\tWrite\n',
    'text/html':
      '<table><tr><th rowspan="2">System</th><th colspan="2">Write</th></tr><tr><th>time (s)</th><th>size (MB)</th></tr><tr><td>A<img src="https://example.org/x.png" onerror="document.title=\'ran\'"></td><td>1.5</td><td>20</td></tr><tr><td>B</td><td>3</td><td>10</td></tr></table><script>document.title="ran"</script>',
  });
  await expect(page.getByRole('img', { name: /^Write .*A 20\.0 MB, B 10\.0 MB$/ })).toBeVisible();
  await expect(page).not.toHaveTitle('ran');
}

async function exportAndImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click();
  await pasteBox(page).fill(markdown);
  await keepButton(page).click();
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      importedCard(page, 'Compressors').getByRole('button', { name }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  };
  const json = await download('Export JSON');
  const csv = await download('Export CSV');
  expect(JSON.parse(json)).toMatchObject({ format: 'formatlab.imported', version: 2, title: 'Compressors' });
  expect(csv.split('\r\n')[1]).toContain('zstd 1.5.7 -1');
  await importedCard(page, 'Compressors').getByRole('button', { name: 'Remove' }).click();
  await expect(importedCard(page, 'Compressors')).toBeHidden();
  await filePicker(page).setInputFiles({ name: 'set.json', mimeType: 'application/json', buffer: Buffer.from(json) });
  await expect(importedCard(page, 'Compressors')).toBeVisible();
}

test('bad input, a table copied from a page, and a set that goes out and comes back', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await test.step('bad input says what is wrong and where, and good cells stay', () => pasteBadInput(app));
  await test.step('a copied table comes with its merged cells, and nothing of it runs', () => pasteCopiedTable(page));
  await test.step('a set goes out as JSON and CSV, and the JSON comes back', () => exportAndImport(page));
  expect(found).toEqual([]);
});

test('figures of another machine stand beside a run by their factors, once the user says what is the same', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-000');
  await app.openKept();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await pasteBox(page).fill(
    'Format,Write time (s),File size (MB)\nPickle,2.0,100\nHDF5 bulk,1.0,90\nArrow elsewhere,0.5,80\n',
  );
  await page.getByRole('textbox', { name: 'Title' }).fill('Theirs');
  await keepButton(page).click();
  const theirs = importedCard(page, 'Theirs');
  await expect(theirs.getByText(/same data/).first()).toBeVisible();
  await expect(theirs.getByText(/clock included/).first()).toBeVisible();
  await theirs.getByRole('combobox', { name: 'The clock includes' }).selectOption('inMemory');
  await theirs.getByRole('checkbox', { name: /is the same data/ }).check();
  await expect(theirs.getByText(/baseline, Pickle/).first()).toBeVisible();
  await theirs.getByRole('combobox', { name: /^Candidate here .*Pickle$/ }).selectOption({ label: 'Pickle' });
  await theirs.getByRole('combobox', { name: /^Candidate here .*HDF5 bulk$/ }).selectOption({ label: 'HDF5, bulk' });
  await expect(theirs.getByRole('row', { name: /^Geometric mean/ })).toContainText('of 1');
  await app.goToExplore();
  await app.openTab('Compare');
  await expect(app.results.getByRole('img', { name: telling('Arrow elsewhere', '“Theirs') })).toBeVisible();
  await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText('Arrow elsewhere');
  const sizeFactors = app.results.getByRole('list', { name: 'Imported size factors' }).getByRole('listitem');
  await expect(sizeFactors.filter({ hasText: telling('Arrow elsewhere', '0.80×', 'Pickle') })).toBeVisible();
  await app.expectAccessible({ within: app.results });
});
