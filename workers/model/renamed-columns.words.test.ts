import { expect, it } from 'vitest';
import { renamedColumnsNote } from './renamed-columns';

it('says which names of columns were changed, and why', () =>
  expect(renamedColumnsNote('empty or repeated', '“a” to “a (2)”')).toBe(
    'Column names that were empty or repeated were changed: “a” to “a (2)”.',
  ));
