import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { differenceOfMolecules } from './difference';
import { type Molecules, type StereoKind, stereoKinds } from './molecules';
import { telling } from '../testing/telling';

interface Sketch {
  readonly atoms: readonly (readonly [element: number, hydrogens: number])[];
  readonly bonds: readonly (readonly [begin: number, end: number, order: number])[];
  readonly stereo?: readonly (readonly [
    kind: StereoKind,
    center: number,
    configuration: number,
    carriers: readonly number[],
  ])[];
  readonly title?: string;
}

function molecule({ atoms, bonds, stereo = [], title = '' }: Sketch): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const [element, hydrogens] of atoms) builder.addAtom(element, hydrogens);
  for (const [begin, end, order] of bonds) builder.addBond(begin, end, order);
  for (const [kind, center, configuration, carriers] of stereo)
    builder.addStereo(kind, center, configuration, carriers);
  builder.endMolecule(title);
  return builder.finish();
}

/** N[C@@H](C)C(=O)O in another order of atoms: OC(=O)C(C)N. */
const alanine = (configuration: number): Sketch => ({
  atoms: [
    [7, 2],
    [6, 1],
    [6, 3],
    [6, 0],
    [8, 0],
    [8, 1],
  ],
  bonds: [
    [0, 1, 1],
    [1, 2, 1],
    [1, 3, 1],
    [3, 4, 2],
    [3, 5, 1],
  ],
  stereo: [[stereoKinds.tetrahedral, 1, configuration, [0, 1, 2, 3]]],
});
const reversedAlanine = (configuration: number, carriers: readonly number[]): Sketch => ({
  atoms: [
    [8, 1],
    [6, 0],
    [8, 0],
    [6, 1],
    [6, 3],
    [7, 2],
  ],
  bonds: [
    [0, 1, 1],
    [1, 2, 2],
    [1, 3, 1],
    [3, 4, 1],
    [5, 3, 1],
  ],
  stereo: [[stereoKinds.tetrahedral, 3, configuration, carriers]],
});
const butene = (configuration: number, turned: boolean): Sketch => ({
  atoms: [
    [6, 3],
    [6, 1],
    [6, 1],
    [6, 3],
  ],
  bonds: [[0, 1, 1], turned ? [2, 1, 2] : [1, 2, 2], [2, 3, 1]],
  stereo: [[stereoKinds.doubleBond, 1, configuration, turned ? [3, 0] : [0, 3]]],
});

