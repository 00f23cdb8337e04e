import { expect, test } from '@playwright/test';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';

const theirs =
  'system,vectors,encode ms (in memory)\nPickle,25,2\nArrow elsewhere,25,1\nPickle,40,3\nArrow elsewhere,40,2\nPickle,9000,80\nArrow elsewhere,9000,70\n';

test('imported times stand in the chart of time against size, in their own time, and what has no place is told', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'sweep');
  await app.openKept();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await page.getByRole('textbox', { name: 'Paste a table' }).fill(theirs);
  await page.getByRole('textbox', { name: 'Title' }).fill('Theirs');
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  const card = page.getByRole('article', { name: 'Theirs', exact: true });
  await card.getByRole('combobox', { name: 'Candidate here that is Pickle' }).selectOption({ label: 'Pickle' });
  await card.getByRole('checkbox', { name: /So are all 3 of its datasets/ }).check();
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  const sweep = app.results.getByRole('figure', { name: /time against size/ });
  const marks = sweep.getByRole('img', { name: /Published, not measured here: Arrow elsewhere, .*Imported: “Theirs/ });
  await expect(marks).toHaveCount(2);
  await expect(marks.first()).toHaveAccessibleName(/25 items, published time 1\.00 ms/);
  await expect(
    sweep.getByText(/The hollow marks of Theirs were not measured here\. Each shows the time/),
  ).toBeVisible();
  await sweep.locator('summary').filter({ hasText: 'reasons why other published figures' }).click();
  await expect(
    sweep.getByText(/Theirs: Pickle; Arrow elsewhere\. Its size of 9,000 items is outside the range measured here\./),
  ).toBeVisible();
  await app.expectAccessible({ within: sweep });
});
