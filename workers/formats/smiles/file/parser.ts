import type { MoleculesBuilder } from '../../../model/molecules/builder';
import { bondOrderAromatic, bondOrderZero, maxAtoms, maxBonds } from '../../../model/molecules/molecules';
import { Adjacency } from '../../../libraries/molecules/adjacency';
import { BracketAtom } from './bracket-atom';
import { bondOrderUnstated, OpenRings } from './open-rings';
import { hasAromaticSymbol, valenceTableRow } from '../../../libraries/molecules/organic-subset';
import { StereoReader } from './read-stereo';
import { bridgesOf } from '../../../libraries/molecules/rings';
import { bracketAtomRow, ParsedAtoms } from './text-atoms';

/** Element + 1 of the symbols that need no brackets, by character code; + 128 for lower case. `Cl` and `Br` begin like carbon and boron. */
const organicByCode = new Uint8Array(256);
for (const [symbol, element] of [
  ['*', 0],
  ['B', 5],
  ['C', 6],
  ['N', 7],
  ['O', 8],
  ['F', 9],
  ['P', 15],
  ['S', 16],
  ['I', 53],
] as const)
  organicByCode[symbol.charCodeAt(0)] = element + 1;
for (const [symbol, element] of [
  ['b', 5],
  ['c', 6],
  ['n', 7],
  ['o', 8],
  ['p', 15],
  ['s', 16],
] as const)
  organicByCode[symbol.charCodeAt(0)] = element + 129;

/** Order + 1 by the character code of the bond symbol; `<` stands for `<-`. */
const orderBySymbol = new Uint8Array(256);
for (const [symbol, order] of [
  ['-', 1],
  ['/', 1],
  ['\\', 1],
  ['=', 2],
  ['#', 3],
  ['$', 4],
  [':', bondOrderAromatic],
  ['~', bondOrderZero],
  ['<', bondOrderZero],
] as const)
  orderBySymbol[symbol.charCodeAt(0)] = order + 1;

/**
 * Reads SMILES (OpenSMILES) into a builder. After each `parse`, the caller ends or abandons the molecule. Atoms are in the order of the text. A bond is added at its second atom or second
 * ring number. Stereo elements follow: those of centres, then those of double bonds. Bonds between lower-case atoms are aromatic (order {@link bondOrderAromatic}) if they are in a ring.
 * Dative bonds (`->`, `<-`) have order zero, like `~`. The parser knows no chemistry beyond the valences that imply hydrogens. Reactions (`CCO>>CC=O`) are rejected. The text after white
 * space belongs to the caller: a CXSMILES extension (`|…|`) is not parsed, but extension.ts finds its end.
 */
export class SmilesParser {
  problem = '';
  /** The position in the text. */
  problemAt = 0;
  readonly #builder: MoleculesBuilder;
  readonly #bracket = new BracketAtom();
  readonly #adjacency = new Adjacency();
  readonly #stereo = new StereoReader();
  readonly #atoms = new ParsedAtoms();
  readonly #rings = new OpenRings();
  #branches = new Int32Array(256);

  constructor(builder: MoleculesBuilder) {
    this.#builder = builder;
  }

