import { expect, type Locator, type Page } from '@playwright/test';

/** Walks through the charts of a page as someone without a mouse does. */

/** The drawings of charts, not icons or the swatches of legends; and lists that CSS lays out as a chart. */
const drawingsOf = (page: Page): Locator =>
  page
    .locator('svg[role="group"], svg[role="img"]:not([aria-hidden]), [data-chart]')
    .filter({ visible: true })
    .filter({ has: page.locator('text, [data-chart-text], [tabindex]') });

/**
 * Goes to each chart by Tab and through its marks by arrow keys, Home and End, and hides their figures by Escape; and looks for the table with
 * the same figures. Returns the names of the charts.
 */
export async function walkCharts(page: Page): Promise<string[]> {
  const charts = drawingsOf(page);
  const names: string[] = [];
  for (const chart of await charts.all()) {
    const name = (await chart.getAttribute('aria-label')) ?? (await chart.textContent()) ?? '';
    names.push(name);
    const place = chart.locator('xpath=ancestor::*[self::figure or self::section or self::main][1]');
    // A card of the index leads to the page with the tables of its source.
    const table = chart.locator(
      'xpath=ancestor::*[self::figure or self::section or self::article or self::main][.//table or .//summary or self::article[.//a]][1]',
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

async function walkMarks(page: Page, marks: Locator, name: string): Promise<void> {
  const count = await marks.count();
  const stop = marks.and(page.locator('[tabindex="0"]'));
  await expect(stop, name).toHaveCount(1, { timeout: 10_000 });
  const focused = () =>
    marks.evaluateAll((elements) => elements.map((each) => each === document.activeElement).indexOf(true));
  // Shift and Tab leave the chart, and Tab comes back to the same mark.
  await stop.focus();
  const entered = await focused();
  await page.keyboard.press('Shift+Tab');
  expect(await focused(), `Shift and Tab leave: ${name}`).toBe(-1);
  await page.keyboard.press('Tab');
  expect(await focused(), `Tab enters: ${name}`).toBe(entered);
  await page.keyboard.press('Home');
  const first = await focused();
  const reached = [first];
  for (let step = 1; step < count; step++) {
    await page.keyboard.press('ArrowRight');
    reached.push(await focused());
  }
  expect(new Set(reached).size, `marks reached: ${name}`).toBe(count);
  expect(reached, name).not.toContain(-1);
  await page.keyboard.press('Home');
  expect(await focused(), `Home: ${name}`).toBe(first);
  await page.keyboard.press('End');
  expect(await focused(), `End: ${name}`).toBe(reached.at(-1));
  const down = new Set<number>([await focused()]);
  for (let step = 1; step < count * 2; step++) {
    await page.keyboard.press(step < count ? 'ArrowUp' : 'ArrowDown');
    down.add(await focused());
  }
  expect(down.size, `marks reached up and down: ${name}`).toBe(count);
  const tooltip = page.locator('[class*=_tooltip_]');
  await expect(tooltip, name).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip, name).toBeHidden();
}
