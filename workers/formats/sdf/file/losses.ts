import {
  bondOrderAromatic,
  bondOrderZero,
  carrierSlots,
  type Molecules,
  stereoKinds,
} from '../../../model/molecules/molecules';
import { Adjacency } from '../../../libraries/molecules/adjacency';
import { kekulise } from '../../../libraries/molecules/kekulise';
import { withoutAromaticFlags, filterStereoElements } from '../../../libraries/molecules/losses';
import { Depiction } from './stereo/depiction';

const quadruple = 4;

/** The molecules with orders that SDF can express: aromatic bonds become a Kekulé structure, quadruple bonds become bonds of unknown order, because MDL's 4 means aromatic. */
export function withMdlBondOrders(given: Molecules): Molecules {
  const molecules = given.bonds.orders.includes(bondOrderAromatic) ? kekulise(given) : given;
  if (!molecules.bonds.orders.includes(quadruple)) return molecules;
  return {
    ...molecules,
    bonds: {
      ...molecules.bonds,
      orders: molecules.bonds.orders.map((order) => (order === quadruple ? bondOrderZero : order)),
    },
  };
}

/** The molecules as an SDF file returns them. */
export function withoutSdfLosses(given: Molecules): Molecules {
  const molecules = withoutAromaticFlags(withMdlBondOrders(given));
  if (molecules.coordinates === null) return withParitiesOnly(molecules);
  const coordinates = molecules.coordinates.map((place) => Math.round(place * 10_000) / 10_000);
  const depiction = new Depiction(molecules);
  let drawn = -1;
  const shown = filterStereoElements(molecules, (element, molecule) => {
    if (drawn !== molecule) depiction.draw(molecule);
    drawn = molecule;
    return depiction.shown[element - (molecules.stereoOffsets[molecule] ?? 0)] === 1;
  });
  return { ...shown, coordinates };
}

/** Whether an atom has a configuration with four positions around it. */
function withParitiesOnly(molecules: Molecules): Molecules {
  const { stereo, atomOffsets, atoms } = molecules;
  const adjacency = new Adjacency();
  let read = -1;
  return filterStereoElements(molecules, (element, molecule) => {
    if (stereo.kinds[element] !== stereoKinds.tetrahedral) return false;
    if (read !== molecule) adjacency.read(molecules, molecule);
    read = molecule;
    const center = stereo.centers[element] as number;
    const degree = adjacency.degree(center);
    const hydrogens = atoms.hydrogens[(atomOffsets[molecule] ?? 0) + center] as number;
    const own = stereo.carriers
      .subarray(carrierSlots * element, carrierSlots * element + 4)
      .filter((carrier) => carrier === center).length;
    return degree + own === 4 && (degree === 4 ? hydrogens === 0 : degree === 3 && hydrogens < 2);
  });
}
