import type { Page } from '@playwright/test';
import { expect } from './counted-work';

/** The pages that show the same in every browser, by their addresses and titles. */
export const places = [
  { name: 'Published', fragment: '#published', title: /^Published/ },
  ...['000', '001', '002', '003', '004'].map((id) => ({
    name: `source ${id}`,
    fragment: `#published/${id}`,
    title: new RegExp(`\\(source ${id}\\)`),
  })),
  { name: 'native', fragment: '#native', title: /native/ },
  { name: 'Codecs', fragment: '#codecs', title: /^Codecs/ },
  { name: 'Formats', fragment: '#formats', title: /^Formats/ },
] as const;

type Place = (typeof places)[number];

/** Waits until there are charts and none is added any more. */
export const chartsDrawn = (page: Page) =>
  page.waitForFunction(() => {
    const count = () => document.querySelectorAll('figure svg, [data-chart]').length;
    const before = count();
    return new Promise<boolean>((resolve) => {
      requestIdleCallback(() => setTimeout(() => resolve(before > 0 && before === count()), 100));
    });
  });

/** Goes to a page of the app. Where the app is open, it stays open, since only the fragment changes. */
export async function goTo(page: Page, { fragment, title }: Place): Promise<void> {
  await page.goto(`/${fragment}`);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('figure').first()).toBeVisible();
  await chartsDrawn(page);
}
