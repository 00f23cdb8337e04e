import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own map of a file's bytes in Node, asked line by line in JSON. Used by test_byte_map.py. */

const {
  bytesByKind,
  coldLookup,
  cutSample,
  fileOfSelection,
  FormatlabError,
  parquetNetworkCounts,
  readByteMap,
  readerRequests,
  readsOfKey,
  selectParquet,
  spansOf,
  StoreReader,
} = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);

await answerLines({
  /**
   * Writes the columns and row groups of a Parquet file that the page would fetch from an address.
   * @param {{ path: string, into: string, columns: number[], groups: number[] }} request
   */
  async part({ path, into, columns, groups }) {
    const file = new Uint8Array(readFileSync(path));
    const footerBytes = new DataView(file.buffer).getUint32(file.length - 8, true);
    const selection = selectParquet(file.subarray(-8 - footerBytes, -8), { columns, groups });
    const pieces = selection.chunks.map(({ offset, bytes }) => file.slice(offset, offset + bytes));
    writeFileSync(into, new Uint8Array(await fileOfSelection(pieces, selection).arrayBuffer()));
    return {};
  },
  /**
   * Cuts a sample from a file, and writes it.
   * @param {{ path: string, into: string, type: import('../../../workers/model/plan').OwnFileType, seed: number, targetBytes: number }} request
   */
  async sample({ path, into, type, ...sample }) {
    try {
      const cut = await cutSample(new Blob([readFileSync(path)]), type, sample);
      if (cut === null) return { whole: true };
      const { file, ...info } = cut;
      writeFileSync(into, new Uint8Array(await file.arrayBuffer()));
      return info;
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      return { refusal: thrown.record };
    }
  },
  /**
   * What Tkrzw reads to find a key, without what it reads to open the file, which must not be compressed if it is a tree.
   * @param {{ path: string, key: string }} request
   */
  async tkrzw({ path, key }) {
    const store = new StoreReader(path.endsWith('.tkt') ? 'treedbm' : 'hashdbm', new Uint8Array(readFileSync(path)));
    const found = store.format === 'hashdbm' ? readsOfKey(store, new TextEncoder().encode(key)) : [];
    if (store.format === 'treedbm') coldLookup(store, null, (page) => found.push(...readsOfKey(store, page))).get(key);
    return { reads: found.map(({ start, end }) => [start, end - start]) };
  },
  /**
   * What a reader asks for of a Parquet file: to open it, and from nothing on for a column and for a row.
   * @param {{ path: string, columnIndex: number, reader: 'pyarrow' | 'duckdb' | 'hyparquet', gapBytes: 0 | 8192 }} request
   */
  requests({ path, columnIndex, ...reader }) {
    const file = new Uint8Array(readFileSync(path));
    return readerRequests(parquetNetworkCounts(file, columnIndex), file.length, reader);
  },
  /** @param {{ path: string }} request */
  async map({ path }) {
    try {
      const map = await readByteMap(new Blob([readFileSync(path)]));
      return { ...map, spans: spansOf(map.parts), kinds: Object.fromEntries(bytesByKind(map.parts)) };
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      return { refusal: thrown.record };
    }
  },
});
