import { statSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { walkCharts } from './chart-keyboard';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

/** Where the bytes of a file are: every byte belongs to one part of the map, and the table has the same figures. */

const source = 'fixtures/golden/parquet/long.snappy.v2.parquet';

async function bytesOfParts(table: Locator): Promise<number> {
  const texts = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.children[1]?.textContent));
  return texts.reduce((sum, text) => sum + Number(text?.replace(/[^0-9]/g, '')), 0);
}

test('the parts of an opened Parquet file are drawn, and add up to the file', async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.openTab('Bytes');
  await app.chooseFile(source);
  await app.closeDrawer();
  const chart = page.getByRole('figure', { name: telling('long.snappy.v2.parquet') });
  const whole = chart.getByRole('button', { name: /^long\.snappy\.v2\.parquet: / });
  await expect(whole).toBeVisible();
  const parts = page.getByRole('table', { name: /^Parts of / });
  expect(await bytesOfParts(parts)).toBe(statSync(source).size);
  const column = (await parts.getByRole('button').first().textContent()) ?? '';

  await whole.focus();
  await page.keyboard.press('ArrowDown');
  const first = chart.getByRole('button', { name: new RegExp(`^${column}: `) });
  await expect(first).toBeFocused();
  const columnBytes = Number(
    (await first.getAttribute('aria-label'))?.match(/\(([\d,]+) bytes\)/)?.[1]?.replace(/,/g, ''),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: `Parts of ${column}` })).toBeVisible();
  expect(await bytesOfParts(parts)).toBe(columnBytes);
  await page
    .getByRole('navigation', { name: /^Shown part/ })
    .getByRole('button')
    .click();
  expect(await bytesOfParts(parts)).toBe(statSync(source).size);
  await expect(page.getByRole('table', { name: 'Columns of the file' })).toContainText(column);
  // The rest of the page is that of the example.
  await app.expectAccessible({ within: page.getByRole('region', { name: /^Where the bytes/ }) });
  expect(await walkCharts(page, chart)).toEqual([expect.stringMatching(telling('long.snappy.v2.parquet'))]);
  expect(found).toEqual([]);
});

test('the file of a candidate has a map that adds up to its size', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'vectors');
  await app.openKept();
  await app.openTab('Bytes');
  const files = app.results.getByLabel('File', { exact: true });
  const parquet = files.getByRole('option', { name: /^Parquet/, includeHidden: true }).first();
  await files.selectOption((await parquet.getAttribute('value')) ?? '');
  await app.results.getByRole('button', { name: 'Draw its map' }).click();
  const parts = app.results.getByRole('table', { name: /^Parts of Parquet/ });
  await expect(parts).toBeVisible();
  const drawn = String(await bytesOfParts(parts));
  await app.openTab('Details');
  const size = await app
    .rows()
    .filter({ hasText: /^Parquet/ })
    .first()
    .textContent();
  expect(size?.replace(/,/g, '')).toContain(drawn);
});
