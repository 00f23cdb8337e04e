import { normalizeColumn } from '../../model/column-rows';
import {
  type CategoryColumn,
  type Column,
  decimalWordCount,
  type FixedWidthType,
  listItemColumnName,
  type PlainColumn,
  type TimeUnit,
} from '../../model/column';
import type { Table } from '../../model/dataset';
import { integerToWords } from '../../model/decimal';
import { fixedColumn, validityOf, variableColumn } from '../testing/sample-datasets';

/**
 * The torture table: values and shapes that formats and readers are known to change or refuse. Each is a table of its own, so that one
 * refusal does not hide another.
 */
interface TortureCase {
  readonly id: string;
  readonly group: TortureGroup;
  readonly label: string;
  readonly make: () => Table;
}

const tortureGroups = [
  'Integers',
  'Decimals',
  'Floating point',
  'Text and bytes',
  'Dates and times',
  'Nulls',
  'Categories',
  'Lists and structs',
  'Shapes',
] as const;
type TortureGroup = (typeof tortureGroups)[number];

const tableOf = (...columns: Column[]): Table => ({ kind: 'table', rowCount: rowsOf(columns[0]), columns });
const rowsOf = (column: Column | undefined): number => {
  if (column === undefined) return 0;
  if ('offsets' in column) return column.offsets.length - 1;
  if (column.type === 'struct') return rowsOf(column.fields[0]);
  if (column.type === 'category') return column.indices.length;
  if (column.type === 'fixedBinary') return column.data.length / column.width;
  return column.type === 'decimal' ? column.values.length / decimalWordCount(column.precision) : column.values.length;
};

const name = 'value';
const fixed = (type: FixedWidthType, values: readonly (number | bigint | null)[]) =>
  tableOf(fixedColumn(name, type, values));
const texts = (values: readonly (string | null)[]) => tableOf(variableColumn(name, 'utf8', values));

function decimals(precision: number, scale: number, integers: readonly (bigint | null)[]): Table {
  const words = decimalWordCount(precision);
  const values = new BigInt64Array(integers.length * words);
  for (const [row, integer] of integers.entries()) integerToWords(integer ?? 0n, values, row, words);
  const validity = validityOf(integers.map((integer) => integer === null));
  return tableOf({ name, type: 'decimal', precision, scale, validity, values });
}

const ticks = (values: readonly (bigint | null)[]) => ({
  name,
  validity: validityOf(values.map((value) => value === null)),
  values: BigInt64Array.from(values, (value) => value ?? 0n),
});
const timestamps = (unit: TimeUnit, timeZone: string | null, values: readonly (bigint | null)[]): Table =>
  tableOf(
    unit === 'us' && timeZone === null
      ? { type: 'timestamp', ...ticks(values) }
      : { type: 'timestamp', unit, timeZone, ...ticks(values) },
  );

function list(lengths: readonly (number | null)[], item: Column, columnName = name): Column {
  const offsets = new Int32Array(lengths.length + 1);
  for (const [row, length] of lengths.entries()) offsets[row + 1] = (offsets[row] ?? 0) + (length ?? 0);
  const validity = validityOf(lengths.map((length) => length === null));
  return { name: columnName, type: 'list', validity, offsets, item: { ...item, name: listItemColumnName } as Column };
}

const struct = (isNull: readonly boolean[], fields: readonly Column[], columnName = name): Column =>
  normalizeColumn({ name: columnName, type: 'struct', validity: validityOf(isNull), fields }, isNull.length);

function category(indices: readonly (number | null)[], words: readonly string[], ordered: boolean): CategoryColumn {
  return {
    name,
    type: 'category',
    ordered,
    validity: validityOf(indices.map((index) => index === null)),
    indices: Int32Array.from(indices, (index) => index ?? 0),
    categories: variableColumn(listItemColumnName, 'utf8', words) as PlainColumn,
  };
}

/** NaNs that differ in sign, payload, and whether they are quiet. */
const nans32 = [0x7fc00000, 0xffc00000, 0x7fc00001, 0x7f800001, 0x7fffffff];
const nans64 = [
  0x7ff8_0000_0000_0000n,
  0xfff8_0000_0000_0000n,
  0x7ff8_0000_0000_0001n,
  0x7ff0_0000_0000_0001n,
  0x7fff_ffff_ffff_ffffn,
];
const nines = (digits: number) => 10n ** BigInt(digits) - 1n;
const second = (date: string) => BigInt(Date.parse(date)) / 1_000n;
const largeCellBytes = 16 * 1_024 * 1_024;

