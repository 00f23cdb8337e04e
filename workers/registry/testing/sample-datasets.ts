import { compareBytes } from '../../model/byte-order';
import { mapBuffers, normalizeColumn, sliceRows } from '../../model/column-rows';
import type { ByteStrings } from '../../model/byte-strings';
import {
  type Column,
  type ColumnType,
  decimalWordCount,
  type FixedWidthType,
  isVariableWidth,
  listItemColumnName,
  numericConstructor,
  type PlainColumn,
  storageType,
  type VariableWidthType,
} from '../../model/column';
import {
  type Dataset,
  type Dict,
  type DictKeyType,
  dictKeyTypes,
  type Records,
  type ScalarType,
  scalarTypes,
  type Table,
} from '../../model/dataset';
import { integerToWords } from '../../model/decimal';
import { sampleMolecules } from '../sample-molecules';

/**
 * Small datasets with the edge cases of every type, for the contract tests and for the files that reference readers open: nulls first, in the middle and last; extremes, −0, NaN;
 * empty and long texts; names that need quoting.
 */

const encoder = new TextEncoder();

export function validityOf(isNull: readonly boolean[]): Uint8Array | null {
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

/** Eleven rows: not a multiple of eight, so that bitmaps have unused bits. */
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
  // 0001-01-01 to 9999-12-31, the range of Python's dates.
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

/** A table with every plain column type, with and without nulls. */
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

/** A table with one column, for formats that do not support every type. */
export function singleColumnTable(type: ColumnType, nullable: boolean): Table {
  const column = richTable().columns.find(({ name }) => name === (nullable ? `${type} or null` : type));
  if (column === undefined) throw new Error(`The rich table has no column of type ${type}.`);
  return { kind: 'table', rowCount, columns: [column] };
}

/** The first `rows` rows of a table. */
function firstRows(table: Table, rows: number): Table {
  return { kind: 'table', rowCount: rows, columns: table.columns.map((column) => sliceRows(column, 0, rows)) };
}

const ticksOf = (values: readonly (bigint | null)[]) => ({
  validity: validityOf(values.map((value) => value === null)),
  values: BigInt64Array.from(values, (value) => value ?? 0n),
});

function decimalColumn(name: string, precision: number, scale: number, integers: readonly (bigint | null)[]): Column {
  const words = decimalWordCount(precision);
  const values = new BigInt64Array(integers.length * words);
  for (const [row, integer] of integers.entries()) integerToWords(integer ?? 0n, values, row, words);
  const validity = validityOf(integers.map((integer) => integer === null));
  return { name, type: 'decimal', precision, scale, validity, values };
}

/** A list column. `lengths` holds the number of items in each row; null makes a null row. */
export function listColumn(name: string, lengths: readonly (number | null)[], item: Column): Column {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, row) => {
    offsets[row + 1] = (offsets[row] ?? 0) + (length ?? 0);
  });
  const validity = validityOf(lengths.map((length) => length === null));
  return { name, type: 'list', validity, offsets, item: { ...item, name: listItemColumnName } as Column };
}

const listTable = (lengths: readonly (number | null)[], item: Column): Table => ({
  kind: 'table',
  rowCount: lengths.length,
  columns: [listColumn(`list of ${item.type}`, lengths, item)],
});

