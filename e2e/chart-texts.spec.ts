import { expect, type Page, test } from '@playwright/test';
import { App } from './app';
import { wrongChartTexts } from './chart-texts';
import { crowdedRun, type Swept } from './crowded-runs';
import { restoreStoredRun } from './kept-runs';

/** Every chart of the page: no text overlaps another one or is cut off, wide and at 375 px. */

const widths = [1_440, 375];

/** What a sweep adds to the page. */
const sweepCharts: Readonly<Record<Swept, string | null>> = {
  nothing: null,
  size: 'Encode time against size',
  nullShare: 'Sweep: share of nulls',
};

/** Waits until the charts are drawn again for a new width. */
const nextFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

async function expectReadable(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1_000 });
    await nextFrames(page);
    await expect(async () => {
      expect(await wrongChartTexts(page), `${what} at ${width} px`).toEqual([]);
    }).toPass({ timeout: 10_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
  }
}

for (const count of [12, 60])
  for (const swept of ['nothing', 'size', 'nullShare'] satisfies Swept[])
    test(`Explore with ${count} candidates, swept by ${swept}`, async ({ page }) => {
      const app = new App(page);
      await restoreStoredRun(page, crowdedRun(count, swept));
      await app.openKept();
      const chart = sweepCharts[swept];
      if (chart !== null) await expect(page.getByRole('heading', { name: chart, exact: true })).toBeVisible();
      await expectReadable(page, 'Explore');
    });

for (const [name, hash] of [
  ['the example', ''],
  ['Published', '#published'],
  ...['000', '001', '002', '003', '004'].map((id) => [`source ${id}`, `#published/${id}`] as const),
  ['native', '#native'],
  ['Codecs', '#codecs'],
  ['Formats', '#formats'],
] as const)
  test(`${name}`, async ({ page }) => {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await expectReadable(page, name);
  });

/** Walks through the marks of every chart by arrow keys. Returns how many charts there were. */
async function walkCharts(page: Page): Promise<number> {
  const charts = page
    .locator('svg[role="group"], [data-chart]')
    .filter({ has: page.locator('[role="img"][tabindex]') });
  const count = await charts.count();
  for (let index = 0; index < count; index++) {
    const chart = charts.nth(index);
    const marks = chart.locator('[role="img"][tabindex]');
    const name = (await chart.getAttribute('aria-label')) ?? (await chart.textContent()) ?? '';
    await expect(marks.and(page.locator('[tabindex="0"]')), name).toHaveCount(1);
    await marks.and(page.locator('[tabindex="0"]')).focus();
    await page.keyboard.press('Home');
    const reached = new Set<number>();
    const all = await marks.count();
    for (let step = 0; step < all; step++) {
      reached.add(
        await marks.evaluateAll((elements) =>
          elements.map((element) => element === document.activeElement).indexOf(true),
        ),
      );
      await page.keyboard.press('ArrowRight');
    }
    expect(reached.size, name).toBe(all);
    const tooltip = page.locator('[class*=_tooltip_]');
    await expect(tooltip, name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip, name).toBeHidden();
  }
  return count;
}

test('arrow keys reach each mark of the main chart, the bars and the chart of sizes, and Escape hides its figures', async ({
  page,
}) => {
  const app = new App(page);
  await restoreStoredRun(page, crowdedRun(12, 'size'));
  await app.openKept();
  await expect(page.getByRole('heading', { name: 'Encode time against size', exact: true })).toBeVisible();
  expect(await walkCharts(page)).toBe(5);
});
