import source from './parts.json';

/** Kinds of sites, which decide what may be bound: see {@link canBondSites}. */
export const siteKinds = { carbon: 0, besideHetero: 1, hetero: 2, sulfonyl: 3 } as const;

/**
 * For each kind of site, the kinds that it may be bound to, as bits:
 * - carbon: to all kinds.
 * - saturated carbon next to nitrogen, oxygen or sulfur: only to carbon, which avoids accidental aminals and acetals.
 * - nitrogen, oxygen, sulfur and halogens: only to carbon, sulfonyl and phosphoryl, which avoids peroxides, and hydrazines outside the
 *   parts.
 */
const allowed = [0b1111, 0b0011, 0b1001, 0b0101] as const;
/** True if the two kinds of sites may be bound to each other. */
export const canBondSites = (a: number, b: number): boolean => (((allowed[a] as number) >> b) & 1) === 1;

/** A site at which a bond may replace a hydrogen. */
export interface BondingSite {
  readonly atom: number;
  readonly weight: number;
  readonly kind: number;
}

export const bondFlags = { aromatic: 1, ring: 2 } as const;

/** A part of a molecule: a ring system, a linker, or a group that ends a branch. Made by e2e/interop/make_molecule_parts.py. */
export interface MoleculePart {
  readonly atomCount: number;
  /** The part is drawn from its group with a probability of 2^−bits. */
  readonly bits: number;
  readonly elements: readonly number[];
  readonly hydrogens: readonly number[];
  /** The charges of the atoms. Empty if all are 0. */
  readonly charges: readonly number[];
  readonly aromatic: readonly number[];
  /** For each bond: begin, end, order and {@link bondFlags}. */
  readonly bonds: readonly number[];
  /** Kind, centre (for double bonds, the bond), configuration, carriers: as in model/molecules. */
  readonly stereo: readonly (readonly number[])[];
  /**
   * Sites at which the part may be bound to the molecule, then the sum of their weights, then the sites at which more can be bound to the
   * part.
   */
  readonly heads: readonly BondingSite[];
  readonly headWeight: number;
  readonly tails: readonly BondingSite[];
  readonly sites: readonly BondingSite[];
  /** x and y of each atom in units of 0.0001 Å. */
  readonly places: readonly number[];
}

/** The database whose distributions the molecules follow. */
export type Composition = 'chembl' | 'chebi';
const compositions: readonly Composition[] = ['chembl', 'chebi'];

/** A group of parts from which one is drawn by weight. */
export class PartGroup {
  readonly #parts: readonly MoleculePart[];
  readonly #picks: Uint16Array;

  constructor(parts: readonly MoleculePart[], weights: readonly number[]) {
    this.#parts = parts;
    // One part number for each 65,536th of the probability.
    this.#picks = new Uint16Array(65_536);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    weights.forEach((weight, index) => {
      const from = Math.floor((sum * 65_536) / total);
      sum += weight;
      this.#picks.fill(index, from, Math.floor((sum * 65_536) / total));
    });
  }

  pick(random: number): MoleculePart {
    return this.#parts[this.#picks[random >>> 16] as number] as MoleculePart;
  }
}

const siteOf = ([atom = 0, weight = 0, kind = 0]: readonly number[]): BondingSite => ({ atom, weight, kind });

/** The parts by group, with their weights in this composition. */
export function partGroups(composition: Composition): ReadonlyMap<string, PartGroup> {
  const column = compositions.indexOf(composition);
  const totals = new Map<string, number>();
  for (const { group, weights } of source) totals.set(group, (totals.get(group) ?? 0) + (weights[column] ?? 0));
  const groups = new Map<string, { readonly parts: MoleculePart[]; readonly weights: number[] }>();
  for (const { group, weights, heads, tails, sites, ...rest } of source) {
    const weight = weights[column] ?? 0;
    if (weight === 0) continue;
    const made = groups.get(group) ?? { parts: [], weights: [] };
    groups.set(group, made);
    made.parts.push({
      ...rest,
      atomCount: rest.elements.length,
      bits: 31 - Math.clz32((totals.get(group) ?? 0) / weight),
      heads: heads.map(siteOf),
      headWeight: heads.reduce((sum, [, headWeight = 0]) => sum + headWeight, 0),
      tails: tails.map(siteOf),
      sites: sites.map(siteOf),
    });
    made.weights.push(weight);
  }
  return new Map([...groups].map(([group, { parts, weights }]) => [group, new PartGroup(parts, weights)]));
}
