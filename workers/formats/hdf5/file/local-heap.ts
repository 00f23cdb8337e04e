import { malformed } from '../../../byte-map/failures';
import type { Claim, Hdf5File } from './hdf5-file';

const noFreeBlock = 1;

/** Reads a local heap (HDF5 File Format Specification 3.0, III.D), and returns the name at an offset of it. */
export function readLocalHeap(hdf5: Hdf5File, at: number, claim: Claim): (offset: number) => string {
  const { file, addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'HEAP');
  if (!hdf5.isNew(at)) throw malformed(`The heap at byte ${at} has two uses.`);
  const bytes = hdf5.length(at + 8);
  const data = hdf5.address(at + 8 + 2 * lengthBytes);
  claim('heap', at, 8 + 2 * lengthBytes + addressBytes);
  if (data === null) throw malformed(`The heap at byte ${at} has no data.`);
  file.check(data, bytes);
  claim('heap', data, bytes);
  return (offset) => {
    if (offset >= bytes || offset === noFreeBlock) throw malformed(`A name is outside of the heap at byte ${at}.`);
    // The map shortens a longer name: where it ends need not be known.
    const room = Math.min(bytes - offset, hdf5.longestNameBytes + 1);
    const name = file.slice(data + offset, room);
    const end = name.indexOf(0);
    if (end < 0 && (room === bytes - offset || hdf5.readsValues))
      throw malformed(`A name in the heap at byte ${at} does not end.`);
    return hdf5.nameOf(end < 0 ? name : name.subarray(0, end));
  };
}
