import type { NoiseFloorSamples } from '../result';
import { type Comparison, compareCandidates } from './compare';

/** How far the ratio of the A/A control differs from 1, for the operation that was stored: the one in which it differs most. Smaller differences between candidates mean nothing on this machine (rule 17). */
export interface NoiseFloor {
  /** The deviation of the A/A control from 1, as |ratio − 1|: 0.02 means 2 %. */
  readonly error: number;
  readonly comparison: Comparison;
}

/** Compares the two arms of the A/A control. Null if the two arms have no round in common. */
export function noiseFloorOf(samples: NoiseFloorSamples, seed: number): NoiseFloor | null {
  const comparison = compareCandidates(samples.a, samples.b, seed);
  return comparison.pairCount === 0 ? null : { error: Math.abs(comparison.ratio - 1), comparison };
}
