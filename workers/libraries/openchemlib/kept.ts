import { type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { withStereoWhere } from '../molecules/losses';
import { withoutResonance } from '../molecules/resonance';
import { withHydrogensCounted } from '../molecules/hydrogens';

const nitrogen = 7;

/** The molecules less what OpenChemLib's own have no place for. */
export function keptByOpenChemLib(given: Molecules): Molecules {
  const molecules = withoutResonance(withHydrogensCounted(given));
  const { kinds, centers } = molecules.stereo;
  return withStereoWhere(molecules, (element, molecule) => {
    if (kinds[element] === stereoKinds.doubleBond || kinds[element] === stereoKinds.allenal) return true;
    return kinds[element] === stereoKinds.tetrahedral && molecules.atoms.elements[(molecules.atomOffsets[molecule] as number) + (centers[element] as number)] !== nitrogen;
  });
}
