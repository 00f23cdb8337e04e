import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import type { FormatContext, FormatSession } from '../../model/entry';
import { listItemColumnName } from '../../model/column';
import { completeOptions } from '../../model/options';
import { fixedColumn, listColumn, richTable } from '../../registry/testing/sample-datasets';
import { format } from './implementations/arrow-rs';
import { meta } from './meta';
import { telling } from '../../model/testing/telling';

const descriptors = meta.implementations.find(({ id }) => id === 'arrow-rs')?.options ?? [];

async function open(
  dataset: Dataset,
  options: Record<string, string | number | boolean> = {},
  innerCodec: FormatContext['innerCodec'] = null,
): Promise<Required<FormatSession>> {
  const context = { options: completeOptions(descriptors, options, 'Parquet'), innerCodec, schema: schemaOf(dataset) };
  return (await format.open(context)) as Required<FormatSession>;
}

const numbers: Table = {
  kind: 'table',
  rowCount: 5_000,
  columns: [
    {
      name: 'id',
      type: 'int64',
      validity: null,
      values: BigInt64Array.from({ length: 5_000 }, (_, row) => BigInt(row * 7)),
    },
    {
      name: 'price',
      type: 'float64',
      validity: null,
      values: Float64Array.from({ length: 5_000 }, (_, row) => Math.round(Math.sin(row) * 10_000) / 100),
    },
  ],
};

async function canonicalBytes(dataset: Dataset): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer());
}

const metadataOf = (file: Uint8Array) => parquetMetadata(file.slice().buffer);
const columnsOf = (file: Uint8Array) => metadataOf(file).row_groups.flatMap(({ columns }) => columns);

describe('in the module’s memory', () => {
  it('a placed table gives the same file as one that is copied in for the call', async () => {
    const session = await open(numbers);
    const file = await session.encode(numbers);
    session.place(numbers);
    expect(await session.encodeView(numbers)).toEqual(file);
    expect(session.lastCallCopied()).toBe(false);
    // Another table is not mistaken for the placed one.
    const [id] = numbers.columns;
    const other: Table = { ...numbers, columns: id === undefined ? [] : [id] };
    expect(await session.encodeView(other)).not.toEqual(file);
    expect(session.lastCallCopied()).toBe(true);
    expect(await session.encode(numbers)).toEqual(file);
  });

  it('only tables are placed, since other datasets are first converted to columns', async () => {
    const list: Dataset = { kind: 'list', elementType: 'int64', values: [1n, 2n] };
    const session = await open(list);
    session.place(list);
    await session.encodeView(list);
    expect(session.lastCallCopied()).toBe(true);
  });

  it('a file is read where it lies, and columns are views until the next call', async () => {
    const session = await open(numbers);
    const file = await session.encode(numbers);
    session.fileRoom(file.length).set(file);
    const view = (await session.decodeView(session.fileRoom(file.length))) as Table;
    expect(session.lastCallCopied()).toBe(false);
    expect(await canonicalBytes(view)).toEqual(await canonicalBytes(numbers));
    const [viewed] = view.columns;
    const copy = (await session.decode(session.fileRoom(file.length))) as Table;
    expect(session.lastCallCopied()).toBe(true);
    expect(await canonicalBytes(copy)).toEqual(await canonicalBytes(numbers));
    const memory = session.fileRoom(file.length).buffer;
    expect(viewed !== undefined && 'values' in viewed && viewed.values.buffer).toBe(memory);
    const [copied] = copy.columns;
    expect(copied !== undefined && 'values' in copied && copied.values.buffer).not.toBe(memory);
  });

  it('every type is the same as a view', async () => {
    const table = richTable();
    const session = await open(table);
    const file = await session.encode(table);
    const kept = format.forget?.(table) ?? table;
    expect(await canonicalBytes(await session.decodeView(file))).toEqual(await canonicalBytes(kept));
    expect(await canonicalBytes(await session.decode(file))).toEqual(await canonicalBytes(kept));
  });

  it('a hundred calls take no more memory than two', async () => {
    const session = await open(numbers, {}, { id: 'zstd', level: 1 });
    session.place(numbers);
    const round = async () => {
      const file = (await session.encodeView(numbers)).slice();
      await session.decodeView(file);
      await session.projectView(file, 'price');
      const lookup = await session.openLookup(file);
      await lookup.get(4_321);
      lookup.close?.();
    };
    await round();
    await round();
    const bytes = session.wasmMemoryBytes();
    for (let call = 0; call < 100; call += 1) await round();
    expect(session.wasmMemoryBytes()).toBe(bytes);
  });
});

