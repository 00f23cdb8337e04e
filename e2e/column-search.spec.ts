import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { walkCharts } from './chart-keyboard';
import { telling } from '../workers/model/testing/telling';

/** The search over the settings of each column: what it finds becomes a candidate, whose file has the size that was announced. */

const pricesOf = (count: number) => {
  const rows = Array.from(
    { length: count },
    (_, row) => `${1_700_000_000 + row * 60},${((row * 7_919) % 1_000) / 100},${['red', 'green', 'blue'][row % 3]}`,
  );
  return ['time,price,colour', ...rows, ''].join('\n');
};
const csv = pricesOf(1_200);

test('the best settings by column become a candidate of the announced size', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.openTab('Columns');
  await app.chooseFile({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('1,200 rows, 3 columns')).toBeVisible();
  await app.closeDrawer();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByLabel('Time to search').selectOption('300');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByText('of at most', { exact: false }).first()).toBeVisible();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 100_000 });
  await search.getByLabel('Choose for each column').selectOption('size');
  await app.expectAccessible({ within: search });
  const charts = await walkCharts(page, search);
  for (const name of ['The whole file', 'time', 'price'])
    expect(charts).toContainEqual(expect.stringMatching(new RegExp(`^${name}`)));
  await search.getByRole('button', { name: /^Add it/ }).click();
  await expect(search.getByRole('button', { name: /^Add it/ })).toHaveCount(0);
  const table = search.getByRole('table', { name: 'Chosen settings by column' });
  const sizes = await table
    .locator('tbody tr')
    .evaluateAll((each) => each.map((row) => Number(row.children[2]?.textContent?.replace(/[^0-9]/g, ''))));
  const columnBytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(columnBytes).toBeGreaterThan(0);

  // The candidate that was found is the last one.
  await app.keepCandidates(/by column/);
  await app.pressRun();
  await app.finish();
  await app.openTab('Bytes');
  await app.results.getByRole('button', { name: 'Draw its map' }).scrollIntoViewIfNeeded();
  const file = app.results.getByLabel('File', { exact: true });
  const label = await file
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.textContent).at(-1));
  await file.selectOption({ label: label ?? '' });
  await app.results.getByRole('button', { name: 'Draw its map' }).click();
  const facts = app.results.getByRole('table', { name: 'Columns of the file' });
  await expect(facts).toBeVisible({ timeout: 30_000 });
  const written = await facts
    .locator('tbody tr')
    .evaluateAll((each) => each.map((row) => Number(row.children[4]?.textContent?.replace(/[^0-9]/g, ''))));
  expect(written).toEqual(sizes);
  expect(found).toEqual([]);
});

/** A search stops at once and keeps what it found. */
async function stopSearch(app: App): Promise<void> {
  const { page } = app;
  // The search of so many rows lasts until it is stopped.
  await app.chooseFile({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(pricesOf(50_000)) });
  await expect(page.getByText('50,000 rows, 3 columns')).toBeVisible();
  await app.closeDrawer();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByTestId('column-search-answer')).toBeVisible({ timeout: 60_000 });
  await search.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(search.getByText(/search was stopped/)).toBeVisible();
  await expect(search.getByRole('button', { name: /^Add it/ })).toBeEnabled();
}

test('a search is stopped, and a Parquet file is rewritten in another order with narrower types, beside what it was', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.openTab('Columns');
  await stopSearch(app);
  await app.drawer('data');
  await page.getByRole('button', { name: 'Change the file prices.csv' }).click();
  await app.chooseFile(path.join('fixtures', 'golden', 'parquet', 'long.zstd.v2.parquet'));
  await expect(page.getByText('3,000 rows, 5 columns')).toBeVisible();
  await app.closeDrawer();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  // By keyboard, since what is drawn above them may still move them from under a mouse.
  for (const name of [/^Rows may be/, /^Columns may have/]) {
    await search.getByLabel(name).press('Space');
    await expect(search.getByLabel(name)).toBeChecked();
  }
  await search.getByLabel('Time to search').selectOption('60');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 120_000 });
  await search.getByLabel('Choose for each column').selectOption('size');
  await expect(search.getByText(/compared on all/)).toBeVisible();
  await expect(search.getByText(/candidates keep/)).toBeVisible();

  const rewrite = search.getByRole('region', { name: 'Rewrite the table' });
  await expect(rewrite.getByText(telling('int64')).first()).toBeVisible();
  await rewrite.getByRole('button', { name: /^Write and verify/ }).click();
  const told = rewrite.getByRole('status').filter({ hasText: /[\d,]+ bytes.*[\d,]+ bytes/ });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await app.expectAccessible({ within: search });
  const bytesOf = (text: string) => Number(text.replace(/[^0-9]/gu, ''));
  const text = (await told.textContent()) ?? '';
  const [, written = '', expected = ''] = /([\d,]+) bytes.*?([\d,]+) bytes\)? expected/u.exec(text) ?? [];
  expect(Math.abs(bytesOf(written) / bytesOf(expected) - 1)).toBeLessThan(0.01);
  const columns = rewrite.getByRole('table', { name: /^Before and after/ });
  await expect(columns.getByRole('columnheader', { name: 'before: your file' })).toBeVisible();
  const [before, after] = await Promise.all(
    [2, 4].map((cell) =>
      columns
        .locator('tbody tr')
        .evaluateAll(
          (rows, index) =>
            rows.reduce((sum, row) => sum + Number(row.children[index]?.textContent?.replace(/[^0-9]/g, '')), 0),
          cell,
        ),
    ),
  );
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(before ?? 0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rewrite.getByRole('button', { name: 'Download the rewritten file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('long.zstd.v2-rewritten.parquet');
  const file = await readFile(await download.path());
  expect(file.length).toBe(bytesOf(written));
  expect(file.subarray(0, 4).toString()).toBe('PAR1');
  await rewrite.getByText(/^Code that rewrites/).click();
  await expect(rewrite.getByText('pq.write_table', { exact: false })).toBeVisible();
  await expect(rewrite.getByText(/^DuckDB takes no/)).toBeVisible();
  expect(found).toEqual([]);
});
