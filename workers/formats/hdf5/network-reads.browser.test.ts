import { expect, it } from 'vitest';
import { schemaOf, type Table } from '../../model/dataset';
import { format } from './implementations/h5wasm';

it('needs one reference and one heap for a text over a network, not the references of all', async () => {
  const rows = 3_000;
  const bytesPerText = 9;
  const texts = Array.from({ length: rows }, (_, row) => `text ${String(row).padStart(4, '0')}`);
  const offsets = Int32Array.from({ length: rows + 1 }, (_, row) => bytesPerText * row);
  const data = new TextEncoder().encode(texts.join(''));
  const numbers = Float64Array.from({ length: rows }, (_, row) => row / 7);
  const columns = [
    { name: 'a', type: 'utf8', validity: null, offsets, data },
    { name: 'b', type: 'float64', validity: null, values: numbers },
  ] as const;
  const table: Table = { kind: 'table', rowCount: rows, columns };
  const options = { layout: 'bulk', shuffle: false, chunkRows: 0 };
  const session = await format.open({ options, innerCodec: null, schema: schemaOf(table) });
  const file = (await session.encode?.(table)) ?? expect.unreachable();
  const { column, row } = (await session.networkReads?.(file, 0)) ?? expect.unreachable();
  const bytesOf = (ranges: typeof row) => (ranges ?? []).reduce((sum, { start, end }) => sum + end - start, 0);
  expect(bytesOf(column)).toBeGreaterThan(16 * rows);
  expect(row?.filter(({ start, end }) => end - start === 16)).toHaveLength(1);
  expect(bytesOf(column) - bytesOf(row)).toBeGreaterThanOrEqual(16 * (rows - 1));

  const counts = session.countsOf?.(file, 0) ?? expect.unreachable();
  const { bytesReadToOpen = 0, bytesReadForOneColumn = 0, bytesReadForOneRow = 0 } = counts;
  expect(bytesReadToOpen).toBeGreaterThan(0);
  // The references and the heaps of the texts, but no number.
  expect(bytesReadForOneColumn).toBeGreaterThan((16 + bytesPerText) * rows);
  expect(bytesReadToOpen + bytesReadForOneColumn).toBeLessThan(file.length - numbers.byteLength);
  expect(bytesReadForOneRow).toBeLessThan(bytesReadForOneColumn / 2);
});
