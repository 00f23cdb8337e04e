import { expect, type Page, test } from '@playwright/test';
import { App } from './app';

const expectNothingClipped = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);

async function openExplore(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await expect(app.rows().first()).toBeVisible();
  await expectNothingClipped(page);
  await app.showWholePage();
  return app;
}

async function openCodecs(page: Page): Promise<App> {
  await page.goto('/#codecs');
  await page.getByText(/Table of these figures/).click();
  await expectNothingClipped(page);
  const app = new App(page);
  await app.showWholePage();
  return app;
}

test('Explore on a phone: nothing is clipped, and axe finds nothing in the layout', async ({ page }) => {
  await (await openExplore(page)).expectAccessible({ rules: 'layout' });
});

test('Codecs on a phone: nothing is clipped, and axe finds nothing in the layout', { tag: '@full' }, async ({
  page,
}) => {
  await (await openCodecs(page)).expectAccessible({ rules: 'layout' });
});

test('Formats, Published, its sources and native on a phone: nothing is clipped', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/#formats');
  await expect(page.getByRole('radio', { name: 'Written and read by other libraries' })).toBeVisible();
  await expectNothingClipped(page);
  await page.goto('/#published');
  await expect(page.getByRole('article').getByRole('figure')).toHaveCount(5);
  await expectNothingClipped(page);
  for (const id of ['000', '001', '002', '003', '004']) {
    await page.goto(`/#published/${id}`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(`source ${id}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await expectNothingClipped(page);
  }
  await page.goto('/#native');
  await page.getByText('Table of all figures').first().click();
  await expect(page.getByRole('region', { name: 'Johin 2024 (source 000), vectors, all figures' })).toBeVisible();
  await expectNothingClipped(page);
});

test('Explore on a phone: nothing is clipped, and axe finds nothing', { tag: '@full' }, async ({ page }) => {
  await (await openExplore(page)).expectAccessible();
});

test('Codecs on a phone', { tag: '@full' }, async ({ page }) => {
  await (await openCodecs(page)).expectAccessible();
});

test('a run on a phone', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await app.pressRun();
  await app.finish();
  await expect(app.measuredRows().first()).toBeVisible();
  await app.showWholePage();
  await app.expectAccessible();
});
