import { beforeAll, describe, expect, it } from 'vitest';
import { BufferWriter } from '../file/buffer-writer';
import { rootAlgorithms } from '../file/compression-setting';
import { RootFileReader } from '../file/file-reader';
import { RootFileWriter } from '../file/file-writer';
import { type BlockDecompressor, loadBlockCompressor, loadBlockDecompressor } from '../file/native-blocks';
import { MemorySink } from '../file/sink';
import { MemorySource } from '../file/source';
import type { Column } from '../../../model/column';
import { plainColumns } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { rowValues } from '../../../model/table-row';
import { type Checksum, loadChecksum } from './file/checksum';
import { ntupleEntries } from './file/ntuple-info';
import { format } from './implementations/formatlab';
import { TableFile } from './read-table';
import { writeTable } from './write-table';
import { telling } from '../../../model/testing/telling';

const rows = 20_000;
const encoder = new TextEncoder();

function texts(): Column {
  const items = Array.from({ length: rows }, (_, row) => encoder.encode(row % 5 === 0 ? '' : `row ${row}, é`));
  const offsets = new Int32Array(rows + 1);
  for (const [row, item] of items.entries()) offsets[row + 1] = (offsets[row] ?? 0) + item.length;
  const data = new Uint8Array(offsets[rows] ?? 0);
  for (const [row, item] of items.entries()) data.set(item, offsets[row]);
  const validity = Uint8Array.from({ length: rows / 8 }, () => 0b1101_1111);
  for (let row = 5; row < rows; row += 8) {
    if (row % 5 !== 0) validity[row >> 3] = 0xff;
  }
  return { name: 'text', type: 'utf8', validity, offsets, data };
}

const table: Table = {
  kind: 'table',
  rowCount: rows,
  columns: [
    {
      name: 'x',
      type: 'int64',
      validity: null,
      values: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row) - 5_000n),
    },
    {
      name: 'y',
      type: 'int64',
      validity: null,
      values: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row * row)),
    },
    { name: 'z', type: 'float32', validity: null, values: Float32Array.from({ length: rows }, (_, row) => row / 3) },
    texts(),
  ],
};

let decompressor: BlockDecompressor;
let checksum: Checksum;
beforeAll(async () => {
  [decompressor, checksum] = await Promise.all([loadBlockDecompressor(), loadChecksum()]);
});

async function encoded(
  codec: (typeof rootAlgorithms)[number] | null,
  { pageBytes = 16_384, clusterBytes = 300_000, dataset = table } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const sink = new MemorySink();
  writeTable(
    dataset,
    sink,
    codec === null ? null : await loadBlockCompressor({ algorithm: codec, level: 1 }),
    checksum,
    pageBytes,
    clusterBytes,
  );
  return sink.take();
}

const open = (file: Uint8Array, source = new MemorySource(file)) => new TableFile(source, decompressor, checksum);

function refusalOf(file: Uint8Array): string {
  try {
    open(file).readTable();
  } catch (thrown) {
    expect(thrown, String(thrown)).toBeInstanceOf(FormatlabError);
    return (thrown as FormatlabError).record.message;
  }
  throw new Error('The file was read.');
}

/** Bytes of the pages of a column, with their checksums, as the page lists have them; only those that hold some of these elements of a cluster where told. */
function pageBytesOf(
  { ntuple }: TableFile,
  column: number,
  within?: { readonly cluster: number; readonly from: number; readonly to: number },
): number {
  let sum = 0;
  for (const [cluster, { columns }] of ntuple.clusters.entries()) {
    let begin = 0;
    for (const { elements, locator } of columns[column]?.pages ?? []) {
      const wanted =
        within === undefined || (within.cluster === cluster && begin < within.to && begin + elements > within.from);
      if (wanted) sum += locator.sizeBytes + 8;
      begin += elements;
    }
  }
  return sum;
}

describe('XXH3', () => {
  it.each([
    ['', 0x2d06_8005_38d3_94c2n],
    ['a', 0xe6c6_32b6_1e96_4e1fn],
    ['abc', 0x78af_5f94_892f_3950n],
  ])('of “%s” is as its reference has it', (text, expected) => {
    expect(checksum(encoder.encode(text))).toBe(expected);
  });
});

