import { expect, test } from '@playwright/test';
import { App, complaints } from './app';

test('a source is put to the test: verdicts come as cells do, Stop keeps them, a reload too, and the cells are a click away', async ({
  page,
}) => {
  const found = complaints(page);
  const app = new App(page);
  await page.goto('/#published');
  const scorecard = page.getByRole('region', { name: '10 claims of source 000, put to the test' });
  await scorecard.getByText('Sizes: exact, no clock').click();
  const sizes = scorecard.getByRole('list', { name: 'Sizes: exact, no clock of source 000' });
  await expect(sizes.getByRole('listitem')).toHaveCount(3);
  await expect(sizes).toContainText('gzip on random vectors saves about 5 %.');
  await expect(sizes).not.toContainText('Confirmed');

  await scorecard.getByRole('radio', { name: '2', exact: true }).check();
  await scorecard.getByRole('button', { name: 'Put to the test' }).click();
  await expect(scorecard.getByRole('progressbar', { name: 'Progress of the test' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put to the test' }).first()).toBeDisabled();
  // gzip at level 4 on random float64: zlib gives the published size on any machine.
  await expect(sizes.getByRole('listitem').filter({ hasText: 'gzip' })).toContainText('Confirmed', {
    timeout: 120_000,
  });
  await expect(sizes.getByRole('listitem').filter({ hasText: 'gzip' })).toContainText('0.943×');
  await scorecard.getByRole('button', { name: 'Stop' }).click();
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(scorecard.getByText('Stopped before its end: what was measured stands.')).toBeVisible();
  await app.showWholePage();
  await app.expectAccessible();

  await page.reload();
  await expect(sizes.getByRole('listitem').filter({ hasText: 'gzip' })).toContainText('Confirmed');
  await sizes
    .getByRole('listitem')
    .filter({ hasText: 'gzip' })
    .getByRole('button', { name: 'Show the 2 cells' })
    .click();
  await expect(page.getByRole('heading', { name: 'Source 000, put to the test' })).toBeVisible();
  await expect(app.rows().filter({ hasText: 'gzip' })).toHaveCount(1);
  expect(found).toEqual([]);
});
