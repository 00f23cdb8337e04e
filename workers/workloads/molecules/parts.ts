import source from './parts.json';

/** What may be bound to what: see {@link mayBind}. */
export const siteKinds = { carbon: 0, besideHetero: 1, hetero: 2, sulfonyl: 3 } as const;

/**
 * Two kinds of ends may be bound: carbon to anything; saturated carbon beside nitrogen, oxygen or sulfur only to carbon (no aminals and acetals by accident); nitrogen, oxygen,
 * sulfur and halogens only to carbon, sulfonyl and phosphoryl (no peroxides, no hydrazines but those within parts).
 */
const allowed = [0b1111, 0b0011, 0b1001, 0b0101] as const;
export const mayBind = (a: number, b: number): boolean => (((allowed[a] as number) >> b) & 1) === 1;

/** A place where a bond may go, in place of a hydrogen. */
export interface Site {
  readonly atom: number;
  readonly weight: number;
  readonly kind: number;
}

export const bondFlags = { aromatic: 1, ring: 2 } as const;

/** A piece of a molecule: ring systems, what joins them, and what ends a branch. Made by e2e/interop/make_molecule_parts.py. */
export interface Part {
  readonly atomCount: number;
  /** Within its group it is drawn once in so many powers of two. */
  readonly bits: number;
  readonly elements: readonly number[];
  readonly hydrogens: readonly number[];
  /** Empty where all are 0. */
  readonly charges: readonly number[];
  readonly aromatic: readonly number[];
  /** Of each bond its begin, end, order and {@link bondFlags}. */
  readonly bonds: readonly number[];
  /** Kind, centre (of double bonds the bond), configuration, carriers: as model/molecules has them. */
  readonly stereo: readonly (readonly number[])[];
  /** Which of its places may be the one by which it is bound, the weights in all, and where more may be bound. */
  readonly heads: readonly Site[];
  readonly headWeight: number;
  readonly tails: readonly Site[];
  readonly sites: readonly Site[];
  /** x and y of each atom in ten-thousandths of an ångström. */
  readonly places: readonly number[];
}

export type Composition = 'chembl' | 'chebi';
const compositions: readonly Composition[] = ['chembl', 'chebi'];

export class PartGroup {
  readonly #parts: readonly Part[];
  readonly #picks: Uint16Array;

  constructor(parts: readonly Part[], weights: readonly number[]) {
    this.#parts = parts;
    // The part for each 65,536th of the probability.
    this.#picks = new Uint16Array(65_536);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    weights.forEach((weight, index) => {
      const from = Math.floor((sum * 65_536) / total);
      sum += weight;
      this.#picks.fill(index, from, Math.floor((sum * 65_536) / total));
    });
  }

  pick(random: number): Part {
    return this.#parts[this.#picks[random >>> 16] as number] as Part;
  }
}

const siteOf = ([atom = 0, weight = 0, kind = 0]: readonly number[]): Site => ({ atom, weight, kind });

/** The parts by group, with the weights that they have in this composition. */
export function partGroups(composition: Composition): ReadonlyMap<string, PartGroup> {
  const column = compositions.indexOf(composition);
  const totals = new Map<string, number>();
  for (const { group, weights } of source) totals.set(group, (totals.get(group) ?? 0) + (weights[column] ?? 0));
  const groups = new Map<string, { readonly parts: Part[]; readonly weights: number[] }>();
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
