import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { checkPlan } from '../../workers/registry/check-plan';
import { estimatePlan } from '../../workers/registry/estimate';
import { deviceMemoryGiB } from '../state/device-memory';
import type { OwnFileState } from '../state/own-file';
import type { Services } from '../state/services';
import { defaultResultsView } from '../view/results-view';
import {
  fileOfPlan,
  openFileOf,
  rejectionOf,
  runBlockedReason,
  schemaOfPlan,
  searchesFirst,
  withDataBytes,
  withFileName,
} from './plan-checks';
import { mainDataset } from './plan-edit';
import { whyNotByItself } from './starts-by-itself';

/**
 * Starts a run of a plan, or goes on with the one before.
 * @param held the file that is open
 * @param ownFile the file of the page's plan
 * @param addedMs the further time in milliseconds of a run before that has ended; the plan may have candidates that it lacks
 * @param keepsPanel true if the panel over the page stays open
 */
export function startRun(
  { run, view: views }: Pick<Services, 'run' | 'view'>,
  planToRun: Plan,
  {
    held,
    ownFile,
    before,
    addedMs,
    keepsPanel = false,
  }: {
    held: OwnFileState;
    ownFile: OwnFileState;
    before: RunResult | undefined;
    addedMs?: number;
    keepsPanel?: boolean;
  },
): void {
  if (!keepsPanel) views.closeDrawer({ byUser: false });
  const file = openFileOf(planToRun, held);
  const known = addedMs === undefined ? before?.plan : planToRun;
  const planned = known ?? withFileName(checkPlan(planToRun), file?.name ?? null);
  run.start(planned, file, {
    ...(before === undefined && searchesFirst(planned, schemaOfPlan(planned, ownFile))
      ? {
          prepare: async (coordinator, signal) => {
            const { searchForRun } = await import('../column-search/search-for-run');
            return searchForRun(
              { plan: planned, ownFile: file, situation: views.get().view.situation },
              coordinator,
              signal,
            );
          },
        }
      : {}),
    leading: async (result) => {
      const { leadingOf } = await import('../decide/leading');
      return leadingOf(result, views.get().view.situation);
    },
    ...(before === undefined ? {} : { before }),
    ...(addedMs === undefined ? {} : { addedMs }),
  });
  // A plan that only reads one column or looks up rows shows these operations first.
  const { view: current } = views.get();
  const isUsualMeasured = planToRun.operations.includes(defaultResultsView.operation);
  const firstShown = (['project', 'lookup'] as const).find((operation) => planToRun.operations.includes(operation));
  if (!isUsualMeasured && firstShown !== undefined && current.results.operation === defaultResultsView.operation)
    views.set({ ...current, results: { ...current.results, operation: firstShown } }, { replace: true });
}

/**
 * Measures what the user has just opened, where a run may start by itself and the plan can be run. Opening it was the wish.
 * @returns why no run starts, as a sentence; null if one does
 */
export function startOpened(
  services: Pick<Services, 'run' | 'view' | 'ownFile'>,
  { keepsPanel = false, byUser = false }: { readonly keepsPanel?: boolean; readonly byUser?: boolean } = {},
): string | null {
  const { plan } = services.view.get().view;
  const held = services.ownFile.get();
  const ownFile = fileOfPlan(plan, held);
  const notByItself = byUser ? null : whyNotByItself();
  if (notByItself !== null) return notByItself;
  const schema = schemaOfPlan(plan, ownFile);
  const measured = withDataBytes(plan, ownFile.status === 'ready' ? ownFile.report.dataBytes : null);
  const blocked = runBlockedReason(plan, {
    fileTab: mainDataset(plan).source === 'ownFile',
    ownFile,
    isFetching: false,
    rejection: rejectionOf(plan),
    estimate: estimatePlan(measured, deviceMemoryGiB(), { schema, leads: true }),
    schema,
  });
  if (blocked === null) startRun(services, plan, { held, ownFile, before: undefined, keepsPanel });
  return blocked;
}
