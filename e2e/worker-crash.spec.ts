import { expect, test } from '@playwright/test';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';

/** The worker of the HDF5 cells gets another script: what then happens is what happens to a real fault. */
const faults = {
  'a library that can not be fetched': {
    response: { status: 404, contentType: 'text/plain', body: 'gone' },
    says: /failed Failed to fetch dynamically imported module: \S+\/assets\/h5wasm-\S+\.js/,
  },
  'a worker that throws outside any call': {
    response: {
      contentType: 'text/javascript',
      body: 'setTimeout(() => { throw new Error("the library fell over"); }); export const format = { open: () => new Promise(() => {}) }; export { format as t };',
    },
    says: 'failed The measuring worker stopped: Uncaught Error: the library fell over. Run again; if it stops again, choose less data.',
  },
};

for (const [fault, { response, says }] of Object.entries(faults)) {
  test(`${fault} ends its cells with the reason, and the run goes on`, { tag: ['@full', '@measures'] }, async ({
    page,
    context,
  }) => {
    await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) => route.fulfill(response));
    const app = new App(page);
    await app.open();
    await app.chooseSize(50);
    await app.pressRun();
    await app.finish();
    const broken = app.rows().filter({ hasText: 'HDF5' });
    await expect(broken).toHaveCount(3);
    for (const row of await broken.all()) {
      await expect(row).toContainText(says);
      await expect(row).not.toContainText(/[MG]B\/s/);
    }
    await expect(app.measuredRows()).toHaveCount(8);
    await expect(app.measuredRows().filter({ hasText: 'Pickle' })).toHaveCount(4);
  });
}

test('a library that can not be fetched is told beside the file that was asked for', async ({ page, context }) => {
  await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) =>
    route.fulfill(faults['a library that can not be fetched'].response),
  );
  await restoreStoredRun(page, 'vectors');
  const app = new App(page);
  await app.openKept();
  const row = app
    .rows()
    .filter({ has: page.getByRole('button', { name: 'Download the file of HDF5, bulk', exact: true }) });
  await row.getByRole('button', { name: /^Download/ }).click();
  await expect(row.getByRole('alert')).toContainText(
    /Failed to fetch dynamically imported module: \S+\/assets\/h5wasm-\S+\.js/,
  );
  await expect(row.getByRole('button', { name: /^Download/ })).toBeEnabled();
});
