import { toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { redactPlan } from '../links/redact';
import { loadExample } from './example';
import type { Services } from '../state/services';

/** The file's name is not in the address, so that it says nothing about whether two plans are the same. */
const comparable = (plan: Plan) => JSON.stringify(redactPlan(plan, { fileName: false }));

/**
 * Whether the newest kept run belongs to what this opening of the page shows: after a reload and on the bare address it does, on
 * somebody's link only where it is of the same plan.
 */
export function belongs(
  stored: RunResult,
  { reloaded, fragment, plan }: { readonly reloaded: boolean; readonly fragment: string; readonly plan: Plan },
): boolean {
  return reloaded || fragment === '' || comparable(stored.plan) === comparable(plan);
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && (entry.type === 'reload' || entry.type === 'back_forward');
}

/** Offers the run that did not end, and shows the kept run or else the example, unless a link's results come or a run has begun. Returns how to give up. */
export function openFirstRun({ view, run, runStore, unfinished, notice }: Services): () => void {
  let over = false;
  const free = () => !over && run.get().shown === null && run.get().life.status === 'idle';
  const open = async () => {
    await unfinished.look();
    if (location.hash.includes('r=')) return;
    const fragment = location.hash.slice(1);
    try {
      const stored = await runStore.latest();
      if (
        stored !== null &&
        free() &&
        belongs(stored, { reloaded: wasReloaded(), fragment, plan: view.get().view.plan })
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
