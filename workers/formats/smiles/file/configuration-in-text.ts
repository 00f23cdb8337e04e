import { FormatlabError } from '../../../model/errors';
import { configurationInOrder } from '../../../model/molecules/configurations';
import {
  carrierSlots,
  type Molecules,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../../model/molecules/molecules';
import type { Traversal } from './traversal';

/** The number of a centre's configuration for its carriers in the order of the text. @throws `encodeFailed` if the stereo element refers to atoms that are no neighbours */
export function configurationInText(
  traversal: Traversal,
  molecules: Molecules,
  firstAtom: number,
  firstBond: number,
  center: number,
  element: number,
): number {
  const { stereo } = molecules;
  const kind = stereo.kinds[element] as StereoKind;
  const wanted = stereoShapes[kind].carriers;
  const around =
    kind === stereoKinds.allenal
      ? aroundAllene(traversal, molecules, firstAtom, firstBond, center)
      : traversal.neighboursInText(center);
  let maxHydrogens = 0;
  if (kind !== stereoKinds.allenal && around.length === wanted - 1) {
    // A hydrogen or lone pair comes after the preceding atom.
    around.splice((traversal.parents[center] as number) < 0 ? 0 : 1, 0, center);
    maxHydrogens = 1;
  }
  if (around.length === wanted && (molecules.atoms.hydrogens[firstAtom + center] as number) <= maxHydrogens) {
    const carriers = stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + wanted);
    const number = configurationInOrder(
      { kind, configuration: stereo.configurations[element] as number, carriers },
      around,
    );
    if (number !== 0) return number;
  }
  throw new FormatlabError({
    tag: 'encodeFailed',
    stage: 'encode',
    message: `Molecule ${(molecules.atomOffsets.indexOf(firstAtom) + 1).toLocaleString('en')}: the configuration of atom ${center + 1} names atoms that are not its neighbours.`,
    remedy: 'Name its neighbours, and name the atom itself once if it has a hydrogen or a lone pair.',
  });
}

/** The carriers of an allene: those of one end and then of the other; fewer if the ends have none. */
function aroundAllene(
  traversal: Traversal,
  molecules: Molecules,
  firstAtom: number,
  firstBond: number,
  center: number,
): number[] {
  const sides = traversal.neighboursInText(center);
  const around: number[] = [];
  if (sides.length !== 2) return around;
  for (const side of sides) {
    let [before, atom] = [center, side];
    for (let steps = 0; steps < traversal.adjacency.atomCount; steps += 1) {
      const others = traversal.neighboursInText(atom).filter((neighbour) => neighbour !== before);
      const [next] = others;
      if (
        next !== undefined &&
        others.length === 1 &&
        molecules.bonds.orders[firstBond + traversal.bondBetween(atom, next)] === 2
      ) {
        [before, atom] = [atom, next];
        continue;
      }
      if (others.length === 1)
        others.splice((traversal.parents[atom] as number) < 0 || traversal.parents[atom] === before ? 0 : 1, 0, atom);
      if (
        others.length !== 2 ||
        (molecules.atoms.hydrogens[firstAtom + atom] as number) > (others.includes(atom) ? 1 : 0)
      )
        return [];
      around.push(...others);
      break;
    }
  }
  return around;
}
