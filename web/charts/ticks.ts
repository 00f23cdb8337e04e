/** Domains and ticks of axes. Ticks are at 1, 2 and 5 times powers of ten, so that every tick is a round number. */

/** The range of values of an axis, and the values that have a tick. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

const emptyLogAxis: Axis = { domain: [1, 10], ticks: [1, 2, 5, 10] };

/**
 * A logarithmic axis that includes all positive `values` and spans at least a factor of `minFactor`. It has at most
 * `maxTicks` ticks: at 1, 2 and 5 of each decade, else at each decade, else at every few decades. If the axis spans
 * less than a factor of 3, its ticks are evenly spaced, because 1, 2 and 5 would give too few. `padding` is the share
 * of the span that is added at each end.
 */
export function logAxis(values: readonly number[], maxTicks: number, padding = 0.08, minFactor = 3): Axis {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return emptyLogAxis;
  const [least, most] = [Math.log10(Math.min(...positive)), Math.log10(Math.max(...positive))];
  // The loop over decades below must end, whatever was let through above.
  if (!Number.isFinite(least) || !Number.isFinite(most)) return emptyLogAxis;
  let [low, high] = [least, most];
  const missing = Math.log10(minFactor) - (high - low);
  if (missing > 0) {
    low -= missing / 2;
    high += missing / 2;
  }
  const margin = (high - low) * padding;
  low -= margin;
  high += margin;
  if (high - low < Math.log10(3))
    return { domain: [10 ** low, 10 ** high], ticks: evenTicks(10 ** low, 10 ** high, maxTicks) };
  const within = (mantissas: readonly number[], everyDecades = 1) => {
    const ticks: number[] = [];
    for (let decade = Math.floor(low); decade <= Math.ceil(high); decade += 1) {
      if (decade % everyDecades !== 0) continue;
      // Divide rather than multiply by a negative power: 3 * 10 ** -1 is 0.30000000000000004, but 3 / 10 ** 1 is 0.3.
      for (const mantissa of mantissas) ticks.push(decade < 0 ? mantissa / 10 ** -decade : mantissa * 10 ** decade);
    }
    return ticks.filter((tick) => Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9);
  };
  const choices = [within([1, 1.5, 2, 3, 5, 7]), within([1, 2, 5]), within([1, 3]), within([1])];
  for (let every = 2; every <= 6; every += 1) choices.push(within([1], every));
  const roomy = choices.slice(high - low < 0.8 ? 0 : 1);
  const ticks =
    roomy.find((choice) => choice.length <= maxTicks && choice.length >= 2) ??
    roomy.find((choice) => choice.length <= maxTicks) ??
    [];
  return { domain: [10 ** low, 10 ** high], ticks };
}

/**
 * A linear axis from zero to a round number that is at least the largest of `values`, with at most `maxTicks` ticks.
 */
export function linearAxis(values: readonly number[], maxTicks: number): Axis {
  const largest = Math.max(0, ...values.filter(Number.isFinite));
  if (largest === 0) return { domain: [0, 1], ticks: [0, 1] };
  const top = largest * 1.06;
  const exponent = Math.floor(Math.log10(top)) - 1;
  const step = roundSteps(exponent).find((candidate) => Math.ceil(top / candidate) + 1 <= maxTicks) ?? top;
  const count = Math.ceil(top / step - 1e-9);
  // Multiply instead of adding up steps: rounding errors would accumulate.
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { domain: [0, ticks.at(-1) ?? top], ticks };
}

/**
 * A linear axis from `low`, or from zero if that is lower, for values that may be negative. It has at most `maxTicks` ticks, and a
 * twentieth of its span is added at the end.
 */
export function signedAxis(values: readonly number[], maxTicks: number): Axis {
  const finite = values.filter(Number.isFinite);
  const lowest = Math.min(0, ...finite);
  if (lowest === 0) return linearAxis(finite, maxTicks);
  const highest = Math.max(0, ...finite);
  const room = (highest - lowest) * 0.05;
  return axisBetween([lowest - room, highest + room], 'linear', maxTicks);
}

/** An axis with exactly this domain, and the round numbers in it as ticks. */
export function axisBetween(
  domain: readonly [low: number, high: number],
  scale: 'log' | 'linear',
  maxTicks: number,
): Axis {
  const [low, high] = domain;
  const ticks = scale === 'log' ? logAxis(domain, maxTicks, 0, 1).ticks : evenTicks(low, high, maxTicks);
  return { domain, ticks: ticks.filter((tick) => tick >= low && tick <= high) };
}

/** 1, 2 and 5 times 10 ** exponent, and the same for the next two powers. */
function roundSteps(exponent: number): number[] {
  return [exponent, exponent + 1, exponent + 2].flatMap((power) =>
    [1, 2, 5].map((mantissa) => (power < 0 ? mantissa / 10 ** -power : mantissa * 10 ** power)),
  );
}

/** Evenly spaced round numbers between `low` and `high`. */
function evenTicks(low: number, high: number, maxTicks: number): number[] {
  const steps = roundSteps(Math.floor(Math.log10(high - low)) - 1);
  for (const step of steps) {
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    if (count <= maxTicks) {
      const ticks = Array.from({ length: Math.max(0, count) }, (_, index) =>
        Number(((first + index) * step).toPrecision(12)),
      );
      // Ends that differ only in their last digits round to the same tick.
      return [...new Set(ticks)];
    }
  }
  return [];
}
