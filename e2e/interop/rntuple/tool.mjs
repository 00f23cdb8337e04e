import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';
import { countingNames, countingValues, mixedValues, timingCommands } from '../root/counting-table.mjs';

/**
 * The product's own modules for RNTuple in Node, asked line by line in JSON: a dataset in canonical form to a file of ROOT, straight to the disk, and back. Used by
 * test_rntuple.py and by bench/root.mjs; V8 and WASM are those of the browser.
 */

const root = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
const [decompressor, checksum] = await Promise.all([root.loadBlockDecompressor(), root.loadChecksum()]);

/** @import { Table } from '../../../workers/model/dataset' */
/** @import { RootCompression } from '../../../workers/formats/root/file/compression-setting' */

/** @type {{ path: string, dataset: Table } | null} */
let kept = null;
/** @param {string} path */
function datasetOf(path) {
  if (kept?.path !== path) {
    const bytes = new Uint8Array(readFileSync(path));
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    kept = { path, dataset: /** @type {Table} */ (root.fromCanonical(buffer)) };
  }
  return kept.dataset;
}

/**
 * @param {number} handle of a file
 * @returns {import('../../../workers/formats/root/file/sink').ByteSink}
 */
const sinkOf = (handle) => ({
  write: (offset, bytes) => {
    writeSync(handle, bytes, 0, bytes.length, offset);
  },
});

/**
 * @param {number} handle of a file
 * @returns {import('../../../workers/formats/root/file/source').ByteSource}
 */
function sourceOf(handle) {
  return {
    sizeBytes: fstatSync(handle).size,
    read(offset, sizeBytes) {
      const bytes = new Uint8Array(sizeBytes);
      readSync(handle, bytes, 0, sizeBytes, offset);
      return bytes;
    },
  };
}

const commands = {
  /** @param {{ canonical: string, path: string, compression?: RootCompression | null, pageBytes?: number, clusterBytes?: number }} request */
  async write({
    canonical,
    path,
    compression = null,
    pageBytes = root.defaultPageBytes,
    clusterBytes = root.clusterBytes,
  }) {
    const dataset = datasetOf(canonical);
    const compressor = compression === null ? null : await root.loadBlockCompressor(compression);
    const handle = openSync(path, 'w');
    try {
      const sink = sinkOf(handle);
      root.writeTable(dataset, sink, compressor, checksum, pageBytes, clusterBytes);
      return { sizeBytes: fstatSync(handle).size };
    } finally {
      closeSync(handle);
    }
  },

  /**
   * To canonical form, with what is in the file and which fields were passed over.
   * @param {{ path: string, canonical: string }} request
   */
  async read({ path, canonical }) {
    const handle = openSync(path, 'r');
    try {
      const file = new root.TableFile(sourceOf(handle), decompressor, checksum);
      writeFileSync(canonical, Buffer.concat(root.toCanonical(file.readTable()).parts));
      return { counts: file.counts(), skipped: file.skipped };
    } finally {
      closeSync(handle);
    }
  },

  /**
   * So many rows of columns that count, and one whose every bit changes, cluster by cluster: what is in memory does not grow with them.
   * @param {{ path: string, rows: number, compression?: RootCompression | null, pageBytes?: number, clusterRows?: number }} request
   */
  async stream({ path, rows, compression = null, pageBytes = root.defaultPageBytes, clusterRows = 1_000_000 }) {
    const compressor = compression === null ? null : await root.loadBlockCompressor(compression);
    const names = [...countingNames, 'mixed'];
    /** @type {'Int64' | 'SplitInt64'} */
    const column = compression === null ? 'Int64' : 'SplitInt64';
    const handle = openSync(path, 'w');
    try {
      const sink = sinkOf(handle);
      const file = new root.RootFileWriter(sink, { fileName: 'made.root', compressor });
      const fields = names.map((name) => ({
        name,
        typeName: 'std::int64_t',
        role: root.fieldRoles.leaf,
        parent: null,
        columns: [column],
      }));
      const ntuple = new root.NTupleWriter(file, { name: 'ntuple', fields, pageBytes, checksum });
      for (let row = 0; row < rows; row += clusterRows) {
        const to = Math.min(rows, row + clusterRows);
        const counting = countingValues(row, to);
        ntuple.writeCluster(
          to - row,
          names.map((name) => (name === 'mixed' ? mixedValues(row, to) : counting)),
        );
      }
      ntuple.close();
      file.close();
      return { sizeBytes: fstatSync(handle).size, heapBytes: process.memoryUsage().rss };
    } finally {
      closeSync(handle);
    }
  },

  ...timingCommands(root.format, { readFileSync, writeFileSync }),
};

await answerLines(commands);
