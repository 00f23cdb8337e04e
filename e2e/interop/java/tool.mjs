import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moleculeTables } from '../molecule-tables.mjs';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { OptionValues } from '../../../workers/model/options' */
/** @import { DatasetSchema } from '../../../workers/model/dataset' */
/** @import { MoleculeSession } from '../molecule-session' */

/** The product's own modules for molecules in Node, asked line by line in JSON, for what the Java harness beside it reads and writes. */

const product = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
/** @type {{ innerCodec: null, schema: DatasetSchema }} */
const context = { innerCodec: null, schema: { kind: 'molecules', coordinates: false, titles: true } };
const javaObjects = /** @type {MoleculeSession} */ (await product.javaObjects.open({ ...context, options: {} }));
const smiles = /** @type {MoleculeSession} */ (
  await product.smiles.open({ ...context, options: { malformed: 'fatal' } })
);

/** @param {string} path */
const read = (path) => new Uint8Array(readFileSync(path));

await answerLines({
  /**
   * Molecules of the workload as SMILES and as a Java object stream.
   * @param {{
   *   seed: number,
   *   count: number,
   *   knobs: OptionValues,
   *   smilesPath: string,
   *   objectsPath: string,
   *   withTables?: boolean,
   * }} request
   */
  async make({ seed, count, knobs, smilesPath, objectsPath, withTables = true }) {
    const molecules = /** @type {Molecules} */ (
      product.workload.generate({ parameters: knobs, seed, from: 0, to: count })
    );
    writeFileSync(smilesPath, await smiles.encode(molecules));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, ...(withTables ? { tables: moleculeTables(molecules) } : {}) };
  },

  /**
   * A Java object stream of what a file of SMILES holds, line by line.
   * @param {{ smilesPath: string, objectsPath: string }} request
   */
  async objectsOfSmiles({ smilesPath, objectsPath }) {
    const molecules = await smiles.decode(read(smilesPath));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: moleculeTables(molecules) };
  },

  /**
   * Reads a Java object stream and writes what was read again.
   * @param {{ path: string, out: string }} request
   */
  async rewriteObjects({ path, out }) {
    const molecules = await javaObjects.decode(read(path));
    writeFileSync(out, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: moleculeTables(molecules) };
  },
});
