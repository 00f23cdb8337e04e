import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, complaints } from './app';

test('opens with an example run beside published marks, and runs it here with one click', async ({ page }) => {
  const found = complaints(page);
  const app = new App(page);
  await app.open();
  await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText(/example/i);
  await expect(app.results.getByText(/source 000/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Run this here' }).click();
  await expect(app.stop).toBeVisible();
  await expect(app.rows().first()).toBeVisible({ timeout: 20_000 });
  await app.finish();
  const rows = await app.rows().count();
  expect(rows).toBeGreaterThanOrEqual(8);
  expect(found).toEqual([]);
});

test('every result is verified and says by whom, and its file can be downloaded', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await app.pressRun();
  await app.finish();
  for (const row of await app.rows().all())
    await expect(row.getByRole('cell').nth(-2)).toContainText(
      /self-verified|parquet-wasm|hyparquet|fzstd|fflate|specification/,
    );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    app
      .rows()
      .filter({ hasText: /^Pickle(?! ·)/ })
      .first()
      .getByRole('button', { name: /download|file/i })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.(pkl|pickle)/);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 2)]).toEqual([0x80, 5]);
});

test('a size sweep draws time against N', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(60);
  await page.getByRole('radio', { name: '3 sizes' }).check();
  await app.chooseCandidates('As in source 000');
  await app.pressRun();
  await app.finish();
  await expect(app.results.getByRole('heading', { name: /against (N|size|the number)/i })).toBeVisible();
});

test('source 004 runs its codecs through Parquet', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseWorkload(/^Events/);
  await app.chooseSize(20_000);
  await app.chooseCandidates('Parquet codecs and ROOT (source 004)');
  await app.pressRun();
  await app.finish();
  await expect(app.results.getByText(/source 004/).first()).toBeVisible();
  for (const row of await app
    .rows()
    .filter({ hasText: /Parquet|ROOT/ })
    .all())
    await expect(row).not.toContainText(/failed/i);
});

test('filters hide, and never change a colour', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const colours = () =>
    app.table.evaluate((table) =>
      Object.fromEntries(
        [...table.querySelectorAll('tbody tr')].map((row) => [
          row.querySelector('th,td')?.textContent ?? '',
          [...row.querySelectorAll('svg *')].map((mark) => getComputedStyle(mark).fill).join(),
        ]),
      ),
    );
  await expect(app.rows().first()).toBeVisible();
  const before = await colours();
  await app.results
    .getByRole('button', { name: /^Pickle/ })
    .first()
    .click();
  const after = await colours();
  expect(Object.keys(after).length).toBeLessThan(Object.keys(before).length);
  for (const [name, colour] of Object.entries(after)) expect(colour).toBe(before[name]);
});

test('Back undoes a choice', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseWorkload(/^Events/);
  await expect(page.getByRole('radio', { name: /^Events/ })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: /^Vectors/ })).toBeChecked();
});
