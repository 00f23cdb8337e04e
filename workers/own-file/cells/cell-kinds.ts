import type { ChosenType } from '../../model/chosen-type';
import { columnName, timesAsTextNote } from '../notes';
import { plural } from '../../model/plural';
import type { TimestampTextCounter } from '../timestamp-texts';

/** Microseconds since 1970-01-01T00:00 or since midnight, or days since 1970-01-01. */
export class CellTime {
  readonly kind: 'date' | 'timestamp' | 'time';
  readonly ticks: bigint;

  constructor(kind: CellTime['kind'], ticks: bigint) {
    this.kind = kind;
    this.ticks = ticks;
  }
}

/** A value of a file whose cells each have their own type: a bigint is an integer, a number is a real. */
export type Cell = null | bigint | number | string | boolean | Uint8Array | CellTime;

const cellKinds = ['integer', 'real', 'text', 'blob', 'boolean', 'date', 'timestamp', 'time'] as const;
type CellKind = (typeof cellKinds)[number];

const nouns: Readonly<Record<CellKind, string>> = {
  integer: 'integer',
  real: 'real number',
  text: 'text',
  blob: 'blob',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'date with time',
  time: 'time',
};

export function kindOf(cell: Exclude<Cell, null>): CellKind {
  switch (typeof cell) {
    case 'bigint':
      return 'integer';
    case 'number':
      return 'real';
    case 'string':
      return 'text';
    case 'boolean':
      return 'boolean';
    default:
      return cell instanceof CellTime ? cell.kind : 'blob';
  }
}

/** How many values of each kind a column has. */
export interface KindCounts {
  readonly counts: Partial<Record<CellKind, number>>;
  /** True if an integer of the column is no float64. */
  hasWideInteger: boolean;
  /** The times among the texts of the column. */
  readonly times: TimestampTextCounter;
}

/** The type of a column, and those that the user may choose instead, the own one first. */
export interface KindChoice {
  readonly own: ChosenType;
  readonly possible: readonly ChosenType[];
  /** What of the kinds is not kept, or that texts are times; null if there is nothing to say. */
  readonly note: string | null;
}

const single: Readonly<Record<CellKind, ChosenType>> = {
  integer: 'int64',
  real: 'float64',
  text: 'utf8',
  blob: 'binary',
  boolean: 'bool',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
};

/**
 * The type that holds all values of a column. A column of one kind has the type of that kind. Integers and reals become float64 if it holds each
 * of them; dates and times become timestamps. All other mixtures become text, or bytes if there are blobs.
 */
export function chooseKind(name: string, { counts, hasWideInteger, times }: KindCounts): KindChoice {
  const kinds = cellKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  const [only] = kinds;
  if (only === undefined) return { own: 'utf8', possible: ['utf8'], note: null };
  if (only === 'text' && kinds.length === 1) {
    const found = times.counts();
    if (found.times === found.texts && found.unfit === 0)
      return { own: 'utf8', possible: ['utf8', 'timestamp'], note: timesAsTextNote(name, found.times) };
  }
  if (kinds.length === 1) return { own: single[only], possible: [single[only]], note: null };
  const has = (...all: CellKind[]) => kinds.every((kind) => all.includes(kind));
  const words = kinds.map((kind) => plural(counts[kind] ?? 0, nouns[kind])).join(', ');
  const note = (kept: string) => `${columnName(name)} mixes ${words}. ${kept}`;
  if (has('integer', 'real') && !hasWideInteger)
    return {
      own: 'float64',
      possible: ['float64', 'int64', 'utf8'],
      note: note('It is kept as float64, which holds each of them; which were integers is not kept.'),
    };
  if (has('date', 'timestamp'))
    return {
      own: 'timestamp',
      possible: ['timestamp', 'date', 'utf8'],
      note: note('It is kept as timestamps, the dates at midnight.'),
    };
  const singles = kinds.map((kind) => single[kind]);
  if ((counts.blob ?? 0) > 0)
    return {
      own: 'binary',
      possible: [...new Set<ChosenType>(['binary', ...singles])],
      note: note(
        'It is kept as bytes: those of the blobs, and of all others as text in UTF-8. Choose another type to leave rows out.',
      ),
    };
  return {
    own: 'utf8',
    possible: [
      ...new Set<ChosenType>(['utf8', ...singles, ...(singles.includes('int64') ? ['float64' as const] : [])]),
    ],
    note: note('It is kept as text. Choose another type to leave rows out whose value does not fit.'),
  };
}
