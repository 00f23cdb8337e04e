import { compareBytes } from '../../../model/byte-order';
import type { FormatlabError } from '../../../model/errors';
import { readFixed, VarnumReader } from '../file/numbers';
import type { GrowingUint32List } from '../file/uint32-list';
import { idBytes, leafHeaderBytes } from './layout';

/** Creates the error for damage at an offset in a page's decompressed content. */
type PageFailure = (at: number, what: string) => FormatlabError;

/** An inner page: the i-th child holds keys from `keys[i - 1]` on; the first child holds keys less than `keys[0]`. */
export interface InnerPage {
  readonly children: readonly number[];
  readonly keys: readonly Uint8Array[];
}

const varnums = new VarnumReader();

/** Copies the keys that it keeps. */
export function readInnerPage(data: Uint8Array, start: number, end: number, fail: PageFailure): InnerPage {
  if (end - start < idBytes) throw fail(0, 'the inner page ends before its first link');
  const children = [readFixed(data, start, idBytes)];
  const keys: Uint8Array[] = [];
  for (let at = start + idBytes; at < end; at = varnums.at) {
    varnums.at = at;
    const keyBytes = varnums.read(data, end);
    const keyEnd = varnums.at + keyBytes;
    if (keyBytes < 0 || keyEnd + idBytes > end) throw fail(at - start, 'a link of the inner page is damaged');
    keys.push(data.slice(varnums.at, keyEnd));
    children.push(readFixed(data, keyEnd, idBytes));
    varnums.at = keyEnd + idBytes;
  }
  return { children, keys };
}

/** The child of an inner page that may hold a key: the one after the last link that is not greater than the key. */
export function childOf({ children, keys }: InnerPage, key: Uint8Array): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const link = keys[middle];
    if (link !== undefined && compareBytes(link, 0, link.length, key, 0, key.length) <= 0) low = middle + 1;
    else high = middle;
  }
  return children[low] ?? 0;
}

/** The records of consecutive leaf pages: the positions of keys and values. */
export interface RecordLists {
  readonly keyStarts: GrowingUint32List;
  readonly keyEnds: GrowingUint32List;
  readonly valueStarts: GrowingUint32List;
  readonly valueEnds: GrowingUint32List;
}

interface LeafNeighbours {
  readonly previousId: number;
  readonly nextId: number;
}

export function readNeighbours(data: Uint8Array, start: number, end: number, fail: PageFailure): LeafNeighbours {
  if (end - start < leafHeaderBytes) throw fail(0, 'the leaf page ends within its header');
  return { previousId: readFixed(data, start, idBytes), nextId: readFixed(data, start + idBytes, idBytes) };
}

/** Appends the positions of a leaf page's records. */
export function readLeafRecords(
  data: Uint8Array,
  start: number,
  end: number,
  records: RecordLists,
  fail: PageFailure,
): void {
  const { keyStarts, keyEnds, valueStarts, valueEnds } = records;
  for (let at = start + leafHeaderBytes; at < end; ) {
    varnums.at = at;
    const keyBytes = varnums.read(data, end);
    const keyStart = varnums.at;
    const keyEnd = keyStart + keyBytes;
    varnums.at = keyEnd;
    const valueBytes = keyBytes < 0 || keyEnd > end ? -1 : varnums.read(data, end);
    const valueEnd = varnums.at + valueBytes;
    if (valueBytes < 0 || valueEnd > end) throw fail(at - start, 'a record of the leaf page is damaged');
    keyStarts.push(keyStart);
    keyEnds.push(keyEnd);
    valueStarts.push(varnums.at);
    valueEnds.push(valueEnd);
    at = valueEnd;
  }
}
