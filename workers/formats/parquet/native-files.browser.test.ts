import { parquetMetadata } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { describe, expect, it } from 'vitest';
import alpUrl from '../../../fixtures/parquet/alp.parquet?url';
import nativePages from '../../../fixtures/parquet/pages.txt?raw';
import { schemaOf, type Table } from '../../model/dataset';
import type { FormatContext, FormatSession } from '../../model/entry';
import { completeOptions } from '../../model/options';
import { format } from './implementations/arrow-rs';
import { meta } from './meta';

/** What the module writes, beside what the crate writes natively: `workers/wasm/rust/parquet/tests/native.rs` made the fixtures from the same data. */

const descriptors = meta.implementations.find(({ id }) => id === 'arrow-rs')?.options ?? [];

async function open(
  table: Table,
  encoding: string,
  innerCodec: FormatContext['innerCodec'] = null,
): Promise<Required<FormatSession>> {
  const options = completeOptions(descriptors, { encoding }, 'Parquet');
  return (await format.open({ options, innerCodec, schema: schemaOf(table) })) as Required<FormatSession>;
}

/** As `Random` of the Rust test. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

const words = ['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord', 'granite', 'Åland'];

/** As `trades` of the Rust test. */
function trades(): Table {
  const next = randomNumbers(1);
  const length = 30_000;
  const id = BigInt64Array.from({ length }, (_, row) => BigInt(row * 7 + (next() % 5)));
  const price = Float64Array.from({ length }, () => (next() % 50_000) / 100);
  const encoder = new TextEncoder();
  const offsets = new Int32Array(length + 1);
  const notes = Array.from({ length }, (_, row) => {
    const count = 1 + (next() % 4);
    const text = Array.from({ length: count }, () => words[next() % words.length]).join(' ');
    const bytes = encoder.encode(text);
    offsets[row + 1] = (offsets[row] ?? 0) + bytes.length;
    return bytes;
  });
  const data = new Uint8Array(offsets[length] ?? 0);
  for (const [row, bytes] of notes.entries()) data.set(bytes, offsets[row]);
  return {
    kind: 'table',
    rowCount: length,
    columns: [
      { name: 'id', type: 'int64', validity: null, values: id },
      { name: 'price', type: 'float64', validity: null, values: price },
      { name: 'note', type: 'utf8', validity: null, offsets, data },
    ],
  };
}

/** As `measurements` of the Rust test. Bits are kept as whole numbers, since an engine may change those of a NaN. */
function measurements(): Table {
  const next = randomNumbers(2);
  const length = 2_500;
  const odd = [
    0x7ff8_0000_0000_0001n,
    0xfff8_0000_0000_0000n,
    0x7ff0_0000_0000_0000n,
    0xfff0_0000_0000_0000n,
    0x8000_0000_0000_0000n,
    0x0000_0000_0000_0001n,
    0x7fef_ffff_ffff_ffffn,
    0x43e0_0000_0000_0001n,
  ];
  const oddAt = (index: number) => odd[index % odd.length] ?? 0n;
  const decimal = (row: number) =>
    (next() % 1_000_000) / ([1, 10, 100, 10_000][Math.floor(row / 600) % 4] ?? 1) - 1_000;
  const double = new Float64Array(length);
  const doubleBits = new BigUint64Array(double.buffer);
  for (let row = 0; row < length; row += 1) {
    if (row % 97 === 0) doubleBits[row] = oddAt(row / 97);
    else double[row] = decimal(row);
  }
  const single = new Float32Array(length);
  const singleBits = new Uint32Array(single.buffer);
  for (let row = 0; row < length; row += 1) {
    if (row % 89 === 0) singleBits[row] = Number(oddAt(row / 89) >> 32n) | (row & 1);
    else single[row] = (next() % 10_000) / 10;
  }
  const gaps = new Float64Array(length);
  const validity = new Uint8Array(Math.ceil(length / 8));
  for (let row = 0; row < length; row += 1) {
    if (row % 7 === 3) continue;
    gaps[row] = decimal(row);
    validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7));
  }
  const noise = new Float64Array(length);
  const noiseBits = new BigUint64Array(noise.buffer);
  for (let row = 0; row < length; row += 1)
    noiseBits[row] = ((BigInt(next()) << 40n) | (BigInt(next()) << 16n)) & 0x7fef_ffff_ffff_ffffn;
  return {
    kind: 'table',
    rowCount: length,
    columns: [
      { name: 'double', type: 'float64', validity: null, values: double },
      { name: 'single', type: 'float32', validity: null, values: single },
      { name: 'gaps', type: 'float64', validity, values: gaps },
      { name: 'noise', type: 'float64', validity: null, values: noise },
    ],
  };
}

