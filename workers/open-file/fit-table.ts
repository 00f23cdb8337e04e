import type { CellValue, Column } from '../model/column';
import type { Table } from '../model/dataset';
import type { FittedParameter, FittedTable } from '../model/fitted-table';
import { cellValue } from '../model/table-row';
import {
  decimalDigitsOf,
  distinctShareOf,
  mean,
  regularityOf,
  repeatedSentenceShare,
  runLengthOf,
  sortednessOf,
  wordsOf,
} from './fit-parameters';

/** Parameters are estimated from so many rows at the beginning of the table. */
const fittedRows = 262_144;
/** Each value is held as an object, so wide tables are estimated from fewer rows: with at most about so many values. */
const fittedCells = 16_777_216;
/** Rows are repeated, and leave their places, within blocks of so many rows: as the workload has it. */
const blockRows = 65_536;
/** Columns with at most so many values are categories; with more, a column of whole numbers may still be one. */
const categoryValues = 50;
const smallIntegers = 256;
/** Texts with more words are sentences. */
const wordsOfSentences = 4;
/** The share of the workload's columns that have nulls: 4 of 9. */
const nullableShare = 4 / 9;
/** The sizes that the workload has. */
const workloadRows = { min: 10, max: 10_000_000 } as const;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
const share = (value: number) => Math.round(100 * clamp(value, 0, 1)) / 100;
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** A column of the rows that repeat no earlier row. */
interface Sample {
  readonly values: readonly CellValue[];
  /** Whether the value's row directly follows that of the value before. */
  readonly follows: readonly boolean[];
  readonly distinct: number;
  readonly role: 'integers' | 'floats' | 'texts' | 'sentences' | 'times' | 'others';
}

const integerTypes = /^u?int(8|16|32|64)$/;
const floatTypes = /^float(16|32|64)$/;

function roleOf(column: Column, values: readonly CellValue[]): Sample['role'] {
  if (integerTypes.test(column.type)) return 'integers';
  if (floatTypes.test(column.type)) return 'floats';
  if (column.type === 'timestamp') return 'times';
  if (column.type !== 'utf8') return 'others';
  const texts = values.filter((value) => typeof value === 'string').slice(0, 1_000);
  const words = texts.reduce((sum, text) => sum + wordsOf(text), 0);
  return texts.length > 0 && words / texts.length >= wordsOfSentences ? 'sentences' : 'texts';
}

/** From how many rows at its beginning a table is estimated. */
export const fittedRowsOf = (rowCount: number, columnCount: number): number =>
  Math.min(rowCount, fittedRows, Math.ceil(fittedCells / Math.max(1, columnCount)));

/**
 * Estimates the parameters of the workload “Table” from a table. The estimates hold none of its values and no names of its columns.
 * A parameter that no column shows has the workload's default, and says so.
 */
export function fitTable(table: Table): FittedTable {
  const rows = fittedRowsOf(table.rowCount, table.columns.length);
  const cells = table.columns.map((column) => Array.from({ length: rows }, (_, row) => cellValue(column, row)));
  const isRepeat = repeatedRows(cells, rows);
  const repeats = isRepeat.reduce((sum, repeat) => sum + (repeat ? 1 : 0), 0);
  const nulls = cells.reduce(
    (sum, values) => sum + values.reduce<number>((count, value) => count + (value === null ? 1 : 0), 0),
    0,
  );
  const samples = table.columns.map((column, index) => sampleOf(column, cells[index] ?? [], isRepeat));

  const isCategory = ({ role, distinct, values }: Sample) =>
    distinct <= categoryValues || (role === 'integers' && distinct <= smallIntegers && distinct < values.length / 2);
  const categories = samples.filter((sample) => sample.distinct > 1 && isCategory(sample));
  const others = samples.filter((sample) => !isCategory(sample));
  const spread = others.filter(({ role }) => role === 'floats' || role === 'texts');
  const ordered = others.filter(
    ({ role, distinct, values }) => (role === 'integers' || role === 'times') && distinct > values.length / 2,
  );
  const floats = samples.filter(({ role }) => role === 'floats');
  const sentences = samples.filter(({ role }) => role === 'sentences');
  const times = ordered.filter(({ role }) => role === 'times');

  const cellCount = Math.max(1, rows * table.columns.length);
  const from = <T extends readonly unknown[]>(columns: T, value: () => number): FittedParameter =>
    columns.length === 0 ? { isEstimated: false } : { isEstimated: true, value: value() };
  const known = (value: number): FittedParameter => ({ isEstimated: true, value });
  return {
    rows: clamp(table.rowCount, workloadRows.min, workloadRows.max),
    fittedRows: rows,
    parameters: {
      distinctShare:
        spread.length === 0 && (floats.length > 0 || samples.some(({ role }) => role === 'texts'))
          ? known(0)
          : from(spread, () => share(mean(spread.map(({ values }) => distinctShareOf(values, rows))))),
      sortedness: from(ordered, () => share(Math.max(...ordered.map(({ values }) => sortednessOf(values, blockRows))))),
      runLength: from(categories, () =>
        clamp(Math.round(median(categories.map(({ values, follows }) => runLengthOf(values, follows)))), 1, 10_000),
      ),
      nullShare: known(share(nulls / cellCount / nullableShare)),
      decimalDigits: from(floats, () => Math.round(median(floats.map(({ values }) => decimalDigitsOf(values))))),
      textRepetition: from(sentences, () => share(mean(sentences.map(({ values }) => repeatedSentenceShare(values))))),
      regularity: from(times, () => share(Math.max(...times.map(({ values }) => regularityOf(values))))),
      duplicateShare: known(share(repeats / Math.max(1, rows))),
    },
  };
}

function sampleOf(column: Column, values: readonly CellValue[], isRepeat: readonly boolean[]): Sample {
  const kept: CellValue[] = [];
  const follows: boolean[] = [];
  let last = -2;
  for (const [row, value] of values.entries()) {
    if (value === null || isRepeat[row] === true) continue;
    kept.push(keyOf(value));
    follows.push(row === last + 1);
    last = row;
  }
  return { values: kept, follows, distinct: new Set(kept).size, role: roleOf(column, kept) };
}

/** A value that equals another if both are the same: lists and bytes as texts. */
const keyOf = (value: CellValue): CellValue => (typeof value === 'object' && value !== null ? textOf(value) : value);

/** Numbers and texts have a path of their own: a replacer would make them ten times slower. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value);
}

/** Which rows equal an earlier row of their block in every column. */
function repeatedRows(cells: readonly (readonly CellValue[])[], rows: number): boolean[] {
  let seen = new Set<string>();
  return Array.from({ length: rows }, (_, row) => {
    if (row % blockRows === 0) seen = new Set();
    const key = cells.map((values) => textOf(values[row])).join('\u0000');
    const isRepeat = seen.has(key);
    seen.add(key);
    return isRepeat;
  });
}
