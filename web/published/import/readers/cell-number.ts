import { type ImportedUnit, importedUnits } from '../../../../workers/model/imported-set';
import { readPrintedNumber } from '../../../../workers/model/printed-number';

/** The decimal mark: `point` as in `1,234.5`, or `comma` as in `1.234,5`. */
export type DecimalMark = 'point' | 'comma';

/**
 * A parsed cell of figures. A `number` is in its `unit`, or has no unit if none is printed. For `57%` the value is 57.
 */
export type CellReading =
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly low: number | null;
      readonly high: number | null;
      readonly unit: ImportedUnit | null;
    }
  /** The cell is empty or states that there is no figure: `-`, `n/a`, `OOM`. */
  | { readonly kind: 'none' }
  /** The cell is not a figure. `problem` says why. */
  | { readonly kind: 'other'; readonly problem: string };

const unitWords: Readonly<Record<string, ImportedUnit>> = {
  ns: 'ns',
  nsec: 'ns',
  nanoseconds: 'ns',
  us: 'µs',
  µs: 'µs',
  μs: 'µs',
  usec: 'µs',
  microseconds: 'µs',
  ms: 'ms',
  msec: 'ms',
  msecs: 'ms',
  millis: 'ms',
  milliseconds: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'min',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  b: 'B',
  byte: 'B',
  bytes: 'B',
  kb: 'kB',
  kilobytes: 'kB',
  kib: 'KiB',
  mb: 'MB',
  megabytes: 'MB',
  mib: 'MiB',
  gb: 'GB',
  gigabytes: 'GB',
  gib: 'GiB',
  tb: 'TB',
  tib: 'TiB',
  'b/s': 'B/s',
  'bytes/s': 'B/s',
  'kb/s': 'kB/s',
  'kib/s': 'KiB/s',
  'mb/s': 'MB/s',
  'mib/s': 'MiB/s',
  'gb/s': 'GB/s',
  'gib/s': 'GiB/s',
  '/s': '/s',
  '1/s': '/s',
  'ops/s': '/s',
  'op/s': '/s',
  ops: '/s',
  qps: '/s',
  tps: '/s',
  rps: '/s',
  'rows/s': '/s',
  'records/s': '/s',
  'docs/s': '/s',
  'req/s': '/s',
  'queries/s': '/s',
  'items/s': '/s',
  'it/s': '/s',
  'points/s': '/s',
  'samples/s': '/s',
  'inserts/s': '/s',
  'reads/s': '/s',
  'writes/s': '/s',
  'k/s': 'k/s',
  'kops/s': 'k/s',
  kops: 'k/s',
  'k ops/s': 'k/s',
  kqps: 'k/s',
  'krows/s': 'k/s',
  'k rows/s': 'k/s',
  'm/s': 'M/s',
  'mops/s': 'M/s',
  mops: 'M/s',
  'm rows/s': 'M/s',
  'mrows/s': 'M/s',
  '%': '%',
  '％': '%',
  percent: '%',
  'per cent': '%',
  x: '×',
  '×': '×',
  times: '×',
  // A plain count in a cell has no unit.
  allocs: '1',
  allocations: '1',
  counts: '1',
};

/**
 * The unit that a word names, in any case. `per second`, `/sec` and `s-1` equal `/s`. Null for an unknown unit. Bits
 * per second (`Mb/s`, `Mbps`) are not supported, so they are unknown.
 */
