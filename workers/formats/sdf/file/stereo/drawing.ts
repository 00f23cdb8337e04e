import type { Molecules } from '../../../../model/molecules/molecules';
import { Adjacency } from '../../../../libraries/molecules/adjacency';

/** The stereo field of a V2000 bond. A wedge's narrow end is its first atom. */
export const bondStereoCodes = { none: 0, up: 1, crossed: 3, either: 4, down: 6 } as const;

/** The sine of about three degrees: smaller angles between bonds count as none. */
const flat = 0.05;
const narrow = 0.002;

/** Elements with planar double bonds, whose substituents can be on either side. Sulfur's double bonds are not planar. */
const planar = new Set([5, 6, 7, 14, 15, 32, 33]);
const shortestTurnableRing = 8;

/** The drawing of one molecule: the configurations that its coordinates show. `heights` is z by atom, for molecules in three dimensions. */
export class MoleculeDrawing {
  readonly molecules: Molecules;
  readonly adjacency = new Adjacency();
  readonly #heights: Float64Array | null;
  firstAtom = 0;
  firstBond = 0;
  readonly #vectors = new Float64Array(12);
  #depths = new Int32Array(64);
  #queue = new Int32Array(64);

  constructor(molecules: Molecules, heights: Float64Array | null = null) {
    this.molecules = molecules;
    this.#heights = heights;
  }

  load(molecule: number): void {
    this.adjacency.read(this.molecules, molecule);
    this.firstAtom = this.molecules.atomOffsets[molecule] ?? 0;
    this.firstBond = this.molecules.bondOffsets[molecule] ?? 0;
  }

  /** Whether an atom has four positions around it, at most one of which is an implicit hydrogen or a lone pair. */
  isTetrahedral(atom: number): boolean {
    const degree = this.adjacency.degree(atom);
    const hydrogens = this.molecules.atoms.hydrogens[this.firstAtom + atom] as number;
    return (degree === 4 && hydrogens === 0) || (degree === 3 && hydrogens < 2);
  }

