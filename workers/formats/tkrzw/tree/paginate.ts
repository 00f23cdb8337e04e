import { varnumBytes } from '../file/numbers';
import { GrowingUint32List } from '../file/uint32-list';
import type { Records } from '../../../model/dataset';
import { firstInnerId, firstLeafId, leafHeaderBytes } from './layout';

/** The size of a record in a leaf page, in bytes. */
function recordBytes({ keys, values }: Records, index: number): number {
  const keyBytes = (keys.offsets[index + 1] ?? 0) - (keys.offsets[index] ?? 0);
  const valueBytes = (values.offsets[index + 1] ?? 0) - (values.offsets[index] ?? 0);
  return varnumBytes(keyBytes) + keyBytes + varnumBytes(valueBytes) + valueBytes;
}

/**
 * The first record of each leaf page, followed by the number of records, if records are inserted in the order of their keys. A page that has grown beyond the limit keeps its first half,
 * and the other half becomes a new page, as Tkrzw splits it before the next insertion. There is at least one page.
 */
export function leafStarts(records: Records, maxPageBytes: number): Uint32Array<ArrayBuffer> {
  const { recordCount } = records;
  const starts = new GrowingUint32List(64);
  starts.push(0);
  let start = 0;
  let bytes = leafHeaderBytes;
  for (let index = 0; index < recordCount; index += 1) {
    bytes += recordBytes(records, index);
    const count = index + 1 - start;
    if (bytes <= maxPageBytes || count < 2) continue;
    start += count >>> 1;
    starts.push(start);
    bytes = leafHeaderBytes;
    for (let moved = start; moved <= index; moved += 1) bytes += recordBytes(records, moved);
  }
  starts.push(recordCount);
  return starts.values();
}

/** An inner page under construction: the i-th child holds keys from the first key of leaf `leaves[i]` on. The page's first child is called the heir, as in Tkrzw. */
interface InnerPage {
  readonly id: number;
  readonly children: number[];
  /** The index of the leaf whose first key each link has; the heir has no key. */
  readonly leaves: number[];
}

interface InnerPages {
  readonly pages: readonly InnerPage[];
  readonly rootId: number;
  readonly levels: number;
}

/** The inner pages for `leafCount` leaves. A page with more than `maxBranches` links is split: its middle key moves up, and the keys after it move to a new page. */
export function innerPages(leafCount: number, maxBranches: number): InnerPages {
  const pages: InnerPage[] = [];
  /** The last page of each level, lowest level first. */
  const edge: InnerPage[] = [];
  const add = (children: number[], leaves: number[]) => {
    const page = { id: firstInnerId + pages.length, children, leaves };
    pages.push(page);
    return page;
  };
  for (let leaf = 1; leaf < leafCount; leaf += 1) {
    let left = firstLeafId + leaf - 1;
    let child = firstLeafId + leaf;
    let key = leaf;
    for (let level = 0; ; level += 1) {
      const page = edge[level];
      if (page === undefined) {
        edge.push(add([left, child], [0, key]));
        break;
      }
      page.children.push(child);
      page.leaves.push(key);
      const links = page.children.length - 1;
      if (links <= maxBranches) break;
      // Link 0 is the child after the heir: the child of the middle link becomes the new page's heir.
      const middle = (links >>> 1) + 1;
      const next = add(page.children.splice(middle), page.leaves.splice(middle));
      edge[level] = next;
      left = page.id;
      child = next.id;
      key = next.leaves[0] ?? 0;
    }
  }
  return { pages, rootId: edge.at(-1)?.id ?? firstLeafId, levels: edge.length + 1 };
}
