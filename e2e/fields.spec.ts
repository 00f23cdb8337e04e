import type { Locator, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors, throughputText } from './app';
import { exampleRun, type Run } from './crowded-runs';
import { telling } from '../workers/model/testing/telling';

/** The main chart's fields, zoom and second run. The example run has enough rounds for verdicts. */

const chartOf = (app: App): Locator => app.results.locator('figure').filter({ has: app.page.getByLabel('Across') });
/** Shows the lists and boxes that are folded away: colour, panels, scales and ranges. */
const openFurtherFields = (chart: Locator) => chart.locator('summary', { hasText: 'Colour' }).click();
const marksOf = (chart: Locator): Locator => chart.getByRole('img').and(chart.locator('g:not([data-published])'));

/** A run of the example's data on another machine, whose times differ by a factor. */
function otherRun(factor: number, change: (run: Run) => void = () => undefined): Buffer {
  const run = exampleRun();
  run.startedAt = '2026-11-23T10:00:00.000Z';
  Object.assign(run.environment, { machineLabel: 'a friend’s laptop' });
  for (const { status, operations } of run.cells)
    if (status === 'completed')
      for (const { rounds = [] } of Object.values(operations))
        for (const round of rounds) round.samplesMs = round.samplesMs.map((ms) => ms * factor);
  change(run);
  return Buffer.from(JSON.stringify(run));
}

/** The labels through whose letters a dotted line between two runs runs. */
const labelsOnPairLines = (chart: Locator): Promise<string[]> =>
  chart.evaluate((figure) => {
    const lines = [...figure.querySelectorAll<SVGPathElement>('path[data-pair]')];
    if (lines.length === 0) throw new Error('The chart has no lines between runs.');
    return [...figure.querySelectorAll<SVGTextElement>('g[aria-hidden] > text')].flatMap((text) => {
      const box = text.getBBox();
      const isCrossed = lines.some((line) => {
        const length = line.getTotalLength();
        return Array.from({ length: 200 }, (_, step) => line.getPointAtLength((length * step) / 199)).some(
          ({ x, y }) => x > box.x + 2 && x < box.x + box.width - 2 && y > box.y + 3 && y < box.y + box.height - 3,
        );
      });
      return isCrossed ? [text.textContent ?? ''] : [];
    });
  });

async function openExample(page: Page): Promise<{ app: App; chart: Locator }> {
  const app = new App(page);
  await app.open();
  await app.openTab('Compare');
  const chart = chartOf(app);
  await expect(marksOf(chart).first()).toBeVisible();
  return { app, chart };
}

test('axes, colour and panels are chosen, kept in the link, and equal to the table', async ({ page }) => {
  const errors = collectPageErrors(page);
  const { app, chart } = await openExample(page);
  await expect(chart.getByRole('heading', { name: 'Ratio against encode throughput' })).toBeVisible();
  await chart.getByLabel('Across').selectOption('decode.time');
  await chart.getByLabel('Up', { exact: true }).selectOption('size');
  await openFurtherFields(chart);
  await chart.getByLabel('Colour').selectOption('format');
  await expect(chart.getByRole('heading', { name: /^File size .*decode time$/ })).toBeVisible();
  await expect(chart.getByRole('list', { name: 'Legend' })).toContainText('Parquet');
  await expect(page).toHaveURL(/x=decode\.time&y=size&colour=format/);

  await chart.getByText(/chart as a table/).click();
  const table = chart.getByRole('table');
  const [first] = exampleRun().cells;
  await expect(table.getByRole('row').nth(1)).toContainText(`${((first?.sizeBytes ?? 0) / 1e6).toPrecision(3)} MB`);
  await expect(table.getByRole('columnheader', { name: 'In replicates' })).toBeVisible();
  await expect(table).toContainText('100 %');
  expect(await table.getByRole('row').count()).toBe((await marksOf(chart).count()) + 1);

  await chart.getByLabel('Panels').selectOption('format');
  await expect(chart.getByRole('heading', { name: 'Parquet' })).toBeVisible();
  await app.expectAccessible({ within: chart });

  // The link says it all: opened after another choice, it brings the chart back.
  const { hash } = new URL(page.url());
  for (const [list, value] of [
    ['Across', 'throughput'],
    ['Up', 'ratio'],
    ['Colour', 'codec'],
    ['Panels', 'none'],
  ] as const)
    await chart.getByLabel(list, { exact: true }).selectOption(value);
  await expect(chart.getByRole('heading', { name: 'Ratio against encode throughput' })).toBeVisible();
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
  await expect(chart.getByRole('heading', { name: /^File size .*decode time$/ })).toBeVisible();
  await expect(chart.getByLabel('Across')).toHaveValue('decode.time');
  await expect(chart.getByLabel('Colour')).toHaveValue('format');
  await expect(chart.getByLabel('Panels')).toHaveValue('format');
  // A category has no better side.
  await chart.getByLabel('Across').selectOption('codec');
  await expect(chart.getByText(telling('“Codec”'))).toContainText('no frontier');
  await page.goBack();
  await expect(chart.getByLabel('Across')).toHaveValue('decode.time');
  expect(errors).toEqual([]);
});