describe('differenceOfMolecules', () => {
  it('finds nothing where only the order differs', () => {
    expect(differenceOfMolecules(molecule(alanine(2)), molecule(reversedAlanine(2, [5, 3, 4, 1])))).toBeNull();
    // Two carriers exchanged, and the other winding: the same.
    expect(differenceOfMolecules(molecule(alanine(2)), molecule(reversedAlanine(1, [5, 3, 1, 4])))).toBeNull();
  });

  it('tells mirror images apart', () => {
    expect(differenceOfMolecules(molecule(alanine(2)), molecule(alanine(1)))).toMatch(/another configuration/u);
    expect(differenceOfMolecules(molecule(alanine(2)), molecule(reversedAlanine(2, [5, 3, 1, 4])))).toMatch(
      /another configuration/u,
    );
  });

  it('tells the sides of a double bond, from whichever end', () => {
    expect(differenceOfMolecules(molecule(butene(1, false)), molecule(butene(1, true)))).toBeNull();
    expect(differenceOfMolecules(molecule(butene(1, false)), molecule(butene(2, true)))).toMatch(
      /another configuration/u,
    );
    // The hydrogen at an end, named instead of the methyl group, lies on its other side.
    const byHydrogen: Sketch = { ...butene(2, false), stereo: [[stereoKinds.doubleBond, 1, 2, [1, 3]]] };
    expect(differenceOfMolecules(molecule(butene(1, false)), molecule(byHydrogen))).toBeNull();
    const turnedByHydrogen = (configuration: number): Sketch => ({
      ...butene(configuration, true),
      stereo: [[stereoKinds.doubleBond, 1, configuration, [3, 1]]],
    });
    expect(differenceOfMolecules(molecule(butene(1, false)), molecule(turnedByHydrogen(2)))).toBeNull();
    expect(differenceOfMolecules(molecule(butene(1, false)), molecule(turnedByHydrogen(1)))).toMatch(
      cameBack(1, otherConfiguration),
    );
  });

  it('finds a way through symmetry that the stereo needs', () => {
    // A centre with two carbons that only another centre tells apart would fail on the first mapping tried: meso-tartaric acid, its halves exchanged.
    const tartaric = (first: number, second: number): Sketch => ({
      atoms: [
        [8, 1],
        [6, 1],
        [6, 0],
        [8, 0],
        [8, 1],
        [6, 1],
        [8, 1],
        [6, 0],
        [8, 0],
        [8, 1],
      ],
      bonds: [
        [0, 1, 1],
        [1, 2, 1],
        [2, 3, 2],
        [2, 4, 1],
        [1, 5, 1],
        [5, 6, 1],
        [5, 7, 1],
        [7, 8, 2],
        [7, 9, 1],
      ],
      stereo: [
        [stereoKinds.tetrahedral, 1, first, [0, 1, 2, 5]],
        [stereoKinds.tetrahedral, 5, second, [6, 5, 7, 1]],
      ],
    });
    expect(differenceOfMolecules(molecule(tartaric(1, 2)), molecule(tartaric(2, 1)))).toBeNull();
    expect(differenceOfMolecules(molecule(tartaric(1, 2)), molecule(tartaric(1, 1)))).toMatch(/another configuration/u);
  });

  it('tells other bonds, atoms, hydrogens, counts and titles', () => {
    const ring: Sketch = {
      atoms: [
        [6, 2],
        [6, 2],
        [6, 2],
        [6, 2],
        [6, 2],
        [6, 2],
      ],
      bonds: [
        [0, 1, 1],
        [1, 2, 1],
        [2, 3, 1],
        [3, 4, 1],
        [4, 5, 1],
        [5, 0, 1],
      ],
    };
    const twoRings: Sketch = {
      ...ring,
      bonds: [
        [0, 1, 1],
        [1, 2, 1],
        [2, 0, 1],
        [3, 4, 1],
        [4, 5, 1],
        [5, 3, 1],
      ],
    };
    // Every atom has the same surroundings in both: refinement alone can't tell.
    expect(differenceOfMolecules(molecule(ring), molecule(twoRings))).toMatch(cameBack(1, otherConfiguration));
    expect(differenceOfMolecules(molecule(ring), molecule({ ...ring, bonds: ring.bonds.slice(1) }))).toMatch(
      telling('5 bonds', 6),
    );
    expect(
      differenceOfMolecules(molecule(ring), molecule({ ...ring, atoms: [...ring.atoms.slice(1), [6, 1]] })),
    ).toMatch(cameBack(1, otherGraph));
    expect(differenceOfMolecules(molecule(ring), molecule({ ...ring, title: 'cyclohexane' }))).toMatch(/title/u);
  });

  it('compares very symmetrical molecules', () => {
    const size = 40;
    const star: Sketch = {
      atoms: Array.from({ length: size + 1 }, () => [6, 0] as const),
      bonds: Array.from({ length: size }, (_, arm) => [0, arm + 1, 1] as const),
    };
    const turned: Sketch = {
      ...star,
      bonds: [...star.bonds].reverse().map(([begin, end, order]) => [end, begin, order] as const),
    };
    expect(differenceOfMolecules(molecule(star), molecule(turned))).toBeNull();
  });
});

interface Whole {
  readonly atoms: readonly Parameters<MoleculesBuilder['addAtom']>[];
  readonly bonds?: readonly Parameters<MoleculesBuilder['addBond']>[];
  readonly stereo?: readonly Parameters<MoleculesBuilder['addStereo']>[];
  readonly title?: string;
}

function built(sketches: readonly Whole[], coordinates = false): Molecules {
  const builder = new MoleculesBuilder({ coordinates });
  for (const { atoms, bonds = [], stereo = [], title = '' } of sketches) {
    for (const atom of atoms) builder.addAtom(...atom);
    for (const bond of bonds) builder.addBond(...bond);
    for (const element of stereo) builder.addStereo(...element);
    builder.endMolecule(title);
  }
  return builder.finish();
}

/** Exchanges one item for another. */
const exchange = <T>(items: readonly T[], at: number, item: T) =>
  items.map((kept, index) => (index === at ? item : kept));

/** What differs, where no number tells it. */
const otherGraph = ['atoms', 'bonds'];
const otherConfiguration = ['configuration'];
const cameBack = (molecule: number, facts: readonly (string | number)[]) => telling(`Molecule ${molecule}`, ...facts);

