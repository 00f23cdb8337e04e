import { expect, it } from 'vitest';
import { sheetNotes } from './read-xlsx';

it('notes say what cells became', () => {
  expect(sheetNotes({ errors: 1, firstError: '#DIV/0!', elapsed: 2, rounded: 1, unknown: 1 })).toEqual([
    '1 cell with an error (the first is #DIV/0!) became null.',
    '1 formula without a result in the file became null. Open and save the file in Excel or LibreOffice to calculate them.',
    '2 elapsed times became numbers of days, as the file has them.',
    '1 time was rounded to whole microseconds.',
  ]);
});
