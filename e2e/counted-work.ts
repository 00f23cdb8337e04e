import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type Page, test as base } from '@playwright/test';

/**
 * `test` and `expect` of every spec. They count the work that the tests cause: a budget counted in pages and runs is the same on each machine, and one in
 * seconds is not. With FORMATLAB_WORK_FOLDER, each worker writes its counts there when it ends.
 */
export { expect } from '@playwright/test';

export interface CountedWork {
  /** Documents that the browser loaded: navigations and reloads, not changes of the fragment. */
  pagesOpened: number;
  /** Runs that the page asked its workers for: by Run, by a test of a source, by the comparison of a look-alike, or by the headless page. */
  realRuns: number;
}

declare global {
  interface Window {
    countRealRun: () => Promise<void>;
  }
}

/** From here on, the page measures what is opened by itself, as it does for its users. */
export const measureByItself = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
  });

/** Counts in every page of the context, also in those that a test opens by itself. */
async function countWork(context: BrowserContext, work: CountedWork): Promise<void> {
  context.on('page', (page) =>
    page.on('domcontentloaded', () => {
      if (page.url().startsWith('http')) work.pagesOpened += 1;
    }),
  );
  await context.exposeBinding('countRealRun', () => {
    work.realRuns += 1;
  });
  await context.addInitScript(() => {
    // The page starts no run by itself where the browser saves data. So a test runs only what it asks for. See `measureByItself`.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...given: [message: unknown]) {
      const { type, call } = (given[0] ?? {}) as { type?: unknown; call?: unknown };
      if (type === 'request' && call === 'run') void window.countRealRun();
      postMessage.apply(this, given);
    } as typeof postMessage;
  });
}

export const test = base.extend<{ countOnlyPassed: undefined }, { countedWork: CountedWork }>({
  countedWork: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const work: CountedWork = { pagesOpened: 0, realRuns: 0 };
      await use(work);
      const folder = process.env.FORMATLAB_WORK_FOLDER;
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `e2e-${process.pid}-${randomUUID().slice(0, 8)}.json`), JSON.stringify(work));
    },
    { scope: 'worker' },
  ],
  // A test that failed may run again, and counts once.
  countOnlyPassed: [
    async ({ countedWork }, use, testInfo) => {
      const before = { ...countedWork };
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) Object.assign(countedWork, before);
    },
    { auto: true },
  ],
  // Playwright's own context and those that a test makes come from here alike.
  browser: [
    async ({ browser, countedWork }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await countWork(context, countedWork);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
