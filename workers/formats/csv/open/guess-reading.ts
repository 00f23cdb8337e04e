import {
  type DateFormat,
  dateFormats,
  decimalMarks,
  type DelimitedReading,
  type TimestampFormat,
  thousandsMarks,
  timestampFormats,
} from '../../../model/reading-options';

/**
 * Guesses from a sample of texts how a table was written: number style, date format, quote. The functions are pure. Callers check the
 * guesses on the whole file. If a text can mean two things, nothing is guessed.
 */

type Texts = readonly (string | null)[];

/** Matches a number with a decimal mark and, between groups of three digits, a thousands mark. */
function numberPattern(decimal: string, thousands: string): RegExp {
  const d = decimal.replace('.', '\\.');
  const t = thousands.replace('.', '\\.');
  // Nobody groups the digits of a number that begins with 0.
  const whole = t === '' ? '\\d+' : `(?:\\d+|[1-9]\\d{0,2}(?:${t}\\d{3})+)`;
  return new RegExp(`^\\s*[+-]?(?:${whole}(?:${d}\\d*)?|${d}\\d+)(?:[eE][+-]?\\d+)?\\s*$`, 'u');
}

interface NumberStyle {
  readonly decimalMark: DelimitedReading['decimalMark'];
  readonly thousands: DelimitedReading['thousands'];
}

