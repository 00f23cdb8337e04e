import type { MoleculesBuilder } from '../../../model/molecules/builder';
import { type StereoKind, stereoKinds } from '../../../model/molecules/molecules';
import type { Adjacency } from '../../../libraries/molecules/adjacency';
import { markClasses } from './bracket-atom';

const [plain, allenal, square, bipyramid] = [markClasses.plain, markClasses.AL, markClasses.SP, markClasses.TB];

/**
 * Creates stereo elements from the marks in a text. The carriers of a centre are in the order of the text; a hydrogen or lone pair (represented by the centre) follows the preceding atom.
 * The carriers of a double bond are the first neighbour of each end, in the order of bonds. A bare `@` on an atom with too few neighbours and a `/` beside no double bond are ignored. A class
 * (`@SP1`) that does not fit its atom is an error, and so are contradictory sides.
 */
export class StereoReader {
  problem = '';
  problemAt = 0;
  /** For each bond: the text positions of the bond at its begin (of the child's symbol or the ring number) and at its end (-1: the preceding atom), and 1 for `/`, 2 for `\`. */
  beginPlaces = new Int32Array(256);
  endPlaces = new Int32Array(256);
  marks = new Uint8Array(256);
  centerCount = 0;
  #centers = new Int32Array(64);
  #classes = new Uint8Array(64);
  #numbers = new Uint8Array(64);
  #centerPlaces = new Int32Array(64);
  #firstAtom = 0;
  #firstBond = 0;
  #adjacency: Adjacency | null = null;
  #builder: MoleculesBuilder | null = null;
  /** The neighbours of the current atom, in the order of the text. */
  readonly #around: number[] = [];
  readonly #places: number[] = [];

  reserve(bonds: number): void {
    this.beginPlaces = new Int32Array(bonds);
    this.endPlaces = new Int32Array(bonds);
    this.marks = new Uint8Array(bonds);
  }

  addCenter(atom: number, markClass: number, number: number, place: number): void {
    if (this.centerCount === this.#centers.length) {
      const grown = <A extends Int32Array | Uint8Array>(column: A): A => {
        const larger = new (column.constructor as new (length: number) => A)(2 * column.length);
        larger.set(column);
        return larger;
      };
      this.#centers = grown(this.#centers);
      this.#classes = grown(this.#classes);
      this.#numbers = grown(this.#numbers);
      this.#centerPlaces = grown(this.#centerPlaces);
    }
    this.#centers[this.centerCount] = atom;
    this.#classes[this.centerCount] = markClass;
    this.#numbers[this.centerCount] = number;
    this.#centerPlaces[this.centerCount] = place;
    this.centerCount += 1;
  }

