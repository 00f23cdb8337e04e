import type { MoleculesBuilder } from '../../model/molecules/builder';
import { impliedHydrogens } from './organic-subset';

/** The row of an atom in brackets, whose hydrogens are told. */
export const inBrackets = -1;

/** What the parser keeps of each atom of one molecule, in the order of the text, until all of it is read. */
export class TextAtoms {
  /** Row of the implied hydrogens, or {@link inBrackets}. */
  rows = new Int16Array(256);
  /** Sum of the orders of its bonds. */
  sums = new Int32Array(256);
  /** The atom before it, and its bond to that where that is aromatic by the letters alone; -1 without. */
  parents = new Int32Array(256);
  chainBonds = new Int32Array(256);
  /** The first and the last atom that a ring number binds it to (itself without), then of all that hang on it; and the last of these. */
  lows = new Int32Array(256);
  highs = new Int32Array(256);
  lasts = new Int32Array(256);

  reserve(size: number): void {
    this.rows = new Int16Array(size);
    this.sums = new Int32Array(size);
    this.parents = new Int32Array(size);
    this.chainBonds = new Int32Array(size);
    this.lows = new Int32Array(size);
    this.highs = new Int32Array(size);
    this.lasts = new Int32Array(size);
  }

  /** Implied hydrogens; and bonds that lie in no ring become single, unless that is known already. */
  finish(builder: MoleculesBuilder, atomCount: number, knowsRings: boolean): void {
    const { rows, sums, parents, chainBonds, lows, highs, lasts } = this;
    const { firstAtom, firstBond } = builder;
    const hydrogens = builder.hydrogens.values;
    const orders = builder.orders.values;
    const flags = builder.aromaticBonds.values;
    // From the last atom back, what hangs on an atom is known before it: its bond lies in a ring if another one leaves the part of the text behind it.
    for (let atom = atomCount - 1; atom >= 0; atom -= 1) {
      const row = rows[atom] as number;
      if (row !== inBrackets) hydrogens[firstAtom + atom] = impliedHydrogens(row, sums[atom] as number);
      const parent = parents[atom] as number;
      if (parent < 0) continue;
      const low = lows[atom] as number;
      const high = highs[atom] as number;
      const last = lasts[atom] as number;
      const chainBond = chainBonds[atom] as number;
      if (chainBond >= 0 && low >= atom && high <= last && !knowsRings) {
        orders[firstBond + chainBond] = 1;
        flags[firstBond + chainBond] = 0;
      }
      if (low < (lows[parent] as number)) lows[parent] = low;
      if (high > (highs[parent] as number)) highs[parent] = high;
      if (last > (lasts[parent] as number)) lasts[parent] = last;
    }
  }
}
