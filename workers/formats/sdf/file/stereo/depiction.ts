import { carrierSlots, type Molecules, stereoKinds } from '../../../../model/molecules/molecules';
import { DoubleBonds } from './double-bonds';
import { bondStereoCodes, MoleculeDrawing } from './drawing';

/** The smallest volume that counts. A flatter wedge between its neighbours could be read either way. */
const clear = 0.15;

/**
 * Chooses how to draw a molecule with coordinates so that its configurations can be read back: which bonds are wedges, at which end they start, and which double bonds must be marked as
 * unknown. It also reports which stereo elements the drawing shows, because coordinates may contradict them.
 */
export class Depiction {
  readonly #drawing: MoleculeDrawing;
  readonly #doubleBonds: DoubleBonds;
  /** For each bond of the molecule, one of {@link bondStereoCodes}. */
  marks = new Uint8Array(64);
  /** 1 if the bond must be written from its end to its begin, because a wedge starts at its narrow end. */
  turned = new Uint8Array(64);
  /** For each stereo element of the molecule: 1 if the drawing shows it. */
  shown = new Uint8Array(16);
  /** Whether the drawing has a wedge. */
  hasWedges = false;
  #configurations = new Uint8Array(64);
  readonly #raised = new Float64Array(4);

  constructor(molecules: Molecules) {
    this.#drawing = new MoleculeDrawing(molecules);
    this.#doubleBonds = new DoubleBonds(this.#drawing);
  }

  draw(molecule: number): void {
    const drawing = this.#drawing;
    const { molecules } = drawing;
    const { stereo, stereoOffsets } = molecules;
    drawing.load(molecule);
    const { bondCount } = drawing.adjacency;
    const firstElement = stereoOffsets[molecule] ?? 0;
    const elementCount = (stereoOffsets[molecule + 1] ?? 0) - firstElement;
    if (bondCount > this.marks.length) {
      this.marks = new Uint8Array(2 * bondCount);
      this.turned = new Uint8Array(2 * bondCount);
      this.#configurations = new Uint8Array(2 * bondCount);
    }
    if (elementCount > this.shown.length) this.shown = new Uint8Array(2 * elementCount);
    this.marks.fill(bondStereoCodes.none, 0, bondCount);
    this.turned.fill(0, 0, bondCount);
    this.shown.fill(0, 0, elementCount);
    this.#configurations.fill(0, 0, bondCount);
    this.hasWedges = false;
    const centers = new Set<number>();
    for (let element = 0; element < elementCount; element += 1)
      if (stereo.kinds[firstElement + element] === stereoKinds.tetrahedral)
        centers.add(stereo.centers[firstElement + element] as number);
    const drawn: number[] = [];
    for (let element = 0; element < elementCount; element += 1) {
      const kind = stereo.kinds[firstElement + element];
      const center = stereo.centers[firstElement + element] as number;
      if (
        kind === stereoKinds.tetrahedral &&
        !drawn.includes(center) &&
        this.#drawWedge(firstElement + element, center, centers)
      ) {
        this.shown[element] = 1;
        drawn.push(center);
      } else if (kind === stereoKinds.doubleBond) this.#configurations[center] = element + 1;
    }
    this.hasWedges = drawn.length > 0;
    this.#compareSides(bondCount, firstElement, drawn);
  }

  /** Marks double bonds that have no configuration although the drawing would show one. */
  #compareSides(bondCount: number, firstElement: number, centers: readonly number[]): void {
    const { molecules, firstBond } = this.#drawing;
    const { stereo, bonds } = molecules;
    this.#doubleBonds.load(centers);
    for (let bond = 0; bond < bondCount; bond += 1) {
      if (bonds.orders[firstBond + bond] !== 2) continue;
      const sides = this.#doubleBonds.shown(bond);
      if (sides === 0) continue;
      const element = (this.#configurations[bond] as number) - 1;
      const { beginCarrier, endCarrier } = this.#doubleBonds;
      if (element >= 0) {
        const at = carrierSlots * (firstElement + element);
        const others =
          (stereo.carriers[at] === beginCarrier ? 0 : 1) + (stereo.carriers[at + 1] === endCarrier ? 0 : 1);
        const said = ((stereo.configurations[firstElement + element] as number) + others) & 1;
        if (said === (sides & 1)) {
          this.shown[element] = 1;
          continue;
        }
      }
      this.marks[bond] = bondStereoCodes.crossed;
    }
  }

  /** Makes the most suitable bond of a centre a wedge; false if no bond shows the configuration. */
  #drawWedge(element: number, center: number, centers: ReadonlySet<number>): boolean {
    const drawing = this.#drawing;
    const { adjacency, molecules, firstBond } = drawing;
    const { stereo, bonds } = molecules;
    if (!drawing.isTetrahedral(center)) return false;
    const carriers = stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + 4);
    const degree = adjacency.degree(center);
    const raised = this.#raised;
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    let bestVolume = 0;
    let found = 0;
    for (let at = adjacency.offsets[center] as number; at < (adjacency.offsets[center + 1] as number); at += 1) {
      const neighbour = adjacency.neighbours[at] as number;
      const bond = adjacency.bonds[at] as number;
      const slot = carriers.indexOf(neighbour);
      if (slot < 0) return false;
      found += 1;
      if (bonds.orders[firstBond + bond] !== 1 || this.marks[bond] !== bondStereoCodes.none) continue;
      raised.fill(0);
      raised[slot] = 1;
      const volume = drawing.volume(center, carriers, raised);
      if (volume === 0) continue;
      let score =
        -(Math.abs(volume) < clear ? 500 : 0) -
        (centers.has(neighbour) ? 100 : 0) -
        10 * adjacency.degree(neighbour) +
        Math.min(5, Math.abs(volume));
      if (score <= bestScore) continue;
      if (degree === 3 && this.#liesBetween(center, neighbour)) score -= 1_000;
      if (score <= bestScore) continue;
      bestScore = score;
      best = bond;
      bestVolume = volume;
    }
    // Some programs would read a wedge between two bonds less than half a turn apart as its mirror image.
    if (best < 0 || bestScore < -900 || found !== degree || degree + (carriers.includes(center) ? 1 : 0) !== 4)
      return false;
    const anticlockwise = stereo.configurations[element] === 1;
    this.marks[best] = anticlockwise === bestVolume < 0 ? bondStereoCodes.up : bondStereoCodes.down;
    this.turned[best] = bonds.begins[firstBond + best] === center ? 0 : 1;
    return true;
  }

  /** Whether a neighbour of an atom with three neighbours is between the other two, which are less than half a turn apart. */
  #liesBetween(center: number, neighbour: number): boolean {
    const { adjacency, molecules, firstAtom } = this.#drawing;
    const coordinates = molecules.coordinates as Float64Array;
    const axis = (atom: number) =>
      [
        (coordinates[2 * (firstAtom + atom)] as number) - (coordinates[2 * (firstAtom + center)] as number),
        (coordinates[2 * (firstAtom + atom) + 1] as number) - (coordinates[2 * (firstAtom + center) + 1] as number),
      ] as const;
    const cross = (a: readonly [number, number], b: readonly [number, number]) => a[0] * b[1] - a[1] * b[0];
    const start = adjacency.offsets[center] as number;
    const others = [...adjacency.neighbours.subarray(start, start + 3)].filter((other) => other !== neighbour);
    const [left, right] = others.map(axis) as [readonly [number, number], readonly [number, number]];
    const own = axis(neighbour);
    const whole = cross(left, right);
    return cross(left, own) * whole > 0 && cross(own, right) * whole > 0;
  }
}
