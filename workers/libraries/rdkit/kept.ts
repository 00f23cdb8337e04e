import { carrierSlots, type Molecules, type StereoKind, stereoKinds, stereoShapes } from '../../model/molecules/molecules';
import { withStereoWhere } from '../molecules/losses';
import { withoutResonance } from '../molecules/resonance';

/** The molecules less what RDKit's own have no place for; rings compared whatever their Kekulé structure, of which an aromatic bond there has none. */
export function keptByRdkit(molecules: Molecules): Molecules {
  const { kinds, centers, carriers } = molecules.stereo;
  const held = withStereoWhere(molecules, (element) => {
    const kind = kinds[element] as StereoKind;
    if (kind === stereoKinds.tetrahedral || kind === stereoKinds.doubleBond) return true;
    if (kind === stereoKinds.allenal) return false;
    const slots = carriers.subarray(carrierSlots * element, carrierSlots * element + stereoShapes[kind].carriers);
    return !slots.includes(centers[element] as number);
  });
  return withoutResonance(held);
}
