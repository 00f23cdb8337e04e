import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { type StoredRunName, storedRuns } from './kept-runs';
import { serveUnderPolicy } from './policy-server';
import { telling } from '../workers/model/testing/telling';

/** The runs that other tests look at as they were kept, run here for real: what those tests see is what a run gives today. */

/** Under a policy that forbids evaluation, as a host may send it: all that is run here works so. */
const served = test.extend({
  baseURL: async ({ baseURL }, use) => {
    const server = await serveUnderPolicy(baseURL ?? '');
    await use(server.url);
    server.close();
  },
});

/** Sizes at which a run takes seconds, where what is looked at does not depend on the size. */
const smaller: Readonly<Partial<Record<StoredRunName, number>>> = {
  lookups: 500,
  'source-001': 200,
  'source-002': 100,
};

/** The candidates that run, where there are many of a kind. */
const chosen: Readonly<Partial<Record<StoredRunName, RegExp>>> = { 'source-002': /LZMA/ };

const expected: Readonly<Partial<Record<StoredRunName, (app: App) => Promise<void>>>> = {
  lookups: async (app) => {
    await app.openTab('Compare');
    await expect(app.results.getByRole('figure', { name: /ratio against look-up time/ })).toBeVisible();
  },
  'source-001': async (app) => {
    await app.openTab('Details');
    await expect(app.rows().filter({ hasText: 'Destination-specific' })).toHaveCount(2);
    await app.openTab('Compare');
    await expect(app.results.getByRole('list', { name: 'Published factors' }).first()).toContainText(
      telling('Julia', 'source 001', '0.64×', 'Pickle', '0.38×'),
    );
  },
  'source-002': async (app) => {
    await app.openTab('Details');
    await expect(app.rows().filter({ hasText: 'TreeDBM' })).toHaveCount(2);
    await app.openTab('Compare');
    await expect(
      app.results.getByRole('img', { name: telling('Published', 'TreeDBM', '64-KB pages', 'LZMA') }),
    ).toBeVisible();
  },
};

served('real runs have what the kept runs show', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = new App(page);
  const found = collectPageErrors(page);
  for (const [name, expectResults] of Object.entries(expected) as [StoredRunName, (app: App) => Promise<void>][])
    await test.step(name, async () => {
      // Each begins with the page as it is when it opens.
      await app.open();
      await storedRuns[name](app);
      const size = smaller[name];
      if (size !== undefined) await app.chooseSize(size);
      const candidates = chosen[name];
      if (candidates !== undefined) await app.keepCandidates(candidates);
      await app.pressRun();
      await app.finish();
      await expectResults(app);
      await expect(app.results.getByText(/conforming/)).toHaveCount(0);
    });
  expect(found).toEqual([]);
  await test.step('RDKit, which makes code, is off, and says so', async () => {
    await app.chooseWorkload(/^Molecules .*source 003/);
    const panel = page.getByRole('region', { name: 'What is being stored' });
    await panel.getByRole('button', { name: /^SMILES, RDKit/ }).click();
    await expect(panel.getByText(telling('RDKit', 'policy'))).toBeVisible();
  });
});
