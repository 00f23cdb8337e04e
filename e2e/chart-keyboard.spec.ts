import { expect, type Page, test } from '@playwright/test';
import { App } from './app';
import { walkCharts } from './chart-keyboard';
import { crowdedRun } from './crowded-runs';
import { restoreStoredRun } from './kept-runs';
import { fullUnless } from './tags';

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
  test(`the charts of the page: ${title}`, fullUnless(hash === ''), async ({ page }) => {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWalkable(page, charts);
  });

for (const { title, run, figure } of [
  { title: '12 candidates, swept by size', run: () => crowdedRun(12, 'size'), figure: 'Encode time against size' },
  { title: '12 candidates, swept by a parameter', run: () => crowdedRun(12, 'nullShare'), figure: /ratio/ },
  { title: 'an option swept', run: () => 'lookups' as const, figure: /ratio against look-up time/ },
  { title: '60 candidates', run: () => crowdedRun(60), figure: /against/ },
])
  test(`the charts of a run: ${title}`, { tag: '@full' }, async ({ page }) => {
    const app = new App(page);
    await restoreStoredRun(page, run());
    await app.openKept();
    const named = app.results
      .getByRole('figure', { name: figure })
      .or(app.results.getByRole('heading', { name: figure }));
    await expect(named.first()).toBeVisible();
    await expectWalkable(page, []);
  });

test('the map of the bytes of a file', { tag: '@full' }, async ({ page }) => {
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
  // Until the file is read, the search is that of the example.
  await expect(page.getByText('800 rows, 2 columns')).toBeVisible();
  const search = page.getByRole('region', { name: 'Parquet, column by column' });
  await search.getByLabel('Time to search').selectOption('300');
  await search.getByRole('button', { name: 'Find the best settings' }).click();
  await expect(search.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: 200_000 });
  await expectWalkable(page, ['The whole file', 'time', 'price']);
});
