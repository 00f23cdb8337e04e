import { unpackTexts } from './canonical';
import type { LaidOutColumn } from './columnar-layout';
import type { DatasetKind, LookupKey, LookupValue } from './dataset';
import { FormatlabError } from './errors';

/** Look-ups by key in columnar files: the key column is read once, when the file is opened, and then tells the row of each key. */
export interface KeyedColumns {
  readonly key: string;
  readonly value: string;
}

/** Which columns hold keys and values of a dataset of the kind; null where rows are looked up by their number. */
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

/** Throws `malformedInput` where the column is missing or holds no keys. */
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

/** What a look-up gives of a value column of one row: a vector, a number, a text, or a record's bytes. */
export function valueOfRow([column]: readonly LaidOutColumn[], kind: DatasetKind): LookupValue {
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
    message: `The file has no column of values that could be looked up${column === undefined ? '' : `: ${column.name} is of type ${column.type}`}.`,
  });
}
