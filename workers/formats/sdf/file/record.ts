import { DamagedInput } from '../../../model/damaged-input';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { maxAtoms, maxBonds } from '../../../model/molecules/molecules';
import { BondPairs } from '../../../libraries/molecules/bond-pairs';
import { impliedHydrogens } from '../../../libraries/molecules/valence';

/** An error in a molecule. The reader catches it. `line` is its line in the file, from 1. */
export const damagedRecord = (line: number, problem: string) =>
  new DamagedInput(problem, {
    place: { line },
    format: 'sdf',
    remedy: 'Correct the molecule, or choose to leave malformed molecules out.',
  });

class Column<A extends Uint8Array | Int32Array | Float64Array> {
  values: A;

  constructor(values: A) {
    this.values = values;
  }

  set(at: number, value: number): void {
    if (at >= this.values.length) {
      const larger = new (this.values.constructor as new (length: number) => A)(2 * at + 64);
      larger.set(this.values as never);
      this.values = larger;
    }
    this.values[at] = value;
  }

  finish(length: number): A {
    const finished = new (this.values.constructor as new (length: number) => A)(length);
    finished.set(this.values.subarray(0, length) as never);
    return finished;
  }
}

const noValence = -1;
/** The bond type from an electron-pair donor to its acceptor. */
const coordination = 9;

/** The molecule that is being read, and the columns of all earlier molecules. */
export class RecordBuilder {
  readonly builder: MoleculesBuilder;
  readonly #bondMarks = new Column(new Uint8Array(1_024));
  readonly #parities = new Column(new Uint8Array(1_024));
  readonly #dimensions = new Column(new Uint8Array(64));
  readonly #lines = new Column(new Int32Array(64));
  #heights: Column<Float64Array> | null = null;
  /** For each atom of this molecule: the valence that the file states ({@link noValence} if none), and the number of unpaired electrons. */
  #valences = new Int32Array(64);
  #radicals = new Uint8Array(64);
  #told = new Int32Array(64);
  #bonded = new Int32Array(64);
  /** For each atom: the number of coordination bonds to it. A stated valence includes them, MDL's model does not. */
  #coordinated = new Uint16Array(64);
  readonly #pairs = new BondPairs();
  /** Whether any atom has coordinates other than the origin. */
  #hasPlaces = false;
  #hasHeights = false;
  #anyPlaces = false;
  declaredDimensions: 0 | 2 | 3 = 0;
  #aromaticBonds = 0;

  constructor(expectedMolecules: number) {
    this.builder = new MoleculesBuilder({ coordinates: true, expectedMolecules });
  }

  /** Begins a new molecule with room for this many atoms. */
  begin(atomCount: number, bondCount: number, line: number): void {
    this.builder.abandonMolecule();
    if (atomCount > maxAtoms || bondCount > maxBonds)
      throw damagedRecord(
        line,
        `it has ${atomCount} atoms and ${bondCount} bonds; Formatlab holds at most ${maxAtoms} of each`,
      );
    if (atomCount > this.#valences.length) {
      this.#valences = new Int32Array(2 * atomCount);
      this.#radicals = new Uint8Array(2 * atomCount);
      this.#told = new Int32Array(2 * atomCount);
      this.#bonded = new Int32Array(2 * atomCount);
      this.#coordinated = new Uint16Array(2 * atomCount);
    }
    this.#valences.fill(noValence, 0, atomCount);
    this.#radicals.fill(0, 0, atomCount);
    this.#told.fill(noValence, 0, atomCount);
    this.#bonded.fill(0, 0, atomCount);
    this.#coordinated.fill(0, 0, atomCount);
    this.#pairs.clear();
    this.#hasPlaces = false;
    this.#hasHeights = false;
    this.#aromaticBonds = 0;
  }

  /** Adds an atom. `x`, `y` and `z` are in ten-thousandths; `valence` is -1 if the file states none. */
  addAtom(
    element: number,
    isotope: number,
    charge: number,
    map: number,
    x: number,
    y: number,
    z: number,
    parity: number,
    valence: number,
  ): void {
    const at = this.builder.elements.length;
    const atom = this.builder.addAtom(element, 0, charge, isotope, 0, map, x / 10_000, y / 10_000);
    this.#parities.set(at, parity);
    if (x !== 0 || y !== 0 || z !== 0) this.#hasPlaces = true;
    if (z !== 0) {
      this.#heights ??= new Column(new Float64Array(2 * at + 64));
      this.#hasHeights = true;
    }
    this.#heights?.set(at, z / 10_000);
    this.#valences[atom] = valence;
  }

