import { expect, test } from '@playwright/test';
import { App } from './app';

test('Explore on a phone: nothing is clipped, and axe finds nothing', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(app.rows().first()).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  await app.showWholePage();
  await app.expectAccessible();
});

test('Codecs on a phone', async ({ page }) => {
  await page.goto('/#codecs');
  await page.getByText(/The same as a table/).click();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  const app = new App(page);
  await app.showWholePage();
  await app.expectAccessible();
});

test('a run on a phone', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await app.pressRun();
  await app.finish();
  await expect(
    app
      .rows()
      .filter({ hasText: /[MG]B\/s/ })
      .first(),
  ).toBeVisible();
  await app.showWholePage();
  await app.expectAccessible();
});
