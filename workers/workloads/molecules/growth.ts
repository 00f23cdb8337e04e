import type { PhiloxSequence } from '../../model/draws';
import { addDetachedPart, addBoundPart } from './layout';
import { maxNeighbours, type MoleculeGraph } from './graph';
import {
  type Composition,
  canBondSites,
  type MoleculePart,
  type PartGroup,
  partGroups,
  type BondingSite,
} from './parts';
import { type MoleculeKind, heavyAtomCount, moleculeDistributions } from './tuning';

/** Attempts to find a part and a site that fit together, before trying something else. */
const attempts = 10;
const buildAttempts = 40;
const failuresLimit = 6;
/** If no more than this many atoms are missing, the molecule may stay as it is. */
const nearTarget = 7;
/** A part may exceed the target by this many atoms. */
const spare = 1;
const noAtom = -1;

/** Joins parts to molecules of a given composition. It builds the constitution; configurations are assigned later. */
export class MoleculeGrowth {
  readonly #composition: Composition;
  readonly #groups: ReadonlyMap<string, PartGroup>;
  readonly #graph: MoleculeGraph;
  readonly #draws: PhiloxSequence;
  readonly #coordinates: boolean;
  /** Atoms at which more can be bound. `#weight` is the sum of their weights. */
  readonly #atoms: Int32Array;
  readonly #weights: Int32Array;
  readonly #kinds: Uint8Array;
  #siteCount = 0;
  #weight = 0;
  /** Information content of the chosen parts, in bits: the more, the less likely the molecule repeats. */
  #bits = 0;
  /** The end of a chain of residues, where the next residue is bound. */
  #tail: BondingSite | null = null;

  constructor(composition: Composition, graph: MoleculeGraph, draws: PhiloxSequence, coordinates: boolean) {
    this.#composition = composition;
    this.#groups = partGroups(composition);
    this.#graph = graph;
    this.#draws = draws;
    this.#coordinates = coordinates;
    this.#atoms = new Int32Array(graph.capacity);
    this.#weights = new Int32Array(graph.capacity);
    this.#kinds = new Uint8Array(graph.capacity);
  }

  /** Builds the next molecule and returns its kind. */
  grow(): MoleculeKind {
    const draws = this.#draws;
    const tuning = moleculeDistributions[this.#composition];
    let left = draws.below(1_000);
    let mode = tuning.modes[0] as MoleculeKind;
    for (const candidate of tuning.modes) {
      mode = candidate;
      left -= candidate.perMille;
      if (left < 0) break;
    }
    const target = heavyAtomCount(mode, draws.word());
    for (let attempt = 0; attempt < buildAttempts; attempt += 1) {
      // Small molecules of few kinds of parts may never reach the required bits, so each attempt raises the target.
      this.#build(mode, target + attempt);
      if (this.#bits >= mode.minBits) break;
    }
    this.#label(tuning.isotopePerMille);
    this.#addSalt(tuning.saltPerMille);
    return mode;
  }

  #build(mode: MoleculeKind, target: number): void {
    this.#graph.clear();
    this.#siteCount = 0;
    this.#weight = 0;
    this.#bits = 0;
    this.#makeCore(mode, target);
    if (mode.first !== undefined) this.#addPart(mode.first, false, target);
    let failures = 0;
    while (failures < failuresLimit) {
      const remaining = target - this.#graph.atomCount;
      if (
        this.#bits >= mode.minBits &&
        (remaining <= 0 || (remaining < nearTarget && this.#draws.happens(mode.stopPerMille)))
      )
        break;
      if (!this.#extend(mode, remaining)) failures += 1;
    }
    if (mode.ends !== undefined) this.#close(mode.ends);
  }

  #group(name: string): PartGroup {
    return this.#groups.get(name) as PartGroup;
  }

  /** A part of the group with at most `most` atoms; null if none was found. */
  #pick(group: string, most: number): MoleculePart | null {
    const found = this.#group(group);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const part = found.pick(this.#draws.word());
      if (part.atomCount <= most) return part;
    }
    return null;
  }

  #makeCore(mode: MoleculeKind, target: number): void {
    const part = this.#pick(mode.core, target) ?? this.#group(mode.core).pick(this.#draws.word());
    const first = addDetachedPart(this.#graph, part, this.#coordinates);
    this.#addSites(part, first, noAtom);
    this.#bits += part.bits;
    this.#tail = part.tails[0] ?? null;
    if (this.#tail !== null) this.#tail = { ...this.#tail, atom: first + this.#tail.atom };
  }

  #extend(mode: MoleculeKind, remaining: number): boolean {
    const draws = this.#draws;
    let left = draws.below(1_000);
    let smallest = mode.extensions[0] as MoleculeKind['extensions'][number];
    for (const extension of mode.extensions) {
      const { group, perMille, linkerPerMille, least } = extension;
      if (least < smallest.least) smallest = extension;
      left -= perMille;
      if (left >= 0 || remaining < least) continue;
      return this.#addPart(group, linkerPerMille > 0 && draws.happens(linkerPerMille), remaining);
    }
    // The molecule has its size, but not enough bits yet.
    return this.#addPart(smallest.group, false, Math.max(remaining, smallest.least + 1));
  }

  /** Binds a part of the group, directly or through a joining part. */
  #addPart(group: string, joined: boolean, remaining: number): boolean {
    const linker = joined ? this.#pick('linker', Math.max(1, remaining - 5)) : null;
    const part = this.#pick(group, remaining - (linker?.atomCount ?? 0) + spare);
    if (part === null) return false;
    const head = this.#headOf(part);
    if (group === 'residue') {
      const tail = this.#tail;
      if (tail === null) return false;
      const first = this.#bindPart(part, head, tail.atom);
      const next = part.tails[0] as BondingSite;
      this.#tail = { ...next, atom: first + next.atom };
      return true;
    }
    if (linker === null) {
      const site = this.#siteFor(head.kind);
      if (site < 0) return false;
      this.#bindPart(part, head, this.#takeSite(site));
      return true;
    }
    const tail = linker.tails[0] as BondingSite;
    const start = linker.heads[0] as BondingSite;
    const site = canBondSites(tail.kind, head.kind) ? this.#siteFor(start.kind) : -1;
    if (site < 0) return false;
    const first = this.#bindPart(linker, start, this.#takeSite(site));
    this.#bindPart(part, head, first + tail.atom);
    return true;
  }

