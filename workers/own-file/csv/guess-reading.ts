import {
  type DateFormat,
  dateFormats,
  decimalMarks,
  type DelimitedReading,
  type TimestampFormat,
  thousandsMarks,
  timestampFormats,
} from '../../model/reading-options';

/**
 * What the texts of a table say of how they were written. Pure, and of a sample: who reads the whole file checks there what was guessed. Where a text can mean two things nothing is guessed.
 */

type Texts = readonly (string | null)[];

/** A number written with a mark for decimals and, in groups of three, one for thousands. */
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
  /** What no other style would be written with. */ readonly proof: RegExp;
})[] = [
  {
    decimalMark: 'point',
    thousands: 'none',
    pattern: numberPattern('.', ''),
    proof: /\.(?!\d{3}(\D|$))|^\s*[+-]?0\./u,
  },
  { decimalMark: 'comma', thousands: 'none', pattern: numberPattern(',', ''), proof: /,(?!\d{3}(\D|$))|^\s*[+-]?0,/u },
  { decimalMark: 'point', thousands: 'comma', pattern: numberPattern('.', ','), proof: /,.*[.,]/u },
  { decimalMark: 'comma', thousands: 'point', pattern: numberPattern(',', '.'), proof: /\..*[.,]/u },
  { decimalMark: 'point', thousands: 'space', pattern: numberPattern('.', ' '), proof: /\d (?:\d{3} )*\d{3}\./u },
  { decimalMark: 'comma', thousands: 'space', pattern: numberPattern(',', ' '), proof: /\d (?:\d{3} )*\d{3},/u },
  { decimalMark: 'point', thousands: 'apostrophe', pattern: numberPattern('.', "'"), proof: /\d'\d/u },
];

const isWhole = (text: string) => /^\s*[+-]?\d+\s*$/u.test(text);
const values = (texts: Texts, nullWords: ReadonlySet<string>) =>
  texts.filter((text): text is string => text !== null && text !== '' && !nullWords.has(text));

export interface NumberGuess extends NumberStyle {
  /** Columns whose numbers could be thousands as well as thousandths (“1,234”), where no other column tells. */
  readonly ambiguousColumns: readonly number[];
}

/**
 * How the columns' numbers are written. A style speaks for itself by a column that it fits whole and that holds its proof: a decimal with other than three digits, or two marks in one number.
 */
export function guessNumbers(columns: readonly Texts[], nullWords: ReadonlySet<string>): NumberGuess {
  const marked = columns.map((texts) => {
    const present = values(texts, nullWords);
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
      texts.length > 0 && texts.every((text) => numberStyles[style]?.pattern.test(text));
    return {
      decimalMark: 'point',
      thousands: 'none',
      ambiguousColumns: marked.flatMap((texts, index) => (fits(1, texts) && fits(2, texts) ? [index] : [])),
    };
  }
  // One column may have decimals only, and another thousands.
  const wider = numberStyles.find(
    ({ decimalMark, thousands }, index) =>
      best.thousands === 'none' && decimalMark === best.decimalMark && thousands !== 'none' && (votes[index] ?? 0) > 0,
  );
  const { decimalMark, thousands } = wider ?? best;
  return { decimalMark, thousands, ambiguousColumns: [] };
}

/** A regular expression, for SQL and for JavaScript, of numbers whose thousands are in groups of three; null where there is no mark for thousands. */
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

const patternOf = (format: string) =>
  new RegExp(
    `^${format.replace(/[./]/gu, '\\$&').replace(/%(\w)/gu, (_, letter: string) => directives[letter] ?? '')}$`,
    'iu',
  );

const datePatterns = dateFormats.map((format) => ({ format, pattern: patternOf(format) }));
const timestampPatterns = timestampFormats.flatMap((format) =>
  format === 'iso' ? [] : [{ format, pattern: patternOf(format) }],
);

/** Formats that fit every text of a column; none where it has no texts. */
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

/** Day, month and year in the order of a format: `dmy`. The short and the long name of a month are one. */
const orderOf = (format: string) =>
  (format.match(/%[YymdbB]/gu) ?? []).map((part) => part[1]?.toLowerCase().replace('b', 'm')).join('');

export interface FormatGuess<F> {
  /** Null where no column has such a format, or it is not certain which. */
  readonly format: F | null;
  /** Formats that all columns fit equally and that mean different days; empty where it is certain. */
  readonly ambiguous: readonly F[];
}

/** The format that fits the most columns. Two that fit as many and differ in the order of day and month are ambiguous: neither is taken. */
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

/** The quote of a text's first lines: a single one where nearly every line has a field in it and none has a double one. */
export function guessQuote(head: string): 'double' | 'single' {
  if (head.includes('"')) return 'double';
  const lines = head
    .split(/\r?\n/u)
    .slice(0, 200)
    .filter((line) => line.trim() !== '');
  const quoted = lines.filter((line) => /(?:^|[,;\t|])'(?:[^']|'')*'(?:[,;\t|]|$)/u.test(line)).length;
  return quoted >= 2 && quoted >= 0.9 * (lines.length - 1) ? 'single' : 'double';
}
