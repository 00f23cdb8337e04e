import { expect, test } from '@playwright/test';
import { App } from './app';

test('Stop ends the work at once and keeps what was measured, also over a reload', { tag: '@measures' }, async ({
  page,
  context,
}) => {
  // The library of the HDF5 cells never comes to an end, so their trial would go on for minutes: only a Stop that waits for nothing ends it.
  await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => {});' }),
  );
  const app = new App(page);
  await app.open();
  await page.getByRole('radio', { name: 'Standard' }).check();
  await app.chooseVectors(100);
  await page.keyboard.press('Control+Enter');
  await app.expectMeasuring();
  await expect(page.getByText(/^Round 1 of \d+ · HDF5/)).toBeVisible();
  await expect(app.measuredRows().first()).toBeVisible();
  const before = await app.measuredRows().count();
  await app.expectAccessible();
  await app.stop.click();
  await expect(app.results.getByText(/, stopped early\./)).toBeVisible();
  await expect(app.stop).toBeHidden();
  await expect(app.results.getByText('The results measured so far are shown below and are kept.')).toBeVisible();
  // More may have been measured before Stop was pressed.
  const measured = await app.measuredRows().count();
  expect(measured).toBeGreaterThanOrEqual(before);
  const stopped = app.rows().filter({ has: page.locator('[data-status=cancelled]') });
  await expect(stopped).toHaveCount(11 - measured);
  await expect(stopped.filter({ hasText: 'HDF5' })).toHaveCount(3);
  await expect(stopped.first()).toContainText('stopped');
  await app.expectAccessible();
  await page.reload();
  await expect(app.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
  await expect(app.measuredRows()).toHaveCount(measured);
});
