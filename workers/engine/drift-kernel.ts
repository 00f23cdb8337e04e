import { maxRelativeDrift } from '../model/result';
import type { Clock } from './clock';

/** Takes about 4 ms on a machine of 2024. */
const steps = 2_000_000;
const repetitions = 6;

/** Xorshift32 (Marsaglia 2003). It uses integer arithmetic only, so that neither memory nor the allocator affects its time. */
function work(seed: number): number {
  let state = seed | 1;
  for (let step = 0; step < steps; step += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

let kept = 1;

/**
 * The time of a fixed integer kernel in ms, the best of a few. It shows whether the machine itself became slower (rule 16). No figure is
 * divided by it.
 */
export function driftKernelMs(clock: Clock): number {
  let best = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const start = clock.now();
    kept = work(kept);
    best = Math.min(best, clock.now() - start);
  }
  return best;
}

/** For a run that went on at another speed of the machine. */
export const driftBetweenParts =
  'The machine’s own speed was another by more than 10 % when the run went on. Times of candidates that were measured since are of the rounds since.';

/**
 * One sentence about the rounds in which the machine's speed changed; null if it did not. Rounds count from 0 in the argument and from 1 in
 * the sentence.
 */
export function describeDrift(
  rounds: readonly { readonly round: number; readonly beforeMs: number; readonly afterMs: number }[],
): string | null {
  const changes = rounds
    .map(({ round, beforeMs, afterMs }) => ({ round, change: afterMs / beforeMs - 1 }))
    .filter(({ change }) => Math.abs(change) > maxRelativeDrift);
  if (changes.length === 0) return null;
  const largest = changes.reduce((worst, { change }) => (Math.abs(change) > Math.abs(worst) ? change : worst), 0);
  const which =
    changes.length === 1
      ? `round ${(changes[0]?.round ?? 0) + 1}`
      : `rounds ${changes.map(({ round }) => round + 1).join(', ')}`;
  return `The machine’s own speed changed by more than 10 % during ${which} (up to ${Math.round(Math.abs(largest) * 100)} % ${largest > 0 ? 'slower' : 'faster'}): something else was running.`;
}
