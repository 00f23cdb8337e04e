import type { Page } from '@playwright/test';
import { App } from './app';
import { expect, test } from './counted-work';
import { restoreStoredRun } from './kept-runs';
import { goTo, places } from './places';

/** On a phone nothing is clipped, and axe finds nothing in the layout: where it differs from a wide window, whose pages are looked at by every rule. */

const expectNothingClipped = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);

test('Explore on a phone', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const viewport = page.viewportSize();
  if (viewport === null) throw new Error('A phone has a viewport.');
  for (const tab of ['Answer', 'Compare', 'Columns', 'Details'] as const)
    await test.step(tab, async () => {
      await page.setViewportSize(viewport);
      await app.openTab(tab);
      await expect(page.getByRole('tabpanel', { name: tab })).toContainText(/\d/);
      await expectNothingClipped(page);
      await app.showWholePage();
      await app.expectAccessible({ rules: 'layout' });
    });
});

test('a run on a phone', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'vectors');
  await app.openKept();
  await expect(app.measuredRows()).toHaveCount(11);
  await expectNothingClipped(page);
  await app.showWholePage();
  await app.expectAccessible();
});

test('every other page on a phone', { tag: '@full' }, async ({ page }) => {
  const viewport = page.viewportSize();
  if (viewport === null) throw new Error('A phone has a viewport.');
  for (const place of places)
    await test.step(place.name, async () => {
      await page.setViewportSize(viewport);
      await goTo(page, place);
      if (place.name === 'Codecs') await page.getByText(/Table of these/).click();
      if (place.name === 'native') {
        await page
          .getByText(/^Table of all/)
          .first()
          .click();
        await expect(page.getByRole('region', { name: /^Johin 2024 .*all figures$/ })).toBeVisible();
      }
      await expectNothingClipped(page);
      // One page of tables and charts beside those of Explore.
      if (place.name !== 'Codecs') return;
      await new App(page).showWholePage();
      await new App(page).expectAccessible({ rules: 'layout' });
    });
});
