import { FileBytes } from '../../../byte-map/file-bytes';
import { describe, expect, it } from 'vitest';
import { hasEndlessHeap, readStrings, referenceBytes, writeStrings } from './global-heap';

class Refused extends Error {}
const fail = (what: string): never => {
  throw new Refused(what);
};
const encoder = new TextEncoder();

function written(texts: readonly string[]): { file: Uint8Array<ArrayBuffer>; references: Uint8Array<ArrayBuffer> } {
  const parts = texts.map((text) => encoder.encode(text));
  const offsets = new Int32Array(parts.length + 1);
  for (const [row, { length }] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + length;
  const room = new Uint8Array(1_000_000);
  let end = 64;
  const references = writeStrings({ offsets, bytes: encoder.encode(texts.join('')) }, (sizeBytes) => {
    const address = end;
    end += sizeBytes;
    return { bytes: room.subarray(address, end), address };
  });
  return { file: room.slice(0, end), references };
}

function textsOf(file: Uint8Array<ArrayBuffer>, references: Uint8Array): string[] {
  const { offsets, bytes } = readStrings(new FileBytes(file), references, fail);
  const decoder = new TextDecoder();
  return Array.from(offsets.subarray(1), (end, row) => decoder.decode(bytes.subarray(offsets[row], end)));
}

const texts = ['one', '', 'Ångström', 'x'.repeat(100), '', '{"a":1}'];

describe('the global heap', () => {
  it('keeps strings, with those that are empty', () => {
    const { file, references } = written(texts);
    expect(textsOf(file, references)).toEqual(texts);
  });

  it('keeps more strings than a collection holds', () => {
    const many = Array.from({ length: 5_000 }, (_, row) => `string ${row} ${'y'.repeat(row % 40)}`);
    const { file, references } = written(many);
    expect(textsOf(file, references)).toEqual(many);
  });

  it('is refused wherever the file ends', () => {
    const { file, references } = written(texts);
    for (let end = 0; end < file.length; end += 1)
      expect(() => textsOf(file.subarray(0, end), references)).toThrow(Refused);
  });

  it.each([
    ['longer than its object', 0, 5_000, /longer than its heap says/u],
    ['of a place that is no heap', 4, 8, /no heap where a string names one/u],
    ['of an object that does not exist', 12, 999, /string that its heap does not hold/u],
  ])('refuses a string %s', (_, at, value, reason) => {
    const { file, references } = written(texts);
    new DataView(references.buffer).setUint32(at, value, true);
    expect(() => textsOf(file, references)).toThrow(reason);
  });

  it('refuses references that repeat one string until it is too much', () => {
    const { file, references } = written(['z'.repeat(60_000)]);
    const bomb = new Uint8Array(referenceBytes * 40_000);
    for (let at = 0; at < bomb.length; at += referenceBytes) bomb.set(references, at);
    expect(() => readStrings(new FileBytes(file), bomb, fail)).toThrow(/more than 2 GiB/u);
  });

  it('ends for any altered byte', () => {
    const { file, references } = written(texts);
    const wanted = encoder.encode(texts.join(''));
    const outcomes = { equal: 0, changed: 0 };
    const refused: number[] = [];
    for (let at = 0; at < file.length; at += 1) {
      const altered = file.slice();
      altered[at] = (altered[at] ?? 0) ^ 0xff;
      try {
        const { bytes, offsets } = readStrings(new FileBytes(altered), references, fail);
        expect(offsets.at(-1), `byte ${at}`).toBe(wanted.length);
        const differing = wanted.filter((byte, index) => byte !== bytes[index]);
        // A byte of a string changes that byte of the text alone; others are structure, which is checked, or room that nobody reads.
        expect(differing.length, `byte ${at}`).toBeLessThanOrEqual(1);
        outcomes[differing.length === 0 ? 'equal' : 'changed'] += 1;
      } catch (thrown) {
        expect(thrown, `byte ${at}`).toBeInstanceOf(Refused);
        refused.push(at);
      }
    }
    expect(outcomes.changed).toBe(wanted.length);
    // The heap's signature and size, the number of its first string, and all but the lowest byte of that string's size.
    const heap = 64;
    const checked = [
      [heap, 4],
      [heap + 8, 8],
      [heap + 16, 2],
      [heap + 16 + 8 + 1, 7],
    ].flatMap(([from = 0, length]) => Array.from({ length: length ?? 0 }, (_, index) => from + index));
    expect(refused).toEqual(expect.arrayContaining(checked));
    expect(outcomes.equal).toBeGreaterThan(0);
  });
});

describe('a heap that libhdf5 reads', () => {
  const whole = (file: Uint8Array<ArrayBuffer>) => hasEndlessHeap(file, 0, file.length);
  const withSize = (at: number, sizeBytes: bigint) => {
    const { file } = written(texts);
    new DataView(file.buffer).setBigUint64(at, sizeBytes, true);
    return file;
  };
  /** The address of the heap, and of the free room behind its four strings. */
  const heap = 64;
  const free = heap + 16 + 4 * 16 + 8 + 16 + 104 + 8;

  it('is one that our writer made, also wherever the file ends', () => {
    const { file } = written(Array.from({ length: 5_000 }, (_, row) => 'y'.repeat(row % 40)));
    expect(whole(file)).toBe(false);
    for (let end = 0; end < 6_000; end += 1) expect(whole(file.slice(0, end))).toBe(false);
  });

  it.each([
    ['of no size', free + 8, 0n],
    ['of more than the heap', free + 8, 4_096n],
    ['of 4 GiB, which is 0 in 32 bits', free + 8, 2n ** 32n],
    ['whose object goes beyond it', heap + 24, 2n ** 64n - 1n],
  ])('is not one with free room %s', (_, at, sizeBytes) => {
    const file = withSize(at, sizeBytes);
    expect(whole(file)).toBe(true);
    expect(hasEndlessHeap(file, heap, heap + 4)).toBe(true);
    expect(hasEndlessHeap(file, heap + 1, file.length)).toBe(false);
  });

  it('is left to libhdf5 if its own size is wrong', () => {
    expect(whole(withSize(heap + 8, 2n ** 63n))).toBe(false);
  });
});
