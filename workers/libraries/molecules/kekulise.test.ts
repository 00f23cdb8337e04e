import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { bondOrderAromatic, type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { kekulise, kekuleStructures, withoutKekuleStructure } from './kekulise';
import { withoutResonance } from './resonance';
import { telling } from '../../model/testing/telling';

type AtomSketch = readonly [element: number, hydrogens: number, charge?: number];
type BondSketch = readonly [begin: number, end: number, order?: number];
const aromatic = bondOrderAromatic;

function molecules(
  ...sketches: readonly { readonly atoms: readonly AtomSketch[]; readonly bonds: readonly BondSketch[] }[]
): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const { atoms, bonds } of sketches) {
    for (const [element, hydrogens, charge = 0] of atoms) builder.addAtom(element, hydrogens, charge, 0, 1);
    for (const [begin, end, order = aromatic] of bonds) builder.addBond(begin, end, order, order === aromatic ? 1 : 0);
    builder.endMolecule();
  }
  return builder.finish();
}

/** Bonds that close a ring over all atoms, in turn. */
const ring = (size: number): BondSketch[] =>
  Array.from({ length: size }, (_, atom) => [atom, (atom + 1) % size] as const);
const CH: AtomSketch = [6, 1];
const C: AtomSketch = [6, 0];
const carbons = (count: number): AtomSketch[] => Array.from({ length: count }, () => CH);
const sketches = {
  benzene: { atoms: carbons(6), bonds: ring(6) },
  pyridine: { atoms: [...carbons(5), [7, 0]], bonds: ring(6) },
  pyrrole: { atoms: [...carbons(4), [7, 1]], bonds: ring(5) },
  thiophene: { atoms: [...carbons(4), [16, 0]], bonds: ring(5) },
  cyclopentadienide: { atoms: [...carbons(4), [6, 1, -1]], bonds: ring(5) },
  tropylium: { atoms: [...carbons(6), [6, 1, 1]], bonds: ring(7) },
  pyrylium: { atoms: [...carbons(5), [8, 0, 1]], bonds: ring(6) },
  // n1ccccc1 with =O at a sulfur, and an N-oxide written with charges
  thiopheneOxide: { atoms: [...carbons(4), [16, 0], [8, 0]], bonds: [...ring(5), [4, 5, 2]] },
  pyridineOxide: { atoms: [...carbons(5), [7, 0, 1], [8, 0, -1]], bonds: [...ring(6), [5, 6, 1]] },
  pyridone: { atoms: [...carbons(4), C, [7, 1], [8, 0]], bonds: [...ring(6), [4, 6, 2]] },
  borole: { atoms: [...carbons(4), [5, 1]], bonds: ring(5) },
  // Azulene: the fusion bond is single in every Kekulé structure.
  azulene: { atoms: [C, CH, CH, CH, C, CH, CH, CH, CH, CH], bonds: [...ring(10), [0, 4]] },
  naphthalene: { atoms: [C, CH, CH, CH, CH, C, CH, CH, CH, CH], bonds: [...ring(10), [0, 5]] },
  biphenyl: {
    atoms: [C, ...carbons(5), C, ...carbons(5)],
    bonds: [...ring(6), ...ring(6).map(([a, b]) => [a + 6, b + 6] as const), [0, 6, 1]],
  },
} as const satisfies Record<string, { atoms: readonly AtomSketch[]; bonds: readonly BondSketch[] }>;

function valences(given: Molecules): number[] {
  const sums = [...given.atoms.hydrogens];
  given.bonds.orders.forEach((order, bond) => {
    for (const atom of [given.bonds.begins[bond] ?? 0, given.bonds.ends[bond] ?? 0])
      sums[atom] = (sums[atom] ?? 0) + order;
  });
  return sums;
}

const expected: Record<keyof typeof sketches, number[]> = {
  benzene: [4, 4, 4, 4, 4, 4],
  pyridine: [4, 4, 4, 4, 4, 3],
  pyrrole: [4, 4, 4, 4, 3],
  thiophene: [4, 4, 4, 4, 2],
  cyclopentadienide: [4, 4, 4, 4, 3],
  tropylium: [4, 4, 4, 4, 4, 4, 3],
  pyrylium: [4, 4, 4, 4, 4, 3],
  thiopheneOxide: [4, 4, 4, 4, 4, 2],
  pyridineOxide: [4, 4, 4, 4, 4, 4, 1],
  pyridone: [4, 4, 4, 4, 4, 3, 2],
  borole: [4, 4, 4, 4, 3],
  azulene: new Array(10).fill(4),
  naphthalene: new Array(10).fill(4),
  biphenyl: new Array(12).fill(4),
};

