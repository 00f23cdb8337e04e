import { expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { inconsistencyOf, type Molecules, stereoKinds } from './molecules';

/** Hydrogen peroxide, with its two hydrogens as atoms and a configuration at each oxygen. */
function molecule(): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const element of [1, 8, 8, 1]) builder.addAtom(element);
  for (let bond = 0; bond < 3; bond += 1) builder.addBond(bond, bond + 1, 1);
  builder.addStereo(stereoKinds.tetrahedral, 1, 1, [0, 2, 1, 1]);
  builder.endMolecule();
  return builder.finish();
}

it.each<[string, (molecules: Molecules) => unknown]>([
  ['has an element beyond 118', ({ atoms }) => (atoms.elements[0] = 119)],
  ['has an impossible bond in molecule 1', ({ bonds }) => (bonds.begins[0] = 9)],
  ['has an unknown configuration in molecule 1', ({ stereo }) => (stereo.configurations[0] = 9)],
  [
    'has a configuration at an atom or bond that does not exist, in molecule 1',
    ({ stereo }) => (stereo.centers[0] = 9),
  ],
  ['has a configuration with a neighbour that does not exist, in molecule 1', ({ stereo }) => (stereo.carriers[0] = 9)],
])('%s', (sentence, damage) => {
  const molecules = molecule();
  damage(molecules);
  expect(inconsistencyOf(molecules)).toBe(sentence);
});

it('has coordinates of other atoms', () =>
  expect(inconsistencyOf({ ...molecule(), coordinates: new Float64Array(6) })).toBe(
    'has 3 pairs of coordinates for 4 atoms',
  ));
