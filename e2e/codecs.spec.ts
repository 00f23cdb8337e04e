import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { App, collectPageErrors, throughputText } from './app';
import { restoreStoredRun, storedRuns } from './kept-runs';

const codecIds = readdirSync('workers/codecs', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('the Codecs page says of every implementation whether others read it, and how near it is to native', async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await page.getByRole('link', { name: 'Codecs', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Codecs' })).toBeVisible();
  const matrix = page.getByRole('region', { name: 'Conformance matrix' });
  expect(codecIds.length).toBeGreaterThan(0);
  await expect(matrix.locator('th[scope=rowgroup]')).toHaveCount(codecIds.length);
  const rejected = matrix.getByRole('row').filter({ hasText: 'rejected in' }).first();
  await expect(rejected).toContainText(/not conforming: rejected in [\d.]+ % of blocks/);
  await expect(rejected).toContainText(/Seed \d+ generates the same blocks again/);
  const refused = matrix.getByRole('row').filter({ hasText: 'refused' }).first();
  await refused.getByText('which').first().click();
  await expect(refused.getByRole('listitem').first()).toContainText(/bytes, \w+.*: /);
  await expect(
    matrix
      .getByRole('row')
      .filter({ hasText: /^zstd 1\.5\.7/ })
      .first(),
  ).toContainText(/accepted [\d,]+ of [\d,]+/);

  const chart = page.getByRole('group', { name: /^Compress: / }).first();
  await expect(chart).toBeVisible();
  const bulk = await chart.getByRole('img').first().getAttribute('aria-label');
  await page.getByRole('radio', { name: '700 B' }).check();
  await expect(chart.getByRole('img').first()).not.toHaveAttribute('aria-label', bulk ?? '');
  await page.getByRole('radio', { name: 'µs a call' }).check();
  await expect(page.getByRole('heading', { name: 'Time of a call in records of 700 bytes' })).toBeVisible();
  await chart.getByRole('img').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(chart.getByRole('img').nth(1)).toBeFocused();
  await page.getByText(/Table of these figures/).click();
  await expect(page.getByRole('region', { name: 'Benchmark figures' }).getByRole('row').nth(5)).toContainText(/×/);
  expect(found).toEqual([]);
});

test('its address opens it, and Back leaves it', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await page.goto('/#codecs');
  await expect(page.getByRole('heading', { level: 1, name: 'Codecs' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
});

async function addCandidate(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.chooseVectors(50);
  await page.getByRole('button', { name: 'Add a candidate', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add a candidate' });
  await form.getByRole('combobox', { name: 'Format', exact: true }).selectOption({ label: 'JSON' });
  await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'zstd' });
  await form.getByRole('combobox', { name: 'Implementation of the codec' }).selectOption({ label: 'zstd 1.5.7' });
  await form.getByRole('textbox', { name: 'Level' }).fill('5');
  await expect(form.getByRole('textbox', { name: 'Dictionary' })).toBeHidden();
  await form.getByRole('radio', { name: '700 B records' }).check();
  await form.getByRole('textbox', { name: 'Dictionary' }).fill('16');
  await form.getByText(/Options of the codec/).click();
  await form.getByRole('checkbox', { name: 'Checksum' }).check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('button', { name: /Remove JSON, zstd 5 by record, checksum, dictionary 16 KiB/ }),
  ).toBeVisible();
  return app;
}

test('a candidate with options, by records, with a dictionary, is added, and removed by keyboard', async ({ page }) => {
  const app = await addCandidate(page);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await page.reload();
  await app.unfold();
  await expect(
    page.getByRole('button', { name: /Remove JSON, zstd 5 by record, checksum, dictionary 16 KiB/ }),
  ).toBeVisible();
  await expect(app.stop).toBeHidden();
  // The focus stays among the candidates.
  const removing = page.getByRole('button', { name: /^Remove / });
  const before = await removing.count();
  await removing.last().press('Enter');
  await expect(removing).toHaveCount(before - 1);
  await page.keyboard.press('Tab');
  await expect(removing.first()).toBeFocused();
});

test('a candidate with options, by records, with a dictionary, is added and measured', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const app = await addCandidate(page);
  await app.pressRun();
  await app.finish();
  const row = app.rows().filter({ hasText: 'zstd 5 by record' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/[kMG]B\/s/);
});

async function expectNotRecommended(app: App): Promise<void> {
  const row = app.rows().filter({ hasText: 'LZ4, lz4js' });
  await expect(row).toContainText('not conforming');
  await expect(row).toContainText(throughputText);
  // The sentence names what is recommended first, and what is not only at its end.
  await expect(app.results.getByText(/Not ranked, because not conforming: /)).toHaveText(
    /^LZ4 1, LZ4 1\.10\.0 takes 513 kB, ratio 1\.00 and encodes at [\d.]+ [MG]B\/s and decodes at [\d.]+ [MG]B\/s\. Not ranked, because not conforming: LZ4, lz4js; other implementations reject some of its output\.$/,
  );
}

test('what does not conform is marked, and not recommended', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'lz4');
  await app.openKept();
  await expectNotRecommended(app);
});

test('what does not conform is measured and marked, and not recommended', { tag: ['@full', '@measures'] }, async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await storedRuns.lz4(app);
  await app.pressRun();
  await app.finish();
  await expectNotRecommended(app);
});
