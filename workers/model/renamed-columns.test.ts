import { expect, it } from 'vitest';
import { renamedColumnsNote, renamedColumnsNoteIn } from './renamed-columns';
import { telling } from './testing/telling';

it('finds the note on changed names of columns among others', () => {
  const note = renamedColumnsNote('empty or repeated', '“a” to “a (2)”');
  expect(note).toMatch(telling('empty or repeated', '“a”', '“a (2)”'));
  expect(renamedColumnsNoteIn(['Column “b” is kept as text.', note])).toBe(note);
  expect(renamedColumnsNoteIn(['Column “b” is kept as text.'])).toBeNull();
});
