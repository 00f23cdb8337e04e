import { describe, expect, it } from 'vitest';
import { countsText } from './counts-words';

describe('countsText', () => {
  it('says what is in a file', () => expect(countsText({ records: 246_469, leafPages: 43_143, innerPages: 1 })).toBe('246,469 records, 43,143 leaf pages, 1 inner page'));
  it('knows the singular of entries', () => expect(countsText({ entries: 1 })).toBe('1 entry'));
  it('says nothing of nothing', () => expect(countsText({})).toBeNull());
});
