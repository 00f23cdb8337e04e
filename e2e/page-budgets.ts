import type { Page } from '@playwright/test';
import { expect } from './counted-work';

/** How much the page may show at rest, on the example's twelve candidates and on sweeps of as many. Hidden text, and words without a letter, do not count. */

interface Shown {
  readonly words: number;
  readonly controls: number;
  /** Filled buttons. */
  readonly filled: number;
  /** The height, in heights of the window. */
  readonly screens: number;
}

/** The widths and themes in which the budgets hold. */
const windows = [
  { name: 'wide', size: { width: 1440, height: 900 } },
  { name: 'phone', size: { width: 390, height: 844 } },
] as const;
const themes = ['light', 'dark'] as const;

const firstScreen: Shown = { words: 120, controls: 15, filled: 1, screens: 1 };

/** What a tab may show. */
const budget: Shown = { words: 450, controls: 45, filled: 1, screens: 2.5 };

const tabs = ['Answer', 'Compare', 'Columns', 'Bytes', 'Details'] as const;

/** What is shown of an element, or of it on the first screen. */
const shownIn = (page: Page, selector: string, onFirstScreen: boolean): Promise<Shown> =>
  page.evaluate(
    ([within, isFirst]) => {
      const region = document.querySelector(within);
      if (region === null) throw new Error(`The page has no ${within}.`);
      const isSeen = (element: Element, { top, bottom, width, height }: DOMRect) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('.visually-hidden') === null &&
        width > 1 &&
        height > 1 &&
        (!isFirst || (top < innerHeight && bottom > 0));
      const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      let words = 0;
      while (texts.nextNode() !== null) {
        const { currentNode: text } = texts;
        const place = document.createRange();
        place.selectNodeContents(text);
        if (text.parentElement !== null && isSeen(text.parentElement, place.getBoundingClientRect()))
          words += (text.textContent?.split(/\s+/u) ?? []).filter((word) => /\p{L}/u.test(word)).length;
      }
      const controls = [...region.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
        (element) => isSeen(element, element.getBoundingClientRect()),
      );
      return {
        words,
        controls: controls.length,
        filled: controls.filter(({ className }) => /primary/u.test(String(className))).length,
        screens: region.getBoundingClientRect().height / innerHeight,
      };
    },
    [selector, onFirstScreen] as const,
  );

/** The counts once they no longer change: parts of a tab load after it. */
async function settled(count: () => Promise<Shown>): Promise<Shown> {
  let last = await count();
  let same = 0;
  while (same < 2) {
    // Nothing on the page says that no further part loads.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const next = await count();
    same = JSON.stringify(next) === JSON.stringify(last) ? same + 1 : 0;
    last = next;
  }
  return last;
}

function expectWithin(shown: Shown, most: Shown, where: string): void {
  for (const what of ['words', 'controls', 'filled', 'screens'] as const)
    expect(shown[what], `${where}: ${what}`).toBeLessThanOrEqual(most[what]);
}

/** Does something at each width and in each theme. The page stands in the light theme afterwards, in the window that it had. */
async function atEachWindow(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  if (before === null) throw new Error('The page has no viewport.');
  await expect(page.getByTestId('answer')).toBeVisible();
  for (const { name, size } of windows) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await look(`${name}, ${theme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

/** Nothing is opened yet. */
export const expectFirstScreenWithinBudget = (page: Page): Promise<void> =>
  atEachWindow(page, async (where) => {
    await page.evaluate(() => scrollTo(0, 0));
    const first = await shownIn(page, 'main', true);
    expect(first.words).toBeGreaterThan(40);
    expectWithin({ ...first, screens: 1 }, firstScreen, `first screen, ${where}`);
  });

/** Some results are shown, with their tabs. */
export const expectTabsWithinBudgets = (page: Page): Promise<void> =>
  atEachWindow(page, async (where) => {
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const panel = page.getByRole('tabpanel', { name: tab });
      await expect(panel).toBeVisible();
      await expect(panel.getByText('Loading…', { exact: true })).toHaveCount(0);
      const shown = await settled(() => shownIn(page, '[role=tabpanel]:not([hidden])', false));
      expect(shown.words).toBeGreaterThan(0);
      expectWithin(shown, budget, `${tab}, ${where}`);
    }
    await page.getByRole('tab', { name: 'Answer', exact: true }).click();
  });
