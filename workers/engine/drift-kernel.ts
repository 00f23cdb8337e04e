import type { Clock } from './clock';

/** About 4 ms on a machine of 2024. */
const steps = 2_000_000;
const repetitions = 6;

/** Xorshift32 (Marsaglia 2003): integer work alone, so that neither memory nor the allocator has a part in it. */
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

/** Time of a fixed integer kernel, ms, the best of a few: it tells whether the machine itself became slower (rule 16). Nothing is ever divided by it. */
export function kernelMs(clock: Clock): number {
  let best = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const start = clock.now();
    kept = work(kept);
    best = Math.min(best, clock.now() - start);
  }
  return best;
}

/** A change of the kernel's time beyond this is worth a warning. */
export const driftLimit = 0.1;

/** One sentence about the rounds in which the machine's speed changed, null where none did. Rounds are counted from 0 here and from 1 in the sentence. */
export function describeDrift(
  rounds: readonly { readonly round: number; readonly beforeMs: number; readonly afterMs: number }[],
): string | null {
  const changes = rounds
    .map(({ round, beforeMs, afterMs }) => ({ round, change: afterMs / beforeMs - 1 }))
    .filter(({ change }) => Math.abs(change) > driftLimit);
  if (changes.length === 0) return null;
  const largest = changes.reduce((worst, { change }) => (Math.abs(change) > Math.abs(worst) ? change : worst), 0);
  const which =
    changes.length === 1
      ? `round ${(changes[0]?.round ?? 0) + 1}`
      : `rounds ${changes.map(({ round }) => round + 1).join(', ')}`;
  return `The machine’s own speed changed by more than 10 % during ${which} (at most ${largest > 0 ? 'slower' : 'faster'} by ${Math.round(Math.abs(largest) * 100)} %): something else was running.`;
}
