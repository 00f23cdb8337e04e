import { damageOf } from '../../model/damaged-input';
import { Molecule } from 'openchemlib';
import type { MoleculesBuilder } from '../../model/molecules/builder';
import { bondOrderAromatic, bondOrderZero, stereoKinds } from '../../model/molecules/molecules';

const maxElement = 118;

/**
 * Adds the atoms, bonds and configurations of OpenChemLib's object to `builder`, in its order; the caller ends the molecule. Parities must be valid and refer to this order of atoms.
 * Aromaticity is OpenChemLib's; bonds have its Kekulé structure. @throws `malformedInput` on queries and on atoms that are no element
 */
export function readMolecule(molecule: Molecule, builder: MoleculesBuilder, places: Molecule | null): void {
  const query = readQuery(molecule);
  molecule.ensureHelperArrays(Molecule.cHelperRings);
  const atomCount = molecule.getAllAtoms();
  const bondCount = molecule.getAllBonds();
  for (let atom = 0; atom < atomCount; atom += 1) {
    const isWildcard = query?.wildcards.has(atom) === true;
    const element = isWildcard ? 0 : molecule.getAtomicNo(atom);
    if (element > maxElement)
      throw cannotRead(`atom ${atom + 1} is “${molecule.getAtomLabel(atom)}”, which is not an element`);
    const added = builder.addAtom(
      element,
      isWildcard ? 0 : molecule.getImplicitHydrogens(atom),
      molecule.getAtomCharge(atom),
      molecule.getAtomMass(atom),
      molecule.isAromaticAtom(atom) ? 1 : 0,
      molecule.getAtomMapNo(atom),
    );
    if (places !== null) builder.setPlace(added, places.getAtomX(atom), 0 - places.getAtomY(atom));
  }
  for (let bond = 0; bond < bondCount; bond += 1) {
    const delocalized = molecule.getBondTypeSimple(bond) === Molecule.cBondTypeDelocalized;
    const order = delocalized
      ? bondOrderAromatic
      : query?.anyBonds.has(bond) === true
        ? bondOrderZero
        : molecule.getBondOrder(bond);
    builder.addBond(
      molecule.getBondAtom(0, bond),
      molecule.getBondAtom(1, bond),
      order,
      molecule.isAromaticBond(bond) ? 1 : 0,
    );
  }
  for (let atom = 0; atom < atomCount; atom += 1) addCenter(molecule, builder, atom);
  for (let bond = 0; bond < bondCount; bond += 1) addDoubleBond(molecule, builder, bond);
}

/** The bits of a bond query for the orders from single to delocalized. `~` sets all of them. */
const anyOrder = 15;

/**
 * OpenChemLib reads a SMILES with wildcards or `~` as a query, whose hydrogens are not counted. This function turns it into a molecule and returns the wildcards: the atoms whose list of
 * elements has no name. Null if the object is no query. @throws on other features of queries
 */
function readQuery(
  molecule: Molecule,
): { readonly wildcards: ReadonlySet<number>; readonly anyBonds: ReadonlySet<number> } | null {
  if (!molecule.isFragment()) return null;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const wildcards = new Set(numbers(molecule.getAllAtoms()).filter((atom) => molecule.getAtomListString(atom) === ''));
  const asked = numbers(molecule.getAllBonds()).filter((bond) => molecule.getBondQueryFeatures(bond) !== 0);
  if (asked.some((bond) => molecule.getBondQueryFeatures(bond) !== anyOrder))
    throw cannotRead('OpenChemLib reads it as a query, not as a molecule');
  molecule.setFragment(false);
  return { wildcards, anyBonds: new Set(asked) };
}

/** The relevant neighbours in ascending order, except one of them. */
function neighboursOf(molecule: Molecule, atom: number, without = -1): number[] {
  const neighbours: number[] = [];
  for (let at = 0; at < molecule.getAllConnAtoms(atom); at += 1) {
    const neighbour = molecule.getConnAtom(atom, at);
    if (neighbour !== without) neighbours.push(neighbour);
  }
  return neighbours.sort((left, right) => left - right);
}

/** The inverse of `build`: parity 1 is `@@` of the neighbours by ascending index, with an implicit hydrogen last; for allenes, of each end's neighbours. */
function addCenter(molecule: Molecule, builder: MoleculesBuilder, atom: number): void {
  const parity = molecule.getAtomParity(atom);
  if (parity !== Molecule.cAtomParity1 && parity !== Molecule.cAtomParity2) return;
  const configuration = parity === Molecule.cAtomParity1 ? 2 : 1;
  const neighbours = neighboursOf(molecule, atom);
  if (neighbours.length === 2) {
    const carriers = neighbours.flatMap((end) => {
      const own = neighboursOf(molecule, end, atom);
      return own.length === 1 ? [...own, end] : own;
    });
    if (carriers.length === 4) builder.addStereo(stereoKinds.allenal, atom, configuration, carriers);
  } else if (neighbours.length === 3 || neighbours.length === 4) {
    builder.addStereo(
      stereoKinds.tetrahedral,
      atom,
      configuration,
      neighbours.length === 3 ? [...neighbours, atom] : neighbours,
    );
  }
}

/** E refers to the neighbours with the lower index of each end. */
function addDoubleBond(molecule: Molecule, builder: MoleculesBuilder, bond: number): void {
  const parity = molecule.getBondParity(bond);
  if ((parity !== Molecule.cBondParityEor1 && parity !== Molecule.cBondParityZor2) || molecule.getBondOrder(bond) !== 2)
    return;
  const [begin, end] = [molecule.getBondAtom(0, bond), molecule.getBondAtom(1, bond)];
  const carriers = [neighboursOf(molecule, begin, end)[0], neighboursOf(molecule, end, begin)[0]];
  if (carriers.some((carrier) => carrier === undefined)) return;
  builder.addStereo(stereoKinds.doubleBond, bond, parity === Molecule.cBondParityEor1 ? 1 : 2, carriers as number[]);
}

const cannotRead = damageOf({ subject: '' });
