import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moleculeTables } from '../molecule-tables.mjs';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's CML in Node, asked line by line in JSON. */

const product = await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)), 'cml-tool');
const { carrierSlots, stereoKinds } = product;

/** Tetrahedral centres by molecule, as java/src/formatlab/Tables.java lays them out. */
function centres({ moleculeCount, stereoOffsets, stereo }) {
  return Array.from({ length: moleculeCount }, (_, molecule) => {
    const own = Array.from(
      { length: stereoOffsets[molecule + 1] - stereoOffsets[molecule] },
      (_item, index) => stereoOffsets[molecule] + index,
    );
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
  /** Molecules of the workload as CML; `bare` without titles and stereo, which CDK does not write. */
  make({ composition, coordinates, count, bare, path }) {
    const made = product.workload.generate({ knobs: { composition, coordinates }, seed: 7, from: 0, to: count });
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

  /** What a file holds, as we read it. */
  read({ path }) {
    return { tables: moleculeTables(product.readCml(new Uint8Array(readFileSync(path)))) };
  },
});
