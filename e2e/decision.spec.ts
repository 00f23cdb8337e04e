import { readFileSync } from 'node:fs';
import { expect, test } from './counted-work';
import { frameFragment } from '../web/links/frame';
import { renamedColumnsNote } from '../workers/model/renamed-columns';
import { App, collectPageErrors, exampleData } from './app';
import { restoreStoredRun, type StoredDatabase, storedRunFile } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const link = (parameters: string) => `#${frameFragment(`${exampleData}&${parameters}`)}`;
const answerOf = (app: App) => app.results.getByTestId('answer');
const card = (app: App) => app.results.getByRole('region', { name: 'Answer', exact: true });

/** Follows a link in the page as it stands, without loading it anew. */
async function follow(app: App, parameters: string): Promise<void> {
  await app.page.goto(`/${link(parameters)}`);
}

test('the answer follows the situation, its link, the Back button, requirements and the slider', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const found = collectPageErrors(page);
  const app = new App(page);
  // With so much time, candidates that take long are suggested on a slow machine, too.
  await app.open();
  await app.drawer('plan');
  await page.getByRole('radio', { name: '10 min', exact: true }).check();
  await app.closeDrawer();
  const answer = answerOf(app);
  // The folds have figures of benchmarks, which load later.
  const headline = answer.getByRole('heading', { level: 2 });
  await test.step('the page opens with an answer, which follows the situation, the link and the Back button', async () => {
    await expect(answer).toBeVisible();
    const atFirst = (await headline.textContent()) ?? '';
    await page.getByRole('radio', { name: 'Archive' }).check();
    await expect(answer).toContainText('$');
    await expect(page).toHaveURL(/for=archive/);
    // Where a small file is wanted, a level that takes long is suggested, too.
    await expect(page).toHaveURL(/zstd@19\.page/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Archive' })).toBeChecked();
    await expect(answer).toContainText('$');
    await page.goBack();
    await expect(headline).toHaveText(atFirst);
  });
  const rows = card(app)
    .getByRole('region', { name: /^All candidates/ })
    .getByRole('row');
  await test.step('the slider moves along the axis by keyboard, and the answer follows', async () => {
    await follow(app, 'for=message&tab=compare');
    const slider = app.results.getByRole('slider', { name: /^Bandwidth/ });
    await expect(slider).toHaveAttribute('aria-valuetext', '125 MB/s');
    await app.openTab('Answer');
    const atLan = (await headline.textContent()) ?? '';
    await app.openTab('Compare');
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', '10.0 kB/s');
    await expect(page).toHaveURL(/downloadBytesPerSecond:10000/);
    // The list of winners starts with the answer at the slowest link.
    const first = app.results.getByRole('list', { name: 'Who wins where' }).getByRole('listitem').first();
    const winner = (await first.textContent()) ?? '';
    await app.openTab('Answer');
    await expect(headline).not.toHaveText(atLan);
    // The answer and the list may be drawn one after the other.
    await expect(async () => {
      const best = (await answer.locator('span').first().textContent()) ?? '';
      expect(best).not.toBe('');
      expect(winner).toContain(best);
    }).toPass();
  });
  await test.step('the table of all candidates agrees with the answer, and names those that are out', async () => {
    await follow(app, 'for=message');
    await card(app)
      .getByText(/^Why not the other/)
      .click();
    await expect(rows.nth(1)).toContainText('best');
    const best = (await rows.nth(1).getByRole('rowheader').textContent()) ?? '';
    await expect(headline).toHaveText(best);
    await expect(rows.filter({ hasText: 'Out:' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'Out:' }).getByRole('rowheader')).toHaveText('Uncompressed');
    // A requirement puts candidates out, and says why.
    await app.drawer('situation');
    await page.getByRole('checkbox', { name: 'R', exact: true }).check();
    await expect(rows.filter({ hasText: 'Pickle' }).first()).toContainText('Out:');
    await expect(headline).not.toContainText('Pickle');
    await expect(page).toHaveURL(/readableBy:r/);
  });
  await test.step('the card gives the code that writes and reads such a file', async () => {
    await follow(app, 'for=analytics,readableBy:python.duckdb');
    await card(app).getByRole('button', { name: 'Code', exact: true }).click();
    const write = card(app).getByRole('region', { name: 'Lines: Write' });
    await expect(write).toContainText('data.');
    await card(app).getByRole('button', { name: 'Copy the lines: Write' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await write.locator('code').textContent());
    // Of another candidate, too.
    const choice = card(app).getByRole('combobox', { name: 'Candidate' });
    await choice.selectOption('Pickle');
    await expect(write).toContainText('pickle.dumps');
    await choice.selectOption('Uncompressed');
    await expect(write).toHaveCount(0);
    // Escape closes the code, and the focus returns to its button.
    await page.keyboard.press('Escape');
    await expect(card(app).getByRole('button', { name: 'Code', exact: true })).toBeFocused();
    // The menu has the file of every candidate.
    await card(app).getByRole('button', { name: /^More/ }).click();
    await choice.selectOption('CSV');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card(app).getByRole('button', { name: 'Download its file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
  });
  await test.step('the card tells what its best candidate takes by the other times, where another is the best', async () => {
    const uses = 'writes:6,reads:0,columnReads:13,lookups:58000,uploadBytesPerSecond:12390000';
    await follow(app, `for=message,${uses},downloadBytesPerSecond:114100000,latencyMs:0,needsOneColumn:yes`);
    await expect(card(app)).toContainText(/Arrow IPC, zstd 1 .* 1\.\d+ times/);
  });
  expect(found).toEqual([]);
});

test('the totals of the card, what would change them, and what is refused', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open(link('for=message&tab=compare'));
  const breakEven = app.results.locator('figure').filter({ has: page.getByRole('slider') });
  await test.step('the table of totals has each candidate, and its smallest are those of the list', async () => {
    await breakEven.getByText(/chart as a table/).click();
    const table = breakEven.getByRole('region', { name: /^Table of totals/ });
    // Eleven candidates, since the uncompressed baseline takes no part, and a head.
    await expect(table.getByRole('row')).toHaveCount(12);
    const winners = app.results.getByRole('list', { name: 'Who wins where' }).getByRole('listitem');
    for (const [column, winner] of [
      [1, winners.first()],
      [7, winners.last()],
    ] as const) {
      const best = table.locator(`tr:has(> :nth-child(${column + 1}) > strong)`).getByRole('rowheader');
      await expect(winner).toContainText((await best.textContent()) ?? '');
    }
    await app.expectAccessible({ within: breakEven });
  });
  await test.step('a crossing that the rounds do not place is in neither the list nor the chart', async () => {
    await follow(app, 'for=analytics&tab=compare');
    await app.results.getByRole('combobox', { name: /^Figure of the situation/ }).selectOption('One column read');
    const winners = app.results.getByRole('list', { name: 'Who wins where' }).getByRole('listitem');
    await expect(winners.last()).toContainText('B, C');
    const chart = app.results.getByRole('group', { name: /^Total time against/ });
    await expect(chart.locator('path[class*=best]')).toHaveCount(await winners.count());
    await expect(chart.locator('line[class*=crossing]')).toHaveCount((await winners.count()) - 1);
    await follow(app, 'for=message');
    await expect(page.getByRole('radio', { name: 'Message' })).toBeChecked();
  });
  await test.step('what the card says would change the answer does change it', async () => {
    await card(app)
      .getByText(/^What would change/)
      .click();
    const change = card(app)
      .getByRole('listitem')
      .filter({ hasText: /^A link slower than/ });
    const text = (await change.textContent()) ?? '';
    const [, value = '', unit = ''] = /slower than ([\d.]+) ([kMG]?)B\/s/.exec(text) ?? [];
    const threshold = Number(value) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit as 'M'];
    // The name, without what the candidate loses.
    const other = ((await change.locator('span').last().textContent()) ?? '')
      .replace(/ \((which loses .*|lossy)\)$/, '')
      .trim();
    for (const [bandwidth, isOther] of [
      [threshold * 0.99, true],
      [threshold * 1.01, false],
    ] as const) {
      await follow(app, `for=message,downloadBytesPerSecond:${bandwidth},uploadBytesPerSecond:${bandwidth}`);
      const name = answerOf(app).locator('span').first();
      if (isOther) await expect(name).toHaveText(other);
      else await expect(name).not.toHaveText(other);
    }
  });
  await test.step('a size has no chart of totals, and needs no time', async () => {
    await follow(app, 'for=archive,goal:size&tab=compare');
    await expect(app.results.getByRole('heading', { name: /^Ratio/ })).toBeVisible();
    await expect(app.results.getByRole('slider')).toHaveCount(0);
    await app.openTab('Answer');
    await expect(answerOf(app)).toContainText(/\d [kM]?B/);
    await expect(answerOf(app)).not.toContainText(/\d (s|ms|µs)\b/);
  });
  await test.step('a damaged situation in a link is refused with its reason', async () => {
    await follow(app, 'for=holiday');
    await expect(page.getByText(telling('“holiday”'))).toBeVisible();
  });
});

test('the code for a file whose columns the page renamed says what to rename', { tag: '@full' }, async ({ page }) => {
  const kept = JSON.parse(readFileSync(storedRunFile('own-csv'), 'utf8')) as StoredDatabase;
  for (const { value } of kept.stores.runs ?? [])
    for (const dataset of (value as { datasets: { notes?: string[] }[] }).datasets)
      dataset.notes = [renamedColumnsNote('empty or repeated', '“city” to “city_1”')];
  await restoreStoredRun(page, kept);
  const app = new App(page);
  await app.openKept();
  await app.openTab('Answer');
  await card(app).getByRole('button', { name: 'Code', exact: true }).click();
  await expect(card(app).getByText(telling('“city”', '“city_1”')).first()).toBeVisible();
});
