import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App } from './app';

async function openByTouchAndKeys(app: App): Promise<void> {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  await app.drawer('plan');
  const button = page.getByRole('button', { name: /^About implementations/ });
  const words = button.locator('xpath=following-sibling::*[@popover]');
  await expect(words).toBeHidden();
  await button.tap();
  await expect(words).toBeVisible();
  await expect(words).toContainText('zstd');
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
}

async function skip(page: Page): Promise<void> {
  await new App(page).open();
  await expect(page.getByTestId('answer')).toBeVisible();
  await page.getByRole('button', { name: /^Skip/ }).first().focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the answer' })).toBeFocused();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(answer.locator(':focus')).toHaveCount(1);
  await page.getByRole('button', { name: 'Skip to the answer' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to Run' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
}

async function reachByTab(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 500 });
  await new App(page).drawer('data');
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
}

test('on a phone, texts open by touch and by keys, and skip links lead to the main actions', { tag: '@full' }, async ({
  page,
}) => {
  await test.step('skip links lead to the main actions in a few Tabs', () => skip(page));
  await test.step('Tab reaches a text that scrolls, which stays open', () => reachByTab(page));
  await test.step('what an ⓘ says opens by touch and by the keyboard, inside the screen', () =>
    openByTouchAndKeys(new App(page)));
});
