/** Round times for the ticks of a logarithmic axis: powers of ten of milliseconds up to a second, then what a clock and a calendar have. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.25 * day;

const large: readonly (readonly [ms: number, text: string])[] = [
  [second, '1 s'],
  [10 * second, '10 s'],
  [minute, '1 min'],
  [10 * minute, '10 min'],
  [hour, '1 h'],
  [10 * hour, '10 h'],
  [day, '1 day'],
  [10 * day, '10 days'],
  [100 * day, '100 days'],
  [year, '1 year'],
  [10 * year, '10 years'],
  [100 * year, '100 years'],
  [1_000 * year, '1000 years'],
];

const small: readonly (readonly [ms: number, text: string])[] = [
  [1e-6, '1 ns'],
  [1e-5, '10 ns'],
  [1e-4, '100 ns'],
  [1e-3, '1 µs'],
  [1e-2, '10 µs'],
  [1e-1, '100 µs'],
  [1, '1 ms'],
  [10, '10 ms'],
  [100, '100 ms'],
];

const all = [...small, ...large];

/** At most `maxTicks` ticks between `lowMs` and `highMs`, evenly chosen. Fewer than two if the range is narrow; then use other ticks. */
export function durationTicks(lowMs: number, highMs: number, maxTicks: number): readonly number[] {
  const inside = all.map(([ms]) => ms).filter((ms) => ms >= lowMs && ms <= highMs);
  const every = Math.ceil(inside.length / maxTicks);
  return inside.filter((_, index) => index % every === 0);
}

/** The text of a tick of `durationTicks`. Null for any other time. */
export const durationTickText = (ms: number): string | null => all.find(([tickMs]) => tickMs === ms)?.[1] ?? null;
