import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun, type StoredDatabase, storedRunFile } from './kept-runs';

/** How a page can end while it measures. */
const ends = {
  'that is closed': (page: Page) => page.close({ runBeforeUnload: false }),
  'whose process dies': async (page: Page) => {
    const crashed = page.waitForEvent('crash');
    // Chromium's own page for this ends the process of the tab, and the navigation to it never ends.
    void page.goto('chrome://crash').catch(() => undefined);
    await crashed;
  },
};

for (const [ending, end] of Object.entries(ends)) {
  test(`a page ${ending} in the middle of a run leaves what it measured to the next`, {
    tag: ['@full', '@measures'],
  }, async ({ page, context }) => {
    const app = new App(page);
    await app.open();
    await page.getByRole('radio', { name: 'Standard' }).check();
    await app.chooseVectors(100);
    await app.pressRun({ effort: null });
    await expect(app.measuredRows().nth(2)).toBeVisible();
    // Another page does not offer what is still going on.
    const beside = new App(await context.newPage());
    await beside.open();
    await expect(beside.results.getByRole('heading', { name: 'Example run' })).toBeVisible();
    await expect(beside.page.getByText('An unfinished run of')).toBeHidden();
    await end(page);

    const next = new App(await context.newPage());
    const said = collectPageErrors(next.page);
    await next.open();
    const offer = next.page.getByRole('status').filter({ hasText: 'An unfinished run of' });
    await expect(offer).toContainText(/\d+ of 88 measurements were complete/);
    await next.expectAccessible();
    await offer.getByRole('button', { name: 'Show' }).click();
    await expect(offer).toBeHidden();
    await expect(next.results.getByText(/the run was stopped early/)).toBeVisible();
    await expect(next.measuredRows().nth(2)).toBeVisible();
    await next.page.reload();
    await expect(next.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
    await expect(offer).toBeHidden();
    expect(said).toEqual([]);
  });
}

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
  const offer = page.getByRole('status').filter({ hasText: 'An unfinished run of' });
  await expect(offer).toContainText(/\d+ of \d+ measurements were complete/);
  await offer.getByRole('button', { name: 'Show' }).click();
  await expect(offer).toBeHidden();
  await expect(app.results.getByText(/the run was stopped early/)).toBeVisible();
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
  const offer = page.getByRole('status').filter({ hasText: 'An unfinished run of' });
  await expect(offer).toContainText(/\d+ of \d+ measurements were complete/);
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
