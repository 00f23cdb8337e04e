import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { FormatlabError } from '../../workers/model/errors';
import { keptMs, withAllKeptTimes } from '../../workers/model/kept-times';
import type { RunResult } from '../../workers/model/result';
import { deflate, inflateBounded } from './bounded-inflate';
import { ByteReader, ByteWriter, crc32, fromBase64Url, toBase64Url } from './bytes';
import { newerVersionMessage } from './newer-version';
import { codeToMs, unpackLimits, packResult, msToCode, unpackResult } from './result-pack';
import { mulberry } from '../../workers/model/testing/mulberry';
import { packetOf } from './testing/packet';
import { sampleResult } from './testing/sample-results';

const small = sampleResult({ candidates: 2, rounds: 2, samples: 3, asked: ['encode', 'decode'] });

/** A result without the times of warm-ups, which the page does not show. */
function shownPart(result: RunResult): unknown {
  return JSON.parse(JSON.stringify(result, (key, value: unknown) => (key === 'warmUpMs' ? 1 : value)));
}

const refused = async (packet: Uint8Array<ArrayBuffer>) => {
  const error = await unpackResult(packet).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FormatlabError);
  return error instanceof FormatlabError ? error.record.message : '';
};

test('CRC-32 is that of zip', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('a result that is shown comes back as it was, with every digit of its times', async () => {
  const result = withAllKeptTimes(sampleResult({ candidates: 8, rounds: 8, samples: 12 }));
  expect(shownPart(await unpackResult(await packResult(result)))).toEqual(shownPart(result));
});

test('packing what was unpacked gives the same bytes', async () => {
  const packet = await packResult(sampleResult({ candidates: 3, rounds: 3, samples: 5 }));
  expect(await packResult(await unpackResult(packet))).toEqual(packet);
});

test('a run of eight candidates and eight rounds takes at most 8,000 characters', async () => {
  const characters = async (candidates: number, rounds: number, samples: number) =>
    toBase64Url(await packResult(sampleResult({ candidates, rounds, samples }))).length;
  expect(await characters(8, 2, 12)).toBeLessThan(4_000);
  expect(await characters(8, 8, 5)).toBeLessThan(8_000);
});

test('any time of four digits from nothing to years comes back as it was', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e11, noNaN: true }), (ms) => {
      expect(Math.abs(keptMs(ms) / ms - 1)).toBeLessThan(0.000_501);
      expect(codeToMs(msToCode(keptMs(ms)))).toBe(keptMs(ms));
      expect(msToCode(keptMs(ms))).toBe(msToCode(ms));
    }),
  );
  expect(codeToMs(msToCode(0))).toBe(0);
  expect([9.999, 10].map(msToCode)).toEqual([8_999, 9_000]);
}, 180_000);

test('a packet cut at any length is refused', async () => {
  const packet = await packResult(small);
  for (let length = 0; length < packet.length; length += 1) await refused(packet.slice(0, length));
}, 180_000);

test('any flipped bit is noticed', async () => {
  const packet = await packResult(small);
  const next = mulberry(3);
  const refusals = new Set<string>();
  for (let index = 0; index < packet.length; index += 1) {
    const flipped = packet.slice();
    flipped[index] = (packet[index] ?? 0) ^ (1 << Math.floor(next() * 8));
    refusals.add(await refused(flipped));
  }
  // The checksum refuses all, before anything of the packet is read.
  expect(refusals.size).toBe(1);
}, 180_000);

test('bytes that were never a packet are refused, also with a right checksum', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 400 }), async (bytes) => {
      const packet = new Uint8Array(4 + bytes.length);
      packet.set(bytes, 4);
      new DataView(packet.buffer).setUint32(0, crc32(bytes), true);
      await refused(packet);
    }),
    { numRuns: 200 },
  );
}, 180_000);

test('sections of any content never throw anything but a FormatlabError', async () => {
  const empty = new Uint8Array();
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 64 }),
      async (json, counts, times) => {
        await refused(await packetOf(1, json, empty, counts, times));
      },
    ),
    { numRuns: 100 },
  );
}, 180_000);

