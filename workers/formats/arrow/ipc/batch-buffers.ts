import { damageOf } from '../../../model/damaged-input';
import type { ArrowType } from '../../../columns/arrow-type';
import { FormatlabError } from '../../../model/errors';
import type { BufferCodec, BufferCodecId } from './buffer-codec';

/** The codec of the file's buffers. @throws if the candidate does not use it */
export type FindBufferCodec = (id: BufferCodecId) => BufferCodec;

interface Region {
  readonly offset: number;
  readonly length: number;
}

export interface Batch {
  readonly rowCount: number;
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly regions: readonly Region[];
  readonly codec: BufferCodecId | null;
  readonly body: Uint8Array;
}

/** A column, or part of a nested column, and the indices of its nodes and buffers in each batch. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: ArrowType;
  readonly node: number;
  readonly buffer: number;
  readonly children: readonly ColumnPlan[];
  /** The dictionary's id, and the indices of its values among the nodes and buffers of the dictionary's own batch. */
  readonly dictionary: { readonly id: number; readonly values: ColumnPlan } | null;
}

/** A file is refused if its buffers claim more decompressed bytes than this. */
const maxBytes = 2 ** 31;
const prefixBytes = 8;

/** The buffers of record batches, decompressed where that is needed. */
export class BatchBuffers {
  readonly #codecOf: FindBufferCodec;
  #claimedBytes = 0;
  /** What `decompress` made, and where each buffer lies in it. */
  #contents: Uint8Array | null = null;
  readonly #places = new Map<Batch, Map<number, Region>>();

  constructor(codecOf: FindBufferCodec) {
    this.#codecOf = codecOf;
  }

  /** Begins a call: earlier buffers no longer count, nor does what they claimed. */
  begin(): void {
    this.#claimedBytes = 0;
    this.#contents = null;
    this.#places.clear();
  }

  /**
   * Decompresses the buffers of columns into the codec's memory, each column's buffers of all batches one behind the other, so that they are joined already. They lie there
   * until another buffer is decompressed.
   */
  decompress(batches: readonly Batch[], plans: readonly ColumnPlan[]): void {
    const id = batches.find(({ codec }) => codec !== null)?.codec ?? null;
    if (id === null) return;
    const codec = this.#codecOf(id);
    const frames = plans
      .flatMap((plan) => columnBuffers(batches, plan))
      .flatMap(({ batch, index, isFirst }) => {
        const frame = batch.codec === id ? this.#frame(batch, index) : null;
        return frame === null ? [] : [{ ...frame, batch, index, isFirst }];
      });
    codec.beginContents(frames.map(({ content, sizeBytes }) => ({ frameBytes: content.length, sizeBytes })));
    for (const batch of batches) this.#places.set(batch, new Map());
    for (const { batch, index, isFirst, content, sizeBytes } of frames)
      this.#places.get(batch)?.set(index, { offset: codec.addContent(content, sizeBytes, isFirst), length: sizeBytes });
    this.#contents = codec.contents();
  }

  /** Whether the values of a column lie in the codec's memory in all batches, where they may be changed. */
  isDecompressed(batches: readonly Batch[], plan: ColumnPlan): boolean {
    return batches.every((batch) =>
      buffersOf(batch, plan).every((index) => index === plan.buffer || this.#places.get(batch)?.has(index) === true),
    );
  }

  of(batch: Batch, index: number): Uint8Array {
    const place = this.#places.get(batch)?.get(index);
    if (place !== undefined && this.#contents !== null)
      return this.#contents.subarray(place.offset, place.offset + place.length);
    const frame = this.#frame(batch, index);
    if (batch.codec === null || frame === null) return plainBytes(batch, index);
    return this.#codecOf(batch.codec).decompress(frame.content, frame.sizeBytes);
  }

  /** The frame of a compressed buffer, and its size when decompressed; null if the buffer lies in the file as it is. */
  #frame(batch: Batch, index: number): { readonly content: Uint8Array; readonly sizeBytes: number } | null {
    const bytes = bytesOf(batch, index);
    if (batch.codec === null || bytes.length === 0) return null;
    const sizeBytes = storedSize(bytes);
    if (sizeBytes === storedPlain) return null;
    this.#claimedBytes += sizeBytes;
    if (sizeBytes < 0 || this.#claimedBytes > maxBytes) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: 'arrow',
        message: `The file’s buffers claim ${this.#claimedBytes} bytes, more than the limit of ${maxBytes}.`,
      });
    }
    return { content: bytes.subarray(prefixBytes), sizeBytes };
  }
}

/** A column and all its parts. */
export const withChildColumns = (plan: ColumnPlan): readonly ColumnPlan[] => [
  plan,
  ...plan.children.flatMap(withChildColumns),
];

/** The indices of the buffers that a column, without its parts, has in a batch. */
export function buffersOf(batch: Batch, { type, node, buffer }: ColumnPlan): readonly number[] {
  const bitmap = (batch.nodes[node]?.nullCount ?? 0) > 0 ? [buffer] : [];
  switch (type.kind) {
    case 'struct':
      return bitmap;
    case 'list':
      return type.length === null ? [...bitmap, buffer + 1] : bitmap;
    case 'variable':
      return [...bitmap, buffer + 1, buffer + 2];
    case 'vector':
      return [...bitmap, buffer + 2];
    default:
      return [...bitmap, buffer + 1];
  }
}

/** The buffers of a column and its parts, those of all batches one after the other. `isFirst` is true for the first of them. */
const columnBuffers = (batches: readonly Batch[], plan: ColumnPlan) =>
  withChildColumns(plan).flatMap((part) => {
    const found = batches.flatMap((batch) => buffersOf(batch, part).map((index) => ({ batch, index })));
    return [...new Set(found.map(({ index }) => index))]
      .sort((a, b) => a - b)
      .flatMap((wanted) =>
        found
          .filter(({ index }) => index === wanted)
          .map(({ batch, index }, place) => ({ batch, index, isFirst: place === 0 })),
      );
  });

function bytesOf({ regions, body }: Batch, index: number): Uint8Array {
  const region = regions[index];
  if (region === undefined || region.offset < 0 || region.length < 0 || region.offset + region.length > body.length)
    throw damaged(`A batch names a buffer outside its ${body.length} bytes`);
  return body.subarray(region.offset, region.offset + region.length);
}

/** The bytes of a buffer that is not compressed, although the others of its batch may be. */
function plainBytes(batch: Batch, index: number): Uint8Array {
  const bytes = bytesOf(batch, index);
  return batch.codec === null || bytes.length === 0 ? bytes : bytes.subarray(prefixBytes);
}

const storedPlain = -1;

/** The length before a compressed buffer. */
function storedSize(bytes: Uint8Array): number {
  if (bytes.length < prefixBytes) throw damaged('A compressed buffer does not begin with its length');
  return Number(new DataView(bytes.buffer, bytes.byteOffset, prefixBytes).getBigInt64(0, true));
}

/** Damage, as a whole sentence without its full stop. */
export const damaged = damageOf({ format: 'arrow', subject: '' });
