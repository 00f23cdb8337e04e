import type { Locator } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { walkCharts } from './chart-keyboard';
import { expectReadable } from './chart-texts';
import { expect, test } from './counted-work';
import { chartsDrawn, goTo, places } from './places';

/**
 * What holds on every page: axe finds nothing in either theme, arrow keys reach every mark of a chart, each chart has a table with the same figures, and
 * no text of a chart overlaps another one or is cut off, wide and at 375 px. Each page is opened once; the phone's layout is in accessibility.phone.spec.ts.
 */

const wide = { width: 1_440, height: 1_000 };

/** The figures of a bar stand close to it. */
async function expectBeside(bar: Locator, tooltip: Locator): Promise<void> {
  const [mark, box] = [await bar.boundingBox(), await tooltip.boundingBox()];
  if (mark === null || box === null) throw new Error('Both are seen.');
  expect(Math.abs(box.x + box.width / 2 - (mark.x + mark.width / 2))).toBeLessThan(mark.width);
  expect(Math.min(Math.abs(box.y + box.height - mark.y), Math.abs(box.y - (mark.y + mark.height)))).toBeLessThan(16);
}

async function openFormOfCandidates(app: App): Promise<Locator> {
  const { page } = app;
  await app.drawer('plan');
  await page.getByRole('button', { name: 'Add a candidate', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add a candidate' });
  await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'zstd' });
  await form.getByRole('radio', { name: '700 B records' }).check();
  await form.getByText(/Options of the codec/).click();
  return form;
}

test('Explore with the example run', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await expect(app.results.getByTestId('answer')).toBeVisible();
  await test.step('axe finds nothing on the answer', () => app.expectAccessibleInBothThemes());
  await app.openTab('Details');
  await expect(app.rows().first()).toBeVisible();
  await test.step('axe finds nothing on the details', () => app.expectAccessible({ within: app.results }));
  await app.openTab('Compare');
  await chartsDrawn(page);
  const tooltip = page.locator('[class*=tooltip]');
  await test.step('axe finds nothing on the charts', () => app.expectAccessibleInBothThemes({ within: app.results }));
  await test.step('bars are walked by arrow keys, each with its figures, and Escape hides these', async () => {
    // The chart comes into view under the mouse.
    await page.mouse.move(0, 0);
    const bars = app.results.getByRole('group', { name: /^Size, 12 bars/ }).getByRole('img');
    await bars.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(bars.nth(2)).toBeFocused();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.keyboard.press('End');
    await expect(bars.last()).toBeFocused();
    await page.keyboard.press('Escape');
  });
  await test.step('the figures of a bar stay beside it while the page scrolls', async () => {
    const bar = app.results.getByRole('img', { name: /^CSV, zstd 3, .*(?:Encode|Decode) best/ }).first();
    const figures = tooltip.filter({ hasText: 'CSV, zstd 3' });
    await bar.hover();
    await expect(figures).toBeVisible();
    await page.mouse.wheel(0, 6);
    await page.mouse.wheel(0, -6);
    await expect(figures).toBeVisible();
    await expectBeside(bar, figures);
    await page.mouse.move(0, 0);
  });
  await test.step('the texts of charts are readable', () => expectReadable(page, 'the example'));
  await test.step('axe finds nothing in what shares and adds a candidate', async () => {
    await page.setViewportSize(wide);
    await app.expectAccessibleInBothThemes({ within: await openFormOfCandidates(app) });
    await app.closeDrawer();
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('button', { name: /^Copy link to/ })).toBeVisible();
    await app.expectAccessibleInBothThemes({ within: page.getByRole('dialog', { name: 'Share' }) });
  });
  expect(found).toEqual([]);
});

test('every other page, and the keys of Explore', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  for (const place of places)
    await test.step(place.name, async () => {
      await page.setViewportSize(wide);
      await goTo(page, place);
      await test.step('axe finds nothing', async () => {
        // The sources are shown alike, so their colours are those of the first.
        if (/source (?!000)/.test(place.name)) await app.expectAccessible();
        else await app.expectAccessibleInBothThemes();
        if (place.name !== 'Codecs') return;
        await page.getByText(/Table of these/).click();
        await app.expectAccessible({ within: page.getByRole('region', { name: 'Benchmark figures' }) });
      });
      await test.step('every mark of a chart is reached by arrow keys', () => walkCharts(page));
      await test.step('the texts of charts are readable', () => expectReadable(page, place.name));
    });
  await test.step('About', async () => {
    await page.setViewportSize(wide);
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await expect(page).toHaveTitle(/^About/);
    // The page is fetched after its title is known.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await app.expectAccessibleInBothThemes();
  });
  // The test above looks at the rest of this page.
  await test.step('Explore: every mark of a chart is reached by arrow keys', async () => {
    await app.goToExplore();
    await app.openTab('Compare');
    await chartsDrawn(page);
    expect(await walkCharts(page)).toContainEqual(expect.stringMatching(/bandwidth/));
  });
  expect(found).toEqual([]);
});
