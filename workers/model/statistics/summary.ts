import type { MeasuredOperation } from '../result';

/** Figures of one operation, all per call, computed from its raw samples (specs: never the mean). */
export interface Summary {
  /** The least disturbed sample: the headline. */
  readonly bestMs: number;
  /** Median of the workers' medians. */
  readonly medianMs: number;
  /** Median absolute deviation of the workers' medians from it. */
  readonly madMs: number;
  readonly p95Ms: number;
  /** Standard deviation over mean of all samples; a warning sign, not a headline. */
  readonly coefficientOfVariation: number;
  /** 95 % bootstrap interval over rounds of the best sample; null with fewer than 3 rounds. */
  readonly interval: { readonly lowMs: number; readonly highMs: number } | null;
  readonly coldMs: number;
  readonly roundCount: number;
  readonly sampleCount: number;
  readonly callCount: number;
  readonly flags: readonly SummaryFlag[];
}

/** `belowResolution`: the timer's step hides the figure (rule 3). `notWarm`: the cap cut a warm-up short. `outliers`: kept, but there. */
export type SummaryFlag = 'belowResolution' | 'notWarm' | 'outliers';

/** Null where there is no sample. `seed` is the resampler's, `timerStepMs` the environment's. */
export declare function summarise(operation: MeasuredOperation, options: { readonly timerStepMs: number; readonly seed: number }): Summary | null;
