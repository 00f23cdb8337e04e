import { expect, it } from 'vitest';
import type { Column } from './column';
import { valueFactsOf, valueFactsOfFiles } from './value-facts';

const rowCount = 150;
const rows = Array.from({ length: rowCount }, (_, row) => row);
const factsOf = (column: Column) => valueFactsOf({ kind: 'table', rowCount, columns: [column] })[0] ?? null;

const int64 = (at: (row: number) => number, validity: Uint8Array | null = null): Column => ({
  name: 'n',
  type: 'int64',
  validity,
  values: BigInt64Array.from(rows, (row) => BigInt(at(row))),
});
const time = (
  at: (row: number) => bigint,
  unit: 's' | 'ms' | 'us' | 'ns',
  validity: Uint8Array | null = null,
): Column => ({
  name: 't',
  type: 'timestamp',
  unit,
  timeZone: null,
  validity,
  values: BigInt64Array.from(rows, at),
});
function text(at: (row: number) => string): Column {
  const parts = rows.map((row) => new TextEncoder().encode(at(row)));
  const offsets = new Int32Array(rowCount + 1);
  for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
  const data = new Uint8Array(offsets[rowCount] ?? 0);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
  return { name: 's', type: 'utf8', validity: null, offsets, data };
}

it('finds the order in which values stand', () => {
  expect(factsOf(int64((row) => row >> 2))).toEqual({ name: 'n', order: 'ascending', whole: null });
  expect(factsOf(int64((row) => -row))).toMatchObject({ order: 'descending' });
  expect(factsOf(int64(() => 7))).toBeNull();
  expect(factsOf(int64((row) => (row === 149 ? 0 : row)))).toBeNull();
  expect(factsOf(text((row) => String(1_000 + row)))).toMatchObject({ order: 'ascending' });
  expect(factsOf(text((row) => 'a'.repeat(row)))).toMatchObject({ order: 'ascending' });
  expect(factsOf(text((row) => 'a'.repeat(150 - row)))).toMatchObject({ order: 'descending' });
  // Both halves of the numbers count, and their sign.
  expect(factsOf(int64((row) => (row - 75) * 3_000_000_001))).toMatchObject({ order: 'ascending' });
  expect(factsOf(int64((row) => (75 - row) * 1_000_000_007))).toMatchObject({ order: 'descending' });
  expect(factsOf(int64((row) => (row === 149 ? 2 ** 31 : row * 2 ** 33)))).toBeNull();
  // As numbers they ascend, as texts they do not.
  expect(factsOf(text(String))).toBeNull();
  const floats: Column = { name: 'f', type: 'float64', validity: null, values: Float64Array.from(rows) };
  expect(factsOf(floats)).toBeNull();
});

it('finds what stands out in each of several files, whose rows follow each other', () => {
  const table = (column: Column) => ({ kind: 'table', rowCount, columns: [column] }) as const;
  // Ascending within each of the two files, not over both.
  const ids = int64((row) => row % 110);
  expect(valueFactsOf(table(ids))).toEqual([]);
  expect(valueFactsOfFiles(table(ids), [110, 40])).toEqual([[{ name: 'n', order: 'ascending', whole: null }], []]);
  const times = time((row) => (row < 50 ? 1_000n * BigInt(row + 1) : 1_001n), 'ms');
  expect(valueFactsOfFiles(table(times), [50, 100])).toEqual([
    [{ name: 't', order: null, whole: { unit: 'ms', coarser: 's' } }],
    [],
  ]);
});

it('leaves nulls aside, and says nothing of few values', () => {
  const validity = new Uint8Array(19).fill(0xff);
  validity[0] = 0xf7;
  expect(factsOf(int64((row) => (row === 3 ? 0 : row + 5), validity))).toMatchObject({ order: 'ascending' });
  const few = new Uint8Array(19);
  few[0] = 0xff;
  expect(factsOf(int64((row) => row, few))).toBeNull();
});

it('finds the coarsest unit of which all points in time are whole numbers', () => {
  const day = 86_400n;
  const scattered = (row: number) => BigInt((row * 7_919) % 1_009);
  expect(factsOf(time((row) => scattered(row) * 1_000_000_000n, 'ns'))).toEqual({
    name: 't',
    order: null,
    whole: { unit: 'ns', coarser: 's' },
  });
  expect(factsOf(time((row) => scattered(row) * day * 1_000n, 'ms'))?.whole).toEqual({ unit: 'ms', coarser: 'day' });
  expect(factsOf(time((row) => scattered(row) * 1_000n, 'us'))?.whole).toEqual({ unit: 'us', coarser: 'ms' });
  expect(factsOf(time((row) => scattered(row) * 1_000n + 1n, 'ns'))).toBeNull();
  expect(factsOf(time(scattered, 's'))).toBeNull();
  expect(factsOf(time(() => 0n, 'ns'))).toBeNull();
  // A null holds anything.
  const validity = new Uint8Array(19).fill(0xff);
  validity[0] = 0xfe;
  expect(factsOf(time((row) => (row === 0 ? 1n : scattered(row) * 1_000n), 'us', validity))?.whole?.coarser).toBe('ms');
});
