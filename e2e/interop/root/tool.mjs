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

const root = await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)), 'root-tool');
const decompressor = await root.loadBlockDecompressor();
const chunkRows = 100_000;

function branchesOf({ branches }) {
  return { counting: countingBranches, check: checkBranches, every: everyBranch }[branches];
}

const commands = {
  /** A file of one or more trees, straight to the disk. */
  async write({ path, trees, compression = null, basketBytes, firstFreeByte = 0 }) {
    const compressor = compression === null ? null : await root.loadBlockCompressor(compression);
    const handle = openSync(path, 'w');
    try {
      const sink = { write: (offset, bytes) => writeSync(handle, bytes, 0, bytes.length, offset) };
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
          const made = new Map();
          for (const branch of branches) {
            const kind = JSON.stringify({ ...branch, name: '' });
            if (!made.has(kind)) made.set(kind, valuesOf(branch, row, to));
          }
          writer.fill(
            to - row,
            branches.map((branch) => made.get(JSON.stringify({ ...branch, name: '' }))),
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

  /** SHA-256 of every branch's values (little-endian) and offsets, tree by tree, with what was skipped. */
  async read({ path }) {
    const handle = openSync(path, 'r');
    try {
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

function sha256(values) {
  return createHash('sha256')
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex');
}

await answerLines(commands);
