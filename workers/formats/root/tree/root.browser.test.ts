import { beforeAll, describe, expect, it } from 'vitest';
import { BufferWriter } from '../file/buffer-writer';
import { rootAlgorithms } from '../file/compression-setting';
import { RootFileReader } from '../file/file-reader';
import { RootFileWriter } from '../file/file-writer';
import { type BlockDecompressor, loadBlockCompressor, loadBlockDecompressor } from '../file/native-blocks';
import { type ByteSink, MemorySink } from '../file/sink';
import { MemorySource } from '../file/source';
import type { Column } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { areBytesEqual } from '../../../registry/testing/same-bytes';
import { format } from './implementations/formatlab';
import { TableFile } from './read-table';
import { BranchReader } from './file/branch-reader';
import { readTree, treeEntries } from './file/tree-info';
import { TreeWriter } from './file/tree-writer';
import { telling } from '../../../model/testing/telling';

const rows = 20_000;
const column = (name: string, type: 'int64' | 'float32', made: (row: number) => number): Column =>
  ({
    name,
    type,
    validity: null,
    values:
      type === 'int64'
        ? BigInt64Array.from({ length: rows }, (_, row) => BigInt(made(row)))
        : Float32Array.from({ length: rows }, (_, row) => made(row)),
  }) as Column;
const table: Table = {
  kind: 'table',
  rowCount: rows,
  columns: [
    column('x', 'int64', (row) => row),
    column('y', 'int64', (row) => row * row),
    column('z', 'float32', (row) => row / 3),
  ],
};

let decompressor: BlockDecompressor;
beforeAll(async () => {
  decompressor = await loadBlockDecompressor();
});

async function encoded(codec: string | null, level = 4): Promise<Uint8Array<ArrayBuffer>> {
  const session = await format.open({
    options: {},
    innerCodec: codec === null ? null : { id: codec, level },
    schema: { kind: 'table', columns: [] },
  });
  const file = await session.encode?.(table);
  if (file === undefined) throw new Error('There is no encode.');
  return file;
}

function refusalOf(file: Uint8Array): string {
  try {
    new TableFile(new MemorySource(file), decompressor).readTable();
  } catch (thrown) {
    expect(thrown, String(thrown)).toBeInstanceOf(FormatlabError);
    return (thrown as FormatlabError).record.message;
  }
  throw new Error('The file was read.');
}

const find = (file: Uint8Array, text: string, from = 0) => {
  const wanted = new TextEncoder().encode(text);
  for (let at = from; at <= file.length - wanted.length; at += 1)
    if (wanted.every((byte, index) => file[at + index] === byte)) return at;
  throw new Error(`There is no ${text}.`);
};

describe('reading no more than is needed', () => {
  it.each([null, ...rootAlgorithms])('projects a column out of its own baskets (%s)', async (codec) => {
    const file = await encoded(codec);
    const source = new MemorySource(file);
    const opened = new TableFile(source, decompressor);
    const metadataBytes = source.bytesRead;
    const branch = opened.tree.branches[1];
    expect(branch?.name).toBe('y');
    const found = opened.readColumn('y');
    expect(found.columns).toEqual([table.columns[1]]);
    expect(source.bytesRead - metadataBytes).toBe(branch?.basketBytes.reduce((sum, bytes) => sum + bytes, 0));
  });

  it('looks a row up in one basket of each branch', async () => {
    const source = new MemorySource(await encoded('zstd'));
    const opened = new TableFile(source, decompressor);
    const row = opened.rowsFromBaskets();
    const before = source.bytesRead;
    expect(row(12_345)).toEqual(rowValues(table, 12_345));
    const holding = opened.tree.branches.map(
      ({ basketBytes, basketEntry }) =>
        basketBytes[
          basketEntry.findIndex((first, index) => first <= 12_345 && 12_345 < (basketEntry[index + 1] ?? 0))
        ] ?? 0,
    );
    expect(source.bytesRead - before).toBe(holding.reduce((sum, bytes) => sum + bytes, 0));
    expect(holding.every((bytes) => bytes > 0 && bytes < 32_000)).toBe(true);
  });
});

it('tells what is read of a file: to open it, for its first column, and for the row in the middle', async () => {
  const file = await encoded('lz4');
  const source = new MemorySource(file);
  const opened = new TableFile(source, decompressor);
  const bytesReadToOpen = source.bytesRead;
  const [first] = opened.tree.branches;
  const before = source.bytesRead;
  opened.rowsFromBaskets()(rows / 2);
  const session = await format.open({ options: {}, innerCodec: null, schema: { kind: 'table', columns: [] } });
  expect(session.countsOf?.(file, 0)).toEqual({
    ...opened.counts(),
    bytesReadToOpen,
    bytesReadForOneColumn: first?.basketBytes.reduce((sum, bytes) => sum + bytes, 0),
    bytesReadForOneRow: source.bytesRead - before,
  });
});

