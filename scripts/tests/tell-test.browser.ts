import { afterAll, afterEach, beforeEach } from 'vitest';
import { cdp } from 'vitest/browser';
import { countWork, takeWork } from '../../workers/model/testing/counted-work.ts';
import { toldTest } from './told-test.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Work that does not depend on the machine, by kind. */
    work?: Readonly<Record<string, number>>;
  }
}

/** Each page of Vitest is counted once, however many files it loads. */
const counted = Symbol.for('formatlab.counted');
const page = globalThis as typeof globalThis & { [counted]?: number };
if (page[counted] === undefined) {
  page[counted] = 0;
  countWork('pagesOpened', 1);
  page.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      countWork('workersStarted', 1);
    }
  };
}

/** Tells the watchdog which test this page runs. A beacon leaves the page even if the test then loops for ever; its number tells it from one that overtook it. */
const tell = (text: string) => {
  page[counted] = (page[counted] ?? 0) + 1;
  navigator.sendBeacon(`/running-test?page=${performance.timeOrigin}&number=${page[counted]}`, text);
};
beforeEach(({ task }) => tell(toldTest(task)));
afterEach(({ task }) => {
  tell('');
  task.meta.work = takeWork();
});

// Each WASM memory reserves gigabytes of addresses until it is collected, and the next file runs in the same page.
afterAll(async () => {
  await (cdp() as unknown as { send(method: string): Promise<unknown> }).send('HeapProfiler.collectGarbage');
});