  /** Reads one SMILES from `from` to the first white space before `end` and returns that position. On failure it returns -1 with `problem` and `problemAt`; the caller must then abandon the molecule. */
  parse(text: Uint8Array, from: number, end: number): number {
    const builder = this.#builder;
    this.#reserve(Math.min(end - from, 2 * maxAtoms));
    const elements = builder.elements.values;
    const isotopes = builder.isotopes.values;
    const charges = builder.charges.values;
    const hydrogenCounts = builder.hydrogens.values;
    const aromaticAtoms = builder.aromaticAtoms.values;
    const maps = builder.maps.values;
    const begins = builder.begins.values;
    const ends = builder.ends.values;
    const orders = builder.orders.values;
    const aromaticBonds = builder.aromaticBonds.values;
    const firstAtom = builder.elements.length;
    const firstBond = builder.orders.length;
    const { rows, sums, parents, chainBonds, lows, highs, lasts } = this.#atoms;
    const rings = this.#rings;
    const branches = this.#branches;
    const stereo = this.#stereo;
    const beginPlaces = stereo.beginPlaces;
    const endPlaces = stereo.endPlaces;
    const marks = stereo.marks;
    stereo.centerCount = 0;

    let atomCount = 0;
    let bondCount = 0;
    let depth = 0;
    let previous = -1;
    let pending = bondOrderUnstated;
    let pendingAt = 0;
    let mark = 0;
    let anyMark = false;
    let anyColon = false;
    let componentStart = 0;
    let crossesParts = false;
    let bondsBeforeAtom = 0;
    let at = from;

    for (; at < end; ) {
      const code = text[at] as number;
      const start = at;
      const organic = organicByCode[code] as number;
      let element = 0;
      let aromatic = 0;
      if (organic !== 0) {
        at += 1;
        if (organic < 128) {
          element = organic - 1;
          if (element === 6) {
            if (at < end && text[at] === 108) {
              element = 17;
              at += 1;
            }
          } else if (element === 5 && at < end && text[at] === 114) {
            element = 35;
            at += 1;
          }
        } else {
          element = organic - 129;
          aromatic = 1;
        }
        if (atomCount === maxAtoms)
          return this.#fail(start, `more than ${maxAtoms.toLocaleString('en')} atoms are too many for one molecule`);
        rows[atomCount] = valenceTableRow(element, aromatic);
        const column = firstAtom + atomCount;
        isotopes[column] = 0;
        charges[column] = 0;
        maps[column] = 0;
      } else if (code === 91) {
        const bracket = this.#bracket;
        at = bracket.read(text, at + 1, end);
        if (at < 0) return this.#fail(bracket.problemAt, bracket.problem);
        if (atomCount === maxAtoms)
          return this.#fail(start, `more than ${maxAtoms.toLocaleString('en')} atoms are too many for one molecule`);
        element = bracket.element;
        aromatic = bracket.aromatic;
        rows[atomCount] = bracketAtomRow;
        const column = firstAtom + atomCount;
        isotopes[column] = bracket.isotope;
        charges[column] = bracket.charge;
        maps[column] = bracket.map;
        hydrogenCounts[column] = bracket.hydrogens;
        if (bracket.markNumber > 0) stereo.addCenter(atomCount, bracket.markClass, bracket.markNumber, start);
      } else if (code <= 32) {
        break;
      } else {
        at += 1;
        const symbol = orderBySymbol[code] as number;
        if (symbol !== 0) {
          if (pending !== bondOrderUnstated) return this.#fail(start, 'two bond symbols follow each other');
          pending = symbol - 1;
          pendingAt = start;
          if (code === 47) mark = 1;
          else if (code === 92) mark = 2;
          else if ((code === 45 && at < end && text[at] === 62) || code === 60) {
            if (code === 60 && (at >= end || text[at] !== 45))
              return this.#fail(start, 'this character can’t begin an atom, bond, branch or ring number');
            pending = bondOrderZero;
            at += 1;
          }
          continue;
        }
        let number = -1;
        switch (code) {
          case 40: // (
            if (previous < 0 || text[start - 1] === 40)
              return this.#fail(start, 'a branch begins with no atom before it');
            if (pending !== bondOrderUnstated)
              return this.#fail(pendingAt, 'a bond symbol is before a branch; put it inside the branch');
            branches[depth] = previous;
            depth += 1;
            continue;
          case 41: // )
            if (depth === 0) return this.#fail(start, 'this parenthesis closes no open branch');
            if (pending !== bondOrderUnstated) return this.#fail(pendingAt, 'a bond has no atom after it');
            if (text[start - 1] === 40 || previous < 0) return this.#fail(start, 'a branch ends without an atom');
            depth -= 1;
            previous = branches[depth] as number;
            continue;
          case 46: // .
            if (previous < 0) return this.#fail(start, 'a dot has no atom before it');
            if (pending !== bondOrderUnstated) return this.#fail(pendingAt, 'a bond has no atom after it');
            previous = -1;
            if (depth === 0) componentStart = atomCount;
            else crossesParts = true;
            continue;
          case 37: {
            // %nn
            const tens = at < end ? (text[at] as number) - 48 : -1;
            const ones = at + 1 < end ? (text[at + 1] as number) - 48 : -1;
            if (tens < 0 || tens > 9 || ones < 0 || ones > 9)
              return this.#fail(start, 'a ring number after % needs two digits');
            number = 10 * tens + ones;
            at += 2;
            break;
          }
          default:
            if (code >= 48 && code <= 57) number = code - 48;
        }
        if (code === 62)
          return this.#fail(
            start,
            'the sign > separates the molecules of a reaction, and Formatlab does not read reactions',
          );
        if (number < 0) return this.#fail(start, 'this character can’t begin an atom, bond, branch or ring number');
        if (previous < 0 || text[(pending === bondOrderUnstated ? start : pendingAt) - 1] === 40)
          return this.#fail(start, 'a ring number has no atom before it');
        if (!rings.isOpen(number)) rings.open(number, previous, pending, mark, start);
        else {
          const problem = rings.close(number, previous, pending, mark);
          if (problem !== null) return this.#fail(start, problem);
          const { partner } = rings;
          let again = parents[previous] === partner || parents[partner] === previous;
          for (let bond = previous === atomCount - 1 ? bondsBeforeAtom : 0; bond < bondCount; bond += 1) {
            const begin = begins[firstBond + bond] as number;
            const other = ends[firstBond + bond] as number;
            again ||= (begin === partner && other === previous) || (begin === previous && other === partner);
          }
          if (again) return this.#fail(start, `ring ${number} joins two atoms that already have a bond`);
          let { order } = rings;
          let flag = 0;
          if (order === bondOrderUnstated) {
            flag = (aromaticAtoms[firstAtom + partner] as number) & (aromaticAtoms[firstAtom + previous] as number);
            order = flag === 1 ? bondOrderAromatic : 1;
          } else if (order === bondOrderAromatic) {
            flag = 1;
            anyColon = true;
          }
          const column = firstBond + bondCount;
          begins[column] = partner;
          ends[column] = previous;
          orders[column] = order;
          aromaticBonds[column] = flag;
          const counted = order === bondOrderAromatic ? 1 : order;
          sums[partner] = (sums[partner] as number) + counted;
          sums[previous] = (sums[previous] as number) + counted;
          beginPlaces[bondCount] = rings.place;
          endPlaces[bondCount] = start;
          marks[bondCount] = rings.mark;
          if (rings.mark !== 0) anyMark = true;
          bondCount += 1;
          const early = Math.min(partner, previous);
          const late = Math.max(partner, previous);
          if (early < (lows[late] as number)) lows[late] = early;
          if (late > (highs[early] as number)) highs[early] = late;
          if (early < componentStart) crossesParts = true;
        }
        pending = bondOrderUnstated;
        mark = 0;
        continue;
      }

      const column = firstAtom + atomCount;
      elements[column] = element;
      aromaticAtoms[column] = aromatic;
      parents[atomCount] = previous;
      lows[atomCount] = atomCount;
      highs[atomCount] = atomCount;
      lasts[atomCount] = atomCount;
      chainBonds[atomCount] = -1;
      if (previous >= 0) {
        let order = pending;
        let flag = 0;
        if (order === bondOrderUnstated) {
          if ((aromatic & (aromaticAtoms[firstAtom + previous] as number)) === 1) {
            order = bondOrderAromatic;
            flag = 1;
            chainBonds[atomCount] = bondCount;
          } else order = 1;
        } else if (order === bondOrderAromatic) {
          flag = 1;
          anyColon = true;
        }
        const bondColumn = firstBond + bondCount;
        begins[bondColumn] = previous;
        ends[bondColumn] = atomCount;
        orders[bondColumn] = order;
        aromaticBonds[bondColumn] = flag;
        const counted = order === bondOrderAromatic ? 1 : order;
        sums[previous] = (sums[previous] as number) + counted;
        sums[atomCount] = counted;
        beginPlaces[bondCount] = start;
        endPlaces[bondCount] = -1;
        marks[bondCount] = mark;
        if (mark !== 0) anyMark = true;
        bondCount += 1;
      } else {
        if (pending !== bondOrderUnstated) return this.#fail(pendingAt, 'a bond has no atom before it');
        sums[atomCount] = 0;
      }
      bondsBeforeAtom = bondCount;
      previous = atomCount;
      atomCount += 1;
      pending = bondOrderUnstated;
      mark = 0;
    }