describe('what ROOT does', () => {
  it('leaves a basket as it is that compression does not make smaller', async () => {
    const random = crypto.getRandomValues(new Uint8Array(60_000));
    const sink = new MemorySink();
    const file = new RootFileWriter(sink, {
      fileName: 'f.root',
      compressor: await loadBlockCompressor({ algorithm: 'lz4', level: 4 }),
    });
    const tree = new TreeWriter(file, { name: 't', branches: [{ kind: 'fixed', name: 'noise', type: 'uint8' }] });
    tree.fill(random.length, [random]);
    tree.close();
    file.close();
    const reader = new RootFileReader(new MemorySource(sink.take()), decompressor);
    const [entry] = treeEntries(reader);
    if (entry === undefined) throw new Error('There is no tree.');
    const [branch] = readTree(reader, entry).branches;
    if (branch === undefined) throw new Error('There is no branch.');
    expect(branch.basketBytes[0]).toBeGreaterThan(31_900);
    expect(branch.basketBytes[0]).toBeLessThan(32_100);
    expect(new BranchReader(reader, branch).readAll().values).toEqual(random);
  });

  const inBlocks = 'cuts what is longer than 16 MiB into blocks (%s)';
  const cutsIntoBlocks = async (algorithm: (typeof rootAlgorithms)[number]) => {
    const values = new Uint8Array(36_000_000);
    for (let at = 0; at < values.length; at += 4_096) values.fill((at >>> 12) & 0xff, at, at + 4_096);
    const sink = new MemorySink();
    const file = new RootFileWriter(sink, {
      fileName: 'f.root',
      compressor: await loadBlockCompressor({ algorithm, level: 1 }),
    });
    const tree = new TreeWriter(file, {
      name: 't',
      branches: [{ kind: 'fixed', name: 'v', type: 'uint8' }],
      basketBytes: 40_000_000,
    });
    tree.fill(values.length, [values]);
    tree.close();
    file.close();
    const reader = new RootFileReader(new MemorySource(sink.take()), decompressor);
    const [entry] = treeEntries(reader);
    const branch = entry === undefined ? undefined : readTree(reader, entry).branches[0];
    if (branch === undefined) throw new Error('There is no branch.');
    expect(branch.basketSeek.length).toBe(1);
    const found = new BranchReader(reader, branch).readAll().values as Uint8Array;
    expect(areBytesEqual(found, values)).toBe(true);
  };
  it.each(rootAlgorithms.filter((algorithm) => algorithm === 'zstd'))(inBlocks, cutsIntoBlocks);
  it.each(rootAlgorithms.filter((algorithm) => algorithm !== 'zstd'))(inBlocks, { tags: ['full'] }, cutsIntoBlocks);

  it('ends clusters: every branch begins a basket at the same entry, each 30 MB', async () => {
    const sink: ByteSink = { write: () => undefined };
    const file = new RootFileWriter(sink, { fileName: 'f.root', compressor: null });
    const tree = new TreeWriter(file, {
      name: 't',
      branches: [
        { kind: 'fixed', name: 'a', type: 'int64' },
        { kind: 'fixed', name: 'b', type: 'int16' },
      ],
    });
    const count = 1_000_000;
    for (let chunk = 0; chunk < 8; chunk += 1) tree.fill(count, [new BigInt64Array(count), new Int16Array(count)]);
    const [a, b] = tree.branches.map(({ baskets }) => baskets.entry);
    const shared = new Set(a?.filter((entry) => b?.includes(entry)));
    const [first = 0] = [...shared].filter((entry) => entry > 0);
    expect(first % 65_536).toBe(0);
    expect(first * 10).toBeGreaterThan(29_000_000);
    expect(first * 10).toBeLessThan(32_000_000);
    expect(shared.has(first * 2)).toBe(true);
  });

  it('keeps nothing of what is written but the list of baskets', async () => {
    let writtenBytes = 0;
    let largest = 0;
    const sink: ByteSink = {
      write(_, bytes) {
        writtenBytes += bytes.length;
        largest = Math.max(largest, bytes.length);
      },
    };
    const file = new RootFileWriter(sink, { fileName: 'f.root', compressor: null });
    const tree = new TreeWriter(file, { name: 't', branches: [{ kind: 'fixed', name: 'a', type: 'int64' }] });
    const chunk = new BigInt64Array(250_000);
    for (let call = 0; call < 100; call += 1) tree.fill(chunk.length, [chunk]);
    expect(largest).toBeLessThanOrEqual(32_000);
    expect(writtenBytes).toBeGreaterThan(199_900_000 - 32_000);
    tree.close();
    file.close();
  });
});