describe('reading no more than is needed', () => {
  it.each([null, ...rootAlgorithms])('projects a column out of its own pages (%s)', async (codec) => {
    const source = new MemorySource(await encoded(codec));
    const opened = open(new Uint8Array(), source);
    expect(opened.ntuple.clusters.length).toBeGreaterThan(2);
    const metadataBytes = source.bytesRead;
    expect(opened.readColumn('y').columns).toEqual([table.columns[1]]);
    expect(source.bytesRead - metadataBytes).toBe(pageBytesOf(opened, 1));
    expect(metadataBytes).toBeLessThan(source.sizeBytes / 2);
  });

  it('tells how much that is', async () => {
    const file = await encoded('zstd');
    const source = new MemorySource(file);
    const opened = open(file, source);
    const bytesReadToOpen = source.bytesRead;
    opened.readColumn(opened.columnName(0) ?? '');
    const afterColumn = source.bytesRead;
    opened.readRow(Math.floor(opened.rowCount / 2));
    const session = await format.open({ options: {}, innerCodec: null, schema: { kind: 'table', columns: [] } });
    expect(session.countsOf?.(file, 0)).toEqual({
      ...opened.counts(),
      bytesReadToOpen,
      bytesReadForOneColumn: afterColumn - bytesReadToOpen,
      bytesReadForOneRow: source.bytesRead - afterColumn,
    });
    expect(afterColumn - bytesReadToOpen).toBeGreaterThanOrEqual(pageBytesOf(opened, 0));
    expect(source.bytesRead).toBeLessThan(file.length);
  });

  it('looks a row up in one page of each column, and in two where the one before ends another', async () => {
    const source = new MemorySource(await encoded('zstd'));
    const opened = open(new Uint8Array(), source);
    const row = opened.rowsFromPages();
    for (const wanted of [0, 1, 2_053, 12_345, rows - 1]) expect(row(wanted)).toEqual(rowValues(table, wanted));
    const cluster = opened.ntuple.clusters.findIndex(
      ({ firstEntry, entryCount }) => firstEntry <= 12_345 && 12_345 < firstEntry + entryCount,
    );
    const at = 12_345 - (opened.ntuple.clusters[cluster]?.firstEntry ?? 0);
    const before = source.bytesRead;
    row(12_345);
    const fixed = [0, 1, 2].reduce(
      (sum, column) => sum + pageBytesOf(opened, column, { cluster, from: at, to: at + 1 }),
      0,
    );
    const read = source.bytesRead - before;
    expect(read).toBeGreaterThan(fixed);
    // Of the text: where its values end, where its texts end, and the letters: two pages each at most.
    expect(read - fixed).toBeLessThan(6 * 16_400);
  });
});

describe('what RNTuple does', () => {
  it('keeps every row, however small pages and clusters are', async () => {
    for (const codec of [null, 'zstd'] as const) {
      for (const [pageBytes, clusterBytes] of [
        [1_024, 2_000],
        [1_024, 1_000_000_000],
        [16_777_216, 10_000],
      ] as const) {
        const part = {
          ...table,
          rowCount: 997,
          columns: plainColumns(table).map((column) =>
            'offsets' in column
              ? {
                  ...column,
                  offsets: column.offsets.subarray(0, 998),
                  data: column.data.subarray(0, column.offsets[997]),
                  validity: (column.validity ?? new Uint8Array()).slice(0, 125),
                }
              : { ...column, values: column.values.subarray(0, 997) },
          ),
        } as Table;
        // Bits past the end are 0.
        const last = part.columns[3]?.validity;
        if (last !== undefined && last !== null) last[124] = (last[124] ?? 0) & 0b1_1111;
        const found = open(await encoded(codec, { pageBytes, clusterBytes, dataset: part })).readTable();
        expect(found).toEqual(part);
      }
    }
  });

  it('leaves a page as it is that compression does not make smaller', async () => {
    const values = crypto.getRandomValues(new Uint8Array(60_000));
    const file = await encoded('lz4', {
      dataset: {
        kind: 'table',
        rowCount: values.length,
        columns: [{ name: 'noise', type: 'uint8', validity: null, values }],
      },
    });
    const opened = open(file);
    expect(opened.ntuple.clusters[0]?.columns[0]?.pages.map(({ locator }) => locator.sizeBytes)).toEqual([
      16_384, 16_384, 16_384, 10_848,
    ]);
    expect(opened.readTable().columns[0]).toMatchObject({ values });
  });

  it('makes fields of names that it forbids, which the note gives back', async () => {
    const names = ['a.b', 'a_b', 'a b', '', '\n', 'ä/ö', '_'];
    const dataset: Table = {
      kind: 'table',
      rowCount: 1,
      columns: names.map((name, index) => ({ name, type: 'int8', validity: null, values: Int8Array.of(index) })),
    };
    const opened = open(await encoded(null, { dataset }));
    const fields = opened.ntuple.schema.fields.map(({ name }) => name);
    expect(new Set(fields).size).toBe(names.length);
    expect(fields[1]).toBe('a_b');
    for (const name of fields) expect(name).toMatch(/^[^\s./\\]+$/);
    expect(opened.readTable()).toEqual(dataset);
  });
});

