import { malformed } from '../../../byte-map/failures';
import { nameOf, type ReadableBytes, shownNameBytes } from '../../../byte-map/file-bytes';
import { addressOf, type Superblock } from './superblock';

/** What a structure of an object holds: of its header, its heaps and trees, the index of its chunks, or its large links and attributes. */
export type StructureKind = 'header' | 'unused' | 'heap' | 'tree' | 'index' | 'values';

/** Is told of each structure that is read, with its place in the file. A byte map needs it. */
export type Claim = (kind: StructureKind, at: number, bytes: number) => void;
export const noClaim: Claim = () => undefined;

/** More than h5py writes in an attribute or a link. */
const maxNameBytes = 65_536;
/** All names together: a small file may name the same bytes many times. */
const maxNamesBytes = 64 * 1_048_576;
const decoder = new TextDecoder();

/** The bytes of a file, and the sizes of its addresses and lengths. */
export class Hdf5File {
  readonly file: ReadableBytes;
  superblock: Superblock;
  /** Why parts of the file could not be followed: what they refer to is then not known to be free. */
  readonly notFollowed = new Set<string>();
  /** Whether checksums are verified, and names are whole: who reads values wants the right ones, and a map has all that it can show. */
  readonly readsValues: boolean;
  readonly #visited = new Set<number>();
  #namesBytes = 0;

  constructor(file: ReadableBytes, superblock: Superblock, { readsValues }: { readonly readsValues: boolean }) {
    this.file = file;
    this.superblock = superblock;
    this.readsValues = readsValues;
  }

  /** A name of the file: shortened for the map, whole for who reads values. */
  nameOf(bytes: Uint8Array): string {
    if (!this.readsValues) return nameOf(bytes);
    this.#namesBytes += bytes.length;
    if (this.#namesBytes > maxNamesBytes) throw malformed('Its names are longer than those of any sensible file.');
    return decoder.decode(bytes);
  }

  /** The bytes of a name that are looked at. */
  get longestNameBytes(): number {
    return this.readsValues ? maxNameBytes : shownNameBytes;
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
