import { carrierSlots, type Molecules, noCarrier, stereoKinds } from '../../../../model/molecules/molecules';
import { DoubleBonds } from './double-bonds';
import { bondStereoCodes, MoleculeDrawing } from './drawing';
import { Symmetry } from './symmetry';

/** The stereo information of a file beside atoms and bonds, in columns over all molecules. */
interface StereoMarks {
  /** One of {@link bondStereoCodes} for each bond. */
  readonly bonds: Uint8Array;
  /** MDL's parity for each atom (1 clockwise, 2 anticlockwise), which is used only without coordinates. */
  readonly parities: Uint8Array;
  /** The number of dimensions of each molecule's coordinates: 0, 2 or 3. */
  readonly dimensions: Uint8Array;
  /** z for each atom; null if no molecule has three dimensions. */
  readonly heights: Float64Array | null;
}

/** The smallest volume that counts as a configuration in three dimensions, where no wedge is needed. */
const solid = 0.3;

/** The molecules with the stereo elements that wedges, coordinates or parities show. */
export function withDrawnStereo(molecules: Molecules, marks: StereoMarks): Molecules {
  return new StereoPerception(molecules, marks).read();
}

class StereoPerception {
  readonly #molecules: Molecules;
  readonly #marks: StereoMarks;
  readonly #drawing: MoleculeDrawing;
  readonly #symmetry: Symmetry;
  readonly #doubleBonds: DoubleBonds;
  readonly #kinds: number[] = [];
  readonly #centers: number[] = [];
  readonly #carriers: number[] = [];
  readonly #configurations: number[] = [];
  readonly #around = new Int32Array(4);
  readonly #raised = new Float64Array(4);
  #narrowEnds = new Uint8Array(64);

  constructor(molecules: Molecules, marks: StereoMarks) {
    this.#molecules = molecules;
    this.#marks = marks;
    this.#drawing = new MoleculeDrawing(molecules, marks.heights);
    this.#symmetry = new Symmetry(this.#drawing);
    this.#doubleBonds = new DoubleBonds(this.#drawing);
  }