describe('a damaged or hostile file', () => {
  it.each([null, ...rootAlgorithms])(
    'is refused, or read to the same values, with an error of its own (%s)',
    async (codec) => {
      const file = await encoded(codec);
      for (let step = 0; step < 200; step += 1) {
        const flipped = file.slice();
        const at = Math.floor((file.length * step) / 200);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (step % 8));
        try {
          // Whatever values stand in are checked: where it is read at all, the bit was in a key, which nothing needs.
          const found = open(flipped).readTable();
          expect(found).toEqual(table);
        } catch (thrown) {
          expect(thrown, `byte ${at}: ${String(thrown)}`).toBeInstanceOf(FormatlabError);
        }
      }
      for (let step = 0; step < 60; step += 1) refusalOf(file.slice(0, Math.floor((file.length * step) / 60)));
    },
  );

  it('finds a flipped bit by the checksum of page, envelope and anchor, and says where', async () => {
    const file = await encoded(null);
    const { ntuple } = open(file);
    const flippedAt = (at: number) => {
      const flipped = file.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      return refusalOf(flipped);
    };
    const page = ntuple.clusters[1]?.columns[2]?.pages[0]?.locator.offset ?? 0;
    expect(flippedAt(page + 100)).toMatch(telling('“z”', 'page', 'checksum', `byte ${page.toLocaleString('en')}`));
    const reader = new RootFileReader(new MemorySource(file), decompressor);
    const anchor = ntupleEntries(reader)[0]?.key;
    if (anchor === undefined) throw new Error('There is no anchor.');
    const at = anchor.seek + anchor.keyBytes;
    expect(flippedAt(at + 20)).toMatch(telling('ROOT::RNTuple', '“ntuple”', 'checksum', 'byte'));
    const seeks = new DataView(file.buffer);
    expect(flippedAt(Number(seeks.getBigUint64(at + 14)) + 30)).toMatch(
      telling('header', 'RNTuple', 'checksum', 'byte'),
    );
    expect(flippedAt(Number(seeks.getBigUint64(at + 38)) + 30)).toMatch(
      telling('footer', 'RNTuple', 'checksum', 'byte'),
    );
  });

  /** Alters an envelope whose link the anchor holds at `linkAt`, and makes both checksums right. */
  function forged(
    file: Uint8Array<ArrayBuffer>,
    linkAt: 14 | 38,
    alter: (envelope: DataView, bytes: Uint8Array) => void,
  ): Uint8Array<ArrayBuffer> {
    const copy = file.slice();
    const anchor = ntupleEntries(new RootFileReader(new MemorySource(copy), decompressor))[0]?.key;
    if (anchor === undefined) throw new Error('There is no anchor.');
    const view = new DataView(copy.buffer);
    const at = anchor.seek + anchor.keyBytes + linkAt;
    const [offset, sizeBytes] = [Number(view.getBigUint64(at)), Number(view.getBigUint64(at + 8))];
    const envelope = new DataView(copy.buffer, offset, sizeBytes);
    alter(envelope, copy.subarray(offset, offset + sizeBytes));
    envelope.setBigUint64(sizeBytes - 8, checksum(copy.subarray(offset, offset + sizeBytes - 8)), true);
    return copy;
  }

  it('asks for features of a later version', async () => {
    expect(refusalOf(forged(await encoded(null), 14, (envelope) => envelope.setUint32(8, 2, true)))).toMatch(
      telling('0x2'),
    );
  });

  it('claims more fields than its header holds', async () => {
    const found = refusalOf(
      forged(await encoded(null), 14, (envelope) => {
        // Feature flags, three texts, then the list of fields: its size and count.
        const fields = 16 + 4 + 'ntuple'.length + 4 + 4 + 'Formatlab'.length;
        envelope.setUint32(fields + 8, 0xffff_ffff, true);
      }),
    );
    expect(found).toMatch(telling('4294967295 fields', 'byte'));
  });

  it('has a footer of another header', async () => {
    expect(refusalOf(forged(await encoded(null), 38, (envelope) => envelope.setUint32(16, 1, true)))).toMatch(
      telling('footer', 'RNTuple', 'header', 'byte'),
    );
  });

  it('claims an envelope far larger than it is', async () => {
    for (const [bytes, message] of [
      [2n ** 40n, /would be 1,099,511,627,776 bytes/],
      [400_000_000n, /.*at byte/],
    ] as const) {
      const file = await encoded('zstd');
      const anchor = ntupleEntries(new RootFileReader(new MemorySource(file), decompressor))[0]?.key;
      if (anchor === undefined) throw new Error('There is no anchor.');
      const at = anchor.seek + anchor.keyBytes;
      const view = new DataView(file.buffer);
      view.setBigUint64(at + 30, bytes);
      view.setBigUint64(at + 70, checksum(file.subarray(at + 6, at + 70)));
      // The anchor's checksum follows 4 + 2 + 64 bytes.
      expect(refusalOf(file)).toMatch(message);
    }
  });

  it('holds objects of classes that nobody described, which are passed over', async () => {
    const sink = new MemorySink();
    const file = new RootFileWriter(sink, { fileName: 'f.root', compressor: null });
    file.writeObject({ className: 'TMystery', name: 'unknown', title: '' }, () => {
      const writer = new BufferWriter();
      writer.versioned(7, () => writer.raw(crypto.getRandomValues(new Uint8Array(500))));
      return writer.written();
    });
    file.close();
    expect(refusalOf(sink.take())).toMatch(telling('RNTuple', 'unknown (TMystery)'));
  });

  it.each([
    ['nothing', new Uint8Array(), /not a ROOT file/],
    ['a page', encoder.encode('<!doctype html><title>Not found</title>'), /not a ROOT file/],
  ])('is %s', (_, bytes, message) => {
    expect(refusalOf(bytes)).toMatch(message);
  });
});
