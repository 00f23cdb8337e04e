import type { MoleculesBuilder } from '../../../model/molecules/builder';
import { impliedHydrogens } from '../../../libraries/molecules/organic-subset';

/** The row of an atom in brackets, whose hydrogens are explicit. */
export const bracketAtomRow = -1;

/** The parser's data on each atom of one molecule, in the order of the text. */
export class ParsedAtoms {
  /** The row of implicit hydrogens, or {@link bracketAtomRow}. */
  rows = new Int16Array(256);
  /** The sum of the bond orders of an atom. */
  sums = new Int32Array(256);
  /** The preceding atom, and the bond to it if only the letters make it aromatic; -1 otherwise. */
  parents = new Int32Array(256);
  chainBonds = new Int32Array(256);
  /** The first and the last atom that ring numbers bind to this atom (or the atom itself), then to any of its descendants; and the last descendant. */
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

  /** Sets implicit hydrogens, and makes bonds outside rings single unless that is already done. */
  finish(builder: MoleculesBuilder, atomCount: number, knowsRings: boolean): void {
    const { rows, sums, parents, chainBonds, lows, highs, lasts } = this;
    const { firstAtom, firstBond } = builder;
    const hydrogens = builder.hydrogens.values;
    const orders = builder.orders.values;
    const flags = builder.aromaticBonds.values;
    // From the last atom to the first, descendants are complete before their parent. A bond is in a ring if another bond leaves its subtree.
    for (let atom = atomCount - 1; atom >= 0; atom -= 1) {
      const row = rows[atom] as number;
      if (row !== bracketAtomRow) hydrogens[firstAtom + atom] = impliedHydrogens(row, sums[atom] as number);
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
