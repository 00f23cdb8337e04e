import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { bondOrderAromatic, inconsistencyOf, type Molecules, noCarrier, stereoKinds, stereoShapes } from './molecules';
import { telling } from '../testing/telling';

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
      expect(inconsistencyOf(molecules)).toMatch(telling('unknown configuration', 'molecule 1'));
      molecules.stereo.configurations[0] = 1;
      molecules.stereo.carriers[carriers - 1] = noCarrier;
      expect(inconsistencyOf(molecules)).toMatch(telling('neighbour', 'molecule 1'));
    }
  });

  it('finds places for other atoms than there are', () => {
    expect(inconsistencyOf({ ...sound(), coordinates: new Float64Array(10) })).toMatch(
      telling(5, 'coordinates', '6 atoms'),
    );
    expect(inconsistencyOf({ ...sound(), coordinates: new Float64Array(14) })).toMatch(
      telling(7, 'coordinates', '6 atoms'),
    );
  });

  it.each<[string, number, (molecules: Molecules) => void]>([
    ['element', 118, ({ atoms }) => (atoms.elements[5] = 119)],
    ['bond', 1, ({ bonds }) => (bonds.begins[0] = 3)],
    ['bond', 2, ({ bonds }) => (bonds.begins[3] = 3)],
    ['bond', 2, ({ bonds }) => (bonds.ends[2] = 3)],
    ['bond', 2, ({ bonds }) => (bonds.ends[2] = 0)],
    ['bond', 2, ({ bonds }) => (bonds.orders[3] = 6)],
    ['unknown configuration', 1, ({ stereo }) => (stereo.kinds[0] = 0)],
    ['unknown configuration', 2, ({ stereo }) => (stereo.kinds[3] = 7)],
    ['unknown configuration', 2, ({ stereo }) => (stereo.configurations[2] = 0)],
    ['unknown configuration', 2, ({ stereo }) => (stereo.configurations[2] = 3)],
    ['atom or bond', 2, ({ stereo }) => (stereo.centers[2] = 3)],
    ['atom or bond', 2, ({ stereo }) => (stereo.centers[3] = 2)],
    ['neighbour', 1, ({ stereo }) => (stereo.carriers[0] = 3)],
    ['neighbour', 2, ({ stereo }) => (stereo.carriers[15] = 3)],
    ['neighbour', 2, ({ stereo }) => (stereo.carriers[16] = 0)],
    ['neighbour', 2, ({ stereo }) => (stereo.carriers[23] = 0)],
  ])('finds what is wrong with the %s (%i)', (what, where, damage) => {
    const molecules = sound();
    damage(molecules);
    expect(inconsistencyOf(molecules)).toMatch(telling(what, where));
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
    const tooMany = telling(65_534, 'molecule 1');
    expect(inconsistencyOf(withCounts(65_535, 1))).toMatch(tooMany);
    expect(inconsistencyOf(withCounts(2, 65_535))).toMatch(tooMany);
  });
});
