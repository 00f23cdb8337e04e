import { malformed } from '../../../byte-map/failures';
import { addressOf } from './superblock';
import type { Hdf5File } from './hdf5-file';

export const maxDimensions = 33;
const nullSpace = 2;
const hasMaxShape = 1;

/** A dataspace message (HDF5 File Format Specification 3.0, IV.A.2.b). */
interface Dataspace {
  /** Null if the dataset has no extent. */
  readonly shape: readonly number[] | null;
  /** The limits of the dimensions; null for a dimension without one. */
  readonly maxShape: readonly (number | null)[];
}

export function readDataspace(hdf5: Hdf5File, { at }: { readonly at: number }): Dataspace {
  const { file, lengthBytes } = hdf5;
  const version = file.u8(at);
  const rank = file.u8(at + 1);
  if (rank > maxDimensions) throw malformed(`A dataset has ${rank} dimensions.`);
  // Version 2 says in its fourth byte whether the dataset has no extent.
  const hasNoExtent = version >= 2 && file.u8(at + 3) === nullSpace;
  const first = at + (version === 1 ? 8 : 4);
  const limitAt = first + ((file.u8(at + 2) & hasMaxShape) === 0 ? 0 : rank * lengthBytes);
  const axes = Array.from({ length: rank }, (_, axis) => axis * lengthBytes);
  return {
    shape: hasNoExtent ? null : axes.map((offset) => hdf5.length(first + offset)),
    // A limit with all bits set is none, as an address is.
    maxShape: axes.map((offset) => addressOf(file, limitAt + offset, lengthBytes)),
  };
}
