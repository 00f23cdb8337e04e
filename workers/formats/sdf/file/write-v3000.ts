import type { Molecules } from '../../../model/molecules/molecules';
import { elementSymbols } from '../../../libraries/molecules/elements';
import { bondStereoCodes } from './stereo/drawing';

/** One molecule with the data that is computed before writing. */
interface MoleculeToWrite {
  readonly molecules: Molecules;
  readonly molecule: number;
  /** For each atom: the valence to write; 0 if the reader's model is right, -1 if the valence is zero. */
  readonly valences: Int8Array;
  readonly parities: Uint8Array;
  readonly marks: Uint8Array;
  readonly turned: Uint8Array;
  readonly chiral: boolean;
}

/** V3000's number for the configuration of a bond. */
const bondConfiguration: Readonly<Record<number, number>> = {
  [bondStereoCodes.up]: 1,
  [bondStereoCodes.either]: 2,
  [bondStereoCodes.crossed]: 2,
  [bondStereoCodes.down]: 3,
};

/** Writes the connection table of one molecule, from `M  V30 BEGIN CTAB` to `M  V30 END CTAB`. */
export function v3000Text({ molecules, molecule, valences, parities, marks, turned, chiral }: MoleculeToWrite): string {
  const { atomOffsets, bondOffsets, atoms, bonds, coordinates } = molecules;
  const firstAtom = atomOffsets[molecule] ?? 0;
  const atomCount = (atomOffsets[molecule + 1] ?? 0) - firstAtom;
  const firstBond = bondOffsets[molecule] ?? 0;
  const bondCount = (bondOffsets[molecule + 1] ?? 0) - firstBond;
  const lines = ['BEGIN CTAB', `COUNTS ${atomCount} ${bondCount} 0 0 ${chiral ? 1 : 0}`, 'BEGIN ATOM'];
  const place = (at: number) =>
    coordinates === null ? '0' : `${Math.round((coordinates[at] as number) * 10_000) / 10_000}`;
  for (let atom = 0; atom < atomCount; atom += 1) {
    const at = firstAtom + atom;
    let line = `${atom + 1} ${elementSymbols[atoms.elements[at] as number]} ${place(2 * at)} ${place(2 * at + 1)} 0 ${atoms.maps[at]}`;
    if (atoms.charges[at] !== 0) line += ` CHG=${atoms.charges[at]}`;
    if (coordinates === null && parities[atom] !== 0) line += ` CFG=${parities[atom]}`;
    if (atoms.isotopes[at] !== 0) line += ` MASS=${atoms.isotopes[at]}`;
    if (valences[atom] !== 0) line += ` VAL=${valences[atom]}`;
    lines.push(line);
  }
  lines.push('END ATOM', 'BEGIN BOND');
  for (let bond = 0; bond < bondCount; bond += 1) {
    const at = firstBond + bond;
    const begin = 1 + (bonds.begins[at] as number);
    const end = 1 + (bonds.ends[at] as number);
    const configuration = bondConfiguration[marks[bond] as number];
    lines.push(
      `${bond + 1} ${bonds.orders[at] === 0 ? 8 : bonds.orders[at]} ${turned[bond] === 1 ? `${end} ${begin}` : `${begin} ${end}`}${configuration === undefined ? '' : ` CFG=${configuration}`}`,
    );
  }
  lines.push('END BOND', 'END CTAB');
  return lines.map((line) => `M  V30 ${line}\n`).join('');
}
