import { Molecule } from 'openchemlib';
import { FormatlabError } from '../../model/errors';
import {
  carrierSlots,
  type Molecules,
  type StereoKind,
  stereoKinds,
  stereoShapes,
} from '../../model/molecules/molecules';
import { symbolOf } from '../molecules/elements';

/** OpenChemLib's bond types by our orders. Its metal-ligand bond is the order 0; a delocalized bond has no Kekulé structure. */
const bondTypes = [
  Molecule.cBondTypeMetalLigand,
  Molecule.cBondTypeSingle,
  Molecule.cBondTypeDouble,
  Molecule.cBondTypeTriple,
  Molecule.cBondTypeQuadruple,
  Molecule.cBondTypeDelocalized,
];

const maxAbnormalValence = 14;

export interface BuiltMolecule {
  readonly molecule: Molecule;
  /** The index of each of our atoms in OpenChemLib's molecule, which moves plain hydrogens behind all other atoms. */
  readonly atomOf: readonly number[];
  /** The stereo elements that OpenChemLib cannot hold (square planar …). The others are parities of the molecule, which are declared valid. */
  readonly leftOut: number;
}

/**
 * One molecule as OpenChemLib's object, with the same atoms and bonds in the same order, except that plain hydrogens move to the end. With `places`, the atoms get the dataset's
 * coordinates (OpenChemLib's y points down), without wedges. @throws `unsupported` if a number of hydrogens cannot be expressed
 */
export function buildMolecule(molecules: Molecules, index: number, places: boolean): BuiltMolecule {
  const { atoms, bonds } = molecules;
  const firstAtom = molecules.atomOffsets[index] ?? 0;
  const atomCount = (molecules.atomOffsets[index + 1] ?? 0) - firstAtom;
  const firstBond = molecules.bondOffsets[index] ?? 0;
  const bondCount = (molecules.bondOffsets[index + 1] ?? 0) - firstBond;
  const molecule = new Molecule(Math.max(1, atomCount), Math.max(1, bondCount));
  for (let atom = 0; atom < atomCount; atom += 1) {
    const at = firstAtom + atom;
    molecule.addAtom(atoms.elements[at] as number);
    const [isotope, charge, map] = [
      atoms.isotopes[at] as number,
      atoms.charges[at] as number,
      atoms.maps[at] as number,
    ];
    if (isotope !== 0) molecule.setAtomMass(atom, isotope);
    if (charge !== 0) molecule.setAtomCharge(atom, charge);
    if (map !== 0) molecule.setAtomMapNo(atom, map, false);
    if (places && molecules.coordinates !== null) {
      molecule.setAtomX(atom, molecules.coordinates[2 * at] as number);
      molecule.setAtomY(atom, -(molecules.coordinates[2 * at + 1] as number));
    }
  }
  for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
    const added = molecule.addBond(bonds.begins[bond] as number, bonds.ends[bond] as number);
    molecule.setBondType(added, bondTypes[bonds.orders[bond] as number] ?? Molecule.cBondTypeSingle);
  }
  const moved = molecule.getHandleHydrogenMap();
  const atomOf = Array.from({ length: atomCount }, (_, atom) => moved?.[atom] ?? atom);
  molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
  for (let atom = 0; atom < atomCount; atom += 1) {
    const wanted = atoms.hydrogens[firstAtom + atom] as number;
    if (!countsHydrogens(molecule, atomOf[atom] as number, wanted)) {
      throw cannotHold(
        index,
        atom,
        atoms.elements[firstAtom + atom],
        `has ${wanted} hydrogens, which fit none of OpenChemLib’s valences for it`,
      );
    }
  }
  molecule.ensureHelperArrays(Molecule.cHelperRings);
  const leftOut = setParities(molecule, molecules, index, atomOf);
  return { molecule, atomOf, leftOut };
}

/** Gives the atom this many implicit hydrogens, with free electrons or an unusual valence if necessary. False if no valence fits. */
function countsHydrogens(molecule: Molecule, atom: number, wanted: number): boolean {
  const usual = molecule.getImplicitHydrogens(atom);
  if (usual === wanted) return true;
  const radical =
    usual === wanted + 1
      ? Molecule.cAtomRadicalStateD
      : usual === wanted + 2
        ? Molecule.cAtomRadicalStateS
        : Molecule.cAtomRadicalStateNone;
  if (radical !== Molecule.cAtomRadicalStateNone) {
    molecule.setAtomRadical(atom, radical);
    molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
    if (molecule.getImplicitHydrogens(atom) === wanted) return true;
    molecule.setAtomRadical(atom, Molecule.cAtomRadicalStateNone);
  }
  const guess = molecule.getOccupiedValence(atom) + wanted;
  const tried = Array.from({ length: maxAbnormalValence + 1 }, (_, valence) => valence).sort(
    (left, right) => Math.abs(left - guess) - Math.abs(right - guess),
  );
  for (const valence of tried) {
    molecule.setAtomAbnormalValence(atom, valence);
    molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
    if (molecule.getImplicitHydrogens(atom) === wanted) return true;
  }
  return false;
}