    if (pending !== bondOrderUnstated) return this.#fail(pendingAt, 'a bond has no atom after it');
    if (depth > 0)
      return this.#fail(at, depth === 1 ? 'a parenthesis is not closed' : `${depth} parentheses are not closed`);
    if (rings.openCount > 0)
      return this.#fail(rings.placeOf(rings.firstOpen()), `ring ${rings.firstOpen()} opens here but is never closed`);
    if (previous < 0 && atomCount > 0) return this.#fail(at - 1, 'a dot has no atom after it');
    if (bondCount > maxBonds)
      return this.#fail(from, `more than ${maxBonds.toLocaleString('en')} bonds are too many for one molecule`);
    builder.elements.length = firstAtom + atomCount;
    builder.isotopes.length = firstAtom + atomCount;
    builder.charges.length = firstAtom + atomCount;
    builder.hydrogens.length = firstAtom + atomCount;
    builder.aromaticAtoms.length = firstAtom + atomCount;
    builder.maps.length = firstAtom + atomCount;
    builder.begins.length = firstBond + bondCount;
    builder.ends.length = firstBond + bondCount;
    builder.orders.length = firstBond + bondCount;
    builder.aromaticBonds.length = firstBond + bondCount;

    if (crossesParts) this.#singleBridges(text, firstBond, bondCount, atomCount);
    if (anyColon) this.#countColons(firstAtom, firstBond, bondCount);
    this.#atoms.finish(builder, atomCount, crossesParts);
    if (!anyMark && stereo.centerCount === 0) return at;
    this.#adjacency.readBonds(begins, ends, firstBond, bondCount, atomCount);
    if (!stereo.read(builder, this.#adjacency, anyMark)) return this.#fail(stereo.problemAt, stereo.problem);
    return at;
  }

  /** Makes bonds outside rings single, unless they have a colon. This is needed for molecules whose parts are joined by ring numbers across a dot. */
  #singleBridges(text: Uint8Array, firstBond: number, bondCount: number, atomCount: number): void {
    const { begins, ends, orders, aromaticBonds } = this.#builder;
    const { beginPlaces, endPlaces } = this.#stereo;
    this.#adjacency.readBonds(begins.values, ends.values, firstBond, bondCount, atomCount);
    const bridges = bridgesOf(this.#adjacency);
    for (let bond = 0; bond < bondCount; bond += 1) {
      const colon = text[(beginPlaces[bond] as number) - 1] === 58 || text[(endPlaces[bond] as number) - 1] === 58;
      if (bridges[bond] === 0 || aromaticBonds.values[firstBond + bond] === 0 || colon) continue;
      orders.values[firstBond + bond] = 1;
      aromaticBonds.values[firstBond + bond] = 0;
    }
  }

  /** Gives upper-case atoms with a bond `:` implicit hydrogens like lower-case ones. Elements without a lower-case symbol become aromatic. */
  #countColons(firstAtom: number, firstBond: number, bondCount: number): void {
    const { elements, aromaticAtoms, begins, ends, orders } = this.#builder;
    const { rows } = this.#atoms;
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      if (orders.values[bond] !== bondOrderAromatic) continue;
      for (const atom of [begins.values[bond] as number, ends.values[bond] as number]) {
        const element = elements.values[firstAtom + atom] as number;
        if (hasAromaticSymbol[element] === 0) aromaticAtoms.values[firstAtom + atom] = 1;
        else if (rows[atom] !== bracketAtomRow) rows[atom] = valenceTableRow(element, 1);
      }
    }
  }

  #fail(at: number, problem: string): -1 {
    this.problem = problem;
    this.problemAt = at;
    this.#rings.clear();
    return -1;
  }

  /** Makes room for the maximum number of atoms and bonds in a text of this length. */
  #reserve(length: number): void {
    const builder = this.#builder;
    if (builder.elements.length + length > builder.elements.values.length) {
      for (const column of [
        builder.elements,
        builder.isotopes,
        builder.charges,
        builder.hydrogens,
        builder.aromaticAtoms,
        builder.maps,
      ])
        column.reserve(length);
    }
    if (builder.orders.length + length > builder.orders.values.length) {
      for (const column of [builder.begins, builder.ends, builder.orders, builder.aromaticBonds])
        column.reserve(length);
    }
    if (length <= this.#branches.length) return;
    this.#atoms.reserve(2 * length);
    this.#branches = new Int32Array(2 * length);
    this.#stereo.reserve(2 * length);
  }
}
