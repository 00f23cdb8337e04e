import { describe, expect, it } from 'vitest';
import { readBlockFile } from '../model/block-file';
import type { Codec } from '../model/entry';
import { compressBlocksView, decompressBlocksView } from './blocks';
import { trainingSamples } from './file-codec';
import { telling } from '../model/testing/telling';

const data = Uint8Array.from({ length: 2_500 }, (_, index) => index * 7);
const none = new Uint8Array();

/** Adds a byte in front; refuses to give more than its limit. */
const prefixing: Codec = {
  compress: (input, level) => Uint8Array.from([level ?? 0, ...input]),
  decompress: (input, limitBytes) => {
    if (input.length - 1 > limitBytes) throw new Error('no room');
    return input.slice(1) as Uint8Array<ArrayBuffer>;
  },
};
const asynchronous: Codec = {
  compress: async (...given) => prefixing.compress(...given),
  decompress: async (...given) => prefixing.decompress(...given),
};

describe('blocks', () => {
  it('are compressed one by one, the last being what is left, and come back', () => {
    const file = compressBlocksView(prefixing, 3, data, 700, Uint8Array.of(5));
    if (!(file instanceof Uint8Array)) throw new Error('A synchronous codec was awaited.');
    const { boundaries, totalBytes, dictionary } = readBlockFile(file, 10_000);
    expect(
      boundaries.slice(1).map((end, index) => [file[boundaries[index] ?? 0], end - (boundaries[index] ?? 0)]),
    ).toEqual([
      [3, 701],
      [3, 701],
      [3, 701],
      [3, 401],
    ]);
    expect([totalBytes, ...dictionary]).toEqual([2_500, 5]);
    const told: number[][] = [];
    expect(decompressBlocksView(prefixing, file, 2_500, (used) => told.push([...used]))).toEqual(data);
    expect(told).toEqual([[5]]);
  });

  it('are awaited where the codec is asynchronous', async () => {
    const file = await compressBlocksView(asynchronous, null, data, 4_096, none);
    expect(await decompressBlocksView(asynchronous, file, 2_500, () => {})).toEqual(data);
    const records = await compressBlocksView(asynchronous, null, data, 700, none);
    expect(await decompressBlocksView(asynchronous, records, 2_500, () => {})).toEqual(data);
  });

  it('are read and appended in the codec’s own memory where it offers that: what is lent lies there', () => {
    const [area, memory] = [new Uint8Array(10_000), new Uint8Array(10_000)];
    let usedBytes = -1;
    const append = (made: Uint8Array) => {
      memory.set(made, usedBytes);
      usedBytes += made.length;
      return made.length;
    };
    const begun: number[] = [];
    const appending: Codec = {
      ...prefixing,
      input: {
        view: (sizeBytes) => area.subarray(0, sizeBytes),
        offsetOf: (bytes) => (bytes.buffer === area.buffer ? bytes.byteOffset : -1),
      },
      blocks: {
        begin(expectedBytes, frontBytes = 0) {
          begun.push(expectedBytes);
          usedBytes = frontBytes;
        },
        compress: () => expect.unreachable(),
        decompress: () => expect.unreachable(),
        compressPart: (offset, sizeBytes, level) =>
          append(Uint8Array.from([level ?? 0, ...area.subarray(offset, offset + sizeBytes)])),
        decompressPart: (offset, sizeBytes) => append(area.subarray(offset + 1, offset + sizeBytes)),
        view: () => memory.subarray(0, usedBytes),
      },
    };
    const lent = compressBlocksView(appending, 3, data, 700, none);
    if (!(lent instanceof Uint8Array)) throw new Error('A synchronous codec was awaited.');
    expect(lent.buffer).toBe(memory.buffer);
    const file = lent.slice();
    expect(file).toEqual(compressBlocksView(prefixing, 3, data, 700, none));
    const view = decompressBlocksView(appending, file, 2_500, () => {});
    expect(view).toEqual(data);
    expect(view instanceof Uint8Array && view.buffer).toBe(memory.buffer);
    expect(begun).toEqual([1_290, 2_500]);
    // What is in the area already is read where it lies, wherever that is.
    area.set(data, 40);
    expect(compressBlocksView(appending, 3, area.subarray(40, 2_540), 700, none)).toEqual(file);
    expect(area.subarray(40, 2_540)).toEqual(data);
    area.set(file, 24);
    expect(decompressBlocksView(appending, area.subarray(24, 24 + file.length), 2_500, () => {})).toEqual(data);
    const short: Codec = {
      ...appending,
      blocks: {
        ...(appending.blocks ?? expect.unreachable()),
        decompressPart: (offset, sizeBytes) => append(area.subarray(offset + 2, offset + sizeBytes)),
      },
    };
    expect(() => decompressBlocksView(short, file, 2_500, () => {})).toThrow(telling('Block 0', '699 bytes', 700));
  });

  it('may be none at all', () => {
    const file = compressBlocksView(prefixing, 1, none, 700, none);
    if (!(file instanceof Uint8Array)) throw new Error('A synchronous codec was awaited.');
    expect(decompressBlocksView(prefixing, file, 0, () => {})).toEqual(none);
  });

  it('have to be exactly as long as they should', async () => {
    const file = await compressBlocksView(prefixing, 1, data, 700, none);
    const short: Codec = { ...prefixing, decompress: (input) => input.slice(2) as Uint8Array<ArrayBuffer> };
    expect(() => decompressBlocksView(short, file, 2_500, () => {})).toThrow(telling('Block 0', '699 bytes', 700));
    expect(() => decompressBlocksView(prefixing, file, 2_499, () => {})).toThrow(telling('2,499'));
  });
});

describe('trainingSamples', () => {
  it('are whole blocks, spread over the file, at most a hundred dictionaries’ worth', () => {
    const file = new Uint8Array(1_000_000);
    expect(
      trainingSamples(file.subarray(0, 2_500), 700, 1_024).map(({ byteOffset, length }) => [byteOffset, length]),
    ).toEqual([
      [0, 700],
      [700, 700],
      [1_400, 700],
    ]);
    const few = trainingSamples(file, 700, 1_024);
    expect(few.length).toBe(Math.ceil(102_400 / 700));
    expect(few.at(-1)?.byteOffset).toBeGreaterThan(980_000);
    expect(trainingSamples(new Uint8Array(20_000_000), 4_096, 112_640).length).toBe(2_048);
  });
});
