import { FormatlabError } from '../../../../model/errors';
import { magicChecksum, wordsOf } from '../../../../libraries/checksums';
import { writeFixed } from '../numbers';
import { recordKindMask } from '../store-layout';
import { emptyRecordPositions, type RecordPositions, StoreReader } from '../store-reader';

/** For tests: alters files so that what is wrong lies deeper than a checksum. */

type File = Uint8Array<ArrayBuffer>;

/** Every record of a file that is whole. */
export function recordsOfFile(file: File): RecordPositions[] {
  const store = new StoreReader('hashdbm', file);
  const places: RecordPositions[] = [];
  for (let at = store.base; at < store.end; at = places.at(-1)?.end ?? store.end) {
    const place = emptyRecordPositions();
    store.read(at, place);
    places.push(place);
  }
  return places;
}

/** The record with this key: a page's id in 6 bytes for a tree. */
export function recordWithKey(file: File, key: Uint8Array): RecordPositions {
  const place = recordsOfFile(file).find(
    ({ keyStart, keyEnd }) =>
      keyEnd - keyStart === key.length && key.every((byte, index) => file[keyStart + index] === byte),
  );
  if (place === undefined) throw new Error('There is no such record.');
  return place;
}

export function pageKeyBytes(id: number): Uint8Array {
  const key = new Uint8Array(6);
  writeFixed(key, 0, 6, id);
  return key;
}

/** Makes the record's checksum that of its content. */
export function updateChecksum(file: File, { start, keyStart, valueEnd }: RecordPositions): void {
  file[start] = ((file[start] ?? 0) & recordKindMask) | magicChecksum(file, wordsOf(file), keyStart, valueEnd);
}

/** What `work` throws: fails where it throws nothing, or anything but a FormatlabError. */
export async function caughtMessage(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.message;
    throw thrown;
  }
  throw new Error('Nothing was refused.');
}
