import {
  type DateFormat,
  knownNullWords,
  type ReadingOptions,
  type TimestampFormat,
} from '../../../../model/reading-options';
import { isIsoFormat, isoDateFormat } from '../dialect';
import { fittingDates, guessFormat } from '../guess-reading';
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
  /** Formats that not all of the first texts fit, but of which it is counted how many do. */
  readonly others?: readonly string[];
  /** True if the first texts are ISO 8601 dates of which some have months or days of one digit: `2024-1-5`. */
  readonly isUnpadded?: boolean;
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
export function timeFormatsOfTexts(
  texts: readonly (string | null)[],
  nullWords: ReadonlySet<string> = words,
): ColumnFormats {
  const first = texts.find((text) => text !== null && !nullWords.has(text));
  if (first === undefined || first === null || !dateLike.test(first)) return none;
  const fitting = fittingDates(texts, nullWords);
  const isUnpadded =
    fitting.dates.includes(isoDateFormat) && texts.some((text) => /^\d{4}-(?:\d-|\d+-\d$)/u.test(text ?? ''));
  return isUnpadded ? { ...fitting, isUnpadded } : fitting;
}

/** True if a text is a date or a time in a format. */
export function hasFormat(text: string): boolean {
  const { dates, timestamps } = timeFormatsOfTexts([text]);
  return dates.length + timestamps.length > 0;
}

/** The formats, where chosen ones and those of most columns are counted in columns of which some texts are like dates, too. */
export function withUsualFormats(
  formats: readonly ColumnFormats[],
  texts: readonly (readonly (string | null)[])[],
  chosen: Pick<ReadingOptions, 'dateFormat' | 'timestampFormat'>,
): readonly ColumnFormats[] {
  const usual = [
    guessFormat(formats.map(({ dates }) => dates)),
    guessFormat(formats.map(({ timestamps }) => timestamps)),
  ]
    .flatMap(({ format }): string[] => (format === null ? [] : [format]))
    .concat(chosen.dateFormat ?? [], chosen.timestampFormat ?? [])
    .filter((format) => format !== 'text' && isCountedFormat(format));
  if (usual.length === 0) return formats;
  return formats.map((each, index) => {
    const known: readonly string[] = [...each.dates, ...each.timestamps];
    const others = usual.filter((format) => !known.includes(format));
    const mayBe = texts[index]?.some((text) => dateLike.test(text ?? '')) === true;
    return mayBe && others.length > 0 ? { ...each, others } : each;
  });
}

/** True for a format other than ISO 8601, which a scan counts anyway. */
export const isCountedFormat = (format: string): boolean => format !== 'iso' && !isIsoFormat(format);

const isCountedIn = ({ isUnpadded = false }: ColumnFormats, format: string): boolean =>
  isCountedFormat(format) || (isUnpadded && format === isoDateFormat);

/** Lets a scan count the texts of each format but ISO 8601, which it counts anyway. */
export function countFormats(scan: Scan, formats: readonly ColumnFormats[]): void {
  for (const [column, each] of formats.entries())
    for (const format of [...each.dates, ...each.timestamps, ...(each.others ?? [])])
      if (isCountedIn(each, format)) scan.countFormat(column, format);
}

/** What the scan counted. */
export function countedFormats(
  scan: Scan,
  formats: readonly ColumnFormats[],
  counts: readonly ColumnCounts[],
): readonly CountedFormats[] {
  const numbers = scan.formatCounts();
  let at = 0;
  return formats.map((each, index) => {
    const found = new Map<string, Fitting>();
    for (const format of [...each.dates, ...each.timestamps, ...(each.others ?? [])]) {
      if (!isCountedIn(each, format)) found.set(format, { fitting: counts[index]?.of('dates') ?? 0, notMidnight: 0 });
      else {
        found.set(format, { fitting: numbers[at] ?? 0, notMidnight: numbers[at + 1] ?? 0 });
        at += 2;
      }
    }
    return { ...each, of: (format) => found.get(format) };
  });
}

/** The formats that fit all values of a column. */
export function survivingFormats(formats: CountedFormats, counts: ColumnCounts): ColumnFormats {
  const total = counts.of('values');
  const survives = (format: Format) => total > 0 && formats.of(format)?.fitting === total;
  return { ...formats, dates: formats.dates.filter(survives), timestamps: formats.timestamps.filter(survives) };
}

/** True if a text has one of the formats that all values of a column have. */
export function fitsFormatOf(formats: CountedFormats, counts: ColumnCounts, text: string): boolean {
  const { dates, timestamps } = survivingFormats(formats, counts);
  const own = timeFormatsOfTexts([text]);
  return (
    own.dates.some((format) => dates.includes(format)) || own.timestamps.some((format) => timestamps.includes(format))
  );
}

/** Date or timestamp if all values of a column have another format than ISO 8601. */
export function typeByFormat(formats: CountedFormats, counts: ColumnCounts): 'date' | 'timestamp' | null {
  const { dates, timestamps } = survivingFormats(formats, counts);
  if (dates.some((format) => isCountedIn(formats, format))) return 'date';
  return timestamps.length > 0 ? 'timestamp' : null;
}
