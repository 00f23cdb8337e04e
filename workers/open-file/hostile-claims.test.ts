import { readFileSync } from 'node:fs';
import { deflateSync } from 'fflate';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { ByteMap } from '../model/byte-map';
import { FormatlabError } from '../model/errors';
import { readByteMap } from './read-byte-map';
import { telling } from '../model/testing/telling';
import { sharedShapes } from '../formats/hdf5/map/dataset';
import { readPages } from '../formats/parquet/map/pages';
import { sourceOf } from '../byte-map/source';
import { SpanList } from '../byte-map/span-tree';
import { ClaimedPages } from '../formats/sqlite/map/tree';

/** Files made by hand that claim what no writer writes, or more of it than any writer does. */

const latin1 = (text: string) => [...text].map((character) => character.charCodeAt(0));
/** The bytes of a little-endian number. */
const le = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const fileOf = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat());
const mapOf = (file: Uint8Array<ArrayBuffer>): Promise<ByteMap> => readByteMap(new Blob([file]));

async function refusalOf(file: Uint8Array<ArrayBuffer>): Promise<{ tag: string; message: string }> {
  const thrown: unknown = await mapOf(file).catch((error: unknown) => error);
  if (!(thrown instanceof FormatlabError)) throw thrown;
  return thrown.record;
}

