import { expect, test } from './counted-work';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

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
  await card.getByRole('combobox', { name: /^Candidate here .*Pickle$/ }).selectOption({ label: 'Pickle' });
  await card.getByRole('checkbox', { name: /all 3 of/ }).check();
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await app.openTab('Compare');
  const sweep = app.results.getByRole('figure', { name: /time against size/ });
  const marks = sweep.getByRole('img', { name: telling('Arrow elsewhere', '“Theirs') });
  await expect(marks).toHaveCount(2);
  await expect(marks.first()).toHaveAccessibleName(/25 items, published time 1\.00 ms/);
  await expect(sweep.getByText(/^The hollow marks.*Theirs/)).toBeVisible();
  await sweep
    .locator('summary')
    .filter({ hasText: /^\d+ reasons/ })
    .click();
  await expect(sweep.getByText(telling('Theirs', 'Pickle', 'Arrow elsewhere', '9,000 items'))).toBeVisible();
  await app.expectAccessible({ within: sweep });
});
