import { describe, expect, it, test } from 'vitest';
import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import type { FormatContext } from '../../model/entry';
import { rowValues } from '../../model/table-row';
import {
  fixedColumn,
  longTable,
  richTable,
  sampleDatasets,
  unalignedCopy,
  variableColumn,
} from '../../registry/testing/sample-datasets';
import { areBytesEqual } from '../../registry/testing/same-bytes';
import { format as apacheArrow } from './implementations/apache-arrow';
import { type BufferCodec, loadBufferCodec } from './ipc/buffer-codec';
import { format as parquetWasm } from './implementations/parquet-wasm';
import { telling } from '../../model/testing/telling';

const codecs = [null, { id: 'lz4', level: null }, { id: 'zstd', level: 1 }, { id: 'zstd', level: 19 }] as const;
/** Level 19 takes long, and level 1 shows nearly as much. */
const tagsOf = (codec: (typeof codecs)[number]) => (codec?.level === 19 ? ['full'] : []);

async function canonical(dataset: Dataset): Promise<string> {
  const bytes = await new Blob([...toCanonical(dataset).parts]).arrayBuffer();
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const samples = [...sampleDatasets()];
const hashes = new WeakMap<Dataset, Promise<string>>();

/** Of what is expected, once. */
function canonicalOnce(dataset: Dataset): Promise<string> {
  const hash = hashes.get(dataset) ?? canonical(dataset);
  hashes.set(dataset, hash);
  return hash;
}

async function expectSame(found: Dataset, expected: Dataset): Promise<void> {
  expect(schemaOf(found)).toEqual(schemaOf(expected));
  const [left, right] = [await canonical(found), await canonicalOnce(expected)];
  // Which says where they differ.
  if (left !== right) expect(found).toEqual(expected);
  expect(left).toBe(right);
}

function contextOf(dataset: Dataset, options: object, innerCodec: FormatContext['innerCodec']): FormatContext {
  return { options: { container: 'file', batchRows: '65536', ...options }, innerCodec, schema: schemaOf(dataset) };
}

async function write(dataset: Dataset, options: object, innerCodec: FormatContext['innerCodec']) {
  const context = contextOf(dataset, options, innerCodec);
  const session = await apacheArrow.open(context);
  const file = await session.encode?.(dataset);
  if (file === undefined) throw new Error('Nothing was written.');
  return { context, session, file };
}

/** 20,000 rows: several batches of 8,192, the last of them cut off a whole byte of the bitmap. */
function manyRows(): Table {
  const rows = Array.from({ length: 20_003 }, (_, row) => row);
  return {
    kind: 'table',
    rowCount: rows.length,
    columns: [
      fixedColumn('count', 'int64', rows),
      fixedColumn(
        'sparse',
        'int32',
        rows.map((row) => (row % 3 === 0 ? null : row)),
      ),
      fixedColumn(
        'flag',
        'bool',
        rows.map((row) => (row % 5 === 0 ? 1 : 0)),
      ),
    ],
  };
}

const many = ['many rows', manyRows()] as const;

describe('bytes touched', () => {
  const countsOf = async (table: Table, innerCodec: FormatContext['innerCodec'] = null) => {
    const { session, file } = await write(table, { batchRows: '8192' }, innerCodec);
    return { counts: session.countsOf?.(file, 0) ?? {}, file };
  };

  it('are those of the rows and of a column, if buffers are not compressed', async () => {
    const { counts, file } = await countsOf(manyRows());
    expect(counts).toMatchObject({ bytesReadForOneColumn: 8 * 20_003, bytesReadForOneRow: 8 + (1 + 4) + 1 });
    // The rest are the buffers of the other columns: values, a bitmap and bits, padded to 8 bytes in each of three batches.
    expect(counts.bytesReadToOpen).toBeGreaterThan(500);
    expect(counts.bytesReadToOpen).toBeLessThan(file.length - (8 + 4) * 20_003 - 2 * (20_003 >> 3));
    const text: Table = { kind: 'table', rowCount: 3, columns: [variableColumn('t', 'utf8', ['a', 'middle', 'b'])] };
    expect((await countsOf(text)).counts.bytesReadForOneRow).toBe(2 * 4 + 'middle'.length);
  });

  it('are whole buffers of a batch, if they are compressed', async () => {
    const { counts } = await countsOf(manyRows(), { id: 'zstd', level: 1 });
    const { bytesReadForOneColumn: column = 0, bytesReadForOneRow: row = 0 } = counts;
    expect(column).toBeLessThan(8 * 20_003);
    expect(row).toBeGreaterThan(100);
  });

  it('are none where there is no row', async () => {
    const empty: Table = { kind: 'table', rowCount: 0, columns: [fixedColumn('n', 'int32', [])] };
    expect((await countsOf(empty)).counts).toMatchObject({ bytesReadForOneColumn: 0, bytesReadForOneRow: 0 });
  });
});

describe.each(['file', 'stream'])('an Arrow IPC %s', (container) => {
  for (const codec of codecs)
    it(`keeps every dataset, codec ${codec === null ? 'none' : `${codec.id} ${codec.level ?? ''}`}`, {
      tags: tagsOf(codec),
    }, async () => {
      for (const [name, sample] of [...samples, many]) {
        if (sample.kind === 'bytes' || sample.kind === 'molecules') continue;
        for (const dataset of [sample, unalignedCopy(sample)]) {
          const { context, session, file } = await write(dataset, { container, batchRows: '8192' }, codec);
          const readers = codec === null ? [session, await parquetWasm.open(context)] : [session];
          for (const reader of readers) {
            const decoded = await reader.decode?.(file);
            await expectSame(decoded as Dataset, sample).catch((error: unknown) => {
              throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
            });
          }
        }
      }
    });

  it.each(codecs)('projects and looks up, codec %o', async (codec) => {
    for (const table of [richTable(), longTable(), manyRows()]) {
      const { session, file } = await write(table, { container, batchRows: '8192' }, codec);
      for (const column of table.columns)
        await expectSame((await session.project?.(file, column.name)) as Dataset, { ...table, columns: [column] });
      const lookup = await session.openLookup?.(file);
      for (const row of [0, 1, 5, 10, 8_191, 8_192, 20_002].filter((row) => row < table.rowCount))
        expect(await lookup?.get(row)).toEqual(rowValues(table, row));
      expect(() => lookup?.get(table.rowCount)).toThrow(/no row/);
    }
    const vectors = sampleDatasets().get('vectors-1000');
    if (vectors?.kind !== 'keyedVectors') throw new Error('No vectors.');
    const { session, file } = await write(vectors, { container }, codec);
    const lookup = await session.openLookup?.(file);
    for (const id of ['é ünï', 'x', 'id999']) expect(await lookup?.get(id)).toEqual(vectors.entries.get(id));
  });

  it.each(codecs)('says where a file is damaged, codec %o', async (codec) => {
    const table = longTable();
    const { session, file } = await write(table, { container, batchRows: '8192' }, codec);
    for (const length of [0, 7, 8, 100, 500, file.length >> 1, file.length - 9]) {
      await expect(Promise.resolve().then(() => session.decode?.(file.slice(0, length)))).rejects.toMatchObject({
        record: { format: 'arrow' },
      });
    }
    for (let seed = 0; seed < 300; seed += 1) {
      const altered = file.slice();
      for (let at = 0; at < 8; at += 1)
        altered[(seed * 7919 + at * 104_729) % altered.length] = (seed * 31 + at * 17) & 255;
      await Promise.resolve()
        .then(() => session.decode?.(altered))
        .catch((error: unknown) =>
          expect(error).toMatchObject({ name: expect.stringMatching(/^(FormatlabError|DamagedInput)$/) }),
        );
    }
    await expectSame((await session.decode?.(file)) as Dataset, table);
  });
});

describe('views', () => {
  const chosen = [...samples, many].filter(([, { kind }]) => kind !== 'bytes' && kind !== 'molecules');

  it.each([['8192'], ['1048576']])(
    'of batches of %s rows are the dataset, and leave the file alone',
    async (batchRows) => {
      for (const codec of [null, { id: 'lz4', level: null }]) {
        for (const [name, dataset] of chosen) {
          const { session, file } = await write(dataset, { batchRows }, codec);
          const untouched = file.slice();
          // Memory has room for the second call only, and holds the first result then.
          for (const _call of [1, 2]) {
            await expectSame((await session.decodeView?.(file)) as Dataset, dataset).catch((error: unknown) => {
              throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
            });
            expect(areBytesEqual((await session.encodeView?.(dataset)) as Uint8Array, file), name).toBe(true);
          }
          expect(areBytesEqual(file, untouched), name).toBe(true);
        }
      }
    },
  );

  it('of one column are the column, also after a larger result', async () => {
    const table = manyRows();
    const { session, file } = await write(table, { batchRows: '8192' }, null);
    await session.decodeView?.(file);
    for (const column of table.columns)
      await expectSame((await session.projectView?.(file, column.name)) as Dataset, { ...table, columns: [column] });
  });

  it('are copied for a file at an odd address', async () => {
    const vectors = sampleDatasets().get('vectors-1000') as Dataset;
    const { session, file } = await write(vectors, {}, null);
    const moved = new Uint8Array(file.length + 1);
    moved.set(file, 1);
    await expectSame((await session.decodeView?.(moved.subarray(1))) as Dataset, vectors);
  });
});

/** Two batches with nulls and texts, most of whose buffers are worth compressing. */
function compressibleTable(): Table {
  const rows = Array.from({ length: 8_400 }, (_, row) => row);
  return {
    kind: 'table',
    rowCount: rows.length,
    columns: [
      fixedColumn(
        'sparse',
        'int32',
        rows.map((row) => (row % 16 === 0 ? null : row >> 8)),
      ),
      variableColumn(
        'text',
        'utf8',
        rows.map((row) => (row % 16 === 3 ? null : `${row >> 6} and more`)),
      ),
    ],
  };
}

describe.each(codecs.slice(1, 3))('a file compressed with %o', (codec) => {
  it('is refused if it is cut at any byte', { tags: ['full'] }, async () => {
    const { session, file } = await write(compressibleTable(), { batchRows: '8192' }, codec);
    for (let length = 0; length < file.length; length += 1)
      expect(() => session.decodeView?.(file.subarray(0, length)), `${length} bytes`).toThrow(/./);
    await expectSame((await session.decodeView?.(file)) as Dataset, compressibleTable());
  });

  it('is refused or read if a byte differs, and the next one is read', { tags: ['full'] }, async () => {
    const table = compressibleTable();
    const { session, file } = await write(table, { batchRows: '8192' }, codec);
    for (let at = 0; at < file.length; at += 7) {
      const altered = file.slice();
      altered[at] = (altered[at] as number) ^ 0x81;
      await Promise.resolve()
        .then(() => session.decodeView?.(altered))
        .catch((error: unknown) =>
          expect(error).toMatchObject({ name: expect.stringMatching(/^(FormatlabError|DamagedInput)$/) }),
        );
    }
    await expectSame((await session.decodeView?.(file)) as Dataset, table);
    expect(session.wasmMemoryBytes?.()).toBeLessThan(256 * 1_048_576);
  });
});

test.each(['lz4', 'zstd'] as const)(
  '%s frames get no more room than they can fill, whatever they claim',
  async (id) => {
    const codec = await loadBufferCodec(id, id === 'zstd' ? 1 : null);
    const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => index >> 4);
    const frame = frameOf(codec, bytes);
    codec.beginContents([{ frameBytes: 100, sizeBytes: 2 ** 31 }]);
    expect(codec.memoryBytes()).toBeLessThan(64 * 1_048_576);
    codec.beginContents([{ frameBytes: frame.length, sizeBytes: 5_000 }]);
    expect(() => codec.addContent(frame, 2 ** 31, true)).toThrow(/declare/);
    expect([
      codec.addContent(frame, 5_000, true),
      codec.addContent(frame, 5_000, false),
      codec.addContent(frame, 5_000, true),
    ]).toEqual([0, 5_000, 10_000]);
    expect(codec.contents().slice(5_000, 10_000)).toEqual(bytes);
  },
);

