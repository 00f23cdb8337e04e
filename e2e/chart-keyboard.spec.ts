import { expect, test } from '@playwright/test';
import { App } from './app';
import { walkCharts } from './chart-keyboard';
import { crowdedRun, type Swept } from './crowded-runs';
import { restoreStoredRun, type StoredRunName } from './kept-runs';

/** Every chart of every page works by keyboard and has a table with the same figures. */

for (const [hash, charts] of [
  ['', 4],
  ['#published', 1],
  ['#published/000', 1],
  ['#published/001', 1],
  ['#published/002', 1],
  ['#published/003', 1],
  ['#published/004', 1],
  ['#native', 1],
  ['#codecs', 1],
  ['#formats', 1],
] as const)
  test(`the charts of the page ${hash === '' ? 'Explore' : hash}`, async ({ page }) => {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect((await walkCharts(page)).length).toBeGreaterThanOrEqual(charts);
  });

for (const [count, swept] of [
  [60, 'size'],
  [12, 'nullShare'],
] as const satisfies readonly (readonly [number, Swept])[])
  test(`the charts of ${count} candidates, swept by ${swept}`, async ({ page }) => {
    const app = new App(page);
    await restoreStoredRun(page, crowdedRun(count, swept));
    await app.openKept();
    const title = swept === 'size' ? 'Encode time against size' : 'Sweep: share of nulls';
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    // The totals, the main chart, the bars, and the charts of the sweep.
    expect((await walkCharts(page)).length).toBe(swept === 'size' ? 6 : 8);
  });

for (const [run, chart] of [
  ['lookups', /ratio against look-up time/],
  ['sweep', /^Encode time of/],
  ['own-csv', /^Total time against/],
  ['source-002', /ratio/],
  ['source-004', /ratio/],
  ['molecules', /ratio/],
] as const satisfies readonly (readonly [StoredRunName, RegExp])[])
  test(`the charts of the stored run ${run}`, async ({ page }) => {
    const app = new App(page);
    await restoreStoredRun(page, run);
    await app.openKept();
    const names = await walkCharts(page);
    expect(names.filter((name) => chart.test(name)).length).toBeGreaterThan(0);
  });

test('the map of a file’s bytes has a stop for Tab, and the arrow keys walk its parts', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile('fixtures/golden/parquet/long.snappy.v2.parquet');
  const map = page.getByRole('group', { name: /^Map of long\.snappy\.v2\.parquet/ });
  const marks = map.locator('[tabindex]');
  await expect(marks.and(page.locator('[tabindex="0"]'))).toHaveCount(1);
  await marks.first().focus();
  await page.keyboard.press('ArrowDown');
  const reached = new Set<string | null>();
  for (let step = 0; step < 40; step++) {
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null));
    await page.keyboard.press('ArrowRight');
  }
  // The whole file stands above its parts.
  const below = await marks.evaluateAll(
    (parts) => new Set(parts.map((part) => part.querySelector('rect')?.getAttribute('y'))).size,
  );
  expect(below).toBeGreaterThan(1);
  expect(reached).not.toContain(null);
  expect(reached.size).toBeGreaterThan(1);
  const tooltip = page.locator('[class*=_tooltip_]');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
});

test('the charts of the settings by column', async ({ page }) => {
  const rows = Array.from({ length: 400 }, (_, row) => `${row},${(row * 7_919) % 100},${['red', 'green'][row % 2]}`);
  const app = new App(page);
  await app.open();
  await app.chooseFile({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['time,price,colour', ...rows, ''].join('\n')),
  });
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 120_000 });
  await expect(search.getByTestId('column-search-answer')).toBeVisible();
  expect((await walkCharts(page)).length).toBeGreaterThanOrEqual(4);
});