/** FNV-1a with 64 bits, in halves, because a BigInt for each byte takes long. */
function hashOf(parts: readonly Uint8Array[]): string {
  let high = 0xcbf2_9ce4;
  let low = 0x8422_2325;
  for (const part of parts)
    for (const byte of part) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** All pages of each column chunk, with their headers. */
const chunksOf = (file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] =>
  parquetMetadata(file.slice().buffer).row_groups.flatMap(({ columns }) =>
    columns.map(({ meta_data }) => {
      const start = Number(meta_data?.data_page_offset);
      return file.slice(start, start + Number(meta_data?.total_compressed_size));
    }),
  );

/** What the pages of the file hold, as they are stored. */
const contentsOf = (file: Uint8Array<ArrayBuffer>): Uint8Array[] =>
  chunksOf(file).flatMap((chunk) => {
    const reader = { view: new DataView(chunk.buffer), offset: 0 };
    const contents: Uint8Array[] = [];
    while (reader.offset < chunk.length) {
      const { compressed_page_size: sizeBytes } = parquetHeader(reader);
      contents.push(chunk.subarray(reader.offset, reader.offset + sizeBytes));
      reader.offset += sizeBytes;
    }
    return contents;
  });

describe('pages equal those of the native crate', () => {
  const table = trades();
  const expected = nativePages
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
  const codecs = [...new Set(expected.map(([codec]) => codec ?? ''))];

  it('with all levels of the codecs', () => {
    const levels = (codec: string) => expected.filter(([each]) => each === codec).map(([, level]) => Number(level));
    expect(codecs).toEqual(['uncompressed', 'snappy', 'zstd', 'gzip', 'brotli', 'lz4']);
    expect(levels('zstd')).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
    expect(levels('brotli')).toEqual(Array.from({ length: 11 }, (_, index) => index));
    expect(levels('gzip')).toEqual(Array.from({ length: 9 }, (_, index) => index + 1));
  });

  async function expectPagesOf(codec: string, isTaken: (level: number) => boolean) {
    const linesOf: string[] = [];
    const lines = expected.filter(([each, level]) => each === codec && isTaken(Number(level)));
    for (const [, level] of lines) {
      const innerCodec = codec === 'uncompressed' ? null : { id: codec, level: Number(level) };
      const file = await (await open(table, 'PLAIN', innerCodec)).encode(table);
      // These libraries are not those of the crate, which would compress the pages otherwise.
      const parts = ['gzip', 'lz4', 'brotli'].includes(codec) ? contentsOf(file) : chunksOf(file);
      const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0);
      linesOf.push(`${codec} ${level} ${sizeBytes} ${hashOf(parts)}`);
    }
    expect(linesOf).toEqual(lines.map((line) => line.join(' ')));
    expect(linesOf.length).toBeGreaterThan(0);
  }

  const isFast = (level: number) => level <= 6;
  it.each(codecs)('%s, at its fast levels', (codec) => expectPagesOf(codec, isFast));
  const slow = new Set([9, 11, 19, 22]);
  it.each(['zstd', 'gzip', 'brotli'])('%s, at some of its slow levels', { tags: ['full'] }, (codec) =>
    expectPagesOf(codec, (level) => slow.has(level)),
  );
});

describe('ALP', () => {
  const table = measurements();
  const native = async () => new Uint8Array(await (await fetch(alpUrl)).arrayBuffer());

  it('is written as the native crate writes it, byte for byte', async () => {
    const file = await (await open(table, 'ALP')).encode(table);
    expect(file).toEqual(await native());
  });

  it('is read from the native file, bit by bit', async () => {
    const read = (await (await open(table, 'ALP')).decode(await native())) as Table;
    expect(read.rowCount).toBe(table.rowCount);
    for (const [index, column] of table.columns.entries()) {
      const found = read.columns[index];
      expect(found?.name).toBe(column.name);
      expect(found?.validity).toEqual(column.validity);
      const bitsOf = (of: typeof column | undefined) =>
        of !== undefined && 'values' in of
          ? new Uint8Array(of.values.buffer.slice(of.values.byteOffset, of.values.byteOffset + of.values.byteLength))
          : null;
      expect(bitsOf(found)).toEqual(bitsOf(column));
    }
  });
});