function frameOf(codec: BufferCodec, bytes: Uint8Array): Uint8Array {
  codec.beginFrames();
  codec.keepFrame(codec.compress(bytes.length, (target) => target.set(bytes)));
  return codec.frames().slice();
}

describe('LZ4 frames', () => {
  it('come back', async () => {
    const lz4 = await loadBufferCodec('lz4', null);
    for (const length of [0, 1, 4, 5, 12, 13, 14, 20, 100, 1_000, 65_536, 5_000_000]) {
      for (const modulus of [1, 2, 7, 251]) {
        const input = new Uint8Array(length);
        for (let index = 0; index < length; index += 1)
          input[index] = modulus === 251 ? (Math.imul(index, 2_654_435_761) >>> 13) & 255 : index % modulus;
        const output = lz4.decompress(frameOf(lz4, input), length);
        expect(areBytesEqual(output, input), `${length} bytes modulo ${modulus}`).toBe(true);
      }
    }
  });

  it('that claim what they do not hold are refused, and the next one is read', async () => {
    const lz4 = await loadBufferCodec('lz4', null);
    const frame = frameOf(lz4, new Uint8Array(1_000));
    expect(() => lz4.decompress(frame, 1_001)).toThrow(telling('1000 bytes', 1001));
    expect(() => lz4.decompress(frame, 999)).toThrow(telling('999 bytes'));
    expect(() => lz4.decompress(frame, 2 ** 40)).toThrow(telling(1099511627776));
    for (let cut = 1; cut < frame.length; cut += 1)
      expect(() => lz4.decompress(frame.slice(0, -cut), 1_000)).toThrow(/LZ4 frame/);
    expect(lz4.decompress(frame, 1_000)).toEqual(new Uint8Array(1_000));
  });
});
