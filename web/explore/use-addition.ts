import { useMemo } from 'react';
import { briefEffort, type Candidate, efforts } from '../../workers/model/plan';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import type { Machine } from '../../workers/registry/duration';
import { trialDurationOf } from '../../workers/registry/estimate';
import type { OwnFile } from '../state/own-file';
import type { Services } from '../state/services';
import type { ShownRun } from '../state/shown-run';
import { openFileOf } from './plan-checks';
import { startRun } from './start-run';

/** How a candidate is added to the run shown. */
export interface Addition {
  readonly ownFile: OwnFile | null;
  /** How long that takes beside a rival, in milliseconds. */
  readonly timeOf: (candidate: Candidate, rival: Candidate) => number;
  readonly onMeasure: (candidate: Candidate, addedMs: number) => void;
}

/** Limits of the time for a candidate that is added to a run, in milliseconds. It ends before, once the answer is decided. */
const [leastMs, mostMs] = [8_000, 30_000];
/** Some of a verdict's rounds are lost to other work of the machine. */
const spareRounds = 2;

/**
 * How a candidate that the search by column has found since is added to the run shown. Null if that run can't go on: it goes on, has not ended, was not
 * measured on this page, has no budget or several datasets, or its file is not open.
 */
export function useAddition(
  { run, view, ownFile }: Pick<Services, 'run' | 'view' | 'ownFile'>,
  shown: ShownRun | null,
  machine: Machine,
  active: boolean,
): Addition | null {
  const held = ownFile.get();
  return useMemo(() => {
    if (active || shown === null || shown.running || shown.origin.kind !== 'here') return null;
    const { result } = shown;
    const { plan, datasets, finishedAt } = result;
    const [info] = datasets;
    const file = openFileOf(plan, held);
    const isOpen = plan.datasets[0]?.source !== 'ownFile' || file !== null;
    if (finishedAt === null || plan.budget === undefined || datasets.length > 1 || info?.status !== 'ready' || !isOpen)
      return null;
    return {
      ownFile: file,
      timeOf: (...both) => {
        const trialMs = both.reduce(
          (sum, each) =>
            sum + trialDurationOf(each, info, plan.operations, briefEffort(efforts[plan.effort]), machine).ms,
          0,
        );
        return Math.min(mostMs, Math.max(leastMs, (minRoundsForVerdicts + spareRounds) * trialMs));
      },
      onMeasure: (candidate, addedMs) => {
        const candidates = [...plan.candidates, { ...candidate, foundByColumn: true as const }];
        startRun({ run, view }, { ...plan, candidates }, { held, ownFile: held, before: result, addedMs });
      },
    };
  }, [run, view, shown, held, machine, active]);
}
