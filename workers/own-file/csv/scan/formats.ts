import { type DateFormat, knownNullWords, type TimestampFormat } from '../../../model/reading-options';
import { isIsoFormat } from '../dialect';
import { fittingDates } from '../guess-reading';
import type { ColumnCounts } from './counts';
import type { Scan } from './scan-module';

/** Dates and times in formats: which the first texts of a column fit, and how many of all do. */

type Format = DateFormat | TimestampFormat;

interface Fitting {
  readonly fitting: number;
  readonly notMidnight: number;
}

export interface ColumnFormats {
  readonly dates: readonly DateFormat[];
  readonly timestamps: readonly TimestampFormat[];
}

/** The formats of a column with their counts. */
export interface CountedFormats extends ColumnFormats {
  /** Undefined for a format that was not counted. */
  of(format: string): Fitting | undefined;
}

const words: ReadonlySet<string> = new Set(knownNullWords.filter((word) => !/^nan$/iu.test(word)));
const dateLike = /^(?:\d{1,2}|\d{4}|[a-z]{3,9})[-./ ]/iu;
const none: ColumnFormats = { dates: [], timestamps: [] };

/** The formats that fit all texts. Few columns have any, so that most are ruled out by their first text. */
export function formatsOf(texts: readonly (string | null)[]): ColumnFormats {
  const first = texts.find((text) => text !== null && !words.has(text));
  return first === undefined || first === null || !dateLike.test(first) ? none : fittingDates(texts, words);
}

export const isCountedFormat = (format: Format): boolean => format !== 'iso' && !isIsoFormat(format);

/** Lets a scan count the texts of each format but ISO 8601, which it counts anyway. */
export function countFormats(scan: Scan, formats: readonly ColumnFormats[]): void {
  for (const [column, { dates, timestamps }] of formats.entries())
    for (const format of [...dates, ...timestamps]) if (isCountedFormat(format)) scan.countFormat(column, format);
}

/** What the scan counted. */
export function countedFormats(
  scan: Scan,
  formats: readonly ColumnFormats[],
  counts: readonly ColumnCounts[],
): readonly CountedFormats[] {
  const numbers = scan.formatCounts();
  let at = 0;
  return formats.map(({ dates, timestamps }, index) => {
    const found = new Map<string, Fitting>();
    for (const format of [...dates, ...timestamps]) {
      if (!isCountedFormat(format)) found.set(format, { fitting: counts[index]?.of('dates') ?? 0, notMidnight: 0 });
      else {
        found.set(format, { fitting: numbers[at] ?? 0, notMidnight: numbers[at + 1] ?? 0 });
        at += 2;
      }
    }
    return { dates, timestamps, of: (format) => found.get(format) };
  });
}

/** The formats that fit all values of a column. */
export function survivingFormats(formats: CountedFormats, counts: ColumnCounts): ColumnFormats {
  const total = counts.of('values');
  const survives = (format: Format) => total > 0 && formats.of(format)?.fitting === total;
  return { dates: formats.dates.filter(survives), timestamps: formats.timestamps.filter(survives) };
}

/** Date or timestamp if all values of a column have another format than ISO 8601. */
export function typeByFormat(formats: CountedFormats, counts: ColumnCounts): 'date' | 'timestamp' | null {
  const { dates, timestamps } = survivingFormats(formats, counts);
  if (dates.some(isCountedFormat)) return 'date';
  return timestamps.length > 0 ? 'timestamp' : null;
}