/** Sets the molecule's configurations as parities, which depend on the order of its atoms. Returns the number of configurations that OpenChemLib cannot hold. */
function setParities(molecule: Molecule, molecules: Molecules, index: number, atomOf: readonly number[]): number {
  const { stereo } = molecules;
  let leftOut = 0;
  const endStereo = molecules.stereoOffsets[index + 1] ?? 0;
  const specified = new Set<number>();
  for (let element = molecules.stereoOffsets[index] ?? 0; element < endStereo; element += 1) {
    const kind = stereo.kinds[element] as StereoKind;
    const center = stereo.centers[element] as number;
    const slots = element * carrierSlots;
    const carriers = Array.from(
      stereo.carriers.subarray(slots, slots + stereoShapes[kind].carriers),
      (carrier) => atomOf[carrier] as number,
    );
    const configuration = stereo.configurations[element] as number;
    if (kind === stereoKinds.doubleBond) {
      const bond = bondOf(molecule, molecules, index, center, atomOf);
      specified.add(bond);
      molecule.setBondParity(bond, doubleBondParity(molecule, bond, carriers, configuration), false);
    } else if (kind === stereoKinds.tetrahedral || kind === stereoKinds.allenal) {
      molecule.setAtomParity(
        atomOf[center] as number,
        centerParity(molecule, kind, atomOf[center] as number, carriers, configuration),
        false,
      );
    } else leftOut += 1;
  }
  // Without this, OpenChemLib would derive a stereo configuration from the coordinates.
  for (let bond = 0; bond < molecule.getAllBonds(); bond += 1)
    if (molecule.getBondOrder(bond) === 2 && !specified.has(bond)) molecule.setBondParityUnknownOrNone(bond);
  molecule.setParitiesValid(0);
  return leftOut;
}

function bondOf(
  molecule: Molecule,
  molecules: Molecules,
  index: number,
  bond: number,
  atomOf: readonly number[],
): number {
  const at = (molecules.bondOffsets[index] ?? 0) + bond;
  return molecule.getBond(
    atomOf[molecules.bonds.begins[at] as number] as number,
    atomOf[molecules.bonds.ends[at] as number] as number,
  );
}

/**
 * Parity 1 means: with the neighbour of the highest index (or an implicit hydrogen, or a lone pair) at the back, the others are clockwise by ascending index, which is `@@`. For allenes,
 * the same holds for the neighbours of the first end and then of the second, each by ascending index.
 */
function centerParity(
  molecule: Molecule,
  kind: StereoKind,
  center: number,
  carriers: readonly number[],
  configuration: number,
): number {
  // In an allene, a hydrogen is represented by the end that has it.
  const isHydrogen = (carrier: number) =>
    carrier === center || (kind === stereoKinds.allenal && molecule.getBond(carrier, center) !== -1);
  const ranks = carriers.map((carrier) => (isHydrogen(carrier) ? Number.POSITIVE_INFINITY : carrier));
  const groups = kind === stereoKinds.allenal ? [ranks.slice(0, 2), ranks.slice(2)] : [ranks];
  const odd = groups.filter(swapsAreOdd).length % 2 === 1;
  return odd === (configuration === 1) ? Molecule.cAtomParity1 : Molecule.cAtomParity2;
}

function swapsAreOdd(order: readonly number[]): boolean {
  let odd = false;
  for (let left = 0; left < order.length; left += 1)
    for (let right = left + 1; right < order.length; right += 1)
      if ((order[left] as number) > (order[right] as number)) odd = !odd;
  return odd;
}

/** E refers to the neighbours with the lower index of each end. */
function doubleBondParity(
  molecule: Molecule,
  bond: number,
  carriers: readonly number[],
  configuration: number,
): number {
  let opposite = configuration === 1;
  for (const end of [0, 1] as const) {
    const atom = molecule.getBondAtom(end, bond);
    const other = molecule.getBondAtom(end === 0 ? 1 : 0, bond);
    let lowest = Number.POSITIVE_INFINITY;
    let own = -1;
    for (let at = 0; at < molecule.getAllConnAtoms(atom); at += 1) {
      const neighbour = molecule.getConnAtom(atom, at);
      if (neighbour === other) continue;
      lowest = Math.min(lowest, neighbour);
      if (carriers.includes(neighbour)) own = neighbour;
    }
    if (own !== lowest) opposite = !opposite;
  }
  return opposite ? Molecule.cBondParityEor1 : Molecule.cBondParityZor2;
}

function cannotHold(index: number, atom: number, element: number | undefined, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `OpenChemLib can't hold molecule ${(index + 1).toLocaleString('en')}: atom ${(atom + 1).toLocaleString('en')} (${symbolOf(element ?? 0)}) ${what}.`,
    remedy: 'Choose another implementation for these molecules, or leave this one out.',
  });
}
