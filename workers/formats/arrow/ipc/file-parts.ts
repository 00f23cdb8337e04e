import { packVectorIds, vectorsOf } from '../../../model/canonical';
import { numericConstructor } from '../../../model/column';
import {
  type ColumnarLayout,
  isNestedJson,
  keyedVectorsLayout,
  toColumnarLayout,
} from '../../../model/columnar-layout';
import type { Dataset, KeyedVectors } from '../../../model/dataset';
import type { Allocate } from '../../../model/entry';
import type { BufferCodec } from './buffer-codec';

/** Bytes that parts of a file stand for: the parts have their size, but nothing reads or writes their content. The bytes are copied when the file is put together. */
export interface UncopiedBytes {
  has(part: Uint8Array): boolean;
  copy(part: Uint8Array, target: Uint8Array): void;
}

/**
 * The vectors of a dataset, which are separate objects, as one matrix. They are copied only when the file is put together. Until then, `matrix` stands for
 * their values: it has their size, but nothing reads or writes its content, so that the system gives it no pages.
 */
export class UncopiedVectors implements UncopiedBytes {
  readonly matrix: Float64Array | Float32Array;
  readonly buffer: ArrayBuffer;
  readonly #vectors: readonly (Float64Array | Float32Array)[];
  readonly #vectorBytes: number;

  /** `room` is a buffer of an earlier call; a larger one is made if it is too small. */
  constructor(dataset: KeyedVectors, room: ArrayBuffer) {
    this.#vectors = vectorsOf(dataset);
    const Values = numericConstructor(dataset.elementType);
    this.#vectorBytes = dataset.dimension * Values.BYTES_PER_ELEMENT;
    const sizeBytes = this.#vectors.length * this.#vectorBytes;
    this.buffer = room.byteLength < sizeBytes ? new ArrayBuffer(sizeBytes) : room;
    this.matrix = new Values(this.buffer, 0, this.#vectors.length * dataset.dimension);
  }

  has(part: Uint8Array): boolean {
    return part.buffer === this.buffer;
  }

  /** Copies the vectors that `part`, a part of the matrix, stands for. It consists of whole vectors. Those that lie one behind the other are copied at once. */
  copy(part: Uint8Array, target: Uint8Array): void {
    let row = part.byteOffset / this.#vectorBytes;
    for (let at = 0; at < part.length; ) {
      const { buffer, byteOffset } = this.#vectors[row] as Float64Array | Float32Array;
      let sizeBytes = 0;
      do {
        sizeBytes += this.#vectorBytes;
        row += 1;
      } while (at + sizeBytes < part.length && this.#isAt(row, buffer, byteOffset + sizeBytes));
      target.set(new Uint8Array(buffer, byteOffset, sizeBytes), at);
      at += sizeBytes;
    }
  }

  #isAt(row: number, buffer: ArrayBufferLike, byteOffset: number): boolean {
    const vector = this.#vectors[row];
    return vector !== undefined && vector.buffer === buffer && vector.byteOffset === byteOffset;
  }
}

/** Compressed buffers, which stay in the codec's memory until the file is put together. */
export class UncopiedFrames implements UncopiedBytes {
  readonly #codec: BufferCodec;
  /** What the parts are views of. Their offset is the frame's place among all frames. The system gives these buffers no pages. */
  readonly #rooms = new Set<ArrayBufferLike>();
  #room = new ArrayBuffer(0);
  #endBytes = 0;

  constructor(codec: BufferCodec) {
    this.#codec = codec;
    codec.beginFrames();
  }

  /** Compresses the bytes that `fill` writes. Returns what stands for the frame; null, without a frame, if it would not be smaller. */
  compress(sizeBytes: number, fill: (target: Uint8Array) => void): Uint8Array | null {
    const frameBytes = this.#codec.compress(sizeBytes, fill);
    if (frameBytes >= sizeBytes) return null;
    this.#codec.keepFrame(frameBytes);
    const start = this.#endBytes;
    this.#endBytes += frameBytes;
    if (this.#endBytes > this.#room.byteLength) {
      this.#room = new ArrayBuffer(Math.max(minRoomBytes, 2 * this.#endBytes));
      this.#rooms.add(this.#room);
    }
    return new Uint8Array(this.#room, start, frameBytes);
  }

  has(part: Uint8Array): boolean {
    return this.#rooms.has(part.buffer);
  }

  copy({ byteOffset, length }: Uint8Array, target: Uint8Array): void {
    target.set(this.#codec.frames().subarray(byteOffset, byteOffset + length));
  }
}

const minRoomBytes = 1_048_576;

/** A dataset's columns. The values of keyed vectors are in `vectors` if they are not copied yet. */
export interface LayoutToWrite {
  readonly layout: ColumnarLayout;
  readonly vectors: UncopiedVectors | null;
}

/** Lays a dataset out as columns without copying the values of keyed vectors. */
export function uncopiedLayout(dataset: Dataset, room: ArrayBuffer): LayoutToWrite {
  if (dataset.kind !== 'keyedVectors') return { layout: toColumnarLayout(dataset, isNestedJson), vectors: null };
  const vectors = new UncopiedVectors(dataset, room);
  return { layout: keyedVectorsLayout(dataset, { ...packVectorIds(dataset), matrix: vectors.matrix }), vectors };
}

/** The parts of a file, in order. They are copied once, when all are known. */
export class FileParts {
  readonly #parts: Uint8Array[] = [];
  #sizeBytes = 0;

  /** Returns the number of bytes. */
  add(part: Uint8Array): number {
    if (part.length > 0) this.#parts.push(part);
    this.#sizeBytes += part.length;
    return part.length;
  }

  join(allocate: Allocate, uncopied: readonly UncopiedBytes[]): Uint8Array<ArrayBuffer> {
    const file = allocate(this.#sizeBytes);
    let at = 0;
    for (const part of this.#parts) {
      const source = uncopied.find((bytes) => bytes.has(part));
      if (source === undefined) file.set(part, at);
      else source.copy(part, file.subarray(at, at + part.length));
      at += part.length;
    }
    return file;
  }
}
