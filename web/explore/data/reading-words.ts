import {
  type DateFormat,
  decimalMarks,
  delimitedReadingSchema,
  type DelimitedReading,
  type TextEncodingLabel,
  type ReadingOptions,
  shapingOptions,
  type TimestampFormat,
} from '../../../workers/model/reading-options';
import type {
  EncodingEffects,
  DetectedReading,
  TypeEffect,
  WordCount,
} from '../../../workers/model/protocol/coordinator';
import { formatBytes, formatCount, plural } from '../../figures/figures';

/** What the choices of reading are called, and what each would do. */

type Delimited = NonNullable<DetectedReading['delimited']>;

const examples: Readonly<Record<string, string>> = {
  Y: '2024',
  y: '24',
  m: '12',
  d: '31',
  b: 'Dec',
  B: 'December',
  H: '17',
  I: '05',
  M: '30',
  S: '15',
  p: 'PM',
};

/** The last day of 2024, half past five in the afternoon, as the format writes it. */
export const formatExample = (format: string): string =>
  format === 'iso' ? '2024-12-31 17:30:15' : format.replace(/%(\w)/gu, (_, letter: string) => examples[letter] ?? '');

export const delimiterLabels: Readonly<Record<DelimitedReading['delimiter'], string>> = {
  comma: 'Comma',
  tab: 'Tab',
  semicolon: 'Semicolon',
  bar: 'Vertical bar |',
  space: 'Space',
  colon: 'Colon',
};
const quoteLabels: Readonly<Record<DelimitedReading['quote'], string>> = {
  double: 'Double "',
  single: "Single '",
  none: 'None',
};
export const decimalLabels: Readonly<Record<DelimitedReading['decimalMark'], string>> = {
  point: 'Point, 1.5',
  comma: 'Comma, 1,5',
};
export const thousandsLabels: Readonly<Record<DelimitedReading['thousands'], string>> = {
  none: 'None',
  comma: 'Comma, 1,000',
  point: 'Point, 1.000',
  space: 'Space, 1 000',
  apostrophe: "Apostrophe, 1'000",
};

const counted = (label: string, what: string | null) => (what === null ? label : `${label} · ${what}`);

export function delimiterLabel(
  { delimiters, firstLines }: Delimited,
  delimiter: DelimitedReading['delimiter'],
): string {
  const found = delimiters.find((each) => each.delimiter === delimiter);
  return counted(
    delimiterLabels[delimiter],
    found === undefined
      ? null
      : `${plural(found.fields, 'field')}${found.otherLines === 0 ? '' : `; ${formatCount(found.otherLines)} of the first ${plural(firstLines, 'line')} differ`}`,
  );
}

/** What an encoding does to the text as it is read now. */
export function encodingLabel(encodings: EncodingEffects | undefined, encoding: TextEncodingLabel): string {
  const effect = encodings?.effects[encoding];
  if (effect === undefined || encodings?.countedBytes === 0) return encoding;
  const { changedLines, unreadable } = effect;
  const parts = [
    ...(changedLines === null
      ? ['changes every line']
      : changedLines > 0
        ? [`changes ${plural(changedLines, 'line')}`]
        : []),
    ...(unreadable > 0 ? [`${plural(unreadable, 'character')} unreadable`] : []),
  ];
  return counted(encoding, parts.length === 0 ? 'changes nothing' : parts.join(', '));
}

/** What part of the file the encodings were counted over, where it is not the whole. */
export function encodingsHelp(encodings: EncodingEffects | undefined): string | undefined {
  if (encodings === undefined || encodings.isWholeFile) return undefined;
  return encodings.countedBytes === 0
    ? 'Not counted: a line of the file is too long.'
    : `Counted over the first ${formatBytes(encodings.countedBytes)} only.`;
}

/** What a quote does to the rows as they are read now. */
export function quoteLabel({ quotes }: Delimited, quote: DelimitedReading['quote']): string {
  const effect = quotes[quote];
  if (effect === null) return counted(quoteLabels[quote], 'the file cannot be read so');
  const parts = [
    ...(effect.changedRows > 0 ? [`changes ${plural(effect.changedRows, 'row')}`] : []),
    ...(effect.leftOut > 0 ? [`leaves out ${plural(effect.leftOut, 'line')}`] : []),
  ];
  return counted(quoteLabels[quote], parts.length === 0 ? 'changes nothing' : parts.join(', '));
}

/** What a word would do that is no null word yet. */
export const nullWordEffect = ({ inText, inOthers }: WordCount): string =>
  `${plural(inOthers + inText, 'value')} would be null, where the column is then no text`;

/** Numbers with marks in them that a pair of marks reads. */
export function numbersRead(
  { numbers }: Delimited,
  decimalMark: DelimitedReading['decimalMark'],
  thousands: DelimitedReading['thousands'],
): string | null {
  const found = numbers.find((each) => each.decimalMark === decimalMark && each.thousands === thousands);
  return found === undefined ? null : `${plural(found.values, 'marked value')} fit`;
}

export const marksClash = (decimalMark: DelimitedReading['decimalMark'], thousands: DelimitedReading['thousands']) =>
  (decimalMarks[decimalMark] === '.' && thousands === 'point') ||
  (decimalMarks[decimalMark] === ',' && thousands === 'comma');

export function formatLabel({ dates }: Delimited, format: DateFormat | TimestampFormat): string {
  const found = dates.find((each) => each.format === format);
  return counted(formatExample(format), found === undefined ? null : `${plural(found.values, 'value')} fit`);
}

/** What a type does to a column, for its name in a list; empty where it does nothing or is not counted. */
export function typeEffectText(effect: TypeEffect | undefined): string {
  if (effect === undefined) return '';
  const parts = [
    ...(effect.leftOut > 0 ? [`leaves out ${plural(effect.leftOut, 'row')}`] : []),
    ...(effect.altered > 0 ? [`alters ${plural(effect.altered, 'value')}`] : []),
  ];
  return parts.length === 0 ? '' : ` · ${parts.join(', ')}`;
}

/** The options with a change; undefined takes one back to what is found. Where columns become others, what was said of them is forgotten. */
export function changedReading(
  reading: ReadingOptions,
  change: { readonly [K in keyof ReadingOptions]?: ReadingOptions[K] | undefined },
): { readonly reading: ReadingOptions; readonly keepsColumns: boolean } {
  const keepsColumns = !shapingOptions.some((option) => option in change);
  const merged = { ...reading, ...change, ...(keepsColumns ? {} : { leftOutColumns: undefined }) };
  return {
    // In the form's order, as a link gives them back.
    reading: Object.fromEntries(
      Object.keys(delimitedReadingSchema.entries).flatMap((option) => {
        const value = merged[option as keyof ReadingOptions];
        return value === undefined ? [] : [[option, value]];
      }),
    ),
    keepsColumns,
  };
}
