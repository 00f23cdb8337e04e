import { expect, test } from './counted-work';
import { App } from './app';
import { dropOnPage } from './drop-files';

test('by keys alone, Stop ends the work at once and keeps what was measured, also over a reload', {
  tag: ['@full', '@measures'],
}, async ({ page, context }) => {
  // The library of the HDF5 cells never comes to an end, so their trial would go on for minutes: only a Stop that waits for nothing ends it.
  await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => {});' }),
  );
  const app = new App(page);
  await app.open();
  await app.openTab('Details');
  await app.chooseEffort('Standard');
  await app.chooseVectors(100);
  await page.keyboard.press('Control+Enter');
  await app.expectMeasuring();
  // Several others come before it, in the order of the seed.
  await expect(page.getByText(/^Round 1 of \d+ · HDF5/)).toBeVisible({ timeout: 200_000 });
  await expect(app.measuredRows().first()).toBeVisible();
  const before = await app.measuredRows().count();
  await app.expectAccessibleInBothThemes();
  await page.keyboard.press('Escape');
  await expect(app.results.getByText(/, stopped early\./)).toBeVisible();
  await expect(app.stop).toBeHidden();
  // More may have been measured before Escape, which stops, was pressed.
  const measured = await app.measuredRows().count();
  expect(measured).toBeGreaterThanOrEqual(before);
  const stopped = app.rows().filter({ has: page.locator('[data-status=cancelled]') });
  await expect(stopped).toHaveCount(11 - measured);
  await expect(stopped.filter({ hasText: 'HDF5' })).toHaveCount(3);
  await expect(stopped.first()).toContainText('stopped');
  await app.expectAccessibleInBothThemes();
  await page.reload();
  await expect(app.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
  await expect(app.measuredRows()).toHaveCount(measured);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await test.step('Run and Stop are one place for the keyboard', async () => {
    await run.focus();
    await page.keyboard.press('Enter');
    await expect(app.stop).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(run).toBeFocused();
  });
  await test.step('a file that is dropped during a run ends it, and opens', async () => {
    await page.keyboard.press('Enter');
    await app.expectMeasuring();
    const csv = `id,name\n${Array.from({ length: 50 }, (_, row) => `${row},n${row % 7}`).join('\n')}\n`;
    await dropOnPage(page, [{ name: 'dropped.csv', base64: Buffer.from(csv).toString('base64') }]);
    await expect(page.getByText('dropped.csv').first()).toBeVisible();
    await expect(page.getByText('50 rows × 2 columns')).toBeVisible();
    await expect(app.stop).toBeHidden();
    await expect(run).toBeEnabled();
  });
});
