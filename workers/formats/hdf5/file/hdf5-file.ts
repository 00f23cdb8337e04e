import { signature, userBlocks } from '../file-type';
import { failure, malformed } from '../../../byte-map/failures';
import { type FileBytes, nameOf, shownNameBytes } from '../../../byte-map/file-bytes';
import type { SpanList } from '../../../byte-map/span-tree';

/** The superblock (HDF5 File Format Specification 3.0, II.A), and what its extension adds. */
export interface Superblock {
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

const defaultFanOuts = { groupHalfFanOut: 16, leafHalfFanOut: 4, chunkHalfFanOut: 32 };

export function readSuperblock(file: FileBytes): Superblock {
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
function addressOf(file: FileBytes, at: number, bytes: number): number | null {
  return file.slice(at, bytes).every((byte) => byte === 0xff) ? null : file.uint(at, bytes);
}

/** More than h5py writes in an attribute or a link. */
const maxNameBytes = 65_536;
/** All names together: a small file may name the same bytes many times. */
const maxNamesBytes = 64 * 1_048_576;
const decoder = new TextDecoder();

/** A file that is walked: reading, and what is claimed. */
export class Hdf5File {
  readonly file: FileBytes;
  readonly spans: SpanList;
  superblock: Superblock;
  /** Why parts of the file could not be followed: what they refer to is then not known to be free. */
  readonly notFollowed = new Set<string>();
  /** Whether the checksums of object headers are checked: who reads values wants the right ones. */
  readonly checksHeaders: boolean;
  readonly #visited = new Set<number>();
  #namesBytes = 0;

  constructor(file: FileBytes, spans: SpanList, superblock: Superblock, checksHeaders = false) {
    this.file = file;
    this.spans = spans;
    this.superblock = superblock;
    this.checksHeaders = checksHeaders;
  }

  /** A name of the file: shortened for the map, whole for who reads values. */
  nameOf(bytes: Uint8Array): string {
    if (!this.checksHeaders) return nameOf(bytes);
    this.#namesBytes += bytes.length;
    if (this.#namesBytes > maxNamesBytes) throw malformed('Its names are longer than those of any sensible file.');
    return decoder.decode(bytes);
  }

  /** The bytes of a name that are looked at. */
  get longestNameBytes(): number {
    return this.checksHeaders ? maxNameBytes : shownNameBytes;
  }

  get addressBytes(): number {
    return this.superblock.addressBytes;
  }

  get lengthBytes(): number {
    return this.superblock.lengthBytes;
  }

  /** The place in the file that the address at a place names. Null if it names none. */
  address(at: number): number | null {
    const address = addressOf(this.file, at, this.addressBytes);
    return address === null ? null : this.place(address);
  }

  place(address: number): number {
    return this.file.check(this.superblock.base + address, 0);
  }

  length(at: number): number {
    return this.file.uint(at, this.lengthBytes);
  }

  /** Checks the four letters that a structure begins with. */
  expect(at: number, letters: string): void {
    if (!this.file.has(at, letters)) throw malformed(`There is no “${letters}” at byte ${at}, where one should be.`);
  }

  /** Whether the structure at a place was not met before. */
  isNew(at: number): boolean {
    if (this.#visited.has(at)) return false;
    this.#visited.add(at);
    return true;
  }
}
