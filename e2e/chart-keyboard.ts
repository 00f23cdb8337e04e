import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** The elements that got the focus since keys are pressed, and what notes them. */
    focused: Element[];
    note: (event: FocusEvent) => void;
  }
}

/** Walks through the charts of a page as someone without a mouse does. */

/** The drawings of charts, not icons or the swatches of legends; and lists that CSS lays out as a chart. */
const drawingsOf = (page: Page, within: Page | Locator): Locator =>
  within
    .locator('svg[role="group"], svg[role="img"]:not([aria-hidden]), [data-chart]')
    .filter({ visible: true })
    .filter({ has: page.locator('text, [data-chart-text], [tabindex]') });

/**
 * Goes to each chart by Tab and through its marks by arrow keys, Home and End, and hides their figures by Escape; and looks for the table with
 * the same figures. Returns the names of the charts.
 * @param within where the charts are, unless the whole page is walked
 * @param most how many of them are walked, the first ones: of many that are drawn alike, a few tell
 */
export async function walkCharts(
  page: Page,
  within: Page | Locator = page,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  // A click may have left the mouse over a chart, whose figures would then be shown beside those of the mark with the focus.
  await page.mouse.move(0, 0);
  const charts = drawingsOf(page, within);
  await expect(charts.first(), 'there is a chart to walk').toBeVisible();
  const names: string[] = [];
  for (const chart of (await charts.all()).slice(0, most)) {
    const name = (await chart.getAttribute('aria-label')) ?? (await chart.textContent()) ?? '';
    names.push(name);
    const place = chart.locator('xpath=ancestor::*[self::figure|self::section|self::main][1]');
    // A card of the index leads to the page with the tables of its source.
    const table = chart.locator(
      'xpath=ancestor::*[self::figure|self::section|self::article|self::main][.//table|.//summary|self::article[.//a]][1]',
    );
    await expect(table, `table of: ${name}`).toHaveCount(1, { timeout: 10_000 });
    const marks = chart.locator('[role="img"][tabindex], [role="button"][tabindex]');
    const slider = place.getByRole('slider');
    await expect(marks.or(slider).first(), name).toBeVisible({ timeout: 10_000 });
    // The chart of totals is moved along by its slider; the list and the table have its figures.
    if ((await marks.count()) === 0) await expect(slider.first(), name).toBeVisible();
    else await walkMarks(page, marks, name);
  }
  return names;
}

/** Presses the first key as a person does, and the rest as events in the page, since there are hundreds and each would take a round trip. */
async function pressKeys(page: Page, [first, ...rest]: readonly string[]): Promise<void> {
  if (first === undefined) return;
  await page.keyboard.press(first);
  await page.evaluate(async (keys) => {
    for (const key of keys) {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, composed: true }),
      );
      // What the key changes is drawn after the event.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, rest);
}

/** Where the focus is, and where it has been since, as places among the marks. */
interface Focus {
  readonly now: () => Promise<number>;
  /** Presses keys, and tells each mark that had the focus after one of them, in order. */
  readonly after: (keys: readonly string[]) => Promise<number[]>;
}

function focusOf(page: Page, marks: Locator): Focus {
  const now = () =>
    marks.evaluateAll((elements) => elements.map((each) => each === document.activeElement).indexOf(true));
  return {
    now,
    after: async (keys) => {
      // Asking after each key would take longer than all keys.
      await page.evaluate(() => {
        const focused: Element[] = [];
        const note = (event: FocusEvent) => focused.push(event.target as Element);
        Object.assign(window, { focused, note });
        addEventListener('focusin', note);
      });
      await pressKeys(page, keys);
      return marks.evaluateAll((elements) => {
        const { focused, note } = window;
        removeEventListener('focusin', note);
        return focused.map((each) => elements.indexOf(each as HTMLElement));
      });
    },
  };
}

const times = (key: string, count: number) => Array.from({ length: count }, () => key);

async function walkMarks(page: Page, marks: Locator, name: string): Promise<void> {
  const count = await marks.count();
  const stop = marks.and(page.locator('[tabindex="0"]'));
  await expect(stop, name).toHaveCount(1, { timeout: 10_000 });
  const focus = focusOf(page, marks);
  // Shift and Tab leave the chart, and Tab comes back to the same mark.
  await stop.focus();
  const entered = await focus.now();
  await page.keyboard.press('Shift+Tab');
  expect(await focus.now(), `Shift and Tab leave: ${name}`).toBe(-1);
  await page.keyboard.press('Tab');
  expect(await focus.now(), `Tab enters: ${name}`).toBe(entered);
  if (name.startsWith('Map of ')) await walkTree(page, marks, name);
  else await walkOrders(page, marks, name, focus);
  const tooltip = page.locator('[class*=_tooltip_]');
  // Where the figure is written in the mark itself, there may be nothing else to show.
  if ((await marks.first().locator('text').count()) > 0 && (await tooltip.count()) === 0) return;
  await expect(tooltip, name).toBeVisible({ timeout: 10_000 });
  await page.keyboard.press('Escape');
  await expect(tooltip, name).toBeHidden();
  expect(await focus.now(), `Escape keeps the focus: ${name}`).not.toBe(-1);
  expect(count, name).toBe(await marks.count());
}

/** Marks in two orders: Right goes through all of them, and so do Up and Down. */
async function walkOrders(page: Page, marks: Locator, name: string, focus: Focus): Promise<void> {
  const count = await marks.count();
  await page.keyboard.press('Home');
  const first = await focus.now();
  const reached = [first, ...(await focus.after(times('ArrowRight', count - 1)))];
  expect(new Set(reached).size, `marks reached: ${name}`).toBe(count);
  expect(reached, name).not.toContain(-1);
  await page.keyboard.press('Home');
  expect(await focus.now(), `Home: ${name}`).toBe(first);
  await page.keyboard.press('End');
  const last = await focus.now();
  expect(last, `End: ${name}`).toBe(reached.at(-1));
  const down = new Set([last, ...(await focus.after([...times('ArrowUp', count - 1), ...times('ArrowDown', count)]))]);
  expect(down.size, `marks reached up and down: ${name}`).toBe(count);
}

/** Marks that are a tree: from those that were reached, arrow keys reach the rest. Keys as in `pressKeys`, since each mark gets four. */
async function walkTree(page: Page, marks: Locator, name: string): Promise<void> {
  const focus = focusOf(page, marks);
  await page.keyboard.press('Home');
  const first = await focus.now();
  const known = await marks.evaluateAll(async (elements, from) => {
    const found = [from];
    const reached = new Set(found);
    for (let mark = found.shift(); mark !== undefined; mark = found.shift())
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
        const element = elements[mark] as HTMLElement | SVGElement | undefined;
        element?.focus();
        // The chart must handle the focus event before the key's.
        await new Promise((resolve) => setTimeout(resolve));
        element?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
        await new Promise((resolve) => setTimeout(resolve));
        const next = elements.indexOf(document.activeElement as HTMLElement);
        if (reached.has(next)) continue;
        reached.add(next);
        found.push(next);
      }
    return [...reached];
  }, first);
  expect(known, name).not.toContain(-1);
  expect(known.length, `marks reached: ${name}`).toBe(await marks.count());
  // And by a key as a person presses it.
  await marks.nth(first).focus();
  expect(await focus.after(['ArrowDown']), `ArrowDown: ${name}`).toHaveLength(1);
}
