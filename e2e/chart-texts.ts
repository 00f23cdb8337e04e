import type { Page } from '@playwright/test';
import { expect } from './counted-work';

/**
 * What is wrong with the texts of the charts on the page as it stands: two that overlap, and texts that are cut off by their drawing or by the
 * edge of the window. Axis ticks, names, values and labels of marks count alike. Without a chart it fails, since it saw nothing.
 */
export async function wrongChartTexts(page: Page): Promise<string[]> {
  const { texts, wrong } = await page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
    };
    const found: string[] = [];
    let count = 0;
    // The drawings of charts, not icons or the swatches of legends; and lists that CSS lays out as a chart.
    const drawings = [...document.querySelectorAll('svg, [data-chart]')].filter(
      (drawing) => isShown(drawing) && (drawing.matches('[data-chart]') || drawing.querySelector('text') !== null),
    );
    for (const drawing of drawings) {
      const name =
        drawing.getAttribute('aria-label')?.slice(0, 40) ?? drawing.closest('figure')?.textContent?.slice(0, 40);
      const frame = drawing.getBoundingClientRect();
      const within = {
        left: Math.max(0, frame.left),
        right: Math.min(document.documentElement.clientWidth, frame.right),
      };
      const labels = [...drawing.querySelectorAll('text, [data-chart-text]')].filter(isShown).map((text) => ({
        text: text.textContent ?? '',
        box: text.getBoundingClientRect(),
      }));
      count += labels.length;
      labels.forEach(({ text, box }, index) => {
        if (box.left < within.left - 1 || box.right > within.right + 1)
          found.push(`${name}: “${text}” is cut off (${Math.round(box.left)} to ${Math.round(box.right)})`);
        for (const other of labels.slice(index + 1))
          if (
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            // A line's box is a little higher than its letters.
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 3
          )
            found.push(`${name}: “${text}” overlaps “${other.text}”`);
      });
    }
    return { texts: count, wrong: found };
  });
  if (texts === 0) throw new Error('The page has no chart with texts.');
  return wrong;
}

const widths = [1_440, 375];

/** Waits until the charts are drawn again for a new width. */
const nextFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

/** Every chart of the page: no text overlaps another one or is cut off, wide and at 375 px. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1_000 });
    await nextFrames(page);
    await expect(async () => {
      expect(await wrongChartTexts(page), `${what} at ${width} px`).toEqual([]);
    }).toPass({ timeout: 10_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
  }
}
