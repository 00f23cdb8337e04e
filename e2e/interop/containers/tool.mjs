import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { OptionValues } from '../../../workers/model/options' */
/** @import { Dataset } from '../../../workers/model/dataset' */
/** @import { MoleculeSession } from '../molecule-session' */

/** The product's own modules for CDK's containers in Node, asked line by line in JSON: molecules in canonical form to files, and back. Used by test_kryo.py and test_atom_container.py. */

const product = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
const formats = { kryo: product.kryo, 'atom-container': product.atomContainer };

/** @typedef {{ format: keyof typeof formats, options?: OptionValues, canonical: string, path: string }} FileRequest */

/** @param {string} path */
const bytesOf = (path) => new Uint8Array(readFileSync(path));
/** @param {string} path */
function datasetOf(path) {
  const bytes = bytesOf(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return /** @type {Molecules} */ (product.fromCanonical(buffer));
}
/** @type {(path: string, dataset: Dataset) => void} */
const save = (path, dataset) => writeFileSync(path, Buffer.concat(product.toCanonical(dataset).parts));
/** @type {(format: keyof typeof formats, options?: OptionValues) => Promise<MoleculeSession>} */
const sessionOf = async (format, options = {}) =>
  /** @type {MoleculeSession} */ (
    await formats[format].open({
      options,
      innerCodec: null,
      schema: { kind: 'molecules', coordinates: false, titles: false },
    })
  );

await answerLines({
  /**
   * Molecules of the workload, in canonical form.
   * @param {{ canonical: string, count: number, composition: string, coordinates?: boolean, seed?: number }} request
   */
  generate({ canonical, count, composition, coordinates = false, seed = 42 }) {
    save(canonical, product.workload.generate({ parameters: { composition, coordinates }, seed, from: 0, to: count }));
    return { count };
  },

  /**
   * The molecules of the contract tests by name, in canonical form in a folder.
   * @param {{ folder: string }} request
   */
  samples({ folder }) {
    const samples = product.sampleMolecules();
    for (const [name, dataset] of samples) save(`${folder}/${name}.canonical`, dataset);
    return { names: samples.map(([name]) => name) };
  },

  /**
   * SMILES a line as our parser has them, without the lines that it refuses.
   * @param {{ smiles: string, canonical: string }} request
   */
  parse({ smiles, canonical }) {
    const { molecules, skipped } = product.readSmiles(bytesOf(smiles), { malformed: 'skip' });
    save(canonical, molecules);
    return { count: molecules.moleculeCount, skipped };
  },

  /** @param {{ canonical: string, path: string }} request */
  smiles({ canonical, path }) {
    writeFileSync(path, product.writeSmiles(datasetOf(canonical)));
    return {};
  },

  /** @param {FileRequest} request */
  async encode({ format, options, canonical, path }) {
    const dataset = datasetOf(canonical);
    const session = await sessionOf(format, options);
    const start = performance.now();
    const file = session.encode(dataset);
    const encodeMs = performance.now() - start;
    writeFileSync(path, file);
    return { sizeBytes: file.length, encodeMs };
  },

  /** @param {FileRequest} request */
  async decode({ format, options, canonical, path }) {
    const file = bytesOf(path);
    const session = await sessionOf(format, options);
    const start = performance.now();
    const dataset = session.decode(file);
    const decodeMs = performance.now() - start;
    save(canonical, dataset);
    return { count: dataset.moleculeCount, decodeMs };
  },
});
