import {
  unitFitsQuantity,
  type ImportedScope,
  type ImportedUnit,
  importedUnits,
  type Quantity,
} from '../../../../workers/model/imported-set';
import { parseUnit } from '../readers/cell-number';

/** What the words of a heading say about the figures below it. */
export interface HeadingReading {
  readonly unit: ImportedUnit | null;
  readonly writes: boolean;
  readonly reads: boolean;
  readonly kind: 'size' | 'memory' | 'ratio' | 'time' | 'rate' | 'factor' | null;
  readonly isPlainRate: boolean;
}

const reads =
  /decompr|uncompr|decod|\bdeser|unpack|unmarshal|\bread|\bload|\bpars|\bscan|restor|\bextract|\bopen|inflate/i;
const writes =
  /compr|encod|\bwrit|\bser(ial|\b)|\bdump|\bpack|marshal|\binsert|ingest|creat|\bsav(e|ing)|\bstor(e|ing)\b|\bbuild|\bexport|deflat/i;
/**
 * Abbreviated headings of writing, with their counterparts for reading below: `C MB/s`, `Cspeed`, `comp. time`, `enc
 * ms`.
 */
const shortWrite = /^c(omp\b)?[ .]*(?=(speed|time|[kmg]i?b\/s|ms|µs|ns|s)\b)|^(comp|enc)\b(?! size)/i;
const shortRead = /^d(ec(omp)?\b)?[ .]*(?=(speed|time|[kmg]i?b\/s|ms|µs|ns|s)\b)|^dec\b(?! size)/i;
const kinds = [
  ['memory', /\bb(ytes)?\/op\b|memory|\bmem\b|\bram\b|\brss\b|heap|\balloc(ated|(ation)? (bytes|size|rate norm))\b/i],
  [
    'factor',
    /speed-?up|faster|slower|\bvs\.?\b|relative|improvement|savings?\b|\bsaved\b|reduction|\bscaled\b|\balloc ratio\b/i,
  ],
  ['ratio', /ratio|\bc\.?r\.?\b|% of|percent/i],
  ['rate', /\bqps|\bops\b|throughput|\bthrpt\b|\brate\b|per sec|\brps|\btps|speed|bandwidth/i],
  [
    'time',
    /time|latency|duration|elapsed|second|\bp\d\d|\bq(uery)? ?\d+$|\bcold\b|\bhot\b|\bmean\b|\bmedian\b|\bavgt\b|^sample$|^ss$/i,
  ],
  ['size', /size|bytes|\bdisk|storage|footprint|\bspace\b|\blength\b|bytes/i],
] as const satisfies readonly (readonly [NonNullable<HeadingReading['kind']>, RegExp])[];

/** All kinds of figures that the words name, the most specific first. */
const kindsIn = (words: string) => kinds.flatMap(([kind, pattern]) => (pattern.test(words) ? [kind] : []));

/**
 * Reads a table's caption. A caption that names several kinds of figures, such as “speed and size”, applies to no
 * column.
 */
export function readCaption(caption: string): HeadingReading {
  const reading = readHeading(caption);
  return kindsIn(caption).length > 1 ? { ...reading, kind: null } : reading;
}

/** Reads a heading such as `Compression speed (MB/s)`, `write_time_ms`, `Compr. size` or `Decode, µs`. */
export function readHeading(given: string): HeadingReading {
  const heading = withoutClock(given);
  const words = heading.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  const withoutReads = words.replace(new RegExp(reads.source, 'gi'), '');
  return {
    unit: unitInHeading(heading),
    reads: reads.test(words) || shortRead.test(words),
    writes: writes.test(withoutReads) || shortWrite.test(words),
    kind: kindsIn(words)[0] ?? null,
    isPlainRate: /\b(de)?compression rate$/i.test(words.trim()),
  };
}

const withoutStorage = /\b(without|w\/o|excl(\.|uding|udes)?|no)\s+(disks?|files?|i\s?\/\s?o|io|storage)\b/i;
const inMemory = /\bin[\s-]?(memory|ram|mem)\b|\b(memory|ram) only\b|\bfrom (memory|ram)\b|\bto (memory|ram)\b/i;
const withStorage = /\b(disks?|ssd|hdd|nvme|files?|file ?system|storage|fsync|i\/o|io)\b/i;

/** The clock's scope that a heading or caption names. Null if it names none, or contradictory ones. */
export function scopeIn(heading: string): ImportedScope | null {
  const words = heading.replaceAll('_', ' ');
  if (withoutStorage.test(words)) return 'inMemory';
  const [memory, storage] = [inMemory.test(words), withStorage.test(words)];
  return memory === storage ? null : memory ? 'inMemory' : 'withStorage';
}

const clockWords =
  /[([][^()[\]]*\b(?:i\/o|io)\b[^()[\]]*[)\]]|[([]?\s*\b(?:in|from|to|on|with|without)[\s_-]?(?:memory|ram|mem|disk|ssd|files?|storage)\b\s*[)\]]?/gi;

