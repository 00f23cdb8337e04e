import { readBlockFile, writeBlockFile } from '../model/block-file';
import type { Codec } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { isPromise } from './timed-calls';

type Bytes = Uint8Array<ArrayBuffer>;

/** Calls `block` for each index in order; asynchronous only from the first call that gives a promise, so that a synchronous codec is not charged for microtasks. */
function inOrder(count: number, block: (index: number) => void | Promise<void>): void | Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const done = block(index);
    if (isPromise(done)) return remaining(count, block, index, done);
  }
}

async function remaining(count: number, block: (index: number) => void | Promise<void>, from: number, first: Promise<void>): Promise<void> {
  await first;
  for (let index = from + 1; index < count; index += 1) await block(index);
}

function afterAll<T>(done: void | Promise<void>, result: () => T): T | Promise<T> {
  return isPromise(done) ? done.then(result) : result();
}

/** No codec here makes more of a block than this many times it and so many bytes. */
const worstCase = { times: 2, moreBytes: 16_384 };

/** Compressed blocks one behind the other, in a buffer that grows. */
class Packing {
  readonly sizes: number[] = [];
  #buffer: Bytes;
  #usedBytes = 0;

  constructor(expectedBytes: number) {
    this.#buffer = new Uint8Array(expectedBytes);
  }

  /** The buffer, with room for `sizeBytes` from `usedBytes` on. */
  reserve(sizeBytes: number): Bytes {
    if (this.#buffer.length - this.#usedBytes < sizeBytes) {
      const larger = new Uint8Array(2 * this.#buffer.length + sizeBytes);
      larger.set(this.packed);
      this.#buffer = larger;
    }
    return this.#buffer;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** So many bytes were written from `usedBytes` on. */
  advance(sizeBytes: number): void {
    this.sizes.push(sizeBytes);
    this.#usedBytes += sizeBytes;
  }

  append(made: Uint8Array): void {
    this.reserve(made.length).set(made, this.#usedBytes);
    this.advance(made.length);
  }

  get packed(): Uint8Array {
    return this.#buffer.subarray(0, this.#usedBytes);
  }
}

/** The file in blocks of `blockBytes`, each compressed by a call of its own, as `model/block-file.ts` lays them out. */
export function compressBlocks(codec: Codec, level: number | null, file: Bytes, blockBytes: number, dictionary: Uint8Array): Bytes | Promise<Bytes> {
  const totalBytes = file.length;
  const count = Math.ceil(totalBytes / blockBytes);
  const packing = new Packing(totalBytes >> 1);
  const roomBytes = worstCase.times * blockBytes + worstCase.moreBytes;
  const done = inOrder(count, (index) => {
    const block = file.subarray(index * blockBytes, Math.min(totalBytes, (index + 1) * blockBytes));
    if (codec.compressInto !== undefined) {
      packing.advance(codec.compressInto(block, level, packing.reserve(roomBytes), packing.usedBytes));
      return;
    }
    const made = codec.compress(block, level);
    if (isPromise(made)) return made.then((bytes) => packing.append(bytes));
    packing.append(made);
  });
  return afterAll(done, () => writeBlockFile({ blockBytes, totalBytes, dictionary, sizes: packing.sizes, packed: packing.packed }));
}

/**
 * What `compressBlocks` compressed. `setDictionary` is told the file's dictionary (empty: none) before the first block. Every block is given room for exactly what it
 * has to hold. Throws `decodeFailed` or `tooLarge` where the file is damaged or claims more than `limitBytes`.
 */
export function decompressBlocks(codec: Codec, file: Bytes, limitBytes: number, setDictionary: (dictionary: Uint8Array) => void): Bytes | Promise<Bytes> {
  const { blockBytes, totalBytes, dictionary, payloads } = readBlockFile(file, limitBytes);
  setDictionary(dictionary);
  const output = new Uint8Array(totalBytes);
  const roomOf = (index: number) => Math.min(blockBytes, totalBytes - index * blockBytes);
  const checkSize = (sizeBytes: number, index: number) => {
    if (sizeBytes === roomOf(index)) return;
    throw new FormatlabError({ tag: 'decodeFailed', stage: 'decode', message: `Block ${index} gave ${sizeBytes} bytes where it has to hold ${roomOf(index)}.` });
  };
  const take = (made: Bytes, index: number) => {
    checkSize(made.length, index);
    output.set(made, index * blockBytes);
  };
  const done = inOrder(payloads.length, (index) => {
    const payload = payloads[index] ?? new Uint8Array();
    if (codec.decompressInto !== undefined) {
      checkSize(codec.decompressInto(payload, output, index * blockBytes, roomOf(index)), index);
      return;
    }
    const made = codec.decompress(payload, roomOf(index));
    if (isPromise(made)) return made.then((bytes) => take(bytes, index));
    take(made, index);
  });
  return afterAll(done, () => output);
}
