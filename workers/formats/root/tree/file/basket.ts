import { BufferReader } from '../../file/buffer-reader';
import { BufferWriter } from '../../file/buffer-writer';
import { keyLengthBytes, readKey, type RootKey, writeKey } from '../../file/key';
import { firstRecordOffset } from '../../file/format-constants';

/** A TBasket: some entries of one branch. Its key has additional fields (TBasket::Streamer). */
interface BasketKey {
  readonly key: RootKey;
  /** The size of an entry in bytes, or the capacity of the table of offsets. */
  readonly entryBytes: number;
  readonly entryCount: number;
  /** The end of the values and the start of the table of offsets, counted from the key's beginning. */
  readonly last: number;
}

const basketVersion = 3;
/** The size of fVersion, fBufferSize, fNevBufSize, fNevBuf, fLast and a flag. */
const basketFieldsBytes = 19;
const headerOnlyFlag = 0;

/** The size of a basket's key. Its seek pointers always have 64 bits, so the size is known before the position. */
export const basketKeySize = (branch: string, tree: string): number =>
  keyLengthBytes({ className: 'TBasket', name: branch, title: tree }, true) + basketFieldsBytes;

interface BasketRecord {
  readonly branch: string;
  readonly tree: string;
  readonly seek: number;
  readonly keyBytes: number;
  /** The size as stored, and when decompressed. */
  readonly storedBytes: number;
  readonly objectBytes: number;
  readonly basketBytes: number;
  readonly entryBytes: number;
  readonly entryCount: number;
  readonly valueBytes: number;
}

export function writeBasketKey(record: BasketRecord): Uint8Array<ArrayBuffer> {
  const { branch, tree, seek, keyBytes, storedBytes, objectBytes, basketBytes, entryBytes, entryCount, valueBytes } =
    record;
  const writer = new BufferWriter(0, 256);
  writeKey(
    {
      className: 'TBasket',
      name: branch,
      title: tree,
      recordBytes: keyBytes + storedBytes,
      objectBytes,
      keyBytes,
      cycle: 0,
      seek,
      parentSeek: firstRecordOffset,
    },
    true,
    writer,
  );
  writer.u16(basketVersion);
  writer.u32(basketBytes);
  writer.u32(entryBytes);
  writer.u32(entryCount);
  writer.u32(keyBytes + valueBytes);
  writer.u8(headerOnlyFlag);
  return writer.written();
}

/** @throws `malformedInput` if the record is no basket or contradicts itself. `fileOffset` is the record's position. */
export function readBasketKey(record: Uint8Array, branch: string, fileOffset: number): BasketKey {
  const reader = new BufferReader(record, `the basket of the branch “${branch}”`, fileOffset);
  const key = readKey(reader);
  if (key.className !== 'TBasket' || key.recordBytes !== record.length || key.keyBytes > record.length) {
    reader.at = 0;
    throw reader.fail(
      `is a ${key.className || 'record without a class'} of ${key.recordBytes} bytes with a key of ${key.keyBytes}, not a TBasket of ${record.length} bytes`,
    );
  }
  reader.u16();
  reader.u32();
  const entryBytes = reader.i32();
  const entryCount = reader.i32();
  const last = reader.i32();
  if (entryCount < 0 || last < key.keyBytes || last > key.keyBytes + key.objectBytes)
    throw reader.fail(
      `claims ${entryCount} entries that end at byte ${last}, which don’t fit ${key.objectBytes} bytes after a key of ${key.keyBytes}`,
    );
  return { key, entryBytes, entryCount, last };
}
