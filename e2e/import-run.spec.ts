import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { type App, collectPageErrors } from './app';
import { pasteBox, importedCard, filePicker, openPublished, importPanel, pasteIntoPage } from './import-box';
import { telling } from '../workers/model/testing/telling';

/** A run of somebody else's that arrives in the box: opened, or kept beside the runs here. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const resultFile = 'fixtures/example/result.json';
const run = readFileSync(resultFile, 'utf8');
/** Another machine's run of the example's plan: at its sizes, in half the time. */
const theirs = JSON.stringify(
  JSON.parse(run, (key, value) =>
    key === 'samplesMs' ? value.map((ms: number) => ms / 2) : key === 'machineLabel' ? 'their server' : value,
  ),
);

const choice = (page: Page): Locator => page.getByRole('region', { name: 'A run of Formatlab' });
const keepRun = (page: Page): Locator => choice(page).getByRole('button', { name: 'Keep beside my runs' });

async function openOnExplore(app: App): Promise<void> {
  const { page } = app;
  await app.goToExplore();
  await app.chooseFile({ name: 'theirs.json', mimeType: 'application/json', buffer: readFileSync(resultFile) });
  await expect(app.results.getByRole('heading', { name: 'Results from theirs.json', exact: true })).toBeVisible();
  const cut = readFileSync(resultFile).subarray(0, 5_000);
  await app.chooseFile({ name: 'cut.json', mimeType: 'application/json', buffer: cut });
  await expect(page.getByRole('status').filter({ hasText: telling('cut.json', 'JSON') })).toBeVisible();
  await expect(app.results.getByRole('heading', { name: 'Results from theirs.json', exact: true })).toBeVisible();
}

test('a pasted run says what it is, is kept beside the runs here, goes out, and is removed', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await pasteIntoPage(page, { 'text/plain': theirs });
  await expect(choice(page)).toContainText(telling('50,000 rows', '12 candidates', '7 formats', 'standard'));
  await expect(choice(page)).toContainText('their server');
  await expect(choice(page)).toContainText('12 of 12 completed');
  await app.expectAccessible({ within: importPanel(page) });
  await page.getByRole('textbox', { name: 'Title beside my runs' }).fill('Their server');
  await keepRun(page).click();
  const kept = importedCard(page, 'Their server');
  await expect(kept.getByRole('img', { name: /^File size/ })).toBeVisible();
  await expect(kept.getByRole('img', { name: /^Encode/ })).toBeVisible();
  await expect(kept.getByRole('row', { name: /^Geometric mean/ })).toContainText('of 11');
  await expect(pasteBox(page)).toHaveValue('');
  // The same once more is not kept twice.
  await pasteIntoPage(page, { 'text/plain': theirs });
  await expect(choice(page)).toContainText('“Their server”');
  await expect(keepRun(page)).toBeHidden();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(choice(page)).toBeHidden();

  await app.goToExplore();
  await expect(app.results.getByRole('heading', { name: 'Example run', exact: true })).toBeVisible();
  await app.openTab('Compare');
  await expect(app.results.getByRole('img', { name: /CSV, gzip.*Imported: “Their server/ }).first()).toBeVisible();
  await expect(app.results.getByRole('list', { name: 'Imported size factors' })).toContainText('“Their server”');
  await app.expectAccessible({ within: app.results });

  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await page.reload();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: 'Export JSON' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    format: 'formatlab.imported',
    title: 'Their server',
    provenance: { who: 'their server' },
  });
  await kept.getByRole('button', { name: 'Remove' }).click();
  await expect(kept).toBeHidden();
  await test.step('a result that is chosen as a file on Explore opens, and a damaged one says so', () =>
    openOnExplore(app));
  expect(found).toEqual([]);
});

async function pasteWithoutFigures(page: Page): Promise<void> {
  const empty = { ...JSON.parse(run), cells: [] };
  await pasteIntoPage(page, { 'text/plain': JSON.stringify(empty) });
  await expect(choice(page).getByRole('status')).toContainText(/no .*figure/i);
  await expect(choice(page)).toContainText('0 of 12 completed, 12 not reached');
  await expect(keepRun(page)).toBeHidden();
  await expect(choice(page).getByRole('button', { name: 'Open on Explore' })).toBeVisible();
}

test('a run from a file opens on Explore as before, and one of a link is kept', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await filePicker(page).setInputFiles(resultFile);
  await choice(page).getByRole('button', { name: 'Open on Explore' }).click();
  await expect(app.results.getByRole('heading', { name: 'Results from result.json', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: /^Copy link with/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#v1.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await openPublished(page);
  await pasteIntoPage(page, { 'text/plain': link });
  await page.getByRole('textbox', { name: 'Title beside my runs' }).fill('From a link');
  await keepRun(page).click();
  await expect(importedCard(page, 'From a link').getByRole('img', { name: /^Decode/ })).toBeVisible();
  await test.step('a run without figures can’t be kept, and says so', () => pasteWithoutFigures(page));
  expect(found).toEqual([]);
});
