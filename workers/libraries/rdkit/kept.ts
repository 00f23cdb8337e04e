import {
  carrierSlots,
  type Molecules,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../model/molecules/molecules';
import { withoutChargeSeparation } from '../molecules/charge-separation';
import { kekulise } from '../molecules/kekulise';
import { filterStereoElements } from '../molecules/losses';
import { withoutResonance } from '../molecules/resonance';

function hasMultipleBond({ bonds, bondOffsets }: Molecules, molecule: number, atom: number): boolean {
  for (let bond = bondOffsets[molecule] as number; bond < (bondOffsets[molecule + 1] as number); bond += 1) {
    if ((bonds.begins[bond] === atom || bonds.ends[bond] === atom) && (bonds.orders[bond] as number) > 1) return true;
  }
  return false;
}

/** The molecules without the properties that RDKit's molecules cannot hold. Kekulé structures of rings are not compared, because RDKit's aromatic bonds have none. */
export function withoutRdkitLosses(molecules: Molecules): Molecules {
  const { kinds, centers, carriers } = molecules.stereo;
  const held = filterStereoElements(molecules, (element, molecule) => {
    const kind = kinds[element] as StereoKind;
    if (kind === stereoKinds.doubleBond) return true;
    if (kind === stereoKinds.allenal) return false;
    const center = centers[element] as number;
    const slots = carriers.subarray(carrierSlots * element, carrierSlots * element + stereoShapes[kind].carriers);
    if (!slots.includes(center)) return true;
    return (
      kind === stereoKinds.tetrahedral &&
      (molecules.atoms.hydrogens[(molecules.atomOffsets[molecule] as number) + center] !== 0 ||
        hasMultipleBond(molecules, molecule, center))
    );
  });
  return withoutResonance(held);
}

/** The same, also without what RDKit's clean-up changes if molecules are sanitized when they are read. */
export function withoutSanitizingLosses(molecules: Molecules): Molecules {
  return withoutRdkitLosses(withoutChargeSeparation(kekulise(molecules)));
}