export function parseUnit(word: string): ImportedUnit | null {
  const trimmed = word.trim();
  if (/^[kMGT]?b(it)?(ps|\/s(ec)?)$/.test(trimmed) || /^[kMG]bit/i.test(trimmed)) return null;
  const spelt = trimmed
    .toLowerCase()
    .replace(/\.$/, '')
    // Time or bytes per call have the unit of the time or bytes.
    .replace(
      /\s*(\/|per)\s*(op|iter|iteration|call|query|request|record|row|item|element|message|msg|value|key|object|doc|page|file|alloc|loop|run|core|thread)$/,
      '',
    )
    .replace(/^([kmg]i?b)ps$/, '$1/s')
    .replace(/^(million|m)\s.*(\/|per)\s*s(ec(ond)?)?$/, 'm/s')
    .replace(/^(thousand|k)\s.*(\/|per)\s*s(ec(ond)?)?$/, 'k/s')
    .replace(/\s*(\/|per)\s*(seconds?|secs?|s)$/, '/s')
    .replace(/\s*s\^?[-−]1$|\s*s⁻¹$/, '/s');
  // Any other thing per second is a rate.
  const perShorter = /^[a-z]{1,12}\/(ms|us|µs|μs)$/.exec(spelt)?.[1];
  if (perShorter !== undefined) return perShorter === 'ms' ? 'k/s' : 'M/s';
  return Object.hasOwn(unitWords, spelt) ? (unitWords[spelt] ?? null) : /^[a-z]{1,12}\/s$/.test(spelt) ? '/s' : null;
}

const nothing =
  /^(|[-–—−?.…/]+|\(?none\)?|n\.?\/?a\.?|nan|null|nil|tbd|✗|×|fail(ed|ure)?|error|oom|crash(ed)?|time-?d? ?out|timeout|not (supported|available|measured|tested|applicable|run)|unsupported)$/i;
const numeral = String.raw`[+\-−]?(?:\d[\d.,' ]*|[.,]\d+)(?:\s?[×x*·]\s?10\^?[-−+]?\d+|[eE][-+−]?\d+)?`;
const span = new RegExp(
  String.raw`^(${numeral})(?![eE][-+−]?\d)\s*(?:\p{L}[\p{L}/]*|%)?\s*(?:–|—|-|…|\.\.\.?|\bto\b)\s*(${numeral})\s*(.*)$`,
  'u',
);
const spread = new RegExp(
  String.raw`^(${numeral})\s*([^\d(±]*?)\s*\(?\s*(?:±|\+/-|\+-)\s*(${numeral})\s*(%?)\s*\)?\s*(.*?)\)?$`,
  'u',
);
const single = new RegExp(String.raw`^[~≈]?\s?(?:ca\.?\s|about\s)?(${numeral})\s*(.*)$`, 'u');
const twoNumbers = /^[^\d(]{0,12}[\s*†‡/|;]+[~≈*]?\d/u;
/** Criterion's interval: lower bound, estimate and upper bound, each with its unit. */
const interval95 = new RegExp(String.raw`^\[(${numeral}) (\S+) (${numeral}) (\S+) (${numeral}) (\S+)\]$`, 'u');
const clock = /^\d+\s*m(?:in)?\s+\d+(?:\.\d+)?\s*s$/;
const hours = /^(\d+)\s*h(?:ours?)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+(?:\.\d+)?)\s*s)?$/;

/**
 * Parses a cell of figures. Ranges (`42401–44557`) and errors (`1.2 ± 0.1`) keep their ends. Footnote marks are
 * ignored. A bound (`<1`) is not a figure.
 */
