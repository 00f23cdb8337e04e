import type { IntervalKind } from '../../workers/model/statistics/intervals';

/** What the limits of a quotient or a difference are called. No other place says “95 %” of them, since the range of a few rounds is no such interval. */
export const intervalNames: Readonly<Record<IntervalKind, string>> = {
  interval95: '95 % interval',
  roundsRange: 'range of the rounds',
};

/** What the limits of a single time are called (rule 8), by what comes before them. */
export const roundsFrom = 'rounds from';

/** The limits of a single time: `rounds from 26.0 ms to 28.0 ms`. */
export const roundsText = (from: string, to: string): string => `${roundsFrom} ${from} to ${to}`;

/** What limits of these kinds are called together, as in the head of a column. */
export function intervalNamesOf(intervals: readonly ({ readonly kind: IntervalKind } | null)[]): string {
  const kinds = (['interval95', 'roundsRange'] as const).filter((kind) =>
    intervals.some((interval) => interval?.kind === kind),
  );
  return (kinds.length === 0 ? (['interval95'] as const) : kinds).map((kind) => intervalNames[kind]).join(' or ');
}

/** The limits as shown below a column’s head, with the kind where it is not the usual one: `2.1 – 2.3 (range of the rounds)`. */
export const withKind = (limits: string, { kind }: { readonly kind: IntervalKind }): string =>
  kind === 'interval95' ? limits : `${limits} (${intervalNames[kind]})`;
