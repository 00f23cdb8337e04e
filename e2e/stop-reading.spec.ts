import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const csv = {
  name: 'cities.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('city,people\nOslo,700000\nRome,2800000\n'),
};
const npy = {
  name: 'four.npy',
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([
    Buffer.from([0x93]),
    Buffer.from('NUMPY'),
    Buffer.from([1, 0, 118, 0]),
    Buffer.from("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }".padEnd(117)),
    Buffer.from('\n'),
    Buffer.from(new Float64Array([1, 2, 3, 4]).buffer),
  ]),
};

const workers = /\/assets\/[^/]*worker[^/]*\.js$/;

/** The library that reads CSV never comes to an end, as a library that a damaged file keeps busy. */
const neverReads = (context: BrowserContext) =>
  context.route(/\/assets\/(?:delimited|duckdb)[^/]*\.(?:js|wasm)$/, () => new Promise<void>(() => undefined));

async function expectNextIsRead(page: Page, app: App): Promise<void> {
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await data.getByRole('button', { name: /^Change the file / }).click();
  await app.chooseFile(npy);
  await expect(data.getByText(/array of 4 float64/)).toBeVisible();
}

test('Stop ends the reading of a file at once; the file stays, and the next one is read', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await neverReads(context);
  const found = collectPageErrors(page);
  const app = new App(page);
  await restoreStoredRun(page, 'vectors');
  await app.openKept();
  await expect(app.rows()).toHaveCount(11);
  await app.chooseFile(csv);
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByRole('progressbar', { name: 'Reading cities.csv' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await data.getByRole('button', { name: 'Stop reading' }).click();
  const said = data.getByRole('alert');
  await expect(said).toContainText(telling('cities.csv', 'stopped'));
  await expect(data.getByRole('progressbar')).toBeHidden();
  await expect(said.getByRole('button', { name: 'Read it again' })).toBeVisible();
  await app.expectAccessible({ within: data });
  await expect(app.rows()).toHaveCount(11);
  await expectNextIsRead(page, app);
  expect(found).toEqual([]);
});

test('a reading that does not end is ended by its limit; the next file is read', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await neverReads(context);
  // Three minutes as the page's own workers count them, in a hundredth of the time: only their timers of a minute and more are shortened.
  await context.route(workers, async (route) => {
    const response = await route.fetch();
    const quickTimers =
      'const realTimeout = self.setTimeout; self.setTimeout = (call, ms, ...rest) => realTimeout(call, ms >= 60000 ? ms / 100 : ms, ...rest);';
    await route.fulfill({ response, body: `${quickTimers}\n${await response.text()}` });
  });
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.chooseFile(csv);
  const data = page.getByRole('region', { name: 'Data', exact: true });
  const said = data.getByRole('alert');
  await expect(said).toContainText(telling('180 seconds'));
  await expect(said.getByRole('button', { name: 'Read it again' })).toBeVisible();
  await expect(said.getByRole('button', { name: 'Measure its bytes' })).toBeVisible();
  await context.unroute(workers);
  await expectNextIsRead(page, app);
  expect(found).toEqual([]);
});