/**
 * A heading without the words about its clock, which name neither unit nor kind. Without this, “decode ms (in memory)”
 * would be taken for memory.
 */
const withoutClock = (heading: string): string =>
  heading.replace(clockWords, ' ').trim().replace(/\s+/g, ' ') || heading;

/**
 * The unit in a heading: in brackets, after a comma or “in”, or as the last word. A single letter counts only after an
 * underscore, or together with other units of its kind: `size_b`, `time s`.
 */
export function unitInHeading(heading: string): ImportedUnit | null {
  const unit = anyUnitIn(heading);
  // Counts such as `allocs/op` have no unit.
  return unit === '1' ? null : unit;
}

function anyUnitIn(heading: string): ImportedUnit | null {
  const perSecond = /([^\W_]+)[\s_]per[\s_]s(?:ec(?:ond)?)?s?$/i.exec(heading)?.[1];
  if (perSecond !== undefined) return parseUnit(`${perSecond}/s`);
  for (const [, inside = ''] of heading.matchAll(/[([]([^()[\]]{1,24})[)\]]/g)) {
    const unit =
      parseUnit(inside) ?? parseUnit(inside.split(/,| in /).at(-1) ?? '') ?? parseUnit(inside.split(' ')[0] ?? '');
    if (unit !== null) return unit;
  }
  const word = heading.split(/\s+/).at(-1) ?? '';
  const wordUnit = word.length > 1 && word !== heading ? parseUnit(word) : null;
  if (wordUnit !== null) return wordUnit;
  const after = /(?:,| in |:|\s\/ ?|–|-)\s*([^\s,()]+(?: ?\/ ?\w+| per \w+)?)\s*$/i.exec(heading)?.[1];
  const afterUnit = after === undefined ? null : parseUnit(after);
  if (afterUnit !== null) return afterUnit;
  const last = heading.split(/[\s_]+/).at(-1) ?? '';
  const unit = last === heading && last.length === 1 ? null : parseUnit(last);
  // “File bytes” names bytes. A single last letter, as in “3 x” or “Run B”, is not taken for a unit.
  return unit === null || (last.length === 1 && !/[_\s][sSxX%]$/.test(heading)) ? null : unit;
}

/** True if the heading names a kind of figure or a unit. */
export const headingNamesFigures = (reading: HeadingReading): boolean =>
  reading.unit !== null || reading.kind !== null || reading.reads || reading.writes;

/** The quantity that the heading's words and the unit imply. `values` are the column's numbers in that unit. */
export function quantityOf(
  { reads: back, writes: forth, kind, isPlainRate }: HeadingReading,
  unit: ImportedUnit | null,
  values: readonly number[],
): Quantity {
  const way = forth && !back ? 'write' : back && !forth ? 'read' : null;
  const dimension = unit === null || unit === '1' ? null : importedUnits[unit].dimension;
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  switch (dimension) {
    case 'time':
      return way === 'write' ? 'writeTime' : way === 'read' ? 'readTime' : 'time';
    case 'speed':
      return way === 'write' ? 'writeSpeed' : way === 'read' ? 'readSpeed' : 'speed';
    case 'bytes':
      return kind === 'memory' ? 'memorySize' : 'fileSize';
    case 'rate':
      return 'rate';
    case 'bare':
      if (unit === '%') return kind === 'ratio' || kind === 'size' ? 'sizeShare' : 'number';
      return kind === 'ratio'
        ? 'ratio'
        : kind === 'factor' || kind === 'rate' || kind === 'time'
          ? 'factor'
          : kind === 'size'
            ? 'factor'
            : 'factor';
  }
  if (kind === 'memory') return 'memorySize';
  if (kind === 'ratio') return median >= 1 ? 'ratio' : 'sizeShare';
  if (kind === 'factor') return 'factor';
  // A “compression rate” without a unit is ambiguous: it can be a speed, a share or a ratio.
  if (kind === 'rate' && isPlainRate) return 'number';
  if (kind === 'rate') return way === null ? 'rate' : way === 'write' ? 'writeSpeed' : 'readSpeed';
  if (kind === 'size') return 'fileSize';
  if (kind === 'time') return way === 'write' ? 'writeTime' : way === 'read' ? 'readTime' : 'time';
  return 'number';
}

const fallbackUnits: Readonly<Record<(typeof importedUnits)[ImportedUnit]['dimension'], ImportedUnit>> = {
  time: 's',
  speed: 'MB/s',
  bytes: 'B',
  rate: '/s',
  bare: '1',
};

/** A unit of the quantity: the printed one if it fits, otherwise the most common. */
export const unitFor = (
  quantity: Quantity,
  printed: ImportedUnit | null,
  dimension: (typeof importedUnits)[ImportedUnit]['dimension'],
): ImportedUnit => (printed !== null && unitFitsQuantity(printed, quantity) ? printed : fallbackUnits[dimension]);
