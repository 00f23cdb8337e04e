import { formatSignificant } from './figures';

/** Differences below this share of the native time are not told in a mean. */
const sameWithin = 0.02;

/**
 * A time in the browser divided by the native library's, in short: `20× as fast`, `1.4× as long`, `as fast`.
 *
 * @param factor without a unit: below 1 the browser takes less time
 */
export function againstNative(factor: number): string {
  const { times, isFaster } = timesOf(factor);
  if (times === null) return 'as fast';
  return `${times}× as ${isFaster ? 'fast' : 'long'}`;
}

/** The same as a verb: `is 20 times as fast`, `takes 1.4 times as long`, `is as fast`; with `are` and `take` for several. */
export function againstNativeWords(factor: number, count: number): string {
  const { times, isFaster } = timesOf(factor);
  const is = count === 1 ? 'is' : 'are';
  if (times === null) return `${is} as fast`;
  return isFaster ? `${is} ${times} times as fast` : `${count === 1 ? 'takes' : 'take'} ${times} times as long`;
}

function timesOf(factor: number): { readonly times: string | null; readonly isFaster: boolean } {
  const isFaster = factor < 1;
  if (Math.abs(factor - 1) < sameWithin) return { times: null, isFaster };
  const times = isFaster ? 1 / factor : factor;
  return { times: formatSignificant(times, times < 2 ? 3 : 2), isFaster };
}
