import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockBytesOf, readBlockFile, writeBlockFile } from './block-file';
import { FormatlabError } from './errors';

const bytes = (...values: number[]) => Uint8Array.from(values);
const sample = () =>
  writeBlockFile({
    blockBytes: 4,
    totalBytes: 10,
    dictionary: bytes(9, 8, 7),
    sizes: [2, 0, 3],
    packed: bytes(1, 2, 3, 4, 5),
  });

function refusal(file: Uint8Array, limitBytes = 1_000): string {
  try {
    readBlockFile(file, limitBytes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record.tag;
    throw thrown;
  }
  return 'read';
}

function altered(change: (view: DataView) => void): Uint8Array {
  const file = sample();
  change(new DataView(file.buffer));
  return file;
}

describe('block files', () => {
  it('give back what was put in, from a view at any offset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 20 }),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(8),
        (size, payloads, dictionary, shift) => {
          const content = { blockBytes: size, totalBytes: payloads.length * size, dictionary, payloads };
          const file = writeBlockFile({
            ...content,
            sizes: payloads.map(({ length }) => length),
            packed: Uint8Array.from(payloads.flatMap((payload) => [...payload])),
          });
          const shifted = new Uint8Array(file.length + shift);
          shifted.set(file, shift);
          const read = readBlockFile(shifted.subarray(shift), 1_000);
          const payloadAt = (index: number) =>
            shifted.slice(shift + (read.boundaries[index] ?? 0), shift + (read.boundaries[index + 1] ?? 0));
          expect({
            blockBytes: read.blockBytes,
            totalBytes: read.totalBytes,
            dictionary: read.dictionary.slice(),
            payloads: payloads.map((_, index) => payloadAt(index)),
          }).toEqual(content);
          expect(read.boundaries).toHaveLength(payloads.length + 1);
        },
      ),
    );
  });

  it('are laid out as documented', () => {
    expect([...sample()]).toEqual([
      ...new TextEncoder().encode('FLBLOCK1'),
      4,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      10,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      9,
      8,
      7,
      2,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      1,
      2,
      3,
      4,
      5,
    ]);
  });

  it('are refused where they are cut anywhere, or followed by anything', () => {
    const file = sample();
    for (let end = 0; end < file.length; end += 1)
      expect(refusal(file.subarray(0, end)), `cut to ${end}`).toBe('decodeFailed');
    expect(refusal(Uint8Array.from([...file, 0]))).toBe('decodeFailed');
  });

  it('are refused where their header lies, before anything is allocated for it', () => {
    expect(refusal(altered((view) => view.setUint32(8, 0, true)))).toBe('decodeFailed');
    expect(refusal(altered((view) => view.setUint32(8, 1, true)))).toBe('decodeFailed');
    expect(refusal(altered((view) => view.setUint32(12, 0xffffffff, true)))).toBe('decodeFailed');
    expect(refusal(altered((view) => view.setBigUint64(16, 2n ** 32n, true)))).toBe('tooLarge');
    expect(refusal(altered((view) => view.setBigUint64(16, 2n ** 64n - 1n, true)))).toBe('tooLarge');
    expect(
      refusal(
        altered((view) => view.setBigUint64(16, 2n ** 64n - 1n, true)),
        Number.MAX_SAFE_INTEGER,
      ),
    ).toBe('tooLarge');
    expect(refusal(altered((view) => view.setBigUint64(16, 1_000n, true)))).toBe('decodeFailed');
    expect(refusal(altered((view) => view.setUint32(27, 0xffffffff, true)))).toBe('decodeFailed');
    expect(refusal(sample(), 10)).toBe('read');
    expect(refusal(sample(), 9)).toBe('tooLarge');
  });
});

describe('blockBytesOf', () => {
  it('is the granularity’s, or the nearest lower multiple of the elements', () => {
    expect([blockBytesOf('page'), blockBytesOf('record'), blockBytesOf('file')]).toEqual([4_096, 700, null]);
    expect([blockBytesOf('page', 8), blockBytesOf('record', 8), blockBytesOf('record', 3)]).toEqual([4_096, 696, 699]);
  });
});
