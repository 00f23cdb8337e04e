import { expect, test } from '@playwright/test';
import { App } from './app';

/** The worker of the HDF5 cells gets another script: what then happens is what happens to a real fault. */
const faults = {
  'a library that can not be fetched': { status: 404, contentType: 'text/plain', body: 'gone' },
  'a worker that throws outside any call': {
    contentType: 'text/javascript',
    body: 'setTimeout(() => { throw new Error("the library fell over"); }); export const format = { open: () => new Promise(() => {}) }; export { format as t };',
  },
};

for (const [fault, response] of Object.entries(faults)) {
  test(`${fault} ends its cells with the reason, and the run goes on`, async ({ page, context }) => {
    await context.route(/\/assets\/h5wasm-[^/]*\.js$/, (route) => route.fulfill(response));
    const app = new App(page);
    await app.open();
    await app.chooseSize(50);
    await app.pressRun();
    await app.finish();
    const broken = app.rows().filter({ hasText: 'HDF5' });
    expect(await broken.count()).toBeGreaterThan(0);
    for (const row of await broken.all()) {
      await expect(row).toContainText(/failed|stopped|could not|fell over/i);
      await expect(row).not.toContainText(/[MG]B\/s/);
    }
    await expect(
      app
        .rows()
        .filter({ hasText: 'Pickle' })
        .filter({ hasText: /[MG]B\/s/ })
        .first(),
    ).toBeVisible();
  });
}
