import type { MeasuredOperation, RoundSamples } from '../result';
import { minRoundsForRange } from './intervals';
import { coefficientOfVariation, median, medianAbsoluteDeviation, quantile, smallestValue } from './samples';

/** The least and the largest best sample of a round (rule 8). */
interface RoundsTimes {
  readonly lowMs: number;
  readonly highMs: number;
}

/** Statistics of one operation, per call, computed from its raw samples (rule 7 of docs/measurement.md: never the mean). */
export interface Summary {
  /** The fastest sample, which other processes disturbed least: the headline figure. */
  readonly bestMs: number;
  /** Median of the workers' medians. */
  readonly medianMs: number;
  /** Median absolute deviation of the workers' medians from `medianMs`. */
  readonly madMs: number;
  readonly p95Ms: number;
  /** Standard deviation divided by the mean, over all samples. A warning sign, not a headline. */
  readonly coefficientOfVariation: number;
  /** Null with fewer than 3 rounds. */
  readonly range: RoundsTimes | null;
  readonly coldMs: number;
  readonly roundCount: number;
  readonly sampleCount: number;
  readonly callCount: number;
  readonly flags: readonly SummaryFlag[];
}

/**
 * `belowResolution`: the timer's step hides the figure (rule 3). `notWarm`: the time cap ended a warm-up early. `outliers`: some samples
 * are outliers; they are kept.
 */
export type SummaryFlag = 'belowResolution' | 'notWarm' | 'outliers';

/** A timer reading is off by half a step on average. If that is more than this share of a sample, it hides the figure (rule 2). */
const resolutionShare = 0.01;
/** At most this many distinct values, among at least twice as many samples, show the timer's steps instead of the work's time. */
const fewDistinct = 4;
/**
 * Samples more than this many MADs from the median are outliers. The figure is that of hyperfine, which counts MADs scaled to standard
 * deviations.
 */
const outlierMads = 10;

/** Computes the statistics; null without samples. `timerStepMs` is the environment's timer step. */
export function summarise(operation: MeasuredOperation, options: { readonly timerStepMs: number }): Summary | null {
  const rounds = operation.rounds.filter(({ samplesMs }) => samplesMs.length > 0);
  if (rounds.length === 0) return null;
  const samples = rounds.flatMap(({ samplesMs }) => samplesMs);
  const medians = rounds.map(({ samplesMs }) => median(samplesMs));
  const bests = rounds.map(({ samplesMs }) => smallestValue(samplesMs));
  const medianMs = median(medians);
  const flags: SummaryFlag[] = [];
  if (isBelowResolution(rounds, samples, options.timerStepMs)) flags.push('belowResolution');
  if (rounds.some(({ warm }) => !warm)) flags.push('notWarm');
  if (hasOutliers(samples)) flags.push('outliers');
  return {
    bestMs: smallestValue(samples),
    medianMs,
    madMs: medianAbsoluteDeviation(medians, medianMs),
    p95Ms: quantile(samples, 0.95),
    coefficientOfVariation: coefficientOfVariation(samples),
    range: rounds.length < minRoundsForRange ? null : { lowMs: Math.min(...bests), highMs: Math.max(...bests) },
    coldMs: median(rounds.map(({ coldMs }) => coldMs)),
    roundCount: rounds.length,
    sampleCount: samples.length,
    callCount: rounds.reduce((sum, { samplesMs, callsPerSample }) => sum + samplesMs.length * callsPerSample, 0),
    flags,
  };
}

/**
 * Rule 3. Few distinct values count only if the timer's step explains them, that is, if a whole sample spans only a few steps. A steady
 * operation of 40 ms, timed in steps of 5 µs, may well have equal samples.
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
