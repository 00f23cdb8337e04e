import { describe, expect, it } from 'vitest';
import { bytesReadTexts, fileCountsText } from './file-counts-text';

describe('fileCountsText', () => {
  it('says what is in a file', () =>
    expect(fileCountsText({ records: 246_469, leafPages: 43_143, innerPages: 1 })?.split(/, (?=\d)/u)).toEqual([
      '246,469 records',
      '43,143 leaf pages',
      '1 inner page',
    ]));
  it('knows the singular of entries', () => expect(fileCountsText({ entries: 1 })).toBe('1 entry'));
  it('says nothing of nothing', () => expect(fileCountsText({})).toBeNull());
});

describe('bytesReadTexts', () => {
  const counts = { branches: 8, baskets: 264, bytesReadToOpen: 12_400, bytesReadForOneColumn: 402_000 };
  it('says how much of a file is read for what', () =>
    expect(bytesReadTexts(counts)).toEqual(['12.4 kB to open', '402 kB for one column']));
  it('is not among what is in it', () => expect(fileCountsText(counts)).toBe('8 branches, 264 baskets'));
  it('says nothing where nothing is counted', () => expect(bytesReadTexts({ records: 3 })).toEqual([]));
});
