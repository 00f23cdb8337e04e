import { compareBytes } from '../model/byte-order';
import {
  type ByteStrings,
  type Column,
  type ColumnType,
  type Dataset,
  type Dict,
  type DictKeyType,
  dictKeyTypes,
  type FixedWidthType,
  numericConstructor,
  type Records,
  type ScalarType,
  scalarTypes,
  storageType,
  type Table,
  type VariableWidthType,
} from '../model/dataset';
import { sampleMolecules } from './sample-molecules';

/**
 * Small datasets at the edges of every type, for the contract tests and for the files that the reference readers open:
 * nulls first, in the middle and last, extremes, −0, NaN, empty and long texts, and names that need quoting.
 */

const encoder = new TextEncoder();

function validityOf(isNull: readonly boolean[]): Uint8Array | null {
  if (!isNull.includes(true)) return null;
  const validity = new Uint8Array(Math.ceil(isNull.length / 8));
  isNull.forEach((empty, row) => {
    if (!empty) validity[row >>> 3] = (validity[row >>> 3] ?? 0) | (1 << (row & 7));
  });
  return validity;
}

export function fixedColumn(name: string, type: FixedWidthType, values: readonly (number | bigint | null)[]): Column {
  const Values = numericConstructor(storageType[type]);
  const wide = storageType[type] === 'int64' || storageType[type] === 'uint64';
  const stored = values.map((value) => (wide ? BigInt(value ?? 0) : Number(value ?? 0)));
  return {
    name,
    type,
    validity: validityOf(values.map((value) => value === null)),
    values: (Values as { from(list: unknown): unknown }).from(stored),
  } as Column;
}

export function variableColumn(
  name: string,
  type: VariableWidthType,
  values: readonly (string | Uint8Array | null)[],
): Column {
  const items = values.map((value) =>
    value === null ? new Uint8Array() : typeof value === 'string' ? encoder.encode(value) : value,
  );
  const offsets = new Int32Array(items.length + 1);
  items.forEach((item, row) => {
    offsets[row + 1] = (offsets[row] ?? 0) + item.length;
  });
  const data = new Uint8Array(offsets.at(-1) ?? 0);
  items.forEach((item, row) => {
    data.set(item, offsets[row]);
  });
  return { name, type, validity: validityOf(values.map((value) => value === null)), offsets, data };
}

const maxInt64 = 2n ** 63n - 1n;
const rowCount = 11;

