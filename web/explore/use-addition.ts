import { useMemo } from 'react';
import { briefEffort, type Candidate, efforts } from '../../workers/model/plan';
import type { FurtherRun } from '../decide/MeasureOn';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import type { Machine } from '../../workers/registry/duration';
import { trialDurationOf } from '../../workers/registry/estimate';
import type { OwnFile } from '../state/own-file';
import type { Services } from '../state/services';
import type { ShownRun } from '../state/shown-run';
import { openFileOf } from './plan-checks';
import { startRun } from './start-run';

/** How the run shown, which has ended, goes on for a further time. */
export interface Addition {
  /** With the candidates that it has. */
  readonly further: FurtherRun;

  readonly ownFile: OwnFile | null;
  /** How long it takes to measure one candidate more beside a rival, in milliseconds. */
  readonly timeOf: (candidate: Candidate, rival: Candidate) => number;
  readonly onMeasure: (candidate: Candidate, addedMs: number) => void;
}

/** Limits of a further time, in milliseconds: of a candidate that is added, and of those that the run has. It ends before, once the answer is decided. */
const [leastMs, mostMs, mostOfAllMs] = [8_000, 30_000, 120_000];
/** Some of a verdict's rounds are lost to other work of the machine. */
const spareRounds = 2;
/** First trials have half of the time. */
const firstShare = 0.5;

/**
 * How the run shown goes on, also with a candidate that the search by column has found since. Null if that run can't go on: it goes on, has not ended, was not
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
    const effort = briefEffort(efforts[plan.effort]);
    const trialMs = (of: readonly Candidate[]) =>
      of.reduce((sum, each) => sum + trialDurationOf(each, info, plan.operations, effort, machine).ms, 0);
    const within = (ms: number, most: number) => Math.min(most, Math.max(leastMs, ms));
    return {
      further: {
        timeOf: ({ unmeasured, open, rounds }) =>
          within(trialMs(unmeasured) / firstShare + (rounds + spareRounds) * trialMs(open), mostOfAllMs),
        onMeasure: (furtherMs) =>
          startRun({ run, view }, plan, { held, ownFile: held, before: result, addedMs: furtherMs }),
      },
      ownFile: file,
      timeOf: (...both) => within((minRoundsForVerdicts + spareRounds) * trialMs(both), mostMs),
      onMeasure: (candidate, addedMs) => {
        const candidates = [...plan.candidates, { ...candidate, foundByColumn: true as const }];
        startRun({ run, view }, { ...plan, candidates }, { held, ownFile: held, before: result, addedMs });
      },
    };
  }, [run, view, shown, held, machine, active]);
}
