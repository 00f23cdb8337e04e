import { makeVector, type RecordBatch, Table, tableToIPC } from 'apache-arrow';
import { expect, test } from 'vitest';
import { foreignFileBytes } from '../../../open-file/testing/test-files';
import { readByteMap } from '../../../open-file/read-byte-map';

/** A Blob of pieces that repeat, which takes no memory, and counts what is read of it. */
class RepeatedBlob extends Blob {
  readonly #pieces: readonly Uint8Array[];
  readonly #size: number;
  readBytes = 0;

  constructor(pieces: readonly Uint8Array[]) {
    super();
    this.#pieces = pieces;
    this.#size = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  override get size(): number {
    return this.#size;
  }

  override slice(start = 0, end = this.#size): Blob {
    this.readBytes += end - start;
    const bytes = new Uint8Array(end - start);
    let at = 0;
    for (const piece of this.#pieces) {
      const from = Math.max(start, at);
      const to = Math.min(end, at + piece.length);
      if (from < to) bytes.set(piece.subarray(from - at, to - at), from - start);
      at += piece.length;
    }
    return new Blob([bytes]);
  }
}

test('a stream of 1.2 GB has a map, of which only the metadata are read', async () => {
  const rows = 2_000_000;
  const table = new Table({ a: makeVector(new Float64Array(rows).fill(0.5)) });
  const one = tableToIPC(table, 'stream');
  const none = tableToIPC(new Table(table.schema, [] as RecordBatch[]), 'stream');
  const endMarkBytes = 8;
  const schema = none.subarray(0, none.length - endMarkBytes);
  const batch = one.subarray(schema.length, one.length - endMarkBytes);
  const batches = 75;
  const blob = new RepeatedBlob([schema, ...Array<Uint8Array>(batches).fill(batch), one.subarray(-endMarkBytes)]);
  expect(blob.size).toBeGreaterThan(1.2e9);
  const map = await readByteMap(blob);
  expect(map.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(blob.size);
  expect(map.columns).toMatchObject([{ name: 'a', values: rows * batches, nulls: 0 }]);
  expect(blob.readBytes).toBeLessThan(0.02 * blob.size);
});

test('a stream with integers of 128 bits has a map of all its bytes', async () => {
  const bytes = foreignFileBytes('wide-ints.stream');
  const map = await readByteMap(new Blob([bytes]));
  expect(map.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes.length);
  expect(map.columns.map(({ name, type, nulls }) => [name, type, nulls])).toContainEqual(['big', 'Int128', 1]);
});

test('a file of Polars, whose schema has no length before it, has a map of all its bytes', async () => {
  const bytes = foreignFileBytes('polars.arrow');
  const map = await readByteMap(new Blob([bytes]));
  expect(map.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes.length);
  expect(map.columns).toMatchObject([
    { name: 'n', values: 300 },
    { name: 's', values: 300 },
  ]);
});

test('metadata of 300 MB are refused before they are read', async () => {
  const prefix = new Uint8Array(8).fill(0xff);
  new DataView(prefix.buffer).setInt32(4, 300_000_000, true);
  const blob = new RepeatedBlob([prefix, ...Array<Uint8Array>(310).fill(new Uint8Array(1_000_000))]);
  await expect(readByteMap(blob)).rejects.toThrow('300000000 bytes of metadata');
  expect(blob.readBytes).toBeLessThan(1_000_000);
});
