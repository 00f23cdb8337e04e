import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { OptionValues } from '../../../workers/model/options' */
/** @import { DatasetSchema } from '../../../workers/model/dataset' */
/** @import { MoleculeSession } from '../molecule-session' */

/** @typedef {{ knobs: OptionValues, seed: number, to: number }} Slice */

/** The workload `molecules` in Node, asked line by line in JSON: for test_molecules.py and molecule_statistics.py. */

const { workload, writeSmiles, readSmiles, withoutSmilesLosses, toCanonical, cml, javaObjects, sdf } =
  /** @type {typeof import('./module')} */ (
    await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
  );

const formats = { cml, javaObjects, sdf };

/** @param {Molecules} molecules */
const bytesOf = (molecules) => Buffer.concat(toCanonical(molecules).parts);

await answerLines({
  /**
   * Molecules in canonical form at `canonical`, and as lines of our SMILES at `smiles`; tells whether reading these gives every column back, and how many configurations they don't hold.
   * @param {Slice & { from?: number, canonical?: string | null, smiles?: string | null }} request
   */
  generate({ knobs, seed, from = 0, to, canonical = null, smiles = null }) {
    const molecules = /** @type {Molecules} */ (workload.generate({ parameters: knobs, seed, from, to }));
    if (canonical !== null) writeFileSync(canonical, bytesOf(molecules));
    if (smiles === null) return {};
    const lines = writeSmiles(molecules);
    writeFileSync(smiles, lines);
    const held = { ...withoutSmilesLosses(molecules), coordinates: null };
    return {
      sizeBytes: lines.length,
      sameColumns: bytesOf(readSmiles(lines).molecules).equals(bytesOf(held)),
      configurationsLost: molecules.stereo.kinds.length - held.stereo.kinds.length,
    };
  },

  /**
   * Bytes of the molecules in each format of `candidates` (its options by its name).
   * @param {Slice & { candidates: Partial<Record<keyof typeof formats, OptionValues>> }} request
   */
  async sizes({ knobs, seed, to, candidates }) {
    const molecules = /** @type {Molecules} */ (workload.generate({ parameters: knobs, seed, from: 0, to }));
    /** @type {DatasetSchema} */
    const schema = { kind: 'molecules', coordinates: molecules.coordinates !== null, titles: true };
    /** @type {Record<string, number>} */
    const sizes = {};
    for (const [name, options] of Object.entries(candidates)) {
      const format = formats[/** @type {keyof typeof formats} */ (name)];
      const { encode } = /** @type {MoleculeSession} */ (await format.open({ options, innerCodec: null, schema }));
      sizes[name] = encode(molecules).length;
    }
    return sizes;
  },
});
