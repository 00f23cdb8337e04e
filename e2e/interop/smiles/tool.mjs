import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { OptionValues } from '../../../workers/model/options' */

/** The product's SMILES in Node, asked line by line in JSON: for test_smiles.py, and for whoever wants our letters of generated or given molecules (`generate`, `rewrite`). */

const smiles = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
/** @type {(path: string, options?: Parameters<typeof smiles.readSmiles>[1]) => ReturnType<typeof smiles.readSmiles>} */
const read = (path, options) => smiles.readSmiles(new Uint8Array(readFileSync(path)), options);
/** @param {Molecules} dataset */
const canonical = (dataset) => Buffer.concat(smiles.toCanonical(dataset).parts);

await answerLines({
  /**
   * Molecules of the workload, as our SMILES with titles (with coordinates behind them, where the knobs have some) and in the canonical form.
   * @param {{ path: string, canonicalPath: string, knobs?: OptionValues, seed?: number, from?: number, to: number }} request
   */
  generate({ path, canonicalPath, knobs = {}, seed = 1, from = 0, to }) {
    const coordinates = knobs.coordinates === true;
    const molecules = /** @type {Molecules} */ (
      smiles.workload.generate({ parameters: { composition: 'chembl', coordinates, ...knobs }, seed, from, to })
    );
    writeFileSync(
      path,
      smiles.writeSmiles(molecules, coordinates ? { between: smiles.coordinatesWriter(molecules) } : {}),
    );
    writeFileSync(canonicalPath, canonical(molecules));
    const back = read(path, coordinates ? { coordinates, between: smiles.readCoordinates } : {}).molecules;
    // The workload has the order of our SMILES: every column comes back, but for what is lost.
    return {
      count: molecules.moleculeCount,
      sameColumns: canonical(smiles.withoutSmilesLosses(molecules)).equals(canonical(back)),
    };
  },

  /**
   * A file of SMILES in the canonical form.
   * @param {{ path: string, canonicalPath: string }} request
   */
  read({ path, canonicalPath }) {
    const { molecules } = read(path, {});
    writeFileSync(canonicalPath, canonical(molecules));
    return { count: molecules.moleculeCount };
  },

  /**
   * What is read of a file, written again, read and written once more: `out` has the first writing.
   * @param {{ path: string, out: string, malformed?: 'fatal' | 'skip' }} request
   */
  rewrite({ path, out, malformed = 'skip' }) {
    const { molecules, skipped, firstProblem } = read(path, { malformed });
    writeFileSync(out, smiles.writeSmiles(molecules));
    const again = read(out).molecules;
    const second = smiles.writeSmiles(again);
    return {
      count: molecules.moleculeCount,
      skipped,
      firstProblem,
      difference: smiles.differenceOfMolecules(smiles.withoutSmilesLosses(molecules), again),
      sameColumns: canonical(smiles.readSmiles(second).molecules).equals(canonical(again)),
      sameLetters: Buffer.from(second).equals(readFileSync(out)),
    };
  },

  /**
   * What reading says of each line.
   * @param {{ lines: string[] }} request
   */
  problems({ lines }) {
    return lines.map((line) => smiles.readSmiles(new TextEncoder().encode(line), { malformed: 'skip' }).firstProblem);
  },
});
