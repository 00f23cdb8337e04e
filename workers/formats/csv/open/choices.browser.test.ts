import { describe, expect, it } from 'vitest';
import type { ColumnType } from '../../../model/column';
import { FormatlabError } from '../../../model/errors';
import { typeChoiceOf, typeChoicesFor, chosenTypes } from './choices';
import type { SniffedDialect } from './dialect';
import { decimalFault, type ExactCounts, isMostValues } from './exact-counts';
import { countDelimiters } from './survey';
import { telling } from '../../../model/testing/telling';

const sniffed = (...types: ColumnType[]): SniffedDialect => ({
  quote: 'double',
  decimalMark: 'point',
  thousands: 'none',
  nullWords: [],
  nullWordsInText: false,
  delimiter: ',',
  skippedLines: 0,
  hasHeader: true,
  dateFormat: null,
  timestampFormat: null,
  textTable: null,
  columns: types.map((type, index) => ({ name: `c${index}`, type })),
});
const counts = (found: Partial<ExactCounts>): ExactCounts => ({
  texts: 10,
  decimals: 10,
  exponents: 0,
  precision: 5,
  scale: 2,
  times: 0,
  ...found,
});

describe('the types that a column of CSV may be read as', () => {
  it('has decimals and times of day where nine of ten texts are such', () => {
    const usual = typeChoicesFor('utf8', undefined);
    expect(usual).not.toContain('decimal');
    expect(typeChoicesFor('utf8', counts({}))).toEqual([...usual, 'decimal']);
    expect(typeChoicesFor('utf8', counts({ decimals: 9 }))).toContain('decimal');
    expect(typeChoicesFor('utf8', counts({ decimals: 8 }))).not.toContain('decimal');
    expect(typeChoicesFor('utf8', counts({ exponents: 1 }))).not.toContain('decimal');
    expect(typeChoicesFor('utf8', counts({ decimals: 0, times: 9 }))).toEqual([...usual, 'time']);
    expect(isMostValues(0, counts({ texts: 0 }))).toBe(false);
  });

  it('are those found, or those chosen, with the digits that decimals need', () => {
    const found = sniffed('float64', 'utf8');
    expect(chosenTypes(found, null, new Map())).toEqual(['float64', 'utf8']);
    const digits = new Map([[0, counts({ precision: 38 })]]);
    expect(chosenTypes(found, ['decimal', 'time'], digits)).toEqual(['decimal(38,2)', 'time']);
    expect([typeChoiceOf('decimal(38,2)'), typeChoiceOf('int8')]).toEqual(['decimal', 'int8']);
  });

  it.each([
    [['decimal'], 'invalidPlan', telling(1, '2 columns')],
    [['utf8', 'decimal'], 'unsupported', telling('“c1”', 'decimal', 'another type')],
    [['decimal', 'utf8'], 'unsupported', telling('“c0”', 'decimal', '77 digits', 76)],
    [['utf8', 'nested'], 'unsupported', telling('“c1”', 'CSV', 'nested')],
  ] as const)('are refused where they cannot be: %j', (types, tag, message) => {
    const choose = () => chosenTypes(sniffed('float64', 'utf8'), types, new Map([[0, counts({ precision: 77 })]]));
    expect(choose).toThrow(message);
    try {
      choose();
    } catch (thrown) {
      expect(thrown instanceof FormatlabError && thrown.record.tag).toBe(tag);
    }
  });

  it('says why a column cannot be read as decimals', () => {
    expect(decimalFault(counts({}))).toBe(null);
    expect(decimalFault(counts({ decimals: 0, exponents: 2 }))).toBe('it holds no numbers');
    expect(decimalFault(counts({ exponents: 2 }))).toMatch(/exponents/);
    expect(decimalFault(counts({ precision: 39 }))).toBe(null);
    expect(decimalFault(counts({ precision: 39, decimals: 9 }))).toMatch(telling(38));
  });
});

describe('the fields of the first lines by each delimiter', () => {
  const fields = (head: string, quote: string, delimiter: string) =>
    countDelimiters(head, quote).delimiters.find((found) => found.delimiter === delimiter);

  it('leaves out those within quotes, empty lines and the last, which may be cut', () => {
    const head = 'a;b\r\n"x;y";z\n\n1;2;3\ncut;off;here;now';
    expect(countDelimiters(head, '"').firstLines).toBe(3);
    expect(fields(head, '"', 'semicolon')).toEqual({ delimiter: 'semicolon', fields: 2, otherLines: 1 });
    expect(fields(head, "'", 'semicolon')).toEqual({ delimiter: 'semicolon', fields: 2, otherLines: 2 });
    expect(fields(head, '"', 'comma')).toEqual({ delimiter: 'comma', fields: 1, otherLines: 0 });
  });

  it('looks at a hundred lines', () => {
    expect(countDelimiters('a,b\n'.repeat(150), '"').firstLines).toBe(100);
    expect(countDelimiters('', '"').delimiters[0]).toEqual({ delimiter: 'comma', fields: 0, otherLines: 0 });
  });
});