export function readCell(text: string, numerals: DecimalMark): CellReading {
  const cell = withoutFootnotes(text);
  if (nothing.test(cell)) return { kind: 'none' };
  if (/^(<|>|≤|≥|under |over |more than |less than )/i.test(cell))
    return { kind: 'other', problem: `“${text}” is a bound, not a figure` };
  if (clock.test(cell)) return plainNumber(readPrintedNumber(cell).value, 's');
  const inHours = hours.exec(cell);
  if (inHours !== null && (inHours[2] ?? inHours[3]) !== undefined)
    return plainNumber(3_600 * Number(inHours[1]) + 60 * Number(inHours[2] ?? 0) + Number(inHours[3] ?? 0), 's');
  const around = spread.exec(cell);
  if (around !== null) return readSpread(text, around, numerals);
  const interval = interval95.exec(cell);
  if (interval !== null) return readInterval(text, interval, numerals);
  const range = span.exec(cell);
  if (range !== null) return readRange(text, range, numerals);
  const match = single.exec(cell);
  if (match === null) return { kind: 'other', problem: `“${shown(text)}” has no number at its start` };
  const value = numberOf(match[1] ?? '', numerals);
  if (typeof value === 'string') return { kind: 'other', problem: value };
  const thousands = /^(k|K|M)$/.exec(match[2] ?? '')?.[1];
  if (thousands !== undefined) return plainNumber(value * (thousands === 'M' ? 1e6 : 1e3), null);
  // A cell such as “2.1:1” is read as a factor.
  const unit = match[2] === ':1' || match[2] === ': 1' ? '×' : trailingUnit(match[2] ?? '');
  if (unit === undefined && twoNumbers.test(match[2] ?? ''))
    return {
      kind: 'other',
      problem: `“${shown(text)}” holds two numbers, and it is unclear which one belongs to the column`,
    };
  return unit === undefined
    ? { kind: 'other', problem: `“${shown(text)}”: “${shown(match[2] ?? '')}” is an unknown unit` }
    : plainNumber(value, unit);
}

const plainNumber = (value: number, unit: ImportedUnit | null): CellReading => ({
  kind: 'number',
  value,
  low: null,
  high: null,
  unit,
});

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function readRange(
  text: string,
  [, from = '', to = '', rest = '']: RegExpExecArray,
  numerals: DecimalMark,
): CellReading {
  const low = numberOf(from, numerals);
  const high = numberOf(to, numerals);
  if (typeof low === 'string') return { kind: 'other', problem: low };
  if (typeof high === 'string') return { kind: 'other', problem: high };
  const unit = trailingUnit(rest);
  if (unit === undefined || low > high)
    return {
      kind: 'other',
      problem: `“${shown(text)}” is not a range from a lower to a higher number in a known unit`,
    };
  return { kind: 'number', value: (low + high) / 2, low, high, unit };
}

function readInterval(
  text: string,
  [, from = '', fromUnit = '', middle = '', middleUnit = '', to = '', toUnit = '']: RegExpExecArray,
  numerals: DecimalMark,
): CellReading {
  const unit = parseUnit(middleUnit);
  const parts = [[from, fromUnit] as const, [middle, middleUnit] as const, [to, toUnit] as const].map(
    ([part, word]) => {
      const value = numberOf(part, numerals);
      const own = parseUnit(word);
      return typeof value === 'string' ||
        own === null ||
        unit === null ||
        importedUnits[own].dimension !== importedUnits[unit].dimension
        ? null
        : (value * importedUnits[own].scale) / importedUnits[unit].scale;
    },
  );
  const [low = null, value = null, high = null] = parts;
  if (low === null || value === null || high === null || unit === null || low > value || value > high)
    return { kind: 'other', problem: `“${shown(text)}” is not an interval around an estimate in a known unit` };
  return { kind: 'number', value, low, high, unit };
}

function readSpread(
  text: string,
  [, middle = '', before = '', half = '', percent = '', after = '']: RegExpExecArray,
  numerals: DecimalMark,
): CellReading {
  const value = numberOf(middle, numerals);
  const by = numberOf(half, numerals);
  if (typeof value === 'string') return { kind: 'other', problem: value };
  if (typeof by === 'string') return { kind: 'other', problem: by };
  const unit = trailingUnit(before.trim() === '' ? after : before);
  const ownUnit = trailingUnit(after);
  if (unit === undefined || ownUnit === undefined)
    return { kind: 'other', problem: `“${shown(text)}” has an unknown unit` };
  if (unit !== null && ownUnit !== null && importedUnits[unit].dimension !== importedUnits[ownUnit].dimension)
    return { kind: 'other', problem: `“${shown(text)}” is in ${unit}, but its error is in ${ownUnit}` };
  // In `3.29 s ± 43.2 ms`, the value and the error have different units.
  const scale = unit === null || ownUnit === null ? 1 : importedUnits[ownUnit].scale / importedUnits[unit].scale;
  const absolute = percent === '%' && unit !== '%' ? (Math.abs(value) * by) / 100 : by * scale;
  return { kind: 'number', value, low: value - absolute, high: value + absolute, unit };
}

