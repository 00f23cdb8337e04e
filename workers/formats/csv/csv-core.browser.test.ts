import { describe, expect, it } from 'vitest';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { unsupportedReason } from '../../model/unsupported-reason';
import { mulberry } from '../../model/testing/mulberry';
import { sampleDatasets, typedColumns } from '../../registry/testing/sample-datasets';
import { format } from './implementations/csv-core';
import { format as ownFormat } from './implementations/formatlab';
import { meta } from './meta';
import { telling } from '../../model/testing/telling';

const openBoth = async (dataset: Dataset): Promise<readonly Required<FormatSession>[]> =>
  Promise.all(
    [format, ownFormat].map(
      async ({ open }) =>
        (await open({ options: {}, innerCodec: null, schema: schemaOf(dataset) })) as Required<FormatSession>,
    ),
  );

const [implementation] = meta.implementations;
const isSupported = (dataset: Dataset) =>
  implementation !== undefined &&
  unsupportedReason(implementation, 'encode', schemaOf(dataset), { options: {}, innerCodec: null }) === null;

/** Floats of every exponent, powers of two and their neighbours among them. */
function manyFloats(): Table {
  const random = mulberry(7);
  const bits = new BigUint64Array(20_000);
  const words = new Uint32Array(20_000);
  for (let row = 0; row < bits.length; row += 1) {
    const low = Math.floor(random() * 2 ** 32);
    const high = Math.floor(random() * 2 ** 32);
    const near = row % 4 === 0 ? [0, 0, 1, 0xffff_ffff][(row >> 2) % 4] : low;
    bits[row] = (BigInt(row % 4 === 0 ? high & 0xfff0_0000 : high) << 32n) | BigInt(near ?? 0);
    words[row] = row % 2 === 0 ? (high & 0xff80_0000) + ((row >> 1) % 3) : high;
  }
  return {
    kind: 'table',
    rowCount: bits.length,
    columns: [
      { name: 'double', type: 'float64', validity: null, values: new Float64Array(bits.buffer) },
      { name: 'single', type: 'float32', validity: null, values: new Float32Array(words.buffer) },
    ],
  };
}

describe('csv-core', () => {
  it('writes the same bytes as Formatlab’s own writer', async () => {
    let compared = 0;
    for (const [name, dataset] of [...sampleDatasets(), ...typedColumns(), ['floats', manyFloats()] as const]) {
      if (!isSupported(dataset)) continue;
      const [session, own] = await openBoth(dataset);
      const lines = async (of: FormatSession | undefined) =>
        new TextDecoder().decode(await of?.encode?.(dataset)).split('\n');
      const expected = await lines(own);
      const found = await lines(session);
      expect(found.filter((line, index) => line !== expected[index]).slice(0, 3), name).toEqual([]);
      expect(found.length).toBe(expected.length);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('says which row of a file is wrong, and how', async () => {
    const table: Table = {
      kind: 'table',
      rowCount: 1,
      columns: [
        { name: 'n', type: 'int8', validity: null, values: Int8Array.of(1) },
        { name: 'day', type: 'date', validity: new Uint8Array([1]), values: Int32Array.of(0) },
      ],
    };
    const [session] = await openBoth(table);
    const read = (text: string) => () => session?.decode(new TextEncoder().encode(text));
    expect(read('n,day\n1,1970-01-01\n')()).toEqual(table);
    for (const cut of ['', 'n,day\n1,']) expect(read(cut)).toThrow(telling('line end'));
    expect(read('n,date\n')).toThrow(telling('header', 2, '“date”', '“day”'));
    expect(read('n\n')).toThrow(telling('header', 1, 2, '“”', '“day”'));
    expect(read('n,day\n1,\n300,\n')).toThrow(telling('row 3', 'column n', '“300”', 'int8'));
    expect(read('n,day\n1,2023-02-29\n')).toThrow(telling('row 2', 'column day', '“2023-02-29”', 'date'));
    expect(read('n,day\n1\n')).toThrow(telling('row 2', '1 fields', 2));
    expect(read('n,day\n1,"\n')).toThrow(telling('row 2', 'quote'));
    expect(() => session?.decode(Uint8Array.of(0xff, 0x0a))).toThrow(telling('UTF-8'));
    expect(() => session?.project(new TextEncoder().encode('n,day\n'), 'm')).toThrow(telling('“m”'));
  });

  it('leaves a placed table and its views where they lie, and grows no memory in many calls', {
    tags: ['full'],
  }, async () => {
    const table = manyFloats();
    const [session] = await openBoth(table);
    session?.place(table);
    const file = (await session?.encodeView(table))?.slice() ?? new Uint8Array();
    expect(session?.lastCallCopied()).toBe(false);
    const decodeOnce = async () => {
      session?.fileRoom(file.length).set(file);
      const room = session?.fileRoom(file.length) ?? file;
      await session?.decodeView(room);
      expect(session?.lastCallCopied()).toBe(false);
      await session?.encodeView(table);
    };
    await decodeOnce();
    await decodeOnce();
    const memoryBytes = session?.wasmMemoryBytes();
    for (let call = 0; call < 50; call += 1) await decodeOnce();
    expect(session?.wasmMemoryBytes()).toBe(memoryBytes);
  });
});
