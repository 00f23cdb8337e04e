import type { Molecules } from '../../model/molecules/molecules';

/**
 * The neighbours of each atom of one molecule. `read` fills it for a molecule and reuses its memory, so one object serves many molecules. The neighbours of an atom are `neighbours[i]`,
 * with bonds `bonds[i]`, for i in [offsets[atom], offsets[atom + 1]), in the order of the bonds. Indices count from the molecule's first atom and bond.
 */
export class Adjacency {
  offsets = new Int32Array(65);
  neighbours = new Uint16Array(128);
  bonds = new Uint16Array(128);
  atomCount = 0;
  bondCount = 0;

  read(molecules: Molecules, molecule: number): void {
    const firstBond = molecules.bondOffsets[molecule] as number;
    const atomCount = (molecules.atomOffsets[molecule + 1] as number) - (molecules.atomOffsets[molecule] as number);
    this.readBonds(
      molecules.bonds.begins,
      molecules.bonds.ends,
      firstBond,
      (molecules.bondOffsets[molecule + 1] as number) - firstBond,
      atomCount,
    );
  }

  /** All begins and ends must be less than `atomCount`. */
  readBonds(begins: Uint16Array, ends: Uint16Array, firstBond: number, bondCount: number, atomCount: number): void {
    this.atomCount = atomCount;
    this.bondCount = bondCount;
    if (atomCount + 2 > this.offsets.length) this.offsets = new Int32Array(2 * atomCount + 2);
    if (2 * bondCount > this.neighbours.length) {
      this.neighbours = new Uint16Array(4 * bondCount);
      this.bonds = new Uint16Array(4 * bondCount);
    }
    const { offsets, neighbours, bonds } = this;
    // Offsets are shifted by one slot, so that filling moves each of them to its final value.
    offsets.fill(0, 0, atomCount + 2);
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      const begin = (begins[bond] as number) + 2;
      const end = (ends[bond] as number) + 2;
      offsets[begin] = (offsets[begin] as number) + 1;
      offsets[end] = (offsets[end] as number) + 1;
    }
    for (let atom = 2; atom < atomCount + 2; atom += 1)
      offsets[atom] = (offsets[atom] as number) + (offsets[atom - 1] as number);
    for (let bond = 0; bond < bondCount; bond += 1) {
      const begin = begins[firstBond + bond] as number;
      const end = ends[firstBond + bond] as number;
      const atBegin = offsets[begin + 1] as number;
      neighbours[atBegin] = end;
      bonds[atBegin] = bond;
      offsets[begin + 1] = atBegin + 1;
      const atEnd = offsets[end + 1] as number;
      neighbours[atEnd] = begin;
      bonds[atEnd] = bond;
      offsets[end + 1] = atEnd + 1;
    }
  }

  degree(atom: number): number {
    return (this.offsets[atom + 1] as number) - (this.offsets[atom] as number);
  }
}