  #bindPart(part: MoleculePart, head: BondingSite, to: number): number {
    const first = addBoundPart(this.#graph, part, head.atom, to, this.#coordinates);
    this.#addSites(part, first, head.atom);
    this.#bits += part.bits;
    return first;
  }

  #headOf(part: MoleculePart): BondingSite {
    let left = part.heads.length === 1 ? 0 : this.#draws.below(part.headWeight);
    for (const head of part.heads) {
      left -= head.weight;
      if (left < 0) return head;
    }
    throw new RangeError('A part without an end by which it could be bound was drawn.');
  }

  #addSites(part: MoleculePart, first: number, bound: number): void {
    for (const { atom, weight, kind } of part.sites) {
      if (atom === bound) continue;
      this.#atoms[this.#siteCount] = first + atom;
      this.#weights[this.#siteCount] = weight;
      this.#kinds[this.#siteCount] = kind;
      this.#siteCount += 1;
      this.#weight += weight;
    }
  }

  /** A site where an end of this kind may be bound; -1 if none was found. */
  #siteFor(kind: number): number {
    for (let attempt = 0; attempt < attempts && this.#weight > 0; attempt += 1) {
      let left = this.#draws.below(this.#weight);
      let site = 0;
      while (left >= (this.#weights[site] as number)) {
        left -= this.#weights[site] as number;
        site += 1;
      }
      if (canBondSites(this.#kinds[site] as number, kind)) return site;
    }
    return -1;
  }

  /** Removes a site and returns its atom. Nothing more will be bound there, and rarely next to it. */
  #takeSite(site: number): number {
    const { degrees, neighbours } = this.#graph;
    const atom = this.#atoms[site] as number;
    this.#weight -= this.#weights[site] as number;
    this.#siteCount -= 1;
    this.#atoms[site] = this.#atoms[this.#siteCount] as number;
    this.#weights[site] = this.#weights[this.#siteCount] as number;
    this.#kinds[site] = this.#kinds[this.#siteCount] as number;
    for (let other = 0; other < this.#siteCount; other += 1) {
      const beside = this.#atoms[other] as number;
      const weight = this.#weights[other] as number;
      if (weight < 2) continue;
      for (let at = atom * maxNeighbours; at < atom * maxNeighbours + (degrees[atom] as number); at += 1) {
        if (neighbours[at] !== beside) continue;
        const less = (weight >> 2) + 1;
        this.#weights[other] = less;
        this.#weight -= weight - less;
      }
    }
    return atom;
  }

  #close({ tail, core, corePerMille }: NonNullable<MoleculeKind['ends']>): void {
    const draws = this.#draws;
    if (this.#tail !== null) {
      const part = this.#group(tail).pick(draws.word());
      this.#bindPart(part, this.#headOf(part), this.#tail.atom);
    }
    if (draws.happens(corePerMille)) {
      const part = this.#group(core).pick(draws.word());
      // Residues start with the nitrogen.
      this.#bindPart(part, this.#headOf(part), 0);
    }
  }

  /** Rarely replaces one atom by a heavier or radioactive isotope. */
  #label(perMille: number): void {
    const { elements, isotopes, atomCount } = this.#graph;
    if (!this.#draws.happens(perMille)) return;
    const atom = this.#draws.below(atomCount);
    const known = { 6: [11, 13, 14], 7: [15], 8: [18], 9: [18], 53: [125, 123] }[elements[atom] as number];
    if (known !== undefined) isotopes[atom] = known[this.#draws.below(known.length)] as number;
  }

  /** Adds counterions to charged molecules, or an acid to neutral ones, as separate components. */
  #addSalt(perMille: { readonly neutral: number; readonly charged: number }): void {
    const { charges, atomCount } = this.#graph;
    let charge = 0;
    for (let atom = 0; atom < atomCount; atom += 1) charge += charges[atom] as number;
    if (!this.#draws.happens(charge === 0 ? perMille.neutral : perMille.charged)) return;
    const part = this.#group(charge === 0 ? 'acid' : charge < 0 ? 'cation' : 'anion').pick(this.#draws.word());
    for (let count = Math.min(4, Math.max(1, Math.abs(charge))); count > 0; count -= 1)
      addDetachedPart(this.#graph, part, this.#coordinates);
  }
}
