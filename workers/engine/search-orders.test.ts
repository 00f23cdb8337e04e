import { describe, expect, test } from 'vitest';
import type { Column } from '../model/column';
import type { Table } from '../model/dataset';
import type { Candidate, OwnFileType } from '../model/plan';
import type { SortKey } from '../model/sort-rows';
import type { TrialTable } from '../model/trial-table';
import { calibrate } from './calibration';
import { promisingOrders } from './search-orders';
import { callsOf, firstRows, sampleIndices, sampleRows, warmUpRows } from './search-sample';
import { userFileReaders } from './user-file-decoder';

const worker = {} as TrialTable;
const rowCount = 60;
const numbers = (name: string, valueAt: (row: number) => number): Column => ({
  name,
  validity: null,
  type: 'int32',
  values: Int32Array.from({ length: rowCount }, (_, row) => valueAt(row)),
});
const tableOf = (...columns: Column[]): Table => ({ kind: 'table', rowCount, columns });
const nameOf = (order: readonly SortKey[]) =>
  order.map(({ column, descending }) => `${column}${descending ? '↓' : ''}`).join(' ');

/** The orders that are found, and how many are tried, with files as large as `sizeOf` says of the rows. */
async function found(
  table: Table,
  sizeOf: (rows: Int32Array) => number,
  { excluded = [], most = 1_000 }: { readonly excluded?: readonly string[]; readonly most?: number } = {},
) {
  let tried = 0;
  const orders = await promisingOrders(table, {
    workers: [worker],
    bytesOf: async (_, rows) => {
      tried += 1;
      return sizeOf(rows);
    },
    excluded: new Set(excluded),
    isOver: () => tried >= most,
  });
  return { names: orders.map(nameOf), tried };
}

describe('promising orders', () => {
  // By 3 the rows are in three groups, by 4 in four; neither is sorted.
  const three = numbers('three', (row) => (row * 7) % 3);
  const four = numbers('four', (row) => (row * 7) % 4);
  const unique = numbers('unique', (row) => (row * 7) % 60);
  /** How often a value of a column differs from the one before. */
  const changes = (rows: Int32Array, { values }: { readonly values: Int32Array }) =>
    rows.reduce((sum, row, at) => sum + (at > 0 && values[row] !== values[rows[at - 1] ?? 0] ? 1 : 0), 0);
  const ofThree = (rows: Int32Array) => changes(rows, three as { values: Int32Array } & Column);

  test('begin with the smallest file, in one direction each', async () => {
    const size = (rows: Int32Array) => 100 * ofThree(rows) + (rows[0] === 0 ? 0 : 1);
    const { names, tried } = await found(tableOf(three, four), size);
    expect(names[0]).toBe('three');
    expect(new Set(names)).toEqual(new Set(['three', 'four', 'three four', 'four three']));
    // Two keys, two pairs, and the other directions of each: once two times, and twice three times.
    expect(tried).toBe(2 + 2 + 2 + 6);
  });

  test('take the direction of the smaller file', async () => {
    const { names } = await found(tableOf(three), (rows) =>
      (three as { values: Int32Array } & Column).values[rows[0] ?? 0] === 2 ? 1 : 2,
    );
    expect(names).toEqual(['three↓']);
  });

  test('have no second key where few rows are equal', async () => {
    const half = numbers('half', (row) => (row * 7) % 30);
    const { names } = await found(tableOf(half, four), ofThree);
    expect(names.filter((name) => name.startsWith('half '))).toEqual([]);
    expect(names.filter((name) => name.startsWith('four'))).toHaveLength(2);
    const less = numbers('less', (row) => (row * 7) % 29);
    expect((await found(tableOf(less, four), ofThree)).names.filter((name) => name.startsWith('less'))).toHaveLength(2);
    expect((await found(tableOf(unique), ofThree)).names).toHaveLength(1);
  });

  test('leave out what changes nothing, and what may not be a key', async () => {
    const same = numbers('same', () => 5);
    const sorted = numbers('sorted', (row) => row >> 3);
    const json = { ...three, name: 'json', type: 'json' } as unknown as Column;
    const { names, tried } = await found(tableOf(same, sorted, json, four), ofThree, { excluded: ['four'] });
    // The data are in the order of one column, so that only its other direction differs: it is not tried.
    expect([names, tried]).toEqual([[], 0]);
    expect((await found(tableOf(same, four), ofThree)).names).toEqual([expect.stringMatching(/^four/)]);
  });

  test('end when the time is over', async () => {
    expect((await found(tableOf(three, four, unique), ofThree, { most: 2 })).tried).toBe(2);
    expect((await found(tableOf(three, four), ofThree, { most: 0 })).names).toEqual([]);
  });

  test('are at most nine, six of them by one key', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      numbers(`c${index}`, (row) => (row * 7 + index) % (index + 2)),
    );
    const size = (rows: Int32Array) => rows.reduce((sum, row, at) => (sum * 31 + row * at) % 1_009, 7);
    const { names, tried } = await found(tableOf(...many), size);
    expect(names).toHaveLength(9);
    expect(names.filter((name) => !name.includes(' '))).toHaveLength(6);
    // 24 keys, 3 · 5 pairs; then 3 single keys in the other direction, and 3 pairs in the 3 others.
    expect(tried).toBe(24 + 15 + 3 + 9);
    const few = await found(
      tableOf(
        three,
        four,
        numbers('five', (row) => (row * 7) % 5),
      ),
      size,
    );
    expect(few.names).toHaveLength(9);
  });
});