describe('what the options write', () => {
  it.each([
    ['PLAIN', ['PLAIN'], ['PLAIN']],
    ['DELTA_BINARY_PACKED', ['DELTA_BINARY_PACKED'], ['PLAIN']],
    ['BYTE_STREAM_SPLIT', ['BYTE_STREAM_SPLIT'], ['BYTE_STREAM_SPLIT']],
    ['ALP', ['PLAIN'], []],
  ])('%s', async (encoding, ofIntegers, ofFloats) => {
    const session = await open(numbers, { encoding });
    const file = await session.encode(numbers);
    const encodings = columnsOf(file).map(({ meta_data }) => meta_data?.encodings ?? []);
    expect(encodings[0]).toEqual(expect.arrayContaining(ofIntegers));
    expect(encodings[1]).toEqual(expect.arrayContaining(ofFloats));
    if (encoding === 'ALP') {
      // hyparquet does not know the number of the encoding.
      expect(encodings[1]).not.toContain('PLAIN');
      const plain = await (await open(numbers, { encoding: 'PLAIN' })).encode(numbers);
      expect(file.length).toBeLessThan(plain.length);
    }
    expect(await canonicalBytes(await session.decode(file))).toEqual(await canonicalBytes(numbers));
  });

  it('encoding, codec and level by column', async () => {
    const session = await open(
      numbers,
      { columns: 'price: BYTE_STREAM_SPLIT, zstd 19; id: DELTA_BINARY_PACKED, uncompressed' },
      { id: 'snappy', level: null },
    );
    const file = await session.encode(numbers);
    expect(columnsOf(file).map(({ meta_data }) => [meta_data?.codec, meta_data?.encodings.includes('PLAIN')])).toEqual([
      ['UNCOMPRESSED', false],
      ['ZSTD', false],
    ]);
    expect(await canonicalBytes(await session.decode(file))).toEqual(await canonicalBytes(numbers));
    const weaker = await open(numbers, { columns: 'price: BYTE_STREAM_SPLIT, zstd 1' }, { id: 'snappy', level: null });
    const sizeOf = (of: Uint8Array) => Number(columnsOf(of)[1]?.meta_data?.total_compressed_size);
    expect(sizeOf(file)).toBeLessThan(sizeOf(await weaker.encode(numbers)));
  });

  it.each([
    ['cost: PLAIN', /no column “cost”/u],
    ['id: DELTA_BYTE_ARRAY', /“id” can’t be encoded by DELTA_BYTE_ARRAY, which is for texts and bytes/u],
    ['id', /no column name before a colon/u],
  ])('says why settings by column do not fit: %s', (columns, reason) => {
    const arrowRs = meta.implementations.find(({ id }) => id === 'arrow-rs');
    const options = completeOptions(descriptors, { columns }, 'Parquet');
    expect(arrowRs?.unsupported('encode', schemaOf(numbers), { options, innerCodec: null })).toMatch(reason);
  });

  it('pages, row groups, a page index and Bloom filters', async () => {
    const plain = await (await open(numbers)).encode(numbers);
    expect(columnsOf(plain).every(({ column_index_offset }) => column_index_offset === undefined)).toBe(true);
    const session = await open(numbers, {
      rowGroupRows: 2_000,
      pageRows: 500,
      statistics: 'page',
      bloomFilter: true,
    });
    const file = await session.encode(numbers);
    const columns = columnsOf(file);
    expect(metadataOf(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2_000, 2_000, 1_000]);
    expect(columns.every(({ column_index_offset }) => column_index_offset !== undefined)).toBe(true);
    expect(columns.every(({ meta_data }) => meta_data?.bloom_filter_offset !== undefined)).toBe(true);
    const without = await (await open(numbers, { statistics: 'none' })).encode(numbers);
    expect(columnsOf(without).every(({ meta_data }) => meta_data?.statistics === undefined)).toBe(true);
  });

  it('counts the bytes that opening, one column and one row touch', async () => {
    const countsWith = async (options: Record<string, string | number>) => {
      const session = await open(numbers, options);
      const file = await session.encode(numbers);
      const chunks = columnsOf(file).map(({ meta_data }) => Number(meta_data?.total_compressed_size));
      return { counts: session.countsOf(file, 1), chunks, file };
    };
    const whole = await countsWith({ encoding: 'PLAIN', pageRows: 5_000 });
    const [id = 0, price = 0] = whole.chunks;
    const footerBytes = new DataView(whole.file.buffer, whole.file.byteOffset).getUint32(whole.file.length - 8, true);
    // The offset index of two columns of one page each lies before the footer.
    expect(whole.counts.bytesReadToOpen).toBeGreaterThan(footerBytes + 8);
    expect(whole.counts.bytesReadToOpen).toBeLessThan(footerBytes + 100);
    expect(whole.counts.bytesReadForOneColumn).toBe(price);
    expect(whole.counts.bytesReadForOneRow).toBe(id + price);
    const paged = await countsWith({ encoding: 'PLAIN', pageRows: 1_024 });
    expect(paged.counts.bytesReadToOpen).toBeGreaterThan(whole.counts.bytesReadToOpen ?? 0);
    expect(paged.counts.bytesReadForOneColumn).toBe(paged.chunks[1]);
    // One page of each column: 1,024 values of 8 bytes, and a header.
    expect(paged.counts.bytesReadForOneRow).toBeGreaterThan(16_384);
    expect(paged.counts.bytesReadForOneRow).toBeLessThan(16_484);
    const empty: Table = { kind: 'table', rowCount: 0, columns: [] };
    const session = await open(empty);
    expect(session.countsOf(await session.encode(empty), 0)).toMatchObject({
      bytesReadForOneColumn: 0,
      bytesReadForOneRow: 0,
    });
  });

  it.each([
    ['id', 0, false],
    ['id descending', 0, true],
    ['price', 1, false],
  ])('declares the order in every row group: %s', async (sortedBy, column_idx, descending) => {
    const rows = Array.from({ length: 5_000 }, (_, row) => (descending ? 5_000 - row : row));
    const sorted: Table = {
      ...numbers,
      columns: [
        { name: 'id', type: 'int64', validity: null, values: BigInt64Array.from(rows, BigInt) },
        { name: 'price', type: 'float64', validity: null, values: Float64Array.from(rows, (row) => row / 4) },
      ],
    };
    const session = await open(sorted, { sortedBy, rowGroupRows: 2_000 });
    const file = await session.encode(sorted);
    expect(metadataOf(file).row_groups.map(({ sorting_columns }) => sorting_columns)).toEqual(
      Array.from({ length: 3 }, () => [{ column_idx, descending, nulls_first: false }]),
    );
    expect(await canonicalBytes(await session.decode(file))).toEqual(await canonicalBytes(sorted));
  });

  it('declares no order that the rows do not have', async () => {
    const session = await open(numbers, { sortedBy: 'price' });
    expect(() => session.encode(numbers)).toThrow(telling('“price”', 'ascending', 'row 3', 'row 2'));
    expect(metadataOf(await (await open(numbers)).encode(numbers)).row_groups[0]?.sorting_columns).toBeUndefined();
  });

  it('refuses a level that the library lacks', async () => {
    const session = await open(numbers, {}, { id: 'zstd', level: 23 });
    expect(() => session.encode(numbers)).toThrow(/refuses a setting/u);
  });
});

