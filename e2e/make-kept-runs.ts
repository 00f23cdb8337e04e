import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { telling } from '../workers/model/testing/telling';
import { App } from './app';
import { type StoredDatabase, storedRunFile, storedRuns, readDatabase } from './kept-runs';

/** Not a test: it makes the kept runs that tests open. `make-kept-runs.config.ts` says how it is started. */

function write(name: string, database: StoredDatabase): void {
  mkdirSync('fixtures/e2e', { recursive: true });
  writeFileSync(storedRunFile(name), `${JSON.stringify(database)}\n`);
}

for (const [name, choose] of Object.entries(storedRuns)) {
  test(name, async ({ page }) => {
    const app = new App(page);
    await app.open();
    await choose(app);
    await app.pressRun();
    await app.finish();
    await expect(app.rows().filter({ hasText: /failed|timed out|stopped/ })).toHaveCount(0);
    // The page has answered before its last write is done.
    await page.reload();
    await expect(app.results.getByRole('heading', { name: 'Your last run' })).toBeVisible();
    write(name, await readDatabase(page, 'formatlab'));
  });
}

test('source-000-tested', async ({ page }) => {
  await page.goto('/#published/000');
  const scorecard = page.getByRole('region', { name: telling('10 claims', 'source 000') });
  await scorecard.getByText(/^Sizes: exact/).click();
  await scorecard.getByRole('radio', { name: '2', exact: true }).check();
  await scorecard.getByRole('button', { name: 'Put to the test' }).click();
  const sizes = scorecard.getByRole('list', { name: /^Sizes: .*source 000$/ });
  await expect(sizes.getByRole('listitem').filter({ hasText: 'gzip' })).toContainText('Confirmed', {
    timeout: 500_000,
  });
  // The whole test takes many minutes; what a test looks at are these verdicts.
  await scorecard.getByRole('button', { name: 'Stop' }).click();
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  await page.reload();
  await expect(scorecard.getByRole('button', { name: 'Test again' })).toBeVisible();
  write('source-000-tested', await readDatabase(page, 'formatlab-source-tests'));
});
