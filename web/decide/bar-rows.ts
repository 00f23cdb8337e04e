import { formatBytes } from '../figures/figures';
import { valueLossWords } from '../figures/losses-summary';
import type { CompletedRow } from '../figures/rows';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import { formatTotal } from './answer-words';
import type { FileComparison } from './file-comparison';
import { totalInterval } from './total-interval';
import { type PartId, partNames, type TotalPart, totalPartsOf } from './total-parts';
import { leftOutWords } from './user-file-total';

export interface BarsOf {
  /** The candidates to show, the best one first. */
  readonly shown: readonly Standing[];
  readonly situation: Situation;
  /** The user's file, which stands last. Null if the data was generated. */
  readonly userFile: UserFile | null;
  readonly comparison: FileComparison | null;
  /** The significant digits of totals. */
  readonly digits: number;
}

/** A bar of a total, and what stands beside it. */
export interface BarRow {
  readonly key: string;
  /** The candidate's names. Null for the user's file. */
  readonly names: CompletedRow['names'] | null;
  readonly label: string;
  /** What stands below the name. Null if nothing does. */
  readonly note: string | null;
  readonly total: number;
  readonly totalText: string;
  readonly sizeText: string;
  readonly parts: readonly TotalPart[];
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** The bars of the best candidates, of the simplest one, and of the user's file. Empty without a candidate. */
export function barRows({ shown, situation, userFile, comparison, digits }: BarsOf): readonly BarRow[] {
  const [best] = shown;
  if (best === undefined) return [];
  const ofCandidates = shown.map((standing): BarRow => {
    const { row, figures } = standing.contender;
    const loss = valueLossWords(row);
    return {
      key: row.key,
      names: row.names,
      label: row.names.label,
      note: loss === null ? null : `Loses ${loss}`,
      total: standing.total,
      totalText: formatTotal(situation, standing.total, digits),
      sizeText: formatBytes(figures.sizeBytes),
      parts: totalPartsOf(situation, figures),
      interval: totalInterval(standing, best, situation),
    };
  });
  if (userFile === null) return ofCandidates;
  const ofFile: BarRow = {
    key: 'user-file',
    names: null,
    label: userFile.name,
    note: comparison === null ? null : leftOutWords(comparison.leftOut).trim() || null,
    total: comparison?.total ?? 0,
    totalText: comparison === null ? '–' : formatTotal(situation, comparison.total, digits),
    sizeText: formatBytes(userFile.sizeBytes),
    parts: comparison === null ? [] : totalPartsOf(situation, comparison.figures),
    interval: null,
  };
  return [...ofCandidates, ofFile];
}

/** The end of the longest bar, or of its interval, in the unit of the totals. */
export const largestOf = (rows: readonly BarRow[]): number =>
  Math.max(...rows.map(({ total, interval }) => Math.max(total, interval?.high ?? 0)));

/** A smaller share of a total is not drawn, nor named. */
const negligibleShare = 0.0005;

/** The parts that some total has, in their order. None if the best total is 0. */
export const usedParts = (rows: readonly BarRow[]): PartId[] =>
  (rows[0]?.total ?? 0) > 0
    ? [
        ...new Set(
          rows.flatMap(({ parts, total }) =>
            parts.flatMap(({ id, value }) => (value > total * negligibleShare ? [id] : [])),
          ),
        ),
      ]
    : [];

/** The parts in words, for those who do not see the bar. */
export function partsText({ parts, total, interval }: BarRow, situation: Situation): string {
  const texts = parts.flatMap(({ id, value }) =>
    value > total * negligibleShare ? [`${partNames[id].toLowerCase()} ${formatTotal(situation, value, 2)}`] : [],
  );
  const range =
    interval === null
      ? []
      : [`between ${formatTotal(situation, interval.low)} and ${formatTotal(situation, interval.high)}`];
  return texts.length + range.length === 0 ? '' : ` (${[...texts, ...range].join(', ')})`;
}
