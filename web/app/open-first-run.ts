import { toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { redactPlan } from '../links/redact-plan';
import { loadExample } from './example';
import { isKeptOverReload } from './kept-over-reload';
import type { Services } from '../state/services';

/** A plan as text for comparison, without the file's name, which links omit. */
const comparable = (plan: Plan) => JSON.stringify(redactPlan(plan, { fileName: false }));

/**
 * True if the newest stored run belongs to the page as it was opened: after a reload or on the address without a
 * fragment always, and on a link only if the link has the same plan.
 */
export function belongsToPage(
  stored: RunResult,
  { reloaded, fragment, plan }: { readonly reloaded: boolean; readonly fragment: string; readonly plan: Plan },
): boolean {
  return reloaded || fragment === '' || comparable(stored.plan) === comparable(plan);
}

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
    const fragment = location.hash.slice(1);
    try {
      const stored = await runStore.latest();
      if (
        stored !== null &&
        free() &&
        belongsToPage(stored, { reloaded: wasReloaded(), fragment, plan: view.get().view.plan })
      )
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
