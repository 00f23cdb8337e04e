import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { type Dataset, schemaOf } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './fflate';

const dataset: Dataset = {
  kind: 'dict',
  keyType: 'utf8',
  valueType: 'float64',
  entries: new Map([
    ['b', 1],
    ['ü', -0],
  ]),
};

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
  expect(await messageOf(file)).toMatch(/claims 4026531840 bytes/);
});

test.each([
  ['nothing', new Uint8Array()],
  ['no archive', new TextEncoder().encode('<!doctype html><title>Not found</title>')],
])('%s is refused', async (_what, file) => {
  expect(await messageOf(file)).toMatch(
    /the file is not a ZIP archive, or is truncated: the record at its end is missing\./,
  );
});

test('an archive of other arrays is refused', async () => {
  const file = zipSync({ 'other.npy': Uint8Array.of(1, 2, 3) }) as Uint8Array<ArrayBuffer>;
  expect(await messageOf(file)).toMatch(
    /the archive has neither the arrays keys and values nor the arrays ids and vectors\./,
  );
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
