import { expect, it } from 'vitest';
import { requireRows } from './search-settings';

it('says what a search over the settings of columns needs', () =>
  expect(() => requireRows({ rowCount: 0, columns: [] })).toThrow(
    'Only a table with rows and columns has settings by column.',
  ));