const water: Whole = {
  atoms: [
    [8, 0],
    [1, 0],
    [1, 0],
  ],
  bonds: [
    [0, 1, 1],
    [0, 2, 1],
  ],
};
const turnedWater: Whole = {
  atoms: [
    [1, 0],
    [8, 0],
    [1, 0],
  ],
  bonds: [
    [0, 1, 1],
    [1, 2, 1],
  ],
};
/** A chain without symmetry: N–C–C=C–C–O, with stereo at the second atom and the double bond. */
const chain: Required<Whole> = {
  atoms: [
    [7, 2],
    [6, 1],
    [6, 1],
    [6, 1],
    [6, 2],
    [8, 1],
  ],
  bonds: [
    [0, 1, 1],
    [1, 2, 1],
    [2, 3, 2],
    [3, 4, 1],
    [4, 5, 1],
  ],
  stereo: [
    [stereoKinds.tetrahedral, 1, 1, [0, 2, 1, 1]],
    [stereoKinds.doubleBond, 2, 1, [1, 4]],
  ],
  title: '',
};
/** The same backwards. */
const turnedChain: Whole = {
  atoms: [...chain.atoms].reverse(),
  bonds: chain.bonds.map(([begin, end, order]) => [5 - begin, 5 - end, order] as const).map(([b, e, o]) => [b, e, o]),
  stereo: [
    [stereoKinds.doubleBond, 2, 1, [4, 1]],
    [stereoKinds.tetrahedral, 4, 1, [5, 3, 4, 4]],
  ],
};

