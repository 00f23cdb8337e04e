import { expect, test } from '@playwright/test';
import { App } from './app';

test('the figures of a bar stay beside it while the page scrolls', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const bar = app.results.getByRole('img', { name: /^HDF5, bulk, .*Decode best/ });
  const tooltip = page.locator('[class*=tooltip]').filter({ hasText: 'HDF5, bulk' });
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
