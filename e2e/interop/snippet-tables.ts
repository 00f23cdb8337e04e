import { listItemColumnName } from '../../workers/model/column';
import type { Table } from '../../workers/model/dataset';

/** Made tables whose types a tool's lines must keep: times, decimals, nested columns. */

/** A number of 24 bits that looks drawn. */
const drawn = (row: number, salt: number) => Math.imul(row + 1, 0x9e3779b1 + 2 * salt) >>> 8;

const ticks = (rowCount: number, of: (row: number) => number, factor = 1n) =>
  BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(of(row)) * factor);
const visitRows = 12_000;
const seconds = (row: number) => 1_600_000_000 + drawn(row, 1);

/** The validity of rows of which each n-th is null, from the first on. */
function everyOther(rowCount: number, nth: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rowCount / 8));
  for (let row = 0; row < rowCount; row += 1)
    if (row % nth !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** A column of these texts. */
function textsOf(name: string, values: readonly string[]) {
  const encoder = new TextEncoder();
  const encodedTexts = values.map((text) => encoder.encode(text));
  const offsets = new Int32Array(values.length + 1);
  for (const [row, { length }] of encodedTexts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + length;
  const data = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [row, bytes] of encodedTexts.entries()) data.set(bytes, offsets[row]);
  return { name, type: 'utf8', offsets, data } as const;
}

/** Texts of words, of which each n-th is null. */
function texts(name: string, nth: number) {
  const words = Array.from({ length: visitRows }, (_, row) =>
    row % nth === 0 ? '' : `note ${drawn(row, 14) % 3_000}`,
  );
  return { ...textsOf(name, words), validity: everyOther(visitRows, nth) };
}

/** Times as people have: microseconds that are whole seconds, milliseconds in UTC, nanoseconds, an offset that changes in summer; and amounts. */
export const visits: Table = {
  kind: 'table',
  rowCount: visitRows,
  columns: [
    {
      name: 'visit',
      type: 'int32',
      validity: null,
      values: Int32Array.from({ length: visitRows }, (_, row) => 7 * row),
    },
    { name: 'at', type: 'timestamp', validity: null, values: ticks(visitRows, seconds, 1_000_000n) },
    {
      name: 'seen',
      type: 'timestamp',
      unit: 'ms',
      timeZone: 'UTC',
      validity: null,
      values: ticks(visitRows, (row) => 1_000 * seconds(row) + (row % 3 === 0 ? 0 : drawn(row, 2) % 1_000)),
    },
    {
      name: 'left',
      type: 'timestamp',
      unit: 'ns',
      timeZone: null,
      validity: null,
      values: ticks(visitRows, seconds, 1_000_000_000n).map((each, row) => each + BigInt(drawn(row, 3))),
    },
    {
      name: 'opened',
      type: 'timestamp',
      unit: 'us',
      timeZone: 'Europe/Zurich',
      validity: null,
      values: ticks(visitRows, (row) => 60 * (drawn(row, 4) + 26_000_000), 1_000_000n),
    },
  ],
};

/** Types that pandas does not keep of itself: decimals of fewer digits than they may have, a zone, times of day; and nested columns. */
export const ledger: Table = {
  kind: 'table',
  rowCount: visitRows,
  columns: [
    ...visits.columns.filter(({ name }) => name === 'visit' || name === 'opened'),
    {
      name: 'price',
      type: 'decimal',
      precision: 12,
      scale: 2,
      validity: null,
      values: ticks(visitRows, (row) => drawn(row, 5) % 99_999_999),
    },
    {
      name: 'noon',
      type: 'time',
      unit: 'ms',
      validity: null,
      values: ticks(visitRows, (row) => drawn(row, 6) % 86_400_000),
    },
    {
      name: 'scores',
      type: 'list',
      validity: null,
      offsets: Int32Array.from({ length: visitRows + 1 }, (_, row) => 2 * row),
      item: {
        name: listItemColumnName,
        type: 'float64',
        validity: null,
        values: Float64Array.from({ length: 2 * visitRows }, (_, row) => drawn(row, 7) / 64),
      },
    },
    {
      name: 'place',
      type: 'struct',
      validity: null,
      fields: [
        {
          name: 'x',
          type: 'int32',
          validity: null,
          values: Int32Array.from({ length: visitRows }, (_, row) => drawn(row, 8)),
        },
        {
          name: 'inside',
          type: 'bool',
          validity: null,
          values: Uint8Array.from({ length: visitRows }, (_, row) => drawn(row, 9) % 2),
        },
      ],
    },
  ],
};

/** The times of visits, with decimals of few digits and of more after the point than Python writes without an exponent. */
export const amounts: Table = {
  ...visits,
  columns: [
    ...visits.columns,
    ...ledger.columns.filter(({ name }) => name === 'price'),
    {
      name: 'rate',
      type: 'decimal',
      precision: 18,
      scale: 9,
      validity: everyOther(visitRows, 7),
      values: ticks(visitRows, (row) => (row % 7 === 0 ? 0 : drawn(row, 10) % 5_000)),
    },
  ],
};

/** Lists, structs and bytes with nulls at every depth, and a category. */
export const nested: Table = {
  kind: 'table',
  rowCount: visitRows,
  columns: [
    ...ledger.columns.filter(({ type }) => type !== 'decimal'),
    ...[texts('note', 3), { ...texts('content', 4), type: 'binary' } as const],
    {
      name: 'tags',
      type: 'list',
      validity: everyOther(visitRows, 5),
      offsets: Int32Array.from({ length: visitRows + 1 }, (_, row) => row - Math.ceil(row / 5)),
      item: { ...texts(listItemColumnName, 3), validity: null },
    },
    {
      name: 'visitor',
      type: 'struct',
      validity: everyOther(visitRows, 6),
      fields: [
        {
          name: 'since',
          type: 'date',
          validity: everyOther(visitRows, 4),
          values: Int32Array.from({ length: visitRows }, (_, row) => (row % 4 === 0 ? 0 : drawn(row, 11) % 20_000)),
        },
        {
          name: 'code',
          type: 'fixedBinary',
          width: 4,
          validity: null,
          data: Uint8Array.from({ length: 4 * visitRows }, (_, at) => drawn(at, 12)),
        },
      ],
    },
    {
      name: 'kind',
      type: 'category',
      ordered: false,
      validity: null,
      indices: Int32Array.from({ length: visitRows }, (_, row) => drawn(row, 13) % 5),
      categories: { ...textsOf('kind', ['a', 'b', 'ü', 'd', 'e']), validity: null },
    },
  ],
};