  read(): Molecules {
    const { moleculeCount } = this.#molecules;
    const stereoOffsets = new Int32Array(moleculeCount + 1);
    for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
      this.#readMolecule(molecule);
      stereoOffsets[molecule + 1] = this.#kinds.length;
    }
    return {
      ...this.#molecules,
      stereoOffsets,
      stereo: {
        kinds: Uint8Array.from(this.#kinds),
        centers: Uint16Array.from(this.#centers),
        carriers: Uint16Array.from(this.#carriers),
        configurations: Uint8Array.from(this.#configurations),
      },
    };
  }

  #add(kind: number, center: number, configuration: number, carriers: ArrayLike<number>): void {
    this.#kinds.push(kind);
    this.#centers.push(center);
    this.#configurations.push(configuration);
    for (let slot = 0; slot < carrierSlots; slot += 1) this.#carriers.push(carriers[slot] ?? noCarrier);
  }

  #readMolecule(molecule: number): void {
    const { atomOffsets, bondOffsets, bonds } = this.#molecules;
    const firstAtom = atomOffsets[molecule] ?? 0;
    const endAtom = atomOffsets[molecule + 1] ?? 0;
    const firstBond = bondOffsets[molecule] ?? 0;
    const endBond = bondOffsets[molecule + 1] ?? 0;
    const dimensions = this.#marks.dimensions[molecule] as number;
    let [hasMarks, hasDouble] = [false, false];
    if (dimensions === 0)
      for (let atom = firstAtom; atom < endAtom; atom += 1) hasMarks ||= this.#marks.parities[atom] !== 0;
    else {
      for (let bond = firstBond; bond < endBond; bond += 1) {
        hasMarks ||= this.#marks.bonds[bond] !== bondStereoCodes.none;
        hasDouble ||= bonds.orders[bond] === 2;
      }
    }
    if (!hasMarks && !hasDouble && dimensions !== 3) return;
    const drawing = this.#drawing;
    drawing.load(molecule);
    if (dimensions === 0) {
      this.#readParities(endAtom - firstAtom);
      return;
    }
    const centers: number[] = [];
    if (dimensions === 3) this.#readSolid(endAtom - firstAtom, centers);
    else if (hasMarks) this.#readWedges(endAtom - firstAtom, endBond - firstBond, centers);
    if (!hasDouble) return;
    this.#doubleBonds.load(centers);
    for (let bond = 0; bond < endBond - firstBond; bond += 1) {
      if (bonds.orders[firstBond + bond] !== 2 || this.#marks.bonds[firstBond + bond] === bondStereoCodes.crossed)
        continue;
      const sides = this.#doubleBonds.shown(bond);
      if (sides !== 0 && !this.#hasWave(firstBond + bond))
        this.#add(stereoKinds.doubleBond, bond, sides, [this.#doubleBonds.beginCarrier, this.#doubleBonds.endCarrier]);
    }
  }

  /** Whether a wavy bond at either end marks the configuration as unknown. */
  #hasWave(bond: number): boolean {
    const { adjacency, firstBond } = this.#drawing;
    const { begins, ends } = this.#molecules.bonds;
    return [begins[bond] as number, ends[bond] as number].some((atom) => {
      for (let at = adjacency.offsets[atom] as number; at < (adjacency.offsets[atom + 1] as number); at += 1) {
        const other = firstBond + (adjacency.bonds[at] as number);
        if (this.#marks.bonds[other] === bondStereoCodes.either && begins[other] === atom) return true;
      }
      return false;
    });
  }

  /** The neighbours in ascending order, followed by the centre in place of an implicit hydrogen or lone pair. */
  #carriersOf(center: number): Int32Array {
    const { adjacency } = this.#drawing;
    const around = this.#around.fill(center);
    const start = adjacency.offsets[center] as number;
    const degree = adjacency.degree(center);
    for (let slot = 0; slot < degree; slot += 1) around[slot] = adjacency.neighbours[start + slot] as number;
    around.subarray(0, degree).sort();
    return around;
  }

  #readParities(atomCount: number): void {
    const { firstAtom } = this.#drawing;
    for (let atom = 0; atom < atomCount; atom += 1) {
      const parity = this.#marks.parities[firstAtom + atom] as number;
      if ((parity !== 1 && parity !== 2) || !this.#drawing.isTetrahedral(atom)) continue;
      // Clockwise with the last carrier at the back is anticlockwise seen from it, and therefore from the first after two exchanges.
      this.#add(stereoKinds.tetrahedral, atom, parity === 1 ? 2 : 1, this.#carriersOf(atom));
    }
  }

  #readWedges(atomCount: number, bondCount: number, centers: number[]): void {
    const { firstBond, adjacency } = this.#drawing;
    if (atomCount > this.#narrowEnds.length) this.#narrowEnds = new Uint8Array(2 * atomCount);
    const narrow = this.#narrowEnds.fill(0, 0, atomCount);
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      const mark = this.#marks.bonds[bond];
      const begin = this.#molecules.bonds.begins[bond] as number;
      if ((mark === bondStereoCodes.up || mark === bondStereoCodes.down) && narrow[begin] === 0) narrow[begin] = 1;
      // A single wavy bond marks the centre's configuration as unknown.
      else if (mark === bondStereoCodes.either) narrow[begin] = 2;
    }
    for (let atom = 0; atom < atomCount; atom += 1) {
      if (narrow[atom] !== 1 || !this.#drawing.isTetrahedral(atom)) continue;
      const carriers = this.#carriersOf(atom);
      const raised = this.#raised.fill(0);
      for (let at = adjacency.offsets[atom] as number; at < (adjacency.offsets[atom + 1] as number); at += 1) {
        const bond = firstBond + (adjacency.bonds[at] as number);
        if (this.#molecules.bonds.begins[bond] !== atom) continue;
        const mark = this.#marks.bonds[bond];
        if (mark === bondStereoCodes.up || mark === bondStereoCodes.down)
          raised[carriers.indexOf(adjacency.neighbours[at] as number)] = mark === bondStereoCodes.up ? 1 : -1;
      }
      const volume = this.#drawing.volume(atom, carriers, raised);
      if (volume === 0) continue;
      this.#add(stereoKinds.tetrahedral, atom, volume < 0 ? 1 : 2, carriers);
      centers.push(atom);
    }
  }

  /** Finds the configurations of a 3D molecule from the coordinates: every atom with four different substituents. */
  #readSolid(atomCount: number, centers: number[]): void {
    const { adjacency, firstAtom, firstBond } = this.#drawing;
    const { elements } = this.#molecules.atoms;
    const { orders } = this.#molecules.bonds;
    this.#symmetry.load();
    const raised = this.#raised.fill(0);
    for (let atom = 0; atom < atomCount; atom += 1) {
      const degree = adjacency.degree(atom);
      const element = elements[firstAtom + atom] as number;
      // Nitrogen with three neighbours inverts.
      if (!this.#drawing.isTetrahedral(atom) || (element === 7 && degree === 3)) continue;
      const carriers = this.#carriersOf(atom);
      const neighbours = carriers.subarray(0, degree);
      const start = adjacency.offsets[atom] as number;
      const bonds = adjacency.bonds.subarray(start, start + degree);
      if (element === 6 && bonds.some((bond) => orders[firstBond + bond] !== 1)) continue;
      if (
        neighbours.some((left, slot) =>
          neighbours.subarray(slot + 1).some((right) => !this.#symmetry.differ(left, right)),
        )
      )
        continue;
      const volume = this.#drawing.volume(atom, carriers, raised);
      if (Math.abs(volume) < solid) continue;
      this.#add(stereoKinds.tetrahedral, atom, volume < 0 ? 1 : 2, carriers);
      centers.push(atom);
    }
  }
}
