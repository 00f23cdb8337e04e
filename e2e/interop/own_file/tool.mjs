import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own readers of a user's file in Node, asked line by line in JSON. Used by test_own_files.py and test_own_files_orc.py. */

const { FormatlabError, readAvro, readHdf5, readNpy, readNpz, readOrc, readPickle, toCanonical } =
  /** @type {typeof import('./module')} */ (
    await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
  );

/**
 * @param {string} type
 * @param {Blob} file
 * @param {import('./module').ReadOptions} options
 */
async function readAs(type, file, options) {
  switch (type) {
    case 'avro':
      return readAvro(file);
    case 'hdf5':
      return readHdf5(file, options);
    case 'npy':
      return readNpy(new Uint8Array(await file.arrayBuffer()));
    case 'npz':
      return readNpz(file, options);
    case 'orc':
      return readOrc(file);
    case 'pickle':
      return readPickle(file, options);
    default:
      throw new Error(`No reader of ${type} files is asked here.`);
  }
}

await answerLines({
  /**
   * Writes what a file holds in the canonical form. `part` is the place of what is read in the list of what it holds, or null where that is one thing.
   * @param {{ path: string, type: string, part: number | null, into: string }} request
   */
  async read({ path, type, part, into }) {
    try {
      const { dataset, notes, refusedColumns, found } = await readAs(type, new Blob([readFileSync(path)]), {
        fileName: path,
        columnTypes: null,
        reading: part === null ? {} : { part },
        malformed: 'fatal',
        countsEffects: false,
        onStage: () => undefined,
        onRead: async () => undefined,
      });
      writeFileSync(into, new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer()));
      return { notes, refused: refusedColumns ?? [], parts: found?.parts?.parts ?? [] };
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      return { refusal: thrown.record };
    }
  },
});
