import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { restoreStoredRun, type StoredDatabase, storedRunFile } from './kept-runs';

/** Starts a run in this page, which has some results after a while. */
async function measureAWhile(app: App): Promise<void> {
  await app.chooseEffort('Standard');
  await app.chooseVectors(100);
  await app.pressRun({ effort: null });
  await app.openTab('Details');
  await expect(app.measuredRows().nth(2)).toBeVisible();
}

const offerOf = (page: Page) => page.getByRole('status').filter({ hasText: /^An unfinished run/ });

/** Opens the page after one whose run did not end: it offers and shows what was measured. */
async function openNext(context: BrowserContext): Promise<App> {
  const next = new App(await context.newPage());
  await next.open();
  const offer = offerOf(next.page);
  await expect(offer).toContainText(/\d+ of 88 /);
  await offer.getByRole('button', { name: 'Show' }).click();
  await expect(offer).toBeHidden();
  await expect(next.results.getByText(/stopped early/)).toBeVisible();
  await next.openTab('Details');
  await expect(next.measuredRows().nth(2)).toBeVisible();
  return next;
}

test('a page that is closed in the middle of a run, and one whose process dies, leave what they measured to the next', {
  tag: ['@full', '@measures'],
}, async ({ page, context }) => {
  const app = new App(page);
  await app.open();
  await measureAWhile(app);
  // Another page does not offer what is still going on.
  const beside = new App(await context.newPage());
  await beside.open();
  await expect(beside.results.getByRole('heading', { name: 'Example run' })).toBeVisible();
  await expect(offerOf(beside.page)).toBeHidden();
  await beside.page.close();
  await page.close({ runBeforeUnload: false });

  const second = await openNext(context);
  await measureAWhile(second);
  const crashed = second.page.waitForEvent('crash');
  // Chromium's own page for this ends the process of the tab, and the navigation to it never ends.
  void second.page.goto('chrome://crash').catch(() => undefined);
  await crashed;

  const third = await openNext(context);
  const said = collectPageErrors(third.page);
  await third.page.reload();
  await expect(third.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
  await expect(offerOf(third.page)).toBeHidden();
  expect(said).toEqual([]);
});

/** Gives the page what the app's storage holds after its page died: the run still says that it is under way, and half of its cells are missing. */
async function giveUnfinished(page: Page): Promise<void> {
  const kept = JSON.parse(readFileSync(storedRunFile('vectors'), 'utf8')) as StoredDatabase;
  const cells = kept.stores.cells ?? [];
  const runs = (kept.stores.runs ?? []).map(({ key, value }) => ({
    key,
    value: { ...(value as object), finishedAt: null, underWay: true },
  }));
  await restoreStoredRun(page, { ...kept, stores: { runs, cells: cells.slice(0, cells.length / 2) } });
}

test('an unfinished run is shown as far as it went, also over a reload', async ({ page }) => {
  await giveUnfinished(page);
  const said = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const offer = offerOf(page);
  await expect(offer).toContainText(/\d+ of \d+ /);
  await app.expectAccessible({ within: offer });
  await offer.getByRole('button', { name: 'Show' }).click();
  await expect(offer).toBeHidden();
  await expect(app.results.getByText(/stopped early/)).toBeVisible();
  await app.openTab('Details');
  await expect(app.measuredRows().nth(2)).toBeVisible();
  await page.reload();
  await expect(app.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
  await expect(offer).toBeHidden();
  expect(said).toEqual([]);
});

test('an unfinished run that is discarded is gone', { tag: '@full' }, async ({ page }) => {
  await giveUnfinished(page);
  const app = new App(page);
  await app.open();
  const offer = offerOf(page);
  await expect(offer).toContainText(/\d+ of \d+ /);
  await expect(app.results.getByRole('heading', { name: 'Example run' })).toBeVisible();
  await offer.getByRole('button', { name: 'Discard' }).click();
  await expect(offer).toBeHidden();
  // The notice goes at once, and the storage a moment later.
  await expect(async () => {
    await page.reload();
    await expect(app.results.getByRole('heading', { name: 'Example run' })).toBeVisible();
    await expect(offer).toBeHidden({ timeout: 2_000 });
  }).toPass();
});
