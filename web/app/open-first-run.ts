import { toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { hasSameData } from '../links/same-data';
import { redactPlan } from '../links/redact-plan';
import { loadExample } from './example';
import { isKeptOverReload } from './kept-over-reload';
import type { Services } from '../state/services';

/** A plan as text for comparison, without the file's name, which links omit. */
const comparable = (plan: Plan) => JSON.stringify(redactPlan(plan, { fileName: false }));

/** True if the newest stored run belongs to the page as it was opened: after a reload if it has the same data, and on a link only if it has the same plan. */
const belongsToPage = (
  stored: RunResult,
  { reloaded, plan }: { readonly reloaded: boolean; readonly plan: Plan },
): boolean => (reloaded ? hasSameData(stored.plan, plan) : comparable(stored.plan) === comparable(plan));

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && (entry.type === 'reload' || entry.type === 'back_forward');
}

/**
 * Offers unfinished runs, and shows what was kept over a reload, otherwise the stored run, otherwise the example. Nothing is shown if a link's results
 * arrive or a run starts first. Returns a function that cancels this.
 */
export function openFirstRun({ view, run, runStore, unfinished, notice }: Services): () => void {
  let over = false;
  const free = () => !over && run.get().shown === null && run.get().life.status === 'idle';
  const open = async () => {
    try {
      if (isKeptOverReload()) {
        const kept = (await import('./take-kept')).takeKeptOverReload();
        if (kept !== null && free()) run.show(kept);
      }
    } catch (thrown) {
      notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'retrieve' }));
    }
    await unfinished.look();
    if (/[#&]r=/.test(location.hash)) return;
    try {
      // Where nothing is opened, the page offers the last run and does not show it by itself.
      const stored = view.get().isStart ? null : await runStore.latest();
      if (stored !== null && free() && belongsToPage(stored, { reloaded: wasReloaded(), plan: view.get().view.plan }))
        run.show({ origin: { kind: 'stored' }, result: stored, running: false });
    } catch (thrown) {
      notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'retrieve' }));
    }
    if (!free()) return;
    try {
      const example = await loadExample();
      if (example !== null && free()) run.show({ origin: { kind: 'example' }, result: example, running: false });
    } catch (thrown) {
      notice.say(toErrorRecord(thrown, { tag: 'malformedInput', stage: 'load' }));
    }
  };
  void open();
  return () => {
    over = true;
  };
}
