import { expect, it } from 'vitest';
import { renamedColumnsNote, renamedColumnsNoteIn } from './renamed-columns';

it('finds the note on changed names of columns among others', () => {
  const note = renamedColumnsNote('empty or repeated', '“a” to “a (2)”');
  expect(note).toBe('Column names that were empty or repeated were changed: “a” to “a (2)”.');
  expect(renamedColumnsNoteIn(['Column “b” is kept as text.', note])).toBe(note);
  expect(renamedColumnsNoteIn(['Column “b” is kept as text.'])).toBeNull();
});
