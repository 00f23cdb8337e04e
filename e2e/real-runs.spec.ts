import { expect, test } from '@playwright/test';
import { App } from './app';
import { type StoredRunName, storedRuns } from './kept-runs';

/** The runs that other tests look at as they were kept, run here for real: what those tests see is what a run gives today. */

const expected: Readonly<Partial<Record<StoredRunName, (app: App) => Promise<void>>>> = {
  sweep: async ({ results }) => {
    await expect(results.getByRole('heading', { name: 'Encode time against size', exact: true })).toBeVisible();
  },
  lookups: async ({ results }) => {
    await expect(results.getByRole('figure', { name: /ratio against look-up time/ })).toBeVisible();
  },
  'source-001': async (app) => {
    await expect(app.rows().filter({ hasText: 'Destination-specific' })).toHaveCount(2);
    await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText(
      /Proposed format, to Julia \(.*source 001.*0\.64× the time of Pickle; elsewhere the source prints 0\.38×/,
    );
  },
  'source-002': async (app) => {
    await expect(app.rows().filter({ hasText: 'TreeDBM' })).toHaveCount(9);
    await expect(
      app.results.getByRole('img', {
        name: /Published, not measured here: TreeDBM, 64-KB pages, LZMA.*The source prints only the ratio/,
      }),
    ).toBeVisible();
  },
};

for (const [name, expectResults] of Object.entries(expected)) {
  test(`a real run of ${name} has what its kept run shows`, { tag: ['@full', '@measures'] }, async ({ page }) => {
    const app = new App(page);
    await app.open();
    await storedRuns[name as StoredRunName](app);
    await app.pressRun();
    await app.finish();
    await expectResults(app);
  });
}
