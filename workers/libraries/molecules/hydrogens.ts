import { MoleculesBuilder } from '../../model/molecules/builder';
import {
  carrierSlots,
  type Molecules,
  noCarrier,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../model/molecules/molecules';

const hydrogen = 1;

/**
 * Turns plain hydrogen atoms into hydrogen counts of their neighbours. A plain hydrogen has no isotope, no charge, no hydrogens and one single bond, to an atom that is not a plain hydrogen
 * itself. In configurations, the neighbour takes its place.
 */
export function withHydrogensCounted(molecules: Molecules): Molecules {
  const { atoms } = molecules;
  const degrees = new Uint16Array(atoms.elements.length);
  const neighbours = new Uint16Array(atoms.elements.length);
  const single = new Uint8Array(atoms.elements.length);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const first = molecules.atomOffsets[molecule] as number;
    for (
      let bond = molecules.bondOffsets[molecule] as number;
      bond < (molecules.bondOffsets[molecule + 1] as number);
      bond += 1
    ) {
      const [begin, end] = [molecules.bonds.begins[bond] as number, molecules.bonds.ends[bond] as number];
      for (const [atom, other] of [
        [begin, end],
        [end, begin],
      ] as const) {
        degrees[first + atom] = (degrees[first + atom] as number) + 1;
        neighbours[first + atom] = other;
        single[first + atom] = molecules.bonds.orders[bond] === 1 ? 1 : 0;
      }
    }
  }
  const isPlain = (atom: number) =>
    atoms.elements[atom] === hydrogen &&
    atoms.isotopes[atom] === 0 &&
    atoms.charges[atom] === 0 &&
    atoms.hydrogens[atom] === 0;
  const counted = new Uint8Array(atoms.elements.length);
  let any = false;
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const first = molecules.atomOffsets[molecule] as number;
    for (let atom = first; atom < (molecules.atomOffsets[molecule + 1] as number); atom += 1) {
      if (!isPlain(atom) || degrees[atom] !== 1 || single[atom] !== 1 || isPlain(first + (neighbours[atom] as number)))
        continue;
      counted[atom] = 1;
      any = true;
    }
  }
  return any ? rebuilt(molecules, counted, neighbours) : molecules;
}

function rebuilt(molecules: Molecules, counted: Uint8Array, neighbours: Uint16Array): Molecules {
  const { atoms, bonds, stereo, coordinates, titles } = molecules;
  const builder = new MoleculesBuilder({
    coordinates: coordinates !== null,
    expectedMolecules: molecules.moleculeCount,
  });
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const first = molecules.atomOffsets[molecule] as number;
    const end = molecules.atomOffsets[molecule + 1] as number;
    const more = new Uint8Array(end - first);
    for (let atom = first; atom < end; atom += 1)
      if (counted[atom] === 1) more[neighbours[atom] as number] = (more[neighbours[atom] as number] as number) + 1;
    const moved = new Uint16Array(end - first);
    for (let atom = first; atom < end; atom += 1) {
      if (counted[atom] === 1) continue;
      moved[atom - first] = builder.addAtom(
        atoms.elements[atom] as number,
        (atoms.hydrogens[atom] as number) + (more[atom - first] as number),
        atoms.charges[atom],
        atoms.isotopes[atom],
        atoms.aromatic[atom],
        atoms.maps[atom],
        coordinates?.[2 * atom],
        coordinates?.[2 * atom + 1],
      );
    }
    const placeOf = (atom: number) =>
      moved[counted[first + atom] === 1 ? (neighbours[first + atom] as number) : atom] as number;
    const firstBond = molecules.bondOffsets[molecule] as number;
    const movedBonds = new Map<number, number>();
    for (let bond = firstBond; bond < (molecules.bondOffsets[molecule + 1] as number); bond += 1) {
      const [begin, other] = [bonds.begins[bond] as number, bonds.ends[bond] as number];
      if (counted[first + begin] === 1 || counted[first + other] === 1) continue;
      movedBonds.set(
        bond - firstBond,
        builder.addBond(
          moved[begin] as number,
          moved[other] as number,
          bonds.orders[bond] as number,
          bonds.aromatic[bond],
        ),
      );
    }
    for (
      let element = molecules.stereoOffsets[molecule] as number;
      element < (molecules.stereoOffsets[molecule + 1] as number);
      element += 1
    ) {
      const kind = stereo.kinds[element] as StereoKind;
      const center = stereo.centers[element] as number;
      const carriers = Array.from(
        stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + stereoShapes[kind].carriers),
        placeOf,
      );
      builder.addStereo(
        kind,
        kind === stereoKinds.doubleBond ? (movedBonds.get(center) ?? noCarrier) : (moved[center] as number),
        stereo.configurations[element] as number,
        carriers,
      );
    }
    builder.endMolecule(titles.data.subarray(titles.offsets[molecule], titles.offsets[molecule + 1]));
  }
  return builder.finish();
}
