import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The workload `molecules` in Node, asked line by line in JSON: for test_molecules.py and molecule_statistics.py. */

const { workload, writeSmiles, readSmiles, forgetInSmiles, toCanonical, ...formats } = await loadProductModules(
  fileURLToPath(new URL('module.ts', import.meta.url)),
  'molecules-tool',
);

const bytesOf = (molecules) => Buffer.concat(toCanonical(molecules).parts);

await answerLines({
  /** Molecules in canonical form at `canonical`, and as lines of our SMILES at `smiles`; tells whether reading these gives every column back, and how many configurations they don't hold. */
  generate({ knobs, seed, from = 0, to, canonical = null, smiles = null }) {
    const molecules = workload.generate({ knobs, seed, from, to });
    if (canonical !== null) writeFileSync(canonical, bytesOf(molecules));
    if (smiles === null) return {};
    const lines = writeSmiles(molecules);
    writeFileSync(smiles, lines);
    const held = { ...forgetInSmiles(molecules), coordinates: null };
    return {
      sizeBytes: lines.length,
      sameColumns: bytesOf(readSmiles(lines).molecules).equals(bytesOf(held)),
      configurationsLost: molecules.stereo.kinds.length - held.stereo.kinds.length,
    };
  },

  /** Bytes of the molecules in each format of `candidates` (its options by its name). */
  async sizes({ knobs, seed, to, candidates }) {
    const molecules = workload.generate({ knobs, seed, from: 0, to });
    const sizes = {};
    for (const [name, options] of Object.entries(candidates)) {
      const { encode } = await formats[name].open({ options });
      sizes[name] = (await encode(molecules)).length;
    }
    return sizes;
  },
});