describe('HDF5', () => {
  const magic = latin1('\x89HDF\r\n\x1a\n');
  const superblock2 = (fileBytes: number) => [
    ...magic,
    ...[2, 8, 8, 0],
    ...le(0, 8),
    ...Array<number>(8).fill(255),
    ...le(fileBytes, 8),
    ...le(48, 8),
    ...le(0, 4),
  ];
  type Message = readonly [type: number, body: readonly number[], flags?: number];
  const objectHeader = (...messages: readonly Message[]) => {
    const body = messages.flatMap(([type, bytes, flags = 0]) => [type, ...le(bytes.length, 2), flags, ...bytes]);
    return [...latin1('OHDR'), 2, 0, body.length, ...body, ...le(0, 4)];
  };
  const linkTo = (name: string, header: number) => [6, [1, 0, name.length, ...latin1(name), ...le(header, 8)]] as const;

  test('chunks that hold nothing do not make it look for chunks without end', async () => {
    const dataset = (chunkLength: number) => {
      const layout = [4, 2, 0, 2, 1, chunkLength, 4, 2, ...le(48, 8)];
      const dataspace = [2, 1, 0, 1, ...le(1_000, 8)];
      return objectHeader([1, dataspace], [3, [0x10, 8, 0, 0, ...le(4, 4)]], [8, layout]);
    };
    const bytes = 48 + dataset(0).length;
    const refusal = await refusalOf(fileOf(superblock2(bytes), dataset(0)));
    expect(refusal).toMatchObject({ tag: 'malformedInput' });
    expect(refusal.message).toMatch(telling('0 × 4'));
  });

  test('values of a shape that is elsewhere are not called free', async () => {
    const sharedFlag = 2;
    const valueBytes = 4_000;
    const dataset = (dataAt: number) => {
      const layout = [1, 1, 1, ...le(0, 5), ...le(dataAt, 8), ...le(1_000, 4)];
      return objectHeader([1, [2, 2, ...le(48, 8)], sharedFlag], [3, [0x10, 8, 0, 0, ...le(4, 4)]], [8, layout]);
    };
    const dataAt = 48 + dataset(0).length;
    const values = Array<number>(valueBytes).fill(7);
    const map = await mapOf(fileOf(superblock2(dataAt + valueBytes), dataset(dataAt), values));
    expect(map.parts.at(-1)).toMatchObject({ name: 'Not identified', bytes: valueBytes });
    // The shape is not known.
    expect(map.columns[0]?.type).toMatch(/^int32, \D+ shape$/u);
    expect(map.findings.map(({ text }) => text)).toContainEqual(expect.stringContaining(sharedShapes));
  });

  test('the paths of groups in groups are shortened', async () => {
    const depth = 1_000;
    const groupBytes = objectHeader(linkTo('group', 0)).length;
    const end = 48 + depth * groupBytes + objectHeader().length;
    const groups = Array.from({ length: depth }, (_, index) =>
      objectHeader(linkTo('group', 48 + (index + 1) * groupBytes)),
    );
    const map = await mapOf(fileOf(superblock2(end), groups.flat(), objectHeader()));
    const [found] = map.parts;
    if (found === undefined || !('parts' in found)) throw new Error('There are no groups.');
    expect(found.parts).toHaveLength(depth + 1);
    const lengths = found.parts.map(({ name }) => name.length);
    expect(Math.max(...lengths)).toBe(2_001);
    expect(found.parts[1]?.name).toBe('/group');
    expect(found.parts.at(-1)?.name).toMatch(/^….*\/group$/s);
  });

  test('a group has more links than a call has arguments', async () => {
    const nodes = 10;
    const linksOfNode = 65_535;
    const [leafHalf, groupHalf] = [32_768, 16];
    const headerAt = 96;
    const treeAt = headerAt + 16 + 24;
    const treeBytes = 8 + 16 + 2 * groupHalf * 8 + (2 * groupHalf + 1) * 8;
    const heapAt = treeAt + treeBytes;
    const nodesAt = heapAt + 32 + 8;
    const nodeBytes = 8 + 2 * leafHalf * 40;
    const file = new Uint8Array(nodesAt + nodes * nodeBytes);
    const undefinedAddress = Array<number>(8).fill(255);
    const counts = [0, 0, 0, 0, 0, 8, 8, 0, ...le(leafHalf, 2), ...le(groupHalf, 2), ...le(0, 4)];
    file.set([...magic, ...counts, ...le(0, 8), ...undefinedAddress, ...le(file.length, 8), ...undefinedAddress]);
    file.set([...le(0, 8), ...le(headerAt, 8)], 56);
    file.set([1, 0, 1, 0, ...le(1, 4), ...le(24, 4), ...le(0, 4)], headerAt);
    file.set([...le(0x11, 2), ...le(16, 2), ...le(0, 4), ...le(treeAt, 8), ...le(heapAt, 8)], headerAt + 16);
    const children = Array.from({ length: nodes }, (_, node) => [...le(0, 8), ...le(nodesAt + node * nodeBytes, 8)]);
    file.set([...latin1('TREE'), 0, 0, ...le(nodes, 2), ...Array<number>(16).fill(255), ...children.flat()], treeAt);
    file.set([...latin1('HEAP'), ...le(0, 4), ...le(8, 8), ...le(1, 8), ...le(heapAt + 32, 8)], heapAt);
    file.set(latin1('self'), heapAt + 32);
    file.set([...latin1('SNOD'), 1, 0, ...le(linksOfNode, 2)], nodesAt);
    for (let link = 0; link < linksOfNode; link += 1) file.set(le(headerAt, 8), nodesAt + 8 + link * 40 + 8);
    for (let node = 1; node < nodes; node += 1)
      file.copyWithin(nodesAt + node * nodeBytes, nodesAt, nodesAt + nodeBytes);
    const map = await mapOf(file);
    expect(map.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(file.length);
  });
});

describe('NumPy', () => {
  const npy = (header: string, data: readonly number[]) =>
    fileOf(latin1('\x93NUMPY'), [1, 0], le(header.length, 2), latin1(header), data);

  test('a field whose name holds an O makes no objects', async () => {
    const numbers = "{'descr': [('Open', '<f8')], 'fortran_order': False, 'shape': (1,), }\n";
    expect((await mapOf(npy(numbers, le(0, 8)))).findings).toEqual([]);
    const objects = "{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (1,), }\n";
    expect((await mapOf(npy(objects, le(0, 8)))).findings[0]?.text).toContain('Python objects');
  });

  test('a shape of more values than there are numbers for', async () => {
    const header = `{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (${'9'.repeat(400)}, 0), }\n`;
    expect(await refusalOf(npy(header, []))).toMatchObject({ tag: 'malformedInput' });
  });

  /** An archive of one member, which is deflated. */
  function zipOf(memberName: string, packed: readonly number[], { isEncrypted }: { readonly isEncrypted: boolean }) {
    const name = latin1(memberName);
    const sizes = [...le(packed.length, 4), ...le(100, 4), ...le(name.length, 2)];
    const fields = [...le(20, 2), ...le(isEncrypted ? 1 : 0, 2), ...le(8, 2), ...le(0, 8), ...sizes];
    const local = [...latin1('PK\x03\x04'), ...fields, ...le(0, 2), ...name, ...packed];
    const entry = [...latin1('PK\x01\x02'), ...le(20, 2), ...fields, ...le(0, 16), ...name];
    const end = [...latin1('PK\x05\x06'), ...le(0, 4), ...le(1, 2), ...le(1, 2), ...le(entry.length, 4)];
    return fileOf(local, entry, end, le(local.length, 4), le(0, 2));
  }

  test('an encrypted member is not inflated', async () => {
    const map = await mapOf(zipOf('a.npy', [255, 1, 2, 3], { isEncrypted: true }));
    expect(map.columns).toMatchObject([{ name: 'a', codecs: ['deflate'] }]);
  });

  test('an array whose name is too long for the map is an array', async () => {
    const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2000,), }\n";
    const array = npy(header, Array<number>(16_000).fill(0));
    const map = await mapOf(zipOf(`${'a'.repeat(300)}.npy`, [...deflateSync(array)], { isEncrypted: false }));
    expect(map.format).toBe('npz');
    expect(map.columns).toMatchObject([{ type: '<f8, 2000', values: 2_000 }]);
  });
});

