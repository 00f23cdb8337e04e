import type { Locator } from '@playwright/test';
import { App } from './app';
import { walkCharts } from './chart-keyboard';
import { expectReadable } from './chart-texts';
import { expect, test } from './counted-work';
import { crowdedRun, type Swept } from './crowded-runs';
import { dropFiles } from './drop-files';
import { restoreStoredRun } from './kept-runs';
import { chartsDrawn } from './places';

/** Charts of many candidates, and of datasets that differ: they are readable, and arrow keys reach their marks. The runs are opened in one page, as files. */

const wide = { width: 1_440, height: 1_000 };

const chartOf = (app: App): Locator => app.results.locator('figure').filter({ has: app.page.getByLabel('Across') });
const marksOf = (chart: Locator): Locator => chart.getByRole('img').and(chart.locator('g:not([data-published])'));

/** What a sweep adds to the page. */
const sweepCharts: Readonly<Record<Swept, string | null>> = {
  nothing: null,
  size: 'Encode time against size',
  nullShare: 'Sweep: share of nulls',
};

/** The labels of a chart's marks that cover each other, as pairs of texts. */
const overlappingLabels = (chart: Locator): Promise<string[]> =>
  chart.evaluate((figure) => {
    const labels = [...figure.querySelectorAll('g[aria-hidden] > text')].map((text) => ({
      text: text.textContent ?? '',
      box: text.getBoundingClientRect(),
    }));
    return labels.flatMap((a, index) =>
      labels
        .slice(index + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            // A line's box is a little higher than its letters.
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 3,
        )
        .map((b) => `${a.text} and ${b.text}`),
    );
  });

async function openCrowded(app: App, count: number, swept: Swept): Promise<void> {
  const name = `${count}-${swept}.json`;
  const base64 = Buffer.from(JSON.stringify(crowdedRun(count, swept))).toString('base64');
  await dropFiles(app.page, [{ name, base64 }]);
  await app.closeDrawer();
  await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText(name);
  const chart = sweepCharts[swept];
  if (chart !== null) {
    await expect(app.page.getByRole('heading', { name: chart, exact: true })).toBeVisible();
    const further = app.results.locator('details', { hasText: 'of the marked dataset' });
    if (!(await further.evaluate((fold) => (fold as HTMLDetailsElement).open)))
      await further.locator('summary').first().click();
  }
  await expect(marksOf(chartOf(app)).first()).toBeVisible();
  await chartsDrawn(app.page);
}

/** Expects that no labels overlap, for several choices of fields, wide and at 375 px. */
async function expectLabelsApart(app: App): Promise<void> {
  const chart = chartOf(app);
  await chart.locator('summary', { hasText: 'Colour' }).click();
  for (const width of [wide.width, 375]) {
    await app.page.setViewportSize({ width, height: wide.height });
    for (const [x, y, panels] of [
      ['throughput', 'ratio', 'none'],
      ['level', 'size', 'none'],
      ['codec', 'encode.time', 'none'],
      ['throughput', 'ratio', 'codec'],
    ] as const) {
      await chart.getByLabel('Across').selectOption(x);
      await chart.getByLabel('Up', { exact: true }).selectOption(y);
      await chart.getByLabel('Panels').selectOption(panels);
      await expect(marksOf(chart).first()).toBeVisible();
      expect(await chart.locator('g[aria-hidden] > text').count()).toBeGreaterThan(0);
      expect(await overlappingLabels(chart), `${x}, ${y}, ${panels} at ${width} px`).toEqual([]);
    }
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await chart.getByLabel('Panels').selectOption('none');
}

test('the charts of 12 and 60 candidates, swept by size and by a parameter, are readable and walked', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.openTab('Compare');
  for (const [count, swept, walkedCharts] of [
    [12, 'size', Number.POSITIVE_INFINITY],
    // One component draws the small multiples of a sweep by a parameter.
    [12, 'nullShare', 2],
    // Keys reach the marks of 60 candidates as they reach those of 12, and what is readable with 60 is with 12.
    [60, 'nothing', 0],
  ] as const)
    await test.step(`${count} candidates, swept by ${swept}`, async () => {
      await page.setViewportSize(wide);
      await openCrowded(app, count, swept);
      // Of a sweep by a parameter, only its own charts differ from those of a sweep by size.
      const walked =
        swept === 'nullShare' ? app.results.getByRole('region', { name: sweepCharts.nullShare ?? '' }) : app.results;
      if (walkedCharts > 0) await test.step('walked', () => walkCharts(page, walked, walkedCharts));
      await test.step('texts', () => expectReadable(page, `${count}, ${swept}`));
      if (swept === 'nothing') await test.step('labels', () => expectLabelsApart(app));
    });
});

test('the charts of a swept option are walked, and they and what a codec costs are accessible', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'lookups');
  await app.openKept();
  await app.openTab('Compare');
  await expect(app.results.getByRole('figure', { name: /HashDBM.*ratio.*look-up/ })).toBeVisible();
  await app.expectAccessibleInBothThemes({ within: app.results });
  await walkCharts(page, app.results);
  await app.openTab('Details');
  const costs = app.results.getByRole('region', { name: /codec costs/ });
  await expect(costs.getByRole('row', { name: 'HashDBM' }).first()).toBeVisible();
  await app.expectAccessibleInBothThemes({ within: app.results });
});