/** A table of seven rows with every type that has parameters or parts, at its extremes, with and without nulls; lists and structs are nested four deep. */
export function typedTable(): Table {
  const rows = 7;
  const minInt64 = -(2n ** 63n);
  const ticks = [0n, -1n, 1n, maxInt64, minInt64, 1_711_846_799_999_999_999n, -12_219_292_800n];
  const units = ['s', 'ms', 'us', 'ns'] as const;
  const withNull = <T>(values: readonly T[]): (T | null)[] =>
    values.map((value, row) => (row % 3 === 0 ? null : value));
  const dayTicks = { s: 86_399n, ms: 86_399_999n, us: 86_399_999_999n, ns: 86_399_999_999_999n };
  const times = (unit: (typeof units)[number]) => [0n, 1n, dayTicks[unit], 43_200n, 59n, 60n, 3_600n];
  const nines = (digits: number) => 10n ** BigInt(digits) - 1n;
  const decimals = (digits: number) =>
    [0n, 1n, -1n, nines(digits), -nines(digits), 5n, -50n].map((value) => (digits < 2 ? value % 10n : value));
  const halves = Uint16Array.of(0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e01, 0x0001, 0x7bff);
  const words = variableColumn(listItemColumnName, 'utf8', ['low', '', 'high', 'é€😀']) as PlainColumn;
  const category = { type: 'category', indices: Int32Array.of(2, 0, 0, 1, 3, 2, 0), categories: words } as const;
  const numbers = fixedColumn(listItemColumnName, 'int64', [2n ** 53n + 1n, null, -1n, 0n, maxInt64]);
  const texts = variableColumn(listItemColumnName, 'utf8', ['', 'a', null, 'b\u0000c', '😀']);
  const inner = listColumn(listItemColumnName, [2, 0, null, 3], numbers);
  const struct = (name: string, empties: readonly boolean[], fields: readonly Column[]): Column =>
    normalizeColumn({ name, type: 'struct', validity: validityOf(empties), fields }, empties.length);
  const pair = struct(
    listItemColumnName,
    [false, true, false, false],
    [fixedColumn('x', 'float64', [-0, 1, null, Number.NaN]), listColumn('tags', [1, 0, 3, 1], texts)],
  );
  const zoned = { type: 'timestamp', unit: 'ns', timeZone: 'America/New_York' } as const;
  const event = struct(
    listItemColumnName,
    [false, true, false, false],
    [
      { name: 'half', type: 'float16', validity: null, values: halves.slice(0, 4) },
      {
        name: 'id',
        type: 'fixedBinary',
        width: 3,
        validity: null,
        data: Uint8Array.of(0, 1, 2, 9, 9, 9, 255, 0, 1, 7, 7, 0),
      },
      listColumn(
        'lists',
        [2, 0, 1, 0],
        listColumn(listItemColumnName, [1, null, 2], variableColumn('', 'utf8', ['a', null, 'é'])),
      ),
    ],
  );
  const none = new Array<boolean>(rows).fill(false);
  const columns: Column[] = [
    { name: 'half', type: 'float16', validity: null, values: halves },
    { name: 'half or null', type: 'float16', ...nullable(halves, Uint16Array) },
    ...units.flatMap((unit): Column[] => [
      ...(unit === 'us'
        ? []
        : [{ name: `local ${unit}`, type: 'timestamp', unit, timeZone: null, ...ticksOf(ticks) } as const]),
      { name: `UTC ${unit}`, type: 'timestamp', unit, timeZone: 'UTC', ...ticksOf(withNull(ticks)) },
      { name: `duration ${unit}`, type: 'duration', unit, ...ticksOf(withNull(ticks)) },
      { name: `time ${unit}`, type: 'time', unit, ...ticksOf(withNull(times(unit))) },
    ]),
    { name: 'zoned', type: 'timestamp', unit: 'us', timeZone: 'Europe/Berlin', ...ticksOf(ticks) },
    { name: 'offset', type: 'timestamp', unit: 'ms', timeZone: '+02:00', ...ticksOf(ticks) },
    ...[1, 9, 18, 19, 38, 39, 76].map((digits) =>
      decimalColumn(`decimal ${digits}`, digits, Math.min(digits, digits >> 1), decimals(digits)),
    ),
    decimalColumn('decimal or null', 20, 2, withNull(decimals(20))),
    {
      name: 'uuid',
      type: 'fixedBinary',
      width: 16,
      validity: null,
      data: Uint8Array.from({ length: rows * 16 }, (_, at) => at),
    },
    { name: 'category', ordered: false, validity: null, ...category },
    {
      name: 'ordered or null',
      ordered: true,
      validity: validityOf([true, ...none.slice(1)]),
      ...category,
      indices: Int32Array.of(0, 0, 0, 1, 3, 2, 0),
    },
    listColumn('numbers', [2, 0, 1, 0, 2, 0, 0], numbers),
    listColumn('numbers or null', [null, 2, 0, 3, null, 0, 0], numbers),
    listColumn('lists', [1, 0, 2, 0, 1, 0, 0], inner),
    struct('place', none, [
      fixedColumn('lat', 'float32', [1, 2, 3, 4, 5, 6, 7]),
      variableColumn('city', 'utf8', ['a', '', 'c', null, 'e', 'f', 'g']),
    ]),
    struct(
      'nested or null',
      [false, true, false, false, false, true, false],
      [listColumn('pairs', [2, 0, 0, 1, null, 0, 1], pair), decimalColumn('price', 12, 2, decimals(12))],
    ),
    struct(
      'arrays or null',
      [false, false, true, false, false, false, false],
      [listColumn('events', [1, 0, 2, 0, 1, null, 0], event), { ...ticksOf(ticks), name: 'at', ...zoned }],
    ),
  ];
  return { kind: 'table', rowCount: rows, columns };
}

