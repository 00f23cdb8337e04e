import { blockFileFrontBytes, readBlockFile, writeBlockFile, writeBlockFileFront } from '../model/block-file';
import type { Codec, CodecInput } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { isPromise } from './timed-calls';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Calls `block` for each index in order. It becomes asynchronous only when a call returns a promise, so that a synchronous codec's time
 * includes no microtasks.
 */
function inOrder(count: number, block: (index: number) => void | Promise<void>): void | Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const done = block(index);
    if (isPromise(done)) return remaining(count, block, index, done);
  }
}

async function remaining(
  count: number,
  block: (index: number) => void | Promise<void>,
  from: number,
  first: Promise<void>,
): Promise<void> {
  await first;
  for (let index = from + 1; index < count; index += 1) await block(index);
}

function afterAll<T>(done: void | Promise<void>, result: () => T): T | Promise<T> {
  return isPromise(done) ? done.then(result) : result();
}

/** A growing buffer of concatenated compressed blocks. */
class Packing {
  readonly sizes: number[] = [];
  #buffer: Bytes;
  #usedBytes = 0;

  constructor(expectedBytes: number) {
    this.#buffer = new Uint8Array(expectedBytes);
  }

  append(made: Uint8Array): void {
    if (this.#buffer.length - this.#usedBytes < made.length) {
      const larger = new Uint8Array(2 * this.#buffer.length + made.length);
      larger.set(this.packed);
      this.#buffer = larger;
    }
    this.#buffer.set(made, this.#usedBytes);
    this.#usedBytes += made.length;
    this.sizes.push(made.length);
  }

  get packed(): Uint8Array {
    return this.#buffer.subarray(0, this.#usedBytes);
  }
}

/** The offset of the file in the codec's input area. Copies the file there unless it is there already. */
function place(input: CodecInput, file: Bytes): number {
  const offset = input.offsetOf(file);
  if (offset >= 0) return offset;
  input.view(file.length).set(file);
  return 0;
}

/**
 * Compresses the file in blocks of `blockBytes`, each in its own call, in the layout of `model/block-file.ts`. If the codec has `blocks`,
 * the result is a view of its memory, valid until its next call.
 */
export function compressBlocksView(
  codec: Codec,
  level: number | null,
  file: Bytes,
  blockBytes: number,
  dictionary: Uint8Array,
): Bytes | Promise<Bytes> {
  const totalBytes = file.length;
  const count = Math.ceil(totalBytes / blockBytes);
  const { input, blocks } = codec;
  if (input !== undefined && blocks !== undefined) {
    const sizes: number[] = [];
    const offset = place(input, file);
    const frontBytes = blockFileFrontBytes(dictionary.length, count);
    blocks.begin(frontBytes + (totalBytes >> 1), frontBytes);
    for (let from = 0; from < totalBytes; from += blockBytes)
      sizes.push(blocks.compressPart(offset + from, Math.min(blockBytes, totalBytes - from), level));
    const view = blocks.view();
    writeBlockFileFront(view, { blockBytes, totalBytes, dictionary, sizes });
    return view;
  }
  const packing = new Packing(totalBytes >> 1);
  const done = inOrder(count, (index) => {
    const made = codec.compress(
      file.subarray(index * blockBytes, Math.min(totalBytes, (index + 1) * blockBytes)),
      level,
    );
    if (isPromise(made)) return made.then((bytes) => packing.append(bytes));
    packing.append(made);
  });
  return afterAll(done, () =>
    writeBlockFile({ blockBytes, totalBytes, dictionary, sizes: packing.sizes, packed: packing.packed }),
  );
}

/**
 * Decompresses a block file. If the codec has `blocks`, the result is a view of its memory, valid until its next call. `setDictionary`
 * receives the file's dictionary (empty: none) before the first block. Each block gets exactly the space that it must fill.
 * @throws `decodeFailed` if the file is damaged; `tooLarge` if it claims more than `limitBytes`.
 */
export function decompressBlocksView(
  codec: Codec,
  file: Bytes,
  limitBytes: number,
  setDictionary: (dictionary: Uint8Array) => void,
): Bytes | Promise<Bytes> {
  const { blockBytes, totalBytes, dictionary, boundaries } = readBlockFile(file, limitBytes);
  const count = boundaries.length - 1;
  const startOf = (index: number) => boundaries[index] ?? 0;
  const { input, blocks } = codec;
  // Copy the file first: later calls may grow the codec's memory, which may contain the file.
  const offset = input === undefined || blocks === undefined ? 0 : place(input, file);
  setDictionary(dictionary);
  const roomOf = (index: number) => Math.min(blockBytes, totalBytes - index * blockBytes);
  const checkSize = (sizeBytes: number, index: number) => {
    if (sizeBytes === roomOf(index)) return;
    throw new FormatlabError({
      tag: 'decodeFailed',
      stage: 'decode',
      message: `Block ${index} decompressed to ${sizeBytes} bytes instead of ${roomOf(index)}.`,
    });
  };
  if (input !== undefined && blocks !== undefined) {
    blocks.begin(totalBytes);
    for (let index = 0; index < count; index += 1)
      checkSize(
        blocks.decompressPart(offset + startOf(index), startOf(index + 1) - startOf(index), roomOf(index)),
        index,
      );
    return blocks.view();
  }
  const output = new Uint8Array(totalBytes);
  const take = (made: Bytes, index: number) => {
    checkSize(made.length, index);
    output.set(made, index * blockBytes);
  };
  const done = inOrder(count, (index) => {
    const made = codec.decompress(file.subarray(startOf(index), startOf(index + 1)), roomOf(index));
    if (isPromise(made)) return made.then((bytes) => take(bytes, index));
    take(made, index);
  });
  return afterAll(done, () => output);
}
