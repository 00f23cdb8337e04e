import { expect, type Locator, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

const cardOf000 = (page: Page): Locator => page.getByRole('article', { name: /Pickle vs\. HDF5/ });

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
  await page.goto('/#published/000');
  const { scorecard, sizes, gzip } = claimsOfSource000(page);
  await scorecard.getByText('Sizes: exact, no clock').click();
  await expectUntested(sizes);
  await scorecard.getByRole('radio', { name: '2', exact: true }).check();
  await scorecard.getByRole('button', { name: 'Put to the test' }).click();
  await expect(scorecard.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  // The index shows the test too, and lets nobody start another one beside it.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expect(cardOf000(page).getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put to the test' }).first()).toBeDisabled();
  await page.goBack();
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

test('the verdicts of a source that was tested before stand with its claims, and their cells are a click away', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await restoreStoredRun(page, 'source-000-tested');
  await page.goto('/#published/000');
  const { scorecard, gzip } = claimsOfSource000(page);
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(gzip).toContainText('0.943×');
  await expectCellsOf(gzip, app);
  expect(found).toEqual([]);
});

test('a test starts and stops on the card of its source', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const found = collectPageErrors(page);
  await page.goto('/#published');
  const card = cardOf000(page);
  await card.getByRole('button', { name: 'Put to the test' }).click();
  await expect(card.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Verdicts' })).toContainText('waiting');
  await card.getByRole('button', { name: 'Stop' }).click();
  await expect(card.getByText('The test was stopped. The results measured so far are kept.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Test again' })).toBeEnabled();
  expect(found).toEqual([]);
});

test('the card of a source counts the verdicts of an earlier test, and says of the others that there was none', async ({
  page,
}) => {
  await restoreStoredRun(page, 'source-000-tested');
  await page.goto('/#published');
  await expect(cardOf000(page).getByRole('list', { name: 'Verdicts' }).getByRole('listitem')).toHaveText([
    '3 confirmed',
    '7 not measured yet',
  ]);
  await expect(cardOf000(page).getByRole('button', { name: 'Test again' })).toBeEnabled();
  await expect(page.getByRole('article').filter({ hasText: 'source 002' })).toContainText(
    '23 claims, not tested in this browser yet.',
  );
});

test('the claims of a source that was not tested have no verdict', { tag: '@full' }, async ({ page }) => {
  await page.goto('/#published/000');
  const { scorecard, sizes } = claimsOfSource000(page);
  await scorecard.getByText('Sizes: exact, no clock').click();
  await expectUntested(sizes);
  await expect(scorecard.getByRole('button', { name: 'Put to the test' })).toBeEnabled();
});
