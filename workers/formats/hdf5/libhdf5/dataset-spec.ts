import type { ElementType } from './library';

interface DatasetBase {
  readonly name: string;
  readonly elementType: ElementType;
  readonly shape: readonly number[];
  /** The item size for guessing the chunk shape, if it differs from the element's size. */
  readonly numpyItemBytes?: number;
  /** The datatype message that replaces that of the element type. */
  readonly laidOutType?: Uint8Array;
}

/** A dataset of fixed-width elements; `fill` writes rows `from` to `to` to the heap. */
export interface NumericDatasetSpec extends DatasetBase {
  readonly fill: (heap: Uint8Array<ArrayBuffer>, from: number, to: number) => void;
}

/** A dataset of variable-length strings: consecutive UTF-8 values, and the start of each. */
export interface StringDatasetSpec extends DatasetBase {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

export type DatasetSpec = NumericDatasetSpec | StringDatasetSpec;
