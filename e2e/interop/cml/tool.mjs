import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moleculeTables } from '../molecule-tables.mjs';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */

/** The product's CML in Node, asked line by line in JSON. */

const product = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
const { carrierSlots, stereoKinds } = product;

/**
 * Tetrahedral centres by molecule, as java/src/formatlab/Tables.java lays them out.
 * @param {Molecules} molecules
 */
function centres({ moleculeCount, stereoOffsets, stereo }) {
  return Array.from({ length: moleculeCount }, (_, molecule) => {
    const [from = 0, to = 0] = stereoOffsets.subarray(molecule, molecule + 2);
    const own = Array.from({ length: to - from }, (_item, index) => from + index);
    return own
      .filter((element) => stereo.kinds[element] === stereoKinds.tetrahedral)
      .map((element) => [
        'tetrahedral',
        stereo.centers[element],
        [...stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + 4)],
        stereo.configurations[element] === 1 ? '@' : '@@',
      ]);
  });
}

await answerLines({
  /**
   * Molecules of the workload as CML; `bare` without titles and stereo, which CDK does not write.
   * @param {{ composition: string, coordinates: boolean, count: number, bare: boolean, path: string }} request
   */
  make({ composition, coordinates, count, bare, path }) {
    const made = /** @type {Molecules} */ (
      product.workload.generate({ parameters: { composition, coordinates }, seed: 7, from: 0, to: count })
    );
    const molecules = bare ? product.withoutTitles(product.withoutStereo(made)) : made;
    const file = product.writeCml(molecules);
    writeFileSync(path, file);
    const difference = product.differenceOfMolecules(molecules, product.readCml(file));
    return {
      count: molecules.moleculeCount,
      difference,
      tables: moleculeTables(molecules),
      centres: centres(molecules),
    };
  },

  /**
   * What a file holds, as we read it.
   * @param {{ path: string }} request
   */
  read({ path }) {
    return { tables: moleculeTables(product.readCml(new Uint8Array(readFileSync(path)))) };
  },
});
