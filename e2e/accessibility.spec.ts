import { App } from './app';
import { expect, test } from './counted-work';
import { crowdedRun } from './crowded-runs';
import { dropFiles } from './drop-files';
import { expectFirstScreenWithinBudget, expectTabsWithinBudgets } from './page-budgets';

/** Budgets of the page, keys and the focus. What axe finds is in places.spec.ts, beside each kept run that is opened, and in accessibility.phone.spec.ts. */

test('the page keeps its budgets, and the focus stays in the form of candidates, and goes back to what opened it', async ({
  page,
}) => {
  const app = new App(page);
  await page.goto('/');
  await test.step('words, controls and screens', async () => {
    await expectFirstScreenWithinBudget(page);
    await page.getByRole('button', { name: 'See the whole example' }).click();
    await expectTabsWithinBudgets(page);
  });
  for (const swept of ['size', 'nullShare'] as const)
    await test.step(`the same, swept by ${swept}`, async () => {
      const base64 = Buffer.from(JSON.stringify(crowdedRun(12, swept))).toString('base64');
      await dropFiles(page, [{ name: `${swept}.json`, base64 }]);
      await app.closeDrawer();
      await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText(`${swept}.json`);
      await expectTabsWithinBudgets(page);
    });
  await app.drawer('plan');
  const add = page.getByRole('button', { name: 'Add a candidate', exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Add a candidate' });
  await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'Brotli' });
  await form.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByText('already in the plan')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Format', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});
