import { packVectorIds, vectorsOf } from '../model/canonical';
import { numericConstructor } from '../model/column';
import { type ColumnarLayout, keyedVectorsLayout, type NeedsTypeNote, toColumnarLayout } from './columnar-layout';
import type { Dataset, KeyedVectors } from '../model/dataset';

/** Bytes that parts stand for: the parts have their size, but nothing reads or writes their content. The bytes are copied when their place in a file or in WASM memory is known. */
export interface UncopiedBytes {
  has(part: Uint8Array): boolean;
  copy(part: Uint8Array, target: Uint8Array): void;
}

/**
 * The vectors of a dataset, which are separate objects, as one matrix. They are copied once, to where they are written. Until then, `matrix` stands for
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

/** A dataset's columns. The values of keyed vectors are in `vectors` if they are not copied yet. */
export interface LayoutToWrite {
  readonly layout: ColumnarLayout;
  readonly vectors: UncopiedVectors | null;
}

/** Lays a dataset out as columns without copying the values of keyed vectors. */
export function uncopiedLayout(dataset: Dataset, needsNote: NeedsTypeNote, room: ArrayBuffer): LayoutToWrite {
  if (dataset.kind !== 'keyedVectors') return { layout: toColumnarLayout(dataset, needsNote), vectors: null };
  const vectors = new UncopiedVectors(dataset, room);
  return { layout: keyedVectorsLayout(dataset, { ...packVectorIds(dataset), matrix: vectors.matrix }), vectors };
}