async function zoom(page: Page, chart: Locator): Promise<void> {
  const marks = marksOf(chart);
  const all = await marks.count();
  await marks.first().focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(chart.getByText(/of \d+ marks are outside/)).toBeVisible();
  expect(await marks.count()).toBeLessThan(all);
  // The first Escape closes the tooltip, the second one ends the zoom.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(marks).toHaveCount(all);

  await openFurtherFields(chart);
  const from = chart.getByRole('textbox', { name: 'Encode throughput from' });
  await from.fill('1000');
  await from.press('Tab');
  await expect(chart.getByText(/of \d+ marks are outside/)).toBeVisible();
  await from.fill('many');
  await expect(chart.getByRole('alert')).toContainText('Write a number from');
  await chart.getByRole('button', { name: 'Show everything' }).click();
  await expect(marks).toHaveCount(all);

  const plot = chart.locator('.recharts-surface').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The plot is drawn.');
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.05);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3, { steps: 3 });
  await page.mouse.up();
  await expect(chart.getByText(/of \d+ marks are outside/)).toBeVisible();
  await chart.getByRole('button', { name: 'Zoom out' }).click();
  // A tooltip still opens while the chart is zoomed.
  await marks.first().hover();
  await expect(page.locator('[class*=_tooltip_]')).toContainText(throughputText);
  await page.keyboard.press('Escape');
  await chart.getByRole('button', { name: 'Show everything' }).click();
  await expect(marks).toHaveCount(all);
}

async function compareWithAnotherRun(app: App, chart: Locator): Promise<void> {
  const marks = marksOf(chart);
  const all = await marks.count();
  await chart.getByText('Compare with another run').click();
  const file = chart.getByLabel(/^Result file/);
  await file.setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer: otherRun(3) });
  await expect(chart.getByText(telling('theirs.json', 'a friend’s laptop'))).toBeVisible();
  await expect(marks).toHaveCount(all * 2);
  await expect(chart.getByRole('list', { name: 'Legend' })).toContainText(telling('a friend’s laptop'));
  const pairs = chart.getByRole('region', { name: /^Table of pairs, Encode/ });
  expect(await pairs.getByRole('row').count()).toBe(all + 1);
  await expect(pairs.getByRole('row').nth(1)).toContainText('3.0×');
  await expect(pairs.getByRole('row').nth(1)).toContainText('compared run slower');
  await expect(chart.getByText(/^Calibration: .*\d/)).toBeVisible();
  expect(await labelsOnPairLines(chart)).toEqual([]);
  // The axes choose the operations of the table. The Encode/Decode switch does not.
  await chart.getByLabel('Across').selectOption('decode.time');
  await expect(chart.getByRole('region', { name: /^Table of pairs, Decode/ })).toBeVisible();
  await expect(pairs).toHaveCount(0);
  await chart.getByLabel('Up', { exact: true }).selectOption('encode.time');
  await expect(chart.getByRole('region', { name: /^Table of pairs/ })).toHaveCount(2);
  expect(await labelsOnPairLines(chart)).toEqual([]);
  await chart.getByLabel('Colour').selectOption('machine');
  await expect(
    chart.getByRole('list', { name: 'Legend' }).getByText('a friend’s laptop', { exact: true }),
  ).toBeVisible();
  await app.expectAccessible({ within: chart });
  await chart.getByRole('button', { name: 'Remove the compared run' }).click();
  await expect(marks).toHaveCount(all);
}

async function refuseAnotherRun(chart: Locator): Promise<void> {
  const all = await marksOf(chart).count();
  const buffer = otherRun(1, (run) => {
    for (const dataset of run.datasets) dataset.sha256 = 'f'.repeat(64);
  });
  const name = 'other.json';
  await chart.getByLabel(/^Result file/).setInputFiles({ name, mimeType: 'application/json', buffer });
  await expect(chart.getByText(telling('SHA-256 ffffffff…'))).toBeVisible();
  await expect(marksOf(chart)).toHaveCount(all);
  await chart.getByRole('button', { name: 'Remove the compared run' }).click();

  await chart.getByRole('textbox', { name: 'Link with results' }).fill('https://example.org/#v1.AAAAA&page=about');
  await chart.getByRole('button', { name: 'Open the link' }).click();
  await expect(chart.getByRole('alert')).toContainText('damaged');
}

test('the chart is zoomed, and a second run is drawn beside the first, or refused with the reasons', {
  tag: '@full',
}, async ({ page }) => {
  const { app, chart } = await openExample(page);
  await test.step('keys, fields and the mouse zoom, and Escape shows everything', () => zoom(page, chart));
  await test.step('a second run has a verdict for each pair', () => compareWithAnotherRun(app, chart));
  await test.step('a run with other data or another clock is refused', () => refuseAnotherRun(chart));
});
