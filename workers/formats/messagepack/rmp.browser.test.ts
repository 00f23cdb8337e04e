import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { unsupportedReason } from '../../model/unsupported-reason';
import { sampleDatasets, typedColumns } from '../../registry/testing/sample-datasets';
import { meta } from './meta';
import { format as otherFormat } from './implementations/msgpack';
import { format } from './implementations/rmp';
import { telling } from '../../model/testing/telling';

const open = async (dataset: Dataset, { open } = format): Promise<Required<FormatSession>> =>
  (await open({ options: {}, innerCodec: null, schema: schemaOf(dataset) })) as Required<FormatSession>;

const canonicalOf = async (dataset: Dataset) =>
  new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer());

const isSupportedByBoth = (dataset: Dataset) =>
  meta.implementations.every(
    (implementation) =>
      unsupportedReason(implementation, 'encode', schemaOf(dataset), { options: {}, innerCodec: null }) === null,
  );

describe('rmp', () => {
  it('reads what @msgpack/msgpack writes, and the reverse', async () => {
    let compared = 0;
    for (const [name, dataset] of [...sampleDatasets(), ...typedColumns()]) {
      if (!isSupportedByBoth(dataset)) continue;
      const [session, other] = [await open(dataset), await open(dataset, otherFormat)];
      const expected = await canonicalOf(await other.decode(await other.encode(dataset)));
      expect(await canonicalOf(await session.decode(await other.encode(dataset))), name).toEqual(expected);
      expect(await canonicalOf(await other.decode(await session.encode(dataset))), name).toEqual(expected);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('says where a message is wrong, and how', async () => {
    const table: Table = {
      kind: 'table',
      rowCount: 2,
      columns: [{ name: 'n', type: 'int8', validity: null, values: Int8Array.of(1, -1) }],
    };
    const session = await open(table);
    const read =
      (...bytes: number[]) =>
      () =>
        session.decode(Uint8Array.from(bytes));
    const name = [0xa1, 0x6e];
    expect(read(0x81, ...name, 0x92, 1, 0xff)()).toEqual(table);
    expect(read(0x81, ...name, 0x92, 1, 0xd3, 0, 0, 0, 0, 0, 0, 0, 5)()).toMatchObject({ rowCount: 2 });
    expect(read()).toThrow(telling('byte 0'));
    expect(read(0x81, ...name, 0x92, 1, 0xcd, 1, 44)).toThrow(telling('value 1', '“n”', 'int8', 'byte 8'));
    expect(read(0x81, ...name, 0x91, 0xc0)).toThrow(telling('value 0', '“n”', 'int8'));
    expect(read(0x81, ...name, 0x92, 1, 1, 7)).toThrow(telling(1, 'byte 6'));
    expect(read(0x81, 0xa1, 0x6d, 0x90)).toThrow(telling('“m”', '“n”', 'byte 3'));
    expect(read(0x80)).toThrow(telling('0 columns', 1));
    // Claims of four milliards of items allocate nothing.
    expect(read(0x81, ...name, 0xdd, 0xff, 0xff, 0xff, 0xff, 1)).toThrow(telling('4294967295'));
    expect(read(0xdf, 0xff, 0xff, 0xff, 0xff)).toThrow(telling('4294967295'));
    expect(read(0x81, 0xdb, 0xff, 0xff, 0xff, 0xff)).toThrow(telling('byte 6'));
  });
});
