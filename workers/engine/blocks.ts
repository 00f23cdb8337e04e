import { readBlockFile, writeBlockFile } from '../model/block-file';
import type { Codec } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { isPromise } from './timed-calls';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Calls for each index in order. Asynchronous only from the first call that gives a promise, so that a synchronous codec is not charged for microtasks: with
 * small blocks what a call costs beside its bytes is what is measured.
 */
function inOrder(count: number, call: (index: number) => Bytes | Promise<Bytes>, take: (made: Bytes, index: number) => void): void | Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const made = call(index);
    if (isPromise(made)) return remaining(count, call, take, index, made);
    take(made, index);
  }
}

async function remaining(count: number, call: (index: number) => Bytes | Promise<Bytes>, take: (made: Bytes, index: number) => void, from: number, first: Promise<Bytes>): Promise<void> {
  take(await first, from);
  for (let index = from + 1; index < count; index += 1) take(await call(index), index);
}

function afterAll<T>(done: void | Promise<void>, result: () => T): T | Promise<T> {
  return isPromise(done) ? done.then(result) : result();
}

/** The file in blocks of `blockBytes`, each compressed by a call of its own, as `model/block-file.ts` lays them out. */
export function compressBlocks(codec: Codec, level: number | null, file: Bytes, blockBytes: number, dictionary: Uint8Array): Bytes | Promise<Bytes> {
  const totalBytes = file.length;
  const count = Math.ceil(totalBytes / blockBytes);
  const payloads: Bytes[] = [];
  const done = inOrder(
    count,
    (index) => codec.compress(file.subarray(index * blockBytes, Math.min(totalBytes, (index + 1) * blockBytes)), level),
    (made) => payloads.push(made),
  );
  return afterAll(done, () => writeBlockFile({ blockBytes, totalBytes, dictionary, payloads }));
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
  const done = inOrder(
    payloads.length,
    (index) => codec.decompress(payloads[index] ?? new Uint8Array(), roomOf(index)),
    (made, index) => {
      if (made.length !== roomOf(index)) {
        throw new FormatlabError({ tag: 'decodeFailed', stage: 'decode', message: `Block ${index} gave ${made.length} bytes where it has to hold ${roomOf(index)}.` });
      }
      output.set(made, index * blockBytes);
    },
  );
  return afterAll(done, () => output);
}
