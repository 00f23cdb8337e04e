import type { ChosenType } from '../../../../model/chosen-type';
import { numbersKeptNote } from '../../../../own-file/notes';
import type { TimestampTextUnit } from '../../../../own-file/timestamp-texts';
import type { SniffedDialect } from '../dialect';
import type { ExactCounts } from '../exact-counts';
import type { Instants } from '../exact-types';
import type { CsvType } from '../types';
import { decideTimeReading, instantUnit, type TimeCounts } from '../zoned-times';
import type { ScanCounts } from './decide';
import type { ColumnCounts } from './counts';

/** What `exact-types.ts` finds with DuckDB, from the counts of a scan. */

/** The types, where a float64 becomes uint64 or text if it would alter a number. */
export function exactTypes(
  { columns, scan }: Pick<ScanCounts, 'columns' | 'scan'>,
  { columns: sniffed, decimalMark }: SniffedDialect,
  notes: string[],
): CsvType[] {
  return sniffed.map(({ name, type }, index): CsvType => {
    const counts = columns[index];
    const altered = counts?.of('floatAltered') ?? 0;
    if (counts === undefined || type !== 'float64' || altered === 0) return type;
    const total = counts.of('values');
    const kept = counts.of('unsignedDigits') === total ? 'uint64' : 'utf8';
    const example = scan.example(index, 'altered');
    const first = decimalMark === 'comma' ? example.replace(',', '.') : example;
    notes.push(numbersKeptNote(name, kept === 'utf8' ? 'text' : kept, { altered, total, first }));
    return kept;
  });
}

/** Decimals and times of day in the columns that the user chose to read as such. */
export const chosenCounts = (
  { columns }: Pick<ScanCounts, 'columns'>,
  { nullWords }: SniffedDialect,
  chosen: readonly ChosenType[] | null,
): ReadonlyMap<number, ExactCounts> =>
  new Map(
    (chosen ?? []).flatMap((type, index) => {
      const counts = columns[index];
      return counts !== undefined && (type === 'decimal' || type === 'time')
        ? [[index, exactCountsOf(counts, nullWords)] as const]
        : [];
    }),
  );

/** The types, where times with one offset become instants, and those that would lose something become text. */
export function withInstants(
  { columns, scan }: ScanCounts,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  areChosen: boolean,
  notes: string[],
): Instants & { readonly types: readonly CsvType[] } {
  const instants = new Map<number, TimestampTextUnit>();
  const offered = new Set<number>();
  const read = types.map((type, index): CsvType => {
    const counts = columns[index];
    const { name, type: found } = sniffed.columns[index] ?? { name: '', type: 'utf8' };
    const total = counts === undefined ? 0 : textsOf(counts, sniffed.nullWords);
    const mayBeText = type === 'utf8' && found === 'utf8' && total > 0 && counts?.of('zoned') === total;
    if (counts === undefined || (type !== 'timestamp' && !mayBeText)) return type;
    const times = timesOf(counts, scan.zones(index));
    const reading = decideTimeReading(name, type === 'timestamp' ? type : 'utf8', areChosen, times);
    if (reading.instants !== null) instants.set(index, reading.instants);
    else if (instantUnit(times) !== null) offered.add(index);
    if (reading.note !== null) notes.push(reading.note);
    return reading.type;
  });
  return { types: read, instants, offered };
}

function timesOf(counts: ColumnCounts, zones: readonly string[]): TimeCounts {
  const [first = ''] = [...zones].sort();
  return {
    total: counts.of('values'),
    zoned: counts.of('zoned'),
    beyondNanoseconds: counts.of('beyondNanoseconds'),
    offsets: zones.length,
    first,
    withOffset: counts.of('zoned'),
    finer: counts.of('finer'),
  };
}

/** The number of texts of a column, of which these words are none. */
export const textsOf = (counts: ColumnCounts, nullWords: readonly string[]): number =>
  counts.of('values') +
  [...(counts.areWordsChosen ? [] : counts.words)].reduce(
    (sum, [word, count]) => sum + (word === '' || /^nan$/iu.test(word) || nullWords.includes(word) ? 0 : count),
    0,
  );

export function exactCountsOf(counts: ColumnCounts, nullWords: readonly string[]): ExactCounts {
  const scale = counts.of('fractionDigits');
  return {
    texts: textsOf(counts, nullWords),
    decimals: counts.of('decimals'),
    exponents: counts.of('exponents'),
    precision: Math.max(1, counts.of('wholeDigits') + scale),
    scale,
    times: counts.of('timesOfDay'),
  };
}
