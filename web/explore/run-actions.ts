import { toErrorRecord } from '../../workers/model/errors';
import { type Plan, withoutFound } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { workloads } from '../../workers/registry/metadata';
import { isActive, type RunState } from '../state/run-reducer';
import type { Services } from '../state/services';
import { neededToContinue } from './continued-run';
import { openFileOf, planToRunHere, rejectionOf, schemaOfRun, viewOfData, withFileName } from './plan-checks';
import type { PlanChanges } from './plan-changes';
import { mainDataset, withWorkload } from './plan-edit';
import type { RunOfChangedData } from './run-of-changed-data';
import { startOpened, startRun } from './start-run';
import { applyTypedText } from './use-drawers';
import type { PlannedRun } from './use-planned-run';

/** What the user does with runs. */
export interface RunActions {
  /** Measures the plan of the page. */
  readonly onRun: () => void;
  /** Measures the plan of the results that are shown. */
  readonly onRunHere: () => void;
  /** A run that was stopped, or whose page was closed, goes on. */
  readonly onContinue: (before: RunResult) => void;
  /** Opens generated data as their workload has them, without the answer of other data beside them, and measures them. */
  readonly onExample: (workload: string) => void;
  /** Shows a run that this browser keeps, with its own plan. */
  readonly onStored: (result: RunResult) => void;
  readonly onClearStored: () => void;
  /** Takes the note on how the last run ended from the page. */
  readonly onDismiss: () => void;
}

interface ActionsOf {
  readonly planned: PlannedRun;
  readonly changes: PlanChanges;
  readonly runOfChangedData: RunOfChangedData;
  readonly runState: RunState;
  /** True if nothing is opened, so that there is nothing to measure. */
  readonly atStart: boolean;
  /** Opens the panel with a field whose text is invalid. False if there is none. */
  readonly showInvalidField: () => boolean;
  /** Says why a run can't be repeated or go on; null if it can. */
  readonly onRefusal: (refusal: string | null) => void;
  readonly onFileTab: (opened: boolean) => void;
}

export function runActions(services: Services, of: ActionsOf): RunActions {
  const { run, ownFile: files, view: views, runStore, unfinished, notice } = services;
  const { planned, changes, runOfChangedData, runState, atStart, showInvalidField, onRefusal, onFileTab } = of;
  const { plan, held, ownFile, schema, blocked, takesMs } = planned;
  const { shown } = runState;
  const active = isActive(runState.life);
  const start = (planToRun: Plan, before?: RunResult) => startRun(services, planToRun, { held, ownFile, before });
  return {
    onRun: () => {
      if (blocked !== null || active || atStart) return;
      applyTypedText();
      // If the file is then read again, there is nothing to run yet.
      if (files.get().status === 'reading') return;
      if (!showInvalidField()) start(withoutFound(views.get().view.plan));
    },
    onRunHere: () => {
      if (shown === null) return;
      const wanted = withFileName(planToRunHere(shown), null);
      const rejected = rejectionOf(wanted);
      const needsFile = mainDataset(wanted).source === 'ownFile' && openFileOf(wanted, held) === null;
      if (rejected === null) changes.onPlan(wanted);
      if (mainDataset(wanted).source === 'workload') {
        onFileTab(false);
        files.forget();
        services.address.forget();
      }
      onRefusal(
        rejected !== null
          ? `This version of Formatlab can’t repeat this run: ${rejected.message}`
          : needsFile
            ? 'The link does not contain the measured file. Choose that file or another one, then press Run.'
            : null,
      );
      if (rejected === null && !needsFile) start(wanted);
    },
    onContinue: (before) => {
      const needed = neededToContinue(before, openFileOf(before.plan, held));
      onRefusal(needed);
      if (needed !== null) {
        onFileTab(true);
        return;
      }
      changes.onPlan(withFileName(before.plan, null));
      start(before.plan, before);
    },
    onExample: (id) => {
      const workload = workloads.get(id);
      if (workload === undefined) return;
      void runOfChangedData.end().then(() => {
        run.forget();
        changes.onData(withWorkload(plan, workload, plan.seed));
        startOpened(services);
      });
    },
    onStored: (result) => {
      const next = viewOfData(views.get().view, result.plan, schema, schemaOfRun(result), takesMs);
      views.set({ ...next, plan: result.plan });
      run.show({ origin: { kind: 'stored' }, result, running: false });
    },
    onClearStored: () => {
      runStore.clear().then(
        () => {
          unfinished.forget();
          run.forget();
        },
        (thrown) => notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' })),
      );
    },
    onDismiss: run.dismiss,
  };
}