describe('kekulise', () => {
  it.each(Object.keys(sketches) as (keyof typeof sketches)[])('gives %s the valences of its atoms', (name) => {
    const given = molecules(sketches[name]);
    const localized = kekulise(given);
    expect(localized.bonds.orders).not.toContain(aromatic);
    expect(valences(localized)).toEqual(expected[name]);
    expect(localized.bonds.aromatic).toEqual(given.bonds.aromatic);
    expect(given.bonds.orders).toContain(aromatic);
  });

  it('leaves what has a Kekulé structure alone', () => {
    const given = kekulise(molecules(sketches.benzene));
    expect(kekulise(given)).toBe(given);
  });

  it('names the molecule and the atom that prevent it, and does the others', () => {
    const given = molecules(sketches.benzene, { atoms: [...carbons(4), [7, 0]], bonds: ring(5) }, sketches.pyrrole, {
      atoms: carbons(5),
      bonds: ring(5),
    });
    const { molecules: localized, failures } = kekuleStructures(given);
    expect(failures.map(({ molecule }) => molecule)).toEqual([1, 3]);
    const inSecond = failures[0];
    if (inSecond === undefined) throw new Error('unreachable');
    expect(withoutKekuleStructure(given, inSecond)).toMatch(telling('aromatic', 'atom 5 (N)'));
    expect([...localized.bonds.orders].map((order) => order === aromatic)).toEqual([
      ...new Array(6).fill(false),
      ...new Array(5).fill(true),
      ...new Array(5).fill(false),
      ...new Array(5).fill(true),
    ]);
    expect(() => kekulise(given)).toThrow(/Molecule 2: its aromatic bonds/u);
  });

  it('takes a wildcard in a ring for one of its atoms, where that helps', () => {
    const builder = new MoleculesBuilder({ coordinates: false });
    const wildcard = builder.addAtom(0);
    for (let atom = 0; atom < 5; atom += 1) builder.addAtom(6, 1, 0, 0, 1);
    for (let atom = 1; atom < 5; atom += 1) builder.addBond(atom, atom + 1, aromatic, 1);
    builder.addBond(wildcard, 1, 1);
    builder.addBond(5, wildcard, 1);
    builder.endMolecule();
    const localized = kekulise(builder.finish());
    expect([...localized.bonds.orders].sort()).toEqual([1, 1, 1, 2, 2, 2]);
    expect(valences(localized).slice(1)).toEqual([4, 4, 4, 4, 4]);
    // Beside the ring it is none of its atoms.
    const outside = new MoleculesBuilder({ coordinates: false });
    for (let atom = 0; atom < 5; atom += 1) outside.addAtom(6, atom === 0 ? 0 : 1, 0, 0, 1);
    for (let atom = 0; atom < 5; atom += 1) outside.addBond(atom, (atom + 1) % 5, aromatic, 1);
    outside.addBond(0, outside.addAtom(0), 1);
    outside.endMolecule();
    expect(() => kekulise(outside.finish())).toThrow(/Molecule 1/u);
  });

  it('does a ribbon of a thousand rings', () => {
    const length = 1_000;
    const atoms = Array.from(
      { length: 4 * length + 2 },
      (_, atom): AtomSketch => (atom < 2 || atom >= 4 * length ? CH : atom % 4 < 2 ? CH : C),
    );
    // Two rails with a rung at every other atom: polyacene.
    const bonds: BondSketch[] = [];
    for (let at = 0; at + 2 < atoms.length; at += 1) bonds.push([at, at + 2]);
    for (let rung = 0; rung <= length; rung += 1) bonds.push([4 * rung, 4 * rung + 1]);
    const degree = new Array<number>(atoms.length).fill(0);
    for (const [a, b] of bonds) for (const atom of [a, b]) degree[atom] = (degree[atom] ?? 0) + 1;
    const given = molecules({ atoms: degree.map((count): AtomSketch => [6, 3 - count]), bonds });
    expect(new Set(valences(kekulise(given)))).toEqual(new Set([4]));
  });
});

