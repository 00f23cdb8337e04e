import { malformed } from '../../../byte-map/failures';
import type { ReadableBytes } from '../../../byte-map/file-bytes';
import { walkBTree2 } from './btree2';
import { readFractalHeap } from './fractal-heap';
import { type Claim, type Hdf5File, noClaim } from './hdf5-file';
import { readLocalHeap } from './local-heap';
import { type Message, messageTypes } from './object-header';

/** A link from a group to an object of the file. */
interface ChildLink {
  readonly name: string;
  readonly header: number;
}

/** A link from a group to a path: of the same file, or of another one. */
export interface PathLink {
  readonly name: string;
  readonly path: string;
  /** The name of the other file; null for the same one. */
  readonly file: string | null;
}

/** The parts of a group besides its header: its links, in each form in which HDF5 stores them. `onPath` is called for each link that names a path. */
export function readLinks(
  hdf5: Hdf5File,
  messages: readonly Message[],
  onPath: (link: PathLink) => void = () => {},
  claim: Claim = noClaim,
): ChildLink[] {
  const links: ChildLink[] = [];
  const add = (link: ChildLink | null) => {
    if (link !== null) links.push(link);
  };
  for (const { type, at, bytes } of messages) {
    if (type === messageTypes.symbolTable) readSymbolTable(hdf5, at, claim, add, onPath);
    else if (type === messageTypes.link) add(readLink(hdf5, hdf5.file, at, bytes, onPath));
    else if (type === messageTypes.linkInfo) {
      const flags = hdf5.file.u8(at + 1);
      const heapAt = at + 2 + ((flags & 1) === 0 ? 0 : 8);
      const [treeAt, orderAt] = [heapAt + hdf5.addressBytes, heapAt + 2 * hdf5.addressBytes];
      readDense(hdf5, { heapAt, treeAt, orderAt: (flags & 2) === 0 ? null : orderAt }, claim, (file, place, length) =>
        add(readLink(hdf5, file, place, length, onPath)),
      );
    }
  }
  return links;
}

/** Reads the heap and the trees of attributes that are not in the object's header. */
export function readDenseAttributes(hdf5: Hdf5File, { at }: Message, claim: Claim): void {
  const flags = hdf5.file.u8(at + 1);
  const heapAt = at + 2 + ((flags & 1) === 0 ? 0 : 2);
  const [treeAt, orderAt] = [heapAt + hdf5.addressBytes, heapAt + 2 * hdf5.addressBytes];
  readDense(hdf5, { heapAt, treeAt, orderAt: (flags & 2) === 0 ? null : orderAt }, claim, null);
}

/** The ids of links begin after their hash, of 4 bytes; all trees but those by name are only claimed. */
const linksByName = 5;

function readDense(
  hdf5: Hdf5File,
  places: { readonly heapAt: number; readonly treeAt: number; readonly orderAt: number | null },
  claim: Claim,
  onObject: ((file: ReadableBytes, at: number, bytes: number) => void) | null,
): void {
  const heapPlace = hdf5.address(places.heapAt);
  if (heapPlace === null) return;
  if (!hdf5.isNew(heapPlace)) throw malformed(`The heap at byte ${heapPlace} has two uses.`);
  const heap = readFractalHeap(hdf5, heapPlace, claim);
  for (const treePlaceAt of [places.treeAt, places.orderAt]) {
    const tree = treePlaceAt === null ? null : hdf5.address(treePlaceAt);
    if (tree === null) continue;
    walkBTree2(
      hdf5,
      tree,
      (at, bytes) => claim('tree', at, bytes),
      ({ at, type }) => {
        if (onObject === null || type !== linksByName) return;
        const object = heap.objectOf(at + 4);
        if (object === null) hdf5.notFollowed.add('links in a filtered heap');
        else onObject(object.file, object.at, object.bytes);
      },
    );
  }
}

const linkFlags = { order: 4, type: 8, characterSet: 16 } as const;

const linkTypes = { hard: 0, soft: 1, external: 64 } as const;

