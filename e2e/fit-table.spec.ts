import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App } from './app';

/** A generated table that is like the user's: estimated, shared as a link, and measured beside the user's. */

const secret = 'Zanzibar';
const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, row) => `${row + 1},${secret}-${row % 7},${((row * 7_919) % 1_000) / 100},2024-05-0${1 + (row % 9)}`,
  ).join('\n');
const file = (count: number) => ({
  name: 'salaries.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`salary_id,team,bonus,day\n${rowsOf(count)}\n`),
});

async function openFitted(page: Page, rows: number): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.openTab('Columns');
  await app.chooseFile(file(rows));
  await app.closeDrawer();
  await page.getByRole('button', { name: 'Estimate the parameters' }).click();
  await expect(page.getByRole('table', { name: /^Parameters of the table/u })).toBeVisible();
  return app;
}

test('the parameters of a look-alike open in a fresh page by a link that holds nothing of the file', {
  tag: '@full',
}, async ({ page, browser }) => {
  const app = await openFitted(page, 3_000);
  const table = page.getByRole('table', { name: /^Parameters of the table/u });
  await expect(table.getByRole('row', { name: /^Rows/ })).toContainText('3,000');
  await expect(table.getByRole('row', { name: /^Decimal digits/ })).toContainText('2');
  await expect(table.getByRole('row', { name: /^Share of rows/ })).toContainText('1');
  await app.expectAccessible({ within: page.getByRole('region', { name: /^A table of orders/u }) });

  // Without the clipboard, the page shows the link.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await page.getByRole('button', { name: /^Copy a link/ }).click();
  const link = await page.getByRole('textbox', { name: /Copy the link here/ }).inputValue();
  for (const word of [secret, 'salar', 'team', 'bonus']) expect(decodeURIComponent(link)).not.toContain(word);

  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(link);
  await new App(fresh).drawer('data');
  await expect(fresh.getByRole('radio', { name: /^Table/ })).toBeChecked();
  await expect(fresh.getByRole('textbox', { name: 'Size' })).toHaveValue('3,000');
  await context.close();
});

test('how like it is, is measured for each candidate', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = await openFitted(page, 300);
  await app.keepCandidates(/^(Parquet, zstd 1|CSV)$/);
  await app.closeDrawer();
  await page.getByRole('button', { name: /^Measure how like/ }).click();
  const table = page.getByRole('table', { name: /^How the table/ });
  await expect(table).toBeVisible({ timeout: 500_000 });
  await expect(table.getByRole('row', { name: /^Parquet/ }).first()).toContainText(/[+−][\d.]+ %/);
});
