import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import {
  pasteBox,
  importedCard,
  filePicker,
  keepButton,
  openPublished,
  importPanel,
  pasteIntoPage,
} from './import-box';
import { telling } from '../workers/model/testing/telling';

/** Runs of somebody else's in the box of tables: as a link that the page's own button copied, and as the file that the bench writes. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** As `npm run bench -- --out` writes it. */
const benchFile = 'fixtures/example/result.json';
const bench = readFileSync(benchFile, 'utf8');

async function keepTable(page: Page): Promise<void> {
  await pasteBox(page).fill('System,Write time (s)\nA,1.5\nB,3\n');
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept before');
  await keepButton(page).click();
  await expect(importedCard(page, 'Kept before')).toBeVisible();
}

const sizesOf = (app: App) =>
  app.rows().evaluateAll((rows) => rows.map((row) => row.textContent?.match(/[\d.]+ (?:MB|kB)/)?.[0] ?? ''));

/** The box says what run it is; opened, it is on Explore, with its charts, and nothing was lost of what was imported before. */
async function expectOpens(page: Page, app: App, name: string, sizes: readonly string[]): Promise<void> {
  await page
    .getByRole('region', { name: 'A run of Formatlab' })
    .getByRole('button', { name: 'Open on Explore' })
    .click();
  await expect(app.results.getByRole('heading', { name: `Results from ${name}`, exact: true })).toBeVisible();
  await app.openTab('Details');
  await expect(app.rows()).toHaveCount(sizes.length);
  expect(await sizesOf(app)).toEqual(sizes);
  await app.openTab('Compare');
  await expect(
    app.results.getByRole('figure', { name: /^Ratio against/ }).getByRole('group', { name: /\d/ }),
  ).toBeVisible();
  await expect(app.stop).toBeHidden();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await expect(importedCard(page, 'Kept before')).toBeVisible();
}

/** The box says why not, in words beside it; what was imported before stands, and what Explore shows is what it was. */
async function expectRefused(page: Page, app: App, says: RegExp, shown = 'Example run'): Promise<void> {
  await expect(importPanel(page).getByRole('alert').filter({ hasText: says })).toBeVisible();
  await expect(pasteBox(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(importedCard(page, 'Kept before')).toBeVisible();
  await app.goToExplore();
  await expect(app.results.getByRole('heading', { name: shown, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await expect(importedCard(page, 'Kept before')).toBeVisible();
}

async function copyLink(page: Page, name: RegExp): Promise<string> {
  await page.getByRole('button', { name }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#v1.');
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link that somebody copied here opens from the box, with its charts; one that was cut or holds no results says so', {
  tag: '@full',
}, async ({ page, browser }) => {
  const app = new App(page);
  await app.open();
  await app.openTab('Details');
  await expect(app.rows().first()).toBeVisible();
  const sizes = await sizesOf(app);
  expect(sizes.filter((size) => size !== '')).toHaveLength(12);
  await page.getByRole('button', { name: 'Share' }).click();
  const withoutResults = await copyLink(page, /^Copy link to/);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const link = await copyLink(page, /^Copy link with/);

  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const found = collectPageErrors(otherPage);
  const theirs = await openPublished(otherPage);
  await keepTable(otherPage);
  await pasteIntoPage(otherPage, { 'text/plain': link.slice(0, -40) });
  await expectRefused(otherPage, theirs, /damaged/);
  await pasteIntoPage(otherPage, { 'text/plain': withoutResults });
  await expectRefused(otherPage, theirs, /no results/);
  await pasteIntoPage(otherPage, { 'text/plain': link });
  await expectOpens(otherPage, theirs, 'The pasted text', sizes);
  expect(found).toEqual([]);
  await other.close();
});

test('a result file of the bench opens from the box, pasted and as a file, and a broken one is refused beside it', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.openTab('Details');
  await expect(app.rows().first()).toBeVisible();
  // The page's example is that very file.
  const sizes = await sizesOf(app);
  expect(sizes.filter((size) => size !== '')).toHaveLength(12);
  await openPublished(page);
  await keepTable(page);
  await pasteIntoPage(page, { 'text/plain': bench });
  await expectOpens(page, app, 'The pasted text', sizes);
  await filePicker(page).setInputFiles(benchFile);
  await expectOpens(page, app, 'result.json', sizes);
  await pasteIntoPage(page, { 'text/plain': bench.slice(0, bench.length / 2) });
  await expectRefused(page, app, /not JSON/, 'Results from result.json');
  const cellTooMuch = JSON.parse(bench) as { cells: { candidate: number }[] };
  cellTooMuch.cells[0] = { ...cellTooMuch.cells[0], candidate: 63 };
  for (const [name, content, says] of [
    ['newer.json', JSON.stringify({ ...JSON.parse(bench), version: 99 }), /newer\.json.*newer version/],
    ['cell.json', JSON.stringify(cellTooMuch), telling('cell.json', 'candidate 64')],
    ['other.json', '{"hello":"world"}', /other\.json.*not a result/],
  ] as const) {
    await filePicker(page).setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await expectRefused(page, app, says, 'Results from result.json');
  }
  expect(found).toEqual([]);
});