/** A link to an object of the file. If it names a path instead, `onPath` is called, and the result is null. */
function readLink(
  hdf5: Hdf5File,
  file: ReadableBytes,
  start: number,
  bytes: number,
  onPath: (link: PathLink) => void,
): ChildLink | null {
  const flags = file.u8(start + 1);
  let at = start + 2;
  const type = (flags & linkFlags.type) === 0 ? 0 : file.u8(at);
  if ((flags & linkFlags.type) !== 0) at += 1;
  if ((flags & linkFlags.order) !== 0) at += 8;
  if ((flags & linkFlags.characterSet) !== 0) at += 1;
  const lengthBytes = 2 ** (flags & 3);
  const nameBytes = file.uint(at, lengthBytes);
  at += lengthBytes;
  if (at + nameBytes > start + bytes) throw malformed(`A link at byte ${start} has a name that is too long.`);
  const name = hdf5.nameOf(file.slice(at, nameBytes));
  if (type !== linkTypes.hard) {
    const link = pathOfLink(hdf5, file, type, name, at + nameBytes, start + bytes);
    if (link !== null) onPath(link);
    return null;
  }
  const header = hdf5.address(at + nameBytes);
  return header === null ? null : { name, header };
}

/** Null for a link of a type that its program defines. */
function pathOfLink(
  hdf5: Hdf5File,
  file: ReadableBytes,
  type: number,
  name: string,
  at: number,
  end: number,
): PathLink | null {
  if (type !== linkTypes.soft && type !== linkTypes.external) return null;
  const length = file.u16(at);
  if (at + 2 + length > end) throw malformed(`A link at byte ${at} has a path that is too long.`);
  const value = file.slice(at + 2, length);
  if (type === linkTypes.soft) return { name, path: hdf5.nameOf(value), file: null };
  // The name of the file and the path, each with a zero at its end, follow a byte of flags.
  const nameEnd = value.indexOf(0, 1);
  if (nameEnd < 0) throw malformed(`A link at byte ${at} names another file without an end.`);
  const path = hdf5.nameOf(withoutZero(value.subarray(nameEnd + 1)));
  return { name, path, file: hdf5.nameOf(value.subarray(1, nameEnd)) };
}

const withoutZero = (text: Uint8Array<ArrayBuffer>) => (text.at(-1) === 0 ? text.subarray(0, -1) : text);

const treeHeadBytes = 8;
const deepestTree = 32;
const softCache = 2;

/** The links of a group of the earliest format: a tree of symbol nodes, and a local heap with the names. */
function readSymbolTable(
  hdf5: Hdf5File,
  at: number,
  claim: Claim,
  onLink: (link: ChildLink) => void,
  onPath: (link: PathLink) => void,
): void {
  const { file, addressBytes, lengthBytes, superblock } = hdf5;
  const root = hdf5.address(at);
  const heapAt = hdf5.address(at + addressBytes);
  if (root === null || heapAt === null) return;
  const names = readLocalHeap(hdf5, heapAt, claim);
  const { groupHalfFanOut, leafHalfFanOut } = superblock;
  const nodeBytes =
    treeHeadBytes + 2 * addressBytes + 2 * groupHalfFanOut * addressBytes + (2 * groupHalfFanOut + 1) * lengthBytes;
  const entryBytes = 2 * addressBytes + 24;
  const walkSymbols = (start: number) => {
    hdf5.expect(start, 'SNOD');
    const count = file.u16(start + 6);
    if (count > 2 * leafHalfFanOut || !hdf5.isNew(start)) throw malformed(`The symbols at byte ${start} are too many.`);
    file.check(start, 8 + 2 * leafHalfFanOut * entryBytes);
    claim('tree', start, 8 + 2 * leafHalfFanOut * entryBytes);
    for (let index = 0; index < count; index += 1) {
      const entry = start + 8 + index * entryBytes;
      const header = hdf5.address(entry + addressBytes);
      const cacheAt = entry + 2 * addressBytes;
      const name = names(file.uint(entry, addressBytes));
      // A soft link names a path in the heap, not a header.
      if (file.u32(cacheAt) === softCache) onPath({ name, path: names(file.u32(cacheAt + 8)), file: null });
      else if (header !== null) onLink({ name, header });
    }
  };
  const walkNode = (start: number, above: number) => {
    hdf5.expect(start, 'TREE');
    const level = file.u8(start + 5);
    const count = file.u16(start + 6);
    if (file.u8(start + 4) !== 0 || level >= above || count > 2 * groupHalfFanOut || !hdf5.isNew(start))
      throw malformed(`The tree of a group at byte ${start} contradicts itself.`);
    file.check(start, nodeBytes);
    claim('tree', start, nodeBytes);
    for (let index = 0; index < count; index += 1) {
      const child = hdf5.address(
        start + treeHeadBytes + 2 * addressBytes + lengthBytes + index * (addressBytes + lengthBytes),
      );
      if (child === null) throw malformed(`The tree of a group at byte ${start} has no child where it names one.`);
      if (level === 0) walkSymbols(child);
      else walkNode(child, level);
    }
  };
  walkNode(root, deepestTree);
}