  /** Adds a bond; `type` is the number in the file. */
  addBond(begin: number, end: number, type: number, mark: number, line: number): void {
    const { atomCount } = this.builder;
    if (begin >= atomCount || end >= atomCount || begin < 0 || end < 0)
      throw damagedRecord(
        line,
        `the bond joins atoms ${begin + 1} and ${end + 1}, but there are only ${atomCount} atoms`,
      );
    if (begin === end) throw damagedRecord(line, `the bond joins atom ${begin + 1} to itself`);
    if (!this.#pairs.add(begin, end))
      throw damagedRecord(line, `the bond joins atoms ${begin + 1} and ${end + 1}, which already have a bond`);
    if (!(type >= 0 && type <= 4) && type !== 8 && type !== coordination && type !== 10)
      throw damagedRecord(
        line,
        type >= 5 && type <= 7
          ? `the bond has the type ${type}, which is a query for several types`
          : `the bond has the unknown type ${type}`,
      );
    const aromatic = type === 4 ? 1 : 0;
    // The specification has no bond type 0, but RDKit writes it for a bond without an order.
    const order = type === 4 ? 5 : type > 4 ? 0 : type;
    this.#aromaticBonds += aromatic;
    // The sum of bond orders counts an aromatic bond as 1. The atom additionally counts as having one double bond.
    const counted = aromatic === 1 ? 1 : order;
    this.#bonded[begin] = (this.#bonded[begin] as number) + counted;
    this.#bonded[end] = (this.#bonded[end] as number) + counted;
    if (type === coordination) this.#coordinated[end] = (this.#coordinated[end] as number) + 1;
    this.#bondMarks.set(this.builder.orders.length, mark);
    this.builder.addBond(begin, end, order, aromatic);
    if (aromatic === 0) return;
    const { aromaticAtoms, firstAtom } = this.builder;
    aromaticAtoms.values[firstAtom + begin] = 1;
    aromaticAtoms.values[firstAtom + end] = 1;
  }

  setCharge(atom: number, charge: number): void {
    this.builder.charges.values[this.builder.firstAtom + atom] = charge;
  }

  setIsotope(atom: number, isotope: number): void {
    this.builder.isotopes.values[this.builder.firstAtom + atom] = isotope;
  }

  setMap(atom: number, map: number): void {
    this.builder.maps.values[this.builder.firstAtom + atom] = map;
  }

  /** Sets a radical; `radical` is the number in the file: 1 singlet, 2 doublet, 3 triplet. */
  setRadical(atom: number, radical: number): void {
    this.#radicals[atom] = radical === 2 ? 1 : radical === 0 ? 0 : 2;
  }

  setHydrogens(atom: number, hydrogens: number): void {
    this.#told[atom] = hydrogens;
  }

  /** Changes a bond that was read as single to order zero. */
  setZeroOrder(bond: number): void {
    const { begins, ends, orders, firstBond } = this.builder;
    const at = firstBond + bond;
    for (const atom of [begins.values[at] as number, ends.values[at] as number])
      this.#bonded[atom] = (this.#bonded[atom] as number) - (orders.values[at] as number);
    orders.values[at] = 0;
  }

  clearCharges(): void {
    const { charges, firstAtom, atomCount } = this.builder;
    charges.values.fill(0, firstAtom, firstAtom + atomCount);
    this.#radicals.fill(0, 0, atomCount);
  }

  /** Ends the molecule that began in `line`. */
  end(title: Uint8Array, line: number): void {
    const { builder } = this;
    const { firstAtom, atomCount, hydrogens, elements, charges, aromaticAtoms } = builder;
    for (let atom = 0; atom < atomCount; atom += 1) {
      const at = firstAtom + atom;
      const aromatic = this.#aromaticBonds > 0 && aromaticAtoms.values[at] === 1;
      const count =
        this.#told[atom] === noValence
          ? this.#hydrogensOf(atom, elements.values[at] as number, charges.values[at] as number, aromatic)
          : (this.#told[atom] as number);
      if (count > 255) throw damagedRecord(line, `atom ${atom + 1} has an impossible number of hydrogens (${count})`);
      hydrogens.values[at] = count;
    }
    this.#dimensions.set(
      builder.moleculeCount,
      this.#hasHeights ? 3 : this.#hasPlaces || this.declaredDimensions !== 0 ? 2 : 0,
    );
    this.#anyPlaces ||= this.#hasPlaces || this.declaredDimensions !== 0;
    this.#lines.set(builder.moleculeCount, line);
    builder.endMolecule(title);
  }

  finish() {
    const { orders, elements, moleculeCount } = this.builder;
    this.builder.abandonMolecule();
    const [bondCount, atomCount] = [orders.length, elements.length];
    const molecules = this.builder.finish();
    return {
      molecules:
        this.#anyPlaces || molecules.moleculeCount === 0
          ? molecules.moleculeCount === 0
            ? { ...molecules, coordinates: null }
            : molecules
          : { ...molecules, coordinates: null },
      marks: {
        bonds: this.#bondMarks.finish(bondCount),
        parities: this.#parities.finish(atomCount),
        dimensions: this.#dimensions.finish(moleculeCount),
        heights: this.#heights?.finish(atomCount) ?? null,
      },
      /** The line in which each molecule begins. */
      lines: this.#lines.finish(moleculeCount),
    };
  }

  #hydrogensOf(atom: number, element: number, charge: number, aromatic: boolean): number {
    const valence = this.#valences[atom] as number;
    // A carbon among aromatic bonds has a double bond in every Kekulé structure; for other elements, only the file can tell.
    const bonded = (this.#bonded[atom] as number) + (aromatic && (element === 6 || valence !== noValence) ? 1 : 0);
    if (valence !== noValence) return Math.max(0, valence - bonded - (this.#coordinated[atom] as number));
    if (element === 0 || (aromatic && element !== 6)) return 0;
    return Math.max(0, impliedHydrogens(element, charge, bonded) - (this.#radicals[atom] as number));
  }
}
