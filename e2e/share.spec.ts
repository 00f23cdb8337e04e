import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const sizesOf = (app: App) =>
  app.rows().evaluateAll((rows) => rows.map((row) => row.textContent?.match(/[\d.]+ (?:MB|kB)/)?.[0]));

test('a link with results shows another person the same figures, and runs nothing', async ({ page, browser }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-000');
  await app.openKept();
  const sizes = await sizesOf(app);
  expect([...sizes].sort()).toEqual(['497 kB', '513 kB', '514 kB', '519 kB', '535 kB']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link with the results', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#v1.');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const found = collectPageErrors(otherPage);
  await otherPage.goto(link);
  const theirs = new App(otherPage);
  await expect(theirs.results.getByRole('heading', { level: 2 }).first()).toHaveText('Results from a link');
  await expect(theirs.rows()).toHaveCount(sizes.length);
  expect(await sizesOf(theirs)).toEqual(sizes);
  await expect(theirs.stop).toBeHidden();
  await expect(otherPage.getByRole('button', { name: 'Run this here' })).toBeVisible();
  expect(found).toEqual([]);
  await other.close();
});

test('a damaged link says so and leaves the page usable', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  for (const fragment of ['#explore?r=1.AAAA', '#explore&plan=%7B%7B', '#%00%ff', `#${'x'.repeat(70_000)}`]) {
    await page.goto('about:blank');
    await app.open(fragment);
    await expect(page.getByRole('alert').filter({ hasText: 'The link could not be opened completely.' })).toContainText(
      'This is not a link of Formatlab, or it was cut off.',
    );
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  }
});

test('results go out as JSON and CSV, and the JSON comes back', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(app.rows()).toHaveCount(12);
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
  await expect(app.rows()).toHaveCount(12);
});

const badResults = [
  [
    'a truncated result file',
    '{"format":"formatlab.result","version":1,',
    'result.json is not JSON; it seems to be cut off: ',
  ],
  [
    'a result file of a newer version',
    '{"format":"formatlab.result","version":99}',
    'result.json: It was made by a newer version of Formatlab. Reload the page to get the latest version, then open it again.',
  ],
  [
    'another JSON',
    '{"hello":"world"}',
    'result.json: This is not a result of Formatlab: the property “format” with the value “formatlab.result” is missing.',
  ],
] as const;

test('what is no result file is refused with its reason, and the results stay', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(app.rows()).toHaveCount(12);
  await page.getByRole('button', { name: 'Share' }).click();
  const picker = page.locator('input[type=file][accept*="json"]').last();
  for (const [what, content, says] of badResults) {
    await test.step(what, async () => {
      await picker.setInputFiles({ name: 'result.json', mimeType: 'application/json', buffer: Buffer.from(content) });
      await expect(page.getByRole('alert').filter({ hasText: 'The file can’t be opened.' })).toContainText(says);
      await expect(app.rows()).toHaveCount(12);
    });
  }
});
