import { expect, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('the index has a card for each source, with its question, answer and main figures', async ({ page }) => {
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
  await expect(tkrzw.getByRole('group', { name: /^File size, % of the data: Hash plain/ })).toBeVisible();
  expect(found).toEqual([]);
});

test('a source shows its charts, then its claims, then its tables, and where it does not bear itself out', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  await page.goto('/#published/002');
  await expect(heading(page, /Tkrzw/)).toBeVisible();
  await expect(page).toHaveTitle('The developer of Tkrzw (source 002) · Published results · Formatlab');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Question',
    'Answer',
    'Its figures as charts',
    '23 claims, put to the test',
    'Its tables as printed',
    'Figures recomputed',
    'Limits of these figures',
  ]);
  await expect(
    page.getByRole('region', { name: /HashDBM: time and size/ }).getByRole('cell', { name: '101286939' }),
  ).toBeVisible();
  await expect(page.getByText(/LZMA: is the QPS of compressing .* printed 4,737\/s/)).toBeVisible();
  await expect(page.getByText('computed 1,320/s')).toBeVisible();
  await expect(page.getByRole('group', { name: /^File size, % of the data: Hash plain/ })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Other sources' })
    .getByRole('link', { name: /Previous/ })
    .click();
  await expect(heading(page, /sharing of data between programming languages/)).toBeFocused();
  await expect(page.getByText('second place: 1.57×').first()).toBeVisible();
  await expect(page.getByRole('group', { name: /^Arrays: serializing.*→ Julia, § 1 2\.61/ })).toBeVisible();
  expect(found).toEqual([]);
});

test('each source has an address: a link leads to it, Back leaves it, and a copied address opens it', async ({
  page,
  browser,
}) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(70);
  await page.getByRole('link', { name: 'Published', exact: true }).click();
  await expect(page).toHaveTitle('Published results · Formatlab');
  await page.getByRole('link', { name: /Java Serialization/ }).click();
  await expect(heading(page, /Java Serialization/)).toBeFocused();
  await expect(page).toHaveTitle(/^A developer of the Chemistry Development Kit, 2015 \(source 003\)/);
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
  await expect(other.getByRole('textbox', { name: 'Size' })).toHaveValue('70');
  await other.close();
});

test('an address of a source that there is not lists those that there are', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await page.goto('/#published/999');
  await expect(page.getByRole('alert')).toContainText(
    'The address names source “999”, which this version does not have.',
  );
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(5);
  await app.expectAccessible();
  await page.getByRole('link', { name: /Java Serialization/ }).click();
  await expect(heading(page, /Java Serialization/)).toBeVisible();
  await page.goto('/#published/0%2F0');
  await expect(page.getByText('A source has a number, as in #published/000.')).toBeVisible();
  expect(found).toEqual([]);
});

test('the browser’s factor to native has its own page, which Published, Codecs, Formats and About lead to', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  for (const from of ['Codecs', 'Formats', 'About', 'Published']) {
    await page.getByRole('link', { name: from, exact: true }).first().click();
    await page.getByRole('link', { name: /the browser’s factor to native/i }).click();
    await expect(heading(page, 'The browser’s factor to native')).toBeFocused();
  }
  await expect(page).toHaveTitle('The browser’s factor to native · Formatlab');
  await expect(
    page.getByRole('list', { name: 'Johin 2024 (source 000), vectors, browser’s time over native time' }),
  ).toBeVisible();
  const rows = page.getByRole('list', { name: 'Johin 2024 (source 000), vectors, browser’s time' }).getByRole('img');
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
  await expect(
    app.results.getByRole('heading', { name: 'Results from Johin 2024 (source 000), vectors, in the browser' }),
  ).toBeVisible();
  expect(found).toEqual([]);
});

test('a source with two workloads offers both, and its factors stand beside the run', { tag: '@full' }, async ({
  page,
}) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-001');
  await page.goto('/#published/001');
  await page.getByRole('button', { name: 'Run dictionaries here' }).click();
  await expect(page.getByRole('radio', { name: /^Dictionary of scalars .*source 001/ })).toBeChecked();
  await page.goBack();
  await page.getByRole('button', { name: 'Run arrays here' }).click();
  await expect(page.getByRole('radio', { name: /^Array .*source 001/ })).toBeChecked();
  // A kept run is shown on the bare address.
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'Destination-specific' })).toHaveCount(2);
  await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText(
    /Proposed format, to Julia \(.*source 001.*0\.64× the time of Pickle; elsewhere the source prints 0\.38×/,
  );
});

test('source 002 runs here, and its sizes stand beside the run as hollow marks', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await restoreStoredRun(page, 'source-002');
  await page.goto('/#published/002');
  await page.getByRole('button', { name: 'Run this here' }).click();
  await expect(page.getByRole('radio', { name: /dictionary .*source 002/ })).toBeChecked();
  await app.openKept();
  await expect(app.rows().filter({ hasText: 'TreeDBM' })).toHaveCount(9);
  await expect(
    app.results.getByRole('img', {
      name: /Published, not measured here: TreeDBM, 64-KB pages, LZMA.*The source prints only the ratio/,
    }),
  ).toBeVisible();
});
