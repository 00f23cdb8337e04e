import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { parquetReads, placesOf } from '../../../model/remote/parquet-reads';
import { columnPartsOf, parquetNetworkCounts } from './network-counts';

const random = Float64Array.from({ length: 200_000 }, (_, row) => ((row * 2_654_435_761) % 4_294_967_296) / 7);
const column = (name: string, offsetIndex: boolean) => ({ name, data: random, type: 'DOUBLE', offsetIndex }) as const;
const written = (offsetIndex: boolean, rowGroupSize: number) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [column('a', offsetIndex), column('b', offsetIndex), column('c', offsetIndex)],
      rowGroupSize,
      pageSize: 100_000,
      codec: 'UNCOMPRESSED',
    }),
  );

describe('the requests and bytes over a network', () => {
  it('are one request for a file that fits in the first one', () => {
    const file = new Uint8Array(readFileSync('fixtures/golden/parquet/rich.zstd.v2.parquet'));
    expect(parquetNetworkCounts(file, 0)).toEqual({
      networkRequestsToOpen: 1,
      networkStepsToOpen: 1,
      networkBytesToOpen: file.length,
      networkRequestsForOneColumn: 1,
      networkStepsForOneColumn: 1,
      networkBytesForOneColumn: file.length,
      networkRequestsForOneRow: 1,
      networkStepsForOneRow: 1,
      networkBytesForOneRow: file.length,
      // What other readers need to know: the first column's chunk, the row group and the footer.
      networkRequestsOfChunksGap0: 1,
      networkBytesOfChunksGap0: 49,
      networkBytesOfRowGroup: 4_623,
      networkBytesOfFooter: 6_423,
    });
  });

  it('are fewer where a reader may take more bytes between the chunks, up to 32 MiB in one request', () => {
    const counts = parquetNetworkCounts(written(true, 50_000), 0);
    // 400 kB of the column, and 800 kB of the others after it, in each of four row groups.
    expect(counts.networkRequestsOfChunksGap0).toBe(4);
    expect(counts.networkRequestsOfChunksGap8192).toBeUndefined();
    expect(counts.networkRequestsOfChunksGap1048576).toBe(1);
    expect((counts.networkBytesOfChunksGap1048576 ?? 0) / (counts.networkBytesOfChunksGap0 ?? 0)).toBeCloseTo(
      10 / 4,
      1,
    );
    const mib = 1_048_576;
    const column = [0, 20, 40].map((at) => [{ start: at * mib, end: (at + 12) * mib }]);
    const places = {
      sizeBytes: 60 * mib,
      footerStart: 59 * mib,
      column,
      rowGroupBytes: 12 * mib,
      indexes: [],
      pages: [],
    };
    expect(parquetReads(places)).toMatchObject({ networkRequestsOfChunksGap0: 3, networkBytesOfChunksGap0: 36 * mib });
    const near = column.map(([{ start = 0, end = 0 } = {}], group) => [
      { start: start - group * 8 * mib, end: end - group * 8 * mib },
    ]);
    // Three neighbours of 12 MiB each: two fit into one request.
    expect(parquetReads({ ...places, column: near })).toMatchObject({
      networkRequestsOfChunksGap0: 3,
      networkRequestsOfChunksGap8192: 2,
    });
  });

  it('are those of all fields of a struct that is the first column', () => {
    const rows = Array.from(random.subarray(0, 50_000), (x, row) => ({ x, y: random[random.length - 1 - row] ?? 0 }));
    const field = (name: string) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const;
    const file = parquetWriteBuffer({
      columnData: [
        { name: 'place', data: rows },
        { name: 'b', data: random.subarray(0, 50_000) },
      ],
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'place', num_children: 2, repetition_type: 'REQUIRED' },
        ...[field('x'), field('y'), field('b')],
      ],
      codec: 'UNCOMPRESSED',
    });
    const counts = parquetNetworkCounts(new Uint8Array(file), 0);
    expect(counts.networkBytesForOneColumn).toBeGreaterThan(65_536 + 2 * 8 * 50_000);
    expect(counts.networkBytesForOneColumn).toBeLessThan(65_536 + 2.1 * 8 * 50_000);
    // The end of the file, which is fetched first, holds a part of it.
    const ofSecond = parquetNetworkCounts(new Uint8Array(file), 1);
    expect(ofSecond.networkBytesForOneColumn).toBeGreaterThan(8 * 50_000);
    expect(ofSecond.networkBytesForOneColumn).toBeLessThan(65_536 + 1.1 * 8 * 50_000);
    expect(parquetNetworkCounts(new Uint8Array(file), 2)).toMatchObject({
      networkRequestsForOneColumn: ofSecond.networkRequestsToOpen,
    });
  });

  it('are those of the end and of the chunks of a column, one request a row group', () => {
    const counts = parquetNetworkCounts(written(true, 50_000), 0);
    expect(counts.networkRequestsForOneColumn).toBe(1 + 4);
    // The chunks are asked for at once, after the end.
    expect(counts.networkStepsForOneColumn).toBe(2);
    expect(counts.networkRequestsToOpen).toBe(1);
    expect(counts.networkBytesToOpen).toBe(65_536);
    expect(counts.networkBytesForOneColumn).toBeGreaterThan(65_536 + 8 * 200_000);
    expect(counts.networkBytesForOneColumn).toBeLessThan(65_536 + 8.1 * 200_000);
  });

  it('are few for a row where offset indexes tell the pages, and whole chunks where they do not', () => {
    const [withIndex, without] = [
      parquetNetworkCounts(written(true, 50_000), 0),
      parquetNetworkCounts(written(false, 50_000), 0),
    ];
    // A page of 100 kB of each of three columns.
    expect(withIndex.networkRequestsForOneRow).toBe(1 + 3);
    expect(withIndex.networkStepsForOneRow).toBe(2);
    expect(withIndex.networkBytesForOneRow).toBeLessThan(65_536 + 3 * 110_000);
    expect(without.networkRequestsForOneRow).toBe(1 + 1);
    expect(without.networkBytesForOneRow).toBeGreaterThan(3 * 8 * 50_000);
  });

  it('of a column come with the bounds of its chunks', () => {
    const boundsOf = (text: string) =>
      columnPartsOf(
        new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'a', data: ['é', text], type: 'STRING' }] })),
      ).groups.flat()[0]?.bounds;
    expect(boundsOf('zz')).toEqual({ bytes: 4, hasFormerForm: false, areWhole: true });
    expect(boundsOf('z'.repeat(1_000))?.areWhole).toBe(false);
    const [parts] = columnPartsOf(written(true, 50_000)).groups.flat();
    expect(parts?.bounds?.bytes).toBe(16);
  });

  it('are predicted from files of single columns', () => {
    const data = { a: random, b: random.map((value) => Math.round(value / 1e7)), c: random.subarray(0).reverse() };
    const columnOf = ([name, values]: [string, Float64Array<ArrayBuffer>]) =>
      ({ name, data: values, type: 'DOUBLE', offsetIndex: true }) as const;
    const options = { rowGroupSize: 60_000, pageSize: 100_000, codec: 'SNAPPY' } as const;
    const fileOf = (columns: [string, Float64Array<ArrayBuffer>][]) =>
      new Uint8Array(parquetWriteBuffer({ columnData: columns.map(columnOf), ...options }));
    const file = fileOf(Object.entries(data));
    const parts = Object.entries(data).map((entry) => columnPartsOf(fileOf([entry])));
    for (const column of [0, 1]) {
      const { networkBytesOfFooter: footerBytes = 0, ...counts } = parquetNetworkCounts(file, column);
      const { networkBytesOfFooter: predictedBytes = 0, ...predicted } = parquetReads(
        placesOf(parts, column, file.length),
      );
      expect(predicted).toEqual(counts);
      // The footer ends behind the offset indexes, and some writers put more between them.
      expect(Math.abs(predictedBytes - footerBytes)).toBeLessThan(50);
    }
  });
});