describe('a sample of rows', () => {
  test('is made of sixteen blocks from the first row to the last', () => {
    const rows = sampleIndices(1_000_000);
    expect([rows.length, sampleRows, warmUpRows]).toEqual([65_536, 65_536, 4_096]);
    expect([rows[0], rows[4_095], rows.at(-1)]).toEqual([0, 4_095, 999_999]);
    expect(rows[4_096]).toBe(Math.floor((1_000_000 - 4_096) / 15));
    expect(new Set(rows).size).toBe(65_536);
    expect([...firstRows(3)]).toEqual([0, 1, 2]);
  });

  test('is measured without look-ups, and a probe once', () => {
    const part = (allRows: boolean) => ({ allRows }) as Parameters<typeof callsOf>[0];
    expect([callsOf(part(true), false), callsOf(part(false), false)]).toEqual(['repeatedWithLookups', 'repeated']);
    expect([callsOf(part(true), true), callsOf(part(false), true)]).toEqual(['once', 'once']);
  });
});

describe('what reads a user’s file itself', () => {
  type File = Parameters<typeof userFileReaders>[0];
  const readersOf = (type: OwnFileType, more: Partial<File> = {}, same: Candidate | null = null) =>
    userFileReaders({ type, packing: null, isOneFile: true, isSampleFile: false, ...more }, same);
  const decoderOf = (...of: Parameters<typeof readersOf>) =>
    readersOf(...of).flatMap((reader) => (reader.by === 'decoder' ? [reader.candidate] : []))[0] ?? null;
  const npy = { format: 'npy', implementation: 'x', options: {}, codec: null };

  test('is the decoder of the default candidate, then the reader that opened it', () => {
    const byDecoder = ['parquet', 'arrow', 'npy', 'smiles', 'sdf'] as const;
    expect(byDecoder.map((type) => decoderOf(type)?.implementation)).toEqual([
      'arrow-rs',
      'apache-arrow',
      'formatlab',
      'formatlab',
      'formatlab',
    ]);
    for (const type of byDecoder) expect(readersOf(type).map(({ by }) => by)).toEqual(['decoder', 'opener']);
    const byOpener = ['csv', 'json', 'ndjson', 'avro', 'orc', 'npz', 'xlsx', 'sqlite', 'hdf5', 'pickle'] as const;
    for (const type of byOpener) expect(readersOf(type)).toMatchObject([{ by: 'opener' }]);
    expect(readersOf('bytes')).toEqual([]);
    expect(readersOf('npy', { isOneFile: false })).toMatchObject([{ by: 'opener' }]);
  });

  test('unpacks the file first', () => {
    const codecs = (['gzip', 'zstd', 'xz', 'lzma', 'bzip2', 'lz4', 'brotli', 'zip'] as const).map((packing) => {
      const codec = decoderOf('npy', { packing })?.codec;
      return codec && [codec.id, codec.level, codec.implementation, codec.granularity];
    });
    expect(codecs).toEqual([
      ['gzip', 6, 'libdeflate', 'file'],
      ['zstd', 3, 'native', 'file'],
      ['xz', 6, 'native', 'file'],
      ['lzma', 6, 'native', 'file'],
      ['bzip2', 9, 'native', 'file'],
      ['lz4', 1, 'native', 'file'],
      ['brotli', 6, 'native', 'file'],
      undefined,
    ]);
    // The sample of a compressed file is not compressed, which the reader’s name says; that of an archive is.
    const names = (['gzip', 'zip', null] as const).map(
      (packing) => readersOf('csv', { packing, isSampleFile: true })[0],
    );
    expect(new Set(names.map((reader) => JSON.stringify(reader))).size).toBe(2);
    expect(readersOf('npy', { packing: 'gzip', isSampleFile: true })).toMatchObject([{ by: 'opener' }]);
  });

  test('is the candidate with the file’s settings, if there is one', () => {
    expect(decoderOf('avro', {}, npy)).toBe(npy);
    expect(decoderOf('csv', {}, npy)).toBeNull();
    expect(decoderOf('npy', { packing: 'lz4' }, npy)).toMatchObject({ implementation: 'x', codec: { id: 'lz4' } });
    const codec = { id: 'zstd', level: 3, implementation: null, granularity: 'page' } as const;
    expect(decoderOf('npy', { packing: 'zip' }, { ...npy, codec })).toEqual({ ...npy, codec });
  });
});

describe('the calibration', () => {
  /** A clock that shows a step more each time that it is read. */
  const steppingClock = (step: number) => {
    let reads = 0;
    return {
      now: () => {
        reads += 1;
        return step * reads;
      },
      reads: () => reads,
    };
  };

  test('gives the time of a call, and how long the warm-up took beyond the least', async () => {
    const clock = steppingClock(7);
    const { computeMs, memoryMs, objectsMs, unsteadiness } = await calibrate(clock);
    expect([computeMs, memoryMs, objectsMs]).toEqual([7, 7, 7]);
    // A warm-up takes 70 ms: 10 beyond the least, of 190 at most.
    expect(unsteadiness).toBeCloseTo(1 / 19, 12);
  });

  test('makes five calls at least', async () => {
    const clock = steppingClock(1_000);
    const { computeMs, unsteadiness } = await calibrate(clock);
    expect(computeMs).toBe(1_000);
    // Each call is longer than a warm-up may take.
    expect(unsteadiness).toBe(1);
    // Of each kernel a read at the start, two for each call, and one after the fifth; of each warm-up those of one call.
    expect(clock.reads()).toBe(3 * (1 + 5 * 2 + 1) + 3 * 2);
  });
});
