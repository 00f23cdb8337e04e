import { readFileSync } from 'node:fs';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schemaOf, type Table } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { completeOptions } from '../../model/options';
import { TableModule } from '../../wasm/tables/table-module';
import { format } from './implementations/arrow-rs';
import { meta } from './meta';
import type { ParquetCalls, ParquetModule } from './native/module';

/** Pages whose headers claim more than the pages hold. They are read by the module itself, without the checks before it (`footer/`). */

const wasm = readFileSync('workers/wasm/built/parquet.wasm');
const compiled = new WebAssembly.Module(wasm);
const mebibyteBytes = 2 ** 20;
/** The largest size whose variable-length integer has 4 bytes, as that of a page of 1 MiB. */
const claimedBytes = 2 ** 27 - 1;

beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(wasm)));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const encoder = new TextEncoder();

/** Texts that fill more than a page of 1 MiB. */
function texts(textOf: (row: number) => string): Table {
  const rowCount = 18_000;
  const rows = Array.from({ length: rowCount }, (_, row) => encoder.encode(textOf(row).padEnd(64, '.')));
  const offsets = Int32Array.from({ length: rowCount + 1 }, (_, row) => row * 64);
  const data = new Uint8Array(rowCount * 64);
  for (const [row, text] of rows.entries()) data.set(text, row * 64);
  return { kind: 'table', rowCount, columns: [{ name: 'text', type: 'utf8', validity: null, offsets, data }] };
}

/** A page of them compresses to about a tenth. */
const various = texts((row) => `${row} of a column of ${(row * 7919) % 1_009} texts`);
/** A page of them compresses so well that its size is not believed at first. */
const equal = texts(() => 'the same text');

async function open(table: Table, codec: string, pageVersion: string): Promise<Required<FormatSession>> {
  const descriptors = meta.implementations.find(({ id }) => id === 'arrow-rs')?.options ?? [];
  const options = completeOptions(descriptors, { encoding: 'PLAIN', pageVersion }, 'Parquet');
  const innerCodec = { id: codec, level: codec === 'snappy' || codec === 'lz4' ? null : 1 };
  return (await format.open({ options, innerCodec, schema: schemaOf(table) })) as Required<FormatSession>;
}

/** 7 bits a byte, lowest first, of a number with its sign in the lowest bit. */
function variable(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value * 2; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
  return bytes;
}

/** The file with another claim in the header of its first page: field 1 is the page's type, field 2 its size without compression. */
function withClaim(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const column = parquetMetadata(file.slice().buffer).row_groups[0]?.columns[0]?.meta_data;
  const at = Number(column?.data_page_offset) + 2;
  expect(file[at]).toBe(0x15);
  const changed = file.slice();
  const claim = variable(claimedBytes);
  expect(changed.subarray(at + 1, at + 1 + claim.length).findIndex((byte) => byte < 128)).toBe(claim.length - 1);
  changed.set(claim, at + 1);
  return changed;
}

/** Reads all of a file. Null if that works, or else the module's reason, and how far the memory grew. */
function read(file: Uint8Array<ArrayBuffer>): { readonly failure: string | null; readonly grownBytes: number } {
  const module: ParquetModule = new TableModule<ParquetCalls>(compiled, 'parquet', 'arrow-rs');
  const fileAt = module.allocate(file.length);
  module.bytes.set(file, fileAt);
  const requestAt = module.allocate(28);
  const arraysAt = module.allocate(12);
  const reader = module.calls.reader_open(fileAt, file.length, 0);
  expect(reader).not.toBe(0);
  const request = [0, 0, 1, -1, 0, 0, 0x7fffffff];
  for (const [index, value] of request.entries()) module.view.setInt32(requestAt + index * 4, value, true);
  const beforeBytes = module.buffer.byteLength;
  const done = module.calls.reader_read(reader, requestAt, arraysAt);
  const failure = done < 0 ? module.failureReason() : null;
  return { failure, grownBytes: module.buffer.byteLength - beforeBytes };
}

const notAllOfIt = /Actual decompressed size doesn't match the expected one/u;
const reasons = new Map([
  ['snappy', /cannot hold the 134217727 bytes that its header claims/u],
  ['lz4', /cannot hold the 134217727 bytes that its header claims/u],
  ['gzip', notAllOfIt],
  ['zstd', notAllOfIt],
  ['brotli', notAllOfIt],
]);

describe.each(['1', '2'])('a page of version %s that claims 128 MiB', (pageVersion) => {
  it.each([...reasons])('is refused by %s without memory for the claim', async (codec, reason) => {
    const file = Uint8Array.from(await (await open(various, codec, pageVersion)).encode(various));
    const honest = read(file);
    expect(honest.failure).toBeNull();
    const lying = read(withClaim(file));
    expect(lying.failure).toMatch(reason);
    expect(lying.grownBytes).toBeLessThan(honest.grownBytes + 24 * mebibyteBytes);
  });
});

it.each([...reasons.keys()])('a page of %s that compresses well is read whole', async (codec) => {
  const session = await open(equal, codec, '1');
  const file = Uint8Array.from(await session.encode(equal));
  expect(await session.decode(file)).toEqual(equal);
});
