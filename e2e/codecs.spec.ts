import { readdirSync } from 'node:fs';
import { expect, test } from './counted-work';
import { App, collectPageErrors, throughputText } from './app';
import { addCandidateByRecords, addedByRecords } from './candidate-form';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

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
  const chart = page.getByRole('group', { name: /^Compress: / }).first();
  await expect(chart).toBeVisible();
  const bulk = await chart.getByRole('img').first().getAttribute('aria-label');
  await page.getByRole('radio', { name: '700 B' }).check();
  await expect(chart.getByRole('img').first()).not.toHaveAttribute('aria-label', bulk ?? '');
  await page.getByRole('radio', { name: 'µs a call' }).check();
  await expect(page.getByRole('heading', { name: telling('700 bytes') })).toBeVisible();
  await chart.getByRole('img').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(chart.getByRole('img').nth(1)).toBeFocused();
  await page.getByText(/Table of these figures/).click();
  await expect(page.getByRole('region', { name: 'Benchmark figures' }).getByRole('row').nth(5)).toContainText(/×/);

  await page.getByText(/^All tests/).click();
  const matrix = page.getByRole('region', { name: 'Conformance matrix' });
  expect(codecIds.length).toBeGreaterThan(0);
  await expect(matrix.locator('th[scope=rowgroup]')).toHaveCount(codecIds.length);
  const rejected = matrix.getByRole('row').filter({ hasText: 'rejected in' }).first();
  await expect(rejected).toContainText(/not conforming: .* [\d.]+ %/);
  await expect(rejected).toContainText(/Seed \d+/);
  const refused = matrix.getByRole('row').filter({ hasText: 'refused' }).first();
  await refused.getByText('which').first().click();
  await expect(refused.getByRole('listitem').first()).toContainText(/bytes, \w+.*: /);
  await expect(
    matrix
      .getByRole('row')
      .filter({ hasText: /^zstd 1\.5\.7/ })
      .first(),
  ).toContainText(/accepted [\d,]+ of [\d,]+/);

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  expect(found).toEqual([]);
});

test('a candidate with options, by records, with a dictionary, is added, and removed by keyboard', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseVectors(50);
  await addCandidateByRecords(page);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await page.reload();
  await app.drawer('plan');
  await expect(page.getByRole('button', { name: addedByRecords })).toBeVisible();
  await expect(app.stop).toBeHidden();
  // The focus stays among the candidates.
  const removing = page.getByRole('button', { name: /^Remove / });
  const before = await removing.count();
  await removing.last().press('Enter');
  await expect(removing).toHaveCount(before - 1);
  await page.keyboard.press('Tab');
  await expect(removing.first()).toBeFocused();
});

test('what does not conform is marked, and not recommended', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'lz4');
  await app.openKept();
  const row = app.rows().filter({ hasText: 'LZ4, lz4js' });
  await expect(row).toContainText('not conforming');
  await expect(row).toContainText(throughputText);
  // The sentence names what is recommended first, and what is not only at its end.
  const sentence = app.results.getByText('Not ranked', { exact: false });
  await expect(sentence).toHaveText(/^LZ4 1, LZ4 1\.10\.0 /);
  await expect(sentence).toHaveText(telling('513 kB', '1.00'));
  await expect(sentence).toHaveText(/\d [MG]B\/s.*\d [MG]B\/s.*: LZ4, lz4js;[^:]*$/);
});