/** Rows of eleven: no multiple of eight, so that bitmaps have unused bits. */
const fixedValues: Record<FixedWidthType, readonly (number | bigint)[]> = {
  bool: [1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1],
  int8: [-128, 127, 0, -1, 1, 2, 3, 4, 5, 6, 7],
  int16: [-32_768, 32_767, 0, -1, 1, 2, 3, 4, 5, 6, 7],
  int32: [-(2 ** 31), 2 ** 31 - 1, 0, -1, 1, 2, 3, 4, 5, 6, 7],
  int64: [-(2n ** 63n), maxInt64, 0n, -1n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 1n, 2n, 3n, 4n, 5n],
  uint8: [0, 255, 1, 2, 3, 4, 5, 6, 7, 8, 98],
  uint16: [0, 65_535, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  uint32: [0, 2 ** 32 - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  uint64: [0n, 2n ** 64n - 1n, 2n ** 63n, 2n ** 53n + 1n, 1n, 2n, 3n, 4n, 5n, 6n, 7n],
  float32: [
    -0,
    0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2 ** -149,
    3.4028234663852886e38,
    0.1,
    1 / 3,
    -1.5,
    16_777_216,
  ],
  float64: [
    -0,
    0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    5e-324,
    1.7976931348623157e308,
    0.1,
    1 / 3,
    -1.5,
    2 ** 53,
  ],
  // 0001-01-01 to 9999-12-31: what Python's own dates can hold.
  date: [-719_162, 2_932_896, 0, -1, 1, 19_000, 20_778, 59, 60, -25_567, 11_016],
  timestamp: [
    -62_135_596_800_000_000n,
    253_402_300_799_999_999n,
    0n,
    -1n,
    1n,
    1_000_000n,
    1_795_219_200_000_000n,
    86_399_999_999n,
    -86_400_000_000n,
    951_782_400_000_000n,
    10n,
  ],
};

const texts = [
  '',
  'a',
  'é',
  'naïve, "quoted"',
  'line\nbreak\r\nand return',
  '日本語',
  '😀 beyond 16 bits',
  ' spaces ',
  'null',
  '0',
  'x'.repeat(300),
];
const jsonTexts = [
  '{}',
  '[]',
  '{"a":[1,2.5,-3e10],"b":"ü"}',
  '"text"',
  '12345678901234567890',
  'true',
  '{"nested":{"deep":[[[]]]}}',
  '0',
  '""',
  '[null]',
  '{"comma":"a,b"}',
];

function binaries(): Uint8Array[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Uint8Array.from({ length: row === 10 ? 256 : row }, (_unused, index) => (row * 37 + index) & 0xff),
  );
}

const withNulls = <T>(values: readonly T[]): (T | null)[] =>
  values.map((value, row) => ([0, 5, 10].includes(row) ? null : value));

/** Every column type, without nulls and with. */
export function richTable(): Table {
  const columns: Column[] = [];
  for (const [type, values] of Object.entries(fixedValues) as [FixedWidthType, readonly (number | bigint)[]][]) {
    columns.push(fixedColumn(type, type, values), fixedColumn(`${type} or null`, type, withNulls(values)));
  }
  for (const [type, values] of [
    ['utf8', texts],
    ['binary', binaries()],
    ['json', jsonTexts],
  ] as const) {
    columns.push(
      variableColumn(type, type, values),
      variableColumn(`${type} or null`, type, withNulls<string | Uint8Array>(values)),
    );
  }
  columns.push(
    variableColumn('a name, "quoted"', 'utf8', texts),
    fixedColumn('名前', 'int32', fixedValues.int32),
    fixedColumn('C', 'float64', fixedValues.float64),
  );
  return { kind: 'table', rowCount, columns };
}

/** One type alone, for formats that do not take every type. */
export function singleColumnTable(type: ColumnType, nullable: boolean): Table {
  const column = richTable().columns.find(({ name }) => name === (nullable ? `${type} or null` : type));
  if (column === undefined) throw new Error(`The rich table has no column of type ${type}.`);
  return { kind: 'table', rowCount, columns: [column] };
}

/** The first `rows` rows of a table. */
export function firstRows(table: Table, rows: number): Table {
  const columns = table.columns.map((column): Column => {
    const validity =
      column.validity === null
        ? null
        : validityOf(
            Array.from({ length: rows }, (_, row) => (((column.validity?.[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 0),
          );
    if ('offsets' in column)
      return {
        ...column,
        validity,
        offsets: column.offsets.slice(0, rows + 1),
        data: column.data.slice(0, column.offsets[rows]),
      };
    return { ...column, validity, values: column.values.slice(0, rows) } as Column;
  });
  return { kind: 'table', rowCount: rows, columns };
}

/** A table that is long enough for several pages, batches and frames: 3,000 rows of integers, a text with few values and one with many, with nulls. */
export function longTable(): Table {
  const rows = 3_000;
  const numbers = Array.from({ length: rows }, (_, row) => row);
  return {
    kind: 'table',
    rowCount: rows,
    columns: [
      fixedColumn('count', 'int64', numbers),
      fixedColumn(
        'third',
        'float64',
        numbers.map((row) => row / 3),
      ),
      fixedColumn(
        'small or null',
        'int16',
        numbers.map((row) => (row % 7 === 0 ? null : row % 300)),
      ),
      variableColumn(
        'letter',
        'utf8',
        numbers.map((row) => 'abcdefgh'.charAt(row % 8)),
      ),
      variableColumn(
        'word or null',
        'utf8',
        numbers.map((row) => (row % 11 === 3 ? null : `word number ${row * 7919}`)),
      ),
    ],
  };
}

/** Vectors whose values hold every kind of double; ids of different lengths and alphabets. */
export function sampleVectors(elementType: 'float64' | 'float32', count: number, dimension: number): Dataset {
  const special = fixedValues[elementType] as readonly number[];
  const entries = new Map<string, Float64Array | Float32Array>();
  for (let row = 0; row < count; row += 1) {
    const vector = new (numericConstructor(elementType))(dimension);
    for (let index = 0; index < dimension; index += 1)
      vector[index] = row === 0 ? (special[index % special.length] ?? 0) : (row * dimension + index) / 7;
    entries.set(row === 1 ? 'é ünï' : row === 2 ? 'x' : `id${row}`, vector);
  }
  return { kind: 'keyedVectors', elementType, dimension, entries } as Dataset;
}

const scalars = { float64: fixedValues.float64, int64: fixedValues.int64, utf8: texts } as const;

/** Keys of every alphabet and length, the empty one too; int64 keys at their extremes. Beyond `rowCount` entries they are numbered. */
export function sampleDict(keyType: DictKeyType, valueType: ScalarType, count: number): Dataset {
  const entries = new Map<unknown, unknown>();
  for (let index = 0; index < count; index += 1) {
    const key =
      index < rowCount ? scalars[keyType][index] : keyType === 'utf8' ? `key ${index}` : BigInt(index) * 7_919n;
    entries.set(key, scalars[valueType][index % rowCount]);
  }
  return { kind: 'dict', keyType, valueType, entries } as Dict;
}

/** Records in the order of their keys' bytes: an empty value, a long one (70,000 bytes), and JSON between. */
export function sampleRecords(count: number): Records {
  const keys = Array.from({ length: count }, (_, index) =>
    index < rowCount ? (texts[index] ?? '') : `word ${String(index * 7_919).padStart(9, '0')}`,
  );
  const encoded = keys.map((key) => encoder.encode(key)).sort((a, b) => compareBytes(a, 0, a.length, b, 0, b.length));
  const values = encoded.map((_, index) => {
    if (index === 3) return '';
    if (index === 5) return '0123456789'.repeat(7_000);
    return JSON.stringify([
      { word: index, text: texts[index % rowCount], translation: ['日本', 'の', 'x'.repeat(index % 90)] },
    ]);
  });
  return {
    kind: 'records',
    recordCount: count,
    keys: byteStrings(encoded),
    values: byteStrings(values.map((value) => encoder.encode(value))),
  };
}

function byteStrings(items: readonly Uint8Array[]): ByteStrings {
  const column = variableColumn('', 'binary', items);
  if (!('offsets' in column)) throw new Error('Texts have offsets.');
  return { offsets: column.offsets, data: column.data };
}

/** A copy whose every array begins one element into a larger buffer, so that code that forgets `byteOffset` fails. */
export function unaligned(dataset: Dataset): Dataset {
  const shift = <T extends { length: number; constructor: unknown }>(values: T): T => {
    const Values = values.constructor as new (
      length: number,
    ) => T & { set(values: T, offset: number): void; subarray(from: number, to: number): T };
    const larger = new Values(values.length + 3);
    larger.set(values, 1);
    return larger.subarray(1, values.length + 1);
  };
  switch (dataset.kind) {
    case 'table':
      return {
        ...dataset,
        columns: dataset.columns.map((column) => {
          const validity = column.validity && shift(column.validity);
          return (
            'offsets' in column
              ? { ...column, validity, offsets: shift(column.offsets), data: shift(column.data) }
              : { ...column, validity, values: shift(column.values) }
          ) as Column;
        }),
      };
    case 'keyedVectors':
      return {
        ...dataset,
        entries: new Map([...dataset.entries].map(([id, vector]) => [id, shift(vector)])),
      } as Dataset;
    case 'array':
      return { ...dataset, values: shift(dataset.values) };
    case 'records': {
      const { keys, values } = dataset;
      return {
        ...dataset,
        keys: { offsets: shift(keys.offsets), data: shift(keys.data) },
        values: { offsets: shift(values.offsets), data: shift(values.data) },
      };
    }
    case 'bytes':
      return { ...dataset, bytes: shift(dataset.bytes) };
    default:
      // Made of objects of their own.
      return dataset;
  }
}

/** The datasets that every format which takes their kind must keep. */
export function sampleDatasets(): ReadonlyMap<string, Dataset> {
  const array = (
    elementType: FixedWidthType & ('float64' | 'int64' | 'uint8' | 'float32'),
    shape: readonly number[],
  ): Dataset => {
    const length = shape.reduce((product, side) => product * side, 1);
    const values = Array.from({ length }, (_, index) => fixedValues[elementType][index % rowCount] ?? 0);
    return {
      kind: 'array',
      elementType,
      shape,
      values: (numericConstructor(elementType) as { from(list: unknown): unknown }).from(values),
    } as Dataset;
  };
  const rich = richTable();
  return new Map<string, Dataset>([
    ['rich', rich],
    ['rich-1-row', firstRows(rich, 1)],
    ['rich-0-rows', firstRows(rich, 0)],
    ['long', longTable()],
    ['vectors', sampleVectors('float64', 20, 40)],
    ['vectors-float32', sampleVectors('float32', 5, 13)],
    ['vectors-1', sampleVectors('float64', 1, 1)],
    ['vectors-0', sampleVectors('float64', 0, 4)],
    ['vectors-1000', sampleVectors('float64', 1_000, 8)],
    ['vectors-wide', sampleVectors('float64', 3, 9_000)],
    ['array', array('float64', [11])],
    ['array-3d', array('int64', [2, 3, 4])],
    ['array-0d', array('float32', [])],
    ['array-empty', array('uint8', [0, 3])],
    ['strings', { kind: 'stringArray', values: texts }],
    ['strings-0', { kind: 'stringArray', values: [] }],
    ...scalarTypes.map(
      (type) => [`list-${type}`, { kind: 'list', elementType: type, values: scalars[type] } as Dataset] as const,
    ),
    ['list-0', { kind: 'list', elementType: 'utf8', values: [] }],
    ...dictKeyTypes.flatMap((keyType) =>
      scalarTypes.map(
        (valueType) => [`dict-${keyType}-${valueType}`, sampleDict(keyType, valueType, rowCount)] as const,
      ),
    ),
    ['dict-0', sampleDict('utf8', 'float64', 0)],
    ['dict-1000', sampleDict('utf8', 'float64', 1_000)],
    ['records', sampleRecords(rowCount)],
    ['records-0', sampleRecords(0)],
    ['records-1', sampleRecords(1)],
    ['records-3000', sampleRecords(3_000)],
    ...sampleMolecules(),
    ['bytes', { kind: 'bytes', bytes: Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) >>> 3) }],
    ['bytes-1', { kind: 'bytes', bytes: Uint8Array.of(98) }],
    ['bytes-0', { kind: 'bytes', bytes: new Uint8Array() }],
  ]);
}
