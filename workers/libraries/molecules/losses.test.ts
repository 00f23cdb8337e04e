import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { inconsistencyOf, type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { Adjacency } from './adjacency';
import { elementOf, elementSymbols, maxElement, symbolOf } from './elements';
import {
  withoutAromaticFlags,
  withoutCoordinates,
  withoutIsotopes,
  withoutKekule,
  withoutMaps,
  withoutStereo,
  withoutTitles,
  filterStereoElements,
} from './losses';

function sample(): Molecules {
  const builder = new MoleculesBuilder({ coordinates: true });
  for (let atom = 0; atom < 3; atom += 1) builder.addAtom(6, 1, 0, 13, 1, 7, atom, 0);
  builder.addBond(0, 1, 2, 1);
  builder.addBond(2, 1, 1, 0);
  builder.addStereo(stereoKinds.tetrahedral, 1, 1, [0, 1, 2, 0]);
  builder.endMolecule('first');
  for (let atom = 0; atom < 4; atom += 1) builder.addAtom(6, 1);
  for (const [from, to] of [
    [0, 1],
    [3, 1],
    [1, 2],
  ] as const)
    builder.addBond(from, to, 5, 0);
  builder.addStereo(stereoKinds.doubleBond, 0, 1, [0, 1]);
  builder.addStereo(stereoKinds.tetrahedral, 2, 2, [0, 1, 2, 3]);
  builder.endMolecule();
  return builder.finish();
}

describe('losses', () => {
  it('take away what they name, and nothing else', () => {
    const molecules = sample();
    expect(withoutCoordinates(molecules)).toEqual({ ...molecules, coordinates: null });
    expect([...withoutTitles(molecules).titles.offsets]).toEqual([0, 0, 0]);
    expect([...withoutMaps(molecules).atoms.maps]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect([...withoutIsotopes(molecules).atoms.isotopes]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(withoutIsotopes(molecules).atoms.maps).toBe(molecules.atoms.maps);
    const plain = withoutAromaticFlags(molecules);
    expect([...plain.atoms.aromatic, ...plain.bonds.aromatic]).toEqual(new Array(12).fill(0));
    expect(plain.bonds.orders).toBe(molecules.bonds.orders);
    const delocalized = withoutKekule(molecules).bonds;
    expect([...delocalized.orders]).toEqual([5, 1, 5, 5, 5]);
    expect([...delocalized.aromatic]).toEqual([1, 0, 1, 1, 1]);
    expect(molecules).toEqual(sample());
  });

  it('leave stereo elements with their carriers in their molecules', () => {
    const molecules = sample();
    const kept = filterStereoElements(
      molecules,
      (element) => molecules.stereo.kinds[element] === stereoKinds.tetrahedral,
    );
    expect([...kept.stereoOffsets]).toEqual([0, 1, 2]);
    expect([...kept.stereo.centers]).toEqual([1, 2]);
    expect([...kept.stereo.carriers.subarray(6, 10)]).toEqual([0, 1, 2, 3]);
    expect(inconsistencyOf(kept)).toBeNull();
    expect([...withoutStereo(molecules).stereoOffsets]).toEqual([0, 0, 0]);
    expect(filterStereoElements(molecules, () => true)).toBe(molecules);
  });
});

describe('Adjacency', () => {
  it('lists the neighbours of each atom in the order of the bonds, for one molecule after the other', () => {
    const adjacency = new Adjacency();
    const around = (atom: number) => [
      ...adjacency.neighbours.subarray(adjacency.offsets[atom], adjacency.offsets[atom + 1]),
    ];
    adjacency.read(sample(), 1);
    expect([0, 1, 2, 3].map(around)).toEqual([[1], [0, 3, 2], [1], [1]]);
    expect([...adjacency.bonds.subarray(adjacency.offsets[1], adjacency.offsets[2])]).toEqual([0, 1, 2]);
    adjacency.read(sample(), 0);
    expect([0, 1, 2].map(around)).toEqual([[1], [0, 2], [1]]);
    expect(adjacency.degree(1)).toBe(2);
  });

  it('grows with the molecule', () => {
    const builder = new MoleculesBuilder({ coordinates: false });
    for (let atom = 0; atom < 500; atom += 1) {
      builder.addAtom(6, 2);
      if (atom > 0) builder.addBond(atom - 1, atom, 1);
    }
    builder.endMolecule();
    const adjacency = new Adjacency();
    adjacency.read(builder.finish(), 0);
    expect([adjacency.degree(0), adjacency.degree(250), adjacency.degree(499)]).toEqual([1, 2, 1]);
    expect([...adjacency.neighbours.subarray(adjacency.offsets[499], adjacency.offsets[500])]).toEqual([498]);
  });
});

describe('elements', () => {
  it('has every element once', () => {
    expect(elementSymbols.length).toBe(maxElement + 1);
    expect(new Set(elementSymbols).size).toBe(maxElement + 1);
    expect([elementOf('C'), elementOf('Cl'), elementOf('U'), elementOf('Og'), elementOf('*'), elementOf('Xx')]).toEqual(
      [6, 17, 92, 118, 0, undefined],
    );
    expect([symbolOf(50), symbolOf(119)]).toEqual(['Sn', '*']);
  });
});