describe('lists of numbers', () => {
  const lengths = Array.from({ length: 6_000 }, (_, row) => 1 + ((row * 7) % 5));
  const items = Array.from({ length: lengths.reduce((sum, length) => sum + length, 0) }, (_, index) => index % 300);
  const table = (changed: Partial<Record<number, number>>, item: readonly (number | null)[] = items): Table => ({
    kind: 'table',
    rowCount: lengths.length,
    columns: [
      fixedColumn('before', 'int32', [...lengths.keys()]),
      listColumn(
        'list',
        lengths.map((length, row) => (row in changed ? (changed[row] as number) : length)),
        fixedColumn(listItemColumnName, 'float64', item),
      ),
      fixedColumn('after', 'int32', [...lengths.keys()]),
    ],
  });
  const dropped = items.slice(0, -(lengths[3_000] ?? 0));

  it.each([
    ['whole', table({})],
    ['one of them empty', table({ 3000: 0 }, dropped)],
    [
      'one item null',
      table(
        {},
        items.map((item, index) => (index === 9_000 ? null : item)),
      ),
    ],
  ])('come back: %s', async (_name, dataset) => {
    const expected = await canonicalBytes(dataset);
    for (const encoding of ['PLAIN', 'DICTIONARY', 'BYTE_STREAM_SPLIT'])
      for (const pageVersion of ['1', '2'])
        for (const rowGroupRows of [1_024, 1_048_576]) {
          const options = { encoding, pageVersion, rowGroupRows, pageRows: 1_024, dictionaryKiB: 1 };
          const session = await open(dataset, options, { id: 'lz4', level: null });
          const file = await session.encode(dataset);
          expect(await canonicalBytes(await session.decode(file)), JSON.stringify(options)).toEqual(expected);
          const column = { ...dataset, columns: dataset.columns.slice(1, 2) };
          const projected = await canonicalBytes(await session.project(file, 'list'));
          expect(projected).toEqual(await canonicalBytes(column));
        }
  });
});
