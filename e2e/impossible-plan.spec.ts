import { expect, test } from '@playwright/test';
import type { headless } from '../web/headless/main';
import { App } from './app';

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
  { what: 'an unknown codec', plan: wrapped({ id: 'middleout' }), says: /no codec “middleout”/ },
  {
    what: 'an impossible level',
    plan: wrapped({ level: 99 }),
    says: /level 99 is out of range; it must be from 0 to 9/,
  },
  {
    what: 'an unknown format',
    plan: plan({ candidates: [{ format: 'xls', implementation: 'formatlab', options: {}, codec: null }] }),
    says: /no format “xls”/,
  },
  {
    what: 'an unknown option',
    plan: plan({
      candidates: [{ format: 'pickle', implementation: 'formatlab', options: { turbo: true }, codec: null }],
    }),
    says: /no option “turbo”/,
  },
  { what: 'no candidates', plan: plan({ candidates: [] }), says: /candidates/ },
];

for (const { what, plan: bad, says } of cases) {
  test(`a plan with ${what} is rejected`, async ({ page }) => {
    await page.goto('/headless.html');
    await page.waitForFunction(() => window.formatlab !== undefined);
    const answer = await page.evaluate((value) => window.formatlab.checkPlan(value), bad);
    expect(answer).toMatchObject({ ok: false, error: { tag: 'invalidPlan', message: expect.stringMatching(says) } });
  });
}

test('a size that can not fit in memory is said before the run, and fails its cells rather than the tab', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(500_000);
  await expect(
    page
      .getByText(/memory/i)
      .filter({ hasText: /fit|more than|GB/i })
      .first(),
  ).toBeVisible();
  await page.goto('/headless.html');
  await page.waitForFunction(() => window.formatlab !== undefined);
  const answer = await page.evaluate(
    (value) => window.formatlab.run(value),
    plan({ datasets: [{ source: 'workload', workload: 'keyedVectors', knobs: {}, size: 500_000, seed: 1 }] }),
  );
  expect(answer).toMatchObject({ ok: true, value: { cells: [{ status: 'failed', error: { tag: 'tooLarge' } }] } });
});
