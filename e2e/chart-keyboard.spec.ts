import { expect, type Page, test } from '@playwright/test';
import { App } from './app';
import { walkCharts } from './chart-keyboard';
import { crowdedRun, type Swept } from './crowded-runs';
import { restoreStoredRun } from './kept-runs';

/** The charts work by keyboard: arrow keys reach every mark, and each chart has a table with the same figures. */

/** Walks the charts of the page, of which there are some with these names at least. */
async function expectWalkable(page: Page, charts: readonly (string | RegExp)[]): Promise<void> {
  const names = await walkCharts(page);
  for (const chart of charts)
    expect(
      names.some((name) => (typeof chart === 'string' ? name.startsWith(chart) : chart.test(name))),
      `${chart} is one of:\n${names.join('\n')}`,
    ).toBe(true);
}

for (const { title, hash, charts } of [
  { title: 'the example', hash: '', charts: ['Total time against bandwidth'] },
  { title: 'Published', hash: '#published', charts: [] },
  ...['000', '001', '002', '003', '004'].map((id) => ({ title: `source ${id}`, hash: `#published/${id}`, charts: [] })),
  { title: 'native', hash: '#native', charts: [] },
  { title: 'Codecs', hash: '#codecs', charts: [] },
  { title: 'Formats', hash: '#formats', charts: [] },
])
  test(`the charts of the page: ${title}`, { tag: title === 'Codecs' ? '@full' : [] }, async ({ page }) => {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWalkable(page, charts);
  });

const sweepCharts: Readonly<Record<Swept, readonly string[]>> = {
  nothing: [],
  size: ['Encode time against size'],
  nullShare: ['Sweep: share of nulls'],
};

for (const { count, swept } of [
  { count: 12, swept: 'size' },
  { count: 12, swept: 'nullShare' },
  { count: 60, swept: 'nothing' },
  { count: 60, swept: 'nullShare' },
] as const)
  test(`the charts of ${count} candidates, swept by ${swept}`, { tag: count === 60 ? '@full' : [] }, async ({
    page,
  }) => {
    const app = new App(page);
    await restoreStoredRun(page, crowdedRun(count, swept));
    await app.openKept();
    for (const name of sweepCharts[swept]) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expectWalkable(page, []);
  });

test('the map of the bytes of a file', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile('fixtures/golden/parquet/long.snappy.v2.parquet');
  await expect(page.getByRole('table', { name: /^Parts of / })).toBeVisible();
  await expectWalkable(page, ['Map of long.snappy.v2.parquet']);
});

test('the charts of the search by column', { tag: '@full' }, async ({ page }) => {
  const rows = Array.from({ length: 800 }, (_, row) => `${1_700_000_000 + row * 60},${(row * 7_919) % 1_000}`);
  const app = new App(page);
  await app.open();
  await app.chooseFile({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['time,price', ...rows, ''].join('\n')),
  });
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByLabel('Time to search').selectOption('300');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 200_000 });
  await expectWalkable(page, ['The whole file', 'time', 'price']);
});