export const numberStyles: readonly (NumberStyle & {
  readonly pattern: RegExp;
  /** Matches texts that only this style can have. */ readonly proof: RegExp;
})[] = [
  {
    decimalMark: 'point',
    thousands: 'none',
    pattern: numberPattern('.', ''),
    proof: /\.(?!\d{3}(\D|$))|^\s*[+-]?(?:0|\d{4,})\./u,
  },
  {
    decimalMark: 'comma',
    thousands: 'none',
    pattern: numberPattern(',', ''),
    proof: /,(?!\d{3}(\D|$))|^\s*[+-]?(?:0|\d{4,}),/u,
  },
  { decimalMark: 'point', thousands: 'comma', pattern: numberPattern('.', ','), proof: /,.*[.,]/u },
  { decimalMark: 'comma', thousands: 'point', pattern: numberPattern(',', '.'), proof: /\..*[.,]/u },
  { decimalMark: 'point', thousands: 'space', pattern: numberPattern('.', ' '), proof: /\d (?:\d{3} )*\d{3}\./u },
  { decimalMark: 'comma', thousands: 'space', pattern: numberPattern(',', ' '), proof: /\d (?:\d{3} )*\d{3},/u },
  ...(['noBreakSpace', 'narrowNoBreakSpace'] as const).flatMap((thousands) =>
    (['point', 'comma'] as const).map((decimalMark) => ({
      decimalMark,
      thousands,
      pattern: numberPattern(decimalMarks[decimalMark], thousandsMarks[thousands]),
      proof: /\d[\u00a0\u202f]\d/u,
    })),
  ),
  { decimalMark: 'point', thousands: 'apostrophe', pattern: numberPattern('.', "'"), proof: /\d'\d/u },
];

const isWhole = (text: string) => /^\s*[+-]?\d+\s*$/u.test(text);
const values = (texts: Texts, nullWords: ReadonlySet<string>) =>
  texts.filter((text): text is string => text !== null && text !== '' && !nullWords.has(text));

/** The guessed style of numbers. */
interface NumberGuess extends NumberStyle {
  /** Columns whose numbers can be read with a decimal or a thousands mark (“1,234”), if no other column decides. */
  readonly ambiguousColumns: readonly number[];
}

/**
 * Guesses how numbers are written. A style is certain if it fits a whole column that also contains its proof: a decimal number with other
 * than three decimals or with four digits before its mark, or a number with both marks. Infinities and NaN are written alike in all styles.
 */
export function guessNumbers(columns: readonly Texts[], nullWords: ReadonlySet<string>): NumberGuess {
  const marked = columns.map((texts) => {
    const present = values(texts, nullWords).filter((text) => !/^\s*[+-]?(?:inf(?:inity)?|nan)\s*$/iu.test(text));
    return present.every(isWhole) ? [] : present;
  });
  const votes = numberStyles.map(
    ({ pattern, proof }) =>
      marked.filter(
        (texts) =>
          texts.length > 0 && texts.every((text) => pattern.test(text)) && texts.some((text) => proof.test(text)),
      ).length,
  );
  const most = Math.max(...votes);
  const best = most === 0 ? undefined : numberStyles[votes.indexOf(most)];
  if (best === undefined) {
    const fits = (style: number, texts: readonly string[]) =>
      texts.some((text) => text.includes(',')) && texts.every((text) => numberStyles[style]?.pattern.test(text));
    return {
      decimalMark: 'point',
      thousands: 'none',
      ambiguousColumns: marked.flatMap((texts, index) => (fits(1, texts) && fits(2, texts) ? [index] : [])),
    };
  }
  // One column may have only decimals, and another only thousands.
  const wider = numberStyles.find(
    ({ decimalMark, thousands }, index) =>
      best.thousands === 'none' && decimalMark === best.decimalMark && thousands !== 'none' && (votes[index] ?? 0) > 0,
  );
  const { decimalMark, thousands } = wider ?? best;
  return { decimalMark, thousands, ambiguousColumns: [] };
}

/**
 * A regular expression, for SQL and JavaScript, that matches numbers with thousands in groups of three; null if there is no thousands mark.
 */
export const groupedPattern = ({ decimalMark, thousands }: NumberStyle): string | null =>
  thousands === 'none' ? null : numberPattern(decimalMarks[decimalMark], thousandsMarks[thousands]).source;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const directives: Readonly<Record<string, string>> = {
  Y: '\\d{4}',
  y: '\\d{2}',
  m: '(?:0?[1-9]|1[0-2])',
  d: '(?:0?[1-9]|[12]\\d|3[01])',
  b: `(?:${months.map((month) => month.slice(0, 3)).join('|')})`,
  B: `(?:${months.join('|')})`,
  H: '(?:[01]?\\d|2[0-3])',
  I: '(?:0?[1-9]|1[0-2])',
  M: '[0-5]\\d',
  S: '[0-5]\\d(?:\\.\\d{1,6})?',
  p: '[AaPp][Mm]',
};

const sourceOf = (format: string) =>
  format.replace(/[./]/gu, '\\$&').replace(/%(\w)/gu, (_, letter: string) => directives[letter] ?? '');
const patternOf = (format: string) => new RegExp(`^${sourceOf(format)}$`, 'iu');

/** A regular expression, for SQL, that matches times in a format as a whole, in upper and lower case, also between spaces. */
export const formatPattern = (format: string): string => `(?i)\\s*${sourceOf(format)}\\s*`;

const datePatterns = dateFormats.map((format) => ({ format, pattern: patternOf(format) }));
const timestampPatterns = timestampFormats.flatMap((format) =>
  format === 'iso' ? [] : [{ format, pattern: patternOf(format) }],
);

/** The formats that fit every text of a column; empty if the column has no texts. */
export function fittingDates(
  texts: Texts,
  nullWords: ReadonlySet<string>,
): { readonly dates: readonly DateFormat[]; readonly timestamps: readonly TimestampFormat[] } {
  const present = values(texts, nullWords);
  const fitting = <F>(patterns: readonly { readonly format: F; readonly pattern: RegExp }[]) =>
    present.length === 0
      ? []
      : patterns.filter(({ pattern }) => present.every((text) => pattern.test(text))).map(({ format }) => format);
  return { dates: fitting(datePatterns), timestamps: fitting(timestampPatterns) };
}

/** The order of day, month and year in a format: `dmy`. Short and long month names count as the same. */
const orderOf = (format: string) =>
  (format.match(/%[YymdbB]/gu) ?? []).map((part) => part[1]?.toLowerCase().replace('b', 'm')).join('');

/** The guessed format of dates or timestamps. */
interface FormatGuess<F> {
  /** The guessed format. Null if no column has such a format, or if the format is ambiguous. */
  readonly format: F | null;
  /** Formats that fit all columns equally but mean different days; empty if the format is certain. */
  readonly ambiguous: readonly F[];
}

/**
 * Guesses the format that fits the most columns. If two formats fit equally many and differ in the order of day and month, the result is
 * ambiguous.
 */
export function guessFormat<F extends string>(fittingByColumn: readonly (readonly F[])[]): FormatGuess<F> {
  const votes = new Map<F, number>();
  for (const formats of fittingByColumn) for (const format of formats) votes.set(format, (votes.get(format) ?? 0) + 1);
  const most = Math.max(0, ...votes.values());
  const best = [...votes].filter(([, count]) => count === most).map(([format]) => format);
  const [first] = best;
  if (first === undefined) return { format: null, ambiguous: [] };
  const distinct = best.filter(
    (format, index) => best.findIndex((other) => orderOf(other) === orderOf(format)) === index,
  );
  return distinct.length > 1 ? { format: null, ambiguous: distinct } : { format: first, ambiguous: [] };
}

/**
 * Guesses the quote from the first lines: single if nearly every line has a field in single quotes and no line has one in double quotes.
 */
export function guessQuote(head: string): 'double' | 'single' {
  if (head.includes('"')) return 'double';
  const lines = head
    .split(/\r?\n/u)
    .slice(0, 200)
    .filter((line) => line.trim() !== '');
  const quoted = lines.filter((line) => /(?:^|[,;\t|])'(?:[^']|'')*'(?:[,;\t|]|$)/u.test(line)).length;
  return quoted >= 2 && quoted >= 0.9 * (lines.length - 1) ? 'single' : 'double';
}
