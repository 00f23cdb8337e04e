import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own modules for molecules in Node, asked line by line in JSON, for what the Java harness beside it reads and writes. */

const product = await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)), 'java-tool');
const javaObjects = await product.javaObjects.open({ options: {}, innerCodec: null, schema: { kind: 'molecules', coordinates: false, titles: false } });

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

await answerLines({
  /** Reads a Java object stream and writes what was read again. Answers with the molecules' tables where asked for. */
  async rewriteObjects({ path, out, withTables = false }) {
    const start = performance.now();
    const molecules = await javaObjects.decode(new Uint8Array(readFileSync(path)));
    const read = performance.now();
    const file = await javaObjects.encode(molecules);
    const end = performance.now();
    writeFileSync(out, file);
    return { count: molecules.moleculeCount, readMs: read - start, writeMs: end - read, ...(withTables ? { tables: tables(molecules) } : {}) };
  },
});
