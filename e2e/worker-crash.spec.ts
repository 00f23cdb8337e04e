import { expect, test } from './counted-work';
import { App, throughputText } from './app';
import { telling } from '../workers/model/testing/telling';
import { restoreStoredRun } from './kept-runs';

/** The message of an error that a test throws. */
const fellOver = 'the library fell over';

/** The worker of the HDF5 cells gets another script: what then happens is what happens to a real fault. */
const faults = {
  'a library that can not be fetched': {
    response: { status: 404, contentType: 'text/plain', body: 'gone' },
    says: /failed .*\/assets\/h5wasm-\S+\.js/,
  },
  'a worker that throws outside any call': {
    response: {
      contentType: 'text/javascript',
      body: `setTimeout(() => { throw new Error("${fellOver}"); }); export const format = { open: () => new Promise(() => {}) }; export { format as t };`,
    },
    says: telling(fellOver),
  },
};

test('a fault of a library ends its cells with the reason, and the run goes on', {
  tag: ['@full', '@measures'],
}, async ({ page, context }) => {
  const app = new App(page);
  await app.open();
  await app.openTab('Details');
  await app.chooseVectors(50);
  await app.chooseCandidates('As in Johin 2024');
  await app.keepCandidates(/^(Uncompressed|Pickle|HDF5(, bulk)?)$/);
  const library = /\/assets\/h5wasm-[^/]*\.js$/;
  for (const [fault, { response, says }] of Object.entries(faults))
    await test.step(fault, async () => {
      await context.route(library, (route) => route.fulfill(response));
      await app.pressRun();
      await app.finish();
      const broken = app.rows().filter({ hasText: 'HDF5' });
      await expect(broken).toHaveCount(1);
      for (const row of await broken.all()) {
        await expect(row.locator('[data-status=failed]').first()).toBeVisible();
        await expect(row).toContainText(says);
        await expect(row).not.toContainText(throughputText);
      }
      await expect(app.measuredRows()).toHaveCount(2);
      await expect(app.measuredRows().filter({ hasText: 'Pickle' })).toHaveCount(1);
      await context.unroute(library);
    });
});

test('a library that can not be fetched is told beside the file that was asked for', async ({ page, context }) => {
  await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) =>
    route.fulfill(faults['a library that can not be fetched'].response),
  );
  await restoreStoredRun(page, 'vectors');
  const app = new App(page);
  await app.openKept();
  const row = app.rows().filter({ has: page.getByRole('button', { name: /^Download .* HDF5, bulk$/ }) });
  await row.getByRole('button', { name: /^Download/ }).click();
  await expect(row.getByRole('alert')).toContainText(/\/assets\/h5wasm-\S+\.js/);
  await expect(row.getByRole('button', { name: /^Download/ })).toBeEnabled();
});
