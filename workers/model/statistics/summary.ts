import type { MeasuredOperation, RoundSamples } from '../result';
import { bootstrapInterval } from './bootstrap';
import { coefficientOfVariation, median, medianAbsoluteDeviation, quantile, smallest } from './samples';

/** Figures of one operation, all per call, computed from its raw samples (rule 7 of docs/measurement.md: never the mean). */
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

/** A reading is off by half a step on average; beyond this share of a sample it hides the figure (rule 2). */
const resolutionShare = 0.01;
/** So few distinct values, from twice as many samples or more, are steps of the timer and not of the work. */
const fewDistinct = 4;
/** Modified z-score from which hyperfine speaks of an outlier: 10 MADs, as for a normal distribution 14.8 standard deviations of the MAD's scale. */
const outlierMads = 10;

/** Null where there is no sample. `seed` is the resampler's, `timerStepMs` the environment's. */
export function summarise(
  operation: MeasuredOperation,
  options: { readonly timerStepMs: number; readonly seed: number },
): Summary | null {
  const rounds = operation.rounds.filter(({ samplesMs }) => samplesMs.length > 0);
  if (rounds.length === 0) return null;
  const samples = rounds.flatMap(({ samplesMs }) => samplesMs);
  const medians = rounds.map(({ samplesMs }) => median(samplesMs));
  const bests = rounds.map(({ samplesMs }) => smallest(samplesMs));
  const medianMs = median(medians);
  const interval = bootstrapInterval(bests, smallest, options.seed);
  const flags: SummaryFlag[] = [];
  if (isBelowResolution(rounds, samples, options.timerStepMs)) flags.push('belowResolution');
  if (rounds.some(({ warm }) => !warm)) flags.push('notWarm');
  if (hasOutliers(samples)) flags.push('outliers');
  return {
    bestMs: smallest(samples),
    medianMs,
    madMs: medianAbsoluteDeviation(medians, medianMs),
    p95Ms: quantile(samples, 0.95),
    coefficientOfVariation: coefficientOfVariation(samples),
    interval: interval === null ? null : { lowMs: interval.low, highMs: interval.high },
    coldMs: median(rounds.map(({ coldMs }) => coldMs)),
    roundCount: rounds.length,
    sampleCount: samples.length,
    callCount: rounds.reduce((sum, { samplesMs, callsPerSample }) => sum + samplesMs.length * callsPerSample, 0),
    flags,
  };
}

/**
 * Rule 3. Signs of saturation count only where the timer's step explains them, that is where a whole sample spans too few steps: a
 * steady operation of 40 ms read to 5 µs may well have equal samples.
 */
function isBelowResolution(rounds: readonly RoundSamples[], samples: readonly number[], timerStepMs: number): boolean {
  const zeros = samples.filter((sample) => sample === 0).length;
  if (zeros * 2 > samples.length) return true;
  const spans = rounds.flatMap(({ samplesMs, callsPerSample }) =>
    samplesMs.map((sampleMs) => sampleMs * callsPerSample),
  );
  if (timerStepMs / 2 <= resolutionShare * median(spans)) return false;
  const distinct = new Set(spans.map((spanMs) => Math.round(spanMs / timerStepMs))).size;
  return (samples.length >= 2 * fewDistinct && distinct <= fewDistinct) || medianAbsoluteDeviation(samples) === 0;
}

function hasOutliers(samples: readonly number[]): boolean {
  const centre = median(samples);
  const mad = medianAbsoluteDeviation(samples, centre);
  return mad > 0 && samples.some((sample) => Math.abs(sample - centre) > outlierMads * mad);
}
