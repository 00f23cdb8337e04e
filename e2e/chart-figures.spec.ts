import { expect, test } from '@playwright/test';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';

test('the figures of a bar stay beside it while the page scrolls', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  const bar = app.results.getByRole('img', { name: /^CSV, zstd 3, .*Decode best/ });
  const tooltip = page.locator('[class*=tooltip]').filter({ hasText: 'CSV, zstd 3' });
  await bar.hover();
  await expect(tooltip).toBeVisible();
  await page.mouse.wheel(0, 6);
  await page.mouse.wheel(0, -6);
  await expect(tooltip).toBeVisible();
  const [mark, box] = [await bar.boundingBox(), await tooltip.boundingBox()];
  if (mark === null || box === null) throw new Error('Both are seen.');
  expect(Math.abs(box.x + box.width / 2 - (mark.x + mark.width / 2))).toBeLessThan(mark.width);
  expect(Math.min(Math.abs(box.y + box.height - mark.y), Math.abs(box.y - (mark.y + mark.height)))).toBeLessThan(16);
});

test('bars are walked by arrow keys, each with its figures, and Escape hides these', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const bars = app.results.getByRole('group', { name: /^Size, 12 bars/ }).getByRole('img');
  const tooltip = page.locator('[class*=tooltip]');
  await bars.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(bars.nth(2)).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
});

test('the table of the main chart has the user’s file first', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'own-csv');
  await app.openKept();
  const chart = app.results.locator('figure').filter({ has: page.getByLabel('Across') });
  await chart.getByText('The chart as a table').click();
  const first = chart.getByRole('table').locator('tbody').getByRole('row').first();
  await expect(first.getByRole('rowheader')).toHaveText('Your file as it is');
  // It has a ratio and no time.
  await expect(first.getByRole('cell').nth(0)).toHaveText('–');
  await expect(first.getByRole('cell').nth(1)).toHaveText(/^\d/);
});

test('the tables have all figures of the charts, published ones last', async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'sweep');
  await app.openKept();
  const main = app.results.locator('figure').filter({ has: page.getByLabel('Across') });
  const bySize = app.results.getByRole('figure', { name: 'Encode time against size' });
  for (const chart of [main, bySize]) await chart.getByText('The chart as a table').click();
  const rowsOf = (chart: typeof main) => chart.getByRole('table').locator('tbody').getByRole('row');
  await expect(main.locator('g[data-published]').first()).toBeVisible();
  await expect(rowsOf(main)).toHaveCount(await main.getByRole('img').count());
  await expect(rowsOf(main).last().getByRole('rowheader')).toContainText('source 000');
  await expect(bySize.getByRole('columnheader')).toHaveText(['Candidate', '13 items', '25 items', '50 items']);
  await expect(rowsOf(bySize)).toHaveCount(5);
});