/** A table of four rows with a list of structs that contain every other type, which some formats store differently there. Dates and times are in the years 1 to 9999. */
function nestedTable(): Table {
  const lastMicrosecond = 253_402_300_799_999_999n;
  const levels = fixedColumn(listItemColumnName, 'int32', [7, -7]) as PlainColumn;
  const words = variableColumn(listItemColumnName, 'utf8', ['a', 'long word', 'never']) as PlainColumn;
  const units = { time: 'ms', instant: 'ms', span: 's' } as const;
  const fields: Column[] = [
    fixedColumn('flag', 'bool', [1, 0, null, 0, 1]),
    fixedColumn('large', 'uint64', [2n ** 64n - 1n, 2n ** 63n, 0n, null, 1n]),
    fixedColumn('small', 'int8', [-128, 127, 0, 0, 1]),
    { name: 'half', type: 'float16', validity: null, values: Uint16Array.of(0x8000, 0x7c00, 0, 0x0001, 0x7e00) },
    fixedColumn('day', 'date', [-719_162, 2_932_896, null, 0, -1]),
    { name: 'time', type: 'time', unit: units.time, ...ticksOf([0n, 86_399_999n, 1n, null, 3_600_000n]) },
    fixedColumn('local', 'timestamp', [-62_135_596_800_000_000n, lastMicrosecond, null, 0n, -1n]),
    {
      name: 'instant',
      type: 'timestamp',
      unit: units.instant,
      timeZone: 'Europe/Berlin',
      ...ticksOf([0n, -1n, 0n, null, 1_711_846_799_999n]),
    },
    {
      name: 'span',
      type: 'duration',
      unit: units.span,
      ...ticksOf([-1n, 86_400n, 0n, null, -86_399_999_913_600n]),
    },
    {
      name: 'id',
      type: 'fixedBinary',
      width: 3,
      validity: null,
      data: Uint8Array.from({ length: 15 }, (_, at) => at & ~1),
    },
    variableColumn('bytes', 'binary', [
      Uint8Array.of(0),
      new Uint8Array(),
      null,
      Uint8Array.of(255, 0),
      Uint8Array.of(1),
    ]),
    variableColumn('json', 'json', ['{"a":[1]}', '"x"', '[]', null, '0']),
    {
      name: 'word',
      type: 'category',
      ordered: true,
      validity: null,
      indices: Int32Array.of(1, 0, 1, 1, 0),
      categories: words,
    },
    { name: 'level', type: 'category', ordered: false, ...validOf([1, null, 0, 1, 1]), categories: levels },
  ];
  const struct = {
    name: listItemColumnName,
    type: 'struct',
    validity: validityOf([false, false, true, false, false]),
    fields,
  } as const;
  const items = normalizeColumn(struct, 5);
  return { kind: 'table', rowCount: 4, columns: [listColumn('items', [2, 0, null, 3], items)] };
}

const validOf = (indices: readonly (number | null)[]) => ({
  validity: validityOf(indices.map((index) => index === null)),
  indices: Int32Array.from(indices, (index) => index ?? 0),
});

/** Each column of {@link typedTable} as a table of its own, for formats that support only some of them. */
export function typedColumns(): readonly (readonly [name: string, Table])[] {
  const { rowCount: rows, columns } = typedTable();
  return columns.map((column) => [`typed: ${column.name}`, { kind: 'table', rowCount: rows, columns: [column] }]);
}

/** Makes every third value null. */
function nullable<V extends Uint16Array>(values: V, Values: { from(list: Iterable<number>): V }) {
  return {
    validity: validityOf(Array.from(values, (_, row) => row % 3 === 0)),
    values: Values.from(Array.from(values, (value, row) => (row % 3 === 0 ? 0 : value))),
  };
}

/** A table of 3,000 rows, long enough for several pages, batches and frames: integers, a text with few distinct values and one with many, with nulls. */
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

/** Vectors with every kind of double, and ids of different lengths and alphabets. */
function sampleVectors(elementType: 'float64' | 'float32', count: number, dimension: number): Dataset {
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

/** A dictionary with keys of every alphabet and length, the empty one included; int64 keys include the extremes. Further entries have numbered keys. */
function sampleDict(keyType: DictKeyType, valueType: ScalarType, count: number): Dataset {
  const entries = new Map<unknown, unknown>();
  for (let index = 0; index < count; index += 1) {
    const key =
      index < rowCount ? scalars[keyType][index] : keyType === 'utf8' ? `key ${index}` : BigInt(index) * 7_919n;
    entries.set(key, scalars[valueType][index % rowCount]);
  }
  return { kind: 'dict', keyType, valueType, entries } as Dict;
}

/** Records in ascending order of their keys' bytes, with an empty value, one of 70,000 bytes, and JSON. */
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
  if (!isVariableWidth(column)) throw new Error('Texts have offsets.');
  return { offsets: column.offsets, data: column.data };
}

/** A copy in which every array starts one element into a larger buffer, so that code that ignores `byteOffset` fails. */
export function unalignedCopy(dataset: Dataset): Dataset {
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
        columns: dataset.columns.map((column) => mapBuffers(column, shift)),
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
      // These hold JavaScript objects, which have no buffer.
      return dataset;
  }
}

/** The datasets that every format which supports their kind must preserve. */
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
    ['typed', typedTable()],
    ['typed-nested', nestedTable()],
    ['typed-0-rows', firstRows(typedTable(), 0)],
    ['typed: list of JSON', listTable([2, null, 1, 0, 0, 0, 0], variableColumn('', 'json', ['[1]', null, '"é"']))],
    ['typed: list of float32', listTable([2, null, 0, 1, 0, 0, 0], fixedColumn('', 'float32', [-0, Number.NaN, 0.1]))],
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
