import type { Locator } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { restoreStoredRun, storedRuns } from './kept-runs';

async function expectDrawn(app: App): Promise<void> {
  const { page } = app;
  await storedRuns.molecules(app);
  await app.drawer('data');
  const panel = page.getByRole('region', { name: 'What is being stored' });
  const drawing = panel.getByRole('img');
  await expect(drawing).toHaveAttribute('alt', /^Structure of MADEUP\d+: /);
  const first = await drawing.getAttribute('alt');
  await panel
    .getByRole('button', { name: /^MADEUP/ })
    .nth(3)
    .hover();
  await expect(drawing).not.toHaveAttribute('alt', first ?? '');
  expect(await drawing.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await panel.getByRole('button', { name: /^Java objects \(CDK\)/ }).click();
  await expect(panel.getByRole('region', { name: /^First bytes .*Java objects/ })).toContainText('ac ed 00 05 73 72');
  await expect(panel).toContainText('ObjectOutputStream');
  await panel.getByRole('button', { name: 'The molecules after' }).click();
  await expect(panel).toContainText('7–12 of 200');
}

async function expectRepeats(app: App): Promise<void> {
  const { page } = app;
  await app.closeDrawer();
  await expect(
    app
      .rows()
      .filter({ hasText: 'Java objects' })
      .filter({ hasText: /[MGk]B\/s/ }),
  ).toHaveCount(1);
  const repeats = page.getByRole('region', { name: /^Table of molecules/ });
  await expect(repeats.locator('tbody tr')).toHaveCount(10);
  const cellsOf = (row: Locator) => row.locator('th, td').count();
  expect(await cellsOf(repeats.locator('thead tr').last())).toBe(await cellsOf(repeats.locator('tbody tr').first()));
  // 42 times the SMILES in the source.
  await expect(repeats.getByRole('row').filter({ hasText: 'Java objects' })).toContainText(/4\d(\.\d)?×/);
}

test('molecules are drawn and shown in every format, and accessible beside their run', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await restoreStoredRun(page, 'molecules');
  await app.openKept();
  await expectDrawn(app);
  await expectRepeats(app);
  await app.showWholePage();
  await app.expectAccessible();
  expect(found).toEqual([]);
});

test('molecules are measured as source 003 does', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await storedRuns.molecules(app);
  // What is looked at does not depend on the size.
  await app.chooseSize(50);
  await app.pressRun();
  await app.finish();
  await app.openTab('Details');
  await expectRepeats(app);
  expect(found).toEqual([]);
});
