import { expect, type Page, test } from '@playwright/test';
import { App } from './app';

/** A generated table that is like the user's: estimated, shared as a link, and measured beside the user's. */

const secret = 'Zanzibar';
const rows = Array.from(
  { length: 3_000 },
  (_, row) => `${row + 1},${secret}-${row % 7},${((row * 7_919) % 1_000) / 100},2024-05-0${1 + (row % 9)}`,
);
const file = {
  name: 'salaries.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`salary_id,team,bonus,day\n${rows.join('\n')}\n`),
};

async function openFitted(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.chooseFile(file);
  await page.getByRole('button', { name: 'Estimate the parameters' }).click();
  await expect(page.getByRole('table', { name: 'Parameters of the look-alike' })).toBeVisible();
  return app;
}

test('the parameters of a look-alike open in a fresh page by a link that holds nothing of the file', async ({
  page,
  browser,
}) => {
  const app = await openFitted(page);
  const table = page.getByRole('table', { name: 'Parameters of the look-alike' });
  await expect(table.getByRole('row', { name: /^Rows/ })).toContainText('3,000');
  await expect(table.getByRole('row', { name: /^Decimal digits/ })).toContainText('2');
  await expect(table.getByRole('row', { name: /^Share of rows in order/ })).toContainText('1');
  await app.expectAccessible({ within: page.getByRole('region', { name: 'A look-alike to share' }) });

  // Without the clipboard, the page shows the link.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await page.getByRole('button', { name: 'Copy a link to the look-alike' }).click();
  const link = await page.getByRole('textbox', { name: /Copy the link here/ }).inputValue();
  for (const word of [secret, 'salar', 'team', 'bonus']) expect(decodeURIComponent(link)).not.toContain(word);

  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh.getByRole('radio', { name: /^Table/ })).toBeChecked();
  await expect(fresh.getByRole('textbox', { name: 'Size' })).toHaveValue('3,000');
  await context.close();
});

test('how like it is, is measured for each candidate', { tag: ['@full', '@measures'] }, async ({ page }) => {
  await openFitted(page);
  await page.getByRole('button', { name: 'Measure how like it is' }).click();
  const table = page.getByRole('table', { name: 'How the look-alike differs from your table' });
  await expect(table).toBeVisible({ timeout: 500_000 });
  await expect(table.getByRole('row', { name: /^Parquet/ }).first()).toContainText(/[+−][\d.]+ %/);
  await expect(page.getByText(/The look-alike’s ratio differs by/)).toBeVisible();
});
