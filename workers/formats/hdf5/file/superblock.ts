import { signature, userBlocks } from '../file-type';
import { failure, malformed } from '../../../byte-map/failures';
import type { ReadableBytes } from '../../../byte-map/file-bytes';

/** The superblock (HDF5 File Format Specification 3.0, II.A), and what its extension adds. */
export interface Superblock {
  readonly version: number;
  readonly at: number;
  readonly bytes: number;
  /** The bytes of an address, and of a length. */
  readonly addressBytes: number;
  readonly lengthBytes: number;
  /** The place of address 0. */
  readonly base: number;
  /** The end of the file, which libhdf5 counts from the file's start, whatever the base is. */
  readonly endOfFile: number;
  readonly rootHeader: number;
  readonly extension: number | null;
  /** Half the children of a node of a group's tree, of a node of symbols, and of a node of a chunk index. */
  readonly groupHalfFanOut: number;
  readonly leafHalfFanOut: number;
  readonly chunkHalfFanOut: number;
}

export const defaultFanOuts = { groupHalfFanOut: 16, leafHalfFanOut: 4, chunkHalfFanOut: 32 };

export function readSuperblock(file: ReadableBytes): Superblock {
  const at = [0, ...userBlocks(file.sizeBytes)].find((place) => file.has(place, signature));
  if (at === undefined) throw malformed('It has no HDF5 superblock.');
  const version = file.u8(at + 8);
  if (version > 3) throw failure('unsupported', `It has an HDF5 superblock of version ${version}.`);
  const isOld = version < 2;
  const [addressBytes, lengthBytes] = [file.u8(at + (isOld ? 13 : 9)), file.u8(at + (isOld ? 14 : 10))];
  for (const bytes of [addressBytes, lengthBytes])
    if (![2, 4, 8].includes(bytes)) throw malformed(`Its addresses or lengths would have ${bytes} bytes.`);
  if (!isOld) {
    const first = at + 12;
    const addressAt = (index: number) => addressOf(file, first + index * addressBytes, addressBytes);
    return {
      version,
      at,
      bytes: 12 + 4 * addressBytes + 4,
      addressBytes,
      lengthBytes,
      base: addressAt(0) ?? 0,
      extension: addressAt(1),
      endOfFile: addressAt(2) ?? 0,
      rootHeader: required(addressAt(3), 'root group'),
      ...defaultFanOuts,
    };
  }
  const first = at + (version === 0 ? 24 : 28);
  const addressAt = (index: number) => addressOf(file, first + index * addressBytes, addressBytes);
  return {
    version,
    at,
    bytes: first - at + 4 * addressBytes + 2 * addressBytes + 24,
    addressBytes,
    lengthBytes,
    base: addressAt(0) ?? 0,
    extension: null,
    endOfFile: addressAt(2) ?? 0,
    // The root's entry of a symbol table: the offset of its name, then its header.
    rootHeader: required(addressAt(5), 'root group'),
    leafHalfFanOut: file.u16(at + 16),
    groupHalfFanOut: file.u16(at + 18),
    chunkHalfFanOut: version === 0 ? defaultFanOuts.chunkHalfFanOut : file.u16(at + 24),
  };
}

function required(address: number | null, what: string): number {
  if (address === null) throw malformed(`It has no ${what}.`);
  return address;
}

/** An address. Null if all its bits are set, which stands for none. */
export function addressOf(file: ReadableBytes, at: number, bytes: number): number | null {
  if (bytes !== 8) return file.slice(at, bytes).every((byte) => byte === 0xff) ? null : file.uint(at, bytes);
  const [low, high] = [file.u32(at), file.u32(at + 4)];
  return low === 0xffff_ffff && high === 0xffff_ffff ? null : high * 2 ** 32 + low;
}
