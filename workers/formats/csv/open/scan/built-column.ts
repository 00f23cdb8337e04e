import { type Column, numericConstructor, type NumericType } from '../../../../model/column';

/** The columns that a scan builds, as they come out of its module. */

/**
 * The types of built columns, in the order of `Kind` in columns.rs. Instants are in UTC. Types that a user chose are read from more texts; decimals become texts
 * in standard form.
 */
export const columnBuildKinds = [
  'utf8',
  'int64',
  'float64',
  'bool',
  'date',
  'timestamp',
  'instantsUs',
  'instantsNs',
  'uint64',
  'chosen int8',
  'chosen int16',
  'chosen int32',
  'chosen int64',
  'chosen uint8',
  'chosen uint16',
  'chosen uint32',
  'chosen uint64',
  'chosen float32',
  'chosen float64',
  'chosen bool',
  'chosen date',
  'chosen timestamp',
  'chosen time',
  'chosen decimal',
] as const;
export type ColumnBuildKind = (typeof columnBuildKinds)[number];

/** As what a column is built. */
export interface ColumnBuild {
  readonly kind: ColumnBuildKind;
  readonly format: string | null;
}

const isNumeric = (type: string): type is NumericType => /^(?:u?int\d+|float(?:32|64))$/u.test(type);

/** The column of the bytes that the module has; `ends` gives those of the ends of texts. */
export function builtColumn(
  base: Pick<Column, 'name' | 'validity'>,
  kind: ColumnBuildKind,
  data: Uint8Array<ArrayBuffer>,
  ends: () => Uint8Array<ArrayBuffer>,
): Column {
  const type = kind.replace('chosen ', '');
  if (isNumeric(type)) return { ...base, type, values: new (numericConstructor(type))(data.buffer) } as Column;
  switch (type) {
    case 'utf8':
    case 'decimal':
      return { ...base, type: 'utf8', offsets: new Int32Array(ends().buffer), data };
    case 'bool':
      return { ...base, type, values: data };
    case 'date':
      return { ...base, type, values: new Int32Array(data.buffer) };
    case 'timestamp':
      return { ...base, type, values: new BigInt64Array(data.buffer) };
    case 'time':
      return { ...base, type, unit: 'us', values: new BigInt64Array(data.buffer) };
    case 'instantsUs':
    case 'instantsNs':
      return {
        ...base,
        type: 'timestamp',
        values: new BigInt64Array(data.buffer),
        unit: type === 'instantsNs' ? 'ns' : 'us',
        timeZone: 'UTC',
      };
    default:
      throw new Error(`A scan builds no columns of ${kind}.`);
  }
}
