import { malformedRoot, rootFailure } from '../../file/failures';
import type { RootEntry, RootFileReader } from '../../file/file-reader';
import type { RootObject, RootValue } from '../../file/object-reader';
import { type LeafType, leafTypeOf, textLeafClass } from './leaf-types';

/** A flat branch of a tree in a file. */
export interface BranchInfo {
  readonly name: string;
  /** The element type; null if the branch holds C strings. */
  readonly type: LeafType | null;
  /** The number of values per entry in a branch without a count. */
  readonly length: number;
  /** The branch that counts the values; null if every entry has `length` values. */
  readonly countBranch: string | null;
  readonly entryCount: number;
  readonly basketBytes: Float64Array;
  /** The first entry of each basket, followed by the number of entries. */
  readonly basketEntry: Float64Array;
  readonly basketSeek: Float64Array;
}

/** A branch that the reader skips, and the reason. */
interface SkippedBranch {
  readonly name: string;
  readonly className: string;
  readonly reason: string;
}

export interface TreeInfo {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly entryCount: number;
  readonly branches: readonly BranchInfo[];
  readonly skipped: readonly SkippedBranch[];
}

const isObject = (value: RootValue | undefined): value is RootObject =>
  typeof value === 'object' && value !== null && 'className' in value;
const itemsOf = (object: RootObject, member: string): readonly (RootObject | null)[] => {
  const list = object.members.get(member);
  return isObject(list) ? (list.items ?? []) : [];
};
const textOf = (object: RootObject, member: string): string => {
  const value = object.members.get(member);
  return typeof value === 'string' ? value : '';
};
const numberOf = (object: RootObject, member: string): number => {
  const value = object.members.get(member);
  return typeof value === 'number' ? value : 0;
};
const arrayOf = (object: RootObject, member: string): Float64Array => {
  const value = object.members.get(member);
  return value instanceof Float64Array ? value : new Float64Array(0);
};

/** Validates a count, which a hostile file may set to any number. */
function requireCount(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw malformedRoot(`${what} is ${value}`);
  return value;
}

/** All branches of the tree; nested branches follow the others. */
function* branchesOf(object: RootObject): Generator<RootObject> {
  for (const branch of itemsOf(object, 'fBranches')) {
    if (branch === null) continue;
    yield branch;
    yield* branchesOf(branch);
  }
}

/** Describes every tree of a file. @throws if a tree's record cannot be read */
export function readTree(file: RootFileReader, entry: RootEntry): TreeInfo {
  const tree = file.readObject(entry);
  if (tree.notRead !== null)
    throw rootFailure('unsupported', 'decode', `the tree “${entry.path}” cannot be read: ${tree.notRead}`);
  const entryCount = requireCount(numberOf(tree, 'fEntries'), `the number of entries of the tree “${entry.path}”`);
  const branches: BranchInfo[] = [];
  const skipped: SkippedBranch[] = [];
  for (const object of branchesOf(tree)) {
    const found = branchOf(object, entryCount);
    if ('reason' in found) skipped.push(found);
    else branches.push(found);
  }
  return {
    path: entry.path,
    name: textOf(tree, 'fName'),
    title: textOf(tree, 'fTitle'),
    entryCount,
    branches,
    skipped,
  };
}

function branchOf(object: RootObject, treeEntries: number): BranchInfo | SkippedBranch {
  const name = textOf(object, 'fName');
  const skip = (reason: string): SkippedBranch => ({ name, className: object.className, reason });
  if (object.notRead !== null) return skip(object.notRead);
  if (object.className !== 'TBranch') return skip(`branches of the class ${object.className} are not supported`);
  const [leaf, ...others] = itemsOf(object, 'fLeaves');
  if (leaf === null || leaf === undefined) return skip('it has no leaf');
  if (others.length > 0) return skip(`its entries have ${others.length + 1} leaves each`);
  if (itemsOf(object, 'fBranches').length > 0) return skip('it is only a group of other branches');
  if (leaf.notRead !== null) return skip(leaf.notRead);
  if (textOf(object, 'fFileName') !== '')
    return skip(`its baskets are in another file, ${textOf(object, 'fFileName')}`);
  const isText = leaf.className === textLeafClass;
  const type = isText ? null : leafTypeOf(leaf.className, leaf.members.get('fIsUnsigned') === true);
  if (type === null && !isText) return skip(`leaves of the class ${leaf.className} are not supported`);
  if (itemsOf(object, 'fBaskets').some((basket) => basket !== null))
    return skip('its last basket is stored inside the tree’s own record, which is not supported');
  const entryCount = requireCount(numberOf(object, 'fEntries'), `the number of entries of the branch “${name}”`);
  if (entryCount !== treeEntries) return skip(`it has ${entryCount} entries, but the tree has ${treeEntries}`);
  const written = requireCount(numberOf(object, 'fWriteBasket'), `the number of baskets of the branch “${name}”`);
  const [bytes, entry, seek] = [
    arrayOf(object, 'fBasketBytes'),
    arrayOf(object, 'fBasketEntry'),
    arrayOf(object, 'fBasketSeek'),
  ];
  if (written > bytes.length || written > entry.length || written > seek.length)
    throw malformedRoot(
      `the branch “${name}” declares ${written} baskets, but lists ${Math.min(bytes.length, entry.length, seek.length)}`,
    );
  const basketEntry = Float64Array.from({ length: written + 1 }, (_, index) =>
    index < written ? (entry[index] ?? 0) : entryCount,
  );
  if (
    basketEntry.some(
      (first, index) => !Number.isSafeInteger(first) || first < (index === 0 ? 0 : (basketEntry[index - 1] ?? 0)),
    ) ||
    (basketEntry[0] ?? 0) !== 0
  )
    throw malformedRoot(
      `the baskets of the branch “${name}” do not begin at ascending entries from 0 to ${entryCount}`,
    );
  const count = leaf.members.get('fLeafCount');
  return {
    name,
    type,
    length: Math.max(1, numberOf(leaf, 'fLen')),
    countBranch: isObject(count) ? textOf(count, 'fName') : null,
    entryCount,
    basketBytes: bytes.subarray(0, written),
    basketEntry,
    basketSeek: seek.subarray(0, written),
  };
}

/** The trees of a file, in the order of its keys. */
export const treeEntries = (file: RootFileReader): readonly RootEntry[] =>
  file.entries.filter(({ key }) => treeClassNames.includes(key.className));

/** TNtuple is a tree of floats, TNtupleD a tree of doubles. */
const treeClassNames: readonly string[] = ['TTree', 'TNtuple', 'TNtupleD'];
