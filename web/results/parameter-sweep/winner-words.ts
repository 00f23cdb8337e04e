import { type SweepParameter, type SweepValue, sweepValueText, sweepValuesText } from '../../figures/parameter-sweep';
import type { Interval } from './situation-winners';
import type { WinnerChange, Winners } from './winner-changes';

/** Crossings are interpolated, so two digits are all that they are worth. */
const crossingDigits = 2;
const maxDigits = 6;

interface WinnerWords {
  /** What the winner has, such as `Smallest file`. */
  readonly title: string;
  readonly parameter: SweepParameter;
  /** The measured values, in the order of the winners' places. */
  readonly values: readonly SweepValue[];
  readonly nameOf: (candidate: number) => string;
  /** The 95 % interval of each change; empty for sizes, which are exact. */
  readonly intervals?: readonly (Interval | null)[];
  /** True if a winner is only replaced where it is clearly behind. */
  readonly isByVerdict?: boolean;
}

/** The winners along the sweep as a sentence: `Smallest file: A up to about 41 % (measured at 25 % and 50 %), then B.` */
export function winnersSentence(winners: Winners, words: WinnerWords): string {
  const { title, parameter, values, nameOf, isByVerdict = false } = words;
  const [first = -1] = winners.byPlace;
  if (winners.changes.length === 0) {
    const where = isByVerdict
      ? 'no other candidate is clearly better at any measured value'
      : 'at every measured value';
    return isByVerdict ? `${title}: ${nameOf(first)}; ${where}.` : `${title}: ${nameOf(first)} ${where}.`;
  }
  if (parameter.type === 'choice') {
    const wins = new Map<number, string[]>();
    winners.byPlace.forEach((candidate, place) => {
      const of = values[place];
      wins.set(candidate, [...(wins.get(candidate) ?? []), of === undefined ? '' : sweepValueText(parameter, of)]);
    });
    return `${title}: ${[...wins].map(([candidate, of]) => `${nameOf(candidate)} for ${listText(of)}`).join('; ')}.`;
  }
  const spans = winners.changes.map(
    (change, index) => `${nameOf(change.from)} ${extentText(change, words.intervals?.[index] ?? null, words)}`,
  );
  const last = winners.changes.at(-1)?.to ?? first;
  return `${title}: ${[...spans, nameOf(last)].join(', then ')}.`;
}

const listText = (texts: readonly string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

function extentText(
  { at, before, after }: WinnerChange,
  interval: Interval | null,
  { parameter, values }: WinnerWords,
): string {
  const measured = sweepValuesText(parameter, [values[before] ?? '', values[after] ?? ''], { separator: ' and ' });
  if (at === null) return `up to a point between ${measured}`;
  const within = interval === null ? '' : `95 % interval ${intervalText(parameter, interval)}; `;
  return `up to about ${sweepValueText(parameter, at, crossingDigits)} (${within}measured at ${measured})`;
}

/** Both ends, with as many digits as tell them apart. */
function intervalText(parameter: SweepParameter, { low, high }: Interval): string {
  for (let digits = crossingDigits; ; digits++) {
    const [from, to] = [sweepValueText(parameter, low, digits), sweepValueText(parameter, high, digits)];
    if (from !== to || digits === maxDigits) return `${from} to ${to}`;
  }
}
