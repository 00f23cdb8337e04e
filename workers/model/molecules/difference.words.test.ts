import { expect, it } from 'vitest';
import { MoleculesBuilder } from './builder';
import { differenceOfMolecules } from './difference';
import { stereoKinds } from './molecules';

/** One molecule of carbon and oxygen for each title. */
function titled(
  titles: readonly string[],
  changes: Partial<{ atoms: number[]; bonds: number; placed: boolean; configuration: number }> = {},
) {
  const { atoms = [6, 8, 7, 9, 17], bonds = 4, placed = false, configuration = 1 } = changes;
  const builder = new MoleculesBuilder({ coordinates: placed });
  for (const title of titles) {
    for (const element of atoms) builder.addAtom(element);
    for (let end = 1; end <= bonds; end += 1) builder.addBond(0, end, 1);
    if (configuration > 0) builder.addStereo(stereoKinds.tetrahedral, 0, configuration, [1, 2, 3, 4]);
    builder.endMolecule(title);
  }
  return builder.finish();
}

it.each([
  [titled(['a']), 'It returned 1 molecules, but 2 were written.'],
  [titled(['a', 'b'], { placed: true }), 'It returned coordinates, but none were written.'],
  [titled(['a', 'c']), 'It returned the title “c” for molecule 2, but “b” was written.'],
  [titled(['a', 'b'], { atoms: [6, 8, 7, 9, 17, 1] }), 'Molecule 1 (a) came back with 6 atoms instead of 5.'],
  [titled(['a', 'b'], { bonds: 3 }), 'Molecule 1 (a) came back with 3 bonds instead of 4.'],
  [titled(['a', 'b'], { configuration: 0 }), 'Molecule 1 (a) came back with 0 stereo elements instead of 1.'],
  [
    titled(['a', 'b'], { atoms: [6, 8, 7, 9, 35] }),
    'Molecule 1 (a) came back with other atoms or bonds than were written.',
  ],
  [titled(['a', 'b'], { configuration: 2 }), 'Molecule 1 (a) came back with another configuration than was written.'],
])('says how molecules differ (%#)', (found, sentence) =>
  expect(differenceOfMolecules(titled(['a', 'b']), found)).toBe(sentence),
);

it('says that there are no coordinates', () =>
  expect(differenceOfMolecules(titled(['a'], { placed: true }), titled(['a']))).toBe('It returned no coordinates.'));
