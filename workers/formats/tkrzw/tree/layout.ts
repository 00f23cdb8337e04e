import { damagedTkrzwFile } from '../file/failures';
import { readFixed, writeFixed } from '../file/numbers';
import { metadataOffsets, opaqueBytes } from '../file/store-layout';
import type { StoreReader } from '../file/store-reader';

/**
 * A TreeDBM is a B+ tree whose pages are the records of a HashDBM: the key is a page's id in 6 bytes, the value is the page, compressed as a whole. The tree's own metadata are in the
 * 64 opaque bytes of the store's metadata. The layout follows the sources of Tkrzw 1.0 (tkrzw_dbm_tree.cc; Apache-2.0).
 */

export const idBytes = 6;
/** A leaf page begins with the ids of its two neighbours; an inner page begins with the id of its first child. */
export const leafHeaderBytes = 2 * idBytes;
export const firstLeafId = 1;
export const firstInnerId = 3 * 2 ** 46;
export const isInner = (id: number): boolean => id >= firstInnerId;
/** The maximum depth of a tree: `TREE_LEVEL_MAX` of Tkrzw. */
const maxLevels = 32;

const treeMagic = Uint8Array.of(0x54, 0x44, 0x42, 0);
/** The comparator that orders keys by their bytes. */
const lexicalOrder = 1;

export interface TreeMetadata {
  readonly recordCount: number;
  /** The total size of keys and values before compression. */
  readonly dataBytes: number;
  readonly rootId: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly leafCount: number;
  readonly innerCount: number;
  readonly maxPageBytes: number;
  readonly maxBranches: number;
  /** The number of levels; 1 if the root is a leaf. */
  readonly levels: number;
}

export function writeTreeMetadata(tree: TreeMetadata): Uint8Array {
  const opaque = new Uint8Array(opaqueBytes);
  opaque.set(treeMagic);
  const sixes = [
    tree.recordCount,
    tree.dataBytes,
    tree.rootId,
    tree.firstId,
    tree.lastId,
    tree.leafCount,
    tree.innerCount,
  ];
  for (const [index, value] of sixes.entries()) writeFixed(opaque, 4 + 6 * index, 6, value);
  writeFixed(opaque, 46, 3, tree.maxPageBytes);
  writeFixed(opaque, 49, 3, tree.maxBranches);
  opaque[52] = tree.levels;
  opaque[53] = lexicalOrder;
  return opaque;
}

/** Reads the tree's metadata. Like Tkrzw, it ignores the stored last id. @throws `decodeFailed`, or `unsupported` if keys are not ordered by their bytes */
export function readTreeMetadata({ opaque, format }: StoreReader): TreeMetadata {
  const six = (at: number) => readFixed(opaque, at, 6);
  const fail = (at: number, what: string) => damagedTkrzwFile(format, metadataOffsets.opaque + at, what);
  if (treeMagic.some((byte, index) => opaque[index] !== byte))
    throw fail(0, 'the mark “TDB” of a tree database is missing; this is a hash database, or another kind');
  const tree: TreeMetadata = {
    recordCount: six(4),
    dataBytes: six(10),
    rootId: six(16),
    firstId: six(22),
    lastId: six(28),
    leafCount: six(34),
    innerCount: six(40),
    maxPageBytes: readFixed(opaque, 46, 3),
    maxBranches: readFixed(opaque, 49, 3),
    levels: opaque[52] ?? 0,
  };
  if (tree.levels < 1 || tree.levels > maxLevels)
    throw fail(52, `the tree has ${tree.levels} levels, but must have 1 to ${maxLevels}`);
  if ((tree.levels === 1) === isInner(tree.rootId))
    throw fail(16, `the root’s id ${tree.rootId} does not fit a tree of ${tree.levels} levels`);
  if (opaque[53] !== lexicalOrder)
    throw fail(
      53,
      `the keys are sorted by comparator ${opaque[53]}; Formatlab supports only 1, the order of their bytes`,
    );
  return tree;
}
