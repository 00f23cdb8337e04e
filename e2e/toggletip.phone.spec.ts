import { expect, test } from '@playwright/test';
import { App } from './app';

test('what an ⓘ says opens by touch and by the keyboard, inside the screen', async ({ page }) => {
  const app = new App(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await app.open();
  const button = page.getByRole('button', { name: 'About implementations of a codec to compare' });
  const words = page.getByText('zstd over the file, by each implementation, at its default level.');
  await expect(words).toBeHidden();
  await button.tap();
  await expect(words).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const box = await words.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await app.expectAccessible({ within: words });
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(words).toBeHidden();
  await page.keyboard.press('Space');
  await expect(words).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(words).toBeHidden();
  // Focus alone does not show the text, so that the first Enter always does.
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await expect(words).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(words).toBeVisible();
});

test('skip links lead to the main actions in a few Tabs', { tag: '@full' }, async ({ page }) => {
  // The focus starts at the top, and the steps are folded.
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await expect(page.getByTestId('answer')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the answer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'In a browser' })).toBeFocused();
  await page.getByRole('button', { name: 'Skip to the answer' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to “Add a candidate”' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add a candidate', exact: true })).toBeFocused();
});

test('Tab reaches a text that scrolls, which stays open', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'About the workloads' });
  const words = page.locator('[popover]').filter({ hasText: 'Events' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(words).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(words).toBeFocused();
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(button).toBeFocused();
});
