import { expect, type Page, test } from '@playwright/test';
import { App } from './app';
import { wrongChartTexts } from './chart-texts';
import { crowdedRun, type Swept } from './crowded-runs';
import { restoreStoredRun } from './kept-runs';
import { fullUnless } from './tags';

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
    test(
      `Explore with ${count} candidates, swept by ${swept}`,
      fullUnless(count === 12 && swept === 'nothing'),
      async ({ page }) => {
        const app = new App(page);
        await restoreStoredRun(page, crowdedRun(count, swept));
        await app.openKept();
        const chart = sweepCharts[swept];
        if (chart !== null) await expect(page.getByRole('heading', { name: chart, exact: true })).toBeVisible();
        await expectReadable(page, 'Explore');
      },
    );

for (const [name, hash] of [
  ['the example', ''],
  ['Published', '#published'],
  ...['000', '001', '002', '003', '004'].map((id) => [`source ${id}`, `#published/${id}`] as const),
  ['native', '#native'],
  ['Codecs', '#codecs'],
  ['Formats', '#formats'],
] as const)
  test(`${name}`, fullUnless(hash === ''), async ({ page }) => {
    await page.goto(`/${hash}`);
    await expect(page.getByRole('figure').first()).toBeVisible();
    await expectReadable(page, name);
  });