/**
 * The unit after a number, with or without a remark in brackets. Null if nothing follows, undefined if something else
 * follows.
 */
function trailingUnit(rest: string): ImportedUnit | null | undefined {
  const words = rest.replace(/\s*[([].*[)\]]\s*$/, '').trim();
  return words === '' ? null : (parseUnit(words) ?? undefined);
}

function withoutFootnotes(text: string): string {
  return (
    text
      .replace(/\s+/gu, ' ')
      .replace(
        /10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)/gu,
        (_, raised: string) =>
          `10^${[...raised].map((digit) => (digit === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))).join('')}`,
      )
      // Emoji beside a figure are ignored.
      .replace(/^(?:\s|\p{Extended_Pictographic}|\uFE0F)+|(?:\s|\p{Extended_Pictographic}|\uFE0F)+$/gu, '')
      .trim()
      .replace(/^\*{1,2}([^*]+)\*{1,2}$/u, '$1')
      .replace(/(\s?\[[\w*†‡]{1,3}\]|[*†‡§¶#]|[¹²³⁴⁵⁶⁷⁸⁹⁰])+$/u, '')
      .trim()
  );
}

/** The value of a numeral, or a sentence that says why it is invalid. */
function numberOf(text: string, numerals: DecimalMark): number | string {
  const numeral = text.trim();
  const [, sign = '', mantissa = '', exponent = '0'] =
    /^([+\-−]?)\s*([\d.,' ]+?)(?:\s?[×x*·]\s?10\^?([-−+]?\d+)|[eE]([-+−]?\d+))?$/.exec(numeral) ?? [];
  const scientific = /[eE]([-+−]?\d+)$/.exec(numeral)?.[1] ?? exponent;
  const point = numerals === 'point' ? mantissa : mantissa.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
  if (!/^(\d{1,3}([,' ]\d{3})+|\d+)?(\.\d+)?$/.test(point) || point === '') {
    return `“${shown(numeral)}” is not a number written as ${numerals === 'point' ? '1,234.5' : '1.234,5'}`;
  }
  const plain = point.replace(/[,' ]/g, '').replace(/^\./, '0.');
  const power = Number(scientific.replace('−', '-'));
  if (!Number.isFinite(power) || Math.abs(power) > 30 || plain.length > 40)
    return `“${shown(numeral)}” is too large or too small`;
  const { value } = readPrintedNumber(power === 0 ? plain : `${plain}×10^${power}`);
  return sign === '-' || sign === '−' ? -value : value;
}

/**
 * Guesses the decimal mark of the cells. It is a comma if at least one comma must be decimal and no cell implies a
 * point.
 */
export function guessNumerals(cells: Iterable<string>): DecimalMark {
  let comma = 0;
  let point = 0;
  for (const cell of cells) {
    if (/\d,\d{1,2}(?!\d)|\d,\d{4,}|\d\.\d{3},\d|^0,\d/.test(cell)) comma += 1;
    if (/\d\.\d{1,2}(?!\d|\.)|\d\.\d{4,}|\d,\d{3}\.\d|\d,\d{3},\d{3}|^0\.\d/.test(cell)) point += 1;
  }
  return comma > point ? 'comma' : 'point';
}

/** Converts a figure to base units. */
export const toBaseUnits = (value: number, unit: ImportedUnit): number => value * importedUnits[unit].scale;
