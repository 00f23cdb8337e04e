import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import type { RunResult } from '../workers/model/result';
import { formatTotal } from '../web/decide/answer-words';
import { randomSituations } from '../web/decide/testing/random-situation';
import { recomputedAnswer } from '../web/decide/testing/recomputed-answer';
import { frameFragment } from '../web/links/frame';
import { writeSituation } from '../web/links/situation-text';
import { App, exampleData } from './app';
import { restoreStoredRun } from './kept-runs';

/** The card's answer, computed again from the JSON file that a person downloads from the same page. */

async function downloadedResult(page: Page, path: string) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON', exact: true }).click(),
  ]);
  await download.saveAs(path);
  await page.keyboard.press('Escape');
  return JSON.parse(readFileSync(path, 'utf8')) as RunResult;
}

for (const run of ['example', 'own-csv'] as const) {
  test(
    `the card's answer for random situations follows from the exported samples: ${run}`,
    { tag: '@full' },
    async ({ page }, info) => {
      test.setTimeout(180_000);
      const app = new App(page);
      if (run === 'example') await app.open();
      else {
        await restoreStoredRun(page, run);
        await app.openKept();
        await app.openTab('Answer');
      }
      const answer = app.results.getByTestId('answer');
      await expect(answer).toBeVisible();
      const result = await downloadedResult(page, info.outputPath('result.json'));
      const situations = randomSituations(result, run === 'example' ? 181 : 182, 12).map((situation) => ({
        ...situation,
        // Which tool reads what is known to the registry alone, which the unit test asks.
        readableBy: [],
        needsOneColumn: situation.needsOneColumn && result.plan.operations.includes('project'),
        needsOneRow: situation.needsOneRow && result.plan.operations.includes('lookup'),
      }));
      // Beside other data the answer would not stand.
      const data =
        run === 'example'
          ? exampleData
          : new URL(page.url()).hash
              .split('&')
              .filter((parameter) => !/^#|^(?:for|tab)=/u.test(parameter))
              .join('&');
      for (const situation of situations) {
        const [best, second] = recomputedAnswer(result, situation, () => true);
        const text = writeSituation(situation);
        await page.goto(`/#${frameFragment(`${data}&for=${text}`)}`);
        const card = app.results.getByRole('region', { name: 'Answer', exact: true });
        if (best === undefined) {
          await expect(card, text).toContainText('No candidate');
          continue;
        }
        await card.getByText(/^Why not the other/).click();
        const rows = card.getByRole('region', { name: /^All candidates/ }).getByRole('row');
        // The user's file, which is no candidate, stands before the best one.
        const first = run === 'own-csv' ? 2 : 1;
        await expect(rows.nth(first), text).toContainText(formatTotal(situation, best.total));
        // The card names it, unless the file as it is should be kept.
        const headline = await answer.getByRole('heading', { level: 2 }).first().textContent();
        const label = await rows.nth(first).getByRole('rowheader').textContent();
        expect([label, 'Your file as it is'], text).toContain(headline);
        if (second !== undefined)
          await expect(rows.nth(first + 1), text).toContainText(formatTotal(situation, second.total));
        await card.getByText(/^Why not the other/).click();
      }
    },
  );
}
