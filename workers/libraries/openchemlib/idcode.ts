import { damageOf } from '../../model/damaged-input';
import { Canonizer, Molecule } from 'openchemlib';
import { FormatlabError } from '../../model/errors';
import type { MoleculesBuilder } from '../../model/molecules/builder';
import type { Molecules } from '../../model/molecules/molecules';
import { type BuiltMolecule, buildMolecule } from './build';
import { readMolecule } from './read';

/** The limits of an idCode: a mass number has 8 bits, a charge has 4. */
const maxIsotope = 255;
const charges = { min: -8, max: 7 };

/**
 * OpenChemLib's idCode of a molecule, a canonical code. Encoded coordinates follow after a space, if the dataset has some. OpenChemLib derives configurations from 2D coordinates and
 * wedges: the dataset's own coordinates, or invented ones if there are none or they contradict. Double bonds in rings that no drawing can show become unspecified.
 * @throws `unsupported` if an idCode cannot express the molecule
 */
export function idCodeOf(molecules: Molecules, index: number): string {
  refuseBeyond(molecules, index);
  const hasPlaces = molecules.coordinates !== null;
  if (molecules.stereoOffsets[index + 1] === molecules.stereoOffsets[index]) {
    const canonizer = new Canonizer(buildMolecule(molecules, index, hasPlaces).molecule);
    return hasPlaces ? `${canonizer.getIDCode()} ${canonizer.getEncodedCoordinates(true)}` : canonizer.getIDCode();
  }
  if (hasPlaces) {
    const { canonizer, wrongAtoms, wrongBonds } = drawn(molecules, index, true, []);
    if (wrongAtoms.length === 0 && wrongBonds.length === 0)
      return `${canonizer.getIDCode()} ${canonizer.getEncodedCoordinates(true)}`;
  }
  let drawing = drawn(molecules, index, false, []);
  const inRings = drawing.wrongBonds.filter((bond) => drawing.built.molecule.isRingBond(bond));
  if (inRings.length > 0) drawing = drawn(molecules, index, false, inRings);
  if (drawing.wrongAtoms.length > 0 || drawing.wrongBonds.length > 0) throw cannotDraw(index);
  const code = drawing.canonizer.getIDCode();
  if (!hasPlaces) return code;
  place(molecules, index, drawing.built);
  drawing.canonizer.invalidateCoordinates();
  return `${code} ${drawing.canonizer.getEncodedCoordinates(true)}`;
}

interface Drawing {
  readonly built: BuiltMolecule;
  readonly canonizer: Canonizer;
  /** Finds configurations that OpenChemLib reads differently from the drawing. Atoms that it does not regard as stereocentres are not included. */
  readonly wrongAtoms: readonly number[];
  readonly wrongBonds: readonly number[];
}

function drawn(molecules: Molecules, index: number, places: boolean, leftOut: readonly number[]): Drawing {
  const built = buildMolecule(molecules, index, places);
  const { molecule } = built;
  for (const bond of leftOut) {
    molecule.setBondParity(bond, Molecule.cBondParityNone, false);
    molecule.setBondParityUnknownOrNone(bond);
  }
  const atoms = Array.from({ length: molecule.getAtoms() }, (_, atom) => molecule.getAtomParity(atom));
  const bonds = Array.from({ length: molecule.getBonds() }, (_, bond) => molecule.getBondParity(bond));
  if (places) molecule.setStereoBondsFromParity();
  else molecule.inventCoordinates({ keepHydrogens: true });
  const canonizer = new Canonizer(molecule);
  canonizer.setParities();
  const wrong = (wanted: number, found: number) =>
    found !== wanted && (found === 1 || found === 2 || (found !== 0 && wanted !== 0));
  return {
    built,
    canonizer,
    wrongAtoms: atoms.flatMap((wanted, atom) => (wrong(wanted, molecule.getAtomParity(atom)) ? [atom] : [])),
    wrongBonds: bonds.flatMap((wanted, bond) => (wrong(wanted, molecule.getBondParity(bond)) ? [bond] : [])),
  };
}

/** Adds the molecule of an idCode (with coordinates after a space) to `builder`, and its coordinates if `builder` accepts them. */
export function readIdCode(notation: string, builder: MoleculesBuilder, hasPlaces: boolean): void {
  const space = notation.indexOf(' ');
  const code = space < 0 ? notation : notation.slice(0, space);
  if (!/^[\x40-\x7f]+$/.test(code)) throw malformed('an idCode can contain only the characters from “@” to DEL');
  // Without coordinates, the parities are those of the idCode. With coordinates, OpenChemLib would perceive them again.
  const molecule = parsed(code, null);
  const coordinates = hasPlaces ? notation.slice(space + 1) : null;
  if (hasPlaces !== space >= 0)
    throw malformed(`unlike the first molecule, it has ${hasPlaces ? 'no ' : ''}coordinates`);
  const places = coordinates === null ? null : parsed(code, coordinates);
  if (places !== null && places.getAllAtoms() !== molecule.getAllAtoms())
    throw malformed('its coordinates belong to another molecule');
  readMolecule(molecule, builder, places);
}

function parsed(code: string, coordinates: string | null): Molecule {
  try {
    return coordinates === null ? Molecule.fromIDCode(code, false) : Molecule.fromIDCode(code, coordinates);
  } catch (cause) {
    throw malformed('OpenChemLib can’t decode it', null, cause);
  }
}

const malformed = damageOf({ subject: '' });

function place(molecules: Molecules, index: number, { molecule, atomOf }: BuiltMolecule): void {
  const first = molecules.atomOffsets[index] as number;
  const { coordinates } = molecules;
  if (coordinates === null) return;
  atomOf.forEach((at, atom) => {
    molecule.setAtomX(at, coordinates[2 * (first + atom)] as number);
    molecule.setAtomY(at, -(coordinates[2 * (first + atom) + 1] as number));
  });
}

function cannotDraw(index: number): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `Molecule ${(index + 1).toLocaleString('en')} can’t have an idCode: OpenChemLib finds no drawing that shows its configurations.`,
    remedy: 'Leave this molecule out.',
  });
}

function refuseBeyond(molecules: Molecules, index: number): void {
  const { isotopes, charges: ofAtoms } = molecules.atoms;
  for (
    let atom = molecules.atomOffsets[index] as number;
    atom < (molecules.atomOffsets[index + 1] as number);
    atom += 1
  ) {
    const [isotope, charge] = [isotopes[atom] as number, ofAtoms[atom] as number];
    if (isotope <= maxIsotope && charge >= charges.min && charge <= charges.max) continue;
    const what =
      isotope > maxIsotope
        ? `the mass number ${isotope}; the maximum is ${maxIsotope}`
        : `the charge ${charge}; ${charges.min} to ${charges.max} are possible`;
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      message: `An idCode can't hold molecule ${(index + 1).toLocaleString('en')}: atom ${(atom - (molecules.atomOffsets[index] as number) + 1).toLocaleString('en')} has ${what}.`,
    });
  }
}
