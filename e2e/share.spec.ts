import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, complaints } from './app';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a link with results shows another person the same figures, and runs nothing', async ({ page, browser }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await app.chooseCandidates('As in source 000');
  await app.pressRun();
  await app.finish();
  const sizes = await app
    .rows()
    .evaluateAll((rows) => rows.map((row) => row.textContent?.match(/[\d.]+ (?:MB|kB)/)?.[0]));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: /link with.*results/i }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const found = complaints(otherPage);
  await otherPage.goto(link);
  const theirs = new App(otherPage);
  await expect(theirs.results.getByRole('heading', { level: 2 }).first()).toContainText(/link/i);
  await expect(theirs.rows()).toHaveCount(sizes.length);
  const theirSizes = await theirs
    .rows()
    .evaluateAll((rows) => rows.map((row) => row.textContent?.match(/[\d.]+ (?:MB|kB)/)?.[0]));
  expect(theirSizes).toEqual(sizes);
  await expect(theirs.stop).toBeHidden();
  await expect(otherPage.getByRole('button', { name: 'Run this here' })).toBeVisible();
  expect(found).toEqual([]);
  await other.close();
});

test('a damaged link says so and leaves the page usable', async ({ page }) => {
  const app = new App(page);
  for (const fragment of ['#explore?r=1.AAAA', '#explore&plan=%7B%7B', '#%00%ff', `#${'x'.repeat(70_000)}`]) {
    await page.goto('about:blank');
    await app.open(fragment);
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('status'))
        .filter({ hasText: /link|address/i })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  }
});

test('results go out as JSON and CSV, and the JSON comes back', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(app.rows().first()).toBeVisible();
  const shown = await app.rows().count();
  const download = async (name: string) => {
    const share = page.getByRole('button', { name: 'Share' });
    if ((await share.getAttribute('aria-expanded')) !== 'true') await share.click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const json = await download('JSON');
  const csv = await download('CSV');
  expect(JSON.parse(json.text).format).toBe('formatlab.result');
  expect(csv.text.split('\n')[0]).toMatch(/(^|,)file_bytes,ratio,/);
  await page
    .locator('input[type=file][accept*="json"]')
    .last()
    .setInputFiles({ name: json.name, mimeType: 'application/json', buffer: Buffer.from(json.text) });
  await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText(json.name);
  await expect(app.rows()).toHaveCount(shown);
});

for (const [what, content, says] of [
  ['a truncated result file', '{"format":"formatlab.result","version":1,', /JSON|truncated|not/i],
  ['a result file of a newer version', '{"format":"formatlab.result","version":99}', /newer/i],
  ['another JSON', '{"hello":"world"}', /not a (Formatlab )?result|result/i],
] as const) {
  test(`${what} is refused with its reason`, async ({ page }) => {
    const app = new App(page);
    await app.open();
    await expect(app.rows().first()).toBeVisible();
    const shown = await app.rows().count();
    await page.getByRole('button', { name: 'Share' }).click();
    await page
      .locator('input[type=file][accept*="json"]')
      .last()
      .setInputFiles({ name: 'result.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await expect(page.getByRole('alert').filter({ hasText: says }).first()).toBeVisible();
    await expect(app.rows()).toHaveCount(shown);
  });
}
