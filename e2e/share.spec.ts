import { readFileSync } from 'node:fs';
import { expect, test } from './counted-work';
import { frameFragment } from '../web/links/frame';
import { App, collectPageErrors } from './app';
import { telling } from '../workers/model/testing/telling';
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
  await page.getByRole('button', { name: /^Copy link with/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#v1.');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const found = collectPageErrors(otherPage);
  await otherPage.goto(link);
  const theirs = new App(otherPage);
  await expect(theirs.results.getByRole('heading', { level: 2 }).first()).toHaveText('Results from a link');
  await theirs.openTab('Details');
  await expect(theirs.rows()).toHaveCount(sizes.length);
  expect(await sizesOf(theirs)).toEqual(sizes);
  await expect(theirs.stop).toBeHidden();
  await expect(otherPage.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  expect(found).toEqual([]);
  await other.close();
});

const damagedLinks = ['#explore?r=1.AAAA', '#explore&plan=%7B%7B', '#%00%ff', `#${'x'.repeat(70_000)}`];

/** Files that are no results, each with the facts of the error that the page shows. */
const badResults = [
  ['a truncated result file', '{"format":"formatlab.result","version":1,', /result\.json .*not JSON/],
  ['a result file of a newer version', '{"format":"formatlab.result","version":99}', /result\.json: .*newer version/],
  ['another JSON', '{"hello":"world"}', telling('result.json', '“format”', '“formatlab.result”')],
] as const;

test('damaged links and files are refused and leave the page usable; results go out as JSON and CSV, and come back', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await app.open(damagedLinks[0]);
  const refused = page.getByRole('alert').filter({ hasText: 'could not be opened' });
  for (const [index, fragment] of damagedLinks.entries())
    await test.step(`a damaged link: ${fragment.slice(0, 30)}`, async () => {
      if (index > 0) {
        // A link without fault takes away what was said of the last one.
        await page.goto(`/#${frameFragment('for=message')}`);
        await expect(refused).toHaveCount(0);
        await page.goto(`/${fragment}`);
      }
      await expect(refused).toHaveCount(1);
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    });
  await app.openTab('Details');
  await expect(app.rows()).toHaveCount(12);
  const openShare = async () => {
    const share = page.getByRole('button', { name: 'Share' });
    if ((await share.getAttribute('aria-expanded')) !== 'true') await share.click();
  };
  const download = async (name: string) => {
    await openShare();
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
  await openShare();
  const picker = page.locator('input[type=file][accept*="json"]').last();
  for (const [what, content, says] of badResults) {
    await test.step(what, async () => {
      await picker.setInputFiles({ name: 'result.json', mimeType: 'application/json', buffer: Buffer.from(content) });
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
      await expect(app.rows()).toHaveCount(12);
    });
  }
});
