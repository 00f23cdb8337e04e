import { unpackTexts } from '../model/canonical';
import type { LaidOutColumn } from './laid-out-column';
import type { DatasetKind, LookupKey, LookupValue } from '../model/dataset';
import { FormatlabError } from '../model/errors';

/**
 * Names of the key and value columns, for look-ups by key in columnar files. Opening the file reads the key column once; it then gives the
 * row of each key.
 */
export interface KeyedColumns {
  readonly key: string;
  readonly value: string;
}

/** The key and value columns of a dataset of this kind; null if rows are looked up by their number. */
export function keyedColumns(kind: DatasetKind): KeyedColumns | null {
  switch (kind) {
    case 'keyedVectors':
      return { key: 'id', value: 'vector' };
    case 'dict':
    case 'records':
      return { key: 'key', value: 'value' };
    default:
      return null;
  }
}

export type RowsByKey = ReadonlyMap<LookupKey, number>;

/**
 * Maps each key to its row.
 * @throws `malformedInput` if the column is missing or does not hold keys.
 */
export function rowsByKey([column]: readonly LaidOutColumn[], { key }: KeyedColumns): RowsByKey {
  if (column?.name !== key || (column.type !== 'utf8' && column.type !== 'int64'))
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'lookup',
      message: `The file has no column ${key} of texts or of int64.`,
    });
  const rows = new Map<LookupKey, number>();
  const keys: Iterable<LookupKey> = 'offsets' in column ? unpackTexts(column) : column.values;
  let row = 0;
  for (const one of keys) {
    rows.set(one, row);
    row += 1;
  }
  return rows;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The result of a look-up, from a value column of one row: a vector, a number, a text, or a record's bytes. */
export function lookupValueOfRow([column]: readonly LaidOutColumn[], kind: DatasetKind): LookupValue {
  if (column?.type === 'vector' && (column.values instanceof Float64Array || column.values instanceof Float32Array))
    return column.values;
  if (column?.type === 'utf8') return kind === 'records' ? column.data : decoder.decode(column.data);
  if (column?.type === 'float64' || column?.type === 'int64') {
    const [value] = column.values;
    if (value !== undefined) return value;
  }
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'lookup',
    message: `The file has no column of values to look up${column === undefined ? '' : `: ${column.name} is of type ${column.type}`}.`,
  });
}
