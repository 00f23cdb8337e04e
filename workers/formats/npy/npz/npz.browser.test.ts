import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { type Dataset, schemaOf } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { format as fflate } from './implementations/fflate';
import { format as libdeflate } from './implementations/libdeflate';
import { telling } from '../../../model/testing/telling';

const dataset: Dataset = {
  kind: 'dict',
  keyType: 'utf8',
  valueType: 'float64',
  entries: new Map([
    ['b', 1],
    ['ü', -0],
  ]),
};

describe.each([
  ['libdeflate', libdeflate],
  ['fflate', fflate],
] as const)('npz by %s', (id, format) => {
  const open = (members: 'stored' | 'deflated') =>
    format.open({ options: { members }, innerCodec: null, schema: schemaOf(dataset) });

  async function messageOf(file: Uint8Array<ArrayBuffer>): Promise<string> {
    const session = await open('stored');
    try {
      await session.decode?.(file);
    } catch (thrown) {
      if (thrown instanceof FormatlabError) return thrown.record.message;
      throw thrown;
    }
    throw new Error('The file was read.');
  }

  async function written(members: 'stored' | 'deflated'): Promise<Uint8Array<ArrayBuffer>> {
    const file = await (await open(members)).encode?.(dataset);
    if (file === undefined) throw new Error('There is no encode.');
    return file;
  }

  describe.each(['stored', 'deflated'] as const)('an archive with members %s', (members) => {
    it('comes back', async () => {
      expect(await (await open('stored')).decode?.(await written(members))).toEqual(dataset);
    });

    it('is refused where a byte of a member differs, by its checksum or before', async () => {
      const file = await written(members);
      // A local header of 30 bytes and the name, in which the size stands at byte 18.
      const start = 30 + 'keys.npy'.length;
      const end = start + new DataView(file.buffer).getUint32(18, true);
      for (let at = start; at < end; at += 1) {
        const altered = file.slice();
        altered[at] = (altered[at] as number) ^ 1;
        expect(await messageOf(altered)).toMatch(/npz: /);
      }
    });
  });

  test('stored members are written byte for byte as fflate writes them', async () => {
    const file = await written('stored');
    const members = unzipSync(file);
    expect(file).toEqual(zipSync(members, { level: 0, mtime: new Date(1980, 0, 1) }));
    const session = await open('stored');
    // Memory that calls reuse holds the file of an earlier call.
    await session.encodeView?.({ ...dataset, entries: new Map([['x'.repeat(99), 1]]) } as Dataset);
    expect(await session.encodeView?.(dataset)).toEqual(file);
  });

  test('a member that claims more than deflate can make is refused before there is room for it', async () => {
    const file = await written('deflated');
    const view = new DataView(file.buffer);
    const directory = view.getUint32(file.length - 6, true);
    view.setUint32(directory + 24, 0xf000_0000, true);
    expect(await messageOf(file)).toMatch(telling('4026531840 bytes'));
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['no archive', new TextEncoder().encode('<!doctype html><title>Not found</title>')],
  ])('%s is refused', async (_what, file) => {
    expect(await messageOf(file)).toMatch(telling('Zip'));
  });

  test('an archive of other arrays is refused', async () => {
    const file = zipSync({ 'other.npy': Uint8Array.of(1, 2, 3) }) as Uint8Array<ArrayBuffer>;
    expect(await messageOf(file)).toMatch(telling('keys', 'values', 'ids', 'vectors'));
  });

  test('keys that numpy would make one are not written', async () => {
    const session = await open('stored');
    const similarKeys: Dataset = {
      kind: 'dict',
      keyType: 'utf8',
      valueType: 'float64',
      entries: new Map([
        ['a', 1],
        ['a\0', 2],
      ]),
    };
    expect(() => session.encode?.(similarKeys)).toThrow(/differ only in NUL/);
  });

  it('refuses a file cut at any byte', { tags: ['full'] }, async () => {
    for (const members of ['stored', 'deflated'] as const) {
      const file = await written(members);
      for (let bytes = 0; bytes < file.length; bytes += 1)
        expect(await messageOf(file.slice(0, bytes)), `${bytes} bytes`).toMatch(/npz: /);
    }
  });

  it('refuses sizes and checksums other than the members’ own', async () => {
    const file = await written('deflated');
    const directory = new DataView(file.buffer).getUint32(file.length - 6, true);
    for (const [field, change] of [
      [16, 1],
      // fflate does not look whether bytes follow the stream.
      ...(id === 'libdeflate'
        ? ([
            [20, -1],
            [20, 1],
          ] as const)
        : []),
      [24, -1],
      [24, 1],
      [24, 1_000],
    ] as const) {
      const altered = file.slice();
      const view = new DataView(altered.buffer);
      view.setUint32(directory + field, view.getUint32(directory + field, true) + change, true);
      expect(await messageOf(altered), `field ${field}`).toMatch(/npz: /);
    }
  });

  it('refuses entries that name the same bytes', async () => {
    const file = zipSync({ '0': new Uint8Array(4_000_000) }) as Uint8Array<ArrayBuffer>;
    const view = new DataView(file.buffer);
    const directory = view.getUint32(file.length - 6, true);
    const entries = Array.from({ length: 9 }, (_, index) => {
      const entry = file.slice(directory, file.length - 22);
      // The name is one digit.
      entry[46] = 48 + index;
      return entry;
    });
    view.setUint16(file.length - 12, entries.length, true);
    const parts = [file.slice(0, directory), ...entries, file.slice(-22)];
    const repeated = new Uint8Array(await new Blob(parts).arrayBuffer());
    expect(await messageOf(repeated)).toMatch(/members overlap/);
  });

  it('reads on after a damaged file', async () => {
    const session = await open('deflated');
    const file = await written('deflated');
    const altered = file.slice();
    altered[60] = (altered[60] as number) ^ 255;
    expect(() => session.decodeView?.(altered)).toThrow(/npz: /);
    expect(await session.decodeView?.(file)).toEqual(dataset);
    const earlier = (await session.encodeView?.(dataset))?.slice();
    expect(earlier).toEqual(file);
  });

  it.each(['stored', 'deflated'] as const)(
    'brings vectors back that lie in one buffer or apart, %s',
    async (members) => {
      const matrix = Float64Array.from({ length: 3_000 }, (_, index) => index * 0.1);
      const vectors: Dataset = {
        kind: 'keyedVectors',
        elementType: 'float64',
        dimension: 1_000,
        entries: new Map([
          ['first', matrix.subarray(0, 1_000)],
          ['a longer id', matrix.slice(1_000, 2_000)],
          ['ü', matrix.subarray(2_000)],
        ]),
      };
      const session = await format.open({ options: { members }, innerCodec: null, schema: schemaOf(vectors) });
      const file = (await session.encode?.(vectors)) as Uint8Array<ArrayBuffer>;
      expect(await session.encodeView?.(vectors)).toEqual(file);
      expect(await session.decode?.(file)).toEqual(vectors);
      expect(await session.decodeView?.(file)).toEqual(vectors);
      expect(Object.keys(unzipSync(file))).toEqual(['ids.npy', 'vectors.npy']);
    },
  );
});