describe('what differenceOfMolecules tells', () => {
  it('tells another number of molecules, and coordinates or none', () => {
    expect(differenceOfMolecules(built([water, water]), built([water]))).toMatch(telling('1 molecules', 2));
    expect(differenceOfMolecules(built([]), built([]))).toBeNull();
    expect(differenceOfMolecules(built([water], true), built([water]))).toMatch(telling('no coordinates'));
    expect(differenceOfMolecules(built([water]), built([water], true))).toMatch(/^(?!.*no coordinates).*coordinates/u);
    expect(differenceOfMolecules(built([water], true), built([water], true))).toBeNull();
  });

  it('tells another title, and the title of a molecule that differs, cut after 100 characters', () => {
    const titled = (title: string) => built([water, { ...water, title }]);
    expect(differenceOfMolecules(titled('a'), titled('b'))).toMatch(telling('title', '“b”', 'molecule 2', '“a”'));
    expect(differenceOfMolecules(titled('a'.repeat(101)), titled('b'.repeat(101)))).toMatch(
      telling('title', `“${'b'.repeat(100)}”`, 'molecule 2', `“${'a'.repeat(100)}”`),
    );
    const title = 'c'.repeat(101);
    expect(differenceOfMolecules(built([water, { ...water, title }]), built([water, { ...chain, title }]))).toMatch(
      telling(`Molecule 2 (${'c'.repeat(100)})`, '6 atoms', 3),
    );
  });

  it('tells other numbers of atoms, bonds and stereo elements', () => {
    const found = (changed: Partial<Whole>) => differenceOfMolecules(built([chain]), built([{ ...chain, ...changed }]));
    expect(found({ atoms: [...chain.atoms, [6, 4]] })).toMatch(cameBack(1, ['7 atoms', 6]));
    expect(found({ bonds: [...chain.bonds, [0, 5, 1]] })).toMatch(cameBack(1, ['6 bonds', 5]));
    expect(found({ stereo: chain.stereo.slice(1) })).toMatch(cameBack(1, ['1 stereo elements', 2]));
  });

  it.each<[string, number, Parameters<MoleculesBuilder['addAtom']>]>([
    ['element', 5, [16, 1]],
    ['hydrogen count', 5, [8, 0]],
    ['charge', 5, [8, 1, -1]],
    ['isotope', 5, [8, 1, 0, 18]],
    ['aromaticity', 5, [8, 1, 0, 0, 1]],
    ['map', 5, [8, 1, 0, 0, 0, 7]],
    ['x', 5, [8, 1, 0, 0, 0, 0, 1, 0]],
    ['y', 5, [8, 1, 0, 0, 0, 0, 0, 1]],
    ['element of the first atom', 0, [8, 2]],
    ['x of the first atom', 0, [7, 2, 0, 0, 0, 0, 1, 0]],
  ])('tells another %s', (_, at, atom) => {
    const changed = { ...chain, atoms: exchange(chain.atoms, at, atom) };
    expect(differenceOfMolecules(built([turnedWater, chain], true), built([water, changed], true))).toMatch(
      cameBack(2, otherGraph),
    );
    expect(differenceOfMolecules(built([water, changed], true), built([turnedWater, changed], true))).toBeNull();
  });

  it.each<[string, number, Parameters<MoleculesBuilder['addBond']>]>([
    ['begin', 4, [3, 5, 1]],
    ['end', 4, [4, 0, 1]],
    ['order', 4, [4, 5, 2]],
    ['aromaticity', 4, [4, 5, 1, 1]],
    ['order of the first bond', 0, [0, 1, 3]],
    ['order and aromaticity', 2, [2, 3, 0, 1]],
  ])('tells a bond’s other %s', (_, at, bond) => {
    const changed = { ...chain, bonds: exchange(chain.bonds, at, bond) };
    expect(differenceOfMolecules(built([turnedWater, chain]), built([water, changed]))).toMatch(
      cameBack(2, otherGraph),
    );
  });

  it('tells other stereo elements', () => {
    const found = (at: number, element: Parameters<MoleculesBuilder['addStereo']>) =>
      differenceOfMolecules(
        built([turnedWater, chain]),
        built([water, { ...chain, stereo: exchange(chain.stereo, at, element) }]),
      );
    const differs = cameBack(2, otherConfiguration);
    expect(found(0, [stereoKinds.tetrahedral, 1, 2, [0, 2, 1, 1]])).toMatch(differs);
    expect(found(0, [stereoKinds.tetrahedral, 1, 1, [0, 2, 1, 5]])).toMatch(differs);
    expect(found(0, [stereoKinds.tetrahedral, 3, 1, [0, 2, 1, 1]])).toMatch(differs);
    expect(found(0, [stereoKinds.allenal, 1, 1, [0, 2, 1, 1]])).toMatch(differs);
    expect(found(1, [stereoKinds.doubleBond, 2, 2, [1, 4]])).toMatch(differs);
    expect(found(1, [stereoKinds.doubleBond, 3, 1, [1, 4]])).toMatch(differs);
    expect(found(1, [stereoKinds.doubleBond, 2, 1, [1, 3]])).toMatch(differs);
  });

  it('tells an exchange of the last carriers of six', () => {
    const complex = (carriers: readonly number[]): Whole => ({
      atoms: [
        [26, 0],
        [1, 0],
        [9, 0],
        [17, 0],
        [35, 0],
        [53, 0],
        [8, 1],
      ],
      bonds: [1, 2, 3, 4, 5, 6].map((atom) => [0, atom, 1]),
      stereo: [[stereoKinds.octahedral, 0, 1, carriers]],
    });
    const [own, exchanged] = [complex([1, 2, 3, 4, 5, 6]), complex([1, 2, 3, 4, 6, 5])];
    expect(differenceOfMolecules(built([chain, own]), built([turnedChain, own]))).toBeNull();
    expect(differenceOfMolecules(built([chain, own]), built([turnedChain, exchanged]))).toMatch(
      cameBack(2, otherConfiguration),
    );
  });

  it('finds nothing in a whole row of molecules of which each has another order', () => {
    expect(differenceOfMolecules(built([water, chain, water]), built([turnedWater, turnedChain, water]))).toBeNull();
    expect(differenceOfMolecules(built([chain, chain]), built([turnedChain, turnedChain]))).toBeNull();
    expect(differenceOfMolecules(built([water, water, chain]), built([turnedWater, water, water]))).toMatch(
      cameBack(3, ['3 atoms', 6]),
    );
  });

  it('takes equal columns for equal even where no graph would match', () => {
    // Two configurations of one centre contradict each other: compared as a graph, one of them differs.
    const stereo = [...chain.stereo, [stereoKinds.tetrahedral, 1, 2, [0, 2, 1, 1]] as const];
    const contradictory: Whole = { ...chain, stereo: stereo.map(([...element]) => element) };
    for (const coordinates of [false, true]) {
      const expected = built([water, chain, contradictory, water], coordinates);
      expect(
        differenceOfMolecules(expected, built([turnedWater, turnedChain, contradictory, turnedWater], coordinates)),
      ).toBeNull();
      expect(
        differenceOfMolecules(built([contradictory], coordinates), built([contradictory], coordinates)),
      ).toBeNull();
    }
    const [first, ...rest] = contradictory.stereo ?? [];
    if (first === undefined) throw new Error('There is a stereo element.');
    expect(differenceOfMolecules(built([contradictory]), built([{ ...chain, stereo: [...rest, first] }]))).toMatch(
      cameBack(1, otherConfiguration),
    );
  });

  it('has nothing to compare without atoms', () => {
    // Bonds between atoms that there are not: no reader gives them, but they are no difference.
    expect(
      differenceOfMolecules(built([{ atoms: [], bonds: [[0, 1, 1]] }]), built([{ atoms: [], bonds: [[1, 0, 1]] }])),
    ).toBeNull();
  });
});

