import { rootFailure } from '../../file/failures';
import type { RootFileWriter } from '../../file/file-writer';
import type { BranchDefinition, BranchValues } from './branch-definition';
import { BranchWriter } from './branch-writer';
import { treeClasses } from './tree-classes';
import { writeTreeRecord } from './tree-record';

/** ROOT's default size of a basket. uproot writes one basket per branch for each call of `extend`, whatever its size. */
export const defaultBasketBytes = 32_000;
/** TTree::fAutoFlush: the first cluster ends after this many compressed bytes; later clusters have as many entries as the first. */
const clusterBytes = 30_000_000;
/** The number of entries between two checks of the first cluster's size. */
const stepEntries = 65_536;

interface TreeOptions {
  readonly name: string;
  readonly title?: string;
  readonly branches: readonly BranchDefinition[];
  /** The size of a basket's uncompressed buffer, including its key. */
  readonly basketBytes?: number;
}

/** The given branches, with each missing count branch before the first branch that uses it. */
function withCounts(branches: readonly BranchDefinition[]): readonly BranchDefinition[] {
  const made: BranchDefinition[] = [];
  const names = new Set<string>();
  for (const branch of branches) {
    if (branch.kind === 'variable' && !names.has(branch.count)) {
      made.push({ kind: 'fixed', name: branch.count, type: 'int32' });
      names.add(branch.count);
    }
    if (names.has(branch.name))
      throw rootFailure('unsupported', 'encode', `a tree can’t have two branches “${branch.name}”`);
    names.add(branch.name);
    made.push(branch);
  }
  return made;
}

/** Writes a tree to a file, some entries at a time. It holds one basket per branch and the list of written baskets in memory. */
export class TreeWriter {
  readonly #file: RootFileWriter;
  readonly #options: TreeOptions;
  /** All branches, including count branches. */
  readonly branches: readonly BranchWriter[];
  #entryCount = 0;
  #autoFlush = -clusterBytes;
  #clusterStart = 0;

  /** @throws `unsupported` if two branches have the same name */
  constructor(file: RootFileWriter, options: TreeOptions) {
    this.#file = file;
    this.#options = options;
    const scratch = { bytes: new Uint8Array(0) };
    this.branches = withCounts(options.branches).map(
      (definition) =>
        new BranchWriter(file, options.name, definition, options.basketBytes ?? defaultBasketBytes, scratch),
    );
    for (const branch of this.branches)
      branch.counts = options.branches.some(
        (other) => other.kind === 'variable' && other.count === branch.definition.name,
      );
    file.describe(treeClasses);
  }

  /** Adds entries, with the values of each defined branch in the order of definition. Count branches need no values. */
  fill(rowCount: number, values: readonly BranchValues[]): void {
    const given = this.#valuesOf(rowCount, values);
    for (let row = 0; row < rowCount; ) {
      const within = this.#entryCount - this.#clusterStart;
      const count = Math.min(
        rowCount - row,
        this.#autoFlush > 0 ? this.#autoFlush - within : stepEntries - (within % stepEntries),
      );
      for (const [index, branch] of this.branches.entries()) {
        const some = given[index];
        if (some !== undefined) branch.fill(some, row, row + count, rowCount);
      }
      row += count;
      this.#entryCount += count;
      this.#endCluster();
    }
  }

  #endCluster(): void {
    if (this.#autoFlush < 0) {
      // The size is checked only at these intervals, so that the file does not depend on the number of entries per call.
      if ((this.#entryCount - this.#clusterStart) % stepEntries !== 0) return;
      const zipBytes = this.branches.reduce((sum, branch) => sum + branch.zipBytes, 0);
      if (zipBytes < clusterBytes) return;
      this.#autoFlush = this.#entryCount;
    } else if (this.#entryCount - this.#clusterStart < this.#autoFlush) return;
    this.#clusterStart = this.#entryCount;
    for (const branch of this.branches) branch.flush();
  }

  /** The values of all branches, including the computed counts. */
  #valuesOf(rowCount: number, values: readonly BranchValues[]): readonly BranchValues[] {
    const byName = new Map(this.#options.branches.map(({ name }, index) => [name, values[index]]));
    for (const { definition } of this.branches) {
      if (definition.kind !== 'variable') continue;
      const own = byName.get(definition.name);
      if (own === undefined || !('offsets' in own))
        throw rootFailure('internal', 'encode', `the branch “${definition.name}” received no offsets`);
      this.#count(definition.count, own.offsets, rowCount, byName);
    }
    return this.branches.map(({ definition: { name } }) => {
      const found = byName.get(name);
      if (found === undefined) throw rootFailure('internal', 'encode', `the branch “${name}” received no values`);
      return found;
    });
  }

  #count(name: string, offsets: Int32Array, rowCount: number, byName: Map<string, BranchValues | undefined>): void {
    const counter = this.branches.find(({ definition }) => definition.name === name);
    const known = byName.get(name);
    const counts = new Int32Array(rowCount);
    for (let row = 0; row < rowCount; row += 1) {
      const count = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      counts[row] = count;
      if (counter !== undefined && count > counter.largest) counter.largest = count;
      if (known !== undefined && (!(known instanceof Int32Array) || known[row] !== count))
        throw rootFailure(
          'unsupported',
          'encode',
          `the branch “${name}” counts a different number of values than there are, in entry ${this.#entryCount + row}`,
        );
    }
    byName.set(name, counts);
  }

  /** Writes the remaining entries and the tree's own record. */
  close(): void {
    for (const branch of this.branches) branch.flush();
    const { name, title = '' } = this.#options;
    this.#file.writeObject({ className: 'TTree', name, title }, (keyBytes) =>
      writeTreeRecord(
        {
          name,
          title,
          entryCount: this.#entryCount,
          autoFlush: this.#autoFlush,
          compression: this.#file.compressor?.compression ?? null,
          branches: this.branches,
        },
        keyBytes,
      ),
    );
  }
}
