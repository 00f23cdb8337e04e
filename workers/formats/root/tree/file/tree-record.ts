import { BufferWriter } from '../../file/buffer-writer';
import { compressionSettingNumber, type RootCompression } from '../../file/compression-setting';
import type { BranchWriter } from './branch-writer';
import { leafTypeInfo, textLeafClass } from './leaf-types';
import { attributeVersion, branchVersion, ioFeaturesChecksum, leafVersion, treeVersion } from './tree-classes';

interface TreeRecord {
  readonly name: string;
  readonly title: string;
  readonly entryCount: number;
  /** TTree::fAutoFlush: the number of entries per cluster if positive; if negative, the number of bytes after which a cluster would have ended. */
  readonly autoFlush: number;
  readonly compression: RootCompression | null;
  readonly branches: readonly BranchWriter[];
}

/** The values that the constructors in TTree.cxx and TBranch.cxx set. */
const initial = {
  scanField: 25,
  entryOffsetLength: 1_000,
  maxEntries: 1e12,
  autoSave: -300_000_000,
  estimate: 1_000_000,
  minBaskets: 10,
} as const;
const kMustCleanup = 0x8;
/** TBranch::kDoNotUseBufferMap, which ROOT sets for branches without objects. */
const doNotUseBufferMap = 0x40_0000;

const sum = (branches: readonly BranchWriter[], of: (branch: BranchWriter) => number) =>
  branches.reduce((total, branch) => total + of(branch), 0);

/** A TTree without its data: the content of its key's record. `keyBytes` is the size of that key. */
export function writeTreeRecord(tree: TreeRecord, keyBytes: number): Uint8Array<ArrayBuffer> {
  const writer = new BufferWriter(keyBytes, 65_536);
  const { branches, entryCount } = tree;
  const leaves = new Map<string, number>();
  writer.versioned(treeVersion, () => {
    writer.tNamed(tree.name, tree.title, kMustCleanup);
    writer.versioned(attributeVersion, () => {
      for (const value of [602, 1, 1]) writer.u16(value);
    });
    writeFill(writer);
    writer.versioned(attributeVersion, () => {
      writer.u16(1);
      writer.u16(1);
      writer.f32(1);
    });
    const zipBytes = sum(branches, (branch) => branch.zipBytes);
    for (const value of [entryCount, sum(branches, (branch) => branch.totalBytes), zipBytes, 0, zipBytes])
      writer.u64(value);
    writer.f64(1);
    for (const value of [0, initial.scanField, 0, initial.entryOffsetLength, 0]) writer.u32(value);
    for (const value of [initial.maxEntries, initial.maxEntries, 0, initial.autoSave, tree.autoFlush, initial.estimate])
      writer.u64(value);
    // The cluster ranges are two null arrays.
    writer.u8(0);
    writer.u8(0);
    writeFeatures(writer);
    writer.tObjArray(branches, (branch) => {
      writer.object('TBranch', () => writeBranch(writer, branch, tree, leaves));
    });
    writer.tObjArray(branches, (branch) => writer.reference(leaves.get(branch.definition.name) ?? null));
    // fAliases is null; fIndexValues and fIndex are empty; fTreeIndex, fFriends, fUserInfo and fBranchRef are null.
    for (let word = 0; word < 7; word += 1) writer.u32(0);
  });
  return writer.written();
}

function writeFill(writer: BufferWriter): void {
  writer.versioned(attributeVersion, () => {
    writer.u16(0);
    writer.u16(1_001);
  });
}

function writeFeatures(writer: BufferWriter): void {
  writer.checksummed(ioFeaturesChecksum, () => writer.u8(0));
}

function dimensionsOf({ definition }: BranchWriter): string {
  if (definition.kind === 'variable') return `[${definition.count}]`;
  return definition.kind === 'fixed' && definition.length !== undefined ? `[${definition.length}]` : '';
}

function writeBranch(writer: BufferWriter, branch: BranchWriter, tree: TreeRecord, leaves: Map<string, number>): void {
  const { definition, baskets, entryCount } = branch;
  const letter = definition.kind === 'text' ? 'C' : leafTypeInfo[definition.type].letter;
  writer.versioned(branchVersion, () => {
    writer.tNamed(definition.name, `${definition.name}${dimensionsOf(branch)}/${letter}`, doNotUseBufferMap);
    writeFill(writer);
    const written = baskets.seek.length;
    const room = Math.max(initial.minBaskets, written + 1);
    for (const value of [
      compressionSettingNumber(tree.compression),
      branch.basketBytes,
      branch.hasOffsets ? initial.entryOffsetLength : 0,
      written,
    ])
      writer.u32(value);
    writer.u64(entryCount);
    writeFeatures(writer);
    for (const value of [0, room, 0]) writer.u32(value);
    for (const value of [entryCount, 0, branch.totalBytes, branch.zipBytes]) writer.u64(value);
    writer.tObjArray([], () => undefined);
    writer.tObjArray([branch], () => leaves.set(definition.name, writeLeaf(writer, branch, leaves)));
    writer.tObjArray([], () => undefined);
    writer.u8(1);
    for (let index = 0; index < room; index += 1) writer.u32(baskets.bytes[index] ?? 0);
    writer.u8(1);
    // The number of entries follows the first entry of the last basket.
    for (let index = 0; index < room; index += 1)
      writer.u64(baskets.entry[index] ?? (index === written ? entryCount : 0));
    writer.u8(1);
    for (let index = 0; index < room; index += 1) writer.u64(baskets.seek[index] ?? 0);
    writer.text('');
  });
}

/** Writes the leaf and returns its number for references. */
function writeLeaf(writer: BufferWriter, branch: BranchWriter, leaves: ReadonlyMap<string, number>): number {
  const { definition, largest } = branch;
  const isText = definition.kind === 'text';
  const className = isText ? textLeafClass : leafTypeInfo[definition.type].className;
  return writer.object(className, () =>
    writer.versioned(1, () => {
      writer.versioned(leafVersion, () => {
        writer.tNamed(definition.name, `${definition.name}${dimensionsOf(branch)}`);
        writer.u32(isText ? Math.max(1, largest) : definition.kind === 'fixed' ? (definition.length ?? 1) : 1);
        writer.u32(isText ? 1 : leafTypeInfo[definition.type].bytes);
        writer.u32(0);
        writer.u8(branch.counts ? 1 : 0);
        writer.u8(!isText && leafTypeInfo[definition.type].isUnsigned ? 1 : 0);
        writer.reference(definition.kind === 'variable' ? (leaves.get(definition.count) ?? null) : null);
      });
      writeRange(writer, isText ? 'C' : leafTypeInfo[definition.type].letter.toUpperCase(), largest);
    }),
  );
}

/** fMinimum and fMaximum in the leaf's own type: the largest count, or the longest text. */
function writeRange(writer: BufferWriter, letter: string, largest: number): void {
  for (const value of [0, largest]) {
    switch (letter) {
      case 'O':
      case 'B':
        writer.u8(value);
        break;
      case 'S':
        writer.u16(value);
        break;
      case 'L':
        writer.u64(value);
        break;
      case 'F':
        writer.f32(value);
        break;
      case 'D':
        writer.f64(value);
        break;
      default:
        writer.u32(value);
    }
  }
}
