import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

const card = (app: App, name: RegExp) => app.page.getByRole('article', { name });

test('each source shows its figures and where it does not bear itself out', async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await page.goto('/#published');
  const tkrzw = card(app, /Tkrzw/);
  await expect(
    tkrzw.getByRole('region', { name: /HashDBM: time and size/ }).getByRole('cell', { name: '101286939' }),
  ).toBeVisible();
  await expect(tkrzw.getByText(/LZMA: is the QPS of compressing .* printed 4,737\/s/)).toBeVisible();
  await expect(tkrzw.getByText('computed 1,320/s')).toBeVisible();
  await expect(tkrzw.getByRole('group', { name: /^File size, % of the data: Hash plain/ })).toBeVisible();
  const sharing = card(app, /sharing of data between programming languages/);
  await expect(sharing.getByText('second place: 1.57×').first()).toBeVisible();
  await expect(sharing.getByRole('group', { name: /^Arrays: serializing.*→ Julia, § 1 2\.61/ })).toBeVisible();
  expect(found).toEqual([]);
});

test('a source with two workloads offers both, and its factors stand beside the run', async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-001');
  await page.goto('/#published');
  await card(app, /sharing of data between programming languages/)
    .getByRole('button', { name: 'Run dictionaries here' })
    .click();
  await expect(page.getByRole('radio', { name: /^Dictionary of scalars .*source 001/ })).toBeChecked();
  await page.goBack();
  await card(app, /sharing of data between programming languages/)
    .getByRole('button', { name: 'Run arrays here' })
    .click();
  await expect(page.getByRole('radio', { name: /^Array .*source 001/ })).toBeChecked();
  // A kept run is shown on the bare address.
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'Destination-specific' })).toHaveCount(2);
  await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText(
    /Proposed format, to Julia \(.*source 001.*0\.64× the time of Pickle; elsewhere the source prints 0\.38×/,
  );
});

test('source 002 runs here, and its sizes stand beside the run as hollow marks', async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-002');
  await page.goto('/#published');
  await card(app, /Tkrzw/).getByRole('button', { name: 'Run this here' }).click();
  await expect(page.getByRole('radio', { name: /dictionary .*source 002/ })).toBeChecked();
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'TreeDBM' })).toHaveCount(9);
  await expect(
    app.results.getByRole('img', {
      name: /Published, not measured here: TreeDBM, 64-KB pages, LZMA.*The source prints only the ratio/,
    }),
  ).toBeVisible();
});
