import { expect, test } from '@playwright/test';
import { App } from './app';
import { walkCharts } from './chart-keyboard';
import { crowdedRun } from './crowded-runs';
import { restoreStoredRun } from './kept-runs';

/** The charts work by keyboard, and each has a table with the same figures. */

test('the charts of the page Explore', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('figure').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await walkCharts(page)).length).toBeGreaterThanOrEqual(4);
});

test('the charts of 12 candidates, swept by size', async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, crowdedRun(12, 'size'));
  await app.openKept();
  await expect(page.getByRole('heading', { name: 'Encode time against size', exact: true })).toBeVisible();
  // The totals, the main chart, the bars, and the chart of the sweep.
  expect((await walkCharts(page)).length).toBe(6);
});
