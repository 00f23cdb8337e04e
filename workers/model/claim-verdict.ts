import type { Claim } from './claim';

/**
 * The rule that decides whether a run confirms a published claim about a quotient. It was fixed before any run.
 *
 * - **Direction**: the measured quotient lies on the same side of 1 as the published one.
 * - **Size of effect**: the measured quotient lies within a factor of `claimTolerance` of the published one, and the logarithm of the measured
 *   quotient is between half and twice the published logarithm. “At least” and “at most” have no tolerance. “No difference” means within
 *   that factor of 1, whatever small difference was published.
 * - **Contradicted**: the 95 % interval lies on the other side of 1; or it lies outside the confirming band and close around 1, so that
 *   there is no such effect.
 * - **Inconclusive**: the interval crosses an edge of the confirming band.
 * - **Not comparable**: the run differs from the claim in the number of items (`otherSize`), the machine (`otherMachine`) or the work
 *   inside the clock (`otherClock`).
 * - **Not measured**: the run was stopped, or has not reached a cell yet (`notMeasured`). **Not testable**: no run here can have the cell.
 */
export const verdicts = [
  'confirmed',
  'sameDirection',
  'contradicted',
  'inconclusive',
  'otherSize',
  'otherMachine',
  'otherClock',
  'notMeasured',
  'notTestable',
] as const;
export type ClaimVerdict = (typeof verdicts)[number];

/**
 * The factor by which a quotient may differ from the published one. Bytes depend on data and library alone; times also depend on the
 * machine.
 */
export const claimTolerance = { size: 1.1, time: 2 } as const;

/** The factor by which the run's number of items may differ from the claim's. */
const sizeTolerance = 1.25;

/** The quotient that a run measured. For sizes, which need no clock, `low` and `high` equal `ratio`. */
export interface MeasuredQuotient {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

interface Band {
  readonly low: number;
  readonly high: number;
}

/** The range of quotients that confirms the claim. */
export function confirmingRange({ relation, quantity }: Pick<Claim, 'relation' | 'quantity'>, published: number): Band {
  const tolerance = claimTolerance[quantity];
  if (relation === 'atLeast') return { low: published, high: Number.POSITIVE_INFINITY };
  if (relation === 'atMost') return { low: 0, high: published };
  if (relation === 'same') return { low: 1 / tolerance, high: tolerance };
  const [half, twice] = [Math.sqrt(published), published ** 2].sort((a, b) => a - b) as [number, number];
  return { low: Math.max(published / tolerance, half), high: Math.min(published * tolerance, twice) };
}

/** True if the claim says on which side of 1 the quotient lies. False for “no difference” and for “at most” a difference. */
export function claimHasDirection({ relation }: Pick<Claim, 'relation'>, published: number): boolean {
  if (relation === 'about') return published !== 1;
  return relation === 'atLeast' ? published > 1 : relation === 'atMost' && published < 1;
}

/** True if the run has about as many items as the claim is about. */
export const claimMatchesSize = ({ atItems }: Pick<Claim, 'atItems'>, items: number): boolean =>
  atItems === undefined || (items >= atItems / sizeTolerance && items <= atItems * sizeTolerance);

/** True if the machine label of the run contains the words of the claim's machine. */
export const claimMatchesMachine = ({ machine }: Pick<Claim, 'machine'>, machineLabel: string | null): boolean =>
  machine === undefined || (machineLabel ?? '').toLowerCase().includes(machine.toLowerCase());

/** The verdict on a claim whose published quotient is `published`. `measured` is null if the claim cannot be tested here. */
export function judgeClaim(
  claim: Pick<Claim, 'relation' | 'quantity'>,
  published: number,
  measured: MeasuredQuotient | null,
): ClaimVerdict {
  if (measured === null) return 'notTestable';
  const { low, high } = measured;
  const band = confirmingRange(claim, published);
  if (low >= band.low && high <= band.high) return 'confirmed';
  const disjoint = high < band.low || low > band.high;
  if (!claimHasDirection(claim, published)) return disjoint ? 'contradicted' : 'inconclusive';
  const [opposite, same] = published > 1 ? [high < 1, low > 1] : [low > 1, high < 1];
  if (opposite) return 'contradicted';
  if (disjoint && same) return 'sameDirection';
  // The interval is around 1 and narrower than half of the claimed effect, so there is no such effect.
  if (disjoint && !same) return 'contradicted';
  return 'inconclusive';
}
