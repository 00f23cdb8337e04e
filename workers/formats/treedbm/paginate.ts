import { varnumBytes } from '../../libraries/tkrzw/numbers';
import { Uint32List } from '../../libraries/tkrzw/uint32-list';
import type { Records } from '../../model/dataset';
import { firstInnerId, firstLeafId, leafHeaderBytes } from './layout';

/** Bytes of a record in a leaf page. */
function recordBytes({ keys, values }: Records, index: number): number {
  const keyBytes = (keys.offsets[index + 1] ?? 0) - (keys.offsets[index] ?? 0);
  const valueBytes = (values.offsets[index + 1] ?? 0) - (values.offsets[index] ?? 0);
  return varnumBytes(keyBytes) + keyBytes + varnumBytes(valueBytes) + valueBytes;
}

/**
 * The first record of each leaf page, and the record count last, where records are inserted in the order of their keys: a page that has grown beyond the limit leaves its first half
 * and begins anew with the other, as Tkrzw splits it before the next insertion. There is at least one page.
 */
export function leafStarts(records: Records, maxPageBytes: number): Uint32Array<ArrayBuffer> {
  const { recordCount } = records;
  const starts = new Uint32List(64);
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

/** An inner page while it is made: the i-th child holds keys from the first of leaf `leaves[i]` on. Its first child is the heir. */
export interface InnerPage {
  readonly id: number;
  readonly children: number[];
  /** By the index of a leaf whose first key the link has; the heir's stands for none. */
  readonly leaves: number[];
}

export interface InnerPages {
  readonly pages: readonly InnerPage[];
  readonly rootId: number;
  readonly levels: number;
}

/** The inner pages that come of `leafCount` leaves, split one after the other: a page with more than `maxBranches` links gives its middle key up, and the keys behind it to a new page. */
export function innerPages(leafCount: number, maxBranches: number): InnerPages {
  const pages: InnerPage[] = [];
  /** The last page of each level, the lowest first. */
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
      // Link 0 is the child behind the heir: the middle link's child becomes the new page's heir.
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
