import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own modules for molecules in Node, asked line by line in JSON, for what the Java harness beside it reads and writes. */

const product = await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)), 'java-tool');
const context = { innerCodec: null, schema: { kind: 'molecules', coordinates: false, titles: true } };
const javaObjects = await product.javaObjects.open({ ...context, options: {} });
const smiles = await product.smiles.open({ ...context, options: { malformed: 'fatal' } });

/** Atoms and bonds as java/src/formatlab/Tables.java lays them out, a molecule a list. */
function tables(molecules) {
  const { atoms, bonds, coordinates, atomOffsets, bondOffsets } = molecules;
  return Array.from({ length: molecules.moleculeCount }, (_, molecule) => {
    const [fromAtom, toAtom, fromBond, toBond] = [atomOffsets[molecule], atomOffsets[molecule + 1], bondOffsets[molecule], bondOffsets[molecule + 1]];
    const range = (from, to, row) => Array.from({ length: to - from }, (_, index) => row(from + index));
    return {
      atoms: range(fromAtom, toAtom, (atom) => [
        ...[atoms.elements, atoms.isotopes, atoms.charges, atoms.hydrogens, atoms.aromatic, atoms.maps].map((column) => column[atom]),
        coordinates === null ? null : coordinates[2 * atom],
        coordinates === null ? null : coordinates[2 * atom + 1],
      ]),
      bonds: range(fromBond, toBond, (bond) => [bonds.begins[bond], bonds.ends[bond], bonds.orders[bond], bonds.aromatic[bond]]),
    };
  });
}

const read = (path) => new Uint8Array(readFileSync(path));

await answerLines({
  /** Molecules of the workload as SMILES and as a Java object stream. */
  async make({ seed, count, knobs, smilesPath, objectsPath, withTables = true }) {
    const molecules = product.workload.generate({ knobs, seed, from: 0, to: count });
    writeFileSync(smilesPath, await smiles.encode(molecules));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, ...(withTables ? { tables: tables(molecules) } : {}) };
  },

  /** A Java object stream of what a file of SMILES holds, line by line. */
  async objectsOfSmiles({ smilesPath, objectsPath }) {
    const molecules = await smiles.decode(read(smilesPath));
    writeFileSync(objectsPath, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: tables(molecules) };
  },

  /** Reads a Java object stream and writes what was read again. */
  async rewriteObjects({ path, out }) {
    const molecules = await javaObjects.decode(read(path));
    writeFileSync(out, await javaObjects.encode(molecules));
    return { count: molecules.moleculeCount, tables: tables(molecules) };
  },
});
