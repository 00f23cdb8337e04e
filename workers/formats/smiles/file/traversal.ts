import { FormatlabError } from '../../../model/errors';
import type { Molecules } from '../../../model/molecules/molecules';
import { Adjacency } from '../../../libraries/molecules/adjacency';

/**
 * The order in which a molecule's atoms are written: depth first, each part from its lowest atom, with children in the order of the bonds. A molecule in this order keeps its order. Arrays
 * are indexed by atom unless stated otherwise, and are reused for the next molecule.
 */
export class Traversal {
  readonly adjacency = new Adjacency();
  /** Atoms by their position in the text. */
  order = new Int32Array(64);
  places = new Int32Array(64);
  /** The parent atom and the bond to it; -1 for the first atom of a part. */
  parents = new Int32Array(64);
  parentBonds = new Int32Array(64);
  childCounts = new Int32Array(64);
  ringCounts = new Int32Array(64);
  /** The earliest position that a ring bond of the atom or its descendants leads to. It is the atom's own position if the bond to its parent is in no ring. */
  lowest = new Int32Array(64);
  /** The ring bonds that open at the atom, as a linked list in the order in which they close: the first and the last, and for each bond the next; -1 at the end. */
  firstOpenings = new Int32Array(64);
  lastOpenings = new Int32Array(64);
  nextOpenings = new Int32Array(64);
  /** For each bond: 1 if ring numbers express it. */
  isRing = new Uint8Array(64);
  #cursors = new Int32Array(64);

  walk(molecules: Molecules, molecule: number): void {
    const { adjacency } = this;
    adjacency.read(molecules, molecule);
    const { atomCount, bondCount, offsets, neighbours, bonds } = adjacency;
    this.#reserve(atomCount, bondCount);
    const { order, places, parents, parentBonds, childCounts, ringCounts, lowest, isRing } = this;
    const cursors = this.#cursors;
    for (let atom = 0; atom < atomCount; atom += 1) {
      places[atom] = -1;
      childCounts[atom] = 0;
      ringCounts[atom] = 0;
      this.firstOpenings[atom] = -1;
      cursors[atom] = offsets[atom] as number;
    }
    isRing.fill(0, 0, bondCount);
    let count = 0;
    for (let root = 0; root < atomCount; root += 1) {
      if ((places[root] as number) >= 0) continue;
      places[root] = count;
      lowest[root] = count;
      order[count] = root;
      parents[root] = -1;
      parentBonds[root] = -1;
      count += 1;
      let atom = root;
      for (;;) {
        const slot = cursors[atom] as number;
        if (slot === (offsets[atom + 1] as number)) {
          const parent = parents[atom] as number;
          if (parent < 0) break;
          if ((lowest[atom] as number) < (lowest[parent] as number)) lowest[parent] = lowest[atom] as number;
          atom = parent;
          continue;
        }
        cursors[atom] = slot + 1;
        const child = neighbours[slot] as number;
        if ((places[child] as number) >= 0) continue;
        const bond = bonds[slot] as number;
        places[child] = count;
        lowest[child] = count;
        order[count] = child;
        parents[child] = atom;
        parentBonds[child] = bond;
        childCounts[atom] = (childCounts[atom] as number) + 1;
        count += 1;
        // A neighbour that was written before the atom is one of its ancestors.
        const end = offsets[child + 1] as number;
        for (let back = offsets[child] as number; back < end; back += 1) {
          const other = neighbours[back] as number;
          if (bonds[back] === bond || (places[other] as number) < 0) continue;
          if (other === atom) throw boundTwice(molecule, atom, child);
          this.#addRing(bonds[back] as number, other, child);
        }
        atom = child;
      }
    }
  }

  /** The neighbours in the order of the text: the parent, those of closing and of opening ring numbers, and the children. */
  neighboursInText(atom: number): number[] {
    const { offsets, neighbours, bonds } = this.adjacency;
    const parent = this.parents[atom] as number;
    const found: number[] = parent < 0 ? [] : [parent];
    const children: number[] = [];
    const end = offsets[atom + 1] as number;
    const place = this.places[atom] as number;
    for (let slot = offsets[atom] as number; slot < end; slot += 1) {
      const other = neighbours[slot] as number;
      if (this.isRing[bonds[slot] as number] === 0) {
        if (other !== parent) children.push(other);
      } else if ((this.places[other] as number) < place) found.push(other);
    }
    for (let bond = this.firstOpenings[atom] as number; bond >= 0; bond = this.nextOpenings[bond] as number)
      found.push(this.#otherEnd(bond, atom));
    found.push(...children);
    return found;
  }

  #otherEnd(bond: number, atom: number): number {
    const { offsets, neighbours, bonds } = this.adjacency;
    return neighbours[bonds.indexOf(bond, offsets[atom])] as number;
  }

  bondBetween(atom: number, neighbour: number): number {
    const { offsets, neighbours, bonds } = this.adjacency;
    return bonds[neighbours.indexOf(neighbour, offsets[atom])] as number;
  }

  #addRing(bond: number, ancestor: number, descendant: number): void {
    const { firstOpenings, lastOpenings, nextOpenings, ringCounts, lowest, places } = this;
    this.isRing[bond] = 1;
    nextOpenings[bond] = -1;
    if (firstOpenings[ancestor] === -1) firstOpenings[ancestor] = bond;
    else nextOpenings[lastOpenings[ancestor] as number] = bond;
    lastOpenings[ancestor] = bond;
    ringCounts[ancestor] = (ringCounts[ancestor] as number) + 1;
    ringCounts[descendant] = (ringCounts[descendant] as number) + 1;
    if ((places[ancestor] as number) < (lowest[descendant] as number)) lowest[descendant] = places[ancestor] as number;
  }

  #reserve(atomCount: number, bondCount: number): void {
    if (atomCount > this.order.length) {
      const size = 2 * atomCount;
      this.order = new Int32Array(size);
      this.places = new Int32Array(size);
      this.parents = new Int32Array(size);
      this.parentBonds = new Int32Array(size);
      this.childCounts = new Int32Array(size);
      this.ringCounts = new Int32Array(size);
      this.lowest = new Int32Array(size);
      this.firstOpenings = new Int32Array(size);
      this.lastOpenings = new Int32Array(size);
      this.#cursors = new Int32Array(size);
    }
    if (bondCount > this.isRing.length) {
      this.isRing = new Uint8Array(2 * bondCount);
      this.nextOpenings = new Int32Array(2 * bondCount);
    }
  }
}

function boundTwice(molecule: number, atom: number, other: number): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `Molecule ${(molecule + 1).toLocaleString('en')} has two bonds between atoms ${atom + 1} and ${other + 1}, which SMILES can’t express.`,
    remedy: 'Give them a single bond of the right order.',
  });
}