  /**
   * Six times the volume of the tetrahedron of four carriers, with unit vectors raised by `raised`. It is negative if the others are anticlockwise seen from the first, and 0 if the drawing
   * shows nothing. A carrier that is the centre itself is opposite the other three.
   */
  volume(center: number, carriers: ArrayLike<number>, raised: ArrayLike<number>): number {
    const coordinates = this.molecules.coordinates as Float64Array;
    const v = this.#vectors;
    const at = this.firstAtom + center;
    const [x, y, z] = [coordinates[2 * at] as number, coordinates[2 * at + 1] as number, this.#heights?.[at] ?? 0];
    let own = -1;
    for (let slot = 0; slot < 4; slot += 1) {
      const carrier = carriers[slot] as number;
      if (carrier === center) {
        own = slot;
        continue;
      }
      const to = this.firstAtom + carrier;
      const dx = (coordinates[2 * to] as number) - x;
      const dy = (coordinates[2 * to + 1] as number) - y;
      const dz = (this.#heights?.[to] ?? 0) - z;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length === 0) return 0;
      v[3 * slot] = dx / length;
      v[3 * slot + 1] = dy / length;
      v[3 * slot + 2] = dz / length + (raised[slot] as number);
    }
    if (own >= 0) {
      for (let axis = 0; axis < 3; axis += 1) {
        v[3 * own + axis] = 0;
        v[3 * own + axis] = -(
          (v[axis] as number) +
          (v[3 + axis] as number) +
          (v[6 + axis] as number) +
          (v[9 + axis] as number)
        );
      }
    }
    const [ax, ay, az] = [
      (v[3] as number) - (v[0] as number),
      (v[4] as number) - (v[1] as number),
      (v[5] as number) - (v[2] as number),
    ];
    const [bx, by, bz] = [
      (v[6] as number) - (v[0] as number),
      (v[7] as number) - (v[1] as number),
      (v[8] as number) - (v[2] as number),
    ];
    const [cx, cy, cz] = [
      (v[9] as number) - (v[0] as number),
      (v[10] as number) - (v[1] as number),
      (v[11] as number) - (v[2] as number),
    ];
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    // With four neighbours, the drawn order around the centre decides, if it is unambiguous, however small the angles are.
    if (Math.abs(volume) >= (own < 0 ? narrow : flat)) return volume;
    return own < 0 || this.#heights !== null ? 0 : this.#turn(own, raised);
  }

  /**
   * The volume for three neighbours of which two are opposite each other: a T whose stem is the wedge. IUPAC calls this ambiguous. RDKit, which draws cages so, reads it like a wedge
   * between two bonds less than half a turn apart, and so does this function. It has the sign of `volume` and is small, because other drawings are clearer.
   */
  #turn(own: number, raised: ArrayLike<number>): number {
    const angles: number[] = [];
    let lift = 0;
    for (let slot = 0; slot < 4; slot += 1) {
      if (slot === own) continue;
      angles.push(Math.atan2(this.#vectors[3 * slot + 1] as number, this.#vectors[3 * slot] as number));
      lift += raised[slot] as number;
    }
    const [first, second, third] = angles as [number, number, number];
    const whole = 2 * Math.PI;
    const [toSecond, toThird] = [(second - first + whole) % whole, (third - first + whole) % whole];
    if (
      lift === 0 ||
      [toSecond, toThird, Math.abs(toSecond - toThird)].some((angle) => angle < flat || angle > whole - flat)
    )
      return 0;
    const anticlockwise = toSecond < toThird === lift > 0;
    return anticlockwise === (own % 2 === 1) ? 1.2 * flat : -1.2 * flat;
  }

  /** The carrier at a double bond's end: the first neighbour other than the opposite end; -1 if the end cannot have a configuration. */
  carrierOfEnd(atom: number, other: number): number {
    const { adjacency, molecules, firstAtom, firstBond } = this;
    const degree = adjacency.degree(atom);
    if (degree < 2 || degree > 3 || !planar.has(molecules.atoms.elements[firstAtom + atom] as number)) return -1;
    if (degree - 1 + (molecules.atoms.hydrogens[firstAtom + atom] as number) > 2) return -1;
    let carrier = -1;
    const end = adjacency.offsets[atom + 1] as number;
    for (let at = adjacency.offsets[atom] as number; at < end; at += 1) {
      const neighbour = adjacency.neighbours[at] as number;
      if (neighbour === other) continue;
      if (molecules.bonds.orders[firstBond + (adjacency.bonds[at] as number)] !== 1) return -1;
      if (carrier === -1) carrier = neighbour;
    }
    return carrier;
  }

  /** 1 if two carriers are drawn on opposite sides of a double bond, 2 if on the same side, 0 if the drawing does not show it. */
  sides(begin: number, end: number, beginCarrier: number, endCarrier: number): 0 | 1 | 2 {
    const coordinates = this.molecules.coordinates as Float64Array;
    const heights = this.#heights;
    const { firstAtom } = this;
    const axis = (from: number, to: number) =>
      [
        (coordinates[2 * (firstAtom + to)] as number) - (coordinates[2 * (firstAtom + from)] as number),
        (coordinates[2 * (firstAtom + to) + 1] as number) - (coordinates[2 * (firstAtom + from) + 1] as number),
        heights === null ? 0 : (heights[firstAtom + to] as number) - (heights[firstAtom + from] as number),
      ] as const;
    const normal = (a: readonly [number, number, number], b: readonly [number, number, number]) => {
      const length = Math.hypot(...a) * Math.hypot(...b) || Number.POSITIVE_INFINITY;
      return [
        (a[1] * b[2] - a[2] * b[1]) / length,
        (a[2] * b[0] - a[0] * b[2]) / length,
        (a[0] * b[1] - a[1] * b[0]) / length,
      ] as const;
    };
    const along = axis(begin, end);
    const first = normal(along, axis(begin, beginCarrier));
    const second = normal(along, axis(end, endCarrier));
    if (Math.hypot(...first) < flat || Math.hypot(...second) < flat) return 0;
    const together = first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
    return Math.abs(together) < flat * flat ? 0 : together > 0 ? 2 : 1;
  }

  /** Whether the bond is in a ring of fewer than eight atoms, where a double bond has only one possible configuration. */
  inSmallRing(begin: number, end: number): boolean {
    return this.distance(begin, end, begin, end, shortestTurnableRing - 2) >= 0;
  }

  /** The number of bonds on the shortest path between two atoms without the bond from `begin` to `end`, at most `limit`; -1 if there is none. */
  distance(from: number, to: number, begin: number, end: number, limit: number): number {
    const { offsets, neighbours, atomCount } = this.adjacency;
    if (atomCount > this.#depths.length) {
      this.#depths = new Int32Array(2 * atomCount);
      this.#queue = new Int32Array(2 * atomCount);
    }
    const depths = this.#depths;
    const queue = this.#queue;
    depths.fill(-1, 0, atomCount);
    depths[from] = 0;
    queue[0] = from;
    let queued = 1;
    for (let at = 0; at < queued; at += 1) {
      const atom = queue[at] as number;
      const depth = (depths[atom] as number) + 1;
      if (depth > limit) return -1;
      for (let edge = offsets[atom] as number; edge < (offsets[atom + 1] as number); edge += 1) {
        const next = neighbours[edge] as number;
        if (depths[next] !== -1 || (atom === begin && next === end) || (atom === end && next === begin)) continue;
        if (next === to) return depth;
        depths[next] = depth;
        queue[queued] = next;
        queued += 1;
      }
    }
    return -1;
  }
}