describe('differenceOfMolecules, by search', () => {
  /** A triangular prism, whose doubled bonds leave each atom the same surroundings. */
  const prism = (doubled: readonly number[]): Whole => ({
    atoms: Array.from({ length: 6 }, () => [6, 0]),
    bonds: (
      [
        [0, 1],
        [1, 2],
        [2, 0],
        [3, 4],
        [4, 5],
        [5, 3],
        [0, 3],
        [1, 4],
        [2, 5],
      ] as const
    ).map(([begin, end], at) => [begin, end, doubled.includes(at) ? 2 : 1]),
  });

  it('tells which bonds of a symmetrical graph are double', () => {
    expect(differenceOfMolecules(built([prism([6, 7, 8])]), built([prism([0, 3, 8])]))).toMatch(
      cameBack(1, otherConfiguration),
    );
    expect(differenceOfMolecules(built([prism([0, 3, 8])]), built([prism([1, 4, 6])]))).toBeNull();
    expect(differenceOfMolecules(built([prism([0, 3, 8])]), built([prism([2, 5, 7])]))).toBeNull();
  });

  /** Pairs of a centre with four different neighbours, in one molecule without a bond between them. */
  const centers = (...configurations: readonly number[]): Whole => ({
    atoms: configurations.flatMap(
      () =>
        [
          [6, 1],
          [9, 0],
          [17, 0],
          [35, 0],
        ] satisfies Whole['atoms'],
    ),
    bonds: configurations.flatMap((_, at) =>
      [1, 2, 3].map((arm) => [4 * at, 4 * at + arm, 1] satisfies [number, number, number]),
    ),
    stereo: configurations.flatMap((configuration, at) =>
      configuration === 0
        ? []
        : [[stereoKinds.tetrahedral, 4 * at, configuration, [0, 1, 2, 3].map((arm) => 4 * at + arm)]],
    ),
  });

  it('gives up a first mapping that the stereo refuses', () => {
    expect(differenceOfMolecules(built([centers(2, 1)]), built([centers(1, 2)]))).toBeNull();
    expect(differenceOfMolecules(built([centers(2, 1, 1)]), built([centers(1, 1, 2)]))).toBeNull();
    expect(differenceOfMolecules(built([centers(0, 1)]), built([centers(1, 0)]))).toBeNull();
    expect(differenceOfMolecules(built([centers(1, 0, 2)]), built([centers(2, 1, 0)]))).toBeNull();
    expect(differenceOfMolecules(built([centers(2, 1, 1)]), built([centers(1, 2, 2)]))).toMatch(
      cameBack(1, otherConfiguration),
    );
    expect(differenceOfMolecules(built([centers(1, 0)]), built([centers(0, 2)]))).toMatch(
      cameBack(1, otherConfiguration),
    );
  });

  it('maps rare atoms first, and so tells at once that they differ', () => {
    const methane = Array.from({ length: 12 }, () => [6, 4] satisfies [number, number]);
    const among = (configuration: number): Whole => {
      const { atoms, bonds = [], stereo = [] } = centers(configuration);
      return {
        atoms: [...methane, ...atoms],
        bonds: bonds.map(([begin, end, order]) => [begin + 12, end + 12, order]),
        stereo: stereo.map(([kind, center, own, carriers]) => [
          kind,
          center + 12,
          own,
          Array.from(carriers, (carrier) => carrier + 12),
        ]),
      };
    };
    expect(differenceOfMolecules(built([among(1)]), built([among(2)]))).toMatch(cameBack(1, otherConfiguration));
  });

  it('gives up where there are too many ways to try', () => {
    const equal = Array.from({ length: 10 }, () => 1);
    expect(differenceOfMolecules(built([centers(...equal)]), built([centers(...equal.slice(1), 2)]))).toMatch(
      cameBack(1, ['symmetrical']),
    );
  });

  it('tells surroundings apart that differ only some bonds away', () => {
    const chainOf = (...elements: readonly number[]): Whole => ({
      atoms: elements.map((element) => [element, 0]),
      bonds: elements.slice(1).map((_, at) => [at, at + 1, 1]),
    });
    const found = (a: Whole, b: Whole) => differenceOfMolecules(built([a]), built([b]));
    expect(found(chainOf(8, 6, 6, 6, 7, 6), chainOf(8, 6, 6, 7, 6, 6))).toMatch(cameBack(1, otherGraph));
    expect(found(chainOf(8, 6, 6, 6, 7, 6), chainOf(6, 7, 6, 6, 6, 8))).toBeNull();
    expect(found(chainOf(9, 6, 6, 6, 6, 6, 9), chainOf(9, 6, 6, 6, 6, 9, 6))).toMatch(cameBack(1, otherGraph));
  });
});