  /** Reads the marks of the builder's current molecule. False with `problem` and `problemAt` if one is invalid. */
  read(builder: MoleculesBuilder, adjacency: Adjacency, anyMark: boolean): boolean {
    this.#builder = builder;
    this.#adjacency = adjacency;
    this.#firstAtom = builder.firstAtom;
    this.#firstBond = builder.firstBond;
    for (let index = 0; index < this.centerCount; index += 1) {
      if (
        this.#readCenter(
          builder,
          adjacency,
          this.#centers[index] as number,
          this.#classes[index] as number,
          this.#numbers[index] as number,
        )
      )
        continue;
      if (this.#classes[index] === plain) continue;
      this.problem = 'the atom’s number of neighbours does not fit this configuration class';
      this.problemAt = this.#centerPlaces[index] as number;
      return false;
    }
    if (!anyMark) return true;
    for (let bond = 0; bond < adjacency.bondCount; bond += 1) {
      if (builder.orders.values[this.#firstBond + bond] === 2 && !this.#readDoubleBond(builder, adjacency, bond))
        return false;
    }
    return true;
  }

  #readCenter(
    builder: MoleculesBuilder,
    adjacency: Adjacency,
    center: number,
    markClass: number,
    number: number,
  ): boolean {
    const hydrogens = builder.hydrogens.values[this.#firstAtom + center] as number;
    const degree = adjacency.degree(center);
    if (hydrogens > 1 || degree > 6) return false;
    if ((markClass === plain || markClass === allenal) && degree === 2)
      return hydrogens === 0 && this.#readAllene(builder, adjacency, center, number);
    const kind = this.#kindOf(markClass, degree + hydrogens);
    const around = this.#neighboursInText(center);
    if (kind === 0) return false;
    const wanted = kind === stereoKinds.octahedral ? 6 : kind === stereoKinds.trigonalBipyramidal ? 5 : 4;
    // A position without an atom is a lone pair, at the place of a hydrogen.
    if (degree === wanted - 1) around.splice(this.#places[0] === -1 ? 1 : 0, 0, center);
    else if (degree !== wanted) return false;
    builder.addStereo(kind, center, number, around);
    return true;
  }

  #kindOf(markClass: number, neighbours: number): StereoKind | 0 {
    if (markClass === plain) {
      if (neighbours === 5) return stereoKinds.trigonalBipyramidal;
      if (neighbours === 6) return stereoKinds.octahedral;
      return stereoKinds.tetrahedral;
    }
    if (markClass === allenal) return 0;
    if (markClass === square) return stereoKinds.squarePlanar;
    if (markClass === bipyramid) return stereoKinds.trigonalBipyramidal;
    return markClass === markClasses.OH ? stereoKinds.octahedral : stereoKinds.tetrahedral;
  }

  /** The neighbours by their positions in the text, the preceding atom first. */
  #neighboursInText(atom: number): number[] {
    const { offsets, neighbours, bonds } = this.#adjacency as Adjacency;
    const begins = (this.#builder as MoleculesBuilder).begins.values;
    const around = this.#around;
    const places = this.#places;
    around.length = 0;
    places.length = 0;
    const end = offsets[atom + 1] as number;
    for (let slot = offsets[atom] as number; slot < end; slot += 1) {
      const bond = bonds[slot] as number;
      const place = (begins[this.#firstBond + bond] === atom ? this.beginPlaces[bond] : this.endPlaces[bond]) as number;
      let at = around.length;
      for (; at > 0 && (places[at - 1] as number) > place; at -= 1) {
        places[at] = places[at - 1] as number;
        around[at] = around[at - 1] as number;
      }
      places[at] = place;
      around[at] = neighbours[slot] as number;
    }
    return around;
  }

  #readAllene(builder: MoleculesBuilder, adjacency: Adjacency, center: number, number: number): boolean {
    const [left, right] = this.#neighboursInText(center) as [number, number];
    const first = this.#endCarriers(builder, adjacency, center, left);
    if (first === null) return false;
    const second = this.#endCarriers(builder, adjacency, center, right);
    if (second === null) return false;
    builder.addStereo(stereoKinds.allenal, center, number, [...first, ...second]);
    return true;
  }

  /** The two carriers at the end of the cumulated double bonds from the centre over `next`; null if there are none. */
  #endCarriers(
    builder: MoleculesBuilder,
    adjacency: Adjacency,
    center: number,
    next: number,
  ): readonly number[] | null {
    let before = center;
    let atom = next;
    for (let steps = 0; ; steps += 1) {
      const slot = adjacency.neighbours.indexOf(before, adjacency.offsets[atom]);
      if (
        builder.orders.values[this.#firstBond + (adjacency.bonds[slot] as number)] !== 2 ||
        atom === center ||
        steps > adjacency.atomCount
      )
        return null;
      const hydrogens = builder.hydrogens.values[this.#firstAtom + atom] as number;
      const around = this.#neighboursInText(atom);
      const startsBehind = this.#places[0] === -1 && around[0] !== before;
      const others = around.filter((neighbour) => neighbour !== before);
      if (others.length === 2 && hydrogens === 0) return others;
      if (others.length !== 1 || hydrogens > 1) return null;
      const other = others[0] as number;
      const otherSlot = adjacency.neighbours.indexOf(other, adjacency.offsets[atom]);
      if (builder.orders.values[this.#firstBond + (adjacency.bonds[otherSlot] as number)] !== 2)
        return startsBehind ? [other, atom] : [atom, other];
      before = atom;
      atom = other;
    }
  }

  #readDoubleBond(builder: MoleculesBuilder, adjacency: Adjacency, bond: number): boolean {
    const begin = builder.begins.values[this.#firstBond + bond] as number;
    const end = builder.ends.values[this.#firstBond + bond] as number;
    const [first, second] = [
      this.#sideOf(builder, adjacency, begin, bond),
      this.#sideOf(builder, adjacency, end, bond),
    ];
    if (first === contradiction || second === contradiction) {
      this.problem = 'the direction marks at this double bond put both neighbours of one end on the same side';
      this.problemAt = this.beginPlaces[bond] as number;
      return false;
    }
    if (first === unknownSide || second === unknownSide) return true;
    const carrierOf = (atom: number) => {
      const slot = adjacency.offsets[atom] as number;
      return adjacency.neighbours[adjacency.bonds[slot] === bond ? slot + 1 : slot] as number;
    };
    builder.addStereo(stereoKinds.doubleBond, bond, first === second ? 2 : 1, [carrierOf(begin), carrierOf(end)]);
    return true;
  }

  /** The side of the first other neighbour of this end of the double bond: 1 above, 2 below. */
  #sideOf(builder: MoleculesBuilder, adjacency: Adjacency, atom: number, doubleBond: number): number {
    const from = adjacency.offsets[atom] as number;
    const end = adjacency.offsets[atom + 1] as number;
    if (end - from > 3) return unknownSide;
    let side = unknownSide;
    let others = 0;
    for (let slot = from; slot < end; slot += 1) {
      const bond = adjacency.bonds[slot] as number;
      if (bond === doubleBond) continue;
      const mark = this.marks[bond] as number;
      if (mark !== 0) {
        const own = builder.begins.values[this.#firstBond + bond] === atom ? mark : 3 - mark;
        // The second neighbour is on the opposite side of the first.
        const ofFirst = others === 0 ? own : 3 - own;
        if (side !== unknownSide && side !== ofFirst) return contradiction;
        side = ofFirst;
      }
      others += 1;
    }
    return side;
  }
}

const unknownSide = 0;
const contradiction = -1;
