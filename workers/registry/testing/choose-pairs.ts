/**
 * Chooses combinations of factors so that each pair of values of two factors is in at least one of them: most faults need no more than two values to meet. A
 * factor's values are counted from 0, its default. The same input gives the same combinations.
 *
 * Greedy: each combination begins with a pair that is in none yet; every other factor takes the value that adds most pairs to those.
 */

/** For each factor, the number of the value that it has. */
export type Combination = readonly number[];

interface ChosenPairs {
  readonly combinations: readonly Combination[];
  /** Pairs that no allowed combination was found for, as `[factor, value, other factor, its value]`. */
  readonly impossible: readonly (readonly [number, number, number, number])[];
}

/**
 * `isAllowed` tells whether a combination may be chosen. A pair that is not allowed with defaults, or with defaults and one value of a third factor, is
 * given up.
 */
export function choosePairs(
  valueCounts: readonly number[],
  isAllowed: (combination: Combination) => boolean = () => true,
): ChosenPairs {
  const starts = valueCounts.map((_, factor) => valueCounts.slice(0, factor).reduce((sum, count) => sum + count, 0));
  const total = valueCounts.reduce((sum, count) => sum + count, 0);
  const idOf = (factor: number, value: number) => (starts[factor] ?? 0) + value;
  /** 1 for each pair of value ids that is in no combination yet. */
  const open = new Uint8Array(total * total);
  /** The open pairs of each value. */
  const openOf = new Float64Array(total);
  const setOpen = (one: number, other: number, isOpen: 0 | 1) => {
    if (open[one * total + other] === isOpen) return;
    open[one * total + other] = isOpen;
    open[other * total + one] = isOpen;
    openOf[one] = (openOf[one] ?? 0) + (isOpen === 1 ? 1 : -1);
    openOf[other] = (openOf[other] ?? 0) + (isOpen === 1 ? 1 : -1);
  };
  /** Factors with many values first: they need the most combinations. */
  const factors = valueCounts.map((_, factor) => factor).sort((a, b) => (valueCounts[b] ?? 0) - (valueCounts[a] ?? 0));
  const valuesOf = (factor: number) => Array.from({ length: valueCounts[factor] ?? 0 }, (_, value) => value);
  const pairs = factors.flatMap((factor, index) =>
    factors
      .slice(index + 1)
      .flatMap((other) =>
        valuesOf(factor).flatMap((value) =>
          valuesOf(other).map((otherValue) => [factor, value, other, otherValue] as const),
        ),
      ),
  );
  for (const [factor, value, other, otherValue] of pairs) setOpen(idOf(factor, value), idOf(other, otherValue), 1);

  /** An allowed combination with these values, and the factors that may not change. */
  function begin(given: ReadonlyMap<number, number>): { values: number[]; fixed: Set<number> } | null {
    const withDefaults = valueCounts.map((_, factor) => given.get(factor) ?? 0);
    if (isAllowed(withDefaults)) return { values: withDefaults, fixed: new Set(given.keys()) };
    for (const third of factors) {
      if (given.has(third)) continue;
      for (const value of valuesOf(third).slice(1)) {
        const values = withDefaults.with(third, value);
        if (isAllowed(values)) return { values, fixed: new Set([...given.keys(), third]) };
      }
    }
    return null;
  }

  const combinations: Combination[] = [];
  const impossible: (readonly [number, number, number, number])[] = [];
  for (const pair of pairs) {
    const [factor, value, other, otherValue] = pair;
    if (open[idOf(factor, value) * total + idOf(other, otherValue)] === 0) continue;
    const begun = begin(
      new Map([
        [factor, value],
        [other, otherValue],
      ]),
    );
    if (begun === null) {
      impossible.push(pair);
      setOpen(idOf(factor, value), idOf(other, otherValue), 0);
      continue;
    }
    const { values, fixed } = begun;
    for (const free of factors) {
      if (fixed.has(free)) continue;
      const gainOf = (candidate: number) => {
        const id = idOf(free, candidate);
        let gain = 0;
        for (const known of fixed) gain += open[id * total + idOf(known, values[known] ?? 0)] ?? 0;
        return gain * total * total + (openOf[id] ?? 0);
      };
      const best = valuesOf(free)
        .map((candidate) => ({ candidate, gain: gainOf(candidate) }))
        .sort((a, b) => b.gain - a.gain || a.candidate - b.candidate)
        .find(({ candidate }) => isAllowed(values.with(free, candidate)));
      values[free] = best?.candidate ?? 0;
      fixed.add(free);
    }
    for (const one of factors)
      for (const two of factors) if (one < two) setOpen(idOf(one, values[one] ?? 0), idOf(two, values[two] ?? 0), 0);
    combinations.push(values);
  }
  // A single factor has no pair.
  if (valueCounts.length === 1) for (const value of valuesOf(0)) if (isAllowed([value])) combinations.push([value]);
  return { combinations, impossible };
}
