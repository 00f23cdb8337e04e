import type { MapNode } from '../../../model/byte-map';
import { branch } from '../../../byte-map/span-tree';
import type { Hdf5File } from '../file/hdf5-file';

const signature = 'GCOL';
const alignment = 8;

/**
 * Claims the collections of the global heap (HDF5 File Format Specification 3.0, III.E). Only values refer to them, which may be compressed,
 * so they are found by their signature among the bytes that nothing else claims.
 */
export function mapGlobalHeaps(hdf5: Hdf5File): (MapNode | null)[] {
  const { file, spans, lengthBytes } = hdf5;
  const objects = spans.pieces('Values of variable length', 'heap');
  const free = spans.pieces('Free in their heaps', 'freeSpace');
  for (const gap of spans.gaps(file.sizeBytes)) {
    const end = gap.offset + gap.bytes;
    for (let at = nextSignature(hdf5, gap.offset, end); at !== null; ) {
      const bytes = collectionBytes(hdf5, at, end);
      if (bytes === null) {
        at = nextSignature(hdf5, at + 1, end);
        continue;
      }
      let from = at;
      const headBytes = 8 + lengthBytes;
      // The free space of a collection is its object 0.
      for (let object = at + headBytes; object + headBytes <= at + bytes; ) {
        const dataBytes = file.uint(object + 8, lengthBytes);
        if (file.u16(object) === 0) {
          const freeBytes = Math.min(at + bytes - object, Math.max(headBytes, dataBytes));
          objects.add(from, object - from);
          free.add(object, freeBytes);
          from = object + freeBytes;
          object = from;
        } else object += headBytes + Math.ceil(dataBytes / alignment) * alignment;
      }
      objects.add(from, at + bytes - from);
      at = nextSignature(hdf5, at + bytes, end);
    }
  }
  return [branch('Global heap', [objects.node(), free.node()])];
}

function nextSignature({ file }: Hdf5File, from: number, end: number): number | null {
  const first = signature.charCodeAt(0);
  for (let at = file.bytes.indexOf(first, from); at >= 0 && at + signature.length <= end; ) {
    if (file.has(at, signature)) return at;
    at = file.bytes.indexOf(first, at + 1);
  }
  return null;
}

/** The bytes of a collection at a place. Null if none begins there. */
function collectionBytes({ file, lengthBytes }: Hdf5File, at: number, end: number): number | null {
  const headBytes = 8 + lengthBytes;
  if (at + headBytes > end || file.u8(at + 4) !== 1) return null;
  const bytes = file.uint(at + 8, lengthBytes);
  return bytes >= headBytes && at + bytes <= end ? bytes : null;
}
