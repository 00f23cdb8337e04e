import { expect, it } from 'vitest';
import { notesOnLinks } from './read-hdf5';

it('notes say where links lead', () => {
  expect(
    notesOnLinks([
      { name: 'far', at: '/far', path: '/data/y', file: 'other.h5', isFound: false },
      { name: 'soft', at: '/soft', path: '/group/x', file: null, isFound: true },
      { name: 'through', at: '/group/through', path: '../nowhere', file: null, isFound: false },
    ]),
  ).toEqual([
    'Links to other files are not followed: “/far” to “/data/y” of “other.h5”.',
    'What links inside the file lead to is read at its own place: “/soft” to “/group/x”.',
    'Links lead to places that the file does not have: “/group/through” to “../nowhere”.',
  ]);
});
