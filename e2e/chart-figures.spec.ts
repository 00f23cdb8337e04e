import { App } from './app';
import { expect, test } from './counted-work';
import { restoreStoredRun } from './kept-runs';

/** The tables beside the charts; the charts themselves are in places.spec.ts and crowded-runs.spec.ts. */

test('the table of the main chart has the user’s file first', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'own-csv');
  await app.openKept();
  await app.openTab('Compare');
  const chart = app.results.locator('figure').filter({ has: page.getByLabel('Across') });
  await chart.getByText(/chart as a table/).click();
  const first = chart.getByRole('table').locator('tbody').getByRole('row').first();
  await expect(first.getByRole('rowheader')).toHaveText(/^Your file/);
  // It has a ratio and no time.
  await expect(first.getByRole('cell').nth(0)).toHaveText('–');
  await expect(first.getByRole('cell').nth(1)).toHaveText(/^\d/);
});

test('the tables have all figures of the charts, published ones last', async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'sweep');
  await app.openKept();
  await app.openTab('Compare');
  await expect(app.results.getByRole('heading', { name: 'Encode time against size', exact: true })).toBeVisible();
  const main = app.results.locator('figure').filter({ has: page.getByLabel('Across') });
  const bySize = app.results.getByRole('figure', { name: 'Encode time against size' });
  for (const chart of [main, bySize]) await chart.getByText(/chart as a table/).click();
  const rowsOf = (chart: typeof main) => chart.getByRole('table').locator('tbody').getByRole('row');
  await expect(main.locator('g[data-published]').first()).toBeVisible();
  await expect(rowsOf(main)).toHaveCount(await main.getByRole('img').count());
  await expect(rowsOf(main).last().getByRole('rowheader')).toContainText('source 000');
  await expect(bySize.getByRole('columnheader')).toHaveText(['Candidate', '13 items', '25 items', '50 items']);
  await expect(rowsOf(bySize)).toHaveCount(5);
});
