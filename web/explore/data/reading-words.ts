import {
  type DateFormat,
  decimalMarks,
  readingSchema,
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
import { formatBytes, formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import type { EffectCounts } from '../../state/own-file';

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

/** The time 2024-12-31 17:30:15 written in a date format, as an example. */
const formatExample = (format: string): string =>
  format === 'iso' ? '2024-12-31 17:30:15' : format.replace(/%(\w)/gu, (_, letter: string) => examples[letter] ?? '');

const delimiterLabels: Readonly<Record<DelimitedReading['delimiter'], string>> = {
  comma: 'Comma',
  tab: 'Tab',
  semicolon: 'Semicolon',
  bar: 'Vertical bar |',
  space: 'Space',
  colon: 'Colon',
  spaces: 'Spaces, aligned columns',
  wideSpaces: 'Two or more spaces, aligned columns',
};
const quoteLabels: Readonly<Record<DelimitedReading['quote'], string>> = {
  double: 'Double "',
  single: "Single '",
  none: 'None',
};
const escapeLabels: Readonly<Record<DelimitedReading['quoteEscape'], string>> = {
  doubled: 'Doubled ""',
  backslash: 'Backslash \\" and \\\\',
  backslashQuote: 'Backslash \\" only, as R writes',
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
  noBreakSpace: 'No-break space, 1\u00a0000',
  narrowNoBreakSpace: 'Narrow no-break space, 1\u202f000',
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

/** An encoding's label with its effect: how many lines it would change, compared with the current reading. */
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

/** States which part of the file the effects of the encodings were counted in. Undefined if it is the whole file. */
export function encodingsHelp(encodings: EncodingEffects | undefined): string | undefined {
  if (encodings === undefined || encodings.isWholeFile) return undefined;
  return encodings.countedBytes === 0
    ? 'Not counted: a line of the file is too long.'
    : `Counted over the first ${formatBytes(encodings.countedBytes)} only.`;
}

/** A quote character's label with its effect: how many rows it would change or leave out, compared with the current reading. */
export function quoteLabel({ quotes }: Delimited, quote: DelimitedReading['quote']): string {
  const effect = quotes?.[quote];
  if (effect === undefined) return quoteLabels[quote];
  if (effect === null) return counted(quoteLabels[quote], 'the file can’t be read with it');
  const parts = [
    ...(effect.changedRows > 0 ? [`changes ${plural(effect.changedRows, 'row')}`] : []),
    ...(effect.leftOut > 0 ? [`leaves out ${plural(effect.leftOut, 'line')}`] : []),
  ];
  return counted(quoteLabels[quote], parts.length === 0 ? 'changes nothing' : parts.join(', '));
}

/** The label of a way to write quotes within fields in quotes, with its effect: fields that end too early or never. */
export function escapeLabel({ escapes }: Delimited, quoteEscape: DelimitedReading['quoteEscape']): string {
  if (escapes === null) return counted(escapeLabels[quoteEscape], 'changes nothing');
  const broken = escapes.broken[quoteEscape];
  const parts = [
    ...(broken > 0 ? [`${plural(broken, 'broken field')}`] : []),
    ...(quoteEscape === 'doubled' ? [] : [plural(escapes.escapedQuotes, 'escaped quote')]),
    ...(quoteEscape === 'backslash' && escapes.pairs > 0
      ? [`${plural(escapes.pairs, 'pair')} of backslashes ${escapes.pairs === 1 ? 'becomes' : 'become'} one`]
      : []),
  ];
  return counted(escapeLabels[quoteEscape], parts.length === 0 ? 'no broken field' : parts.join(', '));
}

/** How many values would become null if a word were read as null. */
export const nullWordEffect = ({ inText, inOthers }: WordCount): string =>
  `${plural(inOthers + inText, 'value')} would become null, unless the column stays text`;

/** How many values with marks, such as `1,000`, are numbers with this decimal mark and thousands separator. Null if this was not counted. */
export function readableNumbersText(
  { numbers }: Delimited,
  decimalMark: DelimitedReading['decimalMark'],
  thousands: DelimitedReading['thousands'],
): string | null {
  const found = numbers?.find((each) => each.decimalMark === decimalMark && each.thousands === thousands);
  return found === undefined ? null : `${plural(found.values, 'marked value')} fit`;
}

/** True if the decimal mark and the thousands separator are the same character. */
export const areNumberMarksEqual = (
  decimalMark: DelimitedReading['decimalMark'],
  thousands: DelimitedReading['thousands'],
) =>
  (decimalMarks[decimalMark] === '.' && thousands === 'point') ||
  (decimalMarks[decimalMark] === ',' && thousands === 'comma');

export function formatLabel({ dates }: Delimited, format: DateFormat | TimestampFormat): string {
  const found = dates.find((each) => each.format === format);
  return counted(formatExample(format), found === undefined ? null : `${plural(found.values, 'value')} fit`);
}

/** What is known about the effects of other choices; null once they are in their labels. */
export const effectCountsText: Readonly<Record<EffectCounts, string | null>> = {
  counting: 'Counting what other choices would change …',
  waiting: 'What other choices would change is counted after the run.',
  failed: 'What other choices would change could not be counted. Notes say what a choice changed, once it is made.',
  counted: null,
};

/** The choices of a list. While their effects are being counted, only the present one can be chosen. */
export const choicesOf = <O extends { readonly value: string; readonly label: string; readonly disabled?: boolean }>(
  options: readonly O[],
  { present, isCounting }: { readonly present: string | undefined; readonly isCounting: boolean },
): readonly (O & { readonly disabled: boolean })[] =>
  options.map((option) =>
    isCounting && option.value !== present
      ? { ...option, label: `${option.label} · counting …`, disabled: true }
      : { ...option, disabled: option.disabled === true },
  );

/** The effect of a type on a column, to follow its label in a list. Empty if it has none, or if this was not counted. */
export function typeEffectText(effect: TypeEffect | undefined): string {
  if (effect === undefined) return '';
  const parts = [
    ...(effect.leftOut > 0 ? [`leaves out ${plural(effect.leftOut, 'row')}`] : []),
    ...(effect.altered > 0 ? [`alters ${plural(effect.altered, 'value')}`] : []),
  ];
  return parts.length === 0 ? '' : ` · ${parts.join(', ')}`;
}

/** The reading options after a change. The value undefined restores the detected setting. If the change may alter the columns, options about single columns are dropped. */
export function changedReading(
  reading: ReadingOptions,
  change: { readonly [K in keyof ReadingOptions]?: ReadingOptions[K] | undefined },
): { readonly reading: ReadingOptions; readonly keepsColumns: boolean } {
  const keepsColumns = !shapingOptions.some((option) => option in change);
  const merged = { ...reading, ...change, ...(keepsColumns ? {} : { leftOutColumns: undefined }) };
  return {
    // Sorted as in the form, since a link restores them in this order.
    reading: Object.fromEntries(
      Object.keys(readingSchema.entries).flatMap((option) => {
        const value = merged[option as keyof ReadingOptions];
        return value === undefined ? [] : [[option, value]];
      }),
    ),
    keepsColumns,
  };
}