describe('Pickle', () => {
  const protocol = [0x80, 4];

  test('a dictionary keeps all entries that come one by one', async () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => [
      ...latin1('X'),
      ...le(5, 4),
      ...latin1(String(10_000 + index)),
      ...latin1('K\x01s'),
    ]);
    const map = await mapOf(fileOf(protocol, latin1('}'), entries.flat(), latin1('.')));
    const around = map.columns.find(({ name }) => name === 'Around the entries');
    // Besides the opcodes of the dictionary: those between entries, not the entries themselves.
    expect(around?.compressedBytes).toBeLessThan(2_010);
    expect(map.columns.length).toBeLessThanOrEqual(2_001);
  });

  test('objects that wait on the stack without end', async () => {
    const file = new Uint8Array(5_000_100).fill('N'.charCodeAt(0));
    file.set(protocol);
    expect(await refusalOf(file)).toMatchObject({ tag: 'tooLarge' });
  });

  test('pickles without end', async () => {
    const pickle = [...protocol, ...latin1('N.')];
    const file = Uint8Array.from({ length: pickle.length * 110_000 }, (_, index) => pickle[index % 4] ?? 0);
    expect(await refusalOf(file)).toMatchObject({ tag: 'tooLarge' });
  });
});

test('Parquet: a page that reaches past the end of its column chunk is refused', async () => {
  const file = Uint8Array.from(
    readFileSync(new URL('../../fixtures/golden/parquet/long.none.v2.parquet', import.meta.url)),
  );
  const column = parquetMetadata(file.buffer).row_groups[0]?.columns[0]?.meta_data;
  if (column === undefined) throw new Error('The file has no column.');
  const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
  const chunk = { name: 'c', start, isCompressed: false, maxRepetition: 0, maxDefinition: 0 };
  const pagesOf = (bytes: number) => readPages(sourceOf(new Blob([file])), new SpanList(), { ...chunk, bytes });
  const bytes = Number(column.total_compressed_size);
  expect((await pagesOf(bytes)).values).toBe(Number(column.num_values));
  await expect(pagesOf(bytes - 1)).rejects.toThrow(telling('“c”'));
});

test('SQLite: a page has one use, and exists', () => {
  const use = new ClaimedPages(3);
  use.take(1, 'a');
  use.take(3, 'b');
  expect(() => use.take(3, 'c')).toThrow(telling('3', 'c'));
  for (const page of [0, 4]) expect(() => use.take(page, 'd')).toThrow(telling(`${page}`, 'd', '3'));
});
