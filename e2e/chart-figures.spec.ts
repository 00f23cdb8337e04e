import { expect, test } from '@playwright/test';
import { App } from './app';

test('the figures of a bar stay beside it while the page scrolls', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const bar = app.results.getByRole('img', { name: /^CSV, zstd 3, .*Decode best/ });
  const tooltip = page.locator('[class*=tooltip]').filter({ hasText: 'CSV, zstd 3' });
  await bar.hover();
  await expect(tooltip).toBeVisible();
  await page.mouse.wheel(0, 6);
  await page.mouse.wheel(0, -6);
  await expect(tooltip).toBeVisible();
  const [mark, box] = [await bar.boundingBox(), await tooltip.boundingBox()];
  if (mark === null || box === null) throw new Error('Both are seen.');
  expect(Math.abs(box.x + box.width / 2 - (mark.x + mark.width / 2))).toBeLessThan(mark.width);
  expect(Math.min(Math.abs(box.y + box.height - mark.y), Math.abs(box.y - (mark.y + mark.height)))).toBeLessThan(16);
});

test('bars are walked by arrow keys, each with its figures, and Escape hides these', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const bars = app.results.getByRole('group', { name: /^Size, 12 bars/ }).getByRole('img');
  const tooltip = page.locator('[class*=tooltip]');
  await bars.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(bars.nth(2)).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
});
