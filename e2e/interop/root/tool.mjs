import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';
import { timingCommands } from './counting-table.mjs';
import { checkBranches, countingBranches, everyBranch, valuesOf } from './made-data.mjs';

/**
 * The product's own modules for ROOT in Node, asked line by line in JSON: writes files by the module's interface, streaming, and reads others'. Used by test_root.py and by
 * bench/root.mjs; V8 and WASM are those of the browser.
 */

const root = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
const decompressor = await root.loadBlockDecompressor();
const chunkRows = 100_000;

/** @import { RootCompression } from '../../../workers/formats/root/file/compression-setting' */
/** @import { ByteSource } from '../../../workers/formats/root/file/source' */

/** @typedef {{ name: string, rows: number, branches: 'counting' | 'check' | 'every' }} MadeTree */

/**
 * @param {number} handle of a file
 * @returns {import('../../../workers/formats/root/file/sink').ByteSink}
 */
const sinkOf = (handle) => ({
  write: (offset, bytes) => {
    writeSync(handle, bytes, 0, bytes.length, offset);
  },
});

/** @param {MadeTree} tree */
function branchesOf({ branches }) {
  return { counting: countingBranches, check: checkBranches, every: everyBranch }[branches];
}

const commands = {
  /**
   * A file of one or more trees, straight to the disk.
   * @param {{
   *   path: string,
   *   trees: MadeTree[],
   *   compression?: RootCompression | null,
   *   basketBytes?: number,
   *   firstFreeByte?: number,
   * }} request
   */
  async write({ path, trees, compression = null, basketBytes, firstFreeByte = 0 }) {
    const compressor = compression === null ? null : await root.loadBlockCompressor(compression);
    const handle = openSync(path, 'w');
    try {
      const sink = sinkOf(handle);
      const file = new root.RootFileWriter(sink, { fileName: 'made.root', compressor, firstFreeByte });
      for (const tree of trees) {
        const branches = branchesOf(tree);
        const writer = new root.TreeWriter(file, {
          name: tree.name,
          title: `${tree.rows} rows`,
          branches,
          ...(basketBytes === undefined ? {} : { basketBytes }),
        });
        for (let row = 0; row < tree.rows; row += chunkRows) {
          const to = Math.min(tree.rows, row + chunkRows);
          /** @type {Map<string, ReturnType<typeof valuesOf>>} */
          const made = new Map();
          writer.fill(
            to - row,
            branches.map((branch) => {
              const kind = JSON.stringify({ ...branch, name: '' });
              const values = made.get(kind) ?? valuesOf(branch, row, to);
              made.set(kind, values);
              return values;
            }),
          );
        }
        writer.close();
      }
      file.close();
      return { sizeBytes: fstatSync(handle).size, heapBytes: process.memoryUsage().rss };
    } finally {
      closeSync(handle);
    }
  },

  /**
   * SHA-256 of every branch's values (little-endian) and offsets, tree by tree, with what was skipped.
   * @param {{ path: string }} request
   */
  async read({ path }) {
    const handle = openSync(path, 'r');
    try {
      /** @type {ByteSource} */
      const source = {
        sizeBytes: fstatSync(handle).size,
        read(offset, sizeBytes) {
          const bytes = new Uint8Array(sizeBytes);
          readSync(handle, bytes, 0, sizeBytes, offset);
          return bytes;
        },
      };
      const file = new root.RootFileReader(source, decompressor);
      return {
        keys: file.entries.map(({ path: name, key }) => [name, key.className]),
        trees: Object.fromEntries(
          root.treeEntries(file).map((entry) => {
            const tree = root.readTree(file, entry);
            const branches = tree.branches.map((branch) => {
              const { values, offsets } = new root.BranchReader(file, branch).readAll();
              return [
                branch.name,
                {
                  type: branch.type,
                  values: sha256(values),
                  offsets: offsets === null ? null : sha256(offsets),
                  baskets: branch.basketSeek.length,
                },
              ];
            });
            return [
              entry.path,
              { entryCount: tree.entryCount, branches: Object.fromEntries(branches), skipped: tree.skipped },
            ];
          }),
        ),
      };
    } finally {
      closeSync(handle);
    }
  },

  ...timingCommands(root.format, { readFileSync, writeFileSync }),
};

/** @param {ArrayBufferView} values */
function sha256(values) {
  return createHash('sha256')
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex');
}

await answerLines(commands);