test('a newer packet says so', async () => {
  const none = new Uint8Array();
  expect(await refused(await packetOf(3, '{}', none, none, none))).toContain(newerVersionMessage);
  const newer = JSON.stringify({ ...small, version: 2, cells: [], datasets: [], noiseFloor: null });
  expect(await refused(await packetOf(1, newer, none, none, none))).toContain(newerVersionMessage);
});

test('a deflate bomb is refused before it takes its room', async () => {
  const none = new Uint8Array();
  const bomb = new Uint8Array(50_000_000);
  const packed = await deflate(bomb);
  expect(packed.length).toBeLessThan(100_000);
  await expect(inflateBounded(packed, unpackLimits.timeBytes)).rejects.toThrow(telling('4 MB'));
  expect(await refused(await packetOf(1, ' '.repeat(unpackLimits.skeletonBytes + 1), none, none, none))).toMatch(
    telling('4 MB'),
  );
}, 180_000);

test('lengths that lie are refused before anything is made', async () => {
  const skeleton = JSON.stringify({
    ...small,
    cells: [],
    datasets: [{ status: 'pending' }],
    noiseFloor: { candidate: 0, dataset: 0, operation: 'encode', a: [], b: [] },
  });
  const counts = new ByteWriter();
  counts.unsigned(2 ** 50);
  const none = new Uint8Array();
  const ofRounds = await refused(await packetOf(1, skeleton, none, counts.finish(), none));
  const samples = new ByteWriter();
  samples.unsigned(1);
  for (const value of [0, 1, 0, 2 ** 40]) samples.signed(value);
  samples.byte(1);
  const times = new ByteWriter();
  for (const value of [0, 0, 0]) times.signed(value);
  const ofSamples = await refused(await packetOf(1, skeleton, none, samples.finish(), times.finish()));
  // Neither is the refusal of figures that are missing, which would come once they are read.
  const ofNothing = await refused(await packetOf(1, skeleton, none, none, none));
  expect(new Set([ofRounds, ofSamples, ofNothing]).size).toBe(3);
});

test('what is left over is refused', async () => {
  const skeleton = JSON.stringify({ ...small, cells: [], datasets: [{ status: 'pending' }], noiseFloor: null });
  const none = new Uint8Array();
  await expect(unpackResult(await packetOf(1, skeleton, none, none, none))).resolves.toMatchObject({ cells: [] });
  const ofHash = await refused(await packetOf(1, skeleton, new Uint8Array(32), none, none));
  expect(await refused(await packetOf(1, skeleton, none, none, none, new Uint8Array(1)))).toBe(ofHash);
});

test('names like __proto__ change nothing', async () => {
  const environment = `{"__proto__":{"polluted":"yes"},${JSON.stringify(small.environment).slice(1)}`;
  const skeleton = JSON.stringify({ ...small, cells: [], datasets: [{ status: 'pending' }], noiseFloor: null }).replace(
    JSON.stringify(small.environment),
    environment,
  );
  const none = new Uint8Array();
  await unpackResult(await packetOf(1, skeleton, none, none, none)).catch((error: unknown) =>
    expect(error).toBeInstanceOf(FormatlabError),
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect('polluted' in {}).toBe(false);
});

test('numbers of any size survive as LEB128, base64url takes any bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), fc.uint8Array(), (numbers, bytes) => {
      const writer = new ByteWriter();
      for (const number of numbers) writer.signed(number);
      const reader = new ByteReader(writer.finish());
      expect(numbers.map(() => reader.signed())).toEqual(numbers.map((number) => number + 0));
      expect(reader.remaining).toBe(0);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
  expect(toBase64Url(new Uint8Array([255, 239, 190]))).toBe('_---');
  for (const text of ['A', 'A=', 'A+', 'AB', 'é']) expect(() => fromBase64Url(text)).toThrow(FormatlabError);
}, 180_000);
