import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moleculeTables } from '../molecule-tables.mjs';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own modules for molecules in Node, asked line by line in JSON, for what the Java harness beside it reads and writes. */

const product = await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)), 'java-tool');
const context = { innerCodec: null, schema: { kind: 'molecules', coordinates: false, titles: true } };
const javaObjects = await product.javaObjects.open({ ...context, options: {} });
const smiles = await product.smiles.open({ ...context, options: { malformed: 'fatal' } });

const read = (path) => new Uint8Array(readFileSync(path));

await answerLines({
  /** Molecules of the workload as SMILES and as a Java object stream. */
  async make({ seed, count, knobs, smilesPath, objectsPath, withTables = true }) {
    const molecules = product.workload.generate({ knobs, seed, from: 0, to: count });
    writeFileSync(smilesPath, await smiles.encode(molecules));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, ...(withTables ? { tables: moleculeTables(molecules) } : {}) };
  },

  /** A Java object stream of what a file of SMILES holds, line by line. */
  async objectsOfSmiles({ smilesPath, objectsPath }) {
    const molecules = await smiles.decode(read(smilesPath));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: moleculeTables(molecules) };
  },

  /** Reads a Java object stream and writes what was read again. */
  async rewriteObjects({ path, out }) {
    const molecules = await javaObjects.decode(read(path));
    writeFileSync(out, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: moleculeTables(molecules) };
  },
});
