import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { differenceOfMolecules } from './difference';
import { type Molecules, type StereoKind, stereoKinds } from './molecules';

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
    expect(differenceOfMolecules(molecule(ring), molecule(twoRings))).not.toBeNull();
    expect(differenceOfMolecules(molecule(ring), molecule({ ...ring, bonds: ring.bonds.slice(1) }))).toMatch(
      /5 bonds instead of 6/u,
    );
    expect(
      differenceOfMolecules(molecule(ring), molecule({ ...ring, atoms: [...ring.atoms.slice(1), [6, 1]] })),
    ).toMatch(/other atoms/u);
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
