import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { bondOrderAromatic, inconsistencyOf, type Molecules, noCarrier, stereoKinds, stereoShapes } from './molecules';

/** Two molecules of three atoms, two bonds and two stereo elements each. */
function sound(coordinates = false): Molecules {
  const builder = new MoleculesBuilder({ coordinates });
  for (let molecule = 0; molecule < 2; molecule += 1) {
    for (let atom = 0; atom < 3; atom += 1) builder.addAtom(118);
    builder.addBond(0, 1, bondOrderAromatic);
    builder.addBond(2, 1, 0);
    builder.addStereo(stereoKinds.tetrahedral, 2, 2, [0, 1, 2, 2]);
    builder.addStereo(stereoKinds.doubleBond, 1, 1, [2, 0]);
    builder.endMolecule();
  }
  return builder.finish();
}

describe('inconsistencyOf', () => {
  it('finds none in molecules that refer to what they have', () => {
    expect(inconsistencyOf(sound())).toBeNull();
    expect(inconsistencyOf(sound(true))).toBeNull();
    expect(inconsistencyOf(new MoleculesBuilder({ coordinates: true }).finish())).toBeNull();
    for (const [kind, { carriers, configurations }] of Object.entries(stereoShapes)) {
      const builder = new MoleculesBuilder({ coordinates: false });
      builder.addAtom(6);
      builder.addAtom(6);
      builder.addBond(0, 1, 1);
      const stereoKind = Object.values(stereoKinds).find((known) => String(known) === kind) ?? stereoKinds.tetrahedral;
      builder.addStereo(stereoKind, 0, configurations, Array(carriers).fill(1));
      builder.endMolecule();
      const molecules = builder.finish();
      expect(inconsistencyOf(molecules)).toBeNull();
      molecules.stereo.configurations[0] = configurations + 1;
      expect(inconsistencyOf(molecules)).toBe('has an unknown configuration in molecule 1');
      molecules.stereo.configurations[0] = 1;
      molecules.stereo.carriers[carriers - 1] = noCarrier;
      expect(inconsistencyOf(molecules)).toBe(
        'has a configuration with a neighbour that does not exist, in molecule 1',
      );
    }
  });

  it('finds places for other atoms than there are', () => {
    expect(inconsistencyOf({ ...sound(), coordinates: new Float64Array(10) })).toBe(
      'has 5 pairs of coordinates for 6 atoms',
    );
    expect(inconsistencyOf({ ...sound(), coordinates: new Float64Array(14) })).toBe(
      'has 7 pairs of coordinates for 6 atoms',
    );
  });

  it.each<[string, (molecules: Molecules) => void]>([
    ['an element beyond 118', ({ atoms }) => (atoms.elements[5] = 119)],
    ['an impossible bond in molecule 1', ({ bonds }) => (bonds.begins[0] = 3)],
    ['an impossible bond in molecule 2', ({ bonds }) => (bonds.begins[3] = 3)],
    ['an impossible bond in molecule 2', ({ bonds }) => (bonds.ends[2] = 3)],
    ['an impossible bond in molecule 2', ({ bonds }) => (bonds.ends[2] = 0)],
    ['an impossible bond in molecule 2', ({ bonds }) => (bonds.orders[3] = 6)],
    ['an unknown configuration in molecule 1', ({ stereo }) => (stereo.kinds[0] = 0)],
    ['an unknown configuration in molecule 2', ({ stereo }) => (stereo.kinds[3] = 7)],
    ['an unknown configuration in molecule 2', ({ stereo }) => (stereo.configurations[2] = 0)],
    ['an unknown configuration in molecule 2', ({ stereo }) => (stereo.configurations[2] = 3)],
    ['a configuration at an atom or bond that does not exist, in molecule 2', ({ stereo }) => (stereo.centers[2] = 3)],
    ['a configuration at an atom or bond that does not exist, in molecule 2', ({ stereo }) => (stereo.centers[3] = 2)],
    ['a configuration with a neighbour that does not exist, in molecule 1', ({ stereo }) => (stereo.carriers[0] = 3)],
    ['a configuration with a neighbour that does not exist, in molecule 2', ({ stereo }) => (stereo.carriers[15] = 3)],
    ['a configuration with a neighbour that does not exist, in molecule 2', ({ stereo }) => (stereo.carriers[16] = 0)],
    ['a configuration with a neighbour that does not exist, in molecule 2', ({ stereo }) => (stereo.carriers[23] = 0)],
  ])('finds %s', (what, damage) => {
    const molecules = sound();
    damage(molecules);
    expect(inconsistencyOf(molecules)).toBe(`has ${what}`);
  });

  it('finds more atoms or bonds than indices reach', () => {
    const withCounts = (atomCount: number, bondCount: number): Molecules => ({
      ...sound(),
      moleculeCount: 1,
      atomOffsets: Int32Array.of(0, atomCount),
      bondOffsets: Int32Array.of(0, bondCount),
      stereoOffsets: Int32Array.of(0, 0),
      bonds: {
        begins: new Uint16Array(bondCount),
        ends: new Uint16Array(bondCount).fill(1),
        orders: new Uint8Array(bondCount),
        aromatic: new Uint8Array(bondCount),
      },
    });
    expect(inconsistencyOf(withCounts(65_534, 65_534))).toBeNull();
    const tooMany = 'has more than 65534 atoms or bonds in molecule 1';
    expect(inconsistencyOf(withCounts(65_535, 1))).toBe(tooMany);
    expect(inconsistencyOf(withCounts(2, 65_535))).toBe(tooMany);
  });
});
