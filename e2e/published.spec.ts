import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('the index has a card for each source, with its question, answer and main figures, whose address can be copied', async ({
  page,
  browser,
}) => {
  const found = collectPageErrors(page);
  await page.goto('/#published');
  await expect(page.getByRole('article')).toHaveCount(5);
  for (const id of ['000', '001', '002', '003', '004']) {
    const card = page.getByRole('article').filter({ hasText: `source ${id}` });
    await expect(card.getByRole('definition')).toHaveCount(2);
    await expect(card.getByRole('heading', { level: 2 }).getByRole('link')).toHaveAttribute('href', `#published/${id}`);
    await expect(card.getByRole('figure').getByRole('group')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Put to the test' })).toBeEnabled();
  }
  const tkrzw = page.getByRole('article', { name: /Tkrzw/ });
  await expect(tkrzw.getByRole('group', { name: telling('File size', 'Hash plain') })).toBeVisible();
  expect(found).toEqual([]);

  // Each source has an address: a link leads to it, Back leaves it, and a copied address opens it.
  const app = new App(page);
  await app.goToExplore();
  await app.chooseSize(70);
  await app.closeDrawer();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await expect(page).toHaveTitle('Published results · Formatlab');
  await page.getByRole('link', { name: /Java Serialization/ }).click();
  await expect(heading(page, /Java Serialization/)).toBeFocused();
  await expect(page).toHaveTitle(telling('2015', '(source 003)'));
  const address = page.url();
  expect(address).toContain('page=published&source=003&');

  await page.goBack();
  await expect(heading(page, 'Published results')).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.goForward();
  await expect(heading(page, /Java Serialization/)).toBeVisible();
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await expect(heading(page, 'Published results')).toBeVisible();

  const other = await browser.newPage();
  await other.goto(address);
  await expect(heading(other, /Java Serialization/)).toBeVisible();
  // The link has the plan too.
  await other.getByRole('link', { name: 'Explore', exact: true }).click();
  await new App(other).drawer('data');
  await expect(other.getByRole('textbox', { name: 'Size' })).toHaveValue('70');
  await other.close();
});

async function openSource002(page: Page): Promise<void> {
  await page.goto('/#published/002');
  await expect(heading(page, /Tkrzw/)).toBeVisible();
  await expect(page).toHaveTitle(telling('Tkrzw', '(source 002)'));
  // Its charts stand before its claims, and those before its tables.
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  const placeOf = (words: RegExp) => headings.findIndex((heading) => words.test(heading));
  expect([/charts/, /^23 claims/, /tables/, /recomputed/].map(placeOf)).toEqual([2, 3, 4, 5]);
  await expect(
    page.getByRole('region', { name: /HashDBM: time and size/ }).getByRole('cell', { name: '101286939' }),
  ).toBeVisible();
  await expect(page.getByText(/LZMA: .* 4,737\/s/)).toBeVisible();
  await expect(page.getByText('computed 1,320/s')).toBeVisible();
  await expect(page.getByRole('group', { name: telling('File size', 'Hash plain') })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Other sources' })
    .getByRole('link', { name: /Previous/ })
    .click();
  await expect(heading(page, /sharing of data between programming languages/)).toBeFocused();
  await expect(page.getByText('second place: 1.57×').first()).toBeVisible();
  await expect(page.getByRole('group', { name: /^Arrays: serializing.*→ Julia, § 1 2\.61/ })).toBeVisible();
}

async function openUnknownSource(app: App): Promise<void> {
  const { page } = app;
  await page.goto('/#published/999');
  await expect(page.getByRole('alert')).toContainText('“999”');
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(5);
  await app.expectAccessible();
  await page.getByRole('link', { name: /Java Serialization/ }).click();
  await expect(heading(page, /Java Serialization/)).toBeVisible();
  await page.goto('/#published/0%2F0');
  await expect(page.getByText(telling('#published/000'))).toBeVisible();
}

async function openFactorToNative(app: App): Promise<void> {
  const { page } = app;
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  for (const from of ['Codecs', 'Formats', 'About', 'Published']) {
    await page.getByRole('link', { name: from, exact: true }).first().click();
    await page.getByRole('link', { name: /factor to native/i }).click();
    await expect(heading(page, /factor to native/)).toBeFocused();
  }
  await expect(page).toHaveTitle(/factor to native/);
  const list = page.getByRole('list', { name: /^Johin 2024 .*vectors, .*native time/ });
  await expect(list).toBeVisible();
  const rows = list.getByRole('img');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  const tooltip = page.locator('[class*=tooltip]');
  await expect(tooltip).toContainText(/Encode and store [\d.]+× \(95 % interval/);
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await page.getByRole('link', { name: 'Johin 2024 (source 000), vectors' }).click();
  await expect(heading(page, /Pickle vs\. HDF5/)).toBeVisible();
  await page.goto('/#native');
  await page.getByRole('button', { name: 'Show the browser’s run' }).first().click();
  await expect(app.results.getByRole('heading', { name: /^Results .*Johin 2024 .*vectors/ })).toBeVisible();
}

test('a source, an address of none, and the browser’s factor to native', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await test.step('a source shows its charts, then its claims, then its tables, and where it does not bear itself out', () =>
    openSource002(page));
  await test.step('an address of a source that there is not lists those that there are', () => openUnknownSource(app));
  await test.step('the browser’s factor to native has its own page, which Published, Codecs, Formats and About lead to', () =>
    openFactorToNative(app));
  expect(found).toEqual([]);
});

test('a source with two workloads offers both, and its factors stand beside the run', { tag: '@full' }, async ({
  page,
}) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-001');
  await page.goto('/#published/001');
  await page.getByRole('button', { name: 'Run dictionaries here' }).click();
  await app.drawer('data');
  await expect(page.getByRole('radio', { name: /^Dictionary of scalars .*source 001/ })).toBeChecked();
  await app.closeDrawer();
  await page.goBack();
  await page.getByRole('button', { name: 'Run arrays here' }).click();
  await app.drawer('data');
  await expect(page.getByRole('radio', { name: /^Array .*source 001/ })).toBeChecked();
  // A kept run is shown on the bare address.
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'Destination-specific' })).toHaveCount(2);
  await app.openTab('Compare');
  await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText(
    telling('Julia', 'source 001', '0.64×', 'Pickle', '0.38×'),
  );
});

test('source 002 runs here, and its sizes stand beside the run as hollow marks', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-002');
  await page.goto('/#published/002');
  await page.getByRole('button', { name: 'Run this here' }).click();
  await app.drawer('data');
  await expect(page.getByRole('radio', { name: /dictionary .*source 002/ })).toBeChecked();
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'TreeDBM' })).toHaveCount(9);
  await app.openTab('Compare');
  await expect(
    app.results.getByRole('img', { name: telling('Published', 'TreeDBM', '64-KB pages', 'LZMA') }),
  ).toBeVisible();
});
