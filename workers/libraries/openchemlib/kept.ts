import { type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { Adjacency } from '../molecules/adjacency';
import { withoutChargeSeparation } from '../molecules/charge-separation';
import { kekulise } from '../molecules/kekulise';
import { filterStereoElements } from '../molecules/losses';
import { bridgesOf } from '../molecules/rings';
import { withoutResonance } from '../molecules/resonance';
import { withHydrogensCounted } from '../molecules/hydrogens';

const nitrogen = 7;

/** The molecules without the properties that OpenChemLib's molecules cannot hold. */
export function withoutOpenChemLibLosses(given: Molecules): Molecules {
  const molecules = withoutResonance(withoutChargeSeparation(kekulise(withHydrogensCounted(given))));
  const { kinds, centers } = molecules.stereo;
  const adjacency = new Adjacency();
  let read = -1;
  let bridges: Uint8Array = new Uint8Array();
  return filterStereoElements(molecules, (element, molecule) => {
    if (kinds[element] === stereoKinds.doubleBond) {
      if (read !== molecule) {
        adjacency.read(molecules, molecule);
        bridges = bridgesOf(adjacency);
        read = molecule;
      }
      return bridges[centers[element] as number] === 1;
    }
    if (kinds[element] === stereoKinds.allenal) return true;
    return (
      kinds[element] === stereoKinds.tetrahedral &&
      molecules.atoms.elements[(molecules.atomOffsets[molecule] as number) + (centers[element] as number)] !== nitrogen
    );
  });
}
