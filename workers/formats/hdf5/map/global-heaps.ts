import type { MapNode } from '../../../model/byte-map';
import { branch, type SpanList } from '../../../byte-map/span-tree';
import { collectionBytes, nextCollection, visitHeapObjects } from '../file/global-heap';
import type { Hdf5File } from '../file/hdf5-file';

/**
 * Claims the collections of the global heap. Only values refer to them, which may be compressed, so they are found by their signature among the
 * bytes that nothing else claims.
 */
export function mapGlobalHeaps(hdf5: Hdf5File, file: Uint8Array, spans: SpanList): (MapNode | null)[] {
  const objects = spans.pieces('Values of variable length', 'heap');
  const free = spans.pieces('Free in their heaps', 'freeSpace');
  for (const gap of spans.gaps(file.length)) {
    const end = gap.offset + gap.bytes;
    for (let at = nextCollection(file, gap.offset, end); at !== null; ) {
      const bytes = collectionBytes(hdf5, at, end);
      if (bytes !== null) {
        let from = at;
        visitHeapObjects(hdf5, at, bytes, (number, object, objectBytes) => {
          if (number !== 0) return;
          objects.add(from, object - from);
          free.add(object, objectBytes);
          from = object + objectBytes;
        });
        objects.add(from, at + bytes - from);
      }
      at = nextCollection(file, at + (bytes ?? 1), end);
    }
  }
  return [branch('Global heap', [objects.node(), free.node()])];
}
