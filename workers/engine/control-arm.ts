import type { Plan } from '../model/plan';
import type { CompletedCell, NoiseFloorSamples } from '../model/result';
import { noiseFloorOf } from '../model/statistics/noise-floor';
import type { PlannedCell } from './cells';
import { mergeTrial } from './merge-trial';
import type { LedgerOutcome } from './supervised-trial';

/** The A/A control of a run: the second arm of one cell, measured as if it were another (rule 17). */
export class ControlArm {
  /** The place of the cell that it repeats. */
  readonly cell: PlannedCell;
  #completed: CompletedCell | null = null;
  #error: string | null = null;

  constructor(dataset: number, candidate: number) {
    this.cell = { dataset, candidate, isControl: true };
  }

  /** Why it was given up; null if it was not. */
  get error(): string | null {
    return this.#error;
  }

  take(outcome: Exclude<LedgerOutcome, { type: 'discarded' | 'overBudget' }>): void {
    if (outcome.type === 'done' && outcome.result.status === 'measured')
      this.#completed = mergeTrial(this.#completed, outcome.result, {
        dataset: this.cell.dataset,
        candidate: this.cell.candidate,
        discardedRounds: 0,
        secondDecoders: false,
      });
    else this.#error = describeFailure(outcome);
  }

  /** The samples of the operation in which the two arms differ most. Null if no operation has both. */
  noiseFloor(first: CompletedCell | undefined, { operations, seed }: Plan): NoiseFloorSamples | null {
    if (this.#error !== null) return null;
    const { candidate, dataset } = this.cell;
    let worst: NoiseFloorSamples | null = null;
    let largestError = Number.NEGATIVE_INFINITY;
    for (const operation of operations) {
      const a = first?.operations[operation];
      const b = this.#completed?.operations[operation];
      if (a?.status !== 'measured' || b?.status !== 'measured') continue;
      const samples = { candidate, dataset, operation, a: a.rounds, b: b.rounds };
      const error = noiseFloorOf(samples, seed)?.error ?? 0;
      if (!(error > largestError)) continue;
      worst = samples;
      largestError = error;
    }
    return worst;
  }
}

function describeFailure(outcome: Exclude<LedgerOutcome, { type: 'discarded' | 'overBudget' }>): string {
  if (outcome.type === 'failed') return outcome.error.message;
  return outcome.type === 'timedOut' ? 'the second arm exceeded its time limit.' : 'the second arm is unsupported.';
}
