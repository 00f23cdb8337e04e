import { expect, test } from './counted-work';
import fixture from '../fixtures/torture/torture.json' with { type: 'json' };
import { App } from './app';

test('the Formats page shows what each format keeps, and says why one does not', async ({ page }) => {
  const app = new App(page);
  await page.goto('/#formats');
  await expect(page.getByRole('heading', { level: 1, name: 'Formats' })).toBeVisible();
  const matrix = page.getByRole('region', { name: 'Torture matrix' });
  const formats = fixture.systems.filter(({ kind }) => kind === 'format');
  await expect(matrix.getByRole('columnheader')).toHaveCount(formats.length + 1);
  const row = matrix.getByRole('row').filter({ has: page.getByRole('button', { name: 'NaN payloads, float64' }) });
  await expect(row.getByText('kept', { exact: true }).first()).toBeAttached();
  await row.getByRole('button').press('Enter');
  await expect(row.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await expect(matrix.getByText(/payload .*NaN/).first()).toBeVisible();
  // The rest of the page is looked at by places.spec.ts.
  await app.expectAccessible({ within: matrix });
});
