import type { Claim } from './claim';

/**
 * How a claim about a quotient is judged: one rule for all, fixed before anything was run.
 *
 * A measured quotient has the published **direction** where it lies on the same side of 1. It has the published **size of effect** where it lies within a factor of
 * `toleranceOf` of the published quotient and has between half and twice its effect, effects being logarithms; “at least” and “at most” have no tolerance, and “no difference”
 * is within that factor of 1, whatever small one was published. It is contradicted where the 95 % interval lies on the other side of 1, or outside of what would confirm and
 * about 1: then there is no such effect. it is inconclusive where the interval reaches over an edge of what would confirm. A claim about so many items is judged where
 * the run has as many, and `otherSize` elsewhere, whatever was measured; one about a machine where the run was taken on it, and `otherMachine` elsewhere; one about times where both clocks
 * ran over the same work, and `otherClock` elsewhere.
 */
export const verdicts = [
  'confirmed',
  'sameDirection',
  'contradicted',
  'inconclusive',
  'otherSize',
  'otherMachine',
  'otherClock',
  'notTestable',
] as const;
export type ClaimVerdict = (typeof verdicts)[number];

/** Bytes are exact, and differ by data and library alone; times by machine, too. */
export const toleranceOf = { size: 1.1, time: 2 } as const;

/** By what factor a run's items may differ from those that a claim is about. */
const sizeTolerance = 1.25;

/** The quotient here. Without a clock `low` and `high` are `ratio`. */
export interface MeasuredQuotient {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

interface Band {
  readonly low: number;
  readonly high: number;
}

/** The quotients that confirm the claim. */
export function confirmingBand({ relation, quantity }: Pick<Claim, 'relation' | 'quantity'>, published: number): Band {
  const tolerance = toleranceOf[quantity];
  if (relation === 'atLeast') return { low: published, high: Number.POSITIVE_INFINITY };
  if (relation === 'atMost') return { low: 0, high: published };
  if (relation === 'same') return { low: 1 / tolerance, high: tolerance };
  const [half, twice] = [Math.sqrt(published), published ** 2].sort((a, b) => a - b) as [number, number];
  return { low: Math.max(published / tolerance, half), high: Math.min(published * tolerance, twice) };
}

/** Whether the claim says on which side of 1 the quotient lies: not where it says that there is no difference, or at most such a one. */
export function hasDirection({ relation }: Pick<Claim, 'relation'>, published: number): boolean {
  if (relation === 'about') return published !== 1;
  return relation === 'atLeast' ? published > 1 : relation === 'atMost' && published < 1;
}

/** Whether a run of so many items is of the size that the claim is about. */
export const isAtSize = ({ atItems }: Pick<Claim, 'atItems'>, items: number): boolean =>
  atItems === undefined || (items >= atItems / sizeTolerance && items <= atItems * sizeTolerance);

/** Whether what a run's maker calls the machine has the words of the one that the claim is about. */
export const isOnMachine = ({ machine }: Pick<Claim, 'machine'>, machineLabel: string | null): boolean =>
  machine === undefined || (machineLabel ?? '').toLowerCase().includes(machine.toLowerCase());

/** The verdict on a claim whose published quotient is `published`; `measured` null where it can't be tested here. */
export function verdictOn(
  claim: Pick<Claim, 'relation' | 'quantity'>,
  published: number,
  measured: MeasuredQuotient | null,
): ClaimVerdict {
  if (measured === null) return 'notTestable';
  const { low, high } = measured;
  const band = confirmingBand(claim, published);
  if (low >= band.low && high <= band.high) return 'confirmed';
  const disjoint = high < band.low || low > band.high;
  if (!hasDirection(claim, published)) return disjoint ? 'contradicted' : 'inconclusive';
  const [opposite, same] = published > 1 ? [high < 1, low > 1] : [low > 1, high < 1];
  if (opposite) return 'contradicted';
  if (disjoint && same) return 'sameDirection';
  // Around 1, and narrower than half of the effect that is claimed: there is no such effect.
  if (disjoint && !same) return 'contradicted';
  return 'inconclusive';
}
