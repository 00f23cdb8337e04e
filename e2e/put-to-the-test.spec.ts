import type { Locator, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const cardOf000 = (page: Page): Locator => page.getByRole('article', { name: /Pickle vs\. HDF5/ });

function claimsOfSource000(page: Page) {
  const scorecard = page.getByRole('region', { name: telling('10 claims', 'source 000') });
  const sizes = scorecard.getByRole('list', { name: /^Sizes: .*source 000$/ });
  return { scorecard, sizes, gzip: sizes.getByRole('listitem').filter({ hasText: 'gzip' }) };
}

async function expectUntested(sizes: Locator): Promise<void> {
  await expect(sizes.getByRole('listitem')).toHaveCount(3);
  await expect(sizes).toContainText(telling('gzip', '5 %'));
  await expect(sizes).not.toContainText('Confirmed');
}

async function expectCellsOf(gzip: Locator, app: App): Promise<void> {
  await expect(gzip).toContainText('Confirmed');
  await gzip.getByRole('button', { name: 'Show the 2 cells' }).click();
  await expect(app.results.getByRole('heading', { name: 'Test of Johin 2024 source 000' })).toBeVisible();
  await app.openTab('Details');
  await expect(app.rows().filter({ hasText: 'gzip' })).toHaveCount(1);
}

test('a source is put to the test: verdicts come as cells do, Stop keeps them, a reload too, and the cells are a click away', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await page.goto('/#published');
  const card = cardOf000(page);
  await test.step('a test starts and stops on the card of its source', async () => {
    await card.getByRole('button', { name: 'Put to the test' }).click();
    await expect(card.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
    await expect(card.getByRole('list', { name: 'Verdicts' })).toContainText('waiting');
    await card.getByRole('button', { name: 'Stop' }).click();
    await expect(card.getByText(/test was stopped/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Test again' })).toBeEnabled();
  });
  await page.goto('/#published/000');
  const { scorecard, gzip } = claimsOfSource000(page);
  await scorecard.getByText(/^Sizes: exact/).click();
  await scorecard.getByRole('radio', { name: '2', exact: true }).check();
  await scorecard.getByRole('button', { name: 'Test again' }).click();
  await expect(scorecard.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  // The index shows the test too, and lets nobody start another one beside it.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expect(card.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put to the test' }).first()).toBeDisabled();
  await page.goBack();
  // gzip at level 4 on random float64: zlib gives the published size on any machine.
  await expect(gzip).toContainText('Confirmed', { timeout: 500_000 });
  await expect(gzip).toContainText('0.943×');
  await scorecard.getByRole('button', { name: 'Stop' }).click();
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(scorecard.getByText(/test was stopped/)).toBeVisible();
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
  await expect(page.getByRole('article').filter({ hasText: 'source 002' })).toContainText(telling('23 claims'));
});

test('the claims of a source that was not tested have no verdict', { tag: '@full' }, async ({ page }) => {
  await page.goto('/#published/000');
  const { scorecard, sizes } = claimsOfSource000(page);
  await scorecard.getByText(/^Sizes: exact/).click();
  await expectUntested(sizes);
  await expect(scorecard.getByRole('button', { name: 'Put to the test' })).toBeEnabled();
});
