import { type ByteRange, rangeOf } from '../../../model/remote/network-requests';
import { bucketOf } from './murmur';
import { metadataBytes } from './store-layout';
import { emptyRecordPositions, type StoreReader } from './store-reader';

/** Tkrzw reads so many bytes of a record first. */
const firstReadBytes = 48;

/** What Tkrzw asks for when it opens a database. */
export const headerRead = rangeOf(0, metadataBytes);

/** What Tkrzw asks for of a record: its start, and its key and value if they end later. Of a record on the way, only the key is needed. */
export function readsOfRecord(
  store: StoreReader,
  start: number,
  needs: 'key' | 'keyAndValue' = 'keyAndValue',
): ByteRange[] {
  const place = emptyRecordPositions();
  store.read(start, place);
  const head = rangeOf(start, Math.min(firstReadBytes, store.end - start));
  const end = needs === 'key' ? place.keyEnd : place.valueEnd;
  return end > head.end ? [head, { start: place.keyStart, end }] : [head];
}

/** What Tkrzw asks for to find a key: the cell of its bucket, and the records of the chain up to the one with the key. */
export function readsOfKey(store: StoreReader, key: Uint8Array): ByteRange[] {
  const bucket = bucketOf(key, 0, key.length, store.bucketCount);
  const reads = [rangeOf(store.bucketAt(bucket), store.offsetWidth)];
  const wanted = emptyRecordPositions();
  if (!store.find(key, wanted)) return reads;
  for (let start = store.head(bucket); start !== wanted.start; start = store.childOf(start))
    reads.push(...readsOfRecord(store, start, 'key'));
  return [...reads, ...readsOfRecord(store, wanted.start)];
}
