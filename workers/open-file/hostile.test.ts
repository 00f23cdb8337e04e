import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ErrorTag, FormatlabError } from '../model/errors';
import { readByteMap } from './read-byte-map';

/**
 * Damaged files: cut, and changed in hundreds of ways; in the full suite cut at every third byte, and changed in more ways. Each has a map whose parts add up to the file, or an error that says why
 * it has none.
 */

const golden = (path: string) => readFileSync(new URL(`../../fixtures/golden/${path}`, import.meta.url));
const samples = {
  npy: golden('npy/strings.npy'),
  'npz, deflated': golden('npz/dict-int64-utf8.deflated.npz'),
  'npz, stored': golden('npz/dict-utf8-float64.stored.npz'),
  'hdf5, earliest format': golden('hdf5/float32.each.h5'),
  'hdf5, latest format': golden('hdf5/index.extensible-columns.latest.h5'),
  root: golden('root/long.lzma.root'),
  rntuple: golden('rntuple/rich.zstd.root'),
  'tkrzw, hash': golden('hashdbm/zstd-crc-16.tkh'),
  'tkrzw, tree': golden('treedbm/zstd-edited.tkt'),
  'tkrzw, skip': readFileSync(new URL('../formats/tkrzw/testing/sample.tks', import.meta.url)),
  'pickle, protocol 4': golden('pickle/records-1.protocol4.pkl'),
  'pickle, protocol 5': golden('pickle/rich.protocol5.pkl'),
  sqlite: readFileSync(new URL('../formats/sqlite/testing/sample.sqlite', import.meta.url)),
  vortex: readFileSync(new URL('../formats/vortex/testing/sample.vortex', import.meta.url)),
};
const tags: ReadonlySet<ErrorTag> = new Set(['malformedInput', 'unsupported', 'tooLarge']);

/** A generator of numbers from 0 to 1 that repeats itself in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What becomes of a file: 'map' or 'error'. Any other failure is thrown. */
async function outcome(file: Uint8Array<ArrayBuffer>): Promise<'map' | 'error'> {
  try {
    const { fileBytes, parts } = await readByteMap(new Blob([file]));
    const sum = parts.reduce((total, { bytes }) => total + bytes, 0);
    if (fileBytes !== file.length || sum !== file.length)
      throw new Error(`The parts of ${file.length} bytes have ${sum}.`);
    return 'map';
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError) || !tags.has(thrown.record.tag)) throw thrown;
    return 'error';
  }
}

describe.each(Object.entries(samples))('a damaged file: %s', (_, sample) => {
  const whole = Uint8Array.from(sample);

  test('has a map if it is whole', async () => expect(await outcome(whole)).toBe('map'));

  async function cutBefore(lengths: readonly number[]) {
    let errors = 0;
    for (const length of lengths) if ((await outcome(whole.subarray(0, length))) === 'error') errors += 1;
    expect(errors).toBeGreaterThan(0.9 * lengths.length);
  }
  const everyByte = [...whole.keys()];
  /** Heads and tails have most structure. */
  const isNearAnEnd = (length: number) => length < 48 || length >= whole.length - 48;

  test('cut near its ends, and at every eleventh byte', () =>
    cutBefore(everyByte.filter((length) => isNearAnEnd(length) || length % 11 === 0)));

  test('cut at every third byte', { tags: ['full'] }, () => cutBefore(everyByte.filter((length) => length % 3 === 0)));

  async function changed(mutants: number, seed: number) {
    const random = numbersFrom(seed);
    const counts = { map: 0, error: 0 };
    for (let mutant = 0; mutant < mutants; mutant += 1) {
      const file = whole.slice();
      for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1)
        file[Math.floor(random() * file.length)] = [0, 1, 127, 128, 255, Math.floor(random() * 256)][
          Math.floor(random() * 6)
        ] as number;
      counts[await outcome(file)] += 1;
    }
    expect(counts.map + counts.error).toBe(mutants);
  }

  test('with changed bytes', () => changed(200, whole.length + 1));

  test('with changed bytes, in other ways', { tags: ['full'] }, () => changed(400, whole.length));
});
