import { type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { Adjacency } from '../../../libraries/molecules/adjacency';
import { withoutKekule, filterStereoElements } from '../../../libraries/molecules/losses';
import { DirectionMarks } from './direction-marks';
import { hasAromaticSymbol } from '../../../libraries/molecules/organic-subset';

/** The molecules as SMILES return them; `smilesLosses` lists the losses. */
export function withoutSmilesLosses(given: Molecules): Molecules {
  const molecules = flagsByBonds(withoutKekule(given));
  if (!molecules.stereo.kinds.includes(stereoKinds.doubleBond)) return molecules;
  const dropped = new Set<number>();
  const adjacency = new Adjacency();
  const directions = new DirectionMarks();
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const from = molecules.stereoOffsets[molecule] as number;
    if (!molecules.stereo.kinds.subarray(from, molecules.stereoOffsets[molecule + 1]).includes(stereoKinds.doubleBond))
      continue;
    adjacency.read(molecules, molecule);
    directions.assign(molecules, molecule, adjacency);
    for (const element of directions.dropped) dropped.add(element);
  }
  return dropped.size === 0 ? molecules : filterStereoElements(molecules, (element) => !dropped.has(element));
}

function flagsByBonds(molecules: Molecules): Molecules {
  const { elements, aromatic } = molecules.atoms;
  if (!elements.some((element) => hasAromaticSymbol[element] === 0)) return molecules;
  const flags = aromatic.slice();
  for (let atom = 0; atom < flags.length; atom += 1)
    if (hasAromaticSymbol[elements[atom] as number] === 0) flags[atom] = 0;
  const { begins, ends, aromatic: ofBonds } = molecules.bonds;
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const firstAtom = molecules.atomOffsets[molecule] as number;
    const end = molecules.bondOffsets[molecule + 1] as number;
    for (let bond = molecules.bondOffsets[molecule] as number; bond < end; bond += 1) {
      if (ofBonds[bond] === 0) continue;
      for (const atom of [begins[bond] as number, ends[bond] as number])
        if (hasAromaticSymbol[elements[firstAtom + atom] as number] === 0) flags[firstAtom + atom] = 1;
    }
  }
  return { ...molecules, atoms: { ...molecules.atoms, aromatic: flags } };
}