/** Long pseudo-random text in lower case. */
function longText(length: number): string {
  let state = 1;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = 97 + ((state >>> 16) % 26);
  }
  return new TextDecoder().decode(bytes);
}

const nullsIn: readonly (readonly [string, () => Table])[] = [
  ['int64', () => fixed('int64', [null, 1n, null])],
  ['float64', () => fixed('float64', [null, Number.NaN, 0])],
  ['bool', () => fixed('bool', [null, 0, 1])],
  ['date', () => fixed('date', [null, 0, 1])],
  ['timestamp', () => timestamps('us', null, [null, 0n, 1n])],
  ['text', () => texts([null, '', 'null'])],
  ['bytes', () => tableOf(variableColumn(name, 'binary', [null, new Uint8Array(), Uint8Array.of(0)]))],
  ['decimal', () => decimals(12, 2, [null, 0n, 1n])],
  [
    'float16',
    () => tableOf({ name, type: 'float16', validity: Uint8Array.of(0b110), values: Uint16Array.of(0, 0x7e00, 0) }),
  ],
  ['zoned timestamp', () => timestamps('ms', 'UTC', [null, 0n, 1n])],
  ['time', () => tableOf({ type: 'time', unit: 'us', ...ticks([null, 0n, 1n]) })],
  ['duration', () => tableOf({ type: 'duration', unit: 'us', ...ticks([null, 0n, 1n]) })],
  ['category', () => tableOf(category([null, 0, 1], ['a', 'b'], false))],
  ['list', () => tableOf(list([null, 0, 1], fixedColumn(listItemColumnName, 'int64', [1n])))],
  ['struct', () => tableOf(struct([true, false, false], [fixedColumn('a', 'int64', [0n, null, 1n])]))],
  ['every row', () => texts([null, null, null])],
];

