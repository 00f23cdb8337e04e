import { expect, type Locator, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

function claimsOfSource000(page: Page) {
  const scorecard = page.getByRole('region', { name: '10 claims of Johin 2024 (source 000), put to the test' });
  const sizes = scorecard.getByRole('list', { name: 'Sizes: exact, no clock of source 000' });
  return { scorecard, sizes, gzip: sizes.getByRole('listitem').filter({ hasText: 'gzip' }) };
}

async function expectUntested(sizes: Locator): Promise<void> {
  await expect(sizes.getByRole('listitem')).toHaveCount(3);
  await expect(sizes).toContainText('gzip on random vectors saves about 5 %.');
  await expect(sizes).not.toContainText('Confirmed');
}

async function expectCellsOf(gzip: Locator, app: App): Promise<void> {
  await expect(gzip).toContainText('Confirmed');
  await gzip.getByRole('button', { name: 'Show the 2 cells' }).click();
  await expect(app.results.getByRole('heading', { name: 'Test of Johin 2024 source 000' })).toBeVisible();
  await expect(app.rows().filter({ hasText: 'gzip' })).toHaveCount(1);
}

test('a source is put to the test: verdicts come as cells do, Stop keeps them, a reload too, and the cells are a click away', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await page.goto('/#published');
  const { scorecard, sizes, gzip } = claimsOfSource000(page);
  await scorecard.getByText('Sizes: exact, no clock').click();
  await expectUntested(sizes);
  await scorecard.getByRole('radio', { name: '2', exact: true }).check();
  await scorecard.getByRole('button', { name: 'Put to the test' }).click();
  await expect(scorecard.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put to the test' }).first()).toBeDisabled();
  // gzip at level 4 on random float64: zlib gives the published size on any machine.
  await expect(gzip).toContainText('Confirmed', { timeout: 500_000 });
  await expect(gzip).toContainText('0.943×');
  await scorecard.getByRole('button', { name: 'Stop' }).click();
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(scorecard.getByText('The test was stopped. The results measured so far are kept.')).toBeVisible();
  await app.showWholePage();
  await app.expectAccessible();

  await page.reload();
  await expectCellsOf(gzip, app);
  expect(found).toEqual([]);
});

test('the verdicts of a source that was tested before stand with its claims, and their cells are a click away', async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await restoreStoredRun(page, 'source-000-tested');
  await page.goto('/#published');
  const { scorecard, gzip } = claimsOfSource000(page);
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(gzip).toContainText('0.943×');
  await expectCellsOf(gzip, app);
  expect(found).toEqual([]);
});

test('the claims of a source that was not tested have no verdict', async ({ page }) => {
  await page.goto('/#published');
  const { scorecard, sizes } = claimsOfSource000(page);
  await scorecard.getByText('Sizes: exact, no clock').click();
  await expectUntested(sizes);
  await expect(scorecard.getByRole('button', { name: 'Put to the test' })).toBeEnabled();
});
