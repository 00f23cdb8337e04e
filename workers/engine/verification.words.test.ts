import { expect, it } from 'vitest';
import type { FakeCodec, FakeFormat } from './testing/fake-registry';
import { list, sourceOf, verify, wrapped } from './testing/verify';
import { findDifference } from './verification';

it('says what came back otherwise than it was written', async () => {
  const source = await sourceOf(list(1, 2));
  expect(await findDifference(source, list(1, 3), [])).toBe(
    'It returned other values than were written, first at byte 14 of buffer 1 (8 for 0).',
  );
  expect(await findDifference({ ...source, sha256: '' }, list(1, 2), [])).toBe(
    'It returned other values than were written.',
  );
  const header = (items: number) =>
    `{"schema":{"kind":"list","elementType":"float64"},"itemCount":${items},"buffers":[${items * 8}]}`;
  expect(await findDifference(source, list(1), [])).toBe(`It returned ${header(1)}, but ${header(2)} was written.`);
});

it('says who read the file and who did not', async () => {
  const undecided: FakeFormat = { session: () => ({ decode: undefined }) };
  const broken: FakeCodec = { codec: () => ({ decompress: () => Uint8Array.of(1) }) };
  const altering: FakeCodec = { codec: () => ({ decompress: (input) => Uint8Array.of(0, ...input.slice(2)) }) };
  const nobody = await verify({ candidate: wrapped, codecs: { broken, altering } });
  expect(nobody.unchecked).toBe(
    'No other implementation of Fake here reads this file. Prefix: broken, altering did not accept the file.',
  );
  expect(nobody.verification.rejectedBy.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^It returned 1 bytes instead of \d+\.$/u),
    'It returned other bytes than were compressed.',
  ]);
  const { verification } = await verify({ formats: { undecided } });
  expect(verification.rejectedBy.map(({ message }) => message)).toEqual([
    'It declares that it reads such files, but has no decoder.',
  ]);
});

it('says how many implementations read no dictionaries', async () => {
  const own: FakeCodec = {
    meta: { dictionaries: true },
    codec: () => ({ dictionary: { train: () => Uint8Array.of(1), use: () => {} } }),
  };
  const candidate = {
    ...wrapped,
    codec: { id: 'prefix', level: null, implementation: 'own', granularity: 'record', options: { dictionaryKiB: 1 } },
  } as const;
  const source = await sourceOf({ kind: 'bytes', bytes: new Uint8Array(3_000).fill(1) });
  const unchecked = async (codecs: Record<string, FakeCodec>) =>
    (await verify({ candidate, source, formats: { other: {} }, codecs: { own, ...codecs } })).unchecked;
  expect([await unchecked({ a: {} }), await unchecked({ a: {}, b: {} })]).toEqual([
    'One implementation of Prefix here does not support dictionaries.',
    '2 implementations of Prefix here do not support dictionaries.',
  ]);
});

it('says which readers saw a sample or nothing, and how long they would take', async () => {
  const slow: FakeFormat = { meta: { estimateMBps: { encode: 1, decode: 1 } } };
  const slowly: FakeCodec = { meta: { estimateMBps: { compress: 1, decompress: 0.001 } } };
  const texts = {
    offsets: Int32Array.from({ length: 101 }, (_, row) => row * 3),
    data: new TextEncoder().encode(Array.from({ length: 100 }, (_, row) => String(100 + row)).join('')),
  };
  const records = await sourceOf({ kind: 'records', recordCount: 100, keys: texts, values: texts }, 10_000_000);
  const sampled = await verify({ formats: { slow }, source: records, bounded: true });
  expect(sampled.verification.reason).toBe(
    'Format by slow read 20 of 100 records, evenly spread and written anew: all would take it about 10 s.',
  );
  const whole = await sourceOf(list(1), 61_000_000);
  expect((await verify({ formats: { slow }, source: whole, bounded: true })).verification.reason).toBe(
    'Format by slow was left out: the file would take it about 61 s.',
  );
  const bytes = await sourceOf({ kind: 'bytes', bytes: new Uint8Array(70_000) });
  const compressed = { candidate: wrapped, formats: { other: {} }, codecs: { slowly }, source: bytes, bounded: true };
  expect((await verify(compressed)).verification.reason).toBe(
    'Codec by slowly was left out: the file would take it about 70 s.',
  );
  let written = 0;
  const own: FakeFormat = {
    session: () => ({
      encode: () => {
        written += 1;
        if (written > 1) throw new Error('Full.');
        return Uint8Array.of();
      },
    }),
  };
  expect((await verify({ formats: { own, slow }, source: records, bounded: true })).verification.reason).toBe(
    'Format by slow was left out: the file would take it about 10 s, and a sample could not be written: “Full.”',
  );
});
