import { expect, test } from './counted-work';
import type { headless } from '../web/headless/main';
import { App } from './app';
import { telling } from '../workers/model/testing/telling';

declare global {
  interface Window {
    formatlab: typeof headless;
  }
}

/** Through the headless page, which takes any plan: what the Explore page can't even choose must be refused, never clamped. */
const plan = (change: object) => ({
  datasets: [{ source: 'workload', workload: 'keyedVectors', knobs: {}, size: 10, seed: 1 }],
  candidates: [{ format: 'pickle', implementation: 'formatlab', options: {}, codec: null }],
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
  ...change,
});
const wrapped = (codec: object) =>
  plan({
    candidates: [
      {
        format: 'pickle',
        implementation: 'formatlab',
        options: {},
        codec: { granularity: 'file', implementation: 'fflate', level: 6, id: 'gzip', ...codec },
      },
    ],
  });

const cases: readonly { what: string; plan: object; says: RegExp }[] = [
  { what: 'an unknown codec', plan: wrapped({ id: 'middleout' }), says: telling('“middleout”') },
  {
    what: 'an impossible level',
    plan: wrapped({ level: 99 }),
    says: telling('level 99', 0, 9),
  },
  {
    what: 'an unknown format',
    plan: plan({ candidates: [{ format: 'xls', implementation: 'formatlab', options: {}, codec: null }] }),
    says: telling('“xls”'),
  },
  {
    what: 'an unknown option',
    plan: plan({
      candidates: [{ format: 'pickle', implementation: 'formatlab', options: { turbo: true }, codec: null }],
    }),
    says: telling('“turbo”'),
  },
  {
    what: 'no candidates',
    plan: plan({ candidates: [] }),
    says: telling('candidates', '>=1', 0),
  },
];

test('an impossible plan is rejected with its reason', async ({ page }) => {
  await page.goto('/headless.html');
  await page.waitForFunction(() => window.formatlab !== undefined);
  for (const { what, plan: bad, says } of cases) {
    const answer = await page.evaluate((value) => window.formatlab.checkPlan(value), bad);
    expect(answer, what).toMatchObject({
      ok: false,
      error: { tag: 'invalidPlan', message: expect.stringMatching(says) },
    });
  }
});

test('a size that can not fit in memory is said before the run, and fails its cells rather than the tab', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  // What fits depends on the machine, which the page is told here.
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 8 }));
  await app.open();
  await app.chooseVectors(500_000);
  await app.closeDrawer();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await app.drawer('plan');
  await expect(page.getByText(telling('4.8 GiB', '6.0 GiB', '1.5 GiB'))).toBeVisible();
  await page.goto('/headless.html');
  await page.waitForFunction(() => window.formatlab !== undefined);
  const answer = await page.evaluate(
    (value) => window.formatlab.run(value),
    // More than any machine gives a tab.
    plan({
      datasets: [
        { source: 'workload', workload: 'keyedVectors', knobs: { dimension: 4_096 }, size: 1_000_000, seed: 1 },
      ],
    }),
  );
  expect(answer).toMatchObject({ ok: true, value: { cells: [{ status: 'failed', error: { tag: 'tooLarge' } }] } });
});