describe('a damaged or hostile file', () => {
  it.each([null, ...rootAlgorithms])(
    'is refused, or read to other values, with an error of its own (%s)',
    async (codec) => {
      const file = await encoded(codec, 1);
      let [read, refused] = [0, 0];
      for (let step = 0; step < 150; step += 1) {
        const flipped = file.slice();
        const at = Math.floor((file.length * step) / 150);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (step % 8));
        try {
          new TableFile(new MemorySource(flipped), decompressor).readTable();
          read += 1;
        } catch (thrown) {
          expect(thrown, `byte ${at}: ${String(thrown)}`).toBeInstanceOf(FormatlabError);
          refused += 1;
        }
      }
      // What is compressed is refused far more often than numbers as they are.
      expect(codec === null ? read : refused).toBeGreaterThan(0);
      for (let step = 0; step < 60; step += 1) refusalOf(file.slice(0, Math.floor((file.length * step) / 60)));
    },
  );

  it('finds a flipped bit in LZ4 by the checksum, and says where', async () => {
    const file = await encoded('lz4', 1);
    const block = find(file, 'L4\u0001');
    file[block + 100] = (file[block + 100] ?? 0) ^ 4;
    expect(refusalOf(file)).toMatch(telling('checksum', 'LZ4', `byte ${(block + 9).toLocaleString('en')}`));
  });

  it('claims a key longer than its record', async () => {
    const file = await encoded(null);
    const key = find(file, 'TBasket') - 35;
    new DataView(file.buffer).setUint16(key + 14, 60_000);
    expect(refusalOf(file)).toMatch(/key.*60000.*at byte/);
  });

  it('claims to decompress to more than it can', async () => {
    const file = await encoded('zlib', 1);
    const key = find(file, 'TBasket') - 35;
    new DataView(file.buffer).setInt32(key + 6, 2_000_000_000);
    expect(refusalOf(file)).toMatch(telling('31928 bytes', 2000000000, 'byte'));
    const block = find(file, 'ZL\u0008');
    file.set([0xff, 0xff, 0xff], block + 6);
    expect(refusalOf(file)).toMatch(/at byte/);
  });

  it('claims more entries than its baskets can hold', async () => {
    const source = await encoded('zstd', 1);
    const reader = new TableFile(new MemorySource(source), decompressor);
    expect(reader.tree.entryCount).toBe(rows);
    const plain = await encoded(null);
    const view = new DataView(plain.buffer);
    // fEntries of the tree and of each branch, as they stand in the tree's record.
    for (let at = find(plain, 'TTree'); at < plain.length - 8; at += 1)
      if (view.getBigInt64(at) === BigInt(rows)) view.setBigInt64(at, 2n ** 40n);
    expect(refusalOf(plain)).toMatch(telling('“x”', '8,796,093,022,208 bytes'));
  });

  it('holds a folder that is inside itself', () => {
    const sink = new MemorySink();
    const file = new RootFileWriter(sink, { fileName: 'f.root', compressor: null });
    const folder = file.writeObject({ className: 'TDirectory', name: 'loop', title: '' }, () => new Uint8Array(60));
    file.close();
    const bytes = sink.take();
    // The folder's list of keys is the file's own, in which it stands.
    const own = 100 + new DataView(bytes.buffer).getUint32(100 + 0) - 60;
    bytes.copyWithin(folder.seek + folder.keyBytes, own, own + 60);
    expect(refusalOf(bytes)).toMatch(/“loop\/loop” contains itself/);
  });

  it('holds objects of classes that nobody described, which are passed over', async () => {
    const sink = new MemorySink();
    const file = new RootFileWriter(sink, { fileName: 'f.root', compressor: null });
    file.writeObject({ className: 'TMystery', name: 'unknown', title: '' }, () => {
      const writer = new BufferWriter();
      writer.versioned(7, () => writer.raw(crypto.getRandomValues(new Uint8Array(500))));
      return writer.written();
    });
    const tree = new TreeWriter(file, { name: 't', branches: [{ kind: 'fixed', name: 'a', type: 'int32' }] });
    tree.fill(3, [Int32Array.of(1, 2, 3)]);
    tree.close();
    file.close();
    const bytes = sink.take();
    const found = new TableFile(new MemorySource(bytes), decompressor).readTable();
    expect(found.columns[0]).toMatchObject({ name: 'a', values: Int32Array.of(1, 2, 3) });
    const reader = new RootFileReader(new MemorySource(bytes), decompressor);
    const [mystery] = reader.entries;
    if (mystery === undefined) throw new Error('There is no object.');
    expect(reader.readObject(mystery).notRead).toMatch(telling('version 7', 'TMystery'));
  });

  it.each([
    ['nothing', new Uint8Array(), /not a ROOT file/],
    ['a page', new TextEncoder().encode('<!doctype html><title>Not found</title>'), /not a ROOT file/],
  ])('is %s', (_, bytes, message) => {
    expect(refusalOf(bytes)).toMatch(message);
  });
});
