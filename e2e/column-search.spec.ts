import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';

/** The search over the settings of each column: what it finds becomes a candidate, whose file has the size that was announced. */

const pricesOf = (count: number) => {
  const rows = Array.from(
    { length: count },
    (_, row) => `${1_700_000_000 + row * 60},${((row * 7_919) % 1_000) / 100},${['red', 'green', 'blue'][row % 3]}`,
  );
  return ['time,price,colour', ...rows, ''].join('\n');
};
const csv = pricesOf(1_200);

test('the best settings by column become a candidate of the announced size', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.chooseFile({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('1,200 rows, 3 columns')).toBeVisible();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByLabel('Time to search').selectOption('300');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByText('of at most', { exact: false }).first()).toBeVisible();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 100_000 });
  await search.getByLabel('Choose for each column').selectOption('size');
  await app.expectAccessible();
  await search.getByRole('button', { name: 'Add it to the candidates' }).click();
  await expect(search.getByText('It is one of the candidates.', { exact: false })).toBeVisible();
  const table = search.getByRole('table', { name: 'Chosen settings by column' });
  const sizes = await table
    .locator('tbody tr')
    .evaluateAll((each) => each.map((row) => Number(row.children[2]?.textContent?.replace(/[^0-9]/g, ''))));
  const columnBytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(columnBytes).toBeGreaterThan(0);

  await app.pressRun();
  await app.finish();
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

test('a search stops at once and keeps what it found', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  // The search of so many rows lasts until it is stopped.
  await app.chooseFile({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(pricesOf(50_000)) });
  await expect(page.getByText('50,000 rows, 3 columns')).toBeVisible();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByTestId('column-search-answer')).toBeVisible({ timeout: 60_000 });
  await search.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(search.getByText('The search was stopped.', { exact: false })).toBeVisible();
  await expect(search.getByRole('button', { name: 'Add it to the candidates' })).toBeEnabled();
});

test('a Parquet file is rewritten in another order with narrower types, beside what it was', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.chooseFile(path.join('fixtures', 'golden', 'parquet', 'long.zstd.v2.parquet'));
  await expect(page.getByText('3,000 rows, 5 columns')).toBeVisible();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByLabel('Rows may be put in another order').check();
  await search.getByLabel('Columns may have narrower types').check();
  await search.getByLabel('Time to search').selectOption('20');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 60_000 });
  await search.getByLabel('Choose for each column').selectOption('size');
  await expect(search.getByText('were compared on all rows', { exact: false })).toBeVisible();
  await expect(search.getByText('candidates keep the order of rows and the types', { exact: false })).toBeVisible();

  const rewrite = search.getByRole('region', { name: 'Rewrite the table' });
  await expect(rewrite.getByText(/instead of int64: every value comes back/u).first()).toBeVisible();
  await rewrite.getByRole('button', { name: 'Write and verify the file' }).click();
  const told = rewrite.getByText('each value equals the data', { exact: false });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await app.expectAccessible();
  const bytesOf = (text: string) => Number(text.replace(/[^0-9]/gu, ''));
  const text = (await told.textContent()) ?? '';
  const [, written = '', expected = ''] = /([\d,]+) bytes.*?([\d,]+) bytes\)? expected/u.exec(text) ?? [];
  expect(Math.abs(bytesOf(written) / bytesOf(expected) - 1)).toBeLessThan(0.01);
  const columns = rewrite.getByRole('table', { name: 'Before and after, by column' });
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
  await rewrite.getByText('Code that rewrites the table').click();
  await expect(rewrite.getByText('pq.write_table', { exact: false })).toBeVisible();
  await expect(rewrite.getByText('DuckDB takes no setting for', { exact: false })).toBeVisible();
  expect(found).toEqual([]);
});
