import type { Dataset } from '../../../model/dataset';
import type { OptionValues } from '../../../model/options';
import type { FormatModule } from '../../../model/entry';
import { bondOrderAromatic, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { withoutAromaticFlags, filterStereoElements } from '../../../libraries/molecules/losses';
import { readCml } from '../text/read';
import { writeCml } from '../text/write';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules => requireMolecules(dataset, 'cml', 'CML can’t store');

/** The molecules as the layout stores them. Without aromatic marks, a bond of order `A` is still read as aromatic. */
function heldUnder(molecules: Molecules, { aromaticity }: OptionValues): Molecules {
  const held = aromaticity === 'kekule' ? withoutAromaticFlags(molecules) : molecules;
  const { orders, aromatic } = held.bonds;
  if (!orders.some((order, bond) => order === bondOrderAromatic && aromatic[bond] === 0)) return held;
  return {
    ...held,
    bonds: { ...held.bonds, aromatic: aromatic.map((mark, bond) => (orders[bond] === bondOrderAromatic ? 1 : mark)) },
  };
}

export const format: FormatModule = {
  async open({ options }) {
    const layout = {
      ids: options.ids === 'molecule' ? 'molecule' : 'file',
      hydrogens: options.hydrogens === 'implied' ? 'implied' : 'counted',
    } as const;
    return { encode: (dataset) => writeCml(heldUnder(moleculesOf(dataset), options), layout), decode: readCml };
  },
  forget(dataset, options = {}) {
    const molecules = heldUnder(moleculesOf(dataset), options);
    const { kinds } = molecules.stereo;
    return filterStereoElements(
      molecules,
      (element) => kinds[element] === stereoKinds.tetrahedral || kinds[element] === stereoKinds.doubleBond,
    );
  },
};