export const tortureCases: readonly TortureCase[] = [
  {
    group: 'Integers',
    id: 'int64-beyond-2-53',
    label: 'int64 beyond 2⁵³',
    make: () => fixed('int64', [2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]),
  },
  {
    group: 'Integers',
    id: 'uint64',
    label: 'uint64 beyond 2⁶³',
    make: () => fixed('uint64', [2n ** 64n - 1n, 2n ** 63n, 0n]),
  },
  {
    group: 'Integers',
    id: 'narrow',
    label: 'int8 to uint32 at both ends',
    make: () =>
      tableOf(
        fixedColumn('int8', 'int8', [-128, 127]),
        fixedColumn('uint8', 'uint8', [0, 255]),
        fixedColumn('int16', 'int16', [-32_768, 32_767]),
        fixedColumn('uint16', 'uint16', [0, 65_535]),
        fixedColumn('int32', 'int32', [-(2 ** 31), 2 ** 31 - 1]),
        fixedColumn('uint32', 'uint32', [0, 2 ** 32 - 1]),
      ),
  },
  {
    group: 'Decimals',
    id: 'decimal-money',
    label: 'decimal(12, 2): 0.10 and −0.01',
    make: () => decimals(12, 2, [10n, -1n, nines(12)]),
  },
  {
    group: 'Decimals',
    id: 'decimal-20',
    label: 'Integers of 20 digits',
    make: () => decimals(20, 0, [17_258_328_881_026_652_089n, -nines(20)]),
  },
  {
    group: 'Decimals',
    id: 'decimal-40',
    label: 'Integers of 40 digits',
    make: () => decimals(40, 0, [nines(40), -nines(40)]),
  },
  {
    group: 'Decimals',
    id: 'decimal-76',
    label: 'decimal(76, 38)',
    make: () => decimals(76, 38, [nines(76), -nines(76), 1n]),
  },
  {
    group: 'Floating point',
    id: 'nan-payload-64',
    label: 'NaN payloads, float64',
    make: () =>
      tableOf({ name, type: 'float64', validity: null, values: new Float64Array(BigUint64Array.from(nans64).buffer) }),
  },
  {
    group: 'Floating point',
    id: 'nan-payload-32',
    label: 'NaN payloads, float32',
    make: () =>
      tableOf({ name, type: 'float32', validity: null, values: new Float32Array(Uint32Array.from(nans32).buffer) }),
  },
  { group: 'Floating point', id: 'negative-zero', label: '−0 beside 0', make: () => fixed('float64', [-0, 0, -0]) },
  {
    group: 'Floating point',
    id: 'infinities',
    label: 'Infinities',
    make: () => fixed('float64', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1]),
  },
  {
    group: 'Floating point',
    id: 'subnormals',
    label: 'Smallest and largest numbers',
    make: () => fixed('float64', [5e-324, -5e-324, Number.MAX_VALUE, 0.1 + 0.2]),
  },
  {
    group: 'Floating point',
    id: 'float32',
    label: 'float32 that float64 shows longer',
    make: () => fixed('float32', [0.1, 16_777_217, 3.4028234663852886e38].map(Math.fround)),
  },
  {
    group: 'Floating point',
    id: 'float16',
    label: 'float16',
    make: () =>
      tableOf({
        name,
        type: 'float16',
        validity: null,
        values: Uint16Array.of(0x8000, 0x0001, 0x7bff, 0x3555, 0x7c00),
      }),
  },
  { group: 'Text and bytes', id: 'empty-text', label: 'Empty text beside null', make: () => texts(['', null, ' ']) },
  {
    group: 'Text and bytes',
    id: 'non-bmp',
    label: 'Text beyond the BMP',
    make: () => texts(['😀', '𝄞é', 'e\u0301', '\ufeffa']),
  },
  { group: 'Text and bytes', id: 'nul', label: 'Text with a NUL', make: () => texts(['a\u0000b', '\u0000', '']) },
  {
    group: 'Text and bytes',
    id: 'delimiters',
    label: 'Quotes, commas and line ends',
    make: () => texts(['a,"b"', 'c\r\nd', '\n', '"', "'"]),
  },
  {
    group: 'Text and bytes',
    id: 'looks-like',
    label: 'Text that looks like something else',
    make: () => texts(['007', 'NA', 'null', 'true', '1e5', '2024-01-01', ' x ']),
  },
  {
    group: 'Text and bytes',
    id: 'bytes',
    label: 'Bytes that are no text',
    make: () =>
      tableOf(
        variableColumn(name, 'binary', [
          Uint8Array.of(0xff, 0xfe, 0x00),
          new Uint8Array(),
          Uint8Array.from({ length: 256 }, (_, at) => at),
        ]),
      ),
  },
  {
    group: 'Text and bytes',
    id: 'fixed-bytes',
    label: '16 bytes a row (UUID)',
    make: () =>
      tableOf({
        name,
        type: 'fixedBinary',
        width: 16,
        validity: null,
        data: Uint8Array.from({ length: 32 }, (_, at) => at * 8),
      }),
  },
  {
    group: 'Text and bytes',
    id: 'cell-16-mb',
    label: 'One cell of 16 MB',
    make: () => texts(['a', longText(largeCellBytes), 'b']),
  },
  {
    group: 'Dates and times',
    id: 'dates-before-1582',
    label: 'Dates before 1582',
    make: () => fixed('date', [-141_428, -141_427, -719_162, -719_528]),
  },
  {
    group: 'Dates and times',
    id: 'dates-beyond',
    label: 'Dates after 9999 and before 0',
    make: () => fixed('date', [2_932_897, 5_000_000, -719_529]),
  },
  {
    group: 'Dates and times',
    id: 'timestamps-beyond',
    label: 'Timestamps of year 1 and 9999',
    make: () => timestamps('us', null, [-62_135_596_800_000_000n, 253_402_300_799_999_999n]),
  },
  {
    group: 'Dates and times',
    id: 'timestamp-ns',
    label: 'Timestamps in nanoseconds',
    make: () => timestamps('ns', null, [1n, -1n, 1_711_846_799_999_999_999n]),
  },
  {
    group: 'Dates and times',
    id: 'timestamp-s',
    label: 'Timestamps in seconds',
    make: () => timestamps('s', null, [0n, -1n, 32_503_680_000n]),
  },
  {
    group: 'Dates and times',
    id: 'timestamp-utc',
    label: 'Instants, in UTC',
    make: () => timestamps('us', 'UTC', [0n, -1n, 1_711_846_800_000_000n]),
  },
  {
    group: 'Dates and times',
    id: 'timestamp-dst',
    label: 'Both 02:30 of a night that is put back',
    make: () =>
      timestamps(
        'ms',
        'Europe/Berlin',
        ['2024-10-27T00:30:00Z', '2024-10-27T01:30:00Z', '2024-03-31T01:00:00Z'].map((date) => second(date) * 1_000n),
      ),
  },
  {
    group: 'Dates and times',
    id: 'timestamp-offset',
    label: 'Instants, at +05:30',
    make: () => timestamps('ms', '+05:30', [0n, 1_711_846_800_123n]),
  },
  {
    group: 'Dates and times',
    id: 'time',
    label: 'Times of day, to the nanosecond',
    make: () => tableOf({ type: 'time', unit: 'ns', ...ticks([0n, 86_399_999_999_999n, 1n]) }),
  },
  {
    group: 'Dates and times',
    id: 'duration',
    label: 'Durations, also negative',
    make: () => tableOf({ type: 'duration', unit: 'ms', ...ticks([0n, -1n, 90_061_001n]) }),
  },
  ...nullsIn.map(
    ([type, make]): TortureCase => ({
      group: 'Nulls',
      id: `null-${type.replaceAll(' ', '-')}`,
      label: type === 'every row' ? 'In every row' : `In ${type}`,
      make,
    }),
  ),
  {
    group: 'Categories',
    id: 'category',
    label: 'Categories',
    make: () => tableOf(category([0, 1, 0, 2], ['a', 'b', 'c'], false)),
  },
  {
    group: 'Categories',
    id: 'category-unused',
    label: 'Ordered, one of them unused',
    make: () => tableOf(category([2, 0, 2, 0], ['low', 'mid', 'high'], true)),
  },
  {
    group: 'Lists and structs',
    id: 'list-empty',
    label: 'Null, empty and holding null',
    make: () => tableOf(list([null, 0, 1, 2], fixedColumn(listItemColumnName, 'int64', [null, 1n, null]))),
  },
  {
    group: 'Lists and structs',
    id: 'list-nested',
    label: 'Lists of lists of lists, some empty',
    make: () =>
      tableOf(list([2, 0, 1], list([1, 0, null], list([2], fixedColumn(listItemColumnName, 'float64', [1, -0]))))),
  },
  {
    group: 'Lists and structs',
    id: 'struct',
    label: 'A null struct, and one of nulls',
    make: () =>
      tableOf(
        struct(
          [true, false, false],
          [fixedColumn('a', 'int64', [0n, null, 2n ** 53n + 1n]), variableColumn('b', 'utf8', ['', null, 'x'])],
        ),
      ),
  },
  {
    group: 'Lists and structs',
    id: 'list-of-structs',
    label: 'Lists of structs of lists',
    make: () =>
      tableOf(
        list(
          [2, null, 0, 1],
          struct(
            [false, true, false],
            [
              variableColumn('id', 'utf8', ['a', '', 'c']),
              list([1, 0, 2], fixedColumn(listItemColumnName, 'int32', [1, 2, null]), 'tags'),
            ],
          ),
        ),
      ),
  },
  {
    group: 'Shapes',
    id: 'rows-0',
    label: 'No rows',
    make: () => tableOf(fixedColumn('number', 'int64', []), variableColumn('text', 'utf8', [])),
  },
  {
    group: 'Shapes',
    id: 'columns-0',
    label: 'No columns, three rows',
    make: () => ({ kind: 'table', rowCount: 3, columns: [] }),
  },
  {
    group: 'Shapes',
    id: 'columns-2000',
    label: '2,000 columns',
    make: () =>
      tableOf(...Array.from({ length: 2_000 }, (_, index) => fixedColumn(`column ${index}`, 'int32', [index, -index]))),
  },
  {
    group: 'Shapes',
    id: 'names',
    label: 'Names with quotes, dots, slashes and spaces',
    make: () =>
      tableOf(
        ...['a.b', 'a/b', '"c"', ' d ', 'e,f', 'é😀', '__g', 'constructor'].map((text) =>
          fixedColumn(text, 'int32', [1, 2]),
        ),
      ),
  },
  {
    group: 'Shapes',
    id: 'name-empty',
    label: 'A column without a name',
    make: () => tableOf(fixedColumn('', 'int32', [1, 2])),
  },
  {
    group: 'Shapes',
    id: 'names-equal',
    label: 'Two columns of one name',
    make: () => tableOf(fixedColumn('a', 'int32', [1, 2]), fixedColumn('a', 'int32', [3, 4])),
  },
];
