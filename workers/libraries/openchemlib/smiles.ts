import { Molecule } from 'openchemlib';
import { FormatlabError } from '../../model/errors';
import type { MoleculesBuilder } from '../../model/molecules/builder';
import { bondOrderZero, type Molecules } from '../../model/molecules/molecules';
import { buildMolecule } from './build';
import { readMolecule } from './read';

/**
 * OpenChemLib's canonical isomeric SMILES of the molecule. @throws `unsupported` if it has a bond of order zero, or a hydrogen bound to a hydrogen isotope: OpenChemLib
 * leaves these out
 */
export function smilesOf(molecules: Molecules, index: number): string {
  const { orders } = molecules.bonds;
  if (orders.subarray(molecules.bondOffsets[index], molecules.bondOffsets[index + 1]).includes(bondOrderZero))
    throw cannotWrite(index, 'a bond of order zero, which OpenChemLib would leave out');
  if (hasIsotopeWithHydrogen(molecules, index))
    throw cannotWrite(index, 'a hydrogen bound to a hydrogen isotope, which OpenChemLib would leave out');
  // OpenChemLib writes a wildcard as `[?]`, which is not valid SMILES.
  return buildMolecule(molecules, index, false)
    .molecule.toIsomericSmiles({ includeMapping: true })
    .replaceAll('?', '*');
}

function hasIsotopeWithHydrogen({ atoms, bonds, atomOffsets, bondOffsets }: Molecules, index: number): boolean {
  const first = atomOffsets[index] as number;
  const elements = atoms.elements.subarray(first, atomOffsets[index + 1]);
  if (!elements.includes(1)) return false;
  if (elements.some((element, atom) => element === 1 && atoms.hydrogens[first + atom] !== 0)) return true;
  for (let bond = bondOffsets[index] as number; bond < (bondOffsets[index + 1] as number); bond += 1) {
    const [begin, end] = [bonds.begins[bond] as number, bonds.ends[bond] as number];
    if (
      elements[begin] === 1 &&
      elements[end] === 1 &&
      (atoms.isotopes[first + begin] !== 0) !== (atoms.isotopes[first + end] !== 0)
    )
      return true;
  }
  return false;
}

/** Adds the molecule of a SMILES to `builder`. */
export function readSmiles(smiles: string, builder: MoleculesBuilder): void {
  readMolecule(parsed(smiles), builder, null);
}

function parsed(smiles: string): Molecule {
  try {
    return Molecule.fromSmiles(smiles, { noCoordinates: true });
  } catch (cause) {
    // The message begins with a class name, which the compiler from Java has shortened.
    const reason = cause instanceof Error ? cause.message.replace(/^\S+: (?:SmilesParser: ?)?/, '') : '';
    throw new FormatlabError(
      {
        tag: 'malformedInput',
        stage: 'decode',
        message: `OpenChemLib ${reason === '' ? 'can’t parse the SMILES' : `says “${reason.slice(0, 300)}” of the SMILES`}.`,
      },
      { cause },
    );
  }
}

function cannotWrite(index: number, what: string): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    format: 'smiles',
    message: `OpenChemLib can't write molecule ${(index + 1).toLocaleString('en')} as SMILES: it has ${what}.`,
    remedy: 'Choose another implementation for these molecules, or leave this one out.',
  });
}