describe('withoutResonance', () => {
  const orders = (given: Molecules) => [...withoutResonance(given).bonds.orders];

  it('is the same of every Kekulé structure', () => {
    const bonds = (shift: number) => ring(6).map(([a, b], at): BondSketch => [a, b, (at + shift) % 2 === 0 ? 2 : 1]);
    expect(orders(molecules({ atoms: carbons(6), bonds: bonds(0) }))).toEqual(new Array(6).fill(aromatic));
    expect(orders(molecules({ atoms: carbons(6), bonds: bonds(1) }))).toEqual(new Array(6).fill(aromatic));
    expect(orders(molecules(sketches.naphthalene))).toEqual(new Array(11).fill(aromatic));
  });

  it('leaves bonds that are the same in every structure', () => {
    expect(orders(molecules(sketches.azulene))).toEqual([...new Array(10).fill(aromatic), 1]);
    expect(orders(molecules(sketches.biphenyl))).toEqual([...new Array(12).fill(aromatic), 1]);
    expect(orders(molecules(sketches.pyrrole))).toEqual(expect.not.arrayContaining([aromatic]));
    expect(
      orders(
        molecules({
          atoms: [[6, 2], CH, CH, [6, 2]],
          bonds: [
            [0, 1, 2],
            [1, 2, 1],
            [2, 3, 2],
          ],
        }),
      ),
    ).toEqual([2, 1, 2]);
  });

  it('finds what every enumeration of Kekulé structures finds', () => {
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let delocalized = 0;
    for (let round = 0; round < 300; round += 1) {
      // A structure to begin with: double bonds of a random perfect matching, then single bonds between any atoms with fewer than three neighbours.
      const size = 4 + 2 * next(4);
      const bonds: [number, number, number][] = [];
      const degree = new Array<number>(size).fill(1);
      for (let atom = 0; atom < size; atom += 2) bonds.push([atom, atom + 1, 2]);
      for (let tries = 0; tries < 3 * size; tries += 1) {
        const [a, b] = [next(size), next(size)];
        if (
          a === b ||
          (degree[a] ?? 0) > 2 ||
          (degree[b] ?? 0) > 2 ||
          bonds.some(([from, to]) => (from === a && to === b) || (from === b && to === a))
        )
          continue;
        bonds.push([a, b, 1]);
        degree[a] = (degree[a] ?? 0) + 1;
        degree[b] = (degree[b] ?? 0) + 1;
      }
      const seen = bonds.map(() => new Set<number>());
      const enumerate = (at: number, covered: number, chosen: boolean[]) => {
        if (at === bonds.length) {
          if (covered === 2 ** size - 1) for (const [bond, double] of chosen.entries()) seen[bond]?.add(double ? 2 : 1);
          return;
        }
        const [a, b] = bonds[at] ?? [0, 0];
        enumerate(at + 1, covered, [...chosen, false]);
        if (((covered >> a) & 1) === 0 && ((covered >> b) & 1) === 0)
          enumerate(at + 1, covered | (1 << a) | (1 << b), [...chosen, true]);
      };
      enumerate(0, 0, []);
      const wanted = bonds.map(([, , order], bond) => ((seen[bond]?.size ?? 0) === 2 ? aromatic : order));
      if (wanted.includes(aromatic)) delocalized += 1;
      expect(
        orders(molecules({ atoms: degree.map((count): AtomSketch => [6, 3 - count]), bonds })),
        `round ${round}`,
      ).toEqual(wanted);
    }
    expect(delocalized).toBeGreaterThan(50);
  });

  it('drops flags, and configurations of bonds that are no longer double', () => {
    const builder = new MoleculesBuilder({ coordinates: false });
    for (let atom = 0; atom < 8; atom += 1) builder.addAtom(6, 1, 0, 0, 1);
    for (let atom = 0; atom < 8; atom += 1) builder.addBond(atom, (atom + 1) % 8, atom % 2 === 0 ? 2 : 1, 1);
    builder.addStereo(stereoKinds.doubleBond, 2, 2, [1, 4]);
    builder.endMolecule();
    for (const hydrogens of [3, 1, 1, 3]) builder.addAtom(6, hydrogens);
    for (let atom = 0; atom < 3; atom += 1) builder.addBond(atom, atom + 1, atom === 1 ? 2 : 1);
    builder.addStereo(stereoKinds.doubleBond, 1, 1, [0, 3]);
    builder.endMolecule();
    const compared = withoutResonance(builder.finish());
    expect([...compared.stereoOffsets]).toEqual([0, 0, 1]);
    expect([...compared.stereo.centers]).toEqual([1]);
    expect(compared.atoms.aromatic).not.toContain(1);
    expect(compared.bonds.aromatic).not.toContain(1);
  });
});
